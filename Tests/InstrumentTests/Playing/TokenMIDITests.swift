// Tokens that leave as controllers of MIDI and, played back, are the same tokens; those of old recordings.
import Controls
import Music
import RealTime
import TestSupport
import Testing

@testable import Instrument

/// A message about a token: frame, topic (0 the middle, 1 present, 2 removed, 3 the size), slot, numbers.
private struct Said: Equatable {
  var frame = 0
  var topic: UInt8
  var slot: UInt8
  var numbers: [Int]
}

private let controllers: [UInt8] = [12, 13, 16, 17, 18, 19, 44, 45]

/// The eight controllers of a message.
private func message(
  _ topic: UInt8, _ slot: UInt8, _ numbers: [Int], turn: UInt8 = 0
) -> [[UInt8]] {
  let bits = numbers.flatMap { number in (0..<14).reversed().map { number >> $0 & 1 } }
  let parts = stride(from: 0, to: 42, by: 6).map { first in
    UInt8(bits[first..<first + 6].reduce(0) { $0 * 2 + $1 })
  }
  return zip(controllers, [topic * 16 + slot] + parts).map { [0xB0, $0, turn * 64 + $1] }
}

/// Reads what an instrument has sent of tokens: eight messages of MIDI each, with the same turn, which
/// alternates.
private func said(_ sent: [(frame: Int, bytes: [UInt8])]) -> [Said] {
  let all = sent.filter { $0.bytes[0] == 0xB0 && controllers.contains($0.bytes[1]) }
  var turn: UInt8?
  return stride(from: 0, to: all.count, by: 8).map { first in
    let eight = Array(all[first..<min(first + 8, all.count)])
    #expect(eight.map(\.bytes[1]) == controllers && Set(eight.map(\.frame)).count == 1)
    let turns = Set(eight.map { $0.bytes[2] / 64 })
    #expect(turns.count == 1 && turns.first != turn)
    turn = turns.first
    let whole = eight.dropFirst().reduce(0) { $0 * 64 + Int($1.bytes[2] % 64) }
    return Said(
      frame: eight[0].frame, topic: eight[0].bytes[2] / 16 % 4, slot: eight[0].bytes[2] % 16,
      numbers: [whole >> 28, whole >> 14 & 16_383, whole & 16_383])
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
  let messages = said(hand.sent)
  run(track, hand.sent.map { entry in (entry.frame, { $0.midi(entry.bytes) }) }, to: 48_000) {
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
  // Placed and removed tokens are sent on their frame, a move each 10 ms.
  #expect(messages.count { $0.topic == 1 && $0.slot == 2 } == 51)
  #expect(messages.count { $0.topic == 3 } == 1 && messages.count { $0.topic == 0 } == 1)
  #expect(messages.first?.frame == 100 && messages.first?.topic == 1)
  #expect(
    messages.filter { $0.topic == 2 } == [
      Said(frame: 40_000, topic: 2, slot: 0, numbers: [1, 0, 0]),
      Said(frame: 44_000, topic: 2, slot: 0, numbers: [4, 0, 0]),
    ])
  #expect(zip(messages, messages.dropFirst()).allSatisfy { $1.frame - $0.frame >= 62 })
  // It makes no loop, and nothing of it is a note.
  #expect(track.sent.isEmpty && hand.sent.count == 8 * messages.count)
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
  #expect(rig.sent.map(\.frame) == usual.sent.map(\.frame))
  #expect(rig.sent.map(\.bytes) == usual.sent.map(\.bytes))
}

@Test func anOutlineComesBack() throws {
  let (hand, track) = (Rig(), Rig())
  hand.processor.handle(.token(source: 1, id: -2, x: 0.75, y: 0.5))
  hand.processor.handle(
    .tokenOutline(source: 1, id: -2, halfWidth: 0.125, halfHeight: 0, ahead: -0.25, left: 0.0625))
  hand.advance(320)
  track.midi(hand.sent.map(\.bytes))
  let found = track.processor.sources.outline(ofToken: 0)
  let outline = try #require(found)
  #expect(abs(outline.halfWidth - 0.125) < 1e-4 && outline.halfHeight == 0)
  #expect(abs(outline.ahead + 0.25) < 1e-4 && abs(outline.left - 0.0625) < 1e-4)
}

@Test(arguments: [true, false]) func noTokenOfARecordingStays(isOld: Bool) {
  func laid() -> Rig {
    let rig = Rig()
    if isOld {
      play([0xF0, 0x7D, 0x54, 1, 2, 64, 0, 32, 0, 0, 0, 0, 0, 0xF7], on: rig)
    } else {
      rig.midi(message(1, 2, [8192, 4096, 0]))
    }
    rig.advance(64)
    #expect(rig.processor.value(Controller.token(2, .present)) == 1)
    #expect(abs(rig.processor.value(Controller.token(2, .x)) - 0.5) < 1e-4)
    #expect(abs(rig.processor.value(Controller.token(2, .y)) - 0.25) < 1e-4)
    return rig
  }
  let ends: [(String, (Rig) -> Void)] = [
    ("all notes off", { $0.midi([0xB0, 123, 0]) }), ("all sound off", { $0.midi([0xB5, 120, 0]) }),
    ("reset", { $0.midi([0xFF]) }), ("panic", { $0.processor.handle(.panic()) }),
    ("its end", { $0.midi(message(2, 0, [4, 0, 0], turn: 1)) }),
    ("its old end", { play([0xF0, 0x7D, 0x54, 2, 2] + [UInt8](repeating: 0, count: 8) + [0xF7], on: $0) }),
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

/// What Ardour makes of a recording: the controllers of a tick in the order of their numbers, without those
/// that have not changed.
private func throughArdour(_ sent: [(frame: Int, bytes: [UInt8])]) -> [(frame: Int, bytes: [UInt8])] {
  var last: [UInt8: UInt8] = [:]
  return sent.enumerated().sorted {
    ($0.element.frame, $0.element.bytes[1], $0.offset) < ($1.element.frame, $1.element.bytes[1], $1.offset)
  }.map(\.element).filter { last.updateValue($0.bytes[2], forKey: $0.bytes[1]) != $0.bytes[2] }
}

@Test func aHostThatLeavesOutValuesAndOrdersThemPlaysTheSame() {
  let hand = Rig()
  run(hand, script.map { entry in (entry.frame, { $0.processor.handle(entry.event) }) }, to: 48_000)
  let played = throughArdour(hand.sent)
  #expect(played.count == hand.sent.count, "each value changes")
  // From the middle: what comes from there is what came when all was played.
  for start in [0, 10_000, 20_000, 30_000] {
    let (all, part) = (Rig(), Rig())
    func play(_ rig: Rig, from start: Int) {
      run(
        rig,
        played.filter { $0.frame >= start }.map { entry in (entry.frame, { $0.midi(entry.bytes) }) },
        to: 39_000)
    }
    play(all, from: 0)
    play(part, from: start)
    // Only the first one moves until then; the others are told again in the next second.
    let (a, b) = (tokens(all)[2], tokens(part)[2])
    #expect(start >= 24_200 ? b[0] == 0 : Array(a.prefix(4)) == Array(b.prefix(4)), "from \(start)")
  }
}

@Test func restingTokensAreSentAgainEachSecond() {
  let (hand, part) = (Rig(), Rig())
  hand.processor.handle(.token(source: 1, id: -2, x: 0.75, y: 0.5, angle: 0.125))
  hand.processor.handle(
    .tokenOutline(source: 1, id: -2, halfWidth: 0.125, halfHeight: 0.25, ahead: 0, left: 0))
  hand.advance(48_000 * 3)
  let told = said(hand.sent)
  #expect(told.filter { $0.topic == 1 }.map(\.frame) == [0, 48_000, 96_000])
  #expect(told.count == 9 && told[3...5].map(\.numbers) == told[0...2].map(\.numbers))
  part.midi(hand.sent.filter { $0.frame > 48_000 * 3 / 2 }.map(\.bytes))
  part.advance(64)
  let known = tokens(part)[0]
  for (value, wanted) in zip(known, [1, 0.75, 0.5, 0.125] as [Float]) {
    #expect(abs(value - wanted) <= 1 / 16_383)
  }
  let found = part.processor.sources.outline(ofToken: 0)
  #expect(found.map { abs($0.halfHeight - 0.25) < 1e-4 } == true)
}

@Test func sixteenTokensOfOneFrameAreSentInTurn() {
  let (hand, track) = (Rig(), Rig())
  for id in 0..<16 as Range<Int32> {
    hand.processor.handle(.token(source: 1, id: id, x: Float(id) / 16, y: 1, angle: Float(id) / 16))
  }
  hand.advance(16 * 64 + 32)
  for id in 0..<16 as Range<Int32> { hand.processor.handle(.tokenLifted(source: 1, id: id)) }
  hand.advance(640)
  let told = said(hand.sent)
  #expect(told.prefix(16).map(\.slot) == Array(0..<16) && told.prefix(16).allSatisfy { $0.topic == 1 })
  #expect(zip(told, told.dropFirst()).allSatisfy { (62...64).contains($1.frame - $0.frame) || $1.topic == 2 })
  // The first end is on its frame, the others are told together.
  let ends = told.dropFirst(16)
  #expect(ends.allSatisfy { $0.topic == 2 } && ends.count == 2)
  #expect(ends.reduce(0) { $0 + ($1.numbers[0] | $1.numbers[1] << 14).nonzeroBitCount } == 16)
  for entry in hand.sent.prefix(16 * 8) { track.midi(entry.bytes) }
  track.advance(64)
  #expect(track.processor.value(Controller.tokenCount) == 16)
  for entry in hand.sent.dropFirst(16 * 8) { track.midi(entry.bytes) }
  track.advance(64)
  #expect(track.processor.value(Controller.tokenCount) == 0)
}

/// The instrument rests when nothing has sounded for 4 s, but not before the end of a token is told.
@Test func aDelayedEndIsSentFirst() {
  let rig = Rig()
  for id in 1...2 as ClosedRange<Int32> { rig.processor.handle(.token(source: 1, id: id, x: 0.5, y: 0.5)) }
  rig.advance(48_000 * 5)
  rig.processor.handle(.tokenLifted(source: 1, id: 1))
  rig.processor.handle(.tokenLifted(source: 1, id: 2))
  rig.advance(4800)
  let ends = said(rig.sent).filter { $0.topic == 2 }
  #expect(ends.map(\.numbers[0]) == [1, 2] && rig.processor.recordedTokens == 0)
}

@Test func tokensKeysAndFingersDoNotDisturbEachOther() {
  let rig = Rig()
  var sent: [[UInt8]] = [[0x90, 60, 100]]
  sent += message(1, 5, [16_383, 0, 8192])
  sent += [[0x90, 64, 100]] + pairs([8192, 4096, 100, 200], on: 1, discrete: true) + [[0x91, 70, 90]]
  sent += message(1, 5, [0, 16_383, 4096], turn: 1)
  rig.midi(sent)
  rig.advance(64)
  // Two keys and a finger; the keys are keys although numbers of a token came before them.
  #expect(rig.held == 3 && rig.notes.map { $0[1] } == [60, 64])
  #expect(abs(rig.processor.lastTouch.x - 0.5) < 1e-3)
  #expect(Array(tokens(rig)[5].prefix(4)) == [1, 0, 1, 0.25])
  // A finger's numbers are none of a token's, on its channel too.
  let other = Rig()
  other.midi(pairs([8192, 4096, 100, 200], on: 0, discrete: true) + [[0x90, 70, 90]])
  other.advance(64)
  #expect(other.processor.value(Controller.tokenCount) == 0 && other.held == 1)
}

@Test func halfAMessageIsNoToken() {
  let whole = message(1, 3, [8192, 8192, 0])
  func count(_ feed: (Rig) -> Void) -> Float {
    let rig = Rig()
    feed(rig)
    rig.advance(64)
    return rig.processor.value(Controller.tokenCount)
  }
  #expect(count { $0.midi(whole) } == 1)
  #expect(count { $0.midi(whole.reversed()) } == 1, "any order")
  for index in whole.indices {
    var other = whole
    other.remove(at: index)
    #expect(count { $0.midi(other + other) } == 0, "without \(controllers[index])")
    other = whole
    other[index][2] ^= 64
    #expect(count { $0.midi(other) } == 0, "another turn")
    other[index] = [0xB1, whole[index][1], whole[index][2]]
    #expect(count { $0.midi(other) } == 0, "another channel")
    // Behind half a message a whole one counts.
    #expect(count { $0.midi(Array(whole.prefix(index)) + message(1, 3, [8192, 8192, 0], turn: 1)) } == 1)
    // A half counts for 10 ms.
    if index == 0 { continue }
    for (frames, isIn) in [(400, true), (600, false)] {
      #expect(
        count {
          $0.midi(Array(whole.prefix(index)))
          $0.advance(frames)
          $0.midi(Array(whole.dropFirst(index)))
        } == (isIn ? 1 : 0), "\(index) and \(frames) frames")
    }
  }
  // The middle of what is solid without its size, or behind that of another token, is nothing.
  let rig = Rig()
  rig.midi(whole + message(0, 3, [1, 1, 0], turn: 1))
  rig.midi(message(3, 4, [1, 1, 0]) + message(0, 3, [1, 1, 0], turn: 1))
  rig.advance(64)
  let outline = rig.processor.sources.outline(ofToken: 3)
  #expect(outline == nil && rig.processor.value(Controller.tokenCount) == 1)
}

@Test func aFloodOfControllersDoesNoHarm() {
  var generator = SeededGenerator("TOKEN_SEED", default: 1)
  let rig = Rig()
  for _ in 0..<400 {
    for _ in 0..<200 {
      let number =
        Bool.random(using: &generator)
        ? controllers.randomElement(using: &generator)! : UInt8.random(in: 0...119, using: &generator)
      rig.midi([0xB0, number, UInt8.random(in: 0...127, using: &generator)])
    }
    rig.advance(Int.random(in: 0...64, using: &generator))
    let found = tokens(rig)
    #expect(found.allSatisfy { $0.allSatisfy { $0.isFinite } && (0...1).contains($0[1]) })
    #expect(rig.processor.value(Controller.tokenCount) <= 16)
  }
  #expect(rig.isFinite && rig.sent.isEmpty)
  rig.midi([0xB0, 123, 0])
  rig.advance(600)
  #expect(rig.processor.value(Controller.tokenCount) == 0)
  rig.midi(message(1, 3, [16_383, 8192, 0]))
  rig.advance(64)
  #expect(tokens(rig)[3][0] == 1 && tokens(rig)[3][1] == 1)
}

@Test func tokensAreNotSentWhileTheHostRendersOrTheInstrumentIsOff() {
  for (port, off, on) in [(TouchPort.freeWheel, 1, 0), (.enabled, 0, 1)] as [(TouchPort, Float, Float)] {
    let rig = Rig()
    rig.processor.handle(.token(source: 1, id: 7, x: 0.5, y: 0.5))
    rig.advance(64)
    rig.processor.set(port, off)
    rig.processor.handle(.token(source: 1, id: 7, x: 0.7, y: 0.5))
    rig.advance(640)
    #expect(said(rig.sent).map(\.topic) == [1, 2])
    rig.processor.set(port, on)
    rig.advance(64)
    #expect(said(rig.sent).map(\.topic) == [1, 2, 1], "it still lies there")
  }
}
