// Softens a room while the dry sound is loud. Audio thread.
import Lanes

/// Follows the peaks of the dry sound. A gain for each span of 32 frames, along a ramp.
struct ReverbDucking {
  /// The dry level at and above which the room has its least gain: −12 dBFS.
  private static var full: Float { @_noLocks get { 0.25 } }
  private var peak: Float = 0
  private var level: Float = 0
  private var gain: Float = 1
  private var step: Float = 0
  /// The shares of the way in 32 frames: up in 5 ms, down in 250 ms.
  private let attack: Float
  private let release: Float

  init(sampleRate: Float) {
    attack = Scalar.approach(frames: 32, seconds: 0.005, sampleRate: sampleRate)
    release = Scalar.approach(frames: 32, seconds: 0.25, sampleRate: sampleRate)
  }

  /// Whether the gain is not 1 at rest.
  var isActive: Bool { @_noLocks get { gain != 1 || step != 0 } }

  @_noLocks mutating func reset() {
    peak = 0
    level = 0
    gain = 1
    step = 0
  }

  /// - Parameter decibels: by how much the room is softer at most; 0 or less is off.
  @_noLocks mutating func beginSpan(decibels: Float) {
    level += (peak - level) * (peak > level ? attack : release)
    peak = 0
    let goal =
      decibels > 0 ? Scalar.gain(decibels: -decibels * min(level / Self.full, 1)) : 1
    step = (goal - gain) * (1 / 32)
    if (goal - gain).magnitude < 1e-6 {
      gain = goal
      step = 0
    }
  }

  /// Multiplies `gains` by its own.
  @_noLocks mutating func process(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, gains: UnsafeMutablePointer<Float>,
    count: Int
  ) {
    for frame in 0..<count {
      peak = max(peak, max(left[frame].magnitude, right[frame].magnitude))
      gain += step
      gains[frame] *= gain
    }
  }
}
