// The control clock: counts frames and determines when controllers, matrix and sound are evaluated.
// Audio thread.

/// The frames of one instance and its grid of ticks.
///
/// A tick is every 32 frames, counted from `activate` or from the last restart of motion. An evaluation runs
/// at each tick, at each frame on which an event changed the sound, and at corners of envelopes.
public struct ControlClock {
  /// Frames from one tick to the next.
  public static var tick: Int { @_noLocks get { 32 } }

  /// Frames since `activate`.
  public private(set) var frame: Int64 = 0
  /// Frames into the current tick, 0…31.
  public private(set) var tickPhase = 0
  /// The frame of the next planned evaluation, which is at the next tick or before it.
  private var plannedAt: Int64 = 0
  /// The number of evaluations planned between the ticks since the last one.
  private var extra = 0
  /// The frame of the last evaluation.
  public private(set) var evaluatedAt: Int64 = 0
  /// Whether something changed since the last evaluation.
  public var isStale = true

  /// At frame 0, with an evaluation due.
  @_noLocks public init() {}

  /// Whether the current frame is one of the grid of ticks.
  public var isTick: Bool { @_noLocks get { tickPhase == 0 } }

  /// Whether an evaluation must run before the current frame is rendered.
  public var isDue: Bool { @_noLocks get { frame >= plannedAt || isStale } }

  /// Begins an evaluation at the current frame.
  /// - Returns: the number of frames since the last evaluation.
  @_noLocks public mutating func beginEvaluation() -> Float {
    let elapsed = Float(frame - evaluatedAt)
    evaluatedAt = frame
    if isTick { extra = 0 }
    isStale = false
    return elapsed
  }

  /// Plans the next evaluation: at the next tick, or before it where something has a corner. At most four of
  /// them lie between two ticks, however many corners there are.
  /// - Parameter corner: the frames to the next corner; infinite if there is none.
  /// - Returns: the number of frames to the planned evaluation.
  @_noLocks public mutating func plan(corner: Float) -> Int32 {
    var ahead = Self.tick - tickPhase
    if corner < Float(ahead) && extra < 4 {
      // The frame on which the corner lies, or the first one after it.
      let nearest = max(1, Int(corner + 0.99))
      if nearest < ahead {
        ahead = nearest
        extra += 1
      }
    }
    plannedAt = frame + Int64(ahead)
    return Int32(ahead)
  }

  /// The number of frames that can be rendered before the planned evaluation.
  /// - Parameter count: the greatest result.
  @_noLocks public func span(upTo count: Int) -> Int { min(count, Int(plannedAt - frame)) }

  /// Advances by `span` rendered frames.
  @_noLocks public mutating func advance(_ span: Int) {
    frame += Int64(span)
    tickPhase = (tickPhase + span) % Self.tick
  }

  /// Counts the time since the last evaluation as over, without an evaluation.
  /// - Returns: its frames.
  @_noLocks public mutating func skip() -> Int64 {
    let frames = frame - evaluatedAt
    evaluatedAt = frame
    plannedAt = frame
    return frames
  }

  /// Restarts the grid of ticks at the current frame, with no time elapsed.
  @_noLocks public mutating func restartTicks() {
    tickPhase = 0
    evaluatedAt = frame
    plannedAt = frame
    isStale = true
  }
}
