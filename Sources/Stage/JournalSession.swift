// A session, as its journal describes it. Any thread; values.

/// Everything that a journal restores.
public struct JournalSession: Equatable, Sendable {
  /// When the session began, in seconds since 1970.
  public private(set) var began = 0.0
  /// The options that chose what it plays.
  public private(set) var program: [JournalPair] = []
  public private(set) var song: JournalSong?
  /// The states of the instruments by their places in the row.
  public private(set) var states: [Int: String] = [:]
  /// The file of the recording that runs, and the journal of its take, or nil if none runs.
  public private(set) var recording: JournalPair?
  public private(set) var connections: [JournalPair] = []
  /// Whether it said that it ended.
  public private(set) var hasEnded = false
  private var settings: [Setting: Double] = [:]

  private struct Setting: Hashable {
    let setting: JournalSetting
    let place: Int
  }

  public init() {}

  public init(_ records: [[JournalEntry]]) { for record in records { add(record) } }

  /// Applies a record.
  public mutating func add(_ record: [JournalEntry]) {
    let hasSong = record.contains { if case .song = $0 { true } else { false } }
    for entry in record {
      switch entry {
      case .began(let time, let program): (began, self.program) = (time, program)
      case .song(let song):
        self.song = song
        states = states.filter { $0.key < song.instruments }
        settings = settings.filter { $0.key.place < max(song.instruments, 1) }
      case .state(let place, let text):
        states[Int(place)] = text
        // The states that a song begins with are no edits.
        if !hasSong { song?.edits += 1 }
      case .setting(let setting, let place, let value):
        settings[Setting(setting: setting, place: Int(place))] = value
      case .connections(let pairs): connections = pairs
      case .recording(let path, let take): recording = JournalPair(path, take)
      case .recordingEnded: recording = nil
      case .ended: hasEnded = true
      case .take: break
      }
    }
  }

  /// A number of an instrument, or of the whole session, or nil if the journal has none.
  public func value(_ setting: JournalSetting, at place: Int = 0) -> Double? {
    settings[Setting(setting: setting, place: place)]
  }

  /// The states in the order of the row, or nothing if one is missing.
  public var row: [String] {
    let count = song?.instruments ?? 0
    let row = (0..<count).compactMap { states[$0] }
    return row.count == count ? row : []
  }

  /// The shortest record with the same content.
  public var record: [JournalEntry] {
    var record: [JournalEntry] = [.began(began, program)]
    if let song { record.append(.song(song)) }
    for (place, text) in states.sorted(by: { $0.key < $1.key }) {
      record.append(.state(UInt16(clamping: place), text))
    }
    let sorted = settings.sorted {
      ($0.key.place, $0.key.setting.rawValue) < ($1.key.place, $1.key.setting.rawValue)
    }
    for (key, value) in sorted { record.append(.setting(key.setting, UInt16(clamping: key.place), value)) }
    if !connections.isEmpty { record.append(.connections(connections)) }
    if let recording { record.append(.recording(recording.first, recording.second)) }
    if hasEnded { record.append(.ended) }
    return record
  }
}
