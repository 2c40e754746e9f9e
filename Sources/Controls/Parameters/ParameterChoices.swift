// The named values of parameters, which several parameters share. Their order is saved: append only.
// Any thread.

extension Parameter {
  /// A list of named values.
  public enum Choices: Sendable {
    /// As `Signal.Wave`; the tests compare them.
    case waves
    case unison, offOn, noiseColours, blows, shapes, filters, filterRoutings, slowWaves
    /// The scope of a module: all voices first, or each voice first.
    case patchOrVoice, voiceOrPatch
    /// As `Beats`.
    case beats
    case chorusKinds, delayModes
    case qualities, delayGlides, modulators, grainSources

    /// The names in order from 0.
    public var names: [StaticString] {
      switch self {
      case .waves: Self.waveNames
      case .unison: Self.unisonNames
      case .offOn: Self.offOnNames
      case .noiseColours: Self.noiseColoursNames
      case .blows: Self.blowsNames
      case .shapes: Self.shapesNames
      case .filters: Self.filtersNames
      case .filterRoutings: Self.filterRoutingsNames
      case .slowWaves: Self.slowWavesNames
      case .patchOrVoice: Self.patchOrVoiceNames
      case .voiceOrPatch: Self.voiceOrPatchNames
      case .beats: Beats.allCases.map { $0.table.name }
      case .chorusKinds: Self.chorusKindsNames
      case .delayModes: Self.delayModesNames
      case .qualities: Self.qualitiesNames
      case .delayGlides: Self.delayGlidesNames
      case .modulators: Self.modulatorsNames
      case .grainSources: Self.grainSourcesNames
      }
    }

    // One list a function, never inlined: Swift 6.3 numbers the lists of a function anew in each room that
    // compiles it, and the linker keeps one list of each number (`make check` looks for such pairs).

    @inline(never) private static var waveNames: [StaticString] {
      [
        "sine", "triangle", "saw", "square", "quarter_pulse", "eighth_pulse", "half_sine", "soft_saw",
        "soft_square", "hollow", "octaves", "fifths", "primes", "organ_flute", "organ_full", "organ_reed",
        "brass", "oboe", "clarinet", "flute", "string", "plectrum", "bell", "voice_a", "voice_e", "voice_i",
        "voice_o", "voice_u", "morph_sweep", "morph_width", "morph_sync", "morph_fold", "morph_vowels",
        "morph_drawbars", "morph_fm", "morph_comb", "user",
      ]
    }
    @inline(never) private static var grainSourcesNames: [StaticString] {
      ["wave", "sample"]
    }
    @inline(never) private static var modulatorsNames: [StaticString] {
      ["osc_b", "noise", "lfo_1"]
    }
    @inline(never) private static var unisonNames: [StaticString] {
      ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16"]
    }
    @inline(never) private static var offOnNames: [StaticString] {
      ["off", "on"]
    }
    @inline(never) private static var noiseColoursNames: [StaticString] {
      ["white", "pink", "brown", "held"]
    }
    @inline(never) private static var blowsNames: [StaticString] {
      ["pluck", "impact"]
    }
    @inline(never) private static var shapesNames: [StaticString] {
      ["soft", "fold", "crush"]
    }
    @inline(never) private static var filtersNames: [StaticString] {
      ["low", "high", "band", "notch", "peak", "ladder", "comb", "vowel", "none"]
    }
    @inline(never) private static var filterRoutingsNames: [StaticString] {
      ["serial", "parallel"]
    }
    @inline(never) private static var slowWavesNames: [StaticString] {
      ["sine", "triangle", "saw", "square", "random", "smooth_random", "drawn"]
    }
    @inline(never) private static var patchOrVoiceNames: [StaticString] {
      ["patch", "voice"]
    }
    @inline(never) private static var voiceOrPatchNames: [StaticString] {
      ["voice", "patch"]
    }
    @inline(never) private static var chorusKindsNames: [StaticString] {
      ["chorus", "flanger", "phaser", "ensemble"]
    }
    @inline(never) private static var delayModesNames: [StaticString] {
      ["ping_pong", "stereo"]
    }
    @inline(never) private static var qualitiesNames: [StaticString] {
      ["2x", "4x"]
    }
    @inline(never) private static var delayGlidesNames: [StaticString] {
      ["tape", "crossing"]
    }
  }

  /// A duration in beats of the host. Raw values are choices: append only.
  enum Beats: UInt8, CaseIterable {
    /// Not a number of beats: a rate or a time applies.
    case free = 0
    case sixteen, eight, four, two, one, half, quarter, eighth, dottedOne, dottedHalf, dottedQuarter
    case twoThirds, third, sixth

    /// The name that patches save, and the length in beats; 0 for `free`.
    var table: (name: StaticString, length: Float) {
      switch self {
      case .free: ("free", 0)
      case .sixteen: ("16", 16)
      case .eight: ("8", 8)
      case .four: ("4", 4)
      case .two: ("2", 2)
      case .one: ("1", 1)
      case .half: ("1/2", 0.5)
      case .quarter: ("1/4", 0.25)
      case .eighth: ("1/8", 0.125)
      case .dottedOne: ("3/2", 1.5)
      case .dottedHalf: ("3/4", 0.75)
      case .dottedQuarter: ("3/8", 0.375)
      case .twoThirds: ("2/3", 2.0 / 3)
      case .third: ("1/3", 1.0 / 3)
      case .sixth: ("1/6", 1.0 / 6)
      }
    }
  }

  /// Beats of the choice with this number; 0 for a free one.
  @_noLocks public static func beats(choice: Float) -> Float {
    Beats(rawValue: UInt8(truncatingIfNeeded: Int(choice + 0.5)))?.table.length ?? 0
  }
}
