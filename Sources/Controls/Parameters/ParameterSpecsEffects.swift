// The specifications of the effects' parameters. Any thread.

extension Parameter.Spec {
  static var chorusKind: Self {
    Self(
      "chorus_kind", "Chorus kind", .none, 0...2, default: 0, choices: .chorusKinds, perVoice: false,
      "What moves: a copy, a copy that feeds itself, or phases.")
  }

  static var chorusRate: Self {
    Self(
      "chorus_rate", "Chorus rate", .hertz, 0.01...20, default: 0.7, travel: .logarithmic,
      perVoice: false,
      "Cycles of the motion a second.")
  }

  static var chorusDepth: Self {
    Self(
      "chorus_depth", "Chorus depth", .none, 0...1, default: 0.5, perVoice: false,
      "How far it moves.")
  }

  static var chorusFeedback: Self {
    Self(
      "chorus_feedback", "Chorus feedback", .none, -0.95...0.95, default: 0, perVoice: false,
      "How much of the copy is fed back.")
  }

  static var delayTime: Self {
    Self(
      "delay_time", "Delay time", .seconds, 0.001...2, default: 0.36, travel: .logarithmic,
      perVoice: false,
      "From echo to echo.")
  }

  static var delayBeats: Self {
    Self(
      "delay_beats", "Delay beats", .none, 0...14, default: 0, choices: .beats, perVoice: false,
      "The time in beats of the host's tempo, at most 2 s; free: the time.")
  }

  static var delayFeedback: Self {
    Self(
      "delay_feedback", "Delay feedback", .none, 0...0.95, default: 0.45, perVoice: false,
      "How loud an echo is against the last one.")
  }

  static var delayTone: Self {
    Self(
      "delay_tone", "Delay tone", .hertz, 200...20000, default: 4000, travel: .logarithmic,
      perVoice: false,
      "Corner above which echoes get duller.")
  }

  static var delayLowCut: Self {
    Self(
      "delay_low_cut", "Delay low cut", .hertz, 20...2000, default: 20, travel: .logarithmic,
      perVoice: false,
      "Corner below which echoes get thinner.")
  }

  static var delayMode: Self {
    Self(
      "delay_mode", "Delay mode", .none, 0...1, default: 0, choices: .delayModes, perVoice: false,
      "From side to side, or each side for itself.")
  }

  static var reverbDecay: Self {
    Self(
      "reverb_decay", "Reverb decay", .seconds, 0.1...30, default: 2.2, travel: .logarithmic,
      perVoice: false,
      "Time until the room has fallen by 60 dB, at 500 Hz.")
  }

  static var reverbTone: Self {
    Self(
      "reverb_tone", "Reverb tone", .hertz, 200...20000, default: 5500, travel: .logarithmic,
      perVoice: false,
      "Corner above which the room absorbs.")
  }

  static var eqLow: Self {
    Self(
      "eq_low", "Lows", .decibels, -18...18, default: 0, perVoice: false,
      "Below 160 Hz. With all three at 0 the equaliser costs nothing.")
  }

  static var eqMiddle: Self {
    Self(
      "eq_middle", "Middle", .decibels, -18...18, default: 0, perVoice: false,
      "Around its frequency.")
  }

  static var eqHigh: Self {
    Self(
      "eq_high", "Highs", .decibels, -18...18, default: 0, perVoice: false,
      "Above 5 kHz.")
  }

  static var eqFrequency: Self {
    Self(
      "eq_frequency", "Middle frequency", .hertz, 100...10000, default: 1000, travel: .logarithmic,
      perVoice: false,
      "Where the middle is.")
  }

  static var limiterOn: Self {
    Self(
      "limiter_on", "Limiter on", .none, 0...1, default: 0, choices: .offOn, perVoice: false,
      "Whether the limiter is there; then everything comes 1.5 ms later, and the port latency says so.")
  }

  static var limiterCeiling: Self {
    Self(
      "limiter_ceiling", "Limiter ceiling", .decibels, -24...0, default: 0, perVoice: false,
      "No sample exceeds this, after the level.")
  }
}
