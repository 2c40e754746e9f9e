// The message ring between two real threads.
import Foundation
import RealTime
import Synchronization
import Testing

@Test func aFullRingRefusesAndKeepsItsOrder() {
  let ring = MessageRing<Int>(capacity: 4)
  let taken = (0..<5).map { ring.push($0) }
  #expect(taken == [true, true, true, true, false])
  #expect(ring.count == 4)
  let returned = (0..<5).map { _ in ring.pop() }
  #expect(returned == [0, 1, 2, 3, nil])
}

@Test func twoThreadsPassEverythingInOrder() async {
  let ring = UnsafeMutablePointer<MessageRing<Int>>.allocate(capacity: 1)
  ring.initialize(to: MessageRing<Int>(capacity: 64))
  nonisolated(unsafe) let shared = ring  // the ring is for exactly these two threads
  let count = 1_000_000
  let producer = Thread {
    var next = 0
    while next < count { if shared.pointee.push(next) { next += 1 } }
  }
  producer.start()
  var expected = 0
  var mistakes = 0
  while expected < count {
    guard let value = shared.pointee.pop() else { continue }
    if value != expected { mistakes += 1 }
    expected += 1
  }
  #expect(mistakes == 0)
  ring.deinitialize(count: 1)
  ring.deallocate()
}

@Test(arguments: ListenSettings.Listen.allCases) func aRequestSurvivesItsPacking(
  _ listen: ListenSettings.Listen
) {
  for port: UInt16 in [0, 1024, 3333, 65535] {
    for surface: UInt8 in [0, 16, 255] {
      let wish = ListenSettings(listen: listen, port: port, surface: surface)
      #expect(ListenSettings(packed: wish.packed) == wish)
    }
  }
}
