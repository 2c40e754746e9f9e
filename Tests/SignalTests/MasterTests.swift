// Equaliser, limiter and output guard.
import Foundation
import Lanes
import TestSupport
import Testing

@testable import Signal

@Test func bandsReachTheirGains() {
  func gain(low: Float, middle: Float, high: Float, at hertz: Double) -> Double {
    var equaliser = Equaliser(sampleRate: 48_000)
    let out = run(count: 48_000, input: { Float(sin(2 * .pi * hertz / 48_000 * Double($0))) }) {
      left, right in
      equaliser.aim(
        low: low, middle: middle, high: high, hertz: 1000, approach: 0.2, reciprocalFrames: 1 / 32)
      equaliser.process(left, right, count: 32)
    }
    return decibels(amplitude(of: Array(out.left[24_000...]), at: hertz / 48_000))
  }
  #expect(abs(gain(low: 12, middle: 0, high: 0, at: 30) - 12) < 0.25)
  #expect(abs(gain(low: 12, middle: 0, high: 0, at: 4000)) < 0.25)
  #expect(abs(gain(low: 0, middle: -9, high: 0, at: 1000) + 9) < 0.05)
  #expect(abs(gain(low: 0, middle: 0, high: 6, at: 19_000) - 6) < 0.25)
  #expect(abs(gain(low: 0, middle: 0, high: -18, at: 100)) < 0.25)
  var equaliser = Equaliser(sampleRate: 48_000)
  equaliser.aim(low: 0, middle: 0, high: 0, hertz: 1000, approach: 1, reciprocalFrames: 1)
  #expect(equaliser.isOff)
}

@Test(arguments: [Float(44_100), 48_000, 192_000]) func nothingPassesTheCeiling(_ rate: Float) {
  var limiter = Limiter(sampleRate: rate)
  limiter.set(ceiling: -3)
  let seed: UInt64 = 21
  print("seed \(seed)")
  var state = seed
  var input: [Float] = []
  let out = run(
    count: 96_000,
    input: { frame in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let sample = (Float(state >> 40) / 8_388_608 - 1) * (frame / 9000 % 2 == 0 ? 0.1 : 4)
      input.append(sample)
      return sample
    }
  ) { limiter.process($0, $1, count: 32) }
  let ceiling = Float(pow(10, -3.0 / 20))
  #expect(out.left.allSatisfy { abs($0) <= ceiling * 1.000_01 })
  // Soft samples are unchanged, but delayed by the latency.
  for frame in 1000..<8000 { #expect(abs(out.left[frame + limiter.latency] - input[frame]) < 1e-6) }
}

@Test func anUnlimitedSoundIsOnlyLate() {
  var limiter = Limiter(sampleRate: 48_000)
  let out = run(count: 4096, input: { $0 == 100 ? 0.9 : 0 }) { limiter.process($0, $1, count: 32) }
  #expect(abs(out.left[100 + limiter.latency] - 0.9) < 1e-6)
  #expect(out.left.enumerated().allSatisfy { $0 == 100 + limiter.latency || $1 == 0 })
}

@Test func theGuardCountsWhatItMends() {
  var outputGuard = OutputGuard()
  var left: [Float] = [0, 1e-13, -1, 2, 3, -.infinity]
  var right: [Float] = [.nan, 0.5, 1e20, -2, -40, 1]
  outputGuard.process(&left, &right, count: 6)
  // Beyond 2: 2 + 1.95·x/(1 + x), x = (size − 2)/1.95.
  #expect(left[0..<4] == [0, 0, -1, 2] && abs(left[4] - 2.661_017) < 1e-5 && abs(left[5] + 3.95) < 1e-5)
  #expect(right[0..<2] == [0, 0.5] && abs(right[2] - 3.95) < 1e-5 && right[3] == -2 && right[5] == 1)
  #expect(outputGuard.notNumbers == 2 && outputGuard.bent == 4 && outputGuard.greatest == 1e20)
}
