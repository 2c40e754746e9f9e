// Files as bytes and as lines of text. Main thread.
import Console
import Foundation

/// All bytes of a file.
package func contents(of path: String) throws -> [UInt8] {
  guard let file = fopen(path, "rb") else { throw CommandError(system: path) }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65_536)
  while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
  if ferror(file) != 0 { throw CommandError(system: path) }
  return bytes
}

/// The lines of a text file, with any kind of line end.
package func lines(of path: String) throws -> [Substring] {
  guard let text = String(validating: try contents(of: path), as: UTF8.self) else {
    throw CommandError("\(path): this is no text (UTF-8)")
  }
  return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
}
