// The specifications of the parameters of the FM pair, noise, string, grains and samples. Any thread.

extension Parameter.Spec {
  static var fmLevel: Self {
    Self(
      "fm_level", "FM level", .none, 0...1, default: 0,
      "How loud the FM pair is; at 0 it costs nothing.")
  }

  static var fmSemitones: Self {
    Self(
      "fm_semitones", "FM pitch", .semitones, -48...48, default: 0,
      "The pair's distance from the voice's pitch.")
  }

  static var fmCarrier: Self {
    Self(
      "fm_carrier", "FM carrier", .none, 0...16, default: 1,
      "The carrier's multiple of the pitch.")
  }

  static var fmModulator: Self {
    Self(
      "fm_modulator", "FM modulator", .none, 0...16, default: 1,
      "The modulator's multiple of the pitch.")
  }

  static var fmIndex: Self {
    Self(
      "fm_index", "FM index", .none, 0...20, default: 1,
      "How far the modulator moves the carrier, in radians.")
  }

  static var noiseLevel: Self {
    Self(
      "noise_level", "Noise level", .none, 0...1, default: 0,
      "How loud the noise is; at 0 it costs nothing.")
  }

  static var noiseColour: Self {
    Self(
      "noise_colour", "Noise colour", .none, 0...3, default: 0, choices: .noiseColours, perVoice: false,
      "How its power falls towards the highs; held: random values at a rate.")
  }

  static var noiseRate: Self {
    Self(
      "noise_rate", "Noise rate", .hertz, 20...20000, default: 1000, travel: .logarithmic,
      "New values a second of held noise.")
  }

  static var stringLevel: Self {
    Self(
      "string_level", "String level", .none, 0...1, default: 0,
      "How loud the string is; at 0 it costs nothing.")
  }

  static var stringBlow: Self {
    Self(
      "string_blow", "String blow", .none, 0...1, default: 0, choices: .blows, perVoice: false,
      "How the string is set in motion.")
  }

  static var stringSemitones: Self {
    Self(
      "string_semitones", "String pitch", .semitones, -48...48, default: 0,
      "The string's distance from the voice's pitch.")
  }

  static var stringDecay: Self {
    Self(
      "string_decay", "String decay", .seconds, 0.05...20, default: 2, travel: .logarithmic,
      "Time until its fundamental has fallen by 60 dB.")
  }

  static var stringBrightness: Self {
    Self(
      "string_brightness", "String brightness", .none, 0...1, default: 0.7,
      "How long its highs ring.")
  }

  static var stringHardness: Self {
    Self(
      "string_hardness", "String hardness", .none, 0...1, default: 0.5,
      "Hardness of the pick or hammer.")
  }

  static var stringStiffness: Self {
    Self(
      "string_stiffness", "String stiffness", .none, 0...1, default: 0,
      "From a string to a bar: how far its partials are stretched.")
  }

  static var stringStir: Self {
    Self(
      "string_stir", "String stir", .none, 0...1, default: 0,
      "How strongly it is stirred all the time.")
  }

  static var grainLevel: Self {
    Self(
      "grain_level", "Grain level", .none, 0...1, default: 0,
      "How loud the cloud of grains is; at 0 it costs nothing.")
  }

  static var grainWave: Self {
    Self(
      "grain_wave", "Grain wave", .none, 0...35, default: 2, choices: .waves, perVoice: false,
      "The wave that grains are cut from.")
  }

  static var grainShape: Self {
    Self(
      "grain_shape", "Grain shape", .none, 0...1, default: 0,
      "The place in a morphing wave.")
  }

  static var grainSemitones: Self {
    Self(
      "grain_semitones", "Grain pitch", .semitones, -48...48, default: 0,
      "The cloud's distance from the voice's pitch.")
  }

  static var grainSize: Self {
    Self(
      "grain_size", "Grain size", .seconds, 0.005...0.5, default: 0.08, travel: .logarithmic,
      "Length of a grain.")
  }

  static var grainSpread: Self {
    Self(
      "grain_spread", "Grain spread", .semitones, 0...24, default: 0,
      "How far grains stray from the pitch.")
  }

  static var grainScatter: Self {
    Self(
      "grain_scatter", "Grain scatter", .none, 0...1, default: 0.5,
      "How uneven their times are.")
  }

  static var sampleLevel: Self {
    Self(
      "sample_level", "Sample level", .none, 0...1, default: 0,
      "How loud the patch's recorded sounds are; at 0 they cost nothing.")
  }

  static var sampleSemitones: Self {
    Self(
      "sample_semitones", "Sample pitch", .semitones, -48...48, default: 0,
      "The sound's distance from the voice's pitch.")
  }

  static var sampleStart: Self {
    Self(
      "sample_start", "Sample start", .none, 0...1, default: 0,
      "Where in the sound a voice begins.")
  }
}
