// The shapes that a patch teaches by example, from JSON and back. Not for the audio thread.
import Controls
import Instrument
import Text

/// An example of a shape that touches may draw.
public struct PatchShape: Equatable, Sendable {
  /// The most shapes of a patch.
  public static var limit: Int { 8 }
  /// The most points of an example.
  public static var pointLimit: Int { 64 }
  /// The most bytes of a name.
  public static var nameLimit: Int { 64 }

  /// The name for people; may be empty.
  public var name: [UInt8] = []
  /// The line in the order in which it is drawn: at least 2 points in surface coordinates, and at least a
  /// tenth of the surface's diagonal long.
  public var points: [SIMD2<Float>] = []
  /// Whether the shape may be drawn in any rotation.
  public var turns = false
  /// Whether it must be drawn in about the size of the example.
  public var isSized = false
  var unknown: [JSON.Member] = []

  /// A shape without a name.
  public init(points: [SIMD2<Float>]) { self.points = points }

  static func words(of points: [SIMD2<Float>]) -> UTF8Text {
    JSON.list("[", points.map { "[\($0.x), \($0.y)]" }, "]")
  }
}

extension PatchShape: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> PatchShape { PatchShape(points: []) }

  package mutating func begin(at node: JSONNode, _ visitor: inout DocumentVisitor) throws(Fault) {
    points = try visitor.points(node.required("points"))
  }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside plain: PatchShape) throws(Fault) {
    try visitor.text("name", &name, limit: Self.nameLimit)
    try visitor.either("rotation", &turns, off: "same", on: "any")
    try visitor.either("size", &isSized, off: "any", on: "same")
    _ = visitor.field(
      "points", words: Self.words(of: points),
      form: .list(most: Self.pointLimit, new: "[0.5, 0.5]") { _, _ in
        .tuple(["x", "y"], DocumentNumber(0, 1))
      })
    try visitor.unknown(&unknown)
  }

  static func check(_ points: [SIMD2<Float>], at node: JSONNode) throws(Fault) {
    guard CompiledPatch.canTeach(points) else {
      throw node.fault("is shorter than a tenth of the surface's diagonal")
    }
  }
}

extension DocumentVisitor {
  /// `[[0.2, 0.5], [0.8, 0.5]]`: x and y of each point.
  mutating func points(_ node: JSONNode) throws(Fault) -> [SIMD2<Float>] {
    let points = try places(node, most: PatchShape.pointLimit)
    try PatchShape.check(points, at: node)
    return points
  }

  /// As `points`, at most so many and of any length.
  mutating func places(_ node: JSONNode, most: Int) throws(Fault) -> [SIMD2<Float>] {
    let nodes = try node.elements()
    guard 2...most ~= nodes.count else { throw node.fault("has \(nodes.count) points, not 2…\(most)") }
    var points: [SIMD2<Float>] = []
    for node in nodes {
      let place = try node.elements()
      guard place.count == 2 else { throw node.fault("must be two numbers: x, y") }
      points.append(SIMD2(try number(place[0], 0, 1), try number(place[1], 0, 1)))
    }
    return points
  }
}

extension PatchEditor {
  /// Teaches a shape, or changes the one at a place (from 1). Without a name the name stays.
  mutating func teach(
    _ place: Int?, _ name: [UInt8]?, _ points: [SIMD2<Float>], at node: JSONNode
  ) throws(Fault) {
    let place = place ?? result.shapes.count + 1
    guard 1...PatchShape.limit ~= place, place <= result.shapes.count + 1 else {
      throw node.fault(
        result.shapes.count == PatchShape.limit
          ? "a shape's place is 1…\(PatchShape.limit)"
          : "there is no shape \(place), and the next is \(result.shapes.count + 1)")
    }
    try PatchShape.check(points, at: node)
    if place > result.shapes.count { result.shapes.append(PatchShape(points: points)) }
    result.shapes[place - 1].points = points
    if let name { result.shapes[place - 1].name = name }
  }

  mutating func forget(shape place: Int, at node: JSONNode) throws(Fault) {
    guard result.shapes.indices ~= place - 1 else { throw node.fault("there is no shape \(place)") }
    result.shapes.remove(at: place - 1)
  }

  /// Decodes what teaches a shape: `{"place": 2, "name": "circle", "points": [[0.2, 0.5], [0.8, 0.5]]}`.
  mutating func shapeEdit(_ node: JSONNode) throws(Fault) -> PatchEdit {
    var (place, name): (Int?, [UInt8]?)
    var points: [SIMD2<Float>]?
    for (key, node) in try node.members() {
      if key == "place" {
        place = try shapePlace(node)
      } else if key == "name" {
        name = try node.text(limit: PatchShape.nameLimit)
      } else if key == "points" {
        points = try visitor.points(node)
      } else {
        throw node.fault("is not known")
      }
    }
    guard let points else { throw node.fault("points is missing") }
    return .shape(place: place, name: name, points: points)
  }

  func shapePlace(_ node: JSONNode) throws(Fault) -> Int {
    guard case .integer(let place) = node.value else { throw node.fault("must be the place of a shape") }
    return Int(clamping: place)
  }
}
