// Corrects positions of hosts whose bars can't be right. Audio thread.

/// Compares the bars of a host's positions with its frames.
///
/// Qtractor sends as `barBeat` the beats before the bar, and a position only once a beat. Its frames and its
/// tempo are right.
public struct PositionCheck {
  /// The grid on which hosts round, in beats.
  private static var tick: Double { @_noLocks get { 1.0 / 1920 } }

  private var isKnown = false
  private var isRolling = false
  /// The last frame of the timeline that was told, and our frame at that time.
  private var told: Int64 = 0
  private var at: Int64 = 0
  private var beatsPerBar = 0.0
  private var beatsPerFrame = 0.0
  /// Whether the last position was the one that its frame has at the present tempo.
  private var isSteady = false
  /// How far the bars of the last position were from its frame, in beats.
  private var deviation = 0.0

  @_noLocks public init() {}

  /// How far the frames of a host may be off that sends them as 32-bit floats.
  @_noLocks public static func rounding(of frame: Int64) -> Int64 {
    guard frame.magnitude < 1 << 47 else { return 1 }
    let float = Float(frame)
    return Int64(float) == frame ? max(1, Int64(float.ulp)) : 1
  }

  /// Corrects a position that was sent for our frame `at`. Bars that contradict the frames by a beat are
  /// removed while the timeline continues, and computed from the frame after a start or a jump. So are
  /// missing ones after a start or a jump.
  /// - Parameters:
  ///   - beatsPerBar: the present meter.
  ///   - beatsPerFrame: the present tempo.
  @_noLocks public mutating func correct(
    _ position: inout Transport, at: Int64, speed: Double, beatsPerBar: Double, beatsPerFrame: Double
  ) {
    let wasRolling = isRolling
    isRolling = speed > 0
    guard let frame = position.frame else {
      isKnown = false
      return
    }
    let expected = told + (wasRolling ? at - self.at : 0)
    let hasJumped =
      !isKnown
      || (speed == 0 || speed == 1) && (frame &- expected).magnitude > Self.rounding(of: frame).magnitude
    let isSameTempo = (beatsPerBar, beatsPerFrame) == (self.beatsPerBar, self.beatsPerFrame)
    let wasSteady = isSteady && wasRolling && isRolling && !hasJumped && isSameTempo
    let hasMoved = wasRolling && !hasJumped && frame > told
    (isKnown, told, self.at) = (true, frame, at)
    (self.beatsPerBar, self.beatsPerFrame) = (beatsPerBar, beatsPerFrame)
    let beats = Double(frame) * beatsPerFrame
    if let barBeat = position.barBeat {
      let off = Double(position.bar ?? 0) * beatsPerBar + barBeat - beats
      let isAgain = (off - deviation).magnitude <= 2 * Self.tick
      // A host that rounds up may send the end of a bar instead of the beginning of the next. So does Qtractor in
      // all of bar 1: there the frames must have moved as far as the bars.
      let start = Double(position.bar ?? 0) * beatsPerBar
      let isRoundedUp =
        barBeat < beatsPerBar + Self.tick && (start != barBeat || hasMoved && isAgain)
      let isImpossible =
        position.bar != nil && barBeat >= beatsPerBar && off.magnitude > 2 * Self.tick && !isRoundedUp
      let isWrong =
        isImpossible || off.magnitude >= 1 && wasSteady && position.bar != nil && !isAgain
      deviation = off
      isSteady = isWrong ? wasSteady || isImpossible : off.magnitude <= 2 * Self.tick
      guard isWrong else { return }
    }
    (position.bar, position.barBeat) = (nil, nil)
    guard hasJumped, beats.magnitude < 1e9 else { return }
    var bar = Int64(beats / beatsPerBar)
    if Double(bar) * beatsPerBar > beats { bar -= 1 }
    (position.bar, position.barBeat) = (bar, beats - Double(bar) * beatsPerBar)
  }
}
