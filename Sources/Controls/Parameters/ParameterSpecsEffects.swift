// The specifications of the effects' parameters. Any thread.

extension Parameter.Spec {
  /// A parameter of the sum of all voices.
  private static func effect(
    _ symbol: StaticString, _ name: StaticString, _ unit: Unit, _ range: ClosedRange<Float>, _ rest: Float,
    travel: Parameter.Travel = .linear, choices: Parameter.Choices? = nil, _ text: StaticString
  ) -> Self {
    Self(
      symbol, name, unit, range, default: rest, travel: travel, choices: choices, perVoice: false, text)
  }

  static var drive: Self {
    effect("drive_gain", "Drive", .decibels, 0...36, 0, "Overdrives the sum of all voices.")
  }
  static var chorus: Self { effect("chorus_mix", "Chorus", .none, 0...1, 0, "Slowly moving copies.") }
  static var delay: Self { effect("delay_mix", "Delay", .none, 0...1, 0, "Echoes.") }
  static var reverb: Self { effect("reverb_mix", "Reverb", .none, 0...1, 0, "The sound of a room.") }

  static var chorusKind: Self {
    effect(
      "chorus_kind", "Chorus kind", .none, 0...3, 0, choices: .chorusKinds,
      "What moves: a copy, a copy that feeds itself, phases, or three copies on each side.")
  }
  static var chorusRate: Self {
    effect(
      "chorus_rate", "Chorus rate", .hertz, 0.01...20, 0.7, travel: .logarithmic,
      "Cycles of the motion a second.")
  }
  static var chorusDepth: Self {
    effect("chorus_depth", "Chorus depth", .none, 0...1, 0.5, "How far it moves.")
  }
  static var chorusFeedback: Self {
    effect("chorus_feedback", "Chorus feedback", .none, -0.95...0.95, 0, "How much of the copy is fed back.")
  }

  static var delayTime: Self {
    effect("delay_time", "Delay time", .seconds, 0.001...2, 0.36, travel: .logarithmic, "From echo to echo.")
  }
  static var delayBeats: Self {
    effect(
      "delay_beats", "Delay beats", .none, 0...14, 0, choices: .beats,
      "The time in beats of the host's tempo, at most 2 s; free: the time.")
  }
  static var delayFeedback: Self {
    effect(
      "delay_feedback", "Delay feedback", .none, 0...0.95, 0.45,
      "How loud an echo is against the last one.")
  }
  static var delayTone: Self {
    effect(
      "delay_tone", "Delay tone", .hertz, 200...20000, 4000, travel: .logarithmic,
      "Corner above which echoes get duller.")
  }
  static var delayLowCut: Self {
    effect(
      "delay_low_cut", "Delay low cut", .hertz, 20...2000, 20, travel: .logarithmic,
      "Corner below which echoes get thinner.")
  }
  static var delayMode: Self {
    effect(
      "delay_mode", "Delay mode", .none, 0...1, 0, choices: .delayModes,
      "From side to side, or each side for itself.")
  }
  static var delayGlide: Self {
    effect(
      "delay_glide", "Delay glide", .none, 0...1, 0, choices: .delayGlides,
      "A time that glides bends the pitch as a tape does, or crosses over. One that jumps crosses over.")
  }

  static var reverbDecay: Self {
    effect(
      "reverb_decay", "Reverb decay", .seconds, 0.1...30, 2.2, travel: .logarithmic,
      "Time until the room has fallen by 60 dB, at 500 Hz.")
  }
  static var reverbTone: Self {
    effect(
      "reverb_tone", "Reverb tone", .hertz, 200...20000, 5500, travel: .logarithmic,
      "Corner above which the room absorbs.")
  }
  static var reverbSize: Self {
    effect(
      "reverb_size", "Reverb size", .none, 0.25...1.5, 1, travel: .logarithmic,
      "The size of the room against the usual one. It glides: what is in the room bends by half a semitone.")
  }
  static var reverbEarly: Self {
    effect(
      "reverb_early", "Reverb early reflections", .none, 0...1, 0.5,
      "How loud the first 30 ms are, before the room answers as a whole.")
  }
  static var reverbLowCut: Self {
    effect(
      "reverb_low_cut", "Reverb low cut", .hertz, 20...1000, 20, travel: .logarithmic,
      "Corner below which the room absorbs; at 20 Hz it does not.")
  }
  static var reverbFreeze: Self {
    effect(
      "reverb_freeze", "Reverb freeze", .none, 0...1, 0, choices: .offOn,
      "Holds what is in the room for ever, and lets nothing in.")
  }
  static var reverbDuck: Self {
    effect(
      "reverb_duck", "Reverb ducking", .decibels, 0...24, 0,
      "How much softer the room is while the sound itself has −12 dBFS or more.")
  }

  static var eqLow: Self {
    effect(
      "eq_low", "Lows", .decibels, -18...18, 0,
      "Below 160 Hz. With all three at 0 the equaliser costs nothing.")
  }
  static var eqMiddle: Self { effect("eq_middle", "Middle", .decibels, -18...18, 0, "Around its frequency.") }
  static var eqHigh: Self { effect("eq_high", "Highs", .decibels, -18...18, 0, "Above 5 kHz.") }
  static var eqFrequency: Self {
    effect(
      "eq_frequency", "Middle frequency", .hertz, 100...10000, 1000, travel: .logarithmic,
      "Where the middle is.")
  }

  static var limiterOn: Self {
    effect(
      "limiter_on", "Limiter on", .none, 0...1, 0, choices: .offOn,
      "Whether the limiter is there; then everything comes 1.5 ms later, and the port latency says so.")
  }
  static var limiterCeiling: Self {
    effect(
      "limiter_ceiling", "Limiter ceiling", .decibels, -24...0, -1,
      "No sample exceeds this, after the level, and the wave between them does by less than 1 dB.")
  }
  static var limiterRelease: Self {
    effect(
      "limiter_release", "Limiter release", .seconds, 0.01...2, 0.08, travel: .logarithmic,
      "How fast the gain recovers, 13 ms after the last peak.")
  }

  static var compressorThreshold: Self {
    effect(
      "compressor_threshold", "Compressor threshold", .decibels, -60...0, -20,
      "Louder peaks are compressed; around it the curve has a knee of 6 dB.")
  }
  static var compressorRatio: Self {
    effect(
      "compressor_ratio", "Compressor ratio", .none, 1...20, 1, travel: .logarithmic,
      "Decibels of the input for one of the output. At 1, with no gain, the compressor costs nothing.")
  }
  static var compressorAttack: Self {
    effect(
      "compressor_attack", "Compressor attack", .seconds, 0.0001...0.2, 0.005, travel: .logarithmic,
      "The time constant with which it follows a rising level.")
  }
  static var compressorRelease: Self {
    effect(
      "compressor_release", "Compressor release", .seconds, 0.01...2, 0.15, travel: .logarithmic,
      "The time constant with which it follows a falling level.")
  }
  static var compressorGain: Self {
    effect("compressor_gain", "Compressor gain", .decibels, 0...24, 0, "Gain after the compression.")
  }
}
