// One lane is one voice: sixteen voices in one vector, and the mathematics that is fast on it. Audio thread.
import CLanes

/// One number for each of sixteen voices. Arithmetic works lane by lane.
public typealias Lanes = SIMD16<Float>
/// Sixteen 32-bit phases. A whole turn is 2^32, so that wrapping is free and 20 Hz is in tune.
public typealias PhaseLanes = SIMD16<UInt32>
/// Sixteen table offsets.
public typealias OffsetLanes = SIMD16<Int32>

extension SIMD16 where Scalar == Float {
  /// The number of voices in one vector.
  public static let width = 16

  @_transparent @_noLocks public static func least(_ a: Lanes, _ b: Lanes) -> Lanes { tactus_min(a, b) }

  @_transparent @_noLocks public static func greatest(_ a: Lanes, _ b: Lanes) -> Lanes { tactus_max(a, b) }

  /// Within `low…high`; NaN becomes `low`.
  @_transparent @_noLocks public func limited(_ low: Float, _ high: Float) -> Lanes {
    tactus_min(tactus_max(self, Lanes(repeating: low)), Lanes(repeating: high))
  }

  /// `yes` in the lanes where self < `bound`, else `no`.
  @_transparent @_noLocks public func whereLess(_ bound: Lanes, _ yes: Lanes, else no: Lanes) -> Lanes {
    tactus_where_less(self, bound, yes, no)
  }

  /// The sum of all lanes, in one fixed order.
  @_transparent public var total: Float { @_noLocks get { tactus_sum(self) } }

  /// The least and the greatest of all lanes.
  @_transparent public var smallest: Float { @_noLocks get { tactus_smallest(self) } }
  @_transparent public var largest: Float { @_noLocks get { tactus_largest(self) } }

  /// 2 to the power of each lane; relative error below 3e−7.
  @_transparent public var exp2: Lanes { @_noLocks get { tactus_exp2(self) } }

  /// Lane by lane; lanes must not be negative.
  @_transparent public var root: Lanes { @_noLocks get { tactus_sqrt(self) } }

  /// tan(π·lane) for lanes of 0…0.49; relative error below 4e−7.
  @_transparent public var tanPi: Lanes { @_noLocks get { tactus_tan_pi(self) } }

  /// Cycles per frame (0…0.5) as the step of a 32-bit phase.
  @_transparent public var phaseStep: PhaseLanes { @_noLocks get { tactus_phase_step(self) } }

  /// Whether any lane is NaN.
  @_transparent public var isAnyNoNumber: Bool { @_noLocks get { tactus_any_nan(self) != 0 } }

  /// Lane by lane, `other` where a lane is NaN.
  @_transparent @_noLocks public func numberOr(_ other: Lanes) -> Lanes { tactus_number_or(self, other) }

  /// The greatest whole number not above each lane.
  @_transparent public var floor: Lanes { @_noLocks get { tactus_floor(self) } }

  /// Lanes must be positive and normal; error below 1e−7 times the greater of 1 and the result.
  @_transparent public var log2: Lanes { @_noLocks get { tactus_log2(self) } }

  /// Sine of lanes in turns; error below 2e−7 within ±1 turn.
  @_transparent public var sineOfTurns: Lanes { @_noLocks get { tactus_sin_turns(self) } }

  /// The direction of (x, y) in turns 0…1, anticlockwise from +x; 0 at the origin. Error below 6e−8.
  @_transparent @_noLocks public static func direction(_ x: Lanes, _ y: Lanes) -> Lanes {
    tactus_direction(x, y)
  }

  /// 1 − exp(−lane) for lanes from 0: the share of its way that a one-pole smoother covers in that many time
  /// constants; relative error below 4e−7. NaN becomes 1.
  @_transparent public var approach: Lanes { @_noLocks get { tactus_approach(self) } }

  /// Any number of turns within ±2^22 as a displacement of a 32-bit phase.
  @_transparent public var phaseOfTurns: PhaseLanes { @_noLocks get { tactus_turns_to_phase(self) } }

  /// x(27 + x²)/(27 + 9x²) within ±3, where it is ±1: slope 1 at rest, within 2.4 % of tanh.
  @_transparent public var saturated: Lanes { @_noLocks get { tactus_saturate(self) } }

  /// Truncated towards zero; lanes must be within ±2^31.
  @_transparent public var truncated: OffsetLanes { @_noLocks get { tactus_to_int(self) } }

  /// Whether any lane is at least the same lane of `bound`.
  @_transparent @_noLocks public func isAnyAtLeast(_ bound: Lanes) -> Bool {
    tactus_any_at_least(self, bound) != 0
  }
}

extension SIMD16 where Scalar == Int32 {
  /// The nearest floats.
  @_transparent public var floats: Lanes { @_noLocks get { tactus_to_float(self) } }

  /// Divided by a number above 0, towards zero.
  @_transparent @_noLocks public func divided(by number: Int32) -> OffsetLanes {
    tactus_divided(self, number)
  }

  /// Whether any lane is neither `a` nor `b`.
  @_transparent @_noLocks public func isAnyOther(than a: Int32, _ b: Int32) -> Bool {
    tactus_any_other(self, a, b) != 0
  }

  /// `yes` in the lanes that equal those of `other`, else `no`.
  @_transparent @_noLocks public func whereEqual(_ other: OffsetLanes, _ yes: Lanes, else no: Lanes) -> Lanes
  {
    tactus_where_equal(self, other, yes, no)
  }
}
