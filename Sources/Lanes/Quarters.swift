// Four voices of the sixteen: a filter's state of four stays in registers, that of sixteen does not. Audio
// thread.
import CLanes

/// One number for each of four voices: a quarter of the lanes.
public typealias QuarterLanes = SIMD4<Float>
/// The phases of four voices.
public typealias QuarterPhases = SIMD4<UInt32>

extension SIMD16 where Scalar == Float {
  /// The number of quarters.
  @_transparent public static var quarters: Int { @_noLocks get { 4 } }

  /// Lanes 4·`index` to 4·`index` + 3, read where they are.
  @_transparent @_noLocks public mutating func quarter(_ index: Int) -> QuarterLanes {
    tactus_quarter(&self, Int32(truncatingIfNeeded: index))
  }

  @_transparent @_noLocks public mutating func set(quarter index: Int, _ value: QuarterLanes) {
    tactus_set_quarter(&self, Int32(truncatingIfNeeded: index), value)
  }
}

extension SIMD16 where Scalar == UInt32 {
  /// Lanes 4·`index` to 4·`index` + 3, read where they are.
  @_transparent @_noLocks public mutating func quarter(_ index: Int) -> QuarterPhases {
    tactus_quarter_phase(&self, Int32(truncatingIfNeeded: index))
  }

  @_transparent @_noLocks public mutating func set(quarter index: Int, _ value: QuarterPhases) {
    tactus_set_quarter_phase(&self, Int32(truncatingIfNeeded: index), value)
  }
}

extension SIMD4 where Scalar == Float {
  /// One sample for each of four voices: as for sixteen.
  @_transparent @_noLocks public static func read(
    table: UnsafePointer<Float>, at offset: SIMD4<Int32>, _ phase: QuarterPhases, bits: Int32
  ) -> QuarterLanes {
    tactus_read_table_four(table, offset, phase, bits)
  }

  /// Lane by lane; lanes must not be negative.
  @_transparent public var root: QuarterLanes { @_noLocks get { tactus_sqrt_four(self) } }

  /// Within `low…high`; NaN becomes `low`.
  @_transparent @_noLocks public func limited(_ low: Float, _ high: Float) -> QuarterLanes {
    tactus_limit_four(self, QuarterLanes(repeating: low), QuarterLanes(repeating: high))
  }

  /// The quarters of `samples`, one behind the other.
  @_transparent @_noLocks public static func quarters(
    of samples: UnsafeMutablePointer<Lanes>
  ) -> UnsafeMutablePointer<QuarterLanes> {
    UnsafeMutableRawPointer(samples).assumingMemoryBound(to: QuarterLanes.self)
  }
}
