// Reads connections and routes of a patch from JSON. Not for the audio thread.
import Controls
import Matrix
import Music
import Text

extension PatchReader {
  mutating func connection(_ node: JSONNode) throws(Fault) -> PatchConnection {
    let members = try node.members()
    func end(_ key: PatchKey.Connection) throws(Fault) -> JSONNode {
      guard let found = members.first(where: { $0.key == key.symbol }) else {
        throw node.fault("\(key.symbol) is missing")
      }
      return found.node
    }
    let source = try end(.source).controller()
    let destination = try end(.destination).parameter()
    let spec = destination.spec
    var entry = PatchConnection(
      Connection(source, destination, low: spec.minimum, high: spec.maximum))
    for (key, node) in members {
      switch PatchKey.Connection(key) {
      case .source, .destination: break
      case .low:
        entry.connection.low = try number(node, spec.minimum, spec.maximum)
      case .high:
        entry.connection.high = try number(node, spec.minimum, spec.maximum)
      case .sensitivity:
        entry.connection.sensitivity = try number(node, 0, 16)
      case .direction:
        let text = try node.text(limit: 16)
        guard text == "up" || text == "down" else { throw node.fault("must be \"up\" or \"down\"") }
        entry.connection.isInverted = text == "down"
      case .slope:
        if case .string = node.value {
          let scale: Scale = try node.symbol(of: "scale") { UTF8Text($0.symbol).bytes }
          guard spec.unit == .semitones else {
            throw node.fault("only a parameter in semitones steps along a scale")
          }
          entry.connection.scaleMask = scale.semitones
        } else {
          entry.connection.curve = try number(node, -1, 1)
        }
      case .smooth:
        if case .array = node.value {
          let times = try node.elements()
          guard times.count == 2 else { throw node.fault("must be a number of seconds or two: up, down") }
          entry.connection.smoothUp = try number(times[0], 0, 10)
          entry.connection.smoothDown = try number(times[1], 0, 10)
        } else {
          entry.connection.smoothUp = try number(node, 0, 10)
          entry.connection.smoothDown = entry.connection.smoothUp
        }
      case .gate:
        entry.connection.gate = try node.symbol(of: "gate") { UTF8Text($0.symbol).bytes }
      case .mode:
        entry.connection.mode = try node.symbol(of: "mode") { UTF8Text($0.symbol).bytes }
      case .combine:
        entry.connection.combine = try node.symbol(of: "rule to combine") {
          UTF8Text($0.symbol).bytes
        }
      case .amount:
        entry.connection.amount = try number(node, -2, 2)
      case nil:
        // An edit names the connection that it replaces.
        if isEdit && key == PatchKey.Place.place.symbol { continue }
        entry.unknown.append(try kept(key, node))
      }
    }
    return entry
  }

  mutating func route(_ node: JSONNode) throws(Fault) -> PatchRoute {
    let members = try node.members()
    func end(_ key: PatchKey.Route) throws(Fault) -> JSONNode {
      guard let found = members.first(where: { $0.key == key.symbol }) else {
        throw node.fault("\(key.symbol) is missing")
      }
      return found.node
    }
    let trigger: Trigger = try end(.trigger).symbol(of: "trigger") { UTF8Text($0.symbol).bytes }
    let action: Action = try end(.action).symbol(of: "action") { UTF8Text($0.symbol).bytes }
    var entry = PatchRoute(Route(trigger, action))
    if let snapshot = action.snapshot { recalls.append((snapshot, try end(.action))) }
    if trigger.argument == .level {
      let controller = try end(.of).controller()
      let spec = controller.spec
      entry.route.of = controller
      entry.route.level = try number(try end(.level), spec.minimum, spec.fullScale)
      entry.route.hysteresis = Route.defaultHysteresis(of: controller)
    }
    for (key, node) in members {
      if try !argument(key, node, of: &entry) { entry.unknown.append(try kept(key, node)) }
    }
    return entry
  }

  /// A part of the surface.
  mutating func region(_ node: JSONNode) throws(Fault) -> Region {
    let edges = try node.elements()
    guard edges.count == 4 else { throw node.fault("must be four numbers: left, bottom, right, top") }
    let region = Region(
      left: try number(edges[0], 0, 1), bottom: try number(edges[1], 0, 1), right: try number(edges[2], 0, 1),
      top: try number(edges[3], 0, 1))
    guard region.left <= region.right, region.bottom <= region.top else {
      throw node.fault("left is above right, or bottom above top")
    }
    return region
  }

  /// Takes over what narrows the trigger down; false for a key that it has no use for.
  private mutating func argument(_ key: [UInt8], _ node: JSONNode, of entry: inout PatchRoute) throws(Fault)
    -> Bool
  {
    let argument = entry.route.trigger.argument
    switch PatchKey.Route(key) {
    case .trigger, .action: break
    case .number:
      guard case .number(let greatest) = argument else { return false }
      let given = try number(node, 1, Float(greatest))
      guard given == given.rounded() else { throw node.fault("must be a whole number") }
      entry.route.number = UInt8(given)
    case .region:
      guard argument == .region else { return false }
      entry.route.region = try region(node)
    case .source:
      guard entry.route.trigger.isOfTouches else { return false }
      entry.source = try node.text(limit: 32)
    case .kind:
      guard entry.route.trigger.isOfTouches else { return false }
      let kind: SourceKind = try node.symbol(of: "kind of source") { UTF8Text($0.symbol).bytes }
      entry.route.kind = kind
    case .condition:
      entry.condition = try node.text(limit: PatchRoute.conditionLimit)
      try checkExpression(entry.condition, at: node)
    case .of, .level: return argument == .level
    case .hysteresis:
      guard argument == .level else { return false }
      let spec = entry.route.of.spec
      entry.route.hysteresis = try number(node, 0, spec.fullScale - spec.minimum)
    case .direction:
      guard argument == .level else { return false }
      let text = try node.text(limit: 16)
      guard text == "up" || text == "down" else { throw node.fault("must be \"up\" or \"down\"") }
      entry.route.isFalling = text == "down"
    case nil: return false
    }
    return true
  }
}

extension Route {
  /// A fiftieth of the controller's range.
  static func defaultHysteresis(of controller: Controller) -> Float {
    (controller.spec.fullScale - controller.spec.minimum) / 50
  }
}
