// Snapshots of a patch's base values: read, written, taken, recalled, compiled. Not for the audio thread.
import Controls
import Matrix
import Text

/// Base values that a patch goes to, or is morphed to. What a snapshot does not say is what the patch says.
public struct PatchSnapshot: Equatable, Sendable {
  static var nameLimit: Int { 64 }

  /// At most 64 bytes of UTF-8; empty for none.
  public var name: [UInt8] = []
  /// By raw value of the parameter; nil where the snapshot leaves it to the patch. `morph` is never in it.
  public var values = [Float?](repeating: nil, count: Parameter.count)
  var unknown: [JSON.Member] = []
  var unknownValues: [JSON.Member] = []

  public init() {}
}

extension PatchDocument {
  /// Keeps the base values of all parameters, as `source` has them, as the `place`th snapshot (from 1): in place of
  /// one that is there, or behind the last.
  ///
  /// - Parameter name: nil: the name stays.
  public mutating func take(
    snapshot place: Int, name: [UInt8]? = nil, of source: PatchDocument
  ) throws(DocumentError) {
    guard 1...min(snapshots.count + 1, Program.snapshotLimit) ~= place else {
      throw DocumentError(Self.noPlace(place, snapshots.count))
    }
    if place > snapshots.count { snapshots.append(PatchSnapshot()) }
    for parameter in Parameter.allCases where parameter != .morph {
      snapshots[place - 1].values[Int(parameter.rawValue)] = source[parameter].base
    }
    if let name { snapshots[place - 1].name = name }
  }

  /// Makes the values of the `place`th snapshot (from 1) the patch's own, as far as its performer's ranges allow, and
  /// puts `morph` back to them.
  public mutating func recall(snapshot place: Int) throws(DocumentError) {
    guard place >= 1, place <= snapshots.count else {
      throw DocumentError(Self.noSnapshot(place, snapshots.count))
    }
    for parameter in Parameter.allCases {
      self[parameter].base = base(of: parameter, in: snapshots[place - 1])
    }
    self[.morph].base = self[.morph].low
  }

  /// Snapshots without their places are no use to triggers and ranges: those behind it move up.
  mutating func forget(snapshot place: Int) throws(DocumentError) {
    guard place >= 1, place <= snapshots.count else {
      throw DocumentError(Self.noSnapshot(place, snapshots.count))
    }
    snapshots.remove(at: place - 1)
  }

  /// A parameter's value in a snapshot, within the range that the performer is given.
  private func base(of parameter: Parameter, in snapshot: PatchSnapshot) -> Float {
    let setting = self[parameter]
    guard let value = snapshot.values[Int(parameter.rawValue)] else { return setting.base }
    return min(max(value, setting.low), setting.high)
  }

  /// For `Program`: what each snapshot comes to.
  var snapshotValues: [[Float]] {
    snapshots.map { snapshot in Parameter.allCases.map { base(of: $0, in: snapshot) } }
  }

  /// One line for each snapshot.
  var snapshotWords: [UTF8Text] {
    snapshots.map { snapshot in
      let values: [UTF8Text] = Parameter.allCases.compactMap { parameter in
        guard let value = snapshot.values[Int(parameter.rawValue)] else { return nil }
        return "\"\(parameter.spec.symbol)\": \(parameter.words(value))"
      }
      let members = JSON.members { (key: PatchKey.Snapshot) -> UTF8Text? in
        switch key {
        case .name: snapshot.name.isEmpty ? nil : JSON.quoted(snapshot.name)
        case .values: JSON.list("{", values + snapshot.unknownValues.map { $0.words }, "}")
        }
      }
      return JSON.list("{", members + snapshot.unknown.map { $0.words }, "}")
    }
  }

  private static func noSnapshot(_ place: Int, _ count: Int) -> UTF8Text {
    count == 0
      ? "there is no snapshot \(place): none has been taken"
      : "there is no snapshot \(place), only 1…\(count)"
  }

  private static func noPlace(_ place: Int, _ count: Int) -> UTF8Text {
    count == Program.snapshotLimit
      ? "a snapshot's place is 1…\(Program.snapshotLimit), not \(place)"
      : "the next snapshot is \(count + 1), not \(place)"
  }
}

extension Parameter {
  /// A value as a patch says it: the name of a choice, or a number.
  func words(_ value: Float) -> UTF8Text {
    if case let names = choices, names.indices ~= Int(value) { return "\"\(names[Int(value)])\"" }
    return "\(value)"
  }
}

extension PatchReader {
  /// `[{"name": "Dark", "values": {"filter_1_cutoff": 300}}]`: the whole list.
  mutating func snapshots(_ node: JSONNode) throws(Fault) {
    let nodes = try node.elements()
    guard nodes.count <= Program.snapshotLimit else {
      throw node.fault("has \(nodes.count) snapshots, more than \(Program.snapshotLimit)")
    }
    result.snapshots = []
    for node in nodes { result.snapshots.append(try snapshot(node)) }
  }

  private mutating func snapshot(_ node: JSONNode) throws(Fault) -> PatchSnapshot {
    var snapshot = PatchSnapshot()
    for (key, node) in try node.members() {
      switch PatchKey.Snapshot(key) {
      case .name:
        snapshot.name = try node.text(limit: PatchSnapshot.nameLimit)
      case .values:
        try values(node, of: &snapshot)
      case nil:
        snapshot.unknown.append(try kept(key, node))
      }
    }
    return snapshot
  }

  private mutating func values(_ node: JSONNode, of snapshot: inout PatchSnapshot) throws(Fault) {
    for (key, node) in try node.members() {
      guard let parameter = Parameter.allCases.first(where: { $0.spec.symbol.isText(key) }) else {
        snapshot.unknownValues.append(try kept(key, node))
        continue
      }
      if parameter == .morph { throw node.fault("a snapshot cannot say where the morph is") }
      let spec = parameter.spec
      snapshot.values[Int(parameter.rawValue)] = try value(node, of: parameter, spec.minimum, spec.maximum)
    }
  }

  // MARK: Edits

  /// A place, or `{"place": 2, "name": "Dark"}`; without a place behind the last.
  mutating func takeSnapshot(_ node: JSONNode) throws(Fault) {
    var place = result.snapshots.count + 1
    var name: [UInt8]?
    if case .object = node.value {
      for (key, node) in try node.members() {
        switch PatchKey.Place(key) {
        case .place:
          place = try snapshotPlace(node)
        case .name:
          name = try node.text(limit: PatchSnapshot.nameLimit)
        case nil:
          throw node.fault("is not known")
        }
      }
    } else {
      place = try snapshotPlace(node)
    }
    do throws(DocumentError) {
      try result.take(snapshot: place, name: name, of: result)
    } catch {
      throw node.fault("\(error.message)")
    }
  }

  mutating func recallSnapshot(_ node: JSONNode) throws(Fault) {
    let place = try snapshotPlace(node)
    do throws(DocumentError) {
      try result.recall(snapshot: place)
    } catch {
      throw node.fault("\(error.message)")
    }
  }

  mutating func forgetSnapshot(_ node: JSONNode) throws(Fault) {
    let place = try snapshotPlace(node)
    do throws(DocumentError) {
      try result.forget(snapshot: place)
    } catch {
      throw node.fault("\(error.message)")
    }
  }

  private func snapshotPlace(_ node: JSONNode) throws(Fault) -> Int {
    guard case .integer(let place) = node.value else { throw node.fault("must be the place of a snapshot") }
    return Int(clamping: place)
  }
}
