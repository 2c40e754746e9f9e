// OSC address patterns: `?`, `*`, `[a-z]`, `[!a-z]`, `{one,other}` as in OSC 1.0, and `#` for a whole number, which
// no OSC address may contain. Not for the audio thread.

/// A pattern, ready to be compared with addresses. None of its signs matches a `/`.
public struct AddressPattern: Sendable, Equatable {
  /// Longer patterns and addresses match nothing.
  public static let byteLimit = 255
  /// Steps after which a comparison is given up: a pattern of many `*` could take years.
  private static let stepLimit = 4096

  private enum Split: Sendable, Equatable {
    case byte(UInt8)
    case any
    case run
    case number
    case set(lows: [UInt8], highs: [UInt8], isNot: Bool)
    case choice([[UInt8]])
  }

  public let text: [UInt8]
  private var parts: [Split] = []

  /// Whether an address is a pattern of OSC 1.0.
  public static func isPattern(_ address: some Sequence<UInt8>) -> Bool {
    address.contains { $0 == 0x3f || $0 == 0x2a || $0 == 0x5b || $0 == 0x7b }
  }

  /// Nil where a bracket is not closed, or it is too long.
  public init?(_ text: [UInt8]) {
    guard text.count <= Self.byteLimit else { return nil }
    self.text = text
    var place = 0
    while place < text.count {
      let byte = text[place]
      place += 1
      switch byte {
      case UInt8(ascii: "?"): parts.append(.any)
      case UInt8(ascii: "*"): if parts.last != .run { parts.append(.run) }
      case UInt8(ascii: "#"): parts.append(.number)
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        let close = byte + 2  // in ASCII each bracket closes two further on
        guard let end = text[place...].firstIndex(of: close) else { return nil }
        let inside = Array(text[place..<end])
        parts.append(byte == UInt8(ascii: "[") ? Self.set(inside) : Self.choice(inside))
        place = end + 1
      default: parts.append(.byte(byte))
      }
    }
  }

  private static func set(_ inside: [UInt8]) -> Split {
    let isNot = inside.first == UInt8(ascii: "!")
    let bytes = isNot ? Array(inside.dropFirst()) : inside
    var (lows, highs): ([UInt8], [UInt8]) = ([], [])
    var place = 0
    while place < bytes.count {
      let isRange = place + 2 < bytes.count && bytes[place + 1] == UInt8(ascii: "-")
      lows.append(bytes[place])
      highs.append(bytes[isRange ? place + 2 : place])
      place += isRange ? 3 : 1
    }
    return .set(lows: lows, highs: highs, isNot: isNot)
  }

  private static func choice(_ inside: [UInt8]) -> Split {
    var words: [[UInt8]] = [[]]
    for byte in inside {
      if byte == UInt8(ascii: ",") { words.append([]) } else { words[words.count - 1].append(byte) }
    }
    return .choice(words)
  }

  /// How many parts match more than one text: what `match` captures.
  public var captureCount: Int {
    parts.count { if case .byte = $0 { false } else { true } }
  }
  /// The place among the captures of the last `#`.
  public var lastNumber: Int? {
    var (place, last): (Int, Int?) = (0, nil)
    for part in parts {
      if case .byte = part { continue }
      if part == .number { last = place }
      place += 1
    }
    return last
  }

  public func matches(_ address: UnsafeRawBufferPointer) -> Bool { match(address) != nil }

  /// What each part that is not a plain letter stands for, or nil when the address is another.
  public func match(_ address: UnsafeRawBufferPointer) -> [Range<Int>]? {
    guard address.count <= Self.byteLimit else { return nil }
    // Most addresses differ from most patterns early, in plain letters.
    for index in parts.indices {
      guard case .byte(let byte) = parts[index] else { break }
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
    var place = start
    for index in parts.indices[first...] {
      steps += 1
      if steps > Self.stepLimit { return false }
      switch parts[index] {
      case .byte(let byte):
        guard place < address.count, address[place] == byte else { return false }
        place += 1
      case .any:
        guard place < address.count, address[place] != 0x2f else { return false }
        captures.append(place..<place + 1)
        place += 1
      case .set(let lows, let highs, let isNot):
        guard place < address.count, address[place] != 0x2f else { return false }
        let isIn = lows.indices.contains { lows[$0] <= address[place] && address[place] <= highs[$0] }
        guard isIn != isNot else { return false }
        captures.append(place..<place + 1)
        place += 1
      case .number:
        var end = place
        while end < address.count, 48...57 ~= address[end], end < place + 9 { end += 1 }
        guard end > place else { return false }
        captures.append(place..<end)
        place = end
      case .run:
        var end = place
        while end < address.count, address[end] != 0x2f { end += 1 }
        return longest(index, address, (place...end).reversed().map { $0 }, place, &captures, &steps)
      case .choice(let words):
        let ends = words.compactMap { word -> Int? in
          let end = place + word.count
          guard end <= address.count else { return nil }
          return word.indices.allSatisfy { address[place + $0] == word[$0] } ? end : nil
        }
        return longest(index, address, ends, place, &captures, &steps)
      }
    }
    return place == address.count
  }

  /// Goes on behind the part at `index` with each of the places where it may end.
  private func longest(
    _ index: Int, _ address: UnsafeRawBufferPointer, _ ends: [Int], _ place: Int,
    _ captures: inout [Range<Int>],
    _ steps: inout Int
  ) -> Bool {
    let count = captures.count
    for end in ends {
      captures.append(place..<end)
      if match(index + 1, address, end, &captures, &steps) { return true }
      captures.removeLast(captures.count - count)
      if steps > Self.stepLimit { return false }
    }
    return false
  }
}
