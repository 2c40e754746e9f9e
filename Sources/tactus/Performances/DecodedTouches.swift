// A performance as touches in time.
import Dialects
import Documents
import RealTime

/// One event and when it happens.
struct DecodedTouch: Equatable {
  var seconds: Double
  var event: SurfaceEvent
}

extension Performance {
  /// Every touch event up to `end` seconds, those that the decoder's time limits cause included.
  ///
  /// - Parameters:
  ///   - surface: messages for another surface are left out; those for all stay.
  ///   - profiles: what reads messages of other programs.
  ///   - unread: gets the number of messages whose address no language and no profile has.
  func touches(
    until end: Double, surface: UInt8 = 0, profiles: [InputProfile] = [],
    unread: (UInt64) -> Void = tellUnread
  ) -> [DecodedTouch] {
    var decoder = SurfaceDecoder(surface: surface, profiles: profiles)
    var found: [DecodedTouch] = []
    let numbers = sourceNumbers
    // A listening plugin looks for silent touches about twenty times a second.
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

/// Says how many messages play nothing because nobody knows their address.
func tellUnread(_ count: UInt64) {
  if count > 0 {
    tell("warning: \(count) messages were read by no language and no profile (docs/profiles.md)")
  }
}
