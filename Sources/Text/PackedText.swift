// Packs a text into few bytes, for texts that people pass on. Any thread but the audio thread.
//
// Each bit is predicted from the bytes before it, as far as a dictionary and the text up to there have
// taught: contexts of one to eight bytes have a probability each, which are mixed on the logistic scale with
// weights that are learnt, too. A range coder writes what the prediction leaves open. All numbers are whole,
// so every machine computes the same.

/// Packs texts that resemble a dictionary.
package enum PackedText {
  /// Why bytes are not a packed text.
  package enum Broken: Error { case tooLong, damaged }

  /// The length in groups of seven bits, 24 bits of the check, and the coded text.
  package static func pack(_ text: [UInt8], dictionary: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text.count
    while rest >= 128 {
      bytes.append(UInt8(rest & 127) | 128)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
    let check = check(text)
    for shift: UInt32 in [0, 8, 16] { bytes.append(UInt8(truncatingIfNeeded: check >> shift)) }
    var model = BitModel(dictionary)
    var coder = RangeCoder(bytes: bytes)
    for byte in text {
      for place: UInt8 in [7, 6, 5, 4, 3, 2, 1, 0] {
        let bit = Int(byte >> place) & 1
        coder.encode(bit, model.predict())
        model.learn(bit)
      }
    }
    coder.finish()
    return coder.bytes
  }

  /// - Parameter limit: the longest text that is unpacked, in bytes.
  package static func unpack(_ bytes: [UInt8], dictionary: [UInt8], limit: Int) throws(Broken) -> [UInt8] {
    var count = 0
    var offset = 0
    while offset < bytes.count {
      let byte = bytes[offset]
      if offset > 3 { throw .damaged }
      count |= Int(byte & 127) << (7 * offset)
      offset += 1
      if byte < 128 { break }
    }
    guard count <= limit else { throw .tooLong }
    guard offset + 3 <= bytes.count else { throw .damaged }
    var wanted: UInt32 = 0
    for index in 0..<3 { wanted |= UInt32(bytes[offset + index]) << UInt32(8 * index) }
    var model = BitModel(dictionary)
    var coder = RangeCoder(reading: bytes, from: offset + 3)
    var text: [UInt8] = []
    while text.count < count {
      // The coder needs no more than four bytes beyond the end.
      guard coder.offset <= bytes.count + 4 else { throw .damaged }
      var byte = 0
      for _ in 0..<8 {
        let bit = coder.decode(model.predict())
        model.learn(bit)
        byte = byte << 1 | bit
      }
      text.append(UInt8(byte))
    }
    guard check(text) == wanted else { throw .damaged }
    return text
  }

  /// The lower 24 bits of the FNV-1a hash.
  private static func check(_ text: [UInt8]) -> UInt32 {
    var hash: UInt32 = 2_166_136_261
    for byte in text { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return hash & 0xFF_FFFF
  }
}

/// The probability of the next bit, learnt from all bits before.
private struct BitModel {
  /// The lengths of the contexts in bytes.
  private static var orders: [Int] { [1, 2, 3, 4, 6, 8] }
  /// 4096 / (1 + e^(−x / 2)), x = −16 … 16, rounded, in 1 … 4095.
  private static var logistic: [Int] {
    [
      1, 2, 4, 6, 10, 17, 27, 45, 74, 120, 194, 311, 488, 747, 1102, 1546, 2048, 2550, 2994, 3349, 3608, 3785,
      3902, 3976, 4022, 4051, 4069, 4079, 4086, 4090, 4092, 4094, 4095,
    ]
  }
  /// Slots of a context's table, as a power of two.
  private static var tableBits: UInt32 { 19 }
  /// A slot learns ever more slowly, up to this number of bits.
  private static var patience: UInt32 { 30 }

  private let curve = logistic
  /// The inverse of the logistic curve: from 12 bits of a probability to −2047 … 2047.
  private let stretched: [Int64]
  /// For each context a table of slots: the probability in 16 bits, above it the number of bits learnt.
  private var tables: [[UInt32]]
  /// By the number of contexts that have been met before. They have 64 bits, because products are summed, and
  /// `Int` has 32 on some machines.
  private var weights: [[Int64]]
  private var history: [UInt8] = []
  private var hashes: [UInt32]
  /// The bits of the byte so far, behind a 1.
  private var node: UInt32 = 1
  private var slots: [Int]
  private var inputs: [Int64]
  private var met = 0
  private var prediction = 2048

  init(_ dictionary: [UInt8]) {
    let orders = Self.orders
    var found: [Int64] = []
    var place = -2047
    for probability in 0..<4096 {
      while place < 2047, Self.squash(place, Self.logistic) < probability { place += 1 }
      found.append(Int64(place))
    }
    stretched = found
    tables = [[UInt32]](
      repeating: [UInt32](repeating: 32_768, count: 1 << Int(Self.tableBits)), count: orders.count)
    weights = [[Int64]](repeating: [Int64](repeating: 19_660, count: orders.count), count: orders.count + 1)
    hashes = [UInt32](repeating: 0, count: orders.count)
    slots = [Int](repeating: 0, count: orders.count)
    inputs = [Int64](repeating: 0, count: orders.count)
    for byte in dictionary {
      for place: UInt8 in [7, 6, 5, 4, 3, 2, 1, 0] {
        _ = predict()
        learn(Int(byte >> place) & 1)
      }
    }
  }

  private static func squash(_ value: Int, _ curve: [Int]) -> Int {
    let place = max(-2047, min(2047, value)) + 2048
    let (index, part) = (place >> 7, place & 127)
    return (curve[index] * (128 - part) + curve[index + 1] * part + 64) >> 7
  }

  /// The probability of a 1, in 4096ths: 1 … 4095.
  mutating func predict() -> Int {
    met = 0
    for index in slots.indices {
      var place = hashes[index] &+ node &* 0x9E37_79B1
      place ^= place >> 15
      place = (place &* 0x85EB_CA6B) >> (32 - Self.tableBits)
      slots[index] = Int(place)
      let slot = tables[index][Int(place)]
      if slot >> 16 > 0 { met += 1 }
      inputs[index] = stretched[Int(slot & 0xFFFF) >> 4]
    }
    var sum: Int64 = 0
    for index in inputs.indices { sum += inputs[index] * weights[met][index] }
    prediction = Self.squash(Int(max(-2047, min(2047, sum >> 16))), curve)
    return prediction
  }

  /// Takes over the bit that came.
  mutating func learn(_ bit: Int) {
    let error = Int64(((bit << 12) - prediction) * 14)
    for index in slots.indices {
      weights[met][index] += (inputs[index] * error + 0x8000) >> 16
      let slot = tables[index][slots[index]]
      let (probability, count) = (Int(slot & 0xFFFF), slot >> 16)
      let way = (bit == 1 ? 65_535 : 0) - probability
      let step = 2 * (way < 0 ? -way : way) / (2 * Int(count) + 3)
      let next = UInt32(way < 0 ? probability - step : probability + step)
      tables[index][slots[index]] = next | min(count + 1, Self.patience) << 16
    }
    node = node << 1 | UInt32(bit)
    if node < 256 { return }
    history.append(UInt8(node & 255))
    node = 1
    let orders = Self.orders
    for index in orders.indices {
      var hash = UInt32(orders[index])
      for byte in history.suffix(orders[index]) {
        hash = (hash &+ UInt32(byte) &+ 1) &* 0x2F0B_4C47
        hash ^= hash >> 15
      }
      hashes[index] = hash
    }
  }
}

/// Writes and reads bits of known probability.
private struct RangeCoder {
  private(set) var bytes: [UInt8]
  /// The next byte that is read.
  private(set) var offset = 0
  private var low: UInt32 = 0
  private var high: UInt32 = .max
  private var code: UInt32 = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  init(reading bytes: [UInt8], from offset: Int) {
    self.bytes = bytes
    self.offset = offset
    for _ in 0..<4 { code = code << 8 | next() }
  }

  /// - Parameter probability: of a 1, in 4096ths.
  mutating func encode(_ bit: Int, _ probability: Int) {
    divide(bit, at: middle(probability))
    while (low ^ high) >> 24 == 0 {
      bytes.append(UInt8(high >> 24))
      shift()
    }
  }

  mutating func decode(_ probability: Int) -> Int {
    let middle = middle(probability)
    let bit = code <= middle ? 1 : 0
    divide(bit, at: middle)
    while (low ^ high) >> 24 == 0 {
      code = code << 8 | next()
      shift()
    }
    return bit
  }

  /// Writes enough to tell where the last range lies; what follows is read as zeros.
  mutating func finish() {
    if low > 0 { bytes.append(UInt8(high >> 24)) }
  }

  private func middle(_ probability: Int) -> UInt32 {
    low + (high - low) >> 12 * UInt32(probability)
  }

  private mutating func divide(_ bit: Int, at middle: UInt32) {
    if bit == 1 { high = middle } else { low = middle + 1 }
  }

  private mutating func shift() {
    low <<= 8
    high = high << 8 | 255
  }

  private mutating func next() -> UInt32 {
    defer { offset += 1 }
    return offset < bytes.count ? UInt32(bytes[offset]) : 0
  }
}
