// The named values that several parameters share. Their order is saved: append only.

extension Parameter {
  /// As `Signal.Wave`; the tests compare them.
  static var waveChoices: [StaticString] {
    [
      "sine", "triangle", "saw", "square", "quarter_pulse", "eighth_pulse", "half_sine", "soft_saw",
      "soft_square",
      "hollow", "octaves", "fifths", "primes", "organ_flute", "organ_full", "organ_reed", "brass", "oboe",
      "clarinet",
      "flute", "string", "plectrum", "bell", "voice_a", "voice_e", "voice_i", "voice_o", "voice_u",
      "morph_sweep",
      "morph_width", "morph_sync", "morph_fold", "morph_vowels", "morph_drawbars", "morph_fm", "morph_comb",
    ]
  }

  static var unisonChoices: [StaticString] { ["1", "2", "3", "4", "5", "6", "7"] }
  static var switchChoices: [StaticString] { ["off", "on"] }

  static var filterChoices: [StaticString] {
    ["low", "high", "band", "notch", "peak", "ladder", "comb", "vowel", "none"]
  }

  static var slowWaveChoices: [StaticString] {
    ["sine", "triangle", "saw", "square", "random", "smooth_random", "drawn"]
  }

  static var beatChoices: [StaticString] {
    ["free", "16", "8", "4", "2", "1", "1/2", "1/4", "1/8", "3/2", "3/4", "3/8", "2/3", "1/3", "1/6"]
  }

  /// Beats of the choice with this number; 0 for a free one.
  @_noLocks public static func beats(choice: Float) -> Float {
    switch Int(choice + 0.5) {
    case 1: 16
    case 2: 8
    case 3: 4
    case 4: 2
    case 5: 1
    case 6: 0.5
    case 7: 0.25
    case 8: 0.125
    case 9: 1.5
    case 10: 0.75
    case 11: 0.375
    case 12: 2.0 / 3
    case 13: 1.0 / 3
    case 14: 1.0 / 6
    default: 0
    }
  }
}
