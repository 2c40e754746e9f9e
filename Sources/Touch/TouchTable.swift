// Who touches the surface now: the live touches of all sources, on the audio thread.
import Controls
import RealTime

/// One live touch, in surface coordinates (x right, y up, 0…1).
public struct Touch: Sendable {
  public internal(set) var source: UInt32 = 0
  public internal(set) var id: Int32 = 0
  public internal(set) var x: Float = 0
  public internal(set) var y: Float = 0
  public internal(set) var startX: Float = 0
  public internal(set) var startY: Float = 0
  /// 0…1; 0 when the surface does not say.
  public internal(set) var pressure: Float = 0
  /// Major half-axis in diagonals; 0 when the surface does not say.
  public internal(set) var radius: Float = 0
  /// The greatest pressure within the strike's time; 0 when the surface does not say.
  public internal(set) var strike: Float = 0
  /// Frames since `activate` when it began.
  public internal(set) var beganAt: Int64 = 0
  /// Counts beginnings: a later one is greater.
  public internal(set) var order: UInt64 = 0
  public internal(set) var isLive = false

  @_noLocks public init() {}
}

/// What an event did to the table.
public enum TouchChange: Sendable {
  case began(slot: Int)
  case moved(slot: Int)
  /// The slot still holds the touch as it was last.
  case ended(slot: Int)
  /// Refused: every slot is taken. The finger begins when it moves and a slot is free.
  case full
  /// An end of a touch that is not there.
  case nothing
}

/// The live touches, at most 64. A touch keeps its slot from beginning to end.
public struct TouchTable: ~Copyable {
  public static let capacity = 64
  public private(set) var touches = InlineArray<64, Touch>(repeating: Touch())
  public private(set) var count = 0
  private var begun: UInt64 = 0
  /// The slot that spoke last.
  public private(set) var last = 0

  /// Frames in which a touch's greatest pressure counts as its strike.
  let strikeFrames: Int64

  /// - Parameter strikeFrames: how long pressure counts as the strike (10 ms).
  public init(strikeFrames: Int64) { self.strikeFrames = strikeFrames }

  /// Forgets every touch.
  @_noLocks public mutating func reset() {
    for slot in 0..<Self.capacity { touches[slot] = Touch() }
    count = 0
    last = 0
  }

  /// The slot of a live touch, or nil.
  @_noLocks public func slot(source: UInt32, id: Int32) -> Int? {
    for slot in 0..<Self.capacity
    where touches[slot].isLive && touches[slot].id == id && touches[slot].source == source { return slot }
    return nil
  }

  /// Ends the touch that `event` begins anew; answers its slot if it was live.
  @_noLocks public mutating func endBeforeBegin(_ event: SurfaceEvent) -> Int? {
    guard event.kind == .began, let slot = slot(source: event.source, id: event.id) else { return nil }
    close(slot)
    return slot
  }

  /// Takes one event over. A `moved` of an unknown touch begins it. `panic` is not for this table: `reset`.
  @_noLocks public mutating func apply(_ event: SurfaceEvent, frame: Int64) -> TouchChange {
    let known = slot(source: event.source, id: event.id)
    switch event.kind {
    case .panic: return .nothing
    case .ended:
      guard let known else { return .nothing }
      place(known, event, frame: frame)
      close(known)
      return .ended(slot: known)
    case .began, .moved:
      if let known {
        place(known, event, frame: frame)
        last = known
        return .moved(slot: known)
      }
      guard let free = freeSlot() else { return .full }
      var touch = Touch()
      touch.source = event.source
      touch.id = event.id
      touch.beganAt = frame
      touch.isLive = true
      begun += 1
      touch.order = begun
      touch.x = 0.5
      touch.y = 0.5
      touches[free] = touch
      place(free, event, frame: frame)
      touches[free].startX = touches[free].x
      touches[free].startY = touches[free].y
      count += 1
      last = free
      return .began(slot: free)
    }
  }

  /// Mean x and y of the live touches, or nil when there are none.
  public var centroid: (x: Float, y: Float)? {
    @_noLocks get {
      guard count > 0 else { return nil }
      var x: Float = 0
      var y: Float = 0
      for slot in 0..<Self.capacity where touches[slot].isLive {
        x += touches[slot].x
        y += touches[slot].y
      }
      return (x / Float(count), y / Float(count))
    }
  }

  @_noLocks private func freeSlot() -> Int? {
    for slot in 0..<Self.capacity where !touches[slot].isLive { return slot }
    return nil
  }

  /// Words that are not finite leave what was there; the rest is clamped to its range.
  @_noLocks private mutating func place(_ slot: Int, _ event: SurfaceEvent, frame: Int64) {
    if event.x.isFinite { touches[slot].x = min(max(event.x, 0), 1) }
    if event.y.isFinite { touches[slot].y = min(max(event.y, 0), 1) }
    if event.pressure.isFinite { touches[slot].pressure = min(max(event.pressure, 0), 1) }
    if frame - touches[slot].beganAt <= strikeFrames {
      touches[slot].strike = max(touches[slot].strike, touches[slot].pressure)
    }
    if event.radius.isFinite { touches[slot].radius = min(max(event.radius, 0), 1) }
  }

  @_noLocks private mutating func close(_ slot: Int) {
    touches[slot].isLive = false
    count -= 1
  }
}
