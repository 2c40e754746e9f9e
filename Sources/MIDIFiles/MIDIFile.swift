// Reads Standard MIDI Files, formats 0 and 1, also in a RIFF file (RMID), as MIDI messages in seconds. Any
// thread.
import Grids
import Text

/// The messages of a MIDI file in order of time.
package struct MIDIFile: Equatable {
  /// One message as an instrument gets it.
  package struct Event: Equatable {
    package var seconds: Double
    package var bytes: [UInt8]
    /// Quarter notes since the beginning; in files with time code, at 120 a minute.
    package var quarters: Double
    /// The number of its track, from 0.
    package var track = 0

    package init(seconds: Double, bytes: [UInt8], quarters: Double? = nil, track: Int = 0) {
      self.seconds = seconds
      self.bytes = bytes
      self.quarters = quarters ?? seconds * 2
      self.track = track
    }
  }

  /// A place of the timeline where the tempo or the meter begins or changes.
  package struct Place: Equatable {
    package var seconds = 0.0
    /// Quarter notes a minute.
    package var tempo = 120.0
    /// The meter: beats in a bar, and the beat as a part of a whole note.
    package var beats = 4
    package var unit = 4
    /// From 0, and the beats since it began.
    package var bar = 0
    package var barBeat = 0.0
  }

  package var events: [Event] = []
  /// The tempo map, from the beginning on; empty for a file with time code, which has no tempo.
  package var places: [Place] = []
  /// The end of the last track.
  package var seconds = 0.0
  /// The names of the tracks that have one.
  package var trackNames: [Int: [UInt8]] = [:]
  /// What of the file was left out, in sentences for people.
  package var notices: [String] = []

  package init() {}

  /// A file of format 0 with 24,000 ticks a quarter note at 120 quarter notes a minute, so that a tick is a
  /// frame of 48 kHz.
  package var bytes: [UInt8] {
    func tick(_ seconds: Double) -> Int { Int((seconds * 48_000).rounded()) }
    var track = MIDITrack(microseconds: 500_000)
    var last = 0
    /// Fills a rest that is longer than a file can tell, an hour and a half, with empty texts.
    func rest(until next: Int) {
      while next - last > Self.longestRest {
        last += Self.longestRest
        track.add([0xFF, 0x01, 0], at: last)
      }
      last = max(last, next)
    }
    for event in events {
      rest(until: tick(event.seconds))
      track.add(event.bytes, at: tick(event.seconds))
    }
    rest(until: tick(seconds))
    return track.file(ticksPerQuarter: 24_000, end: tick(seconds))
  }

  /// The most ticks between two events: 28 bits.
  private static let longestRest = 0xFFF_FFFF

  package typealias Malformed = MIDIReader.Malformed

  /// - Throws: `Malformed`.
  package init(bytes: [UInt8]) throws {
    var reader = MIDIReader(bytes: riffContent(bytes) ?? bytes[...])
    var header = try reader.header()
    let format = try header.number(2)
    guard format < 2 else { throw header.bad("format \(format): only 0 and 1 are one piece of music") }
    let trackCount = try header.number(2)
    let clock = try MIDIClock(division: header.number(2), in: header)

    var items: [(tick: Int, track: Int, item: MIDIReader.Item)] = []
    var end = 0
    var tracks = 0
    var stray = MIDIReader.Stray()
    while tracks < trackCount {
      guard !reader.bytes.isEmpty else { throw reader.bad("\(trackCount) tracks announced, \(tracks) found") }
      var (name, track) = try reader.chunk()
      guard name == UTF8Text("MTrk").bytes else { continue }  // chunks of other kinds are allowed and skipped
      tracks += 1
      var tick = 0
      while !track.bytes.isEmpty {
        tick += try track.variableNumber()
        guard tick < 1 << 40 else { throw track.bad("a time beyond all music") }
        guard let item = try track.item() else { break }
        items.append((tick, tracks - 1, item))
      }
      end = max(end, tick)
      stray += track.stray
    }
    // Tracks are merged; events of one tick keep the order of their tracks.
    let sorted = items.enumerated().sorted { ($0.element.tick, $0.offset) < ($1.element.tick, $1.offset) }
    var time = clock
    var map = MIDITempoMap()
    for (_, (tick, number, item)) in sorted {
      time.advance(to: tick)
      switch item {
      case .message(let bytes):
        events.append(Event(seconds: time.seconds, bytes: bytes, quarters: time.quarters, track: number))
      case .name(let name): trackNames[number] = trackNames[number] ?? name
      case .tempo(let microseconds):
        time.microsecondsPerQuarter = microseconds
        map.change(tempo: 6e7 / Double(microseconds), at: time)
      case .meter(let beats, let unit): map.change(beats: beats, unit: unit, at: time)
      case .nothing: break
      }
    }
    places = time.hasTempo ? map.places : []
    time.advance(to: end)
    seconds = time.seconds
    if let first = stray.first {
      let what = stray.count == 1 ? "1 stray byte was" : "\(stray.count) stray bytes were"
      notices.append("\(what) skipped, the first at byte \(first)")
    }
  }

  /// The MIDI file in a RIFF file of the type RMID (Microsoft's and the MIDI Association's RP-029); nil: the
  /// bytes are no such file.
  private mutating func riffContent(_ bytes: [UInt8]) -> ArraySlice<UInt8>? {
    func name(_ place: Int) -> String { String(decoding: bytes[place..<place + 4], as: UTF8.self) }
    guard bytes.count >= 12, name(0) == "RIFF", name(8) == "RMID" else { return nil }
    var place = 12
    var content: ArraySlice<UInt8>?
    while place + 8 <= bytes.count {
      let size = (0..<4).reduce(0) { $0 | Int(bytes[place + 4 + $1]) << (8 * $1) }
      let body = bytes[(place + 8)...].prefix(size)
      if name(place) == "data" { content = content ?? body }
      if body.starts(with: Array("DLS ".utf8)) { notices.append("its own sounds (DLS) were left out") }
      place += 8 + size + size % 2
    }
    return content
  }
}

extension MIDIReader.Malformed: CustomStringConvertible {
  package var description: String { "byte \(offset): \(String(decoding: reason.bytes, as: UTF8.self))" }
}
