import RealTime
import Testing

@testable import Broker
@testable import Dialects

/// Merged moves, and a queue that no instance reads.
struct EventQueueTests: ~Copyable {
  static let millisecond: Int64 = 1_000_000
  let ring = MessageRing<SurfaceMessage>(capacity: 4096)
  let counters = Counters()

  func event(_ kind: SurfaceEvent.Kind, _ id: Int32 = 1, x: Float = 0, pressure: Float = .nan) -> SurfaceEvent
  {
    SurfaceEvent.touch(kind, source: 1, id: id, x: x, y: 0, pressure: pressure)
  }

  func drain() -> [SurfaceMessage] {
    var messages: [SurfaceMessage] = []
    while let next = ring.pop() { messages.append(next) }
    return messages
  }

  @Test func aKilohertzBurstReadInOneGoKeepsEveryMoveAndItsTime() {
    var queue = EventQueue()
    queue.append(event(.began), arrival: 0, counting: counters)
    let arrivals = (1...200).map { Int64($0) * Self.millisecond + Int64($0 % 7 - 3) * 70_000 }  // ± 0.21 ms
    for arrival in arrivals { queue.append(event(.moved), arrival: arrival, counting: counters) }
    queue.deliver(to: ring)
    #expect(drain().dropFirst().map(\.arrival) == arrivals && counters.mergedMoves == 0)
  }

  @Test func movesWithinHalfAMillisecondBecomeOne() {
    var queue = EventQueue()
    queue.append(event(.began, 1), arrival: 0, counting: counters)
    queue.append(event(.began, 2), arrival: 0, counting: counters)
    for step in 0..<10 {  // 10 kHz
      queue.append(
        event(.moved, 1, x: Float(step), pressure: step == 2 ? 0.5 : .nan), arrival: Int64(step) * 100_000,
        counting: counters)
      queue.append(event(.moved, 2, x: Float(step)), arrival: Int64(step) * 100_000, counting: counters)
    }
    queue.append(event(.ended, 1), arrival: Self.millisecond, counting: counters)
    queue.append(event(.moved, 2, x: 99), arrival: Self.millisecond, counting: counters)
    queue.deliver(to: ring)
    let first = drain().filter { $0.event.id == 1 }
    #expect(first.map(\.event.kind) == [.began, .moved, .moved, .ended])
    #expect(
      first.map(\.event.touch.x) == [0, 4, 9, 0] && first.map(\.arrival) == [0, 0, 500_000, 1_000_000])
    #expect(first[1].event.touch.pressure == 0.5, "a number that the later move does not send stays")
    #expect(counters.mergedMoves == 16)
  }

  @Test func whenNoInstanceReadsMovesMergeAndBeginningsAndEndsStay() {
    var queue = EventQueue()
    var expected: [String] = []
    for round in 0..<20 as Range<Int32> {
      for finger in 0..<64 as Range<Int32> {
        let id = round * 64 + finger
        queue.append(event(.began, id), arrival: Int64(id), counting: counters)
        expected.append("began \(id)")
      }
      for move in 0..<20 {
        for finger in 0..<64 as Range<Int32> {
          let time = Int64(move) * 8 * Self.millisecond
          queue.append(event(.moved, round * 64 + finger, x: Float(move)), arrival: time, counting: counters)
        }
        queue.deliver(to: ring)
      }
      for finger in 0..<64 as Range<Int32> {
        queue.append(event(.ended, round * 64 + finger), arrival: 0, counting: counters)
        expected.append("ended \(round * 64 + finger)")
      }
      if round == 2 { #expect(queue.isBlocked) }
    }
    var received: [SurfaceMessage] = []
    while queue.isBlocked {
      received += drain()
      queue.deliver(to: ring)
    }
    received += drain()
    #expect(received.filter { $0.event.kind != .moved }.map { "\($0.event.kind) \($0.event.id)" } == expected)
    // The last of the merged moves is kept.
    var last: [Int32: Float] = [:]
    for message in received where message.event.kind == .moved {
      last[message.event.id] = message.event.touch.x
    }
    #expect(last.values.allSatisfy { $0 == 19 } && counters[.queueFull] == 0)
  }

  @Test func aListenerThatDoesNotReadRefusesWholeTouches() {
    let instance = TestInstance()
    let listening = ListeningInstance(instance.pointer)
    var begun: Set<Int32> = []
    for id in 0..<20_000 as Range<Int32> {
      for word in [TouchReport.Word.began, .moved, .ended] {
        listening.handle(
          .touch(TouchReport(word: word, id: id, x: 0.5, y: 0.5)), surface: 0, from: 1, at: 0,
          counting: counters)
      }
      if id % 100 == 0 { listening.deliver() }
    }
    #expect(counters[.queueFull] > 0 && counters[.tooManyTouches] > 0, "its moves and ends are refused too")
    var ended: Set<Int32> = []
    repeat {
      listening.deliver()
      for event in instance.drain() {
        if event.kind == .began { #expect(begun.insert(event.id).inserted) }
        if event.kind == .ended { #expect(ended.insert(event.id).inserted) }
      }
    } while listening.isBlocked
    for event in instance.drain() where event.kind == .ended { ended.insert(event.id) }
    #expect(begun == ended && begun.count > 2000)
  }

  @Test func panicComesThroughAFullQueue() {
    let instance = TestInstance()
    let listening = ListeningInstance(instance.pointer)
    for id in 0..<20_000 as Range<Int32> {
      listening.handle(
        .touch(TouchReport(word: .began, id: id % 64, x: 0.5, y: 0.5)), surface: 0, from: 1, at: 0,
        counting: counters)
      if id % 100 == 0 { listening.deliver() }
    }
    listening.handle(.panic, surface: 0, from: 1, at: 0, counting: counters)
    #expect(listening.liveCount == 0)
    _ = instance.drain()
    listening.deliver()
    #expect(instance.drain().map(\.kind) == [.panic])
  }

  @Test func aTokenAndATouchOfOneNumberAreTwoThings() {
    var queue = EventQueue()
    let counters = Counters()
    queue.append(SurfaceEvent.touch(.moved, id: 1, x: 0.1, y: 0.1), arrival: 0, counting: counters)
    queue.append(SurfaceEvent.token(id: 1, x: 0.2, y: 0.2, angle: 0.5), arrival: 10, counting: counters)
    queue.append(SurfaceEvent.touch(.moved, id: 1, x: 0.3, y: 0.1), arrival: 20, counting: counters)
    queue.append(SurfaceEvent.token(id: 1, x: 0.4, y: 0.2), arrival: 30, counting: counters)
    for value in [1, 0, 1] as [Float] {
      queue.append(SurfaceEvent.pad(button: 1, amount: value), arrival: 40, counting: counters)
    }
    let ring = MessageRing<SurfaceMessage>(capacity: 16)
    queue.deliver(to: ring)
    var events: [SurfaceEvent] = []
    while let message = ring.pop() { events.append(message.event) }
    #expect(events.map(\.words[0]) == [0.3, 0.4, 1, 0, 1])
    // A merged event keeps what the later one left out.
    #expect(events[1].token.angle == 0.5 && counters.mergedMoves == 2)
  }

  /// A panic ends fingers and tokens. A macro or a released button that waits for room is not about them.
  @Test func aPanicLosesNothingButTouches() {
    var queue = EventQueue()
    let kinds: [SurfaceEvent.Kind] = [
      .source, .began, .moved, .macro, .shape, .pad, .token, .ended, .motion, .tokenLifted, .hold,
    ]
    for (id, kind) in kinds.enumerated() {
      queue.append(event(kind, Int32(id)), arrival: 0, counting: counters)
    }
    queue.append(event(.panic), arrival: 1, counting: counters)
    queue.deliver(to: ring)
    #expect(drain().map(\.event.kind) == [.source, .macro, .pad, .motion, .hold, .panic])
  }

  @Test func aMoveWithFewerNumbersKeepsTheOthers() {
    var queue = EventQueue()
    queue.append(event(.began), arrival: 0, counting: counters)
    let first = SurfaceEvent.touch(.moved, source: 1, id: 1, x: 0.25, y: 0.5, pressure: 0.75, radius: 0.125)
    queue.append(first, arrival: 10, counting: counters)
    let nothing = SurfaceEvent.touch(.moved, source: 1, id: 1, x: .nan, y: .nan, pressure: .nan, radius: .nan)
    queue.append(nothing, arrival: 20, counting: counters)
    queue.deliver(to: ring)
    let moves = drain().map(\.event).filter { $0.kind == .moved }
    #expect(moves.count == 1)
    #expect(moves.map(\.words) == [SIMD4(0.25, 0.5, 0.75, 0.125)])
  }

  /// A full queue keeps only the last release of each control, so that it does not grow.
  @Test func aFullQueueTakesWhatLetsGoOfAControl() {
    var queue = EventQueue()
    let wide = MessageRing<SurfaceMessage>(capacity: 8192)
    for id in 0..<Int32(EventQueue.capacity) {
      queue.append(event(.began, id), arrival: 0, counting: counters)
    }
    for refused in [
      SurfaceEvent.midi(0x90, 60, 100), .pad(button: 3, amount: 1), .hold(1), .macro(1, amount: 1),
    ] {
      queue.append(refused, arrival: 1, counting: counters)
    }
    #expect(counters[.queueFull] == 4)
    let ends = [SurfaceEvent.midi(0x80, 60, 64), .pad(button: 3, amount: 0)]
    for _ in 0..<3 { for end in ends { queue.append(end, arrival: 2, counting: counters) } }
    queue.deliver(to: wide)
    var received: [SurfaceEvent] = []
    while let next = wide.pop() { received.append(next.event) }
    #expect(received.count == EventQueue.capacity + 2 && counters[.queueFull] == 4)
    #expect(Set(received.suffix(2).map(\.kind)) == [.midi, .pad])
  }

  /// Channel mode messages such as *all notes off* release held controls, so a full queue accepts one of each.
  @Test func aFullQueueTakesChannelModeMessagesAndOnePanic() {
    var queue = EventQueue()
    let wide = MessageRing<SurfaceMessage>(capacity: 8192)
    queue.append(SurfaceEvent.midi(0x90, 60, 100), arrival: 0, counting: counters)
    queue.append(SurfaceEvent.midi(0x91, 60, 100), arrival: 0, counting: counters)
    for id in 0..<Int32(EventQueue.capacity - 2) {
      queue.append(event(.macro, id, x: 0.5), arrival: 0, counting: counters)
    }
    for _ in 0..<3 {
      for bytes in [(0xB0, 123, 0), (0xB0, 121, 0), (0xB1, 7, 100)] as [(UInt8, UInt8, UInt8)] {
        queue.append(SurfaceEvent.midi(bytes.0, bytes.1, bytes.2), arrival: 1, counting: counters)
      }
      queue.append(event(.panic), arrival: 1, counting: counters)
    }
    #expect(counters[.queueFull] == 3, "a volume is no end")
    queue.deliver(to: wide)
    var received: [SurfaceEvent] = []
    while let next = wide.pop() { received.append(next.event) }
    #expect(received.filter { $0.kind == .panic }.count == 1)
    let midi = received.filter { $0.kind == .midi }.compactMap(\.midi).map { [$0.0, $0.1] }
    #expect(
      midi == [[0x91, 60], [0xB0, 123], [0xB0, 121]], "the key of the channel need not sound any more")
  }
}
