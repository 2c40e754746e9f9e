// The surface's proportions: from coordinates 0…1 to diagonals, the unit of distances. Audio thread.
import Lanes

/// A surface of a certain aspect ratio. Lengths are in diagonals: p = (a·x, y) / √(a² + 1).
public struct SurfaceShape: Sendable, Equatable {
  /// Width over height.
  public let aspect: Float
  /// The surface's width and height in diagonals.
  public let width: Float
  /// See `width`.
  public let height: Float

  /// The square distance up to which two points count as the same: a millionth of a diagonal, squared.
  static var same: Float { @_noLocks get { 1e-12 } }

  /// - Parameter aspect: width over height; 4:3 when it is not a number above 0.
  @_noLocks public init(aspect: Float = 4 / 3) {
    self.aspect = aspect > 0 && aspect < .infinity ? aspect : 4 / 3
    height = 1 / Scalar.squareRoot(self.aspect * self.aspect + 1)
    width = self.aspect * height
  }
}

extension Lanes {
  /// The length of (x, y).
  @inline(__always) @_noLocks static func length(_ x: Lanes, _ y: Lanes) -> Lanes { (x * x + y * y).root }

  /// The direction of (x, y) in turns; `held` where both are 0 within rounding.
  @inline(__always) @_noLocks static func direction(_ x: Lanes, _ y: Lanes, held: Lanes) -> Lanes {
    Lanes(repeating: SurfaceShape.same).whereLess(x * x + y * y, direction(x, y), else: held)
  }
}

extension Float {
  /// Within `low…high`; NaN becomes `low`.
  @inline(__always) @_noLocks func within(_ low: Float, _ high: Float) -> Float {
    self > low ? (self < high ? self : high) : low
  }

  /// Turns as 0…1.
  @inline(__always) var wrapped: Float {
    @_noLocks get {
      let rest = self - Scalar.floor(self)
      return rest < 1 ? rest : 0
    }
  }
}
