// Ports that pages in browsers move beside the host: what plays, and the levels. Each word has one writer.
// Input thread and audio thread.
import Controls
import Lanes
import Synchronization

/// The ports of a scene that a page moves. A plugin cannot move a port of its host, so what a page has set
/// counts until the host moves that port itself. A session keeps it; another scene ends it.
public struct PagePorts: ~Copyable {
  /// The ports, in the order of their places here.
  public static var all: [ScenePort] { [.enabled, .level, .inputLevel] }
  /// Supervisor → audio thread: how often a page has moved each one, above the bits of its value.
  private let wished: UnsafeMutablePointer<Atomic<UInt64>>
  /// Audio thread → supervisor: the bits of what counts; and of what a page has set and still counts, or NaN,
  /// below how often a page had moved the port by then.
  private let present: UnsafeMutablePointer<Atomic<UInt32>>
  private let held: UnsafeMutablePointer<Atomic<UInt64>>
  /// Supervisor → audio thread: how often a scene was chosen. The next value of each port is no move.
  let choices = Atomic<UInt32>(0)

  init() {
    wished = .allocate(capacity: 3)
    present = .allocate(capacity: 3)
    held = .allocate(capacity: 3)
    for place in 0..<3 {
      (wished + place).initialize(to: Atomic<UInt64>(UInt64(Float.nan.bitPattern)))
      (held + place).initialize(to: Atomic<UInt64>(UInt64(Float.nan.bitPattern)))
      (present + place).initialize(to: Atomic<UInt32>(0))
    }
  }

  deinit {
    wished.deinitialize(count: 3)
    present.deinitialize(count: 3)
    held.deinitialize(count: 3)
    wished.deallocate()
    present.deallocate()
    held.deallocate()
  }

  /// Moves a port. Supervisor.
  /// - Parameter value: NaN: back to what the host has.
  func move(_ place: Int, to value: Float) {
    let count = (wished[place].load(ordering: .relaxed) >> 32 &+ 1) & 0xFFFF_FFFF
    wished[place].store(count << 32 | UInt64(value.bitPattern), ordering: .relaxed)
  }

  /// The value in effect. Supervisor.
  func value(_ place: Int) -> Float { Float(bitPattern: present[place].load(ordering: .relaxed)) }

  /// A scene is chosen, with the values that pages have set in its session; NaN: none. Supervisor.
  func begin(with values: [Float]) {
    for place in values.indices { move(place, to: values[place]) }
    choices.wrappingAdd(1, ordering: .releasing)
  }

  /// The values that pages have set and the host has not moved since; NaN: none. Supervisor.
  var sent: [Float] {
    (0..<3).map { place in
      let wished = wished[place].load(ordering: .relaxed)
      let held = held[place].load(ordering: .relaxed)
      return Float(bitPattern: UInt32(truncatingIfNeeded: wished >> 32 == held >> 32 ? held : wished))
    }
  }

  /// The number of a page's changes of a port, and the last value. Audio thread.
  @_noLocks func wish(_ place: Int) -> (count: UInt32, value: Float) {
    let word = wished[place].load(ordering: .relaxed)
    return (UInt32(word >> 32), Float(bitPattern: UInt32(truncatingIfNeeded: word)))
  }

  /// Sets the value in effect, and what a page has set of it (NaN: nothing) in how many changes. Audio thread.
  @_noLocks func say(_ place: Int, _ value: Float, set: Float, in count: UInt32) {
    present[place].store(value.bitPattern, ordering: .relaxed)
    held[place].store(UInt64(count) << 32 | UInt64(set.bitPattern), ordering: .relaxed)
  }
}

/// The audio thread's state of one of these ports.
public struct PagePort {
  private let place: Int
  private var count: UInt32 = 0
  private var choices: UInt32 = 0
  private var host = Float.nan
  private var moved = Float.nan

  /// - Parameter place: 0 is whether the scene plays, 1 the level, 2 that of the input.
  public init(_ place: Int) { self.place = place }

  /// The value in effect: what a page has set since the host moved the port last, or else the host's. The
  /// first value of a host is no move.
  @_noLocks public mutating func value(_ host: Float, _ link: UnsafeMutablePointer<SceneLink>) -> Float {
    let choices = link.pointee.pagePorts.choices.load(ordering: .acquiring)
    if host != self.host, !self.host.isNaN, choices == self.choices { moved = .nan }
    (self.host, self.choices) = (host, choices)
    let (count, value) = link.pointee.pagePorts.wish(place)
    if count != self.count { moved = value }
    self.count = count
    let present = moved.isNaN ? host : moved
    link.pointee.pagePorts.say(place, present, set: moved, in: count)
    return present
  }
}
