// The subscribers to updates of patches and of the performance. Input thread, under the broker's mutex.
import Dialects
import OSC
import Patches
import Profiles
import RealTime
import Stores

/// Subscribers and the state that each has received. An update sends the present state, so updates never
/// queue up.
struct Subscribers {
  static let limit = 16
  /// The subscriptions reserved for local programs.
  static let reserved = 4
  /// A subscription ends unless it is renewed within this time.
  static let lifetime: Int64 = 60_000_000_000
  /// The least time between two updates of a subscriber: 60 a second. Nanoseconds.
  static let period: Int64 = 16_666_667

  struct Subscriber {
    let address: UInt32
    let port: UInt16
    /// The requested port of the endpoint that received the subscription. Updates are sent from it.
    let socket: UInt16
    /// 0: instances of every surface.
    let surface: UInt8
    let origin: Origin
    /// Whether the address is the subscriber's own: it is of this machine, or has sent a token back.
    var isProven = true
    var topics: Topics
    var until: Int64
    var due = Int64.min
    var sent: [Sent] = []
    /// `due` and `sent` for grids.
    var gridsDue = Int64.min
    var sentGrids: [GridNews] = []
    /// Of each instance the clock of its grid's live frame that was sent last.
    var sentGridFrames: [(instance: Int, clock: Int64)] = []
    /// The instances that have been asked for all that the widgets of their scenes have.
    var askedScenes: [Int] = []
    /// The instances that have been asked for all that windows of their scenes are told.
    var shownScenes: [Int] = []
    /// Whether it gets what windows of scenes are told: paths and what Pd prints stay on this machine.
    var showsScenes: Bool { topics.window && origin == .thisMachine }

    fileprivate func isSame(_ other: Subscriber) -> Bool {
      address == other.address && port == other.port && socket == other.socket && surface == other.surface
    }
  }

  /// The present state of an instance that a subscriber observes.
  struct Observed {
    let instance: Int
    let surface: UInt8
    let status: DocumentStatus
    let link: UnsafeMutablePointer<InstanceLink>
    /// Spots that its surfaces show below the light sensors of objects.
    var shows: [ObjectShow] = []
    /// Values that its patch sends to objects, and the known objects with a radio.
    var back: [PatchBack] = []
    var radios: [ObjectDiff.Radio] = []
  }

  /// The state that a subscriber has received about an instance.
  struct Sent {
    let instance: Int
    var status: DocumentStatus?
    var live = LiveStateDiff()
    var feedback = FeedbackDiff()
    var objects = ObjectDiff()
    var shows: [ObjectShow] = []
  }

  var all: [Subscriber] = []

  /// Begins or renews a subscription; false if there are too many.
  mutating func add(_ new: Subscriber, at now: Int64) -> Bool {
    all.removeAll { $0.until <= now }
    if let known = all.firstIndex(where: { $0.isSame(new) }) {
      all[known].until = new.until
      all[known].isProven = new.isProven || all[known].isProven
      if all[known].topics != new.topics {
        // A subscriber with new topics receives all of them.
        all[known].topics = new.topics
        (all[known].askedScenes, all[known].shownScenes) = ([], [])
        all[known].sent = all[known].sent.map { Sent(instance: $0.instance, status: $0.status) }
      }
      return true
    }
    let others = all.count { $0.origin != .thisMachine }
    guard new.origin == .thisMachine ? all.count < Self.limit : others < Self.limit - Self.reserved else {
      return false
    }
    all.append(new)
    return true
  }

  mutating func remove(_ old: Subscriber) { all.removeAll { $0.isSame(old) } }

  /// Adds moments of an instance that a subscriber is to receive.
  /// - Parameter back: What the instance's patch sends to objects.
  mutating func add(
    _ moments: [LiveMoment], of instance: Int, to index: Int, back: [PatchBack], at now: Int64
  ) {
    if moments.isEmpty { return }
    let (topics, entry) = (all[index].topics, all[index].entry(of: instance))
    if topics.triggers { all[index].sent[entry].live.add(moments) }
    all[index].sent[entry].feedback.add(moments, topics.back, at: now)
    if topics.tangibles { all[index].sent[entry].objects.add(moments, back, at: now) }
  }

  /// Notes a value that a surface has sent itself, so that it is not sent back.
  /// - Parameter instances: The numbers of the instances that receive it.
  mutating func note(_ message: ProfileMessage, from address: UInt32, to instances: [Int], at now: Int64) {
    guard let value = message.value else { return }
    for index in all.indices where all[index].address == address {
      for (number, back) in all[index].topics.back.enumerated() where back.address == message.address {
        for instance in instances {
          let entry = all[index].entry(of: instance)
          all[index].sent[entry].feedback.note(value, as: number, back, at: now)
        }
      }
    }
  }

  /// Whether a subscription to a profile was renewed within the last second. Then a message does not renew
  /// it.
  func lasts(_ address: UInt32, _ port: UInt16, at now: Int64) -> Bool {
    all.contains {
      $0.address == address && $0.port == port && !$0.topics.back.isEmpty
        && $0.until - now > Self.lifetime - 1_000_000_000
    }
  }

  /// Sends each subscriber the changes in one packet.
  /// - Parameter observed: The instances that a subscriber observes.
  /// - Returns: The time of the next update, or nil if none is needed.
  mutating func update(
    at now: Int64, observed: (Subscriber) -> [Observed], send: (Subscriber, [UInt8]) -> Void
  ) -> Int64? {
    all.removeAll { $0.until <= now }
    var next: Int64?
    for index in all.indices {
      let observed = observed(all[index])
      // A performance is read 60 times a second; a patch shows changes by its revision.
      let isLive = all[index].topics.isLive && !observed.isEmpty
      if isLive || all[index].hasNews(observed) {
        next = min(next ?? .max, max(all[index].due, now + Self.period))
      }
      if now < all[index].due {
        if all[index].hasNews(observed) { next = min(next ?? .max, all[index].due) }
        continue
      }
      let messages = all[index].messages(observed, at: now)
      if messages.isEmpty { continue }
      all[index].due = now + Self.period
      send(all[index], OSCPacket.packet(of: messages))
    }
    return next
  }
}

extension Subscribers.Subscriber {
  /// The index in `sent` of what was sent about an instance.
  fileprivate mutating func entry(of instance: Int) -> Int {
    if let entry = sent.firstIndex(where: { $0.instance == instance }) { return entry }
    sent.append(Subscribers.Sent(instance: instance))
    return sent.count - 1
  }

  /// Whether a patch has changed since it was last sent.
  fileprivate func hasNews(_ observed: [Subscribers.Observed]) -> Bool {
    topics.patch
      && observed.contains { each in
        let known = sent.first { $0.instance == each.instance }?.status
        return known?.name != each.status.name || known?.revision != each.status.revision
          || known?.errors != each.status.errors
      }
  }

  /// The messages of all changes. They count as sent afterwards.
  fileprivate mutating func messages(_ observed: [Subscribers.Observed], at now: Int64) -> [[UInt8]] {
    sent.removeAll { known in !observed.contains { $0.instance == known.instance } }
    var messages: [[UInt8]] = []
    for each in observed {
      let entry = entry(of: each.instance)
      if topics.patch {
        messages += Subscribers.messages(each.status, since: sent[entry].status)
        sent[entry].status = each.status
      }
      if topics.tangibles, sent[entry].shows != each.shows {
        messages += Subscribers.messages(each.shows, since: sent[entry].shows)
        sent[entry].shows = each.shows
      }
      if topics.tangibles {
        messages += sent[entry].objects.messages(
          each.back, each.radios, LiveFrame.reader(each.link.pointee.live.newest), at: now)
      }
      if topics.isLive {
        messages += sent[entry].live.messages(
          LiveFrame.reader(each.link.pointee.live.newest), of: each.surface, topics)
      }
    }
    // A surface has one set of labels, which show the first instance.
    if let first = observed.first, !topics.back.isEmpty {
      let entry = entry(of: first.instance)
      messages += sent[entry].feedback.messages(
        topics.back, first.status, LiveFrame.reader(first.link.pointee.live.newest), at: now)
    }
    return messages
  }
}

extension Subscribers {
  /// The spots of each object of which they have changed: first one without a radius, which ends the others.
  fileprivate static func messages(_ shows: [ObjectShow], since sent: [ObjectShow]) -> [[UInt8]] {
    func message(_ id: [UInt8], _ x: Float, _ y: Float, _ radius: Float, _ isLight: Bool) -> [UInt8] {
      OSCMessage.packet(
        "/tactus/tangible/show",
        [.string(id), .float(x), .float(y), .float(radius), .int32(isLight ? 1 : 0)])
    }
    var ids: [[UInt8]] = []
    for each in sent + shows where !ids.contains(each.id) { ids.append(each.id) }
    var messages: [[UInt8]] = []
    for id in ids {
      let spots = shows.filter { $0.id == id }
      if spots == sent.filter({ $0.id == id }) { continue }
      messages.append(message(id, 0, 0, 0, false))
      for each in spots { messages.append(message(id, each.x, each.y, each.radius, each.isLight)) }
    }
    return messages
  }

  fileprivate static func messages(_ status: DocumentStatus, since sent: DocumentStatus?) -> [[UInt8]] {
    var messages: [[UInt8]] = []
    if status.name != sent?.name {
      messages.append(
        OSCMessage.packet("/tactus/answer/patch/name", [.string(status.name), .int32(status.revision)]))
    }
    if let sent, sent.revision != status.revision {
      messages.append(
        OSCMessage.packet("/tactus/answer/patch/changed", [.string(status.name), .int32(status.revision)]))
    }
    if let sent, sent.errors != status.errors {
      messages.append(OSCMessage.packet("/tactus/answer/patch/error", [.string(status.error)]))
    }
    return messages
  }
}
