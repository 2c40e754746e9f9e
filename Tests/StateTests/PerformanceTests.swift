// The built bundle in the project's own host: touches are sent on notify and play again on the same frames.
import Foundation
import Hosting
import RealTime
import TestSupport
import Testing

/// Fingers that slide at 125 messages a second, each from its own frame.
private func fingers(_ lot: inout SeededGenerator, frames: Int) -> [TimedEvent] {
  (0..<8 as Range<Int32>).flatMap { finger -> [TimedEvent] in
    let start = Int.random(in: 0..<frames / 2, using: &lot)
    let length = Int.random(in: 3...60, using: &lot)
    var place = SIMD4<Float>.random(in: 0...1, using: &lot)
    let speed = SIMD4<Float>.random(in: -0.01...0.01, using: &lot)
    return (0..<length).map { step in
      // A finger ends at its last place.
      if step < length - 1 { place = (place + speed).clamped(lowerBound: .zero, upperBound: .one) }
      return TimedEvent(
        frame: start + step * 384,
        .surface(
          SurfaceEvent.touch(
            step == 0 ? .began : step == length - 1 ? .ended : .moved, source: 1, id: finger, x: place.x,
            y: place.y, pressure: place.z, radius: place.w / 10)))
    }
  }
}

private let watched = [
  "live_count", "live_centroid_x", "live_centroid_y", "live_spread", "live_voices",
]

/// Plays events in blocks; returns the output ports every 480 frames, and the MIDI that was sent.
private func play(_ events: [TimedEvent], frames: Int, blocks: [Int]) throws -> (
  seen: [[Float]], sent: [TimedEvent]
) {
  let instance = try touch(block: 480)
  var rest = events.enumerated().sorted { ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset) }
    .map(\.element)[...]
  var seen: [[Float]] = []
  var sent: [TimedEvent] = []
  var at = 0
  var turn = 0
  while at < frames {
    let end = min(at + blocks[turn % blocks.count], (at / 480 + 1) * 480)
    let inside = rest.prefix { $0.frame < end }
    rest = rest.dropFirst(inside.count)
    instance.run(end - at, inside.map { TimedEvent(frame: $0.frame - at, $0.content) })
    for event in instance.output("notify") where event.type.hasSuffix("MidiEvent") {
      sent.append(TimedEvent(frame: at + event.frame, .midi(event.body)))
    }
    at = end
    turn += 1
    if at % 480 == 0 { seen.append(watched.map { instance.value(of: $0) ?? .nan }) }
  }
  return (seen, sent)
}

/// Tests/InstrumentTests/Playing/ReplayTests.swift compares more details without a host.
@Test func performancesPlayAgainInAHost() throws {
  var lot = SeededGenerator("REPLAY_SEED", default: 1)
  var worst = [Float](repeating: 0, count: watched.count)
  var messages = 0
  for _ in 0..<testCases(4, inCampaign: 50) {
    let frames = 48_000
    let events = fingers(&lot, frames: frames)
    let live = try play(events, frames: frames, blocks: [480])
    messages += live.sent.count
    let cut = try play(events, frames: frames, blocks: [1, 63, 17, 480, 200])
    func text(_ sent: [TimedEvent]) -> [String] { sent.map { "\($0)" } }
    #expect(text(cut.sent) == text(live.sent), "what leaves does not depend on blocks")
    let back = try play(live.sent, frames: frames, blocks: [128, 64, 333])
    #expect(back.sent.isEmpty)
    for (a, b) in zip(live.seen, back.seen) {
      for index in watched.indices { worst[index] = max(worst[index], abs(a[index] - b[index])) }
    }
  }
  print(
    "\(messages) messages; "
      + "greatest differences: \(zip(watched, worst).map { "\($0) \($1)" })")
  #expect(worst[0] == 0 && worst[4] == 0, "the same touches and voices")
  #expect(worst[1...3].allSatisfy { $0 <= 1 / 16_383 })
}
