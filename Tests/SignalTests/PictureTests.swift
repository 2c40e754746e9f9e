// What the pictures of effects show, against sounds that went through the effects.
import Foundation
import Lanes
import TestSupport
import Testing

@testable import Reverberation
@testable import Signal

private let rate: Float = 48_000

/// The level of a part of a sound at a frequency, as the magnitude of its Fourier sum.
private func magnitude(_ samples: ArraySlice<Float>, at hertz: Double) -> Double {
  power(of: samples.map(Double.init), at: hertz / Double(rate)).squareRoot()
}

@Test func thePictureOfAnEqualizerIsItsResponse() {
  let settings: [(low: Float, middle: Float, high: Float, hertz: Float)] = [
    (12, 0, 0, 1000), (0, -9, 0, 400), (-6, 9, 15, 3000), (-18, -18, -18, 8000),
  ]
  for set in settings {
    var equaliser = Equaliser(sampleRate: rate)
    equaliser.jump(low: set.low, middle: set.middle, high: set.high, hertz: set.hertz)
    let response = run(count: 32_768, input: { $0 == 0 ? 1 : 0 }) { equaliser.process($0, $1, count: 32) }
    for hertz in [30.0, 100, 160, 400, 1000, 2500, 5000, 9000, 15_000] {
      let shown = Equaliser.response(
        low: set.low, middle: set.middle, high: set.high, middleHertz: set.hertz, at: Float(hertz),
        sampleRate: rate)
      let heard = decibels(magnitude(response.left[...], at: hertz))
      #expect(abs(Double(shown) - heard) < 0.05, "\(set) at \(hertz): \(shown), \(heard)")
    }
  }
}

/// The output for a constant input, at its end.
private func steady(
  _ input: Float, _ process: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>) -> Void
)
  -> Float
{
  run(count: 48_000, input: { _ in input }, process).left[47_000]
}

@Test func thePicturesOfDriveAndLimiterAreTheirCurves() {
  for input in [Float(-0.9), -0.2, 0.1, 0.5, 1] {
    for gain in [Float(0), 1.5, 12, 36] {
      var drive = Drive()
      drive.jump(decibels: gain)
      let heard = gain == 0 ? input : steady(input) { drive.process($0, $1, count: 32) }
      let shown = Drive.output(of: input, decibels: gain)
      #expect(abs(shown - heard) < 0.002, "\(input) at \(gain) dB: \(shown), \(heard)")
    }
    var limiter = Limiter(sampleRate: rate)
    limiter.set(ceiling: -9)
    let heard = steady(input) { limiter.process($0, $1, count: 32) }
    let shown = Limiter.output(of: Float(decibels(Double(abs(input)))), ceiling: -9)
    #expect(abs(Double(shown) - decibels(Double(abs(heard)))) < 0.05, "\(input): \(shown), \(heard)")
  }
}

@Test func thePictureOfACompressorIsItsCurve() {
  var settings = CompressorSettings()
  (settings.threshold, settings.attack, settings.release) = (-20, 0.001, 0.01)
  for (ratio, gain) in [(Float(1), Float(6)), (3, 0), (20, 12)] {
    (settings.ratio, settings.gain) = (ratio, gain)
    for level in [Double(-40), -23, -20, -18, -6, 0] {
      var compressor = Compressor(sampleRate: rate)
      compressor.jump(settings)
      let heard = steady(Float(pow(10, level / 20))) { compressor.process($0, $1, count: 32) }
      let shown = Compressor.output(of: Float(level), settings)
      #expect(abs(Double(shown) - decibels(Double(heard))) < 0.05, "\(ratio) at \(level): \(shown)")
    }
  }
}

@Test func thePictureOfADelayHasItsEchoes() {
  for (isPingPong, tone, lowCut) in [(true, Float(20_000), Float(20)), (false, 3000, 20), (true, 1500, 300)] {
    var settings = EchoSettings()
    (settings.seconds, settings.feedback, settings.isPingPong) = (0.12, 0.7, isPingPong)
    (settings.tone, settings.lowCut) = (tone, lowCut)
    var echo = Echo(sampleRate: rate)
    echo.jump(0.6, settings)
    let out = run(count: 48_000, input: { $0 == 0 ? 1 : 0 }) { echo.process($0, $1, count: 32) }
    for hertz in [500.0, 4000] {
      let shown = Echo.echoes(settings, wet: 0.6, count: 7, at: Float(hertz), sampleRate: rate)
      for (index, level) in shown.levels.enumerated() {
        let start = Int((Float(index + 1) * shown.seconds * rate).rounded()) - 100
        let part = start..<(start + 5700)
        let (left, right) = (magnitude(out.left[part], at: hertz), magnitude(out.right[part], at: hertz))
        #expect(
          abs(Double(level.left) - left) < 0.005 + 0.02 * left, "\(index) at \(hertz): \(level), \(left)")
        #expect(
          abs(Double(level.right) - right) < 0.005 + 0.02 * right, "\(index) at \(hertz): \(level), \(right)")
      }
    }
  }
}

@Test func thePictureOfAChorusHasItsDelays() {
  for kind in [Chorus.Kind.chorus, .flanger, .ensemble] {
    for at in [4800, 20_000, 40_000] {
      var chorus = Chorus(sampleRate: rate)
      chorus.jump(1, kind: kind, hertz: 1, depth: 0.5, feedback: 0)
      let out = run(count: 48_000, input: { $0 == at ? 1 : 0 }) { chorus.process($0, $1, count: 32) }
      for (side, isLeft) in [(out.left, true), (out.right, false)] {
        // The copies, each as the middle of its two samples; the sound itself is left aside.
        let heard = (at + 5..<at + 1100).filter {
          side[$0] > 0.1 && side[$0] >= side[$0 - 1] && side[$0] > side[$0 + 1]
        }
        #expect(!heard.isEmpty)
        for frame in heard {
          let motion = Chorus.motion(kind, depth: 0.5, turns: Float(frame) / rate, sampleRate: rate)
          let shown = (isLeft ? motion.left : motion.right).map { Double($0 * rate) }
          #expect(shown.contains { abs($0 - Double(frame - at)) < 2 }, "\(kind) \(frame - at): \(shown)")
        }
      }
    }
  }
}

@Test func thePictureOfAPhaserHasItsNotches() {
  // At the lowest rate the left side rests at the middle for a moment, the right one at the top.
  let motion = Chorus.motion(.phaser, depth: 1, turns: 0, sampleRate: rate)
  for (hertz, isLeft) in motion.left.map({ ($0, true) }) + motion.right.map({ ($0, false) }) {
    var chorus = Chorus(sampleRate: rate)
    chorus.jump(1, kind: .phaser, hertz: 0.01, depth: 1, feedback: 0)
    let out = run(count: 9600, input: { Float(sin(2 * .pi * Double(hertz) / 48_000 * Double($0))) }) {
      chorus.process($0, $1, count: 32)
    }
    let side = Array((isLeft ? out.left : out.right)[2400..<4800])
    let level = amplitude(of: side, at: Double(hertz / rate))
    // The copy has 0.7 of the level and cancels.
    #expect(abs(level - 0.3) < 0.05, "\(hertz) Hz: \(level)")
  }
}

/// A narrow band around a frequency: where the decay depends on it, a wide one would have the longest decay in it.
private func band(_ samples: [Float], about hertz: Double) -> [Double] {
  var out = samples.map(Double.init)
  let angle = 2 * Double.pi * hertz / Double(rate)
  let alpha = sin(angle) / 20
  for _ in 0..<3 {
    var (x1, x2, y1, y2) = (0.0, 0.0, 0.0, 0.0)
    for index in out.indices {
      let y = (alpha * (out[index] - x2) + 2 * cos(angle) * y1 - (1 - alpha) * y2) / (1 + alpha)
      (x2, x1, y2, y1) = (x1, out[index], y1, y)
      out[index] = y
    }
  }
  return out
}

@Test func thePictureOfAReverbHasItsDecay() {
  let mode = FloatMode.flushingDenormals()
  defer { mode.restore() }
  for (seconds, tone, lowCut) in [(Float(1.5), Float(5500), Float(20)), (3, 2000, 20), (2, 20_000, 60)] {
    let change: (inout ReverbSettings) -> Void = { $0.lowCut = lowCut }
    let sounds = (1...4).map { room(seconds, tone: tone, rate: rate, seed: $0, change) }
    for hertz in [125.0, 500, 6000] {
      let heard =
        sounds.map { fading(band($0, about: hertz), rate: Double(rate)) }.reduce(0, +)
        / 4
      let settings = reverbSettings {
        ($0.decay, $0.tone, $0.lowCut) = (seconds, tone, lowCut)
      }
      let shown = Double(Reverb.decay(settings, at: Float(hertz), sampleRate: rate))
      print("decay \(seconds) s, tone \(tone), at \(hertz) Hz: shown \(shown) s, heard \(heard) s")
      #expect(abs(shown / heard - 1) < 0.15, "\(seconds) \(tone) \(hertz): \(shown), \(heard)")
    }
  }
}
