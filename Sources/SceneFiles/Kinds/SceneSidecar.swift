// What a scene's folder says to Tactus alone: `tactus.json`. Not for the audio thread.
import Text

/// The settings that a scene brings along for Tactus. Other programs ignore the file. It grants no rights.
public struct SceneSidecar: Equatable, Sendable {
  /// The name of the file beside the main patch.
  public static let file: StaticString = "tactus.json"
  /// The most controls: the ports that a host has for them.
  public static let controlLimit = 16
  /// Sample rates in Hz that may be asked for.
  public static let rates: ClosedRange<Int64> = 8_000...192_000

  /// The sample rate at which Pd runs; 0: that of the host; nil: that of the kind of scene.
  public var rate: Int?
  /// What the ports of a host move, in their order; nil: the first widgets.
  public var controls: [SceneControl]?

  /// The keys of the file, and of one of its controls.
  enum Key: DocumentKey {
    case version, rate, controls, name, to, low, high

    var symbol: StaticString {
      switch self {
      case .version: "version"
      case .rate: "sample_rate"
      case .controls: "controls"
      case .name: "name"
      case .to: "to"
      case .low: "low"
      case .high: "high"
      }
    }
  }

  /// A scene that says nothing.
  public init() {}

  /// Reads the file. What is clamped and unknown keys are warnings.
  public init(_ text: [UInt8], warnings: inout [DocumentError]) throws(DocumentError) {
    self = try text.span.bytes.withUnsafeBytes { text throws(DocumentError) in
      let root = JSONNode(try JSON(text), at: [])
      var reader = SidecarReader()
      do throws(Fault) { try reader.read(root) } catch { throw error.error(in: text) }
      warnings += reader.warnings.errors(in: text)
      return reader.result
    }
  }
}

private struct SidecarReader: DocumentReading {
  var result = SceneSidecar()
  var warnings: [Fault] = []
  let isEdit = false

  mutating func read(_ root: JSONNode) throws(Fault) {
    var hasVersion = false
    for (key, node) in try root.members() {
      switch SceneSidecar.Key(key) {
      case .version:
        guard try whole(node) == 1 else { throw node.fault("must be 1") }
        hasVersion = true
      case .rate: result.rate = try whole(node) == 0 ? 0 : Int(try whole(node, SceneSidecar.rates))
      case .controls:
        let nodes = try node.elements()
        guard nodes.count <= SceneSidecar.controlLimit else {
          throw node.fault("has \(nodes.count) controls, more than \(SceneSidecar.controlLimit)")
        }
        var controls: [SceneControl] = []
        for each in nodes { controls.append(try control(each)) }
        result.controls = controls
      case .name, .to, .low, .high, nil: _ = try kept(key, node)
      }
    }
    guard hasVersion else { throw root.fault("must have a \"version\"") }
  }

  private mutating func control(_ node: JSONNode) throws(Fault) -> SceneControl {
    var control = SceneControl(
      name: [], address: [], range: SceneRange(low: 0, high: 1, isLogarithmic: false), value: 0)
    for (key, node) in try node.members() {
      switch SceneSidecar.Key(key) {
      case .name: control.name = try node.text(limit: 64)
      case .to: control.address = try node.text(limit: 256)
      case .low: control.range.low = try number(node, -1e6, 1e6)
      case .high: control.range.high = try number(node, -1e6, 1e6)
      case .version, .rate, .controls, nil: _ = try kept(key, node)
      }
    }
    guard !control.address.isEmpty else { throw node.fault("must have \"to\": a name in the patch") }
    if control.name.isEmpty { control.name = control.address }
    control.value = control.range.low
    return control
  }
}
