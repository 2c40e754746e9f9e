// Three bands of tone: lows, a bell, highs.
import Lanes

/// A low shelf at 160 Hz, a bell and a high shelf at 5 kHz, as state-variable filters (A. Simper, 2013). With all gains
/// at 0 dB it is off.
public struct Equaliser {
  /// One band: two channels' memory and coefficients.
  struct Band {
    var first = SIMD2<Float>(repeating: 0)
    var second = SIMD2<Float>(repeating: 0)
    var a1: Float = 1
    var a2: Float = 0
    var a3: Float = 0
    var mixBand: Float = 0
    var mixLow: Float = 0
    var mixInput: Float = 1

    @_transparent @_noLocks mutating func next(_ input: SIMD2<Float>) -> SIMD2<Float> {
      let v3 = input - second
      let v1 = first * a1 + v3 * a2
      let v2 = second + first * a2 + v3 * a3
      first = v1 + v1 - first
      second = v2 + v2 - second
      return input * mixInput + v1 * mixBand + v2 * mixLow
    }

    @_noLocks mutating func set(gain g: Float, damping k: Float) {
      a1 = 1 / (1 + g * (g + k))
      a2 = g * a1
      a3 = g * a2
    }
  }

  var low = Band()
  var middle = Band()
  var high = Band()
  /// Decibels and hertz, on their way.
  var lowDecibels = Ramp(0)
  var middleDecibels = Ramp(0)
  var highDecibels = Ramp(0)
  var middleHertz = Ramp(1000)
  /// Frames for which the bands are set already.
  private var settled = 0
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

  /// Where `aim` wants to be, at once; only where nothing is heard.
  @_noLocks public mutating func jump(low: Float, middle: Float, high: Float, hertz: Float) {
    lowDecibels.set(low)
    middleDecibels.set(middle)
    highDecibels.set(high)
    middleHertz.set(hertz)
  }

  /// Processes `count` frames in place; not to be called while off. The bands move in steps of 8 frames from
  /// the last `aim`, however those are cut.
  @_noLocks public mutating func process(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) {
    var done = 0
    while done < count {
      if settled == 0 {
        settled = 8
        for _ in 0..<settled {
          _ = lowDecibels.next()
          _ = middleDecibels.next()
          _ = highDecibels.next()
          _ = middleHertz.next()
        }
        setBands()
      }
      let span = min(settled, count - done)
      for index in done..<(done + span) {
        let out = high.next(middle.next(low.next(SIMD2(left[index], right[index]))))
        left[index] = out.x
        right[index] = out.y
      }
      settled -= span
      done += span
    }
  }

  @_noLocks private mutating func setBands() {
    // A is the square root of the gain: shelves reach A², the bell's skirts are even.
    let lowA = Scalar.gain(decibels: lowDecibels.value / 2)
    low.set(gain: warped(160) / Scalar.squareRoot(lowA), damping: 1.414_213_6)
    low.mixInput = 1
    low.mixBand = 1.414_213_6 * (lowA - 1)
    low.mixLow = lowA * lowA - 1
    let middleA = Scalar.gain(decibels: middleDecibels.value / 2)
    middle.set(gain: warped(middleHertz.value), damping: 1 / middleA)
    middle.mixInput = 1
    middle.mixBand = (middleA * middleA - 1) / middleA
    middle.mixLow = 0
    let highA = Scalar.gain(decibels: highDecibels.value / 2)
    high.set(gain: warped(5000) * Scalar.squareRoot(highA), damping: 1.414_213_6)
    high.mixInput = highA * highA
    high.mixBand = 1.414_213_6 * (1 - highA) * highA
    high.mixLow = 1 - highA * highA
  }

  @_noLocks private func warped(_ hertz: Float) -> Float {
    let turns = (hertz / sampleRate).limited(0.0001, 0.45) / 2
    return Scalar.sine(turns: turns) / Scalar.sine(turns: 0.25 + turns)
  }
}
