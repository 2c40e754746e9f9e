// A room: eight delay lines that feed each other.
import Lanes

/// A feedback delay network of eight lines mixed by a Householder reflection (J.-M. Jot, "Digital delay
/// networks for designing artificial reverberators", AES 90th Convention, 1991), damped towards the highs.
public struct Reverb: ~Copyable {
  /// Seconds until the sound has fallen by 60 dB.
  static let decaySeconds: Float = 2.2
  /// Loop times in seconds: no two near a simple ratio.
  static let times: SIMD8<Float> = [0.0297, 0.0371, 0.0411, 0.0437, 0.0531, 0.0599, 0.0677, 0.0743]

  @usableFromInline let memory: UnsafeMutablePointer<SIMD8<Float>>
  let mask: Int
  let lengths: SIMD8<Int32>
  let gains: SIMD8<Float>
  let damping: Float
  var dulled = SIMD8<Float>(repeating: 0)
  var at = 0
  var fade = EffectFade()

  public init(sampleRate: Float) {
    var lengths = SIMD8<Int32>(repeating: 1)
    var gains = SIMD8<Float>(repeating: 0)
    for line in 0..<8 {
      lengths[line] = max(1, Int32(Self.times[line] * sampleRate))
      gains[line] = Scalar.exp2(-9.965_784 * Self.times[line] / Self.decaySeconds)
    }
    self.lengths = lengths
    self.gains = gains
    var size = 4
    while size < Int(lengths.max()) + 2 { size *= 2 }
    mask = size - 1
    memory = .allocate(capacity: size)
    memory.initialize(repeating: SIMD8(repeating: 0), count: size)
    damping = Scalar.approach(frames: 1, seconds: 1 / (2 * Float.pi * 5500), sampleRate: sampleRate)
  }

  @inlinable deinit { memory.deallocate() }

  @_noLocks public mutating func reset() {
    clear()
    fade.jump(0)
  }

  /// At `target` at once; only where nothing is heard.
  @_noLocks public mutating func jump(_ target: Float) { fade.jump(target) }

  /// - Parameter target: 0 (off, costs nothing once faded) … 1 (the room as loud as the sound).
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
    let out = SIMD8<Float>(
      read(0), read(1), read(2), read(3), read(4), read(5), read(6), read(7))
    dulled += (out * gains - dulled) * damping
    let pairs = dulled.evenHalf + dulled.oddHalf
    let sum = (pairs[0] + pairs[1]) + (pairs[2] + pairs[3])
    // Householder: each line gets itself less a quarter of the sum; energy is kept.
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

  /// Forgets everything, in no time: what was written before reads as silence.
  @_noLocks private mutating func clear() {
    at = 0
    dulled = SIMD8(repeating: 0)
  }
}
