// Converts arrival times to frames: a simulated host with an
// uneven `run`, and packets with exactly known times.
import RealTime
import Testing

/// Runs a simulated host; returns the frame at which each packet acts, counted from the first `run`.
private func heard(
  arrivals: [Int64], rate: Double, block: Int, blocks: Int, lateness: (Int) -> Double, drift: Double = 0
) -> [Double] {
  var clock = ArrivalClock(sampleRate: rate)
  var frames: [Double] = []
  var waiting = arrivals[...]
  for index in 0..<blocks {
    let nominal = Double(index * block) / rate * (1 + drift)
    let now = Int64((nominal + lateness(index)) * 1e9) + 1_000_000_000_000
    clock.ran(frames: block, at: now)
    while let arrival = waiting.first, arrival < now {
      let frame = clock.frame(of: arrival)
      if frame >= Double(block) { break }
      frames.append(Double(index * block) + max(frame, 0))
      waiting = waiting.dropFirst()
    }
  }
  return frames
}

/// Lateness like that of a busy virtual machine: up to 100 µs, sometimes 1 ms; seeded.
private func jitter(_ index: Int) -> Double {
  var z = UInt64(index) &* 0x9E37_79B9_7F4A_7C15
  z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
  let uniform = Double((z ^ (z >> 31)) >> 11) / 9_007_199_254_740_992
  return uniform > 0.98 ? 0.001 : uniform * 0.0001
}

@Test(arguments: [64, 128, 256, 1024]) func aBurstKeepsItsRhythm(_ block: Int) {
  // A message each millisecond for two seconds, after ten seconds of settling.
  let start: Int64 = 1_000_000_000_000 + 10_000_000_000
  let arrivals = (0..<2000).map { start + Int64($0) * 1_000_000 }
  let frames = heard(
    arrivals: arrivals, rate: 48000, block: block, blocks: 13 * 48000 / block, lateness: jitter)
  #expect(frames.count == 2000)
  let errors = zip(frames, frames.dropFirst()).map { abs($1 - $0 - 48) }.sorted()
  #expect(errors[Int(Double(errors.count) * 0.99)] < 2, "p99 of the spacing's error in frames")
}

@Test func theDelayIsConstantAndAtMostTwoBlocks() {
  let start: Int64 = 1_000_000_000_000 + 10_000_000_000
  let arrivals = (0..<500).map { start + Int64($0) * 7_300_000 }
  let frames = heard(arrivals: arrivals, rate: 48000, block: 256, blocks: 16 * 48000 / 256, lateness: jitter)
  #expect(frames.count == arrivals.count)
  let delays = zip(frames, arrivals).map { $0 - Double($1 - 1_000_000_000_000) * 48e-6 }.sorted()
  #expect(delays[250] > 256 && delays[250] <= 512)
  #expect(delays[495] - delays[5] < 24, "half a millisecond of the filter's own wandering")
}

@Test func aSoundCardThatRunsFastIsFollowed() {
  let start: Int64 = 1_000_000_000_000 + 60_000_000_000
  let arrivals = (0..<1000).map { start + Int64($0) * 1_000_000 }
  let frames = heard(
    arrivals: arrivals, rate: 48000, block: 128, blocks: 62 * 48000 / 128, lateness: { _ in 0 }, drift: 0.0005
  )
  #expect(frames.count == 1000)
  // 0.05 % off: a second of messages is 24 frames shorter or longer on the card's own clock.
  #expect(abs(frames[999] - frames[0] - 999 * 48 / 1.0005) < 2)
}

/// JACK leaves out what it has missed. The delay was longer by as much, for seconds.
@Test(arguments: [64, 256, 1024]) func whatAHostLeavesOutIsNotAddedToTheDelay(_ block: Int) {
  let (start, missed): (Int64, Double) = (1_000_000_000_000, 0.03)
  // Messages from a quarter of a second behind the gap on.
  let arrivals = (0..<200).map { start + 10_280_000_000 + Int64($0) * 1_000_000 }
  let frames = heard(
    arrivals: arrivals, rate: 48000, block: block, blocks: 11 * 48000 / block,
    lateness: { jitter($0) + ($0 * block >= 480_000 ? missed : 0) })
  #expect(frames.count == 200)
  let late = zip(frames, arrivals).map {
    $0 - (Double($1 - start) * 48e-6 - missed * 48000 + 1.5 * Double(block))
  }
  #expect(late.allSatisfy { abs($0) < 48 }, "\(late.min() ?? 0) to \(late.max() ?? 0) frames")
}

/// A host may catch up if it is late by up to half a block. Later calls count as a gap, which resets the
/// delay at once.
@Test func aGapBeginsBeyondHalfABlock() {
  // 1,000 ns per frame keeps the numbers exact.
  let (block, length): (Int, Int64) = (8192, 8_192_000)
  func delay(lateness: Int64) -> Double {
    var clock = ArrivalClock(sampleRate: 1_000_000)
    for index in 0..<9 { clock.ran(frames: block, at: Int64(index) * length) }
    // The earliest call of a window, then its last one.
    clock.ran(frames: block, at: 9 * length + lateness)
    clock.ran(frames: block, at: 16 * length)
    return clock.frame(of: 16 * length)
  }
  let half = delay(lateness: length / 2)
  #expect(abs(half - delay(lateness: length / 2 - 1)) < 1)
  #expect(half - delay(lateness: length / 2 + 1) > Double(block) / 4)
}

@Test func aHostThatStoppedForAMinuteRestarts() {
  var clock = ArrivalClock(sampleRate: 48000)
  clock.ran(frames: 256, at: 1_000_000_000)
  clock.ran(frames: 256, at: 1_005_333_333)
  clock.ran(frames: 256, at: 61_000_000_000)
  // A packet of this moment acts after the constant delay, not a minute later.
  #expect(abs(clock.frame(of: 61_000_000_000) - 384) < 1)
}

@Test func theDelayIsThatOfTheLongestBlockSoFar() {
  var clock = ArrivalClock(sampleRate: 48000)
  var now: Int64 = 1_000_000_000_000
  for frames in [256, 64, 64, 64] {
    clock.ran(frames: frames, at: now)
    // One and a half of 256 frames, although shorter blocks follow.
    #expect(abs(clock.frame(of: now) - 384) < 1, "\(frames) frames")
    now += Int64(Double(frames) / 48000 * 1e9)
  }
}

@Test func aHostFasterThanItsRateIsFollowedByTwoPercentAtMost() {
  // It renders ten times as fast as it plays; what it leaves is a clock that lags behind, not one that runs
  // away.
  var clock = ArrivalClock(sampleRate: 48000)
  var now: Int64 = 1_000_000_000_000
  for _ in 0..<2000 {
    clock.ran(frames: 1024, at: now)
    now += Int64(1024.0 / 480_000 * 1e9)
  }
  let second = clock.frame(of: now + 1_000_000_000) - clock.frame(of: now)
  #expect(second > 48000 / 1.021 && second < 48000 / 0.979, "\(second) frames in a second")
}
