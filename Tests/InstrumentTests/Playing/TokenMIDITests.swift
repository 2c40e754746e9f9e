// Tokens that leave as System Exclusive and, played back, are the same tokens.
import Controls
import Music
import RealTime
import TestSupport
import Testing

@testable import Instrument

/// The System Exclusive messages that an instrument has sent of tokens, with their frames.
private func sent(_ rig: Rig) -> [(frame: Int64, bytes: [UInt8])] {
  rig.out.compactMap { event in
    event.token.map { token in
      let bytes = token.bytes
      return (event.frame, bytes.indices.map { bytes[$0] })
    }
  }
}

private func play(_ bytes: [UInt8], on rig: Rig) {
  bytes.withUnsafeBytes { rig.processor.handle(exclusive: $0) }
}

/// Present, x, y, angle, turns of the first six tokens.
private func tokens(_ rig: Rig) -> [[Float]] {
  (0..<6).map { slot in
    [.present, .x, .y, .angle, .turns].map { rig.processor.value(Controller.token(slot, $0)) }
  }
}

/// One that asks for slot 3, one that takes the first free one, one of another source with the same id. They
/// move for half a second, rest, and go.
private let script: [(frame: Int, event: SurfaceEvent)] = {
  var events: [(Int, SurfaceEvent)] = [
    (100, .token(source: 1, id: -1, x: 0.25, y: 0.5, angle: 0.9, classNumber: 3)),
    (101, .token(source: 1, id: -2, x: 0.75, y: 0.5)),
    (101, .tokenOutline(source: 1, id: -2, halfWidth: 0.125, halfHeight: 0, ahead: -0.25, left: 0.0625)),
    (9000, .token(source: 2, id: -1, x: 0, y: 1, angle: 0.5)),
  ]
  for step in 1...50 {
    let (x, turns) = (0.25 + 0.01 * Float(step), 0.9 + 0.03 * Float(step))
    events.append(
      (100 + 480 * step, .token(source: 1, id: -1, x: x, y: 0.5, angle: turns - turns.rounded(.down))))
  }
  events += [(40_000, .tokenLifted(source: 1, id: -2)), (44_000, .tokenLifted(source: 1, id: -1))]
  return events.sorted { $0.0 < $1.0 }
}()

/// Runs to a frame, in blocks of a size.
private func run(
  _ rig: Rig, _ events: [(frame: Int, act: (Rig) -> Void)], to end: Int, block: Int = 64,
  look: (Rig) -> Void = { _ in }
) {
  var rest = events[...]
  while rig.frame < end {
    while let next = rest.first, next.frame <= rig.frame {
      next.act(rig)
      rest.removeFirst()
    }
    let until = min(end, rest.first?.frame ?? end, rig.frame / block * block + block)
    rig.advance(until - rig.frame)
    if rig.frame % 960 == 0 { look(rig) }
  }
}

@Test func tokensLeaveAsMIDIAndPlayedBackAreTheSame() {
  let (hand, track) = (Rig(), Rig())
  var (played, heard): ([[[Float]]], [[[Float]]]) = ([], [])
  run(hand, script.map { entry in (entry.frame, { $0.processor.handle(entry.event) }) }, to: 48_000) {
    played.append(tokens($0))
  }
  let messages = sent(hand)
  run(track, messages.map { entry in (Int(entry.frame), { play(entry.bytes, on: $0) }) }, to: 48_000) {
    heard.append(tokens($0))
  }
  #expect(played.count == 50 && heard.count == 50)
  for (one, other) in zip(played, heard) {
    for (slot, (a, b)) in zip(one, other).enumerated() {
      #expect(a[0] == b[0], "slot \(slot + 1)")
      // A move waits for 4 ms at most; a step of the script is 10 ms.
      for (x, y) in zip(a, b).dropFirst() where a[0] > 0 { #expect(abs(x - y) < 0.031, "slot \(slot + 1)") }
    }
  }
  // At rest they agree to 14 bits, also in whole turns.
  let still = 30
  for (a, b) in zip(played[still], heard[still]) {
    for (x, y) in zip(a, b) { #expect(abs(x - y) <= 1 / 16_383) }
  }
  #expect(played[still][2][0] == 1 && abs(played[still][2][4] - 1.5) < 1e-3)
  // What is put down or taken away is sent on its frame, a move each 10 ms.
  let words = messages.map { [UInt8($0.bytes[3]), $0.bytes[4]] }
  #expect(words.count { $0 == [1, 2] } == 51 && words.count { $0[0] == 3 } == 1)
  #expect(messages.first { $0.bytes[3] == 1 }?.frame == 100)
  #expect(messages.filter { $0.bytes[3] == 2 }.map(\.frame) == [40_000, 44_000])
  #expect(messages.allSatisfy { $0.bytes.count == 14 && $0.bytes[1...12].allSatisfy { $0 < 128 } })
  // It makes no loop, and nothing of it is a note.
  #expect(sent(track).isEmpty && hand.sent.isEmpty)
  let outline = track.processor.sources.outline(ofToken: 0)
  #expect(outline == nil, "it is gone with its token")
}

@Test(arguments: [1, 64, 997])
func tokensAreSentOnTheSameFramesAtAnyBlockSize(block: Int) {
  let rig = Rig()
  run(
    rig, script.map { entry in (entry.frame, { $0.processor.handle(entry.event) }) }, to: 48_000,
    block: block)
  let usual = Rig()
  run(usual, script.map { entry in (entry.frame, { $0.processor.handle(entry.event) }) }, to: 48_000)
  #expect(sent(rig).map(\.frame) == sent(usual).map(\.frame))
  #expect(sent(rig).map(\.bytes) == sent(usual).map(\.bytes))
}

@Test func anOutlineComesBack() throws {
  let (hand, track) = (Rig(), Rig())
  hand.processor.handle(.token(source: 1, id: -2, x: 0.75, y: 0.5))
  hand.processor.handle(
    .tokenOutline(source: 1, id: -2, halfWidth: 0.125, halfHeight: 0, ahead: -0.25, left: 0.0625))
  hand.advance(64)
  for message in sent(hand) { play(message.bytes, on: track) }
  let found = track.processor.sources.outline(ofToken: 0)
  let outline = try #require(found)
  #expect(abs(outline.halfWidth - 0.125) < 1e-4 && outline.halfHeight == 0)
  #expect(abs(outline.ahead + 0.25) < 1e-4 && abs(outline.left - 0.0625) < 1e-4)
}

@Test func noTokenOfARecordingStays() {
  let lies: [UInt8] = [0xF0, 0x7D, 0x54, 1, 2, 64, 0, 32, 0, 0, 0, 0, 0, 0xF7]
  func laid() -> Rig {
    let rig = Rig()
    play(lies, on: rig)
    rig.advance(64)
    #expect(rig.processor.value(Controller.token(2, .present)) == 1)
    #expect(abs(rig.processor.value(Controller.token(2, .x)) - 0.5) < 1e-4)
    return rig
  }
  let ends: [(String, (Rig) -> Void)] = [
    ("all notes off", { $0.midi([0xB0, 123, 0]) }), ("all sound off", { $0.midi([0xB5, 120, 0]) }),
    ("reset", { $0.midi([0xFF]) }), ("panic", { $0.processor.handle(.panic()) }),
    ("its end", { play([0xF0, 0x7D, 0x54, 2, 2] + [UInt8](repeating: 0, count: 8) + [0xF7], on: $0) }),
  ]
  for (name, end) in ends {
    let rig = laid()
    end(rig)
    rig.advance(64)
    #expect(rig.processor.value(Controller.token(2, .present)) == 0, "\(name)")
  }
  // A hand's token stays where notes end.
  let rig = laid()
  rig.processor.handle(.token(source: 1, id: 7, x: 0.5, y: 0.5))
  rig.midi([0xB0, 123, 0])
  rig.advance(64)
  #expect(rig.processor.value(Controller.tokenCount) == 1)
}

@Test func damagedTokenMessagesAreIgnored() {
  let lies: [UInt8] = [0xF0, 0x7D, 0x54, 1, 2, 64, 0, 32, 0, 0, 0, 0, 0, 0xF7]
  let rig = Rig()
  for index in lies.indices {
    play(Array(lies.prefix(index)), on: rig)
    // The place is what it is; all else must be right.
    guard !(4...12).contains(index) else { continue }
    var wrong = lies
    wrong[index] = index == 3 ? 4 : 0x11
    play(wrong, on: rig)
  }
  for index in 4...12 {
    var wrong = lies
    wrong[index] = index == 4 ? 16 : 0x80
    play(wrong, on: rig)
  }
  play(lies + [0], on: rig)
  rig.advance(64)
  #expect(rig.processor.value(Controller.tokenCount) == 0)
}

@Test func tokensAreNotSentWhileTheHostRendersOrTheInstrumentIsOff() {
  for (port, off, on) in [(TouchPort.freeWheel, 1, 0), (.enabled, 0, 1)] as [(TouchPort, Float, Float)] {
    let rig = Rig()
    rig.processor.handle(.token(source: 1, id: 7, x: 0.5, y: 0.5))
    rig.advance(64)
    rig.processor.set(port, off)
    rig.processor.handle(.token(source: 1, id: 7, x: 0.7, y: 0.5))
    rig.advance(640)
    #expect(sent(rig).map { $0.bytes[3] } == [1, 2])
    rig.processor.set(port, on)
    rig.advance(64)
    #expect(sent(rig).map { $0.bytes[3] } == [1, 2, 1], "it still lies there")
  }
}
