// Songs: sections with a pattern for each track, mutes, jumps at the bar, a section that repeats, and their choice by
// port and program change.
import Controls
import RealTime
import Testing

@testable import ToneMatrix

struct SongTests {
  /// Layer 1 plays one note a bar: row 0 in pattern 1, row 1 in pattern 2 and so on; layer 2 the same from row 16 on.
  private static func bars(_ grid: inout CompiledGrid) {
    plain(&grid)
    for pattern in 0..<8 {
      grid.fill(0, pattern: pattern, [one(0, pattern)])
      grid.fill(1, pattern: pattern, [one(0, 16 + pattern)])
    }
  }

  private static func section(_ bars: Int, _ patterns: [Int], mutes: UInt32 = 0) -> GridSection {
    var section = GridSection()
    section.bars = UInt8(bars)
    for (layer, pattern) in patterns.enumerated() { section.patterns[layer] = UInt8(pattern) }
    section.mutes = mutes
    return section
  }

  /// Two bars of A, one of B without layer 2, one of C.
  private static func song(_ grid: inout CompiledGrid) {
    bars(&grid)
    grid.songs[0].append(section(2, [0, 3]))
    grid.songs[0].append(section(1, [1, 4], mutes: 2))
    grid.songs[0].append(section(1, [2, 5]))
    grid.songs[1].append(section(1, [6, 6]))
    grid.songs[1].append(section(1, [7, 7]))
  }

  /// The rows that a layer plays, bar by bar.
  private func rows(_ player: Player, _ channel: UInt8 = 0) -> [Int] {
    player.notes.filter { $0.channel == channel }.map { Int($0.note) - 40 - (channel == 1 ? 16 : 0) }
  }

  /// Plays bars of eight blocks; `change` is called before each block.
  private func play(_ player: Player, bars: Int, from bar: Int64 = 0, _ change: (Int) -> Void = { _ in }) {
    player.at(0, rolling(frame: bar * 96_000, bar: bar))
    for block in 0..<bars * 8 {
      change(block)
      player.run(12_000)
    }
  }

  @Test func eachSectionHasItsPatternsAndMutes() {
    let player = Player(Self.song)
    play(player, bars: 9)
    #expect(rows(player) == [0, 0, 1, 2, 0, 0, 1, 2, 0])
    #expect(rows(player, 1) == [3, 3, 5, 3, 3, 5, 3])
    #expect(player.notes.allSatisfy { $0.frame % 96_000 == 0 })
  }

  @Test func theTimelineDecidesWhereASongIs() {
    let player = Player(Self.song)
    play(player, bars: 3, from: 6)
    #expect(rows(player) == [1, 2, 0])
  }

  @Test func aPatternThatIsLaunchedReplacesTheSongOfItsTrack() {
    let player = Player(Self.song)
    play(player, bars: 4) { if $0 == 4 { player.set(.layer2Pattern, 8) } }
    #expect(rows(player) == [0, 0, 1, 2])
    #expect(rows(player, 1) == [3, 7, 7, 7])
  }

  @Test func aJumpBeginsAtTheNextBarAndTheSongGoesOn() {
    let player = Player(Self.song)
    play(player, bars: 8) {
      if $0 == 3 { player.set(.section, 3) }
      if $0 == 43 { player.set(.section, 0) }
    }
    // From bar 7 on the timeline's place again.
    #expect(rows(player) == [0, 2, 0, 0, 1, 2, 1, 2])
  }

  @Test func aSectionRepeatsUntilItIsLetGo() {
    let player = Player(Self.song)
    play(player, bars: 9) {
      if $0 == 9 { player.set(.loopSection, 1) }
      if $0 == 44 { player.set(.loopSection, 0) }
    }
    #expect(rows(player) == [0, 0, 0, 0, 0, 0, 1, 2, 0])
  }

  @Test func aJumpTakesTheRepetitionWithIt() {
    let player = Player(Self.song)
    player.set(.loopSection, 1)
    play(player, bars: 6) { if $0 == 17 { player.set(.section, 2) } }
    #expect(rows(player) == [0, 0, 0, 1, 1, 1])
  }

  @Test func aStartBeginsAsThePortsSay() {
    let player = Player(Self.song)
    player.set(.section, 2)
    for _ in 0..<2 {
      play(player, bars: 3, from: 5)
      player.at(0, stopped())
      player.run(500)
    }
    #expect(rows(player) == [1, 2, 0, 1, 2, 0])
  }

  @Test func portAndProgramChangeChooseASong() {
    for byProgram in [false, true] {
      let player = Player(Self.song)
      player.set(.midiIn, 4)
      play(player, bars: 5) {
        if $0 == 4 { byProgram ? player.at(0, midi: [0xC0, 113]) : player.set(.song, 2) }
        if $0 == 28 { player.set(.song, 0) }
      }
      // Without a song, pattern 1.
      #expect(rows(player) == [0, 7, 6, 7, 0], "\(byProgram)")
    }
  }

  @Test func aLoopOfTheHostKeepsAJumpedSong() {
    let player = Player(Self.song)
    player.set(.section, 3)
    play(player, bars: 2)
    // Back by a bar, on the bar line.
    player.at(0, rolling(frame: 96_000, bar: 1))
    for _ in 0..<16 { player.run(12_000) }
    #expect(rows(player) == [2, 0, 0, 0])
  }

  @Test func aGridWithoutSongsPlaysItsChain() {
    func play(_ number: Float) -> [ModelNote] {
      let player = Player { grid in
        Self.bars(&grid)
        grid.layers[0].links[0].pattern = 2
        grid.layers[0].links[1].bars = 3
        grid.layers[0].linkCount = 2
        grid.layers[0].chainBars = 4
      }
      player.set(.song, number)
      player.set(.section, 2)
      player.set(.loopSection, 1)
      self.play(player, bars: 6)
      return player.notes
    }
    #expect(play(1) == play(0) && play(1).count == 12)
  }

  @Test func anEditChangesTheSongThatPlays() {
    let player = Player(Self.song)
    play(player, bars: 4) { block in
      guard block == 12 else { return }
      player.apply { grid in
        Self.bars(&grid)
        grid.songs[0].append(Self.section(1, [5, 5]))
        grid.songs[0].append(Self.section(3, [6, 6], mutes: 1))
      }
    }
    #expect(rows(player) == [0, 0])
    #expect(rows(player, 1) == [3, 3, 6, 6])
  }

  /// The second section of the song mutes layer 2: its notes, and both kinds of its lanes.
  @Test func aMutedTrackSendsNoLanes() {
    let player = Player { grid in
      Self.song(&grid)
      grid.layers[1].controller = 7
      grid.layers[1].laneCount = 1
      grid.layers[1].lanes[0].number = 74
      grid.layers[1].lanes[0].isLine = true
      for pattern in 0..<8 {
        var lane = [UInt8](repeating: 255, count: GridLimit.steps)
        lane[0] = 100
        lane.withUnsafeBufferPointer { grid.setLane(1, pattern, $0) }
        var values = [Int16](repeating: GridLane.none, count: GridLimit.lanes * GridLimit.steps)
        (values[0], values[8]) = (0, 120)
        values.withUnsafeBufferPointer { grid.setLaneValues(1, pattern, $0) }
      }
    }
    play(player, bars: 4)
    for number in [7, 74] as [UInt8] {
      let bars = Set(
        player.sent.filter { $0.bytes[0] == 0xB1 && $0.bytes[1] == number }.map { $0.frame / 96_000 })
      #expect(bars == [0, 1, 3], "\(number)")
    }
  }

  /// What a live frame says about the song.
  private func live(_ player: Player) -> LiveSong? {
    player.live { $0.song() }
  }

  @Test func aLiveFrameFollowsTheSong() throws {
    let player = Player(Self.song)
    play(player, bars: 1)
    player.run(12_000)
    player.set(.section, 3)
    player.run(12_000)
    var song = try #require(live(player))
    #expect(song.song == 0 && song.section == 0 && song.next == 2)
    #expect(abs(song.bars - 1.25) < 1e-4)
    for _ in 0..<8 { player.run(12_000) }
    song = try #require(live(player))
    #expect(song.section == 2 && song.next == -1)
    #expect(abs(song.bars - 0.25) < 1e-4)
    player.set(.song, 0)
    for _ in 0..<8 { player.run(12_000) }
    #expect(live(player) == nil)
  }
}
