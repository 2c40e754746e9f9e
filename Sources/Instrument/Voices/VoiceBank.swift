// Sixteen voices of sound: oscillators, filter, amplifier, computed on lanes. Audio thread.
import Controls
import Lanes
import Matrix
import Music
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
  /// The time constant in seconds of the smoothing of audible values; surfaces send 30 to 240 messages a
  /// second.
  static var smoothing: Float { @_noLocks get { 0.006 } }
  /// The loudness of one voice at full velocity; sixteen voices stay within the reach of the limiter.
  static var voiceGain: Float { @_noLocks get { 0.22 } }

  let sampleRate: Float
  let tables: WaveTables
  let rings: VoiceRings
  var oscillatorA = OscillatorVoice()
  var oscillatorB = OscillatorVoice()
  var oscillatorC = OscillatorVoice()
  /// The factor of the sample rate at which the oscillators run.
  var oscillatorRate = SwitchedChoice()
  var oversampler = Oversampler()
  var fm: FMVoice
  var noise: NoiseVoice
  var string: StringVoice
  var grains = GrainVoice()
  var shaper = Waveshaper()
  var shaperAmount = Loudness()
  var shaperShape = SwitchedChoice()
  var filter1: FilterVoice
  var filter2: FilterVoice
  var envelope: Envelope
  var modules: VoiceModules
  var mixer = Mixer()
  var routing = SwitchedChoice()

  var pitch = SmoothLanes(60)
  var gain = SmoothLanes(0)
  var pan = SmoothLanes(0)
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
    envelope = Envelope(sampleRate: sampleRate)
    modules = VoiceModules(sampleRate: sampleRate)
    // A stolen voice's last sample falls to a thousandth within 10 ms.
    remainderDecay = Scalar.exp2(-9.966 / (0.01 * sampleRate))
  }

  /// Resets to silence; the next voice counts as the first.
  @_noLocks mutating func reset() { self = VoiceBank(sampleRate: sampleRate, tables: tables, rings: rings) }

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

  /// Releases the lane: all its envelopes fall.
  @_noLocks mutating func release(lane: Int) {
    envelope.release(lane: lane)
    modules.release(lane: lane)
  }

  /// Advances smoothed values by the `elapsed` frames since the last evaluation, applies new targets, and
  /// aims all audible values at those `ahead` frames from now.
  ///
  /// - Parameters:
  ///   - waves: the waves of oscillators A, B and C, the same for all voices of all banks.
  ///   - quality: 2 or 4, the factor of the sample rate at which runs what would fold harmonics.
  @_noLocks mutating func evaluate(
    _ sound: Sound, waves: (a: Int32, b: Int32, c: Int32), tuning: Tuning, quality: Int32, elapsed: Float,
    ahead: Int32
  ) {
    pitch.value += (pitch.target - pitch.value) * approach(frames: elapsed, seconds: pitchTime)
    let pitchAhead =
      pitch.value + (pitch.target - pitch.value) * approach(frames: Float(ahead), seconds: pitchTime)
    var freshLanes = Lanes(repeating: 0)
    for lane in 0..<Lanes.width where fresh & (1 << UInt32(lane)) != 0 { freshLanes[lane] = 1 }
    let tick = VoiceTick(
      sound: sound, tuning: tuning, sampleRate: sampleRate, quality: quality, elapsed: elapsed,
      ahead: ahead,
      passed: Scalar.approach(frames: elapsed, seconds: Self.smoothing, sampleRate: sampleRate),
      coming: Scalar.approach(frames: Float(ahead), seconds: Self.smoothing, sampleRate: sampleRate),
      fresh: fresh, freshLanes: freshLanes, isContinued: fresh == 0 || soundsBeside(fresh),
      pitch: pitch.value, pitchAhead: pitchAhead, velocity: velocity, seeds: seeds)
    let moved = sound[.voicePitch] + sound[.lfoDepth] * modules.vibrato
    evaluateOscillators(waves, moved: moved, tick)
    fm.evaluate(moved: moved, tick)
    noise.evaluate(tick)
    string.evaluate(moved: moved, tick)
    grains.evaluate(moved: moved, tick)
    shape(tick)
    routing.evaluate(wanted: sound.choice(.filterRouting), tick)
    filter1.evaluate(.first, tick, voicePitch: pitch.target, heard: routing.gain)
    filter2.evaluate(.second, tick, voicePitch: pitch.target, heard: routing.gain)
    envelope.evaluate(times(sound), elapsed: elapsed, ahead: Float(ahead))
    mix(tick)
    fresh = 0
  }

  /// The oscillators run at a higher rate from when one of them bends another until the bank is silent: each
  /// change of the rate is a fade.
  @_noLocks private mutating func evaluateOscillators(
    _ waves: (a: Int32, b: Int32, c: Int32), moved: Lanes, _ tick: VoiceTick
  ) {
    let sound = tick.sound
    if !tick.isContinued { oscillatorRate = SwitchedChoice() }
    let isBent =
      OscillatorVoice.isBent(.b, sound) || OscillatorVoice.isBent(.c, sound) || oscillatorRate.choice > 1
    oscillatorRate.evaluate(wanted: isBent ? tick.quality : 1, tick)
    if oscillatorRate.choice == 1 {
      evaluateOscillators(waves, moved: moved, tick, heard: oscillatorRate.gain)
    } else {
      evaluateOscillators(
        waves, moved: moved, tick.raised(oscillatorRate.choice), heard: oscillatorRate.gain)
      for lane in 0..<Lanes.width where tick.fresh & (1 << UInt32(lane)) != 0 {
        oversampler.restart(lane: lane)
      }
    }
  }

  /// - Parameter tick: at the rate of the oscillators.
  @_noLocks private mutating func evaluateOscillators(
    _ waves: (a: Int32, b: Int32, c: Int32), moved: Lanes, _ tick: VoiceTick, heard: Float
  ) {
    oscillatorC.listen(.c, wave: waves.c, tick, isNeeded: false, heard: heard)
    oscillatorB.listen(.b, wave: waves.b, tick, isNeeded: oscillatorC.needsLeader, heard: heard)
    oscillatorA.listen(.a, wave: waves.a, tick, isNeeded: oscillatorB.needsLeader, heard: heard)
    oscillatorA.evaluate(.a, moved: moved, leader: nil, tick)
    oscillatorB.evaluate(
      .b, moved: moved, leader: (now: oscillatorA.cycles, ahead: oscillatorA.cyclesAhead), tick)
    oscillatorC.evaluate(
      .c, moved: moved, leader: (now: oscillatorB.cycles, ahead: oscillatorB.cyclesAhead), tick)
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
      sources(scratch, count: count)
      if shaperAmount.isOn {
        shaper.process(
          Waveshaper.Shape(rawValue: shaperShape.choice & 0xFF) ?? .soft, amount: &shaperAmount.ramp, scratch,
          room: scratch + Self.span, count: count, times: Int(shaperShape.choice >> 8))
      }
      filters(scratch, count: count)
      envelope.process(scratch, count: count)
      mixer.process(scratch, left, right, count: count)
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

  /// Silences a lane at once and lets its last samples fade.
  @_noLocks mutating func cut(lane: Int) {
    keepRemainder(of: lane)
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
  /// four times as many frames.
  static var span: Int { @_noLocks get { 32 } }
  static var rooms: Int { @_noLocks get { 4 + 3 * Oversampler.most } }

  /// Writes the sum of all sources to the first buffer.
  @_noLocks private mutating func sources(_ bus: UnsafeMutablePointer<Lanes>, count: Int) {
    let times = Int(oscillatorRate.choice)
    if times == 1 {
      oscillators(bus, bus + Self.span, bus + 2 * Self.span, count: count)
    } else {
      let room = bus + 4 * Self.span
      let size = Oversampler.most * Self.span
      oscillators(room, room + size, room + 2 * size, count: count * times)
      oversampler.lower(room, into: bus, count: count, times: times)
    }
    fm.process(addingTo: bus, count: count)
    noise.process(addingTo: bus, count: count)
    string.process(addingTo: bus, count: count)
    grains.process(tables, addingTo: bus, count: count)
  }

  /// Writes the sum of the oscillators to `sum`; the others are room.
  @_noLocks private mutating func oscillators(
    _ sum: UnsafeMutablePointer<Lanes>, _ first: UnsafeMutablePointer<Lanes>,
    _ second: UnsafeMutablePointer<Lanes>, count: Int
  ) {
    for index in 0..<count { sum[index] = Lanes(repeating: 0) }
    oscillatorA.process(
      tables, own: first, leader: nil, isNeeded: oscillatorB.needsLeader, addingTo: sum, count: count)
    oscillatorB.process(
      tables, own: second, leader: first, isNeeded: oscillatorC.needsLeader, addingTo: sum, count: count)
    oscillatorC.process(tables, own: first, leader: second, isNeeded: false, addingTo: sum, count: count)
  }

  /// Applies the filters in series, or in parallel with half the loudness each.
  @_noLocks private mutating func filters(_ bus: UnsafeMutablePointer<Lanes>, count: Int) {
    let (copy, spare) = (bus + Self.span, bus + 2 * Self.span)
    if routing.choice == 1 && filter1.isOn && filter2.isOn {
      for index in 0..<count { copy[index] = bus[index] }
      filter1.process(bus, spare, count: count)
      filter2.process(copy, spare, count: count)
      for index in 0..<count { bus[index] = (bus[index] + copy[index]) * 0.5 }
    } else {
      filter1.process(bus, spare, count: count)
      filter2.process(bus, spare, count: count)
    }
  }

  // MARK: From parameters to blocks

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
    for lane in 0..<Lanes.width where restarts & (1 << UInt32(lane)) != 0 { shaper.restart(lane: lane) }
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
    let strength = Lanes.greatest(velocity, pressure)
    gain.update((strength * 0.75 + 0.25) * expression * sound[.ampLevel] * Self.voiceGain, tick)
    pan.update((position * sound[.voiceWidth] + sound[.voicePan]).limited(-1, 1), tick)
    if tick.fresh != 0 {
      let left = gain.value * (1 - pan.value).root
      let right = gain.value * (1 + pan.value).root
      for lane in 0..<Lanes.width where tick.fresh & (1 << UInt32(lane)) != 0 {
        mixer.set(lane: lane, left: left[lane], right: right[lane])
      }
    }
    let (gain, pan) = (gain.ahead(tick), pan.ahead(tick))
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
  let frames: Int
  static var count: Int { 3 }

  @_noLocks func ring(_ index: Int) -> LaneRing { LaneRing(memory: base + index * frames, frames: frames) }
}
