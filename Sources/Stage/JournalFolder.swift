// The folder of journals: sixteen places, each with a lock, so that two sessions never write the same journal.
// Main thread.
import Foundation

/// A place for a journal that this process has locked, until the last reference is gone.
public final class JournalPlace: Sendable {
  /// From 1.
  public let number: Int
  /// The journal's file.
  public let path: String
  /// The interrupted session, or nil if the last one ended normally or the journal is new.
  public let session: JournalSession?
  /// The journals of takes that never became files.
  public let takes: [String]
  private let lock: Int32

  fileprivate init(
    number: Int, path: String, session: JournalSession?, takes: [String], lock: Int32
  ) {
    (self.number, self.path, self.session, self.takes, self.lock) = (number, path, session, takes, lock)
  }

  deinit { close(lock) }

  /// The name for the journal of a take that begins now.
  /// - Parameter used: names of takes whose files may not be there yet.
  public func nextTake(besides used: Set<String> = []) -> String {
    var name: String
    var count = 0
    repeat {
      count += 1
      name = path.dropLast(JournalFolder.ending.count) + "-\(count)" + JournalFolder.takeEnding
    } while used.contains(name) || FileManager.default.fileExists(atPath: name)
    return name
  }
}

/// The folder of the journals.
public struct JournalFolder {
  private let path: String

  static let ending = ".journal"
  static let takeEnding = ".take"
  /// The sessions that can run, or wait to be gone on with, at a time.
  private static let places = 16
  /// The longest journal that is read, in bytes.
  private static let longest = 1 << 30

  /// - Parameter path: is made if it does not exist.
  public init(_ path: String) throws(StageError) {
    self.path = path
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch { throw StageError("\(path): can't be made") }
  }

  /// Locks the places that no other session uses, and passes them to `choose`, which keeps one. Only one process
  /// chooses at a time.
  public func choose(_ choose: ([JournalPlace]) -> JournalPlace?) throws(StageError) -> JournalPlace? {
    guard let turn = try lock("lock", waits: true) else { return nil }
    defer { close(turn) }
    let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    var free: [JournalPlace] = []
    for number in 1...Self.places {
      guard let descriptor = try lock("\(number).lock", waits: false) else { continue }
      let file = "\(path)/\(number)\(Self.ending)"
      let takes = files.filter { $0.hasPrefix("\(number)-") && $0.hasSuffix(Self.takeEnding) }.sorted()
      free.append(
        JournalPlace(
          number: number, path: file, session: Self.session(file), takes: takes.map { "\(path)/\($0)" },
          lock: descriptor))
    }
    return choose(free)
  }

  /// The records of a journal up to the first damaged one, or nothing if it can't be read.
  public static func records(_ path: String) -> [[JournalEntry]] {
    let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    guard size <= longest, let data = FileManager.default.contents(atPath: path) else { return [] }
    return (try? JournalFormat.read([UInt8](data))) ?? []
  }

  private static func session(_ path: String) -> JournalSession? {
    let session = JournalSession(records(path))
    return session.hasEnded || session.song == nil ? nil : session
  }

  /// Locks a file. Returns nil if another process has locked it.
  private func lock(_ name: String, waits: Bool) throws(StageError) -> Int32? {
    let descriptor = open("\(path)/\(name)", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw StageError("\(path): \(String(cString: strerror(errno)))") }
    while flock(descriptor, LOCK_EX | (waits ? 0 : LOCK_NB)) != 0 {
      let code = errno
      if code == EINTR { continue }
      close(descriptor)
      if code == EWOULDBLOCK { return nil }
      throw StageError("\(path)/\(name): \(String(cString: strerror(code)))")
    }
    return descriptor
  }
}
