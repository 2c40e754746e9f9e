// What network.json says, at the switchboard: who may speak, how senders lie on the surface, what is announced; and
// whom it refused. Input thread, under the broker's mutex.
import CPosix
import Documents
import RealTime

/// The room that a broker is in.
struct Room {
  /// The folder of network.json; empty: none.
  let folder: [UInt8]
  private(set) var network = NetworkDocument()
  /// Counts readings: what instances were told of senders is told anew.
  private(set) var revision: UInt32 = 0
  /// What is wrong with the file; empty: nothing. What was read before stays.
  private(set) var error: [UInt8] = []
  private var interfaces = Interfaces()
  private var refused: [(address: UInt32, count: UInt64)] = []

  init(folder: [UInt8]) { self.folder = folder }

  /// The file has changed.
  mutating func read() {
    var warnings: [DocumentError] = []
    do throws(DocumentError) {
      network = try NetworkDocument.load(folder, warnings: &warnings)
      revision += 1
      error = warnings.first.map { $0.sentence(about: NetworkDocument.fileName) } ?? []
    } catch {
      self.error = error.sentence(about: NetworkDocument.fileName)
    }
  }

  mutating func origin(of address: UInt32, at now: Int64) -> Origin {
    interfaces.origin(of: address, at: now, allow: network.allow)
  }

  /// Remembers a sender that may not speak; the 32 that tried last are known.
  mutating func refuse(_ address: UInt32) {
    let known = refused.firstIndex { $0.address == address }.map { refused.remove(at: $0) }
    if refused.count == 32 { refused.removeFirst() }
    refused.append((address, (known?.count ?? 0) + 1))
  }

  /// `/tactus/stats/refused`: addresses with their counts; and what is wrong with the file.
  var messages: [[UInt8]] {
    var senders: [OSCAnswer.Argument] = []
    for each in refused {
      senders += [.text(AddressRange.text(each.address)), .long(Int64(clamping: each.count))]
    }
    let told = OSCAnswer.message("/tactus/stats/refused", senders)
    return error.isEmpty ? [told] : [told, OSCAnswer.message("/tactus/stats/error", [error])]
  }

  /// What the open ports are announced as.
  func announcement(of endpoints: [Endpoint]) -> Announcement {
    guard network.announces else { return Announcement() }
    var name = network.announcedName
    if name.isEmpty {
      var host = InlineArray<64, CChar>(repeating: 0)
      gethostname(&host, 63)
      let machine = withUnsafeBytes(of: &host) { [UInt8]($0.prefix { $0 != 0 }) }
      name = Array(([UInt8]("Tactus on ".utf8) + machine).prefix(63))
    }
    return Announcement(ports: endpoints.filter { $0.isNetwork }.map { $0.port }, name: name)
  }
}

extension Switchboard {
  /// Announces what is open to the network, when that is something else than before.
  func announce() {
    let now = room.announcement(of: endpoints)
    if now == announced { return }
    announced = now
    announcer.announce(now)
  }
}

extension Listener {
  /// Tells what is said of a sender in network.json, once for each reading of it, before its first touch.
  func introduce(
    _ source: UInt32, on surface: UInt8, as place: NetworkSource, in revision: UInt32, at time: Int64,
    counting counters: Counters
  ) {
    guard isOf(surface), grid == nil else { return }
    if introducedIn != revision { (introducedIn, introduced) = (revision, []) }
    guard introduced.insert(UInt32(surface) << 24 | source).inserted else { return }
    for event in place.events {
      obey(.thing(event), surface: surface, from: source, at: time, counting: counters)
    }
  }
}
