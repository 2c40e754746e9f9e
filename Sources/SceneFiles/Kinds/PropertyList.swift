// The little of Apple's property lists that scenes use. Not for the audio thread.
import Text

/// A reader of property lists in XML, of which one dictionary of texts is wanted.
struct PropertyList {
  /// The most bytes of a list.
  static let textLimit = 1 << 20

  private let bytes: [UInt8]
  private var offset = 0
  private var line = 1

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The keys and texts of the dictionary `name` within the outermost one; empty: there is none.
  static func texts(
    of name: StaticString, in bytes: [UInt8]
  ) throws(DocumentError) -> [(key: [UInt8], text: [UInt8])] {
    var reader = PropertyList(bytes)
    guard bytes.count <= textLimit else {
      throw reader.error("has \(bytes.count) bytes, more than the \(textLimit) that are read")
    }
    if bytes.starts(with: Array("bplist".utf8)) {
      throw reader.error("is a binary property list: only those in XML are read")
    }
    return try reader.texts(of: name)
  }

  private func error(_ message: UTF8Text) -> DocumentError {
    DocumentError(message.bytes, line: line, column: 1)
  }

  private mutating func texts(of name: StaticString) throws(DocumentError) -> [(key: [UInt8], text: [UInt8])]
  {
    var found: [(key: [UInt8], text: [UInt8])] = []
    var keys: [[UInt8]] = []
    var depth = 0
    var hasBegun = false
    while let tag = try tag() {
      if tag == "dict" {
        depth += 1
        hasBegun = true
        keys.append([])
      } else if tag == "/dict" {
        guard depth > 0 else { throw error("</dict> ends what has not begun") }
        depth -= 1
        keys.removeLast()
      } else if tag == "key" {
        let key = try content(until: "/key")
        if depth > 0 { keys[depth - 1] = key }
      } else if tag == "string" {
        let text = try content(until: "/string")
        if depth == 2, keys[0] == name {
          guard text.count <= SceneInfo.textLimit else {
            throw error("“\(keys[1])” has \(text.count) bytes, more than \(SceneInfo.textLimit)")
          }
          found.append((keys[1], text))
        }
      }
    }
    guard hasBegun else { throw error("has no <dict>: this is no property list") }
    guard depth == 0 else { throw error("a <dict> is not ended") }
    return found
  }

  /// The next tag without its brackets and attributes; nil at the end. Comments and declarations are skipped.
  private mutating func tag() throws(DocumentError) -> [UInt8]? {
    while offset < bytes.count {
      guard bytes[offset] == UInt8(ascii: "<") else {
        advance(1)
        continue
      }
      if isNext("<!--") {
        while offset < bytes.count, !isNext("-->") { advance(1) }
        advance(3)
        continue
      }
      var tag: [UInt8] = []
      advance(1)
      while offset < bytes.count, bytes[offset] != UInt8(ascii: ">") {
        tag.append(bytes[offset])
        advance(1)
      }
      guard offset < bytes.count else { throw error("a tag is not ended") }
      advance(1)
      if tag.first == UInt8(ascii: "?") || tag.first == UInt8(ascii: "!") { continue }
      return Array(tag.prefix { $0 != 0x20 && $0 != 0x0a && $0 != 0x0d && $0 != 0x09 })
    }
    return nil
  }

  /// The text before an end tag, with its five entities as characters.
  private mutating func content(until end: StaticString) throws(DocumentError) -> [UInt8] {
    var text: [UInt8] = []
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "<") {
      if bytes[offset] == UInt8(ascii: "&") {
        text += entity()
      } else {
        text.append(bytes[offset])
        advance(1)
      }
    }
    guard let tag = try tag(), tag == end else { throw error("<\(UTF8Text(end))> is expected") }
    return text
  }

  /// An entity as bytes of UTF-8; as it stands if it is none.
  private mutating func entity() -> [UInt8] {
    let entities: [(StaticString, UInt8)] = [
      ("&amp;", UInt8(ascii: "&")), ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")),
      ("&quot;", UInt8(ascii: "\"")), ("&apos;", UInt8(ascii: "'")),
    ]
    for (word, byte) in entities where isNext(word) {
      advance(word.utf8CodeUnitCount)
      return [byte]
    }
    advance(1)
    return [UInt8(ascii: "&")]
  }

  private func isNext(_ word: StaticString) -> Bool {
    word.withUTF8Buffer { bytes[offset...].starts(with: $0) }
  }

  private mutating func advance(_ count: Int) {
    for _ in 0..<count where offset < bytes.count {
      if bytes[offset] == UInt8(ascii: "\n") { line += 1 }
      offset += 1
    }
  }
}
