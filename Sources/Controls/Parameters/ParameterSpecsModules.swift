// The specifications of the parameters of LFOs and sequencers. Any thread.

extension Parameter.Spec {
  static var lfoWave: Self {
    Self(
      "lfo_1_wave", "LFO 1 wave", .none, 0...6, default: 0, choices: .slowWaves, perVoice: false,
      "Wave; drawn: the patch's.")
  }

  static var lfoPhase: Self {
    Self(
      "lfo_1_phase", "LFO 1 phase", .turns, 0...1, default: 0,
      "Start phase.")
  }

  static var lfoFade: Self {
    Self(
      "lfo_1_fade", "LFO 1 fade", .seconds, 0...20, default: 0,
      "Fade-in time for a voice.")
  }

  static var lfoScope: Self {
    Self(
      "lfo_1_scope", "LFO 1 scope", .none, 0...1, default: 0, choices: .patchOrVoice, perVoice: false,
      "One for all voices, or one for each from its start.")
  }

  static var lfoBeats: Self {
    Self(
      "lfo_1_beats", "LFO 1 beats", .none, 0...14, default: 0, choices: .beats, perVoice: false,
      "Length of a cycle; free: the rate.")
  }

  static var lfo2Rate: Self {
    Self(
      "lfo_2_rate", "LFO 2 rate", .hertz, 0.01...100, default: 5, travel: .logarithmic, perVoice: false,
      "Rate.")
  }

  static var lfo2Wave: Self {
    Self(
      "lfo_2_wave", "LFO 2 wave", .none, 0...6, default: 0, choices: .slowWaves, perVoice: false,
      "Wave; drawn: the patch's.")
  }

  static var lfo2Phase: Self {
    Self(
      "lfo_2_phase", "LFO 2 phase", .turns, 0...1, default: 0,
      "Start phase.")
  }

  static var lfo2Fade: Self {
    Self(
      "lfo_2_fade", "LFO 2 fade", .seconds, 0...20, default: 0,
      "Fade-in time for a voice.")
  }

  static var lfo2Scope: Self {
    Self(
      "lfo_2_scope", "LFO 2 scope", .none, 0...1, default: 0, choices: .patchOrVoice, perVoice: false,
      "One for all voices, or one for each from its start.")
  }

  static var lfo2Beats: Self {
    Self(
      "lfo_2_beats", "LFO 2 beats", .none, 0...14, default: 0, choices: .beats, perVoice: false,
      "Length of a cycle; free: the rate.")
  }

  static var lfo3Rate: Self {
    Self(
      "lfo_3_rate", "LFO 3 rate", .hertz, 0.01...100, default: 5, travel: .logarithmic, perVoice: false,
      "Rate.")
  }

  static var lfo3Wave: Self {
    Self(
      "lfo_3_wave", "LFO 3 wave", .none, 0...6, default: 0, choices: .slowWaves, perVoice: false,
      "Wave; drawn: the patch's.")
  }

  static var lfo3Phase: Self {
    Self(
      "lfo_3_phase", "LFO 3 phase", .turns, 0...1, default: 0,
      "Start phase.")
  }

  static var lfo3Fade: Self {
    Self(
      "lfo_3_fade", "LFO 3 fade", .seconds, 0...20, default: 0,
      "Fade-in time for a voice.")
  }

  static var lfo3Scope: Self {
    Self(
      "lfo_3_scope", "LFO 3 scope", .none, 0...1, default: 0, choices: .patchOrVoice, perVoice: false,
      "One for all voices, or one for each from its start.")
  }

  static var lfo3Beats: Self {
    Self(
      "lfo_3_beats", "LFO 3 beats", .none, 0...14, default: 0, choices: .beats, perVoice: false,
      "Length of a cycle; free: the rate.")
  }

  static var lfo4Rate: Self {
    Self(
      "lfo_4_rate", "LFO 4 rate", .hertz, 0.01...100, default: 5, travel: .logarithmic, perVoice: false,
      "Rate.")
  }

  static var lfo4Wave: Self {
    Self(
      "lfo_4_wave", "LFO 4 wave", .none, 0...6, default: 0, choices: .slowWaves, perVoice: false,
      "Wave; drawn: the patch's.")
  }

  static var lfo4Phase: Self {
    Self(
      "lfo_4_phase", "LFO 4 phase", .turns, 0...1, default: 0,
      "Start phase.")
  }

  static var lfo4Fade: Self {
    Self(
      "lfo_4_fade", "LFO 4 fade", .seconds, 0...20, default: 0,
      "Fade-in time for a voice.")
  }

  static var lfo4Scope: Self {
    Self(
      "lfo_4_scope", "LFO 4 scope", .none, 0...1, default: 0, choices: .patchOrVoice, perVoice: false,
      "One for all voices, or one for each from its start.")
  }

  static var lfo4Beats: Self {
    Self(
      "lfo_4_beats", "LFO 4 beats", .none, 0...14, default: 0, choices: .beats, perVoice: false,
      "Length of a cycle; free: the rate.")
  }

  static var seq1Rate: Self {
    Self(
      "seq_1_rate", "Sequencer 1 rate", .hertz, 0.05...100, default: 4, travel: .logarithmic,
      perVoice: false,
      "Steps a second.")
  }

  static var seq1Beats: Self {
    Self(
      "seq_1_beats", "Sequencer 1 beats", .none, 0...14, default: 0, choices: .beats, perVoice: false,
      "Length of a step; free: the rate.")
  }

  static var seq2Rate: Self {
    Self(
      "seq_2_rate", "Sequencer 2 rate", .hertz, 0.05...100, default: 4, travel: .logarithmic,
      perVoice: false,
      "Steps a second.")
  }

  static var seq2Beats: Self {
    Self(
      "seq_2_beats", "Sequencer 2 beats", .none, 0...14, default: 0, choices: .beats, perVoice: false,
      "Length of a step; free: the rate.")
  }

  static var seq3Rate: Self {
    Self(
      "seq_3_rate", "Sequencer 3 rate", .hertz, 0.05...100, default: 4, travel: .logarithmic,
      perVoice: false,
      "Steps a second.")
  }

  static var seq3Beats: Self {
    Self(
      "seq_3_beats", "Sequencer 3 beats", .none, 0...14, default: 0, choices: .beats, perVoice: false,
      "Length of a step; free: the rate.")
  }

  static var seq4Rate: Self {
    Self(
      "seq_4_rate", "Sequencer 4 rate", .hertz, 0.05...100, default: 4, travel: .logarithmic,
      perVoice: false,
      "Steps a second.")
  }

  static var seq4Beats: Self {
    Self(
      "seq_4_beats", "Sequencer 4 beats", .none, 0...14, default: 0, choices: .beats, perVoice: false,
      "Length of a step; free: the rate.")
  }

  static var seq1Scope: Self {
    Self(
      "seq_1_scope", "Sequencer 1 scope", .none, 0...1, default: 0, choices: .patchOrVoice, perVoice: false,
      "One for all voices, or one for each from its start.")
  }

  static var seq2Scope: Self {
    Self(
      "seq_2_scope", "Sequencer 2 scope", .none, 0...1, default: 0, choices: .patchOrVoice, perVoice: false,
      "One for all voices, or one for each from its start.")
  }

  static var seq3Scope: Self {
    Self(
      "seq_3_scope", "Sequencer 3 scope", .none, 0...1, default: 0, choices: .patchOrVoice, perVoice: false,
      "One for all voices, or one for each from its start.")
  }

  static var seq4Scope: Self {
    Self(
      "seq_4_scope", "Sequencer 4 scope", .none, 0...1, default: 0, choices: .patchOrVoice, perVoice: false,
      "One for all voices, or one for each from its start.")
  }

  static func step(_ symbol: StaticString, _ name: StaticString) -> Self {
    Self(
      symbol, name, .none, -1...1, default: 0,
      "Added to this step and every eighth after it; the sum is limited to −1…1.")
  }
}
