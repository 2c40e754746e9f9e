// A decoder that keeps its events. Not for the audio thread.
import InputTestSupport
import Profiles
import RealTime

@testable import Dialects

struct Listening: ~Copyable {
  var decoder: SurfaceDecoder
  /// All events but the names of sources, which come before each of their touches.
  var events: [SurfaceEvent] = []
  /// The names by source, without the zeros at their ends.
  var names: [UInt32: String] = [:]

  init(surface: UInt8? = nil, profiles: [InputProfile] = []) {
    decoder = SurfaceDecoder(surface: surface, profiles: profiles)
  }

  /// Decodes `packet` and returns its events.
  @discardableResult
  mutating func receive(
    _ packet: [UInt8], from source: UInt32 = 1, at seconds: Double = 0, isLocal: Bool = true
  ) -> [SurfaceEvent] {
    var made: [SurfaceEvent] = []
    packet.withUnsafeBytes {
      decoder.decode(
        packet: $0, from: source, at: Int64(seconds * 1e9), isLocal: isLocal,
        emit: { event, _ in made.append(event) })
    }
    return keep(made)
  }

  mutating func expire(at seconds: Double) -> [SurfaceEvent] {
    var made: [SurfaceEvent] = []
    decoder.expire(at: Int64(seconds * 1e9)) { event, _ in made.append(event) }
    return keep(made)
  }

  private mutating func keep(_ made: [SurfaceEvent]) -> [SurfaceEvent] {
    for each in made where each.kind == .sourceName {
      names[each.source] = (each.id == 0 ? "" : names[each.source]!) + each.namePart
    }
    let others = made.filter { $0.kind != .sourceName }
    events += others
    return others
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
