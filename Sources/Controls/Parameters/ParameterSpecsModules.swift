// The specification of LFOs and sequencers.

extension Parameter {
  var modulesSpec: Spec? {
    @_noLocks get {
      switch self {
      case .lfoWave:
        Spec(
          "lfo_1_wave", "LFO 1 wave", .none, 0...6, default: 0, travel: .choice, perVoice: false,
          "What it does in a cycle; drawn is the patch's own curve.")
      case .lfoPhase:
        Spec(
          "lfo_1_phase", "LFO 1 phase", .turns, 0...1, default: 0,
          "How far into its cycle it is read.")
      case .lfoFade:
        Spec(
          "lfo_1_fade", "LFO 1 fade", .seconds, 0...20, default: 0,
          "Time in which its motion comes in with a voice.")
      case .lfoScope:
        Spec(
          "lfo_1_scope", "LFO 1 scope", .none, 0...1, default: 0, travel: .choice, perVoice: false,
          "One motion for all voices, or each voice its own from its beginning.")
      case .lfoBeats:
        Spec(
          "lfo_1_beats", "LFO 1 beats", .none, 0...14, default: 0, travel: .choice, perVoice: false,
          "A cycle in beats of the host's timeline; free: the rate.")
      case .lfo2Rate:
        Spec(
          "lfo_2_rate", "LFO 2 rate", .hertz, 0.01...100, default: 5, travel: .logarithmic, perVoice: false,
          "Speed of LFO 2.")
      case .lfo2Wave:
        Spec(
          "lfo_2_wave", "LFO 2 wave", .none, 0...6, default: 0, travel: .choice, perVoice: false,
          "What it does in a cycle; drawn is the patch's own curve.")
      case .lfo2Phase:
        Spec(
          "lfo_2_phase", "LFO 2 phase", .turns, 0...1, default: 0,
          "How far into its cycle it is read.")
      case .lfo2Fade:
        Spec(
          "lfo_2_fade", "LFO 2 fade", .seconds, 0...20, default: 0,
          "Time in which its motion comes in with a voice.")
      case .lfo2Scope:
        Spec(
          "lfo_2_scope", "LFO 2 scope", .none, 0...1, default: 0, travel: .choice, perVoice: false,
          "One motion for all voices, or each voice its own from its beginning.")
      case .lfo2Beats:
        Spec(
          "lfo_2_beats", "LFO 2 beats", .none, 0...14, default: 0, travel: .choice, perVoice: false,
          "A cycle in beats of the host's timeline; free: the rate.")
      case .lfo3Rate:
        Spec(
          "lfo_3_rate", "LFO 3 rate", .hertz, 0.01...100, default: 5, travel: .logarithmic, perVoice: false,
          "Speed of LFO 3.")
      case .lfo3Wave:
        Spec(
          "lfo_3_wave", "LFO 3 wave", .none, 0...6, default: 0, travel: .choice, perVoice: false,
          "What it does in a cycle; drawn is the patch's own curve.")
      case .lfo3Phase:
        Spec(
          "lfo_3_phase", "LFO 3 phase", .turns, 0...1, default: 0,
          "How far into its cycle it is read.")
      case .lfo3Fade:
        Spec(
          "lfo_3_fade", "LFO 3 fade", .seconds, 0...20, default: 0,
          "Time in which its motion comes in with a voice.")
      case .lfo3Scope:
        Spec(
          "lfo_3_scope", "LFO 3 scope", .none, 0...1, default: 0, travel: .choice, perVoice: false,
          "One motion for all voices, or each voice its own from its beginning.")
      case .lfo3Beats:
        Spec(
          "lfo_3_beats", "LFO 3 beats", .none, 0...14, default: 0, travel: .choice, perVoice: false,
          "A cycle in beats of the host's timeline; free: the rate.")
      case .lfo4Rate:
        Spec(
          "lfo_4_rate", "LFO 4 rate", .hertz, 0.01...100, default: 5, travel: .logarithmic, perVoice: false,
          "Speed of LFO 4.")
      case .lfo4Wave:
        Spec(
          "lfo_4_wave", "LFO 4 wave", .none, 0...6, default: 0, travel: .choice, perVoice: false,
          "What it does in a cycle; drawn is the patch's own curve.")
      case .lfo4Phase:
        Spec(
          "lfo_4_phase", "LFO 4 phase", .turns, 0...1, default: 0,
          "How far into its cycle it is read.")
      case .lfo4Fade:
        Spec(
          "lfo_4_fade", "LFO 4 fade", .seconds, 0...20, default: 0,
          "Time in which its motion comes in with a voice.")
      case .lfo4Scope:
        Spec(
          "lfo_4_scope", "LFO 4 scope", .none, 0...1, default: 0, travel: .choice, perVoice: false,
          "One motion for all voices, or each voice its own from its beginning.")
      case .lfo4Beats:
        Spec(
          "lfo_4_beats", "LFO 4 beats", .none, 0...14, default: 0, travel: .choice, perVoice: false,
          "A cycle in beats of the host's timeline; free: the rate.")
      case .seq1Rate:
        Spec(
          "seq_1_rate", "Sequencer 1 rate", .hertz, 0.05...100, default: 4, travel: .logarithmic,
          perVoice: false,
          "Steps a second.")
      case .seq1Beats:
        Spec(
          "seq_1_beats", "Sequencer 1 beats", .none, 0...14, default: 0, travel: .choice, perVoice: false,
          "A step in beats of the host's timeline; free: the rate.")
      case .seq2Rate:
        Spec(
          "seq_2_rate", "Sequencer 2 rate", .hertz, 0.05...100, default: 4, travel: .logarithmic,
          perVoice: false,
          "Steps a second.")
      case .seq2Beats:
        Spec(
          "seq_2_beats", "Sequencer 2 beats", .none, 0...14, default: 0, travel: .choice, perVoice: false,
          "A step in beats of the host's timeline; free: the rate.")
      case .seq3Rate:
        Spec(
          "seq_3_rate", "Sequencer 3 rate", .hertz, 0.05...100, default: 4, travel: .logarithmic,
          perVoice: false,
          "Steps a second.")
      case .seq3Beats:
        Spec(
          "seq_3_beats", "Sequencer 3 beats", .none, 0...14, default: 0, travel: .choice, perVoice: false,
          "A step in beats of the host's timeline; free: the rate.")
      case .seq4Rate:
        Spec(
          "seq_4_rate", "Sequencer 4 rate", .hertz, 0.05...100, default: 4, travel: .logarithmic,
          perVoice: false,
          "Steps a second.")
      case .seq4Beats:
        Spec(
          "seq_4_beats", "Sequencer 4 beats", .none, 0...14, default: 0, travel: .choice, perVoice: false,
          "A step in beats of the host's timeline; free: the rate.")
      case .seq1Scope:
        Spec(
          "seq_1_scope", "Sequencer 1 scope", .none, 0...1, default: 0, travel: .choice, perVoice: false,
          "One row for all voices, or each voice its own from its beginning.")
      case .seq2Scope:
        Spec(
          "seq_2_scope", "Sequencer 2 scope", .none, 0...1, default: 0, travel: .choice, perVoice: false,
          "One row for all voices, or each voice its own from its beginning.")
      case .seq3Scope:
        Spec(
          "seq_3_scope", "Sequencer 3 scope", .none, 0...1, default: 0, travel: .choice, perVoice: false,
          "One row for all voices, or each voice its own from its beginning.")
      case .seq4Scope:
        Spec(
          "seq_4_scope", "Sequencer 4 scope", .none, 0...1, default: 0, travel: .choice, perVoice: false,
          "One row for all voices, or each voice its own from its beginning.")
      default: nil
      }
    }
  }
}
