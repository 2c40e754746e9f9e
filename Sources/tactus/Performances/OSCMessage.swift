// Reads and writes OSC 1.0 packets as values, where speed does not matter. Any thread.

/// One argument of a message, by its type tag.
enum OSCArgument: Equatable {
  case int32(Int32), float(Float), string(String), symbol(String), blob([UInt8])
  case int64(Int64), double(Double), time(UInt64), character(UInt32), midi([UInt8])
  case yes, no, none, infinitum

  var tag: Character {
    switch self {
    case .int32: "i"
    case .float: "f"
    case .string: "s"
    case .symbol: "S"
    case .blob: "b"
    case .int64: "h"
    case .double: "d"
    case .time: "t"
    case .character: "c"
    case .midi: "m"
    case .yes: "T"
    case .no: "F"
    case .none: "N"
    case .infinitum: "I"
    }
  }
}

/// One OSC message.
struct OSCMessage: Equatable {
  var address: String
  var arguments: [OSCArgument] = []

  /// Why bytes are not an OSC packet.
  struct Malformed: Error, Equatable, CustomStringConvertible {
    let description: String
  }

  /// All messages of a packet, with bundles flattened; `time` is the time tag of the innermost bundle.
  ///
  /// - Throws: `Malformed`.
  static func messages(in packet: [UInt8]) throws -> [(time: UInt64?, message: OSCMessage)] {
    try messages(in: packet[...], time: nil, depth: 0)
  }

  private static func messages(in packet: ArraySlice<UInt8>, time: UInt64?, depth: Int) throws
    -> [(time: UInt64?, message: OSCMessage)]
  {
    var reader = OSCReader(bytes: packet)
    guard packet.starts(with: Array("#bundle\0".utf8)) else { return [(time, try reader.message())] }
    guard depth < 8 else { throw Malformed(description: "bundles in bundles, eight deep") }
    _ = try reader.take(8)
    let tag = try reader.integer(UInt64.self)
    var found: [(UInt64?, OSCMessage)] = []
    while !reader.bytes.isEmpty {
      let size = try reader.integer(Int32.self)
      found += try messages(in: reader.take(Int(size)), time: tag, depth: depth + 1)
    }
    return found
  }

  /// The message as a packet.
  var packet: [UInt8] {
    var bytes: [UInt8] = []
    func pad() { while !bytes.count.isMultiple(of: 4) { bytes.append(0) } }
    func add(_ text: String) {
      bytes += Array(text.utf8) + [0]
      pad()
    }
    func add(_ number: some FixedWidthInteger) {
      withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
    }
    add(address)
    add("," + String(arguments.map(\.tag)))
    for argument in arguments {
      switch argument {
      case .int32(let value): add(value)
      case .float(let value): add(value.bitPattern)
      case .string(let value), .symbol(let value): add(value)
      case .blob(let value):
        add(Int32(value.count))
        bytes += value
        pad()
      case .int64(let value): add(value)
      case .double(let value): add(value.bitPattern)
      case .time(let value): add(value)
      case .character(let value): add(value)
      case .midi(let value): bytes += value
      case .yes, .no, .none, .infinitum: break
      }
    }
    return bytes
  }
}

/// Parses an OSC message from front to back.
private struct OSCReader {
  var bytes: ArraySlice<UInt8>

  mutating func take(_ count: Int) throws -> ArraySlice<UInt8> {
    guard count >= 0, count <= bytes.count else {
      throw OSCMessage.Malformed(description: "\(count) bytes announced where \(bytes.count) are left")
    }
    defer { bytes = bytes.dropFirst(count) }
    return bytes.prefix(count)
  }

  mutating func integer<T: FixedWidthInteger>(_: T.Type) throws -> T {
    try take(MemoryLayout<T>.size).reduce(0) { $0 << 8 | T(truncatingIfNeeded: $1) }
  }

  mutating func string() throws -> String {
    guard let end = bytes.firstIndex(of: 0) else {
      throw OSCMessage.Malformed(description: "a text without an end")
    }
    let text = String(decoding: bytes[..<end], as: UTF8.self)
    _ = try take(((end - bytes.startIndex) / 4 + 1) * 4)
    return text
  }

  mutating func message() throws -> OSCMessage {
    var message = OSCMessage(address: try string())
    guard message.address.hasPrefix("/") else { throw OSCMessage.Malformed(description: "no address") }
    // Old senders omit the type tags; then the arguments cannot be read.
    guard bytes.first == UInt8(ascii: ",") else {
      guard bytes.isEmpty else { throw OSCMessage.Malformed(description: "no type tags") }
      return message
    }
    for tag in try string().dropFirst() { message.arguments.append(try argument(tag)) }
    return message
  }

  private mutating func argument(_ tag: Character) throws -> OSCArgument {
    switch tag {
    case "i": return .int32(try integer(Int32.self))
    case "f": return .float(Float(bitPattern: try integer(UInt32.self)))
    case "s": return .string(try string())
    case "S": return .symbol(try string())
    case "b":
      let size = Int(try integer(Int32.self))
      let blob = Array(try take(size))
      _ = try take((4 - size % 4) % 4)
      return .blob(blob)
    case "h": return .int64(try integer(Int64.self))
    case "d": return .double(Double(bitPattern: try integer(UInt64.self)))
    case "t": return .time(try integer(UInt64.self))
    case "c": return .character(try integer(UInt32.self))
    case "m": return .midi(Array(try take(4)))
    case "T": return .yes
    case "F": return .no
    case "N": return .none
    case "I": return .infinitum
    default: throw OSCMessage.Malformed(description: "type “\(tag)”")
    }
  }
}
