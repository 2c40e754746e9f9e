// The control clock: counts frames and determines when controllers, matrix and sound are evaluated.
// Audio thread.

/// The frames of one instance and its grid of ticks.
///
/// A tick is every 32 frames, counted from `activate` or from the last restart of motion. An evaluation runs
/// at each tick, and at each frame on which an event changed the sound.
public struct ControlClock {
  /// Frames from one tick to the next.
  public static var tick: Int { @_noLocks get { 32 } }

  /// Frames since `activate`.
  public private(set) var frame: Int64 = 0
  /// Frames into the current tick, 0…31.
  public private(set) var tickPhase = 0
  /// The frame of the last evaluation.
  public private(set) var evaluatedAt: Int64 = 0
  /// Whether something changed since the last evaluation.
  public var isStale = true

  /// At frame 0, with an evaluation due.
  @_noLocks public init() {}

  /// Whether the current frame is one of the grid of ticks.
  public var isTick: Bool { @_noLocks get { tickPhase == 0 } }

  /// Whether an evaluation must run before the current frame is rendered.
  public var isDue: Bool { @_noLocks get { tickPhase == 0 || isStale } }

  /// Begins an evaluation at the current frame.
  /// - Returns: the number of frames since the last evaluation.
  @_noLocks public mutating func beginEvaluation() -> Float {
    let elapsed = Float(frame - evaluatedAt)
    evaluatedAt = frame
    return elapsed
  }

  /// The number of frames that can be rendered before the next tick.
  /// - Parameter count: the greatest result.
  @_noLocks public func span(upTo count: Int) -> Int { min(count, Self.tick - tickPhase) }

  /// Advances by `span` rendered frames.
  @_noLocks public mutating func advance(_ span: Int) {
    frame += Int64(span)
    tickPhase = (tickPhase + span) % Self.tick
  }

  /// Restarts the grid of ticks at the current frame, with no time elapsed.
  @_noLocks public mutating func restartTicks() {
    tickPhase = 0
    evaluatedAt = frame
    isStale = true
  }
}
