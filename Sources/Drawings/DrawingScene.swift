// The touches and tokens of one moment, for drawings. Any thread.
import Controls

/// Touches and tokens at one moment, in points of the surface.
public struct DrawingScene: Sendable {
  /// A live touch.
  public struct Touch: Sendable {
    public var place: SurfacePoint
    /// Where it began.
    public var start: SurfacePoint
    /// Points a second.
    public var velocity = SurfacePoint(0, 0)
    /// 0…1.
    public var pressure: Float = 0.5
    /// The contact's major half axis as a vector, and the minor one as a part of it.
    public var major = SurfacePoint(0.06, 0)
    public var contactAspect: Float = 1
    /// The latest places, oldest first.
    public var trail: [SurfacePoint] = []

    public init(at place: SurfacePoint, from start: SurfacePoint) {
      (self.place, self.start) = (place, start)
    }
  }

  /// A token on the surface, or a body of the world.
  public struct Token: Sendable {
    public var place: SurfacePoint
    /// A vector of length 1 towards its angle.
    public var direction = SurfacePoint(1, 0)
    public var velocity = SurfacePoint(0, 0)

    public init(at place: SurfacePoint) { self.place = place }
  }

  /// The surface's width in heights.
  public var aspect: Float
  /// In the order in which they began.
  public var touches: [Touch] = []
  /// The index of the touch for which the controllers of one touch are drawn.
  public var own = 0
  /// The number of touches, from the newest back, with shapes of their own in a drawing of all touches.
  public var crowd = Int.max
  /// By slot.
  public var tokens = [Token?](repeating: nil, count: Controller.tokenLimit)
  /// The bodies with the numbers 1…8.
  public var bodies: [Token?] = [nil, nil, nil, nil, nil, nil, nil, nil]
  /// A time that runs, in seconds: animated drawings follow it.
  public var seconds: Float = 0
  /// The latest values of the controller, 0…1, oldest first.
  public var latest: [Float] = []

  public init(aspect: Float) { self.aspect = aspect }

  /// The unit of radii and arrows: the height, or on an upright surface three quarters of the width.
  var unit: Float { min(1, 0.75 * aspect) }

  /// The part of a line from a point of the surface that is on the surface.
  func inside(_ from: SurfacePoint, _ to: SurfacePoint) -> SurfacePoint {
    let way = to - from
    func part(_ start: Float, _ length: Float, _ end: Float) -> Float {
      length == 0 ? 1 : max(0, ((length > 0 ? end : 0) - start) / length)
    }
    return from + way * min(1, part(from.x, way.x, aspect), part(from.y, way.y, 1))
  }

  public var center: SurfacePoint { SurfacePoint(0.5 * aspect, 0.5) }

  /// The mean of all touches; nil without touches.
  public var centroid: SurfacePoint? {
    touches.isEmpty ? nil : touches.reduce(SurfacePoint(0, 0)) { $0 + $1.place } * (1 / Float(touches.count))
  }

  /// The touches that have shapes of their own in a drawing of all touches.
  var shown: ArraySlice<Touch> { touches.suffix(crowd) }

  /// The touch for which the controllers of one touch are drawn.
  public var touch: Touch? { touches.indices.contains(own) ? touches[own] : nil }

  /// Where a point is; nil if what it refers to is not there.
  public func point(_ anchor: Anchor) -> SurfacePoint? {
    switch anchor {
    case .touch: touch?.place
    case .start: touch?.start
    case .previous: touch != nil && own > 0 ? touches[own - 1].place : nil
    case .first: touch != nil && own > 0 ? touches[0].place : nil
    case .nearest: touch.flatMap { touch in nearest(to: touch.place) }
    case .centroid: centroid
    case .center: center
    case .token, .body, .nearestToken: thing(anchor)?.place
    }
  }

  /// The token or body that a point is; nil if it is not there, or none of them.
  func thing(_ anchor: Anchor) -> Token? {
    let (things, number) =
      switch anchor {
      case .token(let number): (tokens, number)
      case .body(let number): (bodies, number)
      case .nearestToken: ([nearestToken], 1)
      case .touch, .start, .previous, .first, .nearest, .centroid, .center: ([Token?](), 0)
      }
    return things.indices.contains(number - 1) ? things[number - 1] : nil
  }

  /// The speed of a point, in points a second.
  func velocity(_ anchor: Anchor) -> SurfacePoint {
    switch anchor {
    case .touch: touch?.velocity ?? SurfacePoint(0, 0)
    case .previous: own > 0 && touch != nil ? touches[own - 1].velocity : SurfacePoint(0, 0)
    case .first: touches.first?.velocity ?? SurfacePoint(0, 0)
    case .centroid:
      touches.isEmpty
        ? SurfacePoint(0, 0)
        : touches.reduce(SurfacePoint(0, 0)) { $0 + $1.velocity } * (1 / Float(touches.count))
    case .token, .body, .nearestToken: thing(anchor)?.velocity ?? SurfacePoint(0, 0)
    case .start, .nearest, .center: SurfacePoint(0, 0)
    }
  }

  /// The token that is nearest to the touch.
  private var nearestToken: Token? {
    touch.flatMap { touch in
      tokens.compactMap { $0 }.min { ($0.place - touch.place).length < ($1.place - touch.place).length }
    }
  }

  private func nearest(to place: SurfacePoint) -> SurfacePoint? {
    var found: SurfacePoint?
    for (index, other) in touches.enumerated() where index != own {
      if found.map({ (other.place - place).length < ($0 - place).length }) ?? true { found = other.place }
    }
    return found
  }

  /// The corners of the least convex area that holds all touches, anticlockwise (A. M. Andrew's chains).
  var hull: [SurfacePoint] {
    let sorted = touches.map { $0.place }.ordered { $0.x == $1.x ? $0.y < $1.y : $0.x < $1.x }
    guard sorted.count > 2 else { return sorted }
    func chain(_ points: [SurfacePoint]) -> [SurfacePoint] {
      var corners: [SurfacePoint] = []
      for point in points {
        while corners.count > 1, !isLeft(corners[corners.count - 2], corners[corners.count - 1], point) {
          corners.removeLast()
        }
        corners.append(point)
      }
      return corners.dropLast()
    }
    return chain(sorted) + chain(sorted.reversed())
  }

  private func isLeft(_ a: SurfacePoint, _ b: SurfacePoint, _ c: SurfacePoint) -> Bool {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0
  }

  /// The direction of the line along which the touches lie, of length 1: the greatest eigenvector of the
  /// covariance of their places.
  var axis: SurfacePoint? {
    guard let mean = centroid, touches.count > 1 else { return nil }
    var (xx, yy, xy): (Float, Float, Float) = (0, 0, 0)
    for touch in touches {
      let way = touch.place - mean
      (xx, yy, xy) = (xx + way.x * way.x, yy + way.y * way.y, xy + way.x * way.y)
    }
    let half = 0.5 * (xx - yy)
    let root = (half * half + xy * xy).squareRoot()
    // Of two expressions for the vector the one without cancellation.
    let vector = half >= 0 ? SurfacePoint(half + root, xy) : SurfacePoint(xy, root - half)
    return vector.length > 0 ? vector * (1 / vector.length) : nil
  }
}
