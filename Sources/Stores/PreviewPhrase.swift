// The phrase by which a patch is previewed: the beginning of its demo, or a phrase of its kind. Any thread but the
// audio thread.
import Controls
import Dialects
import Instrument
import Music
import Patches
import RealTime
import Text

enum PreviewPhrase {
  /// A longer file is not read.
  private static let byteLimit = 1 << 20

  /// Returns one key.
  static func key(_ key: UInt8, seconds: Float) -> [Preview.Event] {
    [
      Preview.Event(seconds: 0, event: .midi(0x90, key, 100)),
      Preview.Event(seconds: seconds, event: .midi(0x80, key, 0)),
    ]
  }

  /// Returns the phrase of a patch.
  static func events(
    of patch: PatchDocument, named name: [UInt8], in folders: DocumentFolders
  ) -> [Preview.Event] {
    let played = demo(of: name, in: folders).flatMap {
      PerformancePhrase.events(in: $0, seconds: Double(Preview.longest))
    }
    if let played, !played.isEmpty {
      return played.map { Preview.Event(seconds: Float($0.seconds), event: $0.event) }
    }
    return events(of: patch)
  }

  /// The demo of a patch of the bundle, which is beside its folder.
  private static func demo(of name: [UInt8], in folders: DocumentFolders) -> [UInt8]? {
    guard PatchName.isValid(name), let slash = folders.factory.lastIndex(of: UInt8(ascii: "/")) else {
      return nil
    }
    let file = name.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 }
    return TextFiles.read(
      Array(folders.factory[..<slash]) + ("/demos/\(file).tactus" as UTF8Text).bytes, limit: byteLimit
    ).text
  }

  // MARK: Phrases of kinds

  /// A touch of a phrase, or a key.
  private struct Note {
    var start: Float
    var length: Float
    /// Where it begins and ends, from left to right.
    var from: Float
    var to: Float
    var y: Float = 0.5
  }

  /// Returns a phrase of the patch's category: keys of a drum kit, otherwise touches.
  static func events(of patch: PatchDocument) -> [Preview.Event] {
    if patch.isDrumKit { return beat }
    let isDrawn = patch.category.isEmpty ? patch[.ampAttack].base > 0.2 : false
    switch patch.category {
    case _ where isDrawn: return touches(chord, isUpright: patch.map.axis == .y)
    case UTF8Text("pad").bytes, UTF8Text("drone").bytes, UTF8Text("texture").bytes, UTF8Text("world").bytes:
      return touches(chord, isUpright: patch.map.axis == .y)
    case UTF8Text("bass").bytes: return touches(low, isUpright: patch.map.axis == .y)
    case UTF8Text("lead").bytes: return touches(line, isUpright: patch.map.axis == .y)
    default: return touches(run, isUpright: patch.map.axis == .y)
    }
  }

  private static var chord: [Note] {
    [(0.3, 0), (0.44, 0.2), (0.58, 0.4), (0.75, 1.6)].map { x, start in
      Note(start: start, length: 3.6 - start, from: x, to: x, y: 0.4 + start / 8)
    }
  }
  private static var low: [Note] {
    [(0.12, 0, 0.3), (0.12, 0.5, 0.2), (0.2, 0.75, 0.45), (0.12, 1.25, 0.2), (0.28, 1.5, 1)].map {
      Note(start: $0.1, length: $0.2, from: $0.0, to: $0.0, y: 0.35 + $0.1 / 4)
    }
  }
  private static var line: [Note] {
    [
      Note(start: 0, length: 0.9, from: 0.45, to: 0.45), Note(start: 1, length: 0.4, from: 0.55, to: 0.55),
      Note(start: 1.5, length: 1.8, from: 0.62, to: 0.7, y: 0.7),
    ]
  }
  private static var run: [Note] {
    (0..<8).map { index in
      let x = [0.3, 0.4, 0.5, 0.62, 0.76, 0.62, 0.5, 0.4][index] as Float
      return Note(start: Float(index) * 0.28, length: index == 7 ? 1.2 : 0.24, from: x, to: x)
    }
  }

  private static func touches(_ notes: [Note], isUpright: Bool) -> [Preview.Event] {
    var events: [Preview.Event] = []
    func add(_ kind: SurfaceEvent.Kind, _ id: Int, _ note: Note, at part: Float) {
      let along = note.from + (note.to - note.from) * part
      let (x, y) = isUpright ? (note.y, along) : (along, note.y)
      events.append(
        Preview.Event(
          seconds: note.start + note.length * part,
          event: .touch(
            kind, source: 1, id: Int32(id) + 1, x: x, y: y, pressure: 0.55 + 0.15 * part, radius: 0.02)))
    }
    for (id, note) in notes.enumerated() {
      add(.began, id, note, at: 0)
      let steps = max(1, Int(note.length / 0.05))
      for step in 1..<max(steps, 2) { add(.moved, id, note, at: Float(step) / Float(max(steps, 2))) }
      add(.ended, id, note, at: 1)
    }
    return sorted(events)
  }

  /// Two bars of bass drum, snare and hi-hat.
  private static var beat: [Preview.Event] {
    var events: [Preview.Event] = []
    for step in 0..<16 {
      let keys: [UInt8] = [42] + (step % 8 == 0 || step == 10 ? [36] : []) + (step % 8 == 4 ? [38] : [])
      for key in keys {
        let start = Float(step) * 0.2
        events.append(Preview.Event(seconds: start, event: .midi(0x99, key, step % 4 == 0 ? 110 : 80)))
        events.append(Preview.Event(seconds: start + 0.15, event: .midi(0x89, key, 0)))
      }
    }
    return sorted(events)
  }

  /// In order of time; events of one time stay in their order.
  private static func sorted(_ events: [Preview.Event]) -> [Preview.Event] {
    events.enumerated().sorted { ($0.element.seconds, $0.offset) < ($1.element.seconds, $1.offset) }
      .map { $0.element }
  }
}
