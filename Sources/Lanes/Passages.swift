// Curves that are too fast for the sample rate, for a few samples. Audio thread.
import CLanes

extension SIMD16 where Scalar == Float {
  /// Sine of lanes in turns within ±2^22; error below 3e−7.
  @_transparent public var folded: Lanes { @_noLocks get { tactus_fold(self) } }
}

/// Passages in which a curve is computed at eight times the sample rate.
public enum Passages {
  /// The samples from before that are needed, and the delay of the sound in samples.
  public static var history: Int { @_noLocks get { 12 } }
  public static var delay: Int { @_noLocks get { 6 } }

  /// Corrects the sound of `folded` in lanes that move by `least` turns or more from one sample to the next.
  /// - Parameters:
  ///   - turns: `history` samples from before and `count` new ones.
  ///   - sound: `delay` samples from before and `count` new ones. The first `count` are complete then.
  @inline(never) @_noLocks public static func fold(
    _ turns: UnsafePointer<Lanes>, _ sound: UnsafeMutablePointer<Lanes>, least: Float, count: Int
  ) {
    tactus_fold_passages(
      UnsafeRawPointer(turns).assumingMemoryBound(to: Float.self),
      UnsafeMutableRawPointer(sound).assumingMemoryBound(to: Float.self),
      Int32(truncatingIfNeeded: count), least)
  }
}
