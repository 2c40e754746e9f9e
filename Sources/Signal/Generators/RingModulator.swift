// Multiplies one sound by another. Audio thread.
import Lanes

/// Sixteen ring modulators.
public enum RingModulator {
  /// Crossfades `samples` to `samples` times `other`, by `amount` (0…1).
  @_noLocks public static func process(
    _ samples: UnsafeMutablePointer<Lanes>, _ other: UnsafePointer<Lanes>, _ amount: inout LaneRamp,
    count: Int
  ) {
    for index in 0..<count {
      samples[index] += (samples[index] * other[index] - samples[index]) * amount.next()
    }
  }
}
