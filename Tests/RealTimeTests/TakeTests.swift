// Takes: what the audio thread writes, and what a program reads of it.
import Testing

@testable import RealTime

/// A writer with its connection, and a reader at the other end.
private final class Takes {
  let link = UnsafeMutablePointer<InstanceLink>.allocate(capacity: 1)
  private let memory = UnsafeMutablePointer<UInt64>.allocate(capacity: TakeWriter.words)
  var writer: TakeWriter
  private var reader = TakeReader()

  init() {
    link.initialize(to: InstanceLink())
    writer = TakeWriter(memory: memory)
    writer.link = link
  }

  deinit {
    link.deinitialize(count: 1)
    link.deallocate()
    memory.deallocate()
  }

  /// Returns the records since the last call, a byte or more at a time.
  func read(pieces: Int = .max) -> [(frame: Int64, entry: TakeEntry)] {
    var bytes = link.pointee.take.readRecords().flatMap { $0.bytes }
    var found: [(frame: Int64, entry: TakeEntry)] = []
    while !bytes.isEmpty {
      found += reader.read(Array(bytes.prefix(pieces)))
      bytes.removeFirst(min(pieces, bytes.count))
    }
    #expect(!reader.isBroken)
    return found
  }
}

@Test func eachRecordOfATakeIsReadAsItWasWritten() {
  let takes = Takes()
  var position = Transport()
  (position.frame, position.barBeat, position.beatUnit) = (-7, 0.125, 8)
  let name = SurfaceEvent(
    .sourceName, source: 9, id: 1, words: SIMD4(Float(bitPattern: 0x7fa0_1234), -0.0, .nan, .nan))
  takes.writer.record(name, at: 1)  // before the take
  takes.writer.begin(3, sampleRate: 44_100, revision: -5)
  takes.writer.restarted(at: 0)
  takes.writer.record(port: 17, -0.5, at: 2)
  takes.writer.record(name, at: 3)
  takes.writer.record(position, at: 4)
  ([0xF0, 1, 2, 0xF7] as [UInt8]).withUnsafeBytes { takes.writer.record(midi: $0, at: 5) }
  takes.writer.restarted(at: 100)  // from here on, frames count from 0 again
  takes.writer.record(patchRevision: 12, at: 6)
  takes.writer.recordMaster(at: 7)
  takes.writer.recordMaster(at: 8)
  takes.writer.end(at: 9)
  takes.writer.record(name, at: 10)  // behind it
  let read = takes.read(pieces: 5)
  #expect(read.map(\.frame) == [0, 0, 2, 3, 4, 5, 100, 106, 107, 109])
  guard read.count == 10, case .began(44_100, -5) = read[0].entry, case .restart = read[1].entry,
    case .port(17, -0.5) = read[2].entry, case .surface(let event) = read[3].entry,
    case .position(let there) = read[4].entry, case .midi(let bytes) = read[5].entry,
    case .restart = read[6].entry, case .patch(12) = read[7].entry, case .mastered = read[8].entry,
    case .ended(0) = read[9].entry
  else {
    Issue.record("\(read)")
    return
  }
  #expect(event.kind == .sourceName && event.source == 9 && event.words[0].bitPattern == 0x7fa0_1234)
  #expect(event.words[1].sign == .minus && event.words[3].bitPattern == Float.nan.bitPattern)
  #expect(there.frame == -7 && there.barBeat == 0.125 && there.beatUnit == 8 && there.speed == nil)
  #expect(bytes == [0xF0, 1, 2, 0xF7])
}

@Test func whatFindsNoRoomIsCountedAndTheEndIsNotLost() {
  let takes = Takes()
  takes.writer.begin(1, sampleRate: 48_000, revision: 0)
  for frame in 0..<10_000 {
    takes.writer.record(SurfaceEvent.touch(.moved, id: 1, x: 0.5, y: 0.5), at: Int64(frame))
  }
  takes.writer.end(at: 10_000)
  #expect(takes.writer.isWriting, "there was no room for the end")
  let first = takes.read()
  #expect((5500...6500).contains(first.count), "256 KiB of 41 bytes each")
  takes.writer.end(at: 10_001)
  let rest = takes.read()
  guard rest.count == 1, case .ended(let lost) = rest[0].entry else {
    Issue.record("\(rest)")
    return
  }
  #expect(!takes.writer.isWriting && Int(lost) == 10_000 + 1 - first.count)
}

@Test func aTakeWaitsForSilence() {
  let takes = Takes()
  var (left, right) = ([Float](repeating: 0, count: 48_000), [Float](repeating: 0, count: 48_000))
  func hear(_ seconds: Int, isPlaying: Bool = false) {
    for _ in 0..<seconds { takes.writer.hear(&left, &right, count: 48_000, isPlaying: isPlaying) }
  }
  #expect(takes.writer.isSilent(sampleRate: 48_000), "nothing was played")
  takes.writer.record(SurfaceEvent.touch(.began, id: 1, x: 0.5, y: 0.5), at: 0)
  takes.writer.expect(true)
  hear(4)
  right[47_999] = -2e-6
  hear(1)
  right[47_999] = 0
  hear(4)
  #expect(!takes.writer.isSilent(sampleRate: 48_000))
  hear(1, isPlaying: true)
  hear(4)
  #expect(!takes.writer.isSilent(sampleRate: 48_000))
  hear(1)
  #expect(takes.writer.isSilent(sampleRate: 48_000))
  takes.writer.expect(false)
  takes.writer.expect(true)
  #expect(!takes.writer.isSilent(sampleRate: 48_000), "it listens from when it is asked")
}

@Test func whatIsNoRecordEndsTheReading() {
  for bytes in [
    [UInt8](repeating: 255, count: 64), [8, 0, 0, 0, 99, 0, 0, 0] + [UInt8](repeating: 0, count: 8),
    [9, 0, 0, 0, 5, 0, 0, 0] + [UInt8](repeating: 0, count: 9), [1, 0, 0, 0, 3, 0, 0, 0, 0],
  ] {
    var reader = TakeReader()
    #expect(reader.read(bytes).isEmpty && reader.isBroken)
    #expect(reader.read([8, 0, 0, 0, 3, 0, 0, 0] + [UInt8](repeating: 0, count: 8)).isEmpty)
  }
}
