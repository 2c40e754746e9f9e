// The stream to Pd, with a Pd that the test plays: each tick and message as the scheduler `tactussched`
// writes them.
import CPosix
import TestSupport
import Testing

@testable import Scene

/// Pd's end of a stream, and of its memory.
private final class Peer {
  let socket: Int32
  let head: UnsafeMutablePointer<tactus_shared_head>
  private let places: Int
  private let outputs: Int
  private let size: Int
  /// The ticks that it has done, and the bytes that it has written.
  private var (done, written): (UInt32, UInt32) = (0, 0)

  init(socket: Int32, _ memory: SceneMemory, places: Int, outputs: Int) {
    (self.socket, self.places, self.outputs) = (socket, places, outputs)
    size = tactus_shared_size(Int32(places), Int32(outputs))
    let bytes = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, memory.descriptor, 0)!
    head = bytes.assumingMemoryBound(to: tactus_shared_head.self)
  }

  deinit {
    munmap(head, size)
    close(socket)
  }

  /// All bytes that have come so far.
  func read() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = tactus_stream_receive(socket, &bytes, bytes.count)
    return Array(bytes.prefix(max(count, 0)))
  }

  func write(_ bytes: [UInt8]) {
    let sent = bytes.withUnsafeBytes { tactus_stream_send(socket, $0.baseAddress!, $0.count) }
    #expect(sent == bytes.count)
    written += UInt32(bytes.count)
    head.pointee.written.value = written
  }

  func place(_ tick: Int) -> UnsafeMutablePointer<tactus_shared_tick> {
    tactus_shared_place(head, Int32(tick % places), Int32(outputs))
  }

  /// The samples of a tick's inputs, then of its outputs.
  func samples(_ tick: Int) -> UnsafeMutableBufferPointer<Float> {
    UnsafeMutableBufferPointer(start: tactus_shared_samples(place(tick))!, count: 64 * (2 + outputs))
  }

  /// Does the next tick: messages of [stdout], then the sound.
  func answer(_ messages: [[UInt8]] = [], _ sound: (Int) -> Float) {
    if !messages.isEmpty { write(messages.flatMap { $0 + [4] }) }
    for index in 0..<64 * outputs { samples(Int(done))[128 + index] = sound(index) }
    place(Int(done)).pointee.done_bytes = written
    done += 1
    head.pointee.done.value = done
  }
}

private func float(_ value: Float) -> [UInt8] {
  [1] + withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) }
}

private func symbol(_ text: String) -> [UInt8] { [2] + Array(text.utf8) + [0] }

private func withStream(ticks: Int = 256, outputs: Int = 2, _ body: (inout SceneStream, Peer) -> Void) {
  var (ours, theirs): (Int32, Int32) = (-1, -1)
  #expect(tactus_stream_pair(&ours, &theirs) == 0)
  let memory = SceneMemory(ticks: ticks, outputs: outputs)
  let peer = Peer(socket: theirs, memory, places: ticks, outputs: outputs)
  // The other program can't change the size.
  #expect(ftruncate(memory.descriptor, 0) == -1 && ftruncate(memory.descriptor, 1 << 30) == -1)
  close(memory.descriptor)
  var stream = SceneStream(
    socket: ours, memory: memory, ticks: ticks, wants: SceneSubscription(outputs: outputs))
  body(&stream, peer)
}

private func ask(_ stream: inout SceneStream, tick: Int, _ value: Float = 0) {
  let frames = [Float](repeating: value, count: 128)
  frames.withUnsafeBufferPointer { stream.append(tick: tick, $0.baseAddress!) }
}

/// Pd takes the messages before a tick by their bytes.
@Test func aTickAndItsMessagesAreWhatPdReads() {
  withStream { stream, peer in
    let hasRoom = stream.append("#notein", 3, 60, 100, 1) && stream.append("pd", selector: "dsp", 1, 1)
    #expect(hasRoom)
    ask(&stream, tick: 7, 0.25)
    let hasMore = stream.append("#volume", 1, 1)
    #expect(hasMore)
    ask(&stream, tick: 8, -0.5)
    stream.exchange()
    var wanted: [UInt8] = symbol("#notein") + float(60) + float(100)
    wanted += float(1) + [4] as [UInt8]
    wanted += symbol("pd") + symbol("dsp") + float(1) + [4] as [UInt8]
    let first = wanted.count
    wanted += symbol("#volume") + float(1) + [4] as [UInt8]
    let read = peer.read()
    #expect(read == wanted && peer.head.pointee.asked.value == 2)
    #expect(peer.place(0).pointee.asked_bytes == first && peer.place(1).pointee.asked_bytes == read.count)
    #expect(peer.samples(0)[..<128].allSatisfy { $0 == 0.25 })
    #expect(peer.samples(1)[..<128].allSatisfy { $0 == -0.5 })
  }
}

/// A tick is heard when all of its messages have come, however they are cut.
@Test func anAnswerIsReadWhereverItIsCut() {
  let bytes = symbol("list") + float(3) + [4] + symbol("bang") + [4]
  for cut in 0...bytes.count {
    withStream { stream, peer in
      for tick in 5..<7 { ask(&stream, tick: tick) }
      stream.exchange()
      // The first tick ends within a message.
      peer.write(Array(bytes.prefix(cut)))
      peer.answer { Float($0) / 128 }
      stream.exchange()
      let (first, second) = (stream.sound(ofTick: 5), stream.sound(ofTick: 6))
      #expect(first != nil && second == nil, "cut at \(cut)")
      peer.write(Array(bytes.dropFirst(cut)))
      peer.answer { -Float($0) / 128 }
      stream.exchange()
      for (tick, sign) in [(5, Float(1)), (6, -1)] {
        let sound = stream.sound(ofTick: tick)
        let samples = sound.map { Array(UnsafeBufferPointer(start: $0, count: 128)) }
        #expect(samples == (0..<128).map { sign * Float($0) / 128 }, "cut at \(cut)")
      }
      var read: [[UInt8]] = []
      while let (_, message) = stream.messages.take() { read.append(message) }
      #expect(read.flatMap { $0 } == bytes, "cut at \(cut)")
    }
  }
}

/// Outputs may be garbage: odd ones are added on the left and even ones on the right.
@Test func soundIsChecked() {
  withStream(ticks: 4, outputs: 3) { stream, peer in
    // Places are used again.
    for round in 0..<6 {
      ask(&stream, tick: 10 + round)
      stream.exchange()
      peer.answer { index in
        index < 64 ? 0.5 : index < 128 ? [.nan, .infinity, 100, -0.125][index % 4] : Float(index - 128)
      }
      stream.exchange()
      let place = stream.sound(ofTick: 10 + round)
      let sound = place.map { Array(UnsafeBufferPointer(start: $0, count: 128)) }
      #expect(sound?[..<64].elementsEqual((0..<64).map { min(0.5 + min(Float($0), 8), 8) }) == true)
      #expect(sound?[64...].elementsEqual((0..<64).map { [0, 0, 8, -0.125][$0 % 4] }) == true)
    }
    let count = stream.notNumbers.load(ordering: .relaxed)
    #expect(count == 6 * 32)
  }
}

/// Messages are kept with the number of their tick; one that is too long is counted and left out.
@Test func messagesOfThePatchHaveTheirTick() {
  withStream { stream, peer in
    for tick in 3..<5 { ask(&stream, tick: tick) }
    stream.exchange()
    let word = symbol("#pdparty") + symbol("gyro") + float(1)
    let long = symbol("#osc-out") + [[UInt8]](repeating: float(1), count: 4000).flatMap { $0 }
    peer.answer([word]) { _ in 0 }
    peer.answer([long, symbol("list") + float(4)]) { _ in 0 }
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
    peer.answer { [.nan, .infinity, -.infinity, 100, -100, 0.5][$0 % 6] }
    stream.exchange()
    let first = stream.sound(ofTick: 0).map { Array(UnsafeBufferPointer(start: $0, count: 6)) }
    #expect(first == [0, 0, 0, 8, -8, 0.5])
    let count = stream.notNumbers.load(ordering: .relaxed)
    #expect(count == (0..<128).count { $0 % 6 < 3 })
  }
}

/// Bytes that no Pd writes, and words that no Pd counts: nothing is read beyond what was asked for, and no
/// call waits.
@Test func garbageIsSurvived() {
  var random = SeededGenerator("STREAM_SEED", default: 1)
  for _ in 0..<500 {
    withStream(ticks: 8) { stream, peer in
      for tick in 0..<4 { ask(&stream, tick: tick) }
      stream.exchange()
      peer.write((0..<random.below(3000)).map { _ in UInt8(random.below(6)) })
      // Small numbers are likely to be believed.
      func word() -> UInt32 {
        random.below(2) == 0 ? UInt32(random.below(8)) : UInt32(truncatingIfNeeded: random.next())
      }
      for _ in 0..<4 {
        for tick in 0..<8 { peer.place(tick).pointee.done_bytes = word() }
        for index in 0..<64 * 4 {
          peer.samples(random.below(8))[index] = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
        }
        (peer.head.pointee.asked.value, peer.head.pointee.waits.value) = (word(), word())
        (peer.head.pointee.done.value, peer.head.pointee.sleeps.value) = (word(), word())
        peer.head.pointee.written.value = word()
        stream.exchange()
      }
      let answered = stream.answered.load(ordering: .relaxed)
      #expect(answered <= 4)
      for tick in 0..<4 {
        let place = stream.sound(ofTick: tick)
        guard let sound = place else { continue }
        #expect((0..<128).allSatisfy { abs(sound[$0]) <= 8 })
      }
    }
  }
}

/// A scene that says it has done more than was asked for, or that messages were sent which were not, is
/// ended.
@Test func whatAPdCanNotHaveDoneBreaksTheStream() {
  for wrong in 0..<3 {
    withStream { stream, peer in
      for tick in 0..<2 { ask(&stream, tick: tick) }
      stream.exchange()
      peer.place(0).pointee.done_bytes = wrong == 2 ? 1 : 0
      peer.head.pointee.done.value = [3, 0x7fff_ffff, 1][wrong]
      stream.exchange()
      let isBroken = stream.isBroken.load(ordering: .relaxed)
      let answered = stream.answered.load(ordering: .relaxed)
      #expect(isBroken && answered == 0, "\(wrong)")
    }
  }
}

@Test func aStreamThatEndsIsBroken() {
  withStream { stream, peer in
    ask(&stream, tick: 0)
    shutdown(peer.socket, Int32(SHUT_RDWR))
    // It is seen where messages are sent.
    let hasRoom = stream.append("#volume", 1, 1)
    #expect(hasRoom)
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
    peer.answer { _ in 0.5 }
    stream.exchange()
    var heard: [Float] = []
    for frame in 0..<192 { heard.append(stream.play(frame: frame, step: step).left) }
    for _ in 1..<6 { peer.answer { _ in 0.5 } }
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
