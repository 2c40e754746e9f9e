// Aliases from half the sample rate: saturation, phase and frequency modulation, hard sync, ring.
import Foundation
import Lanes
import TestSupport
import Testing

@testable import Signal

private let c6 = 1046.5022612
private let rates = [44_100.0, 48_000, 96_000]

/// The power of all bins of 20 Hz to 18 kHz that are more than 18 Hz from a harmonic, against that of all, in
/// decibels; and the greatest of them against the greatest of all.
private func folded(
  _ samples: [Float], rate: Double, fundamental: Double = c6
) -> (sum: Double, line: Double) {
  let power = powerSpectrum(windowed(samples.suffix(1 << 15).map(Double.init)))
  var (all, other, most, line) = (0.0, 0.0, 0.0, 0.0)
  for bin in 1..<power.count {
    let hertz = Double(bin) * rate / Double(1 << 15)
    if hertz < 20 || hertz > 18_000 { continue }
    all += power[bin]
    most = max(most, power[bin])
    if abs(hertz - (hertz / fundamental).rounded() * fundamental) <= 18 { continue }
    other += power[bin]
    line = max(line, power[bin])
  }
  return (10 * log10(other / all), 10 * log10(line / most))
}

private let count = 40_960

/// Lane 3 of sixteen voices, in spans of 32 frames.
private func play(_ process: (UnsafeMutablePointer<Lanes>) -> Void, _ input: [Float]? = nil) -> [Float] {
  var heard: [Float] = []
  var span = [Lanes](repeating: Lanes(repeating: 0), count: 32)
  for start in stride(from: 0, to: count, by: 32) {
    for index in 0..<32 { span[index] = Lanes(repeating: input?[start + index] ?? 0) }
    span.withUnsafeMutableBufferPointer { process($0.baseAddress!) }
    heard += span.map { $0[3] }
  }
  return heard
}

private func wave(_ wave: Wave, _ rate: Double) -> [Float] {
  oscillate(wave, cycles: Float(c6 / rate), count: count)
}

/// Prints the figures at all rates, and compares those of four times with a limit; a campaign prints those of
/// two times as well.
private func compare(
  _ name: String, _ limit: Double, line: Double = 0, _ sound: (_ rate: Double, _ times: Int) -> [Float]
) {
  var figures: [String] = []
  for rate in rates {
    for times in isCampaign ? [2, 4] : [4] {
      let found = folded(sound(rate, times), rate: rate)
      figures.append(String(format: "%.1f kHz ×%d: %.1f (%.1f)", rate / 1000, times, found.sum, found.line))
      if times == 4 {
        #expect(found.sum < limit, "\(name) at \(rate) Hz")
        #expect(found.line < line, "\(name) at \(rate) Hz, the greatest line")
      }
    }
  }
  print("folded, dB, sum and greatest line: \(name): \(figures.joined(separator: ", "))")
}

@Test func anOverdrivenSawFoldsLittle() {
  compare("drive of 24 dB on a saw", -70) { rate, times in
    var drive = Drive()
    drive.jump(decibels: 24, times: times)
    let saw = wave(.saw, rate)
    return run(count: count, input: { saw[$0] }) { left, right in
      drive.aim(decibels: 24, approach: 1, reciprocalFrames: 1 / 32, times: times)
      drive.process(left, right, count: 32)
    }.left
  }
}

@Test func aShapedSineFoldsLittle() {
  let room = UnsafeMutablePointer<Lanes>.allocate(capacity: Waveshaper.roomSize(count: 32, times: 4))
  defer { room.deallocate() }
  for (shape, source, limit) in [
    (Waveshaper.Shape.soft, Wave.sine, -75.0), (.soft, .saw, -60), (.fold, .sine, -75),
    (.fold, .saw, -50),
  ] {
    compare("\(shape) shaper on a \(source)", limit) { rate, times in
      var shaper = Waveshaper()
      var amount = LaneRamp(1)
      return play(
        { shaper.process(shape, amount: &amount, $0, room: room, count: 32, times: times) },
        wave(source, rate))
    }
  }
}

/// Sixteen lanes with a saw of a pitch, folded at twice the sample rate in blocks of `size` frames.
private func foldedSaw(_ hertz: Double, size: Int = 32) -> [Float] {
  let room = UnsafeMutablePointer<Lanes>.allocate(capacity: Waveshaper.roomSize(count: size, times: 2))
  defer { room.deallocate() }
  var (shaper, amount) = (Waveshaper(), LaneRamp(1))
  var samples = oscillate(.saw, cycles: Float(hertz / 48_000), count: count).map { Lanes(repeating: $0) }
  samples.withUnsafeMutableBufferPointer { span in
    for start in stride(from: 0, to: count, by: size) {
      shaper.process(
        .fold, amount: &amount, span.baseAddress! + start, room: room, count: min(size, count - start),
        times: 2)
    }
  }
  return samples.map { $0[3] }
}

@Test func aSawFoldsLittleAtTwiceTheRate() {
  let found = folded(foldedSaw(c6), rate: 48_000)
  print("folding shaper on a saw at C6, twice the rate: \(found.sum) dB")
  #expect(found.sum < -60)
}

@Test func aFastFoldIsTheSameInBlocksOfAnySize() {
  let whole = foldedSaw(c6)
  for size in [1, 5, 17, 31] { #expect(foldedSaw(c6, size: size) == whole, "blocks of \(size)") }
}

/// A span at a higher rate and back.
private func raised(
  _ oversampler: inout Oversampler, _ samples: UnsafeMutablePointer<Lanes>, _ times: Int,
  _ process: (UnsafeMutablePointer<Lanes>, Int) -> Void
) {
  withUnsafeTemporaryAllocation(of: Lanes.self, capacity: 32 * times) { room in
    oversampler.raise(samples, into: room.baseAddress!, count: 32, times: times)
    process(room.baseAddress!, 32 * times)
    oversampler.lower(room.baseAddress!, into: samples, count: 32, times: times)
  }
}

@Test func anOverdrivenLadderFoldsLittle() {
  compare("ladder at 10 kHz, 36 dB, on a saw", -60) { rate, times in
    var (ladder, oversampler) = (LadderFilter(), Oversampler())
    let gain = Float(tan(Double.pi * 10_000 / (rate * Double(times))))
    for lane in 0..<16 { ladder.restart(lane: lane, gain: gain, feedback: 0, drive: 63.1) }
    return play(
      { raised(&oversampler, $0, times) { ladder.process($0, count: $1, averagingFrom: 1) } },
      wave(.saw, rate))
  }
}

/// A carrier of a wave, its phase moved by another, both made at the higher rate, as the voices do.
private func modulated(
  _ carrier: Wave, by modulator: Wave, ratio: Double, turns: Float, _ rate: Double, _ times: Int
) -> [Float] {
  var (first, second, oversampler) = (Oscillator(), Oscillator(), Oversampler())
  let cycles = c6 / rate / Double(times)
  let duller: Int32 = times == 4 ? 2 : 1
  func aim() {
    first.aim(cycles: Lanes(repeating: Float(cycles * ratio)), wave: modulator, frames: 32, duller: duller)
    second.aim(cycles: Lanes(repeating: Float(cycles)), wave: carrier, frames: 32, duller: duller)
  }
  first.restart(lane: 3, cycles: Float(cycles * ratio))
  second.restart(lane: 3, cycles: Float(cycles))
  aim()
  first.restart(lane: 3, cycles: Float(cycles * ratio))
  second.restart(lane: 3, cycles: Float(cycles))
  var (depth, none) = (LaneRamp(turns), LaneRamp())
  let own = UnsafeMutablePointer<Lanes>.allocate(capacity: 256)
  defer { own.deallocate() }
  return play({
    first.process(tables, into: own, modulation: nil, depth: &none, count: 32 * times)
    second.process(tables, into: own + 128, modulation: own, depth: &depth, count: 32 * times)
    oversampler.lower(own + 128, into: $0, count: 32, times: times)
  })
}

@Test func phaseModulationFoldsLittle() {
  for ratio in [1.0, 2] {
    compare("phase modulation, 2 turns by a sine at 1:\(Int(ratio))", -70) {
      modulated(.sine, by: .sine, ratio: ratio, turns: 2, $0, $1)
    }
  }
  compare("phase modulation, 2 turns by a saw", -35) {
    modulated(.sine, by: .saw, ratio: 1, turns: 2, $0, $1)
  }
}

@Test func ringModulationFoldsLittle() {
  let own = UnsafeMutablePointer<Lanes>.allocate(capacity: 256)
  defer { own.deallocate() }
  for (first, ratio) in [(Wave.saw, 1.0), (.saw, 2), (.square, 3), (.brass, 5)] {
    compare("ring modulation, a saw by a \(first) at 1:\(Int(ratio))", -70) { rate, times in
      var (leader, follower, oversampler) = (Oscillator(), Oscillator(), Oversampler())
      let cycles = c6 / rate / Double(times)
      for _ in 0..<2 {
        leader.restart(lane: 3, cycles: Float(cycles * ratio))
        follower.restart(lane: 3, cycles: Float(cycles))
        // As the voices do: no more harmonics than at the sample rate itself.
        let duller: Int32 = times == 4 ? 2 : 1
        leader.aim(
          cycles: Lanes(repeating: Float(cycles * ratio)), wave: first, frames: 32, duller: duller)
        follower.aim(cycles: Lanes(repeating: Float(cycles)), wave: .saw, frames: 32, duller: duller)
      }
      leader.restart(lane: 3, cycles: Float(cycles * ratio))
      follower.restart(lane: 3, cycles: Float(cycles))
      var (none, amount) = (LaneRamp(), LaneRamp(1))
      return play({
        leader.process(tables, into: own, modulation: nil, depth: &none, count: 32 * times)
        follower.process(tables, into: own + 128, modulation: nil, depth: &none, count: 32 * times)
        RingModulator.process(own + 128, own, &amount, count: 32 * times)
        oversampler.lower(own + 128, into: $0, count: 32, times: times)
      })
    }
  }
}

@Test func frequencyModulationFoldsLittle() {
  for ratio in [1, 5, 7] {
    compare("frequency modulation, index 5, ratio \(ratio)", -70) { rate, times in
      var (pair, level) = (FMPair(sampleRate: Float(rate)), LaneRamp(1))
      pair.set(times: Int32(times))
      let cycles = Float(c6 / rate)
      let modulator = min(cycles * Float(ratio), 0.49)
      pair.restart(lane: 3, carrier: cycles, modulator: modulator, index: 5)
      pair.aim(
        carrier: Lanes(repeating: cycles), modulator: Lanes(repeating: modulator),
        index: Lanes(repeating: 5), frames: 32)
      pair.restart(lane: 3, carrier: cycles, modulator: modulator, index: 5)
      return play({ pair.process(level: &level, addingTo: $0, count: 32) })
    }
  }
}

@Test func sidebandsThatAliasAreLeftOut() {
  // Sidebands of the sixth and higher orders would alias at twice the sample rate. Those below half the
  // sample rate have the levels of Bessel's functions, by their integrals.
  let (carrier, modulator) = (2093.0045 / 48_000, 7 * 2093.0045 / 48_000)
  for index in [2.0, 5, 10] {
    var (pair, level) = (FMPair(sampleRate: 48_000), LaneRamp(1))
    pair.restart(lane: 3, carrier: Float(carrier), modulator: Float(modulator), index: Float(index))
    let heard = play {
      pair.aim(
        carrier: Lanes(repeating: Float(carrier)), modulator: Lanes(repeating: Float(modulator)),
        index: Lanes(repeating: Float(index)), frames: 32)
      pair.process(level: &level, addingTo: $0, count: 32)
    }
    let found = folded(heard, rate: 48_000, fundamental: 2093.0045)
    print("frequency modulation at C7, index \(index), ratio 7: \(found.sum) dB")
    #expect(found.sum < -90, "index \(index)")
    for order in -1...1 {
      let bessel = (0..<4096).reduce(0.0) { sum, step in
        let angle = 2 * Double.pi * Double(step) / 4096
        return sum + cos(Double(order) * angle - index * sin(angle)) / 4096
      }
      let level = amplitude(of: Array(heard.suffix(1 << 14)), at: abs(carrier + Double(order) * modulator))
      #expect(abs(decibels(level / abs(bessel))) < 0.05, "index \(index), sideband \(order)")
    }
  }
}

@Test func hardSyncFoldsLittle() {
  let own = UnsafeMutablePointer<Lanes>.allocate(capacity: 128)
  defer { own.deallocate() }
  for wave in [Wave.saw, .brass] {
    for ratio in [1.5, 2.37, 3.71] {
      compare("hard sync, \(wave) at \(ratio)", -70, line: -75) { rate, times in
        var (sync, oversampler) = (HardSync(), Oversampler())
        let cycles = Float(c6 / rate / Double(times))
        sync.restart(lane: 3, cycles: cycles * Float(ratio), leaderCycles: cycles)
        sync.aim(
          cycles: Lanes(repeating: cycles * Float(ratio)), leaderCycles: Lanes(repeating: cycles),
          wave: wave, frames: 32, duller: times == 4 ? 2 : 1)
        sync.restart(lane: 3, cycles: cycles * Float(ratio), leaderCycles: cycles)
        return play({
          sync.process(tables, into: own, count: 32 * times)
          oversampler.lower(own, into: $0, count: 32, times: times)
        })
      }
    }
  }
}

@Test func aHalfBandKeepsWhatIsBelow18kHz() {
  // Raised and lowered, a sine keeps its level; one of 30 kHz at 96 kHz, which would be heard at 18 kHz, is
  // gone.
  for times in [2, 4] {
    for hertz in [50.0, 1000, 9000, 17_900] {
      var oversampler = Oversampler()
      let sine = (0..<count).map { Float(sin(2 * .pi * hertz / 48_000 * Double($0))) }
      let heard = play({ raised(&oversampler, $0, times) { _, _ in } }, sine)
      let level = decibels(amplitude(of: Array(heard.suffix(1 << 14)), at: hertz / 48_000))
      #expect(abs(level) < 1e-3, "\(hertz) Hz, ×\(times)")
    }
  }
  var band = HalfBand<SIMD2<Float>>()
  let heard = (0..<count).map { frame -> Float in
    let sines = (0..<2).map { Float(sin(2 * .pi * 30_000 / 96_000 * Double(2 * frame + $0))) }
    return band.halve(SIMD2(repeating: sines[0]), SIMD2(repeating: sines[1]))[1]
  }
  #expect(decibels(amplitude(of: Array(heard.suffix(1 << 14)), at: 18_000.0 / 48_000)) < -95)
}
