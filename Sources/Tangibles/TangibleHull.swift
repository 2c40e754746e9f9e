// The circle or box that stands for an object's outline where bodies meet it. Not for the audio thread.
import Lanes

/// The solid part of an object: a box along its front, or a circle. Lengths in millimeters, in the object's
/// own frame: about the centroid of its pads, the front along +x.
public struct TangibleHull: Equatable, Sendable {
  /// The middle of the circle or box.
  public let middle: TablePoint
  /// Half the sides of the box, along the front and across; of a circle its radius and 0.
  public let half: TablePoint
}

extension TangibleDefinition {
  /// The smaller one of a box along the front and of a circle about its middle which contain the outline.
  /// nil: the object has no outline.
  public var hull: TangibleHull? {
    let outline = ownOutline
    guard let first = outline.first else { return nil }
    var (low, high) = (first, first)
    for point in outline {
      low = [min(low.x, point.x), min(low.y, point.y)]
      high = [max(high.x, point.x), max(high.y, point.y)]
    }
    let (middle, half) = ((low + high) / 2, (high - low) / 2)
    let radius = outline.map { distance($0, middle) }.max() ?? 0
    let isRound = Float.pi * radius * radius < 4 * half.x * half.y
    return TangibleHull(middle: middle, half: isRound ? [radius, 0] : half)
  }

  /// The depth of a point within the outline, in millimeters; below 0: outside.
  func depth(of point: TablePoint) -> Float {
    var (isInside, least) = (false, Float.infinity)
    var last = outline[outline.count - 1]
    for corner in outline {
      let (side, away) = (corner - last, point - last)
      let square = side.x * side.x + side.y * side.y
      let part = square > 0 ? min(max((away.x * side.x + away.y * side.y) / square, 0), 1) : 0
      least = min(least, distance(away, part * side))
      if (corner.y > point.y) != (last.y > point.y),
        point.x < last.x + (point.y - last.y) / (corner.y - last.y) * (corner.x - last.x)
      {
        isInside.toggle()
      }
      last = corner
    }
    return isInside ? least : -least
  }
}
