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
  var state = testSeed("MASTER_SEED", default: 21)
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

/// A sound that a limiter finds hard, in −8 … 12 dBFS.
private func hardSound(_ kind: Int, _ random: inout SeededGenerator, rate: Double) -> [Float] {
  (0..<16_384).map { frame in
    let time = Double(frame)
    return switch kind {
    // Waves with samples beside their crests; noise; clipped noise; bursts; tones near the top.
    case 0: Float(1.9 * sin(2 * .pi * (time / 4 + 0.125)))
    case 1: Float.random(in: -3...3, using: &random)
    case 2: min(max(Float.random(in: -12...12, using: &random), -3.95), 3.95)
    case 3: frame % 3000 < 40 ? Float.random(in: -3.9...3.9, using: &random) : 0
    case 4: Float(3.9 * sin(2 * .pi * time * (0.2 + 0.2 * time / 32_768)))
    default: sin(2 * .pi * time * 0.0997) > 0 ? 2 : -2
    }
  }
}

@Test(arguments: [Float(44_100), 48_000, 96_000]) func noTruePeakPassesFullScale(_ rate: Float) {
  var random = SeededGenerator("MASTER_SEED", default: 31)
  let meter = TruePeakMeter()
  for kind in 0..<6 {
    var limiter = Limiter(sampleRate: rate)
    limiter.set(ceiling: -1)
    let input = hardSound(kind, &random, rate: Double(rate))
    let out = run(count: input.count, input: { input[$0] }) { limiter.process($0, $1, count: 32) }
    let (before, after) = (meter.decibels(of: input), meter.decibels(of: out.left))
    print("\(rate) Hz, sound \(kind): \(before) dBTP before, \(after) dBTP after")
    #expect(after < 0 && after > -3)
  }
}

@Test(arguments: [Float(44_100), 48_000, 96_000]) func aLowToneIsLimitedWithoutOvertones(_ rate: Float) {
  // E1 with 6 dB of reduction and the longest release but one.
  var limiter = Limiter(sampleRate: rate)
  limiter.set(ceiling: -1)
  limiter.set(release: 1)
  let hertz = 440 * pow(2, -41.0 / 12)
  let size = pow(10, 5.0 / 20)
  let out = run(
    count: Int(rate) * 6, input: { Float(size * sin(2 * .pi * hertz * Double($0) / Double(rate))) }
  ) { limiter.process($0, $1, count: 32) }
  let late = Array(out.left[(Int(rate) * 3)...])
  let tone = amplitude(of: late, at: hertz / Double(rate))
  let overtones = (2...12).reduce(0) { sum, number in
    let part = amplitude(of: late, at: Double(number) * hertz / Double(rate))
    return sum + part * part
  }
  let distortion = 10 * log10(overtones / (tone * tone))
  print("\(rate) Hz: \(decibels(tone)) dBFS, distortion \(distortion) dB")
  #expect(abs(decibels(tone) + 1) < 0.05 && distortion < -50)
}

@Test func theLimiterRecoversInItsRelease() {
  // 13 ms after a burst the gain begins to come back: after the release 1 − 1/e of what it had lost.
  for release in [Float(0.05), 0.4] {
    var limiter = Limiter(sampleRate: 48_000)
    limiter.set(ceiling: 0)
    limiter.set(release: release)
    let out = run(count: 96_000, input: { $0 < 4800 ? 2 : 0.1 }) { limiter.process($0, $1, count: 32) }
    let begin = 4800 + limiter.latency + 624
    // The step at the burst's end has a true peak of its own, so the gain held is a little below a half.
    let held = out.left[begin - 150] / 0.1
    let gain = out.left[begin + Int(release * 48_000)] / 0.1
    #expect(held > 0.4 && held <= 0.501, "\(held)")
    #expect(abs(gain - (1 - (1 - held) * exp(-1))) < 0.03, "\(release) s: \(gain)")
  }
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
