// The news of a stage as texts for pages. The server's event loop.
import Foundation
import OSC

/// The last notices of a stage (docs/osc.md).
struct StageNews {
  /// The names of the instruments of the rig.
  private(set) var rig: [String] = []
  /// Whether a recording runs, or nil without a stage.
  private(set) var isRecording: Bool?
  private var song: String?
  private var mix: String?
  private var moment: String?

  /// The texts for a page that comes.
  var texts: [String] { [song, mix, moment].compactMap { $0 } }

  /// The names of the rig, the place of the instrument that is played, and whether a recording runs.
  func rigText(_ instrument: UInt8) -> String {
    var fields: [String: Any] = ["names": rig, "instrument": Int(instrument)]
    fields["recording"] = isRecording
    return "rig " + Self.json(fields)
  }

  /// Returns the text of a notice, or nil if it is none.
  mutating func hear(_ message: OSCMessage) -> String? {
    let values = message.arguments.compactMap { argument -> Any? in
      switch argument {
      case .string(let text): String(decoding: text, as: UTF8.self)
      case .int32(let number): Int(number)
      case .float(let number) where number.isFinite: Double(number)
      default: nil
      }
    }
    guard values.count == message.arguments.count else { return nil }
    if message.address == Array("/tactus/live/stage".utf8) {
      guard let fields = Self.fields(["title", "number", "count", "next", "sentence", "notes"], values) else {
        return nil
      }
      song = "stage " + Self.json(fields)
      return song
    }
    if message.address == Array("/tactus/live/stage/mix".utf8) {
      guard let master = values.first as? Double else { return nil }
      let muted = values.dropFirst().compactMap { ($0 as? Int).map { $0 != 0 } }
      guard muted.count == values.count - 1 else { return nil }
      mix = "mix " + Self.json(["master": master, "muted": muted])
      return mix
    }
    let keys = ["clock", "tempo", "rolling", "bar", "beat", "level", "load", "dropouts", "recorded"]
    guard var fields = Self.fields(keys, values), (values.count - keys.count).isMultiple(of: 2) else {
      return nil
    }
    let meters = values.dropFirst(keys.count)
    var names: [String] = []
    var levels: [Double] = []
    for (index, value) in meters.enumerated() {
      if let name = value as? String, index % 2 == 0 { names.append(name) }
      if let level = value as? Double, index % 2 == 1 { levels.append(level) }
    }
    guard names.count == levels.count, 2 * names.count == meters.count else { return nil }
    rig = names
    isRecording = (fields["recorded"] as? Double).map { $0 >= 0 }
    fields["meters"] = zip(names, levels).map { ["name": $0, "level": $1] as [String: Any] }
    moment = "now " + Self.json(fields)
    return moment
  }

  private static func fields(_ keys: [String], _ values: [Any]) -> [String: Any]? {
    guard values.count >= keys.count else { return nil }
    return Dictionary(uniqueKeysWithValues: zip(keys, values))
  }

  private static func json(_ object: [String: Any]) -> String {
    let data = try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])
    return data.map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
