// The name of a change of a patch, for *Undo* and *Redo*. Not for the audio thread.
import Controls
import Instrument
import Text

extension PatchEdit {
  /// A short name of the edit, such as `change Filter 1 cutoff`.
  public var title: [UInt8] { Self.title(of: text) }

  /// The same name for an edit in JSON, or an empty one if the text isn't an edit.
  public static func title(of text: [UInt8]) -> [UInt8] {
    let root = text.withUnsafeBytes { try? JSON($0) }
    guard case .object(let members)? = root?.value, let first = members.first else { return [] }
    if members.count > 1 { return UTF8Text("several changes").bytes }
    return title(of: first.key, first.value).bytes
  }

  private static func title(of key: [UInt8], _ json: JSON) -> UTF8Text {
    switch PatchKey.Edit(key) {
    case .set:
      guard case .object(let members) = json.value, members.count == 1 else { return "change several values" }
      return "change \(name(ofParameter: members[0].key))"
    case .object:
      guard case .object(let members) = json.value, members.count == 1 else {
        return "switch several objects"
      }
      let name: UTF8Text =
        SoundObject(members[0].key).map { "\($0.description.name)" } ?? .words(members[0].key)
      return members[0].value.value == .bool(true) ? "\(name) on" : "\(name) off"
    case .connect: return ends(of: json).map { "connect \($0) to \($1)" } ?? "change a connection"
    case .disconnect: return ends(of: json).map { "remove \($0) from \($1)" } ?? "remove a connection"
    case .snapshot: return "store a snapshot"
    case .recall: return "recall a snapshot"
    case .forget: return "remove a snapshot"
    case .route: return "add a route"
    case .unroute: return "remove a route"
    case .shape: return "teach a shape"
    case .forgetShape: return "remove a shape"
    case .body, .spring, .field, .output: return "change \(UTF8Text.words(key))"
    case .moveBody, .removeBody, .removeSpring, .removeField, .removeOutput: return .words(key)
    case nil: return "change \(UTF8Text.words(key))"
    }
  }

  /// The names of the ends of a connection, or nil unless the edit has both.
  private static func ends(of json: JSON) -> (source: UTF8Text, destination: UTF8Text)? {
    guard case .string(let source)? = json.member(PatchKey.Connection.source.bytes)?.value,
      case .string(let destination)? = json.member(PatchKey.Connection.destination.bytes)?.value
    else { return nil }
    let controller = Controller.allCases.first { $0.spec.symbol.isText(source) }
    return (
      controller.map { "\($0.spec.shortName)" } ?? .words(source), name(ofParameter: destination)
    )
  }

  private static func name(ofParameter symbol: [UInt8]) -> UTF8Text {
    Parameter.named(symbol).map { "\($0.spec.name)" } ?? .words(symbol)
  }
}
