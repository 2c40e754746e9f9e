// Those who asked to be told what happens to patches. Input thread, under the broker's mutex.
import Documents

/// Subscribers and what each has been told. News are what is now, not what was: so they never queue up.
struct Subscribers {
  static let limit = 16
  /// A subscription ends unless it is renewed within this time.
  static let lifetime: Int64 = 60_000_000_000
  /// At most 60 packets a second for each.
  static let period: Int64 = 16_666_667

  struct Subscriber {
    let address: UInt32
    let port: UInt16
    /// The wished port of the socket that it asked on and is told from.
    let socket: UInt16
    /// 0: instances of every surface.
    let surface: UInt8
    let origin: Origin
    var until: Int64
    var due = Int64.min
    var told: [(instance: Int, status: PatchStatus)] = []
    /// The same for grids.
    var gridsDue = Int64.min
    var toldGrids: [GridNews] = []

    fileprivate func isSame(_ other: Subscriber) -> Bool {
      address == other.address && port == other.port && socket == other.socket && surface == other.surface
    }
  }

  var all: [Subscriber] = []

  /// Begins a subscription or renews it; false when there are too many.
  mutating func add(_ new: Subscriber, at now: Int64) -> Bool {
    all.removeAll { $0.until <= now }
    if let known = all.firstIndex(where: { $0.isSame(new) }) {
      all[known].until = new.until
      return true
    }
    guard all.count < Self.limit else { return false }
    all.append(new)
    return true
  }

  mutating func remove(_ old: Subscriber) { all.removeAll { $0.isSame(old) } }

  /// Tells each what it does not know yet, in one packet.
  /// - Parameter heard: the instances that a subscriber may hear, each with its number and what it is now.
  /// - Returns: when something is to be told that must still wait, or nil.
  mutating func tell(
    at now: Int64, heard: (Subscriber) -> [(instance: Int, status: PatchStatus)],
    send: (Subscriber, [UInt8]) -> Void
  ) -> Int64? {
    all.removeAll { $0.until <= now }
    var next: Int64?
    for index in all.indices {
      let heard = heard(all[index])
      let messages = heard.flatMap { news in
        Self.messages(news.status, since: all[index].told.first { $0.instance == news.instance }?.status)
      }
      if messages.isEmpty { continue }
      if now < all[index].due {
        next = min(next ?? .max, all[index].due)
        continue
      }
      all[index].told = heard
      all[index].due = now + Self.period
      send(all[index], OSCAnswer.packet(messages))
    }
    return next
  }

  private static func messages(_ status: PatchStatus, since told: PatchStatus?) -> [[UInt8]] {
    var messages: [[UInt8]] = []
    if status.name != told?.name {
      messages.append(OSCAnswer.message("/tactus/patch/name", [status.name], status.revision))
    }
    if let told, told.revision != status.revision {
      messages.append(OSCAnswer.message("/tactus/patch/changed", [status.name], status.revision))
    }
    if let told, told.errors != status.errors {
      messages.append(OSCAnswer.message("/tactus/patch/error", [status.error]))
    }
    return messages
  }
}
