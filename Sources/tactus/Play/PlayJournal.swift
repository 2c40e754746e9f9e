// The journal of a session: what is written while it plays, and what the next one begins with after a crash. Main
// thread.
import Console
import Foundation
import Hosting
import Stage

/// Keeps a session on the disk, and finds one that was interrupted.
final class PlayJournal {
  /// The interrupted session that this one goes on with, or nil if it begins afresh.
  private(set) var resumed: JournalSession?
  /// Whether the user wants to begin afresh after all.
  private(set) var wantsFresh = false
  /// The key for that.
  static let freshKey: Character = "f"

  private let program: [JournalPair]
  private var place: JournalPlace?
  /// Writes nothing before the first look, so that an interrupted session stays until this one plays.
  private var writer: JournalWriter?
  /// The recording that begins before the first look.
  private var recording: JournalEntry?
  private var hasBegun = false
  /// The recording that runs or ran last.
  private var recorded = ""
  /// The journals of takes in this session.
  private var takes: Set<String> = []
  /// The song of the interrupted session, whose edits count on.
  private var songBefore: JournalSong?
  private var waiting: [JournalNews] = []
  private let recovery = PlayRecovery()
  private let begin = Date()
  private let asks: Bool
  // The values that were written last.
  private var song: JournalSong?
  private var timeline: StageTimeline?
  private var volume: Float = 0
  private var mutes: [Bool] = []
  private var connections: Set<StageClient.Connection> = []
  private var nextConnections = Date.distantPast

  /// Seconds between looks at the connections.
  private static let connectionPeriod = 2.0
  /// Seconds in which the user can begin afresh.
  private static let patience = 30.0

  /// - Parameter play: gets the program of the interrupted session if it names none.
  init(_ play: inout Play) {
    // Learning plays nothing that could be lost, and an interrupted session waits.
    guard play.learn == nil else {
      (asks, program) = (false, [])
      return
    }
    let wished = Self.program(of: play)
    asks = !play.daemon && !play.resume && !play.fresh && isatty(STDIN_FILENO) != 0
    let goesOn = play.resume || play.daemon || asks
    let isFresh = play.fresh
    var found: JournalPlace?
    do throws(StageError) {
      let folder = try JournalFolder((try? SavedStates.folder() + "/stage") ?? "")
      place = try folder.choose { free in
        func began(_ place: JournalPlace) -> Double { place.session?.began ?? 0 }
        found =
          free.filter { place in
            place.session.map { wished.isEmpty || wished == $0.program } ?? false
          }.max { began($0) < began($1) }
        if let found, goesOn || isFresh { return found }
        // An interrupted session that nobody has decided about keeps its place while there are others.
        return free.first { $0.session == nil } ?? free.min { began($0) < began($1) }
      }
      if place == nil {
        waiting.append(JournalNews(text: "sixteen sessions run, so this one has no journal", isFault: true))
      }
    } catch {
      waiting.append(
        JournalNews(text: "the session can't be kept for a crash: \(error); it plays without", isFault: true))
    }
    if goesOn { resumed = found?.session }
    songBefore = resumed?.song
    if let resumed { Self.apply(resumed.program, to: &play) }
    program = Self.program(of: play)
    if let session = found?.session { tell(session, isFresh) }
    if let found { recovery.begin(found) }
    if let place, place !== found { recovery.begin(place) }
    // A session that begins afresh may replace these files, or must refuse to.
    if resumed == nil { recovery.wait() }
  }

  /// The options that choose what is played; files with their whole paths, because the next start may be elsewhere.
  private static func program(of play: Play) -> [JournalPair] {
    [("patch", play.patch), ("grid", play.grid), ("row", play.row), ("scene", play.scene)]
      .compactMap { name, value in
        value.map { value in
          let isFile = name != "row" && [".json", ".pd"].contains { value.hasSuffix($0) }
          return JournalPair(name, isFile ? URL(fileURLWithPath: value).standardizedFileURL.path : value)
        }
      }
  }

  private static func apply(_ program: [JournalPair], to play: inout Play) {
    for pair in program {
      switch pair.first {
      case "patch": play.patch = pair.second
      case "grid": play.grid = pair.second
      case "row": play.row = pair.second
      case "scene": play.scene = pair.second
      default: break
      }
    }
  }

  /// Says what was found, and what becomes of it.
  private func tell(_ session: JournalSession, _ isFresh: Bool) {
    let time = DateFormatter()
    time.dateFormat = "HH:mm"
    var words = "the session of \(time.string(from: Date(timeIntervalSince1970: session.began)))"
    words += " ended without goodbye: "
    if let song = session.song {
      words += song.number > 0 ? "song \(song.number) of \(song.count), “\(song.title)”" : "“\(song.title)”"
      words += ", \(counted(song.edits, "edit"))"
    }
    if let path = session.recording?.first,
      let length = WaveMending.mend(PlayRecorder.stem(path) + ".wav")
    {
      words += ", a recording of \(StagePicture.clock(length.seconds))"
    }
    if resumed == nil {
      words += isFresh ? "; this one begins afresh" : "; tactus play --resume goes on with it"
    } else if asks {
      words += "; it goes on. f begins afresh, within \(Int(Self.patience)) s"
    } else {
      words += "; it goes on"
    }
    waiting.append(JournalNews(text: words, isFault: false))
  }

  // MARK: Going on

  /// Whether the instruments begin as they were left.
  var isResuming: Bool { states(of: resumed) != nil }

  /// The states and connections to begin with, or nil if the session begins afresh.
  var savedStates: SavedStates? {
    states(of: resumed).map { row in
      var states = SavedStates()
      states.states = row
      states.connections = (resumed?.connections ?? []).map {
        StageClient.Connection(own: $0.first, other: $0.second)
      }
      return states
    }
  }

  private func states(of session: JournalSession?) -> [String]? {
    session.flatMap { $0.row.isEmpty ? nil : $0.row }
  }

  /// The clock as it was left, or nil if the session begins afresh.
  func timeline(_ now: StageTimeline) -> StageTimeline? {
    guard let resumed else { return nil }
    var timeline = now
    if let tempo = resumed.value(.tempo), 20...300 ~= tempo { timeline.tempo = tempo }
    if let bar = resumed.value(.bar), 1...32 ~= bar { timeline.beatsPerBar = bar }
    if let rolling = resumed.value(.rolling) { timeline.isRolling = rolling != 0 }
    return timeline
  }

  /// Notes that the user wants to begin afresh, if that can still be decided.
  func askToBeginAfresh() {
    wantsFresh = asks && resumed != nil && -begin.timeIntervalSinceNow < Self.patience
  }

  /// Forgets the interrupted session.
  func beginAfresh() { (resumed, songBefore, wantsFresh, song) = (nil, nil, false, nil) }

  // MARK: Writing

  /// Returns the reports since the last call.
  func news() -> [JournalNews] {
    defer { waiting = [] }
    return waiting + recovery.news() + (writer?.news() ?? [])
  }

  /// Writes what has changed. A new song begins the journal anew.
  /// - Parameters:
  ///   - states: the states of the row, which are read again for a new song.
  ///   - change: the one of them that has changed since the last call.
  func look(
    at row: [Instance], _ states: inout RowStates, _ change: RowStates.Change?, _ playing: JournalSong,
    _ clock: StageTimeline, _ client: StageClient, volume: Float
  ) {
    guard let place else { return }
    let muted = row.map { client.isMuted($0) }
    var playing = playing
    playing.instruments = row.count
    var changed: [JournalEntry] = []
    if playing != song {
      guard states.read(row) else { return }
      let writer = writer ?? JournalWriter(place.path)
      self.writer = writer
      var record: [JournalEntry] = []
      if !hasBegun { record.append(.began(begin.timeIntervalSince1970, program)) }
      if let recording { record.append(recording) }
      (hasBegun, recording) = (true, nil)
      // The title is known a moment after the instrument plays.
      if !playing.title.isEmpty, playing.title != songBefore?.title { songBefore = nil }
      var written = playing
      if let songBefore {
        written.edits = songBefore.edits
        if playing.title.isEmpty { (written.number, written.title) = (songBefore.number, songBefore.title) }
      }
      record.append(.song(written))
      record += states.all.enumerated().map { .state(UInt16($0.offset), $0.element) }
      (song, timeline) = (playing, nil)
      writer.post(record + settings(clock, volume, muted), replaces: true)
    } else if let change {
      changed = [.state(UInt16(change.place), change.now)]
    }
    guard let writer else { return }
    var record = changed + settings(clock, volume, muted)
    if nextConnections.timeIntervalSinceNow < 0, !client.isOver {
      nextConnections = Date(timeIntervalSinceNow: Self.connectionPeriod)
      let now = client.connections()
      if Set(now) != connections {
        connections = Set(now)
        record.append(.connections(now.map { JournalPair($0.own, $0.other) }))
      }
    }
    if !record.isEmpty { writer.post(record) }
  }

  /// The settings of the clock, the level and the mutes that have changed; all of them for a new song.
  private func settings(_ clock: StageTimeline, _ volume: Float, _ mutes: [Bool]) -> [JournalEntry] {
    let isNew = timeline == nil
    defer { (timeline, self.volume, self.mutes) = (clock, volume, mutes) }
    let values: [(JournalSetting, KeyPath<StageTimeline, Double>)] = [
      (.tempo, \.tempo), (.bar, \.beatsPerBar),
    ]
    var changed: [JournalEntry] = values.compactMap { setting, path in
      timeline?[keyPath: path] == clock[keyPath: path] ? nil : .setting(setting, 0, clock[keyPath: path])
    }
    if timeline?.isRolling != clock.isRolling {
      changed.append(.setting(.rolling, 0, clock.isRolling ? 1 : 0))
    }
    if isNew || volume != self.volume { changed.append(.setting(.master, 0, Double(volume))) }
    for (place, isMuted) in mutes.enumerated()
    where isNew || !self.mutes.indices.contains(place) || self.mutes[place] != isMuted {
      changed.append(.setting(.mute, UInt16(place), isMuted ? 1 : 0))
    }
    return changed
  }

  // MARK: Recordings

  /// Notes that a recording begins.
  func beginRecording(_ target: String) {
    guard let place else { return }
    writer = writer ?? JournalWriter(place.path)
    recorded = URL(fileURLWithPath: target).standardizedFileURL.path
    note(.recording(recorded, ""))
  }

  private func note(_ entry: JournalEntry) {
    if hasBegun { writer?.post([entry]) } else { recording = entry }
  }

  /// Notes that a take begins.
  /// - Parameter target: the recording that it belongs to, or the one that its instrument would have alone.
  /// - Returns: what keeps the records of the take, and what is called when it has become a file.
  func beginTake(
    _ target: String
  ) -> (keep: @Sendable (Int32, [UInt8]) -> Void, end: @Sendable () -> Void) {
    guard let place, let writer else { return ({ _, _ in }, {}) }
    let take = place.nextTake(besides: takes)
    takes.insert(take)
    let path = URL(fileURLWithPath: target).standardizedFileURL.path
    writer.beginTake(take, of: path)
    if path == recorded { note(.recording(path, take)) }
    return ({ writer.post($0, $1, take: take) }, { writer.endTake(take) })
  }

  /// Notes that a recording has become a file.
  func endRecording() {
    recording = nil
    if hasBegun { writer?.post([.recordingEnded]) }
  }

  /// Says goodbye, if the session has ever played.
  func end() {
    guard let writer else { return }
    if hasBegun { writer.post([.ended]) }
    writer.end()
    self.writer = nil
  }
}
