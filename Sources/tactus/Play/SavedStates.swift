// Saved states: the instances and connections of a session, for the next one. Main thread.
import Console
import Foundation
import Stage

struct SavedStates {
  /// As Turtle, one for each instance.
  var states: [String] = []
  var connections: [StageClient.Connection] = []

  init() {}

  /// The file of a daemon; its folder is made.
  static func standard() throws -> String {
    let folder = try folder()
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw CommandError("\(folder): cannot be made: \(reason(of: error))")
    }
    return folder + "/play.json"
  }

  /// The folder of what a session leaves behind.
  static func folder() throws -> String {
    let environment = ProcessInfo.processInfo.environment
    var base = environment["XDG_STATE_HOME"] ?? ""
    if !base.hasPrefix("/") { base = (environment["HOME"] ?? "") + "/.local/state" }
    guard base.hasPrefix("/") else {
      throw CommandError("HOME is not set; give --state")
    }
    return base + "/tactus"
  }

  /// Reads a file; nothing if it does not exist or is not such a file.
  init(reading path: String) {
    guard let text = try? contents(of: path, limit: FileLimit.state) else { return }
    let root = try? JSONSerialization.jsonObject(with: Data(text)) as? [String: Any]
    guard let states = root?["states"] as? [String] else {
      report("warning: \(path): this is not a state of tactus play, so the session starts without it")
      return
    }
    self.states = states
    connections = (root?["connections"] as? [[String]] ?? []).filter { $0.count == 2 }
      .map { StageClient.Connection(own: $0[0], other: $0[1]) }
  }

  func write(to path: String) throws {
    let file = try PendingFile(path)
    let root: [String: Any] = [
      "version": 1, "states": states, "connections": connections.map { [$0.own, $0.other] },
    ]
    let data = try JSONSerialization.data(withJSONObject: root, options: [.prettyPrinted, .sortedKeys])
    try file.write(bytes: [UInt8](data))
    try file.commit()
  }
}
