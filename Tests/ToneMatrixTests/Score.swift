// The independent model: the notes that a grid plays on a timeline, in exact rational arithmetic.
//
// It gets the positions that the plugin gets, but has no state between blocks, such as anchors or waiting
// strikes. Between two positions the place of a frame is the last position plus the frames since, times the
// tempo. The furthest place so far counts, and a note begins on the first frame that reaches its place.

/// A fraction of integers in lowest terms, wide enough for every sum of the tests.
struct Fraction: Comparable, Hashable {
  let top: Wide
  let bottom: Wide

  typealias Wide = Int128

  init(_ top: Wide, _ bottom: Wide = 1) {
    var (a, b) = (top.magnitude, bottom.magnitude)
    while b != 0 { (a, b) = (b, a % b) }
    let sign: Wide = (top < 0) != (bottom < 0) ? -1 : 1
    self.top = sign * Wide(top.magnitude / max(a, 1))
    self.bottom = Wide(bottom.magnitude / max(a, 1))
  }

  static func + (a: Fraction, b: Fraction) -> Fraction {
    Fraction(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom)
  }
  static func - (a: Fraction, b: Fraction) -> Fraction {
    Fraction(a.top * b.bottom - b.top * a.bottom, a.bottom * b.bottom)
  }
  static func * (a: Fraction, b: Fraction) -> Fraction { Fraction(a.top * b.top, a.bottom * b.bottom) }
  static func / (a: Fraction, b: Fraction) -> Fraction { Fraction(a.top * b.bottom, a.bottom * b.top) }
  static func < (a: Fraction, b: Fraction) -> Bool { a.top * b.bottom < b.top * a.bottom }

  var ceiling: Int64 {
    let whole = top / bottom
    return Int64(whole * bottom < top ? whole + 1 : whole)
  }
  var floor: Int64 {
    let whole = top / bottom
    return Int64(whole * bottom > top ? whole - 1 : whole)
  }
  var number: Double { Double(top) / Double(bottom) }
}

/// One position as a host sends it, in numbers that a double holds exactly.
struct Told {
  var frame: Int64
  /// Frames of the timeline.
  var timeline: Int64
  var rolls = true
  /// Quarter notes since the start of the timeline; `bar` and `barBeat` are the same place in bars and beats.
  var place: Fraction
  var bar: Int64
  var barBeat: Fraction
  var beatsPerMinute: Fraction
  var beatsPerBar: Int64 = 4
  var beatUnit: Int64 = 4
  /// Whether it is a jump from the position before, which the host knows.
  var isJump = false
}

/// A cell of the model: its step in the round of its row, and its delay in percent of the step; below 0, of the way
/// back to the step before.
struct ModelCell {
  var step: Int64
  var note: UInt8
  var delay: Int64 = 0
  var ratchet: Int64 = 1
  /// It plays in the `nth` of every `of` rounds.
  var nth: Int64 = 1
  var of: Int64 = 1
  var velocity: Int64 = 100
  var probability: Int64 = 100
  /// Whether it plays only in fills or only outside; nil: always.
  var isFill: Bool?
  var relation: ModelRelation?
}

/// A pattern of the model: a forward loop.
struct ModelPattern {
  var steps: Int64
  /// The length of a step in quarter notes.
  var length: Fraction
  /// The bars after which it starts again; 0: never.
  var restart: Int64 = 0
  var cells: [ModelCell]
  var probability: Int64 = 100
  /// By step: percent of its velocities.
  var accents: [Int64: Int64] = [:]
  /// Whether its steps strike nothing. Others that ask for them find them all the same.
  var isMuted = false
}

extension ModelPattern {
  /// The number of passes before a step.
  func round(of step: Int64) -> Int64 {
    step >= 0 ? step / steps : -((steps - 1 - step) / steps)
  }

  /// The number of cells that a pass plays before one.
  func rank(of cell: ModelCell) -> Int64 {
    Int64(cells.filter { ($0.step, $0.note) < (cell.step, cell.note) }.count)
  }

  /// The cells of a step.
  func cells(of step: Int64) -> [ModelCell] {
    let column = step - round(of: step) * steps
    return cells.filter { $0.step == column }
  }
}

/// A layer of the model.
struct ModelLayer {
  var channel: UInt8
  var swing: Int64 = 0
  var patterns: [ModelPattern]
  /// Patterns and their bars; empty: the first pattern plays.
  var chain: [(pattern: Int, bars: Int64)] = []
  var songs = ModelSongs([])
  var life = ModelLife()
  /// All layers, as they are asked whether they play; nil in these.
  var tracks: [ModelLayer]?
}

extension ModelLayer {
  /// The pattern of a bar, the bar in which it started, how often it has started before, and the first bar in which it
  /// plays without a break, if there is one.
  func section(_ bar: Int64) -> (pattern: ModelPattern, start: Int64, turn: Int64, from: Int64?) {
    let all = chain.reduce(0) { $0 + $1.bars }
    var (index, first, bars, cycle): (Int, Int64, Int64, Int64) = (0, 0, 0, 0)
    var isMuted = false
    if let place = songs.place(ofBar: bar) {
      let section = songs.section(place)
      index = section.patterns[Int(channel)]
      isMuted = section.mutes.contains(Int(channel))
      (first, bars, cycle) = (bar - place.bar, section.bars, place.round)
    } else if all > 0 {
      cycle = Fraction(Fraction.Wide(bar), Fraction.Wide(all)).floor
      first = cycle * all
      for link in chain {
        (index, bars) = link
        if bar < first + bars { break }
        first += bars
      }
    }
    var pattern = patterns[index]
    pattern.isMuted = isMuted
    // Without steps of their own, patterns of a chain change between steps.
    let hasStretches = patterns.count > 1 || patterns[0].restart > 0 || songs.isInForce
    guard pattern.restart > 0 else { return (pattern, 0, 0, bars > 0 && hasStretches ? first : nil) }
    let turn = Fraction(Fraction.Wide(bar - first), Fraction.Wide(pattern.restart)).floor
    let before = Fraction(Fraction.Wide(bars), Fraction.Wide(pattern.restart)).ceiling * cycle
    let start = first + turn * pattern.restart
    return (pattern, start, before + turn, start)
  }

  /// The strikes from `lower` to `upper`, of all bars in which they can have steps.
  /// - Parameter begins: whether playing begins at `lower`. Then an early cell that would have been struck before, of
  ///   a step from there on, is struck at once.
  func strikes(from lower: Fraction, to upper: Fraction, bar: Fraction, begins: Bool) -> [ModelStrike] {
    // A strike is less than a step and three quarters before the start of its step, and two and a half after it.
    let reach = patterns.map(\.length).max()!
    var found: [ModelStrike] = []
    var before: Fraction?
    var number = ((lower - Fraction(5, 2) * reach) / bar).floor - 1
    while Fraction(Fraction.Wide(number)) * bar <= upper + Fraction(2) * reach {
      let (pattern, start, turn, _) = section(number)
      let origin = pattern.restart > 0 ? Fraction(Fraction.Wide(start)) * bar : Fraction(0)
      let end = Fraction(Fraction.Wide(number + 1)) * bar
      let rounds = rounds(pattern, turn, bar: bar)
      let first = ((Fraction(Fraction.Wide(number)) * bar - origin) / pattern.length).ceiling
      let next = ((end - origin) / pattern.length).ceiling
      // The steps before this one strike nothing from `lower` on. They can only end what longer steps would.
      let near = ((lower - origin) / pattern.length - Fraction(5, 2)).floor
      for step in first..<max(next, first) {
        let here = ModelStep(
          pattern: pattern, step: step, whole: whole(step, pattern, turn, bar: bar), rounds: rounds)
        let cells = humanized(here).filter { cell in
          step >= near || cell.delay < 0 && found.contains { $0.note == cell.note }
        }
        if cells.isEmpty { continue }
        let stepPlace = origin + Fraction(Fraction.Wide(step)) * pattern.length
        found += strikes(
          of: pattern.isMuted ? [] : cells.filter { plays($0, here, at: stepPlace, bar: bar) }, step,
          in: pattern, from: origin, turn: rounds + pattern.round(of: step),
          step > first ? place(step - 1, pattern, origin) : before)
      }
      if next > first { before = place(next - 1, pattern, origin) }
      number += 1
    }
    // An early strike ends what earlier steps of its row would strike behind it.
    let early = Dictionary(grouping: found.filter { $0.first != nil && $0.isLast }, by: \.note)
    found = found.filter { one in
      !(early[one.note] ?? []).contains { $0.step > one.step && $0.first! < one.at }
    }
    return found.compactMap { strike in
      var strike = strike
      if begins, strike.isLast, strike.first != nil, strike.at < lower, strike.step >= lower {
        strike.isTooLate = true
        strike.at = lower
      }
      return strike.at >= lower && strike.at <= upper ? strike : nil
    }
  }

  /// The place of a step with swing.
  private func place(_ step: Int64, _ pattern: ModelPattern, _ origin: Fraction) -> Fraction {
    let late = step % 2 != 0 ? Fraction(Fraction.Wide(swing), 100) : Fraction(0)
    return origin + (Fraction(Fraction.Wide(step)) + late) * pattern.length
  }

  /// - Parameter before: the place of the layer's step before.
  private func strikes(
    of cells: [ModelCell], _ step: Int64, in pattern: ModelPattern, from origin: Fraction, turn: Int64,
    _ before: Fraction?
  ) -> [ModelStrike] {
    let place = place(step, pattern, origin)
    var way = place - self.place(step - 1, pattern, origin)
    if let before { way = max(min(way, place - before), Fraction(0)) }
    var found: [ModelStrike] = []
    for cell in cells {
      let late = Fraction(Fraction.Wide(cell.delay), 100) * (cell.delay < 0 ? way : pattern.length)
      for hit in 0..<cell.ratchet {
        let part = Fraction(Fraction.Wide(hit), Fraction.Wide(cell.ratchet))
        found.append(
          ModelStrike(
            at: place + late + part * pattern.length, note: cell.note, place: place,
            step: origin + Fraction(Fraction.Wide(step)) * pattern.length,
            first: cell.delay < 0 ? place + late : nil, isLast: hit == cell.ratchet - 1,
            velocity: UInt8(cell.velocity),
            number: turn * Int64(pattern.cells.count) + pattern.rank(of: cell)))
      }
    }
    return found
  }
}

struct ModelStrike {
  var at: Fraction
  var note: UInt8
  /// The place of its step, with and without swing.
  var place: Fraction
  var step: Fraction
  /// The first strike of its cell, if that is early.
  var first: Fraction?
  var isLast: Bool
  var velocity: UInt8
  /// The number of its cell since the beginning of the timeline, in the order of steps and rows.
  var number: Int64
  /// Whether it came too late to be early.
  var isTooLate = false
}

/// An early note that has been struck, with the place of its step as the timeline counts now.
struct ModelEarly {
  var channel: UInt8
  var note: UInt8
  var step: Fraction
}

struct ModelNote: Hashable, Comparable {
  var frame: Int64
  var channel: UInt8
  var note: UInt8
  var velocity: UInt8 = 100
  static func < (a: ModelNote, b: ModelNote) -> Bool {
    (a.frame, a.channel, a.note, a.velocity) < (b.frame, b.channel, b.note, b.velocity)
  }
}

/// The positions of a host are late by less than this, in frames.
let slack = Fraction(41, 2503)

extension [ModelEarly] {
  /// Whether a strike that came too late was struck before the jump: the same step of the same row, within the error of
  /// hosts.
  func hasStruck(_ strike: ModelStrike, _ channel: UInt8) -> Bool {
    strike.isTooLate
      && contains {
        let (way, limit) = ($0.step - strike.step, Fraction(1, 467))
        return $0.channel == channel && $0.note == strike.note && way < limit && Fraction(0) - limit < way
      }
  }
}

/// The note of a strike on a channel and frame; nil: it is silent.
typealias ModelPitch = (_ strike: ModelStrike, _ channel: UInt8, _ frame: Int64) -> UInt8?

/// All note-ons of `layers` from `positions`, up to frame `end`.
func modelNotes(
  _ layers: [ModelLayer], _ positions: [Told], songs: [ModelSongEvent] = [], rate: Int64, end: Int64,
  pitch: ModelPitch = { strike, _, _ in strike.note }
) -> [ModelNote] {
  var notes: [ModelNote] = []
  var early: [ModelEarly] = []
  var (layers, state, events) = (layers, layers[0].songs, songs[...])
  /// The first bar that the last run has not reached.
  var unreached: Int64?
  // From a start or a jump to the next one.
  var first = 0
  while first < positions.count {
    let told = positions[first]
    while let event = events.first, event.frame <= told.frame {
      state.set(event.change)
      events.removeFirst()
    }
    guard told.rolls else {
      (early, unreached) = ([], nil)
      first += 1
      continue
    }
    var last = first
    while last + 1 < positions.count, positions[last + 1].rolls, !positions[last + 1].isJump { last += 1 }
    if first > 0 {
      let before = positions[first - 1]
      let frames = Fraction(Fraction.Wide(told.frame - before.frame))
      let here = before.place + frames * before.beatsPerMinute / Fraction(Fraction.Wide(60 * rate))
      for index in early.indices { early[index].step = early[index].step + told.place - here }
    }
    let stop = last + 1 < positions.count ? positions[last + 1].frame : end
    if let unreached {
      state.jump(to: told.line(from: told.place)) { $0 < unreached }
    } else {
      state.start(at: told.bar(at: told.place))
    }
    while let event = events.first, event.frame <= stop {
      let here = positions[first...last].last { $0.frame <= event.frame } ?? told
      let place = here.place(at: event.frame, rate)
      state.set(event.change, in: here.bar(at: place), line: here.line(from: place))
      events.removeFirst()
    }
    for index in layers.indices { layers[index].songs = state }
    let tracks = layers.map { layer in
      var layer = layer
      layer.tracks = nil
      return layer
    }
    for index in layers.indices where layers[index].tracks != nil { layers[index].tracks = tracks }
    notes += modelNotes(layers, positions[first...last], rate: rate, until: stop, pitch, &early)
    let newest = positions[last]
    unreached = newest.bar(at: newest.place(at: stop - 1, rate) + slack * newest.perFrame(rate)) + 1
    first = last + 1
  }
  return notes.sorted()
}

/// The grid on which hosts round.
private let hostTick = Fraction(1, 1920)

extension Told {
  /// Quarter notes.
  fileprivate var barLength: Fraction { Fraction(Fraction.Wide(beatsPerBar * 4), Fraction.Wide(beatUnit)) }

  fileprivate func perFrame(_ rate: Int64) -> Fraction { beatsPerMinute / Fraction(Fraction.Wide(60 * rate)) }

  fileprivate func place(at frame: Int64, _ rate: Int64) -> Fraction {
    place + Fraction(Fraction.Wide(frame - self.frame)) * perFrame(rate)
  }

  /// The bar of a place. A place just before a bar line is on it.
  fileprivate func bar(at place: Fraction) -> Int64 { ((place + hostTick) / barLength).floor }

  /// The first bar line from a place on. A place just behind it is on it.
  fileprivate func line(from place: Fraction) -> Int64 { (place / barLength - hostTick).ceiling }
}

private func modelNotes(
  _ layers: [ModelLayer], _ positions: ArraySlice<Told>, rate: Int64, until end: Int64, _ pitch: ModelPitch,
  _ early: inout [ModelEarly]
) -> [ModelNote] {
  // The furthest place (with slack) reached at the end of each stretch between two positions.
  var stretches: [(told: Told, perFrame: Fraction, to: Fraction)] = []
  for index in positions.indices {
    let told = positions[index]
    let perFrame = told.beatsPerMinute / Fraction(Fraction.Wide(60 * rate))
    let stop = index + 1 < positions.endIndex ? positions[index + 1].frame : end
    guard stop > told.frame else { continue }
    let to = told.place + slack * perFrame + Fraction(Fraction.Wide(stop - 1 - told.frame)) * perFrame
    if to > stretches.last?.to ?? told.place - slack * perFrame { stretches.append((told, perFrame, to)) }
  }
  guard let first = stretches.first, let last = stretches.last else { return [] }
  // In the first stretch everything from its place on counts, with the slack.
  let lower = first.told.place - slack * first.perFrame
  let bar = Fraction(Fraction.Wide(first.told.beatsPerBar * 4), Fraction.Wide(first.told.beatUnit))
  var found: [ModelNote] = []
  // What no later note can be is forgotten.
  early.removeAll { $0.step < lower - Fraction(1) }
  let before = early
  for layer in layers {
    for strike in layer.strikes(from: lower, to: last.to, bar: bar, begins: true) {
      if before.hasStruck(strike, layer.channel) { continue }
      guard let (told, perFrame, _) = stretches.first(where: { strike.at <= $0.to }) else { continue }
      let frame = told.frame + max(0, ((strike.at - told.place) / perFrame - slack).ceiling)
      guard let note = pitch(strike, layer.channel, frame) else { continue }
      if strike.first != nil {
        early.append(ModelEarly(channel: layer.channel, note: strike.note, step: strike.step))
      }
      found.append(
        ModelNote(frame: frame, channel: layer.channel, note: note, velocity: strike.velocity))
    }
  }
  return found
}
