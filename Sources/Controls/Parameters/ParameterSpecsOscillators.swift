// The specification of oscillators A to C: what came after their first parameters.

extension Parameter {
  var oscillatorsSpec: Spec? {
    @_noLocks get {
      switch self {
      case .oscACents:
        Spec(
          "osc_a_cents", "Oscillator A detune", .cents, -100...100, default: 0,
          "A fine part of oscillator A's distance.")
      case .oscAShape:
        Spec(
          "osc_a_shape", "Oscillator A shape", .none, 0...1, default: 0.5,
          "The pulse width of a square, or the place in a morphing wave.")
      case .oscAPhase:
        Spec(
          "osc_a_phase", "Oscillator A phase", .turns, 0...1, default: 0,
          "Where in its cycle a voice begins.")
      case .oscAUnison:
        Spec(
          "osc_a_unison", "Oscillator A unison", .none, 0...6, default: 0, travel: .choice, perVoice: false,
          "How many copies sound together.")
      case .oscASpread:
        Spec(
          "osc_a_spread", "Oscillator A spread", .cents, 0...200, default: 20, perVoice: false,
          "From the lowest copy of a unison to the highest.")
      case .oscBShape:
        Spec(
          "osc_b_shape", "Oscillator B shape", .none, 0...1, default: 0.5,
          "The pulse width of a square, or the place in a morphing wave.")
      case .oscBPhase:
        Spec(
          "osc_b_phase", "Oscillator B phase", .turns, 0...1, default: 0,
          "Where in its cycle a voice begins.")
      case .oscBUnison:
        Spec(
          "osc_b_unison", "Oscillator B unison", .none, 0...6, default: 0, travel: .choice, perVoice: false,
          "How many copies sound together.")
      case .oscBSpread:
        Spec(
          "osc_b_spread", "Oscillator B spread", .cents, 0...200, default: 20, perVoice: false,
          "From the lowest copy of a unison to the highest.")
      case .oscBSync:
        Spec(
          "osc_b_sync", "Oscillator B sync", .none, 0...1, default: 0, travel: .choice, perVoice: false,
          "Begins anew with each cycle of oscillator A; single copies only, and not together with phase modulation."
        )
      case .oscBRing:
        Spec(
          "osc_b_ring", "Oscillator B ring modulation", .none, 0...1, default: 0,
          "How far it is multiplied by oscillator A.")
      case .oscBPhaseModulation:
        Spec(
          "osc_b_phase_modulation", "Oscillator B phase modulation", .turns, 0...2, default: 0,
          "How far oscillator A moves its phase.")
      case .oscCWave:
        Spec(
          "osc_c_wave", "Oscillator C wave", .none, 0...35, default: 2, travel: .choice, perVoice: false,
          "The wave of oscillator C.")
      case .oscCLevel:
        Spec(
          "osc_c_level", "Oscillator C level", .none, 0...1, default: 0,
          "How loud oscillator C is; at 0 it costs nothing.")
      case .oscCSemitones:
        Spec(
          "osc_c_semitones", "Oscillator C pitch", .semitones, -48...48, default: 0,
          "Oscillator C's distance from the voice's pitch.")
      case .oscCCents:
        Spec(
          "osc_c_cents", "Oscillator C detune", .cents, -100...100, default: 0,
          "A fine part of oscillator C's distance.")
      case .oscCShape:
        Spec(
          "osc_c_shape", "Oscillator C shape", .none, 0...1, default: 0.5,
          "The pulse width of a square, or the place in a morphing wave.")
      case .oscCPhase:
        Spec(
          "osc_c_phase", "Oscillator C phase", .turns, 0...1, default: 0,
          "Where in its cycle a voice begins.")
      case .oscCUnison:
        Spec(
          "osc_c_unison", "Oscillator C unison", .none, 0...6, default: 0, travel: .choice, perVoice: false,
          "How many copies sound together.")
      case .oscCSpread:
        Spec(
          "osc_c_spread", "Oscillator C spread", .cents, 0...200, default: 20, perVoice: false,
          "From the lowest copy of a unison to the highest.")
      case .oscCSync:
        Spec(
          "osc_c_sync", "Oscillator C sync", .none, 0...1, default: 0, travel: .choice, perVoice: false,
          "Begins anew with each cycle of oscillator B; single copies only, and not together with phase modulation."
        )
      case .oscCRing:
        Spec(
          "osc_c_ring", "Oscillator C ring modulation", .none, 0...1, default: 0,
          "How far it is multiplied by oscillator B.")
      case .oscCPhaseModulation:
        Spec(
          "osc_c_phase_modulation", "Oscillator C phase modulation", .turns, 0...2, default: 0,
          "How far oscillator B moves its phase.")
      default: nil
      }
    }
  }
}
