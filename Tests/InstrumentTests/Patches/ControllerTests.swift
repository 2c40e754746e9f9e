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

@Test func aPortIsItsControllerWithoutTouches() {
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
  _ route: Route, _ events: [(frame: Int, event: Event)], frames: Int = 48_000, source: String = "",
  condition: [Step] = [], block: Int = 64
) -> Bool {
  var patch = startingPatch()
  patch.program.base[.ampRelease] = SIMD16(repeating: 0.01)
  // Fingers are silent: only the note sounds.
  patch.program.base[.ampLevel] = SIMD16(repeating: 0)
  _ = patch.program.append(Connection(.midiModulation, .ampLevel, low: 0, high: 1))
  var expression = Expression()
  for step in condition { #expect(expression.append(step) == nil) }
  _ = patch.program.append(route, source: Array(source.utf8), condition: expression)
  let note: [(frame: Int, event: Event)] = [
    (0, .midi(.controller(channel: 0, number: 1, value: 127))),
    (0, .midi(.noteOn(channel: 0, note: 60, velocity: 100))),
  ]
  return peak(play(note + events, frames: frames, block: block, patch: patch).left.suffix(2000)) < 1e-4
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

/// Events of source `source` with a kind and a name of at most 16 bytes.
private func described(_ source: UInt32, _ kind: SourceKind, _ name: String) -> [(frame: Int, event: Event)] {
  let bytes = Array(name.utf8) + [UInt8](repeating: 0, count: 16 - name.utf8.count)
  let words = (0..<4).map { word in
    Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[word * 4 + $1]) << UInt32($1 * 8) })
  }
  return [
    (0, .surface(SurfaceEvent.layout(source: source, kind: UInt32(kind.index)))),
    (
      0,
      .surface(
        SurfaceEvent(
          .sourceName, source: source, id: 0, words: SIMD4(words[0], words[1], words[2], words[3])))
    ),
  ]
}

@Test func aConditionIsJudgedAtItsMoment() {
  let route = Route(.touchBegan, .voiceReleaseAll)
  let right: [Step] = [.controller(.touchX), .constant(0.5), .operation(.greater)]
  for block in [16, 64, 1000] {
    for frame in [4800, 4813] {
      // The touch's own place, not that of the one before it.
      let left: [(frame: Int, event: Event)] = [
        (3000, touch(.began, 1, x: 0.9)), (frame, touch(.began, 2, x: 0.2)),
      ]
      let from: [(frame: Int, event: Event)] = [
        (3000, touch(.began, 1, x: 0.2)), (frame, touch(.began, 2, x: 0.9)),
      ]
      #expect(releases(route, Array(left[..<1]), condition: right, block: block))
      #expect(!releases(route, Array(left[1...]), condition: right, block: block))
      #expect(!releases(route, Array(from[..<1]), condition: right, block: block))
      #expect(releases(route, from, condition: right, block: block))
    }
  }
  // The touch that has ended, while another voice leads.
  let ended = Route(.touchEnded, .voiceReleaseAll)
  let two: [(frame: Int, event: Event)] = [
    (1000, touch(.began, 1, x: 0.9)), (2000, touch(.began, 2, x: 0.2)), (3000, touch(.ended, 1, x: 0.9)),
  ]
  #expect(releases(ended, two, condition: right))
  #expect(!releases(ended, Array(two[..<2]) + [(3000, touch(.ended, 2, x: 0.2))], condition: right))
  // A controller that exists only per voice: the note of the ended touch, 69 or 53.
  let high: [Step] = [.controller(.touchNote), .constant(60.5 / 127), .operation(.greater)]
  #expect(releases(ended, two, condition: high))
  let low: [(frame: Int, event: Event)] = [
    (1000, touch(.began, 1, x: 0.2)), (2000, touch(.began, 2, x: 0.9)), (3000, touch(.ended, 1, x: 0.2)),
  ]
  #expect(!releases(ended, low, condition: high))
  // Controllers of the group and macros.
  let many: [Step] = [.controller(.groupCount), .constant(1.5), .operation(.subtract)]
  #expect(releases(ended, two, condition: many) == false)
  #expect(releases(Route(.touchBegan, .voiceReleaseAll), two, condition: many))
  let macro: [Step] = [.controller(.macro3)]
  #expect(!releases(ended, two, condition: macro))
  #expect(releases(ended, [(0, .port(.macro3, 0.1))] + two, condition: macro))
}

@Test func aTaughtShapeIsATriggerWithItsControllers() {
  var patch = startingPatch()
  patch.program.base[.ampRelease] = SIMD16(repeating: 0.01)
  func isTaught(_ points: [SIMD2<Float>]) -> Bool { patch.teach(points, turns: false, isSized: false) }
  #expect(isTaught([SIMD2(0.2, 0.8), SIMD2(0.2, 0.2), SIMD2(0.8, 0.2)]))
  #expect(isTaught([SIMD2(0.2, 0.2), SIMD2(0.8, 0.2), SIMD2(0.8, 0.8)]))
  #expect(!isTaught([SIMD2(0.5, 0.5), SIMD2(0.5, 0.51)]))
  var pan = Connection(.gestureShapeNumber, .voicePan, low: -1, high: 1)
  pan.sensitivity = 8
  _ = patch.program.append(pan)
  var sure = Expression()
  for step in [Step.controller(.gestureShapeCertainty), .constant(0.5), .operation(.subtract)] {
    #expect(sure.append(step) == nil)
  }
  var route = Route(.shape, .voiceReleaseAll)
  route.number = 2
  _ = patch.program.append(route, condition: sure)
  func drawn(_ corners: [SIMD2<Float>]) -> [(frame: Int, event: Event)] {
    var events: [(frame: Int, event: Event)] = [(100, .midi(.noteOn(channel: 0, note: 60, velocity: 100)))]
    for index in 0...60 {
      let leg = min(index / 30, 1)
      let at = corners[leg] + (corners[leg + 1] - corners[leg]) * (Float(index - leg * 30) / 30)
      events.append((1000 + index * 401, touch(index == 0 ? .began : .moved, 1, x: at.x, y: at.y)))
    }
    return events + [(26_000, touch(.ended, 1, x: corners[2].x, y: corners[2].y))]
  }
  let second = drawn([SIMD2(0.3, 0.3), SIMD2(0.7, 0.3), SIMD2(0.7, 0.7)])
  let sound = play(second, frames: 48_000, patch: patch)
  #expect(sound.voices == 0, "its route releases the key")
  for block in [1, 31, 480] { #expect(play(second, frames: 48_000, block: block, patch: patch) == sound) }
  let first = play(drawn([SIMD2(0.3, 0.7), SIMD2(0.3, 0.3), SIMD2(0.7, 0.3)]), frames: 48_000, patch: patch)
  #expect(first.voices == 1)
  // Shape 1 of 8, eight times as sensitive, moves the key's sound from the left to the right.
  #expect(peak(first.left[..<20_000]) > 2 * peak(first.right[..<20_000]))
  #expect(peak(first.right.suffix(4000)) > 2 * peak(first.left.suffix(4000)))
}

@Test func aRouteChecksTheKindAndSourceOfItsTouch() {
  let events: [(frame: Int, event: Event)] =
    described(1, .pen, "left@10.0.0.2") + [(1000, touch(.began, 1, x: 0.2))]
  var route = Route(.touchBegan, .voiceReleaseAll)
  for (kind, releasing) in [(SourceKind.pen, true), (.finger, false), (.pointer, false)] {
    route.kind = kind
    #expect(releases(route, events) == releasing, "\(kind)")
  }
  route.kind = nil
  #expect(releases(route, events, source: "left"))
  #expect(!releases(route, events, source: "right"))
  // A source that announced nothing is taken for a finger, and has no name.
  let plain: [(frame: Int, event: Event)] = [(1000, touch(.began, 1, x: 0.2))]
  #expect(!releases(route, plain, source: "left"))
  route.kind = .pen
  #expect(!releases(route, plain))
  route.kind = .finger
  #expect(releases(route, plain))
  // A gesture of the group is of a kind if all its touches are.
  var pan = Route(.pan, .voiceReleaseAll)
  pan.kind = .pen
  func drag(_ other: UInt32) -> [(frame: Int, event: Event)] {
    var all = described(1, .pen, "") + described(2, .finger, "")
    for step in 0...60 {
      let x = 0.3 + 0.005 * Float(step)
      for (id, source) in [(Int32(1), UInt32(1)), (2, other)] {
        all.append(
          (
            1000 + step * 500,
            .surface(SurfaceEvent.touch(step == 0 ? .began : .moved, source: source, id: id, x: x, y: 0.5))
          ))
      }
    }
    return all
  }
  #expect(releases(pan, drag(1)) && !releases(pan, drag(2)))
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
