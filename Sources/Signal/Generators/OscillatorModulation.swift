// Another sound moves pitch, frequency and phase of an oscillator frame by frame. Audio thread.
import Lanes

/// The depth of a modulator of an oscillator; nil: none.
public struct OscillatorModulation {
  /// Semitones, exponential.
  public var pitch: LaneRamp?
  /// Multiples of the oscillator's own frequency, linear and through 0.
  public var frequency: LaneRamp?
  /// Turns.
  public var phase: LaneRamp?

  @_noLocks public init() {}
}

extension Oscillator {
  /// Takes poorer tables, so that the highest harmonic stays below half the sample rate where the modulator
  /// raises the frequency most.
  /// - Parameters:
  ///   - cycles: per frame, without modulation.
  ///   - factor: the greatest factor on them.
  @_noLocks public mutating func widen(cycles: Lanes, by factor: Lanes, duller: Int32 = 0) {
    offset = WaveTables.offsets(
      wave: reading == .pulse ? .saw : wave, cycles: (cycles * factor).limited(0, 0.49),
      duller: duller)
  }

  /// Writes `count` frames, about −1…1, to `output`, while `modulator` (about −1…1) moves the oscillator.
  @_noLocks public mutating func process(
    _ tables: WaveTables, into output: UnsafeMutablePointer<Lanes>, by modulator: UnsafePointer<Lanes>,
    _ modulation: inout OscillatorModulation, count: Int
  ) {
    let before = shape
    let start = modulation
    for copy in 0..<copies {
      var phase = phases[copy]
      var step = steps[copy]
      let change = changes[copy]
      shape = before
      modulation = start
      let gain = ensemble.level(copy, of: copies)
      for index in 0..<count {
        let moved = modulator[index]
        var factor = Lanes(repeating: 1)
        if modulation.pitch != nil, let depth = modulation.pitch?.next() {
          factor = (moved * depth * (1 / 12)).exp2
        }
        if modulation.frequency != nil, let depth = modulation.frequency?.next() { factor += moved * depth }
        var at = phase
        if modulation.phase != nil, let depth = modulation.phase?.next() {
          at &+= (moved * depth).phaseOfTurns
        }
        let sound = sample(tables, at) * gain
        output[index] = copy == 0 ? sound : output[index] + sound
        let cycles = unsafeBitCast(step, to: OffsetLanes.self).floats * (1 / 4_294_967_296)
        phase &+= (cycles * factor).phaseOfTurns
        step &+= change
        shape += shapeStep
      }
      phases[copy] = phase
      steps[copy] = step
    }
  }
}
