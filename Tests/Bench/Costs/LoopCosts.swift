// The cost of the looper: sixteen layers of ten fingers that move at 120 messages a second, without the instrument.
import Foundation
import Loops
import RealTime

/// `costs loops SECONDS` prints the CPU time of a second in nanoseconds: of sixteen layers that play, and of a looper
/// in which nothing is recorded, asked once a block of 64 frames; then the events of a second and the allocations.
func printCostsOfLoops(seconds: Int) {
  typealias Count = @convention(c) () -> Int
  let count = dlsym(nil, "allocation_count").map { unsafeBitCast($0, to: Count.self) }
  var memory = Arena(bytes: 2 * Looper.bytes)
  var unused = Looper(memory: &memory)
  var looper = Looper(memory: &memory)
  var (frame, events) = (Int64(0), 0)
  let loop: Int64 = 3 * 48_000
  looper.apply(.quantum, to: 0, 0, source: 1, at: 0)
  for layer in Int32(1)...16 { looper.apply(.record, to: layer, .nan, source: 1, at: 0) }
  while frame < loop {
    for finger in Int32(0)..<10 {
      let (x, y) = (Float(finger) / 10, Float(frame) / Float(loop))
      let words = SIMD4(x, y, 0.5, 0.02)
      if frame == 0 {
        looper.begin(.touch, source: 1, id: finger, words, part: 0, in: looper.recording, at: frame)
      } else {
        looper.move(.touch, source: 1, id: finger, words, at: frame)
      }
    }
    frame += 400
  }
  for layer in Int32(1)...16 { looper.apply(.record, to: layer, .nan, source: 1, at: frame) }
  precondition(looper.lost == 0)
  func play(_ looper: inout Looper, seconds: Int) -> Int {
    let began = now()
    for _ in 0..<seconds * 750 {
      let end = frame + 64
      while looper.isActive && looper.nextFrame < end {
        frame = max(frame, looper.nextFrame)
        looper.advance(to: frame)
        while looper.pop() != nil { events += 1 }
      }
      frame = end
    }
    return Int(now() - began)
  }
  _ = play(&looper, seconds: 3)
  events = 0
  let before = count?() ?? 0
  let spent = play(&looper, seconds: seconds)
  let played = events
  let idle = play(&unused, seconds: seconds)
  let after = count?() ?? 0
  print("\(spent / seconds) \(idle / seconds) \(played / seconds) \(after - before)")
}

private func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return 1e9 * Double(time.tv_sec) + Double(time.tv_nsec)
}
