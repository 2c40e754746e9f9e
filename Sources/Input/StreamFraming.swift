// Takes the bytes of a TCP connection apart into packets: each behind its size (OSC 1.0), between END bytes (SLIP, OSC
// 1.1), or as a line (JSON). Which it is, the first byte tells. Input thread.

struct StreamFraming {
  enum Mode { case unknown, sizes, slip, lines }

  /// What is larger is refused: of a size, together with the connection, because nobody knows where the next begins.
  static let limit = OSCPacket.limit

  private(set) var mode = Mode.unknown
  private var bytes: [UInt8] = []
  /// SLIP: the last byte was ESC. Both: too long, and thrown away up to its end.
  private var isEscaped = false
  private var isSkipping = false

  /// Whether a packet is cut off here.
  var isInside: Bool { !bytes.isEmpty }

  /// Takes bytes in and hands on every packet that is whole.
  /// - Returns: false when the stream makes no sense any more.
  mutating func append(
    _ new: UnsafeRawBufferPointer, counting counters: Counters, body: (UnsafeRawBufferPointer) -> Void
  ) -> Bool {
    guard let first = new.first else { return true }
    if mode == .unknown {
      switch first {
      case 0: mode = .sizes
      case Self.end: mode = .slip
      case UInt8(ascii: "{"), 9, 10, 13, 32: mode = .lines
      default:
        counters[.badFraming] += 1
        return false
      }
    }
    switch mode {
    case .sizes: return appendSized(new, counters, body)
    case .slip: for byte in new { slip(byte, counters, body) }
    case .lines: for byte in new { line(byte, counters, body) }
    case .unknown: break
    }
    return true
  }

  private mutating func appendSized(
    _ new: UnsafeRawBufferPointer, _ counters: Counters, _ body: (UnsafeRawBufferPointer) -> Void
  ) -> Bool {
    bytes += new
    var start = 0
    var isSound = true
    bytes.withUnsafeBytes { bytes in
      while bytes.count - start >= 4 {
        let size = Int(bytes.bigEndian32(at: start))
        if size > Self.limit {
          counters[.oversized] += 1
          isSound = false
          return
        }
        if bytes.count - start - 4 < size { return }
        body(UnsafeRawBufferPointer(rebasing: bytes[start + 4..<start + 4 + size]))
        start += 4 + size
      }
    }
    bytes.removeFirst(start)
    return isSound
  }

  static let end: UInt8 = 0xc0
  static let escape: UInt8 = 0xdb

  private mutating func slip(
    _ byte: UInt8, _ counters: Counters, _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    if byte == Self.end {
      finish(body)
    } else if byte == Self.escape {
      isEscaped = true
    } else {
      keep(isEscaped ? (byte == 0xdc ? Self.end : byte == 0xdd ? Self.escape : byte) : byte, counters)
      isEscaped = false
    }
  }

  private mutating func line(
    _ byte: UInt8, _ counters: Counters, _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    if byte == 10 { finish(body) } else if !bytes.isEmpty || byte > 32 { keep(byte, counters) }
  }

  /// Where a packet ends; between two ends there may be none.
  private mutating func finish(_ body: (UnsafeRawBufferPointer) -> Void) {
    if !isSkipping, !bytes.isEmpty { bytes.withUnsafeBytes { body($0) } }
    bytes.removeAll(keepingCapacity: true)
    isSkipping = false
    isEscaped = false
  }

  private mutating func keep(_ byte: UInt8, _ counters: Counters) {
    if isSkipping { return }
    if bytes.count == Self.limit {
      counters[.oversized] += 1
      isSkipping = true
      bytes.removeAll()
    } else {
      bytes.append(byte)
    }
  }

  /// What is sent back on such a stream; empty where nothing can be.
  func framed(_ packet: [UInt8]) -> [UInt8] {
    switch mode {
    case .sizes: return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: packet.count >> $0) } + packet
    case .slip:
      var framed = [Self.end]
      for byte in packet {
        if byte == Self.end {
          framed += [Self.escape, 0xdc]
        } else if byte == Self.escape {
          framed += [Self.escape, 0xdd]
        } else {
          framed.append(byte)
        }
      }
      return framed + [Self.end]
    case .lines, .unknown: return []
    }
  }
}
