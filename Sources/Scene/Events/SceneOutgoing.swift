// Messages of a patch to the host, with their frames. Audio thread, except `init`.
import Text

/// MIDI and wishes about the timeline, until their frames come; without room the newest is lost.
struct SceneOutgoing {
  /// A message of MIDI, or a wish about the timeline: then `count` is 0.
  struct Event {
    /// The frame at which the tick begins that has sent it.
    var frame = 0
    var count = 0
    var bytes: (UInt8, UInt8, UInt8) = (0, 0, 0)
    /// 0: stop, 1: play; beats a minute. NaN: no wish.
    var speed = Float.nan
    var tempo = Float.nan
  }

  private static var capacity: Int { @_noLocks get { 512 } }
  private let waiting: UnsafeMutablePointer<Event>
  /// Memory for one message that is read.
  let room: UnsafeMutableRawPointer
  private var first = 0
  private var count = 0

  init() {
    waiting = .allocate(capacity: Self.capacity)
    waiting.initialize(repeating: Event(), count: Self.capacity)
    room = .allocate(byteCount: PdMessage.limit, alignment: 16)
    room.initializeMemory(as: UInt8.self, repeating: 0, count: PdMessage.limit)
  }

  func deallocate() {
    waiting.deallocate()
    room.deallocate()
  }

  @_noLocks mutating func append(_ event: Event) {
    guard count < Self.capacity else { return }
    waiting[(first + count) % Self.capacity] = event
    count += 1
  }

  /// The oldest event, or nil if there is none.
  var next: Event? { @_noLocks get { count > 0 ? waiting[first] : nil } }

  @_noLocks mutating func removeNext() {
    first = (first + 1) % Self.capacity
    count -= 1
  }

  @_noLocks mutating func removeAll() { count = 0 }
}
