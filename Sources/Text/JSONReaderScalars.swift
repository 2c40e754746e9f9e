// Reads the numbers and strings of a JSON text. Not for the audio thread.

extension JSONReader {
  // MARK: Numbers

  /// Reads a number. A number without a point and a power of ten is an integer.
  mutating func number() throws(DocumentError) -> JSON.Value {
    let start = offset
    if byte == UInt8(ascii: "-") { offset += 1 }
    let isZeroFirst = byte == UInt8(ascii: "0")
    let count = try digits()
    if isZeroFirst, count > 1 { throw fault("a number begins with a 0 too many", at: start) }
    var isReal = false
    if byte == UInt8(ascii: ".") {
      isReal = true
      offset += 1
      _ = try digits()
    }
    if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      isReal = true
      offset += 1
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { offset += 1 }
      _ = try digits()
    }
    let number = UnsafeRawBufferPointer(rebasing: text[start..<offset])
    if isReal {
      if let real = Double(decimal: number) { return .real(real) }
    } else if let integer = Self.integer(number) {
      return .integer(integer)
    }
    throw fault("a number is too large", at: start)
  }

  /// Skips at least one digit and returns how many there were.
  private mutating func digits() throws(DocumentError) -> Int {
    let start = offset
    while UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { offset += 1 }
    if offset == start { throw fault("a number lacks a digit", at: offset) }
    return offset - start
  }

  private static func integer(_ text: UnsafeRawBufferPointer) -> Int64? {
    let isNegative = text.first == UInt8(ascii: "-")
    var number: Int64 = 0
    for byte in text.dropFirst(isNegative ? 1 : 0) {
      let digit = Int64(byte - UInt8(ascii: "0"))
      let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, isSumTooLarge) =
        isNegative ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
      if isTooLarge || isSumTooLarge { return nil }
      number = sum
    }
    return number
  }

  // MARK: Texts

  /// Reads a string from its opening to its closing quotation mark.
  mutating func string() throws(DocumentError) -> [UInt8] {
    let start = offset
    offset += 1
    var bytes: [UInt8] = []
    var plain = offset
    while offset < text.count {
      switch text[offset] {
      case UInt8(ascii: "\""):
        bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[plain..<offset]))
        offset += 1
        return bytes
      case UInt8(ascii: "\\"):
        bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[plain..<offset]))
        try escape(into: &bytes)
        plain = offset
      case 0..<0x20: throw fault("a line end or control character inside a text", at: offset)
      case 0..<0x80: offset += 1
      default:
        guard let length = characterLength else { throw fault("a text is not UTF-8", at: offset) }
        offset += length
      }
    }
    throw fault("a text has no quotation mark at its end", at: start)
  }

  /// The number of bytes of the next character, which is not ASCII, or nil if it is not UTF-8.
  private var characterLength: Int? { UTF8Text.characterLength(in: text, at: offset) }

  /// Reads an escape sequence, which begins with `\`.
  private mutating func escape(into bytes: inout [UInt8]) throws(DocumentError) {
    let start = offset
    offset += 1
    let letter = byte
    offset += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes.append(letter)
    case UInt8(ascii: "b"): bytes.append(0x08)
    case UInt8(ascii: "f"): bytes.append(0x0c)
    case UInt8(ascii: "n"): bytes.append(0x0a)
    case UInt8(ascii: "r"): bytes.append(0x0d)
    case UInt8(ascii: "t"): bytes.append(0x09)
    case UInt8(ascii: "u"):
      guard var code = hexadecimal() else {
        throw fault("\\u has fewer than four hexadecimal digits", at: start)
      }
      if code == 0 { throw fault("\\u0000 inside a text", at: start) }
      if 0xd800..<0xdc00 ~= code, skipUnicodeEscape(), let low = hexadecimal(), 0xdc00..<0xe000 ~= low {
        code = 0x10000 + (code - 0xd800) << 10 + (low - 0xdc00)
      }
      guard let scalar = Unicode.Scalar(code), let encoded = UTF8.encode(scalar) else {
        throw fault("\\u with one half of a pair of surrogates", at: start)
      }
      bytes.append(contentsOf: encoded)
    default: throw fault("\\ begins nothing that JSON has", at: start)
    }
  }

  /// Skips `\u` if it comes next.
  private mutating func skipUnicodeEscape() -> Bool {
    guard offset + 1 < text.count, text[offset] == UInt8(ascii: "\\"), text[offset + 1] == UInt8(ascii: "u")
    else { return false }
    offset += 2
    return true
  }

  /// Reads four hexadecimal digits.
  private mutating func hexadecimal() -> UInt32? {
    var number: UInt32 = 0
    for _ in 0..<4 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 + UInt32(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number << 4 + UInt32(byte - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): number = number << 4 + UInt32(byte - UInt8(ascii: "A") + 10)
      default: return nil
      }
      offset += 1
    }
    return number
  }
}
