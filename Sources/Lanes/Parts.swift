// A part of the sixteen voices, as wide as a register: a filter's state of a part stays in registers, that of
// sixteen does not. Audio thread.
import CLanes

/// One number for each voice of a part: eight voices on processors with AVX2, else four.
public typealias PartLanes = tactus_part
/// The phases of a part's voices.
public typealias PartPhases = tactus_part_uint
/// The table offsets of a part's voices.
public typealias PartOffsets = tactus_part_int

extension SIMD16 where Scalar == Float {
  /// The number of parts: two or four.
  @_transparent public static var parts: Int { @_noLocks get { 16 / PartLanes.scalarCount } }

  /// The lanes of a part from lane `index` times its width on, read where they are.
  @_transparent @_noLocks public mutating func part(_ index: Int) -> PartLanes {
    tactus_part_of(&self, Int32(truncatingIfNeeded: index))
  }

  @_transparent @_noLocks public mutating func set(part index: Int, _ value: PartLanes) {
    tactus_set_part(&self, Int32(truncatingIfNeeded: index), value)
  }
}

extension SIMD16 where Scalar == UInt32 {
  /// The lanes of a part, read where they are.
  @_transparent @_noLocks public mutating func part(_ index: Int) -> PartPhases {
    tactus_phases_of(&self, Int32(truncatingIfNeeded: index))
  }

  @_transparent @_noLocks public mutating func set(part index: Int, _ value: PartPhases) {
    tactus_set_phases(&self, Int32(truncatingIfNeeded: index), value)
  }
}

extension PartLanes {
  /// One sample for each voice: as for sixteen.
  @_transparent @_noLocks public static func read(
    table: UnsafePointer<Float>, at offset: PartOffsets, _ phase: PartPhases, bits: Int32
  ) -> PartLanes {
    tactus_part_read_table(table, offset, phase, bits)
  }

  /// Lane by lane; lanes must not be negative.
  @_transparent public var root: PartLanes { @_noLocks get { tactus_part_sqrt(self) } }

  /// Within `low…high`; NaN becomes `low`.
  @_transparent @_noLocks public func limited(_ low: Float, _ high: Float) -> PartLanes {
    tactus_part_limit(self, PartLanes(repeating: low), PartLanes(repeating: high))
  }

  /// The parts of `samples`, one behind the other.
  @_transparent @_noLocks public static func parts(
    of samples: UnsafeMutablePointer<Lanes>
  ) -> UnsafeMutablePointer<PartLanes> {
    UnsafeMutableRawPointer(samples).assumingMemoryBound(to: PartLanes.self)
  }
}
