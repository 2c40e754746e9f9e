// Notices when the host's timeline starts or jumps. Audio thread.
import RealTime

/// Remembers the last position, so that a repeated one means nothing.
struct TransportFollower {
  var speed = 0.0
  /// Timeline frame minus our frame while rolling.
  var offset: Int64 = 0

  /// Takes a position over that was sent for our frame `at`.
  /// - Returns: whether the timeline started or was located: what runs freely begins anew then.
  @_noLocks mutating func follow(_ position: Transport, at frame: Int64) -> Bool {
    let newSpeed = position.speed ?? speed
    let starts = newSpeed != 0 && speed == 0
    speed = newSpeed
    guard newSpeed != 0, let there = position.frame else { return starts }
    let newOffset = there &- frame
    // At other speeds than 1 the offset drifts; a jump is more than a tick of it.
    let jumps = !starts && newSpeed == 1 && (newOffset &- offset).magnitude > 32
    offset = newOffset
    return starts || jumps
  }
}
