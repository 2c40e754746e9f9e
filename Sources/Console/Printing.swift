// Printing of the command. Texts come from files and strangers, so control characters are escaped: a terminal
// would obey them. Any thread.
import Foundation
import Synchronization
import Text

/// A text with its control characters, line separators and changes of direction as `\u{1B}`, `\u{202E}` and
/// so on, because a terminal obeys these.
/// - Parameter keeping: control characters that stay as they are.
package func shown(_ text: String, keeping: Set<Unicode.Scalar> = []) -> String {
  var out = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    if scalar.isObeyed, !keeping.contains(scalar) {
      out.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
    } else {
      out.append(scalar)
    }
  }
  return String(out)
}

/// A text of a file or a message, for one line.
package func shown(_ text: [UInt8]) -> String { shown(string(text)) }

/// A text of several lines and columns. Texts of others within it are escaped by `shown` before, so that they
/// cannot begin a line.
private func printable(_ text: String) -> String { shown(text, keeping: ["\n", "\t"]) }

/// Writes a text to a file that is open. Its reader may be gone (`tactus patch list | head`).
/// - Returns: why not all of it could be written; 0: it was, or its reader is gone.
private func put(_ text: String, into file: Int32) -> Int32 {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    if count > 0 {
      rest = rest.dropFirst(count)
    } else if errno != EINTR {
      return errno == EPIPE ? 0 : errno
    }
  }
  return 0
}

/// Whether standard output did not take a text. The command then fails, after the first fault has been
/// reported.
package var hasOutputFailed: Bool { outputHasFailed.load(ordering: .relaxed) }
private let outputHasFailed = Atomic(false)

/// Prints to standard output without a buffer, even if that is a file.
package func printLine(_ text: String, terminator: String = "\n") { printText(printable(text) + terminator) }

/// Prints a text of the command's own, with the control characters in it.
package func printText(_ text: String) {
  let code = put(text, into: STDOUT_FILENO)
  if code != 0, !outputHasFailed.exchange(true, ordering: .relaxed) {
    report("standard output: \(String(cString: strerror(code)))")
  }
}

/// Prints a message to standard error, behind what has been printed; standard output is for data.
package func report(_ text: String) { reportText(printable(text) + "\n") }

/// Prints a text of the command's own to standard error, with the control characters in it.
package func reportText(_ text: String) {
  fflush(nil)
  _ = put(text, into: STDERR_FILENO)
}

/// A number with its noun: `1 packet`, `2 packets`, `3 touches`.
package func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)" + (count == 1 ? "" : noun.hasSuffix("ch") ? "es" : "s")
}

/// The beginning of a text, at most so many bytes of whole characters.
package func cut(_ text: String, bytes: Int) -> [UInt8] {
  var text = text[...]
  while text.utf8.count > bytes { text.removeLast() }
  return Array(text.utf8)
}

/// An argument of the program that is no UTF-8, in which all texts of Tactus are; nil: all arguments are.
package func argumentThatIsNoUTF8() -> String? {
  for argument in UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)) {
    guard let argument, String(validatingCString: argument) == nil else { continue }
    return String(cString: argument)
  }
  return nil
}

/// A number for people, of at most four digits that count.
package func rounded(_ value: Double) -> String { String(format: "%.4g", value) }

/// An error for people: where (file, line) and what.
package struct CommandError: Error, Equatable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = printable(description) }

  /// The last error of the C library about a file or socket.
  package init(system what: String, code: Int32 = errno) {
    self.init("\(what): \(String(cString: strerror(code)))")
  }
}

/// An error in a sentence: one of Foundation with the path, as the system would say it.
package func sentence(of error: any Error) -> String {
  let path = (error as? CocoaError).flatMap { $0.filePath ?? $0.url?.path }
  return (path.map { "\($0): " } ?? "") + reason(of: error)
}

/// Returns the reason of an error, without a path.
package func reason(of error: any Error) -> String {
  guard let code = code(of: error) else {
    return error is CocoaError ? "it can't be read or written" : "\(error)"
  }
  return String(cString: strerror(code))
}

/// The number of the system's error, or nil if it is of another kind.
private func code(of error: any Error) -> Int32? {
  if let error = error as? POSIXError { return error.code.rawValue }
  guard let error = error as? CocoaError else { return nil }
  if let code = error.underlying.flatMap(code(of:)) { return code }
  return switch error.code {
  case .fileNoSuchFile, .fileReadNoSuchFile: ENOENT
  case .fileReadNoPermission, .fileWriteNoPermission: EACCES
  case .fileWriteFileExists: EEXIST
  case .fileWriteOutOfSpace: ENOSPC
  case .fileWriteVolumeReadOnly: EROFS
  default: nil
  }
}

/// A word of the command line that is wrong, whatever files there are. The command ends with 64.
package struct UsageError: Error, Equatable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = printable(description) }
}

package func string(_ text: [UInt8]) -> String { String(decoding: text, as: UTF8.self) }

/// An error or a warning about a document: path, line, column and sentence.
package func describe(_ error: DocumentError, in path: String, as kind: String) -> String {
  "\(shown(path)):\(error.line):\(error.column): \(kind): \(shown(error.message))"
}

/// A value of JSON as text: several lines, keys in order. What a terminal obeys is escaped as JSON does it.
package func jsonText(_ value: Any, isPretty: Bool = true) -> String {
  let options: JSONSerialization.WritingOptions =
    isPretty
    ? [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes] : [.sortedKeys, .withoutEscapingSlashes]
  guard let data = try? JSONSerialization.data(withJSONObject: value, options: options) else { return "" }
  var text = String.UnicodeScalarView()
  for scalar in String(decoding: data, as: UTF8.self).unicodeScalars {
    if scalar.isObeyed, scalar != "\n" {
      for unit in String(scalar).utf16 {
        text.append(contentsOf: String(format: "\\u%04x", unit).unicodeScalars)
      }
    } else {
      text.append(scalar)
    }
  }
  return String(text)
}

extension Unicode.Scalar {
  /// Whether a terminal obeys it instead of showing it: a control character (C0, C1), a line or paragraph
  /// separator, or a character that changes the direction of the text behind it.
  fileprivate var isObeyed: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: properties.isBidiControl
    default: false
    }
  }
}
