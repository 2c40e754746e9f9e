// Base values that the audio thread has set: the store makes edits of them, and posts a patch only where the
// document comes out differently.
import Controls
import Foundation
import Instrument
import Patches
import RealTime
import Testing
import Text

@testable import Stores

struct BaseChangeTests {
  let store = PatchStore(folders: DocumentFolders(.patch))
  private let parameter = Parameter.filterResonance
  private var index: Int { Int(parameter.rawValue) }

  init() { _ = posted() }

  /// The patch that was posted since the last call; nil: none was.
  private func posted() -> (resonance: Float, change: UInt32, revision: Int32)? {
    guard let patch = store.mailbox.pointee.pop() else { return nil }
    defer { store.mailbox.pointee.retire(patch) }
    return (patch.pointee.program.base[parameter][0], patch.pointee.baseChange, patch.pointee.revision)
  }

  private func set(
    _ base: Float, change: UInt32, number: UInt32 = 0, waiting: UInt32 = 0, stroke: UInt32 = 1,
    client: Int64 = 7
  ) {
    let edit = ParameterEdit(
      parameter: UInt16(index), base: base, client: client, stroke: stroke, number: number, waiting: waiting)
    store.serve(.performance(.parameter(edit, change: change, taken: 0)))
  }

  private var base: Float {
    var warnings: [DocumentError] = []
    return (try? PatchDocument.read(store.text(), warnings: &warnings)[parameter].base) ?? .nan
  }

  @Test func aDragIsOneEditAndNothingIsPosted() throws {
    let (before, first) = (store.status(), base)
    for step in 1...20 { set(Float(step) / 64, change: UInt32(step)) }
    #expect(posted() == nil, "the audio thread has it already")
    #expect(base == 20.0 / 64 && store.containedChange == 20)
    #expect(store.status().undo == before.undo + 1 && store.status().revision == before.revision + 20)
    try store.undo()
    #expect(base == first)
    let undone = try #require(posted())
    // It contains all that the audio thread has set, so that what plays goes back.
    #expect(undone.resonance == first && undone.change == 20)
    try store.redo()
    #expect(try #require(posted()).resonance == 20.0 / 64)
  }

  @Test func anotherEditBringsWhatWasSet() throws {
    set(0.25, change: 1)
    set(0.5, change: 2)
    try store.apply(.set(.drive, ParameterChange(base: 6)))
    let found = try #require(posted())
    #expect(found.resonance == 0.5 && found.change == 2)
  }

  @Test func clampedAndRefusedValuesSoundAsInTheDocument() throws {
    try store.apply(.set(parameter, ParameterChange(low: 0.1, high: 0.4)))
    _ = posted()
    set(0.25, change: 1)
    #expect(posted() == nil)
    set(0.9, change: 2)
    var found = try #require(posted())
    #expect(found.resonance == 0.4 && found.change == 2 && base == 0.4)
    // An edit before it is missing: the client sends both again.
    set(0.2, change: 3, number: 1, waiting: 1)
    #expect(posted() == nil)
    set(0.3, change: 4, number: 3, waiting: 2)
    found = try #require(posted())
    #expect(found.resonance == 0.2 && found.change == 4 && base == 0.2)
  }

  @Test func twoClientsAndAHostChangeOneParameterInTheOrderOfTheStore() throws {
    let before = store.status().undo
    set(0.25, change: 1)
    set(0.5, change: 2, client: 8)
    try store.apply(.set(parameter, ParameterChange(base: 0.75)))
    let found = try #require(posted())
    // The audio thread keeps what it has set after that, and the store makes it an edit then.
    #expect(found.resonance == 0.75 && found.change == 2)
    set(0.3, change: 3)
    #expect(posted() == nil && base == 0.3)
    #expect(store.status().undo == before + 4)
  }

  @Test func aRestoredSessionContainsWhatWasSetBefore() throws {
    let text = store.text()
    set(0.5, change: 1)
    try store.restore(text)
    let found = try #require(posted())
    #expect(found.change == 1 && found.resonance != 0.5)
    #expect(store.status().undo == 0)
  }

  @Test func aTakeFindsTheTextOfThePatchThatPlays() throws {
    try store.apply(.set(parameter, ParameterChange(base: 0.125)))
    let playing = try #require(posted()).revision
    let text = store.text()
    for step in 1...100 { set(Float(step) / 256, change: UInt32(step)) }
    #expect(store.text(ofRevision: playing) == text)
    #expect(store.text() != text)
  }

  @Test func eachEditIsAnsweredAndReportedWithItsRevisions() throws {
    let link = UnsafeMutablePointer<InstanceLink>.allocate(capacity: 1)
    link.initialize(to: InstanceLink())
    defer {
      link.deinitialize(count: 1)
      link.deallocate()
    }
    func told() -> [String] {
      store.answer(link)
      var told: [String] = []
      while let (_, text) = link.pointee.fromPatch.take() {
        told.append(String(decoding: text, as: UTF8.self))
      }
      return told
    }
    let start = Int(store.status().revision)
    // Without a window nobody asks for revisions.
    set(0.5, change: 1)
    #expect(told() == [#"{"set": {"filter_1_resonance": 0.5}}"#])
    link.pointee.hasWindow.store(true, ordering: .relaxed)
    set(0.25, change: 2, number: 1, waiting: 1)
    set(0.125, change: 3, number: 2, waiting: 1)
    #expect(
      told() == [
        #"{"set": {"filter_1_resonance": 0.25}}"#, #"{"set": {"filter_1_resonance": 0.125}}"#,
        #"{"revision": \#(start + 3), "since": \#(start + 1)}"#,
        #"{"client": 7, "number": 1, "revision": \#(start + 2)}"#,
        #"{"client": 7, "number": 2, "revision": \#(start + 3)}"#,
      ])
    let revision = link.pointee.documentRevision.load(ordering: .relaxed)
    #expect(revision == Int32(start + 3))
    try store.undo()
    let whole = told()
    #expect(whole.count == 2 && whole.last == #"{"revision": \#(start + 4)}"#)
  }

  @Test func eachRequestKeepsItsPlaceAmongTexts() {
    let link = UnsafeMutablePointer<InstanceLink>.allocate(capacity: 1)
    link.initialize(to: InstanceLink())
    defer {
      link.deinitialize(count: 1)
      link.deallocate()
    }
    func text(_ base: Float) {
      var bytes = Array(#"{"set": {"filter_1_resonance": \#(base)}}"#.utf8)
      bytes.withUnsafeMutableBytes { _ = link.pointee.toPatch.push(.edit, UnsafeRawBufferPointer($0)) }
    }
    var waits: Bool { link.pointee.hasStoreRequests }
    #expect(!waits)
    text(0.25)
    #expect(waits)
    _ = link.pointee.send(.parameter(ParameterEdit(parameter: UInt16(index), base: 0.5), change: 1, taken: 0))
    store.serve(link)
    #expect(base == 0.5 && !waits)
    _ = link.pointee.send(.parameter(ParameterEdit(parameter: UInt16(index), base: 0.5), change: 2, taken: 0))
    text(0.75)
    store.serve(link)
    #expect(base == 0.75)
  }
}

/// Base values that edits from elsewhere set: the audio thread gets them without a compiled patch.
struct SentBaseTests {
  let store = PatchStore(folders: DocumentFolders(.patch))
  let link = UnsafeMutablePointer<InstanceLink>.allocate(capacity: 1)
  private let resonance = UInt16(Parameter.filterResonance.rawValue)

  init() {
    link.initialize(to: InstanceLink())
    store.sendBases(true)
    _ = posted()
  }

  private func free() {
    link.deinitialize(count: 1)
    link.deallocate()
  }

  private func posted() -> (resonance: Float, change: UInt32, revision: Int32)? {
    guard let patch = store.mailbox.pointee.pop() else { return nil }
    defer { store.mailbox.pointee.retire(patch) }
    let base = patch.pointee.program.base[.filterResonance][0]
    return (base, patch.pointee.baseChange, patch.pointee.revision)
  }

  /// Returns the settings that the audio thread gets.
  private func sent() -> [BaseSetting] {
    store.answer(link)
    var found: [BaseSetting] = []
    while let next = link.pointee.bases.pop() { found.append(next) }
    return found
  }

  @Test func anEditOfBaseValuesIsSentAndNotCompiled() throws {
    defer { free() }
    let start = store.status().revision
    try store.apply(.set(.filterResonance, ParameterChange(base: 0.375)))
    try store.apply(.set(.filterResonance, ParameterChange(base: 0.5)))
    try store.apply(edit: Array(#"{"set": {"drive_gain": 6, "filter_1_cutoff": {"base": 500}}}"#.utf8))
    #expect(posted() == nil && !store.isPostOwed)
    // Of each parameter the last, and the revision that set it.
    let found = sent().sorted { $0.parameter < $1.parameter }
    let expected = [
      BaseSetting(parameter: resonance, base: 0.5, revision: start + 2),
      BaseSetting(parameter: UInt16(Parameter.drive.rawValue), base: 6, revision: start + 3),
      BaseSetting(parameter: UInt16(Parameter.filterCutoff.rawValue), base: 500, revision: start + 3),
    ]
    #expect(found == expected.sorted { $0.parameter < $1.parameter })
    #expect(sent().isEmpty && store.status().revision == start + 3)
    // Each is an edit that can be undone, and the patch that comes then is newer than they are.
    try store.undo()
    try store.undo()
    let undone = try #require(posted())
    #expect(undone.resonance == 0.375 && undone.revision == start + 5)
  }

  @Test func anEditOfAnythingElseIsCompiledWithWhatWasSet() throws {
    defer { free() }
    try store.apply(.set(.filterResonance, ParameterChange(base: 0.5)))
    // The range of the performer is more than a base value.
    for edit in [
      #"{"set": {"filter_1_resonance": {"base": 0.25, "high": 0.75}}}"#, #"{"name": "Other"}"#,
      #"{"set": {"filter_1_resonance": 0.5}, "name": "Third"}"#,
    ] { try store.apply(edit: Array(edit.utf8)) }
    let found = try #require(posted())
    #expect(found.resonance == 0.5 && found.revision == store.status().revision)
    #expect(sent().isEmpty, "the patch has them")
  }

  @Test func whereNoAudioThreadTakesThemTheyArePosted() throws {
    defer { free() }
    store.sendBases(false)
    try store.apply(.set(.filterResonance, ParameterChange(base: 0.5)))
    #expect(try #require(posted()).resonance == 0.5 && sent().isEmpty)
  }

  @Test func whatFindsNoRoomIsPosted() throws {
    defer { free() }
    while link.pointee.bases.push(BaseSetting(parameter: 0, base: 0)) {}
    try store.apply(.set(.filterResonance, ParameterChange(base: 0.5)))
    store.answer(link)
    #expect(posted() == nil && store.isPostOwed)
    store.postOwed()
    #expect(try #require(posted()).resonance == 0.5 && !store.isPostOwed)
  }

  /// A window and another program set one parameter at the same time. Where the audio thread took the other one's value
  /// after it had set the window's, and the document got them the other way round, the document is posted.
  @Test func theDocumentDecidesWhichValueSounds() throws {
    defer { free() }
    func follow(_ base: Float, change: UInt32, taken: Int32) {
      let edit = ParameterEdit(parameter: resonance, base: base, client: 7, stroke: 1)
      store.serve(.performance(.parameter(edit, change: change, taken: taken)))
    }
    try store.apply(.set(.filterResonance, ParameterChange(base: 0.375)))
    let first = try #require(sent().last).revision
    follow(0.5, change: 1, taken: first)
    #expect(posted() == nil, "the audio thread had taken it before")
    try store.apply(.set(.filterResonance, ParameterChange(base: 0.25)))
    follow(0.75, change: 2, taken: first)
    let found = try #require(posted())
    #expect(found.resonance == 0.75 && found.change == 2 && found.revision == store.status().revision)
    // Another parameter is not concerned.
    try store.apply(.set(.drive, ParameterChange(base: 6)))
    follow(0.5, change: 3, taken: try #require(sent().last).revision - 1)
    #expect(posted() == nil)
  }
}
