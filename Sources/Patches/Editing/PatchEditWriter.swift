// An edit of a patch as JSON: what `notify` sends, and where an error finds its line and column. Not for the
// audio thread.
import Controls
import Text

extension PatchEdit {
  /// The edit as a JSON object. Decoding it gives the same edit, or one that does the same.
  public var text: [UInt8] {
    switch self {
    case .set(let parameter, let change):
      return written("set", "{\"\(parameter.spec.symbol)\": \(change.words)}")
    case .object(let object, let isOn):
      return written("object", "{\"\(object.symbol)\": \(isOn ? "true" : "false" as UTF8Text)}")
    case .connect(let entry, let place): return written("connect", entry.words(at: place))
    case .disconnect(let place): return written("disconnect", "\(place)")
    case .disconnectAll(let source, let destination):
      return written(
        "disconnect",
        "{\"source\": \"\(source.spec.symbol)\", \"destination\": \"\(destination.spec.symbol)\"}")
    case .route(let entry): return written("route", entry.words)
    case .unroute(let entry): return written("unroute", entry.words)
    case .snapshot(let place, let name):
      return written("snapshot", placed(place, name))
    case .shape(let place, let name, let points):
      return written("shape", placed(place, name, ["\"points\": \(PatchShape.words(of: points))"]))
    case .body(let place, let body): return written("body", body.words(at: place))
    case .moveBody(let place, let x, let y):
      return written("move_body", "{\"place\": \(place), \"at\": [\(x), \(y)]}")
    case .removeBody(let place): return written("remove_body", "\(place)")
    case .spring(let place, let spring): return written("spring", spring.words(at: place))
    case .removeSpring(let place): return written("remove_spring", "\(place)")
    case .field(let place, let field): return written("field", field.words(at: place))
    case .removeField(let place): return written("remove_field", "\(place)")
    case .output(let place, let output): return written("output", output.words(at: place))
    case .removeOutput(let place): return written("remove_output", "\(place)")
    case .forgetShape(let place): return written("forget_shape", "\(place)")
    case .recall(let place): return written("recall", "\(place)")
    case .forget(let place): return written("forget", "\(place)")
    case .tune(let scl, let kbm):
      return written("tuning", "{\"scl\": \(JSON.quoted(scl)), \"kbm\": \(JSON.quoted(kbm))}")
    case .learn(let macro, var source):
      source.name = []
      return written("macros", "{\"\(macro)\": \(source.words)}")
    case .member(let key, let value): return JSON(.object([.init(key: key, value: value)])).words.bytes
    case .step(let step): return step.text
    case .unresolved(let text): return text
    }
  }

  /// An object with the place and the name that an edit may have.
  private func placed(_ place: Int?, _ name: [UInt8]?, _ more: [UTF8Text] = []) -> UTF8Text {
    var members: [UTF8Text] = []
    if let place { members.append("\"place\": \(place)") }
    if let name { members.append("\"name\": \(JSON.quoted(name))") }
    return JSON.list("{", members + more, "}")
  }

  private func written(_ key: StaticString, _ value: UTF8Text) -> [UInt8] {
    ("{\"\(key)\": \(value)}" as UTF8Text).bytes
  }
}
