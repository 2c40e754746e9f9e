// Listens as an instance does and shows received packets, their commands and refusals, for `tactus listen`.
// Any one thread, but not the audio thread.
import CPosix
import Dialects
import OSC
import RealTime
import Stores
import Synchronization
import Tangibles
import Text

/// One report of a monitor. Reports come in the order of the events.
public enum MonitorEvent {
  /// A sender's packet, or a packet of its stream. The next reports are about it, up to the next packet or
  /// sender.
  case packet([UInt8], Sender)
  /// The sender of the next reports, which no packet has caused: incomplete bytes, a refused connection,
  /// silence.
  case sender(Sender)
  /// A command of a dialect, with the user and type of TUIO 2.0; 0: not stated.
  case read(Dialect, Reading, user: UInt16, type: UInt16)
  case refused(Refusal)
  /// An event that the instance receives.
  case event(SurfaceEvent)
  /// An object on the table is in another state: where it lies, in millimeters and turns.
  case object(name: [UInt8], TangibleState, x: Float, y: Float, turns: Float)
  case closed(Sender)
  /// A profile or network.json has an error.
  case broken(path: [UInt8], DocumentError)

  public struct Sender: Equatable, Sendable {
    /// IPv4, host byte order.
    public let address: UInt32
    public let port: UInt16
    public let isStream: Bool
  }

  /// A message as a command.
  public enum Reading {
    case touch(word: StaticString, id: Int32, x: Float, y: Float)
    case alive([Int32])
    case event(SurfaceEvent)
    case learnable(address: [UInt8], value: Float)
    case control(Int32, Float)
    case noted
    /// A report of the sensors of an object with a radio.
    case tangible(PercMessage)
    /// A message of a profile about a touch that has not begun yet: what it waits for.
    case waiting(profile: [UInt8], for: [UInt8])
    /// Another command: its word.
    case other(StaticString)
  }
}

/// Reports what the switchboard reads and refuses.
final class Monitor {
  private let show: (MonitorEvent) -> Void
  /// The sender that was reported last, and the sender of the next reports.
  private var shown: MonitorEvent.Sender?
  private var next: MonitorEvent.Sender?

  init(_ show: @escaping (MonitorEvent) -> Void) { self.show = show }

  /// Reports the refusals that `counters` counts from now on.
  func observe(_ counters: Counters) {
    counters.onRefusal = { [self] reason in
      showSender()
      show(.refused(reason))
    }
  }

  func packet(_ packet: UnsafeRawBufferPointer, _ sender: tactus_datagram) {
    (shown, next) = (sender.public, nil)
    show(.packet(Array(packet), sender.public))
  }

  /// Sets the sender of the next reports. It is reported only if another report follows.
  func sender(_ sender: tactus_datagram) { next = sender.public }

  private func showSender() {
    if let next, next != shown { show(.sender(next)) }
    (shown, next) = (next ?? shown, nil)
  }

  func closed(_ sender: tactus_datagram) { show(.closed(sender.public)) }
  func refused(_ path: [UInt8], _ error: DocumentError) {
    next = nil
    show(.broken(path: path, error))
  }

  func read(_ command: Command, _ context: CommandContext) {
    let reading: MonitorEvent.Reading
    switch command {
    // The message's command or refusal is reported separately.
    case .sender(.named), .sender(.unnamed), .request(.refused): return
    case .sender(.profileMessage(let message)):
      if message.awaited.isEmpty { return }
      showSender()
      return show(.read(.profile, .waiting(profile: message.name, for: message.awaited), user: 0, type: 0))
    case .play(let event): reading = Self.reading(event)
    case .routed(let message): reading = Self.reading(message)
    case .sender(let message): reading = Self.reading(message)
    case .request(let request): reading = .other(request.address)
    }
    showSender()
    show(.read(context.dialect, reading, user: context.user, type: context.type))
  }

  private static func reading(_ event: PerformanceEvent) -> MonitorEvent.Reading {
    switch event {
    case .touch(let report): .touch(word: report.word.symbol, id: report.id, x: report.x, y: report.y)
    case .alive(let ids): .alive(ids)
    case .event(let event): .event(event)
    case .panic: .other("panic")
    }
  }

  private static func reading(_ message: RoutedMessage) -> MonitorEvent.Reading {
    switch message {
    case .foreign(let address, let value, _): .learnable(address: address, value: value)
    case .control(let number, let value): .control(number, value)
    case .message: .noted
    case .tangible(let message): .tangible(message)
    }
  }

  private static func reading(_ message: SenderMessage) -> MonitorEvent.Reading {
    switch message {
    case .noted, .profileMessage, .named, .unnamed: .noted
    case .timeout: .other("source/timeout")
    case .gone: .other("source/gone")
    }
  }
}

extension NetworkRequest {
  /// The first part of its address.
  fileprivate var address: StaticString {
    switch self {
    case .learn: "macro/learn"
    case .timeout: "timeout"
    case .stats: "stats"
    case .patch: "patch"
    case .grid: "grid"
    case .scene: "scene"
    case .subscribe: "subscribe"
    case .confirm: "subscribe/confirm"
    case .stage: "stage"
    case .take: "take"
    case .refused: ""
    }
  }
}

extension TouchReport.Word {
  fileprivate var symbol: StaticString {
    switch self {
    case .began: "began"
    case .moved: "moved"
    case .ended: "ended"
    }
  }
}

extension tactus_datagram {
  fileprivate var `public`: MonitorEvent.Sender {
    MonitorEvent.Sender(address: address, port: port, isStream: is_stream != 0)
  }
}

/// A listening instance without sound.
public final class SurfaceMonitor {
  private let switchboard = Switchboard(
    folder: UserFolders.configuration(), clock: { tactus_monotonic() })
  private let link = UnsafeMutablePointer<InstanceLink>.allocate(capacity: 1)
  private let show: (MonitorEvent) -> Void
  /// The states of the objects that were shown last, in the order of their definitions.
  private var states: [TangibleState] = []

  /// - Parameters:
  ///   - wish: The wish of an instance; its port is the first that is tried.
  ///   - profiles: The folders of input profiles.
  ///   - objects: The folder of the definitions of objects.
  public init(
    _ wish: ListenSettings, profiles: ProfileFolders, objects: ObjectFolder? = nil,
    show: @escaping (MonitorEvent) -> Void
  ) {
    self.show = show
    link.initialize(to: InstanceLink())
    link.pointee.wish.store(wish.packed, ordering: .relaxed)
    switchboard.monitor = Monitor(show)
    switchboard.useProfiles(in: profiles)
    switchboard.useObjects(in: objects)
    switchboard.add(link)
    switchboard.applyWishes(at: tactus_monotonic())
  }

  deinit {
    link.deinitialize(count: 1)
    link.deallocate()
  }

  /// The open port; 0: none.
  public var port: UInt16 { UInt16(link.pointee.port.load(ordering: .relaxed)) }
  public var profileCount: Int { switchboard.reader.profiles.count }
  public var liveCount: Int { switchboard.instances.reduce(0) { $0 + $1.liveCount } }
  /// The counters of the port.
  public var counters: Counters? { switchboard.endpoints.first?.counters }

  /// Waits for packets, at most this long, and reports them.
  public func turn(milliseconds: Int32) {
    let descriptors = switchboard.endpoints.flatMap { $0.descriptors } + switchboard.watch.descriptors
    var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    poll(&polled, nfds_t(polled.count), switchboard.isBusy ? 0 : milliseconds)
    let now = tactus_monotonic()
    switchboard.applyWishes(at: now)
    switchboard.receive(at: now, offset: tactus_realtime() - now)
    switchboard.servePatches(at: now)
    while let message = link.pointee.events.pop() { show(.event(message.event)) }
    showObjects()
  }

  /// Shows each object that has another state than before.
  private func showObjects() {
    guard let tracker = switchboard.instances.first?.tracker else { return }
    let definitions = tracker.library.definitions
    if states.count != definitions.count { states = definitions.map { _ in .away } }
    for index in definitions.indices where tracker.state(of: index) != states[index] {
      states[index] = tracker.state(of: index)
      let pose = tracker.pose(of: index)
      show(
        .object(
          name: definitions[index].name, states[index], x: pose.place.x, y: pose.place.y, turns: pose.turns))
    }
  }
}
