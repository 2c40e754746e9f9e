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
  private var take: TakeThread?
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
    freeBytes = statvfs(folder, &disk) == 0 ? Int(clamping: UInt64(disk.f_bavail) * UInt64(disk.f_frsize)) : nil
    return freeBytes
  }

  /// Begins a recording, and its take if the instrument has just begun at this port.
  mutating func begin(_ disk: SoundDisk, _ client: StageClient, port: UInt16?, _ view: PlayView) {
    target = nextPath()
    isFaultTold = false
    do {
      try disk.start(Self.stem(target) + ".wav")
      isWanted = true
      view.say(.recording, "recording \(target)")
      let keeps = journal.beginRecording(target, hasTake: writesTake && port != nil)
      if writesTake, let port { take = TakeThread(port: port, keeps: keeps) }
      if let fault = take?.waitUntilBegun() { view.say(.warning, "there is no take beside it: \(fault)") }
    } catch { view.say(.warning, sentence(of: error)) }
  }

  /// Says what has gone wrong meanwhile.
  mutating func look(_ disk: SoundDisk, _ view: PlayView) {
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
    let end = take?.end()
    take = nil
    do {
      if let (text, warning) = try end?.get() {
        let file = try PendingFile(Self.stem(target) + ".tactus", .performance)
        try file.write(text)
        try file.commit()
        JournalWriter.sync(file.target)
        if let warning { view.say(.warning, warning) }
      }
    } catch { view.say(.warning, "there is no take beside it: \(error)") }
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

/// Receives a take while the session goes on.
private final class TakeThread: @unchecked Sendable {  // its state is under the lock
  private let lock = NSLock()
  private var isEnding = false
  private var hasBegun = false
  private var result: Result<Take, any Error>?
  private let done = DispatchSemaphore(value: 0)

  init(port: UInt16, keeps: @escaping @Sendable (Int32, [UInt8]) -> Void) {
    let thread = Thread { [self] in
      let result = Result {
        var recording = try TakeRecording(
          port: port, surface: 0, says: { [self] _ in lock.withLock { hasBegun = true } }, keeps: keeps)
        return try recording.run { lock.withLock { isEnding } }
      }
      lock.withLock { self.result = result }
      done.signal()
    }
    thread.name = "take"
    thread.start()
  }

  /// Waits for up to three seconds until the take has begun; else why it has not.
  func waitUntilBegun() -> String? {
    for _ in 0..<150 {
      let (begun, failed) = lock.withLock { (hasBegun, result) }
      if begun { return nil }
      if case .failure(let error)? = failed { return sentence(of: error) }
      usleep(20_000)
    }
    return nil
  }

  /// The text of the take, and what is doubtful about it.
  func end() -> Result<(String, String?), any Error> {
    lock.withLock { isEnding = true }
    _ = done.wait(timeout: .now() + 5)
    guard let result = lock.withLock({ self.result }) else {
      return .failure(CommandError("it does not end"))
    }
    return result.map { take in
      (string(take.text), take.doubt.map { "the take may sound different: \(string($0))" })
    }
  }
}
