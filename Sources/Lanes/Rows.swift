// Rows of samples: sixteen neighbours in time at once; sixteen rows mixed, interpolated or turned. Audio
// thread.
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

/// Sixteen rows of samples. A number of frames is rounded up to a multiple of four.
public enum Rows {
  /// Mixes all rows with each other by the Hadamard matrix of order 16; the energy grows by 16.
  /// - Parameters:
  ///   - from: where each of the rows begins; `to`: where each of the mixes does.
  @inline(never) @_noLocks public static func mix(
    _ from: UnsafePointer<UnsafePointer<Float>?>, to: UnsafePointer<UnsafeMutablePointer<Float>?>, frames: Int
  ) {
    tactus_mix(from, to, Int32(truncatingIfNeeded: frames))
  }

  /// The same for the sum of rows `stride` apart and of those at `from`, which have a gain for each frame.
  @inline(never) @_noLocks public static func mix(
    _ rows: UnsafePointer<Float>, stride: Int, with from: UnsafePointer<UnsafePointer<Float>?>,
    gains: UnsafePointer<Float>, to: UnsafePointer<UnsafeMutablePointer<Float>?>, frames: Int
  ) {
    tactus_mix_with(
      rows, Int32(truncatingIfNeeded: stride), from, gains, to, Int32(truncatingIfNeeded: frames))
  }

  /// Interpolates rows to one vector of sixteen for each frame: the sum of four neighbours from the row's
  /// place on.
  /// - Parameters:
  ///   - weights: four vectors for the neighbours, and four that are added to them after each frame.
  ///   - room: for 160 samples.
  ///   - frames: up to 32; not rounded.
  @inline(never) @_noLocks public static func interpolate(
    _ from: UnsafePointer<UnsafePointer<Float>?>, weights: UnsafeMutablePointer<Float>,
    toFrames out: UnsafeMutablePointer<Float>, room: UnsafeMutablePointer<Float>, frames: Int
  ) {
    tactus_interpolate(from, weights, out, room, Int32(truncatingIfNeeded: frames))
  }

  /// Turns one vector of sixteen for each frame to rows `stride` apart.
  @inline(never) @_noLocks public static func turn(
    frames vectors: UnsafePointer<Float>, toRows rows: UnsafeMutablePointer<Float>, stride: Int, frames: Int
  ) {
    tactus_frames_to_rows(vectors, rows, Int32(truncatingIfNeeded: stride), Int32(truncatingIfNeeded: frames))
  }
}
