// Upper bounds for aliases: of oscillators, hard sync and frequency modulation.
import Foundation
import Lanes
import TestSupport
import Testing

@testable import Signal

/// The strongest component below 16 kHz that is not a multiple of `fundamental`, in decibels below the
/// strongest of all. Blackman-Harris window; bins within its main lobe around a multiple are left out.
func worstAlias(_ samples: [Float], fundamental: Double, rate: Double) -> Double {
  let count = samples.count
  let size = powerSpectrum(windowed(samples.map(Double.init))).map { $0.squareRoot() }
  var worst = 0.0
  for bin in 1...(count / 2) {
    let hertz = Double(bin) * rate / Double(count)
    if hertz < 50 || hertz > 16_000 { continue }
    let order = (hertz / fundamental).rounded()
    if abs(hertz - order * fundamental) < 6 * rate / Double(count) { continue }
    worst = max(worst, size[bin])
  }
  return decibels(worst / size.max()!)
}

@Test func noWaveAliasesAtC8() {
  var worst = -200.0
  for wave in Wave.allCases where wave != .user {
    for shape in wave.isMorphing ? [Float(0), 0.3, 0.77, 1] : wave == .square ? [0.5, 0.2] : [0.5] {
      let samples = oscillate(wave, cycles: Float(4186.009 / 48_000), count: 1 << 13, shape: shape)
      let found = worstAlias(samples, fundamental: 4186.009, rate: 48_000)
      #expect(found < -80, "\(wave) at \(shape)")
      worst = max(worst, found)
    }
  }
  print("worst alias of all waves at C8: \(worst) dB")
}

@Test func hardSyncAtC6IsClean() {
  var worst = -200.0
  var all: [String] = []
  let leader = Float(1046.5022612 / 48_000)
  for wave in [Wave.sine, .triangle, .saw, .square, .brass, .morphFold] {
    for ratio in [Float(1.5), 2.37, 3.71] {
      var sync = HardSync()
      sync.restart(lane: 5, cycles: leader * ratio, leaderCycles: leader)
      sync.aim(
        cycles: Lanes(repeating: leader * ratio), leaderCycles: Lanes(repeating: leader), wave: wave,
        frames: 32)
      sync.restart(lane: 5, cycles: leader * ratio, leaderCycles: leader)
      var output = [Lanes](repeating: Lanes(repeating: 0), count: 1 << 14)
      output.withUnsafeMutableBufferPointer {
        sync.process(tables, into: $0.baseAddress!, count: $0.count)
      }
      let found = worstAlias(output.map { $0[5] }, fundamental: 1046.5022612, rate: 48_000)
      #expect(found < -65, "\(wave), \(ratio) times its leader")
      all.append("\(wave) × \(ratio): \(Int(found.rounded()))")
      worst = max(worst, found)
    }
  }
  print("worst alias of hard sync at C6: \(worst) dB; \(all.joined(separator: ", "))")
}

private func pair(carrier: Float, modulator: Float, index: Float, count: Int) -> [Float] {
  var pair = FMPair(sampleRate: 48_000)
  pair.restart(lane: 1, carrier: carrier, modulator: modulator, index: index)
  pair.aim(
    carrier: Lanes(repeating: carrier), modulator: Lanes(repeating: modulator),
    index: Lanes(repeating: index), frames: 32)
  pair.restart(lane: 1, carrier: carrier, modulator: modulator, index: index)
  var level = LaneRamp(1)
  var output = [Lanes](repeating: Lanes(repeating: 0), count: count)
  output.withUnsafeMutableBufferPointer {
    pair.process(level: &level, addingTo: $0.baseAddress!, count: $0.count)
  }
  return output.map { $0[1] }
}

/// Jₙ(x) by its power series.
private func bessel(_ n: Int, _ x: Double) -> Double {
  var term = pow(x / 2, Double(n)) / (1...max(n, 1)).reduce(1.0) { $0 * Double($1) }
  if n == 0 { term = 1 }
  var sum = 0.0
  for m in 0..<40 {
    sum += term
    term *= -(x * x / 4) / (Double(m + 1) * Double(m + 1 + n))
  }
  return sum
}

@Test func sidebandsAreBesselFunctions() {
  #expect(abs(bessel(2, 5) - 0.046565) < 1e-6)
  for index in [0.5, 1, 2, 5] {
    let (carrier, modulator) = (9000.0 / 48_000, 701.3 / 48_000)
    let samples = pair(
      carrier: Float(carrier), modulator: Float(modulator), index: Float(index), count: 1 << 14)
    for order in -4...4 {
      let level = abs(bessel(abs(order), index))
      let found = amplitude(
        of: samples, at: Double(Float(carrier)) + Double(order) * Double(Float(modulator)))
      if level > 1e-3 { #expect(abs(decibels(found / level)) < 0.1, "index \(index), sideband \(order)") }
    }
  }
}

/// The first twelve harmonics of sin(2π∫(c + index·m·sin(2π∫m))) at whole ratios: the integral is computed in
/// small steps, the Fourier sum over a cycle.
private func harmonics(carrier c: Int, modulator m: Int, index: Double) -> [Double] {
  let steps = 1 << 14
  var phase = 0.0
  var samples: [Double] = []
  for step in 0..<steps {
    samples.append(sin(2 * .pi * phase))
    // The middle of the step.
    let t = (Double(step) + 0.5) / Double(steps)
    phase += (Double(c) + index * Double(m) * sin(2 * .pi * Double(m) * t)) / Double(steps)
  }
  return (1...12).map { harmonic in
    var (re, im) = (0.0, 0.0)
    for (step, sample) in samples.enumerated() {
      let angle = 2 * Double.pi * Double(harmonic) * Double(step) / Double(steps)
      re += sample * cos(angle)
      im += sample * sin(angle)
    }
    return 2 * (re * re + im * im).squareRoot() / Double(steps)
  }
}

@Test(arguments: [(1, 1), (1, 2), (2, 1), (3, 1)])
func foldedSidebandsAreThoseOfTheIntegral(_ carrier: Int, _ modulator: Int) {
  let cycles = 220 / 48_000.0
  for index in [2.0, 5] {
    let samples = pair(
      carrier: Float(cycles) * Float(carrier), modulator: Float(cycles) * Float(modulator),
      index: Float(index), count: 1 << 14)
    for (order, level) in harmonics(carrier: carrier, modulator: modulator, index: index).enumerated()
    where level > 1e-3 {
      let found = amplitude(of: samples, at: cycles * Double(order + 1))
      #expect(
        abs(decibels(found / level)) < 0.1,
        "\(carrier):\(modulator), index \(index), harmonic \(order + 1): \(decibels(found / level)) dB off")
    }
  }
}

@Test func aliasesAreInaudible() {
  // At 1:1 the integral has a mean of −J₁(index)·cos(index).
  let samples = pair(carrier: 220 / 48_000, modulator: 220 / 48_000, index: 0.6, count: 96_000)
  // 66 cycles at the end of two seconds.
  let tail = samples.suffix(14_400)
  #expect(abs(tail.reduce(0, +) / Float(tail.count)) < 1e-3)
  // The high-pass leaves 1 − (2/220)²/2 of the first harmonic.
  let first = harmonics(carrier: 1, modulator: 1, index: 0.6)[0]
  #expect(abs(decibels(amplitude(of: Array(samples.suffix(1 << 15)), at: 220 / 48_000) / first)) < 0.01)
}

@Test func anIndexThatHasMovedIsPhaseModulationAboutItsFirst() {
  // sin(2πct + first − index·cos(2πmt)) at 1:1, from 0.5 to 2: its harmonics by the same Fourier sum.
  let cycles = Float(220 / 48_000.0)
  var pair = FMPair(sampleRate: 48_000)
  pair.restart(lane: 1, carrier: cycles, modulator: cycles, index: 0.5)
  var level = LaneRamp(1)
  var output = [Lanes](repeating: Lanes(repeating: 0), count: 1 << 15)
  output.withUnsafeMutableBufferPointer { room in
    for start in stride(from: 0, to: room.count, by: 32) {
      let index = Float(0.5 + 1.5 * min(1, Double(start + 32) / 8192))
      pair.aim(
        carrier: Lanes(repeating: cycles), modulator: Lanes(repeating: cycles),
        index: Lanes(repeating: index), frames: 32)
      pair.process(level: &level, addingTo: room.baseAddress! + start, count: 32)
    }
  }
  let heard = output.dropFirst(1 << 14).map { $0[1] }
  for harmonic in 1...5 {
    var (re, im) = (0.0, 0.0)
    for step in 0..<4096 {
      let angle = 2 * Double.pi * Double(step) / 4096
      let sample = sin(angle + 0.5 - 2 * cos(angle))
      re += sample * cos(angle * Double(harmonic)) / 2048
      im += sample * sin(angle * Double(harmonic)) / 2048
    }
    let found = amplitude(of: heard, at: Double(cycles) * Double(harmonic))
    #expect(abs(decibels(found / (re * re + im * im).squareRoot())) < 0.1, "harmonic \(harmonic)")
  }
}

@Test func frequencyModulationAtC8IsClean() {
  let cycles = Float(4186.009 / 48_000)
  let found = worstAlias(
    pair(carrier: cycles, modulator: cycles, index: 2, count: 1 << 13), fundamental: 4186.009, rate: 48_000)
  print("worst alias of FM at C8, index 2: \(found) dB")
  #expect(found < -80)
}
