// One touch and its path. Audio thread.
import Controls
import Lanes

/// One touch in surface coordinates (x right, y up, 0…1).
public struct Touch: Sendable {
  /// The state of a slot of the table.
  public enum State: UInt8, Sendable {
    case free
    /// The touch began since the last tick.
    case began
    case moved
    /// The touch ended since the last tick; the slot is free after the next tick.
    case ended
  }

  /// The state of the touch.
  public internal(set) var state = State.free
  /// The number of the source that sends it.
  public internal(set) var source: UInt32 = 0
  /// The number that the source gives the touch.
  public internal(set) var id: Int32 = 0
  /// The kind of source that moves it.
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
  /// 0…1; 0 when the surface does not send it.
  public internal(set) var pressure: Float = 0
  /// Major half-axis in diagonals; 0 when the surface does not send it.
  public internal(set) var radius: Float = 0
  /// Minor / major half-axis; 1 when the surface does not send it.
  public internal(set) var aspect: Float = 1
  /// Direction of the major half-axis, 0…½ turn.
  public internal(set) var orientation: Float = 0
  /// The greatest pressure within the strike's time; 0 when the surface does not send it.
  public internal(set) var strike: Float = 0
  /// The greatest speed within the strike's time, in diagonals/s.
  public internal(set) var approach: Float = 0
  /// The frames, counted from `activate`, of its beginning and of its last event.
  public internal(set) var beganAt: Int64 = 0
  /// See `beganAt`.
  public internal(set) var heardAt: Int64 = 0
  /// Counts beginnings from 1. No number is used twice, and a later touch has a greater one.
  public internal(set) var serial: UInt64 = 0
  /// Whether the other touches leave it out of their relations: it is never their first, previous, nearest or
  /// next touch.
  public internal(set) var isApart = false
  /// The least number from 1 that no other live touch had when it began.
  public internal(set) var number: UInt8 = 0
  var velocity = VelocityFilter()
  /// The length of its path in diagonals.
  var pathLength: Float = 0

  /// A slot without a touch.
  @_noLocks public init() {}

  /// Its velocity in diagonals per second.
  public var motion: (x: Float, y: Float) { @_noLocks get { (velocity.x, velocity.y) } }
  /// The change of its speed per second.
  public var acceleration: Float { @_noLocks get { velocity.acceleration } }
  /// Whether the finger is on the surface.
  public var isLive: Bool { @_noLocks get { state == .began || state == .moved } }
  /// Its number in the order of beginnings.
  public var order: UInt64 { @_noLocks get { serial } }
}

/// A point of a touch's path.
public struct TouchPoint: Sendable, BitwiseCopyable {
  /// Frames since `activate`.
  public let frame: Int64
  /// Surface coordinates.
  public let x: Float
  /// See `x`.
  public let y: Float
}

/// The last 640 points of one touch: more than 5 s at 120 messages/s. This is a handle on the table's memory.
public struct TouchHistory {
  /// One point for each message; of several messages on one frame, the last one.
  static var capacity: Int { @_noLocks get { 640 } }
  let points: UnsafeMutablePointer<TouchPoint>
  let written: Int

  /// The number of stored points.
  public var count: Int { @_noLocks get { min(written, Self.capacity) } }

  /// The point `back` messages ago, 0 being the newest; `back` is below `count`.
  @_noLocks public func point(back: Int) -> TouchPoint {
    points[(written - 1 - min(max(back, 0), max(count - 1, 0))) % Self.capacity]
  }

  /// The position at a frame, interpolated between two points; before the oldest and after the newest point,
  /// that point.
  @_noLocks public func position(at frame: Int64) -> (x: Float, y: Float) {
    var later = point(back: 0)
    if frame >= later.frame { return (later.x, later.y) }
    // Binary search: the ring is in the order of time.
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
