// Overdrive of the stereo sum. Audio thread.
import Lanes

/// A soft clipper with a gain before it. At 0 dB it is skipped.
public struct Drive {
  var decibels = Ramp(0)
  var gain = Ramp(1)
  var blend = Ramp(0)

  @_noLocks public init() {}

  @_noLocks public mutating func reset() { self = Drive() }

  /// Sets the drive to `target` without a ramp. It clicks unless the sound is silent.
  @_noLocks public mutating func jump(decibels target: Float) {
    decibels.set(target)
    gain.set(Scalar.gain(decibels: target))
    blend.set(min(1, target / 3))
  }

  /// - Parameter target: the gain before the clipper, 0 (off)
  ///   … 36 dB. Half of it is taken back after the clipper.
  @_noLocks public mutating func aim(decibels target: Float, approach: Float, reciprocalFrames: Float) {
    decibels.aim(target, approach: approach, reciprocalFrames: reciprocalFrames)
    let reached = decibels.value + decibels.step / reciprocalFrames
    gain.aim(Scalar.gain(decibels: reached), reciprocalFrames: reciprocalFrames)
    // The first 3 dB fade the clipper in, so that 0 dB leaves the sound exactly unchanged.
    blend.aim(min(1, reached / 3), reciprocalFrames: reciprocalFrames)
  }

  public var isOff: Bool { @_noLocks get { blend.value == 0 && blend.step == 0 && decibels.step == 0 } }

  /// Processes `count` frames in place. Must not be called while the drive is off.
  @_noLocks public mutating func process(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) {
    for index in 0..<count {
      let out = next(StereoFrame(left[index], right[index]))
      left[index] = out.left
      right[index] = out.right
    }
  }

  @_transparent @_noLocks private mutating func next(_ input: StereoFrame) -> StereoFrame {
    _ = decibels.next()
    let gain = gain.next()
    let blend = blend.next()
    // The clipper's ceiling falls, in decibels, by half of what the gain rises.
    let level = 1 / Scalar.squareRoot(gain)
    return StereoFrame(
      input.left + (Self.clip(input.left * gain) * level - input.left) * blend,
      input.right + (Self.clip(input.right * gain) * level - input.right) * blend)
  }

  /// x / √(1 + x²): odd harmonics only, slope 1 at 0, always within ±1.
  @_transparent @_noLocks static func clip(_ x: Float) -> Float { x / Scalar.squareRoot(1 + x * x) }
}
