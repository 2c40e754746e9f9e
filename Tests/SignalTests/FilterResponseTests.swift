// Every filter, compared with the exact bilinear transform of its analogue model; stability.
import Foundation
import Lanes
import TestSupport
import Testing

@testable import Signal

private struct Complex {
  var re: Double
  var im: Double
  static func + (a: Complex, b: Complex) -> Complex { Complex(re: a.re + b.re, im: a.im + b.im) }
  static func * (a: Complex, b: Complex) -> Complex {
    Complex(re: a.re * b.re - a.im * b.im, im: a.re * b.im + a.im * b.re)
  }
  static func / (a: Complex, b: Complex) -> Complex {
    let n = b.re * b.re + b.im * b.im
    return Complex(re: (a.re * b.re + a.im * b.im) / n, im: (a.im * b.re - a.re * b.im) / n)
  }
  var size: Double { (re * re + im * im).squareRoot() }
}

/// |H| at `cycles` per frame of an impulse response.
private func response(_ impulse: [Float], at cycles: Double) -> Double {
  var sum = Complex(re: 0, im: 0)
  for (index, sample) in impulse.enumerated() {
    let angle = 2 * Double.pi * cycles * Double(index)
    sum = sum + Complex(re: Double(sample) * cos(angle), im: -Double(sample) * sin(angle))
  }
  return sum.size
}

/// Lane 9 of the response of `process` to an impulse of this height, divided by the height.
private func impulse(height: Float = 1, _ process: (UnsafeMutablePointer<Lanes>, Int) -> Void) -> [Float] {
  var samples = [Lanes](repeating: Lanes(repeating: 0), count: 1 << 14)
  samples[0] = Lanes(repeating: height)
  samples.withUnsafeMutableBufferPointer {
    for start in stride(from: 0, to: $0.count, by: 32) { process($0.baseAddress! + start, 32) }
  }
  return samples.map { $0[9] / height }
}

private let frequencies = [60.0, 200, 700, 1000, 1500, 3000, 6000, 9000, 14_000]

@Test(arguments: StateVariableFilter.Output.allCases)
func stateVariableOutputsAreBilinear(_ output: StateVariableFilter.Output) {
  for (cutoff, k) in [(200.0, 1.0), (1000, 0.2), (6000, 1.4142)] {
    let g = tan(Double.pi * cutoff / 48_000)
    var filter = StateVariableFilter()
    for lane in 0..<16 { filter.restart(lane: lane, gain: Float(g), damping: Float(k)) }
    let heard = impulse { filter.process($0, count: $1, output: output) }
    for frequency in frequencies {
      let s = Complex(re: 0, im: tan(Double.pi * frequency / 48_000) / g)
      let one = Complex(re: 1, im: 0)
      let d = s * s + Complex(re: k, im: 0) * s + one
      let minus = Complex(re: -1, im: 0)
      let top =
        switch output {
        case .low: one
        case .high: s * s
        case .band: Complex(re: k, im: 0) * s
        case .notch: one + s * s
        case .peak: one + minus * (s * s)
        }
      let exact = (top / d).size
      if exact > 1e-3 {
        #expect(
          abs(decibels(response(heard, at: frequency / 48_000) / exact)) < 0.25, "\(cutoff) at \(frequency)")
      }
    }
  }
}

@Test func theLadderIsBilinear() {
  for (cutoff, k) in [(200.0, 0.0), (1000, 2.5), (6000, 1), (1000, 3.8)] {
    let g = tan(Double.pi * cutoff / 48_000)
    var filter = LadderFilter()
    for lane in 0..<16 { filter.restart(lane: lane, gain: Float(g), feedback: Float(k), drive: 1) }
    let heard = impulse(height: 0.01) { filter.process($0, count: $1) }
    for frequency in frequencies {
      let s = Complex(re: 1, im: tan(Double.pi * frequency / 48_000) / g)
      let exact = (Complex(re: 1, im: 0) / (s * s * s * s + Complex(re: k, im: 0))).size
      if exact > 1e-3 {
        #expect(
          abs(decibels(response(heard, at: frequency / 48_000) / exact)) < 0.25, "\(cutoff) at \(frequency)")
      }
    }
  }
}

@Test(arguments: [0.8, -0.6]) func theCombIsItsFormula(feedback: Double) {
  let laneMemory = laneRingMemory()
  var ring = LaneRing(memory: laneMemory, frames: laneRingFrames())
  defer { laneMemory.deallocate() }
  for lane in 0..<16 { ring.restart(lane: lane) }
  var comb = CombFilter()
  for lane in 0..<16 { comb.restart(lane: lane, delay: 109.5, feedback: Float(feedback)) }
  let heard = impulse { comb.process($0, ring: &ring, count: $1) }
  // y = (1 − |f|)·x + f·y(n − 109.5); the cubic is exact within 0.25 dB up to an eighth of the rate.
  for frequency in stride(from: 50.0, to: 6000, by: 93) {
    let angle = 2 * Double.pi * frequency / 48_000 * 109.5
    let exact =
      (1 - feedback.magnitude) / Complex(re: 1 - feedback * cos(angle), im: feedback * sin(angle)).size
    #expect(abs(decibels(response(heard, at: frequency / 48_000) / exact)) < 0.25, "\(frequency) Hz")
  }
}

@Test func vowelsResoundAtTheirFormants() {
  // The vowel a has formants at 730, 1090 and 2440 Hz, each a bilinear band-pass.
  var filter = VowelFilter()
  let gains = VowelFilter.gains(
    position: Lanes(repeating: 0), shift: Lanes(repeating: 0), sampleRate: 48_000)
  for lane in 0..<16 {
    filter.restart(lane: lane, gains: (gains.0[0], gains.1[0], gains.2[0]), damping: 0.1)
  }
  var spare = [Lanes](repeating: Lanes(repeating: 0), count: 64)
  let heard = impulse { samples, count in
    spare.withUnsafeMutableBufferPointer {
      filter.process(samples, $0.baseAddress!, $0.baseAddress! + 32, count: count)
    }
  }
  for frequency in [300.0, 730, 900, 1090, 2000, 2440, 5000] {
    var exact = Complex(re: 0, im: 0)
    for (formant, level) in [(730.0, 1.0), (1090, 0.5), (2440, 0.25)] {
      let s = Complex(re: 0, im: tan(Double.pi * frequency / 48_000) / tan(Double.pi * formant / 48_000))
      let band = Complex(re: 0.1, im: 0) * s
      exact = exact + Complex(re: level, im: 0) * (band / (s * s + band + Complex(re: 1, im: 0)))
    }
    #expect(abs(decibels(response(heard, at: frequency / 48_000) / exact.size)) < 0.25, "\(frequency) Hz")
  }
}

/// The frequency and the height of the greatest response of `impulse` within a semitone of `hertz`.
private func top(_ impulse: [Float], near hertz: Double) -> (cents: Double, level: Double) {
  let scan = stride(from: -100.0, through: 100, by: 2).map { cents in
    (cents, response(impulse, at: hertz * pow(2, cents / 1200) / 48_000))
  }
  let best = scan.max { $0.1 < $1.1 }!
  return (best.0, decibels(best.1))
}

@Test func theCombRingsAtMultiplesOfItsCutoff() {
  // docs/sound.md has these figures.
  let laneMemory = laneRingMemory()
  defer { laneMemory.deallocate() }
  // A third of a second of the answer is heard: the longest that dies away in it is 0.98 at 1760 Hz.
  for (cutoff, resonances) in [(110.0, [Float(0.5)]), (440, [0.5, 0.9]), (1760, [0.5, 0.9, 0.98])] {
    for resonance in resonances {
      var ring = LaneRing(memory: laneMemory, frames: laneRingFrames())
      for lane in 0..<16 { ring.restart(lane: lane) }
      var comb = CombFilter()
      for lane in 0..<16 { comb.restart(lane: lane, delay: Float(48_000 / cutoff), feedback: resonance) }
      let heard = impulse { comb.process($0, ring: &ring, count: $1) }
      let tops = [1.0, 2, 5, 10].filter { $0 * cutoff < 9000 }.map { top(heard, near: $0 * cutoff) }
      let between = decibels(response(heard, at: 1.5 * cutoff / 48_000))
      print("comb at \(cutoff) Hz, \(resonance): peaks 1, 2, 5, 10: \(tops), between \(between) dB")
      #expect(abs(tops[0].cents) <= 2 && abs(tops[0].level) < 0.3)
      let exact = decibels(Double((1 - resonance) / (1 + resonance)))
      #expect(abs(between - exact) < 0.3, "between two peaks \(between), (1 − r)/(1 + r) is \(exact)")
    }
  }
}

@Test func vowelsAreAtTheDocumentedFormants() {
  // Peterson and Barney's averages for men, in hertz; docs/sound.md has them.
  let formants: [[Double]] = [
    [730, 1090, 2440], [530, 1840, 2480], [270, 2290, 3010], [570, 840, 2410], [300, 870, 2240],
  ]
  for (vowel, expected) in formants.enumerated() {
    let position = Lanes(repeating: Float(vowel) / 4)
    for formant in 0..<3 {
      let hertz = VowelFilter.hertz(formant, position: position, shift: Lanes(repeating: 0))[7]
      #expect(abs(1200 * log2(Double(hertz) / expected[formant])) < 1, "vowel \(vowel), formant \(formant)")
    }
  }
}

@Test func noModulationShakesAFilterLoose() {
  var state = testSeed("FILTER_SEED", default: 11)
  func uniform() -> Float {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Float(state >> 40) / 16_777_216
  }
  var ladder = LadderFilter()
  var comb = CombFilter()
  var vowel = VowelFilter()
  let laneMemory = laneRingMemory()
  var ring = LaneRing(memory: laneMemory, frames: laneRingFrames())
  defer { laneMemory.deallocate() }
  let samples = UnsafeMutablePointer<Lanes>.allocate(capacity: 12)
  defer { samples.deallocate() }
  var greatest: Float = 0
  for _ in 0..<20_000 {
    let g = Lanes(repeating: 0.001 + uniform() * 6)
    ladder.aim(
      gain: g, feedback: Lanes(repeating: uniform() * 4), drive: Lanes(repeating: 1 + uniform() * 60),
      reciprocalFrames: 1 / 4)
    comb.aim(
      delay: Lanes(repeating: 2 + uniform() * 2000), feedback: Lanes(repeating: uniform() * 2 - 1),
      reciprocalFrames: 1 / 4)
    vowel.aim(
      gains: VowelFilter.gains(
        position: Lanes(repeating: uniform()), shift: Lanes(repeating: uniform() * 8 - 4),
        sampleRate: 48_000),
      damping: Lanes(repeating: uniform()), reciprocalFrames: 1 / 4)
    for part in 0..<3 {
      for index in 0..<4 { samples[index] = Lanes(repeating: uniform() * 2 - 1) }
      switch part {
      case 0: ladder.process(samples, count: 4)
      case 1: comb.process(samples, ring: &ring, count: 4)
      default: vowel.process(samples, samples + 4, samples + 8, count: 4)
      }
      for index in 0..<4 {
        let size = abs(samples[index][0])
        greatest = size.isFinite ? max(greatest, size) : .infinity
      }
    }
  }
  print("greatest sample \(greatest)")
  #expect(greatest < 50)
}
