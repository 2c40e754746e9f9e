// The lanes of layers, compared with an independent computation in fractions.
import Controls
import RealTime
import TestSupport
import Testing

@testable import ToneMatrix

/// A random layer with lanes, played from a random place.
private struct LaneScript {
  let lanes: [GridLane]
  /// By lane: the values by step.
  let values: [[Int: Int]]
  let steps: Int
  let division: Division
  let tempo: Fraction
  let rate: Int64
  /// The frame of the timeline at which it begins, and a later jump: our frame, and the frame of the timeline.
  let begin: Int64
  let jump: (at: Int64, to: Int64)
  let end: Int64

  init(seed: UInt64) {
    var dice = SeededGenerator(seed: seed)
    steps = 1 + dice.below(64)
    division = dice.pick(Division.allCases)
    tempo = Fraction(Fraction.Wide(400 + dice.below(1400)), 8)
    rate = Int64(dice.pick([44_100, 48_000, 96_000]))
    begin = Int64(dice.below(1_000_000))
    jump = (Int64(1000 * (1 + dice.below(40))), Int64(2_000_000 + dice.below(1_000_000)))
    end = 60_000
    var (lanes, values): ([GridLane], [[Int: Int]]) = ([], [])
    for _ in 0..<(1 + dice.below(8)) {
      var lane = GridLane()
      lane.target = dice.pick(LaneTarget.allCases)
      lane.number = UInt16(dice.below(120))
      lane.isLine = dice.isOne(in: 2)
      lanes.append(lane)
      let (low, high) = (lane.target.range.lowerBound, lane.target.range.upperBound)
      var points: [Int: Int] = [:]
      for _ in 0..<dice.below(8) { points[dice.below(steps)] = low + dice.below(high - low + 1) }
      values.append(points)
    }
    (self.lanes, self.values) = (lanes, values)
  }

  func play(block: Int) -> [Sent] {
    let player = Player(rate: Double(rate)) { grid in
      plain(&grid, steps: UInt8(steps))
      grid.layers[1].division = division
      grid.layers[1].laneCount = UInt8(lanes.count)
      for lane in lanes.indices { grid.layers[1].lanes[lane] = lanes[lane] }
      var all = [Int16](repeating: GridLane.none, count: GridLimit.lanes * GridLimit.steps)
      for lane in lanes.indices {
        for (step, value) in values[lane] { all[lane * GridLimit.steps + step] = Int16(value) }
      }
      all.withUnsafeBufferPointer { grid.setLaneValues(1, 0, $0) }
    }
    player.at(0, position(begin))
    var start: Int64 = 0
    while start < end {
      let length = min(Int64(block), end - start)
      if start == jump.at { player.at(0, position(jump.to)) }
      // The jump is at the beginning of a block.
      let cut = start < jump.at ? min(length, jump.at - start) : length
      player.run(Int(cut))
      start += cut
    }
    return player.sent
  }

  private var perFrame: Fraction { tempo / Fraction(Fraction.Wide(60 * rate)) }

  private func position(_ timeline: Int64) -> Transport {
    let place = Fraction(Fraction.Wide(timeline)) * perFrame
    let bar = (place / Fraction(4)).floor
    return rolling(
      frame: timeline, bar: bar, barBeat: (place - Fraction(Fraction.Wide(4 * bar))).number,
      tempo: tempo.number)
  }

  var model: [Sent] { messages(from: 0, to: jump.at, begin) + messages(from: jump.at, to: end, jump.to) }

  private func messages(from start: Int64, to end: Int64, _ timeline: Int64) -> [Sent] {
    let length = Fraction(Fraction.Wide(division.ninetySixths), 96)
    let count = max(division.ninetySixths / 2, 1)
    let lower = Fraction(Fraction.Wide(timeline)) * perFrame
    var found: [Sent] = []
    var step = (lower / length).floor - 1
    while true {
      let column = Int(step % Int64(steps))
      var last: [Int: Int] = [:]
      for tick in 0..<count {
        let part = Fraction(Fraction.Wide(tick * 1200 / count), 1200)
        let place = (Fraction(Fraction.Wide(step)) + part) * length
        if place < lower - slack * perFrame { continue }
        let frame = start + max(0, ((place - lower) / perFrame - slack).ceiling)
        if frame >= end { return found }
        for lane in lanes.indices where tick == 0 || lanes[lane].isLine {
          let way = Fraction(Fraction.Wide(column)) + Fraction(Fraction.Wide(tick), Fraction.Wide(count))
          guard let value = value(lane, way), last[lane] != value else { continue }
          last[lane] = value
          found += bytes(lanes[lane], value).map { Sent(frame: frame, bytes: $0) }
        }
      }
      step += 1
    }
  }

  private func value(_ lane: Int, _ way: Fraction) -> Int? {
    if !lanes[lane].isLine { return values[lane][Int(way.floor)] }
    let points = values[lane].sorted { $0.key < $1.key }
    guard let before = points.last(where: { Fraction(Fraction.Wide($0.key)) <= way }) else { return nil }
    guard let after = points.first(where: { Fraction(Fraction.Wide($0.key)) > way }) else {
      return before.value
    }
    let share = (way - Fraction(Fraction.Wide(before.key))) / Fraction(Fraction.Wide(after.key - before.key))
    return Int(
      (Fraction(Fraction.Wide(before.value)) + share * Fraction(Fraction.Wide(after.value - before.value))
        + Fraction(1, 2)).floor)
  }

  private func bytes(_ lane: GridLane, _ value: Int) -> [[UInt8]] {
    switch lane.target {
    case .controller: [[0xB1, UInt8(lane.number), UInt8(value)]]
    case .pressure: [[0xD1, UInt8(value)]]
    case .program: [[0xC1, UInt8(value - 1)]]
    case .bend: [[0xE1, UInt8((value + 8192) % 128), UInt8((value + 8192) / 128)]]
    case .parameter:
      [(99, Int(lane.number) / 128), (98, Int(lane.number) % 128), (6, value / 128), (38, value % 128)].map {
        [0xB1, $0.0, UInt8($0.1)]
      }
    }
  }
}

struct LaneTests {
  @Test func lanesSendTheirValuesInTime() {
    let first = testSeed("LANE_SEED", default: 21)
    var count = 0
    for number in 0..<KeyTests.scripts {
      let script = LaneScript(seed: first &+ UInt64(number) &* 1_000_003)
      let (sent, model) = (script.play(block: 1000), script.model)
      count += model.count
      if sent != model {
        let at = zip(sent, model).enumerated().first { $1.0 != $1.1 }
        Issue.record(
          "script \(number): \(sent.count) messages, not \(model.count); first \(String(describing: at))")
        return
      }
      if number % 10 == 0 { #expect(script.play(block: 77) == model, "script \(number)") }
    }
    print("lanes: \(count) messages")
    #expect(count > 10_000)
  }

  /// A layer that is off sends no values, and one in another direction than forward sends lines by steps.
  @Test func linesNeedALayerThatPlaysForward() {
    func sent(_ make: (inout CompiledGrid) -> Void) -> [[UInt8]] {
      let player = Player { grid in
        plain(&grid, steps: 4)
        grid.layers[0].laneCount = 1
        grid.layers[0].lanes[0].isLine = true
        var values = [Int16](repeating: GridLane.none, count: GridLimit.lanes * GridLimit.steps)
        (values[0], values[2]) = (0, 100)
        values.withUnsafeBufferPointer { grid.setLaneValues(0, 0, $0) }
        make(&grid)
      }
      player.at(0, rolling(frame: 0))
      player.run(4 * sixteenth)
      return player.sent.map { $0.bytes }
    }
    #expect(sent { _ in }.count == 26)
    #expect(sent { $0.layers[0].plays = false }.isEmpty)
    #expect(sent { $0.layers[0].direction = .back } == [100, 100, 50, 0].map { [0xB0, 1, $0] })
  }
}
