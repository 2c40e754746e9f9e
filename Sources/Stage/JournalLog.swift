// A journal that outlives a full disk: what can't be written waits. The thread of the journal.
import Foundation

/// Writes records to a file, and tries again when it refuses them.
struct JournalLog {
  private let path: String
  /// The name in sentences.
  private let name: String
  private var file: JournalFile?
  /// Records that wait for room.
  private var waiting: [[JournalEntry]] = []
  /// The record with which a file begins anew, or nil if records are never superseded.
  private var whole: [JournalEntry]?
  private var isFaulty = false
  private var nextTry = Date.distantPast
  private var lastSync = Date()
  private var said: [JournalNews] = []

  /// Seconds between attempts, and the most between fsyncs.
  private static let patience = 1.0
  private static let syncPeriod = 0.4
  /// A file above this size is replaced if it contains four times what is needed.
  private static let largest = 1 << 22
  /// The records of a take that wait at most: an hour of dense playing.
  private static let mostWaiting = 1 << 16

  init(_ path: String, name: String) { (self.path, self.name) = (path, name) }

  /// Adds a record.
  /// - Parameters:
  ///   - whole: one record with the same contents as all records up to this one, or nil to append only.
  ///   - replaces: whether the file is to be replaced by `whole`.
  mutating func add(_ record: [JournalEntry], whole: [JournalEntry]?, replaces: Bool) {
    self.whole = whole
    waiting.append(record)
    if let whole, isFaulty || replaces { waiting = [whole] }
    if whole == nil, waiting.count > Self.mostWaiting { waiting.removeFirst() }
    if replaces, !isFaulty { file = replaced() ?? file }
  }

  /// Makes the file with what waits.
  private mutating func replaced() -> JournalFile? {
    do throws(StageError) {
      let made = try JournalFile(replacing: path, with: waiting.first ?? [])
      waiting = Array(waiting.dropFirst())
      return made
    } catch {
      // The old file stays, and the record is appended to it.
      return nil
    }
  }

  /// Writes what waits, and syncs from time to time.
  /// - Parameter now: everything is written and synced at once.
  mutating func flush(now: Bool = false) {
    if isFaulty, !now, nextTry.timeIntervalSinceNow > 0 { return }
    do throws(StageError) {
      if !waiting.isEmpty {
        let open: JournalFile
        if let file {
          open = file
        } else {
          open = try JournalFile(replacing: path, with: waiting[0])
          waiting.removeFirst()
          file = open
        }
        while let record = waiting.first {
          try open.append(record)
          waiting.removeFirst()
        }
        if let whole, open.size > Self.largest, open.size > 4 * JournalFormat.record(whole, number: 0).count {
          file = try JournalFile(replacing: path, with: whole)
        }
      }
      if let file, !file.isSynced, now || -lastSync.timeIntervalSinceNow >= Self.syncPeriod {
        lastSync = Date()
        do throws(StageError) { try file.sync() } catch {
          // After an error the disk may have dropped earlier records, too, so the file is written anew.
          if whole != nil { self.file = nil }
          throw error
        }
      }
      if isFaulty { said.append(JournalNews(text: "\(name) is written again", isFault: false)) }
      isFaulty = false
    } catch {
      if !isFaulty {
        said.append(
          JournalNews(
            text: "\(name) can't be written: \(path): \(error); it plays on, and it is tried again",
            isFault: true))
      }
      isFaulty = true
      nextTry = Date(timeIntervalSinceNow: Self.patience)
      if let whole { waiting = [whole] }
    }
  }

  /// Returns the reports since the last call.
  mutating func news() -> [JournalNews] {
    defer { said = [] }
    return said
  }
}

/// A report about a journal.
public struct JournalNews: Sendable, Equatable {
  public let text: String
  public let isFault: Bool

  public init(text: String, isFault: Bool = false) { (self.text, self.isFault) = (text, isFault) }
}
