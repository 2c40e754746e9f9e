// The table of parameters, each with its specification. A parameter that is missing here does not compile.
// Any thread.

extension Parameter {
  /// This parameter's specification: its names, unit, range, default, travel and choices.
  public var spec: Spec {
    @_noLocks get {
      switch self {
      case .oscAWave: .oscAWave
      case .oscALevel: .oscALevel
      case .oscASemitones: .oscASemitones
      case .oscBWave: .oscBWave
      case .oscBLevel: .oscBLevel
      case .oscBSemitones: .oscBSemitones
      case .oscBCents: .oscBCents
      case .filterCutoff: .filterCutoff
      case .filterResonance: .filterResonance
      case .filterKeyTracking: .filterKeyTracking
      case .ampLevel: .ampLevel
      case .ampAttack: .ampAttack
      case .ampDecay: .ampDecay
      case .ampSustain: .ampSustain
      case .ampRelease: .ampRelease
      case .lfoRate: .lfoRate
      case .lfoDepth: .lfoDepth
      case .voicePitch: .voicePitch
      case .voicePan: .voicePan
      case .voiceWidth: .voiceWidth
      case .voiceGlide: .voiceGlide
      case .drive: .drive
      case .chorus: .chorus
      case .delay: .delay
      case .reverb: .reverb
      case .oscACents: .oscACents
      case .oscAShape: .oscAShape
      case .oscAPhase: .oscAPhase
      case .oscAUnison: .oscAUnison
      case .oscASpread: .oscASpread
      case .oscBShape: .oscBShape
      case .oscBPhase: .oscBPhase
      case .oscBUnison: .oscBUnison
      case .oscBSpread: .oscBSpread
      case .oscBSync: .oscBSync
      case .oscBRing: .oscBRing
      case .oscBPhaseModulation: .oscBPhaseModulation
      case .oscCWave: .oscCWave
      case .oscCLevel: .oscCLevel
      case .oscCSemitones: .oscCSemitones
      case .oscCCents: .oscCCents
      case .oscCShape: .oscCShape
      case .oscCPhase: .oscCPhase
      case .oscCUnison: .oscCUnison
      case .oscCSpread: .oscCSpread
      case .oscCSync: .oscCSync
      case .oscCRing: .oscCRing
      case .oscCPhaseModulation: .oscCPhaseModulation
      case .fmLevel: .fmLevel
      case .fmSemitones: .fmSemitones
      case .fmCarrier: .fmCarrier
      case .fmModulator: .fmModulator
      case .fmIndex: .fmIndex
      case .noiseLevel: .noiseLevel
      case .noiseColour: .noiseColour
      case .noiseRate: .noiseRate
      case .stringLevel: .stringLevel
      case .stringBlow: .stringBlow
      case .stringSemitones: .stringSemitones
      case .stringDecay: .stringDecay
      case .stringBrightness: .stringBrightness
      case .stringHardness: .stringHardness
      case .stringStiffness: .stringStiffness
      case .stringStir: .stringStir
      case .grainLevel: .grainLevel
      case .grainWave: .grainWave
      case .grainShape: .grainShape
      case .grainSemitones: .grainSemitones
      case .grainSize: .grainSize
      case .grainSpread: .grainSpread
      case .grainScatter: .grainScatter
      case .shaperShape: .shaperShape
      case .shaperAmount: .shaperAmount
      case .filterKind: .filterKind
      case .filterDrive: .filterDrive
      case .filterVowel: .filterVowel
      case .filter2Kind: .filter2Kind
      case .filter2Cutoff: .filter2Cutoff
      case .filter2Resonance: .filter2Resonance
      case .filter2KeyTracking: .filter2KeyTracking
      case .filter2Drive: .filter2Drive
      case .filter2Vowel: .filter2Vowel
      case .filterRouting: .filterRouting
      case .ampDelay: .ampDelay
      case .ampHold: .ampHold
      case .ampAttackCurve: .ampAttackCurve
      case .ampDecayCurve: .ampDecayCurve
      case .ampReleaseCurve: .ampReleaseCurve
      case .env2Delay: .env2Delay
      case .env2Attack: .env2Attack
      case .env2Hold: .env2Hold
      case .env2Decay: .env2Decay
      case .env2Sustain: .env2Sustain
      case .env2Release: .env2Release
      case .env2AttackCurve: .env2AttackCurve
      case .env2DecayCurve: .env2DecayCurve
      case .env2ReleaseCurve: .env2ReleaseCurve
      case .env2Loop: .env2Loop
      case .env3Delay: .env3Delay
      case .env3Attack: .env3Attack
      case .env3Hold: .env3Hold
      case .env3Decay: .env3Decay
      case .env3Sustain: .env3Sustain
      case .env3Release: .env3Release
      case .env3AttackCurve: .env3AttackCurve
      case .env3DecayCurve: .env3DecayCurve
      case .env3ReleaseCurve: .env3ReleaseCurve
      case .env3Loop: .env3Loop
      case .env4Delay: .env4Delay
      case .env4Attack: .env4Attack
      case .env4Hold: .env4Hold
      case .env4Decay: .env4Decay
      case .env4Sustain: .env4Sustain
      case .env4Release: .env4Release
      case .env4AttackCurve: .env4AttackCurve
      case .env4DecayCurve: .env4DecayCurve
      case .env4ReleaseCurve: .env4ReleaseCurve
      case .env4Loop: .env4Loop
      case .lfoWave: .lfoWave
      case .lfoPhase: .lfoPhase
      case .lfoFade: .lfoFade
      case .lfoScope: .lfoScope
      case .lfoBeats: .lfoBeats
      case .lfo2Rate: .lfo2Rate
      case .lfo2Wave: .lfo2Wave
      case .lfo2Phase: .lfo2Phase
      case .lfo2Fade: .lfo2Fade
      case .lfo2Scope: .lfo2Scope
      case .lfo2Beats: .lfo2Beats
      case .lfo3Rate: .lfo3Rate
      case .lfo3Wave: .lfo3Wave
      case .lfo3Phase: .lfo3Phase
      case .lfo3Fade: .lfo3Fade
      case .lfo3Scope: .lfo3Scope
      case .lfo3Beats: .lfo3Beats
      case .lfo4Rate: .lfo4Rate
      case .lfo4Wave: .lfo4Wave
      case .lfo4Phase: .lfo4Phase
      case .lfo4Fade: .lfo4Fade
      case .lfo4Scope: .lfo4Scope
      case .lfo4Beats: .lfo4Beats
      case .seq1Rate: .seq1Rate
      case .seq1Beats: .seq1Beats
      case .seq2Rate: .seq2Rate
      case .seq2Beats: .seq2Beats
      case .seq3Rate: .seq3Rate
      case .seq3Beats: .seq3Beats
      case .seq4Rate: .seq4Rate
      case .seq4Beats: .seq4Beats
      case .chorusKind: .chorusKind
      case .chorusRate: .chorusRate
      case .chorusDepth: .chorusDepth
      case .chorusFeedback: .chorusFeedback
      case .delayTime: .delayTime
      case .delayBeats: .delayBeats
      case .delayFeedback: .delayFeedback
      case .delayTone: .delayTone
      case .delayLowCut: .delayLowCut
      case .delayMode: .delayMode
      case .reverbDecay: .reverbDecay
      case .reverbTone: .reverbTone
      case .eqLow: .eqLow
      case .eqMiddle: .eqMiddle
      case .eqHigh: .eqHigh
      case .eqFrequency: .eqFrequency
      case .limiterOn: .limiterOn
      case .limiterCeiling: .limiterCeiling
      case .env2Scope: .env2Scope
      case .env3Scope: .env3Scope
      case .env4Scope: .env4Scope
      case .seq1Scope: .seq1Scope
      case .seq2Scope: .seq2Scope
      case .seq3Scope: .seq3Scope
      case .seq4Scope: .seq4Scope
      case .morph: .morph
      case .quality: .quality
      case .oscAHertz: .oscHertz("osc_a_hertz", "Oscillator A frequency")
      case .oscBHertz: .oscHertz("osc_b_hertz", "Oscillator B frequency")
      case .oscCHertz: .oscHertz("osc_c_hertz", "Oscillator C frequency")
      case .reverbSize: .reverbSize
      case .reverbEarly: .reverbEarly
      case .reverbLowCut: .reverbLowCut
      case .reverbFreeze: .reverbFreeze
      case .reverbDuck: .reverbDuck
      case .delayGlide: .delayGlide
      case .limiterRelease: .limiterRelease
      case .compressorThreshold: .compressorThreshold
      case .compressorRatio: .compressorRatio
      case .compressorAttack: .compressorAttack
      case .compressorRelease: .compressorRelease
      case .compressorGain: .compressorGain
      case .oscAModulator: .oscAModulator
      case .oscAPitchModulation: .oscAPitchModulation
      case .oscAFrequencyModulation: .oscAFrequencyModulation
      case .oscAPhaseModulation: .oscAPhaseModulation
      case .filterCutoffModulation: .filterCutoffModulation
      case .ampModulation: .ampModulation
      case .seq1Step1: .step("seq_1_step_1", "Sequencer 1 step 1")
      case .seq1Step2: .step("seq_1_step_2", "Sequencer 1 step 2")
      case .seq1Step3: .step("seq_1_step_3", "Sequencer 1 step 3")
      case .seq1Step4: .step("seq_1_step_4", "Sequencer 1 step 4")
      case .seq1Step5: .step("seq_1_step_5", "Sequencer 1 step 5")
      case .seq1Step6: .step("seq_1_step_6", "Sequencer 1 step 6")
      case .seq1Step7: .step("seq_1_step_7", "Sequencer 1 step 7")
      case .seq1Step8: .step("seq_1_step_8", "Sequencer 1 step 8")
      case .seq2Step1: .step("seq_2_step_1", "Sequencer 2 step 1")
      case .seq2Step2: .step("seq_2_step_2", "Sequencer 2 step 2")
      case .seq2Step3: .step("seq_2_step_3", "Sequencer 2 step 3")
      case .seq2Step4: .step("seq_2_step_4", "Sequencer 2 step 4")
      case .seq2Step5: .step("seq_2_step_5", "Sequencer 2 step 5")
      case .seq2Step6: .step("seq_2_step_6", "Sequencer 2 step 6")
      case .seq2Step7: .step("seq_2_step_7", "Sequencer 2 step 7")
      case .seq2Step8: .step("seq_2_step_8", "Sequencer 2 step 8")
      case .seq3Step1: .step("seq_3_step_1", "Sequencer 3 step 1")
      case .seq3Step2: .step("seq_3_step_2", "Sequencer 3 step 2")
      case .seq3Step3: .step("seq_3_step_3", "Sequencer 3 step 3")
      case .seq3Step4: .step("seq_3_step_4", "Sequencer 3 step 4")
      case .seq3Step5: .step("seq_3_step_5", "Sequencer 3 step 5")
      case .seq3Step6: .step("seq_3_step_6", "Sequencer 3 step 6")
      case .seq3Step7: .step("seq_3_step_7", "Sequencer 3 step 7")
      case .seq3Step8: .step("seq_3_step_8", "Sequencer 3 step 8")
      case .seq4Step1: .step("seq_4_step_1", "Sequencer 4 step 1")
      case .seq4Step2: .step("seq_4_step_2", "Sequencer 4 step 2")
      case .seq4Step3: .step("seq_4_step_3", "Sequencer 4 step 3")
      case .seq4Step4: .step("seq_4_step_4", "Sequencer 4 step 4")
      case .seq4Step5: .step("seq_4_step_5", "Sequencer 4 step 5")
      case .seq4Step6: .step("seq_4_step_6", "Sequencer 4 step 6")
      case .seq4Step7: .step("seq_4_step_7", "Sequencer 4 step 7")
      case .seq4Step8: .step("seq_4_step_8", "Sequencer 4 step 8")
      case .sampleLevel: .sampleLevel
      case .sampleSemitones: .sampleSemitones
      case .sampleStart: .sampleStart
      case .grainSource: .grainSource
      case .worldGravity: .worldGravity
      case .worldGravityAngle: .worldGravityAngle
      case .worldDamping: .worldDamping
      case .worldBounce: .worldBounce
      case .worldSpeed: .worldSpeed
      case .worldWind: .worldWind
      case .worldSpin: .worldSpin
      }
    }
  }
}
