import Controls
import RealTime
import TestSupport
import Testing

@testable import ToneMatrix

/// A monome grid at the processor, compared with the cells of the grid.
@Suite struct MonomeTests {
  private let lights = UnsafeMutablePointer<MonomeLights>.allocate(capacity: 1)

  private func player(_ columns: Int = 16, _ rows: Int = 7, _ make: (inout CompiledGrid) -> Void) -> Player {
    let player = Player(make)
    player.processor.setMonome(columns: columns, rows: rows)
    return player
  }

  /// The lights at the end of a block, by row from below; the row of the buttons comes last.
  private func shown(_ player: Player, columns: Int = 16, rows: Int = 7) -> [[Int]] {
    player.run(1000)
    lights.initialize(to: MonomeLights())
    let isWritten = player.processor.showMonome(1000, into: lights)
    #expect(isWritten)
    let pads = (0..<rows).map { row in (0..<columns).map { Int(lights.pointee.pads[row * 16 + $0]) } }
    return pads + [(0..<columns).map { Int(lights.pointee.buttons[$0]) }]
  }

  private func press(_ player: Player, _ column: UInt8, _ row: UInt8?, release: Bool = true) {
    player.processor.handle(MonomeKey(column: column, row: row, isDown: true))
    if release { player.processor.handle(MonomeKey(column: column, row: row, isDown: false)) }
  }

  private func requests(_ player: Player) -> [PerformanceRequest] {
    var all: [PerformanceRequest] = []
    while let request = player.processor.popRequest() { all.append(request) }
    return all
  }

  @Test func padsAreCells() {
    let player = player { plain(&$0) }
    player.run(100)
    press(player, 3, 0)
    press(player, 15, 6)
    #expect(
      requests(player) == [
        .toggle(GridCellIndex(layer: 0, pattern: 0, step: 3, row: 0)),
        .toggle(GridCellIndex(layer: 0, pattern: 0, step: 15, row: 6)),
      ], "a key acts when it goes down")
    player.set(.freeWheel, 1)
    player.run(100)
    press(player, 3, 0)
    #expect(requests(player).isEmpty, "a render takes no keys")
  }

  @Test func lightsAreCellsAndTheColumnThatPlays() {
    var random = SeededGenerator(seed: 3)
    var cells: [(step: Int, row: Int, cell: GridCell)] = []
    for step in 0..<16 { for row in 0..<16 where random.isOne(in: 3) { cells.append(one(step, row)) } }
    let player = player { grid in
      plain(&grid)
      grid.fill(0, cells)
    }
    func expected(_ column: Int, first: Int = 0) -> [[Int]] {
      (0..<7).map { row in
        (0..<16).map { step in
          let isOn = cells.contains { $0.step == step && $0.row == row + first }
          return step == column ? (isOn ? 15 : 4) : isOn ? 8 : 0
        }
      }
    }
    #expect(Array(shown(player).prefix(7)) == expected(-1))
    player.at(0, rolling(frame: 0))
    player.run(sixteenth * 5 + 100)
    #expect(Array(shown(player).prefix(7)) == expected(5))
    press(player, 4, nil)
    #expect(Array(shown(player).prefix(7)) == expected(5, first: 7), "a page up")
    press(player, 4, nil)
    #expect(Array(shown(player).prefix(7)) == expected(5, first: 14))
    press(player, 3, nil)
    press(player, 3, nil)
    press(player, 3, nil)
    #expect(Array(shown(player).prefix(7)) == expected(5), "and back")
  }

  @Test func lightsAreWrittenSixtyTimesASecondAtMost() {
    let player = player { plain(&$0) }
    lights.initialize(to: MonomeLights())
    var count = 0
    for _ in 0..<480 {
      player.run(100)
      if player.processor.showMonome(100, into: lights) { count += 1 }
    }
    #expect((50...60).contains(count), "\(count)")
    player.processor.setMonome(columns: 0, rows: 0)
    player.run(48_000)
    let isWritten = player.processor.showMonome(48_000, into: lights)
    #expect(!isWritten, "without a grid there are none")
  }

  @Test func theLowestRowHasButtons() {
    let player = player { grid in
      plain(&grid, steps: 32)
      grid.layers[1].plays = false
    }
    player.set(.switchAt, 0)
    player.run(100)
    #expect(shown(player)[7] == [4, 2, 8, 2, 8, 2, 2, 2, 8, 2, 2, 2, 2, 2, 2, 2])
    press(player, 2, nil)  // the next steps
    press(player, 0, 0)
    #expect(requests(player) == [.toggle(GridCellIndex(layer: 0, pattern: 0, step: 16, row: 0))])
    press(player, 5, nil)
    #expect(requests(player) == [.mute(layer: 0)])
    player.at(0, rolling(frame: 0))
    player.run(sixteenth)
    press(player, 10, nil)
    player.run(sixteenth)
    #expect(player.processor.pattern(of: 0) == 2)
    #expect(player.processor.pattern(of: 1) == 0, "only that of the shown track")
    press(player, 7, nil, release: false)
    #expect(player.processor.value(.fillIn) == 1)
    player.processor.handle(MonomeKey(column: 7, row: nil, isDown: false))
    #expect(player.processor.value(.fillIn) == 0)
    press(player, 6, nil)
    player.run(sixteenth)
    #expect(shown(player)[7][6] == 8, "it has stopped")
  }

  @Test func aHeldKeyTurnsThePadsIntoTracksAndPatterns() {
    let player = player { grid in
      plain(&grid)
      grid.layers[1].plays = false
    }
    player.set(.switchAt, 0)
    player.at(0, rolling(frame: 0))
    player.run(100)
    press(player, 0, nil, release: false)
    func row(_ numbers: ClosedRange<Int>, on: Set<Int>) -> [Int] {
      (1...16).map { numbers ~= $0 ? (on.contains($0) ? 8 : 2) : 0 }
    }
    let tracks = 1...GridLimit.layers
    let now = shown(player)
    #expect(now[7].first == 15)
    #expect(now[6] == row(tracks, on: [1]), "the shown track")
    #expect(now[5] == row(tracks, on: [2]), "muted tracks")
    #expect(now[4] == row(tracks, on: []), "stopped tracks")
    #expect(now[3] == row(1...16, on: [1]) && now[2] == row(1...16, on: [1]))
    #expect(now[0] == [Int](repeating: 0, count: 16))
    press(player, 1, 6)
    #expect(player.processor.shownTrack == 1)
    press(player, 2, 5)
    #expect(requests(player) == [.mute(layer: 2)])
    press(player, 4, 3)
    press(player, 6, 2)
    player.run(sixteenth)
    for layer in 0..<GridLimit.layers { #expect(player.processor.pattern(of: layer) == 6) }
    press(player, 4, 3)
    player.run(sixteenth)
    #expect(player.processor.pattern(of: 1) == 4 && player.processor.pattern(of: 0) == 6)
    press(player, 3, 0)
    #expect(requests(player).isEmpty, "the lowest row has no action")
    player.processor.handle(MonomeKey(column: 0, row: nil, isDown: false))
    press(player, 3, 0)
    #expect(requests(player) == [.toggle(GridCellIndex(layer: 1, pattern: 4, step: 3, row: 0))])
  }

  @Test func aSmallGridTurnsToTheOtherPatterns() {
    let player = player(8, 7) { plain(&$0) }
    player.set(.switchAt, 0)
    player.at(0, rolling(frame: 0))
    player.run(100)
    #expect(shown(player, columns: 8)[7] == [4, 2, 8, 2, 8, 2, 2, 2])
    press(player, 0, nil, release: false)
    press(player, 2, nil)  // patterns 9 to 16
    press(player, 3, 3)
    player.run(sixteenth)
    #expect(player.processor.pattern(of: 0) == 11)
    press(player, 1, nil)
    press(player, 1, nil)
    press(player, 3, 3)
    player.run(sixteenth)
    #expect(player.processor.pattern(of: 0) == 3)
  }

  @Test func aGridThatGoesEndsItsFillIn() {
    let player = player { plain(&$0) }
    press(player, 7, nil, release: false)
    #expect(player.processor.value(.fillIn) == 1)
    player.processor.setMonome(columns: 0, rows: 0)
    #expect(player.processor.value(.fillIn) == 0)
  }

  @Test func keysOutsideOfTheGridDoNothing() {
    let player = player(8, 7) { plain(&$0) }
    player.run(100)
    for column in 0..<UInt8.max {
      for row in [7, 14, 15, 255] as [UInt8] { press(player, column, row) }
      if column >= 8 { press(player, column, 0) }
      if column >= 16 { press(player, column, nil) }
    }
    #expect(requests(player).isEmpty)
  }
}
