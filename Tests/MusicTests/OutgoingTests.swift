// What leaves an instrument when the host takes only a part of it.
import Testing

@testable import Music

@Test func whatTheHostDidNotTakeComesFirstInTheNextBlock() {
  let memory = UnsafeMutablePointer<OutgoingEvent>.allocate(capacity: Outgoing.capacity)
  defer { memory.deallocate() }
  var outgoing = Outgoing(memory: memory)
  for port in 0..<5 as Range<UInt32> { outgoing.port(port, 0.5, at: Int64(port)) }
  outgoing.popFirst()
  outgoing.popFirst()
  outgoing.close()
  outgoing.midi(0xC0, 7, 0, at: 9)
  var found: [UInt32] = []
  while let event = outgoing.first {
    found.append(event.kind == .port ? event.port : UInt32(event.bytes.1))
    outgoing.popFirst()
  }
  #expect(found == [2, 3, 4, 7])
}

@Test func whatTheHostNeverTakesFillsTheRoomAndNoMore() {
  let memory = UnsafeMutablePointer<OutgoingEvent>.allocate(capacity: Outgoing.capacity)
  defer { memory.deallocate() }
  var outgoing = Outgoing(memory: memory)
  while outgoing.hasRoom(1) { outgoing.port(1, 0, at: 0) }
  #expect(outgoing.count == Outgoing.capacity - Outgoing.reserve)
  for _ in 0..<Outgoing.reserve + 3 { outgoing.midi(0x80, 60, 0, at: 0) }
  #expect(outgoing.count == Outgoing.capacity)
}
