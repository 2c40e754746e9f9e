// Parses the chunks and events of a Standard MIDI File (Standard MIDI Files 1.0). Not for the audio thread.
import Text

/// Parses a MIDI file from front to back.
package struct MIDIReader {
  /// An event of a track.
  package enum Item {
    case message([UInt8]), tempo(Int), meter(beats: Int, unit: Int), name([UInt8]), nothing
  }

  /// The reason why bytes can't be played as a MIDI file, and its place.
  package struct Malformed: Error, Equatable {
    package let offset: Int
    package let reason: UTF8Text

    package init(offset: Int, reason: UTF8Text) { (self.offset, self.reason) = (offset, reason) }

    package static func == (one: Malformed, other: Malformed) -> Bool {
      one.offset == other.offset && one.reason.bytes == other.reason.bytes
    }
  }

  /// Bytes that are no part of an event.
  package struct Stray {
    package var count = 0
    /// The offset of the first one in the file.
    package var first: Int?

    package init() {}

    fileprivate init(count: Int, first: Int) { (self.count, self.first) = (count, first) }

    package static func += (all: inout Stray, more: Stray) {
      all.count += more.count
      all.first = all.first ?? more.first
    }
  }

  /// A slice of the file, so that its indices are those of the file.
  package var bytes: ArraySlice<UInt8>
  package private(set) var stray = Stray()
  private var runningStatus: UInt8?

  package init(bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// Returns an error at the present offset.
  package func bad(_ reason: UTF8Text) -> Malformed { Malformed(offset: bytes.startIndex, reason: reason) }

  private mutating func pop(_ count: Int) throws(Malformed) -> ArraySlice<UInt8> {
    guard count <= bytes.count else { throw bad("\(count) bytes announced, \(bytes.count) left") }
    defer { bytes = bytes.dropFirst(count) }
    return bytes.prefix(count)
  }

  /// Reads a big-endian number of `size` bytes.
  package mutating func number(_ size: Int) throws(Malformed) -> Int {
    try pop(size).reduce(0) { $0 << 8 | Int($1) }
  }

  /// Reads a number of seven bits a byte.
  package mutating func variableNumber() throws(Malformed) -> Int {
    var value = 0
    for _ in 0..<4 {
      let byte = try number(1)
      value = value << 7 | byte & 0x7F
      if byte < 0x80 { return value }
    }
    throw bad("a number of more than four bytes")
  }

  /// Returns a reader of the header, which begins the file.
  package mutating func header() throws(Malformed) -> MIDIReader {
    guard bytes.starts(with: UTF8Text("MThd").bytes) else { throw bad("this is no MIDI file") }
    return try chunk().body
  }

  /// Reads a chunk: its four letters, and a reader of its content.
  package mutating func chunk() throws(Malformed) -> (name: [UInt8], body: MIDIReader) {
    let name = Array(try pop(4))
    return (name, MIDIReader(bytes: try pop(try number(4))))
  }

  /// Reads the next event of a track, without its time. Like other readers, it skips data without a status byte, and
  /// a message that another status byte cuts short.
  /// - Returns: nil at the end of the track.
  package mutating func item() throws(Malformed) -> Item? {
    guard !bytes.isEmpty else { throw bad("a time without an event") }
    while let first = bytes.first {
      switch first {
      case 0xFF: return try metaEvent()
      case 0xF0, 0xF7:
        _ = try pop(1)
        let body = Array(try pop(try variableNumber()))
        if body.isEmpty { return .nothing }
        return .message(first == 0xF0 ? [0xF0] + body : body)
      case 0xF1...0xFE:  // messages of a cable, which have no place in a file
        skip(1)
        let size = first == 0xF2 ? 2 : first == 0xF1 || first == 0xF3 ? 1 : 0
        skip(bytes.prefix(size).prefix { $0 < 0x80 }.count)
        return .nothing
      default:
        if let message = try message(first) { return .message(message) }
      }
    }
    return .nothing
  }

  /// - Returns: nil at the end of the track.
  private mutating func metaEvent() throws(Malformed) -> Item? {
    _ = try pop(1)
    let type = try number(1)
    let body = try pop(try variableNumber())
    if type == 0x2F { return nil }
    if type == 0x03 { return .name(Array(body)) }
    if type == 0x58, body.count >= 2, let beats = body.first, beats > 0, body[body.startIndex + 1] < 7 {
      return .meter(beats: Int(beats), unit: 1 << Int(body[body.startIndex + 1]))
    }
    guard type == 0x51, body.count == 3 else { return .nothing }
    // A tempo of zero would make every later time equal.
    return .tempo(max(1, body.reduce(0) { $0 << 8 | Int($1) }))
  }

  /// A message of a channel, or nil if its bytes were no message and have been skipped.
  private mutating func message(_ first: UInt8) throws(Malformed) -> [UInt8]? {
    // A meta event should end a running status, but files exist that continue it.
    guard let status = first < 0x80 ? runningStatus : first else {
      skip(bytes.prefix { $0 < 0x80 }.count)
      return nil
    }
    let (head, size) = (first < 0x80 ? 0 : 1, status & 0xE0 == 0xC0 ? 1 : 2)
    let data = bytes.dropFirst(head).prefix(size).prefix { $0 < 0x80 }
    if data.count < size, head + data.count < bytes.count {
      skip(head + data.count)
      return nil
    }
    runningStatus = status
    _ = try pop(head)
    return [status] + (try pop(size))
  }

  private mutating func skip(_ count: Int) {
    if count == 0 { return }
    stray += Stray(count: count, first: bytes.startIndex)
    bytes = bytes.dropFirst(count)
  }
}
