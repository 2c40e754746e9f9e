// Performances as MIDI files, and MIDI files as performances: what the instrument records, and reads again
// (docs/mpe.md).
import Documents
import Foundation
import Input
import Instrument
import RealTime

extension Performance {
  /// The MIDI that an instrument with this patch sends while the performance plays. Touches that are still down at the
  /// end are let go there.
  /// - Parameter profiles: what reads messages of other programs.
  /// - Returns: the messages, and how many touches were left out because fifteen others were down.
  func midi(
    patch: PatchDocument = PatchDocument(), profiles: [InputProfile] = []
  ) throws -> (file: MIDIFile, leftOut: UInt64) {
    var instrument = try SilentInstrument(patch: patch.compile())
    var file = MIDIFile()
    func take(_ event: OutgoingEvent) {
      guard event.kind == .midi else { return }
      let bytes = [event.bytes.0, event.bytes.1, event.bytes.2].prefix(Int(event.count))
      file.events.append(
        MIDIFile.Event(seconds: Double(event.frame) / SilentInstrument.rate, bytes: Array(bytes)))
    }
    let end = packets.last?.seconds ?? 0
    for touch in touches(until: end, profiles: profiles) {
      instrument.advance(to: Int((touch.seconds * SilentInstrument.rate).rounded()), take: take)
      instrument.processor.handle(touch.event)
    }
    instrument.advance(to: Int((end * SilentInstrument.rate).rounded()) + 1, take: take)
    instrument.processor.handle(SurfaceEvent(.panic))
    instrument.advance(to: instrument.frame + 1, take: take)
    file.seconds = Double(instrument.frame) / SilentInstrument.rate
    return (file, instrument.processor.unrecordedTouches)
  }

  /// Reads recorded touches from a MIDI file: notes whose channel said just before where they are. The touch's id is its
  /// channel, 1…16.
  /// - Parameter leftOut: gets the number of notes that are no such touches.
  init(midi: MIDIFile, leftOut: inout Int) {
    self.init()
    var channels = [RecordedChannel](repeating: RecordedChannel(), count: 16)
    for event in midi.events where event.bytes.count == 3 && event.bytes[0] < 0xF0 {
      let channel = Int(event.bytes[0] & 15)
      let (number, value) = (event.bytes[1], event.bytes[2])
      switch event.bytes[0] & 0xF0 {
      case 0xB0:
        if channels[channel].take(number, value, at: event.seconds), channels[channel].key != nil {
          packets.append(channels[channel].packet("moved", channel, at: event.seconds))
        }
      case 0x90 where value > 0:
        if event.seconds - channels[channel].placedAt <= RecordedChannel.placingSeconds {
          end(&channels[channel], channel, at: event.seconds)
          channels[channel].key = number
          packets.append(channels[channel].packet("began", channel, at: event.seconds))
        } else {
          leftOut += 1
        }
      case 0x80, 0x90:
        if channels[channel].key == number { end(&channels[channel], channel, at: event.seconds) }
      default: break
      }
    }
    for channel in channels.indices { end(&channels[channel], channel, at: midi.seconds) }
  }

  private mutating func end(_ recorded: inout RecordedChannel, _ channel: Int, at seconds: Double) {
    guard recorded.key != nil else { return }
    packets.append(recorded.packet("ended", channel, at: seconds))
    recorded.key = nil
  }
}

/// The numbers of one channel: they count when controller 80 comes.
private struct RecordedChannel {
  /// From the placing of a touch to its note.
  static let placingSeconds = 0.01

  var key: UInt8?
  private(set) var placedAt = -Double.infinity
  private var halves: [UInt8: UInt8] = [:]
  /// x, y, radius, pressure.
  private var numbers = [Float](repeating: 0, count: 4)

  /// - Returns: whether the touch is placed anew.
  mutating func take(_ number: UInt8, _ value: UInt8, at seconds: Double) -> Bool {
    if 16...19 ~= number || 48...51 ~= number { halves[number] = value }
    guard number == 80, !halves.isEmpty else { return false }
    for pair in 0..<4 {
      let (high, low) = (halves[16 + UInt8(pair)] ?? 0, halves[48 + UInt8(pair)] ?? 0)
      numbers[pair] = Float(Int(high) << 7 | Int(low)) / 16_383
    }
    placedAt = seconds
    return true
  }

  func packet(_ word: String, _ channel: Int, at seconds: Double) -> Performance.Packet {
    let message = OSCMessage(
      address: "/tactus/touch",
      arguments: [.string(word), .int32(Int32(channel + 1))] + [0, 1, 3, 2].map { .float(numbers[$0]) })
    return Performance.Packet(seconds: seconds, source: "midi", bytes: message.packet)
  }
}
