// The specification of the other sources: FM pair, noise, string, grains.

extension Parameter {
  var sourcesSpec: Spec? {
    @_noLocks get {
      switch self {
      case .fmLevel:
        Spec(
          "fm_level", "FM level", .none, 0...1, default: 0,
          "How loud the FM pair is; at 0 it costs nothing.")
      case .fmSemitones:
        Spec(
          "fm_semitones", "FM pitch", .semitones, -48...48, default: 0,
          "The pair's distance from the voice's pitch.")
      case .fmCarrier:
        Spec(
          "fm_carrier", "FM carrier", .none, 0...16, default: 1,
          "The carrier's multiple of the pitch.")
      case .fmModulator:
        Spec(
          "fm_modulator", "FM modulator", .none, 0...16, default: 1,
          "The modulator's multiple of the pitch.")
      case .fmIndex:
        Spec(
          "fm_index", "FM index", .none, 0...20, default: 1,
          "How far the modulator moves the carrier, in radians.")
      case .noiseLevel:
        Spec(
          "noise_level", "Noise level", .none, 0...1, default: 0,
          "How loud the noise is; at 0 it costs nothing.")
      case .noiseColour:
        Spec(
          "noise_colour", "Noise colour", .none, 0...3, default: 0, travel: .choice, perVoice: false,
          "How its power falls towards the highs; held: random values at a rate.")
      case .noiseRate:
        Spec(
          "noise_rate", "Noise rate", .hertz, 20...20000, default: 1000, travel: .logarithmic,
          "New values a second of held noise.")
      case .stringLevel:
        Spec(
          "string_level", "String level", .none, 0...1, default: 0,
          "How loud the string is; at 0 it costs nothing.")
      case .stringBlow:
        Spec(
          "string_blow", "String blow", .none, 0...1, default: 0, travel: .choice, perVoice: false,
          "What sets it going.")
      case .stringSemitones:
        Spec(
          "string_semitones", "String pitch", .semitones, -48...48, default: 0,
          "The string's distance from the voice's pitch.")
      case .stringDecay:
        Spec(
          "string_decay", "String decay", .seconds, 0.05...20, default: 2, travel: .logarithmic,
          "Time until its fundamental has fallen by 60 dB.")
      case .stringBrightness:
        Spec(
          "string_brightness", "String brightness", .none, 0...1, default: 0.7,
          "How long its highs ring.")
      case .stringHardness:
        Spec(
          "string_hardness", "String hardness", .none, 0...1, default: 0.5,
          "How hard what hits it is.")
      case .stringStiffness:
        Spec(
          "string_stiffness", "String stiffness", .none, 0...1, default: 0,
          "From a string to a bar: how far its partials are stretched.")
      case .stringStir:
        Spec(
          "string_stir", "String stir", .none, 0...1, default: 0,
          "How strongly it is stirred all the time.")
      case .grainLevel:
        Spec(
          "grain_level", "Grain level", .none, 0...1, default: 0,
          "How loud the cloud of grains is; at 0 it costs nothing.")
      case .grainWave:
        Spec(
          "grain_wave", "Grain wave", .none, 0...35, default: 2, travel: .choice, perVoice: false,
          "The wave that grains are cut from.")
      case .grainShape:
        Spec(
          "grain_shape", "Grain shape", .none, 0...1, default: 0,
          "The place in a morphing wave.")
      case .grainSemitones:
        Spec(
          "grain_semitones", "Grain pitch", .semitones, -48...48, default: 0,
          "The cloud's distance from the voice's pitch.")
      case .grainSize:
        Spec(
          "grain_size", "Grain size", .seconds, 0.005...0.5, default: 0.08, travel: .logarithmic,
          "Length of a grain.")
      case .grainSpread:
        Spec(
          "grain_spread", "Grain spread", .semitones, 0...24, default: 0,
          "How far grains stray from the pitch.")
      case .grainScatter:
        Spec(
          "grain_scatter", "Grain scatter", .none, 0...1, default: 0.5,
          "How uneven their times are.")
      default: nil
      }
    }
  }
}
