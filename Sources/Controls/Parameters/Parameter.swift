// Parameters of a patch's sound. They are destinations of the matrix and never ports. Any thread.

/// A parameter of the sound. The raw value is its index in `ParameterValues`; patches save its symbol. Append
/// only.
public enum Parameter: UInt16, CaseIterable, Sendable {
  case oscAWave = 0, oscALevel, oscASemitones
  case oscBWave, oscBLevel, oscBSemitones, oscBCents
  case filterCutoff, filterResonance, filterKeyTracking
  case ampLevel, ampAttack, ampDecay, ampSustain, ampRelease
  case lfoRate, lfoDepth
  case voicePitch, voicePan, voiceWidth, voiceGlide
  case drive, chorus, delay, reverb
  case oscACents, oscAShape, oscAPhase, oscAUnison, oscASpread, oscBShape, oscBPhase, oscBUnison,
    oscBSpread, oscBSync, oscBRing, oscBPhaseModulation, oscCWave, oscCLevel, oscCSemitones,
    oscCCents, oscCShape, oscCPhase, oscCUnison, oscCSpread, oscCSync, oscCRing, oscCPhaseModulation
  case fmLevel, fmSemitones, fmCarrier, fmModulator, fmIndex, noiseLevel, noiseColour, noiseRate,
    stringLevel, stringBlow, stringSemitones, stringDecay, stringBrightness, stringHardness,
    stringStiffness, stringStir, grainLevel, grainWave, grainShape, grainSemitones, grainSize,
    grainSpread, grainScatter
  case shaperShape, shaperAmount, filterKind, filterDrive, filterVowel, filter2Kind, filter2Cutoff,
    filter2Resonance, filter2KeyTracking, filter2Drive, filter2Vowel, filterRouting
  case ampDelay, ampHold, ampAttackCurve, ampDecayCurve, ampReleaseCurve, env2Delay, env2Attack,
    env2Hold, env2Decay, env2Sustain, env2Release, env2AttackCurve, env2DecayCurve,
    env2ReleaseCurve, env2Loop, env3Delay, env3Attack, env3Hold, env3Decay, env3Sustain,
    env3Release, env3AttackCurve, env3DecayCurve, env3ReleaseCurve, env3Loop, env4Delay,
    env4Attack, env4Hold, env4Decay, env4Sustain, env4Release, env4AttackCurve, env4DecayCurve,
    env4ReleaseCurve, env4Loop
  case lfoWave, lfoPhase, lfoFade, lfoScope, lfoBeats, lfo2Rate, lfo2Wave, lfo2Phase, lfo2Fade,
    lfo2Scope, lfo2Beats, lfo3Rate, lfo3Wave, lfo3Phase, lfo3Fade, lfo3Scope, lfo3Beats, lfo4Rate,
    lfo4Wave, lfo4Phase, lfo4Fade, lfo4Scope, lfo4Beats, seq1Rate, seq1Beats, seq2Rate, seq2Beats,
    seq3Rate, seq3Beats, seq4Rate, seq4Beats
  case chorusKind, chorusRate, chorusDepth, chorusFeedback, delayTime, delayBeats, delayFeedback,
    delayTone, delayLowCut, delayMode, reverbDecay, reverbTone, eqLow, eqMiddle, eqHigh,
    eqFrequency
  case limiterOn, limiterCeiling, env2Scope, env3Scope, env4Scope, seq1Scope, seq2Scope, seq3Scope, seq4Scope
  case morph
  case quality
  case oscAHertz, oscBHertz, oscCHertz
  case reverbSize, reverbEarly, reverbLowCut, reverbFreeze, reverbDuck, delayGlide, limiterRelease,
    compressorThreshold, compressorRatio, compressorAttack, compressorRelease, compressorGain
  case oscAModulator, oscAPitchModulation, oscAFrequencyModulation, oscAPhaseModulation,
    filterCutoffModulation, ampModulation
  case seq1Step1, seq1Step2, seq1Step3, seq1Step4, seq1Step5, seq1Step6, seq1Step7, seq1Step8
  case seq2Step1, seq2Step2, seq2Step3, seq2Step4, seq2Step5, seq2Step6, seq2Step7, seq2Step8
  case seq3Step1, seq3Step2, seq3Step3, seq3Step4, seq3Step5, seq3Step6, seq3Step7, seq3Step8
  case seq4Step1, seq4Step2, seq4Step3, seq4Step4, seq4Step5, seq4Step6, seq4Step7, seq4Step8
  case sampleLevel, sampleSemitones, sampleStart, grainSource
  case worldGravity, worldGravityAngle, worldDamping, worldBounce, worldSpeed, worldWind, worldSpin

  /// The number of parameters.
  public static var count: Int { @_noLocks get { caseCount(of: Parameter.self) } }

  /// The parameter with this raw value, or nil.
  @_noLocks public static func at(_ index: Int) -> Parameter? {
    Parameter(rawValue: UInt16(truncatingIfNeeded: index))
  }

  /// The scale on which a connection moves, and on which displacements by several connections add up.
  public enum Travel: Sendable {
    /// In equal steps of the unit.
    case linear
    /// In equal ratios: minimum and maximum are above 0.
    case logarithmic
    /// Whole numbers with names, read once per evaluation.
    case choice
  }

  /// The specification of a parameter. A value outside `minimum…maximum` is clamped.
  public struct Spec: Sendable {
    /// Begins with the symbol of the `SoundObject` to which it belongs and `_`, else it belongs to the voice.
    public let symbol: Symbol
    public let name: StaticString
    public let unit: Unit
    public let minimum: Float
    public let maximum: Float
    /// The value in a patch that does not set it.
    public let `default`: Float
    public let travel: Travel
    /// The named values of a parameter with the travel `choice`; nil for all others.
    public let choices: Choices?
    /// Whether each voice has its own value; else the leading voice (the one that began last) determines it.
    public let isPerVoice: Bool
    public let text: StaticString

    init(
      _ symbol: StaticString, _ name: StaticString, _ unit: Unit, _ range: ClosedRange<Float>,
      default rest: Float, travel: Travel = .linear, choices: Choices? = nil, perVoice: Bool = true,
      _ text: StaticString
    ) {
      self.symbol = Symbol(symbol)
      self.name = name
      self.unit = unit
      minimum = range.lowerBound
      maximum = range.upperBound
      self.default = rest
      self.travel = choices == nil ? travel : .choice
      self.choices = choices
      isPerVoice = perVoice
      self.text = text
    }
  }

  /// The named values of a parameter with the travel `choice`, in order from 0; others have none.
  public var choices: [StaticString] { spec.choices?.names ?? [] }
}
