// Sixteen voices of sound: oscillators, filter, amplifier, written once on lanes.
import Lanes
import Music
import Signal

/// What a hand (or a key) gives its voice; every number may change while it sounds.
struct VoiceInput {
  /// Semitones, 60 = middle C.
  var pitch: Float
  /// 0…1, 0.5 in the middle.
  var brightness: Float
  /// 0…1.
  var pressure: Float
  /// 0…1: how hard it was struck.
  var velocity: Float
  /// 0…1, a factor on its loudness.
  var expression: Float = 1
}

/// The sound of sixteen voices. Values for hands move smoothly; what is heard ramps between evaluations.
struct VoiceBank {
  /// Time constant of the smoothing of pitch, brightness and pressure, in seconds: surfaces speak 30 to
  /// 240 times a second.
  static var smoothing: Float { @_noLocks get { 0.006 } }
  /// Loudness of one voice at full velocity; sixteen of them stay within a limiter's reach.
  static var voiceGain: Float { @_noLocks get { 0.22 } }

  let sampleRate: Float
  let tables: WaveTables
  var oscillatorA = Oscillator()
  var oscillatorB = Oscillator()
  var filter = StateVariableFilter()
  var envelope: Envelope
  var mixer = Mixer()
  var levelA = Ramp(0)
  var levelB = Ramp(0)

  var pitch = Lanes(repeating: 60)
  var brightness = Lanes(repeating: 0.5)
  var pressure = Lanes(repeating: 0)
  var pitchTarget = Lanes(repeating: 60)
  var brightnessTarget = Lanes(repeating: 0.5)
  var pressureTarget = Lanes(repeating: 0)
  var velocity = Lanes(repeating: 0)
  var expression = Lanes(repeating: 1)
  /// −1 left … 1 right, before the width.
  var place = Lanes(repeating: 0)
  var lastPitch: Float = 60
  var startCount: UInt32 = 0

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
  @_noLocks mutating func reset(_ patch: Patch) {
    self = VoiceBank(sampleRate: sampleRate, tables: tables)
    levelA.set(patch.levelA)
    levelB.set(patch.levelB)
  }

  /// The voices' places begin anew, as after `reset`.
  @_noLocks mutating func restartPlaces() { startCount = 0 }

  /// Starts a voice on `lane`; what still sounds there fades out underneath.
  @_noLocks mutating func start(lane: Int, _ input: VoiceInput, _ patch: Patch, tuning: Tuning) {
    keepRemainder(of: lane)
    let from = patch.glide > 0 && startCount > 0 ? lastPitch : input.pitch
    pitch[lane] = from
    brightness[lane] = input.brightness
    pressure[lane] = input.pressure
    update(lane: lane, input)
    lastPitch = input.pitch
    // Voices are spread by the golden ratio: neighbours in time are far apart in space.
    startCount &+= 1
    let turn = Float(startCount) * 0.618_034
    place[lane] = startCount == 1 ? 0 : 2 * (turn - Scalar.floor(turn)) - 1
    envelope.start(lane: lane, patch.amplitude)
    let now = settings(patch, tuning, pitch: pitch, brightness: brightness, pressure: pressure, vibrato: 0)
    oscillatorA.restart(lane: lane, cycles: now.cyclesA[lane])
    oscillatorB.restart(lane: lane, cycles: now.cyclesB[lane])
    filter.restart(lane: lane, gain: now.filterGain[lane], damping: now.damping)
    mixer.set(lane: lane, left: now.left[lane], right: now.right[lane])
  }

  /// What a hand does now.
  @_noLocks mutating func update(lane: Int, _ input: VoiceInput) {
    pitchTarget[lane] = input.pitch
    brightnessTarget[lane] = input.brightness
    pressureTarget[lane] = input.pressure
    velocity[lane] = input.velocity
    expression[lane] = input.expression
  }

  /// Moves smoothed values on by the `elapsed` frames since the last evaluation and aims everything that is
  /// heard at where it will be `ahead` frames from now.
  @_noLocks mutating func evaluate(
    _ patch: Patch, tuning: Tuning, vibrato: Float, elapsed: Float, ahead: Int32
  ) {
    let pitchTime = max(patch.glide / 3, Self.smoothing)
    let passed = Scalar.approach(frames: elapsed, seconds: Self.smoothing, sampleRate: sampleRate)
    let passedPitch = Scalar.approach(frames: elapsed, seconds: pitchTime, sampleRate: sampleRate)
    pitch += (pitchTarget - pitch) * passedPitch
    brightness += (brightnessTarget - brightness) * passed
    pressure += (pressureTarget - pressure) * passed
    let coming = Scalar.approach(frames: Float(ahead), seconds: Self.smoothing, sampleRate: sampleRate)
    let comingPitch = Scalar.approach(frames: Float(ahead), seconds: pitchTime, sampleRate: sampleRate)
    let next = settings(
      patch, tuning, pitch: pitch + (pitchTarget - pitch) * comingPitch,
      brightness: brightness + (brightnessTarget - brightness) * coming,
      pressure: pressure + (pressureTarget - pressure) * coming, vibrato: vibrato)
    envelope.update(patch.amplitude)
    oscillatorA.aim(cycles: next.cyclesA, wave: patch.waveA, frames: ahead)
    oscillatorB.aim(cycles: next.cyclesB, wave: patch.waveB, frames: ahead)
    let reciprocal = 1 / Float(ahead)
    filter.aim(
      gain: next.filterGain, damping: Lanes(repeating: next.damping), reciprocalFrames: reciprocal)
    mixer.aim(left: next.left, right: next.right, reciprocalFrames: reciprocal)
    levelA.aim(patch.levelA, reciprocalFrames: reciprocal)
    levelB.aim(patch.levelB, reciprocalFrames: reciprocal)
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
      oscillatorA.process(tables, level: &levelA, addingTo: scratch, count: count)
      oscillatorB.process(tables, level: &levelB, addingTo: scratch, count: count)
      filter.process(scratch, count: count)
      envelope.process(scratch, count: count)
      mixer.process(scratch, left, right, count: count)
    }
    if remainder.left == 0 && remainder.right == 0 { return }
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

  private struct Settings {
    var cyclesA: Lanes
    var cyclesB: Lanes
    var filterGain: Lanes
    var damping: Float
    var left: Lanes
    var right: Lanes
  }

  /// What the sound blocks are to be set to for these values.
  @_noLocks private func settings(
    _ patch: Patch, _ tuning: Tuning, pitch: Lanes, brightness: Lanes, pressure: Lanes, vibrato: Float
  ) -> Settings {
    let sounding = pitch + vibrato
    let reciprocalRate = 1 / sampleRate
    let octaves =
      (pitch - 60) * (patch.keyTracking / 12) + patch.cutoffOctave
      + (brightness - 0.5) * (2 * patch.brightnessOctaves) + pressure * patch.pressureOctaves
    let cutoff = (octaves.exp2 * reciprocalRate).limited(16 * reciprocalRate, 0.45)
    let spread = place * patch.width
    // The softest touch is 12 dB below the hardest; who presses harder than he struck gets louder.
    let strength = Lanes.greatest(velocity, pressure)
    let gain = (strength * 0.75 + 0.25) * expression * Self.voiceGain
    return Settings(
      cyclesA: (tuning.hertz(sounding) * reciprocalRate).limited(0, 0.49),
      cyclesB: (tuning.hertz(sounding + patch.centsB * 0.01) * reciprocalRate).limited(0, 0.49),
      filterGain: cutoff.tanPi, damping: 2 - 2 * patch.resonance,
      left: gain * (1 - spread).root, right: gain * (1 + spread).root)
  }
}
