// One fact in a journal, as a value and as bytes (docs/journal.md). Any thread; values.
import Foundation

/// A number of a session that a journal restores.
public enum JournalSetting: UInt8, CaseIterable, Sendable {
  /// The level of an instrument.
  case level = 1
  /// Whether an instrument is muted, 1 or 0.
  case mute = 2
  /// The level of everything.
  case master = 3
  /// Quarter notes a minute.
  case tempo = 4
  /// Quarter notes in a bar.
  case bar = 5
  /// Whether the clock runs, 1 or 0.
  case rolling = 6
}

/// A fact about a session or a take. Kinds and the order of their fields are append-only.
public enum JournalEntry: Equatable, Sendable {
  /// The session began at this moment, in seconds since 1970, with this program: names of options and their values.
  case began(Double, [JournalPair])
  /// The song that plays: its number from 1, or 0 if it has none, of how many; its title; the number of
  /// instruments; the number of edits since it began.
  case song(JournalSong)
  /// The saved state of the instrument at this place in the row.
  case state(UInt16, String)
  /// A number of the instrument at this place; for the session as a whole, the place is 0.
  case setting(JournalSetting, UInt16, Double)
  /// All connections: names of the session's own ports and of the others.
  case connections([JournalPair])
  /// A recording runs: its file, and the journal of its take, or nothing if there is no take.
  case recording(String, String)
  /// No recording runs.
  case recordingEnded
  /// The session ended normally.
  case ended
  /// Records of a take as the plugin sent them, with the packet's number.
  case take(Int32, [UInt8])

  var kind: UInt8 {
    switch self {
    case .began: 1
    case .song: 2
    case .state: 3
    case .setting: 4
    case .connections: 5
    case .recording: 6
    case .recordingEnded: 7
    case .ended: 8
    case .take: 9
    }
  }
}

/// Two texts that belong together.
public struct JournalPair: Hashable, Sendable {
  /// The name of an option, or of an own port.
  public var first: String
  /// The option's value, or the other port.
  public var second: String

  public init(_ first: String, _ second: String) { (self.first, self.second) = (first, second) }
}

/// The song of a session.
public struct JournalSong: Equatable, Sendable {
  /// The place in the concert or set list, from 1, or 0 outside of a list.
  public var number = 0
  public var count = 0
  public var title = ""
  /// The number of instruments.
  public var instruments = 0
  /// The changes of instruments since the song began.
  public var edits = 0

  public init(number: Int = 0, count: Int = 0, title: String = "", instruments: Int = 0, edits: Int = 0) {
    (self.number, self.count, self.title) = (number, count, title)
    (self.instruments, self.edits) = (instruments, edits)
  }
}

extension JournalEntry {
  /// The fields, without kind and length.
  var body: [UInt8] {
    var out = JournalBytes()
    switch self {
    case .began(let time, let program):
      out.add(time.bitPattern)
      out.add(program)
    case .song(let song):
      for number in [song.number, song.count, song.instruments, song.edits] {
        out.add(UInt32(clamping: number))
      }
      out.add(song.title)
    case .state(let place, let text):
      out.add(place)
      out.add(text)
    case .setting(let setting, let place, let value):
      out.add(setting.rawValue)
      out.add(place)
      out.add(value.bitPattern)
    case .connections(let pairs): out.add(pairs)
    case .recording(let path, let take):
      out.add(path)
      out.add(take)
    case .take(let number, let bytes):
      out.add(UInt32(bitPattern: number))
      out.bytes += bytes
    case .recordingEnded, .ended: break
    }
    return out.bytes
  }

  /// Reads the fields of a kind. Returns nil if the kind is unknown or the fields are not its own. Fields that a
  /// later version adds behind the known ones are ignored.
  init?(kind: UInt8, body: ArraySlice<UInt8>) {
    var reader = JournalReader(body)
    switch kind {
    case 1:
      guard let time: UInt64 = reader.number(), let program = reader.pairs() else { return nil }
      self = .began(Double(bitPattern: time), program)
    case 2:
      var numbers: [Int] = []
      for _ in 0..<4 {
        guard let number: UInt32 = reader.number() else { return nil }
        numbers.append(Int(number))
      }
      guard let title = reader.text() else { return nil }
      self = .song(
        JournalSong(
          number: numbers[0], count: numbers[1], title: title, instruments: numbers[2], edits: numbers[3]))
    case 3:
      guard let place: UInt16 = reader.number(), let text = reader.text() else { return nil }
      self = .state(place, text)
    case 4:
      guard let setting = (reader.number() as UInt8?).flatMap(JournalSetting.init(rawValue:)),
        let place: UInt16 = reader.number(), let value: UInt64 = reader.number()
      else { return nil }
      self = .setting(setting, place, Double(bitPattern: value))
    case 5:
      guard let pairs = reader.pairs() else { return nil }
      self = .connections(pairs)
    case 6:
      guard let path = reader.text(), let take = reader.text() else { return nil }
      self = .recording(path, take)
    case 7: self = .recordingEnded
    case 8: self = .ended
    case 9:
      guard let number: UInt32 = reader.number() else { return nil }
      self = .take(Int32(bitPattern: number), Array(reader.rest))
    default: return nil
    }
  }
}

/// Bytes that are written: numbers with the lowest byte first, texts behind their length.
struct JournalBytes {
  var bytes: [UInt8] = []

  mutating func add(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
  }

  mutating func add(_ text: String) {
    add(UInt32(text.utf8.count))
    bytes += Array(text.utf8)
  }

  mutating func add(_ pairs: [JournalPair]) {
    add(UInt32(pairs.count))
    for pair in pairs {
      add(pair.first)
      add(pair.second)
    }
  }
}

/// Bytes that are read.
struct JournalReader {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  mutating func number<Number: FixedWidthInteger>() -> Number? {
    bytes(Number.bitWidth / 8).map { part in
      Number(truncatingIfNeeded: part.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
  }

  mutating func text() -> String? {
    guard let count: UInt32 = number(), let part = bytes(Int(count)) else { return nil }
    return String(validating: part, as: UTF8.self)
  }

  mutating func pairs() -> [JournalPair]? {
    guard let count: UInt32 = number(), Int(count) <= rest.count / 8 else { return nil }
    var pairs: [JournalPair] = []
    for _ in 0..<count {
      guard let first = text(), let second = text() else { return nil }
      pairs.append(JournalPair(first, second))
    }
    return pairs
  }
}
