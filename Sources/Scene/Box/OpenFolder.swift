// File operations beneath an open folder that never follow a link, so that programs which can write there
// can't redirect them. Any thread but the audio thread.
import CPosix
import Text

package final class OpenFolder {
  package let descriptor: Int32

  /// - Parameter descriptor: An open folder, which this one closes; negative: nil.
  package init?(owning descriptor: Int32) {
    guard descriptor >= 0 else { return nil }
    self.descriptor = descriptor
  }

  /// Opens a folder by a path that the user chose, which may contain links.
  package convenience init?(_ path: [UInt8]) { self.init(owning: tactus_open_folder(path.c)) }

  deinit { CPosix.close(descriptor) }

  /// Returns a folder beneath this one, or nil if it is missing or its path contains a link.
  package func folder(_ path: [UInt8]) -> OpenFolder? {
    OpenFolder(owning: tactus_open_folder_beneath(descriptor, path.c))
  }

  /// Returns a folder in this one, and creates it if it is missing. Returns nil if the name is taken by
  /// something else, or if creating it fails.
  package func makeFolder(_ name: [UInt8]) -> (folder: OpenFolder, isNew: Bool)? {
    var isNew = false
    return OpenFolder(owning: tactus_make_folder_beneath(descriptor, name.c, &isNew)).map { ($0, isNew) }
  }

  /// Renames an entry of this folder, into another folder of the same file system.
  func rename(_ name: [UInt8], to folder: OpenFolder, as newName: [UInt8]) -> Bool {
    renameat(descriptor, name.c, folder.descriptor, newName.c) == 0
  }

  /// Creates a file in this folder, or returns nil if the name is taken or creating it fails.
  func makeFile(_ name: [UInt8]) -> UnsafeMutablePointer<FILE>? {
    tactus_make_file_beneath(descriptor, name.c)
  }

  /// Returns the entry of a name in this folder, or nil if there is none.
  func entry(_ name: [UInt8]) -> tactus_entry? {
    var entry = tactus_entry()
    return tactus_stat_beneath(descriptor, name.c, &entry) == 0 ? entry : nil
  }

  /// The folder's own entry.
  var entry: tactus_entry? {
    var entry = tactus_entry()
    return tactus_stat_opened(descriptor, &entry) == 0 ? entry : nil
  }

  /// Reads a file beneath this folder, or returns nil if that fails or the file exceeds `limit` bytes.
  func read(_ path: [UInt8], limit: Int) -> [UInt8]? {
    var size = 0
    guard let bytes = tactus_read_file_beneath(descriptor, path.c, limit, &size) else { return nil }
    defer { free(bytes) }
    return [UInt8](UnsafeRawBufferPointer(start: bytes, count: size))
  }

  /// Returns the names in this folder, or nil if there are too many.
  package func names(atMost limit: Int) -> [[UInt8]]? {
    guard let opened = tactus_list_opened(descriptor) else { return nil }
    defer { closedir(opened) }
    var names: [[UInt8]] = []
    while let found = readdir(opened) {
      let name = [UInt8](c: tactus_entry_name(found))
      if name != [46], name != [46, 46] { names.append(name) }
      if names.count > limit { return nil }
    }
    return names
  }

  /// Returns the target of a link in this folder.
  func link(_ name: [UInt8]) -> [UInt8]? {
    var text = [CChar](repeating: 0, count: 4096)
    let count = tactus_read_link(descriptor, name.c, &text, 4096)
    return count < 0 ? nil : text.prefix(count).map { UInt8(bitPattern: $0) }
  }

  /// The continuation of a walk: into the visited folder, past it, or not at all.
  enum Step { case enter, pass, end }

  /// Visits everything beneath this folder, in the order of names within each folder.
  /// - Parameters:
  ///   - depth: The maximum nesting of folders.
  ///   - limit: The maximum number of names in one folder.
  ///   - prefix: The start of each path, empty or ending with a slash.
  ///   - gone: Called for each name that was removed after its folder was listed.
  ///   - visit: Receives each path relative to this folder, and its entry.
  /// - Returns: Whether everything was visited.
  func walk(
    depth: Int, atMost limit: Int, prefix: [UInt8] = [], gone: () -> Void = {},
    _ visit: ([UInt8], tactus_entry) -> Step
  ) -> Bool {
    guard depth > 0, var names = self.names(atMost: limit) else { return false }
    names.sort { $0.lexicographicallyPrecedes($1) }
    for name in names {
      guard let entry = self.entry(name) else {
        gone()
        continue
      }
      let path = prefix + name
      switch visit(path, entry) {
      case .end: return false
      case .pass: continue
      case .enter: if entry.kind != tactus_is_folder { continue }
      }
      guard let inner = folder(name) else {
        guard self.entry(name) == nil else { return false }
        gone()
        continue
      }
      let prefix = path + [UInt8(ascii: "/")]
      guard inner.walk(depth: depth - 1, atMost: limit, prefix: prefix, gone: gone, visit) else {
        return false
      }
    }
    return true
  }
}
