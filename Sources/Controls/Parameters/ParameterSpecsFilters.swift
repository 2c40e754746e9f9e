// The specification of shaper and filters.

extension Parameter {
  var filtersSpec: Spec? {
    @_noLocks get {
      switch self {
      case .shaperShape:
        Spec(
          "shaper_shape", "Shaper shape", .none, 0...2, default: 0, travel: .choice, perVoice: false,
          "How the wave is bent.")
      case .shaperAmount:
        Spec(
          "shaper_amount", "Shaper amount", .none, 0...1, default: 0,
          "How far; at 0 it costs nothing.")
      case .filterKind:
        Spec(
          "filter_1_kind", "Filter kind", .none, 0...8, default: 0, travel: .choice, perVoice: false,
          "What filter 1 is.")
      case .filterDrive:
        Spec(
          "filter_1_drive", "Filter drive", .decibels, 0...36, default: 0,
          "How hard a ladder is driven.")
      case .filterVowel:
        Spec(
          "filter_1_vowel", "Filter vowel", .none, 0...1, default: 0,
          "From a through e, i, o to u; the cutoff moves all formants, 1 kHz is a man's.")
      case .filter2Kind:
        Spec(
          "filter_2_kind", "Filter 2 kind", .none, 0...8, default: 8, travel: .choice, perVoice: false,
          "What filter 2 is; none costs nothing.")
      case .filter2Cutoff:
        Spec(
          "filter_2_cutoff", "Filter 2 cutoff", .hertz, 20...20000, default: 1000, travel: .logarithmic,
          "Where filter 2 works, for middle C.")
      case .filter2Resonance:
        Spec(
          "filter_2_resonance", "Filter 2 resonance", .none, 0...0.98, default: 0.25,
          "Emphasis at its cutoff.")
      case .filter2KeyTracking:
        Spec(
          "filter_2_key_tracking", "Filter 2 key tracking", .none, 0...1, default: 0,
          "How far its cutoff follows the pitch.")
      case .filter2Drive:
        Spec(
          "filter_2_drive", "Filter 2 drive", .decibels, 0...36, default: 0,
          "How hard a ladder is driven.")
      case .filter2Vowel:
        Spec(
          "filter_2_vowel", "Filter 2 vowel", .none, 0...1, default: 0,
          "From a through e, i, o to u.")
      case .filterRouting:
        Spec(
          "filter_routing", "Filter routing", .none, 0...1, default: 0, travel: .choice, perVoice: false,
          "One filter after the other, or side by side.")
      default: nil
      }
    }
  }
}
