// Divides the bytes of a stream into packets: behind a size (OSC 1.0), between END bytes (SLIP, OSC 1.1) or
// as lines (JSON). Not for the audio thread.

/// The framing of one stream, for example a TCP connection. The first byte shows which form the sender uses.
public struct StreamFraming: Sendable {
  public enum Mode: Sendable { case unknown, sizes, slip, lines }

  static let end: UInt8 = 0xc0
  static let escape: UInt8 = 0xdb
  private static let escapedEnd: UInt8 = 0xdc
  private static let escapedEscape: UInt8 = 0xdd

  public private(set) var mode = Mode.unknown
  /// Larger packets are refused. If packets have sizes, the whole stream is refused, because the next packet
  /// cannot be found. Bytes.
  private let limit: Int
  private var bytes: [UInt8] = []
  /// SLIP: the last byte was ESC.
  private var isEscaped = false
  /// SLIP and lines: the packet is too long and is dropped up to its end.
  private var isSkipping = false

  /// - Parameters:
  ///   - mode: The sender's framing, if it is known.
  ///   - limit: The largest packet that is read, in bytes.
  public init(_ mode: Mode = .unknown, limit: Int = OSCPacket.byteLimit) {
    (self.mode, self.limit) = (mode, limit)
  }

  /// Whether a packet has begun and not ended.
  public var isInside: Bool { !bytes.isEmpty }

  /// Appends bytes and calls `body` with each complete packet.
  /// - Returns: false when no packet can be found in the stream any more.
  public mutating func append(
    _ new: UnsafeRawBufferPointer, refuse: (OSCError) -> Void, body: (UnsafeRawBufferPointer) -> Void
  ) -> Bool {
    guard let first = new.first else { return true }
    if mode == .unknown {
      switch first {
      case 0: mode = .sizes
      case Self.end: mode = .slip
      case UInt8(ascii: "{"), 9, 10, 13, 32: mode = .lines
      default:
        refuse(.badFraming)
        return false
      }
    }
    switch mode {
    case .sizes: return appendSized(new, refuse, body)
    case .slip: for byte in new { appendSLIP(byte, refuse, body) }
    case .lines: for byte in new { appendLine(byte, refuse, body) }
    case .unknown: break
    }
    return true
  }

  private mutating func appendSized(
    _ new: UnsafeRawBufferPointer, _ refuse: (OSCError) -> Void, _ body: (UnsafeRawBufferPointer) -> Void
  ) -> Bool {
    bytes += new
    var start = 0
    var isSound = true
    bytes.withUnsafeBytes { bytes in
      while bytes.count - start >= 4 {
        let stated = bytes.bigEndian32(at: start)
        if stated > UInt32(limit) {
          refuse(.oversized)
          isSound = false
          return
        }
        let size = Int(stated)
        if bytes.count - start - 4 < size { return }
        body(UnsafeRawBufferPointer(rebasing: bytes[start + 4..<start + 4 + size]))
        start += 4 + size
      }
    }
    bytes.removeFirst(start)
    return isSound
  }

  private mutating func appendSLIP(
    _ byte: UInt8, _ refuse: (OSCError) -> Void, _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    if byte == Self.end {
      finish(body)
    } else if byte == Self.escape {
      isEscaped = true
    } else if isEscaped {
      isEscaped = false
      keep(
        byte == Self.escapedEnd ? Self.end : byte == Self.escapedEscape ? Self.escape : byte, refuse)
    } else {
      keep(byte, refuse)
    }
  }

  private mutating func appendLine(
    _ byte: UInt8, _ refuse: (OSCError) -> Void, _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    if byte == 10 { finish(body) } else if !bytes.isEmpty || byte > 32 { keep(byte, refuse) }
  }

  /// Calls `body` with the packet that ends here. There may be none between two ends.
  private mutating func finish(_ body: (UnsafeRawBufferPointer) -> Void) {
    if !isSkipping, !bytes.isEmpty { bytes.withUnsafeBytes { body($0) } }
    bytes.removeAll(keepingCapacity: true)
    isSkipping = false
    isEscaped = false
  }

  private mutating func keep(_ byte: UInt8, _ refuse: (OSCError) -> Void) {
    if isSkipping { return }
    if bytes.count == limit {
      refuse(.oversized)
      isSkipping = true
      bytes.removeAll()
    } else {
      bytes.append(byte)
    }
  }

  /// The bytes of a packet in the stream's framing; empty if nothing can be sent.
  public func framed(_ packet: [UInt8]) -> [UInt8] {
    switch mode {
    case .sizes:
      var framed: [UInt8] = []
      framed.reserveCapacity(packet.count + 4)
      framed.appendBigEndian(UInt32(truncatingIfNeeded: packet.count))
      return framed + packet
    case .slip:
      var framed: [UInt8] = []
      framed.append(Self.end)
      for byte in packet {
        let isEscaped = byte == Self.end || byte == Self.escape
        if isEscaped { framed.append(Self.escape) }
        framed.append(!isEscaped ? byte : byte == Self.end ? Self.escapedEnd : Self.escapedEscape)
      }
      framed.append(Self.end)
      return framed
    case .lines, .unknown: return []
    }
  }
}
