// Writes the journals of a session and of its takes, on a thread of its own. Any thread but the audio thread posts.
import Foundation
import Synchronization

/// Writes what is posted to the disk, within half a second.
public final class JournalWriter: Sendable {
  private enum Order {
    case record([JournalEntry], replaces: Bool)
    case takeBegan(String, recording: String)
    case take(String, Int32, [UInt8])
    case takeEnded(String)
  }

  private struct Queue {
    var orders: [Order] = []
    var news: [JournalNews] = []
    var isOver = false
  }

  private let queue = Mutex(Queue())
  private let path: String
  private let done = DispatchSemaphore(value: 0)

  /// The interval at which orders are looked for, in microseconds.
  private static let period: UInt32 = 50_000
  /// Seconds that an end waits for the disk.
  private static let patience = 5.0

  /// - Parameter path: the file, which is replaced by the first record.
  public init(_ path: String) {
    self.path = path
    let thread = Thread { [self] in
      run()
      done.signal()
    }
    thread.name = "journal"
    thread.start()
  }

  /// Adds a record of the session.
  /// - Parameter replaces: whether the file begins anew with what the session is now, as at the change of a song.
  public func post(_ record: [JournalEntry], replaces: Bool = false) {
    queue.withLock { $0.orders.append(.record(record, replaces: replaces)) }
  }

  /// Begins the journal of a take, which knows the recording that it belongs to.
  public func beginTake(_ path: String, of recording: String) {
    queue.withLock { $0.orders.append(.takeBegan(path, recording: recording)) }
  }

  /// Adds records to a take that has begun.
  public func post(_ number: Int32, _ bytes: [UInt8], take path: String) {
    queue.withLock { $0.orders.append(.take(path, number, bytes)) }
  }

  /// Removes the journal of a take, because its file is complete.
  public func endTake(_ path: String) { queue.withLock { $0.orders.append(.takeEnded(path)) } }

  /// Returns the reports since the last call.
  public func news() -> [JournalNews] {
    queue.withLock { queue in
      defer { queue.news = [] }
      return queue.news
    }
  }

  /// Writes everything, and ends the thread. A disk that stands still is waited for, but not for long.
  /// - Returns: whether everything is on the disk.
  @discardableResult
  public func end() -> Bool {
    queue.withLock { $0.isOver = true }
    return done.wait(timeout: .now() + Self.patience) == .success
  }

  /// Waits until a file is on the disk, with its name.
  public static func sync(_ path: String) {
    JournalFile.sync(path)
    JournalFile.sync(folderOf: path)
  }

  private func run() {
    var log = JournalLog(path, name: "the journal of the session")
    var session = JournalSession()
    var takes: [String: JournalLog] = [:]
    while true {
      let (orders, isOver) = queue.withLock { queue in
        defer { queue.orders = [] }
        return (queue.orders, queue.isOver)
      }
      for order in orders {
        switch order {
        case .record(let record, let replaces):
          session.add(record)
          log.add(record, whole: session.record, replaces: replaces)
        case .takeBegan(let path, let recording):
          takes[path] = JournalLog(path, name: "the journal of the take")
          takes[path]?.add([.recording(recording, path)], whole: nil, replaces: false)
        case .take(let path, let number, let bytes):
          takes[path]?.add([.take(number, bytes)], whole: nil, replaces: false)
        case .takeEnded(let path):
          if takes.removeValue(forKey: path) != nil { unlink(path) }
        }
      }
      log.flush(now: isOver)
      var news = log.news()
      for path in takes.keys.sorted() {
        takes[path]?.flush(now: isOver)
        news += takes[path]?.news() ?? []
      }
      if !news.isEmpty { queue.withLock { $0.news += news } }
      if isOver { return }
      usleep(Self.period)
    }
  }
}
