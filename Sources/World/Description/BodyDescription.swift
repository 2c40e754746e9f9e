// A body of a world as a patch describes it. Any thread.
import Controls

/// The shape of a body.
public enum BodyShape: StaticString, NamedCase, BitwiseCopyable {
  case circle, box
}

/// The freedom of a body.
public enum BodyPin: StaticString, NamedCase, BitwiseCopyable {
  /// It moves and turns freely.
  case no
  /// It turns in its place.
  case turn
  /// It neither moves nor turns.
  case place
  /// It moves along a line through its place and does not turn.
  case slide
  /// It swings about its pivot as a rigid pendulum.
  case swing
}

/// A body as a patch describes it. Lengths are meters, angles turns, times seconds.
public struct BodyDescription: BitwiseCopyable, Sendable, Equatable {
  public var shape = BodyShape.circle
  public var pin = BodyPin.no
  /// 1…8 for a body with controllers; 0 for all others.
  public var number: UInt8 = 0
  /// The place of its middle when the world begins.
  public var x: Float = 0, y: Float = 0
  /// Its angle when the world begins, in turns.
  public var angle: Float = 0
  /// The radius of a circle; half the width and half the height of a box.
  public var halfWidth: Float = 0.1, halfHeight: Float = 0.1
  /// Mass per area; a circle of radius 1 and density 1 has the mass π.
  public var density: Float = 1
  /// The friction of its surface, 0…1.
  public var friction: Float = 0.2
  /// The part of its speed that it keeps when it bounces, 0…1.
  public var bounce: Float = 0.2
  /// Its speed when the world begins, in m/s and turns/s.
  public var speedX: Float = 0, speedY: Float = 0, spin: Float = 0
  /// The point about which it swings.
  public var pivotX: Float = 0, pivotY: Float = 0
  /// The direction of the line along which it slides, in turns.
  public var direction: Float = 0

  @_noLocks public init() {}

  /// The ranges of the numbers.
  public static var sizes: ClosedRange<Float> { 0.02...1.5 }
  public static var densities: ClosedRange<Float> { 0.01...100 }
  public static var speeds: ClosedRange<Float> { -10...10 }
  public static var spins: ClosedRange<Float> { -4...4 }

  /// Its mass; that of a body that is fixed is what it would have if it were free.
  public var mass: Float {
    @_noLocks get {
      density * (shape == .circle ? 3.1415927 * halfWidth * halfWidth : 4 * halfWidth * halfHeight)
    }
  }

  /// Its moment of inertia about its middle.
  public var inertia: Float {
    @_noLocks get {
      shape == .circle
        ? 0.5 * mass * halfWidth * halfWidth
        : mass * (halfWidth * halfWidth + halfHeight * halfHeight) * (1.0 / 3)
    }
  }
}
