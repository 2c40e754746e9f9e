// Pd's text format: records of words. Not for the audio thread.
import Text

/// A record of a .pd file: the words up to a semicolon.
public struct PdRecord: Equatable, Sendable {
  /// The words without their escapes. A comma that separates is a word of its own.
  public var words: [PdWord] = []
  /// The line of its first word, from 1.
  public var line = 1

  /// Whether the record begins with these two words.
  func begins(_ first: StaticString, _ second: StaticString) -> Bool {
    words.count > 1 && words[0].bytes == first && words[1].bytes == second
  }

  /// The number at an index, or nil if there is no such word, or it is no number.
  func number(_ index: Int) -> Float? { index < words.count ? words[index].number : nil }

  /// An error or a warning about the record.
  func fault(_ message: UTF8Text) -> DocumentError { DocumentError(message.bytes, line: line, column: 1) }
}

/// A word of a record.
public struct PdWord: Equatable, Sendable {
  /// The bytes without escapes: `\ ` is a blank, `\$0` is `$0`.
  public var bytes: [UInt8]
  /// Whether a character was written with a backslash: such a word is never a number.
  public var isEscaped = false

  /// The value of a number as Pd knows it: digits with an optional minus, point and power of ten. What is
  /// beyond the greatest float is that.
  public var number: Float? {
    guard !isEscaped, Self.isNumber(bytes) else { return nil }
    let value = bytes.span.bytes.withUnsafeBytes { Double(decimal: $0) }
    guard let value else {
      return bytes.first == UInt8(ascii: "-") ? -Float.greatestFiniteMagnitude : .greatestFiniteMagnitude
    }
    let limit = Double(Float.greatestFiniteMagnitude)
    return Float(min(max(value, -limit), limit))
  }

  /// Whether Pd reads a word as a number: `-1.5e-3`, `.5` and `5.`, but neither `+5` nor `1e` nor `-`.
  private static func isNumber(_ bytes: [UInt8]) -> Bool {
    var index = 0
    func digits() -> Int {
      let start = index
      while index < bytes.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[index] { index += 1 }
      return index - start
    }
    func skip(_ letters: UInt8...) -> Bool {
      guard index < bytes.count, letters.contains(bytes[index]) else { return false }
      index += 1
      return true
    }
    _ = skip(UInt8(ascii: "-"))
    var count = digits()
    if skip(UInt8(ascii: ".")) { count += digits() }
    if count == 0 { return false }
    if skip(UInt8(ascii: "e"), UInt8(ascii: "E")) {
      _ = skip(UInt8(ascii: "+"), UInt8(ascii: "-"))
      if digits() == 0 { return false }
    }
    return index == bytes.count
  }
}

/// Reads the records of a text one by one.
struct PdRecordReader {
  /// The most bytes of a file: 16 MiB. Arrays that a patch has saved can be long.
  static let textLimit = 16 << 20
  /// The most words of a record that is no saved array.
  static let wordLimit = 20_000

  private let text: UnsafeRawBufferPointer
  private var offset = 0
  private var line = 1

  init(_ text: UnsafeRawBufferPointer) throws(DocumentError) {
    guard text.count <= Self.textLimit else {
      throw DocumentError(
        ("has \(text.count) bytes, more than the \(Self.textLimit) that are read" as UTF8Text).bytes,
        line: 1, column: 1)
    }
    self.text = text
  }

  /// The next record that has words; nil at the end of the text. Of a saved array (`#A`) only the first word
  /// is kept.
  mutating func next() throws(DocumentError) -> PdRecord? {
    var record = PdRecord()
    while let word = try word() {
      if record.words.isEmpty { record.line = line }
      if word.bytes == ";", !word.isEscaped {
        if record.words.isEmpty { continue }
        return record
      }
      if record.words.first.map({ $0.bytes == "#A" }) == true { continue }
      guard record.words.count < Self.wordLimit else {
        throw record.fault("has more than \(Self.wordLimit) words")
      }
      record.words.append(word)
    }
    if !record.words.isEmpty { throw record.fault("the file ends within this record: no semicolon follows") }
    return nil
  }

  /// The next word; nil at the end.
  private mutating func word() throws(DocumentError) -> PdWord? {
    while offset < text.count, Self.isBlank(text[offset]) {
      if text[offset] == UInt8(ascii: "\n") { line += 1 }
      offset += 1
    }
    guard offset < text.count else { return nil }
    var word = PdWord(bytes: [])
    while offset < text.count {
      let byte = text[offset]
      let separates = byte == UInt8(ascii: ";") || byte == UInt8(ascii: ",")
      if Self.isBlank(byte) || separates && !word.bytes.isEmpty { break }
      if byte == 0 {
        throw DocumentError(Array("this is no text: it has a byte 0".utf8), line: line, column: 1)
      }
      offset += 1
      if separates && !word.isEscaped {
        word.bytes.append(byte)
        break
      }
      if byte == UInt8(ascii: "\\") {
        word.isEscaped = true
        guard offset < text.count else { break }
        if text[offset] == UInt8(ascii: "\n") { line += 1 }
        word.bytes.append(text[offset])
        offset += 1
      } else {
        word.bytes.append(byte)
      }
    }
    return word
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09
  }
}
