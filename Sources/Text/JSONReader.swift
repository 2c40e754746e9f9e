// Reads strict JSON (RFC 8259) in one pass. Not for the audio thread.

/// The reader of one text. JSONReaderScalars.swift reads its numbers and strings.
struct JSONReader {
  let text: UnsafeRawBufferPointer
  /// The offset of the byte that is read next.
  var offset = 0
  private var depth = 0
  /// The offsets of the keys of all open objects; those of the innermost object come last.
  private var keyOffsets: [Int] = []

  init(_ text: UnsafeRawBufferPointer) { self.text = text }

  /// Reads the whole text: an object or a list.
  mutating func document() throws(DocumentError) -> JSON {
    skipSpace()
    guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") else { throw expected("{ or [") }
    let root = try value()
    skipSpace()
    guard offset == text.count else { throw expected("the end of the text") }
    return root
  }

  /// The next byte; 0, which JSON never has, at the end of the text.
  var byte: UInt8 { offset < text.count ? text[offset] : 0 }

  mutating func skipSpace() {
    while byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 { offset += 1 }
  }

  private mutating func value() throws(DocumentError) -> JSON {
    let start = offset
    switch byte {
    case UInt8(ascii: "{"): return JSON(.object(try members()), at: start)
    case UInt8(ascii: "["): return JSON(.array(try elements()), at: start)
    case UInt8(ascii: "\""): return JSON(.string(try string()), at: start)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return JSON(try number(), at: start)
    case UInt8(ascii: "t") where skip("true"): return JSON(.bool(true), at: start)
    case UInt8(ascii: "f") where skip("false"): return JSON(.bool(false), at: start)
    case UInt8(ascii: "n") where skip("null"): return JSON(.null, at: start)
    default: throw expected("a value")
    }
  }

  /// Skips a word if it comes next.
  private mutating func skip(_ word: StaticString) -> Bool {
    let isNext = word.withUTF8Buffer { word in
      text.count - offset >= word.count && word.indices.allSatisfy { text[offset + $0] == word[$0] }
    }
    if isNext { offset += word.utf8CodeUnitCount }
    return isNext
  }

  /// Skips an opening bracket and the space after it.
  private mutating func open() throws(DocumentError) {
    depth += 1
    guard depth <= JSON.depthLimit else {
      throw error("more than \(JSON.depthLimit) levels of brackets", at: offset)
    }
    offset += 1
    skipSpace()
  }

  /// Skips the bracket after the last value, if it comes next.
  private mutating func close(_ bracket: UInt8) -> Bool {
    guard byte == bracket else { return false }
    offset += 1
    depth -= 1
    return true
  }

  private mutating func elements() throws(DocumentError) -> [JSON] {
    try open()
    var elements: [JSON] = []
    if close(UInt8(ascii: "]")) { return elements }
    while true {
      elements.append(try value())
      skipSpace()
      if close(UInt8(ascii: "]")) { return elements }
      guard byte == UInt8(ascii: ",") else { throw expected(", or ]") }
      offset += 1
      skipSpace()
    }
  }

  private mutating func members() throws(DocumentError) -> [JSON.Member] {
    try open()
    var members: [JSON.Member] = []
    if close(UInt8(ascii: "}")) { return members }
    let firstKey = keyOffsets.count
    while true {
      guard byte == UInt8(ascii: "\"") else { throw expected("a key in quotation marks") }
      keyOffsets.append(offset)
      let key = try string()
      skipSpace()
      guard byte == UInt8(ascii: ":") else { throw expected(":") }
      offset += 1
      skipSpace()
      members.append(JSON.Member(key: key, value: try value()))
      skipSpace()
      if close(UInt8(ascii: "}")) { break }
      guard byte == UInt8(ascii: ",") else { throw expected(", or }") }
      offset += 1
      skipSpace()
    }
    if let index = Self.repeatedKey(in: members) {
      throw fault("an object has two keys of the same name", at: keyOffsets[firstKey + index])
    }
    keyOffsets.removeSubrange(firstKey...)
    return members
  }

  /// The first member with the key of one before it.
  private static func repeatedKey(in members: [JSON.Member]) -> Int? {
    if members.count < 2 { return nil }
    // Sorting makes equal keys neighbours, and its time does not grow with the square of their number.
    let order = members.indices.sorted { left, right in
      let (a, b) = (members[left].key, members[right].key)
      if a.count != b.count { return a.count < b.count }
      for index in a.indices where a[index] != b[index] { return a[index] < b[index] }
      return left < right
    }
    return (1..<order.count).filter { members[order[$0]].key == members[order[$0 - 1]].key }
      .map { order[$0] }.min()
  }

  // MARK: Errors

  func error(_ message: UTF8Text, at offset: Int) -> DocumentError {
    let position = TextPosition(ofByte: offset, in: text)
    return DocumentError(message.bytes, line: position.line, column: position.column)
  }

  func fault(_ message: UTF8Text, at offset: Int) -> DocumentError {
    error("this is no JSON: \(message)", at: offset)
  }

  /// The error that the next byte does not begin what is expected.
  private func expected(_ what: StaticString) -> DocumentError {
    switch byte {
    case _ where offset == text.count: fault("the text ends, expected \(what)", at: offset)
    case 0x21...0x7e: fault("found \(UTF8Text(bytes: [byte])), expected \(what)", at: offset)
    default: fault("found a character that JSON does not have here, expected \(what)", at: offset)
    }
  }
}
