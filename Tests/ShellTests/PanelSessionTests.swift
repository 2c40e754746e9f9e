// The session of a panel with its instance: what it requests, when, and what it does with answers.
import Controls
import Grids
import Matrix
import OSC
import PanelModel
import Patches
import Testing
import Text

final class PanelSessionTests {
  private var model = ViewModel()
  private var session = PanelSession(isLossy: true)
  private let document = PanelSession.Message.packet(OSCMessage.packet("/tactus/patch/get"))

  private func library(_ first: Int32) -> PanelSession.Message {
    .packet(OSCMessage.packet("/tactus/patch/library", [.int32(first)]))
  }

  private func turn(_ seconds: Double) -> [PanelSession.Message] {
    _ = session.turn(model.plugin, at: seconds)
    return session.takeMessages()
  }

  private func receive(library text: String, at seconds: Double) {
    session.receive(library: Array(text.utf8), &model, at: seconds)
  }

  private func receive(document patch: PatchDocument, revision: Int, at seconds: Double) {
    session.receive(document: patch.write(), &model)
    receive(library: "{\"revision\": \(revision)}", at: seconds)
  }

  private func receive(frame revision: UInt32, at seconds: Double) {
    if let new = session.receive(revision: revision, entries: model.library.count, at: seconds) {
      model.revision = new
    }
  }

  private func send(_ request: PanelRequest, stroke: UInt32 = 0, at seconds: Double) {
    session.send(request, stroke: stroke, &model, at: seconds)
  }

  @Test func nothingIsRequestedBeforeThereIsAnInstance() {
    #expect(turn(0).isEmpty)
    session.begin(at: 1)
    #expect(turn(0.9).isEmpty)
    #expect(turn(1) == [document, library(0)])
    session.end()
    #expect(turn(100).isEmpty)
  }

  @Test func whatIsNotAnsweredIsRequestedAgainAfterASecond() {
    session.begin(at: 0)
    _ = turn(0)
    #expect(turn(0.9).isEmpty)
    #expect(turn(1) == [document, library(0)])
    receive(document: PatchDocument(), revision: 3, at: 1.1)
    receive(library: #"{"first": 0, "count": 2, "entries": [{"file": "a", "name": "A"}]}"#, at: 1.2)
    #expect(turn(1.2) == [library(1)])
    receive(library: #"{"first": 1, "count": 2, "entries": [{"file": "b", "name": "B"}]}"#, at: 1.3)
    #expect(turn(100).isEmpty && model.library.count == 2 && model.revision == 3)
  }

  /// *Undo* is offered at once, and as the instance says when it has answered or refused the edit.
  @Test func undoIsOfferedWithTheEdit() {
    session.begin(at: 0)
    _ = turn(0)
    receive(document: PatchDocument(), revision: 3, at: 0)
    receive(library: #"{"undo": 0, "redo": 1, "first": 0, "count": 0, "entries": []}"#, at: 0)
    receive(frame: 3, at: 0)
    #expect(!model.canUndo && model.canRedo)
    send(.edit(.step(.redo), revision: nil), at: 1)
    #expect(!model.canUndo && model.canRedo, "a step is answered before it is known what it leaves")
    receive(library: #"{"undo": 0, "redo": 1, "first": 0, "count": 0, "entries": []}"#, at: 1)
    _ = session.takeMessages()
    send(.edit(.unresolved(Array(#"{"name": 7}"#.utf8)), revision: nil), at: 1)
    #expect(model.canUndo && !model.canRedo)
    _ = session.takeMessages()
    session.receive(error: Array("name must be a text".utf8), &model)
    #expect(turn(1.1) == [library(0)])
    receive(library: #"{"undo": 0, "redo": 1, "first": 0, "count": 0, "entries": []}"#, at: 1.2)
    #expect(!model.canUndo && model.canRedo)
    #expect(turn(5).allSatisfy { $0 != library(0) }, "it is asked once")
  }

  @Test func aDocumentFollowsEditsAndIsRequestedOnlyIfOneIsMissing() {
    session.begin(at: 0)
    _ = turn(0)
    receive(document: PatchDocument(), revision: 3, at: 0)
    receive(library: #"{"first": 0, "count": 0, "entries": []}"#, at: 0)
    receive(frame: 3, at: 0)
    session.receive(edit: Array(#"{"name": "x"}"#.utf8))
    receive(library: #"{"revision": 4, "since": 3}"#, at: 0.1)
    receive(frame: 4, at: 0.1)
    #expect(model.patch.name == Array("x".utf8) && model.revision == 4)
    // The loaded entry and the history may have changed: the entry behind the last one is requested.
    #expect(turn(0.2).isEmpty)
    #expect(turn(0.4) == [library(0)])
    receive(library: #"{"first": 0, "count": 0, "entries": []}"#, at: 0.4)
    // An edit is missing: a quarter of a second is waited for it.
    receive(frame: 6, at: 1)
    #expect(!turn(1.2).contains(document))
    #expect(turn(1.3).contains(document))
    receive(document: PatchDocument(), revision: 6, at: 1.4)
    session.receive(edit: Array(#"{"name": "y"}"#.utf8))
    receive(library: #"{"revision": 9, "since": 6}"#, at: 1.5)
    #expect(turn(1.5).contains(document), "two of three edits were lost")
  }

  @Test func withoutEditsTheDocumentIsRequestedAtEachRevision() {
    session = PanelSession(isLossy: false)
    session.begin(at: 0)
    _ = turn(0)
    session.receive(document: PatchDocument().write(), &model)
    receive(library: #"{"first": 0, "count": 0, "entries": []}"#, at: 0)
    receive(frame: 1, at: 0)
    #expect(turn(0.1).isEmpty && model.revision == 1)
    receive(frame: 2, at: 1)
    #expect(turn(1) == [document, library(0)] && model.revision == 2)
  }

  @Test func anEditIsNumberedAndRepeatedWhereMessagesAreLost() throws {
    let edit = PanelRequest.edit(.set(.ampAttack, ParameterChange(base: 0.2)), revision: nil)
    send(edit, stroke: 5, at: 7)
    let sent = try #require(session.takeMessages().first)
    guard case .packet(let packet, let event) = sent else { return #expect(Bool(false), "\(sent)") }
    #expect(
      try arguments(packet).dropFirst() == [
        .int64(7_000_000), .int32(5), OSCArgument.none, .int32(1), .int32(1),
      ])
    #expect(event?.client == 7_000_000 && event?.stroke == 5 && event?.number == 1 && event?.base == 0.2)
    #expect(turn(8) == [.packet(packet)], "the document must contain it even if the event was lost")
    let isAnswer = session.receive(
      answer: Array(#"{"client": 7000000, "number": 1, "revision": 1}"#.utf8), at: 8.5)
    #expect(isAnswer && turn(60) == [library(0)], "what can be undone now")
    session = PanelSession(isLossy: false)
    send(edit, stroke: 5, at: 7)
    guard case .packet(let once, nil)? = session.takeMessages().first else { return #expect(Bool(false)) }
    #expect(try arguments(once).count == 4 && turn(60).isEmpty)
  }

  private func arguments(_ packet: [UInt8]) throws -> [OSCArgument] {
    let messages = try packet.withUnsafeBytes { try OSCMessage.messages(in: $0) }
    #expect(messages.first?.address == Array("/tactus/patch/edit".utf8))
    return messages.first?.arguments ?? []
  }

  @Test func whatIsTooLongIsRefusedAndNotNumbered() throws {
    let long = [UInt8](repeating: 0x61, count: 40_000)
    send(.edit(.member(PatchKey.name.bytes, JSON(.string(long))), revision: nil), at: 0)
    #expect(session.takeMessages().isEmpty && model.isRefusal)
    send(.edit(.member(PatchKey.name.bytes, JSON(.string([0x61]))), revision: nil), at: 0)
    guard case .packet(let packet, _)? = session.takeMessages().first else { return #expect(Bool(false)) }
    #expect(try arguments(packet)[4] == .int32(1) && !model.isRefusal)
  }

  @Test func aLostPieceOfAScenesPageIsRequestedAgain() {
    model.plugin = .scene
    session.begin(at: 0)
    #expect(turn(0).contains(.scene(.all, [])))
    session.receive(.state, Array("playing".utf8), &model, at: 0.1)
    #expect(turn(0.5).isEmpty)
    session.receive(.widgets, Array("5 9\nabcd".utf8), &model, at: 0.6)
    #expect(turn(1.7).contains(.scene(.all, [])))
  }
}
