// The rules of the touch table, and a long random sequence that must leave it consistent.
import RealTime
import TestSupport
import Testing
import Touch

private func event(_ kind: SurfaceEvent.Kind, _ id: Int32, source: UInt32 = 1, x: Float = 0.5, y: Float = 0.5)
  -> SurfaceEvent
{ SurfaceEvent.touch(kind, source: source, id: id, x: x, y: y) }

@Test func aTouchBeginsMovesAndEnds() {
  var table = TouchTable(sampleRate: 48_000)
  guard case .began(let slot) = table.apply(event(.began, 7, x: 0.2, y: 0.3), frame: 100) else {
    Issue.record("it did not begin")
    return
  }
  guard case .moved(slot) = table.apply(event(.moved, 7, x: 0.4, y: 0.6), frame: 200) else {
    Issue.record("it did not move")
    return
  }
  let touch = table.touches[slot]
  #expect(touch.startX == 0.2 && touch.startY == 0.3 && touch.x == 0.4 && touch.y == 0.6)
  #expect(touch.beganAt == 100 && touch.id == 7 && touch.source == 1)
  // An end without a place leaves the touch at its last place.
  guard case .ended(slot) = table.apply(event(.ended, 7, x: .nan, y: .nan), frame: 300) else {
    Issue.record("it did not end")
    return
  }
  #expect(table.touches[slot].x == 0.4 && !table.touches[slot].isLive)
  let count = table.count
  #expect(count == 0)
}

@Test func idsAreUniquePerSource() {
  var table = TouchTable(sampleRate: 48_000)
  _ = table.apply(event(.began, 1, source: 1), frame: 0)
  _ = table.apply(event(.began, 1, source: 2), frame: 0)
  let count = table.count
  let slots = [table.slot(source: 1, id: 1), table.slot(source: 2, id: 1), table.slot(source: 3, id: 1)]
  #expect(count == 2)
  #expect(slots[0] != slots[1])
  #expect(slots[2] == nil)
}

@Test func anUnknownMoveBeginsAndAnUnknownEndIsNothing() {
  var table = TouchTable(sampleRate: 48_000)
  guard case .began = table.apply(event(.moved, 3), frame: 0) else {
    Issue.record("a move of an unknown touch begins it")
    return
  }
  guard case .nothing = table.apply(event(.ended, 4), frame: 0) else {
    Issue.record("an end of an unknown touch is nothing")
    return
  }
}

@Test func aBeginOfALiveTouchEndsTheOldOne() {
  var table = TouchTable(sampleRate: 48_000)
  _ = table.apply(event(.began, 1, x: 0.1), frame: 0)
  let again = event(.began, 1, x: 0.9)
  let ended = table.endBeforeBegin(again, frame: 10)
  #expect(ended != nil)
  guard case .began(let slot) = table.apply(again, frame: 10) else {
    Issue.record("it did not begin again")
    return
  }
  #expect(table.touches[slot].startX == 0.9)
  let count = table.count
  #expect(count == 1)
}

@Test func theSixtyFifthTouchIsRefused() {
  var table = TouchTable(sampleRate: 48_000)
  for id in 0..<Int32(TouchTable.capacity) { _ = table.apply(event(.began, id), frame: 0) }
  guard case .full = table.apply(event(.began, 1000), frame: 0) else {
    Issue.record("a full table takes no more")
    return
  }
  let count = table.count
  #expect(count == 64)
}

@Test func theStrikeIsTheGreatestPressureOfTheFirstTenMilliseconds() {
  var table = TouchTable(sampleRate: 48_000)
  let pressed = { (pressure: Float) in
    SurfaceEvent.touch(.moved, source: 1, id: 1, x: 0.5, y: 0.5, pressure: pressure)
  }
  _ = table.apply(pressed(0.2), frame: 1000)
  _ = table.apply(pressed(0.7), frame: 1400)
  _ = table.apply(pressed(0.9), frame: 1600)
  let touch = table.touches[table.last]
  #expect(touch.strike == 0.7 && touch.pressure == 0.9)
}
