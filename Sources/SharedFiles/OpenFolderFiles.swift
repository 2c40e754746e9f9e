// Operations in an open folder, as methods so that the descriptor stays open meanwhile.
// The files thread.
import CPosix
import Foundation
import Scene
import Stores

extension OpenFolder {
  /// Opens a folder in another one, through a link if its name is one.
  static func following(_ name: [UInt8], in folder: OpenFolder) -> OpenFolder? {
    OpenFolder(owning: openat(folder.descriptor, name.c, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
  }

  /// The status of an entry, and of links themselves; nil: there is none.
  func status(_ name: [UInt8]) -> stat? {
    var status = stat()
    return fstatat(descriptor, name.c, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
  }

  /// The folder's own status.
  var status: stat? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status : nil
  }

  /// Opens a file to read it, and returns its descriptor.
  func openFile(_ name: [UInt8]) throws(FileFault) -> Int32 {
    try Self.checked(tactus_open_beneath(descriptor, name.c, O_RDONLY | O_NONBLOCK | O_NOCTTY))
  }

  /// Creates a file, and returns its descriptor.
  func createFile(_ name: [UInt8]) throws(FileFault) -> Int32 {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    return try Self.checked(openat(descriptor, name.c, flags, 0o666))
  }

  func createFolder(_ name: [UInt8]) throws(FileFault) {
    _ = try Self.checked(mkdirat(descriptor, name.c, 0o777))
  }

  private static func checked(_ result: Int32) throws(FileFault) -> Int32 {
    if result < 0 { throw FileFault(errno) }
    return result
  }

  /// Deletes a file, a link or an empty folder. Returns 0 or errno.
  func remove(_ name: [UInt8], isFolder: Bool = false) -> Int32 {
    unlinkat(descriptor, name.c, isFolder ? AT_REMOVEDIR : 0) == 0 ? 0 : errno
  }

  /// Gives an entry another name and folder. Returns 0 or errno.
  func move(_ name: [UInt8], to target: OpenFolder, as newName: [UInt8]) -> Int32 {
    renameat(descriptor, name.c, target.descriptor, newName.c) == 0 ? 0 : errno
  }

  /// Copies a file, and returns its size.
  func copy(
    _ name: [UInt8], to target: OpenFolder, as newName: [UInt8], limit: Int64
  ) throws(FileFault) -> Int64 {
    let count = tactus_copy_file_beneath(descriptor, name.c, target.descriptor, newName.c, limit)
    if count < 0 { throw FileFault(errno) }
    return count
  }

  /// Some of the names in this folder; empty: there are none.
  func someNames(_ count: Int) -> [[UInt8]] {
    guard let opened = tactus_list_opened(descriptor) else { return [] }
    defer { closedir(opened) }
    var names: [[UInt8]] = []
    while names.count < count, let found = readdir(opened) {
      let text = tactus_entry_name(found)!
      let name = [UInt8](UnsafeRawBufferPointer(start: text, count: strlen(text)))
      if name != [46], name != [46, 46] { names.append(name) }
    }
    return names
  }

  /// The bytes that may still be written to the folder's disk, and those that are used.
  var space: DiskSpace? { DiskSpace(descriptor) }
}

/// The space of a disk, in bytes.
struct DiskSpace {
  /// The bytes that may still be written: less than are free.
  let free: Int64
  let used: Int64

  init?(_ descriptor: Int32) {
    var status = statvfs()
    guard fstatvfs(descriptor, &status) == 0 else { return nil }
    let block = Int64(status.f_frsize)
    let all = Int64(status.f_blocks) * block
    free = max(0, Int64(status.f_bavail) * block - min(FileLimits.reserve, all / 20))
    used = max(0, all - Int64(status.f_bfree) * block)
  }
}

extension FileFault {
  /// The refusal for an error of the system.
  init(_ error: Int32) {
    self =
      switch error {
      case ENOENT, ENOTDIR: .notFound
      case ELOOP, EXDEV, EACCES, EPERM, EROFS: .notAllowed
      case ENOSPC, EDQUOT: .diskFull
      case EFBIG: .tooLarge
      case EEXIST, EISDIR: .exists
      default: .failed
      }
  }
}
