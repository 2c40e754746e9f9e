// Decodes packets to touches without sockets and clocks, with the dialects and the rules for touches. For the
// command, the page and tests. Any one thread at a time.
import Profiles
import RealTime
import Tangibles
import Text

/// Decodes the packets of surfaces as one instance receives them.
///
/// The events are normalised. Every touch begins exactly once and ends exactly once, either by `ended` or by
/// `panic`. x and y are finite and within 0…1, also in the event that ends a touch. The source of an event is
/// the caller's number, with the surface of the message in the upper byte (0: none). A sender with several
/// sources has another number for each of them.
public struct SurfaceDecoder: ~Copyable {
  /// Touches end after this silence, nanoseconds; 0: never. It is 30 s unless `/tactus/timeout` or the caller
  /// sets another. A touch of a source that never sends `alive` ends by its own silence. The touches of other
  /// sources end together, by the time since their last packet of any kind.
  public var timeout = SurfaceDecoder.defaultTimeout
  // A variable, because Swift 6.3 cannot compile changes through a constant one under the thread sanitizer.
  public private(set) var counters = Counters()
  private let surface: UInt8?
  private var touches = ListenerTouches()
  private let table: (_ source: UInt32, _ name: [UInt8]) -> TangibleSurface?
  private let described: (_ source: UInt32, _ name: [UInt8]) -> NetworkSource?
  private let reader = CommandReader()
  private var streams = SenderRegistry(firstMachine: 2048)

  public static let defaultTimeout: Int64 = 30_000_000_000

  /// - Parameters:
  ///     - surface: Messages to this surface are read, and messages without a surface. 0: only the latter;
  ///     nil: all.
  ///     - profiles: The rules for messages of other programs.
  ///     - objects: The objects that are recognized among the touches.
  ///     - table: Where they may lie: the surface of a source, by the caller's number and a name of TUIO.
  ///     - described: What network.json says of it, likewise: how its places are straightened, and its layout
  ///     and name where it does not announce them itself.
  public init(
    surface: UInt8? = nil, profiles: [InputProfile] = [], objects: TangibleLibrary = TangibleLibrary(),
    table: @escaping (_ source: UInt32, _ name: [UInt8]) -> TangibleSurface? = { _, _ in nil },
    described: @escaping (_ source: UInt32, _ name: [UInt8]) -> NetworkSource? = { _, _ in nil }
  ) {
    self.surface = surface
    self.table = table
    self.described = described
    reader.use(profiles) { _, _, _ in }
    touches.use(objects, at: .min) { _, _ in }
  }

  /// The objects on the table, as JSON for screens.
  public var tableWords: [UInt8] { touches.tableWords(withLibrary: true, hasSize: true).bytes }

  /// The recognition, or nil if there are no definitions of objects.
  public var tracker: TangibleTracker? { touches.tracker }

  /// Spots that the surfaces show below the light sensors of objects.
  public var shows: [ObjectShow] { touches.shows }

  /// The number of live touches.
  public var liveCount: Int { touches.liveCount }

  /// Decodes one packet: an OSC message or bundle, or lines of JSON. Each refused part is counted.
  /// - Parameters:
  ///   - packet: The payload of one UDP datagram; need not be aligned.
  ///   - source: The number of the sender, made by `SenderNumber`.
  ///   - time: The packet's arrival, nanoseconds of any clock that does not run backwards.
  ///   - isLocal: Whether the sender is on this machine; others may not send `/tactus/timeout`.
  ///   - emit: Receives each event with its time: that of the packet, or when it was due before.
  public mutating func decode(
    packet: UnsafeRawBufferPointer, from source: UInt32, at time: Int64, isLocal: Bool = true,
    emit: (SurfaceEvent, Int64) -> Void
  ) {
    counters.packets += 1
    reader.read(packet, from: Self.key(source), at: time, counting: counters) { command, context in
      handle(command, context, from: source, at: time, isLocal: isLocal, emit: emit)
    }
  }

  /// The key of a sender: machine and socket of the caller's number stand for an address.
  private static func key(_ source: UInt32) -> SenderKey {
    SenderKey(address: source >> 12, socket: source & SenderNumber.limit)
  }

  private mutating func handle(
    _ command: Command, _ context: CommandContext, from source: UInt32, at time: Int64, isLocal: Bool,
    emit: (SurfaceEvent, Int64) -> Void
  ) {
    if let surface, context.surface != 0, context.surface != surface { return }
    switch command {
    case .play(let event): play(event, context, from: source, at: time, emit: emit)
    case .routed(.tangible(let message)):
      let counters = counters
      touches.handle(message, at: time, counting: counters) { event, time in
        counters.events += 1
        emit(event, time)
      }
    case .routed(.foreign(_, _, let isKnown)): if !isKnown { counters[.unknownAddress] += 1 }
    case .sender(let message): handle(message, from: source, at: time, isLocal: isLocal, emit: emit)
    case .request(.timeout(let nanoseconds)):
      if isLocal { timeout = nanoseconds } else { counters[.notThisMachine] += 1 }
    case .routed, .request: break  // There are neither macros nor documents.
    }
  }

  private mutating func play(
    _ event: PerformanceEvent, _ context: CommandContext, from source: UInt32, at time: Int64,
    emit: (SurfaceEvent, Int64) -> Void
  ) {
    let (counters, reader, table, described) = (counters, reader, table, described)
    guard let number = number(of: source, context.stream, at: time) else {
      counters[.tooManySenders] += 1
      return
    }
    touches.handle(
      event.straightened(by: described(source, context.source)?.map), surface: context.surface,
      from: number, at: time, isOrdered: context.isOrdered,
      hasRoom: true, counting: counters,
      announcement: {
        reader.announcement(of: Self.key(source), context)
          .completed(by: SourceAnnouncement(described(source, context.source)))
          .completed(by: .named(context.source)).events
      },
      table: { table(source, context.source) }
    ) { event, time in
      counters.events += 1
      emit(event, time)
    }
  }

  private mutating func handle(
    _ message: SenderMessage, from source: UInt32, at time: Int64, isLocal: Bool,
    emit: (SurfaceEvent, Int64) -> Void
  ) {
    let key = Self.key(source)
    switch message {
    case .gone:
      reader.end(key) { handle($0, $1, from: source, at: time, isLocal: isLocal, emit: emit) }
      end(key, at: time, emit: emit)
    case .named(let name):
      reader.restart(name, of: key) { key, command, context in
        handle(command, context, from: key.number, at: time, isLocal: isLocal, emit: emit)
      }
    case .unnamed(let profile, let ids):
      reader.restart(unnamed: profile, ids, of: key) { key, command, context in
        handle(command, context, from: key.number, at: time, isLocal: isLocal, emit: emit)
      }
    case .timeout: break  // stored by the reader
    case .noted, .profileMessage: break
    }
  }

  /// The sender's own number, or that of one of its streams.
  private mutating func number(of source: UInt32, _ stream: UInt16, at time: Int64) -> UInt32? {
    if stream == 0 { return source }
    return streams.number(
      of: Self.key(source), stream: stream, at: time, isSilent: { touches.isSilent($0) },
      forget: { _ in })
  }

  /// Ends touches that are silent for longer than `timeout` at `time`. The caller calls it now and then.
  public mutating func expire(at time: Int64, emit: (SurfaceEvent, Int64) -> Void) {
    let counters = counters
    var gone: [SenderKey] = []
    reader.expire(at: time, silence: timeout, counting: { _ in counters }) { key, command, context in
      handle(command, context, from: key.number, at: time, isLocal: true, emit: emit)
    } gone: {
      gone.append($0)
    }
    for key in gone { end(key, at: time, emit: emit) }
    var lifetimes: [UInt32: SenderLifetime] = [:]
    for (key, lifetime) in reader.lifetimes {
      for number in [key.number] + streams.numbers(of: key) { lifetimes[number] = lifetime }
    }
    touches.expire(at: time, timeout: timeout, lifetimes: lifetimes) { event, time in
      counters.events += 1
      emit(event, time)
    }
  }

  /// Ends everything that a sender and its streams hold.
  private mutating func end(_ key: SenderKey, at time: Int64, emit: (SurfaceEvent, Int64) -> Void) {
    let counters = counters
    for number in [key.number] + streams.numbers(of: key) {
      touches.end(number, at: time) { event, time in
        counters.events += 1
        emit(event, time)
      }
    }
  }
}

extension SenderKey {
  /// The number that the caller has given the sender.
  fileprivate var number: UInt32 { SenderNumber.make(machine: address, socket: socket) }
}
