// Layers that follow keys: the modes, compared with models, and what ends them.
import Controls
import RealTime
import TestSupport
import Testing

@testable import ToneMatrix

struct KeyTests {
  static let scripts = testCases(400, inCampaign: 10_000, variable: "KEY_SCRIPTS")
  static let first = testSeed("KEY_SEED", default: 0)

  /// Plays one script; returns the notes of the model, and what differs.
  private static func check(_ seed: UInt64, hasLife: Bool = true) -> (notes: Int, fault: String?) {
    let keys = KeyScript(seed: seed, hasLife: hasLife)
    let player = keys.script.play(midi: keys.midi, keys.make) { $0.barBeat.number }
    let (played, model) = (player.notes, keys.model)
    if played == model {
      return (model.count, player.faults.isEmpty && player.passed.isEmpty ? nil : "faults")
    }
    let both = Set(played).symmetricDifference(model).sorted()
    return (model.count, "\(played.count) notes, the model has \(model.count); \(both.prefix(4))")
  }

  @Test(arguments: 0..<20) func layersPlayWhatKeysAskFor(_ part: Int) {
    var notes = 0
    for number in 0..<Self.scripts / 20 {
      let seed = Self.first + UInt64(part * 100_000 + number)
      let (count, fault) = Self.check(seed)
      notes += count
      if let fault {
        Issue.record("seed \(seed): \(fault)")
        return
      }
    }
    #expect(notes > 0)
    print("keys: \(notes) notes of \(Self.scripts / 20) scripts")
  }

  /// Scripts that were played wrong once.
  @Test(
    arguments: [(300_088, false), (1_400_024, false), (700_016, true), (900_004, true)] as [(UInt64, Bool)])
  func foundSeedsArePlayed(_ seed: UInt64, _ hasLife: Bool) {
    let fault = Self.check(seed, hasLife: hasLife).fault
    #expect(fault == nil)
  }

  /// A position can make a step overdue. Its notes are those of the keys on that frame all the same.
  @Test func keysOfAFrameComeBeforeOverdueNotes() {
    let player = chord()
    player.at(0, midi: [0x90, 60, 100])
    player.run(5000)
    // The next step was due on frame 5500 by this.
    player.at(600, rolling(frame: 5600, barBeat: 6100.0 / 24_000))
    player.at(600, midi: [0x90, 72, 100])
    player.at(600, midi: [0x80, 60, 0])
    player.run(1000)
    let second = player.notes.filter { $0.channel == 0 && $0.frame > 0 }
    #expect(second.map(\.frame) == [5600, 5600] && second.map(\.note) == [72, 84])
  }

  /// From the beginning of the timeline, the strikes of an arpeggio play one tone after another, whatever the lengths of
  /// its rows and in every direction.
  @Test(arguments: [Direction.forward, .back, .pendulum]) func eachCellPlaysTheNextTone(
    _ direction: Direction
  ) {
    var dice = SeededGenerator(seed: testSeed("ARPEGGIO_SEED", default: 5))
    let chord: [UInt8] = [67, 48, 60, 55, 72]
    for _ in 0..<50 {
      let player = Player { grid in
        plain(&grid, steps: UInt8(1 + dice.below(64)))
        grid.layers[0].direction = direction
        grid.layers[0].keys = .arpeggioPlayed
        for row in 0..<32 where dice.isOne(in: 3) {
          let first = dice.below(20)
          grid.layers[0].rows[row].first = UInt8(first)
          grid.layers[0].rows[row].last = UInt8(first + dice.below(44))
        }
        grid.layers[0].rows[5].isMuted = true
        grid.layers[0].rows[6].isFree = true
        grid.fill(0, (0..<60).map { _ in one(dice.below(64), dice.below(32)) } + [one(0, 6)])
      }
      for key in chord { player.at(0, midi: [0x90, key, 100]) }
      player.roll(sixteenths: 100)
      let tones = player.sent.filter { $0.bytes[0] == 0x90 && $0.bytes[1] != 46 }.map { $0.bytes[1] }
      #expect(tones == tones.indices.map { chord[$0 % 5] })
      #expect(player.faults.isEmpty && player.held.isEmpty)
    }
  }

  @Test func blocksChangeNothing() {
    let end = 100_000
    func sent(_ block: Int, _ seed: UInt64) -> [Sent] {
      var dice = SeededGenerator(seed: seed)
      let player = Player { grid in
        FuzzTests.scramble(&grid, &dice)
        // Songs mute much.
        if seed % 2 == 0 { for song in 0..<GridLimit.songs { grid.songs[song] = GridSong() } }
        for (layer, mode) in [KeyMode.trigger, .chord, .arpeggioRandom, .scale].enumerated() {
          grid.layers[layer].keys = mode
          grid.layers[layer].plays = true
        }
      }
      var events: [(frame: Int, bytes: [UInt8])] = []
      for _ in 0..<60 {
        events.append((dice.below(end), [dice.pick([0x90, 0x80]), UInt8(50 + dice.below(20)), 90]))
      }
      events.sort { $0.frame < $1.frame }
      player.at(0, rolling(frame: 0))
      var start = 0
      while start < end {
        let length = min(block, end - start)
        for event in events where event.frame >= start && event.frame < start + length {
          player.at(event.frame - start, midi: event.bytes)
        }
        player.run(length)
        start += length
      }
      return player.sent
    }
    var count = 0
    for seed in 0..<40 as Range<UInt64> {
      let whole = sent(8192, seed)
      count += whole.count
      for block in [17, 64, 333, 1024] { #expect(sent(block, seed) == whole, "\(block), seed \(seed)") }
    }
    #expect(count > 400)
  }

  // MARK: Patterns that keys start

  @Test func aKeyStartsThePatternAndItsReleaseEndsIt() {
    let first = testSeed("TRIGGER_SEED", default: 11)
    var count = 0
    for number in 0..<Self.scripts {
      let script = TriggerScript(seed: first &+ UInt64(number) &* 1_000_003)
      let (player, model) = (script.play(), script.model)
      count += model.count
      // Velocities have a test of their own.
      let notes = player.notes.map { ModelNote(frame: $0.frame, channel: $0.channel, note: $0.note) }.sorted()
      if notes != model {
        let both = Set(notes).symmetricDifference(model).sorted()
        Issue.record("script \(number): \(notes.count), not \(model.count): \(both.prefix(4))")
        return
      }
      #expect(player.faults.isEmpty && player.held.isEmpty && player.passed.isEmpty)
    }
    #expect(count > 1000)
  }

  @Test func theVelocityOfTheKeyScalesThePattern() {
    let player = trigger()
    player.at(100, midi: [0x90, 60, 127])
    player.run(sixteenth)
    player.at(0, midi: [0x90, 64, 64])
    player.run(sixteenth)
    let strikes = player.sent.filter { $0.bytes[0] == 0x90 }
    #expect(strikes.map { Int($0.frame) } == [100, sixteenth])
    #expect(strikes.map { $0.bytes[2] } == [100, 50])
  }

  @Test func theReleaseEndsALongNote() {
    let player = trigger(length: 16)
    player.at(100, midi: [0x90, 60, 127])
    player.run(sixteenth)
    player.at(50, midi: [0x80, 60, 0])
    player.run(sixteenth)
    #expect(player.sent.map { Int($0.frame) } == [100, sixteenth + 50] && player.held.isEmpty)
    #expect(player.processor.column(of: 0) == -1)
  }

  /// A step between two frames, on the second of which the host jumps, is struck once.
  @Test func aJumpOnTheFrameOfAStepLosesNoStep() {
    let player = trigger(steps: 1, tempo: 123)
    player.at(100, midi: [0x90, 60, 127])
    // A sixteenth has 5853.66 frames.
    player.run(5954)
    player.at(0, rolling(frame: 5_000_000, bar: 26, barBeat: 1.5, tempo: 123))
    player.run(5000)
    #expect(player.notes.map(\.frame) == [100, 5954])
  }

  @Test func aLatchedPatternGoesOnUntilTheTimelineStops() {
    let player = trigger(latches: true)
    player.at(0, midi: [0x90, 60, 127])
    player.at(10, midi: [0x80, 60, 0])
    player.run(8 * sixteenth)
    #expect(player.notes.map { Int($0.frame) / sixteenth } == [0, 4])
    player.at(0, stopped())
    player.run(500)
    player.at(0, rolling(frame: 0))
    player.run(8 * sixteenth)
    #expect(player.notes.count == 2)
  }

  /// A grid with one pattern, in which the first step plays.
  private func trigger(
    steps: UInt8 = 4, length: UInt8 = 1, latches: Bool = false, tempo: Double = 120
  ) -> Player {
    let player = Player { grid in
      plain(&grid, steps: steps)
      grid.layers[0].keys = .trigger
      grid.layers[0].latches = latches
      var cell = GridCell(isOn: true)
      cell.length = length
      grid.fill(0, [(0, 0, cell)])
    }
    player.at(0, rolling(frame: 0, tempo: tempo))
    return player
  }

  // MARK: Beside today's modes

  private func chord(_ make: @escaping (inout CompiledGrid) -> Void = { _ in }) -> Player {
    let player = Player { grid in
      plain(&grid, steps: 1)
      grid.layers[0].keys = .chord
      grid.fill(0, [one(0, 0), one(0, 1)])
      grid.fill(1, [one(0, 20)])
      make(&grid)
    }
    player.at(0, rolling(frame: 0))
    return player
  }

  @Test func aRowWithANoteOfItsOwnStays() {
    let player = chord { $0.layers[0].rows[1].isFree = true }
    player.at(0, midi: [0x90, 70, 100])
    player.run(sixteenth)
    #expect(Set(player.notes.map { $0.note }) == [70, 41, 60])
  }

  @Test func keysTransposeOtherLayersIfMIDIInSaysSo() {
    for (port, note) in [(Float(0), UInt8(60)), (1, 67)] {
      let player = chord()
      player.set(.midiIn, port)
      player.at(0, midi: [0x90, 67, 100])
      player.run(sixteenth)
      #expect(player.notes.filter { $0.channel == 1 }.map(\.note) == [note])
      #expect(player.notes.filter { $0.channel == 0 }.map(\.note) == [67, 79])
    }
  }

  @Test func aLayerCanStayOut() {
    let player = chord { $0.layers[1].keys = .off }
    player.set(.midiIn, 1)
    player.at(0, midi: [0x90, 67, 100])
    player.run(sixteenth)
    #expect(player.notes.filter { $0.channel == 1 }.map(\.note) == [60])
  }

  /// A key that was passed on ends before the grid takes its release.
  @Test func noPassedKeyHangsWhenALayerBeginsToFollow() {
    let player = Player { plain(&$0) }
    player.at(0, midi: [0x90, 60, 100])
    player.run(64)
    #expect(player.held == [60])
    player.apply {
      plain(&$0)
      $0.layers[2].keys = .chord
    }
    player.run(64)
    player.at(0, midi: [0x80, 60, 0])
    player.run(64)
    #expect(player.held.isEmpty && player.faults.isEmpty && player.sent.count == 2)
  }

  @Test func otherMessagesPassAndAllNotesOffEndsTheChord() {
    let player = chord()
    player.at(0, midi: [0x90, 60, 100])
    player.at(0, midi: [0xC0, 5])
    player.run(sixteenth)
    player.at(0, midi: [0xB0, 123, 0])
    player.run(sixteenth)
    #expect(player.passed.map { $0.bytes } == [[0xC0, 5], [0xB0, 123, 0]])
    #expect(player.notes.filter { $0.channel == 0 }.count == 2)
  }

  @Test func bypassAndPanicForgetTheChord() {
    for (port, value) in [(ToneMatrixPort.enabled, Float(0)), (.panic, 1)] {
      let player = chord()
      player.at(0, midi: [0x90, 60, 100])
      player.run(sixteenth)
      player.set(port, value)
      player.run(sixteenth)
      player.set(port, 1 - value)
      player.run(sixteenth)
      #expect(player.notes.filter { $0.channel == 0 }.count == 2, "\(port)")
      #expect(player.faults.isEmpty)
    }
  }
}
