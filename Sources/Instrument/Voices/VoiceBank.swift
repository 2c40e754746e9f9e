// Sixteen voices of sound: oscillators, filter, amplifier, computed on lanes. Audio thread.
import Controls
import Lanes
import Matrix
import Music
import Samples
import Signal

/// The values that a hand or a key gives its voice besides controllers. Every value may change while the
/// voice sounds.
struct VoiceInput {
  /// Semitones, 60 = middle C.
  var pitch: Float
  /// The strength of the strike, 0…1.
  var velocity: Float
  /// The present pressure, 0…1.
  var pressure: Float
  /// A factor on the loudness, 0…1.
  var expression: Float = 1
  /// The time constant in seconds with which the pitch follows.
  var pitchTime: Float = VoiceBank.smoothing
}

/// The sound of sixteen voices. All audible values ramp from evaluation to evaluation.
struct VoiceBank {
  /// The time constant in seconds of the smoothing of what comes in steps from hands, keys and ports.
  static var smoothing: Float { @_noLocks get { Program.steps } }
  /// The loudness of one voice at full velocity; sixteen voices stay within the reach of the limiter.
  static var voiceGain: Float { @_noLocks get { 0.22 } }

  let sampleRate: Float
  let tables: WaveTables
  let rings: VoiceRings
  var oscillatorA = OscillatorVoice()
  var oscillatorB = OscillatorVoice()
  var oscillatorC = OscillatorVoice()
  /// The factor of the sample rate at which the oscillators run.
  var oscillatorRate: Int32 = 1
  var oversampler = Oversampler()
  var fm: FMVoice
  var noise: NoiseVoice
  var string: StringVoice
  var grains = GrainVoice()
  var sample = SampleVoice()
  /// Lanes that are released when their recorded sound has ended: bit n for lane n.
  private var awaiting: UInt32 = 0
  var frameModulation = FrameModulation()
  var shaper = Waveshaper()
  /// That of the difference of left and right.
  var sideShaper = Waveshaper()
  var shaperAmount = Loudness()
  var shaperShape = SwitchedChoice()
  var filter1: FilterVoice
  var filter2: FilterVoice
  /// The filters of the difference of left and right, while a unison is spread over them.
  var side1: FilterVoice
  var side2: FilterVoice
  private(set) var isWide = false
  /// Frames for which the difference still fades.
  private var narrowing: Float = 0
  var envelope: Envelope
  var modules: VoiceModules
  var mixer = Mixer()
  var routing = SwitchedChoice()

  var pitch = SmoothLanes(60)
  /// The pitch that filters follow, and the loudness that hand and key give.
  var key = SmoothLanes(60)
  var strength = SmoothLanes(0)
  var gain = DirectLanes()
  var pan = DirectLanes()
  /// Frames for which jumps of the patch's values still fade.
  private var settling: Float = 0
  var pitchTime = Lanes(repeating: VoiceBank.smoothing)
  var seeds = PhaseLanes(repeating: 0)

  var velocity = Lanes(repeating: 0)
  var pressure = Lanes(repeating: 0)
  var expression = Lanes(repeating: 1)
  /// The stereo position, −1 left … 1 right, before the width is applied.
  var position = Lanes(repeating: 0)
  /// Lanes that began since the last evaluation: bit n for lane n.
  var fresh: UInt32 = 0

  /// Whether the sound of stolen voices has faded out.
  var hasFaded: Bool { @_noLocks get { remainder.left == 0 && remainder.right == 0 } }
  /// The last samples of stolen voices; they fade out instead of stopping abruptly.
  var remainder = StereoFrame(0, 0)
  let remainderDecay: Float

  @_noLocks init(sampleRate: Float, tables: WaveTables, rings: VoiceRings) {
    self.sampleRate = sampleRate
    self.tables = tables
    self.rings = rings
    fm = FMVoice(sampleRate: sampleRate)
    noise = NoiseVoice(sampleRate: sampleRate)
    string = StringVoice(sampleRate: sampleRate, ring: rings.ring(0))
    filter1 = FilterVoice(ring: rings.ring(1))
    filter2 = FilterVoice(ring: rings.ring(2))
    side1 = FilterVoice(ring: rings.side(0))
    side2 = FilterVoice(ring: rings.side(1))
    envelope = Envelope(sampleRate: sampleRate)
    modules = VoiceModules(sampleRate: sampleRate)
    // A stolen voice's last sample falls to a thousandth within 10 ms.
    remainderDecay = Scalar.exp2(-9.966 / (0.01 * sampleRate))
  }

  /// Resets to silence; the next voice counts as the first. It is not inlined, because a host's thread may
  /// have a stack of 512 KiB, in which several banks find no room.
  @inline(never) @_noLocks mutating func reset() {
    self = VoiceBank(sampleRate: sampleRate, tables: tables, rings: rings)
  }

  /// Starts a voice on `lane` that glides from the pitch `from` and has the stereo position `position` (−1
  /// left … 1 right). A sound that is left on the lane fades out underneath. The evaluation that follows on
  /// the same frame sets the voice's sound.
  ///
  /// - Parameter seed: the seed of the voice's random numbers.
  @_noLocks mutating func start(lane: Int, _ input: VoiceInput, from: Float, position: Float, seed: UInt32) {
    keepRemainder(of: lane)
    pitch.value[lane] = from
    seeds[lane] = seed
    modules.start(lane: lane, seed: seed)
    update(lane: lane, input)
    self.position[lane] = position
    envelope.start(lane: lane)
    fresh |= 1 << UInt32(lane)
    awaiting &= ~(1 << UInt32(lane))
  }

  /// Applies new values of a hand or key.
  @_noLocks mutating func update(lane: Int, _ input: VoiceInput) {
    pitch.target[lane] = input.pitch
    pitchTime[lane] = max(input.pitchTime, Self.smoothing)
    velocity[lane] = input.velocity
    pressure[lane] = input.pressure
    expression[lane] = input.expression
  }

  /// Restarts all envelopes of the lane from their present levels.
  @_noLocks mutating func restart(lane: Int) {
    envelope.restart(lane: lane)
    for index in 1...3 { modules.restart(envelope: index, lane: lane) }
  }

  /// Releases the lane: all its envelopes fall, unless its recorded sound is to end first.
  @_noLocks mutating func release(lane: Int) {
    awaiting |= sample.held & 1 << UInt32(lane)
    if awaiting & 1 << UInt32(lane) != 0 { return }
    envelope.release(lane: lane)
    modules.release(lane: lane)
  }

  /// Advances the envelopes by the `elapsed` frames since the last evaluation.
  /// - Parameter begins: as for `Envelope.advance`.
  /// - Returns: frames to the next corner of any.
  @_noLocks mutating func advanceEnvelopes(_ sound: Sound, _ use: ModuleUse, elapsed: Float, begins: Bool)
    -> Float
  {
    if !envelope.rests(elapsed: elapsed) {
      envelope.advance(times(sound), elapsed: elapsed, begins: begins)
    }
    return min(
      envelope.corner, modules.advanceEnvelopes(sound, use, elapsed: elapsed, begins: begins))
  }

  /// Aims the amplifier's envelope at its level `ahead` frames from now.
  @_noLocks mutating func aimEnvelope(_ sound: Sound, ahead: Float) {
    if envelope.isResting {
      envelope.aim(sustain: sound[.ampSustain], ahead: ahead)
    } else {
      envelope.aim(times(sound), ahead: ahead)
    }
  }

  /// Advances smoothed values by the `elapsed` frames since the last evaluation, applies new targets, and
  /// aims all audible values at those `ahead` frames from now.
  ///
  /// - Parameters:
  ///   - waves: the waves of oscillators A, B and C, the same for all voices of all banks.
  ///   - quality: 2 or 4, the factor of the sample rate at which runs what would fold harmonics.
  ///   - ahead: 0 sets voices that begin to their values of this very frame; another evaluation must follow.
  ///   - hasStepped: whether the base values of the patch have jumped.
  @_noLocks mutating func evaluate(
    _ sound: Sound, waves: (a: Int32, b: Int32, c: Int32), tuning: Tuning, quality: Int32,
    zones: UnsafePointer<SampleZones>, elapsed: Float, ahead: Int32, hasStepped: Bool
  ) {
    // After a tenth of a second a jump has faded by 144 dB.
    settling = hasStepped ? 0.1 * sampleRate : max(settling - elapsed, 0)
    pitch.value += (pitch.target - pitch.value) * approach(frames: elapsed, seconds: pitchTime)
    let pitchAhead =
      pitch.value + (pitch.target - pitch.value) * approach(frames: Float(ahead), seconds: pitchTime)
    var freshLanes = Lanes(repeating: 0)
    if fresh != 0 {
      for lane in 0..<Lanes.width where fresh & (1 << UInt32(lane)) != 0 { freshLanes[lane] = 1 }
    }
    let tick = VoiceTick(
      sound: sound, tuning: tuning, sampleRate: sampleRate, quality: quality, elapsed: elapsed,
      ahead: max(ahead, 1),
      passed: Scalar.approach(frames: elapsed, seconds: Self.smoothing, sampleRate: sampleRate),
      coming: Scalar.approach(frames: Float(ahead), seconds: Self.smoothing, sampleRate: sampleRate),
      hasStepped: hasStepped, isSettling: settling > 0, fresh: fresh, freshLanes: freshLanes,
      isContinued: fresh == 0 || soundsBeside(fresh), pitch: pitch.value, pitchAhead: pitchAhead,
      velocity: velocity, seeds: seeds)
    let moved = sound[.voicePitch] + sound[.lfoDepth] * modules.vibrato
    frameModulation.evaluate(tick, lfo: modules.vibrato)
    evaluateOscillators(waves, moved: moved, tick)
    fm.evaluate(moved: moved, tick)
    noise.evaluate(tick, isNeeded: frameModulation.uses(.noise))
    string.evaluate(moved: moved, tick)
    grains.evaluate(moved: moved, tick)
    sample.evaluate(moved: moved, keys: pitch.target, zones, tick)
    releaseEnded()
    shape(tick)
    routing.evaluate(wanted: sound.choice(.filterRouting), tick)
    widen(tick)
    key.update(pitch.target, tick)
    filter1.evaluate(
      .first, tick, key: key.ahead(tick), heard: routing.gain, isMoved: frameModulation.movesFilter)
    filter2.evaluate(.second, tick, key: key.ahead(tick), heard: routing.gain)
    if isWide {
      side1.evaluate(
        .first, tick, key: key.ahead(tick), heard: routing.gain, isMoved: frameModulation.movesFilter)
      side2.evaluate(.second, tick, key: key.ahead(tick), heard: routing.gain)
    }
    mix(tick)
    fresh = 0
  }

  /// Releases the lanes that have waited for the end of their recorded sound.
  @_noLocks private mutating func releaseEnded() {
    let ended = awaiting & ~sample.held
    awaiting &= ~ended
    for lane in 0..<Lanes.width where ended & 1 << UInt32(lane) != 0 { release(lane: lane) }
  }

  /// The oscillators' rate is chosen when a voice begins in a silent bank: a change would be heard.
  @_noLocks private mutating func evaluateOscillators(
    _ waves: (a: Int32, b: Int32, c: Int32), moved: Lanes, _ tick: VoiceTick
  ) {
    if !tick.isContinued {
      let isBent =
        OscillatorVoice.isBent(.b, tick.sound) || OscillatorVoice.isBent(.c, tick.sound)
        || FrameModulation.bends(tick.sound)
      oscillatorRate = isBent ? tick.quality : 1
    }
    if oscillatorRate == 1 {
      runOscillators(waves, moved: moved, tick)
    } else {
      runOscillators(waves, moved: moved, tick.raised(oscillatorRate))
      for lane in 0..<Lanes.width where tick.fresh & (1 << UInt32(lane)) != 0 {
        oversampler.restart(lane: lane)
      }
    }
  }

  /// - Parameter tick: at the rate of the oscillators.
  @_noLocks private mutating func runOscillators(
    _ waves: (a: Int32, b: Int32, c: Int32), moved: Lanes, _ tick: VoiceTick
  ) {
    frameModulation.evaluateOscillator(tick)
    let usesB = frameModulation.uses(.oscillatorB)
    oscillatorC.listen(.c, wave: waves.c, tick, isNeeded: false)
    oscillatorB.listen(.b, wave: waves.b, tick, isNeeded: oscillatorC.needsLeader || usesB)
    oscillatorA.listen(.a, wave: waves.a, tick, isNeeded: oscillatorB.needsLeader && !usesB)
    oscillatorA.evaluate(
      .a, moved: moved, isNeeded: oscillatorB.needsLeader && !usesB || frameModulation.movesOscillator,
      leader: nil, tick)
    if frameModulation.movesOscillator { oscillatorA.widen(by: frameModulation.reach(tick)) }
    oscillatorB.evaluate(
      .b, moved: moved, isNeeded: oscillatorC.needsLeader || usesB,
      leader: (now: oscillatorA.cycles, ahead: oscillatorA.cyclesAhead), tick)
    oscillatorC.evaluate(
      .c, moved: moved, isNeeded: false, leader: (now: oscillatorB.cycles, ahead: oscillatorB.cyclesAhead),
      tick)
  }

  /// Whether other lanes sound than these, a bit each.
  @_noLocks private func soundsBeside(_ lanes: UInt32) -> Bool {
    for lane in 0..<Lanes.width where lanes & (1 << UInt32(lane)) == 0 {
      if envelope.stage(lane: lane) != .idle { return true }
    }
    return false
  }

  /// Writes `count` frames of all voices together. With `silent`, no voice sounds, and only the rest of
  /// stolen voices is written.
  @_noLocks mutating func process(
    _ scratch: UnsafeMutablePointer<Lanes>, _ left: UnsafeMutablePointer<Float>,
    _ right: UnsafeMutablePointer<Float>, count: Int, silent: Bool
  ) {
    if silent {
      left.update(repeating: 0, count: count)
      right.update(repeating: 0, count: count)
    } else {
      let side = isWide ? scratch + Self.side : nil
      side?.update(repeating: Lanes(repeating: 0), count: count)
      sources(scratch, side: side, count: count)
      if shaperAmount.isOn {
        let kind = Waveshaper.Shape(rawValue: shaperShape.choice & 0xFF) ?? .soft
        let (room, times) = (scratch + Self.span, Int(shaperShape.choice >> 8))
        if let side {
          var amount = shaperAmount.ramp
          Sides.split(scratch, side, count: count)
          sideShaper.process(kind, amount: &amount, side, room: room, count: count, times: times)
        }
        shaper.process(kind, amount: &shaperAmount.ramp, scratch, room: room, count: count, times: times)
        if let side { Sides.join(scratch, side, count: count) }
      }
      filters(scratch, side: side, count: count)
      if frameModulation.isOn {
        let before = frameModulation
        frameModulation.scale(scratch, by: scratch + Self.modulator, count: count)
        if let side {
          var same = before
          same.scale(side, by: scratch + Self.modulator, count: count)
        }
      }
      if let side { envelope.attenuate(side, count: count) }
      envelope.process(scratch, count: count)
      if let side {
        mixer.process(scratch, side: side, left, right, count: count)
      } else {
        mixer.process(scratch, left, right, count: count)
      }
    }
    if hasFaded { return }
    for index in 0..<count {
      left[index] += remainder.left
      right[index] += remainder.right
      remainder.left *= remainderDecay
      remainder.right *= remainderDecay
      // Below −200 dB the rest counts as silent. On its own frame, because spans depend on the host's blocks.
      if remainder.left.magnitude + remainder.right.magnitude < 1e-10 {
        remainder = StereoFrame(0, 0)
        break
      }
    }
  }

  /// Lets the lane fade out quickly.
  @_noLocks mutating func fade(lane: Int) {
    awaiting &= ~(1 << UInt32(lane))
    envelope.fade(lane: lane)
  }

  /// Silences a lane at once and lets its last samples fade.
  @_noLocks mutating func cut(lane: Int) {
    keepRemainder(of: lane)
    sample.player.end(lane: lane)
    envelope.stop(lane: lane)
    modules.stop(lane: lane)
  }

  @_noLocks private mutating func keepRemainder(of lane: Int) {
    remainder.left += mixer.lastLeft[lane]
    remainder.right += mixer.lastRight[lane]
    mixer.forget(lane: lane)
  }

  // MARK: Sound

  /// `bus` is the first of `rooms` buffers for `VoiceBank.span` frames: the sum and three more, and three for
  /// four times as many frames; then the modulator at the rate of the oscillators, and at the sample rate;
  /// the factors on the cutoff that are made of it; half the difference of left and right, and a copy of it.
  static var span: Int { @_noLocks get { 32 } }
  static var rooms: Int { @_noLocks get { 8 + 4 * Oversampler.most } }
  private static var raisedModulator: Int { @_noLocks get { (4 + 3 * Oversampler.most) * span } }
  private static var modulator: Int { @_noLocks get { (4 + 4 * Oversampler.most) * span } }
  private static var factors: Int { @_noLocks get { modulator + span } }
  private static var side: Int { @_noLocks get { modulator + 2 * span } }
  private static var sideCopy: Int { @_noLocks get { modulator + 3 * span } }

  /// Writes the sum of all sources to the first buffer.
  @_noLocks private mutating func sources(
    _ bus: UnsafeMutablePointer<Lanes>, side: UnsafeMutablePointer<Lanes>?, count: Int
  ) {
    let times = Int(oscillatorRate)
    let modulator = frameModulation.isOn ? bus + Self.raisedModulator : nil
    let usesNoise = frameModulation.uses(.noise)
    if let modulator { writeModulator(modulator, bus, count: count, times: times) }
    if times == 1 {
      oscillators(bus, bus + Self.span, bus + 2 * Self.span, by: modulator, side: side, count: count)
    } else {
      let room = bus + 4 * Self.span
      let size = Oversampler.most * Self.span
      oscillators(room, room + size, room + 2 * size, by: modulator, side: nil, count: count * times)
      oversampler.lower(room, into: bus, count: count, times: times)
    }
    if let modulator, frameModulation.uses(.oscillatorB) {
      let lowered = bus + Self.modulator
      for index in 0..<count { lowered[index] = modulator[index * times] }
    }
    fm.process(addingTo: bus, count: count)
    if usesNoise {
      let heard = bus + 3 * Self.span
      for index in 0..<count { bus[index] += heard[index] }
    } else {
      noise.process(addingTo: bus, count: count)
    }
    string.process(addingTo: bus, count: count)
    grains.process(tables, addingTo: bus, count: count)
    sample.process(own: bus + Self.span, addingTo: bus, count: count)
  }

  /// Writes noise or LFO 1 as the modulator, at the sample rate and at that of the oscillators. The noise
  /// that is heard besides goes to the fourth buffer.
  @_noLocks private mutating func writeModulator(
    _ raised: UnsafeMutablePointer<Lanes>, _ bus: UnsafeMutablePointer<Lanes>, count: Int, times: Int
  ) {
    let modulator = bus + Self.modulator
    if frameModulation.uses(.noise) {
      let heard = bus + 3 * Self.span
      for index in 0..<count { heard[index] = Lanes(repeating: 0) }
      noise.process(own: modulator, addingTo: heard, count: count)
    } else if frameModulation.uses(.lfo) {
      frameModulation.writeLFO(to: modulator, count: count)
    } else {
      return
    }
    for index in 0..<count {
      for copy in 0..<times { raised[index * times + copy] = modulator[index] }
    }
  }

  /// Writes the sum of the oscillators to `sum`; the others are room. While oscillator B is the modulator, A
  /// does not move B.
  @_noLocks private mutating func oscillators(
    _ sum: UnsafeMutablePointer<Lanes>, _ first: UnsafeMutablePointer<Lanes>,
    _ second: UnsafeMutablePointer<Lanes>, by modulator: UnsafeMutablePointer<Lanes>?,
    side: UnsafeMutablePointer<Lanes>?, count: Int
  ) {
    for index in 0..<count { sum[index] = Lanes(repeating: 0) }
    var modulatorB: UnsafeMutablePointer<Lanes>?
    if let modulator, frameModulation.uses(.oscillatorB) {
      oscillatorB.process(tables, own: modulator, leader: nil, isNeeded: true, addingTo: sum, count: count)
      modulatorB = modulator
    }
    if let modulator, frameModulation.movesOscillator, oscillatorA.level.isOn {
      frameModulation.process(&oscillatorA.oscillator, tables, into: first, by: modulator, count: count)
      oscillatorA.level.ramp.add(first, to: sum, count: count)
    } else {
      oscillatorA.process(
        tables, own: first, leader: nil, isNeeded: oscillatorB.needsLeader && modulatorB == nil,
        addingTo: sum, side: side, count: count)
    }
    if modulatorB == nil {
      oscillatorB.process(
        tables, own: second, leader: first, isNeeded: oscillatorC.needsLeader, addingTo: sum, side: side,
        count: count)
    }
    oscillatorC.process(
      tables, own: first, leader: modulatorB ?? second, isNeeded: false, addingTo: sum, side: side,
      count: count)
  }

  /// Applies the filters in series, or in parallel with half the loudness each.
  @_noLocks private mutating func filters(
    _ bus: UnsafeMutablePointer<Lanes>, side: UnsafeMutablePointer<Lanes>?, count: Int
  ) {
    let (copy, spare, sideCopy) = (bus + Self.span, bus + 2 * Self.span, bus + Self.sideCopy)
    let factors = frameModulation.movesFilter ? bus + Self.factors : nil
    if let factors { frameModulation.factors(of: bus + Self.modulator, to: factors, count: count) }
    if routing.choice == 1 && filter1.isOn && filter2.isOn {
      for index in 0..<count { copy[index] = bus[index] }
      if let side {
        for index in 0..<count { sideCopy[index] = side[index] }
      }
      Self.process(&filter1, &side1, bus, side, spare, at: factors, count: count)
      Self.process(&filter2, &side2, copy, side == nil ? nil : sideCopy, spare, at: nil, count: count)
      for index in 0..<count { bus[index] = (bus[index] + copy[index]) * 0.5 }
      if let side {
        for index in 0..<count { side[index] = (side[index] + sideCopy[index]) * 0.5 }
      }
    } else {
      Self.process(&filter1, &side1, bus, side, spare, at: factors, count: count)
      Self.process(&filter2, &side2, bus, side, spare, at: nil, count: count)
    }
  }

  /// Filters the sum and the difference. The ladder bends what it filters, so it has left and right instead.
  @_noLocks private static func process(
    _ filter: inout FilterVoice, _ other: inout FilterVoice, _ bus: UnsafeMutablePointer<Lanes>,
    _ side: UnsafeMutablePointer<Lanes>?, _ spare: UnsafeMutablePointer<Lanes>,
    at factors: UnsafeMutablePointer<Lanes>?, count: Int
  ) {
    guard let side else { return filter.process(bus, spare, at: factors, count: count) }
    let bends = filter.kind == .ladder
    if bends { Sides.split(bus, side, count: count) }
    filter.process(bus, spare, at: factors, count: count)
    other.process(side, spare, at: factors, count: count)
    if bends { Sides.join(bus, side, count: count) }
  }

  // MARK: From parameters to blocks

  /// Notices whether a unison is spread over left and right. What filters still ring of the difference may
  /// take a while.
  @_noLocks private mutating func widen(_ tick: VoiceTick) {
    if oscillatorA.isWide || oscillatorB.isWide || oscillatorC.isWide {
      if !isWide {
        side1 = FilterVoice(ring: rings.side(0))
        side2 = FilterVoice(ring: rings.side(1))
        side1.begin(beside: filter1)
        side2.begin(beside: filter2)
        sideShaper = shaper
      }
      isWide = true
      narrowing = 0.5 * sampleRate
    } else if isWide {
      narrowing -= tick.elapsed
      isWide = narrowing > 0
    }
  }

  @_noLocks private mutating func shape(_ tick: VoiceTick) {
    let sound = tick.sound
    let amount = sound.isOff(.shaper) ? Lanes(repeating: 0) : sound[.shaperAmount]
    if !shaperAmount.isOn && !amount.isAnyAtLeast(Lanes(repeating: 1e-6)) {
      shaperShape = SwitchedChoice()
      return
    }
    let played = shaperShape.choice
    shaperShape.evaluate(wanted: sound.choice(.shaperShape) | tick.quality << 8, tick)
    shaperAmount.update(amount, tick.raised(shaperShape.choice >> 8), gain: shaperShape.gain)
    guard shaperAmount.isOn else { return }
    let restarts = shaperShape.choice == played ? shaperAmount.restarts(tick) : 0xFFFF
    for lane in 0..<Lanes.width where restarts & (1 << UInt32(lane)) != 0 {
      shaper.restart(lane: lane)
      sideShaper.restart(lane: lane)
    }
  }

  @_noLocks private func times(_ sound: Sound) -> EnvelopeTimes {
    var times = EnvelopeTimes()
    times.delay = sound[.ampDelay]
    times.attack = sound[.ampAttack]
    times.hold = sound[.ampHold]
    times.decay = sound[.ampDecay]
    times.sustain = sound[.ampSustain]
    times.release = sound[.ampRelease]
    times.attackCurve = sound[.ampAttackCurve]
    times.decayCurve = sound[.ampDecayCurve]
    times.releaseCurve = sound[.ampReleaseCurve]
    return times
  }

  @_noLocks private mutating func mix(_ tick: VoiceTick) {
    let sound = tick.sound
    // The softest touch is 12 dB below the hardest. A pressure above the velocity makes the voice louder.
    strength.update((Lanes.greatest(velocity, pressure) * 0.75 + 0.25) * expression, tick)
    gain.update(strength.ahead(tick) * sound[.ampLevel] * Self.voiceGain, tick)
    pan.update((position * sound[.voiceWidth] + sound[.voicePan]).limited(-1, 1), tick)
    if tick.fresh != 0 {
      let left = gain.value * (1 - pan.value).root
      let right = gain.value * (1 + pan.value).root
      for lane in 0..<Lanes.width where tick.fresh & (1 << UInt32(lane)) != 0 {
        mixer.set(lane: lane, left: left[lane], right: right[lane])
      }
    }
    let (gain, pan) = (gain.ahead(tick), pan.ahead(tick).limited(-1, 1))
    mixer.aim(
      left: gain * (1 - pan).root, right: gain * (1 + pan).root, reciprocalFrames: tick.reciprocal)
  }

  /// The share of their way that one-pole smoothers with these time constants cover in `frames` frames.
  @_noLocks private func approach(frames: Float, seconds: Lanes) -> Lanes {
    Lanes(repeating: 1) - (Lanes(repeating: -frames * 1.442_695 / sampleRate) / seconds).exp2
  }
}

/// The memory of one bank's strings and combs.
struct VoiceRings {
  let base: UnsafeMutablePointer<Lanes>
  /// For the combs of the difference of left and right. A ring reads nothing that it has not written.
  let sides: UnsafeMutablePointer<Lanes>
  let frames: Int
  static var count: Int { 3 }
  static var sideCount: Int { 2 }

  @_noLocks func ring(_ index: Int) -> LaneRing { LaneRing(memory: base + index * frames, frames: frames) }
  @_noLocks func side(_ index: Int) -> LaneRing { LaneRing(memory: sides + index * frames, frames: frames) }
}
