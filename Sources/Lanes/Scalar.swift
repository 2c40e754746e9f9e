// Mathematics on single numbers, the same bits on every machine, and the floating-point mode. Audio thread.
import CLanes

/// Mathematics of single numbers. No function calls the C library. The relative error is below 6e−8, which is
/// half of a float's last bit, where no other is stated. The functions are not inlined, which keeps the
/// library small.
public enum Scalar {
  @inline(never) @_noLocks public static func exp2(_ value: Float) -> Float { tactus_exp2f(value) }
  @inline(never) @_noLocks public static func exp(_ value: Float) -> Float { tactus_expf(value) }
  /// Of 0 and less, −∞.
  @inline(never) @_noLocks public static func log2(_ value: Float) -> Float { tactus_log2f(value) }
  /// Error below 4e−15 times the greater of 1 and the result.
  @inline(never) @_noLocks public static func log2(_ value: Double) -> Double { tactus_log2d(value) }
  /// Exact.
  @_transparent @_noLocks public static func squareRoot(_ value: Float) -> Float { tactus_sqrtf(value) }
  /// The number without its fraction; it must be within ±2^31.
  @_transparent @_noLocks public static func truncated(_ value: Float) -> Int32 { tactus_truncated(value) }
  /// Exact.
  @_transparent @_noLocks public static func floor(_ value: Float) -> Float { tactus_floorf(value) }
  @_transparent @_noLocks public static func floor(_ value: Double) -> Double { tactus_floord(value) }

  /// The direction of (x, y) in turns, 0…1 without 1, anticlockwise from +x; error below 6e−8.
  @inline(never) @_noLocks public static func turns(y: Float, x: Float) -> Float { tactus_direction_of(y, x) }

  /// Sine of an angle in turns; error below 6e−8 at any angle.
  @inline(never) @_noLocks public static func sine(turns: Float) -> Float { tactus_sine_of_turns(turns) }

  /// Decibels as a factor.
  @inline(never) @_noLocks public static func gain(decibels: Float) -> Float { tactus_gainf(decibels) }

  /// The share of its way, 0…1, that a one-pole smoother with time constant `seconds` covers in `frames`
  /// frames.
  @inline(never) @_noLocks public static func approach(
    frames: Float, seconds: Float, sampleRate: Float
  ) -> Float {
    seconds <= 0 ? 1 : tactus_approachf(frames / (seconds * sampleRate))
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
  /// Turns (within ±2^22) as a displacement of a 32-bit phase.
  @_transparent public var phaseOfTurns: UInt32 { @_noLocks get { tactus_turn_to_phase(self) } }

  /// Within `low…high`; NaN becomes `low`.
  @_transparent @_noLocks public func limited(_ low: Float, _ high: Float) -> Float {
    self > low ? (self < high ? self : high) : low
  }
}
