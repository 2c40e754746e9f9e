// What a window asks about the room and about documents on the disk: the answers, the files that they leave,
// and what is refused.
import CPosix
import Dialects
import Foundation
import InputTestSupport
import Patches
import RealTime
import Stores
import Testing

@testable import Broker

@Suite(.serialized) final class RoomAnswerTests {
  let scratch = FileManager.default.temporaryDirectory.appending(path: "room-\(UUID().uuidString)")
  let switchboard: Switchboard
  let instance = TestInstance()
  let store: PatchStore

  init() throws {
    for name in ["config", "user", "factory"] {
      try FileManager.default.createDirectory(
        at: scratch.appending(path: name), withIntermediateDirectories: true)
    }
    switchboard = Switchboard(
      folder: Array((scratch.path + "/config").utf8), interfaces: interfacesOfTests())
    store = PatchStore(
      folders: DocumentFolders(
        .patch, user: Array((scratch.path + "/user").utf8), factory: Array((scratch.path + "/factory").utf8)))
    try Data(PatchDocument().write()).write(to: scratch.appending(path: "factory/Bells.json"))
    switchboard.add(instance.pointer, store)
    instance.wish(.network, port: Peer.freePort())
    switchboard.applyWishes(at: tactus_monotonic())
  }

  deinit { try? FileManager.default.removeItem(at: scratch) }

  /// The window's answers to one request.
  private func ask(_ question: String) -> [String] {
    switchboard.serve(.text(.library, Array(question.utf8)), of: store)
    store.answer(instance.pointer)
    var texts: [String] = []
    while let (_, text) = instance.pointer.pointee.fromPatch.take() {
      texts.append(String(decoding: text, as: UTF8.self))
    }
    return texts
  }

  private func object(_ text: String?) throws -> [String: Any] {
    let text = try #require(text)
    return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private var networkFile: [String: Any] {
    get throws {
      let data = try Data(contentsOf: scratch.appending(path: "config/network.json"))
      return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }
  }

  @Test func theRoomListsItsSenders() throws {
    OSCEncoder.touch("began", 1, 0.5, 0.5).withUnsafeBytes {
      switchboard.handle(
        $0, on: switchboard.endpoints[0],
        from: tactus_datagram(
          stamp: 0, address: addressOfThisMachine, port: 9, truncated: 0, is_stream: 0),
        at: tactus_monotonic())
    }
    let room = try #require(try object(ask(#"{"room": true}"#).last)["room"] as? [String: Any])
    #expect(room["ports"] as? [Int] == [Int(switchboard.endpoints[0].port)])
    let senders = try #require(room["senders"] as? [[String: Any]])
    #expect(senders.count == 1 && senders[0]["port"] as? Int == 9)
    #expect((room["file"] as? [String: Any])?.isEmpty ?? false)
  }

  @Test func networkJSONIsWrittenAndKeepsWhatItDoesNotConcern() throws {
    try #"{"announce": "Stage", "_note": 1, "sources": [{"from": "10.0.0.2", "aspect": 1.5}]}"#.write(
      to: scratch.appending(path: "config/network.json"), atomically: true, encoding: .utf8)
    let said = try object(ask(#"{"allow": ["10.0.0.0/8"]}"#).last)["said"] as? String
    #expect(said?.contains("network.json") ?? false, "it is confirmed in words")
    _ = ask(#"{"source": {"from": "10.0.0.3", "mirror": "x"}}"#)
    _ = ask(#"{"source": {"from": "10.0.0.2", "aspect": 1.5, "quarters": 1}}"#)
    var file = try networkFile
    #expect(file["announce"] as? String == "Stage" && file["_note"] as? Int == 1)
    #expect(file["allow"] as? [String] == ["10.0.0.0/8"])
    let sources = try #require(file["sources"] as? [[String: Any]])
    #expect(sources.map { $0["from"] as? String } == ["10.0.0.2", "10.0.0.3"])
    #expect(sources[0]["quarters"] as? Int == 1 && sources[0]["aspect"] as? Double == 1.5)
    #expect(switchboard.policyIsDue, "it is read again")
    _ = ask(#"{"allow": null}"#)
    file = try networkFile
    #expect(file["allow"] == nil)
    // A mistake is refused, and the file stays.
    let refused = ask(#"{"allow": ["nowhere"]}"#)
    #expect(refused.count == 1 && refused[0].contains("network.json"), "\(refused)")
    #expect(try networkFile["allow"] == nil)
    #expect(ask(#"{"source": {"name": "table"}}"#).last?.contains("from") ?? false)
  }

  private var own: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/user").filter {
        !$0.hasPrefix(".")
      }
      .sorted()
    }
  }

  @Test func theWorldOfAnotherPatchComesWithoutItsSound() throws {
    let patch = #"{"version": 1, "parameters": {"amp_attack": 2}, "world": {"bodies": [{"at": [1, 1]}]}}"#
    try patch.write(to: scratch.appending(path: "user/pond.json"), atomically: true, encoding: .utf8)
    /// The document without its world, with the keys in order.
    func rest() throws -> Data {
      var document = try JSONSerialization.jsonObject(with: Data(store.text())) as? [String: Any] ?? [:]
      document["world"] = nil
      return try JSONSerialization.data(withJSONObject: document, options: .sortedKeys)
    }
    let before = try rest()
    #expect(try object(ask(#"{"world": "pond"}"#).last)["said"] as? String == "The world of “pond”.")
    let after = try JSONSerialization.jsonObject(with: Data(store.text())) as? [String: Any]
    let world = after?["world"] as? [String: Any]
    #expect((world?["bodies"] as? [Any])?.count == 1)
    #expect(try rest() == before)
    for refused in [#"{"world": "Bells"}"#, #"{"world": "nothing"}"#, #"{"world": 3}"#] {
      let answer = ask(refused)
      #expect(answer.count == 1 && !answer[0].contains("said"), "\(refused): \(answer)")
    }
  }

  @Test func aLoadOverChangesSaysSo() throws {
    func answer(_ question: String) throws -> [String: Any] { try object(ask(question).last) }
    #expect(try answer(#"{"list": 0}"#)["edited"] == nil)
    try store.apply(edit: Array(#"{"name": "Mist", "author": "me"}"#.utf8))
    #expect(try answer(#"{"list": 0}"#)["edited"] as? Bool == true)
    let loaded = try answer(#"{"load": "Bells"}"#)
    #expect(loaded["said"] as? String == "Loaded “Bells”, replacing your changes to “Mist”.")
    #expect(loaded["revert"] as? String == "undo" && loaded["edited"] == nil)
    #expect(try answer(#"{"load": "Bells"}"#)["revert"] == nil, "nothing was changed")
    try store.undo()
    try store.undo()
    #expect(try answer(#"{"list": 0}"#)["edited"] as? Bool == true)
    _ = try answer(#"{"save": "Mist"}"#)
    #expect(try answer(#"{"list": 0}"#)["edited"] == nil)
  }

  @Test func documentsAreSavedCopiedRenamedAndDeletedInWords() throws {
    func said(_ question: String) throws -> String { try object(ask(question).last)["said"] as? String ?? "" }
    #expect(try said(#"{"save": "mine"}"#) == "Saved as “mine”.")
    #expect(try said(#"{"copy": ["Bells", "my bells"]}"#) == "Copied “Bells” to “my bells”.")
    #expect(try own == ["mine.json", "my bells.json"])
    #expect(try said(#"{"rename": ["mine", "yours"]}"#) == "Renamed “mine” to “yours”.")
    #expect(try own == ["my bells.json", "yours.json"])
    let file = try String(contentsOf: scratch.appending(path: "user/yours.json"), encoding: .utf8)
    #expect(file.contains("\"name\": \"yours\""), "the title follows")
    #expect(
      try object(ask(#"{"list": 0}"#).last)["loaded"] as? String == "yours", "the document follows its file")
    let before = try Data(contentsOf: scratch.appending(path: "user/yours.json"))
    let deleted = try object(ask(#"{"delete": ["yours"]}"#).last)
    #expect(deleted["said"] as? String == "Deleted “yours”.")
    #expect((deleted["revert"] as? [String: [String]]) == ["restore": ["yours"]])
    #expect(try own == ["my bells.json"])
    #expect(try said(#"{"restore": ["yours"]}"#) == "Restored “yours”.")
    #expect(try Data(contentsOf: scratch.appending(path: "user/yours.json")) == before)
    for refused in [#"{"restore": ["yours"]}"#, #"{"restore": ["never"]}"#] {
      let answer = ask(refused)
      #expect(answer.count == 1 && !answer[0].contains("said"), "\(refused): \(answer)")
    }
    #expect(try said(#"{"delete": ["yours"]}"#) == "Deleted “yours”.")
    #expect(try own == ["my bells.json"])
    for refused in [
      #"{"delete": ["Bells"]}"#, #"{"rename": ["Bells", "x"]}"#, #"{"copy": ["Bells", "my bells"]}"#,
      #"{"copy": ["Bells", "../x"]}"#, #"{"copy": ["Bells"]}"#, #"{"delete": ["nothing"]}"#,
      #"{"burn": ["Bells"]}"#,
    ] {
      let answer = ask(refused)
      #expect(answer.count == 1 && !answer[0].contains("said"), "\(refused): \(answer)")
    }
    #expect(try own == ["my bells.json"])
    let list = try object(ask(#"{"list": 0}"#).last)
    let entries = try #require(list["entries"] as? [[String: Any]])
    #expect(entries.map { $0["own"] as? Bool ?? false } == [true, false])
    #expect(list["sets"] as? [String] == [])
  }
}
