// Two documents that are compared: each with its file and its history; a session keeps the chosen one.
import Foundation
import Grids
import Patches
import Testing
import Text

@testable import Stores

@Suite struct CompareTests {
  let scratch = FileManager.default.temporaryDirectory.appending(path: "compare-\(UUID().uuidString)")
  let patches: PatchStore
  let grids: GridStore

  init() throws {
    for kind in ["patches", "grids"] {
      try FileManager.default.createDirectory(
        at: scratch.appending(path: kind), withIntermediateDirectories: true)
      for name in ["Air", "Bells"] {
        var (patch, grid) = (PatchDocument(), GridDocument())
        (patch.name, grid.name) = (Array(name.utf8), Array(name.utf8))
        try Data(kind == "grids" ? grid.write() : patch.write()).write(
          to: scratch.appending(path: "\(kind)/\(name).json"))
      }
    }
    patches = PatchStore(folders: DocumentFolders(.patch, user: Array((scratch.path + "/patches").utf8)))
    grids = GridStore(folders: DocumentFolders(.grid, user: Array((scratch.path + "/grids").utf8)))
  }

  @Test func patchesAreCompared() throws { try compare(patches) }
  @Test func gridsAreCompared() throws { try compare(grids) }

  func compare<Store: EditedStore>(_ store: Store) throws {
    func name() -> String { string(store.status().name) }
    func side() -> String { string(store.status().side) }
    func edit(_ name: String) throws {
      try store.apply(edit: Array(#"{"name": "\#(name)"}"#.utf8))
    }
    try store.load(name: Array("Air".utf8))
    #expect(side() == "" && fails(store, .choose))
    let first = store.text()
    // The other one begins as a copy.
    try store.step(.compare)
    #expect(side() == "B" && store.text() == first)
    #expect(fails(store, .undo), "a copy has no history yet")
    try edit("Airy")
    try store.load(name: Array("Bells".utf8))
    #expect(name() == "Bells")
    let revision = store.status().revision
    try store.step(.compare)
    #expect(side() == "A" && store.text() == first && store.status().revision == revision + 1)
    try edit("Aria")
    try store.step(.compare)
    #expect(side() == "B" && name() == "Bells")
    // Each side takes back its own changes alone.
    try store.undo()
    #expect(name() == "Airy")
    try store.undo()
    #expect(store.text() == first && fails(store, .undo))
    try store.redo()
    try store.redo()
    try store.step(.compare)
    #expect(name() == "Aria")
    try store.undo()
    #expect(name() == "Air")
    // The file goes with the document: a changed file changes the side that was loaded from it.
    try Data(store.text()).write(to: scratch.appending(path: "\(store.folders.kind.folder)/Bells.json"))
    store.fileChanged(Array("Bells".utf8))
    #expect(name() == "Air")
    // JSON asks for the same.
    try store.apply(edit: Array(#"{"compare": true}"#.utf8))
    #expect(name() == "Bells")
    let chosen = store.text()
    try store.apply(edit: Array(#"{"choose": true}"#.utf8))
    #expect(store.text() == chosen && side() == "" && fails(store, .choose))
    // A session that is restored compares nothing.
    try store.step(.compare)
    try edit("Late")
    try store.restore(store.text())
    #expect(side() == "" && name() == "Late")
    try store.step(.compare)
    #expect(name() == "Late" && side() == "B")
  }

  private func fails<Store: EditedStore>(_ store: Store, _ step: HistoryStep) -> Bool {
    do throws(DocumentError) { try store.step(step) } catch { return true }
    return false
  }

  /// A shared text can be sent to the plugin as it is.
  @Test func aTextToShareIsADocument() throws {
    var patch = PatchDocument()
    patch.name = Array("Given".utf8)
    try patches.replace(patch.shareText)
    #expect(patches.text() == patch.write())
    try grids.load(name: Array("Bells".utf8))
    let shared = try GridDocument(shareText: GridDocument.reading(grids.text()).shareText)
    try grids.load(name: Array("Air".utf8))
    try grids.replace(shared.shareText)
    #expect(grids.text() == shared.write() && string(grids.status().name) == "Bells")
    for damaged in [Array(patch.shareText.dropLast(4)), Array("tp1.".utf8), Array("tp1.!".utf8)] {
      #expect(throws: DocumentError.self) { try patches.replace(damaged) }
    }
    #expect(patches.text() == patch.write() && string(patches.status().error).contains("damaged"))
  }

  @Test func aStaleComparisonIsRefused() throws {
    #expect(throws: DocumentError.self) { try patches.apply(.step(.compare), ifStill: 7) }
    #expect(patches.status().side.isEmpty)
  }

  /// The title is changed with the file, and both can be seen: `undo` takes the title back.
  @Test func aDocumentIsSavedUnderAnotherTitle() throws {
    try patches.save(name: Array("mine".utf8), title: Array("My \"Own\"".utf8))
    #expect(string(patches.status().name) == #"My "Own""#)
    let text = try Data(contentsOf: scratch.appending(path: "patches/mine.json"))
    #expect([UInt8](text) == patches.text())
    try patches.undo()
    #expect(string(patches.status().name) != #"My "Own""#)
    #expect(throws: DocumentError.self) { try grids.save(name: Array("a/b".utf8), title: Array("X".utf8)) }
    #expect(grids.status().revision == 0, "a name that cannot be changes no title")
    try grids.save(name: Array("beat".utf8), title: nil)
    #expect(FileManager.default.fileExists(atPath: scratch.path + "/grids/beat.json"))
  }
}

extension GridDocument {
  fileprivate static func reading(_ text: [UInt8]) throws(DocumentError) -> GridDocument {
    var warnings: [DocumentError] = []
    return try read(text, warnings: &warnings)
  }
}
