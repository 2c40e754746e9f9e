// A meter of true peaks, for tests of the limiter. Not for the audio thread.
import Foundation

/// Reads the greatest magnitude of the wave through samples at eight times their rate, by a windowed sinc of
/// 96 samples (Kaiser, β = 6): longer than the limiter's own, and of double precision.
public struct TruePeakMeter {
  private static let reach = 48
  private let weights: [[Double]]

  public init() {
    func bessel(_ x: Double) -> Double {
      var (sum, term) = (1.0, 1.0)
      for k in 1..<40 {
        term *= x * x / Double(4 * k * k)
        sum += term
      }
      return sum
    }
    weights = (1..<8).map { phase in
      let raw = (0..<(2 * Self.reach)).map { tap in
        let away = Double(tap - Self.reach + 1) - Double(phase) / 8
        let edge = away / Double(Self.reach)
        return sin(.pi * away) / (.pi * away) * bessel(6 * max(0, 1 - edge * edge).squareRoot())
      }
      let sum = raw.reduce(0, +)
      return raw.map { $0 / sum }
    }
  }

  /// The true peak of `samples` as a factor of full scale; before and after them is silence.
  public func peak(of samples: [Float]) -> Double {
    var peak = samples.reduce(0) { max($0, Double(abs($1))) }
    let silence = [Double](repeating: 0, count: Self.reach)
    let padded = silence + samples.map(Double.init) + silence
    padded.withUnsafeBufferPointer { padded in
      for weights in weights {
        weights.withUnsafeBufferPointer { weights in
          for start in 0..<(padded.count - 2 * Self.reach) {
            var sum = 0.0
            for tap in 0..<(2 * Self.reach) { sum += padded[start + tap] * weights[tap] }
            peak = max(peak, abs(sum))
          }
        }
      }
    }
    return peak
  }

  /// The same in dBTP.
  public func decibels(of samples: [Float]) -> Double { 20 * log10(peak(of: samples) + 1e-12) }
}
