// Random transport scripts, compared with the independent model.
import Controls
import Foundation
import RealTime
import TestSupport
import Testing

@testable import ToneMatrix

/// A random host: the true timeline in fractions, and the positions that the host sends.
struct Script {
  let rate: Int64
  var blocks: [Int] = []
  var positions: [Told] = []
  var songs: [ModelSongEvent] = []
  let grid: RandomLayers
  var layers: [ModelLayer] { grid.layers }
  /// The greatest distance of the place by the sent tempo from
  /// the true place, in quarter notes; the slowest tempo.
  var overshoot = Fraction(0)
  var slowest = Fraction(1000)
  var end: Int64 = 0
  /// Frames at which playing begins or ends.
  var edges: [Int64] = [0]

  /// - Parameters:
  ///   - hasLife: whether layers have chances, accents and cells that depend on others.
  ///   - hasMore: whether some grids have up to sixteen layers; nil: as `hasLife`.
  init(seed: UInt64, hasLife: Bool = true, hasMore: Bool? = nil) {
    var dice = SeededGenerator(seed: seed)
    rate = Int64(dice.pick([44_100, 48_000, 88_200, 96_000, 176_400, 192_000]))
    grid = RandomLayers(&dice, hasLife: hasLife, hasMore: hasMore)
    let usual = dice.pick([1, 16, 64, 128, 256, 333, 512, 1024, 2048, 4096, 8192])
    let isWild = dice.isOne(in: 3)
    let total = usual < 64 ? rate / 50 : rate * Int64(1 + dice.below(3)) / 2
    var tempo = Fraction(Fraction.Wide(240 + dice.below(1800)), 8)
    var ramp = Fraction(0)
    var place = Fraction(Fraction.Wide(dice.below(400)), Fraction.Wide(dice.pick([1, 4, 12])))
    var perBar: Int64 = 4
    var unit: Int64 = 4
    var timeline = Int64(dice.below(1_000_000))
    var isJump = true
    var rolls = !dice.isOne(in: 8)
    let sendsAlways = !dice.isOne(in: 4)
    var isChanged = true
    while end < total {
      let block = isWild ? 1 + dice.below(min(8192, usual * 2)) : usual
      if !grid.songs.isEmpty, dice.isOne(in: 6), isFarFromBarLine(place, perBar, unit, rolls) {
        songs.append(ModelSongEvent(frame: end, change: grid.songChange(&dice)))
      }
      // Events at the start of a block or within it.
      var cuts: [Int] = [0]
      if dice.isOne(in: 4), block > 1 { cuts.append(1 + dice.below(block - 1)) }
      var done = 0
      for (index, cut) in (cuts + [block]).enumerated().dropFirst() {
        let length = cut - done
        if dice.isOne(in: 6) {
          tempo = Fraction(Fraction.Wide(160 + dice.below(2240)), 8)
          // A ramp back to the tempo that was sent would look like none within two ticks.
          if tempo == positions.last?.beatsPerMinute { tempo = tempo + Fraction(1, 8) }
          ramp = dice.isOne(in: 2) ? Fraction(0) : Fraction(Fraction.Wide(dice.below(81) - 40), 8)
          isChanged = true
        }
        if dice.isOne(in: 15) {
          place = Fraction(Fraction.Wide(dice.below(4000)), Fraction.Wide(dice.pick([1, 4, 12, 480])))
          timeline = Int64(dice.below(10_000_000))
          (isJump, isChanged) = (true, true)
        } else if dice.isOne(in: 12) {
          // A loop: back by whole sixteenths, on its own frame. At a block's start that would look like the
          // late report of an earlier wrap (see `HostScript`), so there it is another length.
          var back = Fraction(Fraction.Wide(1 + dice.below(32)), 4)
          if done == 0 { back = back + Fraction(1, 7) }
          if place > back + Fraction(8) {
            place = place - back
            timeline -= max(2, Int64((back * Fraction(60 * Fraction.Wide(rate)) / tempo).number))
            (isJump, isChanged) = (true, true)
          }
        }
        if dice.isOne(in: 20) {
          // Another meter from the next bar line of the old one; the host's count of bars goes on.
          let oldBar = Fraction(Fraction.Wide(perBar * 4), Fraction.Wide(unit))
          let bar = (place / oldBar).floor
          let newPerBar = Int64(dice.pick([3, 4, 5, 7, 9]))
          let newUnit = Int64(dice.pick([4, 8]))
          let next = Fraction(Fraction.Wide(bar) * Fraction.Wide(newPerBar * 4), Fraction.Wide(newUnit))
          // Where the count hardly changes, it is not a jump.
          if max(next - place, place - next) > Fraction(1, 8), (newPerBar, newUnit) != (perBar, unit) {
            (place, perBar, unit) = (next, newPerBar, newUnit)
            (isJump, isChanged) = (true, true)
          }
        }
        if dice.isOne(in: 25) {
          rolls.toggle()
          (isJump, isChanged) = (true, true)
        }
        let barLength = Fraction(Fraction.Wide(perBar * 4), Fraction.Wide(unit))
        let bar = (place / barLength).floor
        let beat = Fraction(4, Fraction.Wide(unit))
        if sendsAlways || isChanged || index > 1 {
          positions.append(
            Told(
              frame: end + Int64(done), timeline: timeline, rolls: rolls, place: place, bar: bar,
              barBeat: (place - Fraction(Fraction.Wide(bar)) * barLength) / beat, beatsPerMinute: tempo,
              beatsPerBar: perBar, beatUnit: unit, isJump: isJump))
          if isJump { edges.append(end + Int64(done)) }
          (isJump, isChanged) = (false, false)
        }
        if rolls {
          // A ramp goes on between positions, which contain only the present tempo.
          var next = tempo
          if ramp != Fraction(0) {
            next = tempo + ramp
            if next < Fraction(20) || next > Fraction(300) { (next, ramp) = (tempo, Fraction(0)) }
          }
          let mean = (tempo + next) / Fraction(2)
          let perFrame = Fraction(1, Fraction.Wide(60 * rate))
          let ahead = (tempo - mean) * perFrame * Fraction(Fraction.Wide(length))
          overshoot = max(overshoot, max(ahead, Fraction(0) - ahead))
          slowest = min(slowest, min(tempo, next))
          place = place + mean * perFrame * Fraction(Fraction.Wide(length))
          if next != tempo { isChanged = true }
          tempo = next
          timeline += Int64(length)
        }
        done = cut
      }
      blocks.append(block)
      end += Int64(block)
    }
    edges.append(end)
  }

  /// Whether it is sure in which bar the place is, and that the steps of the next bar have not been begun.
  private func isFarFromBarLine(_ place: Fraction, _ perBar: Int64, _ unit: Int64, _ rolls: Bool) -> Bool {
    guard rolls, !positions.isEmpty else { return !rolls }
    let bar = Fraction(Fraction.Wide(perBar * 4), Fraction.Wide(unit))
    let since = place - Fraction(Fraction.Wide((place / bar).floor)) * bar
    let longest = layers.flatMap(\.patterns).map(\.length).max()!
    let ahead = grid.hasEarlyCells ? Fraction(3) * longest : Fraction(0)
    return since > Fraction(1, 50) && bar - since > ahead + Fraction(1, 50)
  }

  /// Plays the script; `tell` returns the beat that the host sends for a position.
  /// - Parameters:
  ///   - midi: what the host sends beside the positions, in order.
  ///   - make: changes the grid.
  func play(
    midi: [Sent] = [], _ make: (inout CompiledGrid) -> Void = { _ in }, _ tell: (Told) -> Double
  ) -> Player {
    let player = Player(rate: Double(rate)) {
      grid.make(&$0)
      make(&$0)
    }
    var messages = midi[...]
    var start: Int64 = 0
    var next = 0
    var changes = songs[...]
    for block in blocks {
      while let event = changes.first, event.frame == start {
        switch event.change {
        case .song(let number): player.set(.song, Float(number))
        case .section(let number): player.set(.section, Float(number))
        case .loop(let isOn): player.set(.loopSection, isOn ? 1 : 0)
        }
        changes.removeFirst()
      }
      while next < positions.count, positions[next].frame < start + Int64(block) {
        let told = positions[next]
        while let message = messages.first, message.frame < told.frame {
          player.at(Int(message.frame - start), midi: messages.removeFirst().bytes)
        }
        player.at(
          Int(told.frame - start),
          rolling(
            frame: told.timeline, bar: told.bar, barBeat: tell(told), tempo: told.beatsPerMinute.number,
            speed: told.rolls ? 1 : 0, beatsPerBar: Double(told.beatsPerBar), beatUnit: told.beatUnit))
        next += 1
      }
      while let message = messages.first, message.frame < start + Int64(block) {
        player.at(Int(message.frame - start), midi: messages.removeFirst().bytes)
      }
      player.run(block)
      start += Int64(block)
    }
    return player
  }
}

struct TimingTests {
  /// `make campaign` plays 10,000.
  static let scripts = testCases(400, inCampaign: 10_000, variable: "TIMING_SCRIPTS")
  static let first = testSeed("TIMING_SEED", default: 0)

  /// Plays one script; returns the notes of the model, and what differs.
  private static func checkExact(
    _ seed: UInt64, hasLife: Bool = true, hasMore: Bool = true
  ) -> (notes: Int, fault: String?) {
    let script = Script(seed: seed, hasLife: hasLife, hasMore: hasMore)
    let player = script.play { $0.barBeat.number }
    let model = modelNotes(
      script.layers, script.positions, songs: script.songs, rate: script.rate, end: script.end)
    let played = player.notes
    if played == model { return (model.count, player.faults.isEmpty ? nil : "faults") }
    let both = Set(played).symmetricDifference(model).sorted()
    let counts = "\(played.count) notes, the model has \(model.count)"
    return (model.count, "rate \(script.rate): \(counts); \(both.prefix(4))")
  }

  /// Scripts that were played wrong once, when grids had four layers.
  @Test(arguments: [(20_761_217, false), (400_397, true)] as [(UInt64, Bool)])
  func foundSeedsArePlayed(_ seed: UInt64, _ hasLife: Bool) {
    #expect(Self.checkExact(seed, hasLife: hasLife, hasMore: false).fault == nil)
  }

  @Test(arguments: 0..<20) func exactPositionsGiveExactFrames(_ part: Int) {
    var notes = 0
    for number in 0..<Self.scripts / 20 {
      let seed = Self.first + UInt64(part * 100_000 + number)
      let (count, fault) = Self.checkExact(seed)
      notes += count
      if let fault {
        Issue.record("seed \(seed), \(fault)")
        return
      }
    }
    #expect(notes > 0)
    print("exact: \(notes) notes of \(Self.scripts / 20) scripts")
  }

  @Test(arguments: 0..<20) func roundedPositionsGiveFramesWithinOneTick(_ part: Int) {
    var notes = 0
    var worst = 0.0
    for number in 0..<Self.scripts / 20 {
      let seed = Self.first + UInt64(part * 100_000 + number)
      let script = Script(seed: seed)
      // Beats in steps of 1/1920 quarter notes, rounded down.
      let player = script.play { told in
        let ticks = Fraction(Fraction.Wide(1920 * 4), Fraction.Wide(told.beatUnit))
        return Double((told.barBeat * ticks).floor) / ticks.number
      }
      let model = modelNotes(
        script.layers, script.positions, songs: script.songs, rate: script.rate, end: script.end)
      let tick = Fraction(1, 1920) + script.overshoot
      let frames = (tick * Fraction(60 * Fraction.Wide(script.rate)) / script.slowest).number + 1
      notes += model.count
      let wrong = Self.unmatched(player.notes, model, within: frames, edges: script.edges, &worst)
      if let wrong {
        Issue.record("seed \(seed), rate \(script.rate), within \(frames) frames: \(wrong)")
        return
      }
      #expect(player.faults.isEmpty, "seed \(seed)")
    }
    print("rounded: \(notes) notes, the worst \(worst) of what is allowed")
  }

  /// The first note of either list without a partner in the other, unless it lies at an edge of playing or where it is
  /// uncertain.
  static func unmatched(
    _ played: [ModelNote], _ model: [ModelNote], within frames: Double, edges: [Int64],
    uncertain: [ClosedRange<Int64>] = [], _ worst: inout Double
  ) -> String? {
    func byKey(_ notes: [ModelNote]) -> [Int: [Int64]] {
      Dictionary(grouping: notes) { Int($0.channel) * 128 + Int($0.note) }.mapValues { $0.map(\.frame) }
    }
    func isAtEdge(_ frame: Int64) -> Bool {
      edges.contains { Double((frame - $0).magnitude) <= frames } || uncertain.contains { $0.contains(frame) }
    }
    func isExtra(_ some: ArraySlice<Int64>, beside others: ArraySlice<Int64>) -> Bool {
      guard let first = some.first, let next = some.dropFirst().first, let other = others.first,
        some.count > others.count
      else { return false }
      return isAtEdge(first) && (next - other).magnitude < (first - other).magnitude
    }
    let (a, b) = (byKey(played), byKey(model))
    for key in Set(a.keys).union(b.keys) {
      var (mine, theirs) = ((a[key] ?? [])[...], (b[key] ?? [])[...])
      while let one = mine.first ?? theirs.first {
        // One at an edge has no partner if the next one is nearer to it.
        if isExtra(mine, beside: theirs) {
          mine = mine.dropFirst()
          continue
        }
        if isExtra(theirs, beside: mine) {
          theirs = theirs.dropFirst()
          continue
        }
        if let mineFirst = mine.first, let theirsFirst = theirs.first,
          Double((mineFirst - theirsFirst).magnitude) <= frames
        {
          worst = max(worst, Double((mineFirst - theirsFirst).magnitude) / frames)
          mine = mine.dropFirst()
          theirs = theirs.dropFirst()
          continue
        }
        let isMine = theirs.isEmpty || !mine.isEmpty && mine.first! < theirs.first!
        let frame = isMine ? mine.first ?? one : theirs.first ?? one
        guard isAtEdge(frame) else {
          return "key \(key) at frame \(frame) is \(isMine ? "not in the model" : "missing")"
        }
        if isMine { mine = mine.dropFirst() } else { theirs = theirs.dropFirst() }
      }
    }
    return nil
  }
}
