// The part of a controller's travel that a connection reads, and its slope. Not for the audio thread.
import Controls
import Lanes

/// The way from a controller's normalized value to the position of a connection.
struct Slope {
  /// The part of a controller's travel that is read.
  enum Reading: Equatable {
    /// All of it.
    case whole
    /// The travel about the rest value, by this sensitivity.
    case sensitive(Float)
    /// The travel from low to high, by an expression.
    case window(Float, Float)
  }

  var reading: Reading
  /// −1…1, as that of a connection.
  var curve: Float = 0
  /// The controller's normalized rest value.
  var rest: Float

  /// The slope of a connection at a position 0…1 (docs/matrix.md, step 4).
  static func bent(_ position: Float, _ curve: Float) -> Float {
    if curve == 0 { return position }
    let bend = 2 / (1 + 0.96 * curve) - 1
    return position / (position + (1 - position) * bend)
  }

  /// The position behind reading and slope, 0…1, of a normalized value.
  func position(_ value: Float) -> Float {
    switch reading {
    case .whole: Self.bent(value, curve)
    case .sensitive(let factor): Self.bent((rest + factor * (value - rest)).limited(0, 1), curve)
    case .window(let low, let high): Self.bent(((value - low) / (high - low)).limited(0, 1), curve)
    }
  }

  /// The readings of a controller, the plainest first.
  static func readings(_ values: [Float], rest: Float) -> [Reading] {
    let (low, high) = (values.min() ?? 0, values.max() ?? 1)
    var readings = [Reading.whole]
    // So much that one end of the travel is reached and nothing is cut off.
    let below = rest > low ? rest / (rest - low) : .infinity
    let above = high > rest ? (1 - rest) / (high - rest) : .infinity
    let factor = rounded(min(below, above, 16), up: false)
    if factor > 1.05 { readings.append(.sensitive(factor)) }
    if high > low { readings.append(.window(low, high)) }
    return readings
  }

  /// A number with two digits if they are exact enough: 1.5, 12, 0.067.
  static func rounded(_ number: Float, up: Bool, digits: Int = 2) -> Float {
    if number == 0 || !number.isFinite { return 0 }
    var scale: Float = 1
    let least: Float = digits == 2 ? 10 : 100
    while number.magnitude * scale < least { scale *= 10 }
    while number.magnitude * scale >= 10 * least { scale /= 10 }
    return (number * scale).rounded(up ? .up : .down) / scale
  }

  /// A number with three digits.
  static func rounded(_ number: Float) -> Float {
    if number == 0 || !number.isFinite { return 0 }
    var (scale, divisor): (Float, Float) = (1, 1)
    while number.magnitude * scale < 100 && scale < 1e9 { scale *= 10 }
    while number.magnitude / divisor >= 1000 { divisor *= 10 }
    return divisor > 1 ? (number / divisor).rounded() * divisor : (number * scale).rounded() / scale
  }
}
