// Recordings of an interrupted session: the sound, the take and the note beside it become complete files. Threads of
// their own.
import Console
import Foundation
import Stage
import Synchronization
import Takes

/// Completes recordings while the next session already plays.
final class PlayRecovery: Sendable {
  private let said = Mutex<[JournalNews]>([])
  private let running = DispatchGroup()

  /// Completes what belongs to a place, whose lock is held until then.
  func begin(_ place: JournalPlace) {
    var jobs: [(target: String, take: String?)] = []
    for take in place.takes {
      // The first record of a take names its recording.
      guard case .recording(let target, _)? = JournalFolder.records(take).first?.first else {
        unlink(take)
        continue
      }
      jobs.append((target, take))
    }
    if let target = place.session?.recording?.first, !jobs.contains(where: { $0.target == target }) {
      jobs.append((target, nil))
    }
    guard !jobs.isEmpty else { return }
    running.enter()
    let thread = Thread { [self, jobs] in
      withExtendedLifetime(place) {
        for job in jobs {
          do { try complete(job.target, job.take) } catch {
            say("\(job.target) stays as it was when it was interrupted: \(error)", isFault: true)
          }
        }
      }
      running.leave()
    }
    thread.name = "recovery"
    thread.start()
  }

  /// Waits until everything is complete.
  func wait() { running.wait() }

  /// Returns the reports since the last call.
  func news() -> [JournalNews] {
    said.withLock { said in
      defer { said = [] }
      return said
    }
  }

  private func say(_ text: String, isFault: Bool = false) {
    said.withLock { $0.append(JournalNews(text: text, isFault: isFault)) }
  }

  private func complete(_ target: String, _ take: String?) throws {
    let stem = PlayRecorder.stem(target)
    if let take {
      var assembly = TakeAssembly()
      for case .take(let number, let bytes) in JournalFolder.records(take).joined() {
        assembly.add(bytes, number: number)
      }
      assembly.end()
      if let found = assembly.take {
        let file = try PendingFile(stem + ".tactus", .performance)
        try file.write(string(found.text))
        try file.commit()
        JournalWriter.sync(file.target)
        say("\(stem).tactus: the take of \(StagePicture.clock(found.seconds)), up to the interruption")
        if let doubt = found.doubt { say("the take may sound different: \(string(doubt))", isFault: true) }
      }
    }
    let wave = stem + ".wav"
    if !FileManager.default.fileExists(atPath: stem + ".json"), let length = WaveMending.mend(wave) {
      let root: [String: Any] = [
        "version": 1, "sound": URL(fileURLWithPath: target).lastPathComponent, "rate": length.rate,
        "frames": length.frames, "ended": "the session was interrupted",
      ]
      let file = try PendingFile(stem + ".json")
      let data = try JSONSerialization.data(withJSONObject: root, options: [.prettyPrinted, .sortedKeys])
      try file.write(bytes: [UInt8](data))
      try file.commit()
      if target != wave, target.lowercased().hasSuffix(".flac") { try PlayRecorder.convert(wave, to: target) }
    }
    if let take { unlink(take) }
  }
}
