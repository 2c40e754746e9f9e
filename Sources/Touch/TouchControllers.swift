// How touches lie to each other, as numbers (docs/controllers.md). Audio thread; recomputed when touches change.
import Controls
import Lanes
import RealTime

/// Geometry on a surface of aspect ratio 4:3, in diagonals: p = (a·x, y)/√(a² + 1).
public struct SurfacePoint: Sendable {
  public var x: Float
  public var y: Float

  static var diagonal: Float { @_noLocks get { 1.666_666_7 } }  // √(a² + 1) for a = 4/3
  public static var center: SurfacePoint { @_noLocks get { SurfacePoint(surfaceX: 0.5, surfaceY: 0.5) } }

  /// From surface coordinates 0…1.
  @_noLocks public init(surfaceX: Float, surfaceY: Float) {
    x = surfaceX * (4 / 3) / Self.diagonal
    y = surfaceY / Self.diagonal
  }

  @_noLocks init(x: Float, y: Float) {
    self.x = x
    self.y = y
  }

  @_noLocks public func distance(to other: SurfacePoint) -> Float {
    Scalar.squareRoot((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y))
  }

  /// The direction in which self lies as seen from `other`, turns 0…1 anticlockwise from +x; nil where both
  /// are the same point.
  @_noLocks public func angle(from other: SurfacePoint) -> Float? {
    let dx = x - other.x
    let dy = y - other.y
    if dx == 0 && dy == 0 { return nil }
    return Scalar.turns(y: dy, x: dx)
  }
}

extension Touch {
  var point: SurfacePoint { @_noLocks get { SurfacePoint(surfaceX: x, surfaceY: y) } }
  var startPoint: SurfacePoint { @_noLocks get { SurfacePoint(surfaceX: startX, surfaceY: startY) } }
}

/// What one touch's controllers are now, in natural units. Angles that have no direction keep their last value.
public struct TouchRelations: Sendable {
  public var distanceToCenter: Float = 0
  public var angleToCenter: Float = 0
  public var distanceFromStart: Float = 0
  public var angleFromStart: Float = 0
  public var distanceToPrevious: Float = 0
  public var angleToPrevious: Float = 0
  public var distanceToNearest: Float = 0

  @_noLocks public init() {}
}

/// What the group's controllers are now, in natural units; all 0 (centroid: the middle) without touches.
public struct GroupRelations: Sendable {
  public var count: Float = 0
  public var centroidX: Float = 0.5
  public var centroidY: Float = 0.5
  public var centroidDistance: Float = 0
  public var width: Float = 0
  public var height: Float = 0
  public var spread: Float = 0
  public var pairMean: Float = 0

  @_noLocks public init() {}
}

extension TouchTable {
  /// Brings a touch's relations up to date; what has no partner is 0.
  @_noLocks public func update(_ relations: inout TouchRelations, slot: Int) {
    let touch = touches[slot]
    let here = touch.point
    relations.distanceToCenter = here.distance(to: .center)
    relations.angleToCenter = here.angle(from: .center) ?? relations.angleToCenter
    relations.distanceFromStart = here.distance(to: touch.startPoint)
    relations.angleFromStart = here.angle(from: touch.startPoint) ?? relations.angleFromStart
    relations.distanceToPrevious = 0
    relations.distanceToNearest = 0
    var nearest = Float.infinity
    var previous = slot
    var previousOrder: UInt64 = 0
    for other in 0..<Self.capacity where other != slot && touches[other].isLive {
      nearest = min(nearest, here.distance(to: touches[other].point))
      let order = touches[other].order
      if order < touch.order && order > previousOrder { (previous, previousOrder) = (other, order) }
    }
    if nearest < .infinity { relations.distanceToNearest = nearest }
    if previous != slot {
      let there = touches[previous].point
      relations.distanceToPrevious = here.distance(to: there)
      relations.angleToPrevious = here.angle(from: there) ?? relations.angleToPrevious
    } else {
      relations.angleToPrevious = 0
    }
  }

  /// The group's relations.
  public var group: GroupRelations {
    @_noLocks get {
      var group = GroupRelations()
      guard count > 0, let centroid else { return group }
      group.count = Float(count)
      (group.centroidX, group.centroidY) = centroid
      let middle = SurfacePoint(surfaceX: centroid.x, surfaceY: centroid.y)
      group.centroidDistance = middle.distance(to: .center)
      var (left, right, bottom, top): (Float, Float, Float, Float) = (1, 0, 1, 0)
      var pairs: Float = 0
      for slot in 0..<Self.capacity where touches[slot].isLive {
        let touch = touches[slot]
        left = min(left, touch.x)
        right = max(right, touch.x)
        bottom = min(bottom, touch.y)
        top = max(top, touch.y)
        group.spread += touch.point.distance(to: middle) / group.count
        for other in 0..<slot where touches[other].isLive {
          group.pairMean += touch.point.distance(to: touches[other].point)
          pairs += 1
        }
      }
      group.width = right - left
      group.height = top - bottom
      if pairs > 0 { group.pairMean /= pairs }
      return group
    }
  }
}
