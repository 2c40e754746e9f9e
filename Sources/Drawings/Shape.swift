// The shapes of which drawings of controllers consist. Documents, the window and the page draw them. Any
// thread.

/// A point of the surface: x from 0 at the left edge to the aspect ratio at the right one, y from 0 at the
/// bottom to 1.
public struct SurfacePoint: BitwiseCopyable, Sendable, Equatable {
  public var x: Float
  public var y: Float

  public init(_ x: Float, _ y: Float) { (self.x, self.y) = (x, y) }

  public static func + (a: Self, b: Self) -> Self { Self(a.x + b.x, a.y + b.y) }
  public static func - (a: Self, b: Self) -> Self { Self(a.x - b.x, a.y - b.y) }
  public static func * (a: Self, factor: Float) -> Self { Self(a.x * factor, a.y * factor) }

  /// The distance from the origin.
  public var length: Float { (x * x + y * y).squareRoot() }

  /// The point a quarter turn anticlockwise about the origin.
  public var quarterTurned: Self { Self(-y, x) }
}

/// A part of a drawing. Lengths are in heights of the surface.
public enum Shape: Sendable, Equatable {
  /// A line between two points, or an arrow to the second.
  case line(SurfacePoint, SurfacePoint), arrow(SurfacePoint, SurfacePoint)
  /// A helping line: it shows what a line or an angle refers to.
  case guide(SurfacePoint, SurfacePoint)
  /// The angle at the first point, from the direction of the second, anticlockwise to that of the third.
  case angle(SurfacePoint, SurfacePoint, SurfacePoint)
  /// A part of a circle about a point, clockwise from above: 0…1 of it.
  case ring(SurfacePoint, radius: Float, part: Float)
  /// A filled circle.
  case disc(SurfacePoint, radius: Float)
  /// An ellipse: its major half axis as a vector, and the minor one as a part of it.
  case ellipse(SurfacePoint, major: SurfacePoint, aspect: Float)
  /// A filled area, or its border, between corners.
  case area([SurfacePoint]), outline([SurfacePoint])
  /// Lines from point to point: what a drawing says, or a helping line.
  case curve([SurfacePoint]), trail([SurfacePoint])
  /// The touch that the drawing is for, another touch, a place that is computed, a token.
  case touch(SurfacePoint), otherTouch(SurfacePoint), cross(SurfacePoint), token(SurfacePoint),
    body(SurfacePoint)

  /// Whether it only shows where something is. The live view draws touches and tokens of its own.
  public var isMark: Bool {
    switch self {
    case .touch, .otherTouch, .cross, .token, .body: true
    case .line, .arrow, .guide, .angle, .ring, .disc, .ellipse, .area, .outline, .curve, .trail: false
    }
  }
}
