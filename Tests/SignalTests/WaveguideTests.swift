// Strings are in tune and decay in their times; grain clouds are bounded.
import Foundation
import Lanes
import TestSupport
import Testing

@testable import Signal

private func pluck(_ hertz: Double, rate: Double, blow: Waveguide.Blow = .pluck, seconds: Double) -> [Float] {
  var string = Waveguide(sampleRate: Float(rate))
  let laneMemory = laneRingMemory(sampleRate: Float(rate))
  var ring = LaneRing(memory: laneMemory, frames: laneRingFrames(sampleRate: Float(rate)))
  defer { laneMemory.deallocate() }
  var settings = WaveguideSettings()
  settings.cycles = Lanes(repeating: Float(hertz / rate))
  settings.decay = Lanes(repeating: 2)
  string.restart(lane: 2, strength: 1, seed: 5)
  ring.restart(lane: 2)
  var level = LaneRamp(1)
  var heard: [Float] = []
  for _ in 0..<Int(seconds * rate / 32) {
    string.aim(settings, blow: blow, frames: 32)
    var block = [Lanes](repeating: Lanes(repeating: 0), count: 32)
    block.withUnsafeMutableBufferPointer {
      string.process(ring: &ring, level: &level, addingTo: $0.baseAddress!, count: 32)
    }
    heard += block.map { $0[2] }
  }
  return heard
}

/// The frequency of the greatest component near `hertz`, to a thousandth of a cent, by the turn of its phase.
private func measured(_ samples: [Float], near hertz: Double, rate: Double) -> Double {
  let cycles = hertz / rate
  let length = samples.count / 2
  let gap = Int(rate / hertz * 8)
  let turn =
    phase(of: samples[gap..<(gap + length)], at: cycles) - phase(of: samples[0..<length], at: cycles)
    - cycles * Double(gap)
  return hertz + (turn - turn.rounded()) / Double(gap) * rate
}

@Test(arguments: [44_100.0, 48_000, 96_000, 192_000]) func stringsAreInTune(_ rate: Double) {
  for blow in Waveguide.Blow.allCases {
    for hertz in [41.2, 110, 261.63, 880, 2093] {
      let heard = pluck(hertz, rate: rate, blow: blow, seconds: 1.2)
      let part = Array(heard[Int(rate * 0.2)...])
      let cents = 1200 * log2(measured(part, near: hertz, rate: rate) / hertz)
      #expect(abs(cents) < 1.5, "\(blow) at \(hertz) Hz, \(rate) Hz rate")
    }
  }
}

@Test func stringsFadeInTheirTime() {
  let heard = pluck(220, rate: 48_000, seconds: 2)
  func level(_ at: Double) -> Double {
    decibels(amplitude(of: Array(heard[Int(at * 48_000)..<Int((at + 0.2) * 48_000)]), at: 220 / 48_000))
  }
  // 60 dB in two seconds.
  let fallen = level(0.3) - level(1.3)
  #expect(abs(fallen - 30) < 3, "\(fallen) dB in a second")
}

@Test func cloudsAreBoundedAndAtTheirPitch() {
  var cloud = GrainCloud()
  var level = LaneRamp(1)
  let cycles: Float = 440 / 48_000
  for lane in 0..<16 { cloud.restart(lane: lane, cycles: cycles, seed: UInt32(lane)) }
  var heard: [Float] = []
  for _ in 0..<1500 {
    cloud.aim(
      cycles: Lanes(repeating: cycles), wave: .saw, position: Lanes(repeating: 0),
      seconds: Lanes(repeating: 0.1), spread: Lanes(repeating: 0), scatter: Lanes(repeating: 1),
      sampleRate: 48_000, frames: 32)
    var block = [Lanes](repeating: Lanes(repeating: 0), count: 32)
    block.withUnsafeMutableBufferPointer {
      cloud.process(tables, level: &level, addingTo: $0.baseAddress!, count: 32)
    }
    heard += block.map { $0[7] }
  }
  #expect(heard.allSatisfy { abs($0) < 2.4 })
  #expect(amplitude(of: heard, at: 440.0 / 48_000) > 10 * amplitude(of: heard, at: 500.0 / 48_000))
}
