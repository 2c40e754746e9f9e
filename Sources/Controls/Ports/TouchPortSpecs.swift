// The specifications of the ports of Tactus Touch, except those of controllers: audio, setup, quick controls,
// trims.
// Any thread.

extension TouchPort.Spec {
  /// The port of a controller: named as the controller, with its unit and range.
  static func controller(_ controller: Controller, in group: TouchPort.Group) -> Self {
    let of = controller.spec
    return Self(
      of.symbol, of.name, group, of.unit, of.minimum...of.fullScale, default: of.rest, of.text)
  }

  /// The trim of a connection, counted from 1.
  static func trim(_ number: Int) -> Self {
    Self(
      Symbol("trim_", number: number, digits: 2), Symbol("Trim ", number: number), .trim, .none, 0...2,
      default: 1, "Multiplies the amount of the patch's connection with this number.")
  }

  static var events: Self {
    Self(
      Symbol("events"), Symbol("Events"), .audio, flow: .atomInput,
      "MIDI, the host's timeline, and touches as atoms.")
  }

  static var notify: Self {
    Self(
      Symbol("notify"), Symbol("Notify"), .audio, flow: .atomOutput,
      "Messages to the host: the patch, changes, errors.")
  }

  static var outLeft: Self {
    Self(Symbol("out_left"), Symbol("Left"), .audio, flow: .audioOutput, "Left audio output.")
  }

  static var outRight: Self {
    Self(Symbol("out_right"), Symbol("Right"), .audio, flow: .audioOutput, "Right audio output.")
  }

  static var enabled: Self {
    Self(
      Symbol("enabled"), Symbol("Enabled"), .setup, default: 1, style: .hostEnabled,
      "Off: bypassed, and all notes end.")
  }

  static var freeWheel: Self {
    Self(
      Symbol("free_wheel"), Symbol("Freewheel"), .setup, style: .hostFreeWheeling,
      "On while the host renders; touches from the network are then ignored.")
  }

  static var level: Self {
    Self(Symbol("level"), Symbol("Level"), .quick, .decibels, -60...12, "Output level.")
  }

  static var oscListen: Self {
    Self(
      Symbol("osc_listen"), Symbol("OSC listen"), .setup, .none, 0...3, default: 1, setupChoices: .oscListen,
      "Accepted senders of touches over OSC.")
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

  static var mpe: Self {
    Self(
      Symbol("mpe"), Symbol("MPE"), .setup, .none, 0...3, default: 3, choices: .mpe,
      """
      MPE zones: none, on channel 1 with fifteen members, on channel 16, or as configuration messages \
      set them.
      """
    )
  }

  static var polyphony: Self {
    Self(
      Symbol("polyphony"), Symbol("Polyphony"), .setup, .none, 1...64, default: 64, style: .integer,
      """
      Greatest number of voices; a patch can limit it further. Banks of sixteen cost nothing while silent.
      """
    )
  }

  static var hold: Self {
    Self(
      Symbol("hold"), Symbol("Hold"), .quick, .none, 0...2, default: 0, choices: .hold,
      """
      Ended notes and touches continue: as with a sustain pedal, or (latch) until a new one begins with \
      nothing down.
      """
    )
  }

  static var panic: Self {
    Self(
      Symbol("panic"), Symbol("Panic"), .setup, style: .momentary,
      "Ends all touches and voices.")
  }

  static var tuningReference: Self {
    Self(
      Symbol("tuning_reference"), Symbol("Tuning reference"), .setup, .hertz, 380...500, default: 440,
      "Frequency of the A above middle C.")
  }

  static var bendRange: Self {
    Self(
      Symbol("bend_range"), Symbol("Bend range"), .setup, .semitones, 0...96, default: 2, style: .integer,
      "Range of the pitch wheel for plain MIDI notes; MPE zones have their own.")
  }

  static var midiChannel: Self {
    Self(
      Symbol("midi_channel"), Symbol("MIDI channel"), .setup, .none, 0...16, style: .setupInteger,
      named: .midiChannel, "The MIDI channel to play. MPE needs all.")
  }

  static var midiThru: Self {
    Self(
      Symbol("midi_thru"), Symbol("MIDI thru"), .setup, .none, 0...2, setupChoices: .midiThru,
      """
      Passes the host's MIDI on to Notify: all channels, or only those that MIDI channel does not select. \
      Mode messages, such as all notes off, are not passed on.
      """
    )
  }

  static var quality: Self {
    Self(
      Symbol("quality"), Symbol("Oversampling"), .setup, .none, 0...1, setupChoices: .quality,
      """
      Oversampling of drive, shaper, ladder, FM and modulation between oscillators. The patch may ask for \
      more.
      """
    )
  }

  static var offlineQuality: Self {
    Self(
      Symbol("offline_quality"), Symbol("Render oversampling"), .setup, .none, 0...2,
      setupChoices: .offlineQuality,
      "Oversampling while the host renders.")
  }

  static var cutoff: Self {
    Self(
      Symbol("cutoff"), Symbol("Cutoff"), .quick, .octaves, -5...5, "Moves the filter's cutoff.")
  }

  static var resonance: Self {
    Self(
      Symbol("resonance"), Symbol("Resonance"), .quick, .none, -1...1,
      "Changes the filter's resonance.")
  }

  static var attack: Self {
    Self.time("attack", "Attack", "Multiplies the attack time.")
  }

  static var decay: Self {
    Self.time("decay", "Decay", "Multiplies the decay time.")
  }

  static var sustain: Self {
    Self(
      Symbol("sustain"), Symbol("Sustain"), .quick, .none, -1...1, "Raises or lowers the sustain level.")
  }

  static var release: Self {
    Self.time("release", "Release", "Multiplies the release time.")
  }

  static var glide: Self {
    Self(
      Symbol("glide"), Symbol("Glide"), .quick, .seconds, 0...2, "Adds glide time between notes.")
  }

  static var detune: Self {
    Self(
      Symbol("detune"), Symbol("Detune"), .quick, .cents, 0...100,
      "Detunes the two oscillators.")
  }

  static var drive: Self {
    Self(Symbol("drive"), Symbol("Drive"), .quick, .decibels, 0...36, "Overdrives the sum of all voices.")
  }

  static var lfoRate: Self {
    Self.time("lfo_rate", "LFO rate", "Multiplies the speed of LFO 1.")
  }

  static var lfoDepth: Self {
    Self(
      Symbol("lfo_depth"), Symbol("LFO depth"), .quick, .semitones, 0...12, "Adds vibrato by LFO 1.")
  }

  static var delay: Self {
    Self(Symbol("delay"), Symbol("Delay"), .quick, .none, 0...1, "Adds echoes.")
  }

  static var reverb: Self {
    Self(Symbol("reverb"), Symbol("Reverb"), .quick, .none, 0...1, "Adds reverb.")
  }

  static var chorus: Self {
    Self(
      Symbol("chorus"), Symbol("Chorus"), .quick, .none, 0...1, "Adds chorus.")
  }

  static var brightness: Self {
    Self(
      Symbol("brightness"), Symbol("Brightness"), .quick, .none, -1...1,
      "Plays every touch as if it were higher or lower on the surface.")
  }

  static var width: Self {
    Self(
      Symbol("width"), Symbol("Width"), .quick, .none, -1...1,
      "Widens or narrows the stereo image.")
  }

  /// A multiplier of a time or a speed.
  private static func time(_ symbol: StaticString, _ name: StaticString, _ text: StaticString) -> Self {
    Self(
      Symbol(symbol), Symbol(name), .quick, .none, 0.0625...16, default: 1, style: .logarithmic, text)
  }
}
