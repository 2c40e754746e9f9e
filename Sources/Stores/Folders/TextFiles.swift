// Files of texts, and what a folder holds. Any thread but the audio thread.
import CPosix
import Patches
import Text

/// Reads files and lists folders.
enum TextFiles {
  /// A longer file is refused.
  static let byteLimit = 1 << 20
  /// The greatest number of listed files of a folder.
  static let listLimit = 1024

  /// The text of a file, or the system's number of what went wrong.
  static func read(_ path: [UInt8], limit: Int = byteLimit) -> (text: [UInt8]?, error: Int32) {
    var size = 0
    guard let start = tactus_read_file(path.c, limit, &size) else { return (nil, tactus_error()) }
    defer { free(start) }
    return ([UInt8](UnsafeRawBufferPointer(start: start, count: size)), 0)
  }

  /// The first bytes of a file; nil: it can't be read.
  static func start(of path: [UInt8], count: Int) -> [UInt8]? {
    var size = 0
    guard let start = tactus_read_start(path.c, count, &size) else { return nil }
    defer { free(start) }
    return [UInt8](UnsafeRawBufferPointer(start: start, count: size))
  }

  /// The names of `NAME.json` in a folder, sorted.
  static func names(in folder: [UInt8]) -> [[UInt8]] { list(folder, PatchName.patch(ofFile:)) }

  /// The results of `name` for a folder's files, sorted, without nil.
  static func list(_ folder: [UInt8], _ name: ([UInt8]) -> [UInt8]?) -> [[UInt8]] {
    guard !folder.isEmpty, let opened = opendir(folder.c) else { return [] }
    defer { closedir(opened) }
    var names: [[UInt8]] = []
    while names.count < listLimit, let entry = readdir(opened) {
      if let name = name([UInt8](c: tactus_entry_name(entry))) { names.append(name) }
    }
    names.sort { $0.lexicographicallyPrecedes($1) }
    return names
  }

  /// "cannot be read: " and the system's text of the error number.
  static func failure(_ what: StaticString, _ error: Int32) -> DocumentError {
    DocumentError("\(what): \([UInt8](c: strerror(error)))")
  }
}
