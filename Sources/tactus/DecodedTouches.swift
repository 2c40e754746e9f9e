// A performance as touches in time.
import RealTime

/// One event and when it happens.
struct DecodedTouch: Equatable {
  var seconds: Double
  var event: SurfaceEvent
}

extension Performance {
  /// Every touch event up to `end` seconds, those that the decoder's time limits cause included.
  ///
  /// - Parameter surface: events for another surface are left out; those for all stay.
  func touches(until end: Double, surface: UInt8 = 0) -> [DecodedTouch] {
    var decoder = PacketDecoder()
    var found: [DecodedTouch] = []
    let numbers = sourceNumbers
    func keep(_ event: SurfaceEvent, _ target: UInt8, at seconds: Double) {
      if target == 0 || target == surface { found.append(DecodedTouch(seconds: seconds, event: event)) }
    }
    // The broker looks for silent touches about twenty times a second.
    var tick = 0
    func expire(before seconds: Double) {
      while case let time = Double(tick) / 20, time < seconds {
        decoder.expire(at: Int64(time * 1e9)) { keep($0, $1, at: time) }
        tick += 1
      }
    }
    for packet in packets where packet.seconds <= end {
      expire(before: packet.seconds)
      packet.bytes.withUnsafeBytes {
        decoder.decode(packet: $0, from: numbers[packet.source]!, at: Int64(packet.seconds * 1e9)) {
          keep($0, $1, at: packet.seconds)
        }
      }
    }
    expire(before: end)
    return found
  }
}
