// The specifications of the parameters of oscillators A to C, except the first ones of A and B. Any thread.

extension Parameter.Spec {
  static var oscACents: Self {
    Self(
      "osc_a_cents", "Oscillator A detune", .cents, -100...100, default: 0,
      "Fine tuning.")
  }

  static var oscAShape: Self {
    Self(
      "osc_a_shape", "Oscillator A shape", .none, 0...1, default: 0.5,
      "Pulse width of a square; position in a morphing wave.")
  }

  static var oscAPhase: Self {
    Self(
      "osc_a_phase", "Oscillator A phase", .turns, 0...1, default: 0,
      "Start phase.")
  }

  static var oscAUnison: Self {
    Self(
      "osc_a_unison", "Oscillator A unison", .none, 0...15, default: 0, choices: .unison, perVoice: false,
      "Number of copies.")
  }

  static var oscASpread: Self {
    Self(
      "osc_a_spread", "Oscillator A spread", .cents, 0...200, default: 20, perVoice: false,
      "Detuning from the lowest to the highest copy.")
  }

  static var oscBShape: Self {
    Self(
      "osc_b_shape", "Oscillator B shape", .none, 0...1, default: 0.5,
      "Pulse width of a square; position in a morphing wave.")
  }

  static var oscBPhase: Self {
    Self(
      "osc_b_phase", "Oscillator B phase", .turns, 0...1, default: 0,
      "Start phase.")
  }

  static var oscBUnison: Self {
    Self(
      "osc_b_unison", "Oscillator B unison", .none, 0...15, default: 0, choices: .unison, perVoice: false,
      "Number of copies.")
  }

  static var oscBSpread: Self {
    Self(
      "osc_b_spread", "Oscillator B spread", .cents, 0...200, default: 20, perVoice: false,
      "Detuning from the lowest to the highest copy.")
  }

  static var oscBSync: Self {
    Self(
      "osc_b_sync", "Oscillator B sync", .none, 0...1, default: 0, choices: .offOn, perVoice: false,
      """
      Hard sync to oscillator A, for a single copy without phase modulation.
      """
    )
  }

  static var oscBRing: Self {
    Self(
      "osc_b_ring", "Oscillator B ring modulation", .none, 0...1, default: 0,
      "Ring modulation by oscillator A.")
  }

  static var oscBPhaseModulation: Self {
    Self(
      "osc_b_phase_modulation", "Oscillator B phase modulation", .turns, 0...2, default: 0,
      "Phase modulation by oscillator A.")
  }

  static var oscCWave: Self {
    Self(
      "osc_c_wave", "Oscillator C wave", .none, 0...36, default: 2, choices: .waves, perVoice: false,
      "Wave.")
  }

  static func oscHertz(_ symbol: StaticString, _ name: StaticString) -> Self {
    Self(
      symbol, name, .hertz, 0.1...20000, default: 0.1, travel: .logarithmic,
      "Fixed frequency; 0.1 Hz: follows the pitch.")
  }

  static var oscCLevel: Self {
    Self(
      "osc_c_level", "Oscillator C level", .none, 0...1, default: 0,
      "Level.")
  }

  static var oscCSemitones: Self {
    Self(
      "osc_c_semitones", "Oscillator C pitch", .semitones, -48...48, default: 0,
      "Transposition.")
  }

  static var oscCCents: Self {
    Self(
      "osc_c_cents", "Oscillator C detune", .cents, -100...100, default: 0,
      "Fine tuning.")
  }

  static var oscCShape: Self {
    Self(
      "osc_c_shape", "Oscillator C shape", .none, 0...1, default: 0.5,
      "Pulse width of a square; position in a morphing wave.")
  }

  static var oscCPhase: Self {
    Self(
      "osc_c_phase", "Oscillator C phase", .turns, 0...1, default: 0,
      "Start phase.")
  }

  static var oscCUnison: Self {
    Self(
      "osc_c_unison", "Oscillator C unison", .none, 0...15, default: 0, choices: .unison, perVoice: false,
      "Number of copies.")
  }

  static var oscCSpread: Self {
    Self(
      "osc_c_spread", "Oscillator C spread", .cents, 0...200, default: 20, perVoice: false,
      "Detuning from the lowest to the highest copy.")
  }

  static var oscCSync: Self {
    Self(
      "osc_c_sync", "Oscillator C sync", .none, 0...1, default: 0, choices: .offOn, perVoice: false,
      """
      Hard sync to oscillator B, for a single copy without phase modulation.
      """
    )
  }

  static var oscCRing: Self {
    Self(
      "osc_c_ring", "Oscillator C ring modulation", .none, 0...1, default: 0,
      "Ring modulation by oscillator B.")
  }

  static var oscCPhaseModulation: Self {
    Self(
      "osc_c_phase_modulation", "Oscillator C phase modulation", .turns, 0...2, default: 0,
      "Phase modulation by oscillator B.")
  }
}
