// Oscillators: pitch, harmonics and aliases.
import Foundation
import TestSupport
import Testing

@testable import Signal

@Test(arguments: [8000.0, 44_100, 48_000, 96_000, 192_000]) func oscillatorsAreInTune(_ rate: Double) {
  for hertz in [20.0, 55, 261.6256, 1000, 3520, 12_000] where hertz < rate * 0.45 {
    // Compares the phase after many frames with the exact one, by the angle of the fundamental.
    let cycles = Float(hertz / rate)
    let samples = oscillate(.sine, cycles: cycles, count: 1 << 16)
    let half = samples.count / 2
    let early = phase(of: samples[..<half], at: Double(cycles))
    let late = phase(of: samples[half...], at: Double(cycles))
    let turns = late - early - Double(cycles) * Double(half)
    let error = (turns - turns.rounded()) / Double(half) / Double(cycles)
    #expect(abs(1200 * log2(1 + error)) < 0.05, "cents at \(hertz) Hz")
  }
}

/// The strength of harmonic n relative to the first, from the textbook series.
private func series(_ wave: Wave, _ n: Int) -> Double {
  switch wave {
  case .sine: n == 1 ? 1 : 0
  case .triangle: n % 2 == 1 ? 1 / Double(n * n) : 0
  case .saw: 1 / Double(n)
  case .square: n % 2 == 1 ? 1 / Double(n) : 0
  default: .nan
  }
}

@Test(arguments: [Wave.sine, .triangle, .saw, .square]) func wavesHaveTheirTextbookHarmonics(_ wave: Wave) {
  let cycles = 110.0 / 48_000
  let samples = oscillate(wave, cycles: Float(cycles), count: 1 << 15)
  let first = amplitude(of: samples, at: cycles)
  for n in 1...40 {
    let expected = series(wave, n)
    let found = amplitude(of: samples, at: cycles * Double(n)) / first
    if expected == 0 {
      #expect(decibels(found) < -85, "harmonic \(n)")
    } else {
      #expect(abs(decibels(found / expected)) < 0.1, "harmonic \(n)")
    }
  }
}

@Test func aWaveBeginsAtZero() {
  for wave in Wave.allCases where wave != .morphSync && wave != .user {
    #expect(abs(oscillate(wave, cycles: 0.01, count: 1)[0]) < 1e-6)
  }
}

@Test(arguments: 2...16) func theCopiesOfAUnisonHaveThePowerAndThePitchOfOne(copies: Int) {
  var ensemble = Ensemble()
  for lane in 0..<16 { ensemble.set(seed: UInt32(7919 * lane + 1), lane: lane) }
  ensemble.draw(copies)
  for lane in 0..<16 {
    let levels = (0..<copies).map { Double(ensemble.level($0, of: copies)[lane]) }
    let semitones = (0..<copies).map { 12 * log2(Double(ensemble.ratio($0, spread: 1)[lane])) }
    let power: Double = levels.reduce(0) { $0 + $1 * $1 }
    let detuning: Double = semitones.reduce(0, +)
    #expect(abs(power - 1) < 1e-5)
    #expect(abs(semitones[0] + 0.5) < 1e-4 && abs(semitones[copies - 1] - 0.5) < 1e-4)
    #expect(abs(detuning) < 1e-4)
    #expect(zip(semitones, semitones.dropFirst()).allSatisfy { $0 < $1 })
  }
}
