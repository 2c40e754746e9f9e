// Trigger events, each with its frame, for the routes of a patch. Audio thread.
import Controls

/// An event on the surface, of a device or of the host's time that can cause actions.
public struct TriggerEvent: Sendable {
  /// The trigger.
  public var trigger: Trigger
  /// The exact frame, counted from `activate`; not after the tick that reports the event.
  public var frame: Int64
  /// The touch's slot; −1 for an event that does not belong to one touch.
  public var slot: Int
  /// From 1, for triggers that count.
  public var number: Int
  /// The position where the touch or gesture began; for moves of regions, the position before. Surface
  /// coordinates.
  public var x: Float
  /// See `x`.
  public var y: Float
  /// The present position.
  public var nowX: Float
  /// See `nowX`.
  public var nowY: Float

  /// An event in the middle of the surface, unless positions are given.
  @_noLocks public init(
    _ trigger: Trigger, _ frame: Int64, slot: Int = -1, number: Int = 0, x: Float = 0.5, y: Float = 0.5,
    nowX: Float = 0.5, nowY: Float = 0.5
  ) {
    self.trigger = trigger
    self.frame = frame
    self.slot = slot
    self.number = number
    self.x = x
    self.y = y
    self.nowX = nowX
    self.nowY = nowY
  }
}

/// A queue of trigger events; without room, an event is dropped and counted.
public struct TriggerEvents {
  /// The most events in the queue.
  public static var capacity: Int { @_noLocks get { 256 } }
  private let waiting: UnsafeMutablePointer<TriggerEvent>
  private var first = 0
  /// The number of events in the queue.
  public private(set) var count = 0
  /// The number of dropped events since `init`.
  public private(set) var dropped: UInt64 = 0

  init() {
    waiting = .allocate(capacity: Self.capacity)
    waiting.initialize(repeating: TriggerEvent(.touchBegan, 0), count: Self.capacity)
  }

  func deallocate() { waiting.deallocate() }

  @_noLocks mutating func append(_ event: TriggerEvent) {
    guard count < Self.capacity else {
      dropped += 1
      return
    }
    waiting[(first + count) % Self.capacity] = event
    count += 1
  }

  /// Removes and returns the oldest event; nil when none is left.
  @_noLocks public mutating func pop() -> TriggerEvent? {
    guard count > 0 else { return nil }
    let event = waiting[first]
    first = (first + 1) % Self.capacity
    count -= 1
    return event
  }

  @_noLocks mutating func removeAll() { count = 0 }
}
