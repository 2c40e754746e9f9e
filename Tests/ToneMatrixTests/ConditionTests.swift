// Fill-ins, and cells that depend on others, as a musician would count them.
import Controls
import RealTime
import Testing

@testable import ToneMatrix

struct ConditionTests {
  private func cell(_ change: (inout GridCell) -> Void) -> GridCell {
    var cell = GridCell(isOn: true)
    change(&cell)
    return cell
  }

  @Test(arguments: [64, 500, 6000]) func aFillInPlaysWhileItsPortIsOn(block: Int) {
    let player = Player { grid in
      plain(&grid, steps: 1)
      grid.fill(
        0,
        [
          (0, 0, cell { $0.moment = .fill }), (0, 1, cell { $0.moment = .noFill }),
          (0, 2, GridCell(isOn: true)),
        ])
    }
    player.at(0, rolling(frame: 0))
    for part in 0..<4 {
      player.set(.fillIn, part == 1 || part == 2 ? 1 : 0)
      for _ in 0..<(12_000 / block) { player.run(block) }
      player.run(12_000 % block)
    }
    #expect(
      player.steps.filter { $0[1] != 42 } == [
        [0, 41], [1, 41], [2, 40], [3, 40], [4, 40], [5, 40], [6, 41], [7, 41],
      ])
    #expect(player.steps.filter { $0[1] == 42 }.count == 8 && player.faults.isEmpty)
  }

  /// A hat that leaves room for the snare, which itself plays every second time.
  @Test func aRowAsksAnother() {
    let player = Player { grid in
      plain(&grid, steps: 2)
      grid.fill(
        0,
        [
          (0, 0, cell { ($0.nth, $0.of) = (2, 2) }),
          (0, 1, cell { $0.relation = CellRelation(.row, 0, plays: false) }),
          (0, 2, cell { $0.relation = CellRelation(.row, 1, plays: true) }),
          (1, 3, cell { $0.relation = CellRelation(.row, 0, plays: true) }),
        ])
    }
    player.roll(sixteenths: 8)
    #expect(player.steps == [[0, 41], [0, 42], [2, 40], [4, 41], [4, 42], [6, 40]])
  }

  /// The first track in sixteenths asks the second one in quarters.
  @Test(arguments: [true, false]) func aTrackAsksTheStepOfAnother(plays: Bool) {
    let player = Player { grid in
      plain(&grid, steps: 1)
      grid.fill(0, [(0, 0, cell { $0.relation = CellRelation(.track, 1, plays: plays) })])
      grid.layers[1].steps = 2
      grid.layers[1].division = .quarter
      grid.layers[1].rows[0].isMuted = true
      grid.fill(1, [one(1, 0)])
    }
    player.roll(sixteenths: 16)
    let steps = player.notes.map { Int($0.frame) / sixteenth }
    #expect(steps == (0..<16).filter { ($0 / 4 % 2 == 1) == plays })
  }

  /// Rows that ask each other in a circle have an end.
  @Test func aCircleEnds() {
    let player = Player { grid in
      plain(&grid, steps: 1)
      grid.fill(
        0,
        (0..<32).map { row in
          (0, row, cell { $0.relation = CellRelation(.row, UInt8((row + 1) % 32), plays: true) })
        })
    }
    player.roll(sixteenths: 4)
    #expect(player.notes.isEmpty)
  }

  @Test func humanizedStepsStayInOrderAndLoopAlike() {
    func play(_ block: Int) -> [Sent] {
      let player = Player { grid in
        plain(&grid, steps: 16)
        grid.seed = 9
        (grid.layers[0].humanizeTiming, grid.layers[0].humanizeVelocity) = (50, 40)
        grid.fill(0, (0..<16).map { one($0, 0) })
      }
      player.roll(sixteenths: 64, block: block)
      #expect(player.faults.isEmpty)
      return player.sent
    }
    let sent = play(500)
    #expect(sent == play(96) && sent == play(6000))
    let notes = sent.filter { $0.bytes[0] == 0x90 }
    #expect(notes.count == 64 && Set(notes.map { $0.bytes[2] }).count > 20)
    let late = notes.enumerated().map { Int($1.frame) - $0 * sixteenth }
    #expect(
      late.allSatisfy { -3000...3000 ~= $0 } && late.contains { $0 < -500 } && late.contains { $0 > 500 })
  }
}
