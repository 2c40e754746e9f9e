// Scales in the Scala format (huygens-fokker.org/scala/scl_format.html) as cents.
import Foundation

struct ScalaFile {
  /// Cents above the root, ascending, the last one the period.
  private(set) var cents: [Float] = []

  /// - Throws: `CommandError` that names the file and the line.
  init(contentsOf path: String) throws {
    var meaningful = 0
    var count = 0
    for (number, line) in zip(
      1...,
      String(decoding: try contents(of: path), as: UTF8.self).split(
        omittingEmptySubsequences: false, whereSeparator: \.isNewline))
    where !line.hasPrefix("!") {
      func bad(_ what: String) -> CommandError { CommandError("\(path):\(number): \(what)") }
      meaningful += 1
      if meaningful == 1 { continue }  // the description, which may be empty
      let word = line.split { $0 == " " || $0 == "\t" }.first ?? ""
      if meaningful == 2 {
        guard let notes = Int(word), 1...128 ~= notes else { throw bad("expected 1 to 128 notes") }
        count = notes
      } else if cents.count < count {
        guard let next = Self.cents(word), next > cents.last ?? 0, next <= 12_000 else {
          throw bad("“\(word)” is no pitch above the one before")
        }
        cents.append(next)
      }
    }
    guard count > 0, cents.count == count else {
      throw CommandError("\(path): \(count) notes announced, \(cents.count) found")
    }
  }

  /// With a point it is cents, else a ratio or a whole number.
  private static func cents(_ word: Substring) -> Float? {
    if word.contains(".") { return Float(word) }
    let parts = word.split(separator: "/", omittingEmptySubsequences: false)
    guard 1...2 ~= parts.count, let top = Double(parts[0]),
      let bottom = parts.count == 2 ? Double(parts[1]) : 1,
      top > 0, bottom > 0
    else { return nil }
    return Float(1200 * log2(top / bottom))
  }
}
