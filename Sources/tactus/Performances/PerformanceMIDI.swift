// Converts performances to MIDI files and back, in the form in which the instrument records them
// (docs/mpe.md). Main thread.
import Console
import Foundation
import Instrument
import MIDIFiles
import OSC
import Patches
import Performances
import Profiles
import Music
import RealTime
import Screens

extension Performance {
  /// As `midi(of:until:patch:)`, of all packets.
  /// - Parameter profiles: the profiles that read messages of other programs.
  func midi(
    patch: PatchDocument = PatchDocument(), profiles: [InputProfile] = []
  ) throws -> (file: MIDIFile, leftOut: UInt64) {
    let end = packets.last?.seconds ?? 0
    return try Self.midi(of: touches(until: end, profiles: profiles), until: end, patch: patch)
  }

  /// The MIDI that an instrument with this patch sends while touches play. Touches that are still down at the
  /// end are ended there.
  /// - Returns: the messages, and how many touches were left out because fifteen others were down.
  static func midi(
    of touches: [DecodedTouch], until end: Double, patch: PatchDocument
  ) throws -> (file: MIDIFile, leftOut: UInt64) {
    var instrument = try SilentInstrument(patch: patch.compile())
    var file = MIDIFile()
    func append(_ event: OutgoingEvent) {
      if event.kind != .midi { return }
      let bytes = [event.bytes.0, event.bytes.1, event.bytes.2].prefix(Int(event.count))
      file.events.append(
        MIDIFile.Event(seconds: Double(event.frame) / SilentInstrument.rate, bytes: Array(bytes)))
    }
    for touch in touches {
      instrument.advance(to: Int((touch.seconds * SilentInstrument.rate).rounded()), receive: append)
      instrument.processor.handle(touch.event)
    }
    instrument.advance(to: Int((end * SilentInstrument.rate).rounded()) + 1, receive: append)
    instrument.processor.handle(SurfaceEvent(.panic))
    instrument.advance(to: instrument.frame + 1, receive: append)
    // The end of tokens waits for the message before it.
    while instrument.processor.recordedTokens > 0 {
      instrument.advance(to: instrument.frame + 1, receive: append)
    }
    file.seconds = Double(instrument.frame) / SilentInstrument.rate
    return (file, instrument.processor.unrecordedTouches)
  }

  /// Reads recorded touches and tokens from a MIDI file: a note is a touch if its channel sent a place just
  /// before. The id of the touch is its channel, 1…16, that of a token its number, 1…16.
  /// - Parameter leftOut: gets the number of other notes.
  init(midi: MIDIFile, leftOut: inout Int) {
    self.init()
    var channels = [RecordedChannel](repeating: RecordedChannel(), count: 16)
    // Notes that have ended, but for which a last place may still come, as in the instrument.
    var (lifted, liftedAt): ([Int], Double) = ([], 0)
    var (reader, tokens): (TokenReader, [UInt16: TokenMessage]) = (TokenReader(), [:])
    for event in midi.events where event.bytes.first == 0xF0 || event.bytes.count == 3 {
      if let token = event.bytes.withUnsafeBytes({ TokenMessage($0) }) {
        packets += Self.packets(token, &tokens, at: event.seconds)
      }
      if event.bytes[0] >= 0xF0 { continue }
      let channel = Int(event.bytes[0] & 15)
      let (number, value) = (event.bytes[1], event.bytes[2])
      if event.seconds > liftedAt || event.bytes[0] & 0xF0 == 0x90 && value > 0 {
        end(&lifted, of: &channels, at: liftedAt)
      }
      switch event.bytes[0] & 0xF0 {
      case 0xB0:
        if let token = reader.apply(
          UInt8(channel), number, value, frame: RecordedChannel.frame(event.seconds),
          window: RecordedChannel.window)
        {
          packets += Self.packets(token, &tokens, at: event.seconds)
        }
        if channels[channel].apply(number, value, at: event.seconds), channels[channel].key != nil {
          packets.append(channels[channel].packet("moved", channel, at: event.seconds))
        }
      case 0x90 where value > 0:
        if channels[channel].isPlaced(at: event.seconds) {
          end(&channels[channel], channel, at: event.seconds)
          channels[channel].key = number
          packets.append(channels[channel].packet("began", channel, at: event.seconds))
        } else {
          leftOut += 1
        }
      case 0x80, 0x90:
        guard channels[channel].key == number else { break }
        if channels[channel].isJustPlaced(at: event.seconds) {
          end(&channels[channel], channel, at: event.seconds)
        } else {
          lifted.append(channel)
          liftedAt = event.seconds
        }
      default: break
      }
    }
    end(&lifted, of: &channels, at: liftedAt)
    for channel in channels.indices { end(&channels[channel], channel, at: midi.seconds) }
    packets += Self.packets(.lifted(tokens.keys.reduce(0) { $0 | 1 << $1 }), &tokens, at: midi.seconds)
  }

  /// Packets for a message about tokens; none for the solid part, for which there is no packet, and none for
  /// repetitions.
  private static func packets(
    _ token: TokenMessage, _ down: inout [UInt16: TokenMessage], at seconds: Double
  ) -> [Performance.Packet] {
    func packet(_ word: String, _ slot: UInt16, _ arguments: [OSCArgument] = []) -> Performance.Packet {
      let message = OSCMessage(
        address: "/tactus/token", arguments: [.text(word), .int32(Int32(slot) + 1)] + arguments)
      return Performance.Packet(seconds: seconds, source: "midi", bytes: message.packet)
    }
    switch token.word {
    case .lies:
      let (slot, (x, y, angle)) = (UInt16(token.slot), token.place)
      let last = down.updateValue(token, forKey: slot)
      if last == token { return [] }
      return [
        packet(
          last == nil ? "placed" : "moved", slot,
          [.float(x), .float(y), .float(angle), .int32(Int32(slot) + 1)])
      ]
    case .lifted:
      return (0..<16).filter { token.slots & 1 << $0 != 0 && down.removeValue(forKey: $0) != nil }.map {
        packet("lifted", $0)
      }
    case .outline: return []
    }
  }

  private mutating func end(_ lifted: inout [Int], of channels: inout [RecordedChannel], at seconds: Double) {
    for channel in lifted { end(&channels[channel], channel, at: seconds) }
    lifted = []
  }

  private mutating func end(_ recorded: inout RecordedChannel, _ channel: Int, at seconds: Double) {
    guard recorded.key != nil else { return }
    packets.append(recorded.packet("ended", channel, at: seconds))
    recorded.key = nil
  }
}

/// The state of one channel, read as the instrument reads it.
private struct RecordedChannel {
  /// The key of the recorded touch while it is down.
  var key: UInt8?
  private var place = TouchPairs()

  /// The longest time between the numbers of a touch and its note, and between those of a token, in frames.
  static let window = Int64(Double(TouchProcessor.placingSeconds) * SilentInstrument.rate)

  static func frame(_ seconds: Double) -> Int64 { Int64((seconds * SilentInstrument.rate).rounded()) }

  /// - Returns: whether the touch has a new place.
  mutating func apply(_ number: UInt8, _ value: UInt8, at seconds: Double) -> Bool {
    place.apply(number, value, frame: Self.frame(seconds))
  }

  /// Whether a note that begins now is a recorded touch.
  func isPlaced(at seconds: Double) -> Bool {
    place.isPlaced(at: Self.frame(seconds), window: Self.window)
  }

  /// Whether the last place came at this time.
  func isJustPlaced(at seconds: Double) -> Bool { place.cameAt(Self.frame(seconds)) }

  /// A packet of a touch at the last place.
  mutating func packet(_ word: String, _ channel: Int, at seconds: Double) -> Performance.Packet {
    place.forget()
    let numbers = place.numbers
    let message = OSCMessage(
      address: "/tactus/touch",
      arguments: [.text(word), .int32(Int32(channel + 1))] + [0, 1, 3, 2].map { .float(numbers[$0]) })
    return Performance.Packet(seconds: seconds, source: "midi", bytes: message.packet)
  }
}
