// A message inside its packet, which is checked once and then read without copies and allocation. Any thread.

/// A well-formed message, made by `OSCPacket.read`; valid while the packet is.
public struct OSCMessageView: ~Copyable {
  /// A message with more arguments is refused.
  public static let argumentLimit = 1024
  private static let markCount = 32

  /// The address without its NUL.
  public let address: UnsafeRawBufferPointer
  /// The number of arguments.
  public let count: Int
  /// The time tag of the innermost bundle; nil outside bundles.
  public let bundleTime: UInt64?
  private let bytes: UnsafeRawBufferPointer
  /// The offset of the first type tag.
  private let firstTag: Int
  /// The offset of every `spacing`-th argument, so that any argument of a long message is found quickly.
  private let marks: InlineArray<32, Int32>
  private let spacing: Int

  /// - Parameter bytes: At least one.
  init(_ bytes: UnsafeRawBufferPointer, bundleTime: UInt64?) throws(OSCError) {
    guard bytes[0] == UInt8(ascii: "/") else { throw .badAddress }
    let start = try bytes.sizeOfString(at: 0)
    guard start < bytes.count, bytes[start] == UInt8(ascii: ",") else { throw .noTypeTags }
    var position = start + (try bytes.sizeOfString(at: start))
    let count = bytes.lengthOfText(at: start) - 1
    let spacing = max((count + Self.markCount - 1) / Self.markCount, 1)
    var marks = InlineArray<32, Int32>(repeating: 0)
    var (next, mark) = (0, 0)
    for index in 0..<count {
      if index == next {
        marks[mark] = Int32(truncatingIfNeeded: position)
        (next, mark) = (next + spacing, mark + 1)
      }
      position += try Self.size(of: bytes[start + 1 + index], at: position, in: bytes)
      guard position <= bytes.count else { throw .sizeMismatch }
    }
    guard position == bytes.count else { throw .sizeMismatch }
    guard count <= Self.argumentLimit else { throw .tooManyArguments }
    address = UnsafeRawBufferPointer(rebasing: bytes[..<bytes.lengthOfText(at: 0)])
    firstTag = start + 1
    (self.bytes, self.count, self.bundleTime) = (bytes, count, bundleTime)
    (self.marks, self.spacing) = (marks, spacing)
  }

  /// The `index`th argument's type tag in ASCII; 0 where there is no argument.
  public func tag(at index: Int) -> UInt8 { 0..<count ~= index ? bytes[firstTag + index] : 0 }

  /// The `index`th argument as a number, if its tag is i, f, h or d.
  public func number(at index: Int) -> Double? {
    switch tag(at: index) {
    case UInt8(ascii: "f"): Double(Float(bitPattern: bytes.bigEndian32(at: offset(of: index))))
    case UInt8(ascii: "i"): Double(Int32(bitPattern: bytes.bigEndian32(at: offset(of: index))))
    case UInt8(ascii: "h"): Double(Int64(bitPattern: bytes.bigEndian64(at: offset(of: index))))
    case UInt8(ascii: "d"): Double(bitPattern: bytes.bigEndian64(at: offset(of: index)))
    default: nil
    }
  }

  /// Whether the `index`th argument is a text: its tag is s or S.
  public func isText(at index: Int) -> Bool {
    let tag = tag(at: index)
    return tag == UInt8(ascii: "s") || tag == UInt8(ascii: "S")
  }

  /// The bytes of the `index`th argument without NUL, if it is a text; valid while the packet is.
  public func text(at index: Int) -> UnsafeRawBufferPointer? {
    guard isText(at: index) else { return nil }
    let start = offset(of: index)
    return UnsafeRawBufferPointer(rebasing: bytes[start..<start + bytes.lengthOfText(at: start)])
  }

  /// A copy of the `index`th argument; nil where there is none.
  public func argument(at index: Int) -> OSCArgument? {
    let (tag, start) = (tag(at: index), 0..<count ~= index ? offset(of: index) : 0)
    switch tag {
    case UInt8(ascii: "i"): return .int32(Int32(bitPattern: bytes.bigEndian32(at: start)))
    case UInt8(ascii: "f"): return .float(Float(bitPattern: bytes.bigEndian32(at: start)))
    case UInt8(ascii: "h"): return .int64(Int64(bitPattern: bytes.bigEndian64(at: start)))
    case UInt8(ascii: "d"): return .double(Double(bitPattern: bytes.bigEndian64(at: start)))
    case UInt8(ascii: "t"): return .time(bytes.bigEndian64(at: start))
    case UInt8(ascii: "c"): return .character(bytes.bigEndian32(at: start))
    case UInt8(ascii: "m"): return .midi(bytes.bigEndian32(at: start))
    case UInt8(ascii: "s"): return .string(Array(bytes[start..<start + bytes.lengthOfText(at: start)]))
    case UInt8(ascii: "S"): return .symbol(Array(bytes[start..<start + bytes.lengthOfText(at: start)]))
    case UInt8(ascii: "b"):
      return .blob(Array(bytes[start + 4..<start + 4 + Int(bytes.bigEndian32(at: start))]))
    case UInt8(ascii: "T"): return .yes
    case UInt8(ascii: "F"): return .no
    case UInt8(ascii: "N"): return OSCArgument.none
    case UInt8(ascii: "I"): return .infinitum
    default: return nil
    }
  }

  /// The offset of an argument's bytes. The argument must exist.
  private func offset(of index: Int) -> Int {
    if spacing == 1 { return Int(marks[index]) }
    let mark = index / spacing
    var offset = Int(marks[mark])
    for earlier in mark * spacing..<index {
      // The sizes were checked when the view was made.
      offset += (try? Self.size(of: bytes[firstTag + earlier], at: offset, in: bytes)) ?? 0
    }
    return offset
  }

  /// The size of an argument's bytes with their padding. Texts and blobs are checked.
  private static func size(
    of tag: UInt8, at position: Int, in bytes: UnsafeRawBufferPointer
  ) throws(OSCError) -> Int {
    switch tag {
    case UInt8(ascii: "i"), UInt8(ascii: "f"), UInt8(ascii: "c"), UInt8(ascii: "m"): return 4
    case UInt8(ascii: "h"), UInt8(ascii: "d"), UInt8(ascii: "t"): return 8
    case UInt8(ascii: "T"), UInt8(ascii: "F"), UInt8(ascii: "N"), UInt8(ascii: "I"): return 0
    case UInt8(ascii: "s"), UInt8(ascii: "S"): return try bytes.sizeOfString(at: position)
    case UInt8(ascii: "b"):
      guard bytes.count - position >= 4 else { throw .sizeMismatch }
      let stated = bytes.bigEndian32(at: position)
      guard stated <= UInt32(truncatingIfNeeded: bytes.count) else { throw .sizeMismatch }
      let size = Int(stated)
      let padded = 4 + (size + 3) / 4 * 4
      guard padded <= bytes.count - position else { throw .sizeMismatch }
      for index in position + 4 + size..<position + padded where bytes[index] != 0 { throw .badPadding }
      return padded
    default: throw .unknownTag
    }
  }
}
