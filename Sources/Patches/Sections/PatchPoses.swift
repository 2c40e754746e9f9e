// The map of poses: controllers that move between the places of snapshots. Not for the audio thread.
import Controls
import Matrix
import Text

/// A map of two dimensions, on which the patch and its snapshots are points.
public struct PatchPoses: Equatable, Sendable {
  /// The controllers that move to the right and upward on the map, or nil if there is none.
  public var x: Controller?
  public var y: Controller?
  /// The place of the patch's own values, 0…1 each, or nil if they have none.
  public var place: SIMD2<Float>?
  var unknown: [JSON.Member] = []

  /// No map.
  public init() {}
}

extension PatchPoses: DocumentFields {
  package static var isWhole: Bool { true }
  package static func element(at index: Int, like json: JSON) -> PatchPoses { PatchPoses() }

  /// An empty object is no map.
  package mutating func begin(at node: JSONNode, _ visitor: inout DocumentVisitor) { self = PatchPoses() }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside plain: PatchPoses) throws(Fault) {
    try visitor.controller("x", &x)
    try visitor.controller("y", &y)
    try visitor.place("place", &place)
    try visitor.unknown(&unknown)
  }
}

extension DocumentVisitor {
  /// A controller, or none.
  fileprivate mutating func controller(_ key: StaticString, _ controller: inout Controller?) throws(Fault) {
    let words = controller.map { "\"\($0.spec.symbol)\"" as UTF8Text }
    if let node = field(key, words: words, form: .controller, isOptional: true) {
      controller = try node.controller()
    }
  }

  /// A place on the map of poses, or none.
  mutating func place(_ key: StaticString, _ place: inout SIMD2<Float>?) throws(Fault) {
    let words = place.map { "[\($0.x), \($0.y)]" as UTF8Text }
    let form = DocumentForm.tuple(["x", "y"], DocumentNumber(0, 1))
    guard let node = field(key, words: words, form: form, isOptional: true) else { return }
    let numbers = try node.elements()
    guard numbers.count == 2 else { throw node.fault("must be two numbers: x, y") }
    place = SIMD2(try number(numbers[0], 0, 1), try number(numbers[1], 0, 1))
  }
}

extension PatchDocument {
  /// For `Program`: the map.
  var poseMap: PoseMap {
    var map = PoseMap()
    map.move(x: poses.x, y: poses.y)
    if let own = poses.place { map.set(0, x: own.x, y: own.y) }
    for (index, snapshot) in snapshots.enumerated() {
      if let place = snapshot.place { map.set(index + 1, x: place.x, y: place.y) }
    }
    return map
  }
}
