// The specifications of the modulation of each frame: oscillator B, noise or LFO 1 moves oscillator A,
// filter 1 and the level. Any thread.

extension Parameter.Spec {
  static var oscAModulator: Self {
    Self(
      "osc_a_modulator", "Oscillator A modulator", .none, 0...2, default: 0, choices: .modulators,
      perVoice: false,
      """
      What moves oscillator A, the cutoff of filter 1 and the voice's level frame by frame: oscillator B \
      or the noise, each before its level, or LFO 1.
      """)
  }

  static var oscAPitchModulation: Self {
    Self(
      "osc_a_pitch_modulation", "Oscillator A pitch modulation", .semitones, 0...48, default: 0,
      "How far its modulator moves its pitch: up at 1, down at −1.")
  }

  static var oscAFrequencyModulation: Self {
    Self(
      "osc_a_frequency_modulation", "Oscillator A frequency modulation", .none, 0...8, default: 0,
      "How many times its own frequency its modulator adds to it at 1, and takes from it at −1, through 0.")
  }

  static var oscAPhaseModulation: Self {
    Self(
      "osc_a_phase_modulation", "Oscillator A phase modulation", .turns, 0...2, default: 0,
      "How far its modulator moves its phase.")
  }

  static var filterCutoffModulation: Self {
    Self(
      "filter_1_cutoff_modulation", "Filter cutoff modulation", .octaves, 0...8, default: 0,
      "How far the modulator of oscillator A moves the cutoff: up at 1, down at −1.")
  }

  static var ampModulation: Self {
    Self(
      "amp_modulation", "Level modulation", .none, 0...1, default: 0,
      "How much of the level the modulator of oscillator A takes away at −1; at 1 it takes nothing away.")
  }
}
