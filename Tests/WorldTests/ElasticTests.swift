// The energy of elastic scenes, and bodies that are thrown at walls.
import Foundation
import RealTime
import TestSupport
import Testing

@testable import World

/// The sum of the energies of all bodies in joules: of their motion, their spin and their height.
private func energy(_ world: TestWorld, gravity: Double) -> Double {
  (0..<world.engine.bodyCount).reduce(0) { sum, index in
    let described = world.description.bodies[index]
    let (half, high) = (Double(described.halfWidth), Double(described.halfHeight))
    let isCircle = described.shape == .circle
    let mass = Double(described.density) * (isCircle ? .pi * half * half : 4 * half * high)
    let inertia = mass * (isCircle ? half * half / 2 : (half * half + high * high) / 3)
    let (speed, spin) = (world.engine.speed(index), Double(world.engine.bodies[index].spin))
    let square = Double(speed.x) * Double(speed.x) + Double(speed.y) * Double(speed.y)
    let isPlaced = described.pin == .place
    if isPlaced { return sum }
    return sum + mass * (square / 2 + gravity * Double(world.engine.pose(index).y)) + inertia * spin * spin
      / 2
  }
}

/// A room of bodies without friction that bounce perfectly. None overlap at the start.
private func elasticScene(_ random: inout SeededGenerator, gravity: Float) -> TestWorld {
  let unit = { (random: inout SeededGenerator) in Float(random.below(10_001)) / 10_000 }
  let world = TestWorld(rate: random.pick([8_000, 44_100, 48_000, 96_000, 192_000]))
  world.forces.gravity = gravity
  world.description.width = 2 + 6 * unit(&random)
  world.description.height = 2 + 6 * unit(&random)
  let (count, fastest) = (2 + random.below(11), random.pick([1, 3, 5] as [Float]))
  var placed: [(x: Float, y: Float, reach: Float)] = []
  for _ in 0..<200 where placed.count < count {
    let shape = random.pick([BodyShape.circle, .circle, .box])
    let (half, high) = (0.03 + 0.3 * unit(&random), 0.03 + 0.3 * unit(&random))
    let reach = shape == .circle ? half : hypot(half, high)
    let x = reach + 0.03 + (world.description.width - 2 * reach - 0.06) * unit(&random)
    let y = reach + 0.03 + (world.description.height - 2 * reach - 0.06) * unit(&random)
    if placed.contains(where: { hypot($0.x - x, $0.y - y) < $0.reach + reach + 0.02 }) { continue }
    placed.append((x, y, reach))
    world.add(shape, x, y, half) {
      ($0.halfHeight, $0.bounce) = (high, 1)
      $0.density = random.pick([0.3, 1, 1, 3])
      $0.pin = random.pick([.no, .no, .no, .no, .no, .place, .turn, .slide])
      ($0.angle, $0.direction) = (unit(&random), unit(&random))
      ($0.speedX, $0.speedY) = (fastest * (2 * unit(&random) - 1), fastest * (2 * unit(&random) - 1))
      $0.spin = $0.shape == .box ? 2 * unit(&random) - 1 : 0
    }
  }
  world.begin()
  return world
}

/// The mean energy of a second, from the present.
private func meanEnergy(_ world: TestWorld, gravity: Double) -> Double {
  var (sum, count) = (0.0, 0.0)
  world.run(1) { _ in
    sum += energy(world, gravity: gravity)
    count += 1
  }
  return sum / count
}

/// `ELASTIC_SCENES=500` is the campaign: a thousand scenes with both gravities.
@Test(arguments: [(gravity: Float(0), within: 0.01), (gravity: Float(-9.8), within: 0.05)])
func elasticScenesKeepTheirEnergyForAMinute(gravity: Float, within: Double) {
  var random = SeededGenerator("ELASTIC_SEED", default: gravity == 0 ? 11 : 12)
  var worst = 0.0
  for scene in 0..<testCases(20, inCampaign: 500, variable: "ELASTIC_SCENES") {
    let world = elasticScene(&random, gravity: gravity)
    let before = energy(world, gravity: -Double(gravity))
    if before < 1e-6 { continue }
    world.run(59)
    let change = meanEnergy(world, gravity: -Double(gravity)) / before - 1
    worst = max(worst, abs(change))
    #expect(abs(change) < within, "scene \(scene): \(change)")
  }
  print("elastic scenes with gravity \(gravity): energy within \(worst)")
}

@Test func aBallBetweenABallAndAWallKeepsTheEnergy() {
  for (gap, offset) in [(0, 0), (0.001, 0), (0.004, 0), (0, 0.03), (0.002, 0.06)] as [(Float, Float)] {
    for bounce in [0.3, 0.7, 1] as [Float] {
      let world = TestWorld()
      world.forces.gravity = 0
      world.add(.circle, 0.1 + gap, 1.5, 0.1) { $0.bounce = bounce }
      world.add(.circle, 1.3, 1.5 + offset, 0.1) { ($0.bounce, $0.speedX) = (bounce, -4) }
      world.begin()
      let before = energy(world, gravity: 0)
      world.run(0.6)
      let ratio = energy(world, gravity: 0) / before
      #expect(bounce == 1 ? abs(ratio - 1) < 1e-3 : ratio < 1, "\(gap) \(offset) \(bounce): \(ratio)")
    }
  }
}

@Test func aBounceWithoutLossReturnsToItsHeight() {
  for rate in [8_000, 44_100, 48_000, 192_000] as [Float] {
    let world = TestWorld(rate: rate)
    world.add(.circle, 2, 2, 0.1) { $0.bounce = 1 }
    world.begin()
    var top = 0.0
    world.run(30) { time in if time > 29 { top = max(top, Double(world.engine.pose(0).y)) } }
    #expect(abs((top - 0.1) / 1.9 - 1) < 0.001, "\(rate): \(top)")
  }
}

/// No scene of bodies that lose speed when they bounce gains energy.
@Test func bouncesWithLossNeverAddEnergy() {
  var random = SeededGenerator("LOSSY_SEED", default: 13)
  for scene in 0..<20 {
    let world = elasticScene(&random, gravity: 0)
    let bounce = 0.05 * Float(1 + random.below(19))
    for index in 0..<world.description.bodyCount {
      world.description.bodies[index].bounce = bounce
      world.description.bodies[index].friction = 0.1 * Float(random.below(6))
    }
    world.begin()
    let start = energy(world, gravity: 0)
    var least = start
    world.run(5) { _ in
      let now = energy(world, gravity: 0)
      #expect(now <= least + 1e-4 * start, "scene \(scene): \(now) after \(least)")
      least = min(least, now)
    }
  }
}

/// Throws a body at a wall of the room's height or width that stands in its way.
private func tunnels(_ random: inout SeededGenerator) -> String? {
  let unit = { (random: inout SeededGenerator) in Float(random.below(10_001)) / 10_000 }
  let size = { (random: inout SeededGenerator) in 0.02 * pow(random.pick([1, 1, 5, 25, 75]), unit(&random)) }
  let world = TestWorld(rate: random.pick([8_000, 11_025, 22_050, 44_100, 48_000, 88_200, 96_000, 192_000]))
  world.forces.speed = random.pick([0.1, 0.9, 1, 1.3, 2, 3, 4])
  (world.description.width, world.description.height) = (20, 3)
  let pin = random.pick([BodyPin.place, .place, .slide])
  if pin == .place { world.forces.gravity = random.pick([0, -20, 20]) } else { world.forces.gravity = 0 }
  world.forces.gravityAngle = unit(&random)
  let (thickness, bounce) = (size(&random), random.pick([0, 0.2, 0.7, 1] as [Float]))
  let wall = 10 + 5 * unit(&random)
  world.add(.box, wall, 1.5, thickness) {
    ($0.pin, $0.halfHeight, $0.bounce, $0.density) = (pin, 1.5, bounce, 100)
  }
  let (half, high) = (size(&random), size(&random))
  let reach = hypot(half, high)
  let start = wall - thickness - reach - 0.05 - 6 * unit(&random)
  world.add(random.pick([.circle, .box]), start, min(max(3 * unit(&random), reach), 3 - reach), half) {
    ($0.halfHeight, $0.friction, $0.bounce) = (high, unit(&random), bounce)
    ($0.speedX, $0.speedY) = (10 - 5 * unit(&random), 20 * unit(&random) - 10)
    ($0.angle, $0.spin) = (unit(&random), 8 * unit(&random) - 4)
    $0.density = random.pick([0.01, 1, 1, 1, 100])
  }
  world.begin()
  let before = "\(world.description.bodies[0]) \(world.description.bodies[1]) \(world.forces) \(world.rate)"
  var has = false
  // A wall that slides may move; the thrown body stays on its side.
  world.run(Double(2.5 / world.forces.speed)) { _ in
    let (body, place) = (world.engine.pose(1), world.engine.pose(0))
    let across = (body.x - place.x) * place.cosine + (body.y - place.y) * place.sine
    if across > 0 { has = true }
  }
  return has ? before : nil
}

/// `THROWS=10000` is the campaign.
@Test func noThrownBodyPassesAWall() {
  var random = SeededGenerator("THROWS_SEED", default: 5)
  for throwing in 0..<testCases(1_000, inCampaign: 10_000, variable: "THROWS") {
    let passed = tunnels(&random)
    #expect(passed == nil, "throw \(throwing): \(passed ?? "")")
  }
}

/// A pendulum that is longer than its way down meets the floor, however it hangs and whatever it may do.
@Test func aPendulumStaysInAClosedRoom() {
  var random = SeededGenerator("PENDULUM_SEED", default: 17)
  let unit = { (random: inout SeededGenerator) in Float(random.below(10_001)) / 10_000 }
  for _ in 0..<testCases(200, inCampaign: 5_000, variable: "PENDULUMS") {
    let world = TestWorld(rate: random.pick([8_000, 44_100, 48_000, 192_000]))
    (world.description.width, world.description.height) = (1 + 4 * unit(&random), 1 + 4 * unit(&random))
    let (width, height) = (world.description.width, world.description.height)
    world.forces.gravity = random.pick([-9.8, -20, 20, 0])
    world.forces.spin = random.pick([0, 0, -20, 20])
    world.forces.speed = random.pick([0.5, 1, 4])
    world.add(
      random.pick([.circle, .box]), width * unit(&random), height * unit(&random), 0.02 + 0.3 * unit(&random)
    ) {
      ($0.pin, $0.halfHeight, $0.number) = (.swing, 0.02 + 0.3 * unit(&random), 1)
      ($0.pivotX, $0.pivotY) = (width * unit(&random), height * unit(&random))
      ($0.bounce, $0.friction, $0.angle) = (random.pick([0, 0.2, 0.5, 1]), unit(&random), unit(&random))
      $0.spin = 8 * unit(&random) - 4
    }
    world.begin()
    var farthest: Float = 0
    world.run(6) { _ in
      let pose = world.engine.pose(0)
      farthest = max(farthest, -pose.x, pose.x - width, -pose.y, pose.y - height)
    }
    #expect(farthest <= 0.002, "\(farthest) m outside: \(world.description.bodies[0])")
  }
}
