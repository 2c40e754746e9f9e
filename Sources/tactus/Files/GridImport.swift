// Converts a MIDI file to a grid. Main thread.
import Console
import Grids
import MIDIFiles
import ToneMatrix

struct GridImport {
  /// A note of the file; times are in sixteenths at the file's first tempo.
  private struct Note {
    var begin, end: Double
    var channel, key, velocity, track: Int
    /// So many strikes of a key within a step.
    var ratchet = 1
  }

  /// What becomes a layer: the notes and the controllers of a track, or of a channel.
  private struct Part {
    var name: [UInt8] = []
    var notes: [Note] = []
    var controls: [(place: Double, number: UInt8, value: UInt8)] = []
    var channel: Int { notes.first?.channel ?? 0 }
  }

  private var notes: [Note] = []
  private var parts: [Part] = []
  private let name: [UInt8]?
  /// What else is in the file, in words: a grid has no tempo.
  private(set) var others: [String] = []
  private let steps: Int
  /// The last step that begins within the file. A note behind its middle stays in it.
  private let lastStep: Int

  /// - Throws: `CommandError` when the file has no note.
  init(_ file: MIDIFile, steps: Int) throws {
    self.steps = steps
    name = file.trackNames[0]
    let last = file.events.last
    let rest = file.seconds - (last?.seconds ?? 0)
    let end = 4 * ((last?.quarters ?? 0) + rest * (file.places.last?.tempo ?? 120) / 60)
    lastStep = max(0, Int((end - 1e-6).rounded(.up)) - 1)
    var open: [[Int]: Note] = [:]
    for event in file.events where event.bytes.count == 3 {
      let kind = event.bytes[0] & 0xF0
      let channel = Int(event.bytes[0] & 15)
      let key = Int(event.bytes[1])
      guard kind == 0x80 || kind == 0x90 else { continue }
      if var note = open.removeValue(forKey: [event.track, channel, key]) {
        note.end = event.quarters * 4
        notes.append(note)
      }
      if kind == 0x90, event.bytes[2] > 0 {
        let begin = event.quarters * 4
        open[[event.track, channel, key]] = Note(
          begin: begin, end: begin + 1, channel: channel, key: key, velocity: Int(event.bytes[2]),
          track: event.track)
      }
    }
    notes += open.values
    if notes.isEmpty { throw CommandError("there is no note in this file") }
    notes.sort { ($0.begin, $0.channel, $0.key) < ($1.begin, $1.channel, $1.key) }
    divide(file)
    others = others(of: file)
  }

  /// Each track is a part if there are two to sixteen with notes, each on one channel; else each channel is one.
  private mutating func divide(_ file: MIDIFile) {
    let tracks = Set(notes.map(\.track)).sorted()
    let hasTracks =
      2...GridLimit.layers ~= tracks.count
      && tracks.allSatisfy { track in Set(notes.filter { $0.track == track }.map(\.channel)).count == 1 }
    let numbers = hasTracks ? tracks : Set(notes.map(\.channel)).sorted()
    for number in numbers {
      var part = Part()
      part.notes = notes.filter { (hasTracks ? $0.track : $0.channel) == number }
      let track = part.notes.first?.track ?? 0
      if part.notes.allSatisfy({ $0.track == track }) { part.name = file.trackNames[track] ?? [] }
      for event in file.events where event.bytes.count == 3 && event.bytes[0] & 0xF0 == 0xB0 {
        let isOwn = hasTracks ? event.track == number : Int(event.bytes[0] & 15) == number
        if isOwn, event.bytes[1] < 120 {
          part.controls.append((event.quarters * 4, event.bytes[1], event.bytes[2]))
        }
      }
      // A layer has one lane.
      if Set(part.controls.map(\.number)).count > 1 { part.controls = [] }
      parts.append(part)
    }
  }

  private func others(of file: MIDIFile) -> [String] {
    var counts = [Int](repeating: 0, count: 8)
    for event in file.events { counts[Int(event.bytes[0] >> 4 & 7)] += 1 }
    let places = zip(file.places, file.places.dropFirst())
    let all = [
      (counts[3] - parts.reduce(0) { $0 + $1.controls.count }, "control change"),
      (counts[4], "program change"), (counts[2] + counts[5], "pressure message"), (counts[6], "pitch bend"),
      (counts[7], "exclusive message"),
      (places.count { $0.tempo != $1.tempo }, "tempo change"),
      (places.count { ($0.beats, $0.unit) != ($1.beats, $1.unit) }, "meter change"),
    ]
    return all.filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
  }

  /// The step in which a note begins, and its delay in percent of a step.
  private func place(of note: Note, isExact: Bool) -> (step: Int, delay: Int) {
    if !isExact { return (min(Int(note.begin.rounded()), lastStep), 0) }
    // Files round places up to a tick.
    let percent = Int((note.begin * 100 + 1e-6).rounded(.down))
    return (min(percent / 100, lastStep), percent % 100)
  }

  /// Whether notes that are not on steps are there by a machine, as those of a swing: there are few such places.
  private static func areExact(_ notes: [Note]) -> Bool {
    Set(notes.map { Int(($0.begin * 100 + 1e-6).rounded(.down)) % 100 }).count <= max(4, notes.count / 8)
  }

  /// The notes of a part, those of equal parts of a step as one with a ratchet.
  private static func ratcheted(_ notes: [Note]) -> [Note] {
    var found: [Note] = []
    for key in Set(notes.map(\.key)).sorted() {
      var rest = notes.filter { $0.key == key }[...]
      while var note = rest.popFirst() {
        for count in [4, 3, 2] where rest.count >= count - 1 {
          let hits = rest.prefix(count - 1)
          let areEven = zip(hits, 1...).allSatisfy { hit, number in
            abs(hit.begin - note.begin - Double(number) / Double(count)) < 0.01
              && hit.velocity == note.velocity
          }
          guard areEven, let last = hits.last else { continue }
          (note.ratchet, note.end) = (count, last.end - Double(count - 1) / Double(count))
          rest = rest.dropFirst(count - 1)
          break
        }
        found.append(note)
      }
    }
    return found.sorted { ($0.begin, $0.key) < ($1.begin, $1.key) }
  }

  /// The gate that most notes have, in percent: their lengths beyond whole steps.
  private static func gate(of notes: [Note]) -> Int {
    var counts: [Int: Int] = [:]
    for note in notes {
      let percent = Int(((note.end - note.begin) * Double(note.ratchet) * 100).rounded())
      counts[note.ratchet == 1 ? (percent + 99) % 100 + 1 : min(max(percent, 1), 100), default: 0] += 1
    }
    let best = counts.max { ($0.value, $0.key) < ($1.value, $1.key) }
    return best.map { $0.value * 2 > notes.count ? $0.key : 100 } ?? 100
  }

  /// The grid, and the number of notes that did not fit.
  func grid(name: String) throws -> (GridDocument, lost: Int) {
    var grid = GridDocument()
    grid.name = parts.count > 1 ? self.name ?? cut(name, bytes: 128) : cut(name, bytes: 128)
    var lost = 0
    // Channel 10 is the drum layer; the other parts get the layers that are left.
    var free = [0, 1, 3] + Array(GridLimit.usualLayers..<GridLimit.layers)
    if !parts.contains(where: { $0.channel == 9 }) { free.append(2) }
    var placed: [(part: Part, layer: Int)] = []
    for part in parts {
      if part.channel == 9, !placed.contains(where: { $0.layer == 2 }) {
        placed.append((part, 2))
      } else if !free.isEmpty {
        placed.append((part, free.removeFirst()))
      } else {
        lost += part.notes.count
      }
    }
    let barCount = notes.map { place(of: $0, isExact: false).step / steps }.max()! + 1
    for (part, index) in placed {
      let isExact = Self.areExact(part.notes)
      let own = isExact ? Self.ratcheted(part.notes) : part.notes
      let counts = Dictionary(own.map { ($0.key, 1) }, uniquingKeysWith: +)
      let keys = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(32).map(\.key).sorted()
      let gate = isExact ? Self.gate(of: own) : 100
      var layer = GridLayerDocument(index)
      if !part.name.isEmpty { layer.name = part.name }
      layer.channel = part.channel
      layer.steps = steps
      layer.rowCount = keys.count
      layer.gate = gate
      for row in layer.rows.indices { layer.rows[row].note = row < keys.count ? keys[row] : nil }
      // Bars that no chain can play are patterns of their own, for the player to choose.
      let isChained = steps == 16 && barCount > 1
      var bars = [GridPattern](repeating: GridPattern(), count: barCount)
      for note in own {
        let (place, delay) = place(of: note, isExact: isExact)
        guard let row = keys.firstIndex(of: note.key), place / steps < barCount else {
          lost += note.ratchet
          continue
        }
        var cell = GridCell(isOn: true)
        cell.velocity = UInt8(note.velocity)
        (cell.delay, cell.ratchet) = (Int8(delay), UInt8(note.ratchet))
        let length = note.end - note.begin - Double(gate) / 100 / Double(note.ratchet)
        cell.length = UInt8(min(max((length + 1).rounded(), 1), 32))
        let other = bars[place / steps][row, place % steps]
        if other.isOn { lost += Int(other.ratchet) }
        bars[place / steps][row, place % steps] = cell
      }
      for control in part.controls {
        let place = min(Int(control.place.rounded()), lastStep)
        guard place / steps < barCount else { continue }
        layer.controller = Int(control.number)
        if bars[place / steps].lane.isEmpty {
          bars[place / steps].lane = [UInt8](repeating: 255, count: GridLimit.steps)
        }
        bars[place / steps].lane[place % steps] = control.value
      }
      let order = Arrangement(bars, mergesEqual: isChained)
      lost += order.lost
      for (place, pattern) in order.patterns.enumerated() { layer.patterns[place] = pattern }
      if isChained { layer.links = order.links }
      grid.layers[index] = layer
    }
    return (grid, lost)
  }
}

/// The bars of a layer as patterns, each one once, and the chain that plays them.
private struct Arrangement {
  private(set) var patterns: [GridPattern] = []
  private(set) var links: [GridLink] = []
  /// The notes of the bars for which there is no room.
  private(set) var lost = 0

  init(_ bars: [GridPattern], mergesEqual: Bool) {
    for bar in bars {
      var place = mergesEqual ? patterns.firstIndex(of: bar) : nil
      if place == nil, patterns.count < GridLimit.patterns {
        place = patterns.count
        patterns.append(bar)
      }
      guard let place, add(place) else {
        lost += bar.cells.reduce(0) { $0 + ($1.isOn ? Int($1.ratchet) : 0) }
        continue
      }
    }
  }

  /// Lets the chain play a pattern for one more bar; whether there is room.
  private mutating func add(_ place: Int) -> Bool {
    if let last = links.indices.last, links[last].pattern == UInt8(place), links[last].bars < 64 {
      links[last].bars += 1
      return true
    }
    if links.count == GridLimit.links { return false }
    var link = GridLink()
    link.pattern = UInt8(place)
    links.append(link)
    return true
  }
}
