// The range of a widget's value. Not for the audio thread.
import Lanes

/// The values of a slider, a knob or a number. `low` may be more than `high`.
public struct SceneRange: Equatable, Sendable {
  /// The value at position 0.
  public var low: Float
  /// The value at position 1.
  public var high: Float
  /// Whether equal ways are equal ratios.
  public var isLogarithmic: Bool

  /// A range as Pd makes it: the ends of a logarithmic one have the same sign and are not 0.
  init(low: Float, high: Float, isLogarithmic: Bool) {
    (self.low, self.high, self.isLogarithmic) = (low, high, isLogarithmic)
    guard isLogarithmic else { return }
    if low == 0 && high == 0 { self.high = 1 }
    if self.high > 0 {
      if low <= 0 { self.low = 0.01 * self.high }
    } else if low > 0 {
      self.high = 0.01 * low
    }
    // Pd leaves an end at 0 if the other one is negative, and then has no values.
    if self.high == 0 { self.high = 0.01 * self.low }
    if self.low == 0 { self.low = 0.01 * self.high }
  }

  /// The value at a position; positions beyond 0…1 are those of the nearer end.
  public func value(at position: Float) -> Float {
    let place = position.limited(0, 1)
    if !isLogarithmic { return low + place * (high - low) }
    return low * Scalar.exp2(place * Scalar.log2(high / low))
  }

  /// The position of a value, 0…1.
  public func position(of value: Float) -> Float {
    if low == high { return 0 }
    if !isLogarithmic { return ((value - low) / (high - low)).limited(0, 1) }
    guard value / low > 0 else { return 0 }
    return (Scalar.log2(value / low) / Scalar.log2(high / low)).limited(0, 1)
  }
}
