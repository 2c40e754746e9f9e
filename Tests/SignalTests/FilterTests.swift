// The state-variable filter, compared with the exact bilinear response; stability.
import Foundation
import Lanes
import Signal
import TestSupport
import Testing

private func filtered(_ samples: [Lanes], gain: Float, damping: Float) -> [Lanes] {
  var filter = StateVariableFilter()
  for lane in 0..<Lanes.width { filter.restart(lane: lane, gain: gain, damping: damping) }
  var output = samples
  output.withUnsafeMutableBufferPointer { filter.process($0.baseAddress!, count: $0.count) }
  return output
}

@Test func theResponseIsTheBilinearLowPass() {
  let rate = 48_000.0
  for cutoff in [100.0, 1000, 8000] {
    for damping in [1.4142, 0.3] {
      let gain = tan(Double.pi * cutoff / rate)
      var impulse = [Lanes](repeating: Lanes(repeating: 0), count: 1 << 15)
      impulse[0] = Lanes(repeating: 1)
      let response = filtered(impulse, gain: Float(gain), damping: Float(damping)).map { $0[9] }
      for frequency in [50.0, 100, 400, 1000, 3000, 8000, 15_000] {
        // H(s) = 1 / (s² + k s + 1) at s = j·tan(πf)/g.
        let w = tan(Double.pi * frequency / rate) / gain
        let exact = 1 / (pow(1 - w * w, 2) + pow(damping * w, 2)).squareRoot()
        var real = 0.0
        var imaginary = 0.0
        for (index, sample) in response.enumerated() {
          real += Double(sample) * cos(2 * .pi * frequency / rate * Double(index))
          imaginary += Double(sample) * sin(2 * .pi * frequency / rate * Double(index))
        }
        let found = (real * real + imaginary * imaginary).squareRoot()
        if exact > 1e-4 { #expect(abs(decibels(found / exact)) < 0.25, "\(cutoff) Hz at \(frequency) Hz") }
      }
    }
  }
}

@Test func anyModulationIsStable() {
  var filter = StateVariableFilter()
  var state = testSeed("FILTER_SEED", default: 7)
  func uniform() -> Float {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Float(state >> 40) / 16_777_216
  }
  var greatest: Float = 0
  for _ in 0..<20_000 {
    filter.aim(
      gain: Lanes(repeating: 0.001 + uniform() * 6), damping: Lanes(repeating: 0.04 + uniform() * 1.96),
      reciprocalFrames: 1 / 4)
    var samples = (0..<4).map { _ in Lanes(repeating: uniform() * 2 - 1) }
    samples.withUnsafeMutableBufferPointer { filter.process($0.baseAddress!, count: 4) }
    for sample in samples { greatest = max(greatest, abs(sample[0])) }
  }
  #expect(greatest.isFinite && greatest < 100)
}
