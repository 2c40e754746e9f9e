// A performance as touches in time.
import Console
import Dialects
import Profiles
import RealTime
import Tangibles

/// One event and its time.
package struct DecodedTouch: Equatable {
  package var seconds: Double
  package var event: SurfaceEvent

  package init(seconds: Double, event: SurfaceEvent) { (self.seconds, self.event) = (seconds, event) }
}

extension Performance {
  /// Every touch event up to `end` seconds, with those that timeouts of the decoder cause.
  ///
  /// - Parameters:
  ///   - surface: messages for other surfaces are left out; those for all surfaces stay.
  ///   - profiles: the profiles that read messages of other programs.
  ///   - objects: the objects that are recognized, and how the surfaces of sources are placed.
  ///   - seen: gets what recognition has seen, at the end.
  ///   - table: gets what lies on the table then, as JSON for screens.
  ///   - unread: gets the number of messages with an address that no dialect and no profile knows.
  package func touches(
    until end: Double, surface: UInt8 = 0, profiles: [InputProfile] = [],
    objects: TableObjects = TableObjects(), seen: (TangibleTracker) -> Void = { _ in },
    table: ([UInt8]) -> Void = { _ in }, unread: (UInt64) -> Void = reportUnread
  ) -> [DecodedTouch] {
    let numbers = sourceNumbers
    let names = Dictionary(uniqueKeysWithValues: numbers.map { ($1, $0) })
    var decoder = SurfaceDecoder(
      surface: surface, profiles: profiles, objects: objects.library,
      table: { objects.table(of: names[$0] ?? "", named: $1) },
      described: { objects.described(names[$0] ?? "", named: $1) })
    var found: [DecodedTouch] = []
    // A listening plugin checks for silent touches about twenty times a second.
    var tick = 0
    /// Events that were due before have their own time.
    func add(_ event: SurfaceEvent, _ time: Int64, to seconds: Double) {
      let isDue = time == Int64(seconds * 1e9)
      found.append(DecodedTouch(seconds: isDue ? seconds : Double(time) / 1e9, event: event))
    }
    func expire(before seconds: Double) {
      while case let time = Double(tick) / 20, time < seconds {
        decoder.expire(at: Int64(time * 1e9)) { add($0, $1, to: time) }
        tick += 1
      }
    }
    for packet in packets where packet.seconds <= end {
      expire(before: packet.seconds)
      packet.bytes.withUnsafeBytes {
        decoder.decode(packet: $0, from: numbers[packet.source]!, at: Int64(packet.seconds * 1e9)) {
          add($0, $1, to: packet.seconds)
        }
      }
    }
    expire(before: end)
    if let tracker = decoder.tracker { seen(tracker) }
    table(decoder.tableWords)
    unread(decoder.counters[.unknownAddress])
    return found
  }
}

/// Warns that a number of messages plays nothing, because their addresses are unknown.
package func reportUnread(_ count: UInt64) {
  if count > 0 {
    report("warning: \(count) messages were read by no language and no profile (docs/profiles.md)")
  }
}
