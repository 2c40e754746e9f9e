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
  static var chorus: Self { effect("chorus_mix", "Chorus", .none, 0...1, 0, "Amount of chorus.") }
  static var delay: Self { effect("delay_mix", "Delay", .none, 0...1, 0, "Amount of delay.") }
  static var reverb: Self { effect("reverb_mix", "Reverb", .none, 0...1, 0, "Amount of reverb.") }

  static var chorusKind: Self {
    effect(
      "chorus_kind", "Chorus kind", .none, 0...3, 0, choices: .chorusKinds,
      "Kind; the ensemble has three copies on each side.")
  }
  static var chorusRate: Self {
    effect(
      "chorus_rate", "Chorus rate", .hertz, 0.01...20, 0.7, travel: .logarithmic,
      "Rate.")
  }
  static var chorusDepth: Self {
    effect("chorus_depth", "Chorus depth", .none, 0...1, 0.5, "Depth.")
  }
  static var chorusFeedback: Self {
    effect("chorus_feedback", "Chorus feedback", .none, -0.95...0.95, 0, "Feedback.")
  }

  static var delayTime: Self {
    effect(
      "delay_time", "Delay time", .seconds, 0.001...2, 0.36, travel: .logarithmic, "Time between echoes.")
  }
  static var delayBeats: Self {
    effect(
      "delay_beats", "Delay beats", .none, 0...14, 0, choices: .beats,
      "Time in beats, at most 2 s; free: the time.")
  }
  static var delayFeedback: Self {
    effect(
      "delay_feedback", "Delay feedback", .none, 0...0.95, 0.45,
      "Level of an echo relative to the last one.")
  }
  static var delayTone: Self {
    effect(
      "delay_tone", "Delay tone", .hertz, 200...20000, 4000, travel: .logarithmic,
      "Damping of highs above this.")
  }
  static var delayLowCut: Self {
    effect(
      "delay_low_cut", "Delay low cut", .hertz, 20...2000, 20, travel: .logarithmic,
      "Damping of lows below this.")
  }
  static var delayMode: Self {
    effect(
      "delay_mode", "Delay mode", .none, 0...1, 0, choices: .delayModes,
      "From side to side, or each side separately.")
  }
  static var delayGlide: Self {
    effect(
      "delay_glide", "Delay glide", .none, 0...1, 0, choices: .delayGlides,
      "A moving time bends the pitch like tape, or crossfades. A jump crossfades.")
  }

  static var reverbDecay: Self {
    effect(
      "reverb_decay", "Reverb decay", .seconds, 0.1...30, 2.2, travel: .logarithmic,
      "Decay by 60 dB at 500 Hz.")
  }
  static var reverbTone: Self {
    effect(
      "reverb_tone", "Reverb tone", .hertz, 200...20000, 5500, travel: .logarithmic,
      "Shorter decay above this.")
  }
  static var reverbSize: Self {
    effect(
      "reverb_size", "Reverb size", .none, 0.25...1.5, 1, travel: .logarithmic,
      "Relative size of the room. Changes bend the reverb by half a semitone.")
  }
  static var reverbEarly: Self {
    effect(
      "reverb_early", "Reverb early reflections", .none, 0...1, 0.5,
      "Level of the first 30 ms.")
  }
  static var reverbLowCut: Self {
    effect(
      "reverb_low_cut", "Reverb low cut", .hertz, 20...1000, 20, travel: .logarithmic,
      "Shorter decay below this; 20 Hz: off.")
  }
  static var reverbFreeze: Self {
    effect(
      "reverb_freeze", "Reverb freeze", .none, 0...1, 0, choices: .offOn,
      "Holds the sound in the room and adds nothing.")
  }
  static var reverbDuck: Self {
    effect(
      "reverb_duck", "Reverb ducking", .decibels, 0...24, 0,
      "Reduction of the reverb while the dry sound is at −12 dBFS or more.")
  }

  static var eqLow: Self {
    effect(
      "eq_low", "Lows", .decibels, -18...18, 0,
      "Below 160 Hz.")
  }
  static var eqMiddle: Self { effect("eq_middle", "Middle", .decibels, -18...18, 0, "Around its frequency.") }
  static var eqHigh: Self { effect("eq_high", "Highs", .decibels, -18...18, 0, "Above 5 kHz.") }
  static var eqFrequency: Self {
    effect(
      "eq_frequency", "Middle frequency", .hertz, 100...10000, 1000, travel: .logarithmic,
      "Frequency of the middle.")
  }

  static var limiterOn: Self {
    effect(
      "limiter_on", "Limiter on", .none, 0...1, 0, choices: .offOn,
      "Turns the limiter on; adds 1.5 ms of latency.")
  }
  static var limiterCeiling: Self {
    effect(
      "limiter_ceiling", "Limiter ceiling", .decibels, -24...0, -1,
      "Highest sample after the level; true peaks exceed it by less than 1 dB.")
  }
  static var limiterRelease: Self {
    effect(
      "limiter_release", "Limiter release", .seconds, 0.01...2, 0.08, travel: .logarithmic,
      "Recovery time, from 13 ms after the last peak.")
  }

  static var compressorThreshold: Self {
    effect(
      "compressor_threshold", "Compressor threshold", .decibels, -60...0, -20,
      "Level at which compression begins, with a knee of 6 dB.")
  }
  static var compressorRatio: Self {
    effect(
      "compressor_ratio", "Compressor ratio", .none, 1...20, 1, travel: .logarithmic,
      "Decibels of input for one of output.")
  }
  static var compressorAttack: Self {
    effect(
      "compressor_attack", "Compressor attack", .seconds, 0.0001...0.2, 0.005, travel: .logarithmic,
      "Time constant for rising levels.")
  }
  static var compressorRelease: Self {
    effect(
      "compressor_release", "Compressor release", .seconds, 0.01...2, 0.15, travel: .logarithmic,
      "Time constant for falling levels.")
  }
  static var compressorGain: Self {
    effect("compressor_gain", "Compressor gain", .decibels, 0...24, 0, "Make-up gain.")
  }
}
