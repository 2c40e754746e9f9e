// What a window asks of a commons, with a script in place of the command, and what the window is told.
import Foundation
import Patches
import Testing
import Text

@testable import Stores

private let bundle = "\(#filePath)".replacingOccurrences(
  of: "Tests/StoresTests/CommonsRequestTests.swift", with: "bundle")

/// A store with a folder of its own, and a script that notes its words and prints an answer.
private struct Desk {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  let store: PatchStore

  init() throws {
    store = PatchStore(
      folders: DocumentFolders(
        .patch, user: Array("\(folder.path)/patches".utf8), factory: Array("\(bundle)/patches".utf8)))
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("patches"), withIntermediateDirectories: true)
  }

  /// From now on the script prints this.
  func answer(_ text: String, after first: String = "") throws {
    let script = folder.appendingPathComponent("tactus")
    try Data(text.utf8).write(to: folder.appendingPathComponent("answer"))
    let lines =
      "#!/bin/sh\nprintf '%s\\n' \"$@\" > '\(folder.path)/words'\n\(first)\ncat '\(folder.path)/answer'\n"
    try Data(lines.utf8).write(to: script)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
    store.commons.command = ["/bin/sh", UTF8Text(bytes: Array(script.path.utf8))]
  }

  func ask(_ question: String) throws -> [String: Any] {
    try object(store.answer(window: Array(question.utf8)))
  }

  private func object(_ text: [UInt8]) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(text)) as? [String: Any])
  }

  /// Waits for what a window is told.
  func result() throws -> [String: Any] {
    for _ in 0..<30_000 {
      if let text = try store.commonsResult() { return try object(text) }
      usleep(2000)
    }
    throw DocumentError("no answer came")
  }

  var words: [String] {
    get throws {
      try String(contentsOf: folder.appendingPathComponent("words"), encoding: .utf8).split(separator: "\n")
        .map(
          String.init)
    }
  }

  func end() { try? FileManager.default.removeItem(at: folder) }
}

@Suite struct CommonsRequestTests {
  private static let address = "https://example.org/commons"

  @Test func nothingIsAskedBeforeAnAddressIsGiven() throws {
    let desk = try Desk()
    defer { desk.end() }
    try desk.answer("{}")
    #expect(throws: DocumentError.self) { _ = try desk.ask(#"{"commons": "glass"}"#) }
    #expect(throws: DocumentError.self) { _ = try desk.ask(#"{"preview": "commons/glass_pad"}"#) }
    #expect(throws: (any Error).self) { _ = try desk.words }
    #expect(try desk.store.commonsResult() == nil)
    // The address is kept for all of the user's plugins, and only windows of hosts learn it.
    _ = try desk.ask("{\"commons\": [\"\(Self.address)\"]}")
    let listed = try #require(
      JSONSerialization.jsonObject(with: Data(desk.store.entries(from: 0, isHost: true))) as? [String: Any])
    #expect((listed["commons"] as? [String: String])?["address"] == Self.address)
    #expect(!string(desk.store.entries(from: 0)).contains("example.org"))
    #expect(throws: DocumentError.self) {
      _ = try desk.store.answer(library: Array(#"{"commons": "glass"}"#.utf8))
    }
    #expect(throws: (any Error).self) { _ = try desk.words }
    _ = try desk.ask(#"{"commons": [""]}"#)
    #expect(!string(desk.store.entries(from: 0, isHost: true)).contains("\"commons\""))
  }

  @Test func aSearchIsAnsweredWhenTheProgramHasEnded() throws {
    let desk = try Desk()
    defer { desk.end() }
    _ = try desk.ask("{\"commons\": [\"\(Self.address)\"]}")
    let found = #"{"commons": {"address": "a", "searched": "glass pad", "found": []}, "said": "0 entries."}"#
    try desk.answer(found)
    let first = try desk.ask(#"{"commons": "glass pad"}"#)
    #expect(first["said"] as? String == "Searching…")
    #expect(try desk.result()["said"] as? String == "0 entries.")
    #expect(try desk.words == [Self.address, "patch", "search", "glass pad"])
    #expect(try desk.store.commonsResult() == nil)
  }

  @Test func anEntryIsLoadedAsTheUsersOwn() throws {
    let desk = try Desk()
    defer { desk.end() }
    _ = try desk.ask("{\"commons\": [\"\(Self.address)\"]}")
    let patch = try Data(contentsOf: URL(fileURLWithPath: "\(bundle)/patches/pluck.json"))
    // The program adds it to the user's patches.
    try patch.write(to: desk.folder.appendingPathComponent("got.json"))
    try desk.answer(
      #"{"folder": "", "name": "from_afar", "said": "“Pluck” by Ada, CC0-1.0"}"#,
      after: "cp '\(desk.folder.path)/got.json' '\(desk.folder.path)/patches/from_afar.json'")
    _ = try desk.ask(#"{"load": "commons/pluck"}"#)
    #expect(desk.store.loadedName != Array("from_afar".utf8))
    let told = try desk.result()
    #expect(told["loaded"] as? String == "from_afar" && told["changed"] as? Bool == true)
    #expect((told["said"] as? String)?.contains("by Ada, CC0-1.0") == true)
    #expect(try desk.words == [Self.address, "patch", "load", "pluck"])
    #expect(string(desk.store.status().name) == "Pluck")
  }

  @Test func whatTheProgramRefusesIsSaid() throws {
    let desk = try Desk()
    defer { desk.end() }
    _ = try desk.ask("{\"commons\": [\"\(Self.address)\"]}")
    for (text, sentence) in [
      (#"{"error": "the file has another SHA-256"}"#, "another SHA-256"),
      ("", "is the command tactus installed"),
      ("[1, 2", "no answer"), (#"{"name": "nothing_of_this_name"}"#, "no patch of this name"),
    ] {
      try desk.answer(text)
      _ = try desk.ask(#"{"load": "commons/pluck"}"#)
      let error = #expect(throws: DocumentError.self) { _ = try desk.result() }
      let message = string(error?.message ?? [])
      #expect(message.contains(sentence), "\(text)")
    }
  }

  @Test func aContributionIsPackedFromTheUsersFile() throws {
    let desk = try Desk()
    defer { desk.end() }
    try desk.answer(#"{"said": "Packed as x."}"#)
    let patch = try Data(contentsOf: URL(fileURLWithPath: "\(bundle)/patches/pluck.json"))
    try patch.write(to: desk.folder.appendingPathComponent("patches/mine.json"))
    _ = try desk.ask(#"{"pack": ["mine", "CC-BY-4.0", "Ada L."]}"#)
    #expect(try desk.result()["said"] as? String == "Packed as x.")
    #expect(
      try desk.words == ["patch", "pack", "\(desk.folder.path)/patches/mine.json", "CC-BY-4.0", "Ada L."])
    #expect(throws: DocumentError.self) { _ = try desk.ask(#"{"pack": ["mine"]}"#) }
    #expect(throws: DocumentError.self) { _ = try desk.ask(#"{"pack": ["../mine", "CC0-1.0", "Ada"]}"#) }
  }
}
