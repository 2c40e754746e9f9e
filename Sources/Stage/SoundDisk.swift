// Writes the ring of the sound to a file, on a thread of its own. The thread of the disk; others start and
// stop it.
import CSndfile
import Foundation
import Synchronization

/// Records what a client plays. Between recordings it keeps the last seconds for the next one.
public final class SoundDisk: @unchecked Sendable {  // its state is under the lock
  /// A summary of the recording.
  public struct Outline: Sendable {
    public var path: String
    public var frames = 0
    /// Where in the client's frames the recording began.
    public var start = 0
    /// Frames that found no room in the ring, because the disk was slow.
    public var lost = 0
    /// The error; everything written before it is kept.
    public var fault: String?
  }

  private struct State {
    var file: OpaquePointer?
    /// A second descriptor of the file, for waiting until it is on the disk, or −1 without one.
    var descriptor: Int32 = -1
    var outline: Outline?
    var lostBefore = 0
  }

  /// Held while the file is written, which may last as long as a disk stands still; then `lock` for a moment.
  private let writing = NSLock()
  private let lock = NSLock()
  private var state = State()
  private let client: StageClient
  private let before: Int
  private let isOver = Atomic<Bool>(false)
  private let done = DispatchSemaphore(value: 0)

  /// The interval at which the ring is emptied, and the turns after which the file is put on the disk.
  private static let period: UInt32 = 50_000
  private static let turnsOfSync = 8

  /// - Parameters:
  ///   - client: has started; outlives the disk.
  ///   - before: seconds that a recording has from before its start.
  public init(_ client: StageClient, before: Double) {
    self.client = client
    self.before = Int(before * Double(client.rate))
    let thread = Thread { [unowned self] in
      var turns = 0
      while !isOver.load(ordering: .acquiring) {
        turn()
        turns += 1
        if turns.isMultiple(of: Self.turnsOfSync) { sync() }
        usleep(Self.period)
      }
      done.signal()
    }
    thread.name = "disk"
    thread.start()
  }

  deinit { precondition(isOver.load(ordering: .relaxed), "a disk is closed before it goes") }

  /// Ends a recording, and the thread.
  public func close() -> Outline? {
    let outline = stop()
    isOver.store(true, ordering: .releasing)
    done.wait()
    return outline
  }

  /// The recording; nil: none.
  public var outline: Outline? { lock.withLock { state.outline } }

  /// Begins a file, with the seconds before.
  /// - Parameter path: a WAV file, which is replaced.
  /// - Throws: `StageError`.
  public func start(_ path: String) throws {
    var info = SF_INFO()
    (info.samplerate, info.channels) = (Int32(client.rate), 2)
    info.format = Int32(SF_FORMAT_RF64 | SF_FORMAT_FLOAT)
    guard let file = sf_open(path, Int32(SFM_WRITE), &info) else {
      throw StageError("cannot write \(path): \(String(cString: sf_strerror(nil)))")
    }
    // Plain RIFF as long as it can be, a header that is true after each write, and no time of day.
    sf_command(file, 0x1210, nil, Int32(SF_TRUE))  // SFC_RF64_AUTO_DOWNGRADE
    sf_command(file, Int32(SFC_SET_UPDATE_HEADER_AUTO), nil, Int32(SF_TRUE))
    sf_command(file, Int32(SFC_SET_ADD_PEAK_CHUNK), nil, Int32(SF_FALSE))
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    JournalFile.sync(folderOf: path)
    writing.withLock {
      let waiting = client.withSound { $0.count } ?? 0
      let begin = client.figures().frames - waiting
      let lost = client.withSound { $0.lost.load(ordering: .relaxed) } ?? 0
      lock.withLock {
        state = State(
          file: file, descriptor: descriptor, outline: Outline(path: path, start: begin), lostBefore: lost)
      }
    }
  }

  /// Ends the file with what has been played up to now.
  @discardableResult
  public func stop() -> Outline? {
    turn()
    return writing.withLock {
      var last = lock.withLock { state }
      if let file = last.file, sf_close(file) != 0, last.outline?.fault == nil {
        last.outline?.fault = "the disk took no more"
      }
      if last.descriptor >= 0 { Glibc.close(last.descriptor) }
      lock.withLock { state = State() }
      return last.outline
    }
  }

  /// Waits until what was written is on the disk. Nothing else waits for it: the ring holds the sound meanwhile.
  private func sync() {
    let file = lock.withLock { state.descriptor >= 0 ? dup(state.descriptor) : -1 }
    guard file >= 0 else { return }
    fdatasync(file)
    Glibc.close(file)
  }

  /// Writes what waits; without a recording, drops what is older than `before`.
  private func turn() {
    writing.withLock {
      let now = lock.withLock { state }
      _ = client.withSound { ring in
        // A paused recording keeps what it has: its fault is told at the stop.
        guard let file = now.file, var outline = now.outline, outline.fault == nil else {
          return ring.drop(ring.count - before)
        }
        ring.read(ring.count) { samples, frames in
          guard outline.fault == nil else { return }
          let written = sf_writef_float(file, samples, sf_count_t(frames))
          outline.frames += Int(max(written, 0))
          if written != frames { outline.fault = String(cString: sf_strerror(file)) }
        }
        outline.lost = ring.lost.load(ordering: .relaxed) - now.lostBefore
        lock.withLock { state.outline = outline }
      }
    }
  }
}
