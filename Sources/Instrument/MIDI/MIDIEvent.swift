// Typed events that MIDI messages cause. Audio thread.
import Music
import RealTime

/// One effect of a MIDI message. The events of a message must be performed in their order. Channels run from
/// 0 to 15; a set of channels is one bit each.
enum MIDIEvent: BitwiseCopyable, Equatable {
  /// A recorded touch begins, moves or ends.
  case touch(SurfaceEvent)
  /// A recorded token lies there, or tokens were taken away.
  case token(TokenMessage)
  /// A key is pressed; its velocity is 0…1.
  case noteOn(channel: UInt8, key: UInt8, velocity: Float)
  /// A key is released; its velocity is 0…1.
  case noteOff(channel: UInt8, key: UInt8, velocity: Float)
  /// The pressure of one key, 0…1.
  case keyPressure(channel: UInt8, key: UInt8, pressure: Float)
  /// A control change (0…127) has an amount (0…1), on any channel.
  case controller(number: UInt8, amount: Float)
  /// A channel's bend, pressure, timbre, modulation or expression may have changed.
  case channelMoved(channel: UInt8)
  /// A parameter of the patch, by its number, has a value of 14 bits.
  case parameter(number: UInt16, value: UInt16)
  /// The sustain pedal of a channel moved.
  case sustainPedal
  /// The sostenuto pedal moved. It applies to the channel, or to the zone of a manager.
  case sostenutoPedal(channel: UInt8, isDown: Bool)
  /// The second hold pedal moved; it applies to all channels.
  case latchPedal(isDown: Bool)
  /// All notes of channels end: at once (`isCut`), or as if their keys were released.
  case notesOff(channels: UInt16, isCut: Bool)
  /// Controllers of channels are reset.
  case resetControllers(channels: UInt16)
  /// Channels entered a zone or left one: their notes end, and their controllers return to their initial
  /// values.
  case zonesChanged(channels: UInt16)
  /// A bend range changed: all channels must be read again.
  case bendRangesChanged
  /// Everything ends, and the tunings of the patch apply again.
  case systemReset
}

/// The events of one message. None is lost, because no message causes more than `capacity`.
struct MIDIEvents {
  /// Sixteen touches that end before a note, a touch that the note ends, and the note.
  static var capacity: Int { @_noLocks get { 24 } }

  // A variable, because Swift 6.3 miscompiles writes through a constant pointer under the thread sanitizer.
  private var waiting: UnsafeMutablePointer<MIDIEvent>
  private var first = 0
  private var count = 0

  /// - Parameter memory: `capacity` events, freed by their owner.
  init(memory: UnsafeMutablePointer<MIDIEvent>) { waiting = memory }

  @_noLocks mutating func append(_ event: MIDIEvent) {
    guard count < Self.capacity else { return }
    waiting[count] = event
    count += 1
  }

  /// Removes and returns the oldest event; nil when none is left.
  @_noLocks mutating func pop() -> MIDIEvent? {
    guard first < count else {
      (first, count) = (0, 0)
      return nil
    }
    first += 1
    return waiting[first - 1]
  }
}
