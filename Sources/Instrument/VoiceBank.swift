// Sixteen voices of sound: oscillators, filter, amplifier, written once on lanes.
import Controls
import Lanes
import Matrix
import Music
import Signal

/// What a hand (or a key) gives its voice beside controllers; every number may change while it sounds.
struct VoiceInput {
  /// Semitones, 60 = middle C.
  var pitch: Float
  /// 0…1: how hard it was struck.
  var velocity: Float
  /// 0…1: how hard it is pressed now.
  var pressure: Float
  /// 0…1, a factor on its loudness.
  var expression: Float = 1
  /// Time constant in seconds with which the pitch follows.
  var pitchTime: Float = VoiceBank.smoothing
}

/// A number of every voice that follows its target smoothly.
struct SmoothLanes {
  var value: Lanes
  var target: Lanes

  @_noLocks init(_ value: Float) {
    self.value = Lanes(repeating: value)
    target = self.value
  }

  /// At its target at once.
  @_noLocks mutating func jump(lane: Int) { value[lane] = target[lane] }

  /// Moves on by the share `passed` of the way.
  @_noLocks mutating func advance(_ passed: Lanes) { value += (target - value) * passed }

  /// Where it will be after a further share of the way.
  @_noLocks func ahead(_ coming: Lanes) -> Lanes { value + (target - value) * coming }
}

/// The sound of sixteen voices. What is heard ramps from evaluation to evaluation.
struct VoiceBank {
  /// Time constant of the smoothing of what is heard, in seconds: surfaces speak 30 to 240 times a second.
  static var smoothing: Float { @_noLocks get { 0.006 } }
  /// Loudness of one voice at full velocity; sixteen of them stay within a limiter's reach.
  static var voiceGain: Float { @_noLocks get { 0.22 } }

  let sampleRate: Float
  let tables: WaveTables
  var oscillatorA = Oscillator()
  var oscillatorB = Oscillator()
  var waveA = WaveSwitch()
  var waveB = WaveSwitch()
  var filter = StateVariableFilter()
  var envelope: Envelope
  var mixer = Mixer()
  var levelRampA = LaneRamp()
  var levelRampB = LaneRamp()

  var pitch = SmoothLanes(60)
  var pitchA = SmoothLanes(0)
  var pitchB = SmoothLanes(0)
  var cutoffOctave = SmoothLanes(10)
  var damping = SmoothLanes(1)
  var levelA = SmoothLanes(0)
  var levelB = SmoothLanes(0)
  var gain = SmoothLanes(0)
  var pan = SmoothLanes(0)
  var pitchTime = Lanes(repeating: VoiceBank.smoothing)

  var velocity = Lanes(repeating: 0)
  var pressure = Lanes(repeating: 0)
  var expression = Lanes(repeating: 1)
  /// −1 left … 1 right, before the width.
  var place = Lanes(repeating: 0)
  /// Lanes that began since the last evaluation: bit n for lane n.
  var fresh: UInt32 = 0

  /// Whether nothing is left of stolen voices.
  var hasFaded: Bool { @_noLocks get { remainder.left == 0 && remainder.right == 0 } }
  /// What stolen voices gave last, so that they fade instead of stopping short.
  var remainder = StereoFrame(0, 0)
  let remainderDecay: Float

  @_noLocks init(sampleRate: Float, tables: WaveTables) {
    self.sampleRate = sampleRate
    self.tables = tables
    envelope = Envelope(sampleRate: sampleRate)
    // A stolen voice's last sample falls to a thousandth within 10 ms.
    remainderDecay = Scalar.exp2(-9.966 / (0.01 * sampleRate))
  }

  /// Silence, and the next voice is the first.
  @_noLocks mutating func reset() { self = VoiceBank(sampleRate: sampleRate, tables: tables) }

  /// Starts a voice on `lane` that glides from the pitch `from` and stands at `place` (−1 left … 1 right); what
  /// still sounds there fades out underneath. Its sound is set by the evaluation that follows at the same frame.
  @_noLocks mutating func start(lane: Int, _ input: VoiceInput, from: Float, place: Float) {
    keepRemainder(of: lane)
    pitch.value[lane] = from
    update(lane: lane, input)
    self.place[lane] = place
    envelope.start(lane: lane)
    fresh |= 1 << UInt32(lane)
  }

  /// What a hand does now.
  @_noLocks mutating func update(lane: Int, _ input: VoiceInput) {
    pitch.target[lane] = input.pitch
    pitchTime[lane] = max(input.pitchTime, Self.smoothing)
    velocity[lane] = input.velocity
    pressure[lane] = input.pressure
    expression[lane] = input.expression
  }

  /// Moves smoothed values on by the `elapsed` frames since the last evaluation, takes new targets and aims
  /// everything that is heard at where it will be `ahead` frames from now.
  ///
  /// - Parameter waves: the same for all voices of all banks.
  @_noLocks mutating func evaluate(
    _ sound: Sound, waves: (a: Wave, b: Wave), tuning: Tuning, lfo: Float, elapsed: Float, ahead: Int32
  ) {
    let passed = approach(frames: elapsed, seconds: Lanes(repeating: Self.smoothing))
    let coming = approach(frames: Float(ahead), seconds: Lanes(repeating: Self.smoothing))
    advance(passed, pitch: approach(frames: elapsed, seconds: pitchTime))
    aim(sound, tuning: tuning, lfo: lfo)
    begin(tuning: tuning)
    let reciprocal = 1 / Float(ahead)
    let next = settings(
      tuning, pitch: pitch.ahead(approach(frames: Float(ahead), seconds: pitchTime)), coming: coming)
    envelope.update(sound.envelope)
    waveA.evaluate(wanted: waves.a)
    waveB.evaluate(wanted: waves.b)
    oscillatorA.aim(cycles: next.cyclesA, wave: waveA.wave, frames: ahead)
    oscillatorB.aim(cycles: next.cyclesB, wave: waveB.wave, frames: ahead)
    levelRampA.aim(levelA.ahead(coming) * waveA.gain, reciprocalFrames: reciprocal)
    levelRampB.aim(levelB.ahead(coming) * waveB.gain, reciprocalFrames: reciprocal)
    filter.aim(gain: next.filterGain, damping: damping.ahead(coming), reciprocalFrames: reciprocal)
    mixer.aim(left: next.left, right: next.right, reciprocalFrames: reciprocal)
  }

  /// Writes `count` frames of all voices together. With `silent` no voice sounds, and only what is left of
  /// stolen ones is written.
  @_noLocks mutating func process(
    _ scratch: UnsafeMutablePointer<Lanes>, _ left: UnsafeMutablePointer<Float>,
    _ right: UnsafeMutablePointer<Float>, count: Int, silent: Bool
  ) {
    if silent {
      left.update(repeating: 0, count: count)
      right.update(repeating: 0, count: count)
    } else {
      scratch.update(repeating: Lanes(repeating: 0), count: count)
      oscillatorA.process(tables, level: &levelRampA, addingTo: scratch, count: count)
      oscillatorB.process(tables, level: &levelRampB, addingTo: scratch, count: count)
      filter.process(scratch, count: count)
      envelope.process(scratch, count: count)
      mixer.process(scratch, left, right, count: count)
    }
    if hasFaded { return }
    for index in 0..<count {
      left[index] += remainder.left
      right[index] += remainder.right
      remainder.left *= remainderDecay
      remainder.right *= remainderDecay
    }
    // Below −200 dB it is over.
    if remainder.left.magnitude + remainder.right.magnitude < 1e-10 { remainder = StereoFrame(0, 0) }
  }

  /// Silences a lane at once and lets what it last gave fade.
  @_noLocks mutating func cut(lane: Int) {
    keepRemainder(of: lane)
    envelope.stop(lane: lane)
  }

  @_noLocks private mutating func keepRemainder(of lane: Int) {
    remainder.left += mixer.lastLeft[lane]
    remainder.right += mixer.lastRight[lane]
    mixer.forget(lane: lane)
  }

  // MARK: From parameters to blocks

  @_noLocks private mutating func advance(_ passed: Lanes, pitch passedPitch: Lanes) {
    pitch.advance(passedPitch)
    pitchA.advance(passed)
    pitchB.advance(passed)
    cutoffOctave.advance(passed)
    damping.advance(passed)
    levelA.advance(passed)
    levelB.advance(passed)
    gain.advance(passed)
    pan.advance(passed)
  }

  @_noLocks private mutating func aim(_ sound: Sound, tuning: Tuning, lfo: Float) {
    let values = sound.values
    let moved = values[.voicePitch] + values[.lfoDepth] * lfo
    pitchA.target = values[.oscASemitones] + moved
    pitchB.target = values[.oscBSemitones] + values[.oscBCents] * 0.01 + moved
    cutoffOctave.target =
      values[.filterCutoff].log2 + (pitch.target - 60) * (values[.filterKeyTracking] * (1 / 12))
    damping.target = Lanes(repeating: 2) - values[.filterResonance] * 2
    levelA.target = values[.oscALevel]
    levelB.target = values[.oscBLevel]
    // The softest touch is 12 dB below the hardest; who presses harder than he struck gets louder.
    let strength = Lanes.greatest(velocity, pressure)
    gain.target = (strength * 0.75 + 0.25) * expression * values[.ampLevel] * Self.voiceGain
    pan.target = (place * values[.voiceWidth] + values[.voicePan]).limited(-1, 1)
  }

  /// Sets the lanes that have just begun without a ramp from what sounded there before.
  @_noLocks private mutating func begin(tuning: Tuning) {
    if fresh == 0 { return }
    for lane in 0..<Lanes.width where fresh & (1 << UInt32(lane)) != 0 {
      pitchA.jump(lane: lane)
      pitchB.jump(lane: lane)
      cutoffOctave.jump(lane: lane)
      damping.jump(lane: lane)
      levelA.jump(lane: lane)
      levelB.jump(lane: lane)
      gain.jump(lane: lane)
      pan.jump(lane: lane)
    }
    let now = settings(tuning, pitch: pitch.value, coming: Lanes(repeating: 0))
    for lane in 0..<Lanes.width where fresh & (1 << UInt32(lane)) != 0 {
      oscillatorA.restart(lane: lane, cycles: now.cyclesA[lane])
      oscillatorB.restart(lane: lane, cycles: now.cyclesB[lane])
      levelRampA.set(lane: lane, levelA.value[lane] * waveA.gain)
      levelRampB.set(lane: lane, levelB.value[lane] * waveB.gain)
      filter.restart(lane: lane, gain: now.filterGain[lane], damping: damping.value[lane])
      mixer.set(lane: lane, left: now.left[lane], right: now.right[lane])
    }
    fresh = 0
  }

  private struct Settings {
    var cyclesA: Lanes
    var cyclesB: Lanes
    var filterGain: Lanes
    var left: Lanes
    var right: Lanes
  }

  /// What the blocks are to be set to when every value has gone the share `coming` of its way.
  @_noLocks private func settings(_ tuning: Tuning, pitch: Lanes, coming: Lanes) -> Settings {
    let reciprocalRate = 1 / sampleRate
    let cutoff = (cutoffOctave.ahead(coming).exp2 * reciprocalRate).limited(16 * reciprocalRate, 0.45)
    let gain = gain.ahead(coming)
    let pan = pan.ahead(coming)
    return Settings(
      cyclesA: (tuning.hertz(pitch + pitchA.ahead(coming)) * reciprocalRate).limited(0, 0.49),
      cyclesB: (tuning.hertz(pitch + pitchB.ahead(coming)) * reciprocalRate).limited(0, 0.49),
      filterGain: cutoff.tanPi, left: gain * (Lanes(repeating: 1) - pan).root,
      right: gain * (Lanes(repeating: 1) + pan).root)
  }

  /// How far one-pole smoothers with these time constants get in `frames` frames.
  @_noLocks private func approach(frames: Float, seconds: Lanes) -> Lanes {
    Lanes(repeating: 1) - (Lanes(repeating: -frames * 1.442_695 / sampleRate) / seconds).exp2
  }
}

/// Changes an oscillator's wave without a click: it fades out within a tick, and the other one in.
struct WaveSwitch {
  private(set) var wave = Wave.sine
  /// Where the level is to be one tick ahead: 0 or 1.
  private(set) var gain: Float = 1
  private var hasPlayed = false

  @_noLocks mutating func evaluate(wanted: Wave) {
    if !hasPlayed {
      wave = wanted
      hasPlayed = true
    } else if wave != wanted {
      if gain == 0 { wave = wanted }
      gain = gain == 0 ? 1 : 0
    } else {
      gain = 1
    }
  }
}
