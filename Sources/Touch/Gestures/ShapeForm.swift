// A drawn line in the form in which lines are compared. Audio thread, and any other for examples.
import Lanes

/// Points at equal distances along a line, about their mean and with a length of 1 as a whole, and the
/// directions from each to the next.
///
/// The points are those of J. O. Wobbrock, A. D. Wilson and Y. Li, "Gestures without Libraries, Toolkits or
/// Training: A $1 Recognizer for User Interface Prototypes", UIST 2007. The comparison by the angle of two
/// vectors, and its best rotation in closed form, are those of Y. Li, "Protractor: A Fast and Accurate
/// Gesture Recognizer", CHI 2010. The directions are added here: they tell a square from a circle.
public struct ShapeForm: Sendable {
  /// The number of points.
  static var count: Int { @_noLocks get { 32 } }

  /// The points, in parts of `norm` about (`meanX`, `meanY`).
  private(set) var points = InlineArray<32, SIMD2<Float>>(repeating: SIMD2(0, 0))
  /// Unit vectors; 0 between points that are the same.
  private var directions = InlineArray<31, SIMD2<Float>>(repeating: SIMD2(0, 0))
  private var mean = SIMD2<Float>(0, 0)
  private var norm: Float = 1
  /// Twice the root of the mean square distance of the points from their mean, in diagonals: the diameter of
  /// a circle.
  private(set) var size: Float = 0

  @_noLocks init() {}

  /// The form of a line; nil for one that is no drawing: shorter than `GestureLimit.shapeLength`, or smaller
  /// than `GestureLimit.shapeSize`.
  /// - Parameter line: its points in diagonals.
  @_noLocks init?(_ line: UnsafePointer<SIMD2<Float>>, count: Int) {
    var length: Float = 0
    for index in 0..<max(count - 1, 0) { length += Self.length(line[index + 1] - line[index]) }
    if length < GestureLimit.shapeLength { return nil }
    resample(line, count, length)
    for index in 0..<Self.count { mean += points[index] }
    mean /= Float(Self.count)
    var sum: Float = 0
    for index in 0..<Self.count {
      points[index] -= mean
      sum += Self.squared(points[index])
    }
    size = 2 * Scalar.squareRoot(sum / Float(Self.count))
    if size < GestureLimit.shapeSize { return nil }
    norm = Scalar.squareRoot(sum)
    for index in 0..<Self.count { points[index] /= norm }
    for index in 0..<Self.count - 1 {
      let step = points[index + 1] - points[index]
      let way = Self.length(step)
      if way > 1e-9 { directions[index] = step / way }
    }
  }

  /// A point of the line, in diagonals.
  @_noLocks func original(_ index: Int) -> SIMD2<Float> { points[index] * norm + mean }

  /// Puts the points at equal distances.
  @_noLocks private mutating func resample(
    _ line: UnsafePointer<SIMD2<Float>>, _ count: Int, _ length: Float
  ) {
    let step = length / Float(Self.count - 1)
    var filled = 0
    var passed: Float = 0
    for index in 0..<count - 1 {
      let part = Self.length(line[index + 1] - line[index])
      while filled < Self.count - 1 && step * Float(filled) <= passed + part {
        let along = part > 0 ? (step * Float(filled) - passed) / part : 0
        points[filled] = line[index] + (line[index + 1] - line[index]) * along
        filled += 1
      }
      passed += part
    }
    while filled < Self.count {
      points[filled] = line[count - 1]
      filled += 1
    }
  }

  /// Returns the distance of another line from this one, as an angle in turns (0: the same), and its
  /// counterclockwise rotation against this one, −½…½.
  /// - Parameter limit: the greatest rotation, in turns, that is undone before lines are compared.
  @_noLocks func distance(of other: borrowing ShapeForm, limit: Float) -> (turns: Float, rotation: Float) {
    var (dot, cross): (Float, Float) = (0, 0)
    for index in 0..<Self.count {
      dot += points[index].x * other.points[index].x + points[index].y * other.points[index].y
      cross += points[index].x * other.points[index].y - points[index].y * other.points[index].x
    }
    var (along, across): (Float, Float) = (0, 0)
    for index in 0..<Self.count - 1 {
      let (a, b) = (directions[index], other.directions[index])
      along += a.x * b.x + a.y * b.y
      across += a.x * b.y - a.y * b.x
    }
    let steps = Float(Self.count - 1)
    let cosine = (dot + along / steps) / 2
    let sine = (cross + across / steps) / 2
    let best = Scalar.turns(y: sine, x: cosine)
    let rotation = min(max(best > 0.5 ? best - 1 : best, -limit), limit)
    let similarity =
      cosine * Scalar.sine(turns: rotation + 0.25) + sine * Scalar.sine(turns: rotation)
    let rest = Scalar.squareRoot(max(1 - similarity * similarity, 0))
    return (Scalar.turns(y: rest, x: similarity), rotation)
  }

  @_noLocks private static func squared(_ vector: SIMD2<Float>) -> Float {
    vector.x * vector.x + vector.y * vector.y
  }

  @_noLocks private static func length(_ vector: SIMD2<Float>) -> Float {
    Scalar.squareRoot(squared(vector))
  }
}
