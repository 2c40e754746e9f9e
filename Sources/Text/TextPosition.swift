// Positions in a text as line and column, for people. Not for the audio thread.

/// A line and a column, from 1. Columns count characters.
struct TextPosition: Equatable {
  var line = 1
  var column = 1
  private var offset = 0

  /// The position of the byte at an offset from 0; for an offset beyond the end, the position after the last
  /// byte.
  init(ofByte offset: Int, in text: UnsafeRawBufferPointer) { advance(toByte: offset, in: text) }

  /// Moves to the byte at an offset. If it is further on, only the bytes between are read.
  mutating func advance(toByte target: Int, in text: UnsafeRawBufferPointer) {
    if target < offset { (line, column, offset) = (1, 1, 0) }
    while offset < min(target, text.count) {
      let byte = text[offset]
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xc0 != 0x80 {
        // Only the first byte of a character counts.
        column += 1
      }
      offset += 1
    }
  }
}
