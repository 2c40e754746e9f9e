// The requests among Tactus's own OSC addresses: which there are, and what their messages must contain. Input
// thread.
import Controls
import Grids
import Text

/// The words that follow both `/tactus/patch/` and `/tactus/grid/`.
enum DocumentWord: StaticString, NamedCase {
  case get, set, edit, load, save, list, library, next, previous, undo, redo, compare, choose
}

/// The words that follow `/tactus/patch/` alone.
enum PatchWord: StaticString, NamedCase {
  case connect, disconnect, tuning, snapshot, recall, forget, teach, forgetShape = "forget_shape"
  case setList = "setlist", setLists = "setlists"
}

/// The words that follow `/tactus/` and are about no document.
enum CommonWord: StaticString, NamedCase {
  case subscribe, unsubscribe, confirm = "subscribe/confirm", takeBegin = "take/begin", takeEnd = "take/end"
  case timeout, stats, macroLearn = "macro/learn"
  case rig, stage, stageNow = "stage/now", stageMix = "stage/mix", stageDo = "stage/do"

  /// The words of programs on a stage.
  static let ofStage: [CommonWord] = [.rig, .stage, .stageNow, .stageMix, .stageDo]
}

/// One request, as docs/osc.md lists it. Each is answered, also if its message is refused. What plays
/// (touches, sensors, macros) is no request.
package struct RequestForm: Sendable {
  /// The address after `/tactus/`, `/tactus/surface/N/` or `/tactus/rig/NAME/`.
  package let address: [UInt8]
  /// The number of arguments of its message.
  package let counts: ClosedRange<Int>
  /// The arguments for people; empty: none.
  package let arguments: StaticString
  package let lasting: Lasting

  package static let all: [RequestForm] = {
    let documents = DocumentKind.allCases.flatMap { kind in
      DocumentWord.allCases.map {
        RequestForm("\(kind.word)/\($0.symbol)", $0.row(of: kind), $0.lasting(of: kind))
      }
    }
    let patches = PatchWord.allCases.map { RequestForm("patch/\($0.symbol)", $0.row, $0.lasting) }
    let grids = GridWord.allCases.compactMap { word in
      word.row.map { RequestForm("grid/\(word.symbol)", $0, .grid) }
    }
    let scenes = SceneWord.allCases.map { RequestForm("scene/\($0.symbol)", $0.row, $0.lasting) }
    return documents + patches + grids + scenes
      + CommonWord.allCases.map { RequestForm("\($0.symbol)", $0.row, $0.lasting) }
  }()

  private init(_ address: UTF8Text, _ row: Row, _ lasting: Lasting) {
    (self.address, counts, arguments, self.lasting) = (address.bytes, row.counts, row.arguments, lasting)
  }

  typealias Row = (counts: ClosedRange<Int>, arguments: StaticString)
  /// Requests that buttons of tablets send: whatever they send along counts for nothing.
  fileprivate static let any: Row = (0...Int.max, "")
}

extension DocumentWord {
  func row(of kind: DocumentKind) -> RequestForm.Row {
    switch self {
    case .get, .list: (0...0, "")
    case .set: kind == .patch ? (1...2, "s JSON, or s parameter, f value") : (1...1, "s JSON")
    case .edit: (1...6, "s JSON, [h client, i stroke, i revision or N, [i number, i waiting]]")
    case .load: (1...1, "s name")
    case .save: (1...2, "s name, [s title]")
    case .library: (0...1, "[i first, or s JSON]")
    case .next, .previous, .undo, .redo, .compare, .choose: RequestForm.any
    }
  }
}

extension PatchWord {
  var row: RequestForm.Row {
    switch self {
    case .connect: (4...5, "s source, s destination, f low, f high, [f amount]")
    case .disconnect: (2...2, "s source, s destination")
    case .tuning: (1...2, "s scale, [s keyboard mapping]")
    case .snapshot, .teach: (0...2, "[i place, [s name]]")
    case .recall, .forget, .forgetShape: (1...1, "i place")
    case .setList: (0...1, "[s name]")
    case .setLists: (0...0, "")
    }
  }
}

extension GridWord {
  /// Nil for an edit that only exists as JSON.
  var row: RequestForm.Row? {
    switch self {
    case .layer, .rowSettings, .patternSettings, .paste, .song, .section, .insertSection, .moveSection,
      .repeatSection, .deleteSection, .lane:
      nil
    case .cell: (4...6, "i layer, i pattern, i step, i row, [i on, [i velocity]]")
    case .row: (4...4, "i layer, i pattern, i row, s cells")
    case .column: (4...4, "i layer, i pattern, i step, s cells")
    case .clear, .reverse, .mirror, .life: (2...2, "i layer, i pattern")
    case .fill: (2...4, "i layer, i pattern, [i row, [i every]]")
    case .euclid: (4...5, "i layer, i pattern, i row, i pulses, [i rotate]")
    case .shift: (3...4, "i layer, i pattern, i steps, [i rows]")
    case .rotate: (3...5, "i layer, i pattern, i steps, [i rows, [i row]]")
    case .shuffle: (2...3, "i layer, i pattern, [i seed]")
    case .transpose: (3...3, "i layer, i pattern, i degrees")
    case .random: (3...4, "i layer, i pattern, f density, [i seed]")
    }
  }
}

extension CommonWord {
  var row: RequestForm.Row {
    switch self {
    case .subscribe, .unsubscribe: (0...Int.max, "[i port], [s topic …]")
    case .confirm: (1...1, "s token")
    case .takeBegin, .takeEnd, .stats: (0...0, "")
    case .timeout: (1...1, "f seconds 0…86400")
    case .macroLearn: (1...1, "i number 0…8")
    case .rig: (0...TactusDialect.surfaces, "[s name, …]")
    case .stage: (6...6, "s title, i number, i count, s next, s sentence, s notes")
    case .stageMix: (1...(1 + TactusDialect.surfaces), "f master level in dB, [i muted, …]")
    case .stageDo: (1...2, "s action, [f value]")
    case .stageNow:
      (
        9...(9 + 2 * TactusDialect.surfaces),
        "s clock, f tempo, i rolling, i bar, i beat, f level, f load, i dropouts, f recorded, [s name, f level, …]"
      )
    }
  }
}
