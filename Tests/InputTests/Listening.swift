// A decoder whose events are kept.
import Documents
import Input
import RealTime

struct Listening: ~Copyable {
  var decoder: SurfaceDecoder
  var events: [SurfaceEvent] = []

  init(surface: UInt8? = nil, profiles: [InputProfile] = []) {
    decoder = SurfaceDecoder(surface: surface, profiles: profiles)
  }

  /// Decodes `packet`; what it made.
  @discardableResult
  mutating func hear(_ packet: [UInt8], from source: UInt32 = 1, at seconds: Double = 0, isLocal: Bool = true)
    -> [SurfaceEvent]
  {
    var made: [SurfaceEvent] = []
    packet.withUnsafeBytes {
      decoder.decode(
        packet: $0, from: source, at: Int64(seconds * 1e9), isLocal: isLocal, emit: { made.append($0) })
    }
    events += made
    return made
  }

  mutating func expire(at seconds: Double) -> [SurfaceEvent] {
    var made: [SurfaceEvent] = []
    decoder.expire(at: Int64(seconds * 1e9)) { made.append($0) }
    events += made
    return made
  }

  /// The reasons counted so far, each with its count.
  var refusals: [Refusal: UInt64] {
    var counts: [Refusal: UInt64] = [:]
    for reason in Refusal.allCases where decoder.counters[reason] > 0 {
      counts[reason] = decoder.counters[reason]
    }
    return counts
  }
}

extension SurfaceEvent {
  /// A short form to compare: kind, id and place.
  var brief: String { kind == .panic ? "panic" : "\(kind) \(id) \(x) \(y)" }
}
