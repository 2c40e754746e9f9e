// How long a block may wait for Pd, by the times at which hosts call `run`.
import TestSupport
import Testing

@testable import Scene

/// A host that runs blocks of one length, at times of its own.
private struct Host {
  static let rate = 48_000.0
  var lead: RenderLead
  var now: Int64 = 1_000_000_000
  let frames: Int
  var length: Int64 { Int64(Double(frames) * 1e9 / Self.rate) }

  init(_ frames: Int, announced: Int? = nil) {
    self.frames = frames
    lead = RenderLead(sampleRate: Self.rate, longestBlock: announced ?? frames)
  }

  /// A block that takes some of its own length; the next one begins some lengths behind it.
  /// - Returns: What it may wait, in blocks.
  mutating func run(_ taken: Double, next: Double, frames: Int? = nil) -> Double {
    let may = lead.begin(block: frames ?? self.frames, at: now)
    lead.end(at: now + Int64(taken * Double(length)))
    now += Int64(next * Double(length))
    return Double(may) / Double(length)
  }
}

@Test(arguments: [64, 256, 4096]) func theFirstBlockMayWaitItsOwnLength(frames: Int) {
  var host = Host(frames)
  #expect(host.run(0, next: 1) == 1)
}

@Test(arguments: [64, 256, 4096]) func aBlockThatIsPlayedDoesNotWait(frames: Int) {
  var host = Host(frames)
  _ = host.run(0.2, next: 1)
  for _ in 0..<1000 { #expect(host.run(0.2, next: 1) == 0) }
}

@Test func aRenderMayWaitAsLongAsItsSoundLeads() {
  var host = Host(1024)
  _ = host.run(0.01, next: 0.01)
  for block in 1..<1000 {
    let may = host.run(0.01, next: 0.01)
    // A hundredth passes with each block; a thirty-second part of that is forgotten.
    #expect(abs(may - Double(block) * 0.99) < 0.01 + Double(block) * 0.01 / 32)
  }
}

@Test func aRenderThatIsHardlyFasterThanTimeStillLeads() {
  var host = Host(1024)
  _ = host.run(0.9, next: 0.9)
  for _ in 0..<10 { _ = host.run(0.9, next: 0.9) }
  #expect(host.run(0.9, next: 0.9) > 0.5)
}

@Test(arguments: [1, 2, 4]) func blocksThatMakeUpForAnXrunDoNotWait(late: Int) {
  var host = Host(1024)
  _ = host.run(0.1, next: 1)
  for _ in 0..<50 { _ = host.run(0.1, next: 1) }
  #expect(host.run(0.1, next: 1 + Double(late)) == 0)
  for _ in 0..<late { #expect(host.run(0.1, next: 0.1) == 0) }
  for _ in 0..<100 { #expect(host.run(0.1, next: 1) < 0.5) }
  #expect(host.run(0.1, next: 1) == 0)
}

@Test func aHostThatPlaysAgainAfterARenderMayWaitAtMostABlock() {
  var host = Host(1024)
  for _ in 0..<1000 { _ = host.run(0.01, next: 0.01) }
  #expect(host.run(0.1, next: 1) > 900)
  #expect(host.run(0.1, next: 1) <= 1)
  for _ in 0..<33 { _ = host.run(0.1, next: 1) }
  #expect(host.run(0.1, next: 1) == 0)
}

@Test func aBounceInLongerBlocksBeginsAnew() {
  var host = Host(1024)
  for _ in 0..<50 { _ = host.run(0.1, next: 1) }
  // A pause that a device would make up for, then blocks of eight lengths.
  _ = host.run(0.1, next: 3)
  #expect(abs(host.run(0.5, next: 0.5, frames: 8192) - 8) < 1e-6)
  #expect(host.run(0.5, next: 0.5, frames: 8192) > 7)
}

@Test func aRenderAfterAPauseBeginsAnew() {
  var host = Host(1024)
  for _ in 0..<50 { _ = host.run(0.1, next: 1) }
  _ = host.run(0.1, next: 20)
  #expect(host.run(0.1, next: 0.1) == 1)
  #expect(host.run(0.1, next: 0.1) > 0.8)
}

@Test func partsOfABlockThatIsPlayedDoNotWaitForEachOther() {
  var host = Host(1024)
  _ = host.run(0.1, next: 1)
  for _ in 0..<100 {
    #expect(host.run(0.01, next: 0.01, frames: 100) == 0)
    #expect(host.run(0.01, next: 0.01, frames: 400) == 0)
    #expect(host.run(0.01, next: 0.98, frames: 524) == 0)
  }
}

@Test func aBlockWithoutFramesChangesNothing() {
  var host = Host(1024)
  _ = host.run(0.1, next: 0.1)
  #expect(host.run(0, next: 0, frames: 0) == 0)
  #expect(host.run(0.1, next: 0.1) > 0.8)
}
