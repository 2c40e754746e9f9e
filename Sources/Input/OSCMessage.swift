// One OSC message: checked here, decoded by liblo. Input thread.
//
// liblo 0.31 reads a blob's size without asking whether it is still inside the packet and knows neither
// arrays nor colours, so it sees only messages that were found well-formed.
import CLo
import CSystem
import Text

/// A well-formed message; valid while the packet that it was read from is.
struct OSCMessage: ~Copyable {
  static let argumentLimit = 1024

  private let decoded: lo_message
  /// The address without its NUL.
  let address: UnsafeRawBufferPointer
  let count: Int

  init(_ bytes: UnsafeRawBufferPointer) throws(Refusal) {
    let tags = try Self.tags(of: bytes)
    guard let start = bytes.baseAddress,
      let decoded = lo_message_deserialise(UnsafeMutableRawPointer(mutating: start), bytes.count, nil)
    else { throw .sizeMismatch }
    self.decoded = decoded
    address = UnsafeRawBufferPointer(start: start, count: strlen(start.assumingMemoryBound(to: CChar.self)))
    count = tags
  }

  deinit { lo_message_free(decoded) }

  /// The `index`th argument as a number: i, f, d and h are interchangeable.
  func number(_ index: Int) throws(Refusal) -> Double {
    let (tag, value) = try argument(index)
    switch tag {
    case "i": return Double(value.load(as: Int32.self))
    case "f": return Double(value.load(as: Float.self))
    case "h": return Double(value.loadUnaligned(as: Int64.self))
    case "d": return value.loadUnaligned(as: Double.self)
    default: throw .wrongArguments
    }
  }

  /// The `index`th argument as a finite number.
  func finite(_ index: Int) throws(Refusal) -> Float {
    let value = Float(try number(index))
    guard value.isFinite else { throw .notFinite }
    return value
  }

  /// The `index`th argument as on or off: a number, or a truth value.
  func state(_ index: Int) throws(Refusal) -> Bool {
    guard index < count else { throw .wrongArguments }
    switch lo_message_get_types(decoded)[index] {
    case 0x54: return true
    case 0x46: return false
    default: return try finite(index) != 0
    }
  }

  /// The `index`th argument as a time tag, which some senders write as a number.
  func time(_ index: Int) throws(Refusal) -> UInt64 {
    let (tag, value) = try argument(index)
    switch tag {
    case "t":  // liblo swaps its two halves apart
      return UInt64(value.loadUnaligned(as: UInt32.self)) << 32
        | UInt64(value.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
    case "i": return UInt64(value.load(as: UInt32.self)) << 32
    case "h": return UInt64(bitPattern: value.loadUnaligned(as: Int64.self))
    default: throw .wrongArguments
    }
  }

  /// The `index`th argument as an id: a whole number of 32 bits.
  func id(_ index: Int) throws(Refusal) -> Int32 {
    guard let id = Int32(exactly: try number(index)) else { throw .badID }
    return id
  }

  /// Whether the `index`th argument is the string `word`.
  func word(_ index: Int, is word: StaticString) throws(Refusal) -> Bool {
    let (tag, value) = try argument(index)
    guard tag == "s" || tag == "S" else { throw .wrongArguments }
    return strcmp(value.assumingMemoryBound(to: CChar.self), word.c) == 0
  }

  func isText(_ index: Int) -> Bool {
    guard let (tag, _) = try? argument(index) else { return false }
    return tag == "s" || tag == "S"
  }

  /// The `index`th argument, a string.
  func text(_ index: Int) throws(Refusal) -> [UInt8] {
    let (tag, value) = try argument(index)
    guard tag == "s" || tag == "S" else { throw .wrongArguments }
    let length = strlen(value.assumingMemoryBound(to: CChar.self))
    return [UInt8](UnsafeRawBufferPointer(start: value, count: length))
  }

  private func argument(_ index: Int) throws(Refusal) -> (tag: Unicode.Scalar, value: UnsafeRawPointer) {
    guard index < count, let value = lo_message_get_argv(decoded)[index] else { throw .wrongArguments }
    return (Unicode.Scalar(UInt8(bitPattern: lo_message_get_types(decoded)[index])), UnsafeRawPointer(value))
  }

  /// Checks all of a message; how many arguments it has.
  private static func tags(of bytes: UnsafeRawBufferPointer) throws(Refusal) -> Int {
    guard bytes[0] == UInt8(ascii: "/") else { throw .badAddress }
    let start = try bytes.lengthOfString(at: 0)
    guard start < bytes.count, bytes[start] == UInt8(ascii: ",") else { throw .noTypeTags }
    var position = start + (try bytes.lengthOfString(at: start))
    var count = 0
    while case let tag = bytes[start + 1 + count], tag != 0 {
      count += 1
      position += try size(of: Unicode.Scalar(tag), at: position, in: bytes)
      guard position <= bytes.count else { throw .sizeMismatch }
    }
    guard position == bytes.count else { throw .sizeMismatch }
    guard count <= argumentLimit else { throw .tooManyArguments }
    return count
  }

  private static func size(
    of tag: Unicode.Scalar, at position: Int, in bytes: UnsafeRawBufferPointer
  ) throws(Refusal) -> Int {
    switch tag {
    case "T", "F", "N", "I": return 0
    case "i", "f", "c", "m": return 4
    case "h", "d", "t": return 8
    case "s", "S": return try bytes.lengthOfString(at: position)
    case "b":
      guard bytes.count - position >= 4 else { throw .sizeMismatch }
      let size = Int(bytes.bigEndian32(at: position))
      let padded = 4 + (size + 3) / 4 * 4
      guard padded <= bytes.count - position else { throw .sizeMismatch }
      for pad in position + 4 + size..<position + padded where bytes[pad] != 0 { throw .badPadding }
      return padded
    default: throw .unknownTag
    }
  }
}

extension StaticString {
  var c: UnsafePointer<CChar> { UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self) }
}
