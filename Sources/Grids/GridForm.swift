// The forms of all keys of a grid, which screens draw. Not for the audio thread.
import Controls
import Music
import Text
import ToneMatrix

extension GridDocument {
  /// The form of a whole grid.
  public static var form: DocumentForm { .object { (key: GridKey) in key.form } }
}

extension GridKey {
  /// The form of the key's value; nil: it is never changed.
  public var form: DocumentForm? {
    switch self {
    case .version: nil
    case .name, .author: .text(128)
    case .category: .text(64)
    case .description, .howToPlay: .text(4096, lines: 3)
    case .seed: .number(.seed)
    case .pads: Self.padsForm
    case .layers: .list(most: GridLimit.layers, new: "") { index, _ in Self.layerForm(index) }
    }
  }

  private static var padsForm: DocumentForm {
    let plain = GridPadMap()
    return .object { (key: Pads) in
      switch key {
      case .notes:
        .list(most: GridLimit.rows, new: "[60]") { _, _ in
          .numbers(DocumentNumber(whole: 0, 127), 0...GridLimit.steps)
        }
      case .firstStep: .number(DocumentNumber(whole: 1, 32))
      case .firstRow: .number(DocumentNumber(whole: 1, 32))
      case .channel: .number(DocumentNumber(whole: 1, 16, usual: plain.channel + 1))
      case .off: .number(DocumentNumber(whole: 0, 127, usual: plain.off))
      case .on: .number(DocumentNumber(whole: 0, 127, usual: plain.on))
      case .playing: .number(DocumentNumber(whole: 0, 127, usual: plain.playing))
      case .column: .number(DocumentNumber(whole: 0, 127, usual: plain.column))
      }
    }
  }

  private static func layerForm(_ index: Int) -> DocumentForm {
    let plain = GridLayerDocument(index)
    func whole(_ low: Int, _ high: Int, _ usual: Int, _ unit: Unit = .none) -> DocumentForm {
      .number(DocumentNumber(whole: low, high, usual: usual, unit))
    }
    return .object(optional: [.controller]) { (key: Layer) in
      switch key {
      case .name: .text(64)
      case .steps: whole(1, 32, plain.steps)
      case .rows: whole(1, 32, plain.rowCount)
      case .division:
        .choice(
          Division.allCases.map { $0.symbol }, usual: Division.allCases.firstIndex(of: plain.division) ?? 0)
      case .time: .choice(GridTime.allCases.map { $0.symbol })
      case .direction: .choice(Direction.allCases.map { $0.symbol })
      case .scale:
        .numbers(
          DocumentNumber(0, 12_000, .cents), 1...128, words: Scale.allCases.map { $0.symbol },
          usual: Scale.allCases.firstIndex { plain.scale == .named($0) })
      case .root: .number(DocumentNumber(whole: 0, 127, usual: plain.root, isKey: true))
      case .channel: .number(DocumentNumber(whole: 1, 16, usual: plain.channel + 1), words: ["mpe"])
      case .octave: whole(-4, 4, plain.octave)
      case .gate: whole(1, 100, plain.gate, .percent)
      case .velocity: whole(1, 127, plain.velocity)
      case .swing: whole(0, 75, plain.swing, .percent)
      case .play: .toggle(usual: plain.plays)
      case .pattern: whole(1, 16, plain.pattern + 1)
      case .controller: whole(0, 127, 0)
      case .rowSettings: .numbered("Row", GridLimit.rows, rowForm)
      case .chain:
        .list(most: GridLimit.links, new: "{\"pattern\": 1, \"bars\": 1}") { _, _ in
          .object { (key: Link) in
            switch key {
            case .pattern: .number(DocumentNumber(whole: 1, 16))
            case .bars: .number(DocumentNumber(whole: 1, 64))
            }
          }
        }
      case .patterns: .numbered("Pattern", GridLimit.patterns, patternForm)
      }
    }
  }

  private static var rowForm: DocumentForm {
    .object(optional: [.note]) { (key: Row) in
      switch key {
      case .note: .number(DocumentNumber(whole: 0, 127, usual: 60, isKey: true))
      case .mute, .solo: .toggle()
      case .first: .number(DocumentNumber(whole: 1, 32))
      case .last: .number(DocumentNumber(whole: 1, 32, usual: 32))
      }
    }
  }

  private static var patternForm: DocumentForm {
    .object(isWhole: true) { (key: Pattern) in
      switch key {
      case .cells:
        .list(most: GridLimit.steps * GridLimit.rows, new: "[1, 1]") { _, _ in
          .tuple([
            DocumentField("step", .number(DocumentNumber(whole: 1, 32))),
            DocumentField("row", .number(DocumentNumber(whole: 1, 32))),
            DocumentField("more", cellForm, isOptional: true),
          ])
        }
      case .lane:
        .list(most: GridLimit.steps, new: "[1, 64]") { _, _ in
          .tuple([
            DocumentField("step", .number(DocumentNumber(whole: 1, 32))),
            DocumentField("value", .number(DocumentNumber(whole: 0, 127))),
          ])
        }
      }
    }
  }

  private static var cellForm: DocumentForm {
    .object(optional: [.condition]) { (key: Cell) in
      switch key {
      case .velocity: .number(DocumentNumber(whole: 0, 127))
      case .length: .number(DocumentNumber(whole: 1, 32))
      case .probability: .number(DocumentNumber(whole: 0, 100, usual: 100, .percent))
      case .delay: .number(DocumentNumber(whole: 0, 99, .percent))
      case .ratchet: .number(DocumentNumber(whole: 1, 4))
      case .condition: .tuple(["nth", "of"], DocumentNumber(whole: 1, 8))
      }
    }
  }
}
