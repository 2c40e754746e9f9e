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

/// Sixteen rows of samples. A number of frames is rounded up to a multiple of eight.
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
  ///   - room: for 320 samples.
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

  /// Goes on in sixteen rings by `count` frames.
  /// - Parameters:
  ///   - at: the frame of each that is written next.
  ///   - lengths: their frames; `begins`: where each begins; `targets`: where each is written then.
  /// - Returns: a bit for each ring that began anew.
  @_transparent @_noLocks public static func advance(
    _ at: UnsafeMutablePointer<Int32>, lengths: UnsafePointer<Int32>,
    begins: UnsafePointer<UnsafeMutablePointer<Float>?>,
    targets: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>, count: Int
  ) -> UInt32 {
    tactus_advance_rings(at, lengths, begins, targets, Int32(truncatingIfNeeded: count))
  }

  /// Finds the places in sixteen rings `delays` and `more` frames before `at`.
  /// - Parameter age: the frames that the rings have.
  /// - Returns: a bit for each delay beyond that.
  @_transparent @_noLocks public static func find(
    _ at: UnsafePointer<Int32>, lengths: UnsafePointer<Int32>,
    begins: UnsafePointer<UnsafeMutablePointer<Float>?>, delays: UnsafePointer<Int32>, more: Int, age: Int,
    places: UnsafeMutablePointer<UnsafePointer<Float>?>
  ) -> UInt32 {
    tactus_find_rings(
      at, lengths, begins, delays, Int32(truncatingIfNeeded: more), Int32(truncatingIfNeeded: age), places)
  }

  /// A bit for each of sixteen frames that is below `bound`.
  @_transparent @_noLocks public static func below(_ bound: Int32, _ frames: UnsafePointer<Int32>) -> UInt32 {
    tactus_below(frames, bound)
  }
}
