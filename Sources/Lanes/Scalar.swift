// Mathematics on single numbers, and the floating-point mode: the only user of libm. Audio thread.
import CLanes

/// Functions of libm that may be called on the audio thread.
public enum Scalar {
  @_noLocks public static func exp2(_ value: Float) -> Float { tactus_exp2f(value) }
  @_noLocks public static func exp(_ value: Float) -> Float { tactus_expf(value) }
  @_noLocks public static func log2(_ value: Float) -> Float { tactus_log2f(value) }
  @_noLocks public static func log2(_ value: Double) -> Double { tactus_log2d(value) }
  @_transparent @_noLocks public static func squareRoot(_ value: Float) -> Float { tactus_sqrtf(value) }
  @_noLocks public static func floor(_ value: Float) -> Float { tactus_floorf(value) }
  @_transparent @_noLocks public static func floor(_ value: Double) -> Double { tactus_floord(value) }

  /// The direction of (x, y) in turns 0…1, anticlockwise from +x.
  @_noLocks public static func turns(y: Float, x: Float) -> Float {
    let turns = tactus_atan2f(y, x) / (2 * Float.pi)
    return turns < 0 ? turns + 1 : turns
  }

  /// Sine of an angle in turns.
  @_noLocks public static func sine(turns: Float) -> Float { tactus_sinf(turns * (2 * Float.pi)) }

  /// Decibels as a factor.
  @_noLocks public static func gain(decibels: Float) -> Float { tactus_exp2f(decibels * 0.166_096_4) }

  /// The share of its way, 0…1, that a one-pole smoother with time constant `seconds` covers in `frames`
  /// frames.
  @_noLocks public static func approach(frames: Float, seconds: Float, sampleRate: Float) -> Float {
    seconds <= 0 ? 1 : 1 - tactus_expf(-frames / (seconds * sampleRate))
  }
}

/// Flushes denormal numbers to zero while a block runs, and restores the host's mode.
public struct FloatMode {
  let saved: UInt64

  /// Sets flush-to-zero on this thread.
  @_noLocks public static func flushingDenormals() -> FloatMode { FloatMode(saved: tactus_flush_denormals()) }

  @_noLocks public func restore() { tactus_restore_float_mode(saved) }
}

extension Float {
  /// Within `low…high`; NaN becomes `low`.
  @_transparent @_noLocks public func limited(_ low: Float, _ high: Float) -> Float {
    self > low ? (self < high ? self : high) : low
  }
}
