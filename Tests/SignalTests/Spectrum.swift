// Measuring tools of the signal tests: exact sums at one frequency, and the wavetables.
import Foundation
import Lanes
import Signal

@testable import declare

/// The wavetables as in the bundle; allocated once for the test process.
nonisolated(unsafe) let tables: WaveTables = {  // written once, read only after
  let file = waveTableFile()
  let floats = UnsafeMutablePointer<Float>.allocate(capacity: WaveTables.floatCount)
  _ = file.dropFirst(WaveTables.headerBytes).withUnsafeBytes { memcpy(floats, $0.baseAddress!, $0.count) }
  return WaveTables(base: floats)
}()

/// Amplitude of the component at `cycles` per sample, by a Blackman-Harris-windowed Fourier sum in double
/// precision (side lobes under −92 dB).
func amplitude(of samples: [Float], at cycles: Double) -> Double {
  var real = 0.0
  var imaginary = 0.0
  var weight = 0.0
  let count = Double(samples.count)
  for (index, sample) in samples.enumerated() {
    let w = window(Double(index) / count)
    let angle = 2 * Double.pi * cycles * Double(index)
    real += Double(sample) * w * cos(angle)
    imaginary -= Double(sample) * w * sin(angle)
    weight += w
  }
  return 2 * (real * real + imaginary * imaginary).squareRoot() / weight
}

func window(_ t: Double) -> Double {
  0.35875 - 0.48829 * cos(2 * .pi * t) + 0.14128 * cos(4 * .pi * t) - 0.01168 * cos(6 * .pi * t)
}

func decibels(_ ratio: Double) -> Double { 20 * log10(max(ratio, 1e-12)) }

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
