// Files as bytes and as lines of text. Main thread.
import Foundation

/// The largest files that a command reads into memory, in bytes.
package enum FileLimit {
  /// Patches, grids, set lists, profiles and other documents: the longest text that a grid may have.
  package static let document = 16 << 20
  package static let midi = 64 << 20
  /// A patch of Pure Data; most have less than a hundredth of it.
  package static let scene = 16 << 20
  /// The state that `tactus play` saves.
  package static let state = 64 << 20
  /// An hour of ten fingers that move all the time is a third of it.
  package static let performance = 1 << 30
}

/// All bytes of a file.
/// - Throws: `CommandError`, before anything is read, if the file is larger than `limit`.
package func contents(of path: String, limit: Int = FileLimit.document) throws -> [UInt8] {
  guard let file = fopen(path, "rb") else { throw CommandError(system: path) }
  defer { fclose(file) }
  let words = limit < 1 << 20 ? "\(limit) bytes" : "\(limit >> 20) MiB"
  let tooLarge = CommandError("\(path): more than \(words), the most that is read")
  var status = stat()
  if fstat(fileno(file), &status) == 0, status.st_size > limit { throw tooLarge }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65_536)
  while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
    bytes += chunk[..<count]
    // A pipe or a device has no size.
    if bytes.count > limit { throw tooLarge }
  }
  if ferror(file) != 0 { throw CommandError(system: path) }
  return bytes
}

/// The lines of a text file, with any kind of line end.
package func lines(of path: String, limit: Int = FileLimit.performance) throws -> [Substring] {
  guard let text = String(validating: try contents(of: path, limit: limit), as: UTF8.self) else {
    throw CommandError("\(path): this is no text (UTF-8)")
  }
  return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
}
