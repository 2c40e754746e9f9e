// Numbers that are drawn by lot: the same on every machine, and the same as in Tests/Bench/chipmunk.c.

/// S. Vigna's SplitMix64.
struct Draws {
  var state: UInt64

  /// 0 up to 1.
  mutating func next() -> Float {
    state = state &+ 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return Float((mixed ^ (mixed >> 31)) >> 40) / 16_777_216
  }
}
