// Listens as an instance would and tells what arrives, how it is read and what is refused: for `tactus listen`. Any one
// thread that is not the audio thread.
import CSystem
import RealTime
import Stores
import Synchronization
import Text

/// What a monitor tells, in the order in which it happens.
public enum Heard {
  /// A sender's packet, or a packet of its stream. What follows, up to the next, is about it.
  case packet([UInt8], Sender)
  /// Of whom the next is, which no packet brought: bytes that make none, a connection that is refused, silence.
  case sender(Sender)
  /// Whose it is and what kind of thing, where a table tells that; else 0.
  case read(Dialect, Reading, user: UInt16, type: UInt16)
  case refused(Refusal)
  /// What the instance is told.
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
    case thing(SurfaceEvent)
    case learnable(address: [UInt8], value: Float)
    case control(Int32, Float)
    case noted
    /// Of a profile: nothing is told of a touch yet, because of what it waits for.
    case waiting(profile: [UInt8], for: [UInt8])
    /// Of what is not of a surface: what it is about.
    case other(StaticString)
  }
}

/// The switchboard's way to tell.
final class Monitor {
  private let tell: (Heard) -> Void
  /// Of whom was told last, and of whom the next is.
  private var told: Heard.Sender?
  private var next: Heard.Sender?

  init(_ tell: @escaping (Heard) -> Void) { self.tell = tell }

  func listen(to counters: Counters) {
    counters.heard = { [self] reason in
      tellWho()
      tell(.refused(reason))
    }
  }

  func packet(_ packet: UnsafeRawBufferPointer, _ sender: tactus_datagram) {
    (told, next) = (sender.public, nil)
    tell(.packet(Array(packet), sender.public))
  }

  /// Whatever follows is about this sender; if nothing does, nobody is told.
  func sender(_ sender: tactus_datagram) { next = sender.public }

  private func tellWho() {
    if let next, next != told { tell(.sender(next)) }
    (told, next) = (next ?? told, nil)
  }

  func closed(_ sender: tactus_datagram) { tell(.closed(sender.public)) }
  func refused(_ path: [UInt8], _ error: DocumentError) {
    next = nil
    tell(.broken(path: path, error))
  }

  func read(_ command: Command, _ envelope: CommandContext) {
    switch command {
    case .named: return  // beside what the message commands
    case .spoke(let spoken):  // this too
      if !spoken.awaited.isEmpty {
        tellWho()
        tell(
          .read(.profile, .waiting(profile: spoken.name, for: spoken.awaited), user: 0, type: 0))
      }
      return
    default: tellWho()
    }
    let reading: Heard.Reading =
      switch command {
      case .touch(let report):
        .touch(word: report.word.symbol, id: report.id, x: report.x, y: report.y)
      case .alive(let ids): .alive(ids)
      case .thing(let event): .thing(event)
      case .foreign(let address, let value, _): .learnable(address: address, value: value)
      case .control(let number, let value): .control(number, value)
      case .noted, .spoke, .named: .noted
      case .learn: .other("macro/learn")
      case .panic: .other("panic")
      case .timeout: .other("timeout")
      case .stats: .other("stats")
      case .patch: .other("patch")
      case .grid: .other("grid")
      case .subscribe: .other("subscribe")
      }
    tell(.read(envelope.dialect, reading, user: envelope.user, type: envelope.type))
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
  private let feed = UnsafeMutablePointer<InstanceLink>.allocate(capacity: 1)
  private let tell: (Heard) -> Void

  /// - Parameters:
  ///   - wish: what an instance would wish; its port is the first that is tried.
  ///   - profiles: where input profiles lie.
  public init(_ wish: SurfaceWish, profiles: ProfileFolders, tell: @escaping (Heard) -> Void) {
    self.tell = tell
    feed.initialize(to: InstanceLink())
    feed.pointee.wish.store(wish.packed, ordering: .relaxed)
    switchboard.monitor = Monitor(tell)
    switchboard.useProfiles(in: profiles)
    switchboard.add(feed)
    switchboard.followWishes(at: tactus_monotonic())
  }

  deinit {
    feed.deinitialize(count: 1)
    feed.deallocate()
  }

  /// The port that is open; 0 when there is none.
  public var port: UInt16 { UInt16(feed.pointee.port.load(ordering: .relaxed)) }
  public var profileCount: Int { switchboard.reader.profiles.count }
  public var liveCount: Int { switchboard.listeners.reduce(0) { $0 + $1.liveCount } }
  /// What was counted on the port.
  public var counters: Counters? { switchboard.endpoints.first?.counters }

  /// Waits for packets, at most so long, and tells of them.
  public func turn(milliseconds: Int32) {
    let descriptors = switchboard.endpoints.flatMap { $0.descriptors } + switchboard.watch.descriptors
    var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    poll(&polled, nfds_t(polled.count), milliseconds)
    let now = tactus_monotonic()
    switchboard.followWishes(at: now)
    switchboard.receive(at: now, offset: tactus_realtime() - now)
    switchboard.servePatches(at: now)
    while let message = feed.pointee.events.pop() { tell(.event(message.event)) }
  }
}
