// The common behavior of both stores: undo, redo, revisions, and news to the host.
import Controls
import Foundation
import Grids
import Instrument
import Patches
import RealTime
import TestSupport
import Testing
import Text

@testable import Stores

struct UndoTests {
  let scratch = FileManager.default.temporaryDirectory.appending(path: "tactus-undo-\(UUID().uuidString)")
  let store: PatchStore

  init() throws {
    store = PatchStore(folders: DocumentFolders(.patch, user: Array(scratch.path.utf8), factory: []))
    for name in ["Air", "Bells"] {
      store.restoreDefault()
      try set(name == "Air" ? 100 : 200)
      try store.apply(edit: Array(#"{"name": "\#(name)"}"#.utf8))
      try store.save(name: Array(name.utf8))
    }
    store.restoreDefault()
  }

  private func set(_ cutoff: Int) throws {
    try store.apply(.set(symbol: Array("filter_1_cutoff".utf8), to: Float(cutoff)))
  }

  /// The base value that was sent to the audio thread last.
  private func posted() throws -> Float {
    let taken = store.mailbox.pointee.pop()
    let patch = try #require(taken)
    defer { store.mailbox.pointee.retire(patch) }
    return patch.pointee.program.base[.filterCutoff][0]
  }

  @Test func changesOfAGridHaveNames() throws {
    let grids = GridStore(folders: DocumentFolders(.grid, user: Array(scratch.path.utf8), factory: []))
    func titles() -> [String] {
      [grids.status().undoTitle, grids.status().redoTitle].map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(titles() == ["", ""])
    try grids.apply(.reverse(GridTarget(layer: 1, pattern: 1)))
    try grids.apply(edit: Array(#"{"paste": {"layer": 1, "pattern": 1, "kind": "row", "row": 2}}"#.utf8))
    #expect(titles() == ["paste row", ""])
    try grids.replace(Array(#"{"version": 1, "name": "Other"}"#.utf8))
    #expect(titles() == ["load Other", ""])
    try grids.undo()
    #expect(titles() == ["paste row", "load Other"])
    try grids.undo()
    #expect(titles() == ["reverse pattern", "paste row"])
    try grids.redo()
    #expect(titles() == ["paste row", "load Other"])
    let answer = String(decoding: grids.entries(from: 0), as: UTF8.self)
    #expect(answer.contains(#""undo_title": "paste row""#) && answer.contains(#""redo_title": "load Other""#))
    // A stroke has the name of its first change.
    for number in 1...3 {
      try grids.apply(
        edit: Array(#"{"cell": {"layer": 1, "pattern": 1, "step": \#(number), "row": 1}}"#.utf8),
        by: EditHead(client: 9, stroke: 5, number: UInt32(number), waiting: UInt32(number)))
    }
    #expect(titles() == ["set cell", ""])
    try grids.undo()
    #expect(titles()[0] == "paste row")
  }

  @Test func aPatchUndoesAndDoesAgain() throws {
    var texts = [store.text()]
    for step in 1...70 {
      try set(100 + step)
      texts.append(store.text())
    }
    for back in 1...PatchStore.undoLimit {
      try store.undo()
      #expect(store.text() == texts[70 - back])
    }
    #expect(throws: DocumentError.self) { try store.undo() }
    #expect(try posted() == 106)
    for forward in 7...70 {
      try store.redo()
      #expect(store.text() == texts[forward])
    }
    #expect(throws: DocumentError.self) { try store.redo() }
    #expect(try posted() == 170)
  }

  @Test func anEditForgetsWhatWasTakenBack() throws {
    try set(300)
    try set(400)
    try store.undo()
    try set(500)
    #expect(throws: DocumentError.self) { try store.redo() }
    try store.undo()
    #expect(try posted() == 300)
  }

  @Test func whatAHostRestoresHasNothingBeforeIt() throws {
    try set(300)
    try store.undo()
    try store.restore(store.text())
    #expect(throws: DocumentError.self) { try store.undo() }
    #expect(throws: DocumentError.self) { try store.redo() }
  }

  @Test func eachChangeRaisesTheRevisionByOneAndARefusalDoesNot() throws {
    let first = store.status().revision
    #expect(try store.apply(edit: Array(#"{"name": "x"}"#.utf8)) == first + 1)
    #expect(try store.undo() == first + 2)
    #expect(try store.redo() == first + 3)
    try store.load(name: Array("Air".utf8))
    try store.replace(store.text())
    try store.restore(store.text())
    store.restoreDefault()
    #expect(store.status().revision == first + 7)
    #expect(throws: DocumentError.self) { try store.undo() }
    #expect(throws: DocumentError.self) { try store.apply(edit: Array("{}".utf8)) }
    #expect(throws: DocumentError.self) { try store.load(name: Array("Nothing".utf8)) }
    #expect(store.status().revision == first + 7)
  }

  @Test func anEditOfAnOlderRevisionIsRefused() throws {
    let seen = store.status().revision
    let edit = Array(#"{"disconnect": 1}"#.utf8)
    let (stale, first) = (
      EditHead(client: 1, stroke: 0, revision: seen), EditHead(client: 1, stroke: 0, revision: 0)
    )
    try store.apply(edit: edit, by: stale)
    let text = store.text()
    #expect(throws: DocumentError.self) { try store.apply(edit: edit, by: stale) }
    #expect(store.text() == text && string(store.status().error).contains("revision \(seen)"))
    let grid = GridStore()
    try grid.apply(edit: Array(#"{"cell": {"step": 1, "row": 1}}"#.utf8), by: first)
    #expect(throws: DocumentError.self) { try grid.apply(edit: Array(#"{"seed": 2}"#.utf8), by: first) }
  }

  /// Taking a load back makes the file before it the document's again; taking an edit back leaves the file.
  @Test func theFileGoesWithTheDocument() throws {
    try store.load(name: Array("Air".utf8))
    try store.load(name: Array("Bells".utf8))
    #expect(string(store.loadedFile) == "Bells")
    try store.undo()
    #expect(string(store.loadedFile) == "Air" && string(store.status().name) == "Air")
    try store.redo()
    #expect(string(store.loadedFile) == "Bells" && string(store.status().name) == "Bells")
    try set(700)
    try store.save(name: Array("Mine".utf8))
    try store.undo()
    #expect(string(store.loadedFile) == "Mine")
    // The watch tells of the file that was saved; that must not do the edit again.
    let text = store.text()
    store.fileChanged(Array("Mine".utf8))
    #expect(store.text() == text)
  }

  @Test func theHostIsToldOfTheWholeDocument() throws {
    let feed = UnsafeMutablePointer<InstanceLink>.allocate(capacity: 1)
    feed.initialize(to: InstanceLink())
    defer {
      feed.deinitialize(count: 1)
      feed.deallocate()
    }
    func told() -> [DocumentMessage?] {
      var kinds: [DocumentMessage?] = []
      while let (kind, text) = feed.pointee.fromPatch.take() {
        kinds.append(kind)
      }
      return kinds
    }
    store.serve(feed)
    _ = told()
    try set(300)
    store.serve(feed)
    #expect(told() == [.edit])
    try store.undo()
    store.serve(feed)
    #expect(told() == [.patch])
    #expect(throws: DocumentError.self) { try store.apply(edit: Array("{".utf8)) }
    store.serve(feed)
    #expect(told() == [.error])
  }

  @Test(arguments: [#"{"undo": true}"#, #"{"undo":true}"#, " {\n\"\\u0075ndo\" :true }\n"])
  func anEditInJSONUndoesInEverySpelling(_ undo: String) throws {
    let redo = undo.replacing("undo", with: "redo").replacing(#"\u0075ndo"#, with: "redo")
    let (first, grid) = (store.text(), GridStore())
    try set(300)
    let second = store.text()
    let revision = try store.apply(edit: Array(undo.utf8))
    #expect(store.text() == first && store.status().revision == revision)
    try store.apply(edit: Array(redo.utf8))
    #expect(store.text() == second)
    let (empty, seeded) = (grid.text(), try grid.apply(edit: Array(#"{"seed": 5}"#.utf8)))
    let before = grid.text()
    #expect(try grid.apply(edit: Array(undo.utf8)) == seeded + 1)
    #expect(grid.text() == empty)
    try grid.apply(edit: Array(redo.utf8))
    #expect(grid.text() == before)
    // Without a further step the host and the subscribers hear why.
    let errors = (store.status().errors, grid.status().errors)
    #expect(throws: DocumentError.self) { try store.apply(edit: Array(redo.utf8)) }
    #expect(throws: DocumentError.self) { try grid.apply(edit: Array(redo.utf8)) }
    #expect(store.status().errors == errors.0 + 1 && grid.status().errors == errors.1 + 1)
  }

  @Test(arguments: [#"{"undo": 1}"#, #"{"undo": false}"#, #"{"undo": true, "name": "x"}"#])
  func anUndoStandsAlone(_ edit: String) throws {
    try set(300)
    let (text, grid) = (store.text(), GridStore())
    #expect(throws: DocumentError.self) { try store.apply(edit: Array(edit.utf8)) }
    #expect(throws: DocumentError.self) { try grid.apply(edit: Array(edit.utf8)) }
    #expect(store.text() == text && store.status().errors == 1)
    #expect(store.status().error.starts(with: Array("line 1 column ".utf8)), "\(store.status().error)")
  }

  @Test func aStaleUndoIsRefused() throws {
    try set(300)
    let text = store.text()
    #expect(throws: DocumentError.self) { try store.apply(.undo, ifStill: 0) }
    #expect(store.text() == text)
    try store.apply(.undo, ifStill: store.status().revision)
    #expect(store.text() != text)
  }

  /// Two edit and two take back and do again, at once: each text on the way is one of those that were made.
  @Test func manyMayUndoAtOnce() throws {
    let store = store
    let made = (0..<10).map { number in
      var patch = PatchDocument()
      patch[.filterCutoff].base = Float(100 + number)
      return patch.write()
    }
    try store.replace(made[0])
    let finished = DispatchGroup()
    for thread in 0..<4 {
      finished.enter()
      Thread.detachNewThread {
        for round in 0..<300 {
          switch thread {
          case 0, 1:
            try? store.apply(
              .set(symbol: Array("filter_1_cutoff".utf8), to: Float(100 + (round + thread) % 10)))
          case 2: _ = try? store.undo()
          default: _ = try? store.redo()
          }
          let text = store.text()
          if !made.contains(text), text != PatchDocument().write() {
            Issue.record("a text that was not made")
          }
        }
        finished.leave()
      }
    }
    finished.wait()
  }
}
