// Reads small XML documents by Expat, and escapes texts. Any thread.
import CExpat

/// An element with its namespace. Comments and processing instructions are dropped.
package struct XMLNode {
  package let space: String
  package let name: String
  package fileprivate(set) var text = ""
  package fileprivate(set) var children: [XMLNode] = []

  private static let (elementLimit, depthLimit) = (512, 16)

  /// Whether it is an element of WebDAV.
  func isDAV(_ name: String) -> Bool { space == "DAV:" && self.name == name }

  /// The first child of WebDAV with a name.
  func child(_ name: String) -> XMLNode? { children.first { $0.isDAV(name) } }

  /// Reads a document.
  /// - Returns: nil if it is not valid, has a DTD (so that no entity grows), or more than 512 elements, or is
  ///   nested deeper than 16.
  package static func read(_ bytes: [UInt8]) -> XMLNode? {
    guard let parser = XML_ParserCreateNS(nil, 10) else { return nil }
    defer { XML_ParserFree(parser) }
    let reader = Reader(parser)
    XML_SetUserData(parser, Unmanaged.passUnretained(reader).toOpaque())
    XML_SetStartDoctypeDeclHandler(parser) { reader, _, _, _, _ in Reader.of(reader).stop() }
    XML_SetElementHandler(
      parser, { reader, name, _ in Reader.of(reader).begin(String(cString: name!)) },
      { reader, _ in Reader.of(reader).end() })
    XML_SetCharacterDataHandler(parser) { reader, text, count in
      let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
      Reader.of(reader).add(String(decoding: bytes, as: UTF8.self))
    }
    let isRead = bytes.withUnsafeBytes {
      XML_Parse(parser, $0.bindMemory(to: CChar.self).baseAddress, Int32(clamping: $0.count), 1)
    }
    return isRead == XML_STATUS_OK && !reader.isStopped ? reader.root : nil
  }

  private final class Reader {
    private let parser: XML_Parser
    private var open: [XMLNode] = []
    private var count = 0
    private(set) var root: XMLNode?
    private(set) var isStopped = false

    init(_ parser: XML_Parser) { self.parser = parser }

    static func of(_ pointer: UnsafeMutableRawPointer?) -> Reader {
      Unmanaged<Reader>.fromOpaque(pointer!).takeUnretainedValue()
    }

    func stop() {
      isStopped = true
      XML_StopParser(parser, 0)
    }

    func begin(_ name: String) {
      count += 1
      guard count <= XMLNode.elementLimit, open.count < XMLNode.depthLimit else { return stop() }
      let parts = name.split(separator: "\n", maxSplits: 1)
      open.append(
        parts.count == 2
          ? XMLNode(space: String(parts[0]), name: String(parts[1])) : XMLNode(space: "", name: name))
    }

    func end() {
      guard !isStopped, let node = open.popLast() else { return }
      if open.isEmpty { root = node } else { open[open.count - 1].children.append(node) }
    }

    func add(_ text: String) { if !isStopped, !open.isEmpty { open[open.count - 1].text += text } }
  }

  /// A text as it is written between tags. Characters that XML does not allow become spaces.
  package static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\r": escaped += "&#13;"
      case _ where scalar.value < 32 && !"\t\n".unicodeScalars.contains(scalar): escaped += " "
      case "\u{FFFE}", "\u{FFFF}": escaped += " "
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
