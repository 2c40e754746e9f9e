// The served folders, by descriptor: nothing here follows a link, because scenes can write there. The files
// thread.
import CPosix
import Foundation
import Scene
import Stores

/// A file or folder at one moment.
struct SharedEntry {
  let isFolder: Bool
  let size: Int64
  /// Seconds since 1970.
  let modified: Int
  /// Changes with the content.
  let tag: String

  /// - Returns: nil unless it is a file or a folder.
  init?(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFDIR: isFolder = true
    case S_IFREG: isFolder = false
    default: return nil
    }
    size = Int64(status.st_size)
    modified = status.st_mtim.tv_sec
    let parts = [UInt64(status.st_ino), UInt64(bitPattern: size), UInt64(status.st_mtim.tv_sec)]
    tag =
      "\"" + (parts + [UInt64(status.st_mtim.tv_nsec)]).map { String($0, radix: 36) }.joined(separator: "-")
      + "\""
  }
}

/// An open file. Any thread.
package final class SharedFile: Sendable {
  private let descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  var entry: SharedEntry? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? SharedEntry(status) : nil
  }

  /// Reads at most `count` bytes; nil: the file ends before them or can't be read.
  package func read(_ count: Int, at offset: Int64) -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, size in
      size = max(0, pread(descriptor, buffer.baseAddress, count, off_t(offset)))
    }
    return bytes.isEmpty ? nil : bytes
  }
}

/// The user's folders of patches, scenes and so on.
final class SharedFolder {
  /// The folders that are served. The user may have made them links.
  static let names = ["patches", "grids", "samples", "scenes", "takes", "scenes-data"].map { Array($0.utf8) }
  /// It contains a folder for each scene, and the keys of those folders beside them.
  private static let dataFolder = Array("scenes-data".utf8)

  private let data: OpenFolder
  /// The most bytes of a file, and of all files of one copy.
  let limit: Int64
  private var lastNumber = 0

  /// Opens the folder, and creates what is missing.
  /// - Parameter path: `~/.local/share/tactus`.
  init?(_ path: String, limit: Int64) {
    self.limit = limit
    for name in Self.names { _ = tactus_make_folders("\(path)/\(String(decoding: name, as: UTF8.self))") }
    guard let folder = OpenFolder(Array(path.utf8)) else { return nil }
    data = folder
  }

  // MARK: Finding

  /// Opens a folder.
  func folder(_ path: SharedPath) throws(FileFault) -> OpenFolder {
    guard let first = path.names.first, Self.names.contains(first) else { throw .notFound }
    // The user alone can create these names, so a link is theirs.
    guard let root = OpenFolder.following(first, in: data) else { throw .notFound }
    guard path.names.count > 1 else { return root }
    let rest = Array(path.names.dropFirst().joined(separator: [UInt8(ascii: "/")]))
    guard let folder = root.folder(rest) else { throw FileFault(errno) }
    return folder
  }

  private func parent(of path: SharedPath) throws(FileFault) -> OpenFolder {
    do throws(FileFault) { return try folder(path.parent) } catch {
      throw error == .notFound ? .noParent : error
    }
  }

  /// - Returns: nil if nothing is served by this path.
  func entry(_ path: SharedPath) -> SharedEntry? {
    if path.names.count < 2 {
      return (path.names.isEmpty ? data : try? folder(path))?.status.flatMap { SharedEntry($0) }
    }
    guard let entry = (try? folder(path.parent))?.status(path.name).flatMap({ SharedEntry($0) }) else {
      return nil
    }
    return Self.isHidden(path, entry) ? nil : entry
  }

  private static func isHidden(_ path: SharedPath, _ entry: SharedEntry) -> Bool {
    path.names[0] == dataFolder && path.names.count == 2 && !entry.isFolder
  }

  /// The names in a folder with what they are, sorted.
  func list(_ path: SharedPath) throws(FileFault) -> [(path: SharedPath, entry: SharedEntry)] {
    if path.names.isEmpty {
      return Self.names.compactMap { name in entry(SharedPath([name])).map { (SharedPath([name]), $0) } }
    }
    let folder = try self.folder(path)
    guard let names = folder.names(atMost: FileLimits.entries) else { throw .tooMany }
    var list: [(SharedPath, SharedEntry)] = []
    for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) })
    where !name.starts(with: SharedPath.partial) {
      let path = path.appending(name)
      guard let entry = folder.status(name).flatMap({ SharedEntry($0) }), !Self.isHidden(path, entry)
      else { continue }
      list.append((path, entry))
    }
    return list
  }

  /// Opens a file to read it.
  func open(_ path: SharedPath) throws(FileFault) -> (file: SharedFile, entry: SharedEntry) {
    guard self.entry(path) != nil else { throw .notFound }
    let file = SharedFile(try folder(path.parent).openFile(path.name))
    guard let entry = file.entry, !entry.isFolder else { throw .notFound }
    return (file, entry)
  }

  /// The space of a folder's disk.
  func space(_ path: SharedPath) -> DiskSpace? { (path.names.isEmpty ? data : try? folder(path))?.space }

  // MARK: Changing

  /// - Throws: `notAllowed` for the served folders themselves, and the folders of scenes' data.
  func checkIsOwn(_ path: SharedPath) throws(FileFault) {
    guard path.names.count > (path.names.first == Self.dataFolder ? 2 : 1) else { throw .notAllowed }
    guard Self.names.contains(path.names[0]) else { throw .notAllowed }
  }

  private func partialName() -> [UInt8] {
    lastNumber += 1
    return SharedPath.partial + Array("\(getpid())-\(lastNumber)".utf8)
  }

  /// Begins to write a file, which appears when it is complete.
  func create(_ path: SharedPath) throws(FileFault) -> FileUpload {
    try checkIsOwn(path)
    let folder = try parent(of: path)
    let partial = partialName()
    // A dead process with the same number may have left it.
    _ = folder.remove(partial)
    return FileUpload(try folder.createFile(partial), folder, partial: partial, name: path.name, limit: limit)
  }

  func makeFolder(_ path: SharedPath) throws(FileFault) {
    try checkIsOwn(path)
    try parent(of: path).createFolder(path.name)
  }

  /// Deletes a file, or a folder with all that is in it. Links in it are deleted, and not followed.
  func delete(_ path: SharedPath) throws(FileFault) {
    try checkIsOwn(path)
    try Self.delete(path.name, in: try parent(of: path))
  }

  fileprivate static func delete(_ name: [UInt8], in folder: OpenFolder, depth: Int = 64) throws(FileFault) {
    let error = folder.remove(name)
    if error == 0 { return }
    guard error == EISDIR, depth > 0, let inner = folder.folder(name) else { throw FileFault(error) }
    // Each turn deletes what it lists. There is an end to them even if a scene creates files meanwhile.
    for _ in 0..<1000 {
      let names = inner.someNames(1000)
      if names.isEmpty { break }
      for each in names { try delete(each, in: inner, depth: depth - 1) }
    }
    let last = folder.remove(name, isFolder: true)
    if last != 0 { throw FileFault(last) }
  }

  /// Moves a file or folder to another place, where it replaces what is there.
  func move(_ path: SharedPath, to target: SharedPath) throws(FileFault) {
    try checkIsOwn(path)
    try checkIsOwn(target)
    let (from, to) = (try parent(of: path), try parent(of: target))
    switch rename(path.name, in: from, to: target.name, in: to) {
    case 0: break
    case EXDEV:  // Another disk.
      try copy(path, to: target, isDeep: true)
      try Self.delete(path.name, in: from)
    case let error: throw FileFault(error)
    }
  }

  /// Returns 0 or errno.
  private func rename(
    _ name: [UInt8], in folder: OpenFolder, to newName: [UInt8], in target: OpenFolder
  ) -> Int32 {
    let error = folder.move(name, to: target, as: newName)
    guard [ENOTEMPTY, EEXIST, EISDIR, ENOTDIR].contains(error) else { return error }
    // Only a file replaces a file; anything else is put aside first.
    let aside = partialName()
    let first = target.move(newName, to: target, as: aside)
    if first != 0 { return first }
    let second = folder.move(name, to: target, as: newName)
    if second != 0 {
      _ = target.move(aside, to: target, as: newName)
      return second
    }
    // If some of it can't be deleted, it is hidden.
    try? Self.delete(aside, in: target)
    return 0
  }

  /// Copies a file or folder to another place, where it replaces what is there. Links are not copied.
  /// - Parameter isDeep: Whether what is in a folder is copied, too.
  func copy(_ path: SharedPath, to target: SharedPath, isDeep: Bool) throws(FileFault) {
    try checkIsOwn(target)
    let (from, to) = (try parent(of: path), try parent(of: target))
    let partial = partialName()
    var left = (bytes: limit, entries: FileLimits.copied)
    do throws(FileFault) {
      try Self.copy(path.name, in: from, to: partial, in: to, depth: isDeep ? 64 : 0, &left)
      let error = rename(partial, in: to, to: target.name, in: to)
      if error != 0 { throw FileFault(error) }
    } catch {
      try? Self.delete(partial, in: to)
      throw error
    }
  }

  private static func copy(
    _ name: [UInt8], in folder: OpenFolder, to newName: [UInt8], in target: OpenFolder, depth: Int,
    _ left: inout (bytes: Int64, entries: Int)
  ) throws(FileFault) {
    left.entries -= 1
    guard left.entries >= 0 else { throw .tooMany }
    guard let status = folder.status(name) else { throw .notFound }
    guard let entry = SharedEntry(status) else { return }
    if !entry.isFolder {
      guard let space = target.space, entry.size <= space.free else { throw .diskFull }
      left.bytes -= try folder.copy(name, to: target, as: newName, limit: min(left.bytes, space.free))
      return
    }
    guard let source = folder.folder(name) else { throw FileFault(errno) }
    guard let (copy, isNew) = target.makeFolder(newName) else { throw FileFault(errno) }
    guard isNew else { throw .exists }
    guard depth > 0 else { return }
    guard let names = source.names(atMost: left.entries) else { throw .tooMany }
    for each in names where !each.starts(with: SharedPath.partial) {
      try Self.copy(each, in: source, to: each, in: copy, depth: depth - 1, &left)
    }
  }
}

/// A file that is being written. It appears, complete, with `finish`. The files thread.
final class FileUpload {
  private let descriptor: Int32
  private let folder: OpenFolder
  private let (partial, name): ([UInt8], [UInt8])
  private let limit: Int64
  private var size: Int64 = 0
  private var isFinished = false

  fileprivate init(
    _ descriptor: Int32, _ folder: OpenFolder, partial: [UInt8], name: [UInt8], limit: Int64
  ) {
    (self.descriptor, self.folder, self.partial, self.name) = (descriptor, folder, partial, name)
    self.limit = limit
  }

  deinit {
    close(descriptor)
    if !isFinished { _ = folder.remove(partial) }
  }

  func append(_ bytes: [UInt8]) throws(FileFault) {
    size += Int64(bytes.count)
    guard size <= limit else { throw .tooLarge }
    guard let space = DiskSpace(descriptor), Int64(bytes.count) <= space.free else {
      throw .diskFull
    }
    let error = tactus_write_all(descriptor, bytes, bytes.count)
    if error != 0 { throw FileFault(error) }
  }

  /// Renames the complete file into place. A link of that name is replaced.
  func finish() throws(FileFault) -> SharedEntry {
    var status = stat()
    guard fsync(descriptor) == 0, fstat(descriptor, &status) == 0, let entry = SharedEntry(status) else {
      throw .failed
    }
    let error = folder.move(partial, to: folder, as: name)
    if error != 0 { throw FileFault(error) }
    isFinished = true
    return entry
  }
}
