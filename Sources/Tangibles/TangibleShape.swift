// The geometry of an object's three pads, and the rigid fit of pads to touches. Input thread.
import Lanes

/// A place on the surface or beside an object's centroid, in millimeters.
public typealias TablePoint = SIMD2<Float>

/// Where an object lies: its centroid in millimeters and its direction as cosine and sine.
public struct TangiblePose: Equatable, Sendable {
  /// The centroid of the pads.
  public var place: TablePoint
  /// The cosine and sine of the angle from +x to the object's front, anticlockwise.
  public var direction: SIMD2<Float>

  public init(place: TablePoint = .zero, direction: SIMD2<Float> = [1, 0]) {
    self.place = place
    self.direction = direction
  }

  /// The angle in turns, 0…1 without 1.
  public var turns: Float { Scalar.turns(y: direction.y, x: direction.x) }

  /// A point of the object on the surface.
  @inline(__always) func onSurface(_ point: TablePoint) -> TablePoint {
    let (c, s) = (direction.x, direction.y)
    return [place.x + c * point.x - s * point.y, place.y + s * point.x + c * point.y]
  }

  /// A point of the surface in the object's own frame.
  @inline(__always) func inObject(_ point: TablePoint) -> TablePoint {
    let (c, s, d) = (direction.x, direction.y, point - place)
    return [c * d.x + s * d.y, c * d.y - s * d.x]
  }
}

/// One value for each pad.
typealias OfPads<Value> = InlineArray<3, Value>

/// The value of each pad.
@inline(__always) func ofPads<Value>(_ value: (Int) -> Value) -> OfPads<Value> {
  [value(0), value(1), value(2)]
}

/// The pads about their centroid, the front along +x, and what the search compares first.
public struct TangibleShape: Sendable {
  let pads: OfPads<TablePoint>
  /// The side opposite to each pad.
  let sides: OfPads<Float>
  /// The sides from the shortest to the longest.
  let sorted: OfPads<Float>
  /// The light sensor; the centroid if there is none.
  let light: TablePoint
  /// Whether the pads lie anticlockwise: a mirror image is another object.
  let isLeftHanded: Bool

  /// - Parameter front: the direction of angle 0 from the centroid; nil: that of the first pad.
  init(pads: OfPads<TablePoint>, front: TablePoint?, light: TablePoint? = nil) {
    let centroid = (pads[0] + pads[1] + pads[2]) / 3
    let ahead = (front ?? pads[0]) - centroid
    let length = distance(ahead, .zero)
    let own = TangiblePose(place: centroid, direction: length > 0 ? ahead / length : [1, 0])
    self.pads = ofPads { own.inObject(pads[$0]) }
    self.light = light.map { own.inObject($0) } ?? .zero
    sides = Self.sides(of: pads)
    sorted = Self.sorted(sides)
    isLeftHanded = Self.isLeftHanded(pads)
  }

  /// Returns the greatest difference of a side to another triangle's, turned so that they are most alike.
  func difference(to other: TangibleShape) -> Float {
    let (own, its) = (anticlockwise, other.anticlockwise)
    var least = Float.infinity
    for turn in 0..<3 {
      let differences = ofPads { abs(own[$0] - its[($0 + turn) % 3]) }
      least = min(least, max(differences[0], differences[1], differences[2]))
    }
    return least
  }

  /// The sides as they follow each other anticlockwise, in whatever order the pads are listed.
  private var anticlockwise: OfPads<Float> { isLeftHanded ? sides : [sides[0], sides[2], sides[1]] }

  @inline(__always) static func sides(of points: OfPads<TablePoint>) -> OfPads<Float> {
    [distance(points[1], points[2]), distance(points[2], points[0]), distance(points[0], points[1])]
  }

  @inline(__always) static func sorted(_ sides: OfPads<Float>) -> OfPads<Float> {
    let (low, high) = (min(sides[0], sides[1]), max(sides[0], sides[1]))
    return [min(low, sides[2]), max(low, min(high, sides[2])), max(high, sides[2])]
  }

  @inline(__always) static func isLeftHanded(_ points: OfPads<TablePoint>) -> Bool {
    let (a, b) = (points[1] - points[0], points[2] - points[0])
    return a.x * b.y - a.y * b.x > 0
  }
}

/// The root mean square of the lengths of three offsets.
func rootMeanSquare(_ offsets: OfPads<SIMD2<Float>>) -> Float {
  var square: Float = 0
  for pad in 0..<3 { square += offsets[pad].x * offsets[pad].x + offsets[pad].y * offsets[pad].y }
  return Scalar.squareRoot(square / 3)
}

@inline(__always) func distance(_ a: TablePoint, _ b: TablePoint) -> Float {
  let d = a - b
  return Scalar.squareRoot(d.x * d.x + d.y * d.y)
}

/// The pose that moves some pads as near as possible to touches.
struct RigidFit {
  var pose: TangiblePose
  /// The root of the mean square of the distances between pads and touches.
  var residual: Float

  /// - Parameters:
  ///   - points: the touch of each pad; only those of `mask` count.
  ///   - mask: two or three pads, a bit each.
  init(_ pads: OfPads<TablePoint>, to points: OfPads<TablePoint>, mask: Int = 7) {
    var (count, padMean, pointMean) = (Float(0), TablePoint.zero, TablePoint.zero)
    for pad in 0..<3 where mask >> pad & 1 != 0 {
      count += 1
      padMean += pads[pad]
      pointMean += points[pad]
    }
    padMean /= count
    pointMean /= count
    var (dot, cross) = (Float(0), Float(0))
    for pad in 0..<3 where mask >> pad & 1 != 0 {
      let (a, b) = (pads[pad] - padMean, points[pad] - pointMean)
      dot += a.x * b.x + a.y * b.y
      cross += a.x * b.y - a.y * b.x
    }
    let length = Scalar.squareRoot(dot * dot + cross * cross)
    let direction: SIMD2<Float> = length > 1e-6 ? [dot / length, cross / length] : [1, 0]
    pose = TangiblePose(place: .zero, direction: direction)
    pose.place = pointMean - pose.onSurface(padMean)
    var sum: Float = 0
    for pad in 0..<3 where mask >> pad & 1 != 0 {
      let d = pose.onSurface(pads[pad]) - points[pad]
      sum += d.x * d.x + d.y * d.y
    }
    residual = Scalar.squareRoot(sum / count)
  }
}
