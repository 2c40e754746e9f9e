// What crosses between threads, one side after the other: texts, large values, and which events are about one
// thing.
import RealTime
import Testing

/// A ring of texts, in a class because macros copy what they look at.
private final class Texts {
  let ring: ByteRing<UInt32>
  init(capacity: Int) { ring = ByteRing(capacity: capacity) }

  func push(_ kind: UInt32, _ text: [UInt8]) -> Bool { text.withUnsafeBytes { ring.push(kind, $0) } }

  /// Takes the oldest text with its kind; nil when there is none.
  func pop() -> (kind: UInt32, text: [UInt8])? {
    guard let (kind, count) = ring.peek() else { return nil }
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

/// Before a text in the ring are four bytes for its length, and those of its head.
@Test func aLongTextAndALargeKindComeOutWhole() {
  let ring = Texts(capacity: 1 << 17)
  let text = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
  for kind: UInt32 in [0, 0x01_02_03_04, .max] {
    #expect(ring.push(kind, text))
    let found = ring.pop()
    #expect(found?.kind == kind && found?.text == text)
  }
}

@Test func aTextThatFindsNoRoomIsRefusedWhole() {
  let ring = Texts(capacity: 64)
  // A text takes eight bytes more than it has: four for its length, four for its head.
  #expect(ring.push(1, [UInt8](repeating: 1, count: 48)))
  #expect(!ring.push(2, [9]))
  #expect(ring.push(3, []))
  #expect(!ring.push(4, []))
  #expect(ring.pop()?.text == [UInt8](repeating: 1, count: 48))
  #expect(ring.pop()?.kind == 3)
  #expect(!ring.push(5, [UInt8](repeating: 1, count: 57)))
  #expect(ring.push(5, [UInt8](repeating: 1, count: 56)))
}

/// A head comes out with its text, wherever the ring wraps.
@Test func headsWithPayloadsComeOutWhole() {
  enum Head: BitwiseCopyable, Equatable {
    case plain
    case place(Int, Float)
    case flag(Bool, number: UInt32)
  }
  let ring = ByteRing<Head>(capacity: 128)
  for round in 0..<500 {
    let heads = [
      Head.place(round &* 0x1234_5678_9ABC, Float(round)), .plain, .flag(round % 2 == 0, number: .max),
    ]
    let text = [UInt8](repeating: UInt8(round % 256), count: round % 16)
    for head in heads {
      let isPushed = text.withUnsafeBytes { ring.push(head, $0) }
      #expect(isPushed)
    }
    for head in heads {
      let found = ring.take()
      #expect(found?.head == head && found?.bytes == text, "round \(round)")
    }
    let isEmpty = ring.peek() == nil
    #expect(isEmpty)
  }
}

/// A link in memory, in a class because macros copy what they look at.
private final class Link {
  let link = InstanceLink()

  func push(_ text: [UInt8]) -> Bool { text.withUnsafeBytes { link.toPatch.push(.edit, $0) } }
  func send(_ request: PerformanceRequest) -> Bool { link.send(request) }

  /// Returns the next request to a store: a text, or a request as words; nil if there is none.
  func next() -> String? {
    switch link.nextStoreRequest() {
    case .performance(let request): return "\(request)"
    case .text(_, let count):
      var text = [UInt8](repeating: 0, count: count)
      text.withUnsafeMutableBytes { link.toPatch.pop(into: $0.baseAddress) }
      return String(decoding: text, as: UTF8.self)
    case nil: return nil
    }
  }
}

@Test func requestsAndTextsKeepTheirOrder() {
  let link = Link()
  // Often enough that both rings wrap.
  for round in 0..<3000 {
    let number = UInt8(round % 128)
    #expect(link.send(.program(number)))
    #expect(link.push(Array("a patch of some length \(round)".utf8)))
    #expect(link.send(.next) && link.send(.learnedControl(number)))
    #expect(link.push([]))
    #expect(link.send(.toggle(GridCellIndex(layer: 1, pattern: 2, step: 3, row: number))))
    let expected = [
      "\(PerformanceRequest.program(number))", "a patch of some length \(round)",
      "\(PerformanceRequest.next)", "\(PerformanceRequest.learnedControl(number))", "",
      "\(PerformanceRequest.toggle(GridCellIndex(layer: 1, pattern: 2, step: 3, row: number)))",
    ]
    for each in expected { #expect(link.next() == each) }
    #expect(link.next() == nil)
  }
}

@Test func aRequestThatFindsNoRoomIsRefused() {
  let link = Link()
  var sent = 0
  while sent < 5000, link.send(.program(UInt8(sent % 128))) { sent += 1 }
  #expect(sent == 1024)
  #expect(link.next() == "\(PerformanceRequest.program(0))" && link.send(.previous) && !link.send(.next))
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
  // A returned value is freed with the next post, by the thread that may.
  #expect(count.alive == 1)
  mailbox.drain()
  #expect(count.alive == 0)
}

@Test func eventsAreAboutOneThingByKindSourceAndID() {
  func event(_ kind: SurfaceEvent.Kind, _ source: UInt32 = 1, _ id: Int32 = 1) -> SurfaceEvent {
    SurfaceEvent.touch(kind, source: source, id: id)
  }
  #expect(event(.moved).isAbout(event(.began)) && event(.moved).isAbout(event(.ended)))
  #expect(event(.token).isAbout(event(.tokenLifted)) && !event(.token).isAbout(event(.moved)))
  #expect(!event(.moved).isAbout(event(.moved, 2)) && !event(.moved).isAbout(event(.moved, 1, 2)))
  #expect(!event(.motion).isAbout(event(.pad)) && event(.pad).isAbout(event(.pad)))
}
