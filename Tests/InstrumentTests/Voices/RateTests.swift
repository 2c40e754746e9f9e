// The same sound at all sample rates; sounds without a line spectrum are compared by their power in bands.
import Foundation
import Lanes
import Matrix
import Music
import TestSupport
import Testing

@testable import Controls
@testable import Instrument

/// The power in octaves below an eighth of 44.1 kHz, in
/// decibels, by sixth-order band-passes of three equal ones.
private func powers(_ samples: ArraySlice<Float>, rate: Double) -> [Double] {
  [150.0, 300, 600, 1200, 2400, 3700].map { hertz in
    let angle = 2 * Double.pi * hertz / rate
    let alpha = sin(angle) / (2 * 1.414)
    let (b, a1, a2) = (alpha / (1 + alpha), -2 * cos(angle) / (1 + alpha), (1 - alpha) / (1 + alpha))
    var states = [SIMD4<Double>](repeating: SIMD4(repeating: 0), count: 3)
    var sum = 0.0
    for sample in samples {
      var x = Double(sample)
      for place in 0..<3 {
        let s = states[place]
        let y = b * (x - s[1]) - a1 * s[2] - a2 * s[3]
        states[place] = SIMD4(x, s[0], y, s[2])
        x = y
      }
      sum += x * x
    }
    return sum / Double(samples.count)
  }
}

/// The power of a sound of three seconds, averaged over `seeds` seeds, so that chance moves it little.
private func powers(_ values: [(Parameter, Float)], rate: Float, seeds: UInt64) -> [Double] {
  var sums = [Double](repeating: 0, count: 6)
  for seed in 1...seeds {
    var patch = CompiledPatch()
    let bare: [(Parameter, Float)] = [
      (.oscALevel, 0), (.oscBLevel, 0), (.filterKind, 8), (.voiceWidth, 0), (.ampAttack, 0.001),
      (.ampSustain, 1),
    ]
    for (parameter, value) in bare + values { patch.program.base[parameter] = Lanes(repeating: value) }
    patch.seed = seed
    let sound = play(
      [(0, .midi(.noteOn(channel: 0, note: 45, velocity: 127)))], frames: Int(rate) * 3, rate: rate,
      patch: patch)
    for (band, power) in powers(sound.left[Int(rate / 2)...], rate: Double(rate)).enumerated() {
      sums[band] += power
    }
  }
  return sums.map { 10 * log10($0 / Double(seeds) + 1e-20) }
}

@Test func whatIsMadeOfChanceAndMemorySoundsAlikeAtAllRates() {
  let mode = FloatMode.flushingDenormals()
  defer { mode.restore() }
  let noise: [(Parameter, Float)] = [(.noiseLevel, 0.5)]
  let sounds: [(String, UInt64, [(Parameter, Float)])] = [
    ("grains", 8, [(.grainLevel, 0.8)]), ("scattered grains", 8, [(.grainLevel, 0.8), (.grainSpread, 7)]),
    ("white noise", 3, noise), ("pink noise", 3, noise + [(.noiseColour, 1)]),
    ("brown noise", 3, noise + [(.noiseColour, 2)]), ("held noise", 3, noise + [(.noiseColour, 3)]),
    ("comb", 3, noise + [(.filterKind, 6), (.filterCutoff, 220), (.filterResonance, 0.8)]),
    ("chorus", 3, noise + [(.chorus, 1)]),
    ("flanger", 3, noise + [(.chorus, 1), (.chorusKind, 1), (.chorusFeedback, 0.7)]),
    ("phaser", 3, noise + [(.chorus, 1), (.chorusKind, 2), (.chorusFeedback, 0.5)]),
    ("delay", 3, noise + [(.delay, 1), (.delayTime, 0.1)]),
    ("reverb", 3, noise + [(.reverb, 1)]), ("dull reverb", 3, noise + [(.reverb, 1), (.reverbTone, 1500)]),
  ]
  for (name, seeds, values) in sounds {
    let stated = powers(values, rate: 48_000, seeds: seeds)
    let loudest = stated.max() ?? 0
    for rate in isCampaign ? [Float(44_100), 96_000, 192_000] : [44_100, 96_000] {
      for (band, (a, b)) in zip(stated, powers(values, rate: rate, seeds: seeds)).enumerated()
      where a > loudest - 40 {
        #expect(abs(a - b) < 1, "\(name) at \(rate) Hz, octave \(band): \(b - a) dB")
      }
    }
  }
}
