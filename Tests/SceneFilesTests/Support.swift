// Patches as texts, for the tests of Pd's files.
import TestSupport
import Text

@testable import SceneFiles

/// Reads a file of a text.
func read(_ text: String) throws(DocumentError) -> PdFile {
  let bytes = Array(text.utf8)
  return try bytes.span.bytes.withUnsafeBytes { text throws(DocumentError) in try PdFile(text) }
}

/// The error of a text as `line: message`; empty: it is read.
func fault(of text: String) -> String {
  do throws(DocumentError) {
    _ = try read(text)
    return ""
  } catch {
    return "\(error.line): \(string(error.message))"
  }
}
