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
  /// A place from −1 (left) to 1 that is added to that of the voice.
  var pan: Float = 0
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
  /// The patch's own, or else the same.
  var userTables: WaveTables
  let rings: VoiceRings
  var oscillatorA = OscillatorVoice()
  var oscillatorB = OscillatorVoice()
  var oscillatorC = OscillatorVoice()
  /// The factor of the sample rate at which the oscillators run.
  var oscillatorRate = SwitchedChoice()
  var oversampler = Oversampler()
  /// That of the difference of left and right.
  var sideOversampler = Oversampler()
  var fm: FMVoice
  var noise: NoiseVoice
  var string: StringVoice
  var grains = GrainVoice()
  var sample = SampleVoice()
  /// Lanes that are released when their recorded sound has ended: bit n for lane n.
  var awaiting: UInt32 = 0
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
  var isWide = false
  /// Frames for which the difference still fades.
  var narrowing: Float = 0
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
  var channelPan = Lanes(repeating: 0)
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
    userTables = tables
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

  /// Advances the envelopes by the `elapsed` frames since the last evaluation.
  /// - Parameter begins: as for `Envelope.advance`.
  /// - Returns: frames to the next corner of any.
  @_noLocks mutating func advanceEnvelopes(_ sound: Sound, _ use: ModuleUse, elapsed: Float, begins: Bool)
    -> Float
  {
    if !envelope.rests(elapsed: elapsed) {
      envelope.advance(Self.times(sound), elapsed: elapsed, begins: begins)
    }
    return min(
      envelope.corner, modules.advanceEnvelopes(sound, use, elapsed: elapsed, begins: begins))
  }

  /// Aims the amplifier's envelope at its level `ahead` frames from now.
  @_noLocks mutating func aimEnvelope(_ sound: Sound, ahead: Float) {
    if envelope.isResting {
      envelope.aim(sustain: sound[.ampSustain], ahead: ahead)
    } else {
      envelope.aim(Self.times(sound), ahead: ahead)
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
    zones: UnsafePointer<SampleZones>, wavetable: WavetableView?, elapsed: Float, ahead: Int32,
    hasStepped: Bool
  ) {
    // After a tenth of a second a jump has faded by 144 dB.
    settling = hasStepped ? 0.1 * sampleRate : max(settling - elapsed, 0)
    let way = pitch.target - pitch.value
    pitch.value += way * Self.approach(frames: elapsed, seconds: pitchTime, sampleRate)
    let rest = pitch.target - pitch.value
    let pitchAhead = pitch.value + rest * Self.approach(frames: Float(ahead), seconds: pitchTime, sampleRate)
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
      isContinued: fresh == 0 || envelope.soundsBeside(fresh), pitch: pitch.value, pitchAhead: pitchAhead,
      velocity: velocity, wavetable: wavetable, seeds: seeds)
    userTables = tables
    if let wavetable { userTables = WaveTables(user: wavetable.tables, beside: tables) }
    let moved = sound[.voicePitch] + sound[.lfoDepth] * modules.vibrato
    frameModulation.evaluate(tick, lfo: modules.vibrato)
    evaluateOscillators(waves, moved: moved, tick)
    fm.evaluate(moved: moved, tick)
    noise.evaluate(tick, isNeeded: frameModulation.uses(.noise))
    string.evaluate(moved: moved, tick)
    grains.evaluate(moved: moved, keys: pitch.target, zones, tick)
    if zones.pointee.count > 0 || sample.level.isOn {
      sample.evaluate(moved: moved, keys: pitch.target, zones, tick)
    }
    if awaiting != 0 { releaseEnded() }
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

  // The functions below are static: Swift 6.3 passes a structure to a method that does not change it as a
  // copy, and a bank has 100 kB.

  /// The share of their way that one-pole smoothers with these time constants cover in `frames` frames.
  @_noLocks private static func approach(frames: Float, seconds: Lanes, _ sampleRate: Float) -> Lanes {
    Lanes(repeating: 1) - (Lanes(repeating: -frames * 1.442_695 / sampleRate) / seconds).exp2
  }

  @_noLocks private static func times(_ sound: Sound) -> EnvelopeTimes {
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
    pan.update((position * sound[.voiceWidth] + sound[.voicePan] + channelPan).limited(-1, 1), tick)
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
}
