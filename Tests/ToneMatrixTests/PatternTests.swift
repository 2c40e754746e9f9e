// Which pattern plays: requests by port, key and program, the moment of the change, and the chain.
import Controls
import RealTime
import Testing

@testable import ToneMatrix

struct PatternTests {
  @Test func patternsSwitchAtOnceAtTheBeatOrTheBar() {
    for (at, expected) in [(Float(0), 6), (1, 8), (2, 16)] {
      let player = Player { grid in
        plain(&grid, steps: 1)
        grid.fill(0, pattern: 0, [one(0, 0)])
        grid.fill(0, pattern: 4, [one(0, 9)])
      }
      player.set(.switchAt, at)
      player.at(0, rolling(frame: 0))
      for block in 0..<240 {
        // Within the sixth sixteenth.
        if block == 70 { player.set(.layer1Pattern, 5) }
        player.run(500)
      }
      #expect(player.steps.first { $0[1] == 49 }?[0] == expected, "\(at)")
      #expect(player.steps.filter { $0[0] >= expected }.allSatisfy { $0[1] == 49 })
    }
  }

  @Test func keysAndProgramsChoosePatterns() {
    let player = Player { grid in
      plain(&grid, steps: 1)
      for pattern in 0..<16 {
        grid.fill(0, pattern: pattern, [one(0, pattern)])
        grid.fill(1, pattern: pattern, [one(0, pattern)])
      }
    }
    player.set(.midiIn, 4)
    player.set(.switchAt, 0)
    player.at(0, rolling(frame: 0))
    player.run(sixteenth)
    player.at(0, midi: [0x90, 36 + 7, 100])  // pattern 8 of all
    player.run(sixteenth)
    player.at(0, midi: [0xC0, 32 + 2])  // pattern 3 of layer 2
    player.run(sixteenth)
    let heard: [[Int]] = player.notes.map { [Int($0.channel), Int($0.note) - 40] }
    let expected: [[Int]] = [[0, 0], [1, 0], [0, 7], [1, 7], [0, 7], [1, 2]]
    #expect(heard == expected)
  }

  @Test func aChainFollowsTheBars() {
    let player = Player { grid in
      plain(&grid)
      for pattern in 0..<3 { grid.fill(0, pattern: pattern, [one(0, pattern)]) }
      for (index, link) in [(0, 2), (2, 1)].enumerated() {
        grid.layers[0].links[index].pattern = UInt8(link.0)
        grid.layers[0].links[index].bars = UInt8(link.1)
      }
      grid.layers[0].linkCount = 2
      grid.layers[0].chainBars = 3
    }
    player.roll(sixteenths: 16 * 7)
    #expect(player.steps.map { $0[1] - 40 } == [0, 0, 2, 0, 0, 2, 0])
  }

  /// A host may round the place of a bar line, so that the line seems to have passed.
  @Test func aRequestJustPastTheBarLineIsInTime() {
    // Beats past the line when the request comes, and the frame of the first step that obeys.
    for (late, expected) in [(0.0003, 101_993), (0.01, 191_760)] {
      let player = Player { grid in
        plain(&grid, steps: 1)
        grid.fill(0, pattern: 0, [one(0, 0)])
        grid.fill(0, pattern: 4, [one(0, 9)])
      }
      player.set(.switchAt, 2)
      player.at(0, rolling(frame: 0, barBeat: late))
      for block in 0..<400 {
        if block == 192 { player.set(.layer1Pattern, 5) }
        player.run(500)
      }
      let first = player.notes.first { $0.note == 49 }?.frame ?? 0
      #expect(abs(first - Int64(expected)) <= 1, "\(late): \(first)")
    }
  }

  /// A verse in 4/4 of sixteen sixteenths, and a bridge in 7/8 of seven eighths, on one layer.
  @Test func patternsOfOneSongHaveStepsOfTheirOwn() {
    let player = Player { grid in
      plain(&grid)
      grid.fill(0, pattern: 0, [one(0, 0), one(15, 1)])
      grid.fill(0, pattern: 1, [one(0, 2), one(6, 3)])
      grid.layers[0].times[1].steps = 7
      (grid.layers[0].times[1].hasDivision, grid.layers[0].times[1].division) = (true, .eighth)
      grid.layers[0].links[0].bars = 2
      grid.layers[0].links[1].pattern = 1
      grid.layers[0].links[1].bars = 2
      grid.layers[0].linkCount = 2
      grid.layers[0].chainBars = 4
    }
    player.at(0, rolling(frame: 0))
    for _ in 0..<2 * 16 * sixteenth / 500 { player.run(500) }
    // Bar 3 begins in the other meter; all bars are counted in it.
    player.at(0, rolling(frame: 2 * 96_000, bar: 2, beatsPerBar: 7, beatUnit: 8))
    for _ in 0..<2 * 14 * sixteenth / 500 { player.run(500) }
    let expected = [[0, 40], [15, 41], [16, 40], [31, 41], [32, 42], [44, 43], [46, 42], [58, 43]]
    #expect(player.steps == expected)
  }

  /// Sixteen steps that restart with each bar of 7/8 lose the last two; a condition counts the bars.
  @Test func aPatternRestartsWithTheBar() {
    let player = Player { grid in
      plain(&grid)
      var second = GridCell(isOn: true)
      (second.nth, second.of) = (2, 2)
      grid.fill(0, [one(0, 0), one(13, 1), one(15, 2), (4, 3, second)])
      grid.layers[0].times[0].restart = 1
    }
    player.at(0, rolling(frame: 0, beatsPerBar: 7, beatUnit: 8))
    for _ in 0..<3 * 14 * sixteenth / 500 { player.run(500) }
    #expect(player.steps == [[0, 40], [13, 41], [14, 40], [18, 43], [27, 41], [28, 40], [41, 41]])
  }

  @Test func aRequestLeadsToAnotherStepLengthAtTheBar() {
    for (at, expected) in [(Float(0), [6, 8]), (2, [16, 18])] {
      let player = Player { grid in
        plain(&grid, steps: 1)
        grid.fill(0, pattern: 0, [one(0, 0)])
        grid.fill(0, pattern: 4, [one(0, 9)])
        (grid.layers[0].times[4].hasDivision, grid.layers[0].times[4].division) = (true, .eighth)
      }
      player.set(.switchAt, at)
      player.at(0, rolling(frame: 0))
      for block in 0..<240 {
        // Within the sixth sixteenth.
        if block == 70 { player.set(.layer1Pattern, 5) }
        player.run(500)
      }
      let heard = player.steps
      #expect(heard.filter { $0[1] == 40 }.map { $0[0] } == Array(0..<expected[0]), "\(at)")
      #expect(Array(heard.filter { $0[1] == 49 }.map { $0[0] }.prefix(2)) == expected, "\(at)")
    }
  }

  @Test func aPatternHasSixtyFourSteps() {
    let player = Player { grid in
      plain(&grid, steps: 64)
      grid.fill(0, [one(0, 0), one(63, 31)])
    }
    player.roll(sixteenths: 65)
    #expect(player.steps == [[0, 40], [63, 71], [64, 40]])
  }

  /// Ardour reports a meter in the block after its bar line. There the new meter can have another step than the old one.
  @Test func theFirstStepInANewMeterIsStruckWithTheReport() {
    let player = Player { grid in
      plain(&grid)
      var long = GridCell(isOn: true)
      long.length = 8
      // After two bars of 7/8, step 29 comes by the old meter and step 33 by the new one.
      grid.fill(0, [one(0, 0), one(12, 1), (11, 2, long)])
    }
    player.at(0, rolling(frame: 0, beatsPerBar: 7, beatUnit: 8))
    for _ in 0..<329 { player.run(512) }
    #expect(player.held == [41, 42])
    player.at(0, rolling(frame: 168_448, bar: 2, barBeat: 448.0 / 24_000))
    player.run(512)
    #expect(player.held == [40, 42] && player.faults.isEmpty)
    let late = player.sent.filter { $0.frame >= 167_000 }
    #expect(
      late == [
        Sent(frame: 168_000, bytes: [0x90, 41, 100]), Sent(frame: 168_448, bytes: [0x80, 41, 0]),
        Sent(frame: 168_448, bytes: [0x90, 40, 100]),
      ])
    for _ in 0..<200 { player.run(512) }
    #expect(player.notes.filter { $0.frame > 168_448 }.map { Int($0.frame) } == [234_000, 240_000, 264_000])
  }

  /// A step that both meters have is struck once.
  @Test func aStepOnTheLineOfANewMeterIsStruckOnce() {
    let player = Player { grid in
      plain(&grid, steps: 1)
      grid.fill(0, [one(0, 0)])
    }
    player.at(0, rolling(frame: 0, beatsPerBar: 7, beatUnit: 8))
    for _ in 0..<329 { player.run(512) }
    // Rounded up to a tick.
    player.at(0, rolling(frame: 168_448, bar: 2, barBeat: 36.0 / 1920))
    for _ in 0..<100 { player.run(512) }
    let frames = player.notes.map { Int($0.frame) }
    #expect(frames.count == 37 && player.faults.isEmpty)
    #expect(zip(frames, frames.dropFirst()).allSatisfy { (5990...6010).contains($1 - $0) })
  }
}
