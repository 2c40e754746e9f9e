// The keys that are held together. Audio thread.

/// Up to sixteen different keys in the order in which they were pressed. Of more, the newest count.
struct KeyChord: BitwiseCopyable {
  static var limit: Int { @_noLocks get { 16 } }

  private var keys = InlineArray<16, UInt8>(repeating: 0)
  private(set) var count = 0

  @_noLocks init() {}

  var isEmpty: Bool { @_noLocks get { count == 0 } }

  @_noLocks mutating func add(_ key: UInt8) {
    remove(key)
    if count == Self.limit { remove(keys[0]) }
    keys[count] = key
    count += 1
  }

  @_noLocks mutating func remove(_ key: UInt8) {
    var kept = 0
    for index in 0..<count where keys[index] != key {
      keys[kept] = keys[index]
      kept += 1
    }
    count = kept
  }

  /// The key that was pressed as the `index`th, from 0.
  @_noLocks func played(_ index: Int) -> Int { Int(keys[index]) }

  /// The key above `rank` others.
  @_noLocks func tone(_ rank: Int) -> Int {
    for index in 0..<count {
      var lower = 0
      for other in 0..<count where keys[other] < keys[index] { lower += 1 }
      if lower == rank { return Int(keys[index]) }
    }
    return 0
  }

  /// The tone of a row: behind the highest key the tones begin again, as many octaves higher as the chord spans.
  @_noLocks func tone(ofRow row: Int) -> Int {
    let octaves = (tone(count - 1) - tone(0)) / 12 + 1
    return tone(row % count) + 12 * octaves * (row / count)
  }
}
