// Favorites, stars, the documents used last and templates, as windows ask for them.
import Foundation
import Patches
import TestSupport
import Testing
import Text

@testable import Stores

private let bundle = "\(#filePath)".replacingOccurrences(
  of: "Tests/StoresTests/LibraryMarkTests.swift", with: "bundle")

/// A store with the bundle's patches and a folder of its own, whose answers are read by Foundation.
private struct Desk {
  let folder: URL
  let store: PatchStore

  init(_ folder: URL = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)) {
    self.folder = folder
    store = PatchStore(
      folders: DocumentFolders(
        .patch, user: Array("\(folder.path)/patches".utf8), factory: Array("\(bundle)/patches".utf8)))
  }

  @discardableResult func ask(_ question: String) throws -> [String: Any] {
    let answer = try store.answer(library: Array(question.utf8))
    return try #require(JSONSerialization.jsonObject(with: Data(answer)) as? [String: Any])
  }

  func entries() throws -> [String: [String: Any]] {
    var found: [String: [String: Any]] = [:]
    while true {
      let page = try ask("{\"list\": \(found.count)}")
      let entries = try #require(page["entries"] as? [[String: Any]])
      if entries.isEmpty { return found }
      for entry in entries { found[try #require(entry["file"] as? String)] = entry }
    }
  }

  /// The user's file of marks.
  func file() throws -> [String: [String: Any]] {
    let data = try Data(contentsOf: folder.appendingPathComponent("library.json"))
    return try #require(JSONSerialization.jsonObject(with: data) as? [String: [String: Any]])
  }
}

@Test func marksAreKeptInAFileOfTheUser() throws {
  let desk = Desk()
  defer { try? FileManager.default.removeItem(at: desk.folder) }
  #expect(
    try desk.entries().values.allSatisfy {
      $0["favorite"] == nil && $0["rating"] == nil && $0["recent"] == nil
    })
  try desk.ask(#"{"favorite": ["pluck", "1"]}"#)
  try desk.ask(#"{"rate": ["pluck", "4"]}"#)
  try desk.ask(#"{"rate": ["glass_pad", "2"]}"#)
  for name in ["pluck", "wobble", "pluck"] { try desk.ask("{\"load\": \"\(name)\"}") }
  // Another plugin of this user knows them; a grid's have their own place.
  let other = Desk(desk.folder)
  let entries = try other.entries()
  #expect(entries["pluck"]?["favorite"] as? Bool == true && entries["pluck"]?["rating"] as? Int == 4)
  #expect(entries["glass_pad"]?["rating"] as? Int == 2 && entries["glass_pad"]?["favorite"] == nil)
  #expect(entries["pluck"]?["recent"] as? Int == 1 && entries["wobble"]?["recent"] as? Int == 2)
  let grids = GridStore(folders: DocumentFolders(.grid, user: Array("\(desk.folder.path)/grids".utf8)))
  try grids.save(name: Array("beat".utf8))
  _ = try grids.answer(library: Array(#"{"favorite": ["beat", "1"]}"#.utf8))
  #expect(try desk.file()["grids"]?["favorites"] as? [String] == ["beat"])
  #expect(try desk.file()["patches"]?["favorites"] as? [String] == ["pluck"])
  // A mark follows a rename.
  try desk.ask(#"{"copy": ["pluck", "mine"]}"#)
  try desk.ask(#"{"rate": ["mine", "5"]}"#)
  try desk.ask(#"{"rename": ["mine", "other"]}"#)
  #expect(
    try desk.file()["patches"]?["ratings"] as? [String: Int] == ["pluck": 4, "glass_pad": 2, "other": 5])
  try other.ask(#"{"favorite": ["pluck", "0"]}"#)
  try other.ask(#"{"rate": ["pluck", "0"]}"#)
  #expect(try desk.entries()["pluck"]?["favorite"] == nil && desk.entries()["pluck"]?["rating"] == nil)
  for wrong in [#"["pluck", "6"]"#, #"["none", "1"]"#, #"["pluck"]"#] {
    #expect(throws: DocumentError.self) { try desk.ask("{\"rate\": \(wrong)}") }
  }
  // A broken file counts as none, and is replaced by the next mark.
  try Data("{".utf8).write(to: desk.folder.appendingPathComponent("library.json"))
  #expect(try desk.entries()["glass_pad"]?["rating"] == nil)
  try desk.ask(#"{"rate": ["glass_pad", "1"]}"#)
  #expect(try desk.entries()["glass_pad"]?["rating"] as? Int == 1)
}

@Test func aTemplateIsANewDocumentThatCanBeUndone() throws {
  let desk = Desk()
  defer { try? FileManager.default.removeItem(at: desk.folder) }
  for name in ["empty", "bass", "pad", "drums", "mpe", "controller", "channels", "control_outputs"] {
    try desk.ask(#"{"load": "pluck"}"#)
    let before = desk.store.text()
    let answer = try desk.ask("{\"new\": \"\(name)\"}")
    #expect(answer["loaded"] as? String == "" && answer["edited"] == nil, "\(name)")
    #expect(desk.store.status().errors == 0, "\(String(decoding: desk.store.status().error, as: UTF8.self))")
    if name == "empty" {
      var plain = PatchDocument()
      plain.name = Array("Untitled".utf8)
      #expect(desk.store.text() == plain.write())
    } else {
      let file = try Data(contentsOf: URL(fileURLWithPath: "\(bundle)/templates/\(name).json"))
      #expect(
        desk.store.text() == Array([UInt8](file).prefix(desk.store.text().count)),
        "a template is in its canonical form")
    }
    try desk.store.undo()
    #expect(desk.store.text() == before)
  }
  #expect(throws: DocumentError.self) { try desk.ask(#"{"new": "../patches/pluck"}"#) }
}
