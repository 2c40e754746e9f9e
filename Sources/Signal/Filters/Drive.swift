// Overdrive of the stereo sum. Audio thread.
import Lanes

/// A soft clipper with a gain before it, at two or four times the sample rate. At 0 dB it is skipped.
public struct Drive {
  /// Left and right.
  typealias Channels = SIMD2<Float>

  var decibels = Ramp(0)
  var gain = Ramp(1)
  var blend = Ramp(0)
  private var times = 2
  private var wanted = 2
  private var raise0 = HalfBand<Channels>()
  private var raise1 = HalfBand<Channels>()
  private var lower0 = HalfBand<Channels>()
  private var lower1 = HalfBand<Channels>()
  /// The last frame, its √(1 + x²), and the average over the second half of the way to it.
  private var before = Channels(repeating: 0)
  private var beforeRoot = Channels(repeating: 1)
  private var lastHalf = Channels(repeating: 0)

  @_noLocks public init() {}

  @_noLocks public mutating func reset() { self = Drive() }

  /// Sets the drive to `target` without a ramp. It clicks unless the sound is silent.
  @_noLocks public mutating func jump(decibels target: Float, times: Int = 2) {
    wanted = times
    restart()
    decibels.set(target)
    gain.set(Scalar.gain(decibels: target))
    blend.set(Self.blend(decibels: target))
  }

  /// - Parameters:
  ///   - target: the gain before the clipper, 0 (off) … 36 dB. Half of it is taken back after the clipper.
  ///   - times: 2 or 4, the factor of the clipper's sample rate. Another factor fades the clipper out and in.
  @_noLocks public mutating func aim(
    decibels target: Float, approach: Float, reciprocalFrames: Float, times: Int = 2
  ) {
    wanted = times
    // The clipper is not heard at present.
    if blend.value == 0 && times != self.times { restart() }
    decibels.aim(target, approach: approach, reciprocalFrames: reciprocalFrames)
    let reached = decibels.value + decibels.step / reciprocalFrames
    gain.aim(Scalar.gain(decibels: reached), reciprocalFrames: reciprocalFrames)
    // From nothing to all takes 32 frames at least, however soon the next evaluation comes.
    let most = 1 / (32 * reciprocalFrames)
    let goal = wanted == self.times ? Self.blend(decibels: reached) : 0
    blend.aim(
      min(max(goal, blend.value - most), blend.value + most), reciprocalFrames: reciprocalFrames)
  }

  public var isOff: Bool { @_noLocks get { blend.value == 0 && blend.step == 0 && decibels.step == 0 } }

  /// Processes `count` frames in place. Must not be called while the drive is off.
  @_noLocks public mutating func process(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) {
    for index in 0..<count {
      let input = Channels(left[index], right[index])
      _ = decibels.next()
      let gain = gain.next()
      let blend = blend.next()
      let output = input + (clipped(input * gain) * Self.level(gain: gain) - input) * blend
      left[index] = output[0]
      right[index] = output[1]
    }
  }

  /// The share of the clipper in the output. The first 3 dB fade it in, so that 0 dB leaves the sound exactly
  /// unchanged.
  @_transparent @_noLocks private static func blend(decibels: Float) -> Float { min(1, decibels / 3) }

  /// The gain behind the clipper. Its ceiling falls, in decibels, by half of what the gain before it rises.
  @_transparent @_noLocks private static func level(gain: Float) -> Float { 1 / Scalar.squareRoot(gain) }

  /// The output for a constant input, for pictures.
  public static func output(of input: Float, decibels: Float) -> Float {
    let gain = Scalar.gain(decibels: decibels)
    let driven = input * gain
    let clipped = driven / antiderivative(Channels(repeating: driven))[0]
    return input + (clipped * level(gain: gain) - input) * blend(decibels: decibels)
  }

  /// One frame through the clipper, which runs at `times` the sample rate.
  @inline(__always) @_noLocks private mutating func clipped(_ frame: Channels) -> Channels {
    let (a, b) = raise0.double(frame)
    if times == 2 { return lower0.halve(averaged(a), averaged(b)) }
    let (a0, a1) = raise1.double(a)
    let c = lower1.halve(averaged(a0), averaged(a1))
    let (b0, b1) = raise1.double(b)
    return lower0.halve(c, lower1.halve(averaged(b0), averaged(b1)))
  }

  /// x/√(1 + x²), odd harmonics only, slope 1 at 0, always within ±1, averaged over the way from the frame
  /// before the last to this one with the weights of a triangle, so that little of it folds. The average over
  /// a straight line is a difference of the antiderivative √(1 + x²), here written as (a + b) / (√(1 + a²) +
  /// √(1 + b²)), which loses no digits (J. Parker, V. Zavalishin, E. Le Bivic, DAFx 2016); those of four half
  /// lines, weighted 1, 1+1, 1, are nearly the average of second order (S. Bilbao et al., "Antiderivative
  /// antialiasing for memoryless nonlinearities", IEEE SPL 2017).
  @inline(__always) @_noLocks private mutating func averaged(_ x: Channels) -> Channels {
    let middle = (x + before) * 0.5
    let middleRoot = Self.antiderivative(middle)
    let root = Self.antiderivative(x)
    let first = (before + middle) / (beforeRoot + middleRoot)
    let second = (middle + x) / (middleRoot + root)
    let output = (second + first * 2 + lastHalf) * 0.25
    before = x
    beforeRoot = root
    lastHalf = second
    return output
  }

  @inline(__always) @_noLocks private static func antiderivative(_ x: Channels) -> Channels {
    let squares = x * x + 1
    return Channels(Scalar.squareRoot(squares[0]), Scalar.squareRoot(squares[1]))
  }

  @_noLocks private mutating func restart() {
    times = wanted
    raise0 = HalfBand()
    raise1 = HalfBand()
    lower0 = HalfBand()
    lower1 = HalfBand()
    before = Channels(repeating: 0)
    beforeRoot = Channels(repeating: 1)
    lastHalf = Channels(repeating: 0)
  }
}
