// Recordings of a session: their files, the take beside them, and what is told of them. Main thread.
import Console
import Foundation
import Stage
import Takes

/// Names and ends the files of recordings.
struct PlayRecorder {
  /// Whether a recording is to begin with the session, or goes on after the server has come back.
  private(set) var isWanted: Bool
  private let wish: String?
  private let writesTake: Bool
  private let replaces: Bool
  private var count = 0
  /// The takes that are written, and those of songs before that are about to be files.
  private var takes: [TakeThread] = []
  private var ending: [TakeThread] = []
  /// The file that is asked for, which a FLAC becomes at the end.
  private var target = ""
  private var isFaultTold = false
  private var (looked, freeBytes): (Date, Int?) = (.distantPast, nil)
  /// The file before, if this one goes on with it after the server had gone.
  private var continued: String?
  private let journal: PlayJournal

  /// - Parameter journal: of the session. If it goes on with an interrupted one, so does its recording, in another
  ///   file.
  init(_ play: Play, _ journal: PlayJournal) throws {
    self.journal = journal
    let interrupted = journal.resumed?.recording?.first
    wish = interrupted ?? play.record
    isWanted = journal.resumed == nil ? play.record != nil : interrupted != nil
    continued = interrupted.map { URL(fileURLWithPath: $0).lastPathComponent }
    writesTake = play.take
    replaces = play.replacing.force && journal.resumed == nil
    if let wish, journal.resumed == nil {
      let name = wish.lowercased()
      guard name.hasSuffix(".wav") || name.hasSuffix(".flac") else {
        throw UsageError("\(wish): the name of a recording ends in .wav or .flac")
      }
      for path in Self.files(of: wish) { try play.replacing.check(path) }
      // A folder that cannot be written is told before anything sounds.
      _ = try PendingFile(wish)
    }
  }

  /// All files that belong to a recording.
  private static func files(of path: String) -> [String] {
    [path, stem(path) + ".wav", stem(path) + ".tactus", stem(path) + ".json"]
  }

  static func stem(_ path: String) -> String {
    String(path.dropLast(path.lowercased().hasSuffix(".flac") ? 5 : 4))
  }

  /// The file of the next recording: the one that was asked for, then NAME-2 and so on.
  private mutating func nextPath() -> String {
    let now = DateFormatter()
    now.dateFormat = "yyyy-MM-dd-HHmmss"
    let path = wish ?? "tactus-\(now.string(from: Date())).wav"
    let ending = path.dropFirst(Self.stem(path).count)
    while true {
      count += 1
      let next = count == 1 ? path : "\(Self.stem(path))-\(count)\(ending)"
      if count == 1 && (wish == nil || replaces) || !FileManager.default.fileExists(atPath: next) {
        return next
      }
    }
  }

  /// The free bytes where the next recording is written, looked up once a second; nil if they are not known.
  mutating func free() -> Int? {
    guard looked.timeIntervalSinceNow < -1 else { return freeBytes }
    looked = Date()
    var disk = statvfs()
    let folder = wish.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path } ?? "."
    freeBytes =
      statvfs(folder, &disk) == 0 ? Int(clamping: UInt64(disk.f_bavail) * UInt64(disk.f_frsize)) : nil
    return freeBytes
  }

  /// An instrument whose take is written: its surface, and its part of the file's name if it is not the only one.
  struct Source {
    let surface: UInt8
    let name: String
  }

  /// Begins a recording, and a take of each instrument.
  /// - Parameters:
  ///   - port: that of the instruments, or nil if none has a take.
  ///   - waits: whether it waits until the takes have begun, because nothing has been played yet.
  mutating func begin(
    _ disk: SoundDisk, _ client: StageClient, port: UInt16?, _ sources: [Source], waits: Bool,
    _ view: PlayView
  ) {
    target = nextPath()
    isFaultTold = false
    do {
      try disk.start(Self.stem(target) + ".wav")
      isWanted = true
      journal.beginRecording(target)
      let count = port == nil || !writesTake ? 0 : sources.count
      let words =
        count > 1
        ? "with a take of each of \(count) instruments" : count > 0 ? "with a take" : "without a take"
      view.say(.recording, "recording \(target), \(words)")
      beginTakes(port: port, sources)
      if waits { for take in takes { take.waitUntilBegun() } }
      look(disk, view)
    } catch { view.say(.warning, sentence(of: error)) }
  }

  /// Lets the takes of a song become files, while the recording goes on.
  mutating func stopTakes() {
    for take in takes { take.stop() }
    ending += takes
    takes = []
  }

  /// Begins the takes of a song's instruments, if there is a recording.
  mutating func beginTakes(port: UInt16?, _ sources: [Source]) {
    guard isWanted, writesTake, let port else { return }
    takes = sources.map { source in
      let stem = Self.stem(target) + (source.name.isEmpty ? "" : ".\(source.name)")
      var (free, number) = (stem, 1)
      func isTaken() -> Bool {
        ending.contains { $0.file == free + ".tactus" }
          || !(replaces && number == 1) && FileManager.default.fileExists(atPath: free + ".tactus")
      }
      // A song may come again.
      while !source.name.isEmpty, isTaken() {
        number += 1
        free = "\(stem)-\(number)"
      }
      return TakeThread(
        port: port, source.surface, free + ".tactus",
        journal.beginTake(source.name.isEmpty ? target : free + ".wav"))
    }
  }

  /// Ends all takes, and waits until they are files.
  private mutating func endTakes(_ view: PlayView) {
    stopTakes()
    for take in ending {
      take.wait()
      tell(take, view)
    }
    ending = []
  }

  private func tell(_ take: TakeThread, _ view: PlayView) {
    for line in take.news() { view.say(line.isFault ? .warning : .patch, line.text) }
  }

  /// Says what has gone wrong meanwhile.
  mutating func look(_ disk: SoundDisk, _ view: PlayView) {
    for take in ending + takes { tell(take, view) }
    ending.removeAll { $0.isOver }
    guard !isFaultTold, let outline = disk.outline, let fault = outline.fault else { return }
    isFaultTold = true
    view.say(
      .warning,
      "\(outline.path): \(fault); the first \(outline.frames) frames are kept, and it goes on playing")
  }

  /// Ends a recording.
  /// - Parameter because: the reason, if it was not asked for; then it goes on when the server is back.
  mutating func end(_ disk: SoundDisk, _ client: StageClient, _ view: PlayView, because: String?) {
    guard let outline = disk.stop() else { return }
    isWanted = because != nil
    endTakes(view)
    do {
      try note(outline, client, because)
      if target.lowercased().hasSuffix(".flac") { try convert(outline.path) }
    } catch { view.say(.warning, "\(error); the sound is in \(outline.path)") }
    journal.endRecording()
    continued = because.map { _ in URL(fileURLWithPath: target).lastPathComponent }
    let seconds = Double(outline.frames) / Double(client.rate)
    view.say(.recording, "\(target): \(StagePicture.clock(seconds)), \(outline.frames) frames")
    if outline.lost > 0 {
      view.say(.warning, "the disk was slow: \(outline.lost) frames are missing in \(target)")
    }
  }

  /// Writes what a recording is, beside it.
  private func note(_ outline: SoundDisk.Outline, _ client: StageClient, _ because: String?) throws {
    let figures = client.figures()
    var root: [String: Any] = [
      "version": 1, "sound": URL(fileURLWithPath: target).lastPathComponent, "rate": client.rate,
      "start": outline.start, "frames": outline.frames, "server": client.server, "block": client.block,
      "xruns": figures.xruns, "lost_frames": outline.lost, "tempo": figures.tempo,
    ]
    if figures.xruns > 0, figures.lastXrun >= outline.start {
      root["last_xrun"] = figures.lastXrun - outline.start
    }
    if let because { root["ended"] = because }
    if let continued { root["continues"] = continued }
    if let fault = outline.fault { root["fault"] = fault }
    let file = try PendingFile(Self.stem(target) + ".json")
    try file.write(
      bytes: [UInt8](
        try JSONSerialization.data(withJSONObject: root, options: [.prettyPrinted, .sortedKeys])))
    try file.commit()
  }

  /// Makes a FLAC of the recorded WAV file, which goes.
  private func convert(_ wave: String) throws { try Self.convert(wave, to: target) }

  /// Makes a FLAC of a recorded WAV file, which goes.
  static func convert(_ wave: String, to target: String) throws {
    let file = try PendingFile(target)
    try copySound(wave, toFLAC: file.temporary)
    try file.commit()
    unlink(wave)
  }
}

/// Receives a take while the session goes on, and writes its file.
private final class TakeThread: @unchecked Sendable {  // its state is under the lock
  let file: String
  private let lock = NSLock()
  private var isEnding = false
  private var hasBegun = false
  private var hasEnded = false
  private var lines: [JournalNews] = []
  private let done = DispatchSemaphore(value: 0)

  /// - Parameter journal: keeps the records, and forgets them when the file is complete.
  init(
    port: UInt16, _ surface: UInt8, _ file: String,
    _ journal: (keep: @Sendable (Int32, [UInt8]) -> Void, end: @Sendable () -> Void)
  ) {
    self.file = file
    let thread = Thread { [self] in
      do {
        var recording = try TakeRecording(
          port: port, surface: surface, says: { [self] _ in begin() }, keeps: journal.keep)
        let take = try recording.run { lock.withLock { isEnding } }
        let pending = try PendingFile(file, .performance)
        try pending.write(string(take.text))
        try pending.commit()
        JournalWriter.sync(pending.target)
        if let doubt = take.doubt { say("\(file): the take may sound different: \(string(doubt))") }
      } catch { say("\(file): there is no take: \(sentence(of: error))") }
      journal.end()
      lock.withLock { (hasBegun, hasEnded) = (true, true) }
      done.signal()
    }
    thread.name = "take"
    thread.start()
  }

  private func begin() { lock.withLock { hasBegun = true } }
  private func say(_ text: String) { lock.withLock { lines.append(JournalNews(text: text, isFault: true)) } }

  /// Whether its file is complete, and everything about it has been told.
  var isOver: Bool { lock.withLock { hasEnded && lines.isEmpty } }

  /// Waits for up to three seconds until the take has begun or can't begin.
  func waitUntilBegun() {
    for _ in 0..<150 where !lock.withLock({ hasBegun }) { usleep(20_000) }
  }

  /// Returns the reports since the last call.
  func news() -> [JournalNews] {
    lock.withLock {
      defer { lines = [] }
      return lines
    }
  }

  /// Lets the take end.
  func stop() { lock.withLock { isEnding = true } }

  /// Waits for up to five seconds until its file is complete.
  func wait() { _ = done.wait(timeout: .now() + 5) }
}
