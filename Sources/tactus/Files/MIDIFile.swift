// Reads Standard MIDI Files, formats 0 and 1, as MIDI messages in seconds. Any thread.
import Console
import Hosting
import Pictures

/// The messages of a MIDI file in order of time.
struct MIDIFile: Equatable {
  /// One message as an instrument gets it.
  struct Event: Equatable {
    var seconds: Double
    var bytes: [UInt8]
    /// Quarter notes since the beginning; in files with time code, at 120 a minute.
    var quarters: Double

    init(seconds: Double, bytes: [UInt8], quarters: Double? = nil) {
      self.seconds = seconds
      self.bytes = bytes
      self.quarters = quarters ?? seconds * 2
    }
  }

  /// A place of the timeline where the tempo or the meter begins or changes.
  struct Place: Equatable {
    var seconds = 0.0
    /// Quarter notes a minute.
    var tempo = 120.0
    /// The meter: beats in a bar, and the beat as a part of a whole note.
    var beats = 4
    var unit = 4
    /// From 0, and the beats since it began.
    var bar = 0
    var barBeat = 0.0
  }

  var events: [Event] = []
  /// The tempo map, from the beginning on; empty for a file with time code, which has no tempo.
  var places: [Place] = []
  /// The end of the last track.
  var seconds = 0.0

  init() {}

  /// A file of format 0 with 24,000 ticks a quarter note at 120 quarter notes a minute, so that a tick is a
  /// frame of 48 kHz.
  var bytes: [UInt8] {
    func tick(_ seconds: Double) -> Int { Int((seconds * 48_000).rounded()) }
    var track = MIDITrack(microseconds: 500_000)
    for event in events { track.add(event.bytes, at: tick(event.seconds)) }
    return track.file(ticksPerQuarter: 24_000, end: tick(seconds))
  }

  /// Why bytes are not a MIDI file that can be played, and where.
  struct Malformed: Error, Equatable, CustomStringConvertible {
    let offset: Int
    let reason: String
    var description: String { "byte \(offset): \(reason)" }
  }

  init(contentsOf path: String) throws {
    do { try self.init(bytes: contents(of: path)) } catch let error as Malformed {
      throw CommandError("\(path): \(error)")
    }
  }

  /// - Throws: `Malformed`.
  init(bytes: [UInt8]) throws {
    var reader = MIDIReader(bytes: bytes[...])
    guard bytes.starts(with: Array("MThd".utf8)) else { throw reader.bad("this is no MIDI file") }
    var header = try reader.chunk().body
    let format = try header.number(2)
    guard format < 2 else { throw header.bad("format \(format): only 0 and 1 are one piece of music") }
    let trackCount = try header.number(2)
    let clock = try MIDIClock(division: header.number(2), in: header)

    var items: [(tick: Int, item: MIDIReader.Item)] = []
    var end = 0
    var tracks = 0
    while tracks < trackCount {
      guard !reader.bytes.isEmpty else { throw reader.bad("\(trackCount) tracks announced, \(tracks) found") }
      var (name, track) = try reader.chunk()
      guard name == "MTrk" else { continue }  // chunks of other kinds are allowed and skipped
      tracks += 1
      var tick = 0
      while !track.bytes.isEmpty {
        tick += try track.variableNumber()
        guard tick < 1 << 40 else { throw track.bad("a time beyond all music") }
        guard let item = try track.item() else { break }
        items.append((tick, item))
      }
      end = max(end, tick)
    }
    // Tracks are merged; events of one tick keep the order of their tracks.
    let sorted = items.enumerated().sorted { ($0.element.tick, $0.offset) < ($1.element.tick, $1.offset) }
    var time = clock
    var map = MIDITempoMap()
    for (_, (tick, item)) in sorted {
      time.advance(to: tick)
      switch item {
      case .message(let bytes):
        events.append(Event(seconds: time.seconds, bytes: bytes, quarters: time.quarters))
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
  }
}

extension MIDIFile {
  /// What a host says of its timeline, which rolls from the beginning on: a position at each place.
  func timeline(rate: Int) -> [TimedEvent] {
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
  var notes: [PlayedNote] {
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

/// Collects the tempo map. A change of the meter begins a bar.
private struct MIDITempoMap {
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
    // What is before a bar line by a rounding error alone is on it.
    let bars = ((beats + 1e-9) / Double(next.beats)).rounded(.down)
    next.seconds = time.seconds
    next.bar += Int(bars)
    next.barBeat = max(beats - bars * Double(next.beats), 0)
    quarters = time.quarters
    places.append(next)
  }
}

/// Converts ticks to seconds, with all changes of tempo.
private struct MIDIClock {
  private let ticksPerQuarter: Double?
  private let ticksPerSecond: Double
  private var tick = 0
  private(set) var seconds = 0.0
  var quarters: Double { ticksPerQuarter.map { Double(tick) / $0 } ?? seconds * 2 }
  var microsecondsPerQuarter = 500_000
  /// Whether ticks are parts of a quarter note.
  var hasTempo: Bool { ticksPerQuarter != nil }

  init(division: Int, in reader: MIDIReader) throws {
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

/// Parses a MIDI file from front to back.
private struct MIDIReader {
  enum Item { case message([UInt8]), tempo(Int), meter(beats: Int, unit: Int), nothing }

  /// A slice of the file, so that its indices are those of the file.
  var bytes: ArraySlice<UInt8>
  private var runningStatus: UInt8?

  init(bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  func bad(_ reason: String) -> MIDIFile.Malformed {
    MIDIFile.Malformed(offset: bytes.startIndex, reason: reason)
  }

  mutating func pop(_ count: Int) throws -> ArraySlice<UInt8> {
    guard count <= bytes.count else { throw bad("\(count) bytes announced, \(bytes.count) left") }
    defer { bytes = bytes.dropFirst(count) }
    return bytes.prefix(count)
  }

  mutating func number(_ size: Int) throws -> Int { try pop(size).reduce(0) { $0 << 8 | Int($1) } }

  mutating func variableNumber() throws -> Int {
    var value = 0
    for _ in 0..<4 {
      let byte = try number(1)
      value = value << 7 | byte & 0x7F
      if byte < 0x80 { return value }
    }
    throw bad("a number of more than four bytes")
  }

  mutating func chunk() throws -> (name: String, body: MIDIReader) {
    let name = String(decoding: try pop(4), as: UTF8.self)
    return (name, MIDIReader(bytes: try pop(number(4))))
  }

  /// The next event of a track, without its time; nil at the end of the track.
  mutating func item() throws -> Item? {
    guard let first = bytes.first else { throw bad("a time without an event") }
    switch first {
    case 0xFF:
      _ = try pop(1)
      let type = try number(1)
      let body = try pop(variableNumber())
      if type == 0x2F { return nil }
      if type == 0x58, body.count >= 2, let beats = body.first, beats > 0, body[body.startIndex + 1] < 7 {
        return .meter(beats: Int(beats), unit: 1 << Int(body[body.startIndex + 1]))
      }
      guard type == 0x51, body.count == 3 else { return .nothing }
      // A tempo of zero would make every later time equal.
      return .tempo(max(1, body.reduce(0) { $0 << 8 | Int($1) }))
    case 0xF0, 0xF7:
      _ = try pop(1)
      let body = Array(try pop(variableNumber()))
      if body.isEmpty { return .nothing }
      return .message(first == 0xF0 ? [0xF0] + body : body)
    case 0xF1...0xFE: throw bad("a status byte that has no place in a file")
    case 0x80...: runningStatus = try pop(1).first
    default: break
    }
    // A meta event should end a running status, but files exist that continue it.
    guard let status = runningStatus else { throw bad("data without a status byte") }
    let offset = bytes.startIndex
    let data = try pop(status & 0xE0 == 0xC0 ? 1 : 2)
    guard data.allSatisfy({ $0 < 0x80 }) else {
      throw MIDIFile.Malformed(offset: offset, reason: "a status byte where data should be")
    }
    return .message([status] + data)
  }
}
