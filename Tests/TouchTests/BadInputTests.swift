// Invalid input of surfaces, and the rules of docs/touches.md for it.
import Controls
import Foundation
import RealTime
import TestSupport
import Testing

@testable import Touch

private func event(
  _ kind: SurfaceEvent.Kind, _ id: Int32, _ x: Float = 0.5, _ y: Float = 0.5, source: UInt32 = 1
) -> SurfaceEvent { SurfaceEvent.touch(kind, source: source, id: id, x: x, y: y) }

@Test func timeDoesNotRunBackward() {
  var surface = ControllerSources(sampleRate: 48_000)
  _ = surface.apply(event(.began, 1, 0.2), frame: 10_000)
  _ = surface.apply(event(.moved, 1, 0.3), frame: 12_000)
  _ = surface.apply(event(.moved, 1, 0.4), frame: 11_000)
  surface.update(frame: 12_000, isTick: true)
  let touch = surface.touches.touches[0]
  #expect(touch.x == 0.4 && touch.heardAt == 12_000)
  #expect(surface.touch.value(.touchSpeed, slot: 0).isFinite)
  let history = surface.touches.history(slot: 0)
  #expect(history.count == 2 && history.point(back: 0).frame == 12_000 && history.point(back: 0).x == 0.4)
}

@Test func twoSourcesMayUseOneID() {
  var surface = ControllerSources(sampleRate: 48_000)
  for source in 1...2 as ClosedRange<UInt32> {
    _ = surface.apply(event(.began, 7, 0.3 * Float(source), source: source), frame: 0)
  }
  _ = surface.apply(event(.moved, 7, 0.9, source: 2), frame: 100)
  surface.update(frame: 128, isTick: true)
  #expect(surface.shared[.groupCount] == 2)
  #expect(surface.touches.touches[0].x == 0.3 && surface.touches.touches[1].x == 0.9)
}

@Test func fiveHundredFingersAreSixtyFour() {
  var surface = ControllerSources(sampleRate: 48_000)
  var full = 0
  for id in 0..<500 as Range<Int32> {
    if case .full = surface.apply(event(.began, id, Float(id) / 500, 0.3), frame: 0) { full += 1 }
  }
  surface.update(frame: 0, isTick: true)
  #expect(full == 436 && surface.shared[.groupCount] == 64)
  #expect(surface.shared[.groupTouchRate] == 64)
  for controller in Controller.allCases { #expect(surface.shared[controller].isFinite, "\(controller)") }
  // A refused touch begins with its next move, as soon as there is room.
  _ = surface.apply(event(.ended, 3), frame: 10)
  guard case .began = surface.apply(event(.moved, 400), frame: 20) else {
    Issue.record("it did not begin")
    return
  }
}

@Test func aTouchThatNeverEndsGivesWayWhenItsSlotIsNeeded() {
  var surface = ControllerSources(sampleRate: 48_000)
  for id in 0..<64 as Range<Int32> { _ = surface.apply(event(.began, id), frame: Int64(id)) }
  // All touches but one still send messages.
  for id in 1..<64 as Range<Int32> { _ = surface.apply(event(.moved, id), frame: 48_000 * 29) }
  let early = surface.endBeforeBegin(event(.began, 100), frame: 48_000 * 29)
  #expect(early == nil)
  let slot = surface.endBeforeBegin(event(.began, 100), frame: 48_000 * 31)
  #expect(slot == 0)
  guard case .began = surface.apply(event(.began, 100), frame: 48_000 * 31) else {
    Issue.record("it did not begin")
    return
  }
  // A day later the touches are still there, with a finite age.
  surface.update(frame: 48_000 * 86_400, isTick: true)
  #expect(surface.shared[.groupCount] == 64)
  #expect(abs(surface.touch.value(.touchAge, slot: 1) - 86_400) < 1)
}

@Test func sensorsWithNaNKeepTheirLastValues() {
  var surface = ControllerSources(sampleRate: 48_000)
  _ = surface.apply(.motion(.attitude, x: 0.1, y: 0.2, z: 0.3), frame: 0)
  _ = surface.apply(.motion(.attitude, x: .nan, y: .infinity, z: -0.1), frame: 10)
  _ = surface.apply(SurfaceEvent(.motion(x: 5, y: .nan, z: .nan), id: 99), frame: 20)
  surface.update(frame: 32, isTick: true)
  #expect(surface.shared[.motionPitch] == 0.1 && surface.shared[.motionRoll] == 0.2)
  #expect(surface.shared[.motionYaw] == Float(-0.1))
  let supplied = [
    surface.supplies(.motionPitch, frame: 48_000), surface.supplies(.motionPitch, frame: 48_000 * 3),
    surface.supplies(.motionHeading, frame: 48_000),
  ]
  #expect(supplied == [true, false, false])
}

@Test func aSeventeenthTokenIsIgnoredAndBadOnesToo() {
  var surface = ControllerSources(sampleRate: 48_000)
  for id in 1...17 as ClosedRange<Int32> {
    _ = surface.apply(
      .token(source: 1, id: id, x: 0.05 * Float(id), y: 0.5, angle: 0.25),
      frame: 0)
  }
  _ = surface.apply(.tokenLifted(source: 1, id: 77), frame: 0)
  _ = surface.apply(.token(source: 1, id: 2), frame: 0)
  surface.update(frame: 0, isTick: true)
  #expect(surface.shared[.token16Present] == 1 && surface.shared[.token2X] == 0.1)
  #expect(surface.shared[.tokenCount] == 16)
  var placed = 0
  while let moment = surface.triggerEvents.pop() { placed += moment.trigger == .tokenPlaced ? 1 : 0 }
  #expect(placed == 16)
  for controller in Controller.allCases { #expect(surface.shared[controller].isFinite, "\(controller)") }
}

@Test func anEndedTouchIsSeenForExactlyOneTick() {
  var surface = ControllerSources(sampleRate: 48_000)
  _ = surface.apply(event(.began, 1), frame: 0)
  var states: [Touch.State] = []
  for tick in 0..<6 as Range<Int64> {
    if tick == 3 { _ = surface.apply(event(.ended, 1), frame: tick * 32) }
    surface.update(frame: tick * 32, isTick: true)
    states.append(surface.touches.touches[0].state)
  }
  #expect(states == [.began, .moved, .moved, .ended, .free, .free])
}

@Test func serialsAreNeverUsedTwice() {
  var surface = ControllerSources(sampleRate: 48_000)
  var seen: Set<UInt64> = []
  for round in 0..<1000 as Range<Int64> {
    _ = surface.apply(event(.began, 1), frame: round)
    seen.insert(surface.touches.touches[surface.touches.last].serial)
    _ = surface.apply(event(.ended, 1), frame: round)
    if round == 500 { surface.reset() }
  }
  #expect(seen.count == 1000)
}

@Test func theHistoryHoldsFiveSecondsAndNoMore() {
  var surface = ControllerSources(sampleRate: 48_000)
  _ = surface.apply(event(.began, 1, 0), frame: 0)
  for index in 1...2000 {
    _ = surface.apply(event(.moved, 1, Float(index) / 2000), frame: Int64(index) * 400)
  }
  let history = surface.touches.history(slot: 0)
  #expect(history.count == 640 && history.point(back: 0).x == 1)
  #expect(history.point(back: 0).frame - history.point(back: 639).frame > 5 * 48_000)
  // Between two points the place is interpolated linearly.
  let there = history.position(at: 2000 * 400 - 5 * 400 - 100)
  #expect(abs(there.x - (2000 - 5.25) / 2000) < 1e-6)
}

@Test func aSourceLiesOnTheSurfaceAsItsCalibrationSays() {
  var calibration = Calibration()
  (calibration.left, calibration.right) = (0.25, 0.75)
  calibration.quarters = 1
  calibration.scaleY = 0.5
  calibration.shiftX = 0.1
  // (0.375, 0.5) is cropped to (0.25, 0.5), turned to (0.5, 0.25), scaled to (0.5, 0.375), then shifted.
  let place = calibration.point(0.375, 0.5)
  #expect(abs(place.x - 0.6) < 1e-6 && abs(place.y - 0.375) < 1e-6)
  calibration = Calibration()
  calibration.isMirroredX = true
  #expect(calibration.point(0.2, 0.3).x == 0.8 && abs(calibration.turned(0.1) - 0.4) < 1e-6)
  var surface = ControllerSources(sampleRate: 48_000)
  let isKnown = surface.describe(
    SourceDescription(source: 7, kind: .pen, name: "tablet", calibration: calibration))
  #expect(isKnown)
  _ = surface.apply(event(.began, 1, 0.2, 0.3, source: 7), frame: 0)
  _ = surface.apply(event(.began, 1, 0.2, 0.3, source: 8), frame: 0)
  let touches = surface.touches.touches
  #expect(touches[0].x == 0.8 && touches[0].kind == .pen && touches[1].x == 0.2)
  let name = surface.touches.description(slot: 0)?.name
  #expect(name?[0] == UInt8(ascii: "t") && surface.touches.description(slot: 1) == nil)
  // New sources replace those without touches; a source with a touch keeps its description.
  for source in 0..<40 as Range<UInt32> {
    let isTaken = surface.describe(SourceDescription(source: 100 + source, kind: .finger))
    #expect(isTaken)
  }
  #expect(surface.touches.description(slot: 0)?.kind == .pen)
  for source in 0..<15 as Range<UInt32> {
    _ = surface.describe(SourceDescription(source: 200 + source, kind: .finger))
    _ = surface.apply(event(.began, 1, 0.2, 0.3, source: 200 + source), frame: 0)
  }
  #expect(surface.touches.description(slot: 16)?.source == 214)
  let isTaken = surface.describe(SourceDescription(source: 300, kind: .finger))
  #expect(!isTaken)
}

@Test func aSourceDescribesItselfByEvents() {
  var surface = ControllerSources(sampleRate: 48_000)
  // A pen, turned by a quarter and mirrored in x, of which the right half is used: (0.75, 0.2) is cropped to
  // (0.5, 0.2), mirrored to the same, turned to (0.8, 0.5).
  let bits: Int32 = 1 | 1 << 2 | 2 << 4
  _ = surface.apply(
    SurfaceEvent(.source, source: 7, id: bits, words: SIMD4(0.5, 0, 1, 1)), frame: 0)
  func word(_ letters: String) -> Float {
    Float(bitPattern: letters.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) })
  }
  _ = surface.apply(
    SurfaceEvent(
      .sourceName, source: 7, id: 0, words: SIMD4(word("tabl"), word("et"), .nan, .nan)), frame: 0)
  _ = surface.apply(event(.began, 1, 0.75, 0.2, source: 7), frame: 10)
  _ = surface.apply(event(.began, 1, 0.75, 0.2, source: 8), frame: 10)
  let touches = surface.touches.touches
  #expect(abs(touches[0].x - 0.8) < 1e-6 && abs(touches[0].y - 0.5) < 1e-6 && touches[0].kind == .pen)
  #expect(touches[1].x == 0.75 && touches[1].kind == .unknown)
  let name = surface.touches.description(slot: 0)?.name
  #expect((0..<7).map { name?[$0] } == Array("tablet".utf8) + [0])
  // A later description of the same source is for touches that begin afterwards, and keeps the name.
  _ = surface.apply(SurfaceEvent.layout(source: 7), frame: 20)
  _ = surface.apply(event(.began, 2, 0.75, 0.2, source: 7), frame: 20)
  #expect(surface.touches.touches[2].x == 0.75 && surface.touches.description(slot: 2)?.name[0] == 116)
}

@Test func randomEventsLeaveTheTableConsistent() {
  let count = testCases(100_000, inCampaign: 10_000_000)
  var random = SeededGenerator("TOUCH_SEED", default: 1_000_000)
  var surface = ControllerSources(sampleRate: 48_000)
  surface.watchRegions(true)
  var live: Set<UInt64> = []
  var faults = 0
  var (begins, ends) = (0, 0)
  var frame: Int64 = 0
  let odd: [Float] = [.nan, .infinity, -5, 0.25, 1e30, 0.7, 0.5, 0.51, -.infinity]
  func number() -> Float {
    random.next() % 4 == 0 ? odd[Int(random.next() % 9)] : Float(random.next() % 1000) / 999
  }
  for index in 0..<count {
    let source = UInt32(random.next() % 3)
    let id = Int32(truncatingIfNeeded: random.next() % 40)
    var kind: SurfaceEvent.Kind = [.began, .moved, .moved, .moved, .ended][Int(random.next() % 5)]
    let chance = random.next() % 1000
    if chance == 0 { kind = .panic }
    if chance > 900 { kind = SurfaceEvent.Kind.allCases[4 + Int(random.next() % 6)] }
    let sent = SurfaceEvent.touch(
      kind, source: source, id: id, x: number(), y: number(), pressure: number(), radius: number())
    let key = UInt64(source) << 32 | UInt64(id)
    // Time stamps sometimes go backwards.
    let at = frame - (chance % 50 == 0 ? Int64(random.next() % 5000) : 0)
    if let slot = surface.endBeforeBegin(sent, frame: at) {
      let touch = surface.touches.touches[slot]
      faults += live.remove(UInt64(touch.source) << 32 | UInt64(touch.id)) == nil ? 1 : 0
      ends += 1
    }
    if kind == .panic {
      ends += live.count
      live.removeAll()
    }
    switch surface.apply(sent, frame: at) {
    case .began(let slot):
      begins += 1
      let touch = surface.touches.touches[slot]
      for number in [touch.x, touch.y, touch.pressure] where !(0...1 ~= number) { faults += 1 }
      faults += live.insert(key).inserted ? 0 : 1
    case .moved: faults += live.contains(key) ? 0 : 1
    case .ended, .withdrawn:
      ends += 1
      faults += live.remove(key) == nil ? 1 : 0
    case .full, .nothing: break
    }
    let count = surface.touches.count
    if count != live.count { faults += 1 }
    frame += Int64(random.next() % 60)
    if random.next() % 8 == 0 {
      surface.update(frame: frame, isTick: random.next() % 2 == 0)
      while surface.triggerEvents.pop() != nil {}
    }
    guard index % 64 == 0 else { continue }
    for controller in Controller.allCases where !surface.shared[controller].isFinite { faults += 1 }
    for place in 0..<count {
      let slot = surface.touches.order[place]
      for controller in Controller.allCases where controller.category == .touch {
        if !surface.touch.value(controller, slot: slot).isFinite { faults += 1 }
      }
    }
  }
  print("\(begins) began, \(ends) ended, \(live.count) live")
  #expect(faults == 0)
  #expect(begins > count / 100 && ends > count / 100 && begins == ends + live.count)
}
