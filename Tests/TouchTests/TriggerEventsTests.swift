// The queue of trigger events when it is full.
import Controls
import Testing

@testable import Touch

@Test func eventsWithoutRoomAreCounted() {
  var events = TriggerEvents()
  defer { events.deallocate() }
  for frame in 0..<300 { events.append(TriggerEvent(.touchBegan, Int64(frame))) }
  let (count, dropped) = (events.count, events.dropped)
  #expect(count == 256 && dropped == 44)
}
