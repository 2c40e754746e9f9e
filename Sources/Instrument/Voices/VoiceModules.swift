// Envelopes 2 to 4 and the LFOs of each voice. Audio thread, one step an evaluation.
import Controls
import Lanes
import Matrix
import Signal

/// The modules that a patch uses; the others are not computed.
struct ModuleUse {
  /// Bit n for LFO n + 1, envelope n + 1, sequencer n + 1.
  var lfos: UInt32 = 0
  var envelopes: UInt32 = 0
  var sequencers: UInt32 = 0
  /// Of the sequencers, those with steps that move.
  var moves: UInt32 = 0

  @_noLocks init() {}

  @_noLocks init(_ program: UnsafePointer<Program>) {
    // The first LFO also moves the pitch, without a connection.
    lfos = 1
    for index in 0..<4 {
      let bit: UInt32 = 1 << UInt32(index)
      if index > 0 {
        if Program.uses(.member(index - 1, from: .env2), in: program) { envelopes |= bit }
        if Program.uses(.member(index - 1, from: .lfo2), in: program) { lfos |= bit }
        if Program.hears(.member(index, from: .lfo1Cycle), in: program) { lfos |= bit }
      }
      if Program.uses(.member(index, from: .seq1), in: program) { sequencers |= bit }
      if Program.hears(.member(index, from: .seq1Step), in: program) { sequencers |= bit }
      if Program.hears(.member(index, from: .seq1End), in: program) { sequencers |= bit }
      for step in 0..<Sequencer.moveCount where sequencers & bit != 0 {
        guard let parameter = Parameter.at(SequencerParameters.firstMove(index) + step) else { continue }
        if Program.moves(parameter, in: program) { moves |= bit }
      }
    }
  }
}

/// The parameters of one LFO.
struct LFOParameters {
  var object: SoundObject
  var rate: Parameter
  var wave: Parameter
  var phase: Parameter
  var fade: Parameter
  var scope: Parameter
  var beats: Parameter

  @_noLocks init(_ index: Int) {
    switch index {
    case 0:
      (object, rate, wave, phase, fade, scope, beats) =
        (.lfo1, .lfoRate, .lfoWave, .lfoPhase, .lfoFade, .lfoScope, .lfoBeats)
    case 1:
      (object, rate, wave, phase, fade, scope, beats) =
        (.lfo2, .lfo2Rate, .lfo2Wave, .lfo2Phase, .lfo2Fade, .lfo2Scope, .lfo2Beats)
    case 2:
      (object, rate, wave, phase, fade, scope, beats) =
        (.lfo3, .lfo3Rate, .lfo3Wave, .lfo3Phase, .lfo3Fade, .lfo3Scope, .lfo3Beats)
    default:
      (object, rate, wave, phase, fade, scope, beats) =
        (.lfo4, .lfo4Rate, .lfo4Wave, .lfo4Phase, .lfo4Fade, .lfo4Scope, .lfo4Beats)
    }
  }
}

/// Four LFOs and three envelopes for each of sixteen voices.
struct VoiceModules {
  var lfo1 = LowFrequencyOscillator()
  var lfo2 = LowFrequencyOscillator()
  var lfo3 = LowFrequencyOscillator()
  var lfo4 = LowFrequencyOscillator()
  /// LFO 1 of each voice, −1…1; it also moves the pitch.
  private(set) var vibrato = Lanes(repeating: 0)
  var envelope2: Envelope
  var envelope3: Envelope
  var envelope4: Envelope
  /// The sequencers of each voice, sixteen for each of the four.
  var rows = InlineArray<64, Sequencer>(repeating: Sequencer())
  var rowSeeds = InlineArray<16, UInt64>(repeating: 0)

  @_noLocks init(sampleRate: Float) {
    envelope2 = Envelope(sampleRate: sampleRate)
    envelope3 = envelope2
    envelope4 = envelope2
  }

  @_noLocks mutating func start(lane: Int, seed: UInt32) {
    // A voice's own cycle begins with the voice, even if it has no effect.
    lfo1.start(lane: lane, seed: seed, ownCycle: true)
    lfo2.start(lane: lane, seed: seed &+ 1, ownCycle: true)
    lfo3.start(lane: lane, seed: seed &+ 2, ownCycle: true)
    lfo4.start(lane: lane, seed: seed &+ 3, ownCycle: true)
    envelope2.start(lane: lane)
    envelope3.start(lane: lane)
    envelope4.start(lane: lane)
    for index in 0..<4 { rows[16 * index + lane] = Sequencer() }
    rowSeeds[lane] = UInt64(seed)
  }

  @_noLocks mutating func release(lane: Int) {
    envelope2.release(lane: lane)
    envelope3.release(lane: lane)
    envelope4.release(lane: lane)
  }

  @_noLocks mutating func stop(lane: Int) {
    envelope2.stop(lane: lane)
    envelope3.stop(lane: lane)
    envelope4.stop(lane: lane)
  }

  /// - Parameter index: 1…3, for envelopes 2 to 4.
  @_noLocks mutating func restart(envelope index: Int, lane: Int) {
    switch index {
    case 1: envelope2.restart(lane: lane)
    case 2: envelope3.restart(lane: lane)
    default: envelope4.restart(lane: lane)
    }
  }

  /// - Parameter index: 0…3.
  @_noLocks mutating func apply(lfo index: Int, _ verb: Action.Verb) {
    switch index {
    case 0: lfo1.apply(verb)
    case 1: lfo2.apply(verb)
    case 2: lfo3.apply(verb)
    default: lfo4.apply(verb)
    }
  }

  /// Advances the envelopes that a patch uses for each voice.
  /// - Returns: frames to the next corner.
  @_noLocks mutating func advanceEnvelopes(_ sound: Sound, _ use: ModuleUse, elapsed: Float, begins: Bool)
    -> Float
  {
    var corner = Float.infinity
    for index in 1...3 where use.envelopes & (1 << UInt32(index)) != 0 {
      let parameters = EnvelopeParameters(index)
      if sound.choice(parameters.scope) == 1 { continue }
      switch index {
      case 1: corner = min(corner, Self.advance(&envelope2, parameters, sound, elapsed, begins))
      case 2: corner = min(corner, Self.advance(&envelope3, parameters, sound, elapsed, begins))
      default: corner = min(corner, Self.advance(&envelope4, parameters, sound, elapsed, begins))
      }
    }
    return corner
  }

  /// The time since the last evaluation was not heard; it only advances the state.
  @_noLocks private static func advance(
    _ envelope: inout Envelope, _ parameters: EnvelopeParameters, _ sound: Sound, _ elapsed: Float,
    _ begins: Bool
  ) -> Float {
    envelope.skip(elapsed)
    if !envelope.rests(elapsed: elapsed) {
      envelope.advance(parameters.times(sound), elapsed: elapsed, begins: begins)
    }
    return envelope.corner
  }

  /// Writes the envelopes that a patch uses to the controllers, at their levels `ahead` frames from now.
  /// - Parameter shared: the envelopes with one state for all voices.
  @_noLocks mutating func aimEnvelopes(
    _ sound: Sound, _ use: ModuleUse, shared: borrowing SharedEnvelopes, ahead: Float,
    into values: inout ControllerValues
  ) {
    for index in 1...3 where use.envelopes & (1 << UInt32(index)) != 0 {
      let parameters = EnvelopeParameters(index)
      var level: Lanes
      if sound.choice(parameters.scope) == 1 {
        level = Lanes(repeating: shared.level(index))
      } else {
        switch index {
        case 1: level = Self.aim(&envelope2, parameters, sound, ahead)
        case 2: level = Self.aim(&envelope3, parameters, sound, ahead)
        default: level = Self.aim(&envelope4, parameters, sound, ahead)
        }
      }
      if sound.isOff(parameters.object) { level = Lanes(repeating: 0) }
      values[.member(index - 1, from: .env2)] = level
    }
  }

  @_noLocks private static func aim(
    _ envelope: inout Envelope, _ parameters: EnvelopeParameters, _ sound: Sound, _ ahead: Float
  ) -> Lanes {
    if envelope.isResting {
      envelope.aim(sustain: parameters.sustain(sound), ahead: ahead)
    } else {
      envelope.aim(parameters.times(sound), ahead: ahead)
    }
    return envelope.ahead
  }

  /// Writes the LFOs that a patch uses to the controllers.
  /// - Parameter masters: the motion for all voices, one for each LFO, at its value at the next evaluation.
  @_noLocks mutating func evaluateLFOs(
    _ sound: Sound, _ use: ModuleUse, masters: UnsafePointer<LowFrequencyOscillator>,
    drawn: UnsafePointer<DrawnWaves>, tempo: Float, elapsed: Float, ahead: Float, sampleRate: Float,
    into values: inout ControllerValues
  ) {
    for index in 0..<4 where use.lfos & (1 << UInt32(index)) != 0 {
      let parameters = LFOParameters(index)
      let controller = index == 0 ? Controller.lfo1 : .member(index - 1, from: .lfo2)
      if sound.isOff(parameters.object) {
        if index == 0 { vibrato = Lanes(repeating: 0) }
        values[controller] = Lanes(repeating: 0)
        continue
      }
      let motion = Motion(
        parameters, sound, tempo: tempo, elapsed: elapsed, ahead: ahead, sampleRate: sampleRate)
      let points = DrawnWaves.points(index, of: drawn)
      switch index {
      case 0:
        vibrato = motion.value(&lfo1, master: masters[0].value, points)
        values[controller] = vibrato
      case 1: values[controller] = motion.value(&lfo2, master: masters[1].value, points)
      case 2: values[controller] = motion.value(&lfo3, master: masters[2].value, points)
      default: values[controller] = motion.value(&lfo4, master: masters[3].value, points)
      }
    }
  }
}

/// One step of an LFO, in the LFO's units.
struct Motion {
  let wave: SlowWave
  let turns: Float
  let ahead: Float
  let phase: Lanes
  let fade: Lanes
  let isOwn: Bool
  let beats: Float

  @_noLocks init(
    _ parameters: LFOParameters, _ sound: Sound, tempo: Float, elapsed: Float, ahead: Float, sampleRate: Float
  ) {
    let (hertz, beats) = Self.hertz(parameters, sound, tempo: tempo)
    self.beats = beats
    wave = SlowWave(number: sound.shared(parameters.wave))
    turns = elapsed * hertz / sampleRate
    self.ahead = ahead * hertz / sampleRate
    phase = sound[parameters.phase]
    fade =
      Lanes(repeating: elapsed / sampleRate) / Lanes.greatest(sound[parameters.fade], Lanes(repeating: 1e-6))
    isOwn = sound.choice(parameters.scope) == 1
  }

  /// Cycles a second, and beats a cycle (0 for an LFO that runs freely).
  @_noLocks static func hertz(_ parameters: LFOParameters, _ sound: Sound, tempo: Float) -> (
    hertz: Float, beats: Float
  ) {
    let beats = Parameter.beats(choice: sound.shared(parameters.beats))
    return (beats > 0 ? tempo / 60 / beats : sound.shared(parameters.rate), beats)
  }

  @_noLocks func value(
    _ lfo: inout LowFrequencyOscillator, master: Lanes, _ points: UnsafePointer<Float>
  ) -> Lanes {
    if isOwn {
      lfo.advance(wave, turns: turns, ahead: ahead, offset: phase, fade: fade, drawn: points)
      return lfo.value
    }
    lfo.fadeIn(fade)
    return master * lfo.faded
  }
}

extension LowFrequencyOscillator {
  @_noLocks mutating func apply(_ verb: Action.Verb) {
    switch verb {
    case .reset: reset()
    case .start: setRunning(true)
    case .stop: setRunning(false)
    case .toggle: setRunning(!isRunning)
    case .reverse: reverse()
    case .step: break
    }
  }
}

extension Sequencer {
  @_noLocks mutating func apply(_ verb: Action.Verb) {
    switch verb {
    case .reset: reset()
    case .start: setRunning(true)
    case .stop: setRunning(false)
    case .toggle: setRunning(!isRunning)
    case .reverse: reverse()
    case .step: step()
    }
  }
}
