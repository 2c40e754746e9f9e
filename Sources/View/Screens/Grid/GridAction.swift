// What controls of *Grid* do beside cells, patterns, tools and settings of layers. Any thread.
import Controls
import Grids
import Paint
import Text
import ToneMatrix

/// What is seen beside the cells.
public enum GridPage: UInt8, CaseIterable, Sendable {
  case layer, row, chain, more

  var title: StaticString {
    switch self {
    case .layer: "Layer"
    case .row: "Row"
    case .chain: "Chain"
    case .more: "Grid"
    }
  }
}

/// What a control of *Grid* does. Rows, layers, patterns, steps and links count from 0.
public enum GridAction: Equatable, Sendable {
  /// The clock: plays or pauses; stops and goes back; the own clock or the host's; the tempo of its own.
  case play, stop, ownClock, tempo
  /// Keeps the moving column in view.
  case follow
  /// Shows a page beside the cells; in a narrow window instead of them.
  case page(GridPage), cells
  case row(Int)
  case rowMute, rowSolo
  case rowClear, rowFill, rowRandom
  /// Numbers that are dragged.
  case number(GridNumber)
  case addLink(Int)
  case removeLink(Int)
  case copy(Int)
  case paste(Int)
  case clear(Int)
  case cellMenu(CellProperty, step: Int, row: Int)
  case cellValue(CellProperty, step: Int, row: Int, Int)
  case text(GridKey)
  case layerName
  /// The value of the controller's lane at a step.
  case lane(Int)
}

/// A whole number of the grid that a bar shows and sets.
public enum GridNumber: Equatable, Sendable {
  case rowNote, rowFirst, rowLast, pulses, turn, density
  case linkPattern(Int)
  case linkBars(Int)
  case padStep, padRow, padChannel, padOff, padOn, padPlaying, padColumn
  case switchAt

  static var ofRow: [GridNumber] { [.rowNote, .rowFirst, .rowLast] }
  static var ofGrid: [GridNumber] {
    [.switchAt, .padStep, .padRow, .padChannel, .padOff, .padOn, .padPlaying, .padColumn]
  }

  var title: UTF8Text {
    switch self {
    case .rowNote: "Note"
    case .rowFirst: "First step"
    case .rowLast: "Last step"
    case .pulses: "Euclid: strikes"
    case .turn: "Euclid: turned by"
    case .density: "Density"
    case .linkPattern(let index): "\(index + 1). Pattern"
    case .linkBars(let index): "\(index + 1). Bars"
    case .padStep: "Pads: first step"
    case .padRow: "Pads: first row"
    case .padChannel: "Pads: channel of lights"
    case .padOff: "Light: off"
    case .padOn: "Light: on"
    case .padPlaying: "Light: plays"
    case .padColumn: "Light: column"
    case .switchAt: "Patterns begin"
    }
  }

  func range(_ layer: GridLayerDocument) -> ClosedRange<Int> {
    switch self {
    case .rowNote: -1...127
    case .rowFirst, .rowLast, .padStep, .padRow: 1...32
    case .pulses: 0...max(1, layer.steps)
    case .turn: 0...max(1, layer.steps - 1)
    case .density: 0...100
    case .linkPattern, .padChannel: 1...16
    case .linkBars: 1...64
    case .padOff, .padOn, .padPlaying, .padColumn: 0...127
    case .switchAt: 0...2
    }
  }

  func text(_ value: Int) -> [UInt8] {
    switch self {
    case .rowNote: value < 0 ? UTF8Text("of the scale").bytes : ValueText.note(value)
    case .density: ("\(value) %" as UTF8Text).bytes
    case .switchAt:
      UTF8Text(value == 0 ? "at once" : value == 1 ? "at the next beat" : "at the next bar").bytes
    default: ("\(value)" as UTF8Text).bytes
    }
  }
}

extension View {
  /// A JSON value from its text.
  static func json(_ words: UTF8Text) -> JSON {
    words.bytes.withUnsafeBytes { try? JSON($0) } ?? JSON(.null)
  }

  func value(_ number: GridNumber) -> Int {
    let layer = shownLayer
    let row = layer.rows[grid.row]
    let pads = model.grid.pads
    switch number {
    case .rowNote: return row.note ?? -1
    case .rowFirst: return row.first + 1
    case .rowLast: return row.last + 1
    case .pulses: return min(grid.pulses, layer.steps)
    case .turn: return grid.turn
    case .density: return grid.density
    case .linkPattern(let index):
      return layer.links.indices.contains(index) ? Int(layer.links[index].pattern) + 1 : 1
    case .linkBars(let index):
      return layer.links.indices.contains(index) ? Int(layer.links[index].bars) : 1
    case .padStep: return pads.firstStep + 1
    case .padRow: return pads.firstRow + 1
    case .padChannel: return pads.channel + 1
    case .padOff: return pads.off
    case .padOn: return pads.on
    case .padPlaying: return pads.playing
    case .padColumn: return pads.column
    case .switchAt: return Int(model.value(.switchAt).rounded())
    }
  }

  mutating func set(_ number: GridNumber, _ value: Int, _ wishes: inout [Wish]) {
    let known = grid.sentNumber.flatMap { $0.number == number ? $0.value : nil }
    guard value != known ?? self.value(number) else { return }
    grid.sentNumber = (number, value)
    func row(_ key: GridKey.Row, _ words: UTF8Text) -> Wish {
      .editGrid(
        .rowSettings(layer: grid.layer + 1, row: grid.row + 1, Self.json("{\"\(key.symbol)\": \(words)}")),
        revision: nil)
    }
    func pads(_ key: GridKey.Pads) -> Wish {
      .editGrid(.member(GridKey.pads.bytes, Self.json("{\"\(key.symbol)\": \(value)}")), revision: nil)
    }
    switch number {
    case .rowNote: wishes.append(row(.note, value < 0 ? "null" : "\(value)"))
    case .rowFirst: wishes.append(row(.first, "\(min(value, shownLayer.rows[grid.row].last + 1))"))
    case .rowLast: wishes.append(row(.last, "\(max(value, shownLayer.rows[grid.row].first + 1))"))
    case .pulses, .turn:
      if number == .pulses { grid.pulses = value } else { grid.turn = value }
      wishes.append(
        .editGrid(
          .euclid(gridTarget, row: grid.row + 1, pulses: grid.pulses, rotate: grid.turn), revision: nil))
    case .density: grid.density = value
    case .linkPattern(let index): wishes += chain { $0[index].pattern = UInt8(value - 1) }
    case .linkBars(let index): wishes += chain { $0[index].bars = UInt8(value) }
    case .padStep: wishes.append(pads(.firstStep))
    case .padRow: wishes.append(pads(.firstRow))
    case .padChannel: wishes.append(pads(.channel))
    case .padOff: wishes.append(pads(.off))
    case .padOn: wishes.append(pads(.on))
    case .padPlaying: wishes.append(pads(.playing))
    case .padColumn: wishes.append(pads(.column))
    case .switchAt: wishes.append(.port(Int(ToneMatrixPort.switchAt.rawValue), Float(value)))
    }
  }

  /// The chain with a change of its links.
  private func chain(_ change: (inout [GridLink]) -> Void) -> [Wish] {
    var links = shownLayer.links
    change(&links)
    let words = links.map { "{\"pattern\": \(Int($0.pattern) + 1), \"bars\": \(Int($0.bars))}" as UTF8Text }
    let json = Self.json("{\"chain\": \(JSON.list("[", words, "]"))}")
    return [.editGrid(.layer(grid.layer + 1, json), revision: nil)]
  }

  mutating func press(_ action: GridAction, at place: Area, _ wishes: inout [Wish]) {
    func port(_ port: ToneMatrixPort, _ value: Float) { wishes.append(.port(Int(port.rawValue), value)) }
    switch action {
    case .play: playOrPause(&wishes)
    case .stop: port(.transport, 0)
    case .ownClock: port(.clock, hasOwnClock ? 0 : 1)
    case .follow: grid.follows.toggle()
    case .page(let page): (grid.page, grid.isPageOpen) = (page, true)
    case .cells: grid.isPageOpen = false
    case .row(let row):
      grid.row = row
      grid.page = .row
    case .rowMute: wishes.append(flag(.mute, !shownLayer.rows[grid.row].isMuted))
    case .rowSolo: wishes.append(flag(.solo, !shownLayer.rows[grid.row].isSolo))
    case .rowClear:
      wishes.append(.editGrid(.clear(gridTarget, row: grid.row + 1, step: nil), revision: nil))
    case .rowFill:
      wishes.append(.editGrid(.fill(gridTarget, row: grid.row + 1, step: nil, every: 4), revision: nil))
    case .rowRandom:
      grid.seed += 1
      wishes.append(
        .editGrid(
          .random(
            gridTarget, row: grid.row + 1, step: nil, density: Float(grid.density) / 100, seed: grid.seed),
          revision: nil))
    case .addLink(let pattern):
      if shownLayer.links.count < GridLimit.links {
        var link = GridLink()
        link.pattern = UInt8(pattern)
        wishes += chain { $0.append(link) }
      }
    case .removeLink(let index): wishes += chain { $0.remove(at: index) }
    case .copy(let pattern):
      grid.copied = shownLayer.patterns[pattern]
      say("Pattern \(pattern + 1) is copied: press long on another to paste.")
    case .paste(let pattern):
      guard let copied = grid.copied else { return }
      let json = Self.json("{\"patterns\": {\"\(pattern + 1)\": \(copied.words)}}")
      wishes.append(.editGrid(.layer(grid.layer + 1, json), revision: nil))
      say("Pasted as pattern \(pattern + 1).")
    case .clear(let pattern):
      wishes.append(
        .editGrid(
          .clear(GridTarget(layer: grid.layer + 1, pattern: pattern + 1), row: nil, step: nil), revision: nil)
      )
    case .cellMenu(let property, let step, let row): choose(property, step, row, at: place)
    case .cellValue(let property, let step, let row, let value): set(property, step, row, value, &wishes)
    case .text(let key): askForText(key, &wishes)
    case .layerName:
      ask(
        Dialog(.layerName(grid.layer), "Name of the layer", "Rename", TextEditing(shownLayer.name)), &wishes)
    case .tempo, .number, .lane: break
    }
  }

  private func flag(_ key: GridKey.Row, _ isOn: Bool) -> Wish {
    .editGrid(
      .rowSettings(
        layer: grid.layer + 1, row: grid.row + 1,
        JSON(.object([JSON.Member(key: key.bytes, value: JSON(.bool(isOn)))]))), revision: nil)
  }

  func text(_ key: GridKey) -> [UInt8] {
    switch key {
    case .name: model.grid.name
    case .author: model.grid.author
    case .category: model.grid.category
    case .description: model.grid.description
    case .howToPlay: model.grid.howToPlay
    case .seed: ("\(Int(model.grid.seed))" as UTF8Text).bytes
    case .version, .pads, .layers: []
    }
  }

  private mutating func askForText(_ key: GridKey, _ wishes: inout [Wish]) {
    ask(
      Dialog(.gridText(key), UTF8Text(bytes: ValueText.title(key.symbol)), "Change", TextEditing(text(key))),
      &wishes)
  }

  /// Says something where people look: in the bar above.
  mutating func say(_ words: UTF8Text) {
    model.message = words.bytes
    model.isRefusal = false
  }
}
