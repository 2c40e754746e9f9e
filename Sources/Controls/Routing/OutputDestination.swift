// The destinations of outputs: what leaves the instrument as MIDI, OSC or a port. Symbols are saved in patches and
// pinned in Tests/Golden/outputs.txt: append only. Any thread.

/// The destination of an output.
public enum OutputDestination: StaticString, NamedCase {
  /// A control change of 7 or of 14 bits, and a parameter without registration.
  case control = "cc"
  case control14 = "cc_14"
  case nrpn
  case pitchBend = "pitch_bend"
  case channelPressure = "channel_pressure"
  /// The pressure of one key: of the note that a note output plays for the voice, or of a fixed key.
  case keyPressure = "key_pressure"
  case note
  case program
  /// MIDI Machine Control: starts, stops and winds recorders.
  case machine = "mmc"
  /// 24 pulses a beat, with start and stop, while the host's timeline rolls.
  case clock = "midi_clock"
  /// A message to a program that network.json names.
  case osc
  /// One of the control outputs `out_01` to `out_16`.
  case port

  /// The least and the greatest `number` of an output of this kind; nil if it has none.
  public var numbers: ClosedRange<Int>? {
    @_noLocks get {
      switch self {
      case .control: 0...119
      case .control14: 0...31
      case .nrpn: 0...16_383
      case .keyPressure: 0...127
      case .port: 1...16
      case .pitchBend, .channelPressure, .note, .program, .machine, .clock, .osc: nil
      }
    }
  }

  /// The limits of the range: a share of the destination's own range, except for keys and OSC.
  public var limits: ClosedRange<Float> {
    @_noLocks get {
      switch self {
      case .note: 0...127
      case .osc: -1_000_000...1_000_000
      case .control, .control14, .nrpn, .pitchBend, .channelPressure, .keyPressure, .program, .machine,
        .clock,
        .port:
        0...1
      }
    }
  }

  /// The range of an output for which the patch gives none. Keys pass unchanged from `touch_note`.
  public var range: (low: Float, high: Float) {
    @_noLocks get {
      switch self {
      case .note: (0, 127)
      case .control, .control14, .nrpn, .pitchBend, .channelPressure, .keyPressure, .program, .machine,
        .clock,
        .osc, .port:
        (0, 1)
      }
    }
  }

  /// The greatest number that the destination's value takes; 0: it takes any number.
  public var steps: Int32 {
    @_noLocks get {
      switch self {
      case .control, .channelPressure, .keyPressure, .program, .note: 127
      case .control14, .nrpn, .pitchBend: 16_383
      case .machine, .clock, .osc, .port: 0
      }
    }
  }

  /// The messages of MIDI that one value takes.
  public var cost: Int {
    @_noLocks get {
      switch self {
      case .control14: 2
      case .nrpn: 4
      case .control, .pitchBend, .channelPressure, .keyPressure, .note, .program, .machine, .clock: 1
      case .osc, .port: 0
      }
    }
  }

  /// Whether it is sent on a channel.
  public var hasChannel: Bool {
    @_noLocks get {
      switch self {
      case .machine, .clock, .osc, .port: false
      case .control, .control14, .nrpn, .pitchBend, .channelPressure, .keyPressure, .note, .program: true
      }
    }
  }

  /// Whether each voice may send its own value.
  public var isPerVoice: Bool {
    @_noLocks get {
      switch self {
      case .program, .machine, .clock, .port: false
      case .control, .control14, .nrpn, .pitchBend, .channelPressure, .keyPressure, .note, .osc: true
      }
    }
  }

  /// The name for people.
  public var name: StaticString {
    switch self {
    case .control: "Control change"
    case .control14: "Control change, 14 bits"
    case .nrpn: "NRPN"
    case .pitchBend: "Pitch bend"
    case .channelPressure: "Channel pressure"
    case .keyPressure: "Key pressure"
    case .note: "Note"
    case .program: "Program change"
    case .machine: "MMC"
    case .clock: "MIDI clock"
    case .osc: "OSC"
    case .port: "Control output"
    }
  }
}

/// The voices whose values an output sends.
public enum OutputVoices: StaticString, NamedCase {
  /// One value: that of the voice that began last.
  case shared
  /// The value of each voice that is held, on the same channel.
  case each
  /// The value of each voice that is held, on a channel of its own, from the output's channel on.
  case channels
}

/// A command of MIDI Machine Control.
public enum MachineCommand: StaticString, NamedCase {
  case stop, play, forward, rewind, record, pause
  case recordExit = "record_exit"

  /// Its byte.
  public var code: UInt8 {
    @_noLocks get {
      switch self {
      case .stop: 1
      case .play: 2
      case .forward: 4
      case .rewind: 5
      case .record: 6
      case .recordExit: 7
      case .pause: 9
      }
    }
  }
}
