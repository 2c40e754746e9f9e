// A feedback comb filter on lanes. Audio thread.
import Lanes

/// Sixteen feedback combs, y(n) = (1 − |r|)·x(n) + r·y(n − d). The peaks, at multiples of the cutoff
/// frequency, have a gain of 1.
public struct CombFilter {
  /// Frames of delay.
  var delay = LaneRamp(100)
  var feedback = LaneRamp(0)

  @_noLocks public init() {}

  /// Sets the lane without a ramp; parameters as for `aim`.
  @_noLocks public mutating func restart(lane: Int, delay: Float, feedback: Float) {
    self.delay.set(lane: lane, delay)
    self.feedback.set(lane: lane, feedback)
  }

  /// - Parameters:
  ///   - delay: the period of the cutoff frequency in frames, 3 … sampleRate/20.
  ///   - feedback: −0.98 … 0.98.
  @_noLocks public mutating func aim(delay: Lanes, feedback: Lanes, reciprocalFrames: Float) {
    self.delay.aim(delay, reciprocalFrames: reciprocalFrames)
    self.feedback.aim(feedback.limited(-0.98, 0.98), reciprocalFrames: reciprocalFrames)
  }

  /// Filters `count` frames in place.
  @_noLocks public mutating func process(
    _ samples: UnsafeMutablePointer<Lanes>, ring: inout LaneRing, count: Int
  ) {
    let top = Float(ring.mask - 4)
    for index in 0..<count {
      let r = feedback.next()
      let back = ring.read(delay.next().limited(2, top))
      let y = samples[index] * (1 - Lanes.greatest(r, -r)) + back * r
      ring.write(y)
      samples[index] = y
    }
  }
}
