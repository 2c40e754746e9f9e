// What a grid plays besides plain steps: probabilities,
// conditions, directions, row lengths, keys.
import Controls
import RealTime
import Testing

@testable import ToneMatrix

struct PlayingTests {
  @Test func aStopEndsEverythingOnItsFrame() {
    let player = Player { grid in
      plain(&grid)
      grid.layers[0].gate = 100
      var cell = GridCell(isOn: true)
      cell.length = 32
      grid.fill(0, [(0, 0, cell), (2, 5, cell)])
    }
    player.at(0, rolling(frame: 0))
    for _ in 0..<40 { player.run(500) }
    #expect(player.held.count == 2)
    player.at(123, stopped())
    player.run(500)
    #expect(player.held.isEmpty && player.faults.isEmpty)
    #expect(player.sent.suffix(2).allSatisfy { $0.frame == 20_123 })
  }

  @Test func everyWayOutEndsNotes() {
    let ways: [(String, (Player) -> Void)] = [
      ("locate", { $0.at(0, rolling(frame: 500_000, bar: 5, barBeat: 0.8)) }),
      ("reverse", { $0.at(0, rolling(frame: 20_000, speed: -1)) }),
      ("bypass", { $0.set(.enabled, 0) }),
      ("panic", { $0.set(.panic, 1) }),
      ("layer off", { $0.set(.layer1Play, 0) }),
      (
        "own clock",
        {
          $0.set(.clock, 1)
          $0.set(.transport, 0)
        }
      ),
      ("cell off", { $0.apply { plain(&$0) } }),
      (
        "row muted",
        { player in
          player.apply { grid in
            plain(&grid)
            var cell = GridCell(isOn: true)
            cell.length = 32
            grid.fill(0, [(0, 0, cell)])
            grid.layers[0].rows[0].isMuted = true
          }
        }
      ),
      ("activate", { $0.processor.activate() }),
    ]
    for (name, leave) in ways {
      let player = Player { grid in
        plain(&grid)
        var cell = GridCell(isOn: true)
        cell.length = 32
        grid.fill(0, [(0, 0, cell)])
      }
      player.at(0, rolling(frame: 0))
      for _ in 0..<4 { player.run(500) }
      #expect(player.held == [40], "\(name)")
      leave(player)
      player.run(500)
      #expect(player.held.isEmpty && player.faults.isEmpty, "\(name)")
    }
  }

  @Test func aRepeatedPositionChangesNothing() {
    func sent(_ repeats: Bool) -> [Sent] {
      let player = Player { grid in
        plain(&grid)
        grid.fill(0, (0..<16).map { one($0, $0) })
      }
      player.at(0, rolling(frame: 0))
      for block in 0..<400 {
        if repeats {
          let beats = Double(block * 500) / 24_000
          let position = rolling(
            frame: Int64(block * 500), bar: Int64(beats / 4),
            barBeat: beats.truncatingRemainder(dividingBy: 4))
          player.at(0, position)
          player.at(0, position)
        }
        player.run(500)
      }
      return player.sent
    }
    #expect(sent(true) == sent(false))
  }

  @Test func chancesDependOnTheSeedAndThePlaceAlone() {
    func steps(seed: UInt64, from bar: Int64 = 0) -> [[Int]] {
      let player = Player { grid in
        plain(&grid)
        grid.seed = seed
        var cell = GridCell(isOn: true)
        cell.probability = 50
        grid.fill(0, (0..<16).map { ($0, 3, cell) })
      }
      player.roll(sixteenths: 64 - 16 * Int(bar), from: bar)
      return player.steps
    }
    let first = steps(seed: 1)
    #expect(first == steps(seed: 1))
    #expect(first != steps(seed: 2))
    #expect((20...44).contains(first.count), "half of 64")
    // From the second bar on it plays the same, if it starts there.
    let late: [Int] = steps(seed: 1, from: 2).map { $0[0] + 32 }
    let rest: [Int] = first.map { $0[0] }.filter { $0 >= 32 }
    #expect(late == rest)
  }

  @Test func aProbabilityIsKeptInTheLongRun() {
    let player = Player { grid in
      plain(&grid)
      var cell = GridCell(isOn: true)
      cell.probability = 30
      grid.fill(0, (0..<16).map { ($0, 3, cell) })
    }
    player.roll(sixteenths: 8000, block: 8000)
    // Four standard deviations of a binomial distribution, √(8000 · 0.3 · 0.7) = 41 each.
    #expect((2400 - 164...2400 + 164).contains(player.notes.count))
  }

  @Test func conditionsCountTheRounds() {
    let player = Player { grid in
      plain(&grid, steps: 4)
      var cell = GridCell(isOn: true)
      (cell.nth, cell.of) = (3, 4)
      grid.fill(0, [(1, 0, cell)])
    }
    player.roll(sixteenths: 48)
    #expect(player.steps.map { $0[0] } == [9, 25, 41])
  }

  @Test(arguments: Direction.allCases) func waysGoThroughTheSteps(_ direction: Direction) {
    let player = Player { grid in
      plain(&grid, steps: 5)
      grid.layers[0].direction = direction
      grid.fill(0, (0..<5).map { one($0, $0) })
    }
    player.roll(sixteenths: 32)
    let columns = player.steps.map { $0[1] - 40 }
    switch direction {
    case .forward: #expect(columns == (0..<32).map { $0 % 5 })
    case .back: #expect(columns == (0..<32).map { 4 - $0 % 5 })
    case .pendulum:
      let round = [0, 1, 2, 3, 4, 3, 2, 1]
      #expect(columns == (0..<32).map { round[$0 % 8] })
    case .random: #expect(columns.count == 32 && Set(columns) == Set(0..<5))
    case .drunk:
      #expect(columns.count == 32)
      #expect(zip(columns, columns.dropFirst()).allSatisfy { [0, 1, 4].contains(abs($0 - $1)) })
      #expect(Set(columns).count > 2)
    }
  }

  @Test func rowsGoThroughTheirOwnSteps() {
    let player = Player { grid in
      plain(&grid, steps: 8)
      grid.layers[0].rows[1].last = 2
      grid.layers[0].rows[2].first = 3
      grid.layers[0].rows[2].last = 6
      grid.fill(0, [one(0, 0), one(0, 1), one(3, 2)])
    }
    player.roll(sixteenths: 24)
    func steps(_ note: Int) -> [Int] { player.steps.filter { $0[1] == note }.map { $0[0] } }
    #expect(steps(40) == [0, 8, 16])
    #expect(steps(41) == [0, 3, 6, 9, 12, 15, 18, 21])
    #expect(steps(42) == [0, 4, 8, 12, 16, 20])
  }

  @Test func aSoloSilencesTheOtherRows() {
    let player = Player { grid in
      plain(&grid)
      grid.fill(0, [one(0, 0), one(0, 1), one(0, 2)])
      grid.layers[0].rows[1].isSolo = true
      grid.layers[0].hasSolo = true
    }
    player.roll(sixteenths: 4)
    #expect(player.steps == [[0, 41]])
  }

  @Test func theOwnClockKeepsItsPlaceWhenTheTempoChanges() {
    let player = Player { grid in
      plain(&grid)
      grid.fill(0, (0..<16).map { one($0, 0) })
    }
    player.set(.clock, 1)
    player.set(.tempo, 120)
    for _ in 0..<30 { player.run(500) }  // two steps and a half
    player.set(.tempo, 60)
    for _ in 0..<60 { player.run(500) }
    // Half of the third step's 6000 frames is left, which now takes twice as long.
    #expect(player.notes.map(\.frame) == [0, 6000, 12_000, 21_000, 33_000])
    player.set(.transport, 2)
    player.run(500)
    #expect(player.held.isEmpty)
    player.set(.transport, 1)
    for _ in 0..<20 { player.run(500) }
    #expect(player.notes.count == 6, "a pause goes on where it was")
    player.set(.transport, 0)
    player.run(500)
    player.set(.transport, 1)
    player.run(500)
    #expect(player.notes.last?.frame == 56_000, "stop goes back to the beginning")
  }

  @Test func keysTransposeScalesAndLatch() {
    let player = Player { grid in
      plain(&grid, steps: 1)
      grid.fill(0, [one(0, 20), one(0, 1)])
      grid.layers[0].rows[1].isFree = true
    }
    player.set(.midiIn, 1)
    player.at(0, rolling(frame: 0))
    player.run(sixteenth)
    player.at(0, midi: [0x90, 67, 100])
    player.run(sixteenth)
    player.at(0, midi: [0x80, 67, 0])
    player.run(sixteenth)
    player.set(.latch, 1)
    player.at(0, midi: [0x90, 55, 100])
    player.at(1, midi: [0x80, 55, 0])
    player.run(sixteenth)
    player.run(sixteenth)
    #expect(player.steps.filter { $0[1] == 41 }.count == 5, "a row with a note of its own stays")
    #expect(player.steps.filter { $0[1] != 41 }.map { $0[1] } == [60, 67, 60, 55, 55])
  }

  @Test func theNewestKeyThatIsDownTransposes() {
    let player = Player { grid in
      plain(&grid, steps: 1)
      grid.fill(0, [one(0, 20)])
    }
    player.set(.midiIn, 1)
    player.at(0, rolling(frame: 0))
    player.run(sixteenth)
    for message: [UInt8] in [[0x90, 62, 100], [0x90, 65, 100], [0x80, 65, 0]] {
      player.at(0, midi: message)
      player.run(sixteenth)
    }
    #expect(player.steps.map { $0[1] } == [60, 62, 65, 62])
  }

  @Test func playedNotesAreRecordedAndPadsPressed() {
    let player = Player { grid in
      plain(&grid)
      grid.pads.add(litPad(note: 11, column: 3, row: 7))
    }
    player.set(.midiIn, 2)
    player.set(.editLayer, 2)
    player.at(0, rolling(frame: 0))
    player.run(sixteenth * 3)
    player.at(5500, midi: [0x90, 47, 99])  // just before the fifth step
    player.run(sixteenth * 3)
    player.at(1000, midi: [0x80, 47, 0])
    player.run(sixteenth)
    let request = player.processor.popRequest()
    let cell = GridCellIndex(layer: 1, pattern: 0, step: 4, row: 7)
    #expect(request == .note(cell, velocity: 99, length: 2))
    #expect(player.sent.map(\.bytes) == [[0x90, 47, 99], [0x80, 47, 0]], "what is recorded is heard")
    player.set(.midiIn, 3)
    player.at(0, midi: [0x90, 11, 1])
    player.run(500)
    let pad = player.processor.popRequest()
    #expect(pad == .toggle(GridCellIndex(layer: 1, pattern: 0, step: 3, row: 7)))
    #expect(player.processor.popRequest() == nil)
    player.set(.midiIn, 2)
    player.set(.freeWheel, 1)
    player.at(0, midi: [0x90, 47, 99])
    player.at(100, midi: [0x80, 47, 0])
    player.run(500)
    #expect(player.processor.popRequest() == nil, "a render records nothing")
  }

  @Test func theLaneComesBeforeItsColumn() {
    let player = Player { grid in
      plain(&grid, steps: 4)
      grid.fill(0, [one(0, 0), one(2, 0)])
      grid.layers[0].controller = 74
      var lane = [UInt8](repeating: 255, count: GridLimit.steps)
      (lane[0], lane[2]) = (10, 90)
      lane.withUnsafeBufferPointer { grid.setLane(0, 0, $0) }
    }
    player.roll(sixteenths: 4)
    let heard = player.sent.filter { $0.bytes[0] != 0x80 }.map { $0.bytes }
    #expect(heard == [[0xB0, 74, 10], [0x90, 40, 100], [0xB0, 74, 90], [0x90, 40, 100]])
  }

  @Test func lightsShowTheGridAtMostSixtyTimesASecond() {
    let player = Player { grid in
      plain(&grid, steps: 2)
      grid.fill(0, [one(0, 0)])
      grid.layers[0].plays = false
      for step in 0..<2 { grid.pads.add(litPad(note: 11 + step, column: step, row: 0)) }
    }
    player.set(.lights, 1)
    player.at(0, rolling(frame: 0))
    for _ in 0..<480 { player.run(100) }
    // The other layer is empty: each change of the layer changes a light.
    for block in 0..<480 {
      player.set(.editLayer, Float(1 + block % 2))
      player.run(100)
    }
    let lights = player.sent.filter { $0.bytes[0] == 0x9F }
    #expect(lights.prefix(2).map { $0.bytes } == [[0x9F, 11, 21], [0x9F, 12, 0]])
    #expect(lights.contains { $0.bytes == [0x9F, 11, 5] } && lights.contains { $0.bytes == [0x9F, 12, 1] })
    let frames = Set(lights.map(\.frame)).sorted()
    #expect(frames.count > 4 && zip(frames, frames.dropFirst()).allSatisfy { $1 - $0 >= 800 })
  }

  @Test func eachMessageBelongsToTheOutputOfItsLayer() {
    let player = Player { grid in
      plain(&grid, steps: 4)
      // All on one channel, so that only the source tells them apart; the third is on MPE, the fourth is silent.
      for layer in 0..<4 { grid.layers[layer].channel = layer == 2 ? 16 : 0 }
      for layer in 0..<3 { grid.fill(layer, [one(layer, layer), one(3, 10 + layer)]) }
      grid.layers[1].controller = 74
      var lane = [UInt8](repeating: 255, count: GridLimit.steps)
      lane[1] = 90
      lane.withUnsafeBufferPointer { grid.setLane(1, 0, $0) }
      grid.pads.add(litPad(note: 11, column: 0, row: 0))
    }
    player.set(.lights, 1)
    player.at(0, midi: [0x95, 60, 100])
    player.at(0, midi: [0x85, 60, 0])
    player.roll(sixteenths: 8)
    #expect(player.passed.map(\.bytes) == [[0x95, 60, 100], [0x85, 60, 0]])
    #expect(player.lights.count > 2 && player.lights.allSatisfy { $0.bytes[0] == 0x9F })
    for layer in 0..<3 {
      let ons = player.sentByLayer[layer].filter { $0.bytes[0] & 0xF0 == 0x90 }
      // Twice its two cells.
      #expect(
        ons.map { [Int($0.frame) / sixteenth, Int($0.bytes[1])] }
          == [[layer, 40 + layer], [3, 50 + layer], [layer + 4, 40 + layer], [7, 50 + layer]])
      #expect(player.heldByLayer[layer].isEmpty)
    }
    let controls = player.sentByLayer[1].filter { $0.bytes[0] == 0xB0 }
    #expect(controls.map(\.bytes) == [[0xB0, 74, 90], [0xB0, 74, 90]])
    #expect(player.sentByLayer[2].filter { $0.bytes[0] & 0xF0 == 0xE0 }.count == 4)
    #expect(player.sentByLayer[3].isEmpty)
    let parts = player.sentByLayer.reduce(0) { $0 + $1.count } + player.passed.count + player.lights.count
    #expect(parts == player.sent.count)
  }

  @Test func aNoteThatTakesTheKeyOfAnotherLayerEndsItOnThatLayersOutput() {
    let player = Player { grid in
      plain(&grid, steps: 4)
      for layer in 0..<2 { grid.layers[layer].channel = 3 }
      var long = one(0, 0)
      long.cell.length = 4
      grid.fill(0, [long])
      grid.fill(1, [one(2, 0)])
    }
    player.roll(sixteenths: 4)
    #expect(player.sentByLayer[0].map(\.bytes) == [[0x93, 40, 100], [0x83, 40, 0]])
    #expect(player.sentByLayer[0].last?.frame == player.sentByLayer[1].first?.frame)
    #expect(player.faults.isEmpty && player.heldByLayer.allSatisfy(\.isEmpty))
  }

  @Test func aKeyIsPassedOnOnlyIfItsEndHasRoomToo() {
    for (room, isHeard) in [(0, false), (1, false), (2, true), (3, true)] {
      let player = Player { plain(&$0) }
      player.room = room
      player.at(0, midi: [0x95, 60, 100])
      player.run(100)
      #expect(player.sent.map(\.bytes) == (isHeard ? [[0x95, 60, 100]] : []), "\(room)")
      #expect(player.processor.queue.dropped == (isHeard ? 0 : 1))
    }
  }

  @Test func aPitchNextToTheFirstKeyIsPlayedByIt() {
    for (pitch, note) in [(Float(-0.5), 0), (-0.4, 0), (0.4, 0), (-0.6, nil), (127.4, 127), (127.5, nil)]
      as [(Float, UInt8?)]
    {
      let player = Player { grid in
        plain(&grid)
        grid.layers[0].rows[0].pitch = pitch
        grid.fill(0, [one(0, 0)])
      }
      player.at(0, rolling(frame: 0))
      for _ in 0..<4 { player.run(500) }
      #expect(player.notes.map(\.note) == (note.map { [$0] } ?? []), "\(pitch)")
    }
  }

  @Test(arguments: [(4.0, 4.0, 4.0), (6, 8, 3), (3, 2, 6)]) func aBarIsAsLongAsItsBeats(
    beats: Double, unit: Double, quarters: Double
  ) {
    var timeline = Timeline(sampleRate: 48_000)
    (timeline.beatsPerBar, timeline.beatUnit) = (beats, unit)
    #expect(timeline.bar == quarters)
  }

  @Test func aFullOutputDelaysEndsAndLosesNone() {
    let player = Player { grid in
      plain(&grid)
      grid.fill(0, (0..<16).flatMap { step in (0..<32).map { one(step, $0) } })
    }
    player.room = 20
    player.at(0, rolling(frame: 0))
    for _ in 0..<200 { player.run(500) }
    #expect(player.processor.queue.dropped > 0)
    player.at(0, stopped())
    for _ in 0..<10 { player.run(500) }
    #expect(player.held.isEmpty && player.faults.isEmpty)
  }

  @Test func whatHostsTellWronglyIsLeftOut() {
    let player = Player { grid in
      plain(&grid)
      grid.fill(0, (0..<16).map { one($0, 0) })
    }
    player.at(0, rolling(frame: 0))
    player.run(500)
    for tempo in [0, -120, 1e9, Double.nan] {
      var position = rolling(frame: player.frame, barBeat: Double(player.frame) / 24_000, tempo: tempo)
      position.beatsPerBar = 0
      position.beatUnit = 0
      player.at(0, position)
      player.run(500)
    }
    while player.frame < 96_000 { player.run(500) }
    #expect(player.notes.map(\.frame) == (0..<16).map { Int64($0 * sixteenth) })
  }

  /// A bar or a frame that no timeline reaches ends notes and plays nothing; it must not hang the thread.
  @Test func aPlaceThatNoTimelineReachesIsLimited() {
    for bar in [Int64(10_000_000_000_000), -10_000_000_000_000, 9_000_000_000_000_000] {
      let player = Player { grid in
        plain(&grid)
        grid.fill(0, [one(0, 0)])
      }
      player.at(0, rolling(frame: 0))
      player.run(500)
      player.at(0, rolling(frame: 1 << 46, bar: bar, barBeat: 1.25, tempo: 1000))
      for _ in 0..<20 { player.run(500) }
      player.at(0, stopped())
      player.run(500)
      #expect(player.held.isEmpty && player.faults.isEmpty, "\(bar)")
    }
  }

  /// Qtractor's positions: one a beat, in the first block behind the beat, with the beats before the bar as
  /// `barBeat`, and frames as 32-bit floats.
  static func qtractor(
    _ player: Player, from start: Int64, beats: Int, block: Int = 1024, tempo: Double = 120
  ) {
    let perBeat = 60 * 48_000 / tempo
    var (timeline, last) = (start, -1)
    while Double(timeline - start) < Double(beats) * perBeat {
      let beat = Int((Double(timeline) / perBeat).rounded(.down))
      if beat != last {
        let bar = Int64(beat / 4)
        player.at(
          0, rolling(frame: Int64(Float(timeline)), bar: bar, barBeat: Double(bar) * 4, tempo: tempo))
      }
      last = beat
      player.run(block)
      timeline += Int64(block)
    }
  }

  /// Each step sounds on the frame that its place has, from any start and at frames that floats round.
  @Test(
    arguments: [
      (0, 120), (96_000, 120), (150_000, 120), (1 << 25, 120), ((1 << 25) + 4, 97), (1 << 27, 133.5),
    ] as [(Int64, Double)]) func barsThatContradictTheFramesAreCorrected(start: Int64, tempo: Double)
  {
    let player = Player { grid in
      plain(&grid)
      grid.fill(0, (0..<16).map { one($0, $0) })
    }
    Self.qtractor(player, from: start, beats: 14, block: start > 1 << 26 ? 999 : 1024, tempo: tempo)
    let perStep = 60 * 48_000 / tempo / 4
    let first = Int((Double(start) / perStep).rounded(.up))
    let expected = (first..<first + 40).map { step in
      [Int((Double(step) * perStep - Double(start)).rounded(.up)), 40 + step % 16]
    }
    let played = player.notes.prefix(40).map { [Int($0.frame), Int($0.note)] }
    // The first position is as exact as a float.
    let limit = start < 1 << 24 ? 0 : Int(Float(start).ulp) / 2 + 1
    #expect(played.count == 40 && player.faults.isEmpty)
    for (one, other) in zip(played, expected) {
      #expect(abs(one[0] - other[0]) <= limit && one[1] == other[1], "\(one), not \(other)")
    }
  }

  /// A host whose bars move once, by more than a beat, while its frames continue: after an edit of its tempos.
  @Test func barsThatMoveOnceAreFollowed() {
    let player = Player { grid in
      plain(&grid)
      grid.fill(0, (0..<16).map { one($0, $0) })
    }
    for block in 0..<96 {
      let beats = Double(block * 1000) / 24_000 + (block >= 48 ? 1.5 : 0)
      player.at(
        0,
        rolling(
          frame: Int64(block * 1000), bar: Int64(beats / 4), barBeat: beats.truncatingRemainder(dividingBy: 4)
        ))
      player.run(1000)
    }
    let late = player.notes.filter { $0.frame >= 60_000 }.map { [Int($0.frame), Int($0.note)] }
    #expect(late == (10..<16).map { [$0 * 6000, 40 + ($0 + 6) % 16] })
  }

  /// A meter that comes alone, within a block: the chain of bars continues in bars of the new length.
  @Test func aMeterWithoutAPlaceBeginsABar() {
    let player = Player { grid in
      plain(&grid, steps: 4)
      for pattern in 0..<3 { grid.fill(0, pattern: pattern, [one(0, pattern)]) }
      grid.layers[0].chainBars = 3
      grid.layers[0].linkCount = 3
      for link in 0..<3 {
        grid.layers[0].links[link].pattern = UInt8(link)
        grid.layers[0].links[link].bars = 1
      }
    }
    player.at(0, rolling(frame: 0))
    while player.frame < 95_000 { player.run(1000) }
    var meter = Transport()
    meter.beatsPerBar = 3
    player.at(1000, meter)
    while player.frame < 239_000 { player.run(2000) }
    // A bar of four beats, then bars of three.
    let patterns = player.notes.filter { $0.channel == 0 }.map { Int($0.note) - 40 }
    #expect(patterns == [0, 0, 0, 0, 1, 1, 1, 2, 2, 2])
  }

  /// A host that tells its position only once continues after `deactivate` and `activate`.
  @Test func aPositionStaysOverActivate() {
    let player = Player { grid in
      plain(&grid)
      grid.fill(0, (0..<16).map { one($0, $0) })
    }
    player.at(0, rolling(frame: 0))
    for _ in 0..<20 { player.run(1000) }
    player.processor.activate()
    for _ in 0..<20 { player.run(1000) }
    #expect(player.notes.map { [Int($0.frame), Int($0.note)] } == (0..<7).map { [$0 * 6000, 40 + $0] })
    #expect(player.faults.isEmpty)
  }
}
