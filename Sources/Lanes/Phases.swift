// Sixteen 32-bit phases: sines, ends of cycles and random numbers, lane by lane. Audio thread.
import CLanes

extension SIMD16 where Scalar == UInt32 {
  /// Sine of phases, 2^32 a turn; error below 3e−7.
  @_transparent public var sine: Lanes { @_noLocks get { tactus_sin_phase(self) } }

  /// Whether any lane is less than the same lane of `other`. For phases that run forwards: whether any has
  /// wrapped.
  @_transparent @_noLocks public func isAnyLess(than other: PhaseLanes) -> Bool {
    tactus_any_less(self, other) != 0
  }

  /// Whether any bit of any lane is set.
  @_transparent public var hasAnyBit: Bool { @_noLocks get { tactus_any_bit(self) != 0 } }

  /// For phases that moved from `self` to `after` by less than half a turn: 1 where a cycle ended, −1 where
  /// one began backwards, else 0.
  @_transparent @_noLocks public func wraps(to after: PhaseLanes) -> OffsetLanes { tactus_wraps(self, after) }

  /// The next number of each lane's own random generator (xorshift); a lane must not be 0.
  @_transparent public var nextRandom: PhaseLanes { @_noLocks get { tactus_xorshift(self) } }

  /// 32 random bits of each lane as −1…1.
  @_transparent public var bipolar: Lanes { @_noLocks get { tactus_bipolar(self) } }
}
