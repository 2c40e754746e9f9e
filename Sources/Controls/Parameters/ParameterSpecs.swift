// The specification of every parameter: the one place that patches, schema, documents and clamps come from.

extension Parameter {
  public var spec: Spec {
    @_noLocks get {
      switch self {
      case .oscAWave:
        Spec(
          "osc_a_wave", "Oscillator A wave", .none, 0...35, default: 2, travel: .choice, perVoice: false,
          "The wave of oscillator A.")
      case .oscALevel:
        Spec("osc_a_level", "Oscillator A level", .none, 0...1, default: 0.6, "How loud oscillator A is.")
      case .oscASemitones:
        Spec(
          "osc_a_semitones", "Oscillator A pitch", .semitones, -48...48, default: 0,
          "Oscillator A's distance from the voice's pitch.")
      case .oscBWave:
        Spec(
          "osc_b_wave", "Oscillator B wave", .none, 0...35, default: 3, travel: .choice, perVoice: false,
          "The wave of oscillator B.")
      case .oscBLevel:
        Spec("osc_b_level", "Oscillator B level", .none, 0...1, default: 0.35, "How loud oscillator B is.")
      case .oscBSemitones:
        Spec(
          "osc_b_semitones", "Oscillator B pitch", .semitones, -48...48, default: 0,
          "Oscillator B's distance from the voice's pitch.")
      case .oscBCents:
        Spec(
          "osc_b_cents", "Oscillator B detune", .cents, -100...100, default: 6,
          "A fine part of oscillator B's distance.")
      case .filterCutoff:
        Spec(
          "filter_1_cutoff", "Filter cutoff", .hertz, 20...20000, default: 1100, travel: .logarithmic,
          "Where the filter begins to take away, for middle C.")
      case .filterResonance:
        Spec(
          "filter_1_resonance", "Filter resonance", .none, 0...0.98, default: 0.25, "Emphasis at the cutoff.")
      case .filterKeyTracking:
        Spec(
          "filter_1_key_tracking", "Filter key tracking", .none, 0...1, default: 0.6,
          "How far the cutoff follows the pitch.")
      case .ampLevel:
        Spec("amp_level", "Level", .none, 0...1, default: 1, "How loud the voice is.")
      case .ampAttack:
        Spec(
          "amp_attack", "Attack", .seconds, 0.001...20, default: 0.008, travel: .logarithmic,
          "Time to full loudness."
        )
      case .ampDecay:
        Spec(
          "amp_decay", "Decay", .seconds, 0.001...20, default: 0.4, travel: .logarithmic,
          "Time down to the sustain level.")
      case .ampSustain:
        Spec(
          "amp_sustain", "Sustain", .none, 0...1, default: 0.75, "Level while a touch or key is held.")
      case .ampRelease:
        Spec(
          "amp_release", "Release", .seconds, 0.001...20, default: 0.5, travel: .logarithmic,
          "Time to silence after the end.")
      case .lfoRate:
        Spec(
          "lfo_1_rate", "LFO rate", .hertz, 0.01...100, default: 5, travel: .logarithmic, perVoice: false,
          "Speed of LFO 1.")
      case .lfoDepth:
        Spec(
          "lfo_1_depth", "LFO vibrato", .semitones, 0...12, default: 0, "Depth of the vibrato by LFO 1.")
      case .voicePitch:
        Spec(
          "voice_pitch", "Voice pitch", .semitones, -48...48, default: 0, "Moves the whole voice up or down.")
      case .voicePan:
        Spec("voice_pan", "Voice pan", .none, -1...1, default: 0, "Moves the voice left (−1) or right (1).")
      case .voiceWidth:
        Spec(
          "voice_width", "Width", .none, 0...1, default: 0.5, "How far voices are spread left and right.")
      case .voiceGlide:
        Spec(
          "voice_glide", "Glide", .seconds, 0...2, default: 0, perVoice: false,
          "Time to glide from the last note to a new one.")
      case .drive:
        Spec(
          "drive_gain", "Drive", .decibels, 0...36, default: 0, perVoice: false,
          "Overdrives the sum of all voices.")
      case .chorus:
        Spec("chorus_mix", "Chorus", .none, 0...1, default: 0, perVoice: false, "Slowly moving copies.")
      case .delay:
        Spec("delay_mix", "Delay", .none, 0...1, default: 0, perVoice: false, "Echoes.")
      case .reverb:
        Spec("reverb_mix", "Reverb", .none, 0...1, default: 0, perVoice: false, "The sound of a room.")
      case .morph:
        Spec(
          "morph", "Morph", .none, 0...8, default: 0,
          "Where the voice is on the way from the patch's own values (0) through its snapshots (1, 2, …).")
      default: laterSpec
      }
    }
  }

  /// What was appended, room by room of the sound.
  private var laterSpec: Spec {
    @_noLocks get {
      if let spec = oscillatorsSpec { return spec }
      if let spec = sourcesSpec { return spec }
      if let spec = filtersSpec { return spec }
      if let spec = envelopesSpec { return spec }
      if let spec = modulesSpec { return spec }
      if let spec = effectsSpec { return spec }
      return Spec("", "", .none, 0...1, default: 0, "")
    }
  }
}
