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

  static func copy(_ path: [UInt8], to target: [UInt8], depth: Int = depth) -> Bool {
    guard depth > 0, let isFolder = SceneFile.isFolder(path) else { return false }
    if !isFolder {
      guard let bytes = ScenePage.read(path, limit: 256 << 20) else { return false }
      return write(bytes, to: target)
    }
    guard tactus_make_folders(target.c) == 0, let names = SceneFile.names(in: path, atMost: 5000) else {
      return false
    }
    return names.allSatisfy {
      copy(("\(path)/\($0)" as UTF8Text).bytes, to: ("\(target)/\($0)" as UTF8Text).bytes, depth: depth - 1)
    }
  }

  /// Links are deleted, and not followed.
  static func delete(_ path: [UInt8], depth: Int = depth) -> Bool {
    if unlink(path.c) == 0 { return true }
    guard depth > 0, let names = SceneFile.names(in: path, atMost: 5000) else { return false }
    for name in names where !delete(("\(path)/\(name)" as UTF8Text).bytes, depth: depth - 1) { return false }
    return rmdir(path.c) == 0
  }
}
