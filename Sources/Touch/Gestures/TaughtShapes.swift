// Shapes that a patch teaches by example, and the recognition of what touches draw. Audio thread; a patch is
// compiled on another.
import Controls
import Lanes
import RealTime

/// The examples of a patch.
public struct ShapeExamples: Sendable {
  /// The most examples.
  public static var limit: Int { @_noLocks get { 8 } }

  /// The number of shapes.
  public private(set) var count = 0
  fileprivate var forms = InlineArray<8, ShapeForm>(repeating: ShapeForm())
  /// Whether each may be drawn in any rotation, and whether only in about its own size.
  fileprivate var turns = InlineArray<8, Bool>(repeating: false)
  fileprivate var isSized = InlineArray<8, Bool>(repeating: false)

  /// No example.
  public init() {}

  /// Appends an example; false for the ninth one, and for a line that is too short for a drawing.
  /// - Parameters:
  ///   - points: in surface coordinates, of a surface with the usual proportions.
  ///   - turns: whether it may be drawn in any rotation.
  ///   - isSized: whether it must be drawn in about the size of the example.
  public mutating func append(_ points: [SIMD2<Float>], turns: Bool, isSized: Bool) -> Bool {
    let shape = SurfaceShape()
    let line = points.map { SIMD2($0.x * shape.width, $0.y * shape.height) }
    guard count < Self.limit,
      let form = line.withUnsafeBufferPointer({ line in
        line.baseAddress.flatMap { ShapeForm($0, count: line.count) }
      })
    else { return false }
    forms[count] = form
    self.turns[count] = turns
    self.isSized[count] = isSized
    count += 1
    return true
  }
}

/// A shape that was recognized.
struct DrawnShape {
  /// The place of its example, from 1.
  var number: Int
  /// In diagonals; see `ShapeForm.size`.
  var size: Float
  /// By how much it is turned against its example: turns, 0…1.
  var direction: Float
  /// 1: as its example; 0: on the verge of not being recognized.
  var certainty: Float
}

/// Compares what a touch has drawn with the examples. It looks at no more than the 640 points that the table
/// keeps of a touch, once, when the touch ends.
struct ShapeRecognizer {
  /// The examples of the patch that plays.
  let examples: UnsafeMutablePointer<ShapeExamples>
  /// Room for the path of one touch, in diagonals.
  private let path: UnsafeMutablePointer<SIMD2<Float>>
  /// The line that was drawn last, whether it was recognized or not.
  private(set) var trace = DrawnTrace()

  init() {
    examples = .allocate(capacity: 1)
    examples.initialize(to: ShapeExamples())
    path = .allocate(capacity: TouchHistory.capacity)
    path.initialize(repeating: SIMD2(0, 0), count: TouchHistory.capacity)
  }

  func deallocate() {
    examples.deallocate()
    path.deallocate()
  }

  /// Counts lines on from one that was drawn before.
  mutating func `continue`(from line: DrawnTrace) { trace = line }

  /// Looks at a touch that has ended; nil when it drew no taught shape.
  @_noLocks mutating func end(_ table: borrowing TouchTable, slot: Int) -> DrawnShape? {
    let history = table.history(slot: slot)
    // Of a longer path the beginning is lost.
    guard history.written <= TouchHistory.capacity else { return nil }
    let count = history.count
    for index in 0..<count {
      let point = history.point(back: count - 1 - index)
      path[index] = SIMD2(point.x * table.shape.width, point.y * table.shape.height)
    }
    guard let form = ShapeForm(path, count: count) else { return nil }
    keep(form, table.shape)
    return recognize(form)
  }

  @_noLocks private mutating func keep(_ form: ShapeForm, _ shape: SurfaceShape) {
    trace.number &+= 1
    for index in 0..<DrawnTrace.count {
      let point = form.original(index)
      trace.points[index] = SIMD2(point.x / shape.width, point.y / shape.height)
    }
  }

  /// The nearest example, if it is near enough.
  @_noLocks private func recognize(_ form: ShapeForm) -> DrawnShape? {
    var best: DrawnShape?
    var least = Float.infinity
    for index in 0..<examples.pointee.count {
      let turns = examples.pointee.turns[index]
      let limit = turns ? GestureLimit.shapeDistanceTurned : GestureLimit.shapeDistance
      if examples.pointee.isSized[index] {
        let ratio = form.size / examples.pointee.forms[index].size
        if max(ratio, 1 / ratio) > GestureLimit.shapeRatio { continue }
      }
      let (distance, rotation) = examples.pointee.forms[index].distance(
        of: form, limit: turns ? 0.5 : GestureLimit.shapeRotation)
      if distance > limit || distance >= least { continue }
      least = distance
      best = DrawnShape(
        number: index + 1, size: form.size, direction: rotation.wrapped,
        certainty: 1 - distance / limit)
    }
    return best
  }
}
