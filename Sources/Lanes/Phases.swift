// Sixteen 32-bit phases: their sines, their ends of cycles, and random numbers in the same lanes. Audio thread.
import CLanes

extension SIMD16 where Scalar == UInt32 {
  /// Sine of phases, 2^32 a turn; error below 1e−7.
  @_transparent public var sine: Lanes { @_noLocks get { tactus_sin_phase(self) } }

  /// Whether any lane is less than the same lane of `other`; of phases that run forwards: whether any has wrapped.
  @_transparent @_noLocks public func isAnyLess(than other: PhaseLanes) -> Bool {
    tactus_any_less(self, other) != 0
  }

  /// Whether any bit of any lane is set.
  @_transparent public var hasAnyBit: Bool { @_noLocks get { tactus_any_bit(self) != 0 } }

  /// Cycles that ended (1), began anew backwards (−1) or neither (0) when phases went from here to `after`, by less
  /// than half a turn.
  @_transparent @_noLocks public func wraps(to after: PhaseLanes) -> OffsetLanes { tactus_wraps(self, after) }

  /// The next number of each lane's own random generator (xorshift); a lane must not be 0.
  @_transparent public var nextRandom: PhaseLanes { @_noLocks get { tactus_xorshift(self) } }

  /// 32 random bits of each lane as −1…1.
  @_transparent public var bipolar: Lanes { @_noLocks get { tactus_bipolar(self) } }
}
