// The reverb's echo density, the evenness of its spectrum, its size, lows, freeze and ducking.
import Foundation
import Lanes
import TestSupport
import Testing

@testable import Reverberation
@testable import Signal

/// The response to one sample on both sides, without that sample.
private func response(
  rate: Float, seconds: Float, _ change: (inout ReverbSettings) -> Void
) -> (left: [Float], right: [Float]) {
  let mode = FloatMode.flushingDenormals()
  defer { mode.restore() }
  var reverb = Reverb(sampleRate: rate)
  reverb.jump(
    1,
    reverbSettings {
      $0.decay = 2
      change(&$0)
    })
  var out = run(count: Int(rate * seconds), input: { $0 == 0 ? 1 : 0 }) { reverb.process($0, $1, count: 32) }
  out.left[0] -= 1
  out.right[0] -= 1
  return out
}

/// The normalized echo density (J. Abel, P. Huang, "A simple, robust measure of reverberation echo density",
/// AES 121st Convention, 2006): the share of samples beyond one standard deviation in 20 ms under a Hann
/// window, against the share in noise.
private func density(_ samples: [Float], at seconds: Double, rate: Double) -> Double {
  let count = Int(0.02 * rate)
  let part = samples[(Int(seconds * rate) - count / 2)...].prefix(count).map(Double.init)
  let weights = (0..<count).map { 0.5 - 0.5 * cos(2 * .pi * (Double($0) + 1) / Double(count + 1)) }
  let whole = weights.reduce(0, +)
  let deviation = (zip(part, weights).reduce(0) { $0 + $1.1 * $1.0 * $1.0 } / whole).squareRoot()
  let beyond = zip(part, weights).reduce(0) { $0 + (abs($1.0) > deviation ? $1.1 : 0) } / whole
  return beyond / erfc(0.5.squareRoot())
}

/// The standard deviation in decibels of the bins of a band from the mean of the bins within a sixth of an
/// octave (`isDetrended`), or from the mean of all, in 1.4 s from 0.2 s on under a Hann window. That of noise is
/// 5.6 dB.
private func unevenness(
  _ samples: [Float], rate: Double, isDetrended: Bool, band: ClosedRange<Double> = 100...10_000
) -> Double {
  let count = rate > 50_000 ? 131_072 : 65_536
  let part = samples[Int(0.2 * rate)...].prefix(count)
  let power = powerSpectrum(
    part.enumerated().map { Double($1) * (0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(count))) })
  let levels = power.map { 10 * log10($0 + 1e-30) }
  var sums = [0.0]
  for level in levels { sums.append(sums[sums.count - 1] + level) }
  let bins = Int(band.lowerBound / rate * Double(count))...Int(band.upperBound / rate * Double(count))
  let apart = bins.map { bin in
    let low = isDetrended ? Int(Double(bin) * 0.891) : bins.lowerBound
    let high = isDetrended ? Int(Double(bin) * 1.1225) : bins.upperBound
    return levels[bin] - (sums[high + 1] - sums[low]) / Double(high + 1 - low)
  }
  return (apart.reduce(0) { $0 + $1 * $1 } / Double(apart.count)).squareRoot()
}

@Test(arguments: [Float(44_100), 48_000, 96_000]) func theRoomIsAsDenseAndEvenAsNoise(_ rate: Float) {
  for early in [Float(0.25), 0.5, 1] {
    let sound = response(rate: rate, seconds: 0.2) { $0.early = early }
    for samples in [sound.left, sound.right] {
      let found = [0.03, 0.04, 0.06, 0.1].map { density(samples, at: $0, rate: Double(rate)) }
      print("\(rate) Hz, early \(early): echo density \(found) at 30, 40, 60, 100 ms")
      #expect(found[0] > 0.9 && found.allSatisfy { $0 > 0.85 }, "\(rate) Hz, early \(early): \(found)")
    }
  }
  let usual = response(rate: rate, seconds: 2) { _ in }
  // Without damping the spectrum is level, and no trend is taken out.
  let bright = response(rate: rate, seconds: 2) { $0.tone = 20_000 }
  let found = [
    unevenness(usual.left, rate: Double(rate), isDetrended: true),
    unevenness(usual.right, rate: Double(rate), isDetrended: true),
    unevenness(bright.left, rate: Double(rate), isDetrended: false),
  ]
  print("\(rate) Hz: the tail's spectrum deviates by \(found) dB")
  #expect(found.allSatisfy { $0 < 8 }, "\(found)")
  let lows = [usual.left, usual.right].map {
    unevenness($0, rate: Double(rate), isDetrended: false, band: 100...300)
  }
  print("\(rate) Hz: between 100 and 300 Hz by \(lows) dB")
  #expect(lows.allSatisfy { $0 < 6.8 }, "\(lows)")
}

@Test(arguments: [Float(0.25), 0.5, 1.5]) func anySizeFallsInItsTime(_ size: Float) {
  let mode = FloatMode.flushingDenormals()
  defer { mode.restore() }
  let found =
    [UInt64(1), 2, 3].map {
      fading(
        octave(room(2.2, tone: 5500, rate: 48_000, seed: $0) { $0.size = size }, about: 500, rate: 48_000),
        rate: 48_000)
    }.reduce(0, +) / 3
  print("size \(size): found \(found) s of 2.2 s")
  #expect(abs(found / 2.2 - 1) < 0.1)
}

@Test func earlyReflectionsHaveTheirLevelAndComeFirst() {
  // Before the shortest line answers, after 13 ms, only early reflections are heard.
  func energy(_ early: Float, to end: Int) -> Double {
    response(rate: 48_000, seconds: 0.1) { $0.early = early }.left[..<end].reduce(0) { $0 + Double($1 * $1) }
  }
  #expect(energy(0, to: 620) == 0)
  #expect(abs(10 * log10(energy(1, to: 620) / energy(0.25, to: 620)) - 12.041) < 0.01)
  let share = 10 * log10(energy(0.5, to: 620) / energy(0.5, to: 4800))
  print("the first 13 ms of the usual room have \(share) dB of the first 100 ms")
  #expect(share > -10 && share < 0)
}

@Test func aLowCutShortensWhatIsBelow() {
  let sound = room(3, tone: 20_000, rate: 48_000, seed: 4) { $0.lowCut = 200 }
  let (low, middle) = (
    fading(octave(sound, about: 80, rate: 48_000), rate: 48_000),
    fading(octave(sound, about: 500, rate: 48_000), rate: 48_000)
  )
  print("low cut of 200 Hz: \(low) s at 80 Hz, \(middle) s at 500 Hz")
  // The all-passes delay low tones, so these take up to 5 % longer than before: 3.24 s became 3.40 s.
  #expect(abs(middle / 3 - 1) < 0.15 && low < 0.5 * middle)
  // The strongest absorption: the whole still fades.
  let thin = room(30, tone: 20_000, rate: 48_000, seed: 5) { $0.lowCut = 1000 }
  func energy(_ second: Int) -> Float {
    thin[(second * 48_000)..<((second + 1) * 48_000)].reduce(0) { $0 + $1 * $1 }
  }
  #expect(energy(20) < energy(2) && energy(35) < 0.3 * energy(10))
}

@Test func aFrozenRoomStaysAndNothingEnters() {
  let mode = FloatMode.flushingDenormals()
  defer { mode.restore() }
  func play(intruder: Float) -> [Float] {
    var reverb = Reverb(sampleRate: 48_000)
    reverb.jump(1, ReverbSettings())
    let frozen = reverbSettings { $0.isFrozen = true }
    var block = 0
    let out = run(
      count: 48_000 * 40,
      input: { $0 < 4800 ? sin(Float($0) * 0.13) : ($0 > 96_000 ? intruder * sin(Float($0) * 0.03) : 0) }
    ) {
      reverb.aim(
        1, block > 300 ? frozen : ReverbSettings(), approach: 0.0645, reciprocalFrames: 1 / 32)
      reverb.process($0, $1, count: 32)
      block += 1
    }
    return out.left
  }
  let alone = play(intruder: 0)
  func level(_ from: Int) -> Double {
    let span = alone[(from * 48_000)..<((from + 4) * 48_000)]
    let power: Double = span.reduce(0) { $0 + Double($1 * $1) }
    return 10 * log10(power)
  }
  print("frozen: \(level(2)) dB after 2 s, \(level(35)) dB after 35 s")
  #expect(abs(level(2) - level(35)) < 0.2)
  // Beside the room only the dry sound is heard.
  let disturbed = play(intruder: 0.3)
  let left = (96_001..<1_000_000).map { disturbed[$0] - 0.3 * sin(Float($0) * 0.03) - alone[$0] }
  #expect(left.allSatisfy { abs($0) < 1e-5 })
}

@Test func aDuckedRoomIsSofterByItsDecibels() {
  // A steady sound of −12 dBFS peak: after the attack the room is softer by exactly the setting.
  func heard(_ duck: Float) -> [Float] {
    var reverb = Reverb(sampleRate: 48_000)
    reverb.jump(1, reverbSettings { $0.duck = duck })
    let out = run(count: 96_000, input: { 0.2512 * sin(Float($0) * 0.05) }) {
      reverb.process($0, $1, count: 32)
    }
    return (0..<96_000).map { out.left[$0] - 0.2512 * sin(Float($0) * 0.05) }
  }
  let (plain, ducked) = (heard(0), heard(9))
  func power(_ sound: [Float]) -> Float { sound[90_000...].reduce(0) { $0 + $1 * $1 } }
  let decibels = 10 * log10(Double(power(ducked) / power(plain)))
  print("ducked by \(decibels) dB")
  #expect(abs(decibels + 9) < 0.2)
}

@Test func spansOfAnyLengthGiveTheSameRoom() {
  var state = testSeed("ROOM_SEED", default: 77)
  func random(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }
  func play(_ span: () -> Int) -> [Float] {
    var reverb = Reverb(sampleRate: 48_000)
    reverb.jump(1, ReverbSettings())
    var left: [Float] = (0..<48_000).map { $0 / 4800 % 2 == 0 ? sin(Float($0) * 0.07) : 0 }
    var right = left.map { -$0 }
    left.withUnsafeMutableBufferPointer { l in
      right.withUnsafeMutableBufferPointer { r in
        var done = 0
        while done < 48_000 {
          // Settings move at the same frames in both.
          if done % 960 == 0 {
            let settings = reverbSettings {
              $0.size = done > 20_000 ? 0.7 : 1
              $0.early = Float(done / 960 % 3) * 0.3
              $0.duck = 6
            }
            reverb.aim(1, settings, approach: 0.5, reciprocalFrames: 1 / 960)
          }
          let count = min(span(), 960 - done % 960)
          reverb.process(l.baseAddress! + done, r.baseAddress! + done, count: count)
          done += count
        }
      }
    }
    return left + right
  }
  #expect(play { 32 } == play { random(60) + 1 })
}
