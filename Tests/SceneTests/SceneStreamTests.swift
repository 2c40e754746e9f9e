// The stream to Pd, with a Pd that the test plays: each tick, message and end as Pd's own scheduler writes
// them.
import CPosix
import TestSupport
import Testing

@testable import Scene

/// The other end of a stream.
private struct Peer {
  let socket: Int32

  /// All bytes that have come so far.
  func read() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = tactus_stream_receive(socket, &bytes, bytes.count)
    return Array(bytes.prefix(max(count, 0)))
  }

  func write(_ bytes: [UInt8]) {
    let sent = bytes.withUnsafeBytes { tactus_stream_send(socket, $0.baseAddress!, $0.count) }
    #expect(sent == bytes.count)
  }
}

private func float(_ value: Float) -> [UInt8] {
  [1] + withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) }
}

private func symbol(_ text: String) -> [UInt8] { [2] + Array(text.utf8) + [0] }

/// An answer of Pd: messages of [stdout], then a tick.
private func answer(_ messages: [[UInt8]] = [], _ sound: (Int) -> Float) -> [UInt8] {
  var bytes: [UInt8] = []
  for message in messages { bytes += message + [4] }
  bytes.append(4)
  for index in 0..<128 { bytes += float(sound(index)) }
  return bytes + [4]
}

private func withStream(ticks: Int = 256, _ body: (inout SceneStream, Peer) -> Void) {
  var (ours, theirs): (Int32, Int32) = (-1, -1)
  #expect(tactus_stream_pair(&ours, &theirs) == 0)
  var stream = SceneStream(socket: ours, ticks: ticks)
  body(&stream, Peer(socket: theirs))
  close(theirs)
}

private func ask(_ stream: inout SceneStream, tick: Int, _ value: Float = 0) {
  let frames = [Float](repeating: value, count: 128)
  frames.withUnsafeBufferPointer { stream.append(tick: tick, $0.baseAddress!) }
}

@Test func aTickAndItsMessagesAreWhatPdReads() {
  withStream { stream, peer in
    let hasRoom = stream.append("#notein", 3, 60, 100, 1) && stream.append("pd", selector: "dsp", 1, 1)
    #expect(hasRoom)
    ask(&stream, tick: 7, 0.25)
    stream.exchange()
    var wanted: [UInt8] = symbol("#notein") + float(60) + float(100)
    wanted += float(1) + [4] as [UInt8]
    wanted += symbol("pd") + symbol("dsp") + float(1) + [4] as [UInt8]
    for _ in 0..<128 { wanted += float(0.25) }
    wanted.append(4)
    let read = peer.read()
    #expect(read == wanted)
  }
}

@Test func anAnswerIsReadWhereverItIsCut() {
  let bytes = answer([symbol("list") + float(3), symbol("bang")]) { Float($0) / 128 }
  for cut in stride(from: 0, through: bytes.count, by: 3) {
    withStream { stream, peer in
      ask(&stream, tick: 5)
      stream.exchange()
      peer.write(Array(bytes.prefix(cut)))
      stream.exchange()
      peer.write(Array(bytes.dropFirst(cut)))
      stream.exchange()
      let sound = stream.sound(ofTick: 5)
      let samples = sound.map { Array(UnsafeBufferPointer(start: $0, count: 128)) }
      #expect(samples == (0..<128).map { Float($0) / 128 }, "cut at \(cut)")
    }
  }
}

/// Pd's part of shared memory may be garbage, and change at any moment.
@Test func soundInSharedMemoryIsReadAndChecked() throws {
  let memory = SharedSound(ticks: 4, outputs: 3)
  let theirs = try #require(memory.samples)
  // The other program can't change the size.
  #expect(ftruncate(memory.descriptor, 0) == -1 && ftruncate(memory.descriptor, 1 << 20) == -1)
  var (ours, socket): (Int32, Int32) = (-1, -1)
  #expect(tactus_stream_pair(&ours, &socket) == 0)
  let peer = Peer(socket: socket)
  var stream = SceneStream(
    socket: ours, ticks: 4, wants: SceneSubscription(outputs: 3), memory: memory)
  for round in 0..<6 {
    ask(&stream, tick: 10 + round, 0.25)
    stream.exchange()
    let place = round % 4
    let read = peer.read()
    #expect(read == float(Float(place)) + [4])
    let start = theirs + place * 64 * 5
    #expect((0..<128).allSatisfy { start[$0] == 0.25 })
    for frame in 0..<64 {
      start[128 + frame] = 0.5
      start[192 + frame] = [.nan, .infinity, 100, -0.125][frame % 4]
      start[256 + frame] = Float(frame)
    }
    peer.write([4, 4])
    stream.exchange()
    let answer = stream.sound(ofTick: 10 + round)
    let sound = try #require(answer)
    #expect((0..<64).allSatisfy { sound[$0] == min(0.5 + Float($0), 8) })
    #expect((0..<64).allSatisfy { sound[64 + $0] == [0, 0, 8, -0.125][$0 % 4] })
  }
  // Answers to ticks that were not asked for, and sound in the stream.
  peer.write([4, 4, 4] + float(1) + [4, 4, 4])
  stream.exchange()
  let waiting = stream.waiting
  #expect(waiting == 0)
  close(memory.descriptor)
  close(socket)
}

/// Messages are kept with the number of their tick; one that is too long is counted and left out.
@Test func messagesOfThePatchHaveTheirTick() {
  withStream { stream, peer in
    for tick in 3..<5 { ask(&stream, tick: tick) }
    stream.exchange()
    let word = symbol("#pdparty") + symbol("gyro") + float(1)
    let long = symbol("#osc-out") + [[UInt8]](repeating: float(1), count: 4000).flatMap { $0 }
    peer.write(answer([word]) { _ in 0 })
    peer.write(answer([long, symbol("list") + float(4)]) { _ in 0 })
    stream.exchange()
    var read: [(Int, [UInt8])] = []
    while let (tick, bytes) = stream.messages.take() { read.append((tick, bytes)) }
    #expect(read.map { $0.0 } == [3, 4])
    #expect(read.map { $0.1 } == [word + [4], symbol("list") + float(4) + [4]])
    #expect(stream.lostMessages == 1)
  }
}

@Test func whatIsNoNumberIsSilentAndCounted() {
  withStream { stream, peer in
    ask(&stream, tick: 0)
    stream.exchange()
    peer.write(answer { [.nan, .infinity, -.infinity, 100, -100, 0.5][$0 % 6] })
    stream.exchange()
    let first = stream.sound(ofTick: 0).map { Array(UnsafeBufferPointer(start: $0, count: 6)) }
    #expect(first == [0, 0, 0, 8, -8, 0.5])
    let count = stream.notNumbers.load(ordering: .relaxed)
    #expect(count == (0..<128).count { $0 % 6 < 3 })
  }
}

/// Bytes that no Pd writes: nothing is read beyond what was asked, and a later stream is not touched.
@Test func bytesAtRandomAreSurvived() {
  var random = SeededGenerator("STREAM_SEED", default: 1)
  for _ in 0..<200 {
    withStream { stream, peer in
      for tick in 0..<4 { ask(&stream, tick: tick) }
      stream.exchange()
      let bytes = (0..<3000).map { _ in UInt8(random.below(6)) }
      peer.write(bytes)
      stream.exchange()
      let answered = stream.answered.load(ordering: .relaxed)
      #expect(answered <= 4)
    }
  }
}

@Test func aStreamThatEndsIsBroken() {
  withStream { stream, peer in
    ask(&stream, tick: 0)
    shutdown(peer.socket, Int32(SHUT_RDWR))
    stream.exchange()
    let isBroken = stream.isBroken.load(ordering: .relaxed)
    #expect(isBroken)
    ask(&stream, tick: 1)
    #expect(stream.waiting == 1)
  }
}

/// Without an answer the sound fades within ten milliseconds, and comes back likewise; late ticks are
/// counted.
@Test func aMissingTickFadesOutAndTheNextOneIn() {
  withStream { stream, peer in
    let step: Float = 1 / 96
    for tick in 0..<6 { ask(&stream, tick: tick) }
    stream.exchange()
    peer.write(answer { _ in 0.5 })
    stream.exchange()
    var heard: [Float] = []
    for frame in 0..<192 { heard.append(stream.play(frame: frame, step: step).left) }
    for _ in 1..<6 { peer.write(answer { _ in 0.5 }) }
    stream.exchange()
    for frame in 192..<384 { heard.append(stream.play(frame: frame, step: step).left) }
    #expect(heard[..<64].allSatisfy { $0 == 0.5 } && heard[165] == 0 && heard[383] == 0.5)
    #expect(stream.late == 2 && stream.lateInRow == 0)
    let largest = zip(heard, heard.dropFirst()).map { abs($0 - $1) }.max() ?? 1
    #expect(largest < 0.5 * step * 1.01)
  }
}

/// A Pd that reads nothing: what finds no room is refused, and no call waits.
@Test func aPdThatReadsNothingFillsNothingBeyondItsRoom() {
  withStream(ticks: 256) { stream, _ in
    for tick in 0..<5000 {
      ask(&stream, tick: tick)
      stream.exchange()
    }
    #expect(stream.waiting < 256)
    var refused = 0
    for _ in 0..<100_000 where !stream.append("#notein", 3, 1, 2, 3) { refused += 1 }
    #expect(refused > 0)
  }
}
