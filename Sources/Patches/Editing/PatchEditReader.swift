// The JSON of an edit, decoded change by change. Not for the audio thread.
import Controls
import Instrument
import Matrix
import Text

extension PatchEditor {
  /// Decodes the changes of an edit and applies them. Each is applied before the next is decoded, so that the
  /// first mistake is the one that is reported.
  mutating func apply(edits root: JSONNode) throws(Fault) {
    let members = try root.members()
    guard !members.isEmpty else { throw root.fault("there is no change in this edit") }
    // Parts fall back on the map.
    let isMap = { (member: (key: [UInt8], node: JSONNode)) in member.key == "map" }
    for (key, node) in members.filter(isMap) + members.filter({ !isMap($0) }) {
      if PatchKey.Edit(key) == .set {
        for (symbol, node) in try node.members() { try apply(set(symbol, node), at: node) }
      } else if PatchKey.Edit(key) == .object {
        for (symbol, node) in try node.members() { try apply(object(symbol, node), at: node) }
      } else {
        try apply(edit(key, node), at: node)
      }
    }
  }

  /// Decodes a change that is one member of an edit.
  private mutating func edit(_ key: [UInt8], _ node: JSONNode) throws(Fault) -> PatchEdit {
    switch PatchKey.Edit(key) {
    case .set, .object: break
    case .snapshot: return try snapshotEdit(node)
    case .recall: return .recall(snapshot: try snapshotPlace(node))
    case .forget: return .forget(snapshot: try snapshotPlace(node))
    case .connect:
      let entry = try object(PatchConnection.element, node)
      let found = try node.members().first { $0.key == "place" }
      guard let found else { return .connect(entry, place: nil) }
      return .connect(entry, place: try connectionPlace(found.node))
    case .disconnect:
      guard case .object = node.value else { return .disconnect(place: try connectionPlace(node)) }
      let ends = try object(PatchConnection.element, node).connection
      return .disconnectAll(ends.source, ends.destination)
    case .route: return .route(try object(PatchRoute.element, node))
    case .unroute: return .unroute(try object(PatchRoute.element, node))
    case .shape: return try shapeEdit(node)
    case .forgetShape: return .forgetShape(place: try shapePlace(node))
    case .body: return .body(place: try worldPlace(in: node), try object(WorldBody.element, node))
    case .moveBody: return try movedBody(node)
    case .removeBody: return .removeBody(place: try worldPlace(node))
    case .spring: return .spring(place: try worldPlace(in: node), try object(WorldSpring.element, node))
    case .removeSpring: return .removeSpring(place: try worldPlace(node))
    case .field: return .field(place: try worldPlace(in: node), try object(WorldField.element, node))
    case .removeField: return .removeField(place: try worldPlace(node))
    case .output: return .output(place: try worldPlace(in: node), try object(PatchOutput.element, node))
    case .removeOutput: return .removeOutput(place: try worldPlace(node))
    case nil: break
    }
    if let step = HistoryStep(key) {
      guard node.value == .bool(true) else { throw step.fault(at: node) }
      return .step(step)
    }
    return .member(key, node.json)
  }

  /// Reads an object of the patch; places lie in the room of its world.
  private mutating func object<Fields: DocumentFields>(
    _ element: (Int, JSON) -> Fields, _ node: JSONNode
  ) throws(Fault) -> Fields {
    visitor.bounds = SIMD2(result.world.width, result.world.height)
    visitor.count = result.world.bodies.count
    var fields = element(0, node.json)
    try visitor.read(&fields, from: node, beside: fields)
    return fields
  }

  private mutating func set(_ symbol: [UInt8], _ node: JSONNode) throws(Fault) -> PatchEdit {
    guard let parameter = Parameter.named(symbol) else { throw node.fault("is not known") }
    return .set(parameter, try ParameterChange(node, of: parameter, &visitor))
  }

  private func object(_ symbol: [UInt8], _ node: JSONNode) throws(Fault) -> PatchEdit {
    guard let object = SoundObject(symbol) else {
      throw node.fault("is not known")
    }
    return .object(object, isOn: try node.bool())
  }

  /// The place of a connection, from 1 as the trims count.
  private func connectionPlace(_ node: JSONNode) throws(Fault) -> Int {
    guard case .integer(let place) = node.value else { throw noConnection(at: node) }
    return Int(clamping: place)
  }

  func noConnection(at node: JSONNode) -> Fault {
    node.fault("must be the place of a connection, 1…\(result.connections.count)")
  }

  /// A place, or `{"place": 2, "name": "Dark"}`; without a place behind the last.
  private func snapshotEdit(_ node: JSONNode) throws(Fault) -> PatchEdit {
    guard case .object = node.value else {
      return .snapshot(place: try snapshotPlace(node), name: nil)
    }
    var place: Int?
    var name: [UInt8]?
    for (key, node) in try node.members() {
      if key == "place" {
        place = try snapshotPlace(node)
      } else if key == "name" {
        name = try node.text(limit: PatchSnapshot.nameLimit)
      } else {
        throw node.fault("is not known")
      }
    }
    return .snapshot(place: place, name: name)
  }

  private func snapshotPlace(_ node: JSONNode) throws(Fault) -> Int {
    guard case .integer(let place) = node.value else { throw node.fault("must be the place of a snapshot") }
    return Int(clamping: place)
  }
}
