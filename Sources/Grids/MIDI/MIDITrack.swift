// Writes Standard MIDI Files (Standard MIDI Files 1.0): format 0 with one track, or format 1 with several. Not for the
// audio thread.
import Text

/// Messages with their times, in order.
package struct MIDITrack {
  private var bytes: [UInt8]
  private var last = 0

  /// - Parameter microseconds: the length of a quarter note.
  package init(microseconds: Int) { bytes = [0, 0xFF, 0x51, 3] + Self.number(microseconds, 3) }

  /// A track without a tempo.
  package init(name: [UInt8]) { bytes = [0] + Self.name(name) }

  /// The track of format 1 that has the tempo and the meter, and the name of the piece.
  package init(name: [UInt8], microseconds: Int, beats: Int, unit: Int) {
    self.init(microseconds: microseconds)
    bytes += [0, 0xFF, 0x58, 4, UInt8(beats), UInt8(unit.trailingZeroBitCount), 24, 8, 0] + Self.name(name)
  }

  private static func name(_ name: [UInt8]) -> [UInt8] { [0xFF, 0x03] + variable(name.count) + name }

  /// - Parameter tick: an earlier tick than that of the last message is replaced by it.
  package mutating func add(_ message: [UInt8], at tick: Int) {
    let tick = max(tick, last)
    bytes += Self.variable(tick - last)
    if message.first == 0xF0 {
      // System Exclusive has its length behind the first byte.
      bytes += [0xF0] + Self.variable(message.count - 1) + message.dropFirst()
    } else {
      bytes += message
    }
    last = tick
  }

  /// The whole file with this track, and of format 1 with others behind it; the tracks end at `end`.
  package func file(ticksPerQuarter: Int, end: Int, with others: [MIDITrack] = []) -> [UInt8] {
    let tracks = [self] + others
    var file = UTF8Text("MThd").bytes + Self.number(6, 4) + Self.number(others.isEmpty ? 0 : 1, 2)
    file += Self.number(tracks.count, 2) + Self.number(ticksPerQuarter, 2)
    for var track in tracks {
      track.add([0xFF, 0x2F, 0], at: end)
      file += UTF8Text("MTrk").bytes + Self.number(track.bytes.count, 4) + track.bytes
    }
    return file
  }

  /// Big-endian.
  private static func number(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
  }

  /// Seven bits a byte, the highest first.
  private static func variable(_ value: Int) -> [UInt8] {
    var digits = [UInt8(value & 0x7F)]
    var rest = value >> 7
    while rest > 0 {
      digits.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
      rest >>= 7
    }
    return digits
  }
}
