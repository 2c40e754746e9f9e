// The cost of a world: the scene of Tests/Bench/chipmunk.c in our solver.
import Foundation
import Lanes
import RealTime
import World

/// `costs world COUNT SECONDS` prints the CPU time of a second of the world in nanoseconds, the allocations
/// of all steps after the first second, and the number of contacts at the end.
func printCostsOfWorld(bodies: Int, seconds: Int) {
  var draws = Draws(state: 3)
  let rate: Float = 48_000
  var memory = Arena(bytes: WorldEngine.bytes + 4096)
  var engine = WorldEngine(sampleRate: rate, memory: &memory)
  var description = WorldDescription()
  for index in 0..<bodies {
    var body = BodyDescription()
    let (x, y, half) = (0.3 + 3.4 * draws.next(), 0.3 + 2.4 * draws.next(), 0.05 + 0.1 * draws.next())
    body.shape = index & 1 == 0 ? .circle : .box
    (body.x, body.y, body.halfWidth, body.halfHeight) = (x, y, half, half)
    (body.friction, body.bounce) = (0.3, 0.4)
    body.number = index < 8 ? UInt8(index + 1) : 0
    description.bodies[index] = body
  }
  description.bodyCount = bodies
  withUnsafePointer(to: description) { engine.apply($0) }
  typealias Count = @convention(c) () -> Int
  let count = dlsym(nil, "allocation_count").map { unsafeBitCast($0, to: Count.self) }
  let ticks = 1500
  var (spent, before) = (0.0, 0)
  let forces = WorldForces()
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return 1e9 * Double(time.tv_sec) + Double(time.tv_nsec)
  }
  for tick in 0..<(ticks * (seconds + 1)) {
    if tick % (2 * ticks) == 0 { engine.shake() }
    if tick == ticks {
      before = count?() ?? 0
      spent = -now()
    }
    engine.advance(forces)
    while engine.takeEvent() != nil {}
  }
  spent += now()
  let after = count?() ?? 0
  let contacts = Int(engine.sums.contacts * Float(2 * bodies) + 0.5)
  print("\(Int(spent) / seconds) \(after - before) \(contacts)")
}
