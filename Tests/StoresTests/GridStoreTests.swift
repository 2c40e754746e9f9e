// The store of a grid: undo and redo.
import Grids
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
}
