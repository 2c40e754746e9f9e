// The clock of the looper: ticks of frames, and frames of ticks.
import RealTime
import TestSupport
import Testing

@testable import Loops

@Suite struct LoopClockTests {
  /// The frame of a tick is the first whose tick is not smaller, as a search from frame to frame finds it.
  @Test func firstFrameOfATick() {
    var random = SeededGenerator("TACTUS_LOOP_CLOCK", default: 1)
    for _ in 0..<2000 {
      var clock = LoopClock()
      clock.isRolling = true
      clock.beat = Double(random.below(2_000_000)) / 977
      clock.at = Int64(random.below(100_000))
      let tempo = 20 + Double(random.below(4000)) / 10
      clock.beatsPerFrame = tempo / 60 / Double(random.pick([8000, 44_100, 48_000, 192_000]))
      let frame = clock.at + Int64(random.below(100_000))
      let tick = clock.ticks(.beats, at: frame) + 1 + Int64(random.below(30_000))
      var expected = frame + 1
      while clock.ticks(.beats, at: expected) < tick { expected += 1 }
      #expect(clock.frame(of: tick, .beats, after: frame) == expected)
    }
  }
}
