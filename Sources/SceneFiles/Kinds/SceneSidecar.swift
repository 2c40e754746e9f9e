// A scene's own file for Tactus: `tactus.json`. Not for the audio thread.
import Text

/// The settings that a scene brings along for Tactus. Other programs ignore the file. It grants no rights.
public struct SceneSidecar: Equatable, Sendable {
  /// The name of the file beside the main patch.
  public static let file: StaticString = "tactus.json"
  /// The most controls: the ports that a host has for them.
  public static let controlLimit = 16
  /// Sample rates in Hz that may be asked for.
  public static let rates: ClosedRange<Int> = 8_000...192_000

  /// The sample rate at which Pd runs; 0: that of the host; nil: that of the kind of scene.
  public var rate: Int?
  /// The controls that the ports of a host move, in their order; nil: the first widgets.
  public var controls: [SceneControl]?

  /// A scene that says nothing.
  public init() {}

  /// Reads the file. What is clamped and unknown keys are warnings.
  public init(_ text: [UInt8], warnings: inout [DocumentError]) throws(DocumentError) {
    self = try DocumentVisitor.document(text, from: SceneSidecar(), warnings: &warnings)
  }
}

extension SceneSidecar: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> SceneSidecar { SceneSidecar() }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside _: SceneSidecar) throws(Fault) {
    try visitor.version(1)
    if let node = visitor.value(of: "sample_rate") {
      rate = try visitor.whole(node) == 0 ? 0 : visitor.whole(node, in: Self.rates)
    }
    var list: [SceneControl] = []
    if try visitor.list("controls", &list, most: Self.controlLimit, "controls", new: "{}") {
      controls = list
    }
    try visitor.reportUnknown()
  }

  package mutating func complete(_: Int, at node: JSONNode, _: inout DocumentVisitor) throws(Fault) {
    try node.mustHaveVersion()
  }
}

extension SceneControl: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> SceneControl {
    SceneControl(name: [], address: [], range: SceneRange(low: 0, high: 1, isLogarithmic: false), value: 0)
  }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside plain: SceneControl) throws(Fault) {
    try visitor.text("name", &name, limit: 64)
    try visitor.text("to", &address, limit: 256)
    try visitor.number("low", &range.low, beside: plain.range.low, -1e6...1e6)
    try visitor.number("high", &range.high, beside: plain.range.high, -1e6...1e6)
    try visitor.reportUnknown()
  }

  package mutating func complete(_: Int, at node: JSONNode, _: inout DocumentVisitor) throws(Fault) {
    guard !address.isEmpty else { throw node.fault("must have \"to\": a name in the patch") }
    if name.isEmpty { name = address }
    value = range.low
  }
}
