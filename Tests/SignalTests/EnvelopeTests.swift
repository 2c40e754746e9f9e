// Envelope stages take their set times.
import Foundation
import Lanes
import Signal
import Testing

private func times(attack: Float, decay: Float, sustain: Float, release: Float) -> EnvelopeTimes {
  EnvelopeTimes(
    attack: Lanes(repeating: attack), decay: Lanes(repeating: decay), sustain: Lanes(repeating: sustain),
    release: Lanes(repeating: release))
}

/// Frames of the envelope, updated each 32 frames; `release` frames after the start it is let go.
private func render(_ times: EnvelopeTimes, rate: Float, count: Int, release: Int) -> [Float] {
  var envelope = Envelope(sampleRate: rate)
  envelope.start(lane: 2)
  var output: [Float] = []
  for start in stride(from: 0, to: count, by: 32) {
    if start == release { envelope.release(lane: 2) }
    envelope.update(times)
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
  let top = try #require(level.firstIndex { $0 >= 1 })
  #expect(abs(Float(top) - 0.05 * rate) <= 32, "attack")
  let settled = try #require(level[(top + 32)...].firstIndex { abs($0 - 0.5) <= 0.005 })
  #expect(abs(Float(settled - top) - 0.1 * rate) <= 64, "decay to within 1 % of the way")
  #expect(abs(level[release - 1] - 0.5) < 1e-3, "sustain")
  let silent = try #require(level[release...].firstIndex { $0 == 0 })
  // The set time is from full level; from half it is shorter by the ratio of the logarithms.
  let expected = 0.2 * rate * Float(log(501.0) / log(1001.0))
  #expect(abs(Float(silent - release) - expected) <= 32, "release")
  #expect(level[silent...].allSatisfy { $0 == 0 })
  #expect(level.allSatisfy { (0...1).contains($0) })
}

@Test func noStepIsLargerThanItsStageAllows() {
  let times = times(attack: 0.01, decay: 0.01, sustain: 0.2, release: 0.01)
  let level = render(times, rate: 48_000, count: 9600, release: 4800)
  let greatest = zip(level, level.dropFirst()).map { abs($1 - $0) }.max() ?? 1
  // 10 ms at 48 kHz are 480 frames; the steepest is the release's beginning, ln 1001 / 480 of the level.
  #expect(greatest < 0.016)
}
