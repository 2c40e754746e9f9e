// One of the voices' three wavetable oscillators, with its modulations. Audio thread.
import Controls
import Lanes
import Signal

/// The parameters of an oscillator.
struct OscillatorParameters {
  var object: SoundObject
  var wave: Parameter
  var level: Parameter
  var semitones: Parameter
  var cents: Parameter
  var shape: Parameter
  var phase: Parameter
  var unison: Parameter
  var spread: Parameter
  var hertz: Parameter
  /// Parameters of an oscillator that the previous one controls.
  var sync: Parameter?
  var ring: Parameter?
  var modulation: Parameter?

  static var a: OscillatorParameters {
    @_noLocks get {
      OscillatorParameters(
        object: .oscillatorA, wave: .oscAWave, level: .oscALevel, semitones: .oscASemitones,
        cents: .oscACents, shape: .oscAShape, phase: .oscAPhase, unison: .oscAUnison, spread: .oscASpread,
        hertz: .oscAHertz)
    }
  }
  static var b: OscillatorParameters {
    @_noLocks get {
      OscillatorParameters(
        object: .oscillatorB, wave: .oscBWave, level: .oscBLevel, semitones: .oscBSemitones,
        cents: .oscBCents, shape: .oscBShape, phase: .oscBPhase, unison: .oscBUnison, spread: .oscBSpread,
        hertz: .oscBHertz, sync: .oscBSync,
        ring: .oscBRing, modulation: .oscBPhaseModulation)
    }
  }
  static var c: OscillatorParameters {
    @_noLocks get {
      OscillatorParameters(
        object: .oscillatorC, wave: .oscCWave, level: .oscCLevel, semitones: .oscCSemitones,
        cents: .oscCCents, shape: .oscCShape, phase: .oscCPhase, unison: .oscCUnison, spread: .oscCSpread,
        hertz: .oscCHertz, sync: .oscCSync,
        ring: .oscCRing, modulation: .oscCPhaseModulation)
    }
  }
}

/// An oscillator of sixteen voices: wave, pitch, unison, and modulation by the previous oscillator.
struct OscillatorVoice {
  var oscillator = Oscillator()
  var sync = HardSync()
  /// Wave, unison copies and sync, which change together after the sound has faded out.
  var choices = SwitchedChoice()
  var level = Loudness()
  var ring = Loudness()
  var modulation = Loudness()
  var pitch = DirectLanes()
  /// Octaves above 1 Hz, of the voices in which it has a frequency of its own.
  private var ownFrequency = DirectLanes()
  /// Cycles per frame now and at the next evaluation.
  private(set) var cycles = Lanes(repeating: 0)
  private(set) var cyclesAhead = Lanes(repeating: 0)
  private(set) var isSynced = false
  /// The factor of the sample rate at which the oscillators run.
  private var times: Int32 = 1
  /// Whether its copies lie in different places.
  private(set) var isWide = false

  @_noLocks init() {}

  /// Whether it reads the patch's own wavetable.
  var readsUser: Bool { @_noLocks get { choices.choice & 0xFF == Wave.user.rawValue } }

  /// Whether it needs the sound of the previous oscillator.
  var needsLeader: Bool { @_noLocks get { level.isOn && (ring.isOn || modulation.isOn) } }

  /// Whether the previous oscillator bends this one: harmonics that have no place below half the sample rate.
  @_noLocks static func isBent(_ parameters: OscillatorParameters, _ sound: Sound) -> Bool {
    if sound.isOff(parameters.object) { return false }
    guard let sync = parameters.sync, let ring = parameters.ring, let modulation = parameters.modulation
    else { return false }
    let least = Lanes(repeating: 1e-6)
    return sound.choice(sync) == 1 || sound[ring].isAnyAtLeast(least) || sound[modulation].isAnyAtLeast(least)
  }

  /// Updates the loudness first, so that an oscillator knows whether the next one needs it.
  /// - Parameter heard: 0 while the oscillators fade out to run at another rate.
  @_noLocks mutating func listen(
    _ parameters: OscillatorParameters, wave wanted: Int32, _ tick: VoiceTick, isNeeded: Bool, heard: Float
  ) {
    let sound = tick.sound
    let synced = parameters.sync.map { sound.choice($0) } ?? 0
    choices.evaluate(wanted: wanted | sound.choice(parameters.unison) << 8 | synced << 16, tick)
    let isOff = sound.isOff(parameters.object) || tick.isMissing(choices.choice)
    level.update(
      isOff ? Lanes(repeating: 0) : sound[parameters.level], tick, gain: choices.gain * heard,
      isNeeded: isNeeded)
    if let own = parameters.ring { ring.update(sound[own], tick) }
    if let own = parameters.modulation { modulation.update(sound[own], tick) }
  }

  /// Aims at the values of the next evaluation.
  /// - Parameters:
  ///   - moved: semitones that are added to the voice's pitch.
  ///   - isNeeded: whether another oscillator needs its sound.
  ///   - leader: the cycles per frame of the previous oscillator, now and at the next evaluation.
  @_noLocks mutating func evaluate(
    _ parameters: OscillatorParameters, moved: Lanes, isNeeded: Bool, leader: (now: Lanes, ahead: Lanes)?,
    _ tick: VoiceTick
  ) {
    isWide = false
    let sound = tick.sound
    pitch.update(sound[parameters.semitones] + sound[parameters.cents] * 0.01 + moved, tick)
    cycles = tick.cycles(tick.pitch + pitch.value)
    cyclesAhead = tick.cycles(tick.pitchAhead + pitch.ahead(tick))
    keepFrequency(sound[parameters.hertz], tick)
    guard level.isOn else { return }
    let copies = Int(choices.choice >> 8 & 0xFF) + 1
    let spread = sound.shared(parameters.spread) * 0.01
    let shape = sound[parameters.shape]
    let kind = Wave(number: Float(choices.choice & 0xFF))
    let wasSynced = isSynced
    isSynced = false
    if leader != nil, choices.choice >> 16 == 1, !modulation.isOn { isSynced = true }
    let restarts = isSynced == wasSynced && times == tick.times ? level.restarts(tick) : 0xFFFF
    times = tick.times
    // The waves have no more harmonics at a higher rate.
    let duller: Int32 = times == 4 ? 2 : times - 1
    if restarts != 0 {
      for lane in 0..<Lanes.width where restarts & (1 << UInt32(lane)) != 0 {
        let turns = sound[parameters.phase][lane]
        oscillator.restart(
          lane: lane, cycles: cycles[lane], turns: turns, copies: copies, spread: spread, shape: shape[lane],
          wave: kind, last: tick.last(kind), seed: tick.seeds[lane])
        if let leader, isSynced {
          sync.restart(lane: lane, cycles: cycles[lane], leaderCycles: leader.now[lane], turns: turns)
        }
      }
    }
    if let leader, isSynced {
      sync.aim(
        cycles: cyclesAhead, leaderCycles: leader.ahead, wave: kind, frames: tick.ahead, duller: duller)
    } else {
      // A sound that moves another or is moved lies in the middle.
      var width = Lanes(repeating: 0)
      if copies > 1 && !isNeeded && !needsLeader {
        width = sound[.voiceWidth]
        isWide = width.isAnyAtLeast(Lanes(repeating: 1e-4))
      }
      oscillator.aim(
        cycles: cyclesAhead, wave: kind, frames: tick.ahead, shape: shape, copies: copies, spread: spread,
        width: width, duller: duller, last: tick.last(kind))
    }
  }

  /// Takes poorer tables, because a modulator raises the frequency by `factor`.
  @_noLocks mutating func widen(by factor: Lanes) {
    if level.isOn && !isSynced {
      oscillator.widen(cycles: cyclesAhead, by: factor, duller: times == 4 ? 2 : times - 1)
    }
  }

  /// The least frequency of its own; below, it follows the pitch.
  private static var leastHertz: Float { @_noLocks get { 0.101 } }

  /// Gives the oscillator its own frequency in the voices that have one.
  @_noLocks private mutating func keepFrequency(_ wanted: Lanes, _ tick: VoiceTick) {
    let least = Lanes(repeating: Self.leastHertz)
    if !wanted.isAnyAtLeast(least) { return }
    ownFrequency.update(wanted.log2, tick)
    let own = ownFrequency.value.exp2 * (1 / tick.sampleRate)
    let ownAhead = ownFrequency.ahead(tick).exp2 * (1 / tick.sampleRate)
    cycles = wanted.whereLess(least, cycles, else: own.limited(0, 0.49))
    cyclesAhead = wanted.whereLess(least, cyclesAhead, else: ownAhead.limited(0, 0.49))
  }

  /// Adds the oscillator's sound to `bus`.
  /// - Parameters:
  ///   - own: room for the oscillator's own sound, which the next one may need.
  ///   - leader: the sound of the previous oscillator.
  ///   - side: for copies in different places, or nil if there are none.
  @_noLocks mutating func process(
    _ tables: WaveTables, own: UnsafeMutablePointer<Lanes>, leader: UnsafeMutablePointer<Lanes>?,
    isNeeded: Bool,
    addingTo bus: UnsafeMutablePointer<Lanes>, side: UnsafeMutablePointer<Lanes>? = nil, count: Int
  ) {
    guard level.isOn else { return }
    if !isNeeded && !isSynced && !needsLeader {
      oscillator.process(tables, level: &level.ramp, addingTo: bus, side: side, count: count)
      return
    }
    if isSynced {
      sync.process(tables, into: own, count: count)
    } else {
      oscillator.process(
        tables, into: own, modulation: modulation.isOn ? UnsafePointer(leader) : nil, depth: &modulation.ramp,
        count: count)
    }
    if ring.isOn, let leader { RingModulator.process(own, leader, &ring.ramp, count: count) }
    level.ramp.add(own, to: bus, count: count)
  }
}
