// The voices' other sources: FM pair, noise, string, grains. A silent source is not computed. Audio thread.
import Controls
import Lanes
import Music
import Samples
import Signal

/// Two sines of sixteen voices, one modulating the other.
struct FMVoice {
  var pair: FMPair
  var level = Loudness()
  var pitch = DirectLanes()
  var carrier = DirectLanes()
  var modulator = DirectLanes()
  var index = DirectLanes()
  /// The factor of the sample rate.
  var quality = SwitchedChoice()

  @_noLocks init(sampleRate: Float) { pair = FMPair(sampleRate: sampleRate) }

  @_noLocks mutating func evaluate(moved: Lanes, _ tick: VoiceTick) {
    let sound = tick.sound
    let before = quality.choice
    quality.evaluate(wanted: tick.quality, tick)
    pair.set(times: quality.choice)
    level.update(sound.isOff(.fm) ? Lanes(repeating: 0) : sound[.fmLevel], tick, gain: quality.gain)
    guard level.isOn else { return }
    let restarts = before == quality.choice ? level.restarts(tick) : 0xFFFF
    if level.wakes {
      (pitch, carrier, modulator, index) = (DirectLanes(), DirectLanes(), DirectLanes(), DirectLanes())
    }
    pitch.update(sound[.fmSemitones] + moved, tick)
    carrier.update(sound[.fmCarrier], tick)
    modulator.update(sound[.fmModulator], tick)
    index.update(sound[.fmIndex], tick)
    if restarts != 0 {
      let base = tick.cycles(tick.pitch + pitch.value)
      for lane in 0..<Lanes.width where restarts & (1 << UInt32(lane)) != 0 {
        pair.restart(
          lane: lane, carrier: min(base[lane] * carrier.value[lane], 0.49),
          modulator: min(base[lane] * modulator.value[lane], 0.49), index: index.value[lane])
      }
    }
    let base = tick.cycles(tick.pitchAhead + pitch.ahead(tick))
    pair.aim(
      carrier: (base * carrier.ahead(tick)).limited(0, 0.49),
      modulator: (base * modulator.ahead(tick)).limited(0, 0.49), index: index.ahead(tick), frames: tick.ahead
    )
  }

  @_noLocks mutating func process(addingTo bus: UnsafeMutablePointer<Lanes>, count: Int) {
    if level.isOn { pair.process(level: &level.ramp, addingTo: bus, count: count) }
  }
}

/// Noise of sixteen voices.
struct NoiseVoice {
  var noise: Noise
  var level = Loudness()
  var colour = SwitchedChoice()
  var cycles = Lanes(repeating: 0)

  @_noLocks init(sampleRate: Float) { noise = Noise(sampleRate: sampleRate) }

  /// - Parameter isNeeded: whether it is a modulator, even if it is not heard.
  @_noLocks mutating func evaluate(_ tick: VoiceTick, isNeeded: Bool) {
    let sound = tick.sound
    colour.evaluate(wanted: sound.choice(.noiseColour), tick)
    level.update(
      sound.isOff(.noise) ? Lanes(repeating: 0) : sound[.noiseLevel], tick, gain: colour.gain,
      isNeeded: isNeeded)
    guard level.isOn else { return }
    for lane in 0..<Lanes.width where tick.fresh & (1 << UInt32(lane)) != 0 {
      noise.restart(lane: lane, seed: tick.seeds[lane])
    }
    cycles = sound[.noiseRate] * (1 / tick.sampleRate)
  }

  /// Writes the noise before its level to `own`, and adds it to `bus`.
  @_noLocks mutating func process(
    own: UnsafeMutablePointer<Lanes>, addingTo bus: UnsafeMutablePointer<Lanes>, count: Int
  ) {
    own.update(repeating: Lanes(repeating: 0), count: count)
    var whole = LaneRamp(1)
    noise.process(
      Noise.Colour(rawValue: colour.choice) ?? .white, cycles: cycles, level: &whole, addingTo: own,
      count: count)
    level.ramp.add(own, to: bus, count: count)
  }

  @_noLocks mutating func process(addingTo bus: UnsafeMutablePointer<Lanes>, count: Int) {
    if !level.isOn { return }
    noise.process(
      Noise.Colour(rawValue: colour.choice) ?? .white, cycles: cycles, level: &level.ramp, addingTo: bus,
      count: count)
  }
}

/// Strings of sixteen voices. A string is hit when its voice begins, as hard as the voice was struck.
struct StringVoice {
  var string: Waveguide
  var ring: LaneRing
  var level = Loudness()
  var pitch = DirectLanes()

  @_noLocks init(sampleRate: Float, ring: LaneRing) {
    string = Waveguide(sampleRate: sampleRate)
    self.ring = ring
  }

  @_noLocks mutating func evaluate(moved: Lanes, _ tick: VoiceTick) {
    let sound = tick.sound
    level.update(sound.isOff(.string) ? Lanes(repeating: 0) : sound[.stringLevel], tick)
    guard level.isOn else { return }
    let restarts = level.restarts(tick)
    if level.wakes { pitch = DirectLanes() }
    pitch.update(sound[.stringSemitones] + moved, tick)
    for lane in 0..<Lanes.width where restarts & (1 << UInt32(lane)) != 0 {
      // A string that is switched on while its voice sounds is silent until it is stirred.
      let isHit = tick.fresh & (1 << UInt32(lane)) != 0
      string.restart(lane: lane, strength: isHit ? tick.velocity[lane] : 0, seed: tick.seeds[lane])
      ring.restart(lane: lane)
    }
    var settings = WaveguideSettings()
    settings.cycles = tick.cycles(tick.pitchAhead + pitch.ahead(tick))
    settings.decay = sound[.stringDecay]
    settings.brightness = sound[.stringBrightness]
    settings.hardness = sound[.stringHardness]
    settings.stiffness = sound[.stringStiffness]
    settings.stir = sound[.stringStir]
    string.aim(
      settings, blow: Waveguide.Blow(rawValue: sound.choice(.stringBlow)) ?? .pluck, frames: Float(tick.ahead)
    )
  }

  @_noLocks mutating func process(addingTo bus: UnsafeMutablePointer<Lanes>, count: Int) {
    if level.isOn { string.process(ring: &ring, level: &level.ramp, addingTo: bus, count: count) }
  }
}

/// Clouds of grains of sixteen voices, of a wave or of the voices' samples.
struct GrainVoice {
  var cloud = GrainCloud()
  var samples = SampleCloud()
  var level = Loudness()
  /// The wave, and 256 for samples.
  var wave = SwitchedChoice()
  var pitch = DirectLanes()

  @_noLocks init() {}

  /// - Parameter keys: the pitches that voices go to, which decide about their samples.
  @_noLocks mutating func evaluate(
    moved: Lanes, keys: Lanes, _ zones: UnsafePointer<SampleZones>, _ tick: VoiceTick
  ) {
    let sound = tick.sound
    let before = wave.choice
    wave.evaluate(wanted: sound.choice(.grainWave) | sound.choice(.grainSource) << 8, tick)
    let isOff = sound.isOff(.grain) || wave.choice <= 255 && tick.isMissing(wave.choice)
    level.update(isOff ? Lanes(repeating: 0) : sound[.grainLevel], tick, gain: wave.gain)
    guard level.isOn else { return }
    let isSampled = wave.choice > 255
    let restarts = isSampled == (before > 255) ? level.restarts(tick) : 0xFFFF
    if level.wakes { pitch = DirectLanes() }
    pitch.update(sound[.grainSemitones] + moved, tick)
    if isSampled { return evaluateSamples(keys: keys, zones, restarts, tick) }
    if restarts != 0 {
      let cycles = tick.cycles(tick.pitch + pitch.value)
      for lane in 0..<Lanes.width where restarts & (1 << UInt32(lane)) != 0 {
        cloud.restart(lane: lane, cycles: cycles[lane], seed: tick.seeds[lane])
      }
    }
    let kind = Wave(number: Float(wave.choice))
    cloud.aim(
      cycles: tick.cycles(tick.pitchAhead + pitch.ahead(tick)), wave: kind,
      position: sound[.grainShape], seconds: sound[.grainSize], spread: sound[.grainSpread],
      scatter: sound[.grainScatter], sampleRate: tick.sampleRate, frames: Float(tick.ahead),
      last: tick.last(kind))
  }

  /// Whether it reads the patch's own wavetable.
  var readsUser: Bool { @_noLocks get { wave.choice == Wave.user.rawValue } }

  @_noLocks private mutating func evaluateSamples(
    keys: Lanes, _ zones: UnsafePointer<SampleZones>, _ restarts: UInt32, _ tick: VoiceTick
  ) {
    var settings = SampleGrains()
    settings.place = tick.sound[.grainShape]
    settings.seconds = tick.sound[.grainSize]
    settings.spread = tick.sound[.grainSpread]
    settings.scatter = tick.sound[.grainScatter]
    let reciprocal = 1 / tick.sampleRate
    samples.set(settings, sampleRate: tick.sampleRate)
    let cycles = tick.tuning.hertz(tick.pitch + pitch.value) * reciprocal
    for lane in 0..<Lanes.width where restarts & (1 << UInt32(lane)) != 0 {
      samples.restart(lane: lane, zones, pitch: keys[lane], cycles: cycles[lane], seed: tick.seeds[lane])
    }
    samples.aim(
      cycles: tick.tuning.hertz(tick.pitchAhead + pitch.ahead(tick)) * reciprocal, frames: tick.ahead)
  }

  /// - Parameter own: room for the grains before their level.
  @_noLocks mutating func process(
    _ tables: WaveTables, own: UnsafeMutablePointer<Lanes>, addingTo bus: UnsafeMutablePointer<Lanes>,
    count: Int
  ) {
    if !level.isOn { return }
    if wave.choice <= 255 { return cloud.process(tables, level: &level.ramp, addingTo: bus, count: count) }
    samples.process(into: own, count: count)
    level.ramp.add(own, to: bus, count: count)
  }
}
