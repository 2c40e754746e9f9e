// The events of looped touches, in a pool that all layers share. Audio thread.
import RealTime

/// The thing that a recorded event is about.
public enum LoopThing: UInt8, BitwiseCopyable, Sendable {
  case touch = 0
  case token = 1
  /// A key of MIDI; the three bytes of its beginning are in the first word.
  case key = 2
  /// A motion sensor; its number is in the fourth word.
  case motion = 3
}

/// The kind of a recorded event.
public enum LoopPhase: UInt8, BitwiseCopyable, Sendable {
  case began = 0
  case moved = 1
  case ended = 2
  /// A touch's shape or a token's outline. The touch or token stays at its place.
  case shape = 3
}

/// One event of a layer, a link of the layer's list in the order of positions.
public struct LoopEvent: BitwiseCopyable, Sendable {
  /// Ticks from the loop's beginning, 0 to its length.
  public var position: Int32 = 0
  /// The places of the neighbors in the list, and of the same touch's event before this one; −1: none.
  var next: Int32 = -1
  var previous: Int32 = -1
  var before: Int32 = -1
  /// The number of the touch in its layer, from 1; no other of the layer has it. 0 for a motion sensor.
  public var serial: Int32 = 0
  public var thing = LoopThing.touch
  public var phase = LoopPhase.began
  /// The part that played the touch, plus one; 0: none.
  public var part: UInt8 = 0
  /// The recording or overdub of the layer that it comes from, from 1.
  public var take: UInt8 = 0
  /// As in a `SurfaceEvent`.
  public var words: (Float, Float, Float, Float) = (.nan, .nan, .nan, .nan)

  @_noLocks public init() {}
}

/// The events of all layers, of which the unused ones form a list of their own.
struct LoopPool {
  /// The events of all layers together: ten fingers at 120 messages a second for 54 s. 40 bytes each.
  static var capacity: Int { @_noLocks get { 65_536 } }

  let events: UnsafeMutablePointer<LoopEvent>
  /// The first unused event that was used before; −1: none.
  private var free: Int32 = -1
  /// Events from here on were never used, and their memory was never touched.
  private var fresh: Int32 = 0
  private(set) var count = 0

  init(memory: UnsafeMutablePointer<LoopEvent>) { events = memory }

  var room: Int { @_noLocks get { Self.capacity - count } }

  /// A new event. The caller has checked `room`.
  @_noLocks mutating func take() -> Int32 {
    count += 1
    if free >= 0 {
      let index = free
      free = events[Int(index)].next
      return index
    }
    fresh += 1
    return fresh - 1
  }

  @_noLocks mutating func give(_ index: Int32) {
    events[Int(index)].next = free
    free = index
    count -= 1
  }

  /// Becomes a copy of another pool, whose memory stays.
  @_noLocks mutating func copy(_ other: LoopPool) {
    for index in 0..<Int(other.fresh) { events[index] = other.events[index] }
    (free, fresh, count) = (other.free, other.fresh, other.count)
  }

  /// Gives a whole list back.
  @_noLocks mutating func give(from head: Int32, to tail: Int32, count given: Int) {
    if head < 0 { return }
    events[Int(tail)].next = free
    free = head
    count -= given
  }
}
