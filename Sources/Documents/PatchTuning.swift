// How the keys of a patch are tuned: texts of Scala, kept in the patch. Not for the audio thread.
import Music

/// The texts that tune a patch, as they were given; empty ones say nothing.
public struct PatchTuning: Equatable, Sendable {
  /// A scale; empty: twelve equal semitones.
  public var scl: [UInt8] = []
  /// Which key plays what of it; empty: middle C is the scale's first note, each key the next note.
  public var kbm: [UInt8] = []

  public static var sclLimit: Int { 65_536 }
  public static var kbmLimit: Int { 16_384 }

  public init() {}

  public var isEmpty: Bool { scl.isEmpty && kbm.isEmpty }

  /// - Throws: what is wrong in `scl` or `kbm`, and in which line.
  public func compile() throws(DocumentError) -> KeyTuning {
    if isEmpty { return KeyTuning() }
    let cents =
      scl.isEmpty ? [] : try Self.about("scl", { () throws(DocumentError) in try ScalaScale(scl) }).cents
    let mapping =
      kbm.isEmpty
      ? KeyboardMapping() : try Self.about("kbm", { () throws(DocumentError) in try KeyboardMapping(kbm) })
    return try Self.about("kbm", { () throws(DocumentError) in try Self.keys(cents, mapping) })
  }

  /// What the keys sound.
  /// - Throws: that the reference key has no note, with the line of `.kbm` that names it.
  public static func keys(_ cents: [Double], _ mapping: KeyboardMapping) throws(DocumentError) -> KeyTuning {
    if let tuning = KeyTuning(cents: cents, mapping) { return tuning }
    let words: UTF8Text = "the reference key \(mapping.reference) has no note"
    throw DocumentError(words.bytes, line: mapping.referenceLine, column: 1)
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

extension KeyboardMapping {
  /// Reads a `.kbm` text.
  /// - Throws: what is wrong and in which line.
  public init(_ text: [UInt8]) throws(DocumentError) {
    self.init()
    var text = ScalaText(text)
    func next(_ what: UTF8Text) throws(DocumentError) {
      guard text.advance() else { throw text.error("the text ends before \(what)") }
      if text.word.isEmpty { throw text.error("blank instead of \(what)") }
    }
    try next("the size of the map")
    size = try text.whole(0...128, "size of a map")
    try next("the first key")
    let first = try text.whole(0...127, "key")
    try next("the last key")
    let last = try text.whole(0...127, "key")
    guard first <= last else { throw text.error("the last key, \(last), is below the first, \(first)") }
    keys = first...last
    try next("the middle key")
    middle = try text.whole(0...127, "key")
    try next("the reference key")
    reference = try text.whole(0...127, "key")
    referenceLine = text.number
    try next("the reference frequency")
    guard let frequency = ScalaText.decimal(text.word), 0.001...100_000 ~= frequency else {
      throw text.error("\(text.quoted) is no frequency in hertz, 0.001 to 100000")
    }
    hertz = frequency
    try next("the octave degree")
    octaveDegree = try text.whole(0...ScalaScale.noteLimit, "degree of a scale")
    // Silent keys at the end may be left out, and texts may end in blank lines.
    var blank: DocumentError?
    while degrees.count < size, text.advance() {
      if text.word.isEmpty {
        blank = blank ?? text.error("blank instead of an entry of the map")
        continue
      }
      if let blank { throw blank }
      let isSilent = text.word.count == 1 && text.word.first.map { $0 | 32 } == UInt8(ascii: "x")
      degrees.append(isSilent ? nil : try text.whole(0...ScalaScale.noteLimit, "degree of a scale, or x"))
    }
  }
}

extension PatchReader {
  /// `"tuning": {"scl": "…", "kbm": "…"}`: texts, with line ends.
  mutating func tuning(_ node: JSONNode) throws(Fault) {
    for (key, node) in try node.members() {
      switch PatchKey.Tuning(key) {
      case .scl:
        result.tuning.scl = try node.text(limit: PatchTuning.sclLimit)
      case .kbm:
        result.tuning.kbm = try node.text(limit: PatchTuning.kbmLimit)
      case nil:
        result.unknown.tuning.append(try kept(key, node))
      }
    }
    do throws(DocumentError) { _ = try result.tuning.compile() } catch {
      throw node.fault(UTF8Text(bytes: error.message))
    }
  }
}
