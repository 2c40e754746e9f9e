// Scales in the Scala format (huygens-fokker.org/scala/scl_format.html).
// Not for the audio thread. Its faults are tested in `PatchesTests`, with their sentences.
import Lanes

/// A scale that was read from a `.scl` text.
public struct ScalaScale: Sendable {
  /// The text's first line.
  public private(set) var name: [UInt8] = []
  /// The notes in cents above the first one. The last is the period, which is above 0. They need not rise.
  public private(set) var cents: [Double] = []
  /// The line of the text that holds each note, from 1.
  public private(set) var lines: [Int] = []

  public static var noteLimit: Int { 1024 }

  /// - Throws: the fault and its line.
  public init(_ text: [UInt8]) throws(ScalaError) {
    var text = ScalaText(text)
    guard text.advance() else { throw text.error(.noName) }
    name = Array(text.line)
    guard text.advance() else { throw text.error(.noCount) }
    let count = try text.whole(1...Self.noteLimit, .noteCount)
    while cents.count < count {
      guard text.advance() else {
        throw text.error(.notesEnd(after: cents.count, of: count))
      }
      if text.word.isEmpty { throw text.error(.blankNote(cents.count + 1, of: count)) }
      // At most a hundred octaves.
      guard let next = Self.cents(text.word), next.magnitude <= 120_000 else {
        throw text.error(.noPitch(word: text.shown))
      }
      cents.append(next)
      lines.append(text.number)
    }
    if cents[count - 1] <= 0 { throw text.error(.noPeriod) }
  }

  /// A word with a point is in cents; else it is a ratio or a whole number.
  private static func cents(_ word: ArraySlice<UInt8>) -> Double? {
    if word.contains(UInt8(ascii: ".")) { return ScalaText.decimal(word) }
    let top = word.prefix { $0 != UInt8(ascii: "/") }
    let rest = word[top.endIndex...]
    guard let numerator = ScalaText.decimal(top),
      let denominator = rest.isEmpty ? 1 : ScalaText.decimal(rest.dropFirst()),
      numerator > 0, denominator > 0
    else { return nil }
    return 1200 * Scalar.log2(numerator / denominator)
  }
}
