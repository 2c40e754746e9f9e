// Random edits, ports, keys and transports. the campaign plays a million.
import Controls
import Foundation
import RealTime
import TestSupport
import Testing

@testable import ToneMatrix

struct FuzzTests {
  /// Fills a grid with random content.
  static func scramble(_ grid: inout CompiledGrid, _ dice: inout SeededGenerator) {
    grid.seed = dice.next() >> 11
    for song in 0..<dice.below(3) {
      for _ in 0..<1 + dice.below(5) {
        var section = GridSection()
        section.bars = UInt8(1 + dice.below(3))
        section.mutes = UInt32(dice.below(1 << GridLimit.layers))
        for layer in 0..<GridLimit.layers { section.patterns[layer] = UInt8(dice.below(4)) }
        grid.songs[song].append(section)
      }
    }
    for layer in 0..<dice.pick([4, 4, GridLimit.layers]) {
      let to = grid.layers + layer
      to.pointee.steps = UInt8(1 + dice.below(64))
      to.pointee.rowCount = UInt8(1 + dice.below(32))
      to.pointee.division = dice.pick(Division.allCases)
      to.pointee.stretch = dice.pick([1, 2, 4])
      to.pointee.direction = dice.pick(Direction.allCases)
      to.pointee.channel = UInt8(dice.below(17))
      to.pointee.octave = Int8(dice.below(9) - 4)
      to.pointee.gate = UInt8(1 + dice.below(100))
      to.pointee.swing = UInt8(dice.below(76))
      to.pointee.plays = !dice.isOne(in: 6)
      to.pointee.humanizeTiming = UInt8(dice.below(51))
      to.pointee.humanizeVelocity = UInt8(dice.below(101))
      to.pointee.velocityCurve = Int8(dice.below(201) - 100)
      if dice.isOne(in: 2) { to.pointee.keys = dice.pick(KeyMode.allCases) }
      to.pointee.latches = dice.isOne(in: 3)
      to.pointee.scale.count = 1 + dice.below(12)
      for note in 0..<to.pointee.scale.count { to.pointee.scale.semitones[note] = Float(note) }
      to.pointee.controller = dice.isOne(in: 3) ? UInt8(dice.below(128)) : 255
      for row in 0..<32 {
        to.pointee.rows[row].pitch = Float(dice.below(1280)) / 10
        to.pointee.rows[row].isMuted = dice.isOne(in: 10)
        to.pointee.rows[row].first = UInt8(dice.below(32))
        to.pointee.rows[row].last = UInt8(
          Int(to.pointee.rows[row].first) + dice.below(32 - Int(to.pointee.rows[row].first)))
      }
      if dice.isOne(in: 2) {
        to.pointee.linkCount = UInt8(1 + dice.below(4))
        for link in 0..<Int(to.pointee.linkCount) {
          to.pointee.links[link].pattern = UInt8(dice.below(4))
          to.pointee.links[link].bars = UInt8(1 + dice.below(3))
          to.pointee.chainBars += Int32(to.pointee.links[link].bars)
        }
      }
      for pattern in 0..<(1 + dice.below(3)) {
        if dice.isOne(in: 2) {
          to.pointee.times[pattern].steps = UInt8(dice.below(65))
          to.pointee.times[pattern].hasDivision = dice.isOne(in: 2)
          to.pointee.times[pattern].division = dice.pick(Division.allCases)
          to.pointee.times[pattern].stretch = dice.pick([0, 1, 2, 4])
          to.pointee.times[pattern].restart = UInt8(dice.below(5))
        }
        var cells: [(step: Int, row: Int, cell: GridCell)] = []
        for _ in 0..<dice.below(60) {
          var cell = GridCell(isOn: true)
          cell.length = UInt8(1 + dice.below(32))
          cell.delay = Int8(dice.below(199) - 99)
          cell.ratchet = UInt8(1 + dice.below(4))
          cell.probability = UInt8(dice.below(101))
          if dice.isOne(in: 4) {
            cell.relation = CellRelation(
              dice.isOne(in: 2) ? .row : .track, UInt8(dice.below(32)), plays: dice.isOne(in: 2))
          }
          cell.moment = dice.pick(CellMoment.allCases)
          cells.append((dice.below(64), dice.below(32), cell))
        }
        grid.fill(layer, pattern: pattern, cells)
        if dice.isOne(in: 2) { scramble(lanes: &grid, layer, pattern, &dice) }
      }
    }
  }

  private static func scramble(
    lanes grid: inout CompiledGrid, _ layer: Int, _ pattern: Int, _ dice: inout SeededGenerator
  ) {
    grid.layers[layer].laneCount = UInt8(dice.below(GridLimit.lanes + 1))
    for lane in 0..<GridLimit.lanes {
      grid.layers[layer].lanes[lane].target = dice.pick(LaneTarget.allCases)
      grid.layers[layer].lanes[lane].isLine = dice.isOne(in: 2)
    }
    let values = (0..<GridLimit.lanes * GridLimit.steps).map { _ in
      dice.isOne(in: 4) ? Int16(dice.below(30_000) - 15_000) : GridLane.none
    }
    values.withUnsafeBufferPointer { grid.setLaneValues(layer, pattern, $0) }
  }

  /// Plays `count` random events; returns the first fault, or nil.
  static func play(_ count: Int, seed: UInt64) -> String? {
    var dice = SeededGenerator(seed: seed)
    let player = Player(rate: dice.pick([44_100, 48_000, 192_000])) { scramble(&$0, &dice) }
    var timeline: Int64 = 0
    var tempo = 120.0
    for number in 0..<count {
      let frames = dice.isOne(in: 50) ? dice.below(4000) : dice.below(300)
      let at = dice.below(max(frames, 1))
      switch dice.below(12) {
      case 0, 1, 2:
        tempo = dice.pick([20, 60, 123.4, 300, 999])
        player.at(
          at,
          rolling(
            frame: timeline, bar: Int64(dice.below(40)), barBeat: Double(dice.below(4000)) / 1000,
            tempo: tempo))
      case 3: player.at(at, stopped(frame: timeline))
      case 4:
        player.at(
          at,
          rolling(
            frame: timeline, tempo: dice.pick([.nan, 0, -5, .infinity, 1e300]),
            speed: dice.pick([-1, 0.5, 2, .nan])))
      case 5, 6:
        player.at(
          at,
          midi: [
            UInt8(0x80 + 16 * dice.below(7) + dice.below(16)), UInt8(dice.below(128)), UInt8(dice.below(128)),
          ])
      case 7: player.at(at, midi: (0..<dice.below(5)).map { _ in UInt8(dice.below(256)) })
      case 8:
        let port = dice.pick(ToneMatrixPort.allCases.filter { $0.isInput })
        player.set(
          port, dice.isOne(in: 20) ? .nan : Float(dice.below(40) - 5) * (dice.isOne(in: 2) ? 1 : 0.1))
      case 9: if dice.isOne(in: 8) { player.apply { scramble(&$0, &dice) } }
      case 10: player.room = dice.pick([0, 3, 40, 100_000])
      default: if dice.isOne(in: 40) { player.processor.activate() }
      }
      player.run(frames)
      timeline += Int64(frames)
      player.sent.removeAll(keepingCapacity: true)
      player.passed.removeAll(keepingCapacity: true)
      player.lights.removeAll(keepingCapacity: true)
      for layer in 0..<GridLimit.layers { player.sentByLayer[layer].removeAll(keepingCapacity: true) }
      while player.processor.popRequest() != nil {}
      if number % 200 == 199 {
        // Everything stops: the host, the own clock and the keys.
        player.room = 100_000
        player.set(.clock, 0)
        player.set(.midiIn, 0)
        player.set(.panic, 0)
        player.at(0, stopped(frame: timeline))
        player.run(64)
        player.set(.panic, 1)
        player.run(64)
        if !player.held.isEmpty || player.processor.notesSounding != 0 {
          return "\(player.held.count) notes sound after event \(number)"
        }
        if let layer = player.heldByLayer.firstIndex(where: { !$0.isEmpty }) {
          return "notes sound on the output of layer \(layer + 1) after event \(number)"
        }
      }
    }
    return nil
  }

  @Test func nothingSoundsAfterAStop() {
    let total = testCases(40_000, inCampaign: 1_000_000, variable: "GRID_FUZZ")
    let first = testSeed("GRID_SEED", default: 3)
    for part in 0..<20 {
      let seed = first &+ UInt64(part) &* 7_919
      #expect(Self.play(total / 20, seed: seed) == nil, "seed \(seed)")
    }
    print("\(total) random events")
  }
}
