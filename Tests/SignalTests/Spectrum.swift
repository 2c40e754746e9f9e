// Measuring tools of the signal tests: exact sums at one frequency, and the wavetables.
import Foundation
import Lanes
import Signal
import WaveRecipes

/// The wavetables as in the bundle; allocated once for the test process.
nonisolated(unsafe) let tables: WaveTables = {  // written once, read only after
  let floats = UnsafeMutableBufferPointer<Float>.allocate(capacity: WaveTables.floatCount)
  _ = floats.initialize(from: computedWaveTables())
  return WaveTables(base: floats.baseAddress!)
}()

/// Runs sixteen oscillators at one frequency for `count` frames; returns lane 3.
func oscillate(_ wave: Wave, cycles: Float, count: Int, shape: Float = 0.5) -> [Float] {
  var oscillator = Oscillator()
  oscillator.restart(lane: 3, cycles: cycles)
  oscillator.aim(cycles: Lanes(repeating: cycles), wave: wave, frames: 32, shape: Lanes(repeating: shape))
  oscillator.restart(lane: 3, cycles: cycles)
  var level = LaneRamp(1)
  var output = [Lanes](repeating: Lanes(repeating: 0), count: count)
  output.withUnsafeMutableBufferPointer {
    oscillator.process(tables, level: &level, addingTo: $0.baseAddress!, count: count)
  }
  return output.map { $0[3] }
}

/// Runs a stereo block over the samples of `input`, in spans of 32.
func run(
  count: Int, input: (Int) -> Float,
  _ process: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>) -> Void
)
  -> (left: [Float], right: [Float])
{
  var left: [Float] = []
  var right: [Float] = []
  for start in stride(from: 0, to: count, by: 32) {
    var l = (0..<32).map { input(start + $0) }
    var r = l
    process(&l, &r)
    left += l
    right += r
  }
  return (left, right)
}

func laneRingFrames(sampleRate: Float = 48_000) -> Int { LaneRing.frames(sampleRate: sampleRate) }

/// Memory for a ring; the caller frees it.
func laneRingMemory(sampleRate: Float = 48_000) -> UnsafeMutablePointer<Lanes> {
  let frames = laneRingFrames(sampleRate: sampleRate)
  let memory = UnsafeMutablePointer<Lanes>.allocate(capacity: frames)
  memory.initialize(repeating: Lanes(repeating: 0), count: frames)
  return memory
}
