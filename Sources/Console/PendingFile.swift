// Files that appear only when they are complete. Main thread.
import Foundation

/// A file that is written under a temporary name beside its target. Without `commit` it is deleted.
package final class PendingFile {
  package let target: String
  package let temporary: String
  private var isCommitted = false

  /// - Throws: `CommandError` if nothing could be written there, or the file's ending says something else.
  package init(_ path: String, _ kind: OutputKind? = nil) throws {
    let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    target = url.path
    // A name has at most 255 bytes, so a long one keeps only its end.
    let ending = ".\(getpid()).partial"
    let name = url.lastPathComponent
    let bytes = name.utf8.count + ending.utf8.count > 255 ? 128 : 255
    let stem = String(decoding: name.utf8.suffix(bytes).drop { $0 & 0xC0 == 0x80 }, as: UTF8.self)
    temporary = url.deletingLastPathComponent().path + "/" + stem + ending
    var status = stat()
    // A rename would replace a device; on a directory it would fail only after all the work.
    if stat(target, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw CommandError("\(path): not a regular file")
    }
    try kind?.check(path)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
    guard descriptor >= 0 else { throw CommandError(system: "cannot write \(path)") }
    close(descriptor)
  }

  deinit { if !isCommitted { unlink(temporary) } }

  /// Writes the file's content; for small files.
  package func write(_ text: String) throws {
    guard let file = fopen(temporary, "wb") else { throw CommandError(system: "cannot write \(target)") }
    let written = fputs(text, file)
    // A full disk may be reported only when the file is closed.
    guard fclose(file) == 0, written >= 0 else { throw CommandError(system: "cannot write \(target)") }
  }

  package func write(bytes: [UInt8]) throws {
    guard let file = fopen(temporary, "wb") else { throw CommandError(system: "cannot write \(target)") }
    let written = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, written == bytes.count else {
      throw CommandError(system: "cannot write \(target)")
    }
  }

  /// Renames the complete file to its target.
  package func commit() throws {
    guard rename(temporary, target) == 0 else { throw CommandError(system: "cannot write \(target)") }
    isCommitted = true
  }
}
