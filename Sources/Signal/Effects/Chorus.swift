// Chorus, flanger, phaser and ensemble: modulated copies of the sound, one or three a side. Audio thread;
// allocated with an instance.
import Lanes

/// A stereo effect of modulated copies. The modulation of the two sides is a quarter cycle apart, that of the
/// ensemble's six copies a sixth.
public struct Chorus: ~Copyable {
  /// Raw values are saved: append only.
  public enum Kind: Int32, CaseIterable, Sendable {
    /// A copy delayed by 12 ± 8 ms.
    case chorus = 0
    /// A copy delayed by 0.5 … 5.5 ms, with feedback.
    case flanger
    /// A copy through six all-passes, swept over four octaves.
    case phaser
    /// Three copies on each side, each delayed by 12 ± 8 ms, all six at equal distances of their cycle.
    case ensemble
  }

  public var fade = EffectFade()
  @usableFromInline var left: DelayLine
  @usableFromInline var right: DelayLine
  var kind = Kind.chorus
  var depth = Ramp(0.5)
  var feedback = Ramp(0)
  var circle = CirclePoint()
  var lastHertz: Float = -1
  var backLeft: Float = 0
  var backRight: Float = 0
  var passesLeft = SIMD8<Float>(repeating: 0)
  var passesRight = SIMD8<Float>(repeating: 0)
  let sampleRate: Float

  public init(sampleRate: Float) {
    self.sampleRate = sampleRate
    left = DelayLine(longest: Int(0.021 * sampleRate) + 4)
    right = DelayLine(longest: Int(0.021 * sampleRate) + 4)
  }

  @_noLocks public mutating func reset() {
    clear()
    fade.jump(0)
    restartMotion()
  }

  /// Clears the delay lines, the feedback and the all-passes.
  @_noLocks private mutating func clear() {
    left.reset()
    right.reset()
    backLeft = 0
    backRight = 0
    passesLeft = SIMD8(repeating: 0)
    passesRight = SIMD8(repeating: 0)
  }

  /// Restarts the slow modulation at phase 0.
  @_noLocks public mutating func restartMotion() {
    circle.sine = 0
    circle.cosine = 1
  }

  /// - Parameters:
  ///   - hertz: the rate of the modulation, 0.01 … 20.
  ///   - depth: 0 … 1; at 1 a chorus modulates by 8 ms.
  ///   - feedback: −0.95 … 0.95.
  @_noLocks public mutating func aim(
    _ target: Float, kind: Kind = .chorus, hertz: Float = 0.7, depth: Float = 0.5, feedback: Float = 0,
    approach: Float, reciprocalFrames: Float
  ) {
    // Another kind waits until the present one has faded out.
    let leaves = kind != self.kind && !fade.isOff
    if !leaves { self.kind = kind }
    if fade.aim(leaves ? 0 : target, approach: approach, reciprocalFrames: reciprocalFrames) { clear() }
    self.depth.aim(depth, approach: approach, reciprocalFrames: reciprocalFrames)
    self.feedback.aim(feedback, approach: approach, reciprocalFrames: reciprocalFrames)
    if hertz != lastHertz {
      lastHertz = hertz
      circle.turnSine = Scalar.sine(turns: hertz / sampleRate)
      circle.turnCosine = Scalar.sine(turns: 0.25 + hertz / sampleRate)
    }
  }

  /// Sets what `aim` ramps to, without a ramp. It clicks unless the sound is silent.
  @_noLocks public mutating func jump(
    _ target: Float, kind: Kind, hertz: Float, depth: Float, feedback: Float
  ) {
    fade.jump(0)
    aim(target, kind: kind, hertz: hertz, depth: depth, feedback: feedback, approach: 1, reciprocalFrames: 1)
    fade.jump(target)
    self.depth.set(depth)
    self.feedback.set(feedback)
  }

  /// Processes `count` frames in place. Must not be called while the effect is off.
  @_noLocks public mutating func process(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) {
    switch kind {
    case .chorus, .flanger:
      let (centre, reach) = Self.delay(kind)
      delayed(left, right, count, centre: centre * sampleRate, reach: reach * sampleRate)
    case .phaser: phased(left, right, count)
    case .ensemble: ensemble(left, right, count)
    }
  }

  @_noLocks private mutating func delayed(
    _ l: UnsafeMutablePointer<Float>, _ r: UnsafeMutablePointer<Float>, _ count: Int, centre: Float,
    reach: Float
  ) {
    var (leftTrack, rightTrack, fade, depth, feedback) = (left.track, right.track, fade, depth, feedback)
    var (backLeft, backRight, circle) = (backLeft, backRight, circle)
    for index in 0..<count {
      let (amount, fed) = fade.next()
      let wet = amount * 0.7
      let swing = depth.next() * reach
      let back = feedback.next()
      leftTrack.write(l[index] * fed + backLeft * back)
      rightTrack.write(r[index] * fed + backRight * back)
      backLeft = leftTrack.read(centre + swing * circle.sine)
      backRight = rightTrack.read(centre + swing * circle.cosine)
      circle.turn()
      l[index] += wet * backLeft
      r[index] += wet * backRight
    }
    (left.track, right.track, self.fade, self.depth) = (leftTrack, rightTrack, fade, depth)
    (self.feedback, self.backLeft, self.backRight, self.circle) = (feedback, backLeft, backRight, circle)
  }

  @_noLocks private mutating func ensemble(
    _ l: UnsafeMutablePointer<Float>, _ r: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    let seconds = Self.delay(.ensemble)
    let (centre, reach) = (seconds.centre * sampleRate, seconds.reach * sampleRate)
    for index in 0..<count {
      let (amount, fed) = fade.next()
      // Three copies without a common phase are as loud as one.
      let wet = amount * 0.7 * 0.577_350_27
      let swing = depth.next() * reach
      let feedback = feedback.next() * (1 / 3)
      left.write(l[index] * fed + backLeft * feedback)
      right.write(r[index] * fed + backRight * feedback)
      let (first, second, third) = Self.thirds(circle.sine, circle.cosine, swing)
      backLeft = left.read(centre + first) + left.read(centre + second) + left.read(centre + third)
      backRight = right.read(centre - first) + right.read(centre - second) + right.read(centre - third)
      circle.turn()
      l[index] += wet * backLeft
      r[index] += wet * backRight
    }
  }

  @_noLocks private mutating func phased(
    _ l: UnsafeMutablePointer<Float>, _ r: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    let centre = Self.middleHertz / sampleRate * Float.pi
    for index in 0..<count {
      let (amount, fed) = fade.next()
      let wet = amount * 0.7
      let swing = depth.next() * 2
      let feedback = feedback.next()
      backLeft = Self.phase(
        l[index] * fed + backLeft * feedback, &passesLeft, corner: centre * Self.octaves(swing * circle.sine))
      backRight = Self.phase(
        r[index] * fed + backRight * feedback, &passesRight,
        corner: centre * Self.octaves(swing * circle.cosine))
      circle.turn()
      l[index] += wet * backLeft
      r[index] += wet * backRight
    }
  }

  /// 2^x by the parabola that equals it at −2, 0 and 2: the corner of the all-passes is 800 Hz · 2^±2.
  @_transparent @_noLocks private static func octaves(_ x: Float) -> Float { 1 + x * (0.9375 + x * 0.28125) }
  private static var middleHertz: Float { @_noLocks get { 800 } }

  /// The delay in seconds of a copy, and by how much it is modulated at full depth.
  @_noLocks private static func delay(_ kind: Kind) -> (centre: Float, reach: Float) {
    kind == .flanger ? (0.003, 0.0025) : (0.012, 0.008)
  }

  /// The sines of phases a third of a turn apart, times `swing`; those of the right are the opposites.
  @_transparent @_noLocks private static func thirds(
    _ sine: Float, _ cosine: Float, _ swing: Float
  ) -> (Float, Float, Float) {
    let (half, rest) = (-0.5 * sine * swing, 0.866_025_4 * cosine * swing)
    return (sine * swing, half + rest, half - rest)
  }

  /// What moves at a phase of the modulation, for pictures: the delays in seconds of the copies on both sides; of a
  /// phaser the frequencies in hertz at which a copy has turned by half a cycle, and cancels.
  public static func motion(
    _ kind: Kind, depth: Float, turns: Float, sampleRate: Float
  ) -> (left: [Float], right: [Float]) {
    let (sine, cosine) = (Scalar.sine(turns: turns), Scalar.sine(turns: turns + 0.25))
    switch kind {
    case .chorus, .flanger:
      let (centre, reach) = delay(kind)
      return ([centre + depth * reach * sine], [centre + depth * reach * cosine])
    case .ensemble:
      let (centre, reach) = delay(kind)
      let (first, second, third) = thirds(sine, cosine, depth * reach)
      let swings = [first, second, third]
      return (swings.map { centre + $0 }, swings.map { centre - $0 })
    case .phaser:
      // The six all-passes turn by a half, three halves or five halves of a cycle where tan(π·f/sampleRate) is
      // their corner times the tangent of a twelfth of that.
      func notches(_ swing: Float) -> [Float] {
        let corner = middleHertz / sampleRate * Float.pi * octaves(2 * depth * swing)
        return [1, 3, 5].map { (odd: Float) in
          let (y, x) = (corner * Scalar.sine(turns: odd / 24), Scalar.sine(turns: odd / 24 + 0.25))
          return Scalar.turns(y: y, x: x) * 2 * sampleRate
        }
      }
      return (notches(sine), notches(cosine))
    }
  }

  /// Six first-order all-passes in series.
  @_transparent @_noLocks private static func phase(
    _ input: Float, _ states: inout SIMD8<Float>, corner: Float
  ) -> Float {
    let g = corner / (1 + corner)
    var x = input
    for stage in 0..<6 {
      let v = (x - states[stage]) * g
      let low = v + states[stage]
      states[stage] = low + v
      x = low + low - x
    }
    return x
  }
}

/// A point on the unit circle that turns once a cycle. It gives sine and cosine without a function call for
/// each frame.
struct CirclePoint {
  var sine: Float = 0
  var cosine: Float = 1
  var turnSine: Float = 0
  var turnCosine: Float = 1

  @_noLocks init() {}

  @_transparent @_noLocks mutating func turn() {
    let nextSine = sine * turnCosine + cosine * turnSine
    cosine = cosine * turnCosine - sine * turnSine
    // One Newton step keeps the point on the circle, however long it turns.
    let correction = 1.5 - 0.5 * (nextSine * nextSine + cosine * cosine)
    sine = nextSine * correction
    cosine *= correction
  }
}
