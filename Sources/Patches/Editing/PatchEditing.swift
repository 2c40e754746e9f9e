// Applies edits to a patch. Not for the audio thread.
import Controls
import Instrument
import Matrix
import Text

extension PatchDocument {
  /// Applies one change, or on an error nothing.
  /// - Returns: what was clamped, with its place in the edit's JSON form.
  /// - Throws: what is wrong, and where in the edit's JSON form. Steps are for stores.
  @discardableResult
  public mutating func apply(_ edit: PatchEdit) throws(DocumentError) -> [DocumentError] {
    var editor = PatchEditor(self)
    if (try? editor.apply(edit, at: .nowhere)) != nil, editor.visitor.warnings.isEmpty {
      self = editor.result
      return []
    }
    // A refusal or a warning names a line and a column, and only a text has them.
    return try apply(edit: edit.text)
  }

  /// Applies the changes of an edit: a JSON object whose keys are those of a patch (which change only what
  /// they name) or those of `PatchKey.Edit`. All of them are made or, on an error, none.
  /// - Returns: what was clamped.
  @discardableResult
  public mutating func apply(edit text: UnsafeRawBufferPointer) throws(DocumentError) -> [DocumentError] {
    try apply(edit: JSON(text), of: text)
  }

  /// See `apply(edit:)`.
  @discardableResult
  public mutating func apply(edit text: [UInt8]) throws(DocumentError) -> [DocumentError] {
    try text.span.bytes.withUnsafeBytes { text throws(DocumentError) in try apply(edit: text) }
  }

  /// As `apply(edit:)`, for a text that has been read already.
  package mutating func apply(
    edit root: JSON, of text: UnsafeRawBufferPointer
  ) throws(DocumentError) -> [DocumentError] {
    do throws(Fault) {
      var editor = PatchEditor(self)
      try editor.apply(edits: JSONNode(root, at: []))
      self = editor.result
      return editor.visitor.warnings.errors(in: text)
    } catch {
      throw error.error(in: text)
    }
  }
}

/// Applies edits to a patch, change by change.
struct PatchEditor {
  var result: PatchDocument
  var visitor = DocumentVisitor(.read, isEdit: true)

  init(_ patch: PatchDocument) { result = patch }
}

extension PatchEditor {
  /// - Parameter node: where the edit stands in its text; `nowhere` for one that comes from no text.
  mutating func apply(_ edit: PatchEdit, at node: JSONNode) throws(Fault) {
    switch edit {
    case .set(let parameter, let change): try result.apply(change, to: parameter, at: node, &visitor)
    case .object(let object, let isOn): result.set(object, isOff: !isOn)
    case .connect(let entry, let place): try connect(entry, place, at: node)
    case .disconnect(let place):
      guard result.connections.indices ~= place - 1 else { throw noConnection(at: node) }
      result.connections.remove(at: place - 1)
    case .disconnectAll(let source, let destination):
      let count = result.connections.count
      result.connections.removeAll {
        $0.connection.source == source && $0.connection.destination == destination
      }
      guard result.connections.count < count else { throw node.fault("there is no such connection") }
    case .route(let entry):
      try check(entry.source, limit: 32, at: node)
      try check(entry.condition, limit: PatchRoute.conditionLimit, at: node)
      try checkExpression(entry.condition, at: node.member("if"), remembers: false)
      if result.routes.contains(where: { $0.isSame(as: entry) }) { return }
      guard result.routes.count < Program.routeLimit else {
        throw node.fault("there are \(Program.routeLimit) routes already")
      }
      result.routes.append(entry)
    case .unroute(let entry):
      let count = result.routes.count
      result.routes.removeAll { $0.isSame(as: entry) }
      guard result.routes.count < count else { throw node.fault("there is no such route") }
    case .snapshot(let place, let name):
      if let name { try check(name, limit: PatchSnapshot.nameLimit, at: node) }
      let place = place ?? result.snapshots.count + 1
      try applied(at: node) { patch throws(DocumentError) in
        try patch.store(snapshot: place, name: name, of: patch)
      }
    case .recall(let place):
      try applied(at: node) { patch throws(DocumentError) in try patch.recall(snapshot: place) }
    case .forget(let place):
      try applied(at: node) { patch throws(DocumentError) in try patch.forget(snapshot: place) }
    case .shape(let place, let name, let points):
      if let name { try check(name, limit: PatchShape.nameLimit, at: node) }
      guard points.allSatisfy({ 0...1 ~= $0.x && 0...1 ~= $0.y }), 2...PatchShape.pointLimit ~= points.count
      else { throw node.fault("points are 2…\(PatchShape.pointLimit) places of 0…1") }
      try teach(place, name, points, at: node)
    case .forgetShape(let place): try forget(shape: place, at: node)
    case .body(let place, let body): try result.world.put(body, place, at: node)
    case .moveBody(let place, let x, let y): try result.world.move(body: place, x, y, at: node, &visitor)
    case .removeBody(let place): try result.world.remove(body: place, at: node)
    case .spring(let place, let spring): try result.world.put(spring, place, at: node)
    case .removeSpring(let place): try result.world.remove(spring: place, at: node)
    case .field(let place, let field): try result.world.put(field, place, at: node)
    case .removeField(let place): try result.world.remove(field: place, at: node)
    case .output(let place, let output): try put(output, place, at: node)
    case .removeOutput(let place):
      guard result.outputs.indices ~= place - 1 else { throw noOutput(at: node) }
      result.outputs.remove(at: place - 1)
    case .tune(let scl, let kbm):
      try check(scl, limit: PatchTuning.sclLimit, at: node)
      try check(kbm, limit: PatchTuning.kbmLimit, at: node)
      (result.tuning.scl, result.tuning.kbm) = (scl, kbm)
      try applied(at: node) { patch throws(DocumentError) in _ = try patch.tuning.compile() }
    case .learn(let macro, let source): try learn(macro, source, at: node)
    case .member(let key, let value):
      guard try visitor.read(key, of: &result, from: JSONNode(value, at: [.key(key)])) else {
        throw node.fault("there is no such change")
      }
    case .step(let step): throw step.fault(at: node)
    case .unresolved: throw node.fault("names something that does not exist")
    }
  }

  private mutating func connect(
    _ entry: PatchConnection, _ place: Int?, at node: JSONNode
  ) throws(Fault) {
    var entry = entry
    let spec = entry.connection.destination.spec
    entry.connection.low = visitor.clamp(entry.connection.low, spec.minimum, spec.maximum, node)
    entry.connection.high = visitor.clamp(entry.connection.high, spec.minimum, spec.maximum, node)
    entry.connection.amount = visitor.clamp(entry.connection.amount, -2, 2, node)
    guard let place else {
      guard result.connections.count < Program.connectionLimit else {
        throw node.fault("there are \(Program.connectionLimit) connections already")
      }
      result.connections.append(entry)
      return
    }
    guard result.connections.indices ~= place - 1 else {
      throw noConnection(at: node.member("place"))
    }
    entry.unknown = result.connections[place - 1].unknown
    result.connections[place - 1] = entry
  }

  private mutating func put(_ output: PatchOutput, _ place: Int?, at node: JSONNode) throws(Fault) {
    guard let place else {
      guard result.outputs.count < Output.limit else {
        throw node.fault("there are \(Output.limit) outputs already")
      }
      result.outputs.append(output)
      return
    }
    guard result.outputs.indices ~= place - 1 else { throw noOutput(at: node.member("place")) }
    var output = output
    output.unknown = result.outputs[place - 1].unknown
    result.outputs[place - 1] = output
  }

  private func noOutput(at node: JSONNode) -> Fault {
    node.fault("must be the place of an output, 1…\(result.outputs.count)")
  }

  private mutating func learn(_ macro: Int, _ source: MacroSource, at node: JSONNode) throws(Fault) {
    guard 1...MacroSource.count ~= macro else { throw node.fault("must be a macro, 1…\(MacroSource.count)") }
    try check(source.address, limit: MacroSource.addressLimit, at: node)
    guard source.address.isEmpty || source.address.first == UInt8(ascii: "/"),
      0...127 ~= source.control ?? 0
    else { throw node.fault("must be a control change, 0…127, or begin with “/”") }
    var source = source
    source.name = result.macros[macro - 1].name
    result.macros[macro - 1] = source
  }

  private func check(_ text: [UInt8], limit: Int, at node: JSONNode) throws(Fault) {
    guard text.count <= limit else { throw node.fault("has \(text.count) bytes, more than \(limit)") }
    guard UTF8Text.isValid(text) else { throw node.fault("is not UTF-8") }
  }

  /// Changes the patch, and gives the error of the change a place.
  private mutating func applied(
    at node: JSONNode, _ change: (inout PatchDocument) throws(DocumentError) -> Void
  ) throws(Fault) {
    do throws(DocumentError) { try change(&result) } catch { throw node.fault("\(error.message)") }
  }
}
