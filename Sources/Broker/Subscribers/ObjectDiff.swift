// The changes that a patch sends back to objects with a radio. Input thread.
import Controls
import OSC
import Patches
import RealTime
import Text

/// The values that one subscriber has received for the objects of one instance.
struct ObjectDiff {
  /// An object with a radio.
  struct Radio: Equatable {
    /// The name in its definition.
    let name: [UInt8]
    let id: [UInt8]
  }

  /// A radio of small bandwidth gets each value at most twenty times a second. Nanoseconds.
  static let period: Int64 = 50_000_000
  /// A trigger is 1 for this time. Nanoseconds.
  static let glow: Int64 = 100_000_000
  /// The most messages of one update. The others wait for the next one.
  static let messageLimit = 64

  private struct Place: Hashable {
    let index: Int
    let id: [UInt8]
  }

  private var back: [PatchBack] = []
  private var sent: [Place: (value: Float, time: Int64)] = [:]
  private var litUntil: [Int: Int64] = [:]

  /// Lights the triggers of these moments.
  mutating func add(_ moments: [LiveMoment], _ back: [PatchBack], at now: Int64) {
    use(back)
    for (index, each) in back.enumerated() {
      guard case .trigger(let trigger) = each.shows else { continue }
      let isHit = moments.contains {
        $0.trigger == UInt32(trigger.index) && (each.number == 0 || $0.number == Int32(each.number))
      }
      if isHit { litUntil[index] = now + Self.glow }
    }
  }

  /// The messages of all changes, those that have waited longest first. They count as sent afterwards.
  /// - Parameter frame: nil: none has been shown yet.
  mutating func messages(
    _ back: [PatchBack], _ radios: [Radio], _ frame: LiveFrameReader?, at now: Int64
  ) -> [[UInt8]] {
    use(back)
    if back.isEmpty || radios.isEmpty { return [] }
    var changes: [(place: Place, value: Float, since: Int64)] = []
    for (index, each) in back.enumerated() {
      guard let value = value(index, each, frame, at: now) else { continue }
      for radio in radios where each.isFor(radio.name) {
        let place = Place(index: index, id: radio.id)
        let known = sent[place]
        if known?.value == value { continue }
        let since = known?.time ?? .min
        if known == nil || now - since >= Self.period { changes.append((place, value, since)) }
      }
    }
    changes.sort { ($0.since, $0.place.index) < ($1.since, $1.place.index) }
    return changes.prefix(Self.messageLimit).map { place, value, _ in
      sent[place] = (value, now)
      return OSCMessage.packet(
        "/tactus/tangible/send",
        [.string(place.id), .string(back[place.index].shows.symbol), .float(value)])
    }
  }

  /// Everything is sent anew for another list.
  private mutating func use(_ back: [PatchBack]) {
    if back == self.back { return }
    self.back = back
    sent = [:]
    litUntil = [:]
  }

  /// The value to send now, or nil if it is not known yet.
  private func value(_ index: Int, _ back: PatchBack, _ frame: LiveFrameReader?, at now: Int64) -> Float? {
    switch back.shows {
    case .trigger: return now < litUntil[index] ?? .min ? 1 : 0
    case .controller(let controller):
      guard let value = frame?.controller(Int(controller.rawValue)), value.isFinite else { return nil }
      return back.sent(value, of: controller)
    }
  }
}
