// Parses the chunks and events of a MIDI file. Any thread.

/// Parses a MIDI file from front to back.
struct MIDIReader {
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
