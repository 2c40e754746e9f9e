// The specification of effects.

extension Parameter {
  var effectsSpec: Spec? {
    @_noLocks get {
      switch self {
      case .chorusKind:
        Spec(
          "chorus_kind", "Chorus kind", .none, 0...2, default: 0, travel: .choice, perVoice: false,
          "What moves: a copy, a copy that feeds itself, or phases.")
      case .chorusRate:
        Spec(
          "chorus_rate", "Chorus rate", .hertz, 0.01...20, default: 0.7, travel: .logarithmic,
          perVoice: false,
          "Cycles of the motion a second.")
      case .chorusDepth:
        Spec(
          "chorus_depth", "Chorus depth", .none, 0...1, default: 0.5, perVoice: false,
          "How far it moves.")
      case .chorusFeedback:
        Spec(
          "chorus_feedback", "Chorus feedback", .none, -0.95...0.95, default: 0, perVoice: false,
          "How much of the copy goes round again.")
      case .delayTime:
        Spec(
          "delay_time", "Delay time", .seconds, 0.001...2, default: 0.36, travel: .logarithmic,
          perVoice: false,
          "From echo to echo.")
      case .delayBeats:
        Spec(
          "delay_beats", "Delay beats", .none, 0...14, default: 0, travel: .choice, perVoice: false,
          "The time in beats of the host's tempo, at most 2 s; free: the time.")
      case .delayFeedback:
        Spec(
          "delay_feedback", "Delay feedback", .none, 0...0.95, default: 0.45, perVoice: false,
          "How loud an echo is beside the one before.")
      case .delayTone:
        Spec(
          "delay_tone", "Delay tone", .hertz, 200...20000, default: 4000, travel: .logarithmic,
          perVoice: false,
          "Corner above which echoes get duller.")
      case .delayLowCut:
        Spec(
          "delay_low_cut", "Delay low cut", .hertz, 20...2000, default: 20, travel: .logarithmic,
          perVoice: false,
          "Corner below which echoes get thinner.")
      case .delayMode:
        Spec(
          "delay_mode", "Delay mode", .none, 0...1, default: 0, travel: .choice, perVoice: false,
          "From side to side, or each side for itself.")
      case .reverbDecay:
        Spec(
          "reverb_decay", "Reverb decay", .seconds, 0.1...30, default: 2.2, travel: .logarithmic,
          perVoice: false,
          "Time until the room has fallen by 60 dB, at 500 Hz.")
      case .reverbTone:
        Spec(
          "reverb_tone", "Reverb tone", .hertz, 200...20000, default: 5500, travel: .logarithmic,
          perVoice: false,
          "Corner above which the room swallows.")
      case .eqLow:
        Spec(
          "eq_low", "Lows", .decibels, -18...18, default: 0, perVoice: false,
          "Below 160 Hz. With all three at 0 the equaliser costs nothing.")
      case .eqMiddle:
        Spec(
          "eq_middle", "Middle", .decibels, -18...18, default: 0, perVoice: false,
          "Around its frequency.")
      case .eqHigh:
        Spec(
          "eq_high", "Highs", .decibels, -18...18, default: 0, perVoice: false,
          "Above 5 kHz.")
      case .eqFrequency:
        Spec(
          "eq_frequency", "Middle frequency", .hertz, 100...10000, default: 1000, travel: .logarithmic,
          perVoice: false,
          "Where the middle is.")
      case .limiterOn:
        Spec(
          "limiter_on", "Limiter on", .none, 0...1, default: 0, travel: .choice, perVoice: false,
          "Whether the limiter is there; then everything comes 1.5 ms later, and the port latency says so.")
      case .limiterCeiling:
        Spec(
          "limiter_ceiling", "Limiter ceiling", .decibels, -24...0, default: 0, perVoice: false,
          "What no sample exceeds, after the level.")
      default: nil
      }
    }
  }
}
