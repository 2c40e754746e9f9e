// Trigger events: what happened on which frame, for the routes of a patch. Audio thread.
import Controls

/// Something that happened on the surface, to a device or in the host's time.
public struct TriggerEvent: Sendable {
  /// What happened.
  public var trigger: Trigger
  /// Frames since `activate`: exact, and not after the tick that tells it.
  public var frame: Int64
  /// A touch's slot; −1 when the event is not of one touch.
  public var slot: Int
  /// Of triggers that count: from 1.
  public var number: Int
  /// Where the touch began or the gesture did; where it came from, for the moves of regions. Surface coordinates.
  public var x: Float
  /// See `x`.
  public var y: Float
  /// Where it is.
  public var nowX: Float
  /// See `nowX`.
  public var nowY: Float

  /// A moment in the middle of the surface, but for what is given.
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

/// A queue of trigger events; those that find no room are dropped and counted.
public struct TriggerEvents {
  /// The most moments that wait.
  public static var capacity: Int { @_noLocks get { 256 } }
  private let waiting: UnsafeMutablePointer<TriggerEvent>
  private var first = 0
  /// How many moments wait.
  public private(set) var count = 0
  /// How many moments found no room since `init`.
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

  /// Removes and returns the oldest; nil when none is left.
  @_noLocks public mutating func pop() -> TriggerEvent? {
    guard count > 0 else { return nil }
    let event = waiting[first]
    first = (first + 1) % Self.capacity
    count -= 1
    return event
  }

  @_noLocks mutating func removeAll() { count = 0 }
}
