// Notes of one frame in one order, whatever the host's.
import TestSupport
import Testing

@testable import Music

private typealias Message = [UInt8]

private func ordered(_ messages: [Message], after before: [Message] = []) -> [Message] {
  var order = NoteOrder()
  func take() -> [Message] {
    var found: [Message] = []
    while let (status, key, velocity) = order.next() { found.append([status, key, velocity]) }
    return found
  }
  for message in before { #expect(message.withUnsafeBytes { order.add($0) }) }
  _ = take()
  for message in messages { #expect(message.withUnsafeBytes { order.add($0) }) }
  return take()
}

@Test func everyOrderOfAFrameBecomesOne() {
  let down: [Message] = [[0x90, 60, 1], [0x91, 50, 1]]
  // Ends first, then by channel and key; key 60 is struck again.
  let wanted: [Message] = [[0x80, 60, 0], [0x91, 50, 0], [0x90, 60, 9], [0x90, 64, 8], [0x92, 40, 7]]
  var dice = SeededGenerator("NOTE_ORDER_SEED", default: 5)
  for _ in 0..<200 {
    var messages = wanted
    for index in messages.indices { messages.swapAt(index, dice.below(messages.count)) }
    #expect(ordered(messages, after: down) == wanted)
  }
}

@Test func aNoteWithoutLengthDoesNotHang() {
  #expect(ordered([[0x90, 60, 1], [0x80, 60, 0]]) == [[0x90, 60, 1], [0x80, 60, 0]])
  let twice: [Message] = [[0x80, 60, 0], [0x90, 60, 2], [0x80, 60, 1]]
  #expect(ordered(twice, after: [[0x90, 60, 1]]) == twice)
  // Whatever comes, a key is down in the end exactly if it is by the host's own order.
  var dice = SeededGenerator("NOTE_ORDER_SEED", default: 7)
  for _ in 0..<2000 {
    var (down, mine, order) = (Set<UInt8>(), Set<UInt8>(), NoteOrder())
    for _ in 0..<4 {
      // The messages of a key as a host sends them: in turn.
      for _ in 0..<dice.below(8) {
        let key = UInt8(60 + dice.below(3))
        let message: Message = [down.contains(key) ? 0x80 : 0x90, key, 5]
        if down.remove(key) == nil { down.insert(key) }
        #expect(message.withUnsafeBytes { order.add($0) })
      }
      while let (status, key, _) = order.next() {
        if status == 0x90 { mine.insert(key) } else { mine.remove(key) }
      }
      #expect(mine == down)
    }
  }
}

@Test func otherMessagesAreNotTaken() {
  var order = NoteOrder()
  for message: Message in [[0xB0, 1, 2], [0xE0, 1, 2], [0x90, 200, 1], [0x90, 60], []] {
    #expect(!message.withUnsafeBytes { order.add($0) })
  }
  for key in 0..<64 as Range<UInt8> { #expect([0x90, key, 1].withUnsafeBytes { order.add($0) }) }
  #expect(order.isFull && ![0x90, 64, 1].withUnsafeBytes { order.add($0) })
}
