// The live touches of every source as one listener knows them, and the only place where the rules of began,
// moved, ended, alive and silence are written. Input thread.
//
// Each listener has its own table: who comes late, listens to another surface or may not hear some sender has
// seen other beginnings, and must see exactly their ends.
import RealTime

struct TouchTable {
  /// Live touches that one source may have; more are refused from beginning to end.
  static let touchLimit = 64
  /// Touches of one source, live or refused, that are remembered; what is beyond is refused without memory.
  static let contactLimit = 256
  static let senderLimit = 256

  private struct Contact {
    var surface: UInt8
    var id: Int32
    var isRefused: Bool
    var x: Float
    var y: Float
    var heard: Int64
  }

  private struct Sender {
    let source: UInt32
    var contacts: [Contact] = []
    /// The surfaces (0: none named) for which it has sent `alive`.
    var aliveSurfaces: [UInt8] = []

    var liveCount: Int { contacts.reduce(0) { $1.isRefused ? $0 : $0 + 1 } }
  }

  private var senders: [Sender] = []

  var liveCount: Int { senders.reduce(0) { $0 + $1.liveCount } }

  func isSilent(_ source: UInt32) -> Bool {
    !senders.contains { $0.source == source && !$0.contacts.isEmpty }
  }

  mutating func forget(_ source: UInt32) { senders.removeAll { $0.source == source } }

  /// Applies one report of a touch. The events' source is the sender's number with the surface in its upper
  /// byte, because ids are unique only there. `hasRoom`: whether the listener can take another whole touch.
  mutating func apply(
    _ report: TouchReport, surface: UInt8, from source: UInt32, at time: Int64, hasRoom: Bool,
    counting counters: Counters, emit: (SurfaceEvent) -> Void
  ) {
    guard let index = indexOfSender(source) else {
      counters[.tooManySenders] += 1
      return
    }
    func event(_ kind: SurfaceEvent.Kind) -> SurfaceEvent {
      SurfaceEvent(
        kind, source: Self.source(source, on: surface), id: report.id, x: report.x, y: report.y,
        pressure: report.pressure, radius: report.radius)
    }
    let known = senders[index].contacts.firstIndex { $0.id == report.id && $0.surface == surface }
    if let known, report.word != .began {
      var contact = senders[index].contacts[known]
      contact.heard = time
      if report.word == .ended {
        senders[index].contacts.remove(at: known)
      } else {
        contact.x = report.x
        contact.y = report.y
        senders[index].contacts[known] = contact
      }
      if contact.isRefused {
        counters[.tooManyTouches] += 1
      } else if report.word == .moved {
        emit(event(.moved))
      } else {
        var end = event(.ended)
        if end.x.isNaN { (end.x, end.y) = (contact.x, contact.y) }
        emit(end)
      }
      return
    }
    if report.word == .ended {
      counters[.notLive] += 1
      return
    }
    if let known { end(known, of: index, emit) }
    var contact = Contact(
      surface: surface, id: report.id, isRefused: false, x: report.x, y: report.y, heard: time)
    let remembers = senders[index].contacts.count < Self.contactLimit
    if senders[index].liveCount >= Self.touchLimit || !remembers {
      contact.isRefused = true
      counters[.tooManyTouches] += 1
    } else if !hasRoom {
      contact.isRefused = true
      counters[.queueFull] += 1
    }
    if remembers { senders[index].contacts.append(contact) }
    if !contact.isRefused { emit(event(.began)) }
  }

  /// Ends every touch of `source` on `surface` that `ids` does not name.
  mutating func alive(
    _ ids: [Int32], surface: UInt8, from source: UInt32, at time: Int64, counting counters: Counters,
    emit: (SurfaceEvent) -> Void
  ) {
    guard let index = indexOfSender(source) else {
      counters[.tooManySenders] += 1
      return
    }
    if !senders[index].aliveSurfaces.contains(surface) { senders[index].aliveSurfaces.append(surface) }
    for each in senders[index].contacts.indices.reversed()
    where senders[index].contacts[each].surface == surface {
      if ids.contains(senders[index].contacts[each].id) {
        senders[index].contacts[each].heard = time
      } else {
        end(each, of: index, emit)
      }
    }
  }

  /// Ends the touches that have been silent for longer than `timeout` nanoseconds, of sources that send no
  /// `alive` there: they have no other way to take back a touch whose end was lost.
  mutating func expire(at time: Int64, timeout: Int64, emit: (SurfaceEvent) -> Void) {
    guard timeout > 0 else { return }
    for index in senders.indices {
      for each in senders[index].contacts.indices.reversed() {
        let contact = senders[index].contacts[each]
        if time - contact.heard > timeout, !senders[index].aliveSurfaces.contains(contact.surface) {
          end(each, of: index, emit)
        }
      }
    }
  }

  /// Ends every touch, each with its event.
  mutating func endAll(emit: (SurfaceEvent) -> Void) {
    for index in senders.indices {
      while !senders[index].contacts.isEmpty { end(senders[index].contacts.count - 1, of: index, emit) }
    }
  }

  /// Forgets every touch; one `panic` says that all have ended.
  mutating func panic(emit: (SurfaceEvent) -> Void) {
    for index in senders.indices { senders[index].contacts.removeAll(keepingCapacity: true) }
    emit(SurfaceEvent(.panic))
  }

  private mutating func end(_ contact: Int, of sender: Int, _ emit: (SurfaceEvent) -> Void) {
    let old = senders[sender].contacts.remove(at: contact)
    if old.isRefused { return }
    let source = Self.source(senders[sender].source, on: old.surface)
    emit(SurfaceEvent(.ended, source: source, id: old.id, x: old.x, y: old.y))
  }

  private static func source(_ source: UInt32, on surface: UInt8) -> UInt32 {
    UInt32(surface) << 24 | source & 0xff_ffff
  }

  private mutating func indexOfSender(_ source: UInt32) -> Int? {
    if let index = senders.firstIndex(where: { $0.source == source }) { return index }
    if senders.count >= Self.senderLimit {
      guard let silent = senders.firstIndex(where: { $0.contacts.isEmpty }) else { return nil }
      senders.remove(at: silent)
    }
    senders.append(Sender(source: source))
    return senders.count - 1
  }
}
