// The world of a patch as a document, and as canonical text. Not for the audio thread.
import Text
import World

/// The world of a patch. Lengths are meters, angles turns.
public struct PatchWorld: Equatable, Sendable {
  /// The size of the room, 0.5…20 m.
  public var width: Float = 4
  /// See `width`.
  public var height: Float = 3
  /// The sides of the room.
  public var walls = WorldWalls.closed
  /// The effect of touches in parts that play the world.
  public var touch = WorldTouch.grab
  /// Half the side of a token on the table, 0.02…1.5 m.
  public var tokenSize: Float = 0.2
  /// The part of their spin that bodies lose in a second, 0…5.
  public var spinDamping: Float = 0.1
  /// At most 64.
  public var bodies: [WorldBody] = []
  /// At most 64.
  public var springs: [WorldSpring] = []
  /// At most 8.
  public var fields: [WorldField] = []
  /// At most 8.
  public var zones: [WorldZone] = []
  var unknown: [JSON.Member] = []

  /// An empty room.
  public init() {}

  /// The form that the audio thread reads.
  package func compiled(seed: UInt64) -> WorldDescription {
    var world = WorldDescription()
    (world.width, world.height) = (width, height)
    (world.walls, world.touch, world.spinDamping, world.seed) = (walls, touch, spinDamping, seed)
    world.tokenSize = tokenSize
    for body in bodies.prefix(WorldDescription.bodyLimit) {
      world.bodies[world.bodyCount] = body.body
      world.bodyCount += 1
    }
    for spring in springs.prefix(WorldDescription.springLimit) {
      world.springs[world.springCount] = spring.spring
      world.springCount += 1
    }
    for field in fields.prefix(WorldDescription.fieldLimit) {
      world.fields[world.fieldCount] = field.field
      world.fieldCount += 1
    }
    for zone in zones.prefix(WorldDescription.zoneLimit) {
      world.zones[world.zoneCount] = zone.zone
      world.zoneCount += 1
    }
    return world
  }
}

/// A body of a world.
public struct WorldBody: Equatable, Sendable {
  /// Shape, place, mass and motion.
  public var body = BodyDescription()
  /// The name for people, at most 64 bytes; may be empty.
  public var name: [UInt8] = []
  /// `#rrggbb`; empty: the one that its number gives it.
  public var colour: [UInt8] = []
  var unknown: [JSON.Member] = []

  /// A circle in the corner of the room.
  public init() {}
}

/// A spring of a world.
public struct WorldSpring: Equatable, Sendable {
  /// Its ends, length and frequency.
  public var spring = SpringDescription()
  var unknown: [JSON.Member] = []

  /// A spring of 1 Hz from the first body to the corner of the room.
  public init() {}
}

/// A field of a world.
public struct WorldField: Equatable, Sendable {
  /// Its kind, place and strength.
  public var field = FieldDescription()
  var unknown: [JSON.Member] = []

  /// A field without strength.
  public init() {}
}

/// A zone of a world.
public struct WorldZone: Equatable, Sendable {
  /// The name for people, at most 64 bytes; may be empty.
  public var name: [UInt8] = []
  /// Its sides in meters.
  public var zone = ZoneDescription()
  var unknown: [JSON.Member] = []

  /// A zone without extent.
  public init() {}
}
