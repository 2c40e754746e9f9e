// Reads Scala files (.scl, .kbm). Main thread.
import Console
import Foundation
import Music
import Patches
import Performances
import Text

/// The notes of a rising scale, for a grid: 1 to 128, in cents.
/// - Throws: `CommandError` that names the file and the line.
func risingScale(_ path: String) throws -> [Float] {
  let text = try text(path, limit: PatchTuning.sclLimit)
  let scale = try about(path) { () throws(DocumentError) in try PatchTuning.scale(text) }
  guard scale.cents.count <= 128 else {
    throw CommandError("\(path): \(scale.cents.count) notes; a grid has at most 128")
  }
  for (index, cents) in scale.cents.enumerated()
  where cents > 12_000 || cents <= (index == 0 ? 0 : scale.cents[index - 1]) {
    throw CommandError("\(path):\(scale.lines[index]): this note is not above the one before")
  }
  return scale.cents.map(Float.init)
}

/// Reads and checks a tuning.
/// - Throws: `CommandError` that names the file and the line.
func tuning(scl: String?, kbm: String?) throws -> PatchTuning {
  var tuning = PatchTuning()
  var cents: [Double] = []
  if let scl {
    tuning.scl = try text(scl, limit: PatchTuning.sclLimit)
    cents = try about(scl) { () throws(DocumentError) in try PatchTuning.scale(tuning.scl) }.cents
  }
  if let kbm {
    tuning.kbm = try text(kbm, limit: PatchTuning.kbmLimit)
    _ = try about(kbm) { () throws(DocumentError) in
      try PatchTuning.keys(cents, try PatchTuning.mapping(tuning.kbm))
    }
  }
  return tuning
}

private func text(_ path: String, limit: Int) throws -> [UInt8] {
  let text = UTF8Text.repaired(try contents(of: path))
  guard !text.contains(0) else { throw CommandError("\(path): this is no text") }
  guard text.count <= limit else { throw CommandError("\(path): \(text.count) bytes, more than \(limit)") }
  return text
}

private func about<T>(_ path: String, _ read: () throws(DocumentError) -> T) throws -> T {
  do throws(DocumentError) { return try read() } catch {
    let line = error.line > 0 ? ":\(error.line)" : ""
    throw CommandError("\(path)\(line): \(shown(error.message))")
  }
}
