// Relations of single fingers that no controller has, as candidates of a demonstration. Not for the audio thread.
import Controls
import Lanes
import Text

/// A finger that is down, with its number in expressions.
public struct NumberedFinger: Equatable, Sendable {
  /// From 1.
  public var number: Int
  /// The place, 0…1 each.
  public var x: Float
  public var y: Float

  public init(number: Int, x: Float, y: Float) { (self.number, self.x, self.y) = (number, x, y) }
}

/// A relation of two or three fingers, by their numbers.
public enum FingerRelation: Equatable, Sendable {
  /// The distance of two fingers, in diagonals.
  case distance(Int, Int)
  /// The angle at the second finger between the directions to the others, in half turns.
  case corner(Int, Int, Int)

  /// The fingers that are considered.
  static var fingers: Int { 4 }
  /// Width over height of the surface.
  private static var aspect: Float { 4 / 3 }

  /// All that are considered.
  static var all: [FingerRelation] {
    var all: [FingerRelation] = []
    for one in 1..<fingers { for other in one + 1...fingers { all.append(.distance(one, other)) } }
    return all + [.corner(1, 2, 3), .corner(2, 1, 3), .corner(1, 3, 2)]
  }

  /// The text of the expression, whose values are 0…1.
  public var expression: UTF8Text {
    switch self {
    case .distance(let one, let other): "distance(touch_\(one), touch_\(other))"
    case .corner(let one, let at, let other): "(corner(touch_\(one), touch_\(at), touch_\(other)) * 2)"
    }
  }

  /// The name for people.
  public var name: UTF8Text {
    switch self {
    case .distance(let one, let other): "Distance of fingers \(one) and \(other)"
    case .corner(let one, let at, let other): "Angle of fingers \(one), \(at), \(other)"
    }
  }

  /// The value, 0…1; no number without one of the fingers.
  func value(x: (Int) -> Float, y: (Int) -> Float) -> Float {
    let diagonal = (Self.aspect * Self.aspect + 1).squareRoot()
    func way(_ from: Int, _ to: Int) -> SIMD2<Float> {
      SIMD2(Self.aspect * (x(to) - x(from)), y(to) - y(from)) / diagonal
    }
    func length(_ way: SIMD2<Float>) -> Float { (way.x * way.x + way.y * way.y).squareRoot() }
    switch self {
    case .distance(let one, let other): return length(way(one, other))
    case .corner(let one, let at, let other):
      let (left, right) = (way(at, one), way(at, other))
      let across = (left.x * right.y - left.y * right.x).magnitude
      return Scalar.turns(y: across, x: left.x * right.x + left.y * right.y) * 2
    }
  }
}
