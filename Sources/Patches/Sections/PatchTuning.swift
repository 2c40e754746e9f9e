// The tuning of a patch's keys: Scala texts in the patch. Not for the audio thread.
import Music
import Text

/// The texts that tune a patch, as they were given; empty ones for none.
public struct PatchTuning: Equatable, Sendable {
  /// A scale; empty: twelve equal semitones.
  public var scl: [UInt8] = []
  /// Which key plays what of it; empty: middle C is the scale's first note, each key the next note.
  public var kbm: [UInt8] = []

  /// The most bytes of a scale.
  public static var sclLimit: Int { 65_536 }
  /// The most bytes of a keyboard mapping.
  public static var kbmLimit: Int { 16_384 }

  /// No tuning.
  public init() {}

  /// Whether the patch has no tuning of its own.
  public var isEmpty: Bool { scl.isEmpty && kbm.isEmpty }

  /// - Throws: what is wrong in `scl` or `kbm`, and in which line.
  public func compile() throws(DocumentError) -> KeyTuning {
    if isEmpty { return KeyTuning() }
    let cents =
      scl.isEmpty ? [] : try Self.about("scl", { () throws(DocumentError) in try Self.scale(scl) }).cents
    let mapping =
      kbm.isEmpty
      ? KeyboardMapping() : try Self.about("kbm", { () throws(DocumentError) in try Self.mapping(kbm) })
    return try Self.about("kbm", { () throws(DocumentError) in try Self.keys(cents, mapping) })
  }

  /// The pitches of the keys.
  /// - Throws: that the reference key has no note, with the line of `.kbm` that names it.
  public static func keys(_ cents: [Double], _ mapping: KeyboardMapping) throws(DocumentError) -> KeyTuning {
    if let tuning = KeyTuning(cents: cents, mapping) { return tuning }
    let words: UTF8Text = "the reference key \(mapping.reference) has no note"
    throw DocumentError(words.bytes, line: mapping.referenceLine, column: 1)
  }

  /// Reads a `.scl` text.
  /// - Throws: what is wrong and in which line.
  public static func scale(_ text: [UInt8]) throws(DocumentError) -> ScalaScale {
    do throws(ScalaError) { return try ScalaScale(text) } catch { throw DocumentError(error) }
  }

  /// Reads a `.kbm` text.
  /// - Throws: what is wrong and in which line.
  public static func mapping(_ text: [UInt8]) throws(DocumentError) -> KeyboardMapping {
    do throws(ScalaError) { return try KeyboardMapping(text) } catch { throw DocumentError(error) }
  }

  private static func about<T>(
    _ which: StaticString, _ read: () throws(DocumentError) -> T
  ) throws(DocumentError) -> T {
    do { return try read() } catch {
      throw DocumentError(
        ("\(which) line \(error.line): \(error.message)" as UTF8Text).bytes, line: error.line,
        column: error.column)
    }
  }
}

extension PatchDocument {
  /// `"tuning": {"scl": "…", "kbm": "…"}`: texts, with line ends.
  mutating func visitTuning(_ visitor: inout DocumentVisitor) throws(Fault) {
    let node = try visitor.object("tuning", indent: 4) { visitor throws(Fault) in
      try visitor.text("scl", &tuning.scl, limit: PatchTuning.sclLimit, lines: 10)
      try visitor.text("kbm", &tuning.kbm, limit: PatchTuning.kbmLimit, lines: 10)
      try visitor.unknown(&unknown.tuning)
    }
    guard let node else { return }
    do throws(DocumentError) { _ = try tuning.compile() } catch {
      throw node.fault(UTF8Text(bytes: error.message))
    }
  }
}
