// The tempo map of a MIDI file, and its clock. Any thread.
import Grids
import Text

/// Collects the tempo map. A change of the meter begins a bar.
struct MIDITempoMap {
  private(set) var places = [MIDIFile.Place()]
  /// Quarter notes at the last place.
  private var quarters = 0.0

  mutating func change(tempo: Double, at time: MIDIClock) {
    place(at: time)
    places[places.count - 1].tempo = tempo
  }

  mutating func change(beats: Int, unit: Int, at time: MIDIClock) {
    place(at: time)
    let last = places.count - 1
    if places[last].barBeat > 1e-9 { places[last].bar += 1 }
    (places[last].beats, places[last].unit, places[last].barBeat) = (beats, unit, 0)
  }

  /// Makes a place here, unless there is one.
  private mutating func place(at time: MIDIClock) {
    if time.quarters == quarters { return }
    var next = places[places.count - 1]
    let beats = next.barBeat + (time.quarters - quarters) * Double(next.unit) / 4
    // A position before a bar line by a rounding error alone is on it.
    let bars = ((beats + 1e-9) / Double(next.beats)).rounded(.down)
    next.seconds = time.seconds
    next.bar += Int(bars)
    next.barBeat = max(beats - bars * Double(next.beats), 0)
    quarters = time.quarters
    places.append(next)
  }
}

/// Converts ticks to seconds, with all changes of tempo.
struct MIDIClock {
  private let ticksPerQuarter: Double?
  private let ticksPerSecond: Double
  private var tick = 0
  private(set) var seconds = 0.0
  var quarters: Double { ticksPerQuarter.map { Double(tick) / $0 } ?? seconds * 2 }
  var microsecondsPerQuarter = 500_000
  /// Whether ticks are parts of a quarter note.
  var hasTempo: Bool { ticksPerQuarter != nil }

  init(division: Int, in reader: MIDIReader) throws(MIDIReader.Malformed) {
    if division < 0x8000 {
      guard division > 0 else { throw reader.bad("no ticks per quarter note") }
      (ticksPerQuarter, ticksPerSecond) = (Double(division), 0)
    } else {
      let frames = 256 - division >> 8
      guard [24, 25, 29, 30].contains(frames), division & 0xFF > 0 else {
        throw reader.bad("a time code of \(frames) frames a second")
      }
      // 29 stands for 30000/1001.
      ticksPerSecond = (frames == 29 ? 30_000 / 1001 : Double(frames)) * Double(division & 0xFF)
      ticksPerQuarter = nil
    }
  }

  mutating func advance(to next: Int) {
    let rate = ticksPerQuarter.map { $0 * 1e6 / Double(microsecondsPerQuarter) } ?? ticksPerSecond
    seconds += Double(next - tick) / rate
    tick = next
  }
}
