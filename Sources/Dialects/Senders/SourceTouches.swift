// Everything that each source holds, from the view of one instance: touches, tokens, keys, pedals, game
// controllers. The rules for began, moved, ended, alive and silence are implemented only here. Input thread.
//
// Each instance has its own table. Instances receive different beginnings: one may be new, listen to another
// surface or not accept a sender. Each must receive exactly the ends of the touches that it received.
import RealTime

package struct SourceTouches {
  /// A source is announced again before an object's event if the last time was this long ago. Nanoseconds.
  static let announcementPeriod: Int64 = 1_000_000_000
  /// The greatest number of live touches of one source. A further touch is refused from beginning to end.
  static let touchLimit = 64
  /// The greatest number of remembered touches of one source, live or refused. Further ones are refused and
  /// not remembered.
  static let contactLimit = 256
  static let senderLimit = 256

  /// A move that arrives within this time after the end of its touch belongs to the touch that has ended,
  /// because UDP changes the order of packets. Nanoseconds.
  static let settling: Int64 = 100_000_000

  struct Contact {
    /// The number of the sender with which the touch began. Its events keep it.
    let source: UInt32
    var surface: UInt8
    var id: Int32
    var isRefused: Bool
    var x: Float
    var y: Float
    var lastReceived: Int64
    /// The number of messages from its present sender.
    var messages = 1

    /// Whether its sender has said nothing more about it.
    func isSilent(at time: Int64) -> Bool { messages < 2 || time - lastReceived >= SourceTouches.settling }
  }

  /// A touch that has ended a moment ago.
  struct Ended {
    var surface: UInt8
    var id: Int32
    var at: Int64
  }

  struct Sender {
    let source: UInt32
    var contacts: [Contact] = []
    var heldItems: [HeldItem] = []
    /// The time of its last command.
    var lastReceived: Int64 = 0
    var ended: [Ended] = []
    /// Whether a touch has begun by its own messages.
    var hasBegun = false
    /// The surfaces (0: none named) for which the source has sent `alive`.
    var aliveSurfaces: [UInt8] = []
    /// The times of the last announcements before objects, by surface.
    var announcedAt: [UInt8: Int64] = [:]

    var liveCount: Int { contacts.reduce(0) { $1.isRefused ? $0 : $0 + 1 } }
    var holdsNothing: Bool { contacts.isEmpty && heldItems.isEmpty }
  }

  var senders: [Sender] = []

  package init() {}

  package var liveCount: Int { senders.reduce(0) { $0 + $1.liveCount } }

  package func isSilent(_ source: UInt32) -> Bool {
    !senders.contains { sender in
      sender.source == source && !sender.holdsNothing || sender.contacts.contains { $0.source == source }
    }
  }

  package mutating func forget(_ source: UInt32) { senders.removeAll { $0.source == source } }

  /// Handles an event. The source of the events is the sender's number with the surface in the upper byte,
  /// because ids are unique only for a sender and a surface.
  /// - Parameters:
  ///   - isOrdered: Whether the language itself tells late messages, so that each move may begin a touch.
  ///   - hasRoom: Whether the instance has room for another whole touch.
  ///   - announcement: The description of the source. It is emitted before each touch that begins, and now
  ///     and then before objects, because an instance remembers few sources and reads no events while its
  ///     host renders.
  package mutating func handle(
    _ event: PerformanceEvent, surface: UInt8, from source: UInt32, at time: Int64, isOrdered: Bool,
    hasRoom: Bool,
    counting counters: Counters, announcement: () -> [SurfaceEvent], emit: (SurfaceEvent) -> Void
  ) {
    if case .panic = event { return panic(emit: emit) }
    if let known = senders.firstIndex(where: { $0.source == source }) { senders[known].lastReceived = time }
    if case .event(var event) = event {
      event.source = Self.number(of: source, on: surface)
      guard hold(event, surface, by: source, at: time, counting: counters) else { return }
      if event.kind == .token, let sender = indexOfSender(source),
        senders[sender].announcedAt[surface].map({ time - $0 >= Self.announcementPeriod }) ?? true
      {
        senders[sender].announcedAt[surface] = time
        announce(event.source, announcement, emit)
      }
      return emit(event)
    }
    guard let sender = indexOfSender(source) else {
      counters[.tooManySenders] += 1
      return
    }
    switch event {
    case .touch(let report):
      if report.word != .began { takeOver(report, surface, by: sender, at: time) }
      let contact = senders[sender].contacts.firstIndex { $0.id == report.id && $0.surface == surface }
      if let contact, report.word != .began {
        update(report, contact, of: sender, at: time, counting: counters, emit: emit)
      } else if report.word == .ended
        || report.word == .moved && !isOrdered && isStraggler(report.id, surface, of: sender, at: time)
      {
        counters[.notLive] += 1
      } else {
        if let contact { end(contact, of: sender, emit) }
        begin(
          report, surface, of: sender, at: time, hasRoom: hasRoom, counting: counters,
          announcement: announcement, emit: emit)
      }
    case .alive(let ids):
      takeOver(ids, surface, by: sender, at: time)
      keep(ids, surface, of: sender, at: time, emit: emit)
    case .panic, .event: break  // handled above
    }
  }

  private mutating func begin(
    _ report: TouchReport, _ surface: UInt8, of sender: Int, at time: Int64, hasRoom: Bool,
    counting counters: Counters, announcement: () -> [SurfaceEvent], emit: (SurfaceEvent) -> Void
  ) {
    let remembers = senders[sender].contacts.count < Self.contactLimit
    let isWithinLimit = remembers && senders[sender].liveCount < Self.touchLimit
    let isRefused = !isWithinLimit || !hasRoom
    senders[sender].hasBegun = true
    senders[sender].ended.removeAll { $0.id == report.id && $0.surface == surface }
    if remembers {
      senders[sender].contacts.append(
        Contact(
          source: senders[sender].source, surface: surface, id: report.id, isRefused: isRefused, x: report.x,
          y: report.y, lastReceived: time))
    }
    if isRefused {
      counters[isWithinLimit ? .queueFull : .tooManyTouches] += 1
    } else {
      let source = senders[sender].source
      announce(UInt32(surface) << 24 | source & 0xff_ffff, announcement, emit)
      send(.began, report, surface, of: source, emit)
    }
  }

  private func announce(
    _ source: UInt32, _ announcement: () -> [SurfaceEvent], _ emit: (SurfaceEvent) -> Void
  ) {
    for var event in announcement() {
      event.source = source
      emit(event)
    }
  }

  /// Moves or ends a touch that has begun.
  private mutating func update(
    _ report: TouchReport, _ index: Int, of sender: Int, at time: Int64, counting counters: Counters,
    emit: (SurfaceEvent) -> Void
  ) {
    var report = report
    let contact = senders[sender].contacts[index]
    let kind: SurfaceEvent.Kind = report.word == .ended ? .ended : .moved
    if kind == .ended {
      senders[sender].contacts.remove(at: index)
      hasEnded(contact, of: sender, at: time)
      if report.x.isNaN { (report.x, report.y) = (contact.x, contact.y) }
    } else {
      senders[sender].contacts[index].x = report.x
      senders[sender].contacts[index].y = report.y
      senders[sender].contacts[index].lastReceived = time
      senders[sender].contacts[index].messages += 1
    }
    if contact.isRefused {
      counters[.tooManyTouches] += 1
    } else {
      send(kind, report, contact.surface, of: contact.source, emit)
    }
  }

  /// Ends every touch on `surface` that `ids` does not name.
  private mutating func keep(
    _ ids: [Int32], _ surface: UInt8, of sender: Int, at time: Int64, emit: (SurfaceEvent) -> Void
  ) {
    if !senders[sender].aliveSurfaces.contains(surface) { senders[sender].aliveSurfaces.append(surface) }
    senders[sender].ended.removeAll { $0.surface == surface && ids.contains($0.id) }
    for each in senders[sender].contacts.indices.reversed()
    where senders[sender].contacts[each].surface == surface {
      if ids.contains(senders[sender].contacts[each].id) {
        senders[sender].contacts[each].lastReceived = time
        senders[sender].contacts[each].messages += 1
      } else {
        hasEnded(senders[sender].contacts[each], of: sender, at: time)
        end(each, of: sender, emit)
      }
    }
  }

  /// Ends touches that have been silent for longer than `timeout` nanoseconds (0: never), if their source
  /// sends no `alive` to their surface: a lost end packet would otherwise leave them on. Everything else a
  /// source holds ends when the whole source has been silent for as long. For watched sources that are gone,
  /// the owner of `CommandReader` ends everything.
  /// - Parameter lifetimes: The sources that are watched or have set a timeout.
  package mutating func expire(
    at time: Int64, timeout: Int64, lifetimes: [UInt32: SenderLifetime] = [:], emit: (SurfaceEvent) -> Void
  ) {
    for index in senders.indices {
      let lifetime = lifetimes[senders[index].source]
      let limit = lifetime?.timeout ?? timeout
      let isWatched = lifetime?.isWatched ?? false
      guard limit > 0 else { continue }
      for each in senders[index].contacts.indices.reversed() {
        let contact = senders[index].contacts[each]
        // If the sender of `alive` messages is forgotten, its touches end after silence.
        let isNamed = isWatched && senders[index].aliveSurfaces.contains(contact.surface)
        if time - contact.lastReceived > limit, !isNamed { end(each, of: index, emit) }
      }
      if time - senders[index].lastReceived > limit, !isWatched { release(index, emit) }
    }
  }

  /// Ends everything that a source holds, and forgets it.
  package mutating func end(_ source: UInt32, emit: (SurfaceEvent) -> Void) {
    guard let index = senders.firstIndex(where: { $0.source == source }) else { return }
    while !senders[index].contacts.isEmpty { end(senders[index].contacts.count - 1, of: index, emit) }
    release(index, emit)
    senders.remove(at: index)
  }

  /// Ends everything that is held, with one event each.
  package mutating func endAll(emit: (SurfaceEvent) -> Void) {
    for index in senders.indices {
      while !senders[index].contacts.isEmpty { end(senders[index].contacts.count - 1, of: index, emit) }
      release(index, emit)
    }
  }

  /// Forgets everything that a `panic` ends.
  private mutating func panic(emit: (SurfaceEvent) -> Void) {
    let event = SurfaceEvent(.panic)
    for index in senders.indices {
      senders[index].contacts.removeAll(keepingCapacity: true)
      senders[index].heldItems.removeAll { $0.isReleased(by: event) }
    }
    emit(event)
  }

  /// Ends one touch where it was last.
  private mutating func end(_ contact: Int, of sender: Int, _ emit: (SurfaceEvent) -> Void) {
    let old = senders[sender].contacts.remove(at: contact)
    if old.isRefused { return }
    let report = TouchReport(word: .ended, id: old.id, x: old.x, y: old.y)
    emit(event(.ended, report, old.surface, of: old.source))
  }

  /// Emits an event of a touch, and one of its shape if the message has one.
  private func send(
    _ kind: SurfaceEvent.Kind, _ report: TouchReport, _ surface: UInt8, of source: UInt32,
    _ emit: (SurfaceEvent) -> Void
  ) {
    let event = event(kind, report, surface, of: source)
    emit(event)
    if report.aspect.isFinite && kind != .ended {
      emit(
        .shape(source: event.source, id: event.id, aspect: report.aspect, orientation: report.orientation))
    }
  }

  private func event(
    _ kind: SurfaceEvent.Kind, _ report: TouchReport, _ surface: UInt8, of source: UInt32
  ) -> SurfaceEvent {
    .touch(
      kind, source: Self.number(of: source, on: surface), id: report.id, x: report.x,
      y: report.y, pressure: report.pressure, radius: report.radius)
  }

  mutating func indexOfSender(_ source: UInt32) -> Int? {
    if let index = senders.firstIndex(where: { $0.source == source }) { return index }
    if senders.count >= Self.senderLimit {
      guard let silent = senders.firstIndex(where: { $0.holdsNothing }) else { return nil }
      senders.remove(at: silent)
    }
    senders.append(Sender(source: source))
    return senders.count - 1
  }
}
