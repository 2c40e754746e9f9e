// Waveshapers for each voice: soft clipping, folding, coarse steps. Audio thread.
import Lanes

/// Sixteen waveshapers. At amount 0 each leaves the sound unchanged.
public enum Waveshaper {
  /// Raw values are saved: append only.
  public enum Shape: Int32, CaseIterable, Sendable {
    /// x/√(1 + x²) after a gain of 1 … 10.
    case soft = 0
    /// A sine of x times a gain: values beyond its peak fold back.
    case fold
    /// Quantised to steps; at amount 1 to about three bits.
    case crush
  }

  /// Shapes `count` frames in place.
  /// - Parameter amount: 0 … 1.
  @_noLocks public static func process(
    _ shape: Shape, amount: inout LaneRamp, _ samples: UnsafeMutablePointer<Lanes>, count: Int
  ) {
    switch shape {
    case .soft:
      for index in 0..<count {
        let a = amount.next()
        let x = samples[index]
        let driven = x * (1 + a * 9)
        // The first tenth of the amount fades the shaper in.
        let blend = Lanes.least(a * 10, Lanes(repeating: 1))
        samples[index] = x + (driven / (driven * driven + 1).root - x) * blend
      }
    case .fold:
      for index in 0..<count {
        let a = amount.next()
        let x = samples[index]
        let blend = Lanes.least(a * 10, Lanes(repeating: 1))
        let folded = (x * (0.25 + a * 1.25)).phaseOfTurns.sine
        samples[index] = x + (folded - x) * blend
      }
    case .crush:
      for index in 0..<count {
        let a = amount.next()
        let x = samples[index]
        // Steps of 1/128 … 1/4; each sample goes to the nearest multiple.
        let steps = (Lanes(repeating: 7) - a * 5).exp2
        let blend = Lanes.least(a * 10, Lanes(repeating: 1))
        let crushed = (x * steps + 0.5).floor / steps
        samples[index] = x + (crushed - x) * blend
      }
    }
  }
}
