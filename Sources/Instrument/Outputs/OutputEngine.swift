// The memory of a patch's outputs: what was sent, which notes sound, which triggers wait. Audio thread.
import Controls
import Lanes
import Music
import RealTime

/// The memory of an output for one voice, or for all.
public struct OutputState: BitwiseCopyable {
  /// The smoothed value; NaN before the first one.
  var value: Float = .nan
  /// The value and its number that were sent last; −1: none. Of a note: its key.
  var sentValue: Float = .nan
  var sent: Int32 = -1
  var sentAt: Int64 = .min / 2

  @_noLocks init() {}
}

/// A note that sounds somewhere else.
public struct OutputNote: BitwiseCopyable {
  var output: UInt8 = 0
  /// The voice, from 1; 0: the voice that leads, or a trigger.
  var voice: UInt8 = 0
  /// 0…15.
  var channel: UInt8 = 0
  var key: UInt8 = 0
  /// The slot of the touch whose trigger began it; −1: none.
  var slot: Int32 = -1
  var beganAt: Int64 = .min
  var endsAt: Int64 = .max

  @_noLocks init() {}
}

/// A trigger that acts at the next evaluation.
struct OutputMoment: BitwiseCopyable {
  var output: UInt8 = 0
  var ends = false
  var slot: Int32 = -1

  @_noLocks init() {}
}

/// The state of an output for displays.
struct ShownOutput: BitwiseCopyable {
  /// The value that was sent or came in last, as a share of the range; NaN: none.
  var value: Float = .nan
  /// Whether it came in.
  var isIncoming = false
  var sent: UInt32 = 0
  /// Values that waited because there was no room for them.
  var delayed: UInt32 = 0
  /// Incoming messages that move the output's own source.
  var loops: UInt32 = 0
  var loopedAt: Int64 = .min / 2

  @_noLocks init() {}
}

/// The memory of all outputs.
struct OutputEngine {
  static var lanes: Int { @_noLocks get { 1 + VoiceTable.capacity } }
  static var noteLimit: Int { @_noLocks get { 256 } }
  static var momentLimit: Int { @_noLocks get { 256 } }
  static var messageLimit: Int { @_noLocks get { 256 } }
  /// The most messages of MIDI in a hundredth of a second. It bounds a loop through the host.
  static var budget: Int { @_noLocks get { 64 } }
  /// The most messages a second of an output that moves its own source.
  static var loopRate: Float { @_noLocks get { 20 } }

  static var bytes: Int {
    let states = Output.limit * lanes * MemoryLayout<OutputState>.stride
    return states + noteLimit * MemoryLayout<OutputNote>.stride
      + momentLimit * MemoryLayout<OutputMoment>.stride + messageLimit * MemoryLayout<OutputMessage>.stride
      + Output.limit * MemoryLayout<ShownOutput>.stride + VoiceTable.capacity * 8 + 7 * 64
  }

  let states: UnsafeMutablePointer<OutputState>
  let notes: UnsafeMutablePointer<OutputNote>
  var noteCount = 0
  let moments: UnsafeMutablePointer<OutputMoment>
  var momentCount = 0
  let messages: UnsafeMutablePointer<OutputMessage>
  var messageCount = 0
  var messagesTaken = 0
  let shown: UnsafeMutablePointer<ShownOutput>
  /// The `order` of the voice for which each voice's values and notes are sent; 0: none.
  let orders: UnsafeMutablePointer<UInt64>
  /// The place of each voice among the channels, from 1; 0: none.
  var members = InlineArray<64, UInt8>(repeating: 0)
  /// The values of the control outputs.
  var ports = InlineArray<16, Float>(repeating: 0)
  /// The frame of the last evaluation.
  var ranAt: Int64 = 0
  /// The hundredth of a second in which messages are counted, and what is left of it.
  private var window: Int64 = -1
  private var left = 0
  /// The last pulse of MIDI clock; nil while none runs.
  var pulse: Int64?
  /// The upper half of a control change of 14 bits that came in, for each output.
  var upper = InlineArray<32, UInt8>(repeating: 0)

  /// Allocates from `memory`; not real-time.
  init(memory: inout Arena) {
    states = memory.allocate(Output.limit * Self.lanes, OutputState())
    notes = memory.allocate(Self.noteLimit, OutputNote())
    moments = memory.allocate(Self.momentLimit, OutputMoment())
    messages = memory.allocate(Self.messageLimit, OutputMessage())
    shown = memory.allocate(Output.limit, ShownOutput())
    orders = memory.allocate(VoiceTable.capacity, 0)
  }

  /// Forgets what was sent, so that all values are sent again.
  /// - Parameter keepsVoices: whether voices keep their channels, because their notes go on.
  @_noLocks mutating func forget(keepsVoices: Bool = false) {
    states.update(repeating: OutputState(), count: Output.limit * Self.lanes)
    if !keepsVoices {
      for voice in 0..<VoiceTable.capacity { orders[voice] = 0 }
      members = InlineArray(repeating: 0)
    }
    momentCount = 0
    window = -1
    pulse = nil
  }

  /// Forgets the values of one output.
  @_noLocks func forget(_ output: Int) {
    (states + output * Self.lanes).update(repeating: OutputState(), count: Self.lanes)
    shown[output] = ShownOutput()
  }

  /// Takes a number of messages from what a hundredth of a second may have.
  /// - Returns: whether there was so much left.
  @_noLocks mutating func spend(_ cost: Int, at frame: Int64, length: Int64) -> Bool {
    let now = frame / length
    if now != window { (window, left) = (now, Self.budget) }
    guard left >= cost else { return false }
    left -= cost
    return true
  }

  /// Adds a trigger that acts at the next evaluation; without room it is dropped.
  @_noLocks mutating func append(output: Int, ends: Bool, slot: Int) {
    guard momentCount < Self.momentLimit else { return }
    moments[momentCount].output = UInt8(truncatingIfNeeded: output)
    moments[momentCount].ends = ends
    moments[momentCount].slot = Int32(truncatingIfNeeded: slot)
    momentCount += 1
  }

  // MARK: Notes

  /// Ends all notes and resets the time.
  @_noLocks mutating func restart(into out: inout Outgoing) {
    endNotes(of: nil, at: 0, into: &out)
    forget()
    ranAt = 0
  }

  /// Ends a note. Its key is let go when no other note of the same channel has it.
  @_noLocks mutating func end(note index: Int, at frame: Int64, into out: inout Outgoing) {
    let ended = notes[index]
    noteCount -= 1
    notes[index] = notes[noteCount]
    for other in 0..<noteCount where notes[other].channel == ended.channel && notes[other].key == ended.key {
      return
    }
    out.midi(0x80 | ended.channel, ended.key, 64, at: frame)
  }

  /// Ends the notes of an output; nil: of all.
  @_noLocks mutating func endNotes(of output: Int?, at frame: Int64, into out: inout Outgoing) {
    var index = 0
    while index < noteCount {
      if let output, Int(notes[index].output) != output {
        index += 1
      } else {
        end(note: index, at: frame, into: &out)
      }
    }
  }

  /// Begins a note. A key that sounds already on its channel is struck again.
  /// - Returns: whether there was room.
  @_noLocks mutating func begin(
    _ note: OutputNote, velocity: UInt8, at frame: Int64, into out: inout Outgoing
  ) -> Bool {
    guard noteCount < Self.noteLimit, out.hasRoom(2) else { return false }
    for other in 0..<noteCount where notes[other].channel == note.channel && notes[other].key == note.key {
      out.midi(0x80 | note.channel, note.key, 64, at: frame)
      break
    }
    notes[noteCount] = note
    notes[noteCount].beganAt = frame
    noteCount += 1
    out.midi(0x90 | note.channel, note.key, velocity, at: frame)
    return true
  }

  /// The note that an output plays for a voice; −1: none.
  @_noLocks func note(of output: Int, voice: Int) -> Int {
    for index in 0..<noteCount where Int(notes[index].output) == output && Int(notes[index].voice) == voice {
      return index
    }
    return -1
  }

  /// Whether an output plays this key with a note that began at `frame` or later.
  @_noLocks func plays(_ key: UInt8, of output: Int, since frame: Int64) -> Bool {
    for index in 0..<noteCount
    where Int(notes[index].output) == output && notes[index].key == key && notes[index].beganAt >= frame {
      return true
    }
    return false
  }

  /// The frames until the next note ends by its length; `.max` if none does.
  @_noLocks func nextEnd(after frame: Int64) -> Int64 {
    var next = Int64.max
    for index in 0..<noteCount where notes[index].endsAt != .max {
      next = min(next, max(notes[index].endsAt - frame, 0))
    }
    return next
  }

  /// Gives a voice the lowest channel that no other one has.
  @_noLocks mutating func join(_ voice: Int) {
    var taken: UInt32 = 0
    for other in 0..<VoiceTable.capacity where members[other] > 0 { taken |= 1 << UInt32(members[other]) }
    for member in 1...16 where taken & (1 << UInt32(member)) == 0 {
      members[voice] = UInt8(member)
      return
    }
  }
}
