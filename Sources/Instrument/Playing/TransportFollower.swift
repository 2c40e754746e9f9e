// Notices when the host's timeline starts or jumps. Audio thread.
import RealTime

/// Remembers the last position, so that a repeated one means nothing.
struct TransportFollower {
  var speed = 0.0
  /// Timeline frame minus our frame while rolling.
  var offset: Int64 = 0

  /// What a position means beside the last one.
  enum Change { case unchanged, started, stopped, located }

  /// Compares a position that was sent for our frame `at` with the last one and keeps it.
  @_noLocks mutating func update(_ position: Transport, at frame: Int64) -> Change {
    let newSpeed = position.speed ?? speed
    let starts = newSpeed != 0 && speed == 0
    let stops = newSpeed == 0 && speed != 0
    speed = newSpeed
    if stops { return .stopped }
    guard newSpeed != 0, let there = position.frame else { return starts ? .started : .unchanged }
    let newOffset = there &- frame
    // At other speeds than 1 the offset drifts; a jump is more than a tick of it.
    let jumps = !starts && newSpeed == 1 && (newOffset &- offset).magnitude > 32
    offset = newOffset
    return starts ? .started : jumps ? .located : .unchanged
  }
}
