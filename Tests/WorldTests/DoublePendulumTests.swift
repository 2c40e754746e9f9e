// The double pendulum of the patch that ships, against another integrator: Runge's and Kutta's of the fourth
// order in double precision, with the equations of a disc on a rod and a weight on a spring.
import Foundation
import RealTime
import TestSupport
import Testing

@testable import World

/// The patch's bodies: a disc on a rod about a pivot, and a weight on a spring that hangs on the disc.
private struct DoublePendulum {
  /// The angle of the rod from hanging, its change a second; the weight's place and speed.
  typealias State = SIMD8<Double>

  let pivotX = 2.0
  let pivotY = 1.75
  let gravity = 9.8
  let upper = Double.pi * 0.12 * 0.12
  let lower = 0.6 * Double.pi * 0.1 * 0.1
  let rest = 0.62
  let rod: Double
  let inertia: Double
  let stiffness: Double
  let start: State

  init(upperAt: (Double, Double), lowerAt: (Double, Double), hertz: Double) {
    let (armX, armY) = (upperAt.0 - pivotX, upperAt.1 - pivotY)
    rod = hypot(armX, armY)
    inertia = upper * (rod * rod + 0.12 * 0.12 / 2)
    // The frequency is that of the two masses as they stand at first, along the spring.
    let (wayX, wayY) = (upperAt.0 - lowerAt.0, upperAt.1 - lowerAt.1)
    let lever = (armX * wayY - armY * wayX) / hypot(wayX, wayY)
    stiffness = pow(2 * .pi * hertz, 2) / (1 / lower + lever * lever / inertia)
    start = State(atan2(armX, -armY), 0, lowerAt.0, lowerAt.1, 0, 0, 0, 0)
  }

  func place(_ state: State) -> (x: Double, y: Double) {
    (pivotX + rod * sin(state[0]), pivotY - rod * cos(state[0]))
  }

  private func change(_ state: State) -> State {
    let at = place(state)
    let (x, y) = (state[2] - at.x, state[3] - at.y)
    let pull = stiffness * (1 - rest / hypot(x, y))
    let torque =
      (at.x - pivotX) * pull * y - (at.y - pivotY) * pull * x - upper * gravity * (at.x - pivotX)
    return State(
      state[1], torque / inertia, state[4], state[5], -pull * x / lower, -pull * y / lower - gravity, 0, 0)
  }

  func step(_ state: State, _ time: Double) -> State {
    let a = change(state)
    let b = change(state + time / 2 * a)
    let c = change(state + time / 2 * b)
    let d = change(state + time * c)
    let middle: State = 2 * (b + c)
    return state + time / 6 * (a + middle + d)
  }

  func energy(_ state: State) -> Double {
    let at = place(state)
    let stretch = hypot(state[2] - at.x, state[3] - at.y) - rest
    let moving = inertia * state[1] * state[1] + lower * (state[4] * state[4] + state[5] * state[5])
    return moving / 2 + stiffness * stretch * stretch / 2 + gravity * (upper * at.y + lower * state[3])
  }
}

/// The same in the engine.
private func world(_ upperAt: (Double, Double), _ lowerAt: (Double, Double)) -> TestWorld {
  let world = TestWorld()
  world.add(.circle, Float(upperAt.0), Float(upperAt.1), 0.12) {
    ($0.pin, $0.pivotX, $0.pivotY) = (.swing, 2, 1.75)
  }
  world.add(.circle, Float(lowerAt.0), Float(lowerAt.1), 0.1) { $0.density = 0.6 }
  world.description.springs[0].from = 1
  world.description.springs[0].to = 0
  world.description.springs[0].length = 0.62
  world.description.springs[0].hertz = 16
  world.description.springCount = 1
  world.begin()
  return world
}

/// Returns the engine's bodies as a state of the equations.
private func state(of world: TestWorld) -> SIMD8<Double> {
  let (upper, lower, speed) = (world.engine.pose(0), world.engine.pose(1), world.engine.speed(1))
  return SIMD8(
    atan2(Double(upper.x) - 2, 1.75 - Double(upper.y)), Double(world.engine.bodies[0].spin), Double(lower.x),
    Double(lower.y), Double(speed.x), Double(speed.y), 0, 0)
}

@Test func theDoublePendulumAgreesWithAnotherIntegratorUntilChaosPartsThem() {
  let (upperAt, lowerAt) = ((2.75, 2.05), (3.3, 2.4))
  let pendulum = DoublePendulum(upperAt: upperAt, lowerAt: lowerAt, hertz: 16)
  let played = world(upperAt, lowerAt)
  var exact = pendulum.start
  var (parted, wall): (Double?, Double?)
  var (least, most, stretch) = (Double.infinity, -Double.infinity, 0.0)
  played.run(60) { time in
    for _ in 0..<10 { exact = pendulum.step(exact, played.tick / 10) }
    let now = state(of: played)
    if parted == nil, hypot(now[2] - exact[2], now[3] - exact[3]) > 0.01 { parted = time }
    if wall == nil, played.engine.sums.contacts > 0 { wall = time }
    let energy = pendulum.energy(now)
    (least, most) = (min(least, energy), max(most, energy))
    let at = pendulum.place(now)
    stretch = max(stretch, abs(hypot(now[2] - at.x, now[3] - at.y) / 0.62 - 1))
  }
  // Of the energy above that of a pendulum that hangs still.
  let still = 9.8 * (pendulum.upper * (1.75 - pendulum.rod) + pendulum.lower * (1.75 - pendulum.rod - 0.62))
  let whole = pendulum.energy(pendulum.start) - still
  let drift = (pendulum.energy(state(of: played)) - pendulum.energy(pendulum.start)) / whole
  print(
    "double pendulum: within a centimetre for \(parted ?? 60) s, first wall \(wall ?? 60) s, "
      + "energy after 60 s \(100 * drift) %, between \(100 * (least - still) / whole) and "
      + "\(100 * (most - still) / whole) %, greatest stretch \(100 * stretch) %")
  #expect(parted ?? 60 > 2)
  #expect(least - still > 0.98 * whole && most - still < 1.02 * whole)
}

@Test func aSmallDoublePendulumHasItsPeriods() {
  let (upperAt, lowerAt) = ((2 + 0.808 * sin(0.05), 1.75 - 0.808 * cos(0.05)), (2.05, 1.75 - 0.808 - 0.62))
  let pendulum = DoublePendulum(upperAt: upperAt, lowerAt: lowerAt, hertz: 16)
  let played = world(upperAt, lowerAt)
  var exact = pendulum.start
  var (ours, theirs): ([(time: Double, value: Double)], [(time: Double, value: Double)]) = ([], [])
  played.run(20) { time in
    for _ in 0..<10 { exact = pendulum.step(exact, played.tick / 10) }
    ours.append((time, Double(played.engine.pose(1).x) - 2))
    theirs.append((time, exact[2] - 2))
  }
  let (a, b) = (risings(ours), risings(theirs))
  let worst = zip(a, b).map { abs($0 - $1) }.max() ?? .infinity
  print("double pendulum: \(a.count) small swings in 20 s, within \(1e3 * worst) ms of the other")
  #expect(a.count == b.count && a.count > 5 && worst < 0.001)
}
