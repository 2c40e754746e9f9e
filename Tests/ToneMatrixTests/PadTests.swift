// Devices with pads and buttons: pages, tracks, patterns, mutes and stops, and the lights that show them.
import Controls
import RealTime
import Testing

@testable import ToneMatrix

/// A device of 4 × 2 pads, notes 0…3 and 10…13, on a channel of its own.
private enum Device {
  /// The values of lights.
  static let (off, on, column, playing, queued): (UInt8, UInt8, UInt8, UInt8, UInt8) = (1, 2, 3, 4, 5)

  static func add(to grid: inout CompiledGrid, _ buttons: [(cc: UInt8, action: PadAction, number: UInt8)]) {
    for row in 0..<2 {
      for column in 0..<4 { grid.pads.add(lit(PadControl(note: UInt8(10 * row + column)), column, row)) }
    }
    for (cc, action, number) in buttons {
      grid.pads.add(
        lit(PadControl(action: action, argument: number, number: cc, isController: true), 0, 0))
    }
    (grid.pads.columns, grid.pads.rows) = (4, 2)
  }

  private static func lit(_ control: PadControl, _ column: Int, _ row: Int) -> PadControl {
    var control = control
    (control.column, control.row, control.lightChannel) = (UInt8(column), UInt8(row), 9)
    for light in PadLight.allCases { control.lights[Int(light.rawValue)] = light.rawValue + 1 }
    return control
  }
}

extension Player {
  fileprivate func press(_ cc: UInt8) {
    at(0, midi: [0xB0, cc, 127])
    at(0, midi: [0xB0, cc, 0])
  }

  /// The present light of each note and controller.
  fileprivate var lit: [UInt16: UInt8] {
    var lit: [UInt16: UInt8] = [:]
    for each in lights { lit[UInt16(each.bytes[0]) << 8 | UInt16(each.bytes[1])] = each.bytes[2] }
    return lit
  }
  fileprivate func light(cc: UInt8) -> UInt8? { lit[0xB900 | UInt16(cc)] }
  fileprivate func light(note: UInt8) -> UInt8? { lit[0x9900 | UInt16(note)] }

  fileprivate var requests: [PerformanceRequest] {
    var list: [PerformanceRequest] = []
    while let next = processor.popRequest() { list.append(next) }
    return list
  }

  /// The frames at which notes of a track began, as sixteenths.
  fileprivate func begins(_ layer: Int) -> [Int] {
    sentByLayer[layer].filter { $0.bytes[0] & 0xF0 == 0x90 }.map { Int($0.frame) / sixteenth }
  }
}

@Suite struct PadTests {
  @Test func buttonsTurnPagesOfStepsAndRows() {
    let player = Player { grid in
      plain(&grid, steps: 10)
      for layer in 0..<4 { grid.layers[layer].rowCount = 3 }
      grid.fill(0, [one(5, 0), one(8, 2)])
      Device.add(to: &grid, [(20, .pageLeft, 0), (21, .pageRight, 0), (22, .pageUp, 0), (23, .pageDown, 0)])
    }
    player.set(.midiIn, 3)
    player.set(.lights, 1)
    player.run(1000)
    #expect(
      [20, 21, 22, 23].map { player.light(cc: $0) } == [1, 2, 2, 1], "there are pages right and above")
    #expect((0..<4).map { player.light(note: $0) } == [1, 1, 1, 1])
    player.press(21)
    player.run(1000)
    #expect((0..<4).map { player.light(note: $0) } == [1, 2, 1, 1], "step 6 is the second of its page")
    player.at(0, midi: [0x90, 12, 99])
    player.run(1000)
    #expect(player.requests == [.toggle(GridCellIndex(layer: 0, pattern: 0, step: 6, row: 1))])
    for cc in [21, 21, 22, 22] as [UInt8] { player.press(cc) }
    player.run(1000)
    #expect([20, 21, 22, 23].map { player.light(cc: $0) } == [2, 1, 1, 2])
    #expect((0..<4).map { player.light(note: $0) } == [2, 1, 1, 1], "step 9, row 3")
    player.at(0, midi: [0x90, 2, 99])  // step 11
    player.at(0, midi: [0x90, 11, 99])  // row 4
    player.at(0, midi: [0x90, 1, 99])
    player.run(1000)
    #expect(player.requests == [.toggle(GridCellIndex(layer: 0, pattern: 0, step: 9, row: 2))])
    player.processor.activate()
    player.at(0, midi: [0x90, 1, 99])
    player.run(1000)
    #expect(player.requests == [.toggle(GridCellIndex(layer: 0, pattern: 0, step: 1, row: 0))])
    #expect(player.passed.isEmpty, "pads and buttons reach no instrument")
  }

  @Test func aTrackThatIsShorterIsShownFromItsLastPage() {
    let player = Player { grid in
      plain(&grid, steps: 16)
      grid.layers[1].steps = 6
      Device.add(to: &grid, [(21, .pageRight, 0), (30, .track, 1), (31, .track, 2)])
    }
    player.set(.midiIn, 3)
    player.set(.lights, 1)
    for cc in [21, 21, 21, 31] as [UInt8] { player.press(cc) }
    player.at(0, midi: [0x90, 0, 99])
    player.run(1000)
    #expect(player.requests == [.toggle(GridCellIndex(layer: 1, pattern: 0, step: 4, row: 0))])
    #expect([30, 31].map { player.light(cc: $0) } == [1, 2])
    player.set(.editLayer, 1)
    player.run(1000)
    #expect([30, 31].map { player.light(cc: $0) } == [2, 1], "the port chooses as well")
  }

  @Test func mutesAreChangesOfTheGridAndRendersMakeNone() {
    let player = Player { grid in
      plain(&grid)
      grid.layers[1].plays = false
      Device.add(to: &grid, [(40, .mute, 0), (41, .mute, 2)])
    }
    player.set(.midiIn, 3)
    player.set(.lights, 1)
    player.press(40)
    player.press(41)
    player.run(1000)
    #expect(player.requests == [.mute(layer: 0), .mute(layer: 1)])
    #expect([40, 41].map { player.light(cc: $0) } == [1, 2])
    player.set(.freeWheel, 1)
    player.press(41)
    player.at(0, midi: [0x90, 0, 99])
    player.run(1000)
    #expect(player.requests.isEmpty)
  }

  @Test(arguments: [500, 1500, 6000]) func patternsAreLaunchedAndStoppedAtTheNextBar(block: Int) {
    let player = Player { grid in
      plain(&grid, steps: 4)
      for layer in 0..<2 { grid.fill(layer, [one(0, layer)]) }
      grid.fill(0, pattern: 1, [one(2, 0)])
      Device.add(
        to: &grid,
        [
          (50, .pattern, 1), (51, .pattern, 2), (52, .stop, 0), (53, .stop, 2), (54, .stopAll, 0),
          (55, .scene, 1),
        ])
    }
    player.set(.midiIn, 3)
    player.set(.lights, 1)
    player.at(0, rolling(frame: 0))
    func go(_ sixteenths: Int) { for _ in 0..<(sixteenths * sixteenth / block) { player.run(block) } }
    func expect(_ lights: [UInt8], _ comment: Comment) {
      #expect([50, 51, 52, 53, 54].map { player.light(cc: $0) } == lights, comment)
    }
    go(8)
    expect([2, 1, 1, 1, 1], "pattern 1 plays")
    player.press(51)
    go(2)
    expect([2, 5, 1, 1, 1], "pattern 2 waits for the bar")
    go(8)
    expect([1, 2, 1, 1, 1], "pattern 2 plays")
    player.press(52)
    go(2)
    expect([1, 2, 5, 1, 5], "the stop waits")
    go(14)
    expect([1, 1, 2, 1, 1], "track 1 is stopped, the other plays")
    #expect(player.live { [$0.layer(0)?.column == -2, $0.layer(1)?.column == -2] } == [true, false])
    player.press(54)
    go(16)
    expect([1, 1, 2, 2, 2], "all are stopped")
    player.press(55)
    go(16)
    expect([2, 1, 1, 1, 1], "pattern 1 plays in all tracks")
    let first = [0, 4, 8, 12] + [18, 22, 26, 30]
    // Stopped at 32; launched again at 80 at the latest.
    let played = player.begins(0)
    #expect(Array(played.prefix(8)) == first)
    #expect(played.dropFirst(8).allSatisfy { $0 >= 64 } && played.count > 8)
    #expect(player.begins(1).filter { $0 < 48 } == Array(stride(from: 0, to: 48, by: 4)))
    #expect(player.faults.allSatisfy { $0.bytes[0] & 15 == 9 }, "only lights are repeated")
  }

  @Test func aStopEndsWhenTheTimelineStarts() {
    let player = Player { grid in
      plain(&grid, steps: 4)
      grid.fill(0, [one(0, 0)])
      Device.add(to: &grid, [(52, .stop, 1)])
    }
    player.set(.midiIn, 3)
    player.set(.switchAt, 0)
    player.at(0, rolling(frame: 0))
    player.run(6000)
    player.press(52)
    for _ in 0..<8 { player.run(6000) }
    #expect(player.begins(0) == [0], "stopped at once")
    #expect(player.held.isEmpty)
    player.at(0, stopped())
    player.run(6000)
    player.sentByLayer[0] = []
    let start = Int(player.frame) / 6000
    player.at(0, rolling(frame: 0))
    for _ in 0..<8 { player.run(6000) }
    #expect(player.begins(0).map { $0 - start } == [0, 4])
  }

  @Test(arguments: [100, 3000, 12_000]) func playStartsTheOwnClockOnItsFrame(block: Int) {
    let player = Player { grid in
      plain(&grid, steps: 4)
      grid.fill(0, [one(0, 0)])
      Device.add(to: &grid, [(60, .play, 0), (61, .fill, 0)])
    }
    player.set(.midiIn, 3)
    player.set(.lights, 1)
    player.set(.clock, 1)
    player.set(.transport, 0)
    player.run(12_000)
    player.at(50, midi: [0xB0, 60, 127])
    player.at(60, midi: [0xB0, 60, 0])
    player.at(70, midi: [0xB0, 61, 127])
    for _ in 0..<(36_000 / block) { player.run(block) }
    let begins = player.sentByLayer[0].filter { $0.bytes[0] & 0xF0 == 0x90 }.map { Int($0.frame) }
    #expect(begins == [12_050, 36_050])
    #expect([60, 61].map { player.light(cc: $0) } == [2, 2])
    player.at(10, midi: [0xB0, 60, 127])
    player.at(20, midi: [0xB0, 61, 0])
    player.run(12_000)
    #expect([60, 61].map { player.light(cc: $0) } == [1, 1])
    #expect(player.heldByLayer[0].isEmpty)
  }

  @Test func theDeviceIsPreparedOnceBeforeItsLights() {
    let bytes: [UInt8] = [0xF0, 0x00, 0x20, 0xF7]
    let player = Player { grid in
      Device.add(to: &grid, [])
      for byte in bytes { grid.pads.add(setup: byte) }
    }
    player.run(100)
    #expect(player.processor.takeSetup() == nil, "without lights nothing is sent")
    player.set(.lights, 1)
    player.run(100)
    #expect(player.processor.takeSetup() == 4)
    #expect(player.processor.takeSetup() == nil)
    player.processor.activate()
    #expect(player.processor.takeSetup() == 4)
    let before = player.lights.count
    player.apply { grid in
      Device.add(to: &grid, [(20, .pageLeft, 0)])
      grid.pads.signature = 7
    }
    player.run(1000)
    #expect(player.lights.count - before == 9, "another device is lit anew")
    #expect(player.processor.takeSetup() == nil, "and needs nothing")
  }

  @Test func columnsOnChannelsOfTheirOwnAreToldApart() {
    let player = Player { grid in
      plain(&grid)
      grid.fill(0, [one(1, 0)])
      for column in 0..<2 {
        var control = PadControl(note: 0x39)
        (control.channel, control.lightChannel, control.column) = (
          UInt8(column), UInt8(column), UInt8(column)
        )
        control.lights[Int(PadLight.on.rawValue)] = 1
        grid.pads.add(control)
      }
    }
    player.set(.midiIn, 3)
    player.set(.lights, 1)
    player.at(0, midi: [0x91, 0x39, 127])
    player.at(0, midi: [0x92, 0x39, 127])
    player.run(1000)
    #expect(player.requests == [.toggle(GridCellIndex(layer: 0, pattern: 0, step: 1, row: 0))])
    #expect(player.lights.map(\.bytes) == [[0x90, 0x39, 0], [0x91, 0x39, 1]])
  }
}

/// Knobs that have learned lanes.
@Suite struct KnobTests {
  private func player(_ lanes: [(LaneTarget, knob: UInt8)]) -> Player {
    Player { grid in
      plain(&grid, steps: 4)
      grid.layers[1].laneCount = UInt8(lanes.count)
      for (index, (target, knob)) in lanes.enumerated() {
        grid.layers[1].lanes[index].target = target
        grid.layers[1].lanes[index].number = 74
        grid.layers[1].lanes[index].knob = knob
      }
    }
  }

  @Test func aKnobIsHeardAndRecordedInTheStepThatPlays() {
    let player = player([(.bend, 255), (.controller, 21)])
    func lane(_ step: UInt8, _ value: Int16, _ stroke: UInt32) -> PerformanceRequest {
      .lane(GridCellIndex(layer: 1, pattern: 0, step: step, row: 1), value: value, stroke: stroke)
    }
    player.at(0, midi: [0xB0, 21, 9])
    player.run(6000)
    #expect(player.requests.isEmpty && player.sentByLayer[1].map(\.bytes) == [[0xB1, 74, 9]])
    player.at(0, rolling(frame: 0))
    player.at(100, midi: [0xB5, 21, 64])
    player.at(200, midi: [0xB5, 22, 64])
    player.run(6000)
    player.at(100, midi: [0xB0, 21, 127])
    player.run(6000)
    #expect(player.requests == [lane(0, 64, 2), lane(1, 127, 2)], "one turn")
    #expect(player.passed.map(\.bytes) == [[0xB5, 22, 64]], "other knobs pass")
    for _ in 0..<10 { player.run(6000) }
    player.at(100, midi: [0xB0, 21, 5])
    player.run(6000)
    #expect(player.requests == [lane(0, 5, 3)], "a second later it is another turn")
    player.set(.freeWheel, 1)
    player.at(100, midi: [0xB0, 21, 6])
    player.run(6000)
    player.set(.freeWheel, 0)
    player.set(.enabled, 0)
    player.at(100, midi: [0xB0, 21, 7])
    player.run(6000)
    #expect(player.requests.isEmpty && player.passed.last?.bytes == [0xB0, 21, 7])
  }

  @Test func aKnobReachesBothEndsOfEachRange() {
    for target in LaneTarget.allCases {
      let values = (0...127).map { target.value(of: $0) }
      #expect(values.first == target.range.lowerBound && values.last == target.range.upperBound)
      #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 })
    }
    #expect(LaneTarget.bend.value(of: 64) == 0)
    #expect((0...127).map { LaneTarget.controller.value(of: $0) } == Array(0...127))
  }
}
