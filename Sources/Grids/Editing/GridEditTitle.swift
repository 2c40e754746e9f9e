// The name of a change of a grid, for *Undo* and *Redo*. Not for the audio thread.
import Controls
import Text

extension GridEdit {
  /// A short lowercase name of the edit, such as `paste row`.
  public var title: [UInt8] { Self.title(of: text) }

  /// The same name for an edit in JSON, or an empty one if the text isn't an edit.
  public static func title(of text: [UInt8]) -> [UInt8] {
    let root = text.withUnsafeBytes { try? JSON($0, limit: GridDocument.textLimit) }
    guard case .object(let members)? = root?.value, let first = members.first else { return [] }
    if members.count > 1 { return UTF8Text("several changes").bytes }
    guard let word = GridWord(first.key) else {
      return ("change \(UTF8Text.words(first.key))" as UTF8Text).bytes
    }
    return title(of: word, first.value).bytes
  }

  private static func title(of word: GridWord, _ json: JSON) -> UTF8Text {
    func has(_ key: GridKey.Selection) -> Bool { json.member(key.bytes) != nil }
    let part: UTF8Text = has(.row) ? "row" : has(.step) ? "column" : "pattern"
    switch word {
    case .layer: return title(ofTrack: json)
    case .rowSettings:
      let changed = keys(of: json, without: [GridKey.Selection.layer.bytes, GridKey.Selection.row.bytes])
      return changed.count == 1 ? "change \(UTF8Text.words(changed[0])) of a row" : "change a row"
    case .cell:
      if json.member(GridKey.Argument.on.bytes)?.value == .bool(false) { return "clear cell" }
      let places = GridKey.Selection.allCases.map { $0.bytes } + [GridKey.Argument.on.bytes]
      let changed = keys(of: json, without: places)
      return changed.count == 1 ? "change \(UTF8Text.words(changed[0])) of a cell" : "set cell"
    case .patternSettings:
      let changed = keys(of: json, without: [GridKey.Selection.layer.bytes, GridKey.Selection.pattern.bytes])
      return changed.count == 1 ? "change \(UTF8Text.words(changed[0])) of a pattern" : "change a pattern"
    case .row: return "set row"
    case .column: return "set column"
    case .clear: return "clear \(part)"
    case .fill: return "fill \(part)"
    case .euclid: return "Euclid"
    case .shift: return "shift pattern"
    case .rotate: return has(.row) ? "rotate row" : "rotate pattern"
    case .lane: return "record lane"
    case .reverse: return "reverse pattern"
    case .mirror: return "mirror pattern"
    case .random: return "random \(part)"
    case .life: return "Life"
    case .song: return "change song"
    case .section:
      let changed = keys(of: json, without: GridKey.SongPlace.allCases.map { $0.bytes })
      return changed.count == 1 ? "change \(UTF8Text.words(changed[0])) of a section" : "change a section"
    case .insertSection, .moveSection, .repeatSection, .deleteSection: return .words(word.bytes)
    case .shuffle: return "shuffle notes"
    case .transpose: return "transpose pattern"
    case .paste:
      var kind: UTF8Text = "cells"
      if case .string(let name)? = json.member(GridKey.Argument.kind.bytes)?.value { kind = .words(name) }
      return "paste \(kind)"
    }
  }

  /// The name of a change to a track's song, patterns or settings.
  private static func title(ofTrack json: JSON) -> UTF8Text {
    let changed = keys(of: json, without: [GridKey.Selection.layer.bytes])
    guard changed.count == 1 else { return "change a track" }
    switch GridKey.Layer(changed[0]) {
    case .chain: return "change song"
    case .patterns: return "change pattern"
    case .play: return json.member(GridKey.Layer.play.bytes)?.value == .bool(true) ? "track on" : "track off"
    default: return "change \(UTF8Text.words(changed[0])) of a track"
    }
  }

  /// The keys that are changed, without those that name a place.
  private static func keys(of json: JSON, without places: [[UInt8]]) -> [[UInt8]] {
    guard case .object(let members) = json.value else { return [] }
    return members.map { $0.key }.filter { !places.contains($0) }
  }
}
