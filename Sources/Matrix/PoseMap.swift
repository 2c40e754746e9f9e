// A map of two dimensions on which snapshots are points: the weight of each at a position. Audio thread.
import Controls
import Lanes

/// The places of snapshots on a map.
///
/// The weights are those of natural neighbors in Laplace's form (V. V. Belikov et al., *The non-Sibsonian interpolation*,
/// 1997). Draw the cell of the position among all places, which is all that is nearer to it than to any place. The weight of
/// a place is the length of the edge that the cell has in common with it, by its distance. On a line this is the
/// straight interpolation between the two neighbors, as the morph has it.
public struct PoseMap: Sendable {
  /// The most places, one for each snapshot.
  public static var limit: Int { @_noLocks get { 8 } }
  /// Half the length at which an edge that has no end is cut off: so many times the map's width.
  static var reach: Float { @_noLocks get { 4 } }

  var x = InlineArray<8, Float>(repeating: .nan)
  var y = InlineArray<8, Float>(repeating: .nan)
  /// The number of snapshots that have a place.
  public private(set) var count = 0

  /// A map without places.
  @_noLocks public init() {}

  /// Sets the place of a snapshot, from 0, on the map of 0…1.
  public mutating func set(_ snapshot: Int, x: Float, y: Float) {
    guard 0..<Self.limit ~= snapshot, x.isFinite, y.isFinite else { return }
    if self.x[snapshot].isNaN { count += 1 }
    (self.x[snapshot], self.y[snapshot]) = (x, y)
  }

  /// The weights of the snapshots at a position; they add up to 1. Those without a place have 0.
  @_noLocks func weights(_ px: Float, _ py: Float) -> InlineArray<8, Float> {
    var weights = InlineArray<8, Float>(repeating: 0)
    // Directions and distances to the places.
    var (nx, ny) = (weights, weights)
    var distance = InlineArray<8, Float>(repeating: .infinity)
    var nearest = 0
    for index in 0..<8 where x[index] == x[index] {
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
    for index in 0..<8 where distance[index] < .infinity {
      // The edge is on the line in the middle between position and place, from `low` to `high` along it.
      var (low, high) = (-Self.reach, Self.reach)
      for other in 0..<8 where other != index && distance[other] < .infinity {
        // How far the middle is beyond the other place's line, and how that changes along the edge.
        let beyond =
          0.5
          * (distance[index] * (nx[index] * nx[other] + ny[index] * ny[other]) - distance[other])
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
    for index in 0..<8 { weights[index] /= sum }
    return weights
  }
}
