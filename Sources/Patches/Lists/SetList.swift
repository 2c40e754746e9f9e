// A set list: patches in the order in which they are played. Not for the audio thread.
import Text

/// The names of patches in order, as a file `NAME.setlist.json` in the folder of patches lists them.
public struct SetList: Equatable, Sendable {
  /// The newest version of the format, and the one that is written.
  public static var version: Int { 1 }
  /// Programs go from 0 to 127.
  public static var limit: Int { 128 }

  /// At most 128 bytes of UTF-8.
  public var name: [UInt8] = []
  /// 1 to 128 names of patches; one may come several times.
  public var patches: [[UInt8]] = []
  var unknown: [JSON.Member] = []

  /// - Throws: when there are no patches or too many, or a name is none.
  public init(name: [UInt8], patches: [[UInt8]]) throws(DocumentError) {
    self.name = name
    self.patches = patches
    guard 1...Self.limit ~= patches.count else { throw DocumentError(Self.badCount(patches.count)) }
    for patch in patches where !PatchName.isValid(patch) {
      throw DocumentError("\(JSON.quoted(patch)) cannot be the name of a patch")
    }
  }

  fileprivate init() {}

  /// Reads a set list. `warnings` gets what is not known.
  public static func read(_ text: [UInt8], warnings: inout [DocumentError]) throws(DocumentError) -> SetList {
    try DocumentVisitor.document(text, from: SetList(), warnings: &warnings)
  }

  /// As JSON, a patch a line, ending in a line end.
  public func write() -> [UInt8] { DocumentVisitor.text(of: self, beside: SetList()) }

  /// The form of a set list.
  public static var form: DocumentObject { DocumentVisitor.object(of: SetList()) }

  private static func badCount(_ count: Int) -> UTF8Text {
    count == 0
      ? "there is no patch in this set list" : "has \(count) patches; a set list holds at most \(limit)"
  }
}

extension SetList: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> SetList { SetList() }

  /// An unknown version is reported before what it may have changed.
  package static var turns: Int { 3 }
  package func turn(of key: [UInt8]) -> Int { key == "version" ? 1 : key == "patches" ? 2 : 0 }

  package mutating func begin(at node: JSONNode, _: inout DocumentVisitor) throws(Fault) {
    guard case .object = node.value else { throw node.fault("a set list is a JSON object") }
  }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside _: SetList) throws(Fault) {
    if visitor.task == .write { visitor.write("version", "\(Self.version)") }
    if let node = visitor.value(of: "version") {
      guard case .integer(let number) = node.value, number >= 1 else {
        throw node.fault("must be a whole number from 1")
      }
      guard number <= Self.version else {
        throw node.fault(
          "this set list is of version \(Int(number)), and this Tactus reads up to \(Self.version)")
      }
    }
    try visitor.text("name", &name, beside: nil, limit: 128)
    let node = visitor.field(
      "patches", words: JSON.lines("[", patches.map { JSON.quoted($0) }, "]", indent: 4),
      form: .list(most: Self.limit, new: "\"new\"") { _, _ in .text(64) })
    for node in try node?.elements() ?? [] {
      let name = try node.text(limit: 64)
      guard PatchName.isValid(name) else { throw node.fault("cannot be the name of a patch") }
      patches.append(name)
    }
    try visitor.unknown(&unknown)
  }

  package mutating func complete(_ turn: Int, at node: JSONNode, _: inout DocumentVisitor) throws(Fault) {
    if turn == 0, try node.value(of: "version") == nil {
      throw node.fault("version is missing: this is no set list")
    }
    if turn != 1 { return }
    guard let patches = try node.value(of: "patches") else {
      throw node.fault("patches is missing: the names of the patches in order")
    }
    let count = try patches.elements().count
    guard 1...Self.limit ~= count else { throw patches.fault(Self.badCount(count)) }
  }
}
