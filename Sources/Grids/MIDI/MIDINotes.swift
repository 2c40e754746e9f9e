// The notes of a Standard MIDI File, and the pattern that plays them. Not for the audio thread.
import Controls
import Text
import ToneMatrix

/// A note of a file. Times are in quarter notes.
package struct MIDINote: Equatable {
  package var begin: Double
  package var end: Double
  package var key: Int
  package var velocity: Int
}

/// Reads the notes of all tracks and channels; what else is in the file is skipped.
package struct MIDINotes {
  /// In the order of their beginnings.
  package private(set) var notes: [MIDINote] = []

  private let bytes: [UInt8]
  private var place = 0

  /// - Throws: why the file can't be read.
  package init(_ bytes: [UInt8]) throws(DocumentError) {
    self.bytes = bytes
    guard try name() == UTF8Text("MThd").bytes else { throw DocumentError("this is no MIDI file") }
    let header = try number(4)
    let start = place
    _ = try number(2)
    let tracks = try number(2)
    let division = try number(2)
    guard division > 0, division < 0x8000 else {
      throw DocumentError("this MIDI file counts seconds, not quarter notes")
    }
    place = start + header
    for _ in 0..<tracks where place < bytes.count {
      let isTrack = try name() == UTF8Text("MTrk").bytes
      let length = try number(4)
      let end = min(place + length, bytes.count)
      if isTrack { try read(trackUpTo: end, ticksPerQuarter: Double(division)) }
      place = end
    }
    notes.sort { ($0.begin, $0.key) < ($1.begin, $1.key) }
  }

  private mutating func read(trackUpTo end: Int, ticksPerQuarter: Double) throws(DocumentError) {
    var tick = 0
    var status = 0
    // By channel and key: the place of the note that is down in the list.
    var down = [Int](repeating: -1, count: 2048)
    while place < end {
      tick += try variable()
      let first = try number(1)
      if first == 0xFF || first == 0xF0 || first == 0xF7 {
        let type = first == 0xFF ? try number(1) : 0
        let length = try variable()
        if type == 0x2F { break }
        place += length
        continue
      }
      if first >= 0x80 { status = first } else { place -= 1 }
      guard status >= 0x80, status < 0xF0 else { throw damaged }
      let key = try number(1) & 127
      let value = status & 0xE0 == 0xC0 ? 0 : try number(1)
      guard status & 0xE0 == 0x80 else { continue }
      let index = (status & 15) << 7 | key
      let time = Double(tick) / ticksPerQuarter
      if down[index] >= 0 { notes[down[index]].end = time }
      down[index] = -1
      if status & 0xF0 == 0x90, value > 0 {
        down[index] = notes.count
        notes.append(MIDINote(begin: time, end: time + 0.25, key: key, velocity: min(value, 127)))
      }
    }
  }

  private var damaged: DocumentError {
    DocumentError("the MIDI file is damaged at byte \(place)" as UTF8Text)
  }

  private mutating func number(_ size: Int) throws(DocumentError) -> Int {
    guard place + size <= bytes.count else { throw damaged }
    defer { place += size }
    return bytes[place..<place + size].reduce(0) { $0 << 8 | Int($1) }
  }

  private mutating func name() throws(DocumentError) -> [UInt8] {
    guard place + 4 <= bytes.count else { throw damaged }
    defer { place += 4 }
    return Array(bytes[place..<place + 4])
  }

  private mutating func variable() throws(DocumentError) -> Int {
    var value = 0
    for _ in 0..<4 {
      let byte = try number(1)
      value = value << 7 | byte & 0x7F
      if byte < 0x80 { return value }
    }
    throw damaged
  }
}

extension GridLayerDocument {
  /// Returns the pattern that plays notes, each in the nearest step and row, and the number of notes without a place.
  package func pattern(of notes: [MIDINote]) -> (pattern: GridPattern, lost: Int) {
    var (pattern, lost) = (GridPattern(), 0)
    let step = Double(stepTicks) / Double(GridScore.ticksPerQuarter)
    let keys = (0..<rowCount).map { key(ofRow: $0) }
    for note in notes {
      let place = Int((note.begin / step).rounded())
      guard place < steps,
        let row = keys.indices.min(by: { (keys[$0] - note.key).magnitude < (keys[$1] - note.key).magnitude }),
        (keys[row] - note.key).magnitude <= 6
      else {
        lost += 1
        continue
      }
      if pattern[row, place].isOn { lost += 1 }
      var cell = GridCell(isOn: true)
      cell.velocity = UInt8(max(1, note.velocity))
      cell.length = UInt8(min(max(((note.end - note.begin) / step).rounded(), 1), 32))
      pattern[row, place] = cell
    }
    return (pattern, lost)
  }
}
