// The description of a document in a commons. Not for the audio thread.
import Controls
import Patches
import Text

/// A document of a commons: its author, license, lineage and renders. The file is `entries/NAME.json`, and the
/// document's own file is named by its hash.
public struct CommonsEntry: Equatable, Sendable {
  /// The newest version of the format, and the one that is written.
  public static var version: Int { 1 }
  /// The most bytes of a name, of an author and of a tag.
  public static var nameLimit: Int { 64 }
  /// The most bytes of a description.
  public static var descriptionLimit: Int { 2048 }
  /// The most tags.
  public static var tagLimit: Int { 16 }
  /// The most earlier versions, renders and sounds.
  public static var listLimit: Int { 64 }

  /// The kind of document.
  public var kind: CommonsKind = .patch
  /// Its name.
  public var name: [UInt8] = []
  /// Its author.
  public var author: [UInt8] = []
  /// The license under which the author gives it.
  public var license: CommonsLicense = .zero
  /// The day of publication, `YYYY-MM-DD`, or empty.
  public var date: [UInt8] = []
  /// A category, as patches have them.
  public var category: [UInt8] = []
  /// Words by which it is found.
  public var tags: [[UInt8]] = []
  /// A description, and instructions for playing it.
  public var description: [UInt8] = []
  /// The SHA-256 of its file, as 64 digits of base 16.
  public var file: [UInt8] = []
  /// The hash of the performance that plays it to a listener, or empty for the usual one.
  public var performance: [UInt8] = []
  /// The recorded sounds that it plays, by the names in it.
  public var sounds: [CommonsSound] = []
  /// The hash of the document from which it was made, or empty.
  public var parent: [UInt8] = []
  /// The hashes of its earlier versions, the newest first.
  public var versions: [[UInt8]] = []
  /// The hash and loudness of its sound for each version of Tactus that has rendered it.
  public var renders: [CommonsRender] = []
  var unknown: [JSON.Member] = []

  /// An entry without a file.
  public init() {}

  /// Reads an entry. Unknown keys are added to `warnings`.
  public static func read(
    _ text: [UInt8], warnings: inout [DocumentError]
  ) throws(DocumentError) -> CommonsEntry {
    try DocumentVisitor.document(text, from: CommonsEntry(), warnings: &warnings)
  }

  /// Returns the canonical JSON, which ends in a line end.
  public func write() -> [UInt8] { DocumentVisitor.text(of: self, beside: CommonsEntry()) }

  /// The form of an entry.
  public static var form: DocumentObject { DocumentVisitor.object(of: CommonsEntry()) }

  /// Whether a file of entries may have this name without its ending: 1 to 64 lowercase letters, digits, `_` and `-`,
  /// beginning with a letter or digit. It is part of addresses.
  public static func isName(_ name: [UInt8]) -> Bool {
    guard 1...nameLimit ~= name.count, let first = name.first, isLetter(first) else { return false }
    return name.allSatisfy { isLetter($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  /// Whether this is a SHA-256 in base 16.
  public static func isHash(_ text: [UInt8]) -> Bool {
    text.count == 64
      && text.allSatisfy {
        UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
      }
  }

  /// Returns the render of a version of Tactus, or nil.
  public func render(of engine: [UInt8]) -> CommonsRender? { renders.first { $0.engine == engine } }

  /// The names of all files of the entry: its document, performance and sounds.
  public var files: [[UInt8]] {
    var files = [file + UTF8Text(kind.ending).bytes]
    if !performance.isEmpty { files.append(performance + UTF8Text(".tactus").bytes) }
    for sound in sounds { files.append(sound.file + UTF8Text(".wav").bytes) }
    return files
  }
}

/// A recorded sound that a document of a commons plays.
public struct CommonsSound: Equatable, Sendable {
  /// The name by which the document refers to it.
  public var name: [UInt8] = []
  /// The hash of its file.
  public var file: [UInt8] = []
  var unknown: [JSON.Member] = []

  /// A sound with its name and hash.
  public init(name: [UInt8] = [], file: [UInt8] = []) { (self.name, self.file) = (name, file) }
}

/// A render of a document of a commons.
public struct CommonsRender: Equatable, Sendable {
  /// The version of Tactus.
  public var engine: [UInt8] = []
  /// The SHA-256 of the samples: 32-bit floats, least byte first, both channels in turn, 48000 Hz.
  public var hash: [UInt8] = []
  /// The integrated loudness in LUFS.
  public var loudness: Float = 0
  var unknown: [JSON.Member] = []

  /// A render with its version, hash and loudness.
  public init(engine: [UInt8] = [], hash: [UInt8] = [], loudness: Float = 0) {
    (self.engine, self.hash, self.loudness) = (engine, hash, loudness)
  }
}

extension CommonsEntry: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> CommonsEntry { CommonsEntry() }

  /// An unknown version is reported before the keys that it may have changed.
  package static var turns: Int { 2 }
  package func turn(of key: [UInt8]) -> Int { key == "version" ? 0 : 1 }

  package mutating func begin(at node: JSONNode, _: inout DocumentVisitor) throws(Fault) {
    guard case .object = node.value else { throw node.fault("an entry is a JSON object") }
    try node.mustHaveVersion()
  }

  package mutating func visit(
    _ visitor: inout DocumentVisitor, beside plain: CommonsEntry
  ) throws(Fault) {
    if visitor.task == .write { visitor.write("version", "\(Self.version)") }
    if let node = visitor.value(of: "version") {
      guard case .integer(let number) = node.value, number >= 1 else {
        throw node.fault("must be a whole number from 1")
      }
      guard number <= Int64(Self.version) else {
        throw node.fault(
          "this entry is of version \(Int(clamping: number)), and this Tactus reads up to \(Self.version)")
      }
    }
    try visitor.choice("kind", &kind, beside: nil, "kind") { $0.symbol }
    try visitor.shownText("name", &name, beside: nil, limit: Self.nameLimit)
    try visitor.shownText("author", &author, beside: nil, limit: Self.nameLimit)
    try visitor.choice("license", &license, beside: nil, "license") { $0.symbol }
    if let node = try visitor.text("date", &date, limit: 10, isOptional: true) {
      let isDay =
        date.count == 10
        && date.indices.allSatisfy {
          $0 == 4 || $0 == 7
            ? date[$0] == UInt8(ascii: "-") : UInt8(ascii: "0")...UInt8(ascii: "9") ~= date[$0]
        }
      guard isDay || date.isEmpty else { throw node.fault("must be a day, like 2026-11-29") }
    }
    try visitor.shownText("category", &category, beside: plain.category, limit: Self.nameLimit)
    try visitor.texts("tags", &tags, most: Self.tagLimit, "tags", limit: Self.nameLimit)
    try visitor.shownText(
      "description", &description, beside: plain.description, limit: Self.descriptionLimit, lines: 4)
    try visitor.hash("file", &file, isOptional: false)
    try visitor.hash("performance", &performance)
    try visitor.list(
      "sounds", &sounds, most: Self.listLimit, "sounds", new: "{\"name\": \"new.wav\"}", indent: 4)
    try visitor.hash("parent", &parent)
    try visitor.texts("versions", &versions, most: Self.listLimit, "versions", limit: 64)
    try visitor.list("renders", &renders, most: Self.listLimit, "renders", new: "{}", indent: 4)
    try visitor.unknown(&unknown)
  }

  package mutating func complete(
    _ turn: Int, at node: JSONNode, _: inout DocumentVisitor
  ) throws(Fault) {
    if turn == 0 { return }
    for key in ["kind", "name", "author", "license", "file"] as [StaticString] { _ = try node.required(key) }
    if name.isEmpty { throw try node.required("name").fault("must not be empty") }
    if author.isEmpty { throw try node.required("author").fault("must not be empty") }
    for (index, tag) in tags.enumerated() where !UTF8Text(bytes: tag).isShown {
      throw try node.required("tags").elements()[index].fault("has a character that can't be shown")
    }
    for (index, hash) in versions.enumerated() where !Self.isHash(hash) {
      throw try node.required("versions").elements()[index].fault(DocumentVisitor.noHash)
    }
    for index in renders.indices
    where renders[..<index].contains(where: { $0.engine == renders[index].engine }) {
      throw try node.required("renders").elements()[index].member("engine").fault(
        "there are two renders of \(JSON.quoted(renders[index].engine))")
    }
  }
}

extension CommonsSound: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> CommonsSound { CommonsSound() }

  package mutating func visit(
    _ visitor: inout DocumentVisitor, beside plain: CommonsSound
  ) throws(Fault) {
    try visitor.shownText("name", &name, beside: nil, limit: 255)
    try visitor.hash("file", &file, isOptional: false)
    try visitor.unknown(&unknown)
  }

  package mutating func complete(
    _: Int, at node: JSONNode, _: inout DocumentVisitor
  ) throws(Fault) {
    let nameNode = try node.required("name")
    _ = try node.required("file")
    guard PatchSample.isPath(name) else { throw nameNode.fault("cannot be the path of a sound in a patch") }
  }
}

extension CommonsRender: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> CommonsRender { CommonsRender() }

  package mutating func visit(
    _ visitor: inout DocumentVisitor, beside plain: CommonsRender
  ) throws(Fault) {
    try visitor.shownText("engine", &engine, beside: nil, limit: 24)
    try visitor.hash("hash", &hash, isOptional: false)
    try visitor.number("loudness", &loudness, beside: nil, -200...20, .decibels)
    try visitor.unknown(&unknown)
  }

  package mutating func complete(
    _: Int, at node: JSONNode, _: inout DocumentVisitor
  ) throws(Fault) {
    for key in ["engine", "hash"] as [StaticString] { _ = try node.required(key) }
  }
}

extension DocumentVisitor {
  fileprivate static var noHash: UTF8Text { "must be a SHA-256: 64 digits 0-9 and a-f" }

  /// A text that pages and terminals show, without control characters and changes of direction.
  @discardableResult
  mutating func shownText(
    _ key: StaticString, _ text: inout [UInt8], beside plain: [UInt8]?, limit: Int, lines: Int = 1
  ) throws(Fault) -> JSONNode? {
    guard let node = try self.text(key, &text, beside: plain, limit: limit, lines: lines) else { return nil }
    guard UTF8Text(bytes: text).isShown else { throw node.fault("has a character that can't be shown") }
    return node
  }

  /// A SHA-256 in base 16. An empty one is left out.
  fileprivate mutating func hash(
    _ key: StaticString, _ hash: inout [UInt8], isOptional: Bool = true
  ) throws(Fault) {
    guard let node = try text(key, &hash, beside: isOptional ? [] : nil, limit: 64, isOptional: isOptional)
    else { return }
    guard CommonsEntry.isHash(hash) else { throw node.fault(Self.noHash) }
  }
}

extension UTF8Text {
  /// Whether it has neither control characters nor characters that change the direction of what follows.
  fileprivate var isShown: Bool {
    for index in bytes.indices {
      let byte = bytes[index]
      if byte < 0x20 && byte != 0x0A || byte == 0x7F { return false }
      // U+0080 to U+009F; U+200B to U+200F, U+2028 to U+202E, U+2060 to U+206F; U+FEFF.
      if byte == 0xC2, index + 1 < bytes.count, bytes[index + 1] < 0xA0 { return false }
      if byte == 0xE2, index + 2 < bytes.count {
        let (second, third) = (bytes[index + 1], bytes[index + 2])
        if second == 0x80, 0x8B...0x8F ~= third || 0xA8...0xAE ~= third { return false }
        if second == 0x81, third >= 0xA0, third < 0xB0 { return false }
      }
      if byte == 0xEF, index + 2 < bytes.count, bytes[index + 1] == 0xBB, bytes[index + 2] == 0xBF {
        return false
      }
    }
    return true
  }
}
