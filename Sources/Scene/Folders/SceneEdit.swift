// A scene that is edited in Pd's own window: its patch is watched, and begins anew when it has been saved.
// Input thread.
import CPosix
import Text

/// Looks twice a second whether a file has another content.
struct WatchedPatch {
  private static let period: Int64 = 500_000_000
  private var path: [UInt8] = []
  /// The file's stamp when the patch began, and at the last look.
  private var known = tactus_file_stamp()
  private var last = tactus_file_stamp()
  private var looked: Int64 = 0

  private static func stamp(_ path: [UInt8]) -> tactus_file_stamp? {
    var stamp = tactus_file_stamp()
    return tactus_stamp_of_file(path.c, &stamp) == 0 && !stamp.is_folder ? stamp : nil
  }

  private static func isSame(_ a: tactus_file_stamp, _ b: tactus_file_stamp) -> Bool {
    a.size == b.size && a.changed == b.changed && a.number == b.number
  }

  /// Watches the patch that begins now.
  mutating func begin(_ path: [UInt8], now: Int64) {
    self.path = path
    known = Self.stamp(path) ?? tactus_file_stamp()
    (last, looked) = (known, now)
  }

  mutating func end() { path = [] }

  /// Whether it has been saved: another content, which has stayed the same from one look to the next. A file
  /// that is gone says nothing.
  mutating func isSaved(now: Int64) -> Bool {
    guard !path.isEmpty, now - looked >= Self.period else { return false }
    looked = now
    guard let stamp = Self.stamp(path) else { return false }
    defer { last = stamp }
    guard !Self.isSame(stamp, known), Self.isSame(stamp, last) else { return false }
    known = stamp
    return true
  }
}

enum SceneEditor {
  /// Opens a patch in Pd's own window, outside of the box, as the user does it.
  /// - Parameter folders: those in which Pd searches.
  /// - Returns: why it cannot be opened; empty: it is.
  static func open(_ patch: [UInt8], _ folders: [[UInt8]]) -> UTF8Text {
    let programs = ScenePrograms()
    let pd = ("\(programs.pd)/bin/pd" as UTF8Text).bytes
    if access(pd.c, X_OK) != 0 { return "Pure Data is not installed: install puredata-core and puredata-gui" }
    var words = [pd]
    for folder in folders { words += [("-path" as UTF8Text).bytes, folder] }
    words.append(patch)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0.c) }
    arguments.append(nil)
    var process: Int32 = 0
    let error = tactus_open_program(&arguments, &process)
    for argument in arguments { CPosix.free(argument) }
    return error == 0 ? "" : "Pd cannot be opened: \([UInt8](c: strerror(error)))"
  }
}
