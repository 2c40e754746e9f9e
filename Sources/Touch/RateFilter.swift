// Rates of change from messages at irregular times. Audio thread.
import Lanes

/// Constants of the filters in frames and seconds, for one sample rate.
struct Timing: Sendable {
  let sampleRate: Float
  /// After this time without a message, a point counts as repeated.
  let silence: Int64

  init(sampleRate: Float) {
    self.sampleRate = sampleRate
    silence = Int64(0.05 * sampleRate)
  }

  @inline(__always) @_noLocks func seconds(_ frames: Int64) -> Float { Float(frames) / sampleRate }
  @inline(__always) @_noLocks func frames(_ seconds: Float) -> Int64 { Int64(seconds * sampleRate) }

  /// 1 − exp(−seconds / constant).
  @inline(__always) @_noLocks static func weight(_ seconds: Float, _ constant: Float) -> Float {
    1 - Scalar.exp(-seconds / constant)
  }
}

/// The times of one thing's messages.
struct MessageClock: Sendable {
  var messageAt: Int64 = 0
  var updatedAt: Int64 = 0

  @_noLocks mutating func start(_ frame: Int64) {
    messageAt = frame
    updatedAt = frame
  }

  /// Seconds from the last message to this one; nil when both are of one frame.
  @_noLocks mutating func message(_ frame: Int64, _ timing: Timing) -> Float? {
    guard frame > messageAt else { return nil }
    let seconds = timing.seconds(frame - messageAt)
    start(frame)
    return seconds
  }

  /// Whether a point counts as repeated at `frame`; the repetition is one `silence` after the last message.
  @_noLocks mutating func repeats(_ frame: Int64, _ timing: Timing) -> Bool {
    guard frame - updatedAt > timing.silence else { return false }
    updatedAt += timing.silence
    return true
  }
}

/// The rate of change of a number, smoothed with 30 ms:
/// r ← r + (1 − exp(−Δt/30 ms)) · (Δ/Δt − r) at each message, with Δt the time since the message before.
/// After 50 ms without a message the number counts as repeated. A message after a longer silence counts for
/// the whole silence.
struct RateFilter: Sendable {
  var value: Float = 0
  /// The sum of changes by messages of the same frame as the one before.
  private var pending: Float = 0
  private var clock = MessageClock()

  @_noLocks init() {}

  @_noLocks mutating func start(_ frame: Int64) {
    value = 0
    pending = 0
    clock.start(frame)
  }

  @_noLocks mutating func message(_ change: Float, _ frame: Int64, _ timing: Timing) {
    settle(frame, timing)
    pending += change
    guard let seconds = clock.message(frame, timing) else { return }
    value += Timing.weight(seconds, 0.03) * (pending / seconds - value)
    pending = 0
  }

  /// Applies silence up to the present frame.
  @_noLocks mutating func settle(_ frame: Int64, _ timing: Timing) {
    var left = 64
    while clock.repeats(frame, timing) {
      value -= Timing.weight(0.05, 0.03) * value
      left -= 1
      if left == 0 {
        value = 0
        clock.updatedAt = frame
      }
    }
  }
}

/// The velocity of a point in diagonals per second, filtered as in `RateFilter`, and its acceleration along
/// its path: the change of speed over time, smoothed with 60 ms.
struct VelocityFilter: Sendable {
  var x: Float = 0
  var y: Float = 0
  var speed: Float = 0
  var acceleration: Float = 0
  private var pendingX: Float = 0
  private var pendingY: Float = 0
  private var clock = MessageClock()

  @_noLocks init() {}

  @_noLocks mutating func start(_ frame: Int64) {
    self = VelocityFilter()
    clock.start(frame)
  }

  @_noLocks mutating func message(_ dx: Float, _ dy: Float, _ frame: Int64, _ timing: Timing) {
    _ = settle(frame, timing)
    pendingX += dx
    pendingY += dy
    guard let seconds = clock.message(frame, timing) else { return }
    let weight = Timing.weight(seconds, 0.03)
    set(x + weight * (pendingX / seconds - x), y + weight * (pendingY / seconds - y), seconds)
    pendingX = 0
    pendingY = 0
  }

  /// Applies silence; returns whether anything changed.
  @_noLocks mutating func settle(_ frame: Int64, _ timing: Timing) -> Bool {
    var left = 64
    var changed = false
    while clock.repeats(frame, timing) {
      let rest = 1 - Timing.weight(0.05, 0.03)
      if speed > 0 || acceleration != 0 {
        set(x * rest, y * rest, 0.05)
        changed = true
      }
      left -= 1
      if left == 0 {
        set(0, 0, 0.05)
        acceleration = 0
        clock.updatedAt = frame
      }
    }
    return changed
  }

  @_noLocks private mutating func set(_ newX: Float, _ newY: Float, _ seconds: Float) {
    let before = speed
    x = newX
    y = newY
    speed = Scalar.squareRoot(x * x + y * y)
    // Sets imperceptible speeds to 0, so that silence costs little.
    if speed < 1e-6 { (x, y, speed) = (0, 0, 0) }
    acceleration += Timing.weight(seconds, 0.06) * ((speed - before) / seconds - acceleration)
    if acceleration.magnitude < 1e-6 { acceleration = 0 }
  }
}
