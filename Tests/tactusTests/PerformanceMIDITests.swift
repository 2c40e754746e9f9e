// Converts performances to MIDI files and back.
import Foundation
import MIDIFiles
import OSC
import RealTime
import TestSupport
import Testing

@testable import Performances
@testable import tactus

private func performance(_ generator: inout SeededGenerator) -> Performance {
  var packets: [Performance.Packet] = []
  for finger in 1...12 as ClosedRange<Int32> {
    var frame = Int.random(in: 0...20_000, using: &generator)
    let length = Int.random(in: 2...60, using: &generator)
    var numbers: [Float] = []
    for step in 0..<length {
      let word = step == 0 ? "began" : step == length - 1 ? "ended" : "moved"
      // A finger ends at its last place.
      if step < length - 1 { numbers = (0..<4).map { _ in Float.random(in: 0...1, using: &generator) } }
      packets.append(
        Performance.Packet(
          seconds: Double(frame) / 48_000, source: "a",
          bytes: OSCMessage(
            address: "/tactus/touch",
            arguments: [.text(word), .int32(finger)]
              + numbers.map { .float($0 * ($0 == numbers[3] ? 0.2 : 1)) }
          ).packet))
      frame += Int.random(in: 200...900, using: &generator)
    }
  }
  return Performance(packets: packets.sorted { $0.seconds < $1.seconds })
}

/// Touches in the order in which they began: time, kind, place.
private func touches(_ performance: Performance) -> [[(
  seconds: Double, kind: SurfaceEvent.Kind, place: [Float]
)]] {
  var order: [Int32] = []
  var found: [Int32: [(Double, SurfaceEvent.Kind, [Float])]] = [:]
  var serial: [Int32: Int32] = [:]
  for touch in performance.touches(until: 60) {
    if touch.event.kind == .began {
      serial[touch.event.id] = Int32(order.count)
      order.append(Int32(order.count))
    }
    let number = serial[touch.event.id]!
    found[number, default: []].append(
      (
        touch.seconds, touch.event.kind,
        (0..<4).map { touch.event.words[$0].isNaN ? 0 : touch.event.words[$0] }
      ))
  }
  return order.map { found[$0]! }
}

@Test func tokensGoThroughAMIDIFileAndBack() throws {
  func packet(_ seconds: Double, _ word: String, _ id: Int32, _ numbers: Float...) -> Performance.Packet {
    Performance.Packet(
      seconds: seconds, source: "a",
      bytes: OSCMessage(
        address: "/tactus/token", arguments: [.text(word), .int32(id)] + numbers.map { .float($0) }
      ).packet)
  }
  let before = Performance(packets: [
    packet(0.5, "placed", 9, 0.25, 0.5, 0.75), packet(0.75, "placed", 2, 1, 0, 0),
    packet(1, "moved", 9, 0.5, 0.5, 0.875), packet(2, "lifted", 9), packet(3, "moved", 2, 0, 1, 0),
  ])
  let file = try before.midi().file
  let read = try MIDIFile(bytes: file.bytes)
  #expect(read.events.map(\.bytes) == file.events.map(\.bytes))
  // Eight controllers for each change, and each second for what lies still.
  #expect(read.events.allSatisfy { $0.bytes.count == 3 && $0.bytes[0] == 0xB0 })
  #expect(read.events.count == 8 * (6 + 2))
  var others = 0
  let after = Performance(midi: read, leftOut: &others).touches(until: 60)
  let events = after.filter { $0.event.kind == .token || $0.event.kind == .tokenLifted }
  #expect(events.map(\.event.kind) == [.token, .token, .token, .tokenLifted, .token, .tokenLifted])
  // The first free slots count: 1 for the one with the id 9.
  #expect(events.map(\.event.id) == [1, 2, 1, 1, 2, 2])
  for (event, wanted) in zip(events, [[0.25, 0.5, 0.75], [1, 0, 0], [0.5, 0.5, 0.875]] as [[Float]]) {
    let token = event.event.token
    #expect(zip([token.x, token.y, token.angle], wanted).allSatisfy { abs($0 - $1) <= 1 / 16_383 })
  }
  #expect(abs(events[0].seconds - 0.5) < 1e-4 && abs(events[3].seconds - 2) < 1e-4)

  // The end of both, less than a message after the last one.
  let short = Performance(packets: [packet(0.5, "placed", 1, 0, 0, 0), packet(0.5, "placed", 2, 1, 1, 0)])
  let ended = Performance(midi: try short.midi().file, leftOut: &others).touches(until: 60)
  #expect(ended.map(\.event.kind) == [.token, .tokenLifted], "the second one never was told")
}

@Test func tokensOfAnOldMIDIFileAreRead() {
  var file = MIDIFile()
  func add(_ seconds: Double, _ word: UInt8, _ numbers: UInt8...) {
    file.events.append(
      MIDIFile.Event(seconds: seconds, bytes: [0xF0, 0x7D, 0x54, word, 2] + numbers + [0xF7]))
  }
  add(0.5, 1, 127, 127, 0, 0, 64, 0, 0, 0)
  add(0.75, 1, 127, 127, 0, 0, 64, 0, 0, 0)
  add(1, 1, 0, 0, 64, 0, 64, 0, 0, 0)
  add(2, 2, 0, 0, 0, 0, 0, 0, 0, 0)
  add(2.5, 2, 0, 0, 0, 0, 0, 0, 0, 0)
  var others = 0
  let events = Performance(midi: file, leftOut: &others).touches(until: 60)
  #expect(events.map(\.event.kind) == [.token, .token, .tokenLifted] && others == 0)
  #expect(events.map(\.event.id) == [3, 3, 3] && events.map(\.seconds) == [0.5, 1, 2])
  #expect(events[0].event.token.x == 1 && events[0].event.token.angle == 0.5)
}

@Test func aPerformanceGoesThroughAMIDIFileAndBack() throws {
  var generator = SeededGenerator("PERFORMANCE_SEED", default: 1)
  for _ in 0..<10 {
    let before = performance(&generator)
    let (file, leftOut) = try before.midi()
    #expect(leftOut == 0)
    let read = try MIDIFile(bytes: file.bytes)
    #expect(read.events.map(\.bytes) == file.events.map(\.bytes))
    #expect(zip(read.events, file.events).allSatisfy { abs($0.seconds - $1.seconds) < 1e-6 })
    var others = 0
    let after = Performance(midi: read, leftOut: &others)
    #expect(others == 0)
    let (a, b) = (touches(before), touches(after))
    #expect(a.count == 12 && b.count == 12)
    for (one, other) in zip(a, b) {
      try #require(one.map(\.kind) == other.map(\.kind))
      for (x, y) in zip(one, other) {
        #expect(abs(x.seconds - y.seconds) <= 0.5 / 48_000 + 1e-6)
        #expect(zip(x.place, y.place).allSatisfy { abs($0 - $1) <= 1 / 16_383 })
      }
    }
    // Written to a file and read again, it is the same.
    let again = try Performance(
      lines: after.text.split(separator: "\n", omittingEmptySubsequences: false), name: "x")
    #expect(again.packets.map(\.bytes) == after.packets.map(\.bytes))
  }
}

/// The order within one tick that Ardour writes: note-offs, controllers, note-ons.
@Test func theOrderOfOneTickDoesNotMatter() {
  func file(_ last: [[UInt8]]) -> MIDIFile {
    var file = MIDIFile()
    let began: [[UInt8]] = [[0xB1, 16, 10], [0xB1, 80, 1], [0xB1, 83, 1], [0x91, 60, 100]]
    file.events = began.map { MIDIFile.Event(seconds: 0.5, bytes: $0) }
    file.events += last.map { MIDIFile.Event(seconds: 0.75, bytes: $0) }
    file.seconds = 1
    return file
  }
  let (place, off): ([[UInt8]], [UInt8]) = (
    [[0xB1, 16, 20], [0xB1, 80, 2], [0xB1, 83, 2]], [0x81, 60, 64]
  )
  let next: [[UInt8]] = [[0xB2, 16, 30], [0xB2, 83, 1], [0x92, 60, 100]]
  var leftOut = 0
  let ours = Performance(midi: file(place + [off] + next), leftOut: &leftOut)
  #expect(ours.packets.count == 5 && leftOut == 0)
  let theirs = Performance(
    midi: file([off] + place + next), leftOut: &leftOut)
  #expect(theirs.packets.map(\.bytes) == ours.packets.map(\.bytes) && leftOut == 0)
}

@Test func otherNotesAreLeftOutAndCounted() throws {
  var file = MIDIFile()
  file.events = [[0x90, 60, 100], [0x80, 60, 0], [0xB1, 83, 1], [0xB1, 16, 1], [0x91, 60, 100]].map {
    MIDIFile.Event(seconds: 0.5, bytes: $0)
  }
  var leftOut = 0
  #expect(Performance(midi: file, leftOut: &leftOut).packets.isEmpty && leftOut == 2)
}

@Test func theDemosBecomeMIDIAndPlayTheSameTouches() throws {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "bundle/demos")
  let demos = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
    $0.hasSuffix(".tactus")
  }
  #expect(!demos.isEmpty)
  for demo in demos.sorted().enumerated().filter({ isCampaign || $0.offset % 8 == 0 }).map(\.element) {
    let before = try Performance(contentsOf: folder.appending(path: demo).path)
    let (file, leftOut) = try before.midi()
    let began = before.touches(until: 3600).count { $0.event.kind == .began }
    let notes = file.events.count { $0.bytes[0] & 0xF0 == 0x90 }
    #expect(notes + Int(leftOut) == began, "\(demo)")
    #expect(file.events.count { $0.bytes[0] & 0xF0 == 0x80 } == notes, "\(demo)")
    var others = 0
    let after = Performance(midi: file, leftOut: &others)
    #expect(after.touches(until: 3600).count { $0.event.kind == .began } == notes && others == 0, "\(demo)")
  }
}
