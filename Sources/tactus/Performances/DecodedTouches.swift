// A performance as touches in time.
import Console
import Dialects
import Profiles
import RealTime

/// One event and its time.
struct DecodedTouch: Equatable {
  var seconds: Double
  var event: SurfaceEvent
}

extension Performance {
  /// Every touch event up to `end` seconds, with those that timeouts of the decoder cause.
  ///
  /// - Parameters:
  ///   - surface: messages for other surfaces are left out; those for all surfaces stay.
  ///   - profiles: the profiles that read messages of other programs.
  ///   - unread: gets the number of messages with an address that no dialect and no profile knows.
  func touches(
    until end: Double, surface: UInt8 = 0, profiles: [InputProfile] = [],
    unread: (UInt64) -> Void = reportUnread
  ) -> [DecodedTouch] {
    var decoder = SurfaceDecoder(surface: surface, profiles: profiles)
    var found: [DecodedTouch] = []
    let numbers = sourceNumbers
    // A listening plugin checks for silent touches about twenty times a second.
    var tick = 0
    func expire(before seconds: Double) {
      while case let time = Double(tick) / 20, time < seconds {
        decoder.expire(at: Int64(time * 1e9)) { found.append(DecodedTouch(seconds: time, event: $0)) }
        tick += 1
      }
    }
    for packet in packets where packet.seconds <= end {
      expire(before: packet.seconds)
      packet.bytes.withUnsafeBytes {
        decoder.decode(packet: $0, from: numbers[packet.source]!, at: Int64(packet.seconds * 1e9)) {
          found.append(DecodedTouch(seconds: packet.seconds, event: $0))
        }
      }
    }
    expire(before: end)
    unread(decoder.counters[.unknownAddress])
    return found
  }
}

/// Warns that a number of messages plays nothing, because their addresses are unknown.
func reportUnread(_ count: UInt64) {
  if count > 0 {
    report("warning: \(count) messages were read by no language and no profile (docs/profiles.md)")
  }
}
