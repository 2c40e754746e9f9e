// The specifications of the parameters of the FM pair, noise, string, grains and samples. Any thread.

extension Parameter.Spec {
  static var fmLevel: Self {
    Self(
      "fm_level", "FM level", .none, 0...1, default: 0,
      "Level.")
  }

  static var fmSemitones: Self {
    Self(
      "fm_semitones", "FM pitch", .semitones, -48...48, default: 0,
      "Transposition.")
  }

  static var fmCarrier: Self {
    Self(
      "fm_carrier", "FM carrier", .none, 0...16, default: 1,
      "Carrier frequency, in multiples of the pitch.")
  }

  static var fmModulator: Self {
    Self(
      "fm_modulator", "FM modulator", .none, 0...16, default: 1,
      "Modulator frequency, in multiples of the pitch.")
  }

  static var fmIndex: Self {
    Self(
      "fm_index", "FM index", .none, 0...20, default: 1,
      "Modulation index, in radians.")
  }

  static var noiseLevel: Self {
    Self(
      "noise_level", "Noise level", .none, 0...1, default: 0,
      "Level.")
  }

  static var noiseColour: Self {
    Self(
      "noise_colour", "Noise color", .none, 0...3, default: 0, choices: .noiseColours, perVoice: false,
      "Spectrum; held: random values at a rate.")
  }

  static var noiseRate: Self {
    Self(
      "noise_rate", "Noise rate", .hertz, 20...20000, default: 1000, travel: .logarithmic,
      "Rate of held noise.")
  }

  static var stringLevel: Self {
    Self(
      "string_level", "String level", .none, 0...1, default: 0,
      "Level.")
  }

  static var stringBlow: Self {
    Self(
      "string_blow", "String blow", .none, 0...1, default: 0, choices: .blows, perVoice: false,
      "Plucked or struck.")
  }

  static var stringSemitones: Self {
    Self(
      "string_semitones", "String pitch", .semitones, -48...48, default: 0,
      "Transposition.")
  }

  static var stringDecay: Self {
    Self(
      "string_decay", "String decay", .seconds, 0.05...20, default: 2, travel: .logarithmic,
      "Decay of the fundamental by 60 dB.")
  }

  static var stringBrightness: Self {
    Self(
      "string_brightness", "String brightness", .none, 0...1, default: 0.7,
      "Decay of the highs.")
  }

  static var stringHardness: Self {
    Self(
      "string_hardness", "String hardness", .none, 0...1, default: 0.5,
      "Hardness of the pick or hammer.")
  }

  static var stringStiffness: Self {
    Self(
      "string_stiffness", "String stiffness", .none, 0...1, default: 0,
      "Stretching of the partials, from a string to a bar.")
  }

  static var stringStir: Self {
    Self(
      "string_stir", "String stir", .none, 0...1, default: 0,
      "Continuous excitation.")
  }

  static var grainLevel: Self {
    Self(
      "grain_level", "Grain level", .none, 0...1, default: 0,
      "Level.")
  }

  static var grainWave: Self {
    Self(
      "grain_wave", "Grain wave", .none, 0...36, default: 2, choices: .waves, perVoice: false,
      "Wave of the grains.")
  }

  static var grainShape: Self {
    Self(
      "grain_shape", "Grain shape", .none, 0...1, default: 0,
      "Position in a morphing wave or the sample.")
  }

  static var grainSemitones: Self {
    Self(
      "grain_semitones", "Grain pitch", .semitones, -48...48, default: 0,
      "Transposition.")
  }

  static var grainSize: Self {
    Self(
      "grain_size", "Grain size", .seconds, 0.005...0.5, default: 0.08, travel: .logarithmic,
      "Length of a grain.")
  }

  static var grainSpread: Self {
    Self(
      "grain_spread", "Grain spread", .semitones, 0...24, default: 0,
      "Random detuning.")
  }

  static var grainScatter: Self {
    Self(
      "grain_scatter", "Grain scatter", .none, 0...1, default: 0.5,
      "Irregularity in time.")
  }

  static var grainSource: Self {
    Self(
      "grain_source", "Grain source", .none, 0...1, default: 0, choices: .grainSources, perVoice: false,
      "Source: the grain wave, or the sample of the voice's key.")
  }

  static var sampleLevel: Self {
    Self(
      "sample_level", "Sample level", .none, 0...1, default: 0,
      "Level.")
  }

  static var sampleSemitones: Self {
    Self(
      "sample_semitones", "Sample pitch", .semitones, -48...48, default: 0,
      "Transposition.")
  }

  static var sampleStart: Self {
    Self(
      "sample_start", "Sample start", .none, 0...1, default: 0,
      "Start position.")
  }
}
