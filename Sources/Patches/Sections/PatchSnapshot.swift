// Snapshots of a patch's base values: read, written, taken, recalled, compiled. Not for the audio thread.
import Controls
import Matrix
import Text

/// Base values that a patch goes to, or is morphed to. A value that a snapshot leaves out is the patch's own.
public struct PatchSnapshot: Equatable, Sendable {
  static var nameLimit: Int { 64 }

  /// At most 64 bytes of UTF-8; empty for none.
  public var name: [UInt8] = []
  /// By raw value of the parameter; nil where the snapshot leaves it to the patch. `morph` is never in it.
  public var values = [Float?](repeating: nil, count: Parameter.count)
  var unknown: [JSON.Member] = []
  var unknownValues: [JSON.Member] = []

  /// A snapshot without a name and values.
  public init() {}
}

extension PatchDocument {
  /// Keeps the base values of all parameters, as `source` has them, as the snapshot with a number (from 1).
  /// It replaces one that exists, or is appended.
  ///
  /// - Parameter name: nil: the name stays.
  public mutating func store(
    snapshot number: Int, name: [UInt8]? = nil, of source: PatchDocument
  ) throws(DocumentError) {
    guard 1...min(snapshots.count + 1, Program.snapshotLimit) ~= number else {
      throw DocumentError(Self.noPlace(number, snapshots.count))
    }
    if number > snapshots.count { snapshots.append(PatchSnapshot()) }
    for parameter in Parameter.allCases where parameter != .morph {
      snapshots[number - 1].values[Int(parameter.rawValue)] = source[parameter].base
    }
    if let name { snapshots[number - 1].name = name }
  }

  /// Makes the values of the snapshot with a number (from 1) the patch's own, within the ranges of the
  /// performer, and moves `morph` back to them.
  public mutating func recall(snapshot number: Int) throws(DocumentError) {
    guard number >= 1, number <= snapshots.count else {
      throw DocumentError(Self.noSnapshot(number, snapshots.count))
    }
    for parameter in Parameter.allCases {
      self[parameter].base = base(of: parameter, in: snapshots[number - 1])
    }
    self[.morph].base = self[.morph].low
  }

  /// Removes a snapshot. The numbers of later ones decrease by one, so that triggers and ranges find no gap.
  mutating func forget(snapshot number: Int) throws(DocumentError) {
    guard number >= 1, number <= snapshots.count else {
      throw DocumentError(Self.noSnapshot(number, snapshots.count))
    }
    snapshots.remove(at: number - 1)
  }

  /// A parameter's value in a snapshot, within the range that the performer is given.
  private func base(of parameter: Parameter, in snapshot: PatchSnapshot) -> Float {
    let setting = self[parameter]
    guard let value = snapshot.values[Int(parameter.rawValue)] else { return setting.base }
    return min(max(value, setting.low), setting.high)
  }

  /// For `Program`: the base values of each snapshot within the ranges of the performer; nil: the patch's.
  var snapshotValues: [[Float?]] { snapshots.map { ranged($0.values) } }

  /// For `Program`: the base values of each part within the ranges of the performer; nil: the patch's.
  var partValues: [[Float?]] { parts.map { ranged($0.values) } }

  private func ranged(_ values: [Float?]) -> [Float?] {
    Parameter.allCases.map { parameter in
      values[Int(parameter.rawValue)].map { min(max($0, self[parameter].low), self[parameter].high) }
    }
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

  private static func noSnapshot(_ number: Int, _ count: Int) -> UTF8Text {
    count == 0
      ? "there is no snapshot \(number): none has been taken"
      : "there is no snapshot \(number), only 1…\(count)"
  }

  private static func noPlace(_ number: Int, _ count: Int) -> UTF8Text {
    count == Program.snapshotLimit
      ? "a snapshot's place is 1…\(Program.snapshotLimit), not \(number)"
      : "the next snapshot is \(count + 1), not \(number)"
  }
}

extension Parameter {
  /// A value as a patch has it: the name of a choice, or a number.
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
        let unknown = try values(node, into: &snapshot.values, of: "snapshot")
        snapshot.unknownValues += unknown
      case nil:
        snapshot.unknown.append(try kept(key, node))
      }
    }
    return snapshot
  }

  /// Reads base values of snapshots and parts; returns the keys that are unknown.
  mutating func values(
    _ node: JSONNode, into values: inout [Float?], of what: StaticString
  ) throws(Fault) -> [JSON.Member] {
    var unknown: [JSON.Member] = []
    for (key, node) in try node.members() {
      guard let parameter = Parameter.allCases.first(where: { $0.spec.symbol.isText(key) }) else {
        unknown.append(try kept(key, node))
        continue
      }
      if parameter == .morph { throw node.fault("a \(what) cannot say where the morph is") }
      let spec = parameter.spec
      values[Int(parameter.rawValue)] = try value(node, of: parameter, spec.minimum, spec.maximum)
    }
    return unknown
  }
}
