// The specifications of the modulation of each frame: oscillator B, noise or LFO 1 moves oscillator A,
// filter 1 and the level. Any thread.

extension Parameter.Spec {
  static var oscAModulator: Self {
    Self(
      "osc_a_modulator", "Oscillator A modulator", .none, 0...2, default: 0, choices: .modulators,
      perVoice: false,
      """
      Audio-rate modulator of oscillator A, filter 1's cutoff and the voice's level: oscillator B or the \
      noise (both before their level), or LFO 1.
      """)
  }

  static var oscAPitchModulation: Self {
    Self(
      "osc_a_pitch_modulation", "Oscillator A pitch modulation", .semitones, 0...48, default: 0,
      "Pitch modulation by its modulator.")
  }

  static var oscAFrequencyModulation: Self {
    Self(
      "osc_a_frequency_modulation", "Oscillator A frequency modulation", .none, 0...8, default: 0,
      "Through-zero frequency modulation, in multiples of its frequency.")
  }

  static var oscAPhaseModulation: Self {
    Self(
      "osc_a_phase_modulation", "Oscillator A phase modulation", .turns, 0...2, default: 0,
      "Phase modulation.")
  }

  static var filterCutoffModulation: Self {
    Self(
      "filter_1_cutoff_modulation", "Filter 1 cutoff modulation", .octaves, 0...8, default: 0,
      "Modulation by oscillator A's modulator.")
  }

  static var ampModulation: Self {
    Self(
      "amp_modulation", "Voice level modulation", .none, 0...1, default: 0,
      "Amplitude modulation by oscillator A's modulator.")
  }
}
