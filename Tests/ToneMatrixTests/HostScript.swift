// Random hosts that leave something unsaid: wraps of a loop, the first place, how they count, a ramp's tempo.
import Controls
import RealTime
import TestSupport

@testable import ToneMatrix

/// A host at a steady tempo, or on a ramp, that reports its place only at the beginning of a block.
struct HostScript {
  enum Kind: CaseIterable { case loop, late, reading, ramp, meter }

  /// Our frames from `start` to `end`, during which the timeline goes from its frame `timeline` onward. The
  /// notes from place `lower` on belong to it.
  struct Stretch {
    var start: Int64
    var end: Int64
    var timeline: Int64
    var lower: Fraction
    /// Whether the second meter is in force, and by how much more places are counted then.
    var isNewMeter = false
    var shift = Fraction(0)
  }

  let kind: Kind
  let rate: Int64
  let grid: RandomLayers
  let isRounding: Bool
  /// Quarter notes a frame, and what a frame adds to that; the place on frame 0 of the timeline.
  let perFrame: Fraction
  let origin: Fraction
  var ramp = 0.0
  let tempo: Fraction
  var perBar: Int64 = 4
  var unit: Int64 = 4
  var newPerBar: Int64 = 4
  var newUnit: Int64 = 4
  /// The frame of the timeline from which on the host reports the second meter.
  private(set) var barLine = Int64.max
  var countsTicks = false
  var blocks: [Int] = []
  /// The host's reports, by the number of the block: rolling, and the frame of the timeline.
  var told: [Int: (rolls: Bool, timeline: Int64)] = [:]
  var stretches: [Stretch] = []
  /// The wrap that the plugin cannot foresee, and the one that it foresees and that does not come: its frame,
  /// and the frame of the report.
  var surprise: (wrap: Int64, told: Int64)?
  var leaving: (wrap: Int64, told: Int64)?
  var length = Fraction(0)
  var loopStart = Fraction(0)
  /// Before this frame, notes are not compared.
  var settled: Int64 = 0
  var end: Int64 = 0
  var longest = 0

  /// - Parameters:
  ///   - hasLife: whether layers have chances, accents and cells that depend on others.
  ///   - hasMore: whether some grids have up to sixteen layers.
  init(_ kind: Kind, seed: UInt64, hasLife: Bool = true, hasMore: Bool = true) {
    var dice = SeededGenerator(seed: seed)
    self.kind = kind
    rate = Int64(dice.pick([44_100, 48_000, 96_000]))
    grid = RandomLayers(&dice, hasLife: hasLife, hasMore: hasMore)
    isRounding = kind != .late && kind != .meter && dice.isOne(in: 2)
    tempo = Fraction(Fraction.Wide(400 + dice.below(1400)), 8)
    perFrame = tempo / Fraction(Fraction.Wide(60 * rate))
    origin = dice.isOne(in: 2) ? Fraction(0) : Fraction(Fraction.Wide(dice.below(400)), 480)
    let usual = dice.pick([64, 128, 200, 256, 512, 1000, 1024, 2048])
    let isWild = dice.isOne(in: 4)
    let first = Int64(dice.below(200_000))
    func block(_ dice: inout SeededGenerator) -> Int { isWild ? 1 + dice.below(usual) : usual }
    switch kind {
    case .loop: loop(first, usual, &dice, block)
    case .late: late(first, &dice, block)
    case .meter: meter(first, &dice, block)
    case .reading:
      unit = 8
      perBar = Int64(dice.pick([5, 6, 7, 9, 12]))
      countsTicks = dice.isOne(in: 2)
      roll(first, frames: 2 * rate, &dice, block)
      // Two positions can be told apart if the way between them differs by more than two ticks.
      settled = Int64(Double(longest)) + Int64(6 / 1920 / perFrame.number) + 2
    case .ramp:
      // To another tempo within two to six seconds.
      let to = Double(50 + dice.below(175)) / 60 / Double(rate)
      ramp = (to - perFrame.number) / Double(Int64(2 + dice.below(5)) * rate)
      roll(first, frames: 2 * rate, &dice, block)
    }
  }

  private mutating func roll(
    _ first: Int64, frames: Int64, _ dice: inout SeededGenerator, _ block: (inout SeededGenerator) -> Int
  ) {
    while end < frames {
      told[blocks.count] = (true, first + end)
      add(block(&dice))
    }
    stretches = [
      Stretch(start: 0, end: end, timeline: first, lower: place(first) - slack * perFrame)
    ]
  }

  private mutating func add(_ block: Int) {
    blocks.append(block)
    longest = max(longest, block)
    end += Int64(block)
  }

  /// Stands still for some blocks, rolls, and reports the first place after one block.
  private mutating func late(
    _ first: Int64, _ dice: inout SeededGenerator, _ block: (inout SeededGenerator) -> Int
  ) {
    let tellsAlways = dice.isOne(in: 2)
    for number in 0..<(2 + dice.below(4)) {
      if number == 0 || tellsAlways { told[blocks.count] = (false, first) }
      add(block(&dice))
    }
    let start = end
    add(block(&dice))
    let known = end
    while end < start + rate {
      told[blocks.count] = (true, first + end - start)
      add(block(&dice))
    }
    stretches = [Stretch(start: start, end: end, timeline: first, lower: place(first) - slack * perFrame)]
    lateReport = known
  }
  private(set) var lateReport: Int64 = 0

  /// Goes to another meter on a bar line, and reports it with the next block.
  private mutating func meter(
    _ first: Int64, _ dice: inout SeededGenerator, _ block: (inout SeededGenerator) -> Int
  ) {
    let meters: [(Int64, Int64)] = [(4, 4), (3, 4), (5, 4), (7, 8), (9, 8)]
    (perBar, unit) = dice.pick(meters)
    repeat { (newPerBar, newUnit) = dice.pick(meters) } while newBar == bar
    let number = Fraction(Fraction.Wide((place(first) / bar).floor + 1 + Int64(dice.below(2))))
    let exact = (number * bar - place(first)) / perFrame
    let line = exact.ceiling
    // A note on the bar line begins a frame earlier if that is less than the slack before it.
    let begin = (exact - slack).ceiling
    let tellsAlways = dice.isOne(in: 2)
    var known: Int64?
    while end < line + rate {
      let isNews = end >= line && known == nil
      if isNews { known = end }
      if end == 0 || isNews || tellsAlways { told[blocks.count] = (true, first + end) }
      add(block(&dice))
    }
    stretches = [
      Stretch(start: 0, end: begin, timeline: first, lower: place(first) - slack * perFrame),
      Stretch(
        start: begin, end: end, timeline: first + begin, lower: number * newBar - slack * perFrame,
        isNewMeter: true, shift: number * (newBar - bar)),
    ]
    barLine = first + line
    surprise = (begin, known ?? line)
  }

  /// Rolls through a loop and leaves it in the end.
  private mutating func loop(
    _ first: Int64, _ usual: Int, _ dice: inout SeededGenerator, _ block: (inout SeededGenerator) -> Int
  ) {
    let quarter = Fraction(1, 4)
    loopStart = Fraction(Fraction.Wide((place(first) / quarter).floor + 1 + Int64(dice.below(6)))) * quarter
    let least = Int64((Fraction(Fraction.Wide(3 * usual)) * perFrame / quarter).floor) + 1
    length = Fraction(Fraction.Wide(least + Int64(dice.below(12)))) * quarter
    let (from, to) = (frame(loopStart), frame(loopStart + length))
    let turns = 2 + dice.below(3)
    let tellsAlways = dice.isOne(in: 2)
    var timeline = first
    var wraps = 0
    var isNew = true
    stretches = [Stretch(start: 0, end: 0, timeline: first, lower: place(first) - slack * perFrame)]
    while wraps <= turns || timeline < to + (to - from) / 2 {
      if isNew || tellsAlways { told[blocks.count] = (true, timeline) }
      isNew = false
      let frames = Int64(block(&dice))
      let wrap = end + to - timeline
      // A wrap at the very end of a block is one at the beginning of the next.
      if timeline < to, timeline + frames >= to {
        wraps += 1
        if wraps <= turns {
          stretches[stretches.count - 1].end = wrap
          stretches.append(
            Stretch(
              start: wrap, end: 0, timeline: from, lower: min(loopStart, place(from)) - slack * perFrame))
          if wraps == 1, wrap < end + frames { surprise = (wrap, end + frames) }
          timeline -= to - from
          isNew = true
        } else if wrap < end + frames {
          leaving = (wrap, end + frames)
        }
      }
      timeline += frames
      add(Int(frames))
    }
    stretches[stretches.count - 1].end = end
  }

  func place(_ timeline: Int64) -> Fraction { origin + Fraction(Fraction.Wide(timeline)) * perFrame }

  /// The frame of the timeline nearest to a place.
  private func frame(_ place: Fraction) -> Int64 {
    ((place - origin) / perFrame + Fraction(1, 2)).floor
  }

  /// The place on a frame of the timeline with the ramp, which begins on frame `from`.
  func place(_ timeline: Int64, rampFrom from: Int64) -> Double {
    let frames = Double(timeline - from)
    return place(timeline).number + ramp * frames * frames / 2
  }

  /// The position that the host sends for a block.
  func position(_ said: (rolls: Bool, timeline: Int64)) -> Transport {
    let first = stretches[0].timeline
    // The second meter, once its bar line has been passed.
    let new = said.timeline >= barLine ? stretches.last : nil
    let (perBar, unit, bar) = new == nil ? (perBar, unit, bar) : (newPerBar, newUnit, newBar)
    let here = place(said.timeline) + (new?.shift ?? Fraction(0))
    let beat = 4 / Double(unit)
    var number = (here / bar).floor
    var within = (here - Fraction(Fraction.Wide(number)) * bar).number
    if ramp != 0 {
      let exact = place(said.timeline, rampFrom: first)
      number = Int64((exact / bar.number).rounded(.down))
      within = exact - Double(number) * bar.number
    }
    if isRounding {
      within = (within * 1920).rounded() / 1920
      if within >= bar.number { (number, within) = (number + 1, within - bar.number) }
    }
    var barBeat = within / beat
    if countsTicks {
      // The part of a beat in ticks of a quarter note.
      let whole = barBeat.rounded(.down)
      barBeat = whole + (barBeat - whole) * beat
    }
    return rolling(
      frame: said.timeline, bar: number, barBeat: barBeat, tempo: tempo.number, speed: said.rolls ? 1 : 0,
      beatsPerBar: Double(perBar), beatUnit: unit)
  }

  func play() -> Player {
    let player = Player(rate: Double(rate), grid.make)
    for (number, block) in blocks.enumerated() {
      if let said = told[number] { player.at(0, position(said)) }
      player.run(block)
    }
    return player
  }
}

extension HostScript {
  /// The frames of which nobody can know: if a host rounds, the plugin's wrap can be a tick off and so lie in another
  /// block than the host's. Then what the host says about it comes a block earlier or later. If the plugin has not
  /// learnt the loop from such places, what is due comes with the report.
  var uncertain: [ClosedRange<Int64>] {
    guard isRounding else { return [] }
    let tick = Int64(1 / 1920 / perFrame.number) + 2
    let wraps = stretches.dropFirst().map(\.start) + [leaving?.wrap].compactMap { $0 }
    var found: [ClosedRange<Int64>] = []
    var start: Int64 = 0
    for block in blocks {
      if let wrap = wraps.first(where: { abs($0 - start) <= tick }) {
        found.append(min(wrap, start) - tick...start + Int64(block) + tick)
      }
      let next = start + Int64(block)
      if wraps.contains(where: { $0 >= start && $0 < next }) { found.append(next - tick...next + tick) }
      start = next
    }
    return found
  }

  private var bar: Fraction { Fraction(Fraction.Wide(perBar * 4), Fraction.Wide(unit)) }
  private var newBar: Fraction { Fraction(Fraction.Wide(newPerBar * 4), Fraction.Wide(newUnit)) }

  private struct PlacedNote {
    var note: ModelNote
    var place: Fraction
    /// The place of its step, if it is early, as the timeline counts now.
    var step: Fraction?

    /// The same note as the timeline counts after a wrap.
    func wrapped(by length: Fraction) -> PlacedNote {
      PlacedNote(note: note, place: place, step: step.map { $0 - length })
    }

    var early: ModelEarly? {
      step.map { ModelEarly(channel: note.channel, note: note.note, step: $0) }
    }
  }

  /// The notes of `layers` on a stretch, with their places.
  /// - Parameter before: the notes before it, if it is not the beginning.
  private func notes(_ stretch: Stretch, after before: [PlacedNote] = []) -> [PlacedNote] {
    let early = before.compactMap(\.early)
    var found: [PlacedNote] = []
    let from = place(stretch.timeline) + stretch.shift
    let bar = stretch.isNewMeter ? newBar : bar
    let to = from + (slack + Fraction(Fraction.Wide(stretch.end - 1 - stretch.start))) * perFrame
    guard stretch.end > stretch.start else { return [] }
    for layer in grid.layers {
      for strike in layer.strikes(from: stretch.lower, to: to, bar: bar, begins: true) {
        let frame = stretch.start + max(0, ((strike.at - from) / perFrame - slack).ceiling)
        guard frame < stretch.end else { continue }
        if early.hasStruck(strike, layer.channel) { continue }
        found.append(
          PlacedNote(
            note: ModelNote(
              frame: frame, channel: layer.channel, note: strike.note, velocity: strike.velocity),
            place: strike.at, step: strike.first == nil ? nil : strike.step))
      }
    }
    return found
  }

  /// The notes that the plugin can play with what the host has told it until then.
  var model: [ModelNote] {
    var all: [PlacedNote] = []
    for (number, stretch) in stretches.enumerated() {
      if number > 0 { all = all.map { $0.wrapped(by: moved) } }
      all += notes(stretch, after: all)
      guard number == 1, let surprise else { continue }
      // The plugin goes straight on until the report.
      let before = stretches[0]
      let wrong = Stretch(
        start: before.start, end: surprise.told, timeline: before.timeline, lower: before.lower)
      let heard = notes(wrong).filter { $0.note.frame >= surprise.wrap }.map { $0.wrapped(by: moved) }
      all = Self.mended(all, heard, from: surprise.wrap, told: surprise.told, shift: Fraction(0) - moved)
    }
    if kind == .late {
      for index in all.indices { all[index].note.frame = max(all[index].note.frame, lateReport) }
    }
    if let leaving {
      // The plugin wraps and learns that the host does not.
      let begin = stretches[stretches.count - 1].timeline
      let wrong = Stretch(
        start: leaving.wrap, end: leaving.told, timeline: begin,
        lower: min(loopStart, place(begin)) - slack * perFrame)
      let before = all.filter { $0.note.frame < leaving.wrap }.map { $0.wrapped(by: moved) }
      all = Self.mended(
        all, notes(wrong, after: before), from: leaving.wrap, told: leaving.told, shift: moved)
    }
    return all.map(\.note).sorted()
  }

  /// By how much less places are counted after a wrap or in the second meter: the length of the loop in whole frames, in
  /// quarter notes.
  private var moved: Fraction {
    if kind == .meter { return Fraction(0) - stretches[1].shift }
    return Fraction(Fraction.Wide(frame(loopStart + length) - frame(loopStart))) * perFrame
  }

  /// What sounds if the notes `heard` are played from frame `wrap` to the report, by which places are counted
  /// by `shift` more: what is due and was not heard sounds at the report, unless a later note of its key was
  /// heard.
  private static func mended(
    _ all: [PlacedNote], _ heard: [PlacedNote], from wrap: Int64, told: Int64, shift: Fraction
  ) -> [PlacedNote] {
    let (due, others) = (
      all.filter { $0.note.frame >= wrap && $0.note.frame <= told },
      all.filter { $0.note.frame < wrap || $0.note.frame > told }
    )
    func isOneKey(_ a: PlacedNote, _ b: PlacedNote) -> Bool {
      (a.note.channel, a.note.note) == (b.note.channel, b.note.note)
    }
    func isSame(_ a: PlacedNote, _ b: PlacedNote) -> Bool {
      isOneKey(a, b) && abs((a.place + shift - b.place).number) <= 2 / 1920
    }
    let kept = heard.filter { one in due.contains { isSame(one, $0) } }
    let late = due.filter { one in
      !kept.contains { isSame($0, one) || isOneKey($0, one) && $0.place + shift > one.place }
    }
    return others + heard + late.map { PlacedNote(note: $0.note.at(told), place: $0.place, step: $0.step) }
  }

  /// The notes of a ramp, by its true place.
  var rampModel: [ModelNote] {
    let (first, a, b) = (stretches[0].timeline, ramp / 2, perFrame.number)
    let from = place(first).number
    let to = place(first + end - 1, rampFrom: first)
    var found: [ModelNote] = []
    for layer in grid.layers {
      let top = Fraction(Fraction.Wide((to * 1e6).rounded(.up)), 1_000_000)
      for strike in layer.strikes(from: stretches[0].lower, to: top, bar: bar, begins: true) {
        let way = max(strike.at.number - from, 0)
        // way = b·frames + a·frames²
        let frames = a == 0 ? way / b : 2 * way / (b + (b * b + 4 * a * way).squareRoot())
        if frames < Double(end) {
          found.append(
            ModelNote(
              frame: Int64(frames.rounded(.up)), channel: layer.channel, note: strike.note,
              velocity: strike.velocity))
        }
      }
    }
    return found.sorted()
  }
}

extension ModelNote {
  func at(_ frame: Int64) -> ModelNote {
    ModelNote(frame: frame, channel: channel, note: note, velocity: velocity)
  }
}
