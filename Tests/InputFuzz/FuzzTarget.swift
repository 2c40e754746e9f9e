// The readers of untrusted bytes, for libFuzzer and the tests.
import Dialects
import Foundation
import OSC
import RealTime
import SceneFiles
import Text

@testable import SharedFiles
@testable import Surface

/// A reader. `run` stops the program if the reader violates an invariant.
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// Packets in all languages, and streams of them.
  case packets, streams
  /// The packets of a page.
  case page
  case json, zip, pd, sidecar
  /// Paths, the header `If` and XML of WebDAV.
  case webdav

  package func run(_ bytes: [UInt8]) {
    switch self {
    case .packets: Self.readLanguages(bytes)
    case .streams: Self.readStream(bytes)
    case .page: Self.readPage(bytes)
    case .json: Self.readJSON(bytes)
    case .zip: Self.readZip(bytes)
    case .pd: Self.readPd(bytes)
    case .sidecar: Self.readSidecar(bytes)
    case .webdav: Self.readWebDAV(bytes)
    }
  }

  private static func check(_ event: SurfaceEvent) {
    switch event.kind {
    case .began, .moved, .ended:
      precondition(0...1 ~= event.touch.x && 0...1 ~= event.touch.y, "a touch is outside of the surface")
      precondition(event.touch.pressure.isNaN || 0...1 ~= event.touch.pressure, "a pressure is out of range")
    case .sourceName, .midi: break  // letters and bytes
    default: precondition(!event.words[0].isInfinite && !event.words[1].isInfinite, "a number is infinite")
    }
  }

  private static func readLanguages(_ bytes: [UInt8]) {
    var decoder = SurfaceDecoder()
    for packet in [bytes, OSCMessage.packet("/tactus/panic")] {
      inItsOwnBlock(packet) { block in
        decoder.decode(packet: block, from: 1, at: 1_000_000) { event, _ in check(event) }
      }
    }
    precondition(decoder.liveCount == 0, "a touch outlives the panic")
  }

  /// Copies the bytes into a buffer of their exact size, so that AddressSanitizer detects overruns.
  private static func inItsOwnBlock(_ bytes: [UInt8], _ body: (UnsafeRawBufferPointer) -> Void) {
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    block.copyBytes(from: bytes)
    body(UnsafeRawBufferPointer(block))
    block.deallocate()
  }

  private static func readStream(_ bytes: [UInt8]) {
    // A stream yields the same packets, whole or in pieces.
    func packets(inPiecesOf size: Int) -> [[UInt8]] {
      var (framing, found) = (StreamFraming(), [[UInt8]]())
      for start in stride(from: 0, to: bytes.count, by: size) {
        let isSound = Array(bytes[start..<min(start + size, bytes.count)]).withUnsafeBytes {
          framing.append($0, refuse: { _ in }) { found.append(Array($0)) }
        }
        if !isSound { break }
      }
      return found
    }
    let whole = packets(inPiecesOf: max(bytes.count, 1))
    precondition(whole == packets(inPiecesOf: 7), "a stream read in pieces differs")
    for each in whole { FuzzTarget.packets.run(each) }
  }

  private static func readPage(_ bytes: [UInt8]) {
    guard let packet = PagePacket(bytes) else { return }
    precondition(1...PagePacket.messageLimit ~= packet.messages.count)
    for (message, before) in packet.messages {
      precondition(before >= 0, "a message is later than the last one")
      switch message {
      case .touch(_, let id, let packet):
        precondition(1...64 ~= id)
        readPacket(packet)
      case .play(let packet), .setting(let packet, _), .document(_, let packet, _): readPacket(packet)
      case .question(_, let packet, let question):
        readPacket(packet)
        readQuestion(question)
      case .scene(let word, let text): readPacket(PageMessage.scenePacket(word, text, instance: 1))
      case .alive, .names, .plugin, .kind, .stage, .instrument, .action: break
      }
    }
  }

  private static func readQuestion(_ question: String) {
    let json = Array(question.utf8).withUnsafeBytes { try? JSON($0, limit: 8192) }
    if case .object(let members)? = json?.value, members.contains(where: { $0.key == Array("allow".utf8) }) {
      precondition(
        PageMessage.refusal(of: question, allowsSaving: true) != nil,
        "who may speak is decided at the machine")
    }
  }

  /// Checks that a page's packet to the plugin is one valid message.
  private static func readPacket(_ packet: [UInt8]) {
    let messages = packet.withUnsafeBytes { try? OSCMessage.messages(in: $0) }
    precondition(messages?.count == 1, "a page sends a packet that is not one message")
    let address = messages?.first.map { String(decoding: $0.address, as: UTF8.self) } ?? ""
    precondition(address.hasPrefix("/tactus/") || address.hasPrefix("/pdparty/"))
    FuzzTarget.packets.run(packet)
  }

  private static func readJSON(_ bytes: [UInt8]) {
    guard let json = bytes.withUnsafeBytes({ try? JSON($0) }) else { return }
    let words = json.words.bytes
    let again = words.withUnsafeBytes { try? JSON($0) }
    precondition(again?.words.bytes == words, "the text written differs from the text read")
  }

  private static func readZip(_ bytes: [UInt8]) {
    guard let archive = try? ZipArchive(bytes) else { return }
    precondition(archive.entries.count <= ZipArchive.fileLimit)
    var total = 0
    for entry in archive.entries {
      let parts = entry.path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      precondition(entry.path.first != UInt8(ascii: "/") && !parts.contains { $0 == Array("..".utf8)[...] })
      total += entry.size
      if entry.size <= 1 << 20, let content = try? archive.contents(of: entry) {
        precondition(content.count == entry.size)
      }
    }
    precondition(total <= ZipArchive.byteLimit)
  }

  private static func readPd(_ bytes: [UInt8]) {
    var file: PdFile?
    inItsOwnBlock(bytes) { file = try? PdFile($0) }
    guard let file else { return }
    precondition(file.widgets.count <= PdFile.widgetLimit)
    precondition(file.width.isFinite && file.height.isFinite)
    _ = SceneBoard(file)
  }

  private static func readSidecar(_ bytes: [UInt8]) {
    var warnings: [DocumentError] = []
    if let sidecar = try? SceneSidecar(bytes, warnings: &warnings) {
      precondition((sidecar.controls ?? []).count <= SceneSidecar.controlLimit)
      precondition(sidecar.rate.map { $0 == 0 || SceneSidecar.rates ~= $0 } ?? true)
    }
    _ = try? SceneInfo(json: bytes)
    _ = try? SceneInfo(propertyList: bytes)
  }

  private static func readWebDAV(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    if let path = SharedPath(text) {
      precondition(
        SharedPath(path.href(isFolder: false)) == path && SharedPath(path.href(isFolder: true)) == path)
      for name in path.names {
        precondition(!name.contains(UInt8(ascii: "/")) && !name.contains(0))
        precondition(1...255 ~= name.count && name != Array(".".utf8) && name != Array("..".utf8))
      }
    }
    if let conditions = LockConditions(text, path: { SharedPath($0) }) {
      precondition(!conditions.lists.isEmpty && conditions.lists.allSatisfy { !$0.conditions.isEmpty })
    }
    guard let root = XMLNode.read(bytes) else { return }
    readNode(root)
    _ = try? WantedProperties(bytes)
  }

  private static func readNode(_ node: XMLNode) {
    let again = XMLNode.read(Array("<a>\(XMLNode.escaped(node.text))</a>".utf8))
    precondition(again?.text == node.text, "a text changes when it is written")
    for child in node.children { readNode(child) }
  }
}
