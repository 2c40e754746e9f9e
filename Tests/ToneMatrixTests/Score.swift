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
}

/// A layer of the model: a forward loop.
struct ModelLayer {
  var channel: UInt8
  var steps: Int64
  /// The length of a step in quarter notes.
  var length: Fraction
  var swing: Int64 = 0
  var cells: [ModelCell]
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
    for layer in layers {
      // A strike is less than two and a half steps after the start of its step.
      let last = (to / layer.length).floor
      var step = (lower / layer.length).floor - 3
      while step <= last {
        let round = ((step % layer.steps) + layer.steps) % layer.steps
        let swing = step % 2 != 0 ? Fraction(Fraction.Wide(layer.swing), 100) : Fraction(0)
        for cell in layer.cells where cell.step == round {
          for hit in 0..<cell.ratchet {
            let part = Fraction(Fraction.Wide(cell.delay * 12 + hit * 1200 / cell.ratchet), 1200)
            let place = (Fraction(Fraction.Wide(step)) + part + swing) * layer.length
            guard place <= to, isFirst ? place >= lower : place > lower else { continue }
            let frame = told.frame + max(0, ((place - told.place) / perFrame - slack).ceiling)
            found.append(ModelNote(frame: frame, channel: layer.channel, note: cell.note))
          }
        }
        step += 1
      }
    }
  }
  return found
}
