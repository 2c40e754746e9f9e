// A four-pole ladder low-pass on lanes. Audio thread.
import Lanes

/// Sixteen ladders of four one-poles with feedback and a saturating input; the loop is solved without a delay
/// (V. Zavalishin, "The Art of VA Filter Design", 2012, chapters 4 and 6). For small signals the response is
/// exactly the bilinear transform of level / ((1 + s)⁴ + k). The saturation of the input bounds the state.
///
/// Above k = 4 the filter sings at its cutoff, within a cent: the saturation has no phase. It begins from
/// silence, too.
///
/// The saturation is x/√(1 + 16x²/27). Of a strong drive it is the average over the way from the last input
/// to this one, which folds less: the difference of the antiderivative, written as a sum, so that it loses no
/// digits (J. Parker, V. Zavalishin, E. Le Bivic, "Reducing the aliasing of nonlinear waveshaping using
/// continuous-time convolution", DAFx 2016). The feedback is not averaged, which would delay it.
public struct LadderFilter {
  var stage1 = Lanes(repeating: 0)
  var stage2 = Lanes(repeating: 0)
  var stage3 = Lanes(repeating: 0)
  var stage4 = Lanes(repeating: 0)
  /// g/(1 + g) of the poles.
  var pole = LaneRamp(0.1)
  var feedback = LaneRamp(0)
  var drive = LaneRamp(1)
  /// The input of the last frame.
  var before = Lanes(repeating: 0)
  /// level/drive at both ends of a ramp: it keeps the loudness even.
  var makeup = LaneRamp(1)

  @_noLocks public init() {}

  /// The feedback for a resonance of 0…0.98: up to 0.9 four times as much; at 0.95 it sings.
  @_noLocks public static func feedback(resonance: Lanes) -> Lanes {
    resonance * 4 + (resonance - 0.9).limited(0, 1) * 3.5
  }

  /// The gain that keeps the loudness of a full-scale saw within 3 dB at each resonance of 0…0.98: feedback
  /// takes 1 + k from what is below the cutoff, and the peak gives some of it back.
  @_noLocks public static func level(resonance: Lanes) -> Lanes {
    let over = (resonance - 0.9).limited(0, 1)
    return feedback(resonance: resonance) * 0.6 + 1 - over * (over * 75 + 2.4)
  }

  /// Clears the lane's state and sets the lane without a ramp; parameters as for `aim`.
  @_noLocks public mutating func restart(
    lane: Int, gain: Float, feedback: Float, drive: Float, level: Float = 1
  ) {
    stage1[lane] = 0
    stage2[lane] = 0
    stage3[lane] = 0
    stage4[lane] = 0
    before[lane] = 0
    pole.set(lane: lane, gain / (1 + gain))
    self.feedback.set(lane: lane, feedback)
    self.drive.set(lane: lane, drive)
    makeup.set(lane: lane, level / drive)
  }

  /// - Parameters:
  ///   - gain: tan(π·cutoff/sampleRate).
  ///   - feedback: 0 … 4.5; from 4 on the filter oscillates by itself.
  ///   - drive: the gain before the saturation, 1 … 64; the output is divided by it.
  ///   - level: a gain of the output.
  @_noLocks public mutating func aim(
    gain: Lanes, feedback: Lanes, drive: Lanes, level: Lanes = Lanes(repeating: 1), reciprocalFrames: Float
  ) {
    pole.aim(gain / (1 + gain), reciprocalFrames: reciprocalFrames)
    self.feedback.aim(feedback.limited(0, 4.5), reciprocalFrames: reciprocalFrames)
    // A silent filter would stay silent: a nudge, an eighth of what it will reach.
    let still = Lanes.greatest(stage4, Lanes(repeating: 0) - stage4).whereLess(
      Lanes(repeating: 1e-5), Lanes(repeating: 0.01), else: Lanes(repeating: 0))
    stage4 += Lanes(repeating: 4).whereLess(feedback, still, else: Lanes(repeating: 0))
    let drive = drive.limited(1, 64)
    self.drive.aim(drive, reciprocalFrames: reciprocalFrames)
    makeup.aim(level / drive, reciprocalFrames: reciprocalFrames)
  }

  /// Filters `count` frames in place.
  /// - Parameter averagingFrom: the drive, as a factor, from which the saturation is averaged, and fully from
  ///   twice as much on: at the sample rate itself this dulls the highest octave.
  @_noLocks public mutating func process(
    _ samples: UnsafeMutablePointer<Lanes>, count: Int, averagingFrom: Float = 4
  ) {
    let least = Lanes(repeating: averagingFrom)
    let averages =
      drive.value.isAnyAtLeast(least) || (drive.value + drive.step * Float(count)).isAnyAtLeast(least)
    let steps =
      unsafeBitCast(feedback.step, to: PhaseLanes.self) | unsafeBitCast(drive.step, to: PhaseLanes.self)
      | unsafeBitCast(makeup.step, to: PhaseLanes.self)
    // Inlined, so each is a loop of its own. Where no lane averages, all give the same.
    if averages {
      run(samples, count, averagingFrom)
    } else if count > 0 {
      // Before the samples are overwritten: what an average would begin from.
      let last = samples[count - 1]
      if steps.hasAnyBit {
        run(samples, count, nil)
      } else {
        // The most frequent case: only the cutoff moves.
        run(samples, count, nil, onlyCutoffMoves: true)
      }
      before = last * drive.value
    }
  }

  /// Frame by frame, and in each all parts: none waits for another, so the processor works on
  /// several at once. A whole part after the other, its state in registers, has fewer instructions and
  /// takes three times as long.
  @inline(__always) @_noLocks private mutating func run(
    _ samples: UnsafeMutablePointer<Lanes>, _ count: Int, _ averagingFrom: Float?,
    onlyCutoffMoves: Bool = false
  ) {
    let samples = PartLanes.parts(of: samples)
    for index in 0..<count {
      for part in 0..<Lanes.parts {
        step(samples + (Lanes.parts &* index &+ part), averagingFrom, part, onlyCutoffMoves)
      }
    }
  }

  /// One frame of a part.
  @inline(__always) @_noLocks private mutating func step(
    _ sample: UnsafeMutablePointer<PartLanes>, _ averagingFrom: Float?, _ part: Int, _ onlyCutoffMoves: Bool
  ) {
    let s1 = stage1.part(part)
    let s2 = stage2.part(part)
    let s3 = stage3.part(part)
    let s4 = stage4.part(part)
    let g = pole.value.part(part) + pole.step.part(part)
    var k = feedback.value.part(part)
    var drive = self.drive.value.part(part)
    var makeup = self.makeup.value.part(part)
    if !onlyCutoffMoves {
      k += feedback.step.part(part)
      drive += self.drive.step.part(part)
      makeup += self.makeup.step.part(part)
      feedback.value.set(part: part, k)
      self.drive.value.set(part: part, drive)
      self.makeup.value.set(part: part, makeup)
    }
    let rest = 1 - g
    // The last stage's output for an input of 0, and the solution of the loop that follows from it.
    let held = rest * (s4 + g * (s3 + g * (s2 + g * s1)))
    let square = g * g
    let loop = square * square
    let input = sample.pointee * drive
    let last = (loop * input + held) / (1 + k * loop)
    let back = k * last
    let to = input - back
    let root = (to * to * Self.bend + 1).root
    var driven = to / root
    if let averagingFrom {
      let share = ((drive - averagingFrom) * (1 / averagingFrom)).limited(0, 1)
      let from = to + (before.part(part) - input) * share
      driven = (from + to) / ((from * from * Self.bend + 1).root + root)
      before.set(part: part, input)
    }
    let v1 = (driven - s1) * g
    let y1 = v1 + s1
    stage1.set(part: part, y1 + v1)
    let v2 = (y1 - s2) * g
    let y2 = v2 + s2
    stage2.set(part: part, y2 + v2)
    let v3 = (y2 - s3) * g
    let y3 = v3 + s3
    stage3.set(part: part, y3 + v3)
    let v4 = (y3 - s4) * g
    let y4 = v4 + s4
    stage4.set(part: part, y4 + v4)
    sample.pointee = y4 * makeup
    pole.value.set(part: part, g)
  }

  /// 16/27: the cube of the saturation.
  private static var bend: Float { @_noLocks get { 16.0 / 27 } }
}
