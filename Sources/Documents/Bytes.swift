// Texts are bytes in this room: Embedded Swift's strings bring tables that nobody here needs.
import CPosix

func bytes(_ text: StaticString) -> [UInt8] { text.withUTF8Buffer { Array($0) } }

/// The bytes of a C string.
func bytes(_ text: UnsafePointer<CChar>) -> [UInt8] {
  [UInt8](UnsafeRawBufferPointer(start: text, count: strlen(text)))
}

/// A whole number in decimal digits.
func bytes(decimal number: Int) -> [UInt8] {
  var digits: [UInt8] = []
  var rest = number.magnitude
  repeat {
    digits.insert(UInt8(ascii: "0") + UInt8(rest % 10), at: 0)
    rest /= 10
  } while rest > 0
  return (number < 0 ? [UInt8(ascii: "-")] : []) + digits
}

extension [UInt8] {
  /// With the NUL that C expects. A NUL inside cuts the text there.
  var c: [CChar] { map { CChar(bitPattern: $0) } + [0] }
}
