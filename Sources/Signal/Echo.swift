// Echoes that go from side to side and lose their highs on the way.
import Lanes

/// A ping-pong delay of 0.36 s with a feedback of 0.45 and a gentle low-pass in the loop.
public struct Echo: ~Copyable {
  static let seconds: Float = 0.36
  static let feedback: Float = 0.45
  @usableFromInline var left: DelayLine
  @usableFromInline var right: DelayLine
  var fade = EffectFade()
  var dullLeft: Float = 0
  var dullRight: Float = 0
  let frames: Int
  let dulling: Float

  public init(sampleRate: Float) {
    frames = max(1, Int(Self.seconds * sampleRate))
    left = DelayLine(longest: frames)
    right = DelayLine(longest: frames)
    dulling = Scalar.approach(frames: 1, seconds: 1 / (2 * Float.pi * 4000), sampleRate: sampleRate)
  }

  @_noLocks public mutating func reset() {
    clear()
    fade.jump(0)
  }

  /// At `target` at once; only where nothing is heard.
  @_noLocks public mutating func jump(_ target: Float) { fade.jump(target) }

  /// - Parameter target: 0 (off, costs nothing once faded) … 1 (echoes as loud as the sound).
  @_noLocks public mutating func aim(_ target: Float, approach: Float, reciprocalFrames: Float) {
    if fade.aim(target, approach: approach, reciprocalFrames: reciprocalFrames) { clear() }
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
    let (wet, fed) = fade.next()
    dullLeft += (left.read(frames) - dullLeft) * dulling
    dullRight += (right.read(frames) - dullRight) * dulling
    left.write((input.left + input.right) * (0.5 * fed) + dullRight * Self.feedback)
    right.write(dullLeft)
    return StereoFrame(input.left + wet * dullLeft, input.right + wet * dullRight)
  }

  @_noLocks private mutating func clear() {
    left.reset()
    right.reset()
    dullLeft = 0
    dullRight = 0
  }
}
