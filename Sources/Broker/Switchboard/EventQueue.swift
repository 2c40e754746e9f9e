// The events that wait between the table of touches and an instance's ring. Input thread.
import Dialects
import RealTime

/// Events of one instance that wait for room in its ring.
///
/// The order is kept, and no beginning and no end is lost. A full queue begins no touch (`hasRoomForTouch`)
/// and refuses moves and MIDI, but accepts every end. So it holds at most `capacity` events, an end for each
/// live touch, one for each `HeldControl`, and one of each channel mode message.
///
/// A move replaces the waiting move of the same touch (the latest wins) in two cases only: the ring has no
/// room, or the two arrived within half a millisecond. The window is counted from the first of the merged
/// moves, and the arrival of that move is kept. So a surface that reports at 1 kHz keeps every move and its
/// spacing, even if its packets wander by half their distance. A faster one costs at most 2000 moves a
/// second.
struct EventQueue {
  /// The capacity of the ring: half a second of 64 fingers at 120 Hz. A full ring merges moves, so that
  /// each touch then adds only one.
  static let capacity = 4096
  static let window: Int64 = 500_000
  /// The number of waiting events in which a touch's last event is searched; 64 fingers leave fewer behind.
  private static let reach = 256

  private var waiting: [SurfaceMessage] = []
  /// Whether events stayed in the queue because the ring was full.
  private(set) var isBlocked = false

  /// Whether events should be delivered before the turn ends. The events of one more packet still fit.
  var isLong: Bool { waiting.count > Self.capacity / 4 }
  var hasRoomForTouch: Bool { waiting.count < Self.capacity }

  mutating func append(_ event: SurfaceEvent, arrival: Int64, counting counters: Counters) {
    switch event.kind {
    case .began, .ended, .withdrawn, .tokenLifted, .source, .sourceName: break
    // These touches end now. Of several panics, the last one is enough.
    case .panic: waiting.removeAll { $0.event.isAboutTouch || $0.event.kind == .panic }
    case .moved, .shape, .token, .tokenOutline, .motion, .pad, .macro, .hold, .trim, .midi, .parameter, .loop,
      .guide:
      if !event.isButton && event.kind != .midi && merge(event, arrival) {
        counters.mergedMoves += 1
        return
      }
      if waiting.count >= Self.capacity && !takesRelease(event) {
        counters[.queueFull] += 1
        return
      }
    }
    counters.events += 1
    waiting.append(SurfaceMessage(arrival: arrival, event: event))
  }

  /// Removes waiting events for the controls that an event releases, so that the event may replace them in a
  /// full queue. Returns whether the event releases controls.
  private mutating func takesRelease(_ event: SurfaceEvent) -> Bool {
    if HeldControl.change(by: event)?.isHeld ?? !event.isChannelMode { return false }
    waiting.removeAll {
      HeldControl.change(by: $0.event)?.control.isReleased(by: event)
        ?? ($0.event.isChannelMode && $0.event.id == event.id)
    }
    return true
  }

  /// Moves events to `ring`, oldest first, until it is full.
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
      waiting[index].event = event.completed(by: last.event)
      return true
    }
    return false
  }
}

extension SurfaceEvent {
  /// Whether it is an event of a finger or of a token, which a panic ends.
  fileprivate var isAboutTouch: Bool {
    switch kind {
    case .began, .moved, .ended, .withdrawn, .shape, .token, .tokenOutline, .tokenLifted: true
    case .source, .sourceName, .motion, .pad, .macro, .hold, .panic, .midi, .trim, .parameter, .loop, .guide:
      false
    }
  }

  /// Whether it is a channel mode message, such as *all notes off*.
  fileprivate var isChannelMode: Bool {
    guard kind == .midi, let (status, first, _) = midi else { return false }
    return status & 0xF0 == 0xB0 && first >= 120
  }

  /// Whether it is an event of a game controller's button. A press and its release are never merged.
  fileprivate var isButton: Bool { kind == .pad && pad.button != nil }
}
