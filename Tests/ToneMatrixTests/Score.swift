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

/// A cell of the model: its step in the round of its row, and its delay within the step, in parts of 1200.
struct ModelCell {
  var step: Int64
  var note: UInt8
  var delay: Int64 = 0
  var ratchet: Int64 = 1
  /// It plays in the `nth` of every `of` rounds.
  var nth: Int64 = 1
  var of: Int64 = 1
}

/// A pattern of the model: a forward loop.
struct ModelPattern {
  var steps: Int64
  /// The length of a step in quarter notes.
  var length: Fraction
  /// The bars after which it starts again; 0: never.
  var restart: Int64 = 0
  var cells: [ModelCell]
}

/// A layer of the model.
struct ModelLayer {
  var channel: UInt8
  var swing: Int64 = 0
  var patterns: [ModelPattern]
  /// Patterns and their bars; empty: the first pattern plays.
  var chain: [(pattern: Int, bars: Int64)] = []
}

extension ModelLayer {
  /// The pattern of a bar, the bar in which it started, and how often it has started before.
  private func section(_ bar: Int64) -> (pattern: ModelPattern, start: Int64, turn: Int64) {
    let all = chain.reduce(0) { $0 + $1.bars }
    var (index, first, bars, cycle): (Int, Int64, Int64, Int64) = (0, 0, 0, 0)
    if all > 0 {
      cycle = Fraction(Fraction.Wide(bar), Fraction.Wide(all)).floor
      first = cycle * all
      for link in chain {
        (index, bars) = link
        if bar < first + bars { break }
        first += bars
      }
    }
    let pattern = patterns[index]
    guard pattern.restart > 0 else { return (pattern, 0, 0) }
    let turn = Fraction(Fraction.Wide(bar - first), Fraction.Wide(pattern.restart)).floor
    let before = Fraction(Fraction.Wide(bars), Fraction.Wide(pattern.restart)).ceiling * cycle
    return (pattern, first + turn * pattern.restart, before + turn)
  }

  /// Each strike with a place from `lower` to `upper`, bar by bar.
  func eachStrike(
    from lower: Fraction, to upper: Fraction, bar: Fraction, _ body: (Fraction, UInt8) -> Void
  ) {
    // A strike is less than two and a half steps after the start of its step.
    let reach = Fraction(3) * patterns.map(\.length).max()!
    let last = (upper / bar).floor
    var number = ((lower - reach) / bar).floor
    while number <= last {
      let (pattern, start, turn) = section(number)
      let origin = pattern.restart > 0 ? Fraction(Fraction.Wide(start)) * bar : Fraction(0)
      let (from, to) = (
        Fraction(Fraction.Wide(number)) * bar, Fraction(Fraction.Wide(number + 1)) * bar
      )
      var rounds: Int64 = 0
      if pattern.restart > 0 {
        let steps = (Fraction(Fraction.Wide(pattern.restart)) * bar / pattern.length).ceiling
        rounds = turn * Fraction(Fraction.Wide(steps), Fraction.Wide(pattern.steps)).ceiling
      }
      var step = ((from - origin) / pattern.length).ceiling
      while origin + Fraction(Fraction.Wide(step)) * pattern.length < to {
        strike(step, of: pattern, from: origin, rounds) { place, note in
          if place >= lower && place <= upper { body(place, note) }
        }
        step += 1
      }
      number += 1
    }
  }

  private func strike(
    _ step: Int64, of pattern: ModelPattern, from origin: Fraction, _ rounds: Int64,
    _ body: (Fraction, UInt8) -> Void
  ) {
    let round = Fraction(Fraction.Wide(step), Fraction.Wide(pattern.steps)).floor
    let column = step - round * pattern.steps
    let late = step % 2 != 0 ? Fraction(Fraction.Wide(swing), 100) : Fraction(0)
    for cell in pattern.cells where cell.step == column {
      let turn = rounds + round
      guard ((turn % cell.of) + cell.of) % cell.of == cell.nth - 1 else { continue }
      for hit in 0..<cell.ratchet {
        let part = Fraction(Fraction.Wide(cell.delay * 12 + hit * 1200 / cell.ratchet), 1200)
        body(origin + (Fraction(Fraction.Wide(step)) + part + late) * pattern.length, cell.note)
      }
    }
  }
}

struct ModelNote: Hashable, Comparable {
  var frame: Int64
  var channel: UInt8
  var note: UInt8
  static func < (a: ModelNote, b: ModelNote) -> Bool {
    (a.frame, a.channel, a.note) < (b.frame, b.channel, b.note)
  }
}

/// The positions of a host are late by less than this, in frames.
let slack = Fraction(41, 2503)

/// All note-ons of `layers` from `positions`, up to frame `end`.
func modelNotes(_ layers: [ModelLayer], _ positions: [Told], rate: Int64, end: Int64) -> [ModelNote] {
  var notes: [ModelNote] = []
  // From a start or a jump to the next one.
  var first = 0
  while first < positions.count {
    guard positions[first].rolls else {
      first += 1
      continue
    }
    var last = first
    while last + 1 < positions.count, positions[last + 1].rolls, !positions[last + 1].isJump { last += 1 }
    let stop = last + 1 < positions.count ? positions[last + 1].frame : end
    notes += modelNotes(layers, positions[first...last], rate: rate, until: stop)
    first = last + 1
  }
  return notes.sorted()
}

private func modelNotes(
  _ layers: [ModelLayer], _ positions: ArraySlice<Told>, rate: Int64, until end: Int64
) -> [ModelNote] {
  var found: [ModelNote] = []
  // The furthest place (with slack) reached before the current stretch.
  var reached: Fraction?
  for index in positions.indices {
    let told = positions[index]
    let perFrame = told.beatsPerMinute / Fraction(Fraction.Wide(60 * rate))
    let stop = index + 1 < positions.endIndex ? positions[index + 1].frame : end
    guard stop > told.frame else { continue }
    let from = told.place + slack * perFrame
    let to = from + Fraction(Fraction.Wide(stop - 1 - told.frame)) * perFrame
    // In the first stretch everything from its place on counts, with the slack.
    let lower = reached ?? told.place - slack * perFrame
    let isFirst = reached == nil
    reached = max(reached ?? to, to)
    guard to > lower else { continue }
    let bar = Fraction(Fraction.Wide(told.beatsPerBar * 4), Fraction.Wide(told.beatUnit))
    for layer in layers {
      layer.eachStrike(from: lower, to: to, bar: bar) { place, note in
        guard isFirst || place > lower else { return }
        let frame = told.frame + max(0, ((place - told.place) / perFrame - slack).ceiling)
        found.append(ModelNote(frame: frame, channel: layer.channel, note: note))
      }
    }
  }
  return found
}
