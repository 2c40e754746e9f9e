// A wavetable oscillator on lanes: sixteen phases, one wave.
import Lanes

/// Sixteen oscillators that share a wave. Pitch ramps between control steps.
public struct Oscillator {
  var phase = PhaseLanes(repeating: 0)
  var step = PhaseLanes(repeating: 0)
  var stepChange = PhaseLanes(repeating: 0)
  var offset = OffsetLanes(repeating: 0)

  @_noLocks public init() {}

  /// Starts the lane's cycle anew at `cycles` per frame, without a ramp from its last note.
  @_noLocks public mutating func restart(lane: Int, cycles: Float) {
    phase[lane] = 0
    step[lane] = Lanes(repeating: cycles).phaseStep[lane]
    stepChange[lane] = 0
  }

  /// Ramps each lane to `cycles` per frame (0…0.5) within `frames` frames.
  @_noLocks public mutating func aim(cycles: Lanes, wave: Wave, frames: Int32) {
    let difference = unsafeBitCast(cycles.phaseStep &- step, to: OffsetLanes.self)
    stepChange = unsafeBitCast(difference / frames, to: PhaseLanes.self)
    offset = WaveTables.offsets(wave: wave, cycles: cycles)
  }

  /// Adds `count` frames, about −1…1 times `level`, to `output`.
  @_noLocks public mutating func process(
    _ tables: WaveTables, level: inout LaneRamp, addingTo output: UnsafeMutablePointer<Lanes>, count: Int
  ) {
    var phase = phase
    var step = step
    for index in 0..<count {
      output[index] += tables.read(offset, phase) * level.next()
      phase &+= step
      step &+= stepChange
    }
    self.phase = phase
    self.step = step
  }
}
