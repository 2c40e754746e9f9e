// The events that wait between the table of touches and an instance's ring. Input thread.
import Dialects
import RealTime

/// Events of one instance for which its ring had no room yet.
///
/// Order is kept, beginnings and ends are never lost: a full queue begins no touches (`hasRoomForTouch`) and
/// takes no moves, but always an end. So it holds at most `capacity` events and an end for each live touch.
///
/// A move replaces the waiting move of the same touch (the latest wins) in two cases only: the ring has no
/// room, or the two arrived within half a millisecond. The window is counted from the first of the merged
/// moves, whose arrival is kept. So a surface that reports at 1 kHz keeps every move and its spacing, even if
/// its packets wander by half their distance, and one that reports faster costs at most 2000 moves a second.
struct EventQueue {
  /// As many as in the ring: another half second of 64 fingers at 120 Hz, and later one move for each.
  static let capacity = 4096
  static let window: Int64 = 500_000
  /// How far back a touch's last event is looked for; more than the events that 64 fingers leave behind.
  private static let reach = 256

  private var waiting: [SurfaceMessage] = []
  /// Whether something stayed behind because the ring was full.
  private(set) var isBlocked = false

  /// Whether it should be delivered before the turn ends: one packet more still fits.
  var isLong: Bool { waiting.count > Self.capacity / 4 }
  var hasRoomForTouch: Bool { waiting.count < Self.capacity }

  mutating func append(_ event: SurfaceEvent, arrival: Int64, counting counters: Counters) {
    switch event.kind {
    case .began, .ended, .tokenLifted, .source, .sourceName: break
    case .panic: waiting.removeAll(keepingCapacity: true)  // all that is about touches that end now
    case .moved, .shape, .token, .motion, .pad, .macro, .hold:
      if !event.isButton && merge(event, arrival) {
        counters.mergedMoves += 1
        return
      }
      if waiting.count >= Self.capacity {
        counters[.queueFull] += 1
        return
      }
    }
    counters.events += 1
    waiting.append(SurfaceMessage(arrival: arrival, event: event))
  }

  /// Moves what it can to `ring`, oldest first.
  mutating func deliver(to ring: borrowing MessageRing<SurfaceMessage>) {
    var count = 0
    while count < waiting.count, ring.push(waiting[count]) { count += 1 }
    isBlocked = count < waiting.count
    waiting.removeFirst(count)
  }

  private mutating func merge(_ event: SurfaceEvent, _ arrival: Int64) -> Bool {
    for index in waiting.indices.suffix(Self.reach).reversed() {
      let last = waiting[index]
      guard last.event.isAbout(event) else { continue }
      guard last.event.kind == event.kind, isBlocked || arrival - last.arrival < Self.window else {
        return false
      }
      waiting[index].event = event
      if event.x.isNaN { waiting[index].event.x = last.event.x }
      if event.y.isNaN { waiting[index].event.y = last.event.y }
      if event.pressure.isNaN { waiting[index].event.pressure = last.event.pressure }
      if event.radius.isNaN { waiting[index].event.radius = last.event.radius }
      return true
    }
    return false
  }
}

extension SurfaceEvent {
  /// Of a game controller's button: a press and its release are two things.
  fileprivate var isButton: Bool { kind == .pad && id > 100 }
}
