// The table of docs/osc.md that says what a session keeps. Command-line tool; main thread.
import Controls
import Dialects
import Foundation

/// Returns a document with the part between two comments written anew.
func replacing(in text: String, with part: String) throws -> String {
  let (begin, end) = ("<!-- written by make generate -->\n", "<!-- end -->")
  guard let first = text.range(of: begin),
    let last = text.range(of: end, range: first.upperBound..<text.endIndex)
  else { throw CocoaError(.formatting) }
  return text.replacingCharacters(in: first.upperBound..<last.lowerBound, with: part)
}

/// Returns docs/osc.md with its table of addresses written anew, between two comments.
func addressDocument(_ text: String) throws -> String {
  let rows = Lasting.allCases.map { lasting in
    let addresses = TactusAddress.all.filter { $0.lasting == lasting }.map {
      "`/tactus/\(String(decoding: $0.address, as: UTF8.self))`"
    }
    return tableRow([addresses.joined(separator: ", "), "\(lasting.words)"])
  }
  let table = tableRow(["Addresses", "Saved with the session"]) + tableRow(["---", "---"]) + rows.joined()
  return try replacing(in: text, with: table)
}
