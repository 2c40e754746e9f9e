// The stages of envelopes take the times that are set.
import Foundation
import Lanes
import Signal
import Testing

private func times(attack: Float, decay: Float, sustain: Float, release: Float) -> EnvelopeTimes {
  var times = EnvelopeTimes()
  times.attack = Lanes(repeating: attack)
  times.decay = Lanes(repeating: decay)
  times.sustain = Lanes(repeating: sustain)
  times.release = Lanes(repeating: release)
  return times
}

/// Renders the envelope, evaluated every 32 frames; it is released after `release` frames.
private func render(_ times: EnvelopeTimes, rate: Float, count: Int, release: Int) -> [Float] {
  var envelope = Envelope(sampleRate: rate)
  envelope.start(lane: 2)
  var output: [Float] = []
  for start in stride(from: 0, to: count, by: 32) {
    if start == release { envelope.release(lane: 2) }
    envelope.evaluate(times, elapsed: start == 0 ? 0 : 32, ahead: 32)
    var ones = [Lanes](repeating: Lanes(repeating: 1), count: 32)
    ones.withUnsafeMutableBufferPointer { envelope.process($0.baseAddress!, count: 32) }
    output += ones.map { $0[2] }
  }
  return output
}

@Test(arguments: [Float(8000), 48_000, 192_000]) func stagesTakeTheirTimes(_ rate: Float) throws {
  let times = times(attack: 0.05, decay: 0.1, sustain: 0.5, release: 0.2)
  let release = Int(0.6 * rate) / 32 * 32
  let level = render(times, rate: rate, count: Int(rate), release: release)
  let top = try #require(level.firstIndex { $0 >= 0.9999 })
  #expect(abs(Float(top) - 0.05 * rate) <= 32, "attack")
  let settled = try #require(level[(top + 32)...].firstIndex { abs($0 - 0.5) <= 5e-6 })
  // Both ends lie on the grid of ticks.
  #expect(abs(Float(settled) - 0.15 * rate) <= 33, "decay")
  #expect(abs(level[release - 1] - 0.5) < 1e-3, "sustain")
  let silent = try #require(level[release...].firstIndex { $0 == 0 })
  #expect(abs(Float(silent - release) - 0.2 * rate) <= 32, "release")
  #expect(level[silent...].allSatisfy { $0 == 0 })
  #expect(level.allSatisfy { $0 >= -1e-6 && $0 <= 1.000_001 })
}

@Test func noStepIsLargerThanItsStageAllows() {
  let times = times(attack: 0.01, decay: 0.01, sustain: 0.2, release: 0.01)
  let level = render(times, rate: 48_000, count: 9600, release: 4800)
  let greatest = zip(level, level.dropFirst()).map { abs($1 - $0) }.max() ?? 1
  // 10 ms at 48 kHz are 480 frames; the steepest is the release's beginning, ln 1001 / 480 of the level.
  #expect(greatest < 0.017)
}

@Test(arguments: [Float(44_100), 192_000]) func everyStageIsWithinATickHoweverLong(_ rate: Float) throws {
  var times = times(attack: 20, decay: 5, sustain: 0.25, release: 12)
  times.delay = Lanes(repeating: 0.7)
  times.hold = Lanes(repeating: 0.3)
  for curve in [Float(-0.8), 0, 0.137, 1] {
    times.attackCurve = Lanes(repeating: curve)
    var envelope = Envelope(sampleRate: rate)
    envelope.start(lane: 6)
    var began: [Envelope.Stage: Float] = [:]
    for tick in 0..<Int(40 * rate / 32) {
      if tick == Int(27 * rate / 32) { envelope.release(lane: 6) }
      envelope.evaluate(times, elapsed: tick == 0 ? 0 : 32, ahead: 32)
      envelope.skip(32)
      let stage = envelope.stage(lane: 6)
      if began[stage] == nil { began[stage] = Float(tick) * 32 / rate }
    }
    let tick = 32 / rate
    let found = try [.attack, .hold, .decay, .sustain].map { try #require(began[$0]) }
    for (at, exact) in zip(found, [0.7, 20.7, 21, 26]) {
      #expect(abs(at - Float(exact)) <= 1.1 * tick + 1e-4, "curve \(curve)")
    }
    #expect(abs(try #require(began[.idle]) - 39) <= 2.1 * tick + 1e-4)
  }
}

@Test func aLoopGoesRoundUntilItIsReleased() {
  var times = times(attack: 0.01, decay: 0.02, sustain: 0, release: 0.01)
  times.isLooping = true
  let level = render(times, rate: 48_000, count: 48_000, release: 38_400)
  let tops = zip(level, level.dropFirst()).count { $0 < 0.9 && $1 >= 0.9 }
  // 0.8 s of cycles of 30 ms.
  #expect(abs(tops - 26) <= 1)
  #expect(level[40_000...].allSatisfy { $0 == 0 })
}
