// Parameters: what a patch says about its sound. Destinations of the matrix, never ports.

/// A parameter of the sound. Raw values are saved in patches: append only, with gaps, never renumber.
public enum Parameter: UInt16, CaseIterable, Sendable {
  case oscAWave = 100, oscALevel = 110
  case oscBWave = 200, oscBLevel = 210, oscBCents = 220
  case filterCutoff = 500, filterResonance = 510, filterKeyTracking = 520, filterBrightness = 530
  case filterPressure = 540
  case ampAttack = 700, ampDecay = 710, ampSustain = 720, ampRelease = 730
  case lfoRate = 800, lfoDepth = 810
  case voiceGlide = 900, voiceWidth = 910
  case mapLow = 1000, mapHigh = 1010, mapScale = 1020

  /// What a parameter is. A value outside `minimum…maximum` is clamped.
  public struct Spec: Sendable {
    public let symbol: Symbol
    public let name: StaticString
    public let unit: Unit
    public let minimum: Float
    public let maximum: Float
    /// Its value in the patch that the instrument starts with.
    public let `default`: Float
    public let text: StaticString

    init(
      _ symbol: StaticString, _ name: StaticString, _ unit: Unit, _ range: ClosedRange<Float>,
      default rest: Float,
      _ text: StaticString
    ) {
      self.symbol = Symbol(symbol)
      self.name = name
      self.unit = unit
      minimum = range.lowerBound
      maximum = range.upperBound
      self.default = rest
      self.text = text
    }
  }

  public var spec: Spec {
    @_noLocks get {
      switch self {
      case .oscAWave:
        Spec(
          "osc_a_wave", "Oscillator A wave", .none, 0...3, default: 2, "0 sine, 1 triangle, 2 saw, 3 square.")
      case .oscALevel:
        Spec("osc_a_level", "Oscillator A level", .none, 0...1, default: 0.6, "How loud oscillator A is.")
      case .oscBWave:
        Spec(
          "osc_b_wave", "Oscillator B wave", .none, 0...3, default: 3, "0 sine, 1 triangle, 2 saw, 3 square.")
      case .oscBLevel:
        Spec("osc_b_level", "Oscillator B level", .none, 0...1, default: 0.35, "How loud oscillator B is.")
      case .oscBCents:
        Spec(
          "osc_b_cents", "Oscillator B detune", .cents, -100...100, default: 6,
          "Oscillator B's distance from A.")
      case .filterCutoff:
        Spec(
          "filter_1_cutoff", "Filter cutoff", .hertz, 20...20000, default: 1100,
          "Where the filter begins to take away, for middle C at middle brightness.")
      case .filterResonance:
        Spec(
          "filter_1_resonance", "Filter resonance", .none, 0...0.98, default: 0.25, "Emphasis at the cutoff.")
      case .filterKeyTracking:
        Spec(
          "filter_1_key_tracking", "Filter key tracking", .none, 0...1, default: 0.6,
          "How far the cutoff follows the pitch.")
      case .filterBrightness:
        Spec(
          "filter_1_brightness", "Filter brightness", .octaves, 0...6, default: 2.5,
          "How far a touch's y moves the cutoff up and down from the middle.")
      case .filterPressure:
        Spec(
          "filter_1_pressure", "Filter pressure", .octaves, 0...6, default: 1.5,
          "How far pressure opens the filter.")
      case .ampAttack:
        Spec("amp_attack", "Attack", .seconds, 0.001...20, default: 0.008, "Time to full loudness.")
      case .ampDecay:
        Spec("amp_decay", "Decay", .seconds, 0.001...20, default: 0.4, "Time down to the sustain level.")
      case .ampSustain:
        Spec("amp_sustain", "Sustain", .none, 0...1, default: 0.75, "Level while a touch or key is held.")
      case .ampRelease:
        Spec("amp_release", "Release", .seconds, 0.001...20, default: 0.5, "Time to silence after the end.")
      case .lfoRate:
        Spec("lfo_1_rate", "LFO rate", .hertz, 0.01...100, default: 5, "Speed of the vibrato.")
      case .lfoDepth:
        Spec("lfo_1_depth", "LFO depth", .semitones, 0...12, default: 0, "Depth of the vibrato.")
      case .voiceGlide:
        Spec(
          "voice_glide", "Glide", .seconds, 0...2, default: 0,
          "Time to glide from the last note to a new one.")
      case .voiceWidth:
        Spec("voice_width", "Width", .none, 0...1, default: 0.5, "How far voices are spread left and right.")
      case .mapLow:
        Spec("map_low", "Map low", .semitones, 0...127, default: 48, "Pitch at the surface's left edge.")
      case .mapHigh:
        Spec("map_high", "Map high", .semitones, 0...127, default: 72, "Pitch at the surface's right edge.")
      case .mapScale:
        Spec(
          "map_scale", "Map scale", .none, 0...4, default: 3,
          "0 chromatic, 1 major, 2 minor, 3 major pentatonic, 4 minor pentatonic.")
      }
    }
  }
}
