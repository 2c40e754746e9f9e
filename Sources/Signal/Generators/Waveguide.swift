// Strings and bars: a waveguide on lanes, plucked, struck or excited by noise. Audio thread.
import Lanes

/// The settings of a waveguide, one lane a voice.
public struct WaveguideSettings {
  /// Cycles per frame, 0.0005 … 0.25.
  public var cycles = Lanes(repeating: 0.01)
  /// Seconds until the fundamental has fallen by 60 dB.
  public var decay = Lanes(repeating: 2)
  /// 0 (dull) … 1 (bright): highs decay more slowly the brighter it is.
  public var brightness = Lanes(repeating: 0.7)
  /// 0 … 1: the hardness of the pick or hammer.
  public var hardness = Lanes(repeating: 0.5)
  /// 0 (a string) … 1 (a bar): how far the partials are stretched.
  public var stiffness = Lanes(repeating: 0)
  /// 0 … 1: the level of the noise that excites it all the time.
  public var stir = Lanes(repeating: 0)

  @_noLocks public init() {}
}

/// Sixteen digital waveguides: a delay of one period, a low-pass and an all-pass in a loop (D. Jaffe, J.
/// Smith, "Extensions of the Karplus-Strong plucked-string algorithm", CMJ 1983). The loop is shortened by
/// the delays of both filters at the fundamental, so it is in tune. Both filters are specified at 48 kHz. At
/// other rates they are converted to the same response below 5.5 kHz, and the noise has the same power in a
/// band of hertz.
public struct Waveguide {
  /// Raw values are saved: append only.
  public enum Blow: Int32, CaseIterable, Sendable {
    /// A burst of noise, one period long.
    case pluck = 0
    /// A push of 0.3 … 5 ms.
    case impact
  }

  var delay = LaneRamp(100)
  var loss = LaneRamp(0.99)
  /// The low-pass's y = x + pole·(y₁ − x), and the all-pass's coefficient.
  var pole = LaneRamp(0.3)
  var stretch = LaneRamp(0)
  var stir = LaneRamp(0)
  /// The output of the delay one frame ago.
  var before = Lanes(repeating: 0)
  var low = Lanes(repeating: 0)
  var passIn = Lanes(repeating: 0)
  var passOut = Lanes(repeating: 0)
  var noise = PhaseLanes(0..<16) | 1
  var hammer = Lanes(repeating: 0)
  /// The pluck or push: its position 0…1, and how much of it passes in a frame.
  var blowPosition = Lanes(repeating: 1)
  var blowStep = Lanes(repeating: 0)
  var blowSmoothing = Lanes(repeating: 1)
  var strength = Lanes(repeating: 0)
  let sampleRate: Float
  /// The loop's filters at this rate, and the factor of the noise.
  let filters: WaveguideFilters
  let density: Float

  @_noLocks public init(sampleRate: Float) {
    self.sampleRate = sampleRate
    filters = WaveguideFilters(sampleRate: sampleRate)
    density = Scalar.squareRoot(sampleRate / WaveguideFilters.statedRate)
  }

  /// Plucks or strikes the lane at the next `aim`, from silence.
  /// - Parameter strength: 0…1.
  @_noLocks public mutating func restart(lane: Int, strength: Float, seed: UInt32) {
    before[lane] = 0
    low[lane] = 0
    passIn[lane] = 0
    passOut[lane] = 0
    hammer[lane] = 0
    blowPosition[lane] = -1
    self.strength[lane] = strength
    var z = seed &* 0x9E37_79B1 &+ 0x85EB_CA6B
    z = (z ^ (z >> 15)) &* 0xC2B2_AE35
    noise[lane] = (z ^ (z >> 16)) | 1
  }

  /// Ramps to the settings within `frames` frames; lanes that were restarted get them without a ramp.
  @_noLocks public mutating func aim(_ settings: WaveguideSettings, blow: Blow, frames: Float) {
    let one = Lanes(repeating: 1)
    let zero = Lanes(repeating: 0)
    let cycles = settings.cycles.limited(0.000_1, 0.25)
    let pole = filters.pole((one - settings.brightness.limited(0, 1)) * 0.85)
    let stretch = filters.stretch(settings.stiffness.limited(0, 1) * -0.7)
    // Delays in frames at the fundamental: of the low-pass, and of the all-pass (a + 1/z)/(1 + a/z).
    let sine = cycles.sineOfTurns
    let cosine = (cycles + 0.25).sineOfTurns
    let perTurn = one / cycles
    let lowPass = filters.lowPass(pole, sine, cosine)
    let lowDelay = lowPass.lag * perTurn
    let under = Lanes.direction(one + stretch * cosine, zero - stretch * sine)
    let over = Lanes.direction(stretch + cosine, zero - sine)
    let turned = under - over
    let passDelay = (turned - turned.floor) * perTurn
    // The loss of the low-pass at the fundamental is part of the decay, so the loop's gain is raised by it.
    let weak = lowPass.gain
    let loss = (zero - 9.965_784 * perTurn / (settings.decay.limited(0.02, 60) * sampleRate)).exp2 / weak
    let period = (perTurn - lowDelay - passDelay).limited(2, 1e6)
    let isNew = blowPosition .< zero
    aim(&delay, period, isNew, frames)
    aim(&self.loss, loss.limited(0, 0.999_99), isNew, frames)
    aim(&self.pole, pole, isNew, frames)
    aim(&self.stretch, stretch, isNew, frames)
    aim(&stir, settings.stir.limited(0, 1) * 0.1, isNew, frames)
    let hardness = settings.hardness.limited(0, 1)
    let push = (hardness * -4).exp2 * (0.005 * sampleRate)
    blowStep.replace(with: one / (blow == .pluck ? perTurn : push), where: isNew)
    // A soft pick has fewer highs: the corner is 500 Hz … 16 kHz.
    let corner = (hardness * 5).exp2 * 500
    blowSmoothing = (corner * (2 * Float.pi / sampleRate)).approach
    blowPosition.replace(with: zero, where: isNew)
    isImpact = blow == .impact
  }

  var isImpact = false

  @_noLocks private func aim(
    _ ramp: inout LaneRamp, _ target: Lanes, _ isNew: SIMDMask<SIMD16<Int32>>, _ frames: Float
  ) {
    ramp.value.replace(with: target, where: isNew)
    ramp.aim(target, reciprocalFrames: 1 / frames)
  }

  /// Adds `count` frames times `level` to `output`.
  @_noLocks public mutating func process(
    ring: inout LaneRing, level: inout LaneRamp, addingTo output: UnsafeMutablePointer<Lanes>, count: Int
  ) {
    let zero = Lanes(repeating: 0)
    let one = Lanes(repeating: 1)
    let top = Float(ring.mask - 4)
    let share = filters.share
    for index in 0..<count {
      noise = noise.nextRandom
      let white = noise.bipolar * density
      var blow = blowPosition.whereLess(one, strength, else: zero)
      // A push is the derivative of a hump, as a polynomial.
      // Its mean is 0, so that no constant is left in the loop.
      blow *= isImpact ? blowPosition * (one - blowPosition) * (one - blowPosition * 2) * 8 : white
      blowPosition = Lanes.least(blowPosition + blowStep, one)
      hammer += (blow + white * stir.next() - hammer) * blowSmoothing
      let back = ring.read(delay.next().limited(2, top))
      let p = pole.next()
      let fed = back + (before - back) * share
      before = back
      low = fed + (low - fed) * p
      let a = stretch.next()
      let passed = (low - passOut) * a + passIn
      passIn = low
      passOut = passed
      let sound = hammer + passed * loss.next()
      ring.write(sound)
      output[index] += sound * level.next()
    }
  }
}
