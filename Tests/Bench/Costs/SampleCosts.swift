// The cost of samples, grains of samples and user wavetables. Not for the audio thread.
import Foundation
import Lanes
import Samples

@testable import Signal

/// Sixteen voices that play one sound, each at its own speed: from two octaves down to two octaves up.
func printCostsOfSamples(_ tables: WaveTables) {
  let second = (0..<480_000).map { sin(Float($0) * 0.03) }
  let looped = SampleMemory(second, rate: 48_000, loop: SampleMemory.Loop(start: 1000, end: 400_000))
  var zones = SampleZones()
  var zone = SampleZone()
  (zone.low, zone.high, zone.view, zone.scale) = (0, 127, looped.view, 48_000 / 261.6256)
  _ = zones.append(zone)
  let root: Float = 261.6256 / 48_000
  let pitches = Lanes((0..<16).map { root * pow(2, (Float($0) - 7.5) / 4) })
  var player = SamplePlayer()
  for lane in 0..<16 { player.restart(lane: lane, &zones, pitch: 60, start: 0, cycles: pitches[lane]) }
  _ = cost("sample, sixteen speeds") {
    player.aim(cycles: pitches, frames: 32)
    player.process(into: $0, count: 32)
  }
  for lane in 1..<16 { player.end(lane: lane) }
  _ = cost("sample, one voice") {
    player.aim(cycles: pitches, frames: 32)
    player.process(into: $0, count: 32)
  }
  var cloud = SampleCloud()
  for lane in 0..<16 {
    cloud.restart(lane: lane, &zones, pitch: 60, cycles: pitches[lane], seed: UInt32(lane))
  }
  _ = cost("grains of a sample") {
    cloud.set(SampleGrains(), sampleRate: 48_000)
    cloud.aim(cycles: pitches, frames: 32)
    cloud.process(into: $0, count: 32)
  }
  let memory = WavetableMemory((0..<16 * 2048).map { sin(Float($0) * 0.003_067_96) }, length: 2048)
  let user = WaveTables(user: memory.view.tables, beside: tables)
  var oscillator = Oscillator()
  var level = LaneRamp(0.5)
  _ = cost("oscillator of a user's wavetable") {
    oscillator.aim(
      cycles: pitches, wave: .user, frames: 32, shape: Lanes(repeating: 0.4), last: memory.view.last)
    oscillator.process(user, level: &level, addingTo: $0, count: 32)
  }
}
