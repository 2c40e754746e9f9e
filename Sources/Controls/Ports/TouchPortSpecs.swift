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
      default: 1, "Multiplies the amount of one of the patch's first 32 connections, by its place.")
  }

  static var events: Self {
    Self(
      Symbol("events"), Symbol("Events"), .audio, flow: .atomInput,
      "MIDI, the host's timeline, and touches as atoms.")
  }

  static var notify: Self {
    Self(
      Symbol("notify"), Symbol("Notify"), .audio, flow: .atomOutput,
      "Messages to the host: the patch, its changes, refusals.")
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
      "Off fades the instrument to silence and ends its notes.")
  }

  static var freeWheel: Self {
    Self(
      Symbol("free_wheel"), Symbol("Free wheel"), .setup, style: .hostFreeWheeling,
      "Set by the host while it renders; touches from the network are then ignored.")
  }

  static var level: Self {
    Self(Symbol("level"), Symbol("Level"), .quick, .decibels, -60...12, "The loudness of everything.")
  }

  static var oscListen: Self {
    Self(
      Symbol("osc_listen"), Symbol("OSC listen"), .setup, .none, 0...3, default: 1, setupChoices: .oscListen,
      "Accepted senders of touches over OSC: none, this machine, the network, or all users of this machine.")
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

  static var mpe: Self {
    Self(
      Symbol("mpe"), Symbol("MPE"), .setup, .none, 0...3, default: 3, choices: .mpe,
      """
      Where MPE zones are: nowhere, on channel 1 with fifteen members, on channel 16, or where \
      configuration messages say.
      """
    )
  }

  static var polyphony: Self {
    Self(
      Symbol("polyphony"), Symbol("Polyphony"), .setup, .none, 1...64, default: 64, style: .integer,
      """
      How many voices may sound at once; a patch may ask for fewer. Sixteen share a bank, which costs \
      nothing while it is silent.
      """
    )
  }

  static var hold: Self {
    Self(
      Symbol("hold"), Symbol("Hold"), .quick, .none, 0...2, default: 0, choices: .hold,
      """
      Notes and touches that end go on sounding: as with a sustain pedal, or (latch) until a next one \
      begins with nothing down.
      """
    )
  }

  static var panic: Self {
    Self(
      Symbol("panic"), Symbol("Panic"), .setup, style: .momentary,
      "Ends every touch and every voice at once.")
  }

  static var tuningReference: Self {
    Self(
      Symbol("tuning_reference"), Symbol("Tuning reference"), .setup, .hertz, 380...500, default: 440,
      "The frequency of the A above middle C.")
  }

  static var bendRange: Self {
    Self(
      Symbol("bend_range"), Symbol("Bend range"), .setup, .semitones, 0...96, default: 2, style: .integer,
      "How far the pitch wheel reaches for plain MIDI notes; MPE zones have ranges of their own.")
  }

  static var midiChannel: Self {
    Self(
      Symbol("midi_channel"), Symbol("MIDI channel"), .setup, .none, 0...16, style: .setupInteger,
      named: .midiChannel, "The MIDI channel that is played. MPE needs all of them.")
  }

  static var midiThru: Self {
    Self(
      Symbol("midi_thru"), Symbol("MIDI thru"), .setup, .none, 0...2, setupChoices: .midiThru,
      """
      Passes the host's MIDI on to Notify: of the channels that the port MIDI channel leaves to others, or \
      all. Mode messages, such as all notes off, are not passed on.
      """
    )
  }

  static var quality: Self {
    Self(
      Symbol("quality"), Symbol("Quality"), .setup, .none, 0...1, setupChoices: .quality,
      """
      The factor of the sample rate at which the sound is bent: by drive, shaper, ladder, FM, and by one \
      oscillator of another. The patch may ask for more.
      """
    )
  }

  static var offlineQuality: Self {
    Self(
      Symbol("offline_quality"), Symbol("Offline quality"), .setup, .none, 0...2,
      setupChoices: .offlineQuality,
      "The same while the host renders.")
  }

  static var cutoff: Self {
    Self(
      Symbol("cutoff"), Symbol("Cutoff"), .quick, .octaves, -5...5, "Moves the filter's cutoff up or down.")
  }

  static var resonance: Self {
    Self(
      Symbol("resonance"), Symbol("Resonance"), .quick, .none, -1...1,
      "More or less resonance of the filter.")
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
      Symbol("glide"), Symbol("Glide"), .quick, .seconds, 0...2, "Adds time to glide from note to note.")
  }

  static var detune: Self {
    Self(
      Symbol("detune"), Symbol("Detune"), .quick, .cents, 0...100,
      "Pulls the two oscillators apart in pitch.")
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
    Self(Symbol("reverb"), Symbol("Reverb"), .quick, .none, 0...1, "Adds the sound of a room.")
  }

  static var chorus: Self {
    Self(
      Symbol("chorus"), Symbol("Chorus"), .quick, .none, 0...1, "Adds slowly moving copies of the sound.")
  }

  static var brightness: Self {
    Self(
      Symbol("brightness"), Symbol("Brightness"), .quick, .none, -1...1,
      "Makes every touch sound as if it were higher (or lower) on the surface.")
  }

  static var width: Self {
    Self(
      Symbol("width"), Symbol("Width"), .quick, .none, -1...1,
      "Spreads the voices wider across, or draws them to the middle.")
  }

  /// A multiplier of a time or a speed.
  private static func time(_ symbol: StaticString, _ name: StaticString, _ text: StaticString) -> Self {
    Self(
      Symbol(symbol), Symbol(name), .quick, .none, 0.0625...16, default: 1, style: .logarithmic, text)
  }
}
