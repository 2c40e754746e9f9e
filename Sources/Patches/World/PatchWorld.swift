// The world of a patch as a document, and as canonical text. Not for the audio thread.
import Text
import World

/// The world of a patch. Lengths are metres, angles turns.
public struct PatchWorld: Equatable, Sendable {
  /// The size of the room, 0.5…20 m.
  public var width: Float = 4
  /// See `width`.
  public var height: Float = 3
  /// What the sides of the room do.
  public var walls = WorldWalls.closed
  /// What touches of parts that play the world do.
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

  /// What the audio thread takes up.
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
  /// Its sides in metres.
  public var zone = ZoneDescription()
  var unknown: [JSON.Member] = []

  /// A zone without extent.
  public init() {}
}

extension PatchWorld {
  /// The world as text, one line for a body, a spring, a field and a zone; nil for an empty room.
  var words: UTF8Text? {
    if self == PatchWorld() { return nil }
    let plain = PatchWorld()
    let members = JSON.members { (key: PatchKey.World) -> UTF8Text? in
      switch key {
      case .room: "[\(width), \(height)]"
      case .walls: walls == plain.walls ? nil : "\"\(walls.symbol)\""
      case .touch: touch == plain.touch ? nil : "\"\(touch.symbol)\""
      case .tokenSize: tokenSize == plain.tokenSize ? nil : "\(tokenSize)"
      case .spinDamping: spinDamping == plain.spinDamping ? nil : "\(spinDamping)"
      case .bodies: Self.lines(bodies.map { $0.words(at: nil) })
      case .springs: Self.lines(springs.map { $0.words(at: nil) })
      case .fields: Self.lines(fields.map { $0.words(at: nil) })
      case .zones: Self.lines(zones.map { $0.words })
      }
    }
    let all = members + unknown.map { $0.words }
    var words: UTF8Text = "{\n"
    for index in all.indices {
      words += "    \(all[index])"
      words += index < all.count - 1 ? ",\n" : "\n"
    }
    words += "  }"
    return words
  }

  private static func lines(_ items: [UTF8Text]) -> UTF8Text? {
    if items.isEmpty { return nil }
    var words: UTF8Text = "[\n"
    for index in items.indices {
      words += "      \(items[index])"
      words += index < items.count - 1 ? ",\n" : "\n"
    }
    words += "    ]"
    return words
  }
}

private func placed(_ place: Int?) -> [UTF8Text] { place.map { ["\"place\": \($0)"] } ?? [] }

extension WorldBody {
  /// The body on one line, defaults left out, and the place that an edit names.
  func words(at place: Int?) -> UTF8Text {
    let members = JSON.members { (key: PatchKey.Body) in words(of: key) }
    return JSON.list("{", placed(place) + members + unknown.map { $0.words }, "}")
  }

  private func words(of key: PatchKey.Body) -> UTF8Text? {
    let plain = BodyDescription()
    switch key {
    case .number: return body.number == 0 ? nil : "\(Int(body.number))"
    case .name: return name.isEmpty ? nil : JSON.quoted(name)
    case .shape: return "\"\(body.shape.symbol)\""
    case .size:
      let isOneNumber = body.shape == .circle || body.halfWidth == body.halfHeight
      return isOneNumber ? "\(body.halfWidth)" : "[\(body.halfWidth), \(body.halfHeight)]"
    case .at: return "[\(body.x), \(body.y)]"
    case .angle: return body.angle == 0 ? nil : "\(body.angle)"
    case .pin: return body.pin == .no ? nil : "\"\(body.pin.symbol)\""
    case .pivot: return body.pin == .swing ? "[\(body.pivotX), \(body.pivotY)]" : nil
    case .direction: return body.pin == .slide ? "\(body.direction)" : nil
    case .density: return body.density == plain.density ? nil : "\(body.density)"
    case .friction: return body.friction == plain.friction ? nil : "\(body.friction)"
    case .bounce: return body.bounce == plain.bounce ? nil : "\(body.bounce)"
    case .speed: return body.speedX == 0 && body.speedY == 0 ? nil : "[\(body.speedX), \(body.speedY)]"
    case .spin: return body.spin == 0 ? nil : "\(body.spin)"
    case .colour: return colour.isEmpty ? nil : JSON.quoted(colour)
    }
  }
}

extension WorldSpring {
  /// The spring on one line, and the place that an edit names.
  func words(at place: Int?) -> UTF8Text {
    let members = JSON.members { (key: PatchKey.Spring) -> UTF8Text? in
      switch key {
      case .from: "\(Int(spring.from) + 1)"
      case .to: spring.to < 0 ? "[\(spring.x), \(spring.y)]" : "\(Int(spring.to) + 1)"
      case .length: spring.length < 0 ? nil : "\(spring.length)"
      case .hertz: "\(spring.hertz)"
      case .damping: spring.damping == 0 ? nil : "\(spring.damping)"
      }
    }
    return JSON.list("{", placed(place) + members + unknown.map { $0.words }, "}")
  }
}

extension WorldField {
  /// The field on one line, and the place that an edit names.
  func words(at place: Int?) -> UTF8Text {
    let members = JSON.members { (key: PatchKey.Field) -> UTF8Text? in
      switch key {
      case .kind: "\"\(field.kind.symbol)\""
      case .at: field.x == 0 && field.y == 0 ? nil : "[\(field.x), \(field.y)]"
      case .strength: "\(field.strength)"
      case .direction: field.direction == 0 ? nil : "\(field.direction)"
      case .radius: field.radius == 0 ? nil : "\(field.radius)"
      }
    }
    return JSON.list("{", placed(place) + members + unknown.map { $0.words }, "}")
  }
}

extension WorldZone {
  /// The zone on one line.
  var words: UTF8Text {
    let members = JSON.members { (key: PatchKey.Zone) -> UTF8Text? in
      switch key {
      case .name: name.isEmpty ? nil : JSON.quoted(name)
      case .region: "[\(zone.left), \(zone.bottom), \(zone.right), \(zone.top)]"
      }
    }
    return JSON.list("{", members + unknown.map { $0.words }, "}")
  }
}
