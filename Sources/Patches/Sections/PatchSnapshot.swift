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
  /// The place on the map of poses, 0…1 each, or nil if it has none.
  public var place: SIMD2<Float>?
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

extension PatchSnapshot: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> PatchSnapshot { PatchSnapshot() }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside plain: PatchSnapshot) throws(Fault) {
    try visitor.text("name", &name, limit: Self.nameLimit)
    try visitor.place("place", &place)
    try visitor.values("values", &values, &unknownValues, of: "snapshot", isAlways: true)
    try visitor.unknown(&unknown)
  }
}

extension DocumentVisitor {
  /// Base values of a snapshot or a part. They can't set `morph`, which moves between snapshots.
  mutating func values(
    _ key: StaticString, _ values: inout [Float?], _ unknown: inout [JSON.Member], of thing: StaticString,
    isAlways: Bool = false
  ) throws(Fault) {
    try object(key, isAlways: isAlways, isSparse: true) { visitor throws(Fault) in
      if let (parameter, node) = visitor.member({ Parameter.named($0) }) {
        if parameter == .morph { throw node.fault("a \(thing) cannot say where the morph is") }
        let spec = parameter.spec
        values[Int(parameter.rawValue)] = try visitor.value(node, of: parameter, spec.minimum, spec.maximum)
      }
      switch visitor.task {
      case .read: break
      case .write:
        visitor.write(
          Parameter.allCases.compactMap { parameter in
            values[Int(parameter.rawValue)].map { "\"\(parameter.spec.symbol)\": \(parameter.words($0))" }
          })
      case .form: visitor.describeParameters { $0 == .morph ? nil : .value($0) }
      }
      try visitor.unknown(&unknown)
    }
  }
}
