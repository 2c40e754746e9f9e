// Applies network.json: allowed senders, their layout on the surface, the announced service. Counts refused
// senders. Input thread, under the broker's mutex.
import CPosix
import Dialects
import OSC
import Profiles
import RealTime
import Stores
import Text

/// The network policy of a broker.
struct NetworkPolicy {
  /// The folder of network.json; empty: none.
  let folder: [UInt8]
  var network = NetworkDocument()
  /// The error of the file, for answers; empty: none. A broken file does not replace the last one that was
  /// read.
  private(set) var error: [UInt8] = []
  /// The error for which the file was not read, or nil if it was read.
  private(set) var fault: DocumentError?
  private var interfaces: Interfaces
  private var refused: [(address: UInt32, isOtherUser: Bool, count: UInt64)] = []

  /// Reads the file before a port is open. If it is broken, only this machine is allowed and nothing is
  /// announced, because the senders that it would refuse are unknown.
  init(folder: [UInt8], interfaces: Interfaces) {
    (self.folder, self.interfaces) = (folder, interfaces)
    if folder.isEmpty { return }
    read()
    if fault != nil { (network.allow, network.announces) = ([], false) }
  }

  /// Reads the file again after a change.
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

  /// Counts a refused sender. The last 32 are kept.
  /// - Parameter isOtherUser: Whether the sender is a local program of another user that sent a request.
  mutating func refuse(_ address: UInt32, isOtherUser: Bool = false) {
    let index = refused.firstIndex { $0.address == address && $0.isOtherUser == isOtherUser }
    let known = index.map { refused.remove(at: $0) }
    if refused.count == 32 { refused.removeFirst() }
    refused.append((address, isOtherUser, (known?.count ?? 0) + 1))
  }

  /// The refused senders and their counts as JSON.
  var refusedWords: UTF8Text {
    JSON.list(
      "[", refused.map { "[\(JSON.quoted(Self.name(of: $0))), \(Int(clamping: $0.count))]" }, "]")
  }

  private static func name(of each: (address: UInt32, isOtherUser: Bool, count: UInt64)) -> [UInt8] {
    each.isOtherUser ? Array("another local user".utf8) : AddressRange.text(each.address)
  }

  /// `/tactus/answer/stats/refused` with addresses and counts, and `/tactus/answer/stats/error` if the
  /// file has an error.
  var messages: [[UInt8]] {
    var senders: [OSCArgument] = []
    for each in refused {
      senders += [.string(Self.name(of: each)), .int64(Int64(clamping: each.count))]
    }
    let counts = OSCMessage.packet("/tactus/answer/stats/refused", senders)
    if error.isEmpty { return [counts] }
    return [counts, OSCMessage.packet("/tactus/answer/stats/error", [.string(error)])]
  }

  /// The announcement of the open ports.
  func service(of endpoints: [Endpoint]) -> ServiceAnnouncement {
    guard network.announces else { return ServiceAnnouncement() }
    var name = network.announcedName
    if name.isEmpty {
      var host = InlineArray<64, CChar>(repeating: 0)
      gethostname(&host, 63)
      let machine = withUnsafeBytes(of: &host) { [UInt8]($0.prefix { $0 != 0 }) }
      name = Array(([UInt8]("Tactus on ".utf8) + machine).prefix(63))
    }
    return ServiceAnnouncement(ports: endpoints.filter { $0.isNetwork }.map { $0.port }, name: name)
  }
}

extension Switchboard {
  /// Reads network.json again.
  func readPolicy() {
    policy.read()
    if let fault = policy.fault {
      monitor?.refused(policy.folder + [UInt8(ascii: "/")] + NetworkDocument.fileName, fault)
    }
  }

  /// The announcement of a sender or one of its streams: its own, completed by that of network.json and by
  /// its name in TUIO.
  func announcement(of key: SenderKey, _ context: CommandContext) -> SourceAnnouncement {
    let source = policy.network.source(of: key.address, port: key.sender.port, named: context.source)
    return reader.announcement(of: key, context).completed(by: SourceAnnouncement(source))
      .completed(by: .named(context.source))
  }

  /// Announces the ports that are open to the network, when they have changed.
  func announceService() {
    let now = policy.service(of: endpoints)
    if now == announcedService { return }
    announcedService = now
    announcer.announce(now)
  }
}
