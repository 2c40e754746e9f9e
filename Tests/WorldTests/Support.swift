// Worlds for tests, and what is measured of them.
import RealTime

@testable import World

/// A world with its memory, at a sample rate.
final class TestWorld {
  var engine: WorldEngine
  var forces = WorldForces()
  var description = WorldDescription()
  private var arena: Arena
  let rate: Float

  /// Seconds of a tick.
  var tick: Double { 32 / Double(rate) }

  init(rate: Float = 48_000) {
    arena = Arena(bytes: WorldEngine.bytes)
    engine = WorldEngine(sampleRate: rate, memory: &arena)
    self.rate = rate
    forces.damping = 0
    description.spinDamping = 0
  }

  /// Adds a body that neither slides nor bounces.
  @discardableResult func add(
    _ shape: BodyShape, _ x: Float, _ y: Float, _ half: Float,
    change: (inout BodyDescription) -> Void = { _ in }
  ) -> Int {
    var body = BodyDescription()
    (body.shape, body.x, body.y, body.halfWidth, body.halfHeight) = (shape, x, y, half, half)
    (body.bounce, body.friction) = (0, 0)
    change(&body)
    description.bodies[description.bodyCount] = body
    description.bodyCount += 1
    return description.bodyCount - 1
  }

  func begin() { engine.apply(&description) }

  /// A touch begins at a place, 0…1 of the room.
  func touches(_ touch: Int32, _ x: Float, _ y: Float) -> Bool {
    engine.begin(touch: touch, x: x, y: y, radius: 0)
  }

  /// Moves the world by seconds, and calls `each` after every tick with the time.
  func run(_ seconds: Double, each: (Double) -> Void = { _ in }) {
    let count = Int((seconds / tick).rounded())
    for index in 0..<count {
      engine.advance(forces)
      each(Double(index + 1) * tick)
    }
  }

  /// A number that differs if any bit of a pose or speed differs.
  var print: UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for index in 0..<engine.bodyCount {
      let pose = engine.pose(index), speed = engine.speed(index)
      for number in [pose.x, pose.y, pose.cosine, pose.sine, speed.x, speed.y] {
        hash = (hash ^ UInt64(number.bitPattern)) &* 0x100_0000_01b3
      }
    }
    return hash
  }

  /// Every event since the last call.
  func takeEvents() -> [WorldEvent] {
    var events: [WorldEvent] = []
    while let event = engine.takeEvent() { events.append(event) }
    return events
  }
}

/// The times at which a signal rises through 0, by a line between its samples.
func risings(_ samples: [(time: Double, value: Double)]) -> [Double] {
  zip(samples, samples.dropFirst()).compactMap { before, after in
    guard before.value < 0, after.value >= 0 else { return nil }
    return before.time + (after.time - before.time) * before.value / (before.value - after.value)
  }
}

/// The arithmetic-geometric mean.
func arithmeticGeometricMean(_ a: Double, _ b: Double) -> Double {
  var (a, b) = (a, b)
  for _ in 0..<40 { (a, b) = ((a + b) / 2, (a * b).squareRoot()) }
  return a
}
