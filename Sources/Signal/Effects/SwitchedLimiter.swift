// A limiter that may be switched while it sounds. Audio thread.

/// Switched on, it first listens until what it gives is full; then what comes in fades over to that, and back when it
/// is switched off. Between the two the sound is a little hollow for some 40 ms.
public struct SwitchedLimiter: ~Copyable {
  var limiter: Limiter
  private var share = Ramp(0)
  private var isWanted = false
  /// Frames until it has heard enough.
  private var waiting = 0

  public init(sampleRate: Float) { limiter = Limiter(sampleRate: sampleRate) }

  public var isOff: Bool { @_noLocks get { !isWanted && share.value == 0 && share.step == 0 } }

  /// Frames that the sound comes later.
  public var latency: Int { @_noLocks get { isOff ? 0 : limiter.latency } }

  /// Empty, and at once where it is wanted.
  @_noLocks public mutating func reset(isOn: Bool, ceiling: Float) {
    limiter.reset()
    limiter.set(ceiling: ceiling)
    isWanted = isOn
    waiting = 0
    share.set(isOn ? 1 : 0)
  }

  /// - Parameter ceiling: decibels, −24…0.
  @_noLocks public mutating func aim(
    isOn: Bool, ceiling: Float, approach: Float, reciprocalFrames: Float
  ) {
    limiter.aim(ceiling: ceiling, reciprocalFrames: reciprocalFrames)
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
      // At 1 nothing of what came in is left, to the last bit.
      left[index] = left[index] * (1 - share) + limited.left * share
      right[index] = right[index] * (1 - share) + limited.right * share
    }
  }
}
