// Converts a MIDI file to a grid. Main thread.
import Console
import Grids
import MIDIFiles
import ToneMatrix

struct GridImport {
  /// A note of the file; times are in sixteenths at the file's first tempo.
  private struct Note {
    var begin, end: Double
    var channel, key, velocity: Int
  }

  private var notes: [Note] = []
  /// What else is in the file, in words: a grid has only notes, without a tempo.
  let others: [String]
  private let steps: Int
  /// The last step that begins within the file. A note behind its middle stays in it.
  private let lastStep: Int

  /// - Throws: `CommandError` when the file has no note.
  init(_ file: MIDIFile, steps: Int) throws {
    self.steps = steps
    let last = file.events.last
    let rest = file.seconds - (last?.seconds ?? 0)
    let end = 4 * ((last?.quarters ?? 0) + rest * (file.places.last?.tempo ?? 120) / 60)
    lastStep = max(0, Int((end - 1e-6).rounded(.up)) - 1)
    var open: [Int: Note] = [:]
    for event in file.events where event.bytes.count == 3 {
      let kind = event.bytes[0] & 0xF0
      let channel = Int(event.bytes[0] & 15)
      let key = Int(event.bytes[1])
      guard kind == 0x80 || kind == 0x90 else { continue }
      if var note = open.removeValue(forKey: channel * 128 + key) {
        note.end = event.quarters * 4
        notes.append(note)
      }
      if kind == 0x90, event.bytes[2] > 0 {
        let begin = event.quarters * 4
        open[channel * 128 + key] = Note(
          begin: begin, end: begin + 1, channel: channel, key: key, velocity: Int(event.bytes[2]))
      }
    }
    others = Self.others(of: file)
    notes += open.values
    if notes.isEmpty { throw CommandError("there is no note in this file") }
    notes.sort { ($0.begin, $0.channel, $0.key) < ($1.begin, $1.channel, $1.key) }
  }

  private static func others(of file: MIDIFile) -> [String] {
    var counts = [Int](repeating: 0, count: 8)
    for event in file.events { counts[Int(event.bytes[0] >> 4 & 7)] += 1 }
    let places = zip(file.places, file.places.dropFirst())
    let all = [
      (counts[3], "control change"), (counts[4], "program change"),
      (counts[2] + counts[5], "pressure message"), (counts[6], "pitch bend"),
      (counts[7], "exclusive message"),
      (places.count { $0.tempo != $1.tempo }, "tempo change"),
      (places.count { ($0.beats, $0.unit) != ($1.beats, $1.unit) }, "meter change"),
    ]
    return all.filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
  }

  /// The step that is nearest to the beginning of a note.
  private func place(of note: Note) -> Int { min(Int(note.begin.rounded()), lastStep) }

  /// The grid, and the number of notes that did not fit.
  func grid(name: String) throws -> (GridDocument, lost: Int) {
    var grid = GridDocument()
    grid.name = cut(name, bytes: 128)
    var lost = 0
    // Channel 10 is the drum layer; the other channels get the layers that are left.
    var layerOf: [Int: Int] = [:]
    var free = [0, 1, 3]
    for channel in Set(notes.map(\.channel)).sorted() {
      if channel == 9 { layerOf[9] = 2 } else if !free.isEmpty { layerOf[channel] = free.removeFirst() }
    }
    let barCount = notes.map { place(of: $0) / steps }.max()! + 1
    for (channel, index) in layerOf.sorted(by: { $0.key < $1.key }) {
      let own = notes.filter { $0.channel == channel }
      let counts = Dictionary(own.map { ($0.key, 1) }, uniquingKeysWith: +)
      let keys = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(32).map(\.key).sorted()
      var layer = GridLayerDocument(index)
      layer.channel = channel
      layer.steps = steps
      layer.rowCount = keys.count
      layer.gate = 100
      for row in layer.rows.indices { layer.rows[row].note = row < keys.count ? keys[row] : nil }
      // Bars that no chain can play are patterns of their own, for the player to choose.
      let isChained = steps == 16 && barCount > 1
      var bars = [GridPattern](repeating: GridPattern(), count: barCount)
      for note in own {
        let place = place(of: note)
        guard let row = keys.firstIndex(of: note.key) else {
          lost += 1
          continue
        }
        var cell = GridCell(isOn: true)
        cell.velocity = UInt8(note.velocity)
        cell.length = UInt8(min(max((note.end - note.begin).rounded(), 1), 32))
        if bars[place / steps][row, place % steps].isOn { lost += 1 }
        bars[place / steps][row, place % steps] = cell
      }
      let order = Arrangement(bars, mergesEqual: isChained)
      lost += order.lost
      for (place, pattern) in order.patterns.enumerated() { layer.patterns[place] = pattern }
      if isChained { layer.links = order.links }
      grid.layers[index] = layer
    }
    lost += notes.filter { layerOf[$0.channel] == nil }.count
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
        lost += bar.cells.count { $0.isOn }
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
