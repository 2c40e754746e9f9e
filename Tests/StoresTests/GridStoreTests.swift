// The store of a grid: undo and redo.
import Foundation
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
    send(.toggle(GridCellIndex(layer: 16, pattern: 0, step: 0, row: 0)))
    send(.note(GridCellIndex(layer: 0, pattern: 16, step: 0, row: 0), velocity: 1, length: 1))
    #expect(store.status().revision == revision, "a cell outside the grid is no cell")
  }

  @Test func aLaneLearnsAKnobAndATurnOfItIsUndoneAtOnce() throws {
    let store = GridStore()
    let feed = UnsafeMutablePointer<InstanceLink>.allocate(capacity: 1)
    feed.initialize(to: InstanceLink())
    defer {
      feed.deinitialize(count: 1)
      feed.deallocate()
    }
    func send(_ request: PerformanceRequest) {
      let isSent = feed.pointee.send(request)
      #expect(isSent)
      store.serve(feed)
    }
    func has(_ text: String) -> Bool { String(decoding: store.text(), as: UTF8.self).contains(text) }
    let lanes = #"{"layer": {"layer": 2, "lanes": [{"to": "bend", "knob": 30}, {"to": "cc", "number": 7}]}}"#
    try store.apply(edit: Array(lanes.utf8))
    send(.learnedControl(20))
    #expect(!has(#""knob": 20"#), "no lane learns")
    _ = try store.answer(window: Array(#"{"learn": [2, 2]}"#.utf8))
    store.serve(feed)
    var learns = feed.pointee.learns.load(ordering: .relaxed)
    #expect(learns)
    send(.learnedControl(30))
    #expect(has(#"[{"to": "bend"}, {"to": "cc", "number": 7, "knob": 30}]"#), "one lane has it")
    learns = feed.pointee.learns.load(ordering: .relaxed)
    #expect(!learns)
    let before = store.text()
    let undo = store.status().undo
    for step in 0..<4 {
      let place = GridCellIndex(layer: 1, pattern: 2, step: UInt8(step), row: 1)
      send(.lane(place, value: Int16(10 * step), stroke: 1))
    }
    #expect(has(#""lanes": [[2, 1, 0], [2, 2, 10], [2, 3, 20], [2, 4, 30]]"#))
    send(.lane(GridCellIndex(layer: 1, pattern: 2, step: 0, row: 1), value: 99, stroke: 2))
    #expect(store.status().undo == undo + 2 && has("[2, 1, 99]"))
    #expect(String(decoding: store.status().undoTitle, as: UTF8.self) == "record lane")
    try store.undo()
    #expect(has("[2, 1, 0]"))
    try store.undo()
    #expect(store.text() == before)
    _ = try store.answer(window: Array(#"{"learn": [2, 1]}"#.utf8))
    _ = try store.answer(window: Array(#"{"learn": []}"#.utf8))
    send(.learnedControl(40))
    #expect(store.text() == before)
  }

  @Test func buttonsMuteTracks() throws {
    let store = GridStore()
    store.serve(.performance(.mute(layer: 2)))
    #expect(store.status().undo == 1)
    #expect(String(decoding: store.status().undoTitle, as: UTF8.self) == "track off")
    store.serve(.performance(.mute(layer: 2)))
    #expect(String(decoding: store.status().undoTitle, as: UTF8.self) == "track on")
    store.serve(.performance(.mute(layer: 200)))
    #expect(store.status().undo == 2)
  }

  @Test func padProfilesAreListedAndCopiedIntoTheGrid() throws {
    let scratch = FileManager.default.temporaryDirectory.appending(path: "tactus-pads-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: scratch) }
    for folder in ["user/pads", "bundle/pads"] {
      try FileManager.default.createDirectory(
        at: scratch.appending(path: folder), withIntermediateDirectories: true)
    }
    func write(_ text: String, _ path: String) throws {
      try Data(text.utf8).write(to: scratch.appending(path: path))
    }
    try write(#"{"version": 1, "name": "Mine", "notes": [[1, 2]]}"#, "user/pads/same.json")
    try write(#"{"version": 1, "name": "Hidden"}"#, "bundle/pads/same.json")
    try write(#"{"version": 1, "name": "Theirs", "setup": ["F0 01 F7"]}"#, "bundle/pads/other.json")
    try write(#"{"version": 1, "name": "Broken", "#, "bundle/pads/third.json")
    let store = GridStore(
      folders: DocumentFolders(
        .grid, user: Array("\(scratch.path)/user/grids".utf8),
        factory: Array("\(scratch.path)/bundle/grids".utf8)))
    func ask(_ question: String) throws -> String {
      String(decoding: try store.answer(window: Array(question.utf8)), as: UTF8.self)
    }
    #expect(try ask(#"{"pads": 0}"#) == #"{"pads": ["Mine", "Theirs"]}"#)
    let before = store.text()
    #expect(try ask(#"{"pads": "Theirs"}"#).contains("The pads are those of “Theirs”."))
    #expect(String(decoding: store.text(), as: UTF8.self).contains(#""setup": ["F0 01 F7"]"#))
    _ = try ask(#"{"pads": "Mine"}"#)
    let text = String(decoding: store.text(), as: UTF8.self)
    #expect(text.contains(#""notes": [[1, 2]]"#) && !text.contains("setup"))
    try store.undo()
    try store.undo()
    #expect(store.text() == before)
    for name in ["Hidden", "Broken", "../pads/other", ""] {
      #expect(throws: DocumentError.self) { try ask("{\"pads\": \"\(name)\"}") }
    }
  }
}
