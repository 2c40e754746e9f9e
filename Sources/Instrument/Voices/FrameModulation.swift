// Oscillator B, noise or LFO 1 moves oscillator A, filter 1 and the level frame by frame. Audio thread.
import Controls
import Lanes
import Signal

/// The modulation of each frame, for sixteen voices. With all amounts at 0 it is off and costs nothing.
struct FrameModulation {
  /// In the order of the choices.
  enum Source: Int32 { case oscillatorB = 0, noise, lfo }

  private var choice = SwitchedChoice()
  private var pitch = Loudness()
  private var frequency = Loudness()
  private var phase = Loudness()
  private var cutoff = Loudness()
  private var level = Loudness()
  private var lfo = LaneRamp()

  @_noLocks init() {}

  /// Whether it moves oscillator A, and whether it moves filter 1.
  var movesOscillator: Bool { @_noLocks get { pitch.isOn || frequency.isOn || phase.isOn } }
  var movesFilter: Bool { @_noLocks get { cutoff.isOn } }
  var isOn: Bool { @_noLocks get { movesOscillator || cutoff.isOn || level.isOn } }
  /// Whether the modulator is the one that is asked for.
  @_noLocks func uses(_ source: Source) -> Bool { isOn && choice.choice == source.rawValue }

  /// - Parameter lfo: LFO 1 at the next evaluation.
  @_noLocks mutating func evaluate(_ tick: VoiceTick, lfo value: Lanes) {
    let sound = tick.sound
    if !isOn {
      // The most frequent case: all amounts are 0.
      let most = Lanes.greatest(sound[.filterCutoffModulation], sound[.ampModulation])
      if !most.isAnyAtLeast(Lanes(repeating: 1e-6)) && !Self.bends(sound) { return }
    }
    choice.evaluate(wanted: sound.choice(.oscAModulator), tick)
    cutoff.update(sound[.filterCutoffModulation], tick, gain: choice.gain)
    level.update(sound[.ampModulation], tick, gain: choice.gain)
    for lane in 0..<Lanes.width where tick.fresh & (1 << UInt32(lane)) != 0 {
      lfo.set(lane: lane, value[lane])
    }
    lfo.aim(value, reciprocalFrames: tick.reciprocal)
  }

  /// - Parameter tick: at the rate of the oscillators.
  @_noLocks mutating func evaluateOscillator(_ tick: VoiceTick) {
    let sound = tick.sound
    if !movesOscillator && !Self.bends(sound) { return }
    pitch.update(sound[.oscAPitchModulation], tick, gain: choice.gain)
    frequency.update(sound[.oscAFrequencyModulation], tick, gain: choice.gain)
    phase.update(sound[.oscAPhaseModulation], tick, gain: choice.gain)
  }

  /// Whether oscillator A is moved: harmonics that have no place below half the sample rate.
  @_noLocks static func bends(_ sound: Sound) -> Bool {
    let pitch = Lanes.greatest(sound[.oscAPitchModulation], sound[.oscAFrequencyModulation])
    return Lanes.greatest(pitch, sound[.oscAPhaseModulation]).isAnyAtLeast(Lanes(repeating: 1e-6))
  }

  /// The greatest factor on oscillator A's frequency.
  @_noLocks func reach(_ tick: VoiceTick) -> Lanes {
    (tick.sound[.oscAPitchModulation] * (1 / 12)).exp2 + tick.sound[.oscAFrequencyModulation]
  }

  /// Writes LFO 1 for each frame.
  @_noLocks mutating func writeLFO(to modulator: UnsafeMutablePointer<Lanes>, count: Int) {
    lfo.write(to: modulator, count: count)
  }

  /// Writes oscillator A's sound while the modulator moves it.
  @_noLocks mutating func process(
    _ oscillator: inout Oscillator, _ tables: WaveTables, into own: UnsafeMutablePointer<Lanes>,
    by modulator: UnsafePointer<Lanes>, count: Int
  ) {
    var modulation = OscillatorModulation()
    if pitch.isOn { modulation.pitch = pitch.ramp }
    if frequency.isOn { modulation.frequency = frequency.ramp }
    if phase.isOn { modulation.phase = phase.ramp }
    oscillator.process(tables, into: own, by: modulator, &modulation, count: count)
    if let moved = modulation.pitch { pitch.ramp = moved }
    if let moved = modulation.frequency { frequency.ramp = moved }
    if let moved = modulation.phase { phase.ramp = moved }
  }

  /// Writes the factors on the cutoff.
  @_noLocks mutating func factors(
    of modulator: UnsafePointer<Lanes>, to factors: UnsafeMutablePointer<Lanes>, count: Int
  ) {
    cutoff.ramp.factors(of: modulator, to: factors, count: count)
  }

  /// Multiplies the level: by 1 where the modulator is 1, by less below.
  @_noLocks mutating func scale(
    _ samples: UnsafeMutablePointer<Lanes>, by modulator: UnsafePointer<Lanes>, count: Int
  ) {
    if level.isOn { level.ramp.attenuate(samples, by: modulator, count: count) }
  }
}
