// A folder that is open: what is beneath it is found, read, made and written without following a link, so
// that nobody who can write there chooses another place. Any thread but the audio thread.
import CPosix
import Text

/// An open folder.
final class OpenFolder {
  let descriptor: Int32

  private init?(_ descriptor: Int32) {
    guard descriptor >= 0 else { return nil }
    self.descriptor = descriptor
  }

  /// Opens a folder of the user's by its path, which may have links in it.
  convenience init?(_ path: [UInt8]) { self.init(tactus_open_folder(path.c)) }

  deinit { CPosix.close(descriptor) }

  /// A folder beneath this one; nil: there is none, or a part of its path is a link.
  func folder(_ path: [UInt8]) -> OpenFolder? {
    OpenFolder(tactus_open_folder_beneath(descriptor, path.c))
  }

  /// A folder in this one, which is made if it is not there.
  /// - Returns: nil: something else has that name, or it cannot be made.
  func makeFolder(_ name: [UInt8]) -> (folder: OpenFolder, isNew: Bool)? {
    var isNew = false
    return OpenFolder(tactus_make_folder_beneath(descriptor, name.c, &isNew)).map { ($0, isNew) }
  }

  /// A new file in this folder; nil: something has that name, or it cannot be made.
  func makeFile(_ name: [UInt8]) -> UnsafeMutablePointer<FILE>? {
    tactus_make_file_beneath(descriptor, name.c)
  }

  /// What a name in this folder is; nil: there is none.
  func entry(_ name: [UInt8]) -> tactus_entry? {
    var entry = tactus_entry()
    return tactus_stat_beneath(descriptor, name.c, &entry) == 0 ? entry : nil
  }

  /// What this folder is.
  var entry: tactus_entry? {
    var entry = tactus_entry()
    return tactus_stat_opened(descriptor, &entry) == 0 ? entry : nil
  }

  /// The bytes of a file beneath this folder; nil: it cannot be read, or has more than `limit`.
  func read(_ path: [UInt8], limit: Int) -> [UInt8]? {
    var size = 0
    guard let bytes = tactus_read_file_beneath(descriptor, path.c, limit, &size) else { return nil }
    defer { free(bytes) }
    return [UInt8](UnsafeRawBufferPointer(start: bytes, count: size))
  }

  /// The names in this folder; nil if there are too many.
  func names(atMost limit: Int) -> [[UInt8]]? {
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

  /// The text of a link in this folder.
  func link(_ name: [UInt8]) -> [UInt8]? {
    var text = [CChar](repeating: 0, count: 4096)
    let count = tactus_read_link(descriptor, name.c, &text, 4096)
    return count < 0 ? nil : text.prefix(count).map { UInt8(bitPattern: $0) }
  }

  /// How a walk goes on: into the folder that was visited, past it, or not at all.
  enum Step { case enter, pass, end }

  /// Goes through all that is beneath this folder, in the order of names within each folder.
  /// - Parameters:
  ///   - depth: the most folders within each other.
  ///   - limit: the most names in one folder.
  ///   - prefix: what stands before the names, with a slash at its end; empty: nothing.
  ///   - gone: is called for a name that has gone since its folder was listed.
  ///   - visit: gets the path from this folder on, and what it is.
  /// - Returns: Whether all was visited.
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
