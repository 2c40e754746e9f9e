// Early cells: before their steps, in order, at the start, over a wrap, and before a requested pattern.
import Controls
import RealTime
import Testing

@testable import ToneMatrix

struct EarlyTests {
  private func early(_ delay: Int8, ratchet: UInt8 = 1) -> GridCell {
    var cell = GridCell(isOn: true)
    (cell.delay, cell.ratchet) = (delay, ratchet)
    return cell
  }

  private func frames(_ player: Player, _ row: Int) -> [Int64] {
    player.notes.filter { $0.note == UInt8(40 + row) }.map(\.frame)
  }

  @Test func anEarlyCellIsStruckBeforeItsStep() {
    let player = Player { grid in
      plain(&grid)
      grid.fill(0, [(4, 0, early(-50)), (8, 1, early(-99)), (12, 2, early(-25, ratchet: 2))])
    }
    player.roll(sixteenths: 16, block: 64)
    #expect(frames(player, 0) == [21_000] && frames(player, 1) == [42_060])
    #expect(frames(player, 2) == [70_500, 73_500] && player.faults.isEmpty)
  }

  /// The first beat has nothing before it: it is struck with the start, and in the next bar before the bar line.
  @Test func anEarlyCellAtTheStartIsNotLost() {
    let player = Player { grid in
      plain(&grid)
      grid.fill(0, [(0, 0, early(-50))])
    }
    player.roll(sixteenths: 33)
    #expect(frames(player, 0) == [0, 93_000, 189_000])
  }

  /// With swing the way back to the step before is shorter, so an early cell never passes it.
  @Test func swingAndRatchetsKeepTheirOrder() {
    let player = Player { grid in
      plain(&grid)
      grid.layers[0].swing = 50
      grid.fill(
        0,
        [(1, 0, GridCell(isOn: true)), (2, 0, early(-50)), (4, 1, early(0, ratchet: 4)), (5, 1, early(-90))])
    }
    player.roll(sixteenths: 16)
    // The step before is at 9000, this one at 12,000.
    #expect(frames(player, 0) == [9000, 10_500])
    // The sixth step is at 33,000; nine tenths of its way back are 24,900, and the three strikes behind it are left out.
    #expect(frames(player, 1) == [24_000, 24_900])
  }

  /// A loop of one bar, which the host repeats: each beat is struck once, early, and sounds over the wrap.
  @Test func aLoopHasEachEarlyNoteOnce() {
    let player = Player { grid in
      plain(&grid)
      grid.fill(0, [(0, 0, early(-50)), (8, 1, GridCell(isOn: true))])
      grid.layers[0].gate = 100
    }
    for turn in 0..<4 {
      player.at(0, rolling(frame: 0))
      for block in 0..<192 {
        if turn > 0 && block == 0 { #expect(player.held.contains(40), "the note goes on over the wrap") }
        player.run(500)
      }
    }
    #expect(frames(player, 0) == [0, 93_000, 189_000, 285_000, 381_000])
    #expect(frames(player, 1).count == 4 && player.faults.isEmpty)
    let ends = player.sent.filter { $0.bytes[0] == 0x80 && $0.bytes[1] == 40 }.map(\.frame)
    #expect(ends == [6000, 99_000, 195_000, 291_000])
  }

  /// A pattern that is asked for in time has its early cells before the bar line; one of the old pattern has none.
  @Test func aRequestBringsItsEarlyCells() {
    let player = Player { grid in
      plain(&grid)
      grid.fill(0, pattern: 0, [(0, 0, early(-40))])
      grid.fill(0, pattern: 4, [(0, 9, early(-20))])
    }
    player.set(.switchAt, 2)
    player.at(0, rolling(frame: 0))
    for block in 0..<400 {
      if block == 190 { player.set(.layer1Pattern, 5) }
      player.run(500)
    }
    // The request comes at 95,000, when the early cell of the old pattern has been struck.
    #expect(frames(player, 0) == [0, 93_600] && frames(player, 9) == [95_000, 190_800])
  }

  @Test func aSectionIsLedInByItsEarlyCells() {
    let player = Player { grid in
      plain(&grid)
      grid.fill(0, pattern: 0, [one(0, 0)])
      grid.fill(0, pattern: 1, [(0, 1, early(-50))])
      grid.layers[0].times[1].steps = 8
      (grid.layers[0].times[1].hasDivision, grid.layers[0].times[1].division) = (true, .eighth)
      grid.layers[0].links[0].bars = 1
      (grid.layers[0].links[1].pattern, grid.layers[0].links[1].bars) = (1, 1)
      (grid.layers[0].linkCount, grid.layers[0].chainBars) = (2, 2)
    }
    player.roll(sixteenths: 48)
    // Half the way back to the last sixteenth of the section before.
    #expect(frames(player, 1) == [93_000, 285_000] && frames(player, 0) == [0, 192_000])
  }

  /// Plays row 0 to frame `at`, from there `place` sixteenths on, and stops a quarter of a sixteenth later.
  private func jump(
    _ cells: [(step: Int, row: Int, cell: GridCell)], at frame: Int, to place: Double
  ) -> [Int64] {
    let player = Player { grid in
      plain(&grid)
      grid.fill(0, cells)
    }
    player.at(0, rolling(frame: 0))
    player.run(frame)
    let bar = (place / 16).rounded(.down)
    player.at(
      0, rolling(frame: Int64(place * 6000), bar: Int64(bar), barBeat: place / 4 - 4 * bar))
    player.run(1500)
    #expect(player.faults.isEmpty)
    return frames(player, 0)
  }

  /// A jump strikes an early note that was due just before, unless it was struck for the same step.
  @Test func onlyTheSameStepCountsAsStruckBeforeAJump() {
    // 7.2 is the place of the eighth step's early note; 46,000 frames are 7⅔ sixteenths.
    let here = 46_000.0 / 6000
    #expect(jump([(8, 0, early(-80))], at: 46_000, to: here + 16) == [43_200])
    #expect(jump([(8, 0, early(-80))], at: 46_000, to: here + 16 - 0.25) == [43_200, 46_000])
    var late = GridCell(isOn: true)
    late.delay = 50
    #expect(jump([(3, 0, late), (8, 0, early(-80))], at: 22_000, to: here) == [21_000, 22_000])
    var ratchet = GridCell(isOn: true)
    ratchet.ratchet = 4
    #expect(jump([(3, 0, ratchet), (8, 0, early(-80))], at: 23_000, to: here).last == 23_000)
    // A jump back before the next step: the note that was struck for the step ahead counts there, too.
    #expect(jump([(8, 0, early(-80))], at: 46_000, to: here - 0.25) == [43_200, 46_000])
  }

  /// The way of a note to its step is counted through two jumps.
  @Test func aNoteStaysTheSameThroughTwoJumps() {
    let player = Player { grid in
      plain(&grid)
      grid.fill(0, [(8, 0, early(-80))])
    }
    player.at(0, rolling(frame: 0))
    player.run(45_000)
    // To the middle of the twelfth step, and 1000 frames later to 7⅔ sixteenths of the next bar.
    player.at(0, rolling(frame: 69_000, barBeat: 69_000.0 / 24_000))
    player.run(1000)
    player.at(0, rolling(frame: 142_000, bar: 1, barBeat: 46_000.0 / 24_000))
    player.run(1500)
    #expect(frames(player, 0) == [43_200] && player.faults.isEmpty)
  }
}
