// Clouds of grains of a wavetable that another one replaces.
import Lanes
import Testing

@testable import Signal

/// `cycles` cycles of a wavetable that are all `value`, and NaN behind them up to `limit` cycles.
private func wavetable(of value: Float, cycles: Int, limit: Int = 16) -> [Float] {
  let size = WaveTables.levels * WaveTables.stride
  return [Float](repeating: value, count: cycles * size)
    + [Float](repeating: .nan, count: (limit - cycles) * size)
}

/// A lane without a voice is computed with the others, so it must not keep its place in a table that is gone.
@Test func noLaneReadsBehindTheEndOfAShorterTable() {
  let (long, short) = (wavetable(of: 0.5, cycles: 16), wavetable(of: 0.5, cycles: 3))
  let corrections = [Float](repeating: 0, count: WaveTables.floatCount)
  var cloud = GrainCloud()
  /// The sums of all lanes, with voices that begin on `lanes`.
  func play(_ table: [Float], cycles: Int, beginning lanes: Range<Int>) -> [Float] {
    for lane in lanes { cloud.restart(lane: lane, cycles: 0.01, seed: UInt32(lane)) }
    cloud.aim(
      cycles: Lanes(repeating: 0.01), wave: .user, position: Lanes(repeating: 1),
      seconds: Lanes(repeating: 0.5), spread: Lanes(repeating: 0), scatter: Lanes(repeating: 0),
      sampleRate: 48_000, frames: 64, last: Float(cycles - 1))
    var level = LaneRamp(1)
    var output = [Lanes](repeating: Lanes(repeating: 0), count: 64)
    table.withUnsafeBufferPointer { table in
      corrections.withUnsafeBufferPointer { corrections in
        let tables = WaveTables(
          user: table.baseAddress!, beside: WaveTables(base: corrections.baseAddress!))
        cloud.process(tables, level: &level, addingTo: &output, count: 64)
      }
    }
    return output.map(\.total)
  }
  let before = play(long, cycles: 16, beginning: 0..<16)
  #expect(before.allSatisfy { $0.isFinite } && before.contains { $0 > 0.1 })
  let after = play(short, cycles: 3, beginning: 5..<6)
  #expect(after.allSatisfy { $0.isFinite }, "a lane reads where the longer table was")
}
