// Edits with a head: a drag is one change of the history, each edit is applied once and in order.
import Foundation
import Patches
import RealTime
import Testing
import Text

@testable import Stores

struct EditHeadTests {
  let store = PatchStore(folders: DocumentFolders(.patch))

  private func edit(
    _ name: String, client: Int = 7, number: Int? = nil, waiting: Int? = nil, stroke: Int = 0,
    revision: Int32? = nil
  ) throws {
    let head = EditHead(
      client: Int64(client), stroke: UInt32(stroke), revision: revision, number: UInt32(number ?? 0),
      waiting: UInt32(waiting ?? number ?? 0))
    try store.apply(edit: Array("{\"name\": \"\(name)\"}".utf8), by: head)
  }

  private var name: String { String(decoding: store.status().name, as: UTF8.self) }

  @Test func aDragIsTakenBackAtOnce() throws {
    let before = store.status().undo
    for step in 1...5 { try edit("drag \(step)", stroke: 1) }
    #expect(store.status().undo == before + 1)
    for step in 1...3 { try edit("next \(step)", stroke: 2) }
    try edit("alone")
    try edit("alone, too")
    #expect(store.status().undo == before + 4)
    try store.undo()
    try store.undo()
    #expect(name == "next 3")
    try store.undo()
    #expect(name == "drag 5")
    // A later edit is another change.
    try edit("on", stroke: 1)
    try store.undo()
    #expect(name == "drag 5")
    try store.undo()
    #expect(name != "drag 1" && store.status().undo == before)
  }

  @Test func aDragOfAnotherIsAChangeOfItsOwn() throws {
    let before = store.status().undo
    try edit("mine", stroke: 1)
    try edit("yours", client: 8, stroke: 1)
    try edit("mine again", stroke: 1)
    #expect(store.status().undo == before + 3)
  }

  @Test func aDragNamesTheRevisionThatItBeganWith() throws {
    let revision = store.status().revision
    try edit("first", stroke: 1, revision: revision)
    try edit("second", stroke: 1, revision: revision)
    #expect(throws: DocumentError.self) { try edit("stale", stroke: 2, revision: revision) }
    try edit("yours", client: 8)
    #expect(throws: DocumentError.self) { try edit("stale", stroke: 1, revision: revision) }
    #expect(name == "yours")
  }

  @Test func editsAreAppliedOnceAndInOrder() throws {
    try edit("one", number: 1)
    try edit("three", number: 3, waiting: 2)  // the second was dropped
    #expect(name == "one")
    try edit("two", number: 2)
    try edit("three", number: 3, waiting: 2)
    #expect(name == "three")
    let revision = store.status().revision
    try edit("two", number: 2)
    try edit("three", number: 3)
    #expect(name == "three" && store.status().revision == revision)
  }

  @Test func eachEditIsAnswered() throws {
    let link = UnsafeMutablePointer<InstanceLink>.allocate(capacity: 1)
    link.initialize(to: InstanceLink())
    defer {
      link.deinitialize(count: 1)
      link.deallocate()
    }
    let start = store.status().revision
    try edit("one", number: 1)
    try edit("one", number: 1)
    #expect(throws: DocumentError.self) {
      try store.apply(
        edit: Array(#"{"parameters": {"filter_1_cutoff": "no"}}"#.utf8),
        by: EditHead(client: 7, stroke: 0, number: 2, waiting: 2))
    }
    store.serve(link)
    var told: [String] = []
    while let (kind, text) = link.pointee.fromPatch.take() {
      if kind == .library { told.append(String(decoding: text, as: UTF8.self)) }
    }
    #expect(
      told.prefix(2)
        == ArraySlice(repeating: #"{"client": 7, "number": 1, "revision": \#(start + 1)}"#, count: 2))
    #expect(told.count == 3 && told.last?.contains(#""error": "parameters.filter_1_cutoff"#) == true)
    // Line and column of "no" in the edit.
    #expect(told.last?.contains(#""place": [1, 36]"#) == true, "\(told)")
  }

  /// Text that is no JSON is answered as well, so that its client does not send it again.
  @Test func anEditThatIsNoJSONIsHandledOnce() throws {
    let head = EditHead(client: 7, stroke: 0, number: 1, waiting: 1)
    let revision = store.status().revision
    #expect(throws: DocumentError.self) { try store.apply(edit: Array("{".utf8), by: head) }
    #expect(try store.apply(edit: Array(#"{"name": "x"}"#.utf8), by: head) == revision)
    #expect(name != "x", "the number has been handled")
  }

  @Test func aStepThroughTheHistoryHasAHead() throws {
    try edit("one")
    try edit("two")
    for _ in 1...2 {
      try store.apply(
        edit: Array(#"{"undo": true}"#.utf8), by: EditHead(client: 7, stroke: 0, number: 1, waiting: 1))
    }
    #expect(name == "one", "what comes twice is done once")
  }
}
