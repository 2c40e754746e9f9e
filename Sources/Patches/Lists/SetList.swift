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
    try text.span.bytes.withUnsafeBytes { text throws(DocumentError) in
      let root = JSONNode(try JSON(text), at: [])
      do throws(Fault) {
        var reader = SetListReader()
        try reader.read(root)
        warnings += reader.warnings.errors(in: text)
        return reader.result
      } catch {
        throw error.error(in: text)
      }
    }
  }

  /// As JSON, a patch a line, ending in a line end.
  public func write() -> [UInt8] {
    var words: UTF8Text =
      "{\n  \"version\": \(Self.version),\n  \"name\": \(JSON.quoted(name)),\n  \"patches\": [\n"
    for index in patches.indices {
      words += "    \(JSON.quoted(patches[index]))"
      words += index < patches.count - 1 ? ",\n" : "\n"
    }
    words += "  ]"
    for member in unknown { words += ",\n  \(member.words)" }
    words += "\n}\n"
    return words.bytes
  }

  fileprivate static func badCount(_ count: Int) -> UTF8Text {
    count == 0
      ? "there is no patch in this set list" : "has \(count) patches; a set list holds at most \(limit)"
  }
}

private struct SetListReader: DocumentReading {
  var result = SetList()
  var warnings: [Fault] = []
  let isEdit = false

  mutating func read(_ root: JSONNode) throws(Fault) {
    guard case .object = root.value else { throw root.fault("a set list is a JSON object") }
    var version: JSONNode?
    var patches: JSONNode?
    for (key, node) in try root.members() {
      if key == "version" {
        version = node
      } else if key == "name" {
        result.name = try node.text(limit: 128)
      } else if key == "patches" {
        patches = node
      } else {
        result.unknown.append(try kept(key, node))
      }
    }
    guard let version else { throw root.fault("version is missing: this is no set list") }
    guard case .integer(let number) = version.value, number >= 1 else {
      throw version.fault("must be a whole number from 1")
    }
    guard number <= SetList.version else {
      throw version.fault(
        "this set list is of version \(Int(number)), and this Tactus reads up to \(SetList.version)")
    }
    guard let patches else { throw root.fault("patches is missing: the names of the patches in order") }
    let names = try patches.elements()
    guard 1...SetList.limit ~= names.count else { throw patches.fault(SetList.badCount(names.count)) }
    for node in names {
      let name = try node.text(limit: 64)
      guard PatchName.isValid(name) else { throw node.fault("cannot be the name of a patch") }
      result.patches.append(name)
    }
  }
}
