// One change to a patch, as `vocabulary#edit` and OSC bring it.
import Matrix
import Text

extension PatchDocument {
  /// Applies a change: a JSON object whose keys are those of a patch (which change only what they name) or
  /// `set`, `object`, `connect`, `disconnect`, `route`, `unroute`, `snapshot`, `recall`, `forget`. All of it is done or, on an error, nothing.
  /// Answers what was clamped.
  @discardableResult
  public mutating func apply(edit text: UnsafeRawBufferPointer) throws(DocumentError) -> [DocumentError] {
    let root = JSONNode(try JSON(text), at: [])
    do throws(Fault) {
      var reader = PatchReader(self, isEdit: true)
      let members = try root.members()
      guard !members.isEmpty else { throw root.fault("there is no change in this edit") }
      for (key, node) in PatchReader.mapFirst(members) {
        if try reader.change(key, node) { continue }
        guard try reader.member(key, node) else { throw node.fault("there is no such change") }
      }
      self = reader.result
      return reader.warnings.errors(in: text)
    } catch {
      throw error.error(in: text)
    }
  }

  @discardableResult
  public mutating func apply(edit text: [UInt8]) throws(DocumentError) -> [DocumentError] {
    try text.span.bytes.withUnsafeBytes { text throws(DocumentError) in try apply(edit: text) }
  }
}

extension PatchReader {
  /// Does what only an edit can say; false for other keys.
  fileprivate mutating func change(_ key: [UInt8], _ node: JSONNode) throws(Fault) -> Bool {
    switch PatchKey.Edit(key) {
    case .set:
      try parameters(node)
    case .object:
      try objects(node)
    case .snapshot:
      try takeSnapshot(node)
    case .recall:
      try recallSnapshot(node)
    case .forget:
      try forgetSnapshot(node)
    case .connect:
      try connect(node)
    case .disconnect:
      try disconnect(node)
    case .route:
      let entry = try route(node)
      if result.routes.contains(where: { $0.route == entry.route }) { return true }
      guard result.routes.count < Program.routeLimit else {
        throw node.fault("there are \(Program.routeLimit) routes already")
      }
      result.routes.append(entry)
    case .unroute:
      let entry = try route(node)
      let count = result.routes.count
      result.routes.removeAll { $0.route == entry.route }
      guard result.routes.count < count else { throw node.fault("there is no such route") }
    case nil:
      return false
    }
    return true
  }

  private mutating func connect(_ node: JSONNode) throws(Fault) {
    var entry = try connection(node)
    if let found = try node.members().first(where: { PatchKey.Place($0.key) == .place }) {
      let place = try place(found.node)
      entry.unknown = result.connections[place].unknown
      result.connections[place] = entry
    } else {
      guard result.connections.count < Program.connectionLimit else {
        throw node.fault("there are \(Program.connectionLimit) connections already")
      }
      result.connections.append(entry)
    }
  }

  /// By place, or all between a source and a destination.
  private mutating func disconnect(_ node: JSONNode) throws(Fault) {
    guard case .object = node.value else {
      result.connections.remove(at: try place(node))
      return
    }
    let ends = try connection(node).connection
    let count = result.connections.count
    result.connections.removeAll {
      $0.connection.source == ends.source && $0.connection.destination == ends.destination
    }
    guard result.connections.count < count else { throw node.fault("there is no such connection") }
  }

  /// The index of a connection by its place, which counts from 1 as the trims do.
  private func place(_ node: JSONNode) throws(Fault) -> Int {
    guard case .integer(let place) = node.value, place >= 1, place <= Int64(result.connections.count) else {
      throw node.fault("must be the place of a connection, 1…\(result.connections.count)")
    }
    return Int(place) - 1
  }
}
