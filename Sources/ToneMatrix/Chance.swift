// Random numbers that depend only on a seed and a position, so that the same position of the timeline always
// gives the same number. Audio thread.

/// Random numbers by position.
enum Chance {
  /// 64 well mixed bits (the finaliser of SplitMix64: G. Steele et al., OOPSLA 2014).
  @_noLocks static func mixed(_ value: UInt64) -> UInt64 {
    var bits = value &+ 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// A number 0 ..< `limit` (at most 2³²) for a use, a layer, a row and a step.
  @_noLocks static func number(
    below limit: UInt64, seed: UInt64, use: UInt64, layer: Int, row: Int, step: Int64
  ) -> UInt64 {
    let index = use << 32 | UInt64(truncatingIfNeeded: layer) << 16 | UInt64(truncatingIfNeeded: row)
    let bits = mixed(mixed(seed ^ index &* 0xD134_2543_DE82_EF95) ^ UInt64(bitPattern: step))
    return ((bits >> 32) &* limit) >> 32
  }
}
