// The broker's world without its thread: listeners, sockets and what passes between them. Every method is
// called under the broker's mutex with the monotonic time, so that tests can drive it.
import CSystem
import Profiles
import RealTime
import Stores
import Synchronization
import Text

final class Switchboard {
  /// A socket outlives its last user by this: a host that takes an instance down and up again loses nothing.
  static let linger: Int64 = 5_000_000_000
  /// Packets read from one socket before the others, the wishes and the mutex have their turn.
  static let packetsPerTurn = 256
  private static let expiryPeriod: Int64 = 50_000_000

  private(set) var listeners: [ListeningInstance] = []
  private(set) var endpoints: [Endpoint] = []
  private(set) var timeout = SurfaceDecoder.defaultTimeout
  private var senders = SenderBook()
  var room: NetworkPolicy
  let announcer = Announcer()
  var announced = Announcement()
  private var listenersEver = 0
  var subscribers = Subscribers()
  /// When news wait that would come too soon after others.
  var newsDue: Int64?
  let watch = FolderWatch()
  let reader = CommandReader()
  var profileFolders: ProfileFolders?
  /// Told of what is read and refused, for who shows it.
  var monitor: Monitor?
  private var profilesRefused: UInt64 = 0
  private var expiryDue = Int64.min
  /// One byte more than is accepted shows that a packet was longer.
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: OSCPacket.limit + 1, alignment: 16)

  /// - Parameters:
  ///   - folder: of network.json; empty: none.
  ///   - interfaces: this machine's, unless a test has others.
  init(folder: [UInt8] = [], interfaces: Interfaces = Interfaces()) {
    room = NetworkPolicy(folder: folder, interfaces: interfaces)
  }

  deinit {
    buffer.deallocate()
    announcer.announce(Announcement())
  }

  var isIdle: Bool { listeners.isEmpty && endpoints.isEmpty }
  /// Whether a full ring keeps events waiting.
  var isBlocked: Bool { listeners.contains { $0.isBlocked } }

  func add(
    _ feed: UnsafeMutablePointer<InstanceLink>, _ store: PatchStore? = nil, _ grid: GridStore? = nil
  ) {
    if listeners.contains(where: { $0.feed == feed }) { return }
    listenersEver += 1
    listeners.append(ListeningInstance(feed, store, grid, number: listenersEver))
  }

  func remove(_ feed: UnsafeMutablePointer<InstanceLink>) {
    listeners.removeAll { $0.feed == feed }
    feed.pointee.port.store(0, ordering: .relaxed)
  }

  // MARK: Wishes

  /// Opens, binds anew and closes sockets as the instances wish, and tells them their ports.
  func followWishes(at now: Int64) {
    for each in listeners {
      let wish = SurfaceWish(packed: each.feed.pointee.wish.load(ordering: .relaxed))
      if wish != each.wish {
        each.follow(wish, at: now, counting: endpoint(of: each)?.counters ?? Counters())
      }
    }
    for each in listeners where each.wish.listen != .off { serve(each.wish.port, at: now) }
    for each in endpoints where now - each.wanted >= Self.linger { hangUp(each, at: now) }
    endpoints.removeAll { now - $0.wanted >= Self.linger }
    announce()
    for each in listeners {
      each.feed.pointee.port.store(endpoint(of: each).map { UInt32($0.port) } ?? 0, ordering: .relaxed)
    }
  }

  func endpoint(of listener: ListeningInstance) -> Endpoint? {
    listener.wish.listen == .off ? nil : endpoints.first { $0.wished == listener.wish.port }
  }

  /// Has the wished port open, bound to the widest of its users' wishes.
  private func serve(_ port: UInt16, at now: Int64) {
    let isNetwork = listeners.contains { $0.wish.port == port && $0.wish.listen == .network }
    var counters = Counters()
    if let index = endpoints.firstIndex(where: { $0.wished == port }) {
      if endpoints[index].isNetwork == isNetwork {
        endpoints[index].wanted = now
        return
      }
      // Closes: nobody else may be on the port.
      hangUp(endpoints[index], at: now)
      counters = endpoints.remove(at: index).counters
    }
    if let new = Endpoint(wished: port, isNetwork: isNetwork, at: now, counters: counters) {
      new.counters[.profileRefused] = profilesRefused
      monitor?.listen(to: new.counters)
      endpoints.append(new)
    }
  }

  // MARK: Packets

  /// Reads what waits on the sockets, at most `packetsPerTurn` each, and hands it on.
  func receive(at now: Int64, offset: Int64) {
    for endpoint in endpoints {
      var left = Self.packetsPerTurn
      while left > 0,
        endpoint.receive(
          into: buffer, at: now, offset: offset,
          body: { packet, sender, arrival in take(packet, on: endpoint, from: sender, at: arrival) })
      { left -= 1 }
      readConnections(of: endpoint, at: now)
    }
    if now >= expiryDue {
      expiryDue = now + Self.expiryPeriod
      expireSenders(at: now)
      for each in listeners {
        if let endpoint = endpoint(of: each) {
          each.expire(at: now, timeout: timeout, counting: endpoint.counters)
        }
      }
    }
    deliver()
  }

  /// Moves what waits into the rings.
  func deliver() {
    for each in listeners { each.deliver() }
  }

  func take(
    _ packet: UnsafeRawBufferPointer, on endpoint: Endpoint, from sender: tactus_datagram, at time: Int64
  ) {
    let counters = endpoint.counters
    counters.packets += 1
    monitor?.packet(packet, sender)
    let origin = room.origin(of: sender.address, at: time)
    if origin == .elsewhere || origin != .thisMachine && !endpoint.isNetwork {
      counters[.senderNotAllowed] += 1
      room.refuse(sender.address)
      return
    }
    var hearing: [ListeningInstance] = []
    for each in listeners where self.endpoint(of: each) === endpoint {
      if each.hears(origin) { hearing.append(each) } else { counters[.senderNotAllowed] += 1 }
    }
    let caller = Caller(endpoint: endpoint, sender: sender, origin: origin)
    reader.read(packet, from: caller.key, at: time, counting: counters) { command, envelope in
      monitor?.read(command, envelope)
      obey(command, envelope, hearing, from: caller, at: time)
    }
  }

  /// - Parameter hearing: the instances that may hear the caller.
  private func obey(
    _ command: Command, _ envelope: CommandContext, _ hearing: [ListeningInstance], from caller: Caller, at time: Int64
  ) {
    let (counters, surface) = (caller.endpoint.counters, envelope.surface)
    switch command {
    case .timeout(let nanoseconds):
      if caller.origin == .thisMachine { timeout = nanoseconds } else { counters[.notThisMachine] += 1 }
    case .stats: answerStats(to: caller)
    case .patch(let command):
      obey(command, stores: hearing.filter { $0.isOf(surface) }.compactMap { $0.store }, from: caller)
    case .grid(let command):
      obey(command, stores: hearing.filter { $0.isOf(surface) }.compactMap { $0.grid }, from: caller)
    case .learn(let macro):
      for each in hearing where each.isOf(surface) { each.store?.learn(macro: Int(macro)) }
    case .foreign(let address, let value, let isKnown):
      let isMeant = hearing.reduce(false) { $1.follow(address, value, at: time, counting: counters) || $0 }
      if !isMeant, !isKnown { counters[.unknownAddress] += 1 }
    case .control(let number, let value):
      for each in hearing { each.follow(control: number, value, at: time, counting: counters) }
    case .noted: break
    case .named(let name):
      reader.restart(name, of: caller.key) { key, command, envelope in
        obey(command, envelope, ofSender: key, at: time)
      }
    case .spoke(let spoken): answer(spoken, to: caller, of: hearing, at: time)
    case .subscribe(let port, let topics, let isEnd):
      subscribe(port: port, topics: topics, surface: surface, isEnd: isEnd, from: caller, at: time)
    case .panic:  // needs no number, so that it comes through when there are none left
      for each in hearing { each.obey(command, surface: surface, from: 0, at: time, counting: counters) }
    case .touch, .alive, .thing:
      tell(hearing, command, envelope, of: caller.key, at: time, counting: counters)
    }
  }

  /// What concerns a surface.
  private func tell(
    _ hearing: [ListeningInstance], _ command: Command, _ envelope: CommandContext, of key: SenderKey, at time: Int64,
    counting counters: Counters
  ) {
    guard !hearing.isEmpty else { return }
    guard let source = number(of: key, envelope.stream, at: time) else {
      counters[.tooManySenders] += 1
      return
    }
    for each in hearing {
      each.obey(command, surface: envelope.surface, from: source, at: time, counting: counters) {
        introduction(of: key, envelope).events
      }
    }
  }

  private func number(of key: SenderKey, _ stream: UInt16, at time: Int64) -> UInt32? {
    senders.number(
      of: key, stream: stream, at: time,
      isSilent: { source in listeners.allSatisfy { $0.isSilent(source) } },
      forget: { source in for each in listeners { each.forget(source) } })
  }

  private func answerStats(to caller: Caller) {
    let users = listeners.filter { self.endpoint(of: $0) === caller.endpoint }
    Stats.message(caller.endpoint.counters, of: users, senders: senders.count) { bytes in
      caller.endpoint.answer(Array(bytes), to: caller.sender)
    }
    for message in room.messages { caller.endpoint.answer(message, to: caller.sender) }
  }

  // MARK: Connections and profiles

  private func readConnections(of endpoint: Endpoint, at now: Int64) {
    endpoint.accept { sender in
      monitor?.sender(sender)
      let origin = room.origin(of: sender.address, at: now)
      let isHeard = origin == .thisMachine || origin == .allowed && endpoint.isNetwork
      if !isHeard { room.refuse(sender.address) }
      return isHeard
    }
    for each in endpoint.connections {
      monitor?.sender(each.sender)
      let goesOn = each.receive(into: buffer, counting: endpoint.counters) { packet in
        take(packet, on: endpoint, from: each.sender, at: now)
      }
      if !goesOn { end(each, of: endpoint, at: now) }
    }
  }

  /// A connection is over: so are its touches, and its objects are taken off.
  private func end(_ connection: TCPConnection, of endpoint: Endpoint, at now: Int64) {
    let key = SenderKey(connection.sender, on: endpoint)
    let users = listeners.filter { self.endpoint(of: $0) === endpoint }
    reader.forget(key) { command, envelope in
      tell(users, command, envelope, of: key, at: now, counting: endpoint.counters)
    }
    for source in senders.remove(key) {
      for each in listeners { each.end(source, at: now, counting: endpoint.counters) }
    }
    endpoint.drop(connection)
    monitor?.closed(connection.sender)
  }

  private func hangUp(_ endpoint: Endpoint, at now: Int64) {
    for each in endpoint.connections { end(each, of: endpoint, at: now) }
  }

  /// Reads the profiles of these folders, and again when a file of the user's changes.
  func useProfiles(in folders: ProfileFolders) {
    profileFolders = folders
    let refused = Counters()
    let profiles = folders.read { path, error in
      refused[.profileRefused] += 1
      monitor?.refused(path, error)
    }
    profilesRefused = refused[.profileRefused]
    for each in endpoints { each.counters[.profileRefused] = profilesRefused }
    let now = tactus_monotonic()
    reader.use(profiles) { key, command, envelope in obey(command, envelope, ofSender: key, at: now) }
  }

  private func expireSenders(at now: Int64) {
    reader.expire(
      at: now, silence: timeout,
      counting: { key in
        monitor?.sender(key.sender)
        return endpoint(of: key)?.counters ?? Counters()
      },
      body: { key, command, envelope in obey(command, envelope, ofSender: key, at: now) })
  }

  private func endpoint(of key: SenderKey) -> Endpoint? { endpoints.first { $0.wished == key.port } }

  /// What follows from no message of the sender. What ends is told to those, too, who may hear it no longer.
  private func obey(_ command: Command, _ envelope: CommandContext, ofSender key: SenderKey, at now: Int64) {
    guard let endpoint = endpoint(of: key) else { return }
    monitor?.sender(key.sender)
    monitor?.read(command, envelope)
    let origin = room.origin(of: key.address, at: now)
    let hearing = listeners.filter {
      self.endpoint(of: $0) === endpoint && (command.isEnd || $0.hears(origin))
    }
    tell(hearing, command, envelope, of: key, at: now, counting: endpoint.counters)
  }
}
