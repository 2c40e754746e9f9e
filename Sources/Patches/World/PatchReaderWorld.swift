// Reads the world of a patch from JSON. Not for the audio thread.
import Lanes
import Text
import World

extension PatchReader {
  /// Reads the whole world. Places lie in the room, so the room is read first, and the bodies before the
  /// springs that hang on them.
  mutating func world(_ node: JSONNode) throws(Fault) {
    result.world = PatchWorld()
    let members = try node.members()
    for first in [PatchKey.World.room, .bodies] {
      for (key, node) in members where PatchKey.World(key) == first { try worldMember(first, node) }
    }
    for (key, node) in members {
      switch PatchKey.World(key) {
      case .room, .bodies: break
      case let key?: try worldMember(key, node)
      case nil: result.world.unknown.append(try kept(key, node))
      }
    }
  }

  private mutating func worldMember(_ key: PatchKey.World, _ node: JSONNode) throws(Fault) {
    switch key {
    case .room:
      let sides = try node.elements()
      guard sides.count == 2 else { throw node.fault("must be two numbers: width, height") }
      result.world.width = try number(sides[0], 0.5, 20)
      result.world.height = try number(sides[1], 0.5, 20)
    case .walls: result.world.walls = try node.symbol(of: "kind of walls") { UTF8Text($0.symbol).bytes }
    case .touch: result.world.touch = try node.symbol(of: "way to touch") { UTF8Text($0.symbol).bytes }
    case .tokenSize:
      result.world.tokenSize = try number(
        node, BodyDescription.sizes.lowerBound, BodyDescription.sizes.upperBound)
    case .spinDamping: result.world.spinDamping = try number(node, 0, 5)
    case .bodies:
      for node in try items(node, WorldDescription.bodyLimit, "bodies") { try put(body(node), nil, at: node) }
    case .springs:
      for node in try items(node, WorldDescription.springLimit, "springs") {
        try put(spring(node), nil, at: node)
      }
    case .fields:
      for node in try items(node, WorldDescription.fieldLimit, "fields") {
        try put(field(node), nil, at: node)
      }
    case .zones:
      for node in try items(node, WorldDescription.zoneLimit, "zones") {
        result.world.zones.append(try zone(node))
      }
    }
  }

  private func items(_ node: JSONNode, _ limit: Int, _ what: StaticString) throws(Fault) -> [JSONNode] {
    let nodes = try node.elements()
    guard nodes.count <= limit else { throw node.fault("has \(nodes.count) \(what), more than \(limit)") }
    return nodes
  }

  // MARK: One thing

  /// Two numbers of a range.
  private mutating func pair(
    _ node: JSONNode, _ x: ClosedRange<Float>, _ y: ClosedRange<Float>
  ) throws(Fault) -> (Float, Float) {
    let both = try node.elements()
    guard both.count == 2 else { throw node.fault("must be two numbers: x, y") }
    return (
      try number(both[0], x.lowerBound, x.upperBound), try number(both[1], y.lowerBound, y.upperBound)
    )
  }

  private mutating func place(_ node: JSONNode) throws(Fault) -> (Float, Float) {
    try pair(node, 0...result.world.width, 0...result.world.height)
  }

  mutating func body(_ node: JSONNode) throws(Fault) -> WorldBody {
    var body = WorldBody()
    let members = try node.members()
    if let shape = members.first(where: { PatchKey.Body($0.key) == .shape }) {
      body.body.shape = try shape.node.symbol(of: "shape") { UTF8Text($0.symbol).bytes }
    }
    guard members.contains(where: { PatchKey.Body($0.key) == .at }) else { throw node.fault("at is missing") }
    for (key, node) in members {
      if isEdit && key == PatchKey.Place.place.symbol { continue }
      guard let known = PatchKey.Body(key) else {
        body.unknown.append(try kept(key, node))
        continue
      }
      try bodyMember(known, node, &body)
    }
    guard body.body.pin != .swing || members.contains(where: { PatchKey.Body($0.key) == .pivot }) else {
      throw node.fault("pivot is missing: about it the body swings")
    }
    return body
  }

  private mutating func bodyMember(
    _ key: PatchKey.Body, _ node: JSONNode, _ body: inout WorldBody
  ) throws(Fault) {
    let densities = BodyDescription.densities
    let (speeds, spins) = (BodyDescription.speeds, BodyDescription.spins)
    switch key {
    case .number: body.body.number = UInt8(try whole(node, 1...Int64(WorldDescription.numberLimit)))
    case .name: body.name = try node.text(limit: WorldBody.nameLimit)
    case .shape: break
    case .size: try size(node, &body.body)
    case .at: (body.body.x, body.body.y) = try place(node)
    case .angle: body.body.angle = try number(node, -1, 1)
    case .pin: body.body.pin = try node.symbol(of: "pin") { UTF8Text($0.symbol).bytes }
    case .pivot: (body.body.pivotX, body.body.pivotY) = try place(node)
    case .direction: body.body.direction = try number(node, -1, 1)
    case .density: body.body.density = try number(node, densities.lowerBound, densities.upperBound)
    case .friction: body.body.friction = try number(node, 0, 1)
    case .bounce: body.body.bounce = try number(node, 0, 1)
    case .speed: (body.body.speedX, body.body.speedY) = try pair(node, speeds, speeds)
    case .spin: body.body.spin = try number(node, spins.lowerBound, spins.upperBound)
    case .colour:
      body.colour = try node.text(limit: 7)
      let isColour =
        body.colour.count == 7 && body.colour[0] == UInt8(ascii: "#")
        && body.colour.dropFirst().allSatisfy { (48...57).contains($0) || (97...102).contains($0 | 32) }
      guard isColour else { throw node.fault("must be a colour, \"#rrggbb\"") }
    }
  }

  /// A number, or of a box two: half its width and half its height.
  private mutating func size(_ node: JSONNode, _ body: inout BodyDescription) throws(Fault) {
    let range = BodyDescription.sizes
    if case .array = node.value {
      guard body.shape == .box else { throw node.fault("must be a number: the radius of the circle") }
      (body.halfWidth, body.halfHeight) = try pair(node, range, range)
    } else {
      body.halfWidth = try number(node, range.lowerBound, range.upperBound)
      body.halfHeight = body.halfWidth
    }
  }

  mutating func spring(_ node: JSONNode) throws(Fault) -> WorldSpring {
    var spring = WorldSpring()
    let members = try node.members()
    for wanted in [PatchKey.Spring.from, .to]
    where !members.contains(where: { PatchKey.Spring($0.key) == wanted }) {
      throw node.fault("\(wanted.symbol) is missing")
    }
    for (key, node) in members {
      if isEdit && key == PatchKey.Place.place.symbol { continue }
      switch PatchKey.Spring(key) {
      case .from: spring.spring.from = try bodyIndex(node)
      case .to:
        if case .array = node.value {
          spring.spring.to = -1
          (spring.spring.x, spring.spring.y) = try place(node)
        } else {
          spring.spring.to = try bodyIndex(node)
        }
      case .length: spring.spring.length = try number(node, 0, 20)
      case .hertz: spring.spring.hertz = try number(node, 0.05, 32)
      case .damping: spring.spring.damping = try number(node, 0, 2)
      case nil: spring.unknown.append(try kept(key, node))
      }
    }
    guard spring.spring.from != spring.spring.to else { throw node.fault("hangs a body on itself") }
    return spring
  }

  /// The index of a body from its place in the list.
  private func bodyIndex(_ node: JSONNode) throws(Fault) -> Int16 {
    let place = try whole(node)
    guard 1...Int64(max(result.world.bodies.count, 1)) ~= place, !result.world.bodies.isEmpty else {
      throw node.fault("there is no body \(Int(place)): there are \(result.world.bodies.count)")
    }
    return Int16(place - 1)
  }

  mutating func field(_ node: JSONNode) throws(Fault) -> WorldField {
    var field = WorldField()
    let members = try node.members()
    guard members.contains(where: { PatchKey.Field($0.key) == .kind }) else {
      throw node.fault("kind is missing")
    }
    for (key, node) in members {
      if isEdit && key == PatchKey.Place.place.symbol { continue }
      switch PatchKey.Field(key) {
      case .kind: field.field.kind = try node.symbol(of: "field") { UTF8Text($0.symbol).bytes }
      case .at: (field.field.x, field.field.y) = try place(node)
      case .strength: field.field.strength = try number(node, -20, 20)
      case .direction: field.field.direction = try number(node, -1, 1)
      case .radius: field.field.radius = try number(node, 0, 20)
      case nil: field.unknown.append(try kept(key, node))
      }
    }
    return field
  }

  private mutating func zone(_ node: JSONNode) throws(Fault) -> WorldZone {
    var zone = WorldZone()
    for (key, node) in try node.members() {
      switch PatchKey.Zone(key) {
      case .name: zone.name = try node.text(limit: WorldBody.nameLimit)
      case .region:
        let sides = try node.elements()
        guard sides.count == 4 else { throw node.fault("must be four numbers: left, bottom, right, top") }
        (zone.zone.left, zone.zone.bottom) = (
          try number(sides[0], 0, result.world.width), try number(sides[1], 0, result.world.height)
        )
        (zone.zone.right, zone.zone.top) = (
          try number(sides[2], 0, result.world.width), try number(sides[3], 0, result.world.height)
        )
        guard zone.zone.left < zone.zone.right, zone.zone.bottom < zone.zone.top else {
          throw node.fault("left is not below right, or bottom not below top")
        }
      case nil: zone.unknown.append(try kept(key, node))
      }
    }
    guard zone.zone.right > 0 else { throw node.fault("region is missing") }
    return zone
  }
}

extension WorldBody {
  /// The most bytes of a name.
  static var nameLimit: Int { 64 }
}
