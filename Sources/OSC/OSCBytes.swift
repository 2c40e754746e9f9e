// Numbers and texts in the bytes of OSC: big-endian, padded to four bytes. Not for the audio thread.

extension UnsafeRawBufferPointer {
  func bigEndian32(at offset: Int) -> UInt32 {
    UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  func bigEndian64(at offset: Int) -> UInt64 {
    UInt64(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The length of the text at `offset` without its NUL, which must exist.
  func lengthOfText(at offset: Int) -> Int {
    var end = offset
    while self[end] != 0 { end += 1 }
    return end - offset
  }

  /// The size of the text at `offset` with its NUL and padding, which must exist and be zero.
  func sizeOfString(at offset: Int) throws(OSCError) -> Int {
    var end = offset
    while end < count, self[end] != 0 { end += 1 }
    guard end < count else { throw .unterminated }
    let size = (end - offset) / 4 * 4 + 4
    guard offset + size <= count else { throw .unterminated }
    for index in end..<offset + size where self[index] != 0 { throw .badPadding }
    return size
  }
}

extension [UInt8] {
  mutating func appendBigEndian(_ number: UInt32) {
    for shift: UInt32 in [24, 16, 8, 0] { append(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  mutating func appendBigEndian(_ number: UInt64) {
    appendBigEndian(UInt32(truncatingIfNeeded: number >> 32))
    appendBigEndian(UInt32(truncatingIfNeeded: number))
  }

  /// Appends a text with one to four NULs.
  mutating func appendString(_ text: [UInt8]) {
    self += text
    for _ in 0..<4 - text.count % 4 { append(0) }
  }
}
