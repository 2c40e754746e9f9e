// Ableton Link by a program of its own, `tactus-link`, which says what the session is in lines of text. Main
// thread.
import Foundation

/// The session of Link as its helper tells it. What was told stays true without the helper: between changes a
/// session is a straight line.
public final class LinkHelper {
  /// The last state of the helper.
  public struct Session: Equatable, Sendable {
    public var tempo: Double
    public var beat: Double
    /// Microseconds of CLOCK_MONOTONIC at which `beat` was.
    public var microseconds: Int64
    public var isPlaying: Bool
    public var peers: Int

    /// `link TEMPO BEAT MICROSECONDS PLAYING PEERS`; nil for any other line.
    public init?(line: some StringProtocol) {
      let words = line.split(separator: " ")
      guard words.count == 6, words[0] == "link", let tempo = Double(words[1]), 1...1000 ~= tempo,
        let beat = Double(words[2]), beat.isFinite, abs(beat) < 1e12, let microseconds = Int64(words[3]),
        let playing = Int(words[4]), 0...1 ~= playing, let peers = Int(words[5]), peers >= 0
      else { return nil }
      (self.tempo, self.beat, self.microseconds) = (tempo, beat, microseconds)
      (isPlaying, self.peers) = (playing == 1, peers)
    }

    /// The session as a timeline of bars of `beatsPerBar`.
    public func timeline(beatsPerBar: Double) -> StageTimeline {
      var timeline = StageTimeline()
      (timeline.tempo, timeline.beat, timeline.beatsPerBar) = (tempo, beat, beatsPerBar)
      (timeline.isRolling, timeline.countsTime, timeline.anchor) = (isPlaying, true, microseconds)
      return timeline
    }
  }

  public private(set) var session: Session?
  /// Whether the helper lives and has spoken during the last three seconds.
  public private(set) var isLost = false

  private let process = Process()
  private let toHelper = Pipe()
  private let fromHelper = Pipe()
  private var text: [UInt8] = []
  private var lastLine = Date()
  /// The helper says a line a second; one that is silent for longer is lost.
  private static let patience = 3.0
  private static let longestLine = 256

  /// The helper beside this program, in libexec, or in PATH.
  private static var program: String? {
    let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)" }
    let folders = [own.path, own.appendingPathComponent("../libexec/tactus").path] + path
    let chosen = ProcessInfo.processInfo.environment["TACTUS_LINK"]
    return ([chosen].compactMap { $0 } + folders.map { "\($0)/tactus-link" })
      .first(where: FileManager.default.isExecutableFile(atPath:))
  }

  /// Starts the helper and joins the session.
  /// - Parameters:
  ///   - tempo: of the session, if it is alone in it.
  ///   - quantum: beats of a bar, at which the peers' phases agree.
  /// - Throws: `StageError` if there is no helper.
  public init(tempo: Double, quantum: Double) throws {
    guard let program = Self.program else {
      throw StageError(
        "the helper tactus-link is not installed: build it with `make -C link`, for which "
          + "ableton-link-dev and libasio-dev are needed")
    }
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["\(tempo)", "\(quantum)"]
    process.standardInput = toHelper
    process.standardOutput = fromHelper
    do { try process.run() } catch {
      throw StageError("\(program) does not start")
    }
    let descriptor = fromHelper.fileHandleForReading.fileDescriptor
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    // A helper that has gone must not end this program.
    signal(SIGPIPE, SIG_IGN)
  }

  deinit { if process.isRunning { process.terminate() } }

  /// Reads what the helper has said; whether the session has changed.
  public func read() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let before = session
    while case let count = Glibc.read(fromHelper.fileHandleForReading.fileDescriptor, &bytes, bytes.count),
      count > 0
    {
      text += bytes[..<count]
    }
    while let end = text.firstIndex(of: 10) {
      if let next = Session(line: String(decoding: text[..<end], as: UTF8.self)) {
        session = next
        lastLine = Date()
      }
      text.removeSubrange(...end)
    }
    if text.count > Self.longestLine { text = [] }
    isLost = !process.isRunning || -lastLine.timeIntervalSinceNow > Self.patience
    return session != before
  }

  /// Changes the session for all peers.
  public func setTempo(_ tempo: Double) { say("tempo \(tempo)") }
  public func setPlaying(_ isPlaying: Bool) { say(isPlaying ? "play" : "stop") }

  private func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = Glibc.write(toHelper.fileHandleForWriting.fileDescriptor, bytes, bytes.count)
  }
}
