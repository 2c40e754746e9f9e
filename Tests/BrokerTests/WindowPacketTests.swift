// Packets of a window, as the audio thread passes them on: requests for the document of its instance alone.
import Dialects
import Foundation
import OSC
import Patches
import RealTime
import Stores
import Testing

@testable import Broker

@Suite(.serialized) final class WindowPacketTests {
  let switchboard = Switchboard(folder: [], interfaces: interfacesOfTests())
  let (instance, other) = (TestInstance(), TestInstance())
  let store = PatchStore(folders: DocumentFolders(.patch))
  let grid = GridStore()

  init() {
    switchboard.add(instance.pointer, store)
    switchboard.add(other.pointer, nil, grid)
  }

  /// Sends a packet as the audio thread does, and returns the texts that the host gets, with their kinds.
  private func send(_ packet: [UInt8], to instance: TestInstance) -> [(kind: DocumentMessage, text: String)] {
    let isSent = packet.withUnsafeBytes {
      instance.pointer.pointee.toPatch.push(.packet, $0)
    }
    #expect(isSent)
    switchboard.servePatches(at: 1_000_000_000)
    var found: [(kind: DocumentMessage, text: String)] = []
    while let (kind, text) = instance.pointer.pointee.fromPatch.take() {
      found.append((kind, String(decoding: text, as: UTF8.self)))
    }
    return found
  }

  private func string(_ text: String) -> OSCArgument { .string(Array(text.utf8)) }

  @Test func anEditIsMadeOnceAndAnswered() {
    let packet = OSCMessage.packet(
      "/tactus/patch/edit",
      [string(#"{"name": "x"}"#), .int64(7), .int32(0), OSCArgument.none, .int32(1), .int32(1)])
    let revision = store.status().revision
    for _ in 1...2 {
      let answers = send(packet, to: instance)
      #expect(answers.contains { $0.text == #"{"client": 7, "number": 1, "revision": \#(revision + 1)}"# })
    }
    #expect(store.status().name == Array("x".utf8) && store.status().revision == revision + 1)
  }

  @Test func anEditOfAnOlderRevisionIsRefused() {
    let revision = store.status().revision
    for (name, isMade) in [("a", true), ("b", false)] {
      let head: [OSCArgument] = [.int64(7), .int32(0), .int32(revision)]
      _ = send(
        OSCMessage.packet("/tactus/patch/edit", [string("{\"name\": \"\(name)\"}")] + head), to: instance)
      #expect((store.status().name == Array(name.utf8)) == isMade)
    }
  }

  @Test func theDocumentAndTheLibraryAreAnsweredByTheirKind() {
    let text = String(decoding: store.text(), as: UTF8.self)
    let document = send(OSCMessage.packet("/tactus/patch/get"), to: instance)
    #expect(document.contains { $0.kind == .answer && $0.text == text })
    let library = send(OSCMessage.packet("/tactus/patch/library", [.int32(3)]), to: instance)
    #expect(library.contains { $0.kind == .library && $0.text.contains(#""first": 3"#) })
    let cells = send(OSCMessage.packet("/tactus/grid/get"), to: other)
    #expect(cells.contains { $0.kind == .answer && $0.text == String(decoding: grid.text(), as: UTF8.self) })
  }

  @Test func whatIsNoRequestForThisDocumentChangesNothing() {
    let (text, cells) = (store.text(), grid.text())
    for packet in [
      OSCMessage.packet("/tactus/touch", [string("began"), .int32(1), .float(0.5), .float(0.5)]),
      OSCMessage.packet("/tactus/grid/edit", [string(#"{"seed": 2}"#)]), OSCMessage.packet("/tactus/stats"),
      OSCMessage.packet("/tactus/timeout", [.float(1)]), OSCMessage.packet("/tuio/2Dcur", [string("alive")]),
      Array("/tactus/patch/edit".utf8), [],
    ] {
      _ = send(packet, to: instance)
    }
    #expect(store.text() == text && grid.text() == cells && instance.pointer.pointee.events.count == 0)
    // A request of a wrong form is answered by a sentence.
    let answers = send(OSCMessage.packet("/tactus/patch/edit", [.int32(1)]), to: instance)
    #expect(answers.contains { $0.kind == .error && $0.text.contains("/tactus/patch/edit") })
  }
}
