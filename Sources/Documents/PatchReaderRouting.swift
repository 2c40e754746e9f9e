// Connections and routes of a patch, from JSON.
import Controls
import Matrix
import Music

extension PatchReader {
  mutating func connection(_ node: Node) throws(Fault) -> PatchConnection {
    let members = try node.members()
    func end(_ name: StaticString) throws(Fault) -> Node {
      guard let found = members.first(where: { $0.key == name }) else {
        throw node.fault("\(name) is missing")
      }
      return found.node
    }
    let source: Controller = try end("source").symbol(of: "controller") { $0.spec.symbol.bytes }
    let destination: Parameter = try end("destination").symbol(of: "parameter") { $0.spec.symbol.bytes }
    let spec = destination.spec
    var entry = PatchConnection(
      Connection(source, destination, low: spec.minimum, high: spec.maximum))
    for (key, node) in members {
      if key == "low" {
        entry.connection.low = try number(node, spec.minimum, spec.maximum)
      } else if key == "high" {
        entry.connection.high = try number(node, spec.minimum, spec.maximum)
      } else if key == "sensitivity" {
        entry.connection.sensitivity = try number(node, 0, 16)
      } else if key == "direction" {
        let text = try node.text(limit: 16)
        guard text == "up" || text == "down" else { throw node.fault("must be \"up\" or \"down\"") }
        entry.connection.isInverted = text == "down"
      } else if key == "slope" {
        if case .string = node.value {
          let scale: Scale = try node.symbol(of: "scale") { Words($0.symbol).bytes }
          guard spec.unit == .semitones else {
            throw node.fault("only a parameter in semitones steps along a scale")
          }
          entry.connection.scaleMask = scale.semitones
        } else {
          entry.connection.curve = try number(node, -1, 1)
        }
      } else if key == "smooth" {
        if case .array = node.value {
          let times = try node.elements()
          guard times.count == 2 else { throw node.fault("must be a number of seconds or two: up, down") }
          entry.connection.smoothUp = try number(times[0], 0, 10)
          entry.connection.smoothDown = try number(times[1], 0, 10)
        } else {
          entry.connection.smoothUp = try number(node, 0, 10)
          entry.connection.smoothDown = entry.connection.smoothUp
        }
      } else if key == "gate" {
        entry.connection.gate = try node.symbol(of: "gate") { Words($0.symbol).bytes }
      } else if key == "mode" {
        entry.connection.mode = try node.symbol(of: "mode") { Words($0.symbol).bytes }
      } else if key == "combine" {
        entry.connection.combine = try node.symbol(of: "rule to combine") {
          Words($0.symbol).bytes
        }
      } else if key == "amount" {
        entry.connection.amount = try number(node, -2, 2)
      } else if !(key == "source" || key == "destination" || isEdit && key == "place") {
        entry.unknown.append(try kept(key, node))
      }
    }
    return entry
  }

  mutating func route(_ node: Node) throws(Fault) -> PatchRoute {
    var trigger: Trigger?
    var action: Action?
    var unknown: [JSON.Member] = []
    for (key, node) in try node.members() {
      if key == "trigger" {
        trigger = try node.symbol(of: "trigger") { Words($0.symbol).bytes }
      } else if key == "action" {
        action = try node.symbol(of: "action") { Words($0.symbol).bytes }
      } else {
        unknown.append(try kept(key, node))
      }
    }
    guard let trigger else { throw node.fault("trigger is missing") }
    guard let action else { throw node.fault("action is missing") }
    var entry = PatchRoute(Route(trigger, action))
    entry.unknown = unknown
    return entry
  }
}
