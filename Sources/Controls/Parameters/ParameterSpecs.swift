// The specifications of the first parameters: oscillators A and B, filter, envelope, LFO, voice. Any
// thread.

extension Parameter.Spec {
  static var oscAWave: Self {
    Self(
      "osc_a_wave", "Oscillator A wave", .none, 0...36, default: 2, choices: .waves, perVoice: false,
      "The wave of oscillator A.")
  }

  static var oscALevel: Self {
    Self("osc_a_level", "Oscillator A level", .none, 0...1, default: 0.6, "How loud oscillator A is.")
  }

  static var oscASemitones: Self {
    Self(
      "osc_a_semitones", "Oscillator A pitch", .semitones, -48...48, default: 0,
      "Oscillator A's distance from the voice's pitch.")
  }

  static var oscBWave: Self {
    Self(
      "osc_b_wave", "Oscillator B wave", .none, 0...36, default: 3, choices: .waves, perVoice: false,
      "The wave of oscillator B.")
  }

  static var oscBLevel: Self {
    Self("osc_b_level", "Oscillator B level", .none, 0...1, default: 0.35, "How loud oscillator B is.")
  }

  static var oscBSemitones: Self {
    Self(
      "osc_b_semitones", "Oscillator B pitch", .semitones, -48...48, default: 0,
      "Oscillator B's distance from the voice's pitch.")
  }

  static var oscBCents: Self {
    Self(
      "osc_b_cents", "Oscillator B detune", .cents, -100...100, default: 6,
      "A fine part of oscillator B's distance.")
  }

  static var filterCutoff: Self {
    Self(
      "filter_1_cutoff", "Filter cutoff", .hertz, 20...20000, default: 1100, travel: .logarithmic,
      "Where the filter begins to take away, for middle C.")
  }

  static var filterResonance: Self {
    Self(
      "filter_1_resonance", "Filter resonance", .none, 0...0.98, default: 0.25, "Emphasis at the cutoff.")
  }

  static var filterKeyTracking: Self {
    Self(
      "filter_1_key_tracking", "Filter key tracking", .none, 0...1, default: 0.6,
      "How far the cutoff follows the pitch.")
  }

  static var ampLevel: Self {
    Self("amp_level", "Level", .none, 0...1, default: 1, "How loud the voice is.")
  }

  static var ampAttack: Self {
    Self(
      "amp_attack", "Attack", .seconds, 0.001...20, default: 0.008, travel: .logarithmic,
      "Time to full loudness."
    )
  }

  static var ampDecay: Self {
    Self(
      "amp_decay", "Decay", .seconds, 0.001...20, default: 0.4, travel: .logarithmic,
      "Time down to the sustain level.")
  }

  static var ampSustain: Self {
    Self(
      "amp_sustain", "Sustain", .none, 0...1, default: 0.75, "Level while a touch or key is held.")
  }

  static var ampRelease: Self {
    Self(
      "amp_release", "Release", .seconds, 0.001...20, default: 0.5, travel: .logarithmic,
      "Time to silence after the end.")
  }

  static var lfoRate: Self {
    Self(
      "lfo_1_rate", "LFO rate", .hertz, 0.01...100, default: 5, travel: .logarithmic, perVoice: false,
      "Speed of LFO 1.")
  }

  static var lfoDepth: Self {
    Self(
      "lfo_1_depth", "LFO vibrato", .semitones, 0...12, default: 0, "Depth of the vibrato by LFO 1.")
  }

  static var voicePitch: Self {
    Self(
      "voice_pitch", "Voice pitch", .semitones, -48...48, default: 0, "Moves the whole voice up or down.")
  }

  static var voicePan: Self {
    Self("voice_pan", "Voice pan", .none, -1...1, default: 0, "Moves the voice left (−1) or right (1).")
  }

  static var voiceWidth: Self {
    Self(
      "voice_width", "Width", .none, 0...1, default: 0.5,
      "How far voices, and the copies of a unison, are spread left and right.")
  }

  static var voiceGlide: Self {
    Self(
      "voice_glide", "Glide", .seconds, 0...2, default: 0, perVoice: false,
      "Time to glide from the last note to a new one, or from the nearest of the last chord.")
  }

  static var quality: Self {
    Self(
      "patch_quality", "Patch quality", .none, 0...1, default: 0, choices: .qualities, perVoice: false,
      """
      The least factor of the sample rate at which drive, shaper, ladder, FM, sync, ring and phase \
      modulation work, so that fewer harmonics fold back; the port `quality` may ask for more.
      """
    )
  }

  static var morph: Self {
    Self(
      "morph", "Morph", .none, 0...8, default: 0,
      "Where the voice is on the way from the patch's own values (0) through its snapshots (1, 2, …).")
  }
}
