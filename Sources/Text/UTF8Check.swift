// Whether bytes are UTF-8, and UTF-8 from older texts. Not for the audio thread.

extension UTF8Text {
  /// Whether bytes are UTF-8 without NUL, as a JSON string must be.
  public static func isValid(_ bytes: [UInt8]) -> Bool {
    bytes.span.bytes.withUnsafeBytes { text in
      var offset = 0
      while offset < text.count {
        if text[offset] == 0 { return false }
        guard let length = text[offset] < 0x80 ? 1 : characterLength(in: text, at: offset) else {
          return false
        }
        offset += length
      }
      return true
    }
  }

  /// Returns a text as UTF-8: a byte that is no part of it is taken for a letter of Latin-1.
  public static func repaired(_ bytes: [UInt8]) -> [UInt8] {
    if isValid(bytes) { return bytes }
    return bytes.span.bytes.withUnsafeBytes { text in
      var repaired: [UInt8] = []
      var offset = 0
      while offset < text.count {
        let byte = text[offset]
        if byte >= 0x80, let length = characterLength(in: text, at: offset) {
          repaired += text[offset..<offset + length]
          offset += length
          continue
        }
        repaired += byte < 0x80 ? [byte] : [0xc0 | byte >> 6, 0x80 | byte & 0x3f]
        offset += 1
      }
      return repaired
    }
  }

  /// The length of the character beyond ASCII that begins at an offset, in bytes, or nil if it is not UTF-8.
  static func characterLength(in text: UnsafeRawBufferPointer, at offset: Int) -> Int? {
    let first = text[offset]
    let length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
    guard 0xc2...0xf4 ~= first, offset + length <= text.count else { return nil }
    // Some first bytes allow only some second bytes: neither longer forms than necessary, nor surrogates, nor
    // more than U+10FFFF.
    let low: UInt8 = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80
    let high: UInt8 = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf
    guard low...high ~= text[offset + 1] else { return nil }
    for index in 2..<length where text[offset + index] & 0xc0 != 0x80 { return nil }
    return length
  }
}
