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
        if block == 70 { player.set(.layer(0, .pattern), 5) }
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
        if block == 192 { player.set(.layer(0, .pattern), 5) }
        player.run(500)
      }
      let first = player.notes.first { $0.note == 49 }?.frame ?? 0
      #expect(abs(first - Int64(expected)) <= 1, "\(late): \(first)")
    }
  }
}
