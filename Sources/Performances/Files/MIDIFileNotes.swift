// Timelines and notes of MIDI files. Any thread.
import Console
import Hosting
import MIDIFiles
import Pictures

extension MIDIFile {
  /// Reads a file and reports what of it is left out.
  package init(contentsOf path: String) throws {
    do { try self.init(bytes: contents(of: path, limit: FileLimit.midi)) } catch let error as Malformed {
      throw CommandError("\(path): \(error)")
    }
    for notice in notices { report("\(path): \(notice)") }
  }

  /// The timeline of a host that rolls from the beginning on: a position at each change.
  package func timeline(rate: Int) -> [TimedEvent] {
    places.map { place in
      let frame = Int((place.seconds * Double(rate)).rounded())
      let beats = place.tempo * Double(place.unit) / 4
      return TimedEvent(
        frame: frame,
        .position(
          Position(
            frame: Int64(frame), beatsPerMinute: Float(beats), bar: Int64(place.bar),
            barBeat: Float(place.barBeat), beatsPerBar: Float(place.beats), beatUnit: Int32(place.unit))))
    }
  }

  /// The notes from begin to end; those that are never ended last to the end of the file.
  package var notes: [PlayedNote] {
    var notes: [PlayedNote] = []
    var open: [Int: Int] = [:]
    for event in events where event.bytes.count == 3 {
      let kind = event.bytes[0] & 0xF0
      guard kind == 0x80 || kind == 0x90 else { continue }
      let (channel, key) = (Int(event.bytes[0] & 15), Int(event.bytes[1]))
      if let index = open.removeValue(forKey: channel * 128 + key) { notes[index].end = event.seconds }
      if kind == 0x90, event.bytes[2] > 0 {
        open[channel * 128 + key] = notes.count
        notes.append(
          PlayedNote(
            begin: event.seconds, end: seconds, channel: channel, key: key, velocity: Int(event.bytes[2])))
      }
    }
    return notes
  }
}
