// OSC address patterns. Not for the audio thread.

/// A pattern that is compared with OSC addresses.
///
/// It has the signs of OSC 1.0, `?`, `*`, `[a-z]`, `[!a-z]` and `{one,other}`, and `#` for a whole number. No
/// OSC address may contain a `#`. None of the signs matches a `/`.
public struct AddressPattern: Sendable, Equatable {
  /// Longer patterns and addresses match nothing.
  public static let byteLimit = 255
  /// A comparison stops after this many steps: a pattern of many `*` could take years.
  private static let stepLimit = 4096

  private enum Element: Sendable, Equatable {
    case byte(UInt8)
    case any
    case run
    case number
    case set(lows: [UInt8], highs: [UInt8], isNot: Bool)
    case choice([[UInt8]])
  }

  public let text: [UInt8]
  private var elements: [Element] = []

  /// Whether an address is a pattern of OSC 1.0.
  @inlinable
  public static func isPattern(_ address: some Sequence<UInt8>) -> Bool {
    address.contains { $0 == 0x3f || $0 == 0x2a || $0 == 0x5b || $0 == 0x7b }
  }

  /// Nil if a bracket is not closed or the text is too long.
  public init?(_ text: [UInt8]) {
    guard text.count <= Self.byteLimit else { return nil }
    self.text = text
    var offset = 0
    while offset < text.count {
      let byte = text[offset]
      offset += 1
      switch byte {
      case UInt8(ascii: "?"): elements.append(.any)
      case UInt8(ascii: "*"): if elements.last != .run { elements.append(.run) }
      case UInt8(ascii: "#"): elements.append(.number)
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        let close = byte + 2  // In ASCII `]` is `[` + 2, and `}` is `{` + 2.
        guard let end = text[offset...].firstIndex(of: close) else { return nil }
        let inside = Array(text[offset..<end])
        elements.append(byte == UInt8(ascii: "[") ? Self.set(inside) : Self.choice(inside))
        offset = end + 1
      default: elements.append(.byte(byte))
      }
    }
  }

  private static func set(_ inside: [UInt8]) -> Element {
    let isNot = inside.first == UInt8(ascii: "!")
    let bytes = isNot ? Array(inside.dropFirst()) : inside
    var (lows, highs): ([UInt8], [UInt8]) = ([], [])
    var offset = 0
    while offset < bytes.count {
      let isRange = offset + 2 < bytes.count && bytes[offset + 1] == UInt8(ascii: "-")
      lows.append(bytes[offset])
      highs.append(bytes[isRange ? offset + 2 : offset])
      offset += isRange ? 3 : 1
    }
    return .set(lows: lows, highs: highs, isNot: isNot)
  }

  private static func choice(_ inside: [UInt8]) -> Element {
    var words: [[UInt8]] = [[]]
    for byte in inside {
      if byte == UInt8(ascii: ",") { words.append([]) } else { words[words.count - 1].append(byte) }
    }
    return .choice(words)
  }

  /// The number of signs, which is the number of captures of `match`.
  public var captureCount: Int {
    elements.count { if case .byte = $0 { false } else { true } }
  }
  /// The index of the last `#` among the captures.
  public var lastNumber: Int? {
    var (index, last): (Int, Int?) = (0, nil)
    for element in elements {
      if case .byte = element { continue }
      if element == .number { last = index }
      index += 1
    }
    return last
  }

  public func matches(_ address: UnsafeRawBufferPointer) -> Bool { match(address) != nil }

  /// The range of the address that each sign stands for, or nil if the address does not match.
  public func match(_ address: UnsafeRawBufferPointer) -> [Range<Int>]? {
    guard address.count <= Self.byteLimit else { return nil }
    // Most addresses differ from most patterns early, in plain letters.
    for index in elements.indices {
      guard case .byte(let byte) = elements[index] else { break }
      guard index < address.count, address[index] == byte else { return nil }
    }
    var captures: [Range<Int>] = []
    var steps = 0
    return match(0, address, 0, &captures, &steps) ? captures : nil
  }

  private func match(
    _ first: Int, _ address: UnsafeRawBufferPointer, _ start: Int, _ captures: inout [Range<Int>],
    _ steps: inout Int
  ) -> Bool {
    var offset = start
    for index in elements.indices[first...] {
      steps += 1
      if steps > Self.stepLimit { return false }
      switch elements[index] {
      case .byte(let byte):
        guard offset < address.count, address[offset] == byte else { return false }
        offset += 1
      case .any:
        guard offset < address.count, address[offset] != 0x2f else { return false }
        captures.append(offset..<offset + 1)
        offset += 1
      case .set(let lows, let highs, let isNot):
        guard offset < address.count, address[offset] != 0x2f else { return false }
        let isIn = lows.indices.contains { lows[$0] <= address[offset] && address[offset] <= highs[$0] }
        guard isIn != isNot else { return false }
        captures.append(offset..<offset + 1)
        offset += 1
      case .number:
        var end = offset
        while end < address.count, 48...57 ~= address[end], end < offset + 9 { end += 1 }
        guard end > offset else { return false }
        captures.append(offset..<end)
        offset = end
      case .run:
        var end = offset
        while end < address.count, address[end] != 0x2f { end += 1 }
        return longest(index, address, (offset...end).reversed().map { $0 }, offset, &captures, &steps)
      case .choice(let words):
        let ends = words.compactMap { word -> Int? in
          let end = offset + word.count
          guard end <= address.count else { return nil }
          return word.indices.allSatisfy { address[offset + $0] == word[$0] } ? end : nil
        }
        return longest(index, address, ends, offset, &captures, &steps)
      }
    }
    return offset == address.count
  }

  /// Continues behind the element at `index` with each of the offsets at which it may end.
  private func longest(
    _ index: Int, _ address: UnsafeRawBufferPointer, _ ends: [Int], _ offset: Int,
    _ captures: inout [Range<Int>], _ steps: inout Int
  ) -> Bool {
    let count = captures.count
    for end in ends {
      captures.append(offset..<end)
      if match(index + 1, address, end, &captures, &steps) { return true }
      captures.removeLast(captures.count - count)
      if steps > Self.stepLimit { return false }
    }
    return false
  }
}
