// One sound multiplied by another.
import Lanes

/// Sixteen ring modulators.
public enum RingModulator {
  /// Turns `samples` into themselves times `other`, as far as `amount` (0…1) says.
  @_noLocks public static func process(
    _ samples: UnsafeMutablePointer<Lanes>, _ other: UnsafePointer<Lanes>, _ amount: inout LaneRamp,
    count: Int
  ) {
    for index in 0..<count {
      samples[index] += (samples[index] * other[index] - samples[index]) * amount.next()
    }
  }
}
