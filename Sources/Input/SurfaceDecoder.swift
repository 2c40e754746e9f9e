// Packets in, touches out: all that the broker knows about surfaces, without sockets and clocks, for the
// command and for tests. One thread at a time.
import RealTime

/// Decodes the packets of surfaces as one instance would hear them.
///
/// The events are normalised: every touch begins exactly once and ends exactly once, either by `ended` or by
/// `panic`; x and y are finite and within 0…1, also where a touch ends. Their source is the caller's number
/// with the surface that the message was addressed to in the upper byte (0: none).
public struct SurfaceDecoder: ~Copyable {
  /// After this time the silent touches of sources that never send `alive` end; 0: never. Nanoseconds; 30 s
  /// unless `/tactus/timeout` or the caller says otherwise.
  public var timeout = SurfaceDecoder.defaultTimeout
  public let counters = Counters()
  private let surface: UInt8?
  private var touches = TouchTable()

  public static let defaultTimeout: Int64 = 30_000_000_000

  /// - Parameter surface: The surface whose addressed messages are taken beside the unaddressed (0: only
  ///   those); nil: all.
  public init(surface: UInt8? = nil) { self.surface = surface }

  /// How many touches are live now.
  public var liveCount: Int { touches.liveCount }

  /// Decodes one packet: an OSC message or bundle. Whatever is wrong with it is counted.
  /// - Parameters:
  ///   - packet: The payload of one UDP datagram; need not be aligned.
  ///   - source: A number for the sender, made by `SenderNumber`.
  ///   - time: When it arrived, nanoseconds of any clock that does not run backwards.
  ///   - isLocal: Whether the sender is on this machine, as `/tactus/timeout` demands.
  public mutating func decode(
    packet: UnsafeRawBufferPointer, from source: UInt32, at time: Int64, isLocal: Bool = true,
    emit: (SurfaceEvent) -> Void
  ) {
    let counters = counters
    func count(_ event: SurfaceEvent) {
      counters.events += 1
      emit(event)
    }
    counters.packets += 1
    CommandReader.read(packet, counting: counters) { command, address in
      if let surface, address != 0, address != surface { return }
      switch command {
      case .timeout(let nanoseconds):
        if isLocal { timeout = nanoseconds } else { counters[.notThisMachine] += 1 }
      case .touch, .alive, .thing, .panic:
        touches.obey(
          command, surface: address, from: source, at: time, hasRoom: true, counting: counters, emit: count)
      case .foreign: counters[.unknownAddress] += 1
      case .stats, .patch, .grid, .subscribe, .learn: break
      }
    }
  }

  /// Ends the touches that have been silent for too long at `time`; to be called now and then.
  public mutating func expire(at time: Int64, emit: (SurfaceEvent) -> Void) {
    let counters = counters
    touches.expire(at: time, timeout: timeout) { event in
      counters.events += 1
      emit(event)
    }
  }
}

/// Packets → commands: the place where dialects are listed.
enum CommandReader {
  static func read(
    _ packet: UnsafeRawBufferPointer, counting counters: Counters, body: (Command, _ surface: UInt8) -> Void
  ) {
    OSCPacket.read(packet, counting: counters) { message in
      do throws(Refusal) {
        try TactusDialect.translate(message, refuse: { counters[$0] += 1 }, body: body)
      } catch {
        counters[error] += 1
      }
    }
  }
}
