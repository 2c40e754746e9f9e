// Divides an OSC packet into messages, without recursion, and makes bundles. Any thread.

public enum OSCPacket {
  /// Larger packets are refused: a UDP packet over IPv4 cannot be larger. Bytes.
  public static let byteLimit = 65_507
  /// The largest answer over a connection, which needs no datagram. Bytes.
  public static let streamLimit = 1 << 18
  /// The greatest depth of nested bundles.
  public static let depthLimit = 16
  private static let bundleHeader = 16  // "#bundle", its NUL and a time tag

  private struct OpenBundle {
    var end = 0
    var time: UInt64 = 0
  }

  /// Calls `body` with each well-formed message of `packet`, in order, and `refuse` with each fault. A bad
  /// element of a bundle does not hinder the others. A message has the time tag of its bundle, but does not
  /// wait for it.
  /// - Parameter limit: Larger packets are refused.
  public static func read(
    _ packet: UnsafeRawBufferPointer, limit: Int = OSCPacket.byteLimit, refuse: (OSCError) -> Void,
    body: (borrowing OSCMessageView) -> Void
  ) {
    if packet.count > limit { return refuse(.oversized) }
    // The bundles that are open, the outermost first.
    var bundles = InlineArray<16, OpenBundle>(repeating: OpenBundle())
    var depth = 0
    var element = 0..<packet.count
    while true {
      let bytes = UnsafeRawBufferPointer(rebasing: packet[element])
      var next = element.upperBound
      if bytes.isEmpty {
        refuse(.empty)
      } else if bytes.count % 4 != 0 {
        refuse(.unaligned)
      } else if isBundle(bytes) {
        if bytes.count < bundleHeader {
          refuse(.badBundle)
        } else if depth == depthLimit {
          refuse(.tooDeep)
        } else {
          bundles[depth] = OpenBundle(end: element.upperBound, time: bytes.bigEndian64(at: 8))
          depth += 1
          next = element.lowerBound + bundleHeader
        }
      } else {
        do throws(OSCError) {
          body(try OSCMessageView(bytes, bundleTime: depth == 0 ? nil : bundles[depth - 1].time))
        } catch {
          refuse(error)
        }
      }
      // Next comes an element of the innermost bundle that is not at its end.
      while true {
        guard depth > 0 else { return }
        let end = bundles[depth - 1].end
        if let size = sizeOfElement(at: next, in: packet, before: end) {
          element = next + 4..<next + 4 + size
          break
        }
        if next != end { refuse(.badBundle) }
        next = end
        depth -= 1
      }
    }
  }

  /// Whether bytes begin as a bundle does.
  public static func isBundle(_ bytes: UnsafeRawBufferPointer) -> Bool {
    // Big-endian words spelling "#bun" "dle\0".
    bytes.count >= 8 && bytes.bigEndian32(at: 0) == 0x2362_756e && bytes.bigEndian32(at: 4) == 0x646c_6500
  }

  /// A bundle of packets, which are messages or bundles.
  /// - Parameter time: The time tag; 1: immediately.
  public static func bundle(_ packets: [[UInt8]], time: UInt64 = 1) -> [UInt8] {
    var bundle: [UInt8] = []
    bundle.reserveCapacity(packets.reduce(bundleHeader) { $0 + 4 + $1.count })
    bundle.appendBigEndian(0x2362_756e_646c_6500 as UInt64)  // "#bundle" and its NUL
    bundle.appendBigEndian(time)
    for packet in packets {
      bundle.appendBigEndian(UInt32(truncatingIfNeeded: packet.count))
      bundle += packet
    }
    return bundle
  }

  /// One packet of messages: a single one as it is, others as a bundle to be read immediately.
  public static func packet(of messages: [[UInt8]]) -> [UInt8] {
    messages.count == 1 ? messages[0] : bundle(messages)
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
