// Sixteen simultaneous reads of wave tables or of rings of frames. Audio thread.
import CLanes

extension SIMD16 where Scalar == Float {
  /// One sample a lane of a table, linearly interpolated.
  /// - Parameters:
  ///   - table: 2^`bits` samples at each offset, and one guard sample after them.
  ///   - offset: where each lane's table begins, in samples.
  ///   - phase: 2^32 is the whole table.
  @_transparent @_noLocks public static func read(
    table: UnsafePointer<Float>, at offset: OffsetLanes, _ phase: PhaseLanes, bits: Int32
  ) -> Lanes {
    tactus_read_table(table, offset, phase, bits)
  }

  /// Reads a ring of frames of sixteen lanes, each lane at its own delay, with cubic interpolation.
  /// - Parameters:
  ///   - ring: `mask` + 1 frames, a power of two.
  ///   - frame: the index at which the ring is written next.
  ///   - delay: in frames, at least 2.
  ///   - age: the number of frames that each lane has written; older frames are silent.
  @_transparent @_noLocks public static func read(
    ring: UnsafePointer<Float>, at frame: Int32, mask: Int32, delay: Lanes, age: OffsetLanes
  ) -> Lanes {
    tactus_read_ring(ring, frame, mask, delay, age)
  }

  /// The beginning of each lane's wave table, for lanes in cycles per frame: level ⌈log₂(1024·cycles)⌉ +
  /// `duller` within 0…`levels` − 1, counted from level `first`, each level `stride` floats long.
  @_transparent @_noLocks public func tableOffset(
    duller: Int32, levels: Int32, first: Int32, stride: Int32
  ) -> OffsetLanes {
    tactus_table_offset(self, duller, levels, first, stride)
  }
}
