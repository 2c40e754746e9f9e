// Two slowly moving copies of the sound, one a side.
import Lanes

/// A stereo chorus: a copy delayed by 12 ± 4 ms on each side, the sides a quarter cycle apart.
public struct Chorus: ~Copyable {
  static let hertz: Float = 0.7
  @usableFromInline var left: DelayLine
  @usableFromInline var right: DelayLine
  var fade = EffectFade()
  /// A point on the unit circle that turns once a cycle: sine and cosine without a call per frame.
  var sine: Float = 0
  var cosine: Float = 1
  let turnSine: Float
  let turnCosine: Float
  let centre: Float
  let depth: Float

  public init(sampleRate: Float) {
    centre = 0.012 * sampleRate
    depth = 0.004 * sampleRate
    left = DelayLine(longest: Int(centre + depth) + 2)
    right = DelayLine(longest: Int(centre + depth) + 2)
    turnSine = Scalar.sine(turns: Self.hertz / sampleRate)
    turnCosine = Scalar.sine(turns: 0.25 + Self.hertz / sampleRate)
  }

  @_noLocks public mutating func reset() {
    left.reset()
    right.reset()
    fade.jump(0)
    restartMotion()
  }

  /// The copies' slow motion begins anew.
  @_noLocks public mutating func restartMotion() {
    sine = 0
    cosine = 1
  }

  /// At `target` at once; only where nothing is heard.
  @_noLocks public mutating func jump(_ target: Float) { fade.jump(target) }

  /// - Parameter target: 0 (off, costs nothing once faded) … 1 (copies as loud as the sound).
  @_noLocks public mutating func aim(_ target: Float, approach: Float, reciprocalFrames: Float) {
    if fade.aim(target, approach: approach, reciprocalFrames: reciprocalFrames) {
      left.reset()
      right.reset()
    }
  }

  public var isOff: Bool { @_noLocks get { fade.isOff } }

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
    let (amount, fed) = fade.next()
    let wet = amount * 0.7
    left.write(input.left * fed)
    right.write(input.right * fed)
    let copyLeft = left.read(centre + depth * sine)
    let copyRight = right.read(centre + depth * cosine)
    let nextSine = sine * turnCosine + cosine * turnSine
    cosine = cosine * turnCosine - sine * turnSine
    // One Newton step keeps the point on the circle for ever.
    let correction = 1.5 - 0.5 * (nextSine * nextSine + cosine * cosine)
    sine = nextSine * correction
    cosine *= correction
    return StereoFrame(input.left + wet * copyLeft, input.right + wet * copyRight)
  }
}
