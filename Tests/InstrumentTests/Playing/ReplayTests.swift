// Touches are sent as MIDI and played back on the same frames: the voices are the same, and controllers agree
// within a step of fourteen bits.
import Controls
import Foundation
import Music
import RealTime
import TestSupport
import Testing

@testable import Instrument

/// One event of a surface, with its frame.
private typealias Move = (frame: Int, event: SurfaceEvent)

/// Fingers at 60 to 240 messages a second: slides, rests,
/// taps, some with pressure and size, up to twelve at a time.
private func performance(_ random: inout SeededGenerator, frames: Int) -> [Move] {
  var moves: [Move] = []
  let interval = [200, 400, 531, 800].randomElement(using: &random)!
  for finger in 0..<Int32(12) {
    var frame = Int.random(in: 0..<frames / 3, using: &random)
    while frame < frames - 10_000 {
      let length = [2, 5, 40, 150].randomElement(using: &random)!
      let presses = Bool.random(using: &random)
      let hasSize = Bool.random(using: &random)
      var place = SIMD4<Float>.random(in: 0...1, using: &random)
      var speed = SIMD4<Float>.random(in: -0.02...0.02, using: &random)
      for step in 0..<length where frame < frames - 9000 {
        let kind: SurfaceEvent.Kind = step == 0 ? .began : step == length - 1 ? .ended : .moved
        moves.append(
          (
            frame,
            SurfaceEvent.touch(
              kind, source: 1, id: finger, x: place.x, y: place.y, pressure: presses ? place.z : .nan,
              radius: hasSize ? place.w * 0.1 : .nan)
          ))
        // A finger ends at its last place.
        if step == length - 2 { speed = .zero }
        if step % 20 == 19 && step < length - 2 { speed = .random(in: -0.02...0.02, using: &random) }
        if step % 50 < 40 { place = (place + speed).clamped(lowerBound: .zero, upperBound: .one) }
        frame += interval + Int.random(in: 0..<30, using: &random)
      }
      moves.append((frame, SurfaceEvent.touch(.ended, source: 1, id: finger)))
      frame += Int.random(in: 1000..<20_000, using: &random)
    }
  }
  return moves.enumerated().sorted { ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset) }.map(
    \.element)
}

/// The state of the instrument at one frame.
private struct Seen {
  /// The pitch and the touch controllers of each voice that is held, by the number of its touch.
  var voices: [Int: (pitch: Float, values: [Float])] = [:]
  /// The number of voices that sound, held and released.
  var sounding = 0
  var group: [Float] = []
}

private let own: [Controller] = [.touchX, .touchY, .touchPressure, .touchRadius]
private let related: [Controller] = [
  .touchStartX, .touchStartY, .touchDistanceToCenter, .touchDistanceFromStart, .touchDistanceToPrevious,
  .touchDistanceToNearest, .touchDistanceToCentroid, .touchAge, .touchVelocity, .touchOrder,
]
private let group: [Controller] = [
  .groupCount, .groupCentroidX, .groupCentroidY, .groupWidth, .groupHeight, .groupSpread, .groupPressureSum,
]

private func look(_ rig: Rig, _ numbers: inout [UInt64: Int]) -> Seen {
  var seen = Seen()
  for voice in 0..<VoiceTable.capacity where rig.processor.voices.table[voice].state != .free {
    seen.sounding += 1
    guard let order = rig.processor.touchOrder(ofVoice: voice) else { continue }
    if numbers[order] == nil { numbers[order] = numbers.count }
    seen.voices[numbers[order]!] = (
      rig.pitch(voice), (own + related).map { rig.value($0, voice) / $0.spec.fullScale }
    )
  }
  seen.group = group.map { rig.processor.value($0) / $0.spec.fullScale }
  return seen
}

/// Plays the events and records the state every `step` frames.
private func play(_ rig: Rig, frames: Int, step: Int, _ events: [(frame: Int, play: (Rig) -> Void)]) -> [Seen]
{
  var numbers: [UInt64: Int] = [:]
  var seen: [Seen] = []
  var rest = events[...]
  while rig.frame < frames {
    // One frame after a tick, so that both instruments have been evaluated.
    let end = rig.frame + (rig.frame == 0 ? 1 : step)
    while let next = rest.first, next.frame < end {
      if next.frame > rig.frame { rig.advance(next.frame - rig.frame) }
      next.play(rig)
      rest = rest.dropFirst()
    }
    rig.advance(end - rig.frame)
    seen.append(look(rig, &numbers))
  }
  return seen
}

@Test func performancesComeBackAsTheyWere() {
  let count = testCases(12, inCampaign: 200)
  var random = SeededGenerator("REPLAY_SEED", default: 1)
  var worst: [String: Float] = [:]
  func note(_ name: String, _ difference: Float) { worst[name] = max(worst[name] ?? 0, abs(difference)) }
  var (touches, messages, moments, different) = (0, 0, 0, 0)
  for _ in 0..<count {
    let frames = 48_000
    let moves = performance(&random, frames: frames)
    let live = Rig(patch: openPatch())
    let before = play(
      live, frames: frames, step: 480, moves.map { move in (move.frame, { $0.processor.handle(move.event) }) }
    )
    let midi = live.sent
    let back = Rig(patch: openPatch())
    let after = play(
      back, frames: frames, step: 480, midi.map { sent in (sent.frame, { $0.midi(sent.bytes) }) })
    touches += midi.count { $0.bytes[0] & 0xF0 == 0x90 }
    messages += midi.count
    moments += zip(before, after).underestimatedCount
    #expect(back.sent.isEmpty && live.processor.unrecordedTouches == 0)
    for (a, b) in zip(before, after) {
      // A voice that was let go ends when it is silent. A velocity that is one step off moves that moment, so
      // that one voice more may sound, and the next touch may get another lane.
      if abs(a.sounding - b.sounding) > 1 || Set(a.voices.keys) != Set(b.voices.keys) {
        different += 1
        continue
      }
      for (touch, one) in a.voices {
        let other = b.voices[touch]!
        for (controller, (x, y)) in zip(own + related, zip(one.values, other.values)) {
          note("\(controller)", x - y)
        }
        note("pitch", (one.pitch - other.pitch) / 24)
      }
      for (controller, (x, y)) in zip(group, zip(a.group, b.group)) { note("\(controller)", x - y) }
    }
  }
  let steps = worst.mapValues { $0 * 16_383 }.sorted { $0.value > $1.value }
  print(
    "\(touches) touches as \(messages) messages; "
      + "greatest differences in steps of 1/16383 of full scale: \(steps)"
  )
  #expect(
    touches > 10 * count && moments >= 100 * count && worst.keys.contains("pitch")
      && worst.keys.contains("touchX"))
  #expect(different == 0, "voices differ at \(different) of \(moments) moments")
  for (name, difference) in steps {
    // The radius has a full scale of 0.1, so its step is ten of these; relations depend on several numbers.
    let isOwn = ["pitch", "touchX", "touchY", "touchPressure"].contains(name)
    // A velocity may differ by ten radii, or by a tenth of a
    // speed, which is the difference of two places 4 ms apart.
    let allowed: Float = name == "touchRadius" ? 10 : name == "touchVelocity" ? 25 : isOwn ? 1 : 4
    #expect(difference <= allowed * 1.01, "\(name)")
  }
}
