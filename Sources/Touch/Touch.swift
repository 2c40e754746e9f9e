// One touch, and where it has been.
import Lanes

/// One touch in surface coordinates (x right, y up, 0…1).
public struct Touch: Sendable {
  /// What a slot of the table holds.
  public enum State: UInt8, Sendable {
    case free
    /// Began since the last tick.
    case began
    case moved
    /// Ended since the last tick; the slot is free after the next.
    case ended
  }

  /// Where the touch is in its life.
  public internal(set) var state = State.free
  /// The number of the source that sends it.
  public internal(set) var source: UInt32 = 0
  /// The number that its source gives it.
  public internal(set) var id: Int32 = 0
  /// What moves it.
  public internal(set) var kind = SourceKind.unknown
  /// The index of the source's description in the table; −1 when there is none.
  public internal(set) var description = -1
  /// The position: x right, y up, both 0…1.
  public internal(set) var x: Float = 0
  /// See `x`.
  public internal(set) var y: Float = 0
  /// The position at the beginning.
  public internal(set) var startX: Float = 0
  /// See `startX`.
  public internal(set) var startY: Float = 0
  /// 0…1; 0 when the surface does not say.
  public internal(set) var pressure: Float = 0
  /// Major half-axis in diagonals; 0 when the surface does not say.
  public internal(set) var radius: Float = 0
  /// Minor / major half-axis; 1 when the surface does not say.
  public internal(set) var aspect: Float = 1
  /// Direction of the major half-axis, 0…½ turn.
  public internal(set) var orientation: Float = 0
  /// The greatest pressure within the strike's time; 0 when the surface does not say.
  public internal(set) var strike: Float = 0
  /// How fast it went at most within that time, in diagonals/s.
  public internal(set) var approach: Float = 0
  /// Frames since `activate` when it began, and when it was last heard of.
  public internal(set) var beganAt: Int64 = 0
  /// See `beganAt`.
  public internal(set) var heardAt: Int64 = 0
  /// Counts beginnings from 1: never used again, and a later touch has a greater one.
  public internal(set) var serial: UInt64 = 0
  var velocity = VelocityFilter()
  /// Diagonals.
  var pathLength: Float = 0

  /// A slot without a touch.
  @_noLocks public init() {}

  /// Whether the finger is on the surface.
  public var isLive: Bool { @_noLocks get { state == .began || state == .moved } }
  /// Counts beginnings.
  public var order: UInt64 { @_noLocks get { serial } }
}

/// A point of a touch's way.
public struct TouchPoint: Sendable, BitwiseCopyable {
  /// Frames since `activate`.
  public let frame: Int64
  /// Surface coordinates.
  public let x: Float
  /// See `x`.
  public let y: Float
}

/// The last 640 points of one touch: more than 5 s at 120 messages/s. A handle on the table's memory.
public struct TouchHistory {
  /// A point each message; messages of one frame leave the last.
  static var capacity: Int { @_noLocks get { 640 } }
  let points: UnsafeMutablePointer<TouchPoint>
  let written: Int

  /// How many points are kept.
  public var count: Int { @_noLocks get { min(written, Self.capacity) } }

  /// The point `back` messages ago, 0 being the newest; `back` is below `count`.
  @_noLocks public func point(back: Int) -> TouchPoint {
    points[(written - 1 - min(max(back, 0), max(count - 1, 0))) % Self.capacity]
  }

  /// Where the touch was at a frame, on the line between two points; its oldest or newest point beyond them.
  @_noLocks public func position(at frame: Int64) -> (x: Float, y: Float) {
    var later = point(back: 0)
    if frame >= later.frame { return (later.x, later.y) }
    // Halving: the ring is in order of time.
    var near = 0
    var far = count - 1
    let oldest = point(back: far)
    if frame <= oldest.frame { return (oldest.x, oldest.y) }
    while far - near > 1 {
      let middle = (near + far) / 2
      if point(back: middle).frame > frame { near = middle } else { far = middle }
    }
    later = point(back: near)
    let earlier = point(back: far)
    let part = Float(frame - earlier.frame) / Float(max(later.frame - earlier.frame, 1))
    return (earlier.x + (later.x - earlier.x) * part, earlier.y + (later.y - earlier.y) * part)
  }
}
