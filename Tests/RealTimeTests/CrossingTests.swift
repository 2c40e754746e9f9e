// What crosses between threads, one side after the other: texts, large values, and which events are about one
// thing.
import RealTime
import Testing

/// A ring of texts, in a class because macros copy what they look at.
private final class Texts {
  let ring: ByteRing
  init(capacity: Int) { ring = ByteRing(capacity: capacity) }

  func push(_ kind: UInt32, _ text: [UInt8]) -> Bool { text.withUnsafeBytes { ring.push(kind: kind, $0) } }
  func push(number: UInt8) -> Bool { ring.push(kind: 7, number: number) }

  /// Takes the oldest text with its kind; nil when there is none.
  func pop() -> (kind: UInt32, text: [UInt8])? {
    guard let (count, kind) = ring.peek() else { return nil }
    var text = [UInt8](repeating: 0, count: count)
    text.withUnsafeMutableBytes { ring.pop(into: $0.baseAddress) }
    return (kind, text)
  }
}

@Test func textsComeOutWholeAndInOrder() {
  let ring = Texts(capacity: 64)
  // Often enough that texts lie across the ring's end.
  for round in 0..<100 as Range<UInt8> {
    let texts = [[round], [], [UInt8](repeating: round, count: 20)]
    for (kind, text) in texts.enumerated() { #expect(ring.push(UInt32(kind), text)) }
    for (kind, text) in texts.enumerated() {
      let found = ring.pop()
      #expect(found?.kind == UInt32(kind) && found?.text == text, "round \(round)")
    }
    #expect(ring.pop() == nil)
  }
}

@Test func aTextThatFindsNoRoomIsRefusedWhole() {
  let ring = Texts(capacity: 64)
  // A text takes eight bytes more than it has.
  #expect(ring.push(1, [UInt8](repeating: 1, count: 48)))
  #expect(!ring.push(2, [9]))
  #expect(ring.push(3, []))
  #expect(!ring.push(4, []))
  #expect(ring.pop()?.text == [UInt8](repeating: 1, count: 48))
  #expect(ring.pop()?.kind == 3)
  #expect(!ring.push(5, [UInt8](repeating: 1, count: 57)))
  #expect(ring.push(5, [UInt8](repeating: 1, count: 56)))
}

@Test func numbersAreThreeDigits() {
  let ring = Texts(capacity: 16)
  for number in UInt8.min...UInt8.max {
    #expect(ring.push(number: number))
    let digits = (ring.pop()?.text ?? []).map { Int($0) - 48 }
    #expect(digits == [Int(number) / 100, Int(number) / 10 % 10, Int(number) % 10])
  }
  #expect(ring.push(number: 1) && !ring.push(number: 1))
}

/// Counts how many of its kind are alive.
private final class Count { var alive = 0 }
private struct Large: ~Copyable {
  let number: Int
  let count: Count
  init(_ number: Int, _ count: Count) {
    self.number = number
    self.count = count
    count.alive += 1
  }
  deinit { count.alive -= 1 }
}

@Test func theNewestPostIsTakenAndNothingLeaks() throws {
  let count = Count()
  let mailbox = Mailbox<Large>()
  let nothing = mailbox.pop()
  #expect(nothing == nil)
  for number in 1...3 { mailbox.post(Large(number, count)) }
  // The two that were never taken are gone.
  #expect(count.alive == 1)
  let newest = mailbox.pop()
  let taken = try #require(newest)
  let (number, isEmpty) = (taken.pointee.number, mailbox.pop() == nil)
  #expect(number == 3 && isEmpty)
  mailbox.retire(taken)
  #expect(count.alive == 1)
  mailbox.post(Large(4, count))
  // What was sent back is freed with the next post, by the thread that may.
  #expect(count.alive == 1)
  mailbox.drain()
  #expect(count.alive == 0)
}

@Test func eventsAreAboutOneThingByKindSourceAndID() {
  func event(_ kind: SurfaceEvent.Kind, _ source: UInt32 = 1, _ id: Int32 = 1) -> SurfaceEvent {
    SurfaceEvent(kind, source: source, id: id)
  }
  #expect(event(.moved).isAbout(event(.began)) && event(.moved).isAbout(event(.ended)))
  #expect(event(.token).isAbout(event(.tokenLifted)) && !event(.token).isAbout(event(.moved)))
  #expect(!event(.moved).isAbout(event(.moved, 2)) && !event(.moved).isAbout(event(.moved, 1, 2)))
  #expect(!event(.motion).isAbout(event(.pad)) && event(.pad).isAbout(event(.pad)))
}
