// Detects starts and jumps of the host's timeline. Audio thread.

/// Keeps the last position, so that a repeated one has no effect.
public struct TransportFollower {
  /// The speed of the last position; 0: stopped.
  public private(set) var speed = 0.0
  /// Timeline frame minus our frame while rolling.
  private var offset: Int64 = 0

  /// Nothing was sent yet.
  @_noLocks public init() {}

  /// The change from the last position to a new one.
  public enum Change { case unchanged, started, stopped, located }

  /// Compares a position that was sent for our frame `at` with the last one and stores it.
  @_noLocks public mutating func update(_ position: Transport, at frame: Int64) -> Change {
    let newSpeed = position.speed ?? speed
    let starts = newSpeed != 0 && speed == 0
    let stops = newSpeed == 0 && speed != 0
    speed = newSpeed
    if stops { return .stopped }
    guard newSpeed != 0, let there = position.frame else { return starts ? .started : .unchanged }
    let newOffset = there &- frame
    // At speeds other than 1 the offset drifts; a jump is a change of more than one tick.
    let limit = max(32, PositionCheck.rounding(of: there))
    let jumps = !starts && newSpeed == 1 && (newOffset &- offset).magnitude > UInt64(limit)
    offset = newOffset
    return starts ? .started : jumps ? .located : .unchanged
  }
}
