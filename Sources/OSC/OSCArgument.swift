// One argument of an OSC message as a value. Not for the audio thread.

/// An argument, by its type tag.
public enum OSCArgument: Equatable, Sendable {
  case int32(Int32), float(Float), int64(Int64), double(Double)
  /// Bytes of UTF-8 without NUL.
  case string([UInt8]), symbol([UInt8])
  case blob([UInt8])
  /// Seconds since 1900 in the upper half, their fraction in the lower one.
  case time(UInt64)
  /// A character of ASCII.
  case character(UInt32)
  /// Port, status and two data bytes, the port in the upper byte.
  case midi(UInt32)
  case yes, no, none, infinitum

  /// The character of the type tag in ASCII.
  public var tag: UInt8 {
    switch self {
    case .int32: UInt8(ascii: "i")
    case .float: UInt8(ascii: "f")
    case .string: UInt8(ascii: "s")
    case .symbol: UInt8(ascii: "S")
    case .blob: UInt8(ascii: "b")
    case .int64: UInt8(ascii: "h")
    case .double: UInt8(ascii: "d")
    case .time: UInt8(ascii: "t")
    case .character: UInt8(ascii: "c")
    case .midi: UInt8(ascii: "m")
    case .yes: UInt8(ascii: "T")
    case .no: UInt8(ascii: "F")
    case .none: UInt8(ascii: "N")
    case .infinitum: UInt8(ascii: "I")
    }
  }

  /// Appends the argument's bytes, padded to a multiple of four.
  func write(to packet: inout [UInt8]) {
    switch self {
    case .int32(let value): packet.appendBigEndian(UInt32(bitPattern: value))
    case .float(let value): packet.appendBigEndian(value.bitPattern)
    case .string(let text), .symbol(let text): packet.appendString(text)
    case .blob(let bytes):
      packet.appendBigEndian(UInt32(truncatingIfNeeded: bytes.count))
      packet += bytes
      while packet.count % 4 != 0 { packet.append(0) }
    case .int64(let value): packet.appendBigEndian(UInt64(bitPattern: value))
    case .double(let value): packet.appendBigEndian(value.bitPattern)
    case .time(let value): packet.appendBigEndian(value)
    case .character(let value), .midi(let value): packet.appendBigEndian(value)
    case .yes, .no, .none, .infinitum: break
    }
  }
}
