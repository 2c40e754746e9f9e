// Parameters: what a patch says about its sound. Destinations of the matrix, never ports.

/// A parameter of the sound. The raw value is its place in `ParameterValues`; patches save its symbol. Append
/// only.
public enum Parameter: UInt16, CaseIterable, Sendable {
  case oscAWave = 0, oscALevel, oscASemitones
  case oscBWave, oscBLevel, oscBSemitones, oscBCents
  case filterCutoff, filterResonance, filterKeyTracking
  case ampLevel, ampAttack, ampDecay, ampSustain, ampRelease
  case lfoRate, lfoDepth
  case voicePitch, voicePan, voiceWidth, voiceGlide
  case drive, chorus, delay, reverb

  /// How many parameters there are.
  public static var count: Int { @_noLocks get { Int(Parameter.reverb.rawValue) + 1 } }

  /// The parameter with this place, or nil.
  @_noLocks public static func at(_ index: Int) -> Parameter? {
    Parameter(rawValue: UInt16(truncatingIfNeeded: index))
  }

  /// How a range is travelled by a connection, and how displacements of several add up.
  public enum Travel: Sendable {
    /// In equal steps of the unit.
    case linear
    /// In equal ratios: minimum and maximum are above 0.
    case logarithmic
    /// Whole numbers with names, taken once per evaluation.
    case choice
  }

  /// What a parameter is. A value outside `minimum…maximum` is clamped.
  public struct Spec: Sendable {
    public let symbol: Symbol
    public let name: StaticString
    public let unit: Unit
    public let minimum: Float
    public let maximum: Float
    /// Its value where a patch does not say.
    public let `default`: Float
    public let travel: Travel
    /// Whether each voice has its own value; else the voice that began last speaks for all.
    public let isPerVoice: Bool
    public let text: StaticString

    init(
      _ symbol: StaticString, _ name: StaticString, _ unit: Unit, _ range: ClosedRange<Float>,
      default rest: Float,
      travel: Travel = .linear, perVoice: Bool = true, _ text: StaticString
    ) {
      self.symbol = Symbol(symbol)
      self.name = name
      self.unit = unit
      minimum = range.lowerBound
      maximum = range.upperBound
      self.default = rest
      self.travel = travel
      isPerVoice = perVoice
      self.text = text
    }
  }

  /// The named values of a parameter with the travel `choice`, in order from 0.
  public var choices: [StaticString] {
    switch self {
    case .oscAWave, .oscBWave: ["sine", "triangle", "saw", "square"]
    default: []
    }
  }
}
