// Random worlds of patches, for the tests that read what was written.
import TestSupport
import Text
import World

@testable import Patches

extension PatchWorld {
  static func random(
    _ random: inout SeededGenerator, _ text: (Int) -> [UInt8], _ unknown: (Int) -> [JSON.Member]
  ) -> PatchWorld {
    var world = PatchWorld()
    let number = { (random: inout SeededGenerator, low: Float, high: Float) -> Float in
      min(high, low + (high - low) * Float(random.below(1001)) / 1000)
    }
    (world.width, world.height) = (number(&random, 0.5, 20), number(&random, 0.5, 20))
    world.walls = random.pick(WorldWalls.allCases)
    world.touch = random.pick(WorldTouch.allCases)
    world.tokenSize = number(&random, 0.02, 1.5)
    world.spinDamping = number(&random, 0, 5)
    world.unknown = unknown(0)
    for index in 0..<random.below(20) {
      var one = WorldBody()
      one.name = text(20)
      if random.below(2) == 0 { one.colour = [UInt8]("#12abEF".utf8) }
      one.body.shape = random.pick(BodyShape.allCases)
      one.body.pin = random.pick(BodyPin.allCases)
      one.body.number = index < 8 && random.below(2) == 0 ? UInt8(index + 1) : 0
      (one.body.x, one.body.y) = (number(&random, 0, world.width), number(&random, 0, world.height))
      one.body.halfWidth = number(&random, 0.02, 1.5)
      one.body.halfHeight = one.body.shape == .box ? number(&random, 0.02, 1.5) : one.body.halfWidth
      one.body.angle = number(&random, -1, 1)
      one.body.density = number(&random, 0.01, 100)
      (one.body.friction, one.body.bounce) = (number(&random, 0, 1), number(&random, 0, 1))
      (one.body.speedX, one.body.speedY) = (number(&random, -10, 10), number(&random, -10, 10))
      one.body.spin = number(&random, -4, 4)
      if one.body.pin == .swing { one.body.pivotX = number(&random, 0, world.width) }
      if one.body.pin == .slide { one.body.direction = number(&random, -1, 1) }
      one.unknown = unknown(0)
      world.bodies.append(one)
    }
    for _ in 0..<(world.bodies.isEmpty ? 0 : random.below(20)) {
      var one = WorldSpring()
      one.spring.from = Int16(random.below(world.bodies.count))
      let other = Int16(random.below(world.bodies.count))
      one.spring.to = other == one.spring.from ? -1 : other
      if one.spring.to < 0 { one.spring.x = number(&random, 0, world.width) }
      if random.below(2) == 0 { one.spring.length = number(&random, 0, 20) }
      (one.spring.hertz, one.spring.damping) = (number(&random, 0.05, 32), number(&random, 0, 2))
      one.unknown = unknown(0)
      world.springs.append(one)
    }
    for _ in 0..<random.below(9) {
      var one = WorldField()
      one.field.kind = random.pick(FieldKind.allCases)
      (one.field.x, one.field.y) = (number(&random, 0, world.width), number(&random, 0, world.height))
      one.field.strength = number(&random, -20, 20)
      (one.field.direction, one.field.radius) = (number(&random, -1, 1), number(&random, 0, 20))
      one.unknown = unknown(0)
      world.fields.append(one)
    }
    for _ in 0..<random.below(9) {
      var one = WorldZone()
      one.name = text(20)
      (one.zone.left, one.zone.right) = (number(&random, 0, 0.2), number(&random, 0.3, world.width))
      (one.zone.bottom, one.zone.top) = (number(&random, 0, 0.2), number(&random, 0.3, world.height))
      one.unknown = unknown(0)
      world.zones.append(one)
    }
    return world
  }
}
