// The JSON of an edit, decoded change by change. Not for the audio thread.
import Controls
import Instrument
import Matrix
import Text

extension PatchReader {
  /// Decodes the changes of an edit and applies them. Each is applied before the next is decoded, so that the
  /// first mistake is the one that is reported.
  mutating func apply(edits root: JSONNode) throws(Fault) {
    let members = try root.members()
    guard !members.isEmpty else { throw root.fault("there is no change in this edit") }
    for (key, node) in Self.mapFirst(members) {
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
      let entry = try connection(node)
      let found = try node.members().first { PatchKey.Place($0.key) == .place }
      guard let found else { return .connect(entry, place: nil) }
      return .connect(entry, place: try connectionPlace(found.node))
    case .disconnect:
      guard case .object = node.value else { return .disconnect(place: try connectionPlace(node)) }
      let ends = try connection(node).connection
      return .disconnectAll(ends.source, ends.destination)
    case .route: return .route(try route(node))
    case .unroute: return .unroute(try route(node))
    case .shape: return try shapeEdit(node)
    case .forgetShape: return .forgetShape(place: try shapePlace(node))
    case .body: return .body(place: try worldPlace(in: node), try body(node))
    case .moveBody: return try movedBody(node)
    case .removeBody: return .removeBody(place: try worldPlace(node))
    case .spring: return .spring(place: try worldPlace(in: node), try spring(node))
    case .removeSpring: return .removeSpring(place: try worldPlace(node))
    case .field: return .field(place: try worldPlace(in: node), try field(node))
    case .removeField: return .removeField(place: try worldPlace(node))
    case nil: break
    }
    if let step = HistoryStep(key) {
      guard node.value == .bool(true) else { throw step.fault(at: node) }
      return .step(step)
    }
    guard let key = PatchKey(key), key != .version else { throw node.fault("there is no such change") }
    return .member(key, node.json)
  }

  private mutating func set(_ symbol: [UInt8], _ node: JSONNode) throws(Fault) -> PatchEdit {
    guard let parameter = Parameter.named(symbol) else { throw node.fault("is not known") }
    return .set(parameter, try change(of: parameter, node))
  }

  private func object(_ symbol: [UInt8], _ node: JSONNode) throws(Fault) -> PatchEdit {
    guard let object = SoundObject.allCases.first(where: { symbol == $0.symbol }) else {
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
      switch PatchKey.Place(key) {
      case .place: place = try snapshotPlace(node)
      case .name: name = try node.text(limit: PatchSnapshot.nameLimit)
      case nil: throw node.fault("is not known")
      }
    }
    return .snapshot(place: place, name: name)
  }

  private func snapshotPlace(_ node: JSONNode) throws(Fault) -> Int {
    guard case .integer(let place) = node.value else { throw node.fault("must be the place of a snapshot") }
    return Int(clamping: place)
  }
}
