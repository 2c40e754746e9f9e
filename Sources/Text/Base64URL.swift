// Bytes as a text to pass on: base64 with the alphabet for URLs and no padding (RFC 4648). Any thread but the
// audio thread.

/// Base64 with the alphabet for URLs and no padding.
package enum Base64URL {
  private static let alphabet = UTF8Text(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
  ).bytes

  /// The text of bytes.
  package static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        // In this order, because `Int` has 32 bits in a browser.
        text.append(alphabet[Int(bits >> UInt32(count) & 63)])
      }
    }
    if count > 0 { text.append(alphabet[Int(bits << UInt32(6 - count) & 63)]) }
    return text
  }

  /// Nil when a letter is not of the alphabet, or the length is impossible.
  package static func decode(_ text: [UInt8]) -> [UInt8]? {
    guard text.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for letter in text {
      let value: UInt8
      switch letter {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = letter - 65
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = letter - 71
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = letter + 4
      case UInt8(ascii: "-"): value = 62
      case UInt8(ascii: "_"): value = 63
      default: return nil
      }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }
}
