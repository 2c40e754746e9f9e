// What the command prints. Texts come from files and strangers, so control characters are escaped: a terminal
// would obey them. Any thread.
import Foundation
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

/// Prints to standard output without a buffer, even if that is a file.
package func printLine(_ text: String, terminator: String = "\n") {
  let code = put(printable(text) + terminator, into: STDOUT_FILENO)
  if code != 0 { report("standard output: \(String(cString: strerror(code)))") }
}

/// Prints a message to standard error, behind what has been printed; standard output is for data.
package func report(_ text: String) {
  fflush(nil)
  _ = put(printable(text) + "\n", into: STDERR_FILENO)
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

package func string(_ text: [UInt8]) -> String { String(decoding: text, as: UTF8.self) }

/// An error or a warning about a document: path, line, column and sentence.
package func describe(_ error: DocumentError, in path: String, as kind: String) -> String {
  "\(shown(path)):\(error.line):\(error.column): \(kind): \(shown(error.message))"
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
