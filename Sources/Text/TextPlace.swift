// Where in a text something stands, for people. Not for the audio thread.

/// A line and a column, from 1; columns count characters.
struct TextPlace: Equatable {
  var line = 1
  var column = 1
  private var offset = 0

  /// The place of a byte, counted from 0; the place after the last byte for an offset beyond the end.
  init(ofByte offset: Int, in text: UnsafeRawBufferPointer) { advance(toByte: offset, in: text) }

  /// Moves to a byte; walks only over the bytes between when that stands further on.
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
