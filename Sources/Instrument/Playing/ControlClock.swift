// The control clock: counts frames and determines when controllers, matrix and sound are evaluated.
// Audio thread.

/// The frames of one instance and its grid of ticks.
///
/// A tick is every 32 frames, counted from `activate` or from the last restart of motion. An evaluation runs
/// at each tick, and at each frame on which an event changed the sound.
struct ControlClock {
  /// Frames from one tick to the next.
  static var tick: Int { @_noLocks get { 32 } }

  /// Frames since `activate`.
  private(set) var frame: Int64 = 0
  /// Frames into the current tick, 0…31.
  private(set) var tickPhase = 0
  /// The frame of the last evaluation.
  private(set) var evaluatedAt: Int64 = 0
  /// Whether something changed since the last evaluation.
  var isStale = true

  @_noLocks init() {}

  /// Whether the current frame is one of the grid of ticks.
  var isTick: Bool { @_noLocks get { tickPhase == 0 } }

  /// Whether an evaluation must run before the current frame is rendered.
  var isDue: Bool { @_noLocks get { tickPhase == 0 || isStale } }

  /// Begins an evaluation at the current frame.
  /// - Returns: the number of frames since the last evaluation.
  @_noLocks mutating func beginEvaluation() -> Float {
    let elapsed = Float(frame - evaluatedAt)
    evaluatedAt = frame
    return elapsed
  }

  /// The number of frames that can be rendered before the next tick.
  /// - Parameter count: the greatest result.
  @_noLocks func span(upTo count: Int) -> Int { min(count, Self.tick - tickPhase) }

  /// Advances by `span` rendered frames.
  @_noLocks mutating func advance(_ span: Int) {
    frame += Int64(span)
    tickPhase = (tickPhase + span) % Self.tick
  }

  /// Restarts the grid of ticks at the current frame, with no time elapsed.
  @_noLocks mutating func restartTicks() {
    tickPhase = 0
    evaluatedAt = frame
    isStale = true
  }
}
