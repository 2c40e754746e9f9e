// Controllers reach the sound: from fingers, from ports while
// no finger is down, and from triggers through routes.
import Controls
import Foundation
import Matrix
import Music
import RealTime
import TestSupport
import Testing

@testable import Instrument

private func level(by controller: Controller, _ low: Float, _ high: Float) -> CompiledPatch {
  var patch = startingPatch()
  patch.program.base[.ampLevel] = SIMD16(repeating: low)
  _ = patch.program.append(Connection(controller, .ampLevel, low: low, high: high))
  return patch
}

/// Four fingers in a square with a spread of `spread` diagonals.
private func square(_ spread: Float) -> [(frame: Int, event: Event)] {
  let side = spread / Float(2).squareRoot()
  return (0..<4).map { finger in
    let x = 0.5 + (finger % 2 == 0 ? -side : side) / 0.8
    let y = 0.5 + (finger / 2 == 0 ? -side : side) / 0.6
    return (0, touch(.began, Int32(finger), x: x, y: y))
  }
}

@Test func aPortIsItsControllerWhileNoHandSuppliesIt() {
  let patch = level(by: .groupSpread, 0, 1)
  let note = (0, Event.midi(.noteOn(channel: 0, note: 60, velocity: 100)))
  let silent = play([note], frames: 9600, settings: [(.groupSpread, 0)], patch: patch)
  let half = play([note], frames: 9600, settings: [(.groupSpread, 0.25)], patch: patch)
  let full = play([note], frames: 9600, settings: [(.groupSpread, 0.5)], patch: patch)
  #expect(peak(silent.left) < 1e-6)
  #expect(abs(peak(half.left) / peak(full.left) - 0.5) < 0.02)
  // While fingers are down, their value counts and the port's does not; the same value gives the same sound.
  var four = square(0.25)
  for index in four.indices { four[index].frame = 0 }
  let byHand = play(four + [note], frames: 9600, settings: [(.groupSpread, 0)], patch: patch)
  let byPort = play(four + [note], frames: 9600, settings: [(.groupSpread, 0.5)], patch: patch)
  #expect(byHand == byPort && peak(byHand.left) > 0.01)
}

/// The result of a controller is bit-equal wherever blocks end; this test uses all controllers at once.
@Test func controllersAreTheSameAtAnyBlockSize() {
  var patch = startingPatch()
  for (place, controller) in [
    Controller.touchSpeed, .groupRotation, .groupMeanSpeed, .touchVertexAngle, .groupTouchRate,
    .touchAcceleration,
    .groupScaleSpeed, .token1Turns, .hostBeatPhase, .motionShake, .gesturePanX, .midiControl20,
  ].enumerated() {
    var connection = Connection(
      controller, place % 2 == 0 ? .filterCutoff : .voicePan, low: place % 2 == 0 ? 200 : -1,
      high: place % 2 == 0 ? 8000 : 1)
    connection.amount = 0.3
    _ = patch.program.append(connection)
  }
  var level = Route(.level, .lfoReset)
  (level.of, level.level, level.hysteresis) = (.groupSpread, 0.2, 0.01)
  for route in [Route(.hold, .lfoReverse), Route(.touchMoving, .lfoReset), level] {
    _ = patch.program.append(route)
  }
  var events: [(frame: Int, event: Event)] = []
  for finger in 0..<3 {
    for step in 0..<100 {
      let turn = 2 * Float.pi * (Float(finger) / 3 + 0.004 * Float(step))
      let reach = 0.1 + 0.003 * Float(step)
      events.append(
        (
          100 + 7 * finger + step * 397,
          touch(
            step == 0 ? .began : .moved, Int32(finger), x: 0.5 + reach * cos(turn), y: 0.5 + reach * sin(turn)
          )
        ))
    }
  }
  for step in 0..<50 {
    let turn = 0.01 * Float(step)
    events.append(
      (
        500 + step * 611,
        .surface(.token(source: 2, id: 1, x: 0.4, y: 0.4, angle: turn, classNumber: 1))
      ))
    events.append(
      (
        333 + step * 577,
        .surface(.motion(.acceleration, source: 2, x: Float(step % 3), y: 0, z: 1))
      ))
    events.append(
      (111 + step * 700, .midi(.controller(channel: 3, number: 20, value: UInt8(2 * step)))))
  }
  var position = Transport()
  (position.speed, position.beatsPerMinute, position.bar, position.barBeat) = (1, 140, 0, 0)
  events.append((5000, .transport(position)))
  let whole = play(events, frames: 48_000, block: 48_000, patch: patch)
  #expect(peak(whole.left) > 0.01)
  for block in [1, 13, 64, 1000] {
    #expect(play(events, frames: 48_000, block: block, patch: patch) == whole, "block \(block)")
  }
  // And they change the sound.
  #expect(play(events, frames: 48_000) != whole)
}

@Test func aMacroIsWhatWasSentLast() {
  let patch = level(by: .macro3, 0, 1)
  let note = (0, Event.midi(.noteOn(channel: 0, note: 60, velocity: 100)))
  let sent = (0, Event.surface(.macro(3, amount: 1)))
  let full = play([note, sent], frames: 9600, patch: patch)
  let port = play([note], frames: 9600, settings: [(.macro3, 1)], patch: patch)
  #expect(full == port && peak(full.left) > 0.01)
  let back = play([note, sent, (10, .port(.macro3, 0.5))], frames: 9600, patch: patch)
  #expect(abs(peak(back.left[4800...]) / peak(full.left[4800...]) - 0.5) < 0.02)
}

@Test func anyMIDIControlIsASource() {
  let patch = level(by: .midiControl20, 0, 1)
  let note = (0, Event.midi(.noteOn(channel: 0, note: 60, velocity: 100)))
  let loud = play(
    [note, (0, .midi(.controller(channel: 5, number: 20, value: 127)))], frames: 9600, patch: patch)
  #expect(peak(play([note], frames: 9600, patch: patch).left) < 1e-6 && peak(loud.left) > 0.01)
}

/// Whether `trigger` releases the note that sounds, when `events` happen.
private func releases(
  _ route: Route, _ events: [(frame: Int, event: Event)], frames: Int = 48_000
) -> Bool {
  var patch = startingPatch()
  patch.program.base[.ampRelease] = SIMD16(repeating: 0.01)
  // Fingers are silent: only the note sounds.
  patch.program.base[.ampLevel] = SIMD16(repeating: 0)
  _ = patch.program.append(Connection(.midiModulation, .ampLevel, low: 0, high: 1))
  _ = patch.program.append(route)
  let note: [(frame: Int, event: Event)] = [
    (0, .midi(.controller(channel: 0, number: 1, value: 127))),
    (0, .midi(.noteOn(channel: 0, note: 60, velocity: 100))),
  ]
  return peak(play(note + events, frames: frames, patch: patch).left.suffix(2000)) < 1e-4
}

@Test func routesWaitForTheirNumberRegionAndLevel() {
  let two: [(frame: Int, event: Event)] = [
    (1000, touch(.began, 1, x: 0.2, y: 0.5)), (2000, touch(.began, 2, x: 0.4, y: 0.5)),
  ]
  var count = Route(.countReached, .voiceReleaseAll)
  count.number = 2
  #expect(releases(count, two))
  count.number = 3
  #expect(!releases(count, two))
  var tap = Route(.tap, .voiceReleaseAll)
  let tapped: [(frame: Int, event: Event)] = [
    (1000, touch(.began, 1, x: 0.2, y: 0.8)), (5000, touch(.ended, 1, x: 0.2, y: 0.8)),
  ]
  tap.region = Region(left: 0, bottom: 0.5, right: 0.5, top: 1)
  #expect(releases(tap, tapped))
  tap.region = Region(left: 0.5, bottom: 0.5, right: 1, top: 1)
  #expect(!releases(tap, tapped))
  var enter = Route(.enteredRegion, .voiceReleaseAll)
  enter.region = tap.region
  let moved: [(frame: Int, event: Event)] = [
    (1000, touch(.began, 1, x: 0.2, y: 0.8)), (2000, touch(.moved, 1, x: 0.7, y: 0.8)),
  ]
  #expect(releases(enter, moved) && !releases(enter, tapped))
  var leave = Route(.leftRegion, .voiceReleaseAll)
  leave.region = tap.region
  #expect(!releases(leave, moved))
  var level = Route(.level, .voiceReleaseAll)
  (level.of, level.level, level.hysteresis) = (.groupPairMean, 0.1, 0.01)
  #expect(releases(level, two))
  level.level = 0.3
  #expect(!releases(level, two))
}

@Test func aTouchThatHasEndedLeavesItsControllersToItsVoice() {
  // The voice's pan is the finger's place. During its release
  // another finger changes the group, but not the pan.
  var patch = startingPatch()
  patch.program.base[.ampRelease] = SIMD16(repeating: 2)
  _ = patch.program.append(Connection(.touchX, .voicePan, low: -1, high: 1))
  let events: [(frame: Int, event: Event)] = [
    (0, touch(.began, 1, x: 1)), (4800, touch(.ended, 1, x: 1)),
    (6000, touch(.began, 2, x: 0.5, pressure: 0)),
  ]
  let alone = play(Array(events.prefix(2)), frames: 20_000, settings: [(.width, -1)], patch: patch)
  let right = peak(alone.right[12_000...])
  #expect(right > 0.001 && peak(alone.left[12_000...]) < right * 0.35)
}
