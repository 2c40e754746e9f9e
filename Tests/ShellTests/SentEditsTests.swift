// Edits on their way: numbers, what is sent again, and which drag they belong to.
import Controls
import Grids
import OSC
import PanelModel
import Patches
import RealTime
import Testing
import Text
import Toolkit

@testable import Shell
@testable import SoundScreens

struct SentEditsTests {
  private func edit(_ name: String, revision: UInt64? = nil) -> PanelRequest {
    .edit(.member(PatchKey.name.bytes, JSON(.string(Array(name.utf8)))), revision: revision)
  }

  /// The arguments of the message that a packet is.
  private func arguments(_ packet: [UInt8]?) throws -> [OSCArgument] {
    let messages = try (packet ?? []).withUnsafeBytes { try OSCMessage.messages(in: $0) }
    #expect(messages.count == 1 && messages.first?.address == Array("/tactus/patch/edit".utf8))
    return messages.first?.arguments ?? []
  }

  @Test func anEditNamesItsClient() throws {
    var sent = SentEdits(client: 7)
    func text(_ name: String) -> OSCArgument { .string(Array("{\"name\": \"\(name)\"}".utf8)) }
    #expect(
      try arguments(sent.packet(of: edit("a", revision: 41), stroke: 3, at: 0))
        == [text("a"), .int64(7), .int32(3), .int32(41), .int32(1), .int32(1)])
    #expect(
      try arguments(sent.packet(of: edit("b"), stroke: 0, at: 0))
        == [text("b"), .int64(7), .int32(0), OSCArgument.none, .int32(2), .int32(1)])
    #expect(
      try arguments(sent.packet(of: edit("c"), stroke: 1, at: 0, isAnswered: false))
        == [text("c"), .int64(7), .int32(1), OSCArgument.none])
    #expect(sent.packet(of: .keyboard(true), stroke: 0, at: 0) == nil)
  }

  @Test func whatIsNotAnsweredIsSentAgainInOrder() {
    var sent = SentEdits(client: 7)
    func hear(_ text: String, at seconds: Double) -> Bool { sent.hear(Array(text.utf8), at: seconds) }
    func giveUp(at seconds: Double) -> Bool { sent.giveUp(at: seconds) }
    let packets = ["a", "b", "c"].map { sent.packet(of: edit($0), stroke: 1, at: 0) ?? [] }
    #expect(sent.again(at: 0.9).isEmpty)
    #expect(hear(#"{"client": 7, "number": 1, "revision": 2}"#, at: 0.95))
    #expect(sent.again(at: 1.5).isEmpty, "an answer came: the others have their time")
    #expect(sent.again(at: 2) == Array(packets[1...]))
    // An answer to another frame, and what is no answer.
    #expect(hear(#"{"client": 8, "number": 3, "revision": 2}"#, at: 2))
    #expect(!hear(#"{"loaded": "a"}"#, at: 2))
    #expect(hear(#"{"client": 7, "number": 3, "error": "no", "place": [1, 2]}"#, at: 2))
    #expect(sent.again(at: 100).isEmpty)
    #expect(!giveUp(at: 100))
  }

  @Test func anInstanceThatNeverAnswersIsGivenUp() {
    var sent = SentEdits(client: 7)
    func giveUp(at seconds: Double) -> Bool { sent.giveUp(at: seconds) }
    _ = sent.packet(of: edit("a"), stroke: 1, at: 0)
    for second in 1...3 {
      #expect(sent.again(at: Double(second)).count == 1)
      #expect(!giveUp(at: Double(second)))
    }
    #expect(sent.again(at: 4).isEmpty)
    #expect(giveUp(at: 4))
    #expect(!giveUp(at: 5))
  }

  /// The base values of *Sound* that a finger reaches: nothing lies above the middle of their bars.
  private func reachedBars(of view: View) -> [View.ScreenControl] {
    view.controls.filter { bar in
      guard case .sound(.parameter(_, .base)) = bar.action else { return false }
      let track = bar.track ?? bar.area
      let reached = view.controls.last { $0.area.contains(track.x + 0.5 * track.width, bar.area.middleY) }
      return reached?.action == bar.action
    }
  }

  /// Each press is a change of its own; what one or several pointers drag at once is one.
  @Test func aDragHasOneNumber() throws {
    var view = View(.touch, width: 1280, height: 800)
    view.open(.sound, withTabs: true)
    view.refreshControls()
    let bars = reachedBars(of: view)
    try #require(bars.count > 1)
    func pointer(_ phase: ViewEvent.Pointer.Phase, _ id: Int32, _ bar: Int, _ part: Float) -> UInt32 {
      let track = bars[bar].track ?? bars[bar].area
      let event = ViewEvent.Pointer(
        phase, .finger, id: id, x: track.x + part * track.width, y: bars[bar].area.middleY)
      _ = view.handle(.pointer(event), at: 0)
      return view.stroke
    }
    let first = pointer(.began, 1, 0, 0.5)
    #expect(first > 0 && pointer(.moved, 1, 0, 0.6) == first)
    #expect(pointer(.began, 2, 1, 0.5) == first, "a second finger while the first one drags")
    #expect(pointer(.ended, 1, 0, 0.6) == first && pointer(.moved, 2, 1, 0.7) == first)
    #expect(pointer(.ended, 2, 1, 0.7) == first)
    #expect(pointer(.began, 1, 0, 0.6) == first + 1)
    _ = view.handle(.key(.up, shift: false, control: false), at: 0)
    #expect(view.stroke == 0)
  }

  /// The bar's place is known since the press, so only the picture of a step is drawn.
  @Test func aDraggedBarIsNotDrawnToFindIt() throws {
    var view = View(.touch, width: 1280, height: 800)
    view.open(.sound, withTabs: true)
    view.refreshControls()
    let bar = try #require(reachedBars(of: view).first)
    let track = bar.track ?? bar.area
    func move(_ phase: ViewEvent.Pointer.Phase, to part: Float) -> [PanelRequest] {
      view.handle(.pointer(.init(phase, x: track.x + part * track.width, y: bar.area.middleY)), at: 0)
    }
    _ = move(.began, to: 0.5)
    let drawn = view.controls.map(\.part.bitPattern)
    for part: Float in [0.6, 0.7, 0.8] {
      #expect(move(.moved, to: part).count == 1)
      #expect(view.isStale && view.controls.map(\.part.bitPattern) == drawn)
    }
    _ = move(.ended, to: 0.8)
    view.refreshControls()
    let moved = try #require(view.controls.first { $0.action == bar.action })
    #expect(abs(moved.part - bar.part - 0.3) < 0.015)
  }
}

// Documents that a frame keeps up to date by edits.
struct KnownRevisionTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func editsAreMadeWhereAllOfThemHaveCome() {
    var known = KnownRevision()
    known.takeDocument()
    #expect(known.read(bytes(#"{"revision": 4}"#)) == .known(4))
    known.take(edit: bytes("a"))
    known.take(edit: bytes("b"))
    #expect(known.read(bytes(#"{"revision": 6, "since": 4}"#)) == .edits([bytes("a"), bytes("b")], 6))
    #expect(known.revision == 6)
    // One was lost, or the frame has another revision: it needs the whole document.
    known.take(edit: bytes("d"))
    #expect(known.read(bytes(#"{"revision": 8, "since": 6}"#)) == .unknown)
    known.take(edit: bytes("e"))
    #expect(known.read(bytes(#"{"revision": 9, "since": 8}"#)) == .unknown)
    #expect(known.read(bytes(#"{"loaded": "x"}"#)) == .none && known.read(bytes("{")) == .none)
    known.takeDocument()
    #expect(known.revision == nil)
    // Revisions wrap.
    #expect(known.read(bytes(#"{"revision": \#(Int32.max)}"#)) == .known(UInt32(Int32.max)))
    known.take(edit: bytes("f"))
    #expect(
      known.read(bytes(#"{"revision": \#(Int32.min), "since": \#(Int32.max)}"#))
        == .edits([bytes("f")], 0x8000_0000))
  }

  @Test func anEventTakesThePlaceOfTheTextOfOneBaseValue() {
    var sent = SentEdits(client: 7)
    func event(_ edit: PatchEdit, revision: UInt64? = nil, stroke: UInt32 = 0) -> ParameterEdit? {
      let request = PanelRequest.edit(edit, revision: revision)
      _ = sent.packet(of: request, stroke: stroke, at: 0)
      return sent.event(of: request, stroke: stroke)
    }
    let drive = Parameter.drive
    #expect(event(.set(drive, ParameterChange(low: 1))) == nil)
    #expect(event(.set(drive, ParameterChange(base: 1, high: 2))) == nil)
    #expect(event(.object(.drive, isOn: true)) == nil)
    let found = event(.set(drive, ParameterChange(base: 3)), stroke: 5)
    #expect(
      found
        == ParameterEdit(
          parameter: UInt16(drive.rawValue), base: 3, client: 7, stroke: 5, number: 4, waiting: 1))
    // As the instance reads it.
    let words = found?.words ?? []
    #expect(words.count == ParameterEdit.wordCount && words.withUnsafeBytes { ParameterEdit($0) } == found)
    #expect(words.dropLast().withUnsafeBytes { ParameterEdit($0) } == nil)
  }

  @Test func aModelMakesTheEditsThatTheInstanceHasMade() throws {
    var model = ViewModel()
    var patch = PatchDocument()
    let edits = [#"{"set": {"drive_gain": 6}}"#, #"{"name": "Other", "tags": ["x"]}"#].map(bytes)
    for edit in edits { try patch.apply(edit: edit) }
    var isMade = model.apply(edits: edits)
    #expect(isMade && model.patch == patch && model.text == patch.write())
    isMade = model.apply(edits: [bytes(#"{"set": {"no_parameter": 6}}"#)])
    #expect(!isMade)
    model.plugin = .toneMatrix
    var grid = GridDocument()
    let cell = bytes(#"{"cell": {"layer": 1, "pattern": 1, "step": 1, "row": 1, "on": true}}"#)
    try grid.apply(edit: cell)
    isMade = model.apply(edits: [cell])
    #expect(isMade && model.grid == grid && model.text == grid.write())
  }
}
