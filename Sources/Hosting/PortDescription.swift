// The description of one port, read by lilv. Command-line tool; one thread at a time.
import CLilv

/// A port as its plugin's Turtle describes it.
public struct PortDescription: Sendable {
  /// The kind of data of a port.
  public enum Kind: Sendable, Equatable { case audio, control, events, voltage }

  public let index: Int
  public let symbol: String
  public let name: String
  public let kind: Kind
  public let isInput: Bool
  /// The range of a control; `NaN` where the Turtle states none.
  public let minimum, maximum, `default`: Float
  /// URI of `lv2:designation`, such as `…lv2core#freeWheeling`.
  public let designation: String?
  /// `rsz:minimumSize` in bytes, 0 if not stated.
  let minimumSize: Int
  let supportsMIDI: Bool

  init(_ port: OpaquePointer, of plugin: OpaquePointer, uri: String, world: World) throws {
    let nodes = Nodes(world.lilv)
    func isA(_ type: String) -> Bool { lilv_port_is_a(plugin, port, nodes[type]) }
    func number(_ node: OpaquePointer?) -> Float {
      guard let node, lilv_node_is_float(node) || lilv_node_is_int(node) else { return .nan }
      return lilv_node_as_float(node)
    }
    index = Int(lilv_port_get_index(plugin, port))
    symbol = String(cString: lilv_node_as_string(lilv_port_get_symbol(plugin, port)))
    let nameNode = lilv_port_get_name(plugin, port)
    name = nameNode.map { String(cString: lilv_node_as_string($0)) } ?? symbol
    lilv_node_free(nameNode)
    isInput = isA(Vocabulary.core + "InputPort")

    if isA(Vocabulary.core + "AudioPort") {
      kind = .audio
    } else if isA(Vocabulary.core + "ControlPort") {
      kind = .control
    } else if isA(Vocabulary.atom + "AtomPort") {
      kind = .events
    } else if isA(Vocabulary.core + "CVPort") {
      kind = .voltage
    } else {
      throw HostingError.unsupportedPort(plugin: uri, symbol: symbol)
    }

    var nodesOfRange: (OpaquePointer?, OpaquePointer?, OpaquePointer?)
    lilv_port_get_range(plugin, port, &nodesOfRange.0, &nodesOfRange.1, &nodesOfRange.2)
    (self.default, minimum, maximum) = (
      number(nodesOfRange.0), number(nodesOfRange.1), number(nodesOfRange.2)
    )
    for node in [nodesOfRange.0, nodesOfRange.1, nodesOfRange.2] { lilv_node_free(node) }

    let designationNode = lilv_port_get(plugin, port, nodes[Vocabulary.designation])
    designation = designationNode.flatMap { lilv_node_as_uri($0) }.map { String(cString: $0) }
    lilv_node_free(designationNode)
    let sizeNode = lilv_port_get(plugin, port, nodes[Vocabulary.minimumSize])
    minimumSize = sizeNode.map { Int(lilv_node_as_int($0)) } ?? 0
    lilv_node_free(sizeNode)
    supportsMIDI = lilv_port_supports_event(plugin, port, nodes[Vocabulary.midiEvent])
  }
}

/// URI nodes for queries, freed together.
final class Nodes {
  private let world: OpaquePointer
  private var nodes: [String: OpaquePointer] = [:]

  init(_ world: OpaquePointer) { self.world = world }

  deinit { for node in nodes.values { lilv_node_free(node) } }

  subscript(uri: String) -> OpaquePointer? {
    if let node = nodes[uri] { return node }
    let node = lilv_new_uri(world, uri)
    nodes[uri] = node
    return node
  }
}
