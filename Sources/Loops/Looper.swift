// The touch looper: sixteen layers that record touches and play them again as touches (docs/loops.md).
// Audio thread.
import RealTime

/// Sixteen layers of recorded touches.
///
/// Before an event of a frame is handled, and before the frame is rendered, `advance` must be called, and the events
/// that it has made must be popped and performed. Then a layer's touches depend on nothing but its events and its
/// place, and equal events give equal touches for every division into blocks.
public struct Looper {
  @inlinable public static var layers: Int { @_noLocks get { 16 } }
  /// The touches that one layer can hold down, and the hands that it can record at a time.
  static var downLimit: Int { @_noLocks get { 64 } }
  static var handLimit: Int { @_noLocks get { 32 } }
  /// The shortest loops, in ticks of their unit: a sixteenth of a beat, and 256 frames.
  @_noLocks static func shortest(_ unit: LoopUnit) -> Int64 {
    unit == .beats ? LoopClock.ticksPerBeat / 16 : 256
  }
  /// A recording ends by itself after this: 1,073 beats, or 6 hours at 48 kHz.
  static var longest: Int64 { @_noLocks get { 1 << 30 } }
  /// The most recordings and overdubs of a layer that can be undone one by one.
  static var takeLimit: UInt8 { @_noLocks get { 250 } }

  /// The bytes of an arena that `init` needs.
  public static var bytes: Int {
    LoopPool.capacity * MemoryLayout<LoopEvent>.stride + layers * MemoryLayout<LoopLayer>.stride
      + (layers + 1) * downLimit * MemoryLayout<LoopDown>.stride
      + layers * handLimit * MemoryLayout<LoopHand>.stride + LoopOutbox.capacity
      * MemoryLayout<SurfaceEvent>.stride + 6 * 64
  }

  var pool: LoopPool
  let layers: UnsafeMutablePointer<LoopLayer>
  let downs: UnsafeMutablePointer<LoopDown>
  let hands: UnsafeMutablePointer<LoopHand>
  /// The touches that are there at a place, while it is compared.
  let found: UnsafeMutablePointer<LoopDown>
  var outbox: LoopOutbox
  public internal(set) var clock = LoopClock()
  /// The selected layer, 0…15.
  public internal(set) var selected = 0
  /// Beats to whose multiples loops begin and end; 0: at once.
  public internal(set) var quantum: Float = 1
  /// Whether new recordings are counted in seconds even while the timeline rolls.
  public internal(set) var prefersFrames = false
  /// Whether a layer is not empty. While none is, nothing needs to be called.
  public internal(set) var isActive = false
  /// A bit for each layer that records.
  public internal(set) var recording: UInt16 = 0
  /// A bit for each layer that has begun to record and wants the touches that are down.
  public internal(set) var capturing: UInt16 = 0
  /// The frame on which the next event of any layer acts.
  public internal(set) var nextFrame: Int64 = .max
  /// Events that were not recorded because the pool or a layer was full, since `init`, and those that a session or
  /// take had and that cannot be played.
  public package(set) var lost: UInt64 = 0

  // Changes that are to be handed out (LooperSaving.swift).

  /// The number of the last change, or 0 if there was none.
  public internal(set) var revision: Int32 = 0
  /// A bit for each layer whose events, or whose state or settings have changed.
  var changedEvents: UInt16 = 0
  var changedLayers: UInt16 = 0
  /// The layer that is handed out, and its next event, or −1 if there is none.
  var handedOut = -1
  var nextOut: Int32 = -1
  /// Whether a setting for all layers has changed, and whether the end is due.
  var isSettingChanged = false
  var isEndDue = false
  /// Whether the layers were restored, and the number of that.
  var isRestored = false
  var number: UInt32 = 0

  /// Allocates from `memory`; not real-time.
  public init(memory: inout Arena) {
    pool = LoopPool(memory: memory.reserve(LoopPool.capacity, of: LoopEvent.self))
    layers = memory.allocate(Self.layers, LoopLayer())
    downs = memory.reserve(Self.layers * Self.downLimit, of: LoopDown.self)
    hands = memory.reserve(Self.layers * Self.handLimit, of: LoopHand.self)
    found = memory.reserve(Self.downLimit, of: LoopDown.self)
    outbox = LoopOutbox(memory: memory.reserve(LoopOutbox.capacity, of: SurfaceEvent.self))
  }

  /// A layer, 0…15.
  @_noLocks public func layer(_ index: Int) -> LoopLayer { layers[index] }

  /// The part of a looped touch, from its id; nil: the surface decides.
  @_noLocks public static func part(ofID id: Int32) -> Int? {
    let part = Int(id >> 24) & 31
    return part > 0 ? part - 1 : nil
  }

  /// The oldest event that a layer has made, or nil. It is removed.
  @_noLocks public mutating func pop() -> SurfaceEvent? { outbox.pop() }

  /// Forgets everything that is down, because the instrument restarts on frame 0. Recordings end on `frame`.
  @_noLocks public mutating func restart(at frame: Int64) {
    if !isActive { return }
    interrupt(at: frame)
    clock = LoopClock()
    outbox.removeAll()
    for index in 0..<Self.layers {
      layers[index].downCount = 0
      layers[index].needsRelocation = true
      layers[index].nextFrame = 0
    }
    nextFrame = 0
  }

  /// Stops all layers, because everything ends at once; the caller ends their touches.
  @_noLocks public mutating func panic(at frame: Int64) {
    if !isActive { return }
    interrupt(at: frame)
    outbox.removeAll()
    for index in 0..<Self.layers {
      layers[index].downCount = 0
      if layers[index].state == .playing {
        layers[index].state = .stopped
        changed(index, events: false)
      }
      layers[index].nextFrame = .max
    }
    nextFrame = .max
  }

  /// Continues with another clock from `frame`.
  /// - Parameter jumps: whether the timeline has started, stopped or jumped. Then recordings have ended on `frame`,
  ///   by the clock before, and the layers' touches end; `advance` begins those of the new place.
  @_noLocks public mutating func set(_ next: LoopClock, jumps: Bool, at frame: Int64) {
    if jumps && isActive {
      interrupt(at: frame)
      for index in 0..<Self.layers {
        endAll(index)
        layers[index].needsRelocation = true
      }
    }
    clock = next
    for index in 0..<Self.layers { layers[index].nextFrame = frame }
    nextFrame = isActive ? frame : .max
  }

  /// Whether touches of this source are recorded at all: those of layers and of notes are not.
  @_noLocks public static func records(_ source: UInt32) -> Bool { source < LoopTarget.firstSource }
}

/// The events that layers have made and that were not performed yet.
struct LoopOutbox {
  static var capacity: Int { @_noLocks get { 2048 } }
  /// The most events of one step, for which there must be room. All layers together hold at most 1024 touches.
  static var step: Int { @_noLocks get { 2 * Looper.downLimit } }

  let events: UnsafeMutablePointer<SurfaceEvent>
  private var first = 0
  private var count = 0

  init(memory: UnsafeMutablePointer<SurfaceEvent>) { events = memory }

  var isEmpty: Bool { @_noLocks get { count == 0 } }
  /// Whether a step finds room.
  var hasRoom: Bool { @_noLocks get { count + Self.step <= Self.capacity } }

  @_noLocks mutating func append(_ event: SurfaceEvent) {
    if count == Self.capacity { return }
    events[(first + count) % Self.capacity] = event
    count += 1
  }

  @_noLocks mutating func pop() -> SurfaceEvent? {
    if count == 0 { return nil }
    let event = events[first]
    first = (first + 1) % Self.capacity
    count -= 1
    return event
  }

  @_noLocks mutating func removeAll() { (first, count) = (0, 0) }
}
