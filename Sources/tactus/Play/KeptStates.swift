// What a session keeps for the next one: the states of its instances. Main thread.
import Console
import Foundation

enum KeptStates {
  /// The file of a daemon; its folder is made.
  static func standard() throws -> String {
    let environment = ProcessInfo.processInfo.environment
    var base = environment["XDG_STATE_HOME"] ?? ""
    if !base.hasPrefix("/") { base = (environment["HOME"] ?? "") + "/.local/state" }
    guard base.hasPrefix("/") else {
      throw CommandError("there is no home to keep the state in; give --state")
    }
    do {
      try FileManager.default.createDirectory(atPath: base + "/tactus", withIntermediateDirectories: true)
    } catch {
      throw CommandError("\(base)/tactus: cannot be made: \(error.localizedDescription)")
    }
    return base + "/tactus/play.json"
  }

  /// The states in a file, as Turtle; none if it is not there or is not such a file.
  static func read(_ path: String) -> [String] {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { return [] }
    let root = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
    guard let states = root?["states"] as? [String] else {
      report("warning: \(path): this is no state of tactus play, so it begins anew")
      return []
    }
    return states
  }

  static func write(_ states: [String], to path: String) throws {
    let file = try PendingFile(path)
    let root: [String: Any] = ["version": 1, "states": states]
    let data = try JSONSerialization.data(withJSONObject: root, options: [.prettyPrinted, .sortedKeys])
    try file.write(bytes: [UInt8](data))
    try file.commit()
  }
}
