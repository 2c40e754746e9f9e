// Noise: the slopes of its spectrum, and equal power in a band at every sample rate.
import Foundation
import Lanes
import TestSupport
import Testing

@testable import Signal

/// Power in a band, by averaged transforms of 8192 frames, per hertz.
private func density(_ colour: Noise.Colour, rate: Double, bands: [Double]) -> [Double] {
  var noise = Noise(sampleRate: Float(rate))
  for lane in 0..<16 { noise.restart(lane: lane, seed: UInt32(lane + 40)) }
  var level = LaneRamp(1)
  var power = [Double](repeating: 0, count: bands.count)
  let count = 1 << 14
  for round in 0..<6 {
    var output = [Lanes](repeating: Lanes(repeating: 0), count: count)
    output.withUnsafeMutableBufferPointer {
      noise.process(
        colour, cycles: Lanes(repeating: 0.01), level: &level, addingTo: $0.baseAddress!, count: count)
    }
    if round == 0 { continue }
    for lane in 0..<16 {
      let spectrum = powerSpectrum(windowed(output.map { Double($0[lane]) }))
      for (index, band) in bands.enumerated() {
        let from = Int(band / 1.19 * Double(count) / rate)
        let to = Int(band * 1.19 * Double(count) / rate)
        let sum = spectrum[from...to].reduce(0, +)
        // Per hertz, whatever the rate.
        power[index] += sum / Double(to - from + 1) / rate
      }
    }
  }
  return power
}

@Test(arguments: [(Noise.Colour.white, 0.0), (.pink, -3.0103), (.brown, -6.0206)])
func slopesAreWithinADecibel(_ colour: Noise.Colour, _ slope: Double) {
  let bands = [100.0, 200, 400, 800, 1600, 3200, 6400, 12_800]
  let power = density(colour, rate: 48_000, bands: bands).map { 10 * log10($0) }
  // The best straight line through all octaves; up to an eighth
  // of the rate no octave is more than 1 dB away from it.
  let level: [Double] = (0..<7).map { power[$0] - slope * Double($0) }
  let offset: Double = level.reduce(0, +) / 7
  for index in 0..<7 {
    #expect(abs(level[index] - offset) < 1, "\(colour) at \(bands[index]) Hz")
  }
}

@Test(arguments: [Noise.Colour.white, .pink, .brown]) func ratesAgree(_ colour: Noise.Colour) {
  let bands = [200.0, 800, 3000]
  let reference = density(colour, rate: 48_000, bands: bands)
  for rate in [44_100.0, 96_000, 192_000] {
    for (a, b) in zip(density(colour, rate: rate, bands: bands), reference) {
      #expect(abs(10 * log10(a / b)) < 1, "\(colour) at \(rate) Hz")
    }
  }
}

@Test func equalSeedsGiveEqualNoise() {
  var noise = Noise(sampleRate: 48_000)
  var level = LaneRamp(1)
  func take() -> [Float] {
    noise.restart(lane: 3, seed: 77)
    var output = [Lanes](repeating: Lanes(repeating: 0), count: 100)
    output.withUnsafeMutableBufferPointer {
      noise.process(.white, cycles: Lanes(repeating: 0), level: &level, addingTo: $0.baseAddress!, count: 100)
    }
    return output.map { $0[3] }
  }
  let first = take()
  #expect(first == take() && Set(first).count > 90)
}
