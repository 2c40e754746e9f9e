// The description of a whole commons. Not for the audio thread.
import Text

/// The name and address of a commons. The file is `commons.json` in its folder.
public struct CommonsAbout: Equatable, Sendable {
  /// The newest version of the format, and the one that is written.
  public static var version: Int { 1 }

  /// Its name.
  public var name: [UInt8] = UTF8Text("Commons").bytes
  /// Who keeps it, and what may be sent to them.
  public var description: [UInt8] = []
  /// The address of its site, or empty if it is not known.
  public var address: [UInt8] = []
  var unknown: [JSON.Member] = []

  /// A commons without an address.
  public init() {}

  /// Reads a description. Unknown keys are added to `warnings`.
  public static func read(
    _ text: [UInt8], warnings: inout [DocumentError]
  ) throws(DocumentError) -> CommonsAbout {
    try DocumentVisitor.document(text, from: CommonsAbout(), warnings: &warnings)
  }

  /// Returns the canonical JSON, which ends in a line end.
  public func write() -> [UInt8] { DocumentVisitor.text(of: self, beside: CommonsAbout()) }

  /// The form of a description.
  public static var form: DocumentObject { DocumentVisitor.object(of: CommonsAbout()) }
}

extension CommonsAbout: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> CommonsAbout { CommonsAbout() }

  package mutating func begin(at node: JSONNode, _: inout DocumentVisitor) throws(Fault) {
    guard case .object = node.value else { throw node.fault("a commons is a JSON object") }
    try node.mustHaveVersion()
  }

  package mutating func visit(
    _ visitor: inout DocumentVisitor, beside plain: CommonsAbout
  ) throws(Fault) {
    try visitor.version(Self.version)
    try visitor.shownText("name", &name, beside: nil, limit: CommonsEntry.nameLimit)
    try visitor.shownText(
      "description", &description, beside: plain.description, limit: CommonsEntry.descriptionLimit, lines: 4)
    try visitor.text("address", &address, limit: 256)
    try visitor.unknown(&unknown)
  }
}
