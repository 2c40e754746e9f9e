// A world as a patch describes it: the room, its bodies, springs, fields and zones. Any thread.
import Controls
import Lanes

/// The sides of the room.
public enum WorldWalls: StaticString, NamedCase, BitwiseCopyable {
  /// All four sides stop bodies.
  case closed
  /// A body that leaves at one side comes back at the other one.
  case round
  /// A body falls through the lower side and comes back at the top, at rest, at a place that is drawn by lot.
  case rain
}

/// The effect of touches on a world.
public enum WorldTouch: StaticString, NamedCase, BitwiseCopyable {
  /// A touch takes the nearest body under or beside it, by a spring.
  case grab
  /// A touch is a disc that pushes bodies.
  case push
  case attract, repel, none
}

/// A spring between two bodies, or between a body and a place. It has no mass and meets nothing.
public struct SpringDescription: BitwiseCopyable, Sendable, Equatable {
  /// The index of its body.
  public var from: Int16 = 0
  /// The index of the other body; −1: it ends at a place.
  public var to: Int16 = -1
  /// The place at which it ends.
  public var x: Float = 0, y: Float = 0
  /// Its length at rest in meters; below 0: the length that it has when the world begins.
  public var length: Float = -1
  /// The frequency at which its two bodies swing, 0.05…32 Hz.
  public var hertz: Float = 1
  /// The damping ratio, 0…2; at 1 it comes to rest without overshoot.
  public var damping: Float = 0

  @_noLocks public init() {}
}

/// The kind of a field.
public enum FieldKind: StaticString, NamedCase, BitwiseCopyable {
  /// The same acceleration everywhere, in a direction.
  case gravity
  /// An acceleration towards its place that falls with the square of the distance; below 0 away from it.
  case orbit
  /// Air that moves in a direction and takes bodies with it.
  case wind
  /// Each body steers towards the middle and the course of its neighbours, and away from the nearest ones.
  case flock
}

/// A field.
public struct FieldDescription: BitwiseCopyable, Sendable, Equatable {
  public var kind = FieldKind.gravity
  /// The place of an orbit; the middle of a gravity or a wind with a radius.
  public var x: Float = 0, y: Float = 0
  /// m/s² for a gravity, m³/s² for an orbit, m/s for a wind, m/s² for a flock.
  public var strength: Float = 0
  /// The direction of a gravity or a wind, in turns.
  public var direction: Float = 0
  /// The radius in meters; 0: everywhere.
  public var radius: Float = 0

  @_noLocks public init() {}
}

/// A rectangle of the room that reports which bodies enter and leave it.
public struct ZoneDescription: BitwiseCopyable, Sendable, Equatable {
  /// Its sides in meters.
  public var left: Float = 0, bottom: Float = 0, right: Float = 0, top: Float = 0

  @_noLocks public init() {}
}

/// A world as a patch describes it.
public struct WorldDescription: BitwiseCopyable, Sendable {
  public static var bodyLimit: Int { @_noLocks get { 64 } }
  public static var springLimit: Int { @_noLocks get { 64 } }
  public static var fieldLimit: Int { @_noLocks get { 8 } }
  public static var zoneLimit: Int { @_noLocks get { 8 } }
  /// The bodies that have a number.
  public static var numberLimit: Int { @_noLocks get { 8 } }

  /// The size of the room in meters, 0.5…20.
  public var width: Float = 4, height: Float = 3
  public var walls = WorldWalls.closed
  public var touch = WorldTouch.grab
  /// The part of their spin that bodies lose in a second, 0…5.
  public var spinDamping: Float = 0.1
  /// Half the side of a token on the table, in meters.
  public var tokenSize: Float = 0.2
  /// The seed of random numbers.
  public var seed: UInt64 = 0
  public var bodyCount = 0, springCount = 0, fieldCount = 0, zoneCount = 0
  public var bodies = InlineArray<64, BodyDescription>(repeating: BodyDescription())
  public var springs = InlineArray<64, SpringDescription>(repeating: SpringDescription())
  public var fields = InlineArray<8, FieldDescription>(repeating: FieldDescription())
  public var zones = InlineArray<8, ZoneDescription>(repeating: ZoneDescription())

  @_noLocks public init() {}

  /// The radius in meters of the disc that a finger which pushes is.
  /// - Parameter radius: of the contact, in diagonals of the surface; 0: not known.
  @_noLocks public static func radius(ofFinger radius: Float, width: Float, height: Float) -> Float {
    radius > 0 ? (radius * Scalar.squareRoot(width * width + height * height)).limited(0.03, 0.6) : 0.12
  }
}

/// Outside forces on a world during a tick; a patch connects controllers to each of them.
public struct WorldForces: BitwiseCopyable, Sendable {
  /// m/s², −20…20; below 0 downwards while `gravityAngle` is 0.
  public var gravity: Float = -9.8
  /// The counterclockwise rotation of gravity, in turns.
  public var gravityAngle: Float = 0
  /// The part of its speed that a body loses in a second, 0…5.
  public var damping: Float = 0.1
  /// Added to the bounce of every body, 0…1.
  public var bounce: Float = 0
  /// The speed of the world's time, 0…4; 0: stopped.
  public var speed: Float = 1
  /// The speed of the air from left to right, −20…20 m/s.
  public var wind: Float = 0
  /// The acceleration of what turns or swings in its place, −20…20 turns/s².
  public var spin: Float = 0

  @_noLocks public init() {}

  /// The same with every number in its range; a number that is none becomes that of a world at rest.
  @_noLocks func limited() -> WorldForces {
    let rest = WorldForces()
    var forces = self
    forces.gravity = Self.number(gravity, rest.gravity).limited(-20, 20)
    forces.gravityAngle = Self.number(gravityAngle, 0).limited(-64, 64)
    forces.damping = Self.number(damping, rest.damping).limited(0, 5)
    forces.bounce = Self.number(bounce, 0).limited(0, 1)
    forces.speed = Self.number(speed, 1).limited(0, 4)
    forces.wind = Self.number(wind, 0).limited(-20, 20)
    forces.spin = Self.number(spin, 0).limited(-20, 20)
    return forces
  }

  @_noLocks private static func number(_ value: Float, _ rest: Float) -> Float {
    value.isFinite ? value : rest
  }
}
