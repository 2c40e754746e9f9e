// The time of the looper, in whole numbers, so that each event has one frame whatever the division into blocks.
// Audio thread.

/// The unit in which a loop's lengths and positions are counted.
public enum LoopUnit: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// Millionths of a beat of the host's timeline.
  case beats = 0
  /// Frames.
  case frames = 1

  /// The unit with this raw value, or nil.
  @_noLocks public static func at(_ raw: UInt8) -> LoopUnit? { LoopUnit(rawValue: raw) }
}

/// The host's timeline and the count of frames, as far as they are known at one moment. Both continue from there.
public struct LoopClock: BitwiseCopyable, Sendable {
  /// Ticks of a beat in `LoopUnit.beats`.
  @inlinable public static var ticksPerBeat: Int64 { @_noLocks get { 1_000_000 } }

  /// Whether the timeline rolls; else there are no beats.
  public var isRolling = false
  /// Beats since the timeline's beginning on the frame `at`.
  public var beat = 0.0
  public var at: Int64 = 0
  public var beatsPerFrame = 0.0
  /// Added to a frame to get the tick of loops in frames: the timeline's own frame since it rolled last.
  public var shift: Int64 = 0

  @_noLocks public init() {}

  /// Whether loops in this unit run.
  @_noLocks public func runs(_ unit: LoopUnit) -> Bool { unit == .frames || isRolling }

  /// The tick of a frame. Never decreases from one frame to the next.
  @_noLocks public func ticks(_ unit: LoopUnit, at frame: Int64) -> Int64 {
    if unit == .frames { return frame &+ shift }
    let exact = (beat + beatsPerFrame * Double(frame - at)) * Double(Self.ticksPerBeat) + 0.5
    let whole = Int64(min(max(exact, -1e17), 1e17))
    return Double(whole) > exact ? whole - 1 : whole
  }

  /// The first frame behind `frame` whose tick is at least `tick`; `.max` if there is none. The caller knows that the
  /// tick of `frame` is smaller.
  @_noLocks func frame(of tick: Int64, _ unit: LoopUnit, after frame: Int64) -> Int64 {
    if unit == .frames { return max(tick &- shift, frame + 1) }
    guard beatsPerFrame > 0 else { return .max }
    let ahead = Double(tick - ticks(unit, at: frame)) / (beatsPerFrame * Double(Self.ticksPerBeat))
    if ahead > 1e12 { return .max }
    // A frame before the estimate, which is off by one at the most; from there the tick itself decides.
    var found = max(frame + 1, frame + Int64(ahead) - 2)
    for _ in 0..<8 where ticks(unit, at: found) < tick { found += 1 }
    return found
  }
}
