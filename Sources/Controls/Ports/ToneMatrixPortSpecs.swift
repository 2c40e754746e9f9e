// The specifications of the ports of the Tone Matrix, except those of its layers. Any thread.

extension ToneMatrixPort.Spec {
  static var events: Self {
    Self(
      Symbol("events"), Symbol("Events"), .events, flow: .atomInput,
      "The host's timeline, MIDI to play along with, and changes of the grid.")
  }

  static var midiOut: Self {
    Self(
      Symbol("midi_out"), Symbol("MIDI out"), .events, flow: .atomOutput,
      "The notes that the grid plays, and messages to the host: the grid, changes, refusals, what plays."
    )
  }

  static var enabled: Self {
    Self(
      Symbol("enabled"), Symbol("Enabled"), .setup, default: 1, style: .hostEnabled,
      "Off ends all notes; incoming MIDI passes through.")
  }

  static var freeWheel: Self {
    Self(
      Symbol("free_wheel"), Symbol("Free wheel"), .setup, style: .hostFreeWheeling,
      "Set by the host while it renders; nothing is recorded into the grid then.")
  }

  static var oscListen: Self {
    Self(
      Symbol("osc_listen"), Symbol("OSC listen"), .setup, .none, 0...3, default: 1, setupChoices: .oscListen,
      "Accepted senders of edits over OSC: none, this machine, the network, or all users of this machine.")
  }

  static var oscPort: Self {
    Self(
      Symbol("osc_port"), Symbol("OSC port"), .setup, .none, 1024...65535, default: 3333,
      style: .setupInteger,
      "The UDP port to listen on; if it is taken, the next free one (see OSC port in use).")
  }

  static var oscSurface: Self {
    Self(
      Symbol("osc_surface"), Symbol("OSC surface"), .setup, .none, 0...16, style: .setupInteger,
      "Also take messages addressed to /tactus/surface/N/…; 0 takes only those without a number.")
  }

  static var clock: Self {
    Self(
      Symbol("clock"), Symbol("Clock"), .setup, .none, 0...1, choices: .clock,
      "The grid follows the host's timeline, or a clock of its own.")
  }

  static var transport: Self {
    Self(
      Symbol("transport"), Symbol("Transport"), .setup, .none, 0...2, default: 1, choices: .transport,
      "Of the own clock: stop goes back to the beginning, pause stays where it is.")
  }

  static var tempo: Self {
    Self(
      Symbol("tempo"), Symbol("Tempo"), .setup, .beatsPerMinute, 20...300, default: 120,
      "Of the own clock, quarter notes a minute. A change keeps the place in the bar.")
  }

  static var switchAt: Self {
    Self(
      Symbol("switch_at"), Symbol("Switch at"), .setup, .none, 0...2, default: 2, choices: .switchAt,
      "When another pattern that was asked for begins.")
  }

  static var midiIn: Self {
    Self(
      Symbol("midi_in"), Symbol("MIDI in"), .setup, .none, 0...4, choices: .midiIn,
      "Incoming keys pass, transpose, are recorded, press pads of a note grid, or choose patterns."
    )
  }

  static var latch: Self {
    Self(
      Symbol("latch"), Symbol("Latch"), .setup, style: .toggle,
      "A transposition stays when its key is released.")
  }

  static var editLayer: Self {
    Self(
      Symbol("edit_layer"), Symbol("Edit layer"), .setup, .none, 1...4, default: 1, style: .integer,
      "The layer that is recorded into and that a note grid shows.")
  }

  static var lights: Self {
    Self(
      Symbol("lights"), Symbol("Lights"), .setup, style: .toggle,
      "Sends the lights of a note grid on MIDI out, on the channel that the grid's pads have.")
  }

  static var panic: Self {
    Self(Symbol("panic"), Symbol("Panic"), .setup, style: .momentary, "Ends every note at once.")
  }

  static var transpose: Self {
    Self(
      Symbol("transpose"), Symbol("Transpose"), .all, .semitones, -24...24, style: .integer,
      "Moves the notes of all scales; rows with a note of their own stay.")
  }

  static var velocity: Self {
    Self(
      Symbol("velocity"), Symbol("Velocity"), .all, .none, 0...2, default: 1,
      "Multiplies all velocities.")
  }

  static var gate: Self {
    Self(
      Symbol("gate"), Symbol("Gate"), .all, .none, 0.0625...4, default: 1, style: .logarithmic,
      "Multiplies the lengths of all notes.")
  }

  static var swing: Self {
    Self(
      Symbol("swing"), Symbol("Swing"), .all, .percent, -75...75, style: .integer,
      "Added to the swing of each layer; every second step is late by that part of a step.")
  }

  static var probability: Self {
    Self(
      Symbol("probability"), Symbol("Probability"), .all, .none, 0...1, default: 1,
      "Multiplies the probability of every cell.")
  }

  static var liveNotes: Self {
    Self(
      Symbol("live_notes"), Symbol("Notes sounding"), .live, .none, 0...128, flow: .controlOutput,
      style: .integer, "How many notes sound.")
  }

  static var liveDropped: Self {
    Self(
      Symbol("live_dropped"), Symbol("Notes dropped"), .live, .none, 0...1_000_000, flow: .controlOutput,
      style: .integer, "Notes for which MIDI out had no room, since the beginning.")
  }

  static var liveOscPort: Self {
    Self(
      Symbol("live_osc_port"), Symbol("OSC port in use"), .setup, .none, 0...65535, flow: .controlOutput,
      style: .integer, "The UDP port that is really open; 0 while none is.")
  }

  /// The pattern of a layer, 1…4.
  static func livePattern(_ layer: Int) -> Self {
    Self(
      Symbol("live_pattern_", number: layer), Symbol("Pattern of layer ", number: layer), .live, .none,
      1...16,
      default: 1, flow: .controlOutput, style: .integer, "The pattern that plays.")
  }

  /// The column of a layer, 1…4.
  static func liveColumn(_ layer: Int) -> Self {
    Self(
      Symbol("live_column_", number: layer), Symbol("Column of layer ", number: layer), .live, .none, 0...32,
      flow: .controlOutput, style: .integer, "The step that plays, from 1; 0 while none does.")
  }
}
