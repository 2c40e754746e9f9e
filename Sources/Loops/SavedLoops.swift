// Layers as sessions and takes keep them. Not for the audio thread.
import RealTime

/// All layers with their events.
public struct SavedLoops: Sendable {
  /// Frames per second of the layers in seconds.
  public var rate: Float = 48_000
  /// As in a `Looper`.
  public var selected = 0
  public var quantum: Float = 1
  public var prefersFrames = false
  /// `Looper.layers` of them, and the events of each in their order.
  public var layers = [SavedLayer](repeating: SavedLayer(), count: Looper.layers)
  public var events = [[LoopEvent]](repeating: [], count: Looper.layers)
  /// Events that `repair` has left out.
  public private(set) var lost: UInt64 = 0

  public init() {}

  /// Whether they are those of a new instance, so that there is nothing to save.
  public var isPlain: Bool {
    selected == 0 && quantum == 1 && !prefersFrames && layers.allSatisfy { $0 == SavedLayer() }
  }

  /// Removes filters for one sender: another session has other senders.
  public mutating func forgetSenders() {
    for index in layers.indices where layers[index].settings.filter < 0 {
      (layers[index].settings.filter, layers[index].settings.source) = (0, 0)
    }
  }

  /// Converts layers in seconds to another sample rate; halves are rounded away from 0.
  public mutating func convert(to rate: Float) {
    let ratio = Double(rate) / Double(self.rate)
    self.rate = rate
    if ratio == 1 { return }
    func converted(_ ticks: Int64) -> Int64 { Int64((Double(ticks) * ratio).rounded()) }
    for index in layers.indices where layers[index].unit == .frames {
      layers[index].length = converted(layers[index].length)
      layers[index].start = converted(layers[index].start)
      layers[index].origin = converted(layers[index].origin)
      for event in events[index].indices {
        let position = converted(Int64(events[index][event].position))
        events[index][event].position = Int32(clamping: min(position, Looper.longest))
      }
    }
    repair()
  }

  /// Brings numbers into their ranges, and finds each touch's event before each event. Leaves out and counts events
  /// that no recording contains: behind the loop's end, out of order, of a touch that has not begun, or too many.
  public mutating func repair() {
    rate = rate.isFinite ? min(max(rate, 1000), 1_000_000) : 48_000
    quantum = quantum.isNaN ? 1 : min(max(quantum, 0), 64)
    selected = min(max(selected, 0), Looper.layers - 1)
    var room = LoopPool.capacity
    for index in layers.indices {
      layers[index].repair()
      let given = events[index]
      events[index] = []
      if layers[index].state != .empty { keep(given, index, room: room) }
      room -= events[index].count
      lost &+= UInt64(given.count - events[index].count)
    }
  }

  private mutating func keep(_ given: [LoopEvent], _ index: Int, room: Int) {
    var kept: [LoopEvent] = []
    // The last event of each touch that gives it a place, or −1 if it has ended.
    var places: [Int32: Int32] = [:]
    let takes = layers[index].takes
    for var event in given {
      guard kept.count < room, event.position >= kept.last?.position ?? 0,
        Int64(event.position) <= layers[index].length
      else { continue }
      event.before = -1
      if event.thing == .motion {
        guard event.serial == 0, event.phase == .moved, 0..<1000 ~= event.words.3 else { continue }
      } else if event.phase == .began {
        guard 1...0xFF_FFFF ~= event.serial, places[event.serial] == nil else { continue }
        places[event.serial] = Int32(kept.count)
        layers[index].serial = max(layers[index].serial, event.serial)
      } else {
        guard let place = places[event.serial], place >= 0 else { continue }
        let beginning = kept[Int(place)]
        if event.phase == .shape && beginning.thing == .key { continue }
        (event.thing, event.part, event.take) = (beginning.thing, beginning.part, beginning.take)
        event.before = place
        if event.phase == .moved { places[event.serial] = Int32(kept.count) }
        if event.phase == .ended { places[event.serial] = -1 }
      }
      event.part = min(event.part, 16)
      event.take = min(max(event.take, 1), takes)
      if event.thing != .key { event.dropInfinities() }
      kept.append(event)
    }
    events[index] = kept
  }
}

extension LoopEvent {
  /// A number that is infinite becomes one that was not sent.
  fileprivate mutating func dropInfinities() {
    if words.0.isInfinite { words.0 = .nan }
    if words.1.isInfinite { words.1 = .nan }
    if words.2.isInfinite { words.2 = .nan }
    if words.3.isInfinite { words.3 = .nan }
  }
}

extension SavedLayer {
  /// Brings all numbers into their ranges.
  fileprivate mutating func repair() {
    settings.repair()
    guard state == .playing || state == .stopped else {
      let settings = settings
      self = SavedLayer()
      self.settings = settings
      return
    }
    length = min(max(length, Looper.shortest(unit)), Looper.longest)
    let farthest: Int64 = 1 << 53
    start = min(max(start, -farthest), farthest)
    origin = min(max(origin, -farthest), farthest)
    takes = min(max(takes, 1), Looper.takeLimit)
    shownTakes = min(shownTakes, takes)
    serial = min(max(serial, 0), 0xFF_FFFF)
  }
}

extension LoopSettings {
  fileprivate mutating func repair() {
    func clamped(_ value: Float, _ low: Float, _ high: Float, _ usual: Float) -> Float {
      value.isNaN ? usual : min(max(value, low), high)
    }
    level = clamped(level, 0, 1, 1)
    scale = clamped(scale, 0.1, 4, 1)
    driftX = clamped(driftX, -1, 1, 0)
    driftY = clamped(driftY, -1, 1, 0)
    part = min(part, 16)
    speed = min(max(speed, -1), 1)
    mirror = min(mirror, 3)
    filter = min(max(filter, -1), 16)
  }
}

/// The layers of an instance as its audio thread has handed them out.
public struct LoopAssembly {
  public private(set) var saved = SavedLoops()
  /// The layers as far as they have come since.
  private var staged = SavedLoops()
  /// The layer whose events come now, or −1 if none is, and the events that have come.
  private var opened = -1
  private var events: [LoopEvent] = []
  /// The number of the last restore, and whether the audio thread has taken its layers.
  private var number: UInt32 = 0
  private var isTaken = true
  /// The number of the last change that `saved` contains, and layers before it.
  private var revision: Int32 = 0
  private var earlier: [(revision: Int32, saved: SavedLoops)] = []
  private var earlierLimit = 0

  public init() {}

  /// Keeps the layers of this number of earlier changes from now on.
  public mutating func keep(revisions count: Int) {
    earlierLimit = count
    earlier.removeFirst(max(earlier.count - count, 0))
  }

  /// The layers after a change, or nil if they are not kept any more.
  public func saved(ofRevision revision: Int32) -> SavedLoops? {
    if revision == self.revision { return saved }
    return earlier.last { $0.revision == revision }?.saved
  }

  /// Begins anew with restored layers.
  /// - Returns: the number of the restore.
  public mutating func restore(_ restored: SavedLoops) -> UInt32 {
    (saved, staged) = (restored, restored)
    number &+= 1
    (isTaken, opened, events) = (false, -1, [])
    return number
  }

  /// Adds the next record of the audio thread.
  public mutating func add(_ record: LoopRecord) {
    if case .restored(let number) = record {
      isTaken = number == self.number
      (staged, opened, events) = (saved, -1, [])
    }
    // Records before that are about layers that are replaced.
    if !isTaken { return }
    switch record {
    case .restored: break
    case .begin(let layer): (opened, events) = (Int(layer), [])
    case .event(let event): if opened >= 0 { events.append(event) }
    case .layer(let index, let layer):
      staged.layers[Int(index)] = layer
      if opened == Int(index) {
        staged.events[opened] = events
        (opened, events) = (-1, [])
      }
    case .end(let end):
      staged.rate = end.rate
      (staged.selected, staged.quantum) = (Int(end.selected), end.quantum)
      staged.prefersFrames = end.prefersFrames
      if earlierLimit > 0 { earlier = (earlier + [(revision, saved)]).suffix(earlierLimit) }
      (saved, revision) = (staged, end.revision)
    }
  }
}
