// The common parts of commands that list: lines of columns, or with --json an array of objects. Main thread.
import ArgumentParser
import Console

struct Listing: ParsableArguments {
  @Flag(help: "Print a JSON array with an object for each.")
  var json = false
}

/// Prints each entry of a list as it is found; as JSON all of them at the end.
struct ListReport {
  private let isJSON: Bool
  private var entries: [[String: Any]] = []

  init(_ listing: Listing) { isJSON = listing.json }

  /// - Parameters:
  ///   - columns: what a line shows; names of others have been made printable.
  ///   - fields: the same and more, as it is.
  mutating func add(_ columns: String..., fields: [String: Any]) {
    if isJSON { entries.append(fields) } else { printLine(columns.joined(separator: "\t")) }
  }

  /// Prints a line that is no entry; JSON leaves it out.
  func note(_ line: String) { if !isJSON { printLine(line) } }

  func finish() { if isJSON { printText((entries.isEmpty ? "[]" : jsonText(entries)) + "\n") } }
}
