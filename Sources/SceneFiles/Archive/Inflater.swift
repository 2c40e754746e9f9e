// Reads compressed data of zip files, as RFC 1951 describes it. Not for the audio thread.
import Text

/// A reader of one piece of compressed data.
struct Inflater {
  private let bytes: ArraySlice<UInt8>
  private var next: Int
  /// Bits that were read and not used yet, the first one lowest.
  private var held: UInt32 = 0
  private var count: UInt32 = 0
  private var output: [UInt8] = []
  private let size: Int

  private init(_ bytes: ArraySlice<UInt8>, size: Int) {
    (self.bytes, self.size, next) = (bytes, size, bytes.startIndex)
    output.reserveCapacity(min(size, 1 << 20))
  }

  /// The bytes that the data stands for.
  /// - Parameter size: how many they must be; no more are ever made.
  static func inflate(_ bytes: ArraySlice<UInt8>, size: Int) throws(DocumentError) -> [UInt8] {
    var reader = Inflater(bytes, size: size)
    var isLast = false
    while !isLast {
      isLast = try reader.bits(1) == 1
      switch try reader.bits(2) {
      case 0: try reader.stored()
      case 1: try reader.compressed(.fixedLengths, .fixedDistances)
      case 2:
        let (lengths, distances) = try reader.codes()
        try reader.compressed(lengths, distances)
      default: throw Self.damaged
      }
    }
    guard reader.output.count == size else { throw Self.damaged }
    return reader.output
  }

  private static var damaged: DocumentError { DocumentError(Array("is damaged".utf8)) }

  private mutating func bits(_ wanted: UInt32) throws(DocumentError) -> Int {
    while count < wanted {
      guard next < bytes.endIndex else { throw Self.damaged }
      held |= UInt32(bytes[next]) << count
      next += 1
      count += 8
    }
    let value = held & (1 << wanted - 1)
    held >>= wanted
    count -= wanted
    return Int(value)
  }

  private mutating func put(_ byte: UInt8) throws(DocumentError) {
    guard output.count < size else { throw Self.damaged }
    output.append(byte)
  }

  /// Bytes that stand as they are, behind their number and its complement.
  private mutating func stored() throws(DocumentError) {
    (held, count) = (0, 0)
    let (length, complement) = (try bits(16), try bits(16))
    guard length == ~complement & 0xFFFF, bytes.endIndex - next >= length, size - output.count >= length
    else { throw Self.damaged }
    output += bytes[next..<next + length]
    next += length
  }

  /// Bytes and repetitions of earlier ones until the end of the block.
  private mutating func compressed(_ lengths: Code, _ distances: Code) throws(DocumentError) {
    while true {
      let symbol = try self.symbol(lengths)
      if symbol < 256 {
        try put(UInt8(symbol))
        continue
      }
      if symbol == 256 { return }
      guard symbol < 286 else { throw Self.damaged }
      let length = try extended(symbol - 257, group: 4, first: 3, longest: 28)
      let far = try self.symbol(distances)
      guard far < 30 else { throw Self.damaged }
      let distance = try extended(far, group: 2, first: 1, longest: nil)
      guard distance <= output.count else { throw Self.damaged }
      for _ in 0..<length { try put(output[output.count - distance]) }
    }
  }

  /// A length or a distance: symbols in groups, of which each but the first two has one bit more.
  /// - Parameter longest: the symbol of the length 258, which has no bits.
  private mutating func extended(_ symbol: Int, group: Int, first: Int, longest: Int?) throws(DocumentError)
    -> Int
  {
    if symbol == longest { return 258 }
    if symbol < 2 * group { return first + symbol }
    let more = symbol / group - 1
    return first + (group + symbol % group) << more + (try bits(UInt32(more)))
  }

  /// The two codes that a block brings along; their lengths are compressed as well.
  private mutating func codes() throws(DocumentError) -> (Code, Code) {
    let lengthCount = try bits(5) + 257
    let distanceCount = try bits(5) + 1
    let count = try bits(4) + 4
    guard lengthCount <= 286, distanceCount <= 30 else { throw Self.damaged }
    var own = [UInt8](repeating: 0, count: 19)
    let order: [Int] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    for place in order.prefix(count) { own[place] = UInt8(try bits(3)) }
    let code = try Code(own[...])
    var lengths: [UInt8] = []
    while lengths.count < lengthCount + distanceCount {
      let symbol = try self.symbol(code)
      switch symbol {
      case 16:
        guard let last = lengths.last else { throw Self.damaged }
        lengths += [UInt8](repeating: last, count: try bits(2) + 3)
      case 17: lengths += [UInt8](repeating: 0, count: try bits(3) + 3)
      case 18: lengths += [UInt8](repeating: 0, count: try bits(7) + 11)
      default: lengths.append(UInt8(symbol))
      }
    }
    guard lengths.count == lengthCount + distanceCount, lengths[256] > 0 else { throw Self.damaged }
    return (try Code(lengths[..<lengthCount]), try Code(lengths[lengthCount...]))
  }

  private mutating func symbol(_ code: Code) throws(DocumentError) -> Int {
    var (value, first, index) = (0, 0, 0)
    for length in 1...15 {
      value |= try bits(1)
      let count = code.counts[length]
      if value - first < count { return Int(code.symbols[index + value - first]) }
      index += count
      first = (first + count) << 1
      value <<= 1
    }
    throw Self.damaged
  }

  /// A prefix code: how many symbols have each length, and the symbols in the order of their codes.
  private struct Code {
    var counts = [Int](repeating: 0, count: 16)
    var symbols: [UInt16] = []

    /// - Parameter lengths: that of each symbol, up to 15; 0: it does not occur.
    init(_ lengths: ArraySlice<UInt8>) throws(DocumentError) {
      for length in lengths where length > 0 { counts[Int(length)] += 1 }
      var room = 1
      for length in 1...15 {
        room = room * 2 - counts[length]
        guard room >= 0 else { throw Inflater.damaged }
      }
      // A code of one symbol may leave room.
      guard room == 0 || counts[1] <= 1 && counts[2...].allSatisfy({ $0 == 0 }) else {
        throw Inflater.damaged
      }
      for length in 1...15 where counts[length] > 0 {
        for (symbol, each) in zip(UInt16(0)..., lengths) where each == UInt8(length) {
          symbols.append(symbol)
        }
      }
    }

    private init(fixed lengths: [UInt8]) {
      for length in lengths { counts[Int(length)] += 1 }
      for length in 1...15 {
        for (symbol, each) in zip(UInt16(0)..., lengths) where each == UInt8(length) {
          symbols.append(symbol)
        }
      }
    }

    /// The codes of blocks that bring none along.
    static var fixedLengths: Code {
      Code(
        fixed: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
    }
    static var fixedDistances: Code { Code(fixed: [UInt8](repeating: 5, count: 30)) }
  }
}
