// What network.json says, at the switchboard: who may speak, how senders lie on the surface, what is announced; and
// whom it refused. Input thread, under the broker's mutex.
import CSystem
import Profiles
import RealTime
import Stores
import Text

/// The room that a broker is in.
struct NetworkPolicy {
  /// The folder of network.json; empty: none.
  let folder: [UInt8]
  private(set) var network = NetworkDocument()
  /// What is wrong with the file; empty: nothing. What was read before stays.
  private(set) var error: [UInt8] = []
  /// Why it could not be read; nil: it could.
  private(set) var fault: DocumentError?
  private var interfaces: Interfaces
  private var refused: [(address: UInt32, count: UInt64)] = []

  /// Reads the file at once, before a port is open. If it is broken, nobody knows whom it would have kept out: only this
  /// machine may speak, and nothing is announced, until it is mended.
  init(folder: [UInt8], interfaces: Interfaces) {
    (self.folder, self.interfaces) = (folder, interfaces)
    if folder.isEmpty { return }
    read()
    if fault != nil { (network.allow, network.announces) = ([], false) }
  }

  /// The file has changed.
  mutating func read() {
    var warnings: [DocumentError] = []
    fault = nil
    do throws(DocumentError) {
      network = try NetworkDocument.load(folder, warnings: &warnings)
      error = warnings.first.map { $0.sentence(about: NetworkDocument.fileName) } ?? []
    } catch {
      fault = error
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
  /// network.json may be another.
  func readRoom() {
    room.read()
    if let fault = room.fault {
      monitor?.refused(room.folder + [UInt8(ascii: "/")] + NetworkDocument.fileName, fault)
    }
  }

  /// What an instance is told of a sender or one of its streams: what it says of itself, else what network.json says of
  /// it, else its name in TUIO.
  func introduction(of key: SenderKey, _ envelope: CommandContext) -> SourceAnnouncement {
    let place = room.network.source(of: key.address, port: key.sender.port, named: envelope.source)
    let known = place.map { SourceAnnouncement(place: $0.place, name: SourceAnnouncement.named($0.name).name) }
    return reader.introduction(of: key, envelope).completed(by: known ?? SourceAnnouncement())
      .completed(by: .named(envelope.source))
  }

  /// Announces what is open to the network, when that is something else than before.
  func announce() {
    let now = room.announcement(of: endpoints)
    if now == announced { return }
    announced = now
    announcer.announce(now)
  }
}
