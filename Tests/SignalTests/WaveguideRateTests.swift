// A string sounds the same at every sample rate.
import Foundation
import Lanes
import TestSupport
import Testing

@testable import Signal

/// The power of sixteen strings in bands below an eighth of 44.1 kHz, in decibels.
private func bands(_ settings: WaveguideSettings, hertz: Double, rate: Double, _ blow: Waveguide.Blow)
  -> [Double]
{
  var string = Waveguide(sampleRate: Float(rate))
  let memory = laneRingMemory(sampleRate: Float(rate))
  defer { memory.deallocate() }
  var settings = settings
  settings.cycles = Lanes(repeating: Float(hertz / rate))
  let edges = [50.0, 400, 800, 1600, 2400, 3600, 5500]
  var energies = [Double](repeating: 0, count: edges.count - 1)
  // Random differences average out over 4 × 16 strings and over the harmonics of a band.
  for take in 0..<(blow == .impact && settings.stir[0] == 0 ? 1 : 4) {
    var ring = LaneRing(memory: memory, frames: laneRingFrames(sampleRate: Float(rate)))
    for lane in 0..<16 {
      string.restart(lane: lane, strength: settings.stir[0] > 0 ? 0 : 1, seed: UInt32(100 * take + lane))
      ring.restart(lane: lane)
    }
    var level = LaneRamp(1)
    var heard: [Lanes] = []
    for _ in 0..<Int(0.8 * rate / 32) {
      string.aim(settings, blow: blow, frames: 32)
      var block = [Lanes](repeating: Lanes(repeating: 0), count: 32)
      block.withUnsafeMutableBufferPointer {
        string.process(ring: &ring, level: &level, addingTo: $0.baseAddress!, count: 32)
      }
      heard += block
    }
    for band in 0..<(edges.count - 1) { energies[band] += energy(heard, edges[band]..<edges[band + 1], rate) }
  }
  return energies.map { 10 * log10($0) }
}

/// The energy of all lanes between two frequencies, by a
/// band-pass of two second-order high-passes and two low-passes.
private func energy(_ heard: [Lanes], _ band: Range<Double>, _ rate: Double) -> Double {
  var sum = 0.0
  var states = [SIMD16<Double>](repeating: SIMD16(repeating: 0), count: 16)
  var sections: [(b0: Double, b1: Double, b2: Double, a1: Double, a2: Double)] = []
  for (hertz, isHigh) in [(band.lowerBound, true), (band.upperBound, false)] {
    // Butterworth of the fourth order.
    for q in [0.541_196_1, 1.306_563] {
      let w = 2 * Double.pi * hertz / rate
      let alpha = sin(w) / (2 * q)
      let a0 = 1 + alpha
      let top = isHigh ? (1 + cos(w)) / 2 : (1 - cos(w)) / 2
      sections.append((top / a0, (isHigh ? -2 : 2) * top / a0, top / a0, -2 * cos(w) / a0, (1 - alpha) / a0))
    }
  }
  for frame in heard {
    var x = SIMD16<Double>(frame)
    for (place, s) in sections.enumerated() {
      let y = x * s.b0 + states[4 * place]
      states[4 * place] = x * s.b1 - y * s.a1 + states[4 * place + 1]
      states[4 * place + 1] = x * s.b2 - y * s.a2
      x = y
    }
    sum += (x * x).sum()
  }
  return sum / rate
}

@Test(arguments: [Waveguide.Blow.pluck, .impact], [Float(0), 0.5])
func stringsAreTheSameAtAllRates(_ blow: Waveguide.Blow, _ stir: Float) {
  let mode = FloatMode.flushingDenormals()
  defer { mode.restore() }
  if blow == .impact && stir > 0 { return }
  for (brightness, stiffness) in [(Float(0.7), Float(0)), (0.3, 0), (0.9, 0.2), (0.7, 0.6)] {
    var settings = WaveguideSettings()
    settings.brightness = Lanes(repeating: brightness)
    settings.stiffness = Lanes(repeating: stiffness)
    settings.stir = Lanes(repeating: stir)
    settings.decay = Lanes(repeating: 10)
    let hertz = blow == .impact ? 220.0 : 55
    let stated = bands(settings, hertz: hertz, rate: 48_000, blow)
    let loudest = stated.max() ?? 0
    for rate in isCampaign ? [44_100.0, 96_000, 192_000] : [44_100, 96_000] {
      for (band, (a, b)) in zip(stated, bands(settings, hertz: hertz, rate: rate, blow)).enumerated()
      where a > loudest - 80 {
        #expect(
          abs(a - b) < 1,
          """
          \(blow), stir \(stir), brightness \(brightness), stiffness \(stiffness), \(rate) Hz, \
          band \(band): \(b - a) dB
          """)
      }
    }
  }
}

@Test(arguments: [44_100.0, 88_200, 96_000, 192_000]) func aTimeRoundTheLoopIsTheSame(_ rate: Double) {
  let filters = WaveguideFilters(sampleRate: Float(rate))
  for stated in stride(from: Float(0), through: 0.85, by: 0.05) {
    let pole = Double(filters.pole(Lanes(repeating: stated))[0])
    let share = Double(filters.share)
    for hertz in stride(from: 100.0, through: min(rate, 48_000) / 8, by: 100) {
      // |1 − s + s/z|²·(1 − p)²/|1 − p/z|², at this rate and at 48 kHz.
      func power(_ p: Double, _ s: Double, _ rate: Double) -> Double {
        let x = 2 - 2 * cos(2 * .pi * hertz / rate)
        return (1 - s * (1 - s) * x) * (1 - p) * (1 - p) / ((1 - p) * (1 - p) + p * x)
      }
      let (here, there) = (10 * log10(power(pole, share, rate)), 10 * log10(power(Double(stated), 0, 48_000)))
      #expect(
        abs(here - there) < 0.002 + 0.01 * abs(there), "pole \(stated), \(hertz) Hz: \(here), \(there) dB")
    }
  }
  for stiffness in [0.0, 0.2, 0.5, 1] {
    let stated = stiffness * -0.7
    let here = Double(filters.stretch(Lanes(repeating: Float(stated)))[0])
    // The delay of a partial relative to a low one in seconds: the phase of (a + 1/z)/(1 + a/z) is
    // −2·arctan(m·tan(π·f/rate)).
    func late(_ a: Double, _ rate: Double, _ hertz: Double) -> Double {
      2 * atan((1 - a) / (1 + a) * tan(.pi * hertz / rate)) / (2 * .pi * hertz)
    }
    for hertz in [500.0, 1000, 2000, 4000, min(rate, 48_000) / 8] {
      let difference =
        late(here, rate, hertz) - late(here, rate, 20) - late(stated, 48_000, hertz)
        + late(stated, 48_000, 20)
      // As a fraction of the period of 220 Hz, which is the relative error of the partial's frequency.
      #expect(abs(difference * 220) < 1e-3, "stiffness \(stiffness), \(hertz) Hz: \(difference) s")
    }
  }
}
