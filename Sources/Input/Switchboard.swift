// The broker's world without its thread: listeners, sockets and what passes between them. Every method is
// called under the broker's mutex with the monotonic time, so that tests can drive it.
import CPosix
import Documents
import RealTime
import Synchronization

final class Switchboard {
  /// A socket outlives its last user by this: a host that takes an instance down and up again loses nothing.
  static let linger: Int64 = 5_000_000_000
  /// Packets read from one socket before the others, the wishes and the mutex have their turn.
  static let packetsPerTurn = 256
  private static let expiryPeriod: Int64 = 100_000_000

  private(set) var listeners: [Listener] = []
  private(set) var endpoints: [Endpoint] = []
  private(set) var timeout = SurfaceDecoder.defaultTimeout
  private var senders = SenderBook()
  var room: Room
  let announcer = Announcer()
  var announced = Announcement()
  private var listenersEver = 0
  var subscribers = Subscribers()
  /// When news wait that would come too soon after others.
  var newsDue: Int64?
  let watch = FolderWatch()
  private var expiryDue = Int64.min
  /// One byte more than is accepted shows that a packet was longer.
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: OSCPacket.limit + 1, alignment: 16)

  /// - Parameter folder: of network.json; empty: none.
  init(folder: [UInt8] = []) { room = Room(folder: folder) }

  deinit {
    buffer.deallocate()
    announcer.announce(Announcement())
  }

  var isIdle: Bool { listeners.isEmpty && endpoints.isEmpty }
  /// Whether a full ring keeps events waiting.
  var isBlocked: Bool { listeners.contains { $0.isBlocked } }

  func add(
    _ feed: UnsafeMutablePointer<SurfaceFeed>, _ store: PatchStore? = nil, _ grid: GridStore? = nil
  ) {
    if listeners.contains(where: { $0.feed == feed }) { return }
    listenersEver += 1
    listeners.append(Listener(feed, store, grid, number: listenersEver))
  }

  func remove(_ feed: UnsafeMutablePointer<SurfaceFeed>) {
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
    endpoints.removeAll { now - $0.wanted >= Self.linger }
    announce()
    for each in listeners {
      each.feed.pointee.port.store(endpoint(of: each).map { UInt32($0.port) } ?? 0, ordering: .relaxed)
    }
  }

  func endpoint(of listener: Listener) -> Endpoint? {
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
      counters = endpoints.remove(at: index).counters  // closes: nobody else may be on the port
    }
    if let new = Endpoint(wished: port, isNetwork: isNetwork, at: now, counters: counters) {
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
    }
    if now >= expiryDue {
      expiryDue = now + Self.expiryPeriod
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
    _ packet: UnsafeRawBufferPointer, on endpoint: Endpoint, from sender: posix_datagram, at time: Int64
  ) {
    let counters = endpoint.counters
    counters.packets += 1
    let origin = room.origin(of: sender.address, at: time)
    if origin == .elsewhere || origin != .thisMachine && !endpoint.isNetwork {
      counters[.senderNotAllowed] += 1
      room.refuse(sender.address)
      return
    }
    var hearing: [Listener] = []
    for each in listeners where self.endpoint(of: each) === endpoint {
      if each.hears(origin) { hearing.append(each) } else { counters[.senderNotAllowed] += 1 }
    }
    CommandReader.read(packet, counting: counters) { command, surface in
      switch command {
      case .timeout(let nanoseconds):
        if origin == .thisMachine { timeout = nanoseconds } else { counters[.notThisMachine] += 1 }
      case .stats: answerStats(on: endpoint, to: sender)
      case .patch(let command):
        obey(
          command, stores: hearing.filter { $0.isOf(surface) }.compactMap { $0.store },
          from: Caller(endpoint: endpoint, sender: sender, origin: origin))
      case .grid(let command):
        obey(
          command, stores: hearing.filter { $0.isOf(surface) }.compactMap { $0.grid },
          from: Caller(endpoint: endpoint, sender: sender, origin: origin))
      case .learn(let macro):
        for each in hearing where each.isOf(surface) { each.store?.learn(macro: Int(macro)) }
      case .foreign(let address, let value):
        let isMeant = hearing.reduce(false) { $1.follow(address, value, at: time, counting: counters) || $0 }
        if !isMeant { counters[.unknownAddress] += 1 }
      case .subscribe(let port, let topics, let isEnd):
        subscribe(
          port: port, topics: topics, surface: surface, isEnd: isEnd,
          from: Caller(endpoint: endpoint, sender: sender, origin: origin), at: time)
      case .panic:  // needs no number, so that it comes through when there are none left
        for each in hearing { each.obey(command, surface: surface, from: 0, at: time, counting: counters) }
      case .touch, .alive, .thing:
        guard !hearing.isEmpty else { return }
        guard
          let source = senders.number(
            address: sender.address, port: sender.port, at: time,
            isSilent: { source in listeners.allSatisfy { $0.isSilent(source) } },
            forget: { source in for each in listeners { each.forget(source) } })
        else {
          counters[.tooManySenders] += 1
          return
        }
        let place = room.network.source(of: sender.address, port: sender.port)
        for each in hearing {
          if let place {
            each.introduce(source, on: surface, as: place, in: room.revision, at: time, counting: counters)
          }
          each.obey(command, surface: surface, from: source, at: time, counting: counters)
        }
      }
    }
  }

  private func answerStats(on endpoint: Endpoint, to sender: posix_datagram) {
    let users = listeners.filter { self.endpoint(of: $0) === endpoint }
    Stats.message(endpoint.counters, of: users, senders: senders.count) { bytes in
      _ = posix_send(endpoint.descriptor, bytes.baseAddress!, bytes.count, sender.address, sender.port)
    }
    for message in room.messages {
      _ = posix_send(endpoint.descriptor, message, message.count, sender.address, sender.port)
    }
  }
}
