// Fall, rebound, stacks, spin and collisions against the formulas of mechanics.
import Foundation
import RealTime
import TestSupport
import Testing

@testable import World

@Test(arguments: [8_000, 22_050, 44_100, 48_000, 96_000, 192_000] as [Float])
func aBodyFallsAsGalileiSays(rate: Float) {
  let world = TestWorld(rate: rate)
  world.add(.circle, 2, 2.8, 0.1)
  world.begin()
  world.run(0.5)
  // The speed changes before the place: half a substep more than ½·g·t².
  let fallen = 2.8 - Double(world.engine.pose(0).y)
  let time = 0.5
  #expect(abs(fallen - 0.5 * 9.8 * time * (time + Double(world.engine.time))) < 0.0005 * 9.8)
}

@Test(arguments: [0.2, 0.4, 0.6, 0.8, 1] as [Float])
func aBallReboundsToTheSquareOfItsBounce(bounce: Float) {
  let world = TestWorld()
  world.add(.circle, 2, 2, 0.1) { ($0.bounce, $0.number) = (bounce, 1) }
  world.begin()
  var (hasHit, top) = (false, 0.0)
  world.run(2) { _ in
    if world.takeEvents().contains(WorldEvent(.wall, number: 1)) { hasHit = true }
    // The first rebound is the highest one.
    if hasHit { top = max(top, Double(world.engine.pose(0).y) - 0.1) }
  }
  #expect(abs(top / 1.9 - Double(bounce * bounce)) < 0.01)
}

@Test func aStackOfEightStandsForAMinute() {
  let world = TestWorld()
  world.forces.damping = 0.1
  world.description.spinDamping = 0.1
  for level in 0..<8 { world.add(.box, 2, 0.15 + 0.3 * Float(level), 0.15) { $0.friction = 0.6 } }
  world.begin()
  world.run(60)
  for level in 0..<8 {
    let pose = world.engine.pose(level)
    #expect(abs(pose.x - 2) < 0.005)
    #expect(abs(pose.y - (0.15 + 0.3 * Float(level))) < 0.01)
    #expect(abs(pose.sine) < 0.002)
  }
}

@Test func elasticDiscsExchangeTheirSpeeds() {
  for mass in [1, 4] as [Float] {
    let world = TestWorld()
    world.forces.gravity = 0
    world.add(.circle, 1, 1.5, 0.1) { ($0.speedX, $0.bounce) = (3, 1) }
    world.add(.circle, 2, 1.5, 0.1) { ($0.density, $0.bounce) = (mass, 1) }
    world.begin()
    world.run(0.5)
    #expect(abs(world.engine.speed(0).x - 3 * (1 - mass) / (1 + mass)) < 0.01)
    #expect(abs(world.engine.speed(1).x - 6 / (1 + mass)) < 0.01)
  }
}

@Test func aPinnedSquareKeepsItsSpin() {
  let world = TestWorld()
  world.add(.box, 2, 1.5, 0.3) { ($0.pin, $0.spin, $0.number) = (.turn, 2, 1) }
  world.begin()
  world.run(10)
  #expect(abs(world.engine.values(ofBody: 1).turns - 20) < 0.005)
}

@Test func aBoxSlidesAsFarAsFrictionLetsIt() {
  let world = TestWorld()
  world.description.width = 20
  world.add(.box, 2, 0.1, 0.1) { ($0.friction, $0.speedX) = (0.5, 4) }
  world.begin()
  world.run(3)
  // s = v² / 2μg; against a wall the friction is the body's own.
  #expect(abs(Double(world.engine.pose(0).x) - 2 - 16 / (2 * 0.5 * 9.8)) < 0.03)
}

@Test func aSliderStaysOnItsLineAndCarriesWhatFallsOnIt() {
  let world = TestWorld()
  world.add(.box, 2, 1, 0.2) { ($0.pin, $0.friction) = (.slide, 0.5) }
  world.add(.circle, 2, 2, 0.1)
  world.begin()
  world.run(4)
  #expect(world.engine.pose(0).y == 1 && world.engine.pose(0).sine == 0)
  #expect(abs(world.engine.pose(1).y - 1.3) < 0.003)
}

@Test func fixedBodiesDoNotMove() {
  let world = TestWorld()
  world.add(.box, 2, 1, 0.2) { $0.pin = .place }
  world.add(.circle, 2.05, 2, 0.1) { $0.density = 50 }
  world.begin()
  world.run(4)
  #expect(world.engine.pose(0).x == 2 && world.engine.pose(0).y == 1)
  #expect(world.engine.pose(1).y >= 0.095)
}

@Test func dampingTakesItsPartOfTheSpeed() {
  let world = TestWorld()
  world.forces.gravity = 0
  world.forces.damping = 1
  world.add(.circle, 0.5, 1.5, 0.1) { $0.speedX = 2 }
  world.begin()
  world.run(1)
  #expect(abs(Double(world.engine.speed(0).x) - 2 * exp(-1)) < 0.002)
}
