// A three-band equaliser. Audio thread.
import Lanes

/// A low shelf at 160 Hz, a bell and a high shelf at 5 kHz, as state-variable filters (A. Simper, 2013).
/// It is off while all gains are 0 dB.
public struct Equaliser {
  /// One band: the state of two channels, and the coefficients.
  struct Band {
    var first = SIMD2<Float>(repeating: 0)
    var second = SIMD2<Float>(repeating: 0)
    private var a1: Float = 1
    private var a2: Float = 0
    private var a3: Float = 0
    /// tan(π·hertz/sampleRate), 1/Q, and the gains of the band-pass, the low-pass and the input; `step` is
    /// their change per frame.
    private var shape = SIMD8<Float>(0, 1, 0, 0, 1, 0, 0, 0)
    private var step = SIMD8<Float>(repeating: 0)

    @_transparent @_noLocks mutating func next(_ input: SIMD2<Float>) -> SIMD2<Float> {
      let v3 = input - second
      let v1 = first * a1 + v3 * a2
      let v2 = second + first * a2 + v3 * a3
      first = v1 + v1 - first
      second = v2 + v2 - second
      return input * shape[4] + v1 * shape[2] + v2 * shape[3]
    }

    @_transparent @_noLocks mutating func nextMoving(_ input: SIMD2<Float>) -> SIMD2<Float> {
      shape += step
      solve()
      return next(input)
    }

    /// Sets the coefficients to `goal` without a ramp.
    @_noLocks mutating func set(_ goal: SIMD8<Float>) {
      shape = goal
      step = SIMD8(repeating: 0)
      solve()
    }

    @_noLocks mutating func aim(_ goal: SIMD8<Float>, reciprocalFrames: Float) {
      step = (goal - shape) * reciprocalFrames
    }

    @_transparent @_noLocks private mutating func solve() {
      a1 = 1 / (1 + shape[0] * (shape[0] + shape[1]))
      a2 = shape[0] * a1
      a3 = shape[0] * a2
    }
  }

  var low = Band()
  var middle = Band()
  var high = Band()
  /// Ramped gains in decibels and the bell's frequency in hertz.
  var lowDecibels = Ramp(0)
  var middleDecibels = Ramp(0)
  var highDecibels = Ramp(0)
  var middleHertz = Ramp(1000)
  /// `settled`: frames until the bands are aimed again. `isMoving`:
  /// whether they ramp. `isSet`: whether they are set.
  private var settled = 0
  private var isMoving = false
  private var isSet = false
  let sampleRate: Float

  @_noLocks public init(sampleRate: Float) { self.sampleRate = sampleRate }

  @_noLocks public mutating func reset() { self = Equaliser(sampleRate: sampleRate) }

  public var isOff: Bool {
    @_noLocks get {
      lowDecibels.value == 0 && lowDecibels.step == 0 && middleDecibels.value == 0 && middleDecibels.step == 0
        && highDecibels.value == 0 && highDecibels.step == 0
    }
  }

  /// - Parameters: gains in decibels, −18 … 18; the bell's frequency in hertz.
  @_noLocks public mutating func aim(
    low: Float, middle: Float, high: Float, hertz: Float, approach: Float, reciprocalFrames: Float
  ) {
    if isOff && (low != 0 || middle != 0 || high != 0) {
      reset()
      middleHertz.set(hertz)
    }
    settled = 0
    lowDecibels.aim(low, approach: approach, reciprocalFrames: reciprocalFrames)
    middleDecibels.aim(middle, approach: approach, reciprocalFrames: reciprocalFrames)
    highDecibels.aim(high, approach: approach, reciprocalFrames: reciprocalFrames)
    middleHertz.aim(hertz, approach: approach, reciprocalFrames: reciprocalFrames)
  }

  /// Sets what `aim` ramps to, without a ramp. It clicks unless the sound is silent.
  @_noLocks public mutating func jump(low: Float, middle: Float, high: Float, hertz: Float) {
    lowDecibels.set(low)
    middleDecibels.set(middle)
    highDecibels.set(high)
    middleHertz.set(hertz)
    isSet = false
  }

  /// Processes `count` frames in place. Must not be called while the effect is off. The bands are aimed every
  /// 8 frames after the last `aim`, whatever the lengths of the calls, and ramp between.
  @_noLocks public mutating func process(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) {
    var done = 0
    while done < count {
      if settled == 0 { aimBands() }
      let span = min(settled, count - done)
      if isMoving {
        for index in done..<(done + span) {
          let input = SIMD2(left[index], right[index])
          let out = high.nextMoving(middle.nextMoving(low.nextMoving(input)))
          left[index] = out.x
          right[index] = out.y
        }
      } else {
        for index in done..<(done + span) {
          let out = high.next(middle.next(low.next(SIMD2(left[index], right[index]))))
          left[index] = out.x
          right[index] = out.y
        }
      }
      settled -= span
      done += span
    }
  }

  @_noLocks private mutating func aimBands() {
    settled = 8
    let moves =
      lowDecibels.step != 0 || middleDecibels.step != 0 || highDecibels.step != 0 || middleHertz.step != 0
    // At rest the coefficients are set exactly, without the rounding errors of a ramp.
    if !isSet || (isMoving && !moves) {
      low.set(lowShape)
      middle.set(middleShape)
      high.set(highShape)
    }
    isSet = true
    isMoving = moves
    if !moves { return }
    for _ in 0..<settled {
      _ = lowDecibels.next()
      _ = middleDecibels.next()
      _ = highDecibels.next()
      _ = middleHertz.next()
    }
    low.aim(lowShape, reciprocalFrames: 0.125)
    middle.aim(middleShape, reciprocalFrames: 0.125)
    high.aim(highShape, reciprocalFrames: 0.125)
  }

  private var lowShape: SIMD8<Float> {
    @_noLocks get {
      EqualiserBand.low.shape(
        decibels: lowDecibels.value, hertz: EqualiserBand.lowHertz, sampleRate: sampleRate)
    }
  }
  private var middleShape: SIMD8<Float> {
    @_noLocks get {
      EqualiserBand.middle.shape(
        decibels: middleDecibels.value, hertz: middleHertz.value, sampleRate: sampleRate)
    }
  }
  private var highShape: SIMD8<Float> {
    @_noLocks get {
      EqualiserBand.high.shape(
        decibels: highDecibels.value, hertz: EqualiserBand.highHertz, sampleRate: sampleRate)
    }
  }

  /// The gain in decibels at a frequency, for pictures.
  public static func response(
    low: Float, middle: Float, high: Float, middleHertz: Float, at hertz: Float, sampleRate: Float
  ) -> Float {
    let bands: [(EqualiserBand, Float, Float)] = [
      (.low, low, EqualiserBand.lowHertz), (.middle, middle, middleHertz),
      (.high, high, EqualiserBand.highHertz),
    ]
    return bands.reduce(0) { sum, band in
      let shape = band.0.shape(decibels: band.1, hertz: band.2, sampleRate: sampleRate)
      return sum + EqualiserBand.response(shape, at: hertz, sampleRate: sampleRate)
    }
  }
}

/// The bands of an equalizer.
enum EqualiserBand {
  case low, middle, high

  /// The corners of the shelves.
  static var lowHertz: Float { @_noLocks get { 160 } }
  static var highHertz: Float { @_noLocks get { 5000 } }

  /// The coefficients of the band's filter, as `Equaliser.Band` has them. A is the square root of the gain: a
  /// shelf reaches A², and the bell is symmetric.
  @_noLocks func shape(decibels: Float, hertz: Float, sampleRate: Float) -> SIMD8<Float> {
    let a = Scalar.gain(decibels: decibels / 2)
    let warped = Self.warped(hertz, sampleRate)
    switch self {
    case .low:
      return SIMD8(warped / Scalar.squareRoot(a), 1.414_213_6, 1.414_213_6 * (a - 1), a * a - 1, 1, 0, 0, 0)
    case .middle: return SIMD8(warped, 1 / a, (a * a - 1) / a, 0, 1, 0, 0, 0)
    case .high:
      return SIMD8(
        warped * Scalar.squareRoot(a), 1.414_213_6, 1.414_213_6 * (1 - a) * a, 1 - a * a, a * a, 0, 0, 0)
    }
  }

  /// tan(π·hertz/sampleRate)
  @_noLocks private static func warped(_ hertz: Float, _ sampleRate: Float) -> Float {
    let turns = (hertz / sampleRate).limited(0.0001, 0.45) / 2
    return Scalar.sine(turns: turns) / Scalar.sine(turns: 0.25 + turns)
  }

  /// The gain in decibels of a filter at a frequency: with s = j·tan(π·hertz/sampleRate), g and k the first two
  /// coefficients and m the next three, m₂ + (m₀·g·s + m₁·g²)/(s² + k·g·s + g²).
  static func response(_ shape: SIMD8<Float>, at hertz: Float, sampleRate: Float) -> Float {
    let (g, w) = (shape[0], warped(hertz, sampleRate))
    let (below, beside) = (g * g - w * w, shape[1] * g * w)
    let (real, imaginary) = (shape[4] * below + shape[3] * g * g, shape[4] * beside + shape[2] * g * w)
    let square = (real * real + imaginary * imaginary) / (below * below + beside * beside)
    return 3.010_3 * Scalar.log2(max(square, 1e-12))
  }
}
