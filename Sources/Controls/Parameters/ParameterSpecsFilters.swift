// The specifications of the parameters of the shaper and the filters. Any thread.

extension Parameter.Spec {
  static var shaperShape: Self {
    Self(
      "shaper_shape", "Shaper shape", .none, 0...2, default: 0, choices: .shapes, perVoice: false,
      "Kind of distortion.")
  }

  static var shaperAmount: Self {
    Self(
      "shaper_amount", "Shaper amount", .none, 0...1, default: 0,
      "Amount.")
  }

  static var filterKind: Self {
    Self(
      "filter_1_kind", "Filter 1 kind", .none, 0...8, default: 0, choices: .filters, perVoice: false,
      "Kind.")
  }

  static var filterDrive: Self {
    Self(
      "filter_1_drive", "Filter 1 drive", .decibels, 0...36, default: 0,
      "Drive of the ladder.")
  }

  static var filterVowel: Self {
    Self(
      "filter_1_vowel", "Filter 1 vowel", .none, 0...1, default: 0,
      "From a through e, i, o to u. The cutoff moves all formants; 1 kHz is a male voice.")
  }

  static var filter2Kind: Self {
    Self(
      "filter_2_kind", "Filter 2 kind", .none, 0...8, default: 8, choices: .filters, perVoice: false,
      "Kind.")
  }

  static var filter2Cutoff: Self {
    Self(
      "filter_2_cutoff", "Filter 2 cutoff", .hertz, 20...20000, default: 1000, travel: .logarithmic,
      "Where filter 2 works, for middle C.")
  }

  static var filter2Resonance: Self {
    Self(
      "filter_2_resonance", "Filter 2 resonance", .none, 0...0.98, default: 0.25,
      "Emphasis at the cutoff.")
  }

  static var filter2KeyTracking: Self {
    Self(
      "filter_2_key_tracking", "Filter 2 key tracking", .none, 0...1, default: 0,
      "Cutoff follows the pitch.")
  }

  static var filter2Drive: Self {
    Self(
      "filter_2_drive", "Filter 2 drive", .decibels, 0...36, default: 0,
      "Drive of the ladder.")
  }

  static var filter2Vowel: Self {
    Self(
      "filter_2_vowel", "Filter 2 vowel", .none, 0...1, default: 0,
      "From a through e, i, o to u, as filter 1.")
  }

  static var filterRouting: Self {
    Self(
      "filter_routing", "Filter routing", .none, 0...1, default: 0, choices: .filterRoutings, perVoice: false,
      "Filters in series or in parallel.")
  }
}
