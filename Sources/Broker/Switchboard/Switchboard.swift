// The broker's state without its thread: instances, sockets, senders and subscribers. This file opens and
// closes sockets by the wishes of the instances. Input thread. The broker calls every method but `work` under
// its mutex with the monotonic time, so that tests can do the same.
import CPosix
import Dialects
import OSC
import Profiles
import RealTime
import Stores
import Synchronization
import Tangibles
import Text

final class Switchboard {
  /// A socket stays open for this time after its last user, so that a host that deactivates and activates an
  /// instance loses nothing. Nanoseconds.
  static let linger: Int64 = 5_000_000_000
  /// A turn reads no further packet after this time. Nanoseconds.
  static let turnLength: Int64 = 2_000_000
  /// Packets of one sender that a turn handles as they come. Further ones wait until the packets of all
  /// others have been handled.
  static let share = 64
  /// Packets of one sender that may wait, and of all. Further ones are dropped.
  static let waitingOfSender = 1024
  static let waiting = 4096
  static let expiryPeriod: Int64 = 50_000_000

  private(set) var instances: [ListeningInstance] = []
  private(set) var endpoints: [Endpoint] = []
  var timeout = SurfaceDecoder.defaultTimeout
  var senders = SenderRegistry()
  var policy: NetworkPolicy
  let announcer = Announcer()
  var announcedService = ServiceAnnouncement()
  private var instanceNumber = 0
  var subscribers = Subscribers()
  var outputSender = OutputSender()
  var monomes = MonomeSocket()
  var pendingSubscriptions = PendingSubscriptions()
  /// The time of the next update to a subscriber; nil: none waits.
  var nextUpdate: Int64?
  let watch = FolderWatch()
  let reader = CommandReader()
  var profileFolders: ProfileFolders?
  /// Reports what is read and refused; nil: no reports.
  var monitor: Monitor?
  var profilesRefused: UInt64 = 0
  /// Requests and results of `work`.
  var profilesAreDue = false
  var hasReadProfiles = false
  var readingOfProfiles: [InputProfile]?
  /// The objects that are recognized, and the folder of their definitions; nil: none.
  private(set) var objects = TangibleLibrary()
  var objectFolder: ObjectFolder?
  var objectsAreDue = false
  var readingOfObjects: TangibleLibrary?
  /// Where each sender was touched last, in its own coordinates, and how many touches began there.
  var lastTouches: [SenderKey: (id: Int32, x: Float, y: Float, count: Int)] = [:]
  /// The tables that windows simulate, and until when the latest one is looked at often.
  var simulatedTables: [SimulatedTable] = []
  var policyIsDue = false
  var policyHasChanged = false
  /// Packets that wait because their sender has had its share of the turn.
  var deferred = RankedQueue<DeferredPacket>(limitOfSender: waitingOfSender, limit: waiting)
  var packetsOfTurn: [SenderKey: Int] = [:]
  var turns = 0
  var latestArrival = Int64.min
  var verification = SenderVerification()
  /// Returns whether a local sender is a program of the current user. Tests replace it.
  var isOwn: (Endpoint, tactus_datagram) -> Bool = { $0.isOwn($1) }
  var requests = RankedQueue<Request>(limitOfSender: Request.limitOfSender, limit: Request.limit)
  var deferredTasks: [DeferredTask] = []
  var delayed: [DelayedCommand] = []
  var listings = Listings()
  /// Questions about scenes that wait for their answers.
  var sceneQuestions = WaitingQuestions()
  var unwatchedListsDue = Int64.min
  let answers = AnswerBudget()
  /// The clock that ends a turn, nanoseconds. One that stands still never does.
  let clock: () -> Int64
  /// The number of the last take.
  var takeNumber: UInt32 = 0
  var expiryDue = Int64.min
  /// It has one byte more than the longest accepted packet, to notice a longer one.
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: OSCPacket.byteLimit + 1, alignment: 16)

  /// - Parameters:
  ///   - folder: The folder of network.json; empty: none.
  ///   - interfaces: Those of this machine; a test has its own.
  ///   - clock: See the property.
  init(
    folder: [UInt8] = [], interfaces: Interfaces = Interfaces(), clock: @escaping () -> Int64 = { 0 }
  ) {
    self.clock = clock
    policy = NetworkPolicy(folder: folder, interfaces: interfaces)
  }

  deinit {
    buffer.deallocate()
    announcer.announce(ServiceAnnouncement())
  }

  var isIdle: Bool { instances.isEmpty && endpoints.isEmpty && !monomes.isOpen }
  /// Whether the profiles of its folders have never been read.
  var lacksProfiles: Bool { profileFolders != nil && !hasReadProfiles }
  /// Whether a full ring keeps events waiting.
  var isBlocked: Bool { instances.contains { $0.isBlocked } }
  /// Whether a window of an instance is open, and whether such an instance has sent something.
  var hasWindow: Bool { instances.contains { $0.link.pointee.hasWindow.load(ordering: .relaxed) } }
  var hasWindowRequests: Bool {
    instances.contains {
      $0.link.pointee.hasWindow.load(ordering: .relaxed) && $0.link.pointee.hasStoreRequests
    }
  }
  /// Whether something waits that no descriptor shows.
  var isBusy: Bool {
    deferred.count > 0 || endpoints.contains { $0.connections.contains { $0.hasPackets } }
  }

  func add(
    _ link: UnsafeMutablePointer<InstanceLink>, _ store: PatchStore? = nil, _ grid: GridStore? = nil,
    sceneRequests: UnsafeMutablePointer<SceneRequestQueue>? = nil
  ) {
    if instances.contains(where: { $0.link == link }) { return }
    instanceNumber += 1
    let new = ListeningInstance(
      link, store, grid, sceneRequests: sceneRequests, number: instanceNumber)
    new.use(objects, wanted: new.wishedObjects, at: .min, counting: Counters())
    instances.append(new)
    store?.sendBases(true)
  }

  /// Recognizes for each instance the objects that its patch wants.
  func narrowObjects(at now: Int64) {
    if objects.definitions.isEmpty { return }
    for each in instances {
      let wanted = each.wishedObjects
      if wanted == each.wantedObjects { continue }
      each.use(
        objects, wanted: wanted, at: now, counting: endpoint(of: each)?.counters ?? Counters())
    }
  }

  /// Starts recognizing these objects.
  func use(_ objects: TangibleLibrary, at now: Int64) {
    self.objects = objects
    for each in instances {
      each.use(objects, wanted: each.wishedObjects, at: now, counting: counters(of: each))
    }
  }

  /// When an instance has something to do without a further packet.
  var nextDeadline: Int64? { instances.compactMap { $0.nextDeadline }.min() }

  func remove(_ link: UnsafeMutablePointer<InstanceLink>) {
    let gone = instances.filter { $0.link == link }
    instances.removeAll { $0.link == link }
    for each in gone { each.store?.sendBases(false) }
    simulatedTables.removeAll { $0.instance.link == link }
    link.pointee.port.store(0, ordering: .relaxed)
    for each in gone { releaseMonomes(of: each) }
  }

  // MARK: Wishes

  /// Opens, binds again and closes sockets by the wishes of the instances, and stores the ports in their
  /// links.
  func applyWishes(at now: Int64) {
    for each in instances {
      let wish = ListenSettings(packed: each.link.pointee.wish.load(ordering: .relaxed))
      if wish != each.wish {
        each.apply(wish, at: now, counting: counters(of: each))
      }
    }
    for each in instances where each.wish.listen != .off { open(each.wish.port, at: now) }
    for each in endpoints where now - each.wanted >= Self.linger { closeConnections(of: each, at: now) }
    endpoints.removeAll { now - $0.wanted >= Self.linger }
    announceService()
    applyMonomeWishes()
    for each in instances {
      each.link.pointee.port.store(endpoint(of: each).map { UInt32($0.port) } ?? 0, ordering: .relaxed)
    }
  }

  func endpoint(of instance: ListeningInstance) -> Endpoint? {
    instance.wish.listen == .off ? nil : endpoints.first { $0.requestedPort == instance.wish.port }
  }

  /// Where an instance's events are counted. One that does not listen has events of its windows' tables.
  func counters(of instance: ListeningInstance) -> Counters {
    endpoint(of: instance)?.counters ?? Counters()
  }

  func endpoint(of key: SenderKey) -> Endpoint? { endpoints.first { $0.requestedPort == key.port } }

  /// Opens the requested port, bound to the widest wish of its users.
  private func open(_ port: UInt16, at now: Int64) {
    let isNetwork = instances.contains { $0.wish.port == port && $0.wish.listen == .network }
    var counters = Counters()
    if let index = endpoints.firstIndex(where: { $0.requestedPort == port }) {
      if endpoints[index].isNetwork == isNetwork {
        endpoints[index].wanted = now
        return
      }
      // Closes the old socket first, because two cannot be bound to one port.
      closeConnections(of: endpoints[index], at: now)
      counters = endpoints.remove(at: index).counters
    }
    if let new = Endpoint(
      requestedPort: port, isNetwork: isNetwork, at: now, counters: counters, budget: answers)
    {
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
