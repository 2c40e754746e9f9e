// A delay that jumps or glides, the ensemble and the compressor.
import Foundation
import Lanes
import TestSupport
import Testing

@testable import Signal

/// A tone of 1 kHz through a delay without feedback; only the echoes. `time` gives the seconds of each tick.
private func echoes(isTape: Bool, seconds: Double, time: (Double) -> Float) -> [Float] {
  var echo = Echo(sampleRate: 48_000)
  var settings = EchoSettings()
  settings.feedback = 0
  settings.tone = 20_000
  settings.isPingPong = false
  settings.isTape = isTape
  settings.seconds = time(0)
  echo.jump(1, settings)
  let tone = { (frame: Int) in Float(0.5 * sin(2 * .pi * Double(frame) / 48)) }
  var tick = 0
  let out = run(count: Int(seconds * 48_000), input: tone) {
    settings.seconds = time(Double(tick) * 32 / 48_000)
    echo.aim(1, settings, approach: 0.0645, reciprocalFrames: 1 / 32)
    echo.process($0, $1, count: 32)
    tick += 1
  }
  return out.left.enumerated().map { $1 - tone($0) }
}

/// The share of the energy that is more than 150 Hz away from 1 kHz, in decibels.
private func bent(_ samples: ArraySlice<Float>) -> Double {
  let power = powerSpectrum(windowed(samples.map(Double.init)))
  let width = 48_000 / Double(samples.count)
  let (from, to) = (Int(850 / width), Int(1150 / width))
  let whole = power.reduce(0, +)
  return 10 * log10((whole - power[from...to].reduce(0, +)) / whole + 1e-20)
}

@Test(arguments: [false, true]) func aDelayThatJumpsCrossesOver(_ isTape: Bool) {
  // The pitch of what is in the line stays, and no click is heard: all energy is around the tone.
  let found = echoes(isTape: isTape, seconds: 2) { $0 < 1 ? 0.3 : 0.4503 }
  let apart = bent(found[(48_000 - 16_384)..<(48_000 + 16_384)])
  print("a jump from 0.3 to 0.45 s: \(apart) dB beside the tone")
  #expect(apart < -60)
  // Then the time is the new one.
  let late = found[(2 * 48_000 - 4800)...]
  let phase = phase(of: late, at: 1 / 48)
  let expected = TestSupport.phase(
    of: late.indices.map { Float(sin(2 * .pi * (Double($0) - 0.4503 * 48_000) / 48)) }, at: 1 / 48)
  #expect(abs(phase - expected) < 0.02)
}

@Test func aDelayThatGlidesBendsOnlyAsATape() {
  // 0.12 s longer in each second: a tape lowers the tone to 880 Hz.
  let level = { (isTape: Bool) in
    let found = echoes(isTape: isTape, seconds: 2.5) { $0 < 1 ? 0.3 : 0.3 + 0.12 * Float($0 - 1) }
    let part = Array(found[72_000..<(72_000 + 32_768)])
    return 20 * log10(amplitude(of: part, at: 880.0 / 48_000) / amplitude(of: part, at: 1000.0 / 48_000))
  }
  let (tape, crossed) = (level(true), level(false))
  print("880 against 1000 Hz: \(tape) dB as a tape, \(crossed) dB crossed over")
  #expect(tape > 30 && crossed < -10)
}

@Test func theEnsembleHasSixCopiesAndIsWide() {
  var chorus = Chorus(sampleRate: 48_000)
  var random = SeededGenerator("CHORUS_SEED", default: 5)
  let noise = (0..<192_000).map { _ in Float.random(in: -1...1, using: &random) }
  chorus.jump(1, kind: .ensemble, hertz: 0.5, depth: 1, feedback: 0)
  let out = run(count: 192_000, input: { noise[$0] }) { chorus.process($0, $1, count: 32) }
  let left = zip(out.left, noise).map { Double($0 - $1) }
  let right = zip(out.right, noise).map { Double($0 - $1) }
  func product(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }
  let together = product(left, right) / (product(left, left) * product(right, right)).squareRoot()
  let loudness = 10 * log10(product(left, left) / product(noise.map(Double.init), noise.map(Double.init)))
  print("ensemble: correlation of the sides \(together), \(loudness) dB against the sound")
  // A copy of 0.7, from which interpolation between two samples takes 10·log₁₀(2/3) of noise.
  #expect(abs(together) < 0.3 && abs(loudness + 4.86) < 0.2)
  // At one moment each side repeats an impulse three times, where the phases say.
  var still = Chorus(sampleRate: 48_000)
  still.jump(1, kind: .ensemble, hertz: 0.01, depth: 1, feedback: 0)
  let echo = run(count: 2048, input: { $0 == 0 ? 1 : 0 }) { still.process($0, $1, count: 32) }
  func centres(_ samples: [Float]) -> [Double] {
    var found: [Double] = []
    var (weight, moment) = (0.0, 0.0)
    for index in 1..<samples.count {
      let size = Double(abs(samples[index]))
      if size > 1e-4 {
        weight += size
        moment += size * Double(index)
      } else if weight > 0 {
        found.append(moment / weight)
        (weight, moment) = (0, 0)
      }
    }
    return found
  }
  let third = 0.008 * 48_000 * sin(2 * .pi / 3)
  let expected = [576 - third, 576, 576 + third]
  for side in [centres(echo.left), centres(echo.right)] {
    #expect(side.count == 3 && zip(side, expected).allSatisfy { abs($0 - $1) < 4 }, "\(side)")
  }
}

/// The gain in decibels of a compressor at rest for a square wave of this level.
private func compressed(_ decibels: Float, _ settings: CompressorSettings, rate: Float) -> Double {
  var compressor = Compressor(sampleRate: rate)
  let size = pow(10, decibels / 20)
  let out = run(count: Int(rate), input: { $0 / 24 % 2 == 0 ? size : -size }) {
    compressor.aim(settings, approach: 0.0645, reciprocalFrames: 1 / 32)
    if !compressor.isOff { compressor.process($0, $1, count: 32) }
  }
  return 20 * log10(Double(abs(out.left[out.left.count - 1]) / size))
}

@Test(arguments: [Float(44_100), 48_000, 96_000]) func theCompressorFollowsItsCurve(_ rate: Float) {
  var settings = CompressorSettings()
  settings.threshold = -24
  settings.ratio = 4
  settings.gain = 3
  for level in stride(from: Float(-60), through: 0, by: 3) {
    let over = Double(level + 24)
    // With a knee of 6 dB.
    let bent = over < -3 ? 0 : (over > 3 ? over : (over + 3) * (over + 3) / 12)
    let expected = 3 - bent * 0.75
    #expect(abs(compressed(level, settings, rate: rate) - expected) < 0.05, "\(level) dB at \(rate) Hz")
  }
  settings.ratio = 1
  settings.gain = 0
  #expect(compressed(0, settings, rate: rate) == 0)
}

@Test(arguments: [Float(44_100), 96_000]) func theCompressorTakesItsTimes(_ rate: Float) {
  var settings = CompressorSettings()
  settings.threshold = -40
  settings.ratio = 20
  settings.attack = 0.02
  settings.release = 0.2
  var compressor = Compressor(sampleRate: rate)
  compressor.jump(settings)
  // From −80 to 0 dBFS and back: the followed level passes 1 − 1/e after the attack, 1/e after the release.
  let loud = Int(rate / 2)
  let out = run(count: Int(rate * 1.5), input: { $0 < loud ? 1 : 1e-4 }) {
    compressor.aim(settings, approach: 0.0645, reciprocalFrames: 1 / 32)
    compressor.process($0, $1, count: 32)
  }
  // A level L has the gain 0.95·(−40 − 20·log₁₀ L).
  func gain(_ level: Double) -> Double { 0.95 * (-40 - 20 * log10(level)) }
  func found(_ seconds: Double, from: Int, size: Double) -> Double {
    20 * log10(Double(abs(out.left[from + Int(seconds * Double(rate))])) / size)
  }
  #expect(abs(found(0.02, from: 0, size: 1) - gain(1 - exp(-1))) < 0.3)
  #expect(abs(found(0.2, from: loud, size: 1e-4) - gain(exp(-1))) < 0.3)
}
