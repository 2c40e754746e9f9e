// The specifications of the first parameters: oscillators A and B, filter, envelope, LFO, voice. Any
// thread.

extension Parameter.Spec {
  static var oscAWave: Self {
    Self(
      "osc_a_wave", "Oscillator A wave", .none, 0...36, default: 2, choices: .waves, perVoice: false,
      "Wave.")
  }

  static var oscALevel: Self {
    Self("osc_a_level", "Oscillator A level", .none, 0...1, default: 0.6, "Level.")
  }

  static var oscASemitones: Self {
    Self(
      "osc_a_semitones", "Oscillator A pitch", .semitones, -48...48, default: 0,
      "Transposition.")
  }

  static var oscBWave: Self {
    Self(
      "osc_b_wave", "Oscillator B wave", .none, 0...36, default: 3, choices: .waves, perVoice: false,
      "Wave.")
  }

  static var oscBLevel: Self {
    Self("osc_b_level", "Oscillator B level", .none, 0...1, default: 0.35, "Level.")
  }

  static var oscBSemitones: Self {
    Self(
      "osc_b_semitones", "Oscillator B pitch", .semitones, -48...48, default: 0,
      "Transposition.")
  }

  static var oscBCents: Self {
    Self(
      "osc_b_cents", "Oscillator B detune", .cents, -100...100, default: 6,
      "Fine tuning.")
  }

  static var filterCutoff: Self {
    Self(
      "filter_1_cutoff", "Filter 1 cutoff", .hertz, 20...20000, default: 1100, travel: .logarithmic,
      "Cutoff frequency for middle C.")
  }

  static var filterResonance: Self {
    Self(
      "filter_1_resonance", "Filter 1 resonance", .none, 0...0.98, default: 0.25, "Emphasis at the cutoff.")
  }

  static var filterKeyTracking: Self {
    Self(
      "filter_1_key_tracking", "Filter 1 key tracking", .none, 0...1, default: 0.6,
      "Cutoff follows the pitch.")
  }

  static var ampLevel: Self {
    Self("amp_level", "Voice level", .none, 0...1, default: 1, "Level of the voice.")
  }

  static var ampAttack: Self {
    Self(
      "amp_attack", "Envelope 1 attack", .seconds, 0.001...20, default: 0.008, travel: .logarithmic,
      "Time to full level."
    )
  }

  static var ampDecay: Self {
    Self(
      "amp_decay", "Envelope 1 decay", .seconds, 0.001...20, default: 0.4, travel: .logarithmic,
      "Time down to the sustain level.")
  }

  static var ampSustain: Self {
    Self(
      "amp_sustain", "Envelope 1 sustain", .none, 0...1, default: 0.75, "Level while held.")
  }

  static var ampRelease: Self {
    Self(
      "amp_release", "Envelope 1 release", .seconds, 0.001...20, default: 0.5, travel: .logarithmic,
      "Time to silence after the release.")
  }

  static var lfoRate: Self {
    Self(
      "lfo_1_rate", "LFO 1 rate", .hertz, 0.01...100, default: 5, travel: .logarithmic, perVoice: false,
      "Rate.")
  }

  static var lfoDepth: Self {
    Self(
      "lfo_1_depth", "LFO 1 vibrato", .semitones, 0...12, default: 0, "Depth of its vibrato.")
  }

  static var voicePitch: Self {
    Self(
      "voice_pitch", "Voice pitch", .semitones, -48...48, default: 0, "Transposition of the voice.")
  }

  static var voicePan: Self {
    Self("voice_pan", "Voice pan", .none, -1...1, default: 0, "Left (−1) to right (1).")
  }

  static var voiceWidth: Self {
    Self(
      "voice_width", "Voice width", .none, 0...1, default: 0.5,
      "Stereo spread of voices and unison.")
  }

  static var voiceGlide: Self {
    Self(
      "voice_glide", "Voice glide", .seconds, 0...2, default: 0, perVoice: false,
      "Glide time from the last note, or the nearest of the last chord.")
  }

  static var quality: Self {
    Self(
      "patch_quality", "Patch quality", .none, 0...1, default: 0, choices: .qualities, perVoice: false,
      """
      Oversampling of drive, shaper, ladder, FM, sync, ring and phase modulation, against aliasing; the \
      port `quality` can raise it.
      """
    )
  }

  static var morph: Self {
    Self(
      "morph", "Morph", .none, 0...8, default: 0,
      "Position between the patch's values (0) and its snapshots (1, 2, …).")
  }
}
