// A map of two dimensions on which the patch's own values and snapshots are points, and the weight of each at a
// position. Audio thread.
import Controls
import Lanes

/// The places of poses on a map, and the controllers that move on it.
///
/// The weights are those of natural neighbors in Laplace's form (V. V. Belikov et al., *The non-Sibsonian interpolation*,
/// 1997). Draw the cell of the position among all places: all points that are nearer to it than to any place. The weight
/// of a place is the length of the edge that the cell has in common with it, divided by its distance. On a line this is
/// the straight interpolation between two neighbors, as the morph has it.
public struct PoseMap: Sendable {
  /// The most places: the patch's own, and one for each snapshot.
  public static var limit: Int { @_noLocks get { 9 } }
  /// Half the length at which an edge without an end is cut off: so many times the map's width.
  static var reach: Float { @_noLocks get { 4 } }

  private var x = InlineArray<9, Float>(repeating: .nan)
  private var y = InlineArray<9, Float>(repeating: .nan)
  private var count = 0
  private var controllerX: Controller?
  private var controllerY: Controller?

  /// A map without places.
  @_noLocks public init() {}

  /// Sets the controllers that move on the map by their travel. Without one, the middle is kept.
  public mutating func move(x: Controller?, y: Controller?) { (controllerX, controllerY) = (x, y) }

  /// Sets the place, 0…1 each, of the patch's own values (0) or of a snapshot (1…8).
  public mutating func set(_ pose: Int, x: Float, y: Float) {
    guard 0..<Self.limit ~= pose, x.isFinite, y.isFinite else { return }
    if self.x[pose].isNaN { count += 1 }
    (self.x[pose], self.y[pose]) = (x, y)
  }

  /// Whether the map moves base values: it has two places and a controller.
  var isActive: Bool { @_noLocks get { count > 1 && (controllerX != nil || controllerY != nil) } }

  /// The position of a voice's controllers on the map.
  @_noLocks func place(_ controllers: UnsafePointer<ControllerValues>, lane: Int) -> (x: Float, y: Float) {
    (Self.part(controllerX, controllers, lane), Self.part(controllerY, controllers, lane))
  }

  @_noLocks private static func part(
    _ controller: Controller?, _ controllers: UnsafePointer<ControllerValues>, _ lane: Int
  ) -> Float {
    guard let controller else { return 0.5 }
    let spec = controller.spec
    let value = controllers.pointee[controller][lane]
    return ((value - spec.minimum) / (spec.fullScale - spec.minimum)).limited(0, 1)
  }

  /// The weights of the patch's own values and of the snapshots at a position; they add up to 1. Those without a place
  /// have 0.
  @_noLocks func weights(_ px: Float, _ py: Float) -> InlineArray<9, Float> {
    var weights = InlineArray<9, Float>(repeating: 0)
    // Directions and distances to the places.
    var (nx, ny) = (weights, weights)
    var distance = InlineArray<9, Float>(repeating: .infinity)
    var nearest = 0
    for index in 0..<Self.limit where x[index] == x[index] {
      let (dx, dy) = (x[index] - px, y[index] - py)
      let length = Scalar.squareRoot(dx * dx + dy * dy)
      distance[index] = length
      (nx[index], ny[index]) = (dx / length, dy / length)
      if length < distance[nearest] { nearest = index }
    }
    if distance[nearest] < 1e-4 {
      weights[nearest] = 1
      return weights
    }
    var sum: Float = 0
    for index in 0..<Self.limit where distance[index] < .infinity {
      // The edge is on the line in the middle between position and place, from `low` to `high` along it.
      var (low, high) = (-Self.reach, Self.reach)
      for other in 0..<Self.limit where other != index && distance[other] < .infinity {
        // The distance of the middle beyond the other place's line, and its change along the edge.
        let beyond =
          0.5 * (distance[index] * (nx[index] * nx[other] + ny[index] * ny[other]) - distance[other])
        let change = nx[index] * ny[other] - ny[index] * nx[other]
        if change > 1e-6 {
          high = min(high, -beyond / change)
        } else if change < -1e-6 {
          low = max(low, -beyond / change)
        } else if beyond > 1e-6 {
          high = low
        }
      }
      weights[index] = max(0, high - low) / distance[index]
      sum += weights[index]
    }
    if !(sum > 0) {
      weights[nearest] = 1
      return weights
    }
    for index in 0..<Self.limit { weights[index] /= sum }
    return weights
  }
}
