// Waveshapers for each voice: soft clipping, folding, coarse steps. Audio thread.
import Lanes

/// Sixteen waveshapers, at two or four times the sample rate. At amount 0 each leaves the sound unchanged.
public struct Waveshaper {
  /// Raw values are saved: append only.
  public enum Shape: Int32, CaseIterable, Sendable {
    /// x/√(1 + x²) after a gain of 1 … 10.
    case soft = 0
    /// A sine of x times a gain: values beyond its peak fold back.
    case fold
    /// Quantised to steps; at amount 1 to about three bits.
    case crush
  }

  private var oversampler = Oversampler()
  /// The last driven sample of the soft shape, and its √(1 + x²).
  private var before = Lanes(repeating: 0)
  private var beforeRoot = Lanes(repeating: 1)

  @_noLocks public init() {}

  /// Clears the lane's memory.
  @_noLocks public mutating func restart(lane: Int) {
    oversampler.restart(lane: lane)
    before[lane] = 0
    beforeRoot[lane] = 1
  }

  /// Shapes `count` frames in place.
  /// - Parameters:
  ///   - amount: 0 … 1, a ramp over `times` · `count` frames.
  ///   - room: for (`times` + 1) · `count` frames.
  ///   - times: 2 or 4, the factor of the sample rate.
  @_noLocks public mutating func process(
    _ shape: Shape, amount: inout LaneRamp, _ samples: UnsafeMutablePointer<Lanes>,
    room: UnsafeMutablePointer<Lanes>, count: Int, times: Int
  ) {
    // The dry part has no delay, so that the shaper comes and goes without a click.
    let dry = room + times * count
    for index in 0..<count { dry[index] = samples[index] }
    oversampler.raise(samples, into: room, count: count, times: times)
    var blend = amount
    bend(shape, &amount, room, count: times * count)
    oversampler.lower(room, into: samples, count: count, times: times)
    for index in 0..<count {
      var a = blend.next()
      for _ in 1..<times { a = blend.next() }
      let x = dry[index]
      // The first tenth of the amount fades the shaper in.
      samples[index] = x + (samples[index] - x) * Lanes.least(a * 10, Lanes(repeating: 1))
    }
  }

  @_noLocks private mutating func bend(
    _ shape: Shape, _ amount: inout LaneRamp, _ samples: UnsafeMutablePointer<Lanes>, count: Int
  ) {
    switch shape {
    case .soft:
      for index in 0..<count {
        let driven = samples[index] * (1 + amount.next() * 9)
        let root = (driven * driven + 1).root
        // The average over the way from the last sample to this one, as in `Drive`.
        samples[index] = (before + driven) / (beforeRoot + root)
        before = driven
        beforeRoot = root
      }
    case .fold:
      for index in 0..<count {
        samples[index] = (samples[index] * (0.25 + amount.next() * 1.25)).phaseOfTurns.sine
      }
    case .crush:
      for index in 0..<count {
        // Steps of 1/128 … 1/4; each sample goes to the nearest multiple.
        let steps = (Lanes(repeating: 7) - amount.next() * 5).exp2
        samples[index] = (samples[index] * steps + 0.5).floor / steps
      }
    }
  }
}
