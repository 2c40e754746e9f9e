// Rows of samples: sixteen neighbours in time at once; sixteen rows that are mixed or turned. Audio thread.
import CLanes

extension SIMD16 where Scalar == Float {
  /// Sixteen samples from `start` on.
  @_transparent @_noLocks public static func load(_ start: UnsafePointer<Float>) -> Lanes {
    tactus_load(start)
  }

  /// Writes the lanes to sixteen samples from `start` on.
  @_transparent @_noLocks public func store(_ start: UnsafeMutablePointer<Float>) {
    tactus_store(start, self)
  }

  /// 0, 1, 2 … 15.
  @_transparent public static var ascending: Lanes {
    @_noLocks get { Lanes(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) }
  }
}

/// Sixteen rows of samples, each `stride` behind the last. A number of frames is rounded up to a multiple of
/// four.
public enum Rows {
  /// Mixes all rows with each other by the Hadamard matrix of order 16; the energy grows by 16.
  @inline(never) @_noLocks public static func mix(
    _ rows: UnsafeMutablePointer<Float>, stride: Int, frames: Int
  ) {
    tactus_mix_rows(rows, Int32(truncatingIfNeeded: stride), Int32(truncatingIfNeeded: frames))
  }

  /// Turns rows to one vector of sixteen for each frame.
  @inline(never) @_noLocks public static func turn(
    _ rows: UnsafePointer<Float>, stride: Int, toFrames out: UnsafeMutablePointer<Float>, frames: Int
  ) {
    tactus_rows_to_frames(rows, Int32(truncatingIfNeeded: stride), out, Int32(truncatingIfNeeded: frames))
  }

  /// Turns one vector of sixteen for each frame to rows.
  @inline(never) @_noLocks public static func turn(
    frames vectors: UnsafePointer<Float>, toRows rows: UnsafeMutablePointer<Float>, stride: Int, frames: Int
  ) {
    tactus_frames_to_rows(vectors, rows, Int32(truncatingIfNeeded: stride), Int32(truncatingIfNeeded: frames))
  }
}
