// A journal's file. The thread of the journal; one thread at a time.
import Foundation

/// A file to which records are appended.
final class JournalFile {
  private let descriptor: Int32
  /// The bytes and the number of whole records.
  private(set) var size: Int
  private var records: UInt32 = 0
  /// Whether everything that was written is on the disk.
  private(set) var isSynced = true

  /// Writes a new file with a first record under another name, and puts it in the place of the old one when it is
  /// on the disk.
  /// - Parameter record: may be empty; then the file has only its head.
  init(replacing path: String, with record: [JournalEntry]) throws(StageError) {
    let beside = path + ".new"
    let file = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw Self.error() }
    let bytes = JournalFormat.head + (record.isEmpty ? [] : JournalFormat.record(record, number: 0))
    guard Self.write(bytes, to: file), fsync(file) == 0, rename(beside, path) == 0 else {
      let error = Self.error()
      close(file)
      unlink(beside)
      throw error
    }
    descriptor = file
    size = bytes.count
    if !record.isEmpty { records = 1 }
    Self.sync(folderOf: path)
  }

  deinit { close(descriptor) }

  /// Appends a record. If that fails, the file is as before.
  func append(_ record: [JournalEntry]) throws(StageError) {
    let bytes = JournalFormat.record(record, number: records)
    guard Self.write(bytes, to: descriptor) else {
      let error = Self.error()
      ftruncate(descriptor, off_t(size))
      lseek(descriptor, off_t(size), SEEK_SET)
      throw error
    }
    size += bytes.count
    records += 1
    isSynced = false
  }

  /// Waits until everything is on the disk.
  func sync() throws(StageError) {
    guard fdatasync(descriptor) == 0 else { throw Self.error() }
    isSynced = true
  }

  private static func error() -> StageError { StageError(String(cString: strerror(errno))) }

  private static func write(_ bytes: [UInt8], to file: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count == 0 || errno != EINTR {
        if count == 0 { errno = ENOSPC }
        return false
      }
    }
    return true
  }

  /// Puts the names of a folder on the disk: a new file without its name would be lost.
  static func sync(folderOf path: String) {
    sync(URL(fileURLWithPath: path).deletingLastPathComponent().path)
  }

  /// Waits until a file or a folder is on the disk.
  static func sync(_ path: String) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    fsync(file)
    close(file)
  }
}
