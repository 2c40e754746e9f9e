// A limiter that can be switched on and off while it sounds. Audio thread; allocated with an instance.

/// After switching on, the limiter first fills its delay; then the sound crossfades to its output. Switching
/// off crossfades back. During a crossfade, some 40 ms, the sound and its delayed copy cancel in part.
public struct SwitchedLimiter: ~Copyable {
  var limiter: Limiter
  private var share = Ramp(0)
  private var isWanted = false
  /// Frames until the limiter's delay is full.
  private var waiting = 0

  public init(sampleRate: Float) { limiter = Limiter(sampleRate: sampleRate) }

  public var isOff: Bool { @_noLocks get { !isWanted && share.value == 0 && share.step == 0 } }

  /// The delay of the sound in frames.
  public var latency: Int { @_noLocks get { isOff ? 0 : limiter.latency } }

  /// Clears the limiter and takes the settings without a crossfade.
  @_noLocks public mutating func reset(isOn: Bool, ceiling: Float, release: Float = 0.08) {
    limiter.reset()
    limiter.set(ceiling: ceiling)
    limiter.set(release: release)
    isWanted = isOn
    waiting = 0
    share.set(isOn ? 1 : 0)
  }

  /// - Parameters:
  ///   - ceiling: decibels, −24…0.
  ///   - release: seconds, 0.01…2.
  @_noLocks public mutating func aim(
    isOn: Bool, ceiling: Float, release: Float = 0.08, approach: Float, reciprocalFrames: Float
  ) {
    limiter.aim(ceiling: ceiling, reciprocalFrames: reciprocalFrames)
    limiter.set(release: release)
    if isOn && isOff {
      limiter.reset()
      limiter.set(ceiling: ceiling)
      waiting = limiter.latency
    }
    isWanted = isOn
    share.aim(isOn && waiting == 0 ? 1 : 0, approach: approach, reciprocalFrames: reciprocalFrames)
  }

  /// Processes `count` frames in place.
  @_noLocks public mutating func process(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) {
    waiting = max(waiting - count, 0)
    for index in 0..<count {
      let limited = limiter.next(left[index], right[index])
      let share = share.next()
      // At a share of 1 the input is multiplied by 0, so the output is exactly the limiter's.
      left[index] = left[index] * (1 - share) + limited.left * share
      right[index] = right[index] * (1 - share) + limited.right * share
    }
  }
}
