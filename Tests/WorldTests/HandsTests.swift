// Hands, tokens, kicks, zones and what a world reports.
import Foundation
import RealTime
import TestSupport
import Testing

@testable import World

@Test(arguments: [0.1, 1, 10, 100] as [Float])
func aGrabbedBodyFollowsWhateverItsMass(density: Float) {
  let world = TestWorld()
  world.forces.damping = 0.1
  world.add(.box, 1, 1, 0.15) { ($0.density, $0.number) = (density, 3) }
  world.begin()
  #expect(world.touches(7, 1 / 4.0, 1 / 3.0))
  #expect(world.takeEvents() == [WorldEvent(.grabbed, number: 3)])
  world.engine.move(touch: 7, x: 3.0 / 4, y: 2.0 / 3)
  let distance = { () -> Double in
    let pose = world.engine.pose(0)
    return hypot(Double(pose.x) - 3, Double(pose.y) - 2)
  }
  let whole = distance()
  var arrival = 0.0
  world.run(3) { time in if arrival == 0 && distance() < 0.37 * whole { arrival = time } }
  #expect(arrival > 0.03 && arrival < 0.12)
  // A spring of 6 Hz is stretched by g / ω².
  #expect(abs(distance() - 9.8 / pow(2 * .pi * 6, 2)) < 0.0005)
  world.engine.end(touch: 7)
  #expect(world.takeEvents().contains(WorldEvent(.released, number: 3)))
  world.run(2)
  #expect(world.engine.pose(0).y < 0.3)
}

@Test func aFingerPushesAndIsNotPushed() {
  let world = TestWorld()
  world.forces.gravity = 0
  world.description.touch = .push
  world.add(.circle, 2, 1.5, 0.2)
  world.begin()
  #expect(world.touches(1, 0.2, 0.5))
  for step in 0..<100 {
    world.engine.move(touch: 1, x: 0.2 + 0.004 * Float(step), y: 0.5)
    world.run(0.01)
  }
  #expect(world.engine.pose(0).x > 2.6)
  #expect(world.engine.bodies[WorldEngine.firstHand].x > 2.3)
}

@Test func attractAndRepelGoOppositeWays() {
  for (touch, sign) in [(WorldTouch.attract, 1), (.repel, -1)] as [(WorldTouch, Float)] {
    let world = TestWorld()
    world.forces.gravity = 0
    world.description.touch = touch
    world.add(.circle, 2.5, 1.5, 0.1)
    world.begin()
    _ = world.touches(1, 0.5, 0.5)
    world.run(0.02)
    // 5 m/s² at half a metre.
    #expect(abs(world.engine.speed(0).x + sign * 0.1) < 0.005)
  }
}

@Test(arguments: [0.05, 0.2, 0.7] as [Float])
func tokensAreSolidAndAsLargeAsTheWorldSays(size: Float) {
  let world = TestWorld()
  world.description.tokenSize = size
  world.add(.circle, 2, 2.5, 0.1)
  world.begin()
  world.engine.put(token: 2, x: 0.5, y: 0.3, angle: 0)
  world.run(3)
  #expect(abs(world.engine.pose(0).y - (0.9 + size + 0.1)) < 0.01)
  world.engine.lift(token: 2)
  world.run(2)
  #expect(abs(world.engine.pose(0).y - 0.1) < 0.01)
}

/// The room is 4 × 3 m; an outline's unit is the root of the surface's area, of which the room is a part.
@Test(arguments: [1, 0.25] as [Float])
func aTokenIsSolidWhereItsOutlineIs(share: Float) {
  let unit = (Float(12) / share).squareRoot()
  func outline(_ wide: Float, _ high: Float, _ ahead: Float, _ left: Float) -> SurfaceEvent.OutlineView {
    SurfaceEvent.tokenOutline(
      id: 1, halfWidth: wide / unit, halfHeight: high / unit, ahead: ahead / unit, left: left / unit
    ).tokenOutline
  }
  /// The height at which a ball of 0.1 m comes to rest that falls at x = 2 m; the token's place is 0.9 m
  /// high.
  func rest(_ x: Float, _ angle: Float, _ outline: SurfaceEvent.OutlineView) -> Float {
    let world = TestWorld()
    world.add(.circle, 2, 2.8, 0.1)
    world.begin()
    world.engine.put(token: 2, x: x / 4, y: 0.3, angle: angle, outline: outline, share: share)
    world.run(4)
    return world.engine.pose(0).y
  }
  let box = outline(0.6, 0.2, 0, 0)
  #expect(abs(rest(2, 0, box) - (0.9 + 0.2 + 0.1)) < 0.01)
  #expect(abs(rest(2.5, 0, box) - (0.9 + 0.2 + 0.1)) < 0.01, "beside the middle")
  #expect(abs(rest(2, 0.25, box) - (0.9 + 0.6 + 0.1)) < 0.01, "it stands")
  // Its middle lies ahead of its place: above it when the front is up.
  #expect(abs(rest(2, 0.25, outline(0.3, 0.3, 0.5, 0)) - (0.9 + 0.5 + 0.3 + 0.1)) < 0.01)
  #expect(abs(rest(2.5, 0, outline(0.3, 0.3, -0.5, 0)) - (0.9 + 0.3 + 0.1)) < 0.01)
  // A circle is as high as its radius, however it is turned.
  for angle in [0, 0.1, 0.37] as [Float] {
    #expect(abs(rest(2, angle, outline(0.4, 0, 0, 0)) - (0.9 + 0.4 + 0.1)) < 0.01)
  }
  // Numbers beyond the sizes of bodies are limited.
  #expect(abs(rest(2, 0, outline(9, 9, 0, 0)) - (0.9 + 1.5 + 0.1)) < 0.01)
}

@Test func aKickGoesAsHighAsItsSpeedSays() {
  let world = TestWorld()
  world.description.height = 6
  world.add(.circle, 2, 0.25, 0.25) { $0.number = 1 }
  world.begin()
  world.run(0.5)
  world.engine.kick(1, speed: 7)
  var top: Float = 0
  world.run(1) { _ in top = max(top, world.engine.pose(0).y - 0.25) }
  #expect(abs(top - 49 / (2 * 9.8)) < 0.02)
}

@Test func theSeventeenthTouchDoesNothing() {
  let world = TestWorld()
  world.add(.circle, 2, 1, 0.5)
  world.begin()
  for touch in 0..<16 { #expect(world.touches(Int32(touch), 0.5, 0.3)) }
  #expect(!world.touches(16, 0.5, 0.3))
  world.engine.endAllTouches()
  #expect(world.touches(16, 0.5, 0.3))
}

@Test func hitsRestAndZonesAreReported() {
  let world = TestWorld()
  world.add(.circle, 2, 1.5, 0.1) { $0.number = 4 }
  world.add(.circle, 3, 0.1, 0.1)
  world.description.zones[0].left = 1
  world.description.zones[0].right = 3
  world.description.zones[0].top = 0.5
  world.description.zoneCount = 1
  world.begin()
  var events: [WorldEvent] = []
  var hit: Float = 0
  world.run(4) { _ in
    events += world.takeEvents()
    hit = max(hit, world.engine.values(ofBody: 4).hit)
  }
  #expect(
    events == [
      WorldEvent(.entered, number: 1), WorldEvent(.wall, number: 4), WorldEvent(.still, number: 4),
      WorldEvent(.allStill, number: 0),
    ])
  #expect(hit == 1)
  world.engine.takeHome(4)
  world.run(0.01)
  #expect(world.takeEvents() == [WorldEvent(.left, number: 1)])
}

@Test func aHitFadesToATenthInEightyMilliseconds() {
  let world = TestWorld()
  world.forces.gravity = 0
  world.add(.circle, 2, 0.5, 0.1) { ($0.number, $0.speedY) = (1, -0.8) }
  world.begin()
  var (crest, later) = (Float(0), Float(0))
  var crestTime = 0.0
  world.run(1) { time in
    let hit = world.engine.values(ofBody: 1).hit
    if hit > crest { (crest, crestTime) = (hit, time) }
    if crest > 0 && time <= crestTime + 0.0801 { later = hit }
  }
  // The impulse over the mass is the speed that it stopped.
  #expect(abs(crest - 0.8) < 0.02)
  #expect(abs(later / crest - 0.1) < 0.005)
}

@Test func raindropsComeBackAtTheTopAndARoundRoomAtTheOtherSide() {
  let world = TestWorld()
  world.description.walls = .rain
  world.description.seed = 5
  world.add(.circle, 2, 0.5, 0.05)
  world.begin()
  world.run(0.34)
  #expect(world.engine.pose(0).y > 2.8 && world.engine.pose(0).x != 2)
  let round = TestWorld()
  round.forces.gravity = 0
  round.description.walls = .round
  round.add(.circle, 3.9, 1.5, 0.05) { $0.speedX = 1 }
  round.begin()
  round.run(0.3)
  #expect(abs(round.engine.pose(0).x - 0.2) < 0.01)
}
