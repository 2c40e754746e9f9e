// The cost of each block of sound. Not for the audio thread.
import Foundation
import Lanes
import WaveRecipes

import Reverberation
@testable import Signal

/// The tables as the bundle ships them; their memory is never freed.
func waveTables() -> WaveTables {
  let floats = UnsafeMutablePointer<Float>.allocate(capacity: WaveTables.floatCount)
  _ = waveTableFile().dropFirst(WaveTables.headerBytes).withUnsafeBytes {
    memcpy(floats, $0.baseAddress!, $0.count)
  }
  return WaveTables(base: floats)
}

/// Runs 32 frames at a time and prints the least time of many runs.
func cost(_ name: String, _ body: (UnsafeMutablePointer<Lanes>) -> Void) -> Double {
  let samples = UnsafeMutablePointer<Lanes>.allocate(capacity: 256)
  defer { samples.deallocate() }
  for index in 0..<128 { samples[index] = Lanes(repeating: 0.1) }
  let clock = ContinuousClock()
  var best = Double.infinity
  for _ in 0..<400 {
    for index in 0..<32 { samples[index] = Lanes(repeating: Float(index % 7) * 0.1) }
    let taken = clock.measure { for _ in 0..<40 { body(samples) } }
    best = min(best, Double(taken.components.attoseconds) * 1e-9 / (40 * 32))
  }
  print("\(name): \((best * 10).rounded() / 10) ns per frame of 16 voices")
  return best
}

private func stereo(
  _ name: String, _ body: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>) -> Void
)
  -> Double
{
  var left = [Float](repeating: 0.1, count: 32)
  var right = left
  return cost(name) { _ in
    for index in 0..<32 {
      left[index] = Float(index % 7) * 0.1
      right[index] = left[index]
    }
    left.withUnsafeMutableBufferPointer { l in
      right.withUnsafeMutableBufferPointer { r in body(l.baseAddress!, r.baseAddress!) }
    }
  }
}

/// Prints nanoseconds per frame of each block, and what the blocks of the reference patch cost together.
func printCostsOfBlocks(_ tables: WaveTables) {
  let pitch = Lanes((0..<16).map { 110 * pow(2, Float($0) / 5) / 48_000 })
  let half = Lanes(repeating: 0.5)
  let one = Lanes(repeating: 1)
  let tick: Float = 1 / 32
  var level = LaneRamp(0.5)
  var sum = 0.0

  var oscillator = Oscillator()
  let table = cost("wavetable oscillator") {
    oscillator.aim(cycles: pitch, wave: .saw, frames: 32)
    level.aim(half, reciprocalFrames: tick)
    oscillator.process(tables, level: &level, addingTo: $0, count: 32)
  }
  sum += 3 * table
  _ = cost("its morphing kind") {
    oscillator.aim(cycles: pitch, wave: .morphSweep, frames: 32, shape: half)
    oscillator.process(tables, level: &level, addingTo: $0, count: 32)
  }
  _ = cost("its pulse of any width") {
    oscillator.aim(cycles: pitch, wave: .square, frames: 32, shape: Lanes(repeating: 0.3))
    oscillator.process(tables, level: &level, addingTo: $0, count: 32)
  }
  _ = cost("unison of 7") {
    oscillator.aim(cycles: pitch, wave: .saw, frames: 32, copies: 7, spread: 0.3)
    oscillator.process(tables, level: &level, addingTo: $0, count: 32)
  }
  _ = cost("phase modulated") {
    oscillator.aim(cycles: pitch, wave: .saw, frames: 32)
    oscillator.process(tables, into: $0 + 64, modulation: $0, depth: &level, count: 32)
  }
  var sync = HardSync()
  for lane in 0..<16 { sync.restart(lane: lane, cycles: pitch[lane], leaderCycles: pitch[lane]) }
  _ = cost("hard sync") {
    sync.aim(cycles: pitch * 2.3, leaderCycles: pitch, wave: .saw, frames: 32)
    sync.process(tables, into: $0, count: 32)
  }
  var pair = FMPair(sampleRate: 48_000)
  _ = cost("FM pair") {
    pair.aim(carrier: pitch, modulator: pitch * 2, index: one, frames: 32)
    pair.process(level: &level, addingTo: $0, count: 32)
  }
  var noise = Noise(sampleRate: 48_000)
  for colour in Noise.Colour.allCases {
    _ = cost("\(colour) noise") {
      noise.process(colour, cycles: pitch, level: &level, addingTo: $0, count: 32)
    }
  }
  let ringFrames = LaneRing.frames(sampleRate: 48_000)
  let laneMemory = UnsafeMutablePointer<Lanes>.allocate(capacity: ringFrames)
  laneMemory.initialize(repeating: Lanes(repeating: 0), count: ringFrames)
  var ring = LaneRing(memory: laneMemory, frames: ringFrames)
  defer { laneMemory.deallocate() }
  var string = Waveguide(sampleRate: 48_000)
  for lane in 0..<16 { string.restart(lane: lane, strength: 1, seed: UInt32(lane)) }
  _ = cost("waveguide") {
    var settings = WaveguideSettings()
    settings.cycles = pitch
    string.aim(settings, blow: .pluck, frames: 32)
    string.process(ring: &ring, level: &level, addingTo: $0, count: 32)
  }
  var cloud = GrainCloud()
  _ = cost("grain cloud") {
    cloud.aim(
      cycles: pitch, wave: .saw, position: half, seconds: Lanes(repeating: 0.05), spread: one, scatter: one,
      sampleRate: 48_000, frames: 32)
    cloud.process(tables, level: &level, addingTo: $0, count: 32)
  }
  var filter = StateVariableFilter()
  for output in StateVariableFilter.Output.allCases {
    let taken = cost("state-variable filter, \(output)") {
      filter.aim(gain: Lanes(repeating: 0.1), damping: one, reciprocalFrames: tick)
      filter.process($0, count: 32, output: output)
    }
    if output == .low { sum += taken }
  }
  var ladder = LadderFilter()
  sum += cost("ladder filter") {
    ladder.aim(gain: Lanes(repeating: 0.1), feedback: one, drive: one, reciprocalFrames: tick)
    ladder.process($0, count: 32)
  }
  var comb = CombFilter()
  _ = cost("comb filter") {
    comb.aim(delay: Lanes(repeating: 100.3), feedback: half, reciprocalFrames: tick)
    comb.process($0, ring: &ring, count: 32)
  }
  var vowel = VowelFilter()
  _ = cost("vowel filter") {
    vowel.aim(
      gains: VowelFilter.gains(position: half, shift: Lanes(repeating: 0), sampleRate: 48_000),
      damping: Lanes(repeating: 0.1), reciprocalFrames: tick)
    vowel.process($0, $0 + 32, $0 + 64, count: 32)
  }
  var amount = LaneRamp(0)
  var shaper = Waveshaper()
  for shape in Waveshaper.Shape.allCases {
    _ = cost("waveshaper, \(shape), twice the sample rate") {
      amount.aim(half, reciprocalFrames: tick / 2)
      shaper.process(shape, amount: &amount, $0, room: $0 + 32, count: 32, times: 2)
    }
  }
  var envelope = Envelope(sampleRate: 48_000)
  for lane in 0..<16 { envelope.start(lane: lane) }
  var times = EnvelopeTimes()
  times.attack = one
  let heard = cost("envelope, heard") {
    envelope.evaluate(times, elapsed: 0.01, ahead: 32)
    envelope.process($0, count: 32)
  }
  let moving = cost("envelope that moves parameters") { _ in
    envelope.evaluate(times, elapsed: 0.01, ahead: 32)
    envelope.skip(32)
  }
  sum += heard + 3 * moving
  var slow = LowFrequencyOscillator()
  let points = [Float](repeating: 0, count: 33)
  for wave in SlowWave.allCases {
    let taken = cost("LFO, \(wave)") { _ in
      points.withUnsafeBufferPointer {
        slow.advance(
          wave, turns: 0.01, ahead: 0.01, offset: half, fade: one,
          drawn: $0.baseAddress!)
      }
    }
    if wave == .sine { sum += 4 * taken }
  }
  var mixer = Mixer()
  var left = [Float](repeating: 0, count: 32)
  var right = left
  sum += cost("mixer") {
    mixer.aim(left: half, right: half, reciprocalFrames: tick)
    mixer.process($0, &left, &right, count: 32)
  }
  var chorus = Chorus(sampleRate: 48_000)
  for kind in Chorus.Kind.allCases {
    let taken = stereo("\(kind)") {
      chorus.aim(0.5, kind: kind, approach: 0.1, reciprocalFrames: tick)
      chorus.process($0, $1, count: 32)
    }
    if kind == .chorus { sum += taken }
  }
  var echo = Echo(sampleRate: 48_000)
  sum += stereo("delay") {
    echo.aim(0.5, approach: 0.1, reciprocalFrames: tick)
    echo.process($0, $1, count: 32)
  }
  var reverb = Reverb(sampleRate: 48_000)
  sum += stereo("reverb") {
    reverb.aim(0.5, approach: 0.1, reciprocalFrames: tick)
    reverb.process($0, $1, count: 32)
  }
  var equaliser = Equaliser(sampleRate: 48_000)
  _ = stereo("equaliser") {
    equaliser.aim(low: 3, middle: 3, high: -3, hertz: 1000, approach: 0.1, reciprocalFrames: tick)
    equaliser.process($0, $1, count: 32)
  }
  var compressor = Compressor(sampleRate: 48_000)
  var compression = CompressorSettings()
  compression.ratio = 4
  _ = stereo("compressor") {
    compressor.aim(compression, approach: 0.1, reciprocalFrames: tick)
    compressor.process($0, $1, count: 32)
  }
  var drive = Drive()
  _ = stereo("drive") {
    drive.aim(decibels: 12, approach: 0.1, reciprocalFrames: tick)
    drive.process($0, $1, count: 32)
  }
  var limiter = Limiter(sampleRate: 48_000)
  _ = stereo("limiter") { limiter.process($0, $1, count: 32) }
  print(
    "sum of the reference patch's blocks: \(sum.rounded()) ns per frame, "
      + "\((sum * 480).rounded() / 100_000) of a core at 48 kHz")
}
