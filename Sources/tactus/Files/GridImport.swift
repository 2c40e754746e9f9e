// Converts a MIDI file to a grid. Main thread.
import Console
import Grids
import ToneMatrix

struct GridImport {
  /// A note of the file; times are in sixteenths at the file's first tempo.
  private struct Note {
    var begin, end: Double
    var channel, key, velocity: Int
  }

  private var notes: [Note] = []
  private let steps: Int

  /// - Throws: `CommandError` when the file has no note.
  init(_ file: MIDIFile, steps: Int) throws {
    self.steps = steps
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
    notes += open.values
    if notes.isEmpty { throw CommandError("there is no note in this file") }
    notes.sort { ($0.begin, $0.channel, $0.key) < ($1.begin, $1.channel, $1.key) }
  }

  /// The grid, and the number of notes that did not fit.
  func grid(name: String) throws -> (GridDocument, lost: Int) {
    var grid = GridDocument()
    grid.name = Array(name.utf8.prefix(128))
    var lost = 0
    // Channel 10 is the drum layer; the other channels get the layers that are left.
    var layerOf: [Int: Int] = [:]
    var free = [0, 1, 3]
    for channel in Set(notes.map(\.channel)).sorted() {
      if channel == 9 { layerOf[9] = 2 } else if !free.isEmpty { layerOf[channel] = free.removeFirst() }
    }
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
      var used = 0
      for note in own {
        let place = Int(note.begin.rounded())
        guard let row = keys.firstIndex(of: note.key), place / steps < GridLimit.patterns else {
          lost += 1
          continue
        }
        var cell = GridCell(isOn: true)
        cell.velocity = UInt8(note.velocity)
        cell.length = UInt8(min(max((note.end - note.begin).rounded(), 1), 32))
        if layer.patterns[place / steps][row, place % steps].isOn { lost += 1 }
        layer.patterns[place / steps][row, place % steps] = cell
        used = max(used, place / steps)
      }
      if used > 0, steps == 16 {
        layer.links = (0...used).map {
          var link = GridLink()
          link.pattern = UInt8($0)
          return link
        }
      }
      grid.layers[index] = layer
    }
    lost += notes.filter { layerOf[$0.channel] == nil }.count
    return (grid, lost)
  }
}
