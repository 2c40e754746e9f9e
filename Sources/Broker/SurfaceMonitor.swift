// Listens as an instance does and shows what arrives, how it is read and what is refused: for `tactus
// listen`. Any one thread that is not the audio thread.
import CSystem
import Dialects
import OSC
import RealTime
import Stores
import Synchronization
import Text

/// What a monitor shows, in the order in which it happens.
public enum Heard {
  /// A sender's packet, or a packet of its stream. What follows, up to the next packet or sender, is about
  /// it.
  case packet([UInt8], Sender)
  /// The sender of what follows without a packet: bytes that make none, a connection that is refused,
  /// silence.
  case sender(Sender)
  /// A command of a dialect, with the user and type of TUIO 2.0; 0: not stated.
  case read(Dialect, Reading, user: UInt16, type: UInt16)
  case refused(Refusal)
  /// An event that the instance receives.
  case event(SurfaceEvent)
  case closed(Sender)
  /// A profile or network.json.
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
    /// Of a profile: a touch has not begun, because of what it waits for.
    case waiting(profile: [UInt8], for: [UInt8])
    /// A command that is not of a surface: its word.
    case other(StaticString)
  }
}

/// Shows what the switchboard reads and refuses.
final class Monitor {
  private let show: (Heard) -> Void
  /// The sender that was shown last, and the sender of what comes next.
  private var shown: Heard.Sender?
  private var next: Heard.Sender?

  init(_ show: @escaping (Heard) -> Void) { self.show = show }

  /// Shows the refusals that are counted there from now on.
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

  /// Sets the sender of what follows; it is shown only if something follows.
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
    switch command {
    case .named: return  // beside what the message commands
    case .profileMessage(let message):  // likewise
      if !message.awaited.isEmpty {
        showSender()
        show(
          .read(.profile, .waiting(profile: message.name, for: message.awaited), user: 0, type: 0))
      }
      return
    default: showSender()
    }
    let reading: Heard.Reading =
      switch command {
      case .touch(let report):
        .touch(word: report.word.symbol, id: report.id, x: report.x, y: report.y)
      case .alive(let ids): .alive(ids)
      case .event(let event): .event(event)
      case .foreign(let address, let value, _): .learnable(address: address, value: value)
      case .control(let number, let value): .control(number, value)
      case .noted, .profileMessage, .named: .noted
      case .learn: .other("macro/learn")
      case .panic: .other("panic")
      case .timeout: .other("timeout")
      case .stats: .other("stats")
      case .patch: .other("patch")
      case .grid: .other("grid")
      case .subscribe: .other("subscribe")
      }
    show(.read(context.dialect, reading, user: context.user, type: context.type))
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
  fileprivate var `public`: Heard.Sender {
    Heard.Sender(address: address, port: port, isStream: is_stream != 0)
  }
}

/// A listening instance without sound.
public final class SurfaceMonitor {
  private let switchboard = Switchboard(folder: UserFolders.configuration())
  private let link = UnsafeMutablePointer<InstanceLink>.allocate(capacity: 1)
  private let show: (Heard) -> Void

  /// - Parameters:
  ///   - wish: What an instance would wish; its port is the first that is tried.
  ///   - profiles: The folders of input profiles.
  public init(_ wish: SurfaceWish, profiles: ProfileFolders, show: @escaping (Heard) -> Void) {
    self.show = show
    link.initialize(to: InstanceLink())
    link.pointee.wish.store(wish.packed, ordering: .relaxed)
    switchboard.monitor = Monitor(show)
    switchboard.useProfiles(in: profiles)
    switchboard.add(link)
    switchboard.applyWishes(at: tactus_monotonic())
  }

  deinit {
    link.deinitialize(count: 1)
    link.deallocate()
  }

  /// The port that is open; 0 when there is none.
  public var port: UInt16 { UInt16(link.pointee.port.load(ordering: .relaxed)) }
  public var profileCount: Int { switchboard.reader.profiles.count }
  public var liveCount: Int { switchboard.instances.reduce(0) { $0 + $1.liveCount } }
  /// What was counted on the port.
  public var counters: Counters? { switchboard.endpoints.first?.counters }

  /// Waits for packets, at most so long, and shows them.
  public func turn(milliseconds: Int32) {
    let descriptors = switchboard.endpoints.flatMap { $0.descriptors } + switchboard.watch.descriptors
    var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    poll(&polled, nfds_t(polled.count), milliseconds)
    let now = tactus_monotonic()
    switchboard.applyWishes(at: now)
    switchboard.receive(at: now, offset: tactus_realtime() - now)
    switchboard.servePatches(at: now)
    while let message = link.pointee.events.pop() { show(.event(message.event)) }
  }
}
