// A four-pole ladder low-pass on lanes. Audio thread.
import Lanes

/// Sixteen ladders of four one-poles with feedback and a saturating input; the loop is solved without a delay
/// (V. Zavalishin, "The Art of VA Filter Design", 2012, chapters 4 and 6). For small signals the response is
/// exactly the bilinear transform of 1 / ((1 + s)⁴ + k). The saturation of the input bounds the state.
public struct LadderFilter {
  var stage1 = Lanes(repeating: 0)
  var stage2 = Lanes(repeating: 0)
  var stage3 = Lanes(repeating: 0)
  var stage4 = Lanes(repeating: 0)
  /// g/(1 + g) of the poles.
  var pole = LaneRamp(0.1)
  var feedback = LaneRamp(0)
  var drive = LaneRamp(1)
  /// 1/drive at both ends of a ramp: it keeps the loudness even.
  var makeup = LaneRamp(1)

  @_noLocks public init() {}

  /// Clears the lane's state and sets the lane without a ramp; parameters as for `aim`.
  @_noLocks public mutating func restart(lane: Int, gain: Float, feedback: Float, drive: Float) {
    stage1[lane] = 0
    stage2[lane] = 0
    stage3[lane] = 0
    stage4[lane] = 0
    pole.set(lane: lane, gain / (1 + gain))
    self.feedback.set(lane: lane, feedback)
    self.drive.set(lane: lane, drive)
    makeup.set(lane: lane, 1 / drive)
  }

  /// - Parameters:
  ///   - gain: tan(π·cutoff/sampleRate).
  ///   - feedback: 0 … 4; at 4 the filter oscillates by itself.
  ///   - drive: the gain before the saturation, 1 … 64; the output is divided by it.
  @_noLocks public mutating func aim(gain: Lanes, feedback: Lanes, drive: Lanes, reciprocalFrames: Float) {
    pole.aim(gain / (1 + gain), reciprocalFrames: reciprocalFrames)
    self.feedback.aim(feedback.limited(0, 4), reciprocalFrames: reciprocalFrames)
    let drive = drive.limited(1, 64)
    self.drive.aim(drive, reciprocalFrames: reciprocalFrames)
    makeup.aim(1 / drive, reciprocalFrames: reciprocalFrames)
  }

  /// Filters `count` frames in place.
  @_noLocks public mutating func process(_ samples: UnsafeMutablePointer<Lanes>, count: Int) {
    var s1 = stage1
    var s2 = stage2
    var s3 = stage3
    var s4 = stage4
    for index in 0..<count {
      let g = pole.next()
      let k = feedback.next()
      let drive = drive.next()
      let rest = 1 - g
      // The last stage's output for an input of 0, and the solution of the loop that follows from it.
      let held = rest * (s4 + g * (s3 + g * (s2 + g * s1)))
      let square = g * g
      let loop = square * square
      let input = samples[index] * drive
      let last = (loop * input + held) / (1 + k * loop)
      let driven = (input - k * last).saturated
      let v1 = (driven - s1) * g
      let y1 = v1 + s1
      s1 = y1 + v1
      let v2 = (y1 - s2) * g
      let y2 = v2 + s2
      s2 = y2 + v2
      let v3 = (y2 - s3) * g
      let y3 = v3 + s3
      s3 = y3 + v3
      let v4 = (y3 - s4) * g
      let y4 = v4 + s4
      s4 = y4 + v4
      samples[index] = y4 * makeup.next()
    }
    stage1 = s1
    stage2 = s2
    stage3 = s3
    stage4 = s4
  }
}
