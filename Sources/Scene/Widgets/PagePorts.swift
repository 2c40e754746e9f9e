// Ports that pages in browsers move beside the host: what plays, and the levels. Each word has one writer.
// Input thread and audio thread.
import Controls
import Lanes
import Synchronization

/// The ports of a scene that a page moves. A plugin cannot move a port of its host, so what a page has set
/// counts until the host moves that port itself.
public struct PagePorts: ~Copyable {
  /// The ports, in the order of their places here.
  static var all: [ScenePort] { [.enabled, .level, .inputLevel] }
  /// Supervisor → audio thread: how often a page has moved each one, above the bits of its value.
  private let wished: UnsafeMutablePointer<Atomic<UInt64>>
  /// Audio thread → supervisor: the bits of what counts.
  private let present: UnsafeMutablePointer<Atomic<UInt32>>

  init() {
    wished = .allocate(capacity: 3)
    present = .allocate(capacity: 3)
    for place in 0..<3 {
      (wished + place).initialize(to: Atomic<UInt64>(0))
      (present + place).initialize(to: Atomic<UInt32>(0))
    }
  }

  deinit {
    wished.deinitialize(count: 3)
    present.deinitialize(count: 3)
    wished.deallocate()
    present.deallocate()
  }

  /// Moves a port. Supervisor.
  func move(_ place: Int, to value: Float) {
    let count = wished[place].load(ordering: .relaxed) >> 32 &+ 1
    wished[place].store(count << 32 | UInt64(value.bitPattern), ordering: .relaxed)
  }

  /// The value in effect. Supervisor.
  func value(_ place: Int) -> Float { Float(bitPattern: present[place].load(ordering: .relaxed)) }

  /// The number of a page's changes of a port, and the last value. Audio thread.
  @_noLocks func wish(_ place: Int) -> (count: UInt32, value: Float) {
    let word = wished[place].load(ordering: .relaxed)
    return (UInt32(word >> 32), Float(bitPattern: UInt32(truncatingIfNeeded: word)))
  }

  /// Sets the value in effect. Audio thread.
  @_noLocks func say(_ place: Int, _ value: Float) {
    present[place].store(value.bitPattern, ordering: .relaxed)
  }
}

/// The audio thread's state of one of these ports.
public struct PagePort {
  private let place: Int
  private var count: UInt32 = 0
  private var host = Float.nan
  private var moved = Float.nan

  /// - Parameter place: 0 is whether the scene plays, 1 the level, 2 that of the input.
  public init(_ place: Int) { self.place = place }

  /// The value in effect: the host's, or a page's if the host has not moved it since; a render uses only the
  /// host's.
  @_noLocks public mutating func value(
    _ host: Float, _ link: UnsafeMutablePointer<SceneLink>, isFreeWheel: Bool
  ) -> Float {
    if host != self.host { moved = .nan }
    self.host = host
    let (count, value) = link.pointee.pagePorts.wish(place)
    if count != self.count { moved = value }
    self.count = count
    let present = isFreeWheel || moved.isNaN ? host : moved
    link.pointee.pagePorts.say(place, present)
    return present
  }
}
