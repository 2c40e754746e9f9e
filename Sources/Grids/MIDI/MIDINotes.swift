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

extension MIDINote {
  /// Reads the notes of all tracks and channels of a MIDI file, in the order in which they begin. A note that never
  /// ends lasts a sixteenth note.
  package static func read(_ bytes: [UInt8]) throws(MIDIReader.Malformed) -> [MIDINote] {
    var file = MIDIReader(bytes: bytes[...])
    var header = try file.header()
    _ = try header.number(4)
    let division = try header.number(2)
    guard division > 0, division < 0x8000 else { throw header.bad("it counts seconds, not quarter notes") }
    var notes: [MIDINote] = []
    while !file.bytes.isEmpty {
      var (name, track) = try file.chunk()
      if name == UTF8Text("MTrk").bytes { try read(&track, ticksPerQuarter: Double(division), into: &notes) }
    }
    return notes.sorted { ($0.begin, $0.key) < ($1.begin, $1.key) }
  }

  private static func read(
    _ track: inout MIDIReader, ticksPerQuarter: Double, into notes: inout [MIDINote]
  ) throws(MIDIReader.Malformed) {
    var tick = 0
    // The index of the note that is down, by channel and key.
    var down = [Int?](repeating: nil, count: 2048)
    while !track.bytes.isEmpty {
      tick += try track.variableNumber()
      guard tick < 1 << 40 else { throw track.bad("a time beyond all music") }
      guard let item = try track.item() else { return }
      guard case .message(let message) = item, message.count == 3, message[0] & 0xE0 == 0x80 else { continue }
      let (key, time) = (Int(message[1]), Double(tick) / ticksPerQuarter)
      let place = Int(message[0] & 15) << 7 | key
      if let index = down[place] { notes[index].end = time }
      down[place] = nil
      if message[0] & 0xF0 == 0x90, message[2] > 0 {
        down[place] = notes.count
        notes.append(MIDINote(begin: time, end: time + 0.25, key: key, velocity: Int(message[2])))
      }
    }
  }
}

extension GridLayerDocument {
  /// Returns the pattern that plays notes, each at the nearest step and row, and the number of notes that don't fit.
  /// - Parameter index: the pattern that is replaced, from 0; its times stay.
  package func pattern(_ index: Int, of notes: [MIDINote]) -> (pattern: GridPattern, lost: Int) {
    var (pattern, lost) = (GridPattern(), 0)
    pattern.times = patterns[index].times
    let (steps, step) = (steps(of: index), Double(stepTicks(of: index)) / Double(GridScore.ticksPerQuarter))
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
      cell.length = UInt8(min(max(((note.end - note.begin) / step).rounded(), 1), 64))
      pattern[row, place] = cell
    }
    return (pattern, lost)
  }
}
