// Patches as texts, for the tests of Pd's files.
import Foundation
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

/// Returns Pd's console when it opens a patch of a text and then gets messages.
func console(of patch: [UInt8], _ messages: String...) throws -> [String] {
  let folder = try TemporaryFolder()
  return try console(of: folder.add("asked.pd", Data(patch)), messages)
}

/// What Pd says when it opens the patch of a path and then gets messages.
func console(of path: String, _ messages: [String]) throws -> [String] {
  let pd = Process()
  pd.executableURL = URL(fileURLWithPath: "/usr/bin/pd")
  pd.arguments =
    ["-nogui", "-noaudio", "-nomidi", "-noprefs", "-nrt", "-open", path]
    + (messages + ["pd quit"]).flatMap { ["-send", $0] }
  let printed = Pipe()
  pd.standardError = printed
  try pd.run()
  let said = String(decoding: printed.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  pd.waitUntilExit()
  return said.split(separator: "\n").map(String.init)
}
