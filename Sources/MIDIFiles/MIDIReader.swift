// Parses the chunks and events of a MIDI file. Any thread.

/// Parses a MIDI file from front to back.
struct MIDIReader {
  enum Item { case message([UInt8]), tempo(Int), meter(beats: Int, unit: Int), name([UInt8]), nothing }

  /// Bytes that are no part of an event.
  struct Stray {
    var count = 0
    /// The place of the first one in the file.
    var first: Int?

    static func += (all: inout Stray, more: Stray) {
      all.count += more.count
      all.first = all.first ?? more.first
    }
  }

  /// A slice of the file, so that its indices are those of the file.
  var bytes: ArraySlice<UInt8>
  private(set) var stray = Stray()
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

  /// The next event of a track, without its time; nil at the end of the track. As other readers do, it skips
  /// data without a status byte, and a message that another status byte cuts short.
  mutating func item() throws -> Item? {
    guard !bytes.isEmpty else { throw bad("a time without an event") }
    while let first = bytes.first {
      switch first {
      case 0xFF: return try metaEvent()
      case 0xF0, 0xF7:
        _ = try pop(1)
        let body = Array(try pop(variableNumber()))
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

  /// The end of the track: nil.
  private mutating func metaEvent() throws -> Item? {
    _ = try pop(1)
    let type = try number(1)
    let body = try pop(variableNumber())
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
  private mutating func message(_ first: UInt8) throws -> [UInt8]? {
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
