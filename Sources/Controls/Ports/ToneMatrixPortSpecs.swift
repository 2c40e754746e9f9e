// The specifications of the ports of the Tone Matrix, except those of its layers. Any thread.

extension ToneMatrixPort.Spec {
  static var events: Self {
    Self(
      Symbol("events"), Symbol("Events"), .events, flow: .atomInput,
      "The host's timeline, MIDI, and changes of the grid.")
  }

  static var midiOut: Self {
    Self(
      Symbol("midi_out"), Symbol("MIDI out"), .events, flow: .atomOutput,
      "The grid's notes, and messages to the host."
    )
  }

  static var enabled: Self {
    Self(
      Symbol("enabled"), Symbol("Enabled"), .setup, default: 1, style: .hostEnabled,
      "Off ends all notes; incoming MIDI passes through.")
  }

  static var freeWheel: Self {
    Self(
      Symbol("free_wheel"), Symbol("Freewheel"), .setup, style: .hostFreeWheeling,
      "On while the host renders; nothing is then recorded into the grid.")
  }

  static var oscListen: Self {
    Self(
      Symbol("osc_listen"), Symbol("OSC listen"), .setup, .none, 0...3, default: 1, setupChoices: .oscListen,
      "Accepted senders of edits over OSC.")
  }

  static var oscPort: Self {
    Self(
      Symbol("osc_port"), Symbol("OSC port"), .setup, .none, 1024...65535, default: 3333,
      style: .setupInteger,
      "The UDP port, or the next free one if it is taken.")
  }

  static var oscSurface: Self {
    Self(
      Symbol("osc_surface"), Symbol("OSC surface number"), .setup, .none, 0...16, style: .setupInteger,
      "Also accepts messages to /tactus/surface/N/…; 0: only those without a number.")
  }

  static var clock: Self {
    Self(
      Symbol("clock"), Symbol("Clock"), .setup, .none, 0...1, choices: .clock,
      "Follows the host's timeline or an internal clock.")
  }

  static var transport: Self {
    Self(
      Symbol("transport"), Symbol("Transport"), .setup, .none, 0...2, default: 1, choices: .transport,
      "Internal clock: stop returns to the beginning, pause keeps the position.")
  }

  static var tempo: Self {
    Self(
      Symbol("tempo"), Symbol("Tempo"), .setup, .beatsPerMinute, 20...300, default: 120,
      "Internal clock: quarter notes a minute. A change keeps the position in the bar.")
  }

  static var switchAt: Self {
    Self(
      Symbol("switch_at"), Symbol("Launch quantization"), .setup, .none, 0...2, default: 2,
      choices: .switchAt, "When a new pattern begins.")
  }

  static var midiIn: Self {
    Self(
      Symbol("midi_in"), Symbol("MIDI in"), .setup, .none, 0...4, choices: .midiIn,
      "Incoming keys pass, unless tracks follow them, transpose, record, press pads, or choose patterns."
    )
  }

  static var latch: Self {
    Self(
      Symbol("latch"), Symbol("Latch"), .setup, style: .toggle,
      "Keys that transpose or are followed by tracks act until the next ones.")
  }

  static var editLayer: Self {
    Self(
      Symbol("edit_layer"), Symbol("Edit track"), .setup, .none, 1...16, default: 1, style: .integer,
      "The track to record into and to show on a note grid.")
  }

  static var lights: Self {
    Self(
      Symbol("lights"), Symbol("Lights"), .setup, style: .toggle,
      "Sends the lights of a note grid on MIDI out, or on Lights out if there is one, on the pads' channel.")
  }

  static var panic: Self {
    Self(Symbol("panic"), Symbol("Panic"), .setup, style: .momentary, "Ends all notes.")
  }

  static var transpose: Self {
    Self(
      Symbol("transpose"), Symbol("Transpose"), .all, .semitones, -24...24, style: .integer,
      "Transposes all tracks; rows with a fixed note stay.")
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
      "Added to each track's swing: the delay of every second step.")
  }

  static var probability: Self {
    Self(
      Symbol("probability"), Symbol("Probability"), .all, .none, 0...1, default: 1,
      "Multiplies the probability of every cell.")
  }

  static var song: Self {
    Self(
      Symbol("song"), Symbol("Song"), .song, .none, 0...8, default: 1, style: .integer,
      "The song that plays, at the timeline's place; 0: none, each track plays its own patterns.")
  }

  static var section: Self {
    Self(
      Symbol("section"), Symbol("Section"), .song, .none, 0...64, style: .integer,
      "A change goes to this section of the song at the next bar; 0: to the timeline's place.")
  }

  static var loopSection: Self {
    Self(
      Symbol("loop_section"), Symbol("Loop section"), .song, style: .toggle,
      "Repeats the section that plays.")
  }

  static var fillIn: Self {
    Self(
      Symbol("fill_in"), Symbol("Fill-in"), .all, style: .toggle,
      "On: cells for fill-ins play, and cells against them rest, from the next step.")
  }

  static var monome: Self {
    Self(
      Symbol("monome"), Symbol("Monome grids"), .setup, .none, 0...1, setupChoices: .monome,
      "Monome grids of this machine play this grid, through serialosc. Of several instances, the last one turned on."
    )
  }

  static var liveNotes: Self {
    Self(
      Symbol("live_notes"), Symbol("Active notes"), .live, .none, 0...512, flow: .controlOutput,
      style: .integer, "Number of notes.")
  }

  static var liveDropped: Self {
    Self(
      Symbol("live_dropped"), Symbol("Notes dropped"), .live, .none, 0...1_000_000, flow: .controlOutput,
      style: .integer, "Notes lost because MIDI out was full.")
  }

  static var liveOscPort: Self {
    Self(
      Symbol("live_osc_port"), Symbol("OSC port in use"), .setup, .none, 0...65535, flow: .controlOutput,
      style: .integer, "The open UDP port; 0: none.")
  }

  /// The event output of a layer, 1…16.
  static func layerOut(_ layer: Int) -> Self {
    Self(
      Symbol("layer_", number: layer, tail: "_out"), Symbol("Track ", number: layer, tail: " out"), .events,
      flow: .atomOutput, "The notes and the controller of one track (*Tone Matrix Multi* only).")
  }

  static var lightsOut: Self {
    Self(
      Symbol("lights_out"), Symbol("Lights out"), .events, flow: .atomOutput,
      "The lights of a note grid, which then don't leave on MIDI out (*Tone Matrix Multi* only).")
  }

  /// The pattern of a layer, 1…4.
  static func livePattern(_ layer: Int) -> Self {
    Self(
      Symbol("live_pattern_", number: layer), Symbol("Pattern of track ", number: layer), .live, .none,
      1...16,
      default: 1, flow: .controlOutput, style: .integer, "The pattern that plays.")
  }

  /// The column of a layer, 1…4.
  static func liveColumn(_ layer: Int) -> Self {
    Self(
      Symbol("live_column_", number: layer), Symbol("Step of track ", number: layer), .live, .none, 0...64,
      flow: .controlOutput, style: .integer, "The step that plays; 0: none.")
  }
}
