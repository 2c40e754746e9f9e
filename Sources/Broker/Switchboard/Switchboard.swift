// The broker's state without its thread: instances, sockets, senders and subscribers; here what instances
// wish. Input thread. Every method is called under the broker's mutex with the monotonic time, so that tests
// can drive it.
import CSystem
import Dialects
import OSC
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
  static let expiryPeriod: Int64 = 50_000_000

  private(set) var instances: [ListeningInstance] = []
  private(set) var endpoints: [Endpoint] = []
  var timeout = SurfaceDecoder.defaultTimeout
  var senders = SenderBook()
  var policy: NetworkPolicy
  let announcer = Announcer()
  var announcedService = ServiceAnnouncement()
  private var instanceNumber = 0
  var subscribers = Subscribers()
  /// When news may be sent that would now come too soon after others.
  var newsDue: Int64?
  let watch = FolderWatch()
  let reader = CommandReader()
  var profileFolders: ProfileFolders?
  /// Shows what is read and refused; nil: nothing is shown.
  var monitor: Monitor?
  var profilesRefused: UInt64 = 0
  var expiryDue = Int64.min
  /// One byte more than is accepted shows that a packet was longer.
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: OSCPacket.byteLimit + 1, alignment: 16)

  /// - Parameters:
  ///   - folder: The folder of network.json; empty: none.
  ///   - interfaces: This machine's, unless a test has others.
  init(folder: [UInt8] = [], interfaces: Interfaces = Interfaces()) {
    policy = NetworkPolicy(folder: folder, interfaces: interfaces)
  }

  deinit {
    buffer.deallocate()
    announcer.announce(ServiceAnnouncement())
  }

  var isIdle: Bool { instances.isEmpty && endpoints.isEmpty }
  /// Whether a full ring keeps events waiting.
  var isBlocked: Bool { instances.contains { $0.isBlocked } }

  func add(
    _ link: UnsafeMutablePointer<InstanceLink>, _ store: PatchStore? = nil, _ grid: GridStore? = nil
  ) {
    if instances.contains(where: { $0.link == link }) { return }
    instanceNumber += 1
    instances.append(ListeningInstance(link, store, grid, number: instanceNumber))
  }

  func remove(_ link: UnsafeMutablePointer<InstanceLink>) {
    instances.removeAll { $0.link == link }
    link.pointee.port.store(0, ordering: .relaxed)
  }

  // MARK: Wishes

  /// Opens, binds anew and closes sockets as the instances wish, and stores their ports in their links.
  func applyWishes(at now: Int64) {
    for each in instances {
      let wish = SurfaceWish(packed: each.link.pointee.wish.load(ordering: .relaxed))
      if wish != each.wish {
        each.apply(wish, at: now, counting: endpoint(of: each)?.counters ?? Counters())
      }
    }
    for each in instances where each.wish.listen != .off { open(each.wish.port, at: now) }
    for each in endpoints where now - each.wanted >= Self.linger { closeConnections(of: each, at: now) }
    endpoints.removeAll { now - $0.wanted >= Self.linger }
    announceService()
    for each in instances {
      each.link.pointee.port.store(endpoint(of: each).map { UInt32($0.port) } ?? 0, ordering: .relaxed)
    }
  }

  func endpoint(of instance: ListeningInstance) -> Endpoint? {
    instance.wish.listen == .off ? nil : endpoints.first { $0.wished == instance.wish.port }
  }

  func endpoint(of key: SenderKey) -> Endpoint? { endpoints.first { $0.wished == key.port } }

  /// Has the wished port open, bound to the widest of its users' wishes.
  private func open(_ port: UInt16, at now: Int64) {
    let isNetwork = instances.contains { $0.wish.port == port && $0.wish.listen == .network }
    var counters = Counters()
    if let index = endpoints.firstIndex(where: { $0.wished == port }) {
      if endpoints[index].isNetwork == isNetwork {
        endpoints[index].wanted = now
        return
      }
      // Closes the old socket first, because two cannot be bound to one port.
      closeConnections(of: endpoints[index], at: now)
      counters = endpoints.remove(at: index).counters
    }
    if let new = Endpoint(wished: port, isNetwork: isNetwork, at: now, counters: counters) {
      new.counters[.profileRefused] = profilesRefused
      monitor?.observe(new.counters)
      endpoints.append(new)
    }
  }

  /// Moves waiting events into the rings.
  func deliver() {
    for each in instances { each.deliver() }
  }
}
