// Set lists that a store follows: steps, programs, and what is missing in the folder.
import Foundation
import Patches
import TestSupport
import Testing
import Text

@testable import Stores

@Suite(.serialized) final class SetListStoreTests {
  let scratch = FileManager.default.temporaryDirectory.appending(path: "tactus-set-\(UUID().uuidString)")
  let store: PatchStore

  init() throws {
    store = PatchStore(
      folders: DocumentFolders(
        .patch,
        user: Array("\(scratch.path)/user".utf8), factory: Array("\(scratch.path)/factory".utf8)))
    for name in ["Air", "Bells", "Cello"] {
      try put(#"{"version": 1, "name": "\#(name)"}"#, "factory/\(name).json")
    }
  }

  deinit { try? FileManager.default.removeItem(at: scratch) }

  private func put(_ text: String, _ path: String) throws {
    let url = scratch.appending(path: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  private func setList(_ patches: String) throws {
    try put(#"{"version": 1, "name": "Tonight", "patches": [\#(patches)]}"#, "user/tonight.setlist.json")
  }

  private var name: String { string(store.status().name) }
  private var lastError: String { string(store.status().error) }
  private func select(_ name: String) throws(DocumentError) { try store.select(setList: Array(name.utf8)) }

  @Test func aSetListIsNoPatch() throws {
    try setList(#""Air""#)
    let library = DocumentLibrary(folders: store.folders)
    while library.update() {}
    #expect(library.names.count == 3 && library.setLists.map { string($0) } == ["tonight"])
    #expect(!PatchName.isValid(Array("a.setlist".utf8)) && PatchName.isValid(Array("setlist".utf8)))
    #expect(throws: DocumentError.self) { try store.save(name: Array("x.setlist".utf8)) }
  }

  @Test func stepsGoRoundTheSetListInItsOrder() throws {
    try setList(#""Cello", "Air", "Cello", "Bells""#)
    try select("tonight")
    #expect(name == "Cello" && store.setList == SetListPosition(name: Array("tonight".utf8), number: 1))
    var order: [String] = []
    for _ in 0..<4 {
      try store.next()
      order.append("\(name) \(store.setList.number)")
    }
    #expect(order == ["Air 2", "Cello 3", "Bells 4", "Cello 1"])
    try store.previous()
    #expect(name == "Bells")
    // Loading something else does not lose the place; the file may change meanwhile.
    try store.load(name: Array("Air".utf8))
    try setList(#""Bells", "Air""#)
    try store.next()
    #expect(name == "Bells" && store.setList.number == 1)
    try select("")
    #expect(name == "Bells" && store.setList == SetListPosition())
    try store.next()
    #expect(name == "Cello", "the folder's next again")
  }

  @Test func missingAndDamagedPatchesArePassedOverAndNamed() throws {
    try put("{", "user/Broken.json")
    try setList(#""Missing", "Air", "Broken", "Gone", "Bells""#)
    try select("tonight")
    #expect(name == "Air" && lastError.hasPrefix("Missing: there is no patch of this name"), "\(lastError)")
    try store.next()
    #expect(name == "Bells" && store.setList.number == 5 && store.status().errors == 3)
    #expect(lastError.hasPrefix("Gone: "))
    try setList(#""Gone", "Broken""#)
    let before = store.text()
    #expect(throws: DocumentError.self) { try store.next() }
    #expect(store.text() == before && store.setList.number == 5)
  }

  @Test func aBadSetListLeavesWhatIsFollowed() throws {
    try setList(#""Air", "Bells""#)
    try select("tonight")
    try put(#"{"version": 1, "patches": []}"#, "user/empty.setlist.json")
    #expect(throws: DocumentError.self) { try select("empty") }
    #expect(lastError == "empty.setlist: line 1 column 27: patches: there is no patch in this set list")
    for bad in ["missing", "../x", "tonight.setlist"] {
      #expect(throws: DocumentError.self) { try select(bad) }
    }
    #expect(store.setList.number == 1)
    try FileManager.default.removeItem(at: scratch.appending(path: "user/tonight.setlist.json"))
    #expect(throws: DocumentError.self) { try store.next() }
    #expect(
      name == "Air" && lastError.hasPrefix("tonight.setlist: there is no set list of this name"),
      "\(lastError)")
  }

  @Test func programsAreThoseOfTheSetList() throws {
    try store.program(1)
    #expect(name == "Init", "the bank does not allow programs")
    try setList(#""Cello", "Air", "Missing""#)
    try select("tonight")
    try store.program(1)
    #expect(name == "Air" && store.setList.number == 2)
    #expect(throws: DocumentError.self) { try store.program(2) }
    #expect(throws: DocumentError.self) { try store.program(3) }
    #expect(name == "Air" && lastError == "there is no program 3")
    try store.program(0)
    #expect(name == "Cello" && store.setList.number == 1)
    // Outside the list the same number is another patch.
    try put(#"{"version": 1, "program_change": true}"#, "user/bank.json")
    try select("")
    try store.program(0)
    #expect(name == "Air", "the first of the folder")
  }

  /// A restored session brings its own patch and keeps the place. The program that hosts send again selects
  /// nothing.
  @Test func aRestoredPlaceLoadsNothing() throws {
    try setList(#""Cello", "Air", "Bells""#)
    store.setList = SetListPosition(name: Array("tonight".utf8), number: 2)
    store.selectedProgram = 0
    try store.restore(Array(#"{"version": 1, "name": "Mine"}"#.utf8))
    try store.program(0)
    #expect(name == "Mine")
    try store.next()
    #expect(name == "Bells")
  }
}
