// A performance of either version: packets as they came, or a take as it was heard. Main thread.
import Console
import Foundation
import Patches
import Profiles
import Takes
import Tangibles
import Text

package enum Recording {
  case packets(Performance)
  case take(Take)

  /// Reads a file of any version, or the performance of this name.
  /// - Throws: `CommandError` that names the file and the line.
  package init(contentsOf path: String) throws {
    let path = try NamedKind.performance.path(of: path)
    try Performance.refuseMIDI(path)
    let bytes = try contents(of: path, limit: FileLimit.performance)
    guard bytes.starts(with: Take.header) else {
      self = .packets(try Performance(contentsOf: path))
      return
    }
    do throws(DocumentError) { self = .take(try Take(text: bytes)) } catch {
      throw CommandError("\(path):\(error.line > 0 ? "\(error.line):" : "") \(string(error.message))")
    }
  }

  /// The contents, in a sentence.
  package var outline: String {
    switch self {
    case .packets(let performance): performance.outline
    case .take(let take): take.outline
    }
  }

  /// When the last thing happens, in seconds.
  package var seconds: Double {
    switch self {
    case .packets(let performance): performance.packets.last?.seconds ?? 0
    case .take(let take): take.seconds
    }
  }

  /// The patch the take was played on, or the patch of a new instance if the take has packets.
  package func patch() throws -> PatchDocument {
    guard case .take(let take) = self else { return try PatchFile.chosen(nil) }
    return try Self.document(take.patch)
  }

  /// Reads a patch. Without a text it is the plain saw.
  package static func document(_ text: [UInt8]) throws -> PatchDocument {
    if text.isEmpty { return PatchDocument() }
    var warnings: [DocumentError] = []
    do throws(DocumentError) { return try PatchDocument.read(text, warnings: &warnings) } catch {
      throw CommandError(describe(error, in: "the take's patch", as: "error"))
    }
  }

  /// Every event of touches, tokens and sensors up to `end` seconds.
  /// - Parameters:
  ///   - surface: messages for other surfaces are left out; a take has only those of its instrument.
  ///   - profiles: the profiles that read messages of other programs.
  ///   - objects: the objects that are recognized; a take has those that were.
  ///   - seen: gets what recognition has seen, unless it is a take.
  ///   - table: gets what lies on the table at the end, likewise.
  package func touches(
    until end: Double, surface: UInt8 = 0, profiles: [InputProfile], objects: TableObjects,
    seen: (TangibleTracker) -> Void = { _ in }, table: ([UInt8]) -> Void = { _ in }
  ) -> [DecodedTouch] {
    switch self {
    case .packets(let performance):
      performance.touches(
        until: end, surface: surface, profiles: profiles, objects: objects, seen: seen, table: table)
    case .take(let take): take.touches.filter { $0.seconds <= end }
    }
  }
}

extension Take {
  /// The contents, in a sentence.
  package var outline: String {
    "a take of \(counted(entries.count, "event")) in \(String(format: "%.1f", seconds)) s, "
      + "\(rounded(rate)) Hz"
  }
}
