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
  /// - Returns: the messages, and how many touches were left out because fifteen others were down.
  func midi(patch: PatchDocument = PatchDocument()) throws -> (file: MIDIFile, leftOut: UInt64) {
    var instrument = try SilentInstrument(patch: patch.compile())
    var file = MIDIFile()
    func take(_ event: OutgoingEvent) {
      guard event.kind == .midi else { return }
      let bytes = [event.bytes.0, event.bytes.1, event.bytes.2].prefix(Int(event.count))
      file.events.append(
        MIDIFile.Event(seconds: Double(event.frame) / SilentInstrument.rate, bytes: Array(bytes)))
    }
    let end = packets.last?.seconds ?? 0
    for touch in touches(until: end) {
      instrument.advance(to: Int((touch.seconds * SilentInstrument.rate).rounded()), take: take)
      instrument.processor.handle(touch.event)
    }
    instrument.advance(to: Int((end * SilentInstrument.rate).rounded()) + 1, take: take)
    instrument.processor.handle(SurfaceEvent(.panic))
    instrument.advance(to: instrument.frame + 1, take: take)
    file.seconds = Double(instrument.frame) / SilentInstrument.rate
    return (file, instrument.processor.unrecordedTouches)
  }

  /// Reads recorded touches from a MIDI file: notes whose channel has said x, y, radius and pressure as pairs of
  /// controllers since its last note. The touch's id is its channel, 1…16.
  /// - Parameter leftOut: gets the number of notes that are no such touches.
  init(midi: MIDIFile, leftOut: inout Int) {
    self.init()
    var channels = [RecordedChannel](repeating: RecordedChannel(), count: 16)
    for event in midi.events {
      guard event.bytes.count == 3, event.bytes[0] < 0xF0 else { continue }
      let (channel, kind) = (Int(event.bytes[0] & 15), event.bytes[0] & 0xF0)
      for other in channels.indices {
        let isPart = other == channel && kind == 0xB0
        if !isPart || channels[other].movedAt != event.seconds { tell(&channels[other], other) }
      }
      let (number, value) = (Int(event.bytes[1]), event.bytes[2])
      switch kind {
      case 0xB0: channels[channel].take(number, value, at: event.seconds)
      case 0x90 where value > 0:
        if channels[channel].isComplete {
          if channels[channel].key != nil { end(&channels[channel], channel, at: event.seconds) }
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
    for channel in channels.indices where channels[channel].key != nil {
      tell(&channels[channel], channel)
      end(&channels[channel], channel, at: midi.seconds)
    }
  }

  private mutating func tell(_ recorded: inout RecordedChannel, _ channel: Int) {
    guard let seconds = recorded.movedAt else { return }
    if recorded.key != nil { packets.append(recorded.packet("moved", channel, at: seconds)) }
    recorded.movedAt = nil
  }

  private mutating func end(_ recorded: inout RecordedChannel, _ channel: Int, at seconds: Double) {
    packets.append(recorded.packet("ended", channel, at: seconds))
    recorded = RecordedChannel()
  }
}

/// The pairs of one channel: each counts when both halves come at one time.
private struct RecordedChannel {
  var key: Int?
  /// When a pair last became whole that was not told yet.
  var movedAt: Double?
  private var halves: [Int: (value: UInt8, seconds: Double)] = [:]
  /// x, y, radius, pressure.
  private var numbers = [Float?](repeating: nil, count: 4)

  var isComplete: Bool { !numbers.contains(nil) }

  mutating func take(_ number: Int, _ value: UInt8, at seconds: Double) {
    guard 16...19 ~= number || 48...51 ~= number else { return }
    halves[number] = (value, seconds)
    let pair = number & 3
    guard let high = halves[16 + pair], let low = halves[48 + pair], high.seconds == low.seconds else {
      return
    }
    halves[16 + pair] = nil
    halves[48 + pair] = nil
    numbers[pair] = Float(Int(high.value) << 7 | Int(low.value)) / 16_383
    movedAt = seconds
  }

  func packet(_ word: String, _ channel: Int, at seconds: Double) -> Performance.Packet {
    let message = OSCMessage(
      address: "/tactus/touch",
      arguments: [.string(word), .int32(Int32(channel + 1))]
        + [0, 1, 3, 2].map { .float(numbers[$0] ?? 0) })
    return Performance.Packet(seconds: seconds, source: "midi", bytes: message.packet)
  }
}
