// Mutates bytes in the manner of AFL. A port of Tests/HostTests/support/mutations.py.

extension [UInt8] {
  /// Returns the input after one to sixteen mutations: flipped bits, extreme numbers, blocks moved,
  /// duplicated or removed, pieces of other inputs, tokens of the format.
  package func mutated(
    among corpus: [[UInt8]], _ words: [[UInt8]], _ random: inout some RandomNumberGenerator
  ) -> [UInt8] {
    func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
    let edges: [UInt8] = [0, 1, 0x0A, 0x20, 0x7F, 0x80, 0xFF]
    let numbers: [UInt32] = [
      0, 1, 127, 128, 255, 256, 32_767, 65_507, 65_535, 65_536, 1 << 31 - 1, 1 << 31, .max,
    ]
    var data = self
    for _ in 0..<1 << below(5) {
      let at = below(data.count + 1)
      let end = Swift.min(data.count, at + 1 << below(8))
      switch below(words.isEmpty ? 10 : 11) {
      case 0 where at < data.count: data[at] ^= 1 << UInt8(below(8))
      case 1 where at < data.count: data[at] = edges[below(edges.count)]
      case 2 where at < data.count: data[at] &+= UInt8(truncatingIfNeeded: below(71) - 35)
      case 3:
        let number = numbers[below(numbers.count)]
        let bytes = Swift.withUnsafeBytes(of: below(2) == 0 ? number : number.byteSwapped) { Array($0) }
        data.replaceSubrange(at..<Swift.min(data.count, at + 4), with: bytes)
      case 4: data.removeSubrange(at..<end)
      case 5: data.insert(contentsOf: (0..<[1, 2, 30][below(3)]).flatMap { _ in data[at..<end] }, at: at)
      case 6: for index in at..<end { data[index] = UInt8(truncatingIfNeeded: random.next()) }
      case 7: data.insert(contentsOf: Array("\(numbers[below(numbers.count)])".utf8), at: at)
      case 8:
        let other = corpus[below(corpus.count)]
        data.replaceSubrange(at..., with: other[below(other.count + 1)...])
      case 9:
        let other = corpus[below(corpus.count)]
        data.replaceSubrange(at..<end, with: other[below(other.count + 1)...].prefix(end - at))
      case 10: data.insert(contentsOf: words[below(words.count)], at: at)
      default: break
      }
      if data.count > 1 << 17 { data.removeSubrange((1 << 17)...) }
    }
    return data
  }
}
