// Loops of the audio thread end after a stated number of turns, whatever the host says.
import Controls
import RealTime
import Testing

@testable import ToneMatrix

struct BoundTests {
  @Test func stepsOfEndlessPlacesAreFound() {
    for length in [Int64(4), 24, 2304] {
      let span = PatternSpan(stepLength: length)
      #expect(span.step(from: .infinity) > 1 << 39 && span.step(from: -.infinity) < -(1 << 39))
      for place in [-1e10, -3.3, -0.25, 0, 0.25, 7.1, 1e10] {
        let step = span.step(from: place)
        #expect(span.position(step) >= place && span.position(step - 1) < place, "\(length), \(place)")
      }
    }
  }

  /// A host that stood still for a minute and counts its frames on has jumped: it does not start a minute late.
  @Test func aLateStartIsNotAMinuteLate() {
    let player = Player { grid in
      plain(&grid, steps: 1)
      grid.fill(0, [one(0, 0)])
    }
    player.at(0, stopped())
    for _ in 0..<60 { player.run(48_000) }
    player.at(0, rolling(frame: 2_880_000, bar: 30))
    player.run(500)
    #expect(player.notes.map(\.frame) == [2_880_000] && player.faults.isEmpty)
  }

  /// A start that is late by the longest block, at the fastest tempo with the shortest steps.
  @Test func stepsAtOnceAreLimited() {
    let player = Player(rate: 8000) { grid in
      plain(&grid, steps: 1)
      grid.layers[0].division = .sixtyFourthTriplet
      grid.fill(0, [one(0, 0)])
    }
    let block = 65_000
    player.at(0, stopped())
    for _ in 0..<3 { player.run(block) }
    let place = Double(block) / 480
    let bar = (place / 4).rounded(.down)
    player.at(
      0, rolling(frame: Int64(block), bar: Int64(bar), barBeat: place - 4 * bar, tempo: 1000))
    player.run(1)
    let most = ToneMatrixProcessor.mostAtOnce
    #expect(player.notes.count >= most && player.notes.count <= most + 1, "\(player.notes.count)")
    player.run(480)
    #expect(player.notes.count >= most + 23 && player.faults.isEmpty)
  }

  /// A bar of almost no length has no number that fits.
  @Test func aBarOfNoLengthIsNoFault() {
    let player = Player { grid in
      plain(&grid)
      grid.fill(0, [one(0, 0)])
      for index in 0..<2 { grid.layers[0].links[index].bars = 1 }
      (grid.layers[0].linkCount, grid.layers[0].chainBars) = (2, 2)
    }
    player.set(.switchAt, 2)
    player.at(0, rolling(frame: 0, beatsPerBar: 1e-300))
    player.run(500)
    player.set(.layer1Pattern, 3)
    for _ in 0..<400 { player.run(500) }
    #expect(player.faults.isEmpty)
  }

  /// Notes whose ends found no room when frames began anew end as soon as there is room.
  @Test func notesWithoutRoomEndAfterActivation() {
    let player = Player { grid in
      plain(&grid)
      grid.layers[0].gate = 100
      for row in 0..<4 { grid.layers[0].rows[row].pitch = Float(40 + row) }
      grid.fill(0, (0..<4).map { one(8, $0) })
    }
    player.at(0, rolling(frame: 0))
    player.run(48_500)
    #expect(player.held.count == 4)
    player.processor.activate()
    player.at(0, stopped(frame: 48_500))
    player.room = 1
    player.run(500)
    player.room = 100
    player.run(500)
    #expect(player.held.isEmpty && player.processor.notesSounding == 0)
  }
}
