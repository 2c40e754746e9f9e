// Overdrive of the sum: from untouched to square.
import Lanes

/// A soft clipper after a gain; at 0 dB it is left out altogether.
public struct Drive {
  var decibels = Ramp(0)
  var gain = Ramp(1)
  var blend = Ramp(0)

  @_noLocks public init() {}

  @_noLocks public mutating func reset() { self = Drive() }

  /// At `target` at once; only where nothing is heard.
  @_noLocks public mutating func jump(decibels target: Float) {
    decibels.set(target)
    gain.set(Scalar.gain(decibels: target))
    blend.set(min(1, target / 3))
  }

  /// - Parameter target: 0 (off) … 36 dB of gain into the clipper, whose loudness is evened out.
  @_noLocks public mutating func aim(decibels target: Float, approach: Float, reciprocalFrames: Float) {
    decibels.aim(target, approach: approach, reciprocalFrames: reciprocalFrames)
    let reached = decibels.value + decibels.step / reciprocalFrames
    gain.aim(Scalar.gain(decibels: reached), reciprocalFrames: reciprocalFrames)
    // The first 3 dB fade the clipper in, so that 0 is exactly the untouched sound.
    blend.aim(min(1, reached / 3), reciprocalFrames: reciprocalFrames)
  }

  public var isOff: Bool { @_noLocks get { blend.value == 0 && blend.step == 0 && decibels.step == 0 } }

  /// Processes `count` frames in place; not to be called while off.
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
    // The clipper's ceiling falls half as fast as its gain rises.
    let level = 1 / Scalar.squareRoot(gain)
    return StereoFrame(
      input.left + (Self.clip(input.left * gain) * level - input.left) * blend,
      input.right + (Self.clip(input.right * gain) * level - input.right) * blend)
  }

  /// x / √(1 + x²): odd harmonics only, slope 1 at rest, never beyond ±1.
  @_transparent @_noLocks static func clip(_ x: Float) -> Float { x / Scalar.squareRoot(1 + x * x) }
}
