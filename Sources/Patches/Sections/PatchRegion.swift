// The regions and lines that a patch draws on the surface, from JSON and back. Not for the audio thread.
import Controls
import Matrix
import Text

/// A region of the surface, or a line, which expressions read.
public struct PatchRegion: Equatable, Sendable {
  /// The most regions of a patch.
  public static var limit: Int { Program.regionLimit }
  /// The most corners.
  public static var cornerLimit: Int { RelationRegion.cornerLimit }
  /// The most bytes of a name.
  public static var nameLimit: Int { 64 }

  /// The name for people; may be empty.
  public var name: [UInt8] = []
  /// The corners in surface coordinates, 2 to 16; two are a line.
  public var points: [SIMD2<Float>] = []
  var unknown: [JSON.Member] = []

  /// A region without a name.
  public init(points: [SIMD2<Float>]) { self.points = points }

  var compiled: RelationRegion {
    var region = RelationRegion()
    for point in points { _ = region.append(x: point.x, y: point.y) }
    return region
  }
}

extension PatchRegion: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> PatchRegion { PatchRegion(points: []) }

  package mutating func begin(at node: JSONNode, _ visitor: inout DocumentVisitor) throws(Fault) {
    points = try visitor.places(node.required("points"), most: Self.cornerLimit)
  }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside plain: PatchRegion) throws(Fault) {
    try visitor.text("name", &name, limit: Self.nameLimit)
    _ = visitor.field(
      "points", words: PatchShape.words(of: points),
      form: .list(most: Self.cornerLimit, new: "[0.5, 0.5]") { _, _ in
        .tuple(["x", "y"], DocumentNumber(0, 1))
      })
    try visitor.unknown(&unknown)
  }
}
