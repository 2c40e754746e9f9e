// A stereo delay with low-pass and high-pass in the feedback. Audio thread; allocated with an instance.
import Lanes

/// The settings of an echo.
public struct EchoSettings {
  /// 0.001 … 2 seconds.
  public var seconds: Float = 0.36
  /// 0 … 0.95.
  public var feedback: Float = 0.45
  /// Corner of the low-pass in the loop, hertz.
  public var tone: Float = 4000
  /// Corner of the high-pass in the loop, hertz; at 20 and below there is none.
  public var lowCut: Float = 20
  /// Whether echoes alternate between the sides; otherwise each side repeats itself.
  public var isPingPong = true
  /// Whether a time that glides bends the pitch of what is in the line, as a tape does when its speed
  /// changes. Otherwise it is crossed over again and again. A time that jumps is always crossed over.
  public var isTape = true

  @_noLocks public init() {}
}

/// A stereo delay of up to two seconds.
public struct Echo: ~Copyable {
  public static var longestSeconds: Float { @_noLocks get { 2 } }
  /// The seconds in which the sound crosses over to another time.
  static var crossingSeconds: Float { @_noLocks get { 0.03 } }

  public var fade = EffectFade()
  @usableFromInline var left: DelayLine
  @usableFromInline var right: DelayLine
  var settings = EchoSettings()
  /// Frames of delay. A time that glides is followed: the pitch of what is in the line bends.
  var frames = Ramp(1)
  /// While the sound crosses over to another time: that time, and the share of the way from 0 to 1.
  private var nextFrames: Float = 1
  private var crossed: Float = 0
  private var isCrossing = false
  private var hasCrossed = false
  /// The time of the last evaluation in frames.
  private var lastGoal: Float = 1
  var feedback = Ramp(0.45)
  /// 1: echoes alternate between the sides; 0: each side repeats itself.
  var swapping = Ramp(1)
  private var loop = EchoLoop()
  /// The coefficients of the low-pass and of the high-pass in the loop.
  var dulling = Ramp(1)
  var cutting = Ramp(0)
  private var dullingGoal: Float = 1
  private var cuttingGoal: Float = 0
  let sampleRate: Float

  public init(sampleRate: Float) {
    self.sampleRate = sampleRate
    left = DelayLine(longest: Int(Self.longestSeconds * sampleRate) + 2)
    right = DelayLine(longest: Int(Self.longestSeconds * sampleRate) + 2)
    arrive(settings)
  }

  @_noLocks public mutating func reset() {
    clear()
    fade.jump(0)
  }

  @_noLocks public mutating func aim(
    _ target: Float, _ settings: EchoSettings = EchoSettings(), approach: Float, reciprocalFrames: Float
  ) {
    if fade.aim(target, approach: approach, reciprocalFrames: reciprocalFrames) {
      clear()
      arrive(settings)
    }
    if settings.tone != self.settings.tone || settings.lowCut != self.settings.lowCut {
      dullingGoal = share(settings.tone)
      cuttingGoal = settings.lowCut <= 20 ? 0 : share(settings.lowCut)
    }
    dulling.aim(dullingGoal, approach: approach, reciprocalFrames: reciprocalFrames)
    cutting.aim(cuttingGoal, approach: approach, reciprocalFrames: reciprocalFrames)
    // Without a high-pass, what it had taken out would be taken out forever: it fades in a few ticks.
    if cuttingGoal == 0 { loop.forgetLows() }
    self.settings = settings
    if !isCrossing { move(to: goal(settings), approach, reciprocalFrames) }
    lastGoal = goal(settings)
    swapping.aim(settings.isPingPong ? 1 : 0, approach: approach, reciprocalFrames: reciprocalFrames)
    feedback.aim(
      settings.feedback.limited(0, 0.95), approach: approach, reciprocalFrames: reciprocalFrames)
  }

  /// A time that is more than 1 % away from that of the last evaluation, or after a crossing from where it
  /// led, has jumped.
  @_noLocks private mutating func move(to goal: Float, _ approach: Float, _ reciprocalFrames: Float) {
    let from = hasCrossed ? frames.value : lastGoal
    hasCrossed = false
    if goal != frames.value && (!settings.isTape || (goal - from).magnitude > 0.01 * from) {
      isCrossing = true
      crossed = 0
      nextFrames = goal
      frames.set(frames.value)
      return
    }
    frames.aim(goal, approach: min(approach, 0.05), reciprocalFrames: reciprocalFrames)
    // Near the goal the delay is set to it, so that a delay at rest is a whole number of frames.
    if (frames.value - goal).magnitude < 0.01 { frames.set(goal) }
  }

  /// Sets what `aim` ramps to, without a ramp. It clicks unless the sound is silent.
  @_noLocks public mutating func jump(_ target: Float, _ settings: EchoSettings) {
    aim(target, settings, approach: 1, reciprocalFrames: 1)
    fade.jump(target)
    arrive(settings)
    swapping.set(settings.isPingPong ? 1 : 0)
    feedback.set(settings.feedback.limited(0, 0.95))
  }

  /// Processes `count` frames in place. Must not be called while the effect is off.
  @_noLocks public mutating func process(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) {
    // Filters that do not move and a time that rests are cheaper: the second loop leaves them out.
    if dulling.step != 0 || cutting.step != 0 || isCrossing {
      for index in 0..<count {
        _ = dulling.next()
        _ = cutting.next()
        let frames = frames.next()
        var late = StereoFrame(self.left.read(frames), self.right.read(frames))
        if isCrossing { late = crossing(late) }
        let out = next(StereoFrame(left[index], right[index]), late)
        left[index] = out.left
        right[index] = out.right
      }
      return
    }
    if frames.step == 0 { return rest(left, right, count: count) }
    for index in 0..<count {
      let frames = frames.next()
      let out = next(
        StereoFrame(left[index], right[index]), StereoFrame(self.left.read(frames), self.right.read(frames)))
      left[index] = out.left
      right[index] = out.right
    }
  }

  /// The same for a time that rests.
  @_noLocks private mutating func rest(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) {
    let frames = frames.value
    let whole = Int(frames)
    let part = frames - Float(whole)
    let swaps = swapping.value != 0 || swapping.step != 0
    // Both lines are written together. The usual cases are loops of their own, without the rare ones.
    if part == 0 && whole <= self.left.track.at && self.left.track.at == self.right.track.at {
      if swaps {
        rest(left, right, count, whole: whole, part: nil, swaps: true)
      } else {
        rest(left, right, count, whole: whole, part: nil, swaps: false)
      }
    } else {
      rest(left, right, count, whole: whole, part: part, swaps: swaps)
    }
  }

  /// - Parameters:
  ///   - whole: the frames of the delay, without their `part`.
  ///   - part: nil: the delay is whole, and both lines have that many frames.
  @inline(__always) @_noLocks private mutating func rest(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int, whole: Int,
    part: Float?, swaps: Bool
  ) {
    var (loop, fade, feedback, swapping) = (loop, fade, feedback, swapping)
    var (leftTrack, rightTrack) = (self.left.track, self.right.track)
    let (dulling, cutting) = (dulling.value, cutting.value)
    for index in 0..<count {
      var late: StereoFrame
      if let part {
        late = StereoFrame(leftTrack.read(whole), rightTrack.read(whole))
        if part != 0 {
          late.left += (leftTrack.read(whole &+ 1) - late.left) * part
          late.right += (rightTrack.read(whole &+ 1) - late.right) * part
        }
      } else {
        let place = (leftTrack.at &- whole) & leftTrack.mask
        late = StereoFrame(leftTrack.samples[place], rightTrack.samples[place])
        rightTrack.at = leftTrack.at
      }
      let (wet, fed) = fade.next()
      let heard = loop.next(late, dulling: dulling, cutting: cutting)
      let input = StereoFrame(left[index], right[index])
      let back = feedback.next()
      if swaps {
        let entering = Self.entering(input, heard, fed: fed, feedback: back, swap: swapping.next())
        leftTrack.write(entering.left)
        rightTrack.write(entering.right)
      } else {
        leftTrack.write(input.left * fed + heard.left * back)
        rightTrack.write(input.right * fed + heard.right * back)
      }
      left[index] = input.left + wet * heard.left
      right[index] = input.right + wet * heard.right
    }
    (self.left.track, self.right.track) = (leftTrack, rightTrack)
    (self.loop, self.fade, self.feedback, self.swapping) = (loop, fade, feedback, swapping)
  }

  /// The output of the old time and of the new one.
  @_noLocks private mutating func crossing(_ old: StereoFrame) -> StereoFrame {
    crossed += 1 / (Self.crossingSeconds * sampleRate)
    let share = min(crossed, 1)
    let gain = share * share * (3 - 2 * share)
    let (left, right) = (left.read(nextFrames), right.read(nextFrames))
    if crossed >= 1 {
      frames.set(nextFrames)
      isCrossing = false
      hasCrossed = true
    }
    return StereoFrame(old.left + (left - old.left) * gain, old.right + (right - old.right) * gain)
  }

  /// - Parameter late: what comes out of the lines.
  @_transparent @_noLocks private mutating func next(_ input: StereoFrame, _ late: StereoFrame) -> StereoFrame
  {
    let (wet, fed) = fade.next()
    let heard = loop.next(late, dulling: dulling.value, cutting: cutting.value)
    let entering = Self.entering(input, heard, fed: fed, feedback: feedback.next(), swap: swapping.next())
    left.write(entering.left)
    right.write(entering.right)
    return StereoFrame(input.left + wet * heard.left, input.right + wet * heard.right)
  }

  /// The input of the lines.
  @_transparent @_noLocks private static func entering(
    _ input: StereoFrame, _ heard: StereoFrame, fed: Float, feedback: Float, swap: Float
  ) -> StereoFrame {
    let ownLeft = input.left * fed + heard.left * feedback
    let ownRight = input.right * fed + heard.right * feedback
    let other = (input.left + input.right) * (0.5 * fed) + heard.right * feedback
    return StereoFrame(ownLeft + (other - ownLeft) * swap, ownRight + (heard.left - ownRight) * swap)
  }

  @_noLocks private func goal(_ settings: EchoSettings) -> Float {
    Scalar.floor(Self.seconds(settings) * sampleRate).limited(1, 1e9)
  }

  @_transparent @_noLocks private static func seconds(_ settings: EchoSettings) -> Float {
    settings.seconds.limited(0.001, longestSeconds)
  }

  /// The echoes of a short sound in the middle, for pictures: their distance in seconds, and the levels of each on
  /// both sides at a frequency.
  public static func echoes(
    _ settings: EchoSettings, wet: Float, count: Int, at hertz: Float, sampleRate: Float
  ) -> (seconds: Float, levels: [StereoFrame]) {
    let (dulling, cutting) = (
      share(settings.tone, sampleRate), settings.lowCut <= 20 ? 0 : share(settings.lowCut, sampleRate)
    )
    let loop = EchoLoop.gain(dulling: dulling, cutting: cutting, turns: hertz / sampleRate)
    let swap: Float = settings.isPingPong ? 1 : 0
    var line = entering(StereoFrame(1, 1), StereoFrame(0, 0), fed: 1, feedback: 0, swap: swap)
    var levels: [StereoFrame] = []
    for _ in 0..<count {
      let heard = StereoFrame(line.left * loop, line.right * loop)
      levels.append(StereoFrame(wet * heard.left, wet * heard.right))
      line = entering(
        StereoFrame(0, 0), heard, fed: 1, feedback: settings.feedback.limited(0, 0.95), swap: swap)
    }
    return (seconds(settings), levels)
  }

  /// Takes the settings without a ramp. It clicks unless the sound is silent.
  @_noLocks private mutating func arrive(_ settings: EchoSettings) {
    self.settings = settings
    frames.set(goal(settings))
    lastGoal = goal(settings)
    isCrossing = false
    hasCrossed = false
    dullingGoal = share(settings.tone)
    cuttingGoal = settings.lowCut <= 20 ? 0 : share(settings.lowCut)
    dulling.set(dullingGoal)
    cutting.set(cuttingGoal)
  }

  /// The coefficient of a one-pole with this corner: the fraction of the way that it goes in a frame.
  @_noLocks private func share(_ hertz: Float) -> Float { Self.share(hertz, sampleRate) }
  @_noLocks private static func share(_ hertz: Float, _ sampleRate: Float) -> Float {
    Scalar.approach(frames: 1, seconds: 1 / (2 * Float.pi * hertz), sampleRate: sampleRate)
  }

  @_noLocks private mutating func clear() {
    left.reset()
    right.reset()
    loop = EchoLoop()
  }
}

/// The filters in the loop of an echo.
private struct EchoLoop {
  var dullLeft: Float = 0
  var dullRight: Float = 0
  var lowLeft: Float = 0
  var lowRight: Float = 0

  @_noLocks init() {}

  /// The gain of both filters at a frequency, for pictures.
  static func gain(dulling: Float, cutting: Float, turns: Float) -> Float {
    // |a / (1 − (1 − a)·z⁻¹)|² of a one-pole, with 1 − cos ω written as 2·sin²(ω/2).
    let wave = Scalar.sine(turns: turns / 2)
    let square = 4 * wave * wave
    let low = dulling * dulling / (dulling * dulling + (1 - dulling) * square)
    // What a one-pole leaves: |(1 − c)·(1 − z⁻¹)|² above the same denominator.
    let kept = 1 - cutting
    let high = cutting > 0 ? kept * kept * square / (cutting * cutting + kept * square) : 1
    return Scalar.squareRoot(low * high)
  }

  /// Brings the state of the high-pass closer to zero.
  @_noLocks mutating func forgetLows() {
    lowLeft *= 0.9
    lowRight *= 0.9
  }

  /// The output of the lines.
  @_transparent @_noLocks mutating func next(
    _ late: StereoFrame, dulling: Float, cutting: Float
  ) -> StereoFrame {
    dullLeft += (late.left - dullLeft) * dulling
    dullRight += (late.right - dullRight) * dulling
    lowLeft += (dullLeft - lowLeft) * cutting
    lowRight += (dullRight - lowRight) * cutting
    return StereoFrame(dullLeft - lowLeft, dullRight - lowRight)
  }
}
