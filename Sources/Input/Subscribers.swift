// Those who asked to be told what happens to patches and in the performance. Input thread, under the broker's mutex.
import Controls
import Profiles
import RealTime
import Stores

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
    var topics: Topics
    var until: Int64
    var due = Int64.min
    var told: [Told] = []
    /// The same for grids.
    var gridsDue = Int64.min
    var toldGrids: [GridNews] = []

    fileprivate func isSame(_ other: Subscriber) -> Bool {
      address == other.address && port == other.port && socket == other.socket && surface == other.surface
    }
  }

  /// An instance that a subscriber hears, as it is now.
  struct Heard {
    let instance: Int
    let status: DocumentStatus
    let feed: UnsafeMutablePointer<InstanceLink>
  }

  /// What a subscriber was told of an instance.
  struct Told {
    let instance: Int
    var status: DocumentStatus?
    var live = LiveStateDiff()
    var tablet = FeedbackDiff()
  }

  var all: [Subscriber] = []

  /// Begins a subscription or renews it; false when there are too many.
  mutating func add(_ new: Subscriber, at now: Int64) -> Bool {
    all.removeAll { $0.until <= now }
    if let known = all.firstIndex(where: { $0.isSame(new) }) {
      all[known].until = new.until
      if all[known].topics != new.topics {
        // Whoever asks for something else is told all of it.
        all[known].topics = new.topics
        all[known].told = all[known].told.map { Told(instance: $0.instance, status: $0.status) }
      }
      return true
    }
    guard all.count < Self.limit else { return false }
    all.append(new)
    return true
  }

  mutating func remove(_ old: Subscriber) { all.removeAll { $0.isSame(old) } }

  /// Moments of an instance, for a subscriber to be told.
  mutating func add(_ moments: [LiveMoment], of instance: Int, to index: Int, at now: Int64) {
    if moments.isEmpty { return }
    let (topics, place) = (all[index].topics, all[index].place(of: instance))
    if topics.triggers { all[index].told[place].live.add(moments) }
    all[index].told[place].tablet.add(moments, topics.back, at: now)
  }

  /// What a surface has said itself, it need not be told.
  /// - Parameter instances: the numbers of those that hear it.
  mutating func take(_ spoken: Spoken, from address: UInt32, to instances: [Int], at now: Int64) {
    guard let value = spoken.value else { return }
    for index in all.indices where all[index].address == address {
      for (place, back) in all[index].topics.back.enumerated() where back.address == spoken.address {
        for instance in instances {
          let known = all[index].place(of: instance)
          all[index].told[known].tablet.take(value, as: place, back, at: now)
        }
      }
    }
  }

  /// Whether somebody's subscription to a profile will last: so that not each message renews it.
  func lasts(_ address: UInt32, _ port: UInt16, at now: Int64) -> Bool {
    all.contains {
      $0.address == address && $0.port == port && !$0.topics.back.isEmpty
        && $0.until - now > Self.lifetime - 1_000_000_000
    }
  }

  /// Tells each what it does not know yet, in one packet.
  /// - Parameter heard: the instances that a subscriber may hear.
  /// - Returns: when something is to be told that must still wait, or nil.
  mutating func tell(
    at now: Int64, heard: (Subscriber) -> [Heard], send: (Subscriber, [UInt8]) -> Void
  ) -> Int64? {
    all.removeAll { $0.until <= now }
    var next: Int64?
    for index in all.indices {
      let heard = heard(all[index])
      // A performance is looked at 60 times a second; a patch says by itself when it is another.
      let isLive = all[index].topics.isLive && !heard.isEmpty
      if isLive || all[index].hasNews(heard) {
        next = min(next ?? .max, max(all[index].due, now + Self.period))
      }
      if now < all[index].due {
        if all[index].hasNews(heard) { next = min(next ?? .max, all[index].due) }
        continue
      }
      let messages = all[index].messages(heard, at: now)
      if messages.isEmpty { continue }
      all[index].due = now + Self.period
      send(all[index], OSCAnswer.packet(messages))
    }
    return next
  }
}

extension Subscribers.Subscriber {
  fileprivate mutating func place(of instance: Int) -> Int {
    if let place = told.firstIndex(where: { $0.instance == instance }) { return place }
    told.append(Subscribers.Told(instance: instance))
    return told.count - 1
  }

  /// Whether a patch is not as it was told.
  fileprivate func hasNews(_ heard: [Subscribers.Heard]) -> Bool {
    topics.patch
      && heard.contains { each in
        let known = told.first { $0.instance == each.instance }?.status
        return known?.name != each.status.name || known?.revision != each.status.revision
          || known?.errors != each.status.errors
      }
  }

  /// All that is new; afterwards it is known.
  fileprivate mutating func messages(_ heard: [Subscribers.Heard], at now: Int64) -> [[UInt8]] {
    told.removeAll { known in !heard.contains { $0.instance == known.instance } }
    var messages: [[UInt8]] = []
    for each in heard {
      let place = place(of: each.instance)
      if topics.patch {
        messages += Subscribers.messages(each.status, since: told[place].status)
        told[place].status = each.status
      }
      if topics.isLive {
        messages += told[place].live.messages(each.feed.pointee.live.newest, topics)
      }
    }
    // A surface has one set of labels: they are the first instance's.
    if let first = heard.first, !topics.back.isEmpty {
      let place = place(of: first.instance)
      messages += told[place].tablet.messages(
        topics.back, first.status, first.feed.pointee.live.newest, at: now)
    }
    return messages
  }
}

extension Subscribers {
  fileprivate static func messages(_ status: DocumentStatus, since told: DocumentStatus?) -> [[UInt8]] {
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
