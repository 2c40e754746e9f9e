// Sixteen layers: each plays its notes and sends them to its own output, and the later ones obey songs, ports and
// relations as the first four do.
import Controls
import TestSupport
import Testing

@testable import ToneMatrix

struct LayerTests {
  /// Every row of every layer strikes on a step of its own layer, all on one channel of MPE or on sixteen.
  @Test(arguments: [false, true]) func everyRowOfSixteenLayersSounds(_ isMPE: Bool) {
    let player = Player { grid in
      plain(&grid, steps: 64)
      for layer in 0..<GridLimit.layers {
        if isMPE { grid.layers[layer].channel = 16 }
        grid.fill(layer, (0..<GridLimit.rows).map { one($0 * 2 + layer % 2, $0) })
      }
    }
    player.roll(sixteenths: 64)
    #expect(player.notes.count == GridLimit.layers * GridLimit.rows)
    #expect(player.faults.isEmpty && player.held.isEmpty && player.processor.notesSounding == 0)
    for layer in 0..<GridLimit.layers {
      let sent = player.sentByLayer[layer].filter { $0.bytes[0] & 0xF0 == 0x90 }
      #expect(sent.map { Int($0.frame) / sixteenth } == (0..<32).map { $0 * 2 + layer % 2 }, "\(layer)")
      #expect(sent.map { Int($0.bytes[1]) } == (0..<32).map { 40 + $0 })
      if !isMPE { #expect(sent.allSatisfy { Int($0.bytes[0] & 15) == layer }) }
    }
  }

  /// 512 notes that begin together end together.
  @Test func fullColumnsEnd() {
    let player = Player { grid in
      plain(&grid)
      for layer in 0..<GridLimit.layers {
        grid.layers[layer].gate = 100
        grid.fill(layer, (0..<16).flatMap { step in (0..<GridLimit.rows).map { one(step, $0) } })
      }
    }
    player.at(0, rolling(frame: 0))
    player.run(500)
    #expect(player.held.count == GridLimit.layers * GridLimit.rows)
    for _ in 0..<40 { player.run(500) }
    player.at(0, stopped())
    player.run(500)
    #expect(player.held.isEmpty && player.faults.isEmpty && player.processor.notesSounding == 0)
  }

  @Test func portsOfTheLastLayerAct() {
    let player = Player { grid in
      plain(&grid, steps: 4)
      grid.fill(15, [one(0, 0)])
      grid.fill(15, pattern: 2, [one(0, 5)])
    }
    player.set(.layer16Channel, 3)
    player.set(.layer16Velocity, 0.5)
    player.roll(sixteenths: 4)
    #expect(player.notes == [ModelNote(frame: 0, channel: 2, note: 40, velocity: 50)])
    player.set(.layer16Pattern, 3)
    player.roll(sixteenths: 4)
    #expect(player.notes.map { $0.note } == [40, 45])
    player.set(.layer16Play, 0)
    player.roll(sixteenths: 4)
    #expect(player.notes.count == 2)
  }

  /// Without a port, a setting of a later layer is that of the grid.
  @Test func settingsWithoutPortsAreThoseOfTheGrid() {
    for layer in 0..<GridLimit.layers {
      for setting in ToneMatrixPort.LayerSetting.allCases {
        guard let port = ToneMatrixPort.layer(layer, setting) else {
          #expect(layer >= 4)
          continue
        }
        #expect(port.layerSetting?.layer == layer && port.layerSetting?.setting == setting)
        #expect(port.spec.default == setting.rest)
      }
    }
    let player = Player { grid in
      plain(&grid, steps: 8)
      grid.layers[6].octave = 1
      grid.layers[6].swing = 50
      grid.layers[6].direction = .back
      grid.fill(6, [one(0, 0)])
    }
    player.roll(sixteenths: 8)
    #expect(player.notes.map { [Int($0.frame), Int($0.note)] } == [[7 * sixteenth + sixteenth / 2, 52]])
  }

  @Test func songsMuteAndChooseLaterLayers() {
    let player = Player { grid in
      plain(&grid)
      grid.fill(11, [one(0, 0)])
      grid.fill(11, pattern: 9, [one(0, 7)])
      for (pattern, isMuted) in [(9, false), (9, true), (0, false)] as [(UInt8, Bool)] {
        var section = GridSection()
        section.patterns[11] = pattern
        section.mutes = isMuted ? 1 << 11 : 0
        grid.songs[0].append(section)
      }
    }
    player.roll(sixteenths: 48)
    #expect(player.steps == [[0, 47], [32, 40]])
  }

  @Test func cellsDependOnLaterTracks() {
    let player = Player { grid in
      plain(&grid, steps: 4)
      var cell = GridCell(isOn: true)
      cell.relation = CellRelation(.track, 15, plays: true)
      grid.fill(0, (0..<4).map { ($0, 0, cell) })
      grid.fill(15, [one(2, 9)])
    }
    player.roll(sixteenths: 4)
    #expect(player.steps == [[2, 40], [2, 49]])
  }

  /// Keys choose the patterns of the first four layers, as they always did.
  @Test func keysBehindThoseOfTheFourthLayerChooseNothing() {
    let player = Player { plain(&$0) }
    player.set(.midiIn, 4)
    for key in UInt8(116)...127 { player.at(0, midi: [0x90, key, 100]) }
    player.at(0, midi: [0xC0, 80])
    player.at(0, midi: [0xC0, 127])
    player.run(64)
    #expect((0..<GridLimit.layers).allSatisfy { player.processor.pattern(of: $0) == 0 })
    player.at(0, midi: [0x90, 115, 100])
    player.run(64)
    #expect(
      (0..<GridLimit.layers).map { player.processor.pattern(of: $0) } == [0, 0, 0, 15]
        + [Int](repeating: 0, count: 12))
  }

  /// A change of one layer's port changes nothing of the others.
  @Test func aPortOfALayerLeavesTheOthers() {
    func play(_ value: Float) -> Player {
      let player = Player { grid in
        plain(&grid)
        for layer in 0..<GridLimit.layers { grid.fill(layer, (0..<16).map { one($0, $0) }) }
      }
      player.at(0, rolling(frame: 0))
      for block in 0..<100 {
        if block % 7 == 3 { player.set(.layer5Velocity, block % 2 == 0 ? value : 1) }
        player.run(500)
      }
      return player
    }
    let (quiet, loud) = (play(0.2), play(1))
    for layer in 0..<GridLimit.layers where layer != 4 {
      #expect(quiet.sentByLayer[layer] == loud.sentByLayer[layer])
    }
    #expect(quiet.sentByLayer[4] != loud.sentByLayer[4])
  }

  /// The playing state of each layer has its own word.
  @Test func thePlayingStateOfEachLayerIsRead() {
    let playing = GridPlaying()
    for layer in 0..<GridLimit.layers {
      playing.store(GridPlaying.Layer(column: layer - 1, pattern: 15 - layer, lit: 1 << UInt32(layer)), layer)
    }
    for layer in 0..<GridLimit.layers {
      #expect(
        playing.load(layer)
          == GridPlaying.Layer(column: layer - 1, pattern: 15 - layer, lit: 1 << UInt32(layer)))
    }
  }

  /// The memory of an empty grid, which `docs/architecture.md` states.
  @Test func anEmptyGridIsSmall() {
    let patterns = GridLimit.layers * GridLimit.patterns
    let bytes =
      GridLimit.layers * MemoryLayout<GridLayer>.stride + 5 * patterns * MemoryLayout<Int>.size
      + GridLimit.songs * MemoryLayout<GridSong>.stride
    print("an empty grid: \(bytes) bytes; a layer's state: \(MemoryLayout<LayerState>.stride) bytes")
    #expect(bytes < 64_000)
    #expect(MemoryLayout<GridCell>.stride * GridLimit.rows * GridLimit.steps <= 32_768)
  }
}
