// Files and folders of scenes: written, copied, deleted. Any thread but the audio thread.
import CPosix
import Text

/// Files and folders with all that is in them.
enum SceneTree {
  /// The most folders within each other.
  private static let depth = 32

  private static func split(_ path: [UInt8]) -> (folder: [UInt8], name: [UInt8]) {
    let slash = path.lastIndex(of: UInt8(ascii: "/")) ?? 0
    return (Array(path[..<slash]), Array(path[(slash + 1)...]))
  }

  static func write(_ bytes: [UInt8], to path: [UInt8]) -> Bool {
    let (folder, name) = split(path)
    guard tactus_make_folders(folder.c) == 0 else { return false }
    let beside = ("\(name).new" as UTF8Text).bytes
    return bytes.withUnsafeBytes {
      tactus_replace_file(
        folder.c, name.c, beside.c, $0.baseAddress ?? UnsafeRawPointer(bitPattern: 1)!, $0.count)
    } == 0
  }

  /// Copies a scene without its links.
  static func copy(_ path: [UInt8], to target: [UInt8]) -> Bool {
    guard let isFolder = SceneFile.isFolder(path) else { return false }
    if !isFolder {
      guard let bytes = ScenePage.read(path, limit: 256 << 20) else { return false }
      return write(bytes, to: target)
    }
    guard let source = OpenFolder(path), tactus_make_folders(target.c) == 0, let copy = OpenFolder(target)
    else {
      return false
    }
    var budget: Int64 = 4 << 30
    return self.copy(source, to: copy, budget: &budget)
  }

  /// Copies the files and folders in a folder to another one, without links and special files.
  /// - Parameter budget: The number of bytes that may still be copied.
  /// - Returns: Whether everything was copied.
  static func copy(_ source: OpenFolder, to target: OpenFolder, depth: Int = depth, budget: inout Int64)
    -> Bool
  {
    guard depth > 0, let names = source.names(atMost: 5000) else { return false }
    for name in names {
      switch source.entry(name)?.kind {
      case tactus_is_file:
        let count = tactus_copy_file_beneath(
          source.descriptor, name.c, target.descriptor, name.c, min(budget, 256 << 20))
        if count < 0 { return false }
        budget -= count
      case tactus_is_folder:
        guard let from = source.folder(name), let (to, isNew) = target.makeFolder(name), isNew,
          copy(from, to: to, depth: depth - 1, budget: &budget)
        else { return false }
      default: continue
      }
    }
    return true
  }

  /// Links are deleted, and not followed.
  static func delete(_ path: [UInt8], depth: Int = depth) -> Bool {
    if unlink(path.c) == 0 { return true }
    guard depth > 0, let names = SceneFile.names(in: path, atMost: 5000) else { return false }
    for name in names where !delete(("\(path)/\(name)" as UTF8Text).bytes, depth: depth - 1) { return false }
    return rmdir(path.c) == 0
  }
}
