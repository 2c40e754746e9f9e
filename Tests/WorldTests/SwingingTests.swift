// Springs, pendula and orbits as oscillators: frequency and amplitude against their formulas.
import Foundation
import RealTime
import TestSupport
import Testing

@testable import World

@Test(arguments: [1, 2, 4, 8, 16, 32] as [Float])
func aSpringSwingsForTenSecondsAtItsFrequency(hertz: Float) {
  let world = TestWorld()
  world.forces.gravity = 0
  world.add(.circle, 2.2, 1.5, 0.05)
  world.description.springs[0].x = 1
  world.description.springs[0].y = 1.5
  world.description.springs[0].length = 1
  world.description.springs[0].hertz = hertz
  world.description.springCount = 1
  world.begin()
  var samples: [(time: Double, value: Double)] = []
  world.run(10) { samples.append(($0, Double(world.engine.pose(0).x) - 2)) }
  let crossings = risings(samples)
  let period = (crossings.last! - crossings.first!) / Double(crossings.count - 1)
  #expect(abs(period * Double(hertz) - 1) < 0.003)
  // The crest of each swing, through three samples.
  var crests: [Double] = []
  for index in 1..<samples.count - 1 {
    let (a, b, c) = (samples[index - 1].value, samples[index].value, samples[index + 1].value)
    if b > a && b >= c { crests.append(b + (a - c) * (a - c) / (16 * b - 8 * a - 8 * c)) }
  }
  #expect(crests.count >= Int(10 * hertz) - 2)
  for crest in crests { #expect(abs(crest / crests[0] - 1) < 0.01) }
}

@Test func twoBodiesOnASpringSwingByTheirReducedMass() {
  let world = TestWorld()
  world.forces.gravity = 0
  world.add(.circle, 1, 1.5, 0.1)
  world.add(.circle, 2, 1.5, 0.1) { $0.density = 3 }
  world.description.springs[0].to = 1
  world.description.springs[0].length = 0.8
  world.description.springs[0].hertz = 3
  world.description.springCount = 1
  world.begin()
  var samples: [(time: Double, value: Double)] = []
  world.run(10) { samples.append(($0, Double(world.engine.pose(1).x - world.engine.pose(0).x) - 0.8)) }
  let crossings = risings(samples)
  #expect(abs((crossings.last! - crossings[0]) / Double(crossings.count - 1) * 3 - 1) < 0.003)
  // Nothing pushes the two together: their common middle stays.
  let middle = (Double(world.engine.pose(0).x) + 3 * Double(world.engine.pose(1).x)) / 4
  #expect(abs(middle - 1.75) < 1e-3)
}

@Test func aDampedSpringFallsByItsRatio() {
  let world = TestWorld()
  world.forces.gravity = 0
  world.add(.circle, 2.5, 1.5, 0.05)
  world.description.springs[0].x = 2
  world.description.springs[0].y = 1.5
  world.description.springs[0].length = 0
  world.description.springs[0].hertz = 2
  world.description.springs[0].damping = 0.05
  world.description.springCount = 1
  world.begin()
  var greatest = 0.0
  world.run(3) { time in
    if time > 2.5 { greatest = max(greatest, abs(Double(world.engine.pose(0).x) - 2)) }
  }
  // The crest nearest to 2.5 s has fallen by exp(−ζωt).
  #expect(abs(greatest / (0.5 * exp(-0.05 * 2 * .pi * 2 * 2.5)) - 1) < 0.04)
}

@Test(arguments: [0.1, 0.5, 1, 2, 2.5] as [Double])
func aPendulumHasThePeriodOfTheArithmeticGeometricMean(amplitude: Double) {
  let world = TestWorld()
  world.description.height = 6
  let length = 1.0
  world.add(
    .circle, Float(2 + length * sin(amplitude)), Float(3 - length * cos(amplitude)), 0.1
  ) { ($0.pin, $0.pivotX, $0.pivotY) = (.swing, 2, 3) }
  world.begin()
  var samples: [(time: Double, value: Double)] = []
  world.run(60) { samples.append(($0, Double(world.engine.pose(0).x) - 2)) }
  let crossings = risings(samples)
  let period = (crossings.last! - crossings[0]) / Double(crossings.count - 1)
  // A rigid disc of radius r on a rod: I / m·L = L + r² / 2L.
  let reduced = length + 0.1 * 0.1 / (2 * length)
  let expected = 2 * Double.pi * (reduced / 9.8).squareRoot() / arithmeticGeometricMean(1, cos(amplitude / 2))
  #expect(abs(period / expected - 1) < 1e-4)
}

@Test func aCircularOrbitHasKeplersPeriod() {
  let world = TestWorld()
  world.forces.gravity = 0
  let (strength, radius) = (3.0, 1.0)
  let pull = strength * radius / pow(radius * radius + 0.0025, 1.5)
  let speed = (pull * radius).squareRoot()
  world.description.fields[0].kind = .orbit
  world.description.fields[0].x = 2
  world.description.fields[0].y = 1.5
  world.description.fields[0].strength = Float(strength)
  world.description.fieldCount = 1
  world.add(.circle, 3, 1.5, 0.05) { $0.speedY = Float(speed) }
  world.begin()
  var samples: [(time: Double, value: Double)] = []
  var (near, far) = (10.0, 0.0)
  world.run(20) { time in
    let pose = world.engine.pose(0)
    samples.append((time, Double(pose.y) - 1.5))
    let distance = hypot(Double(pose.x) - 2, Double(pose.y) - 1.5)
    (near, far) = (min(near, distance), max(far, distance))
  }
  let crossings = risings(samples)
  let period = (crossings.last! - crossings[0]) / Double(crossings.count - 1)
  #expect(abs(period / (2 * .pi * radius / speed) - 1) < 1e-3)
  #expect(near > 0.99 && far < 1.01)
}
