// A reverb of eight delay lines in a feedback network. Audio thread; allocated with an instance.
import Lanes

/// A feedback delay network of eight lines mixed by a Householder reflection (J.-M. Jot, "Digital delay
/// networks for designing artificial reverberators", AES 90th Convention, 1991), with damped highs. The gain
/// of each line makes up for what the damping takes at 500 Hz. So the decay time holds at 500 Hz; lower
/// sounds ring a little longer, higher ones less.
public struct Reverb: ~Copyable {
  /// Loop times in seconds; no two have a ratio near a simple fraction.
  static var times: SIMD8<Float> {
    @_noLocks get { SIMD8(0.0297, 0.0371, 0.0411, 0.0437, 0.0531, 0.0599, 0.0677, 0.0743) }
  }

  @usableFromInline let memory: UnsafeMutablePointer<SIMD8<Float>>
  @usableFromInline let mask: Int
  let lengths: SIMD8<Int32>
  public var fade = EffectFade()
  var gains = SIMD8<Float>(repeating: 0)
  var damping: Float = 1
  /// The goals of gains and damping, and their change per frame.
  var gainsGoal = SIMD8<Float>(repeating: 0)
  var dampingGoal: Float = 1
  var gainsStep = SIMD8<Float>(repeating: 0)
  var dampingStep: Float = 0
  var isMoving = false
  var decay: Float = 0
  var tone: Float = 0
  let sampleRate: Float
  var dulled = SIMD8<Float>(repeating: 0)
  var at = 0

  public init(sampleRate: Float) {
    var lengths = SIMD8<Int32>(repeating: 1)
    for line in 0..<8 { lengths[line] = max(1, Int32(Self.times[line] * sampleRate)) }
    self.lengths = lengths
    self.sampleRate = sampleRate
    var size = 4
    while size < Int(lengths.max()) + 2 { size *= 2 }
    mask = size - 1
    memory = Pages.allocate(size)
    memory.initialize(repeating: SIMD8(repeating: 0), count: size)
    set(decay: 2.2, tone: 5500)
    arrive()
  }

  @inlinable deinit { Pages.free(memory, mask + 1) }

  @_noLocks public mutating func reset() {
    clear()
    fade.jump(0)
  }

  /// - Parameters:
  ///   - decay: seconds until the sound has fallen by 60 dB at 500 Hz, 0.1 … 30.
  ///   - tone: corner in hertz of the low-pass in each loop.
  @_noLocks public mutating func aim(
    _ target: Float, decay: Float = 2.2, tone: Float = 5500, approach: Float, reciprocalFrames: Float
  ) {
    if decay != self.decay || tone != self.tone { set(decay: decay, tone: tone) }
    if fade.aim(target, approach: approach, reciprocalFrames: reciprocalFrames) {
      clear()
      arrive()
    }
    if isMoving { move(approach, reciprocalFrames) }
  }

  /// Sets what `aim` ramps to, without a ramp. It clicks unless the sound is silent.
  @_noLocks public mutating func jump(_ target: Float, decay: Float, tone: Float) {
    fade.jump(target)
    set(decay: decay, tone: tone)
    arrive()
  }

  @_noLocks private mutating func set(decay: Float, tone: Float) {
    self.decay = decay
    self.tone = tone
    let seconds = decay.limited(0.1, 30)
    dampingGoal = Scalar.approach(
      frames: 1, seconds: 1 / (2 * Float.pi * tone.limited(200, 20_000)), sampleRate: sampleRate)
    // `taken`: what a one-pole loses at 500 Hz in each round trip, in octaves of gain. It is made up for by
    // at most 90 % of what the shortest line is to lose; otherwise the lowest sounds would not decay.
    let wave = 2 * Scalar.sine(turns: 250 / sampleRate)
    let taken = Scalar.log2(1 + (1 - dampingGoal) / (dampingGoal * dampingGoal) * wave * wave) / 2
    let given = min(taken, 0.9 * 9.965_784 * Self.times[0] / seconds)
    for line in 0..<8 { gainsGoal[line] = Scalar.exp2(given - 9.965_784 * Self.times[line] / seconds) }
    isMoving = true
  }

  @_noLocks private mutating func arrive() {
    gains = gainsGoal
    damping = dampingGoal
    isMoving = false
  }

  /// Goes the fraction `approach` of what is left.
  @_noLocks private mutating func move(_ approach: Float, _ reciprocalFrames: Float) {
    let left = gainsGoal - gains
    // The shortest and the longest line bound the gains of the others.
    let most = max(max(left[0].magnitude, left[7].magnitude), (dampingGoal - damping).magnitude)
    if most < 1e-5 { arrive() }
    // The last part is gone at once: a fraction of it would be too small a step for a number near 1.
    let rate = (most < 1e-3 ? 1 : approach) * reciprocalFrames
    gainsStep = left * rate
    dampingStep = (dampingGoal - damping) * rate
  }

  /// Processes `count` frames in place. Must not be called while the effect is off.
  @_noLocks public mutating func process(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) {
    // Gains that do not move are cheaper: the second loop leaves their ramps out.
    if isMoving {
      for index in 0..<count {
        gains += gainsStep
        damping += dampingStep
        let out = next(StereoFrame(left[index], right[index]))
        left[index] = out.left
        right[index] = out.right
      }
      return
    }
    for index in 0..<count {
      let out = next(StereoFrame(left[index], right[index]))
      left[index] = out.left
      right[index] = out.right
    }
  }

  @_transparent @_noLocks private mutating func next(_ input: StereoFrame) -> StereoFrame {
    let (wet, fed) = fade.next()
    let out = SIMD8<Float>(
      read(0), read(1), read(2), read(3), read(4), read(5), read(6), read(7))
    dulled += (out * gains - dulled) * damping
    let pairs = dulled.evenHalf + dulled.oddHalf
    let sum = (pairs[0] + pairs[1]) + (pairs[2] + pairs[3])
    // Householder: each line gets itself less a quarter of the sum, which keeps the energy.
    let inputs = SIMD8<Float>(
      input.left, input.right, input.left, input.right, input.left, input.right, input.left, input.right)
    memory[at & mask] = dulled - sum * 0.25 + inputs * (0.35 * fed)
    at &+= 1
    let evens = dulled.evenHalf
    let odds = dulled.oddHalf
    return StereoFrame(
      input.left + wet * ((evens[0] - evens[1]) + (evens[2] - evens[3])),
      input.right + wet * ((odds[0] - odds[1]) + (odds[2] - odds[3])))
  }

  @_transparent @_noLocks private func read(_ line: Int) -> Float {
    let frames = Int(lengths[line])
    return frames <= at ? memory[(at &- frames) & mask][line] : 0
  }

  /// Clears the lines at constant cost: samples from before the call read as silence.
  @_noLocks private mutating func clear() {
    at = 0
    dulled = SIMD8(repeating: 0)
  }
}
