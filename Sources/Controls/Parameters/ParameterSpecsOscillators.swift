// The specifications of the parameters of oscillators A to C, except the first ones of A and B. Any thread.

extension Parameter.Spec {
  static var oscACents: Self {
    Self(
      "osc_a_cents", "Oscillator A detune", .cents, -100...100, default: 0,
      "A fine part of oscillator A's distance.")
  }

  static var oscAShape: Self {
    Self(
      "osc_a_shape", "Oscillator A shape", .none, 0...1, default: 0.5,
      "The pulse width of a square, or the place in a morphing wave.")
  }

  static var oscAPhase: Self {
    Self(
      "osc_a_phase", "Oscillator A phase", .turns, 0...1, default: 0,
      "Where in its cycle a voice begins.")
  }

  static var oscAUnison: Self {
    Self(
      "osc_a_unison", "Oscillator A unison", .none, 0...15, default: 0, choices: .unison, perVoice: false,
      "How many copies sound together.")
  }

  static var oscASpread: Self {
    Self(
      "osc_a_spread", "Oscillator A spread", .cents, 0...200, default: 20, perVoice: false,
      "From the lowest copy of a unison to the highest.")
  }

  static var oscBShape: Self {
    Self(
      "osc_b_shape", "Oscillator B shape", .none, 0...1, default: 0.5,
      "The pulse width of a square, or the place in a morphing wave.")
  }

  static var oscBPhase: Self {
    Self(
      "osc_b_phase", "Oscillator B phase", .turns, 0...1, default: 0,
      "Where in its cycle a voice begins.")
  }

  static var oscBUnison: Self {
    Self(
      "osc_b_unison", "Oscillator B unison", .none, 0...15, default: 0, choices: .unison, perVoice: false,
      "How many copies sound together.")
  }

  static var oscBSpread: Self {
    Self(
      "osc_b_spread", "Oscillator B spread", .cents, 0...200, default: 20, perVoice: false,
      "From the lowest copy of a unison to the highest.")
  }

  static var oscBSync: Self {
    Self(
      "osc_b_sync", "Oscillator B sync", .none, 0...1, default: 0, choices: .offOn, perVoice: false,
      """
      Begins anew with each cycle of oscillator A; single copies only, and not together with phase \
      modulation.
      """
    )
  }

  static var oscBRing: Self {
    Self(
      "osc_b_ring", "Oscillator B ring modulation", .none, 0...1, default: 0,
      "How far it is multiplied by oscillator A.")
  }

  static var oscBPhaseModulation: Self {
    Self(
      "osc_b_phase_modulation", "Oscillator B phase modulation", .turns, 0...2, default: 0,
      "How far oscillator A moves its phase.")
  }

  static var oscCWave: Self {
    Self(
      "osc_c_wave", "Oscillator C wave", .none, 0...36, default: 2, choices: .waves, perVoice: false,
      "The wave of oscillator C.")
  }

  static func oscHertz(_ symbol: StaticString, _ name: StaticString) -> Self {
    Self(
      symbol, name, .hertz, 0.1...20000, default: 0.1, travel: .logarithmic,
      "A frequency of its own, whatever the voice's pitch; at 0.1 Hz it follows the pitch.")
  }

  static var oscCLevel: Self {
    Self(
      "osc_c_level", "Oscillator C level", .none, 0...1, default: 0,
      "How loud oscillator C is; at 0 it costs nothing.")
  }

  static var oscCSemitones: Self {
    Self(
      "osc_c_semitones", "Oscillator C pitch", .semitones, -48...48, default: 0,
      "Oscillator C's distance from the voice's pitch.")
  }

  static var oscCCents: Self {
    Self(
      "osc_c_cents", "Oscillator C detune", .cents, -100...100, default: 0,
      "A fine part of oscillator C's distance.")
  }

  static var oscCShape: Self {
    Self(
      "osc_c_shape", "Oscillator C shape", .none, 0...1, default: 0.5,
      "The pulse width of a square, or the place in a morphing wave.")
  }

  static var oscCPhase: Self {
    Self(
      "osc_c_phase", "Oscillator C phase", .turns, 0...1, default: 0,
      "Where in its cycle a voice begins.")
  }

  static var oscCUnison: Self {
    Self(
      "osc_c_unison", "Oscillator C unison", .none, 0...15, default: 0, choices: .unison, perVoice: false,
      "How many copies sound together.")
  }

  static var oscCSpread: Self {
    Self(
      "osc_c_spread", "Oscillator C spread", .cents, 0...200, default: 20, perVoice: false,
      "From the lowest copy of a unison to the highest.")
  }

  static var oscCSync: Self {
    Self(
      "osc_c_sync", "Oscillator C sync", .none, 0...1, default: 0, choices: .offOn, perVoice: false,
      """
      Begins anew with each cycle of oscillator B; single copies only, and not together with phase \
      modulation.
      """
    )
  }

  static var oscCRing: Self {
    Self(
      "osc_c_ring", "Oscillator C ring modulation", .none, 0...1, default: 0,
      "How far it is multiplied by oscillator B.")
  }

  static var oscCPhaseModulation: Self {
    Self(
      "osc_c_phase_modulation", "Oscillator C phase modulation", .turns, 0...2, default: 0,
      "How far oscillator B moves its phase.")
  }
}
