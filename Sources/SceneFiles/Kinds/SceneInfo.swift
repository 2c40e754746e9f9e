// The description of a scene: info.json or Info.plist. Not for the audio thread.
import Text

/// Name, author, description and category of a scene; empty where it does not say.
public struct SceneInfo: Equatable, Sendable {
  /// The name for people.
  public var name: [UInt8] = []
  /// Who made it.
  public var author: [UInt8] = []
  /// The description, perhaps of several lines.
  public var description: [UInt8] = []
  /// What it belongs to.
  public var category: [UInt8] = []

  /// The most bytes of each text.
  public static let textLimit = 16_384

  /// A scene that says nothing.
  public init() {}

  /// Reads PdParty's `info.json`. Other keys are not ours to judge.
  public init(json text: [UInt8]) throws(DocumentError) {
    let text = UTF8Text.repaired(text)
    let root = try text.span.bytes.withUnsafeBytes { text throws(DocumentError) in try JSON(text) }
    do throws(Fault) {
      for (key, node) in try JSONNode(root, at: []).members() {
        try take(key) { () throws(Fault) in try node.text(limit: Self.textLimit) }
      }
    } catch {
      throw text.span.bytes.withUnsafeBytes { error.error(in: $0) }
    }
  }

  private mutating func take(_ key: [UInt8], _ text: () throws(Fault) -> [UInt8]) throws(Fault) {
    if key == "name" { name = try text() }
    if key == "author" { author = try text() }
    if key == "description" { description = try text() }
    if key == "category" { category = try text() }
  }

  /// Reads RjDj's `Info.plist`: the texts of its dictionary `info`.
  public init(propertyList text: [UInt8]) throws(DocumentError) {
    let texts = try PropertyList.texts(of: "info", in: text)
    func value(_ key: StaticString) -> [UInt8] {
      UTF8Text.repaired(texts.first { $0.key == key }?.text ?? [])
    }
    name = value("name")
    author = value("author")
    description = value("description")
    category = value("category")
  }
}
