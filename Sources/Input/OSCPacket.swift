// Takes an OSC packet apart into messages, without recursion: bundles may be nested. Input thread.

enum OSCPacket {
  /// Larger packets are refused: UDP over IPv4 has none.
  static let limit = OSCAnswer.limit
  /// How deep bundles may be nested.
  static let depth = 16

  /// Hands each well-formed message of `packet` to `body`, in order, and counts what is refused. Time tags are
  /// not waited for: a touch is now, and the clocks of tablets are seldom ours.
  static func read(
    _ packet: UnsafeRawBufferPointer, counting counters: Counters, body: (borrowing OSCMessage) -> Void
  ) {
    if packet.count > limit {
      counters[.oversized] += 1
      return
    }
    var ends: [Int] = []  // where each open bundle ends, the outermost first
    var element = 0..<packet.count
    while true {
      let bytes = UnsafeRawBufferPointer(rebasing: packet[element])
      var next = element.upperBound
      if bytes.isEmpty {
        counters[.empty] += 1
      } else if bytes.count % 4 != 0 {
        counters[.unaligned] += 1
      } else if isBundle(bytes) {
        if bytes.count < bundleHeader {
          counters[.badBundle] += 1
        } else if ends.count == depth {
          counters[.tooDeep] += 1
        } else {
          ends.append(element.upperBound)
          next = element.lowerBound + bundleHeader
        }
      } else {
        do throws(Refusal) {
          let message = try OSCMessage(bytes)
          counters.messages += 1
          body(message)
        } catch {
          counters[error] += 1
        }
      }
      // What follows: an element of the innermost bundle that is not yet at its end.
      while true {
        guard let end = ends.last else { return }
        if let size = sizeOfElement(at: next, in: packet, before: end) {
          element = next + 4..<next + 4 + size
          break
        }
        if next != end { counters[.badBundle] += 1 }
        next = end
        ends.removeLast()
      }
    }
  }

  private static let bundleHeader = 16  // "#bundle", its NUL and a time tag

  static func isBundle(_ bytes: UnsafeRawBufferPointer) -> Bool {
    // Big-endian words spelling "#bun" "dle\0".
    bytes.count >= 8 && bytes.bigEndian32(at: 0) == 0x2362_756e && bytes.bigEndian32(at: 4) == 0x646c_6500
  }

  /// The size that the element at `position` states, if it and its bytes lie before `end`.
  private static func sizeOfElement(
    at position: Int, in packet: UnsafeRawBufferPointer, before end: Int
  ) -> Int? {
    guard end - position >= 4 else { return nil }
    let size = Int(Int32(bitPattern: packet.bigEndian32(at: position)))
    return size >= 0 && size % 4 == 0 && size <= end - position - 4 ? size : nil
  }
}

extension UnsafeRawBufferPointer {
  func bigEndian32(at offset: Int) -> UInt32 {
    UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// The padded length of the NUL-terminated string at `offset`; the bytes behind it must exist and be zero.
  func lengthOfString(at offset: Int) throws(Refusal) -> Int {
    var end = offset
    while end < count, self[end] != 0 { end += 1 }
    guard end < count else { throw .unterminated }
    let padded = (end - offset) / 4 * 4 + 4
    guard offset + padded <= count else { throw .unterminated }
    for position in end..<offset + padded where self[position] != 0 { throw .badPadding }
    return padded
  }
}
