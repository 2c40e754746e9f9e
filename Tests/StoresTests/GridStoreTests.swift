// The store of a grid: undo and redo.
import Grids
import RealTime
import Testing
import Text

@testable import Stores

struct GridStoreTests {
  @Test func aStoreUndoesAndDoesAgain() throws {
    let store = GridStore()
    var texts = [store.text()]
    for step in 1...70 {
      try store.apply(
        edit: Array(
          #"{"cell": {"step": \#(step % 16 + 1), "row": \#(step % 9 + 1), "velocity": \#(step)}}"#.utf8))
      texts.append(store.text())
    }
    for back in 1...GridStore.undoLimit {
      try store.undo()
      #expect(store.text() == texts[70 - back])
    }
    #expect(throws: DocumentError.self) { try store.undo() }
    for forward in 7...70 {
      try store.redo()
      #expect(store.text() == texts[forward])
    }
    #expect(throws: DocumentError.self) { try store.redo() }
  }

  @Test func pressedPadsAndPlayedNotesBecomeEdits() {
    let store = GridStore()
    let feed = UnsafeMutablePointer<InstanceLink>.allocate(capacity: 1)
    feed.initialize(to: InstanceLink())
    defer {
      feed.deinitialize(count: 1)
      feed.deallocate()
    }
    func send(_ requests: PerformanceRequest...) {
      for request in requests {
        let isSent = feed.pointee.send(request)
        #expect(isSent)
      }
      store.serve(feed)
    }
    func notified() -> [String] {
      var texts: [String] = []
      while let (_, text) = feed.pointee.fromPatch.take() {
        texts.append(String(decoding: text, as: UTF8.self))
      }
      return texts
    }
    let pad = GridCellIndex(layer: 1, pattern: 2, step: 3, row: 4)
    let place = #""layer": 2, "pattern": 3, "step": 4, "row": 5"#
    send(.toggle(pad))
    #expect(notified() == [#"{"cell": {\#(place), "on": true}}"#])
    send(.toggle(pad), .note(pad, velocity: 99, length: 2), .next, .program(3))
    #expect(
      notified() == [
        #"{"cell": {\#(place), "on": false}}"#, #"{"cell": {\#(place), "velocity": 99, "length": 2}}"#,
      ])
    #expect(String(decoding: store.text(), as: UTF8.self).contains("[4, 5, {"))
    let revision = store.status().revision
    send(.toggle(GridCellIndex(layer: 4, pattern: 0, step: 0, row: 0)))
    send(.note(GridCellIndex(layer: 0, pattern: 16, step: 0, row: 0), velocity: 1, length: 1))
    #expect(store.status().revision == revision, "a cell outside the grid is no cell")
  }
}
