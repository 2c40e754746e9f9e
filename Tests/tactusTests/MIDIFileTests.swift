import Foundation
import TestSupport
import Testing

@testable import MIDIFiles
@testable import tactus

private func number(_ value: Int, _ size: Int) -> [UInt8] {
  (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
}

private func file(format: Int = 0, division: Int = 96, _ tracks: [UInt8]...) -> [UInt8] {
  var bytes =
    Array("MThd".utf8) + number(6, 4) + number(format, 2) + number(tracks.count, 2) + number(division, 2)
  for track in tracks { bytes += Array("MTrk".utf8) + number(track.count, 4) + track }
  return bytes
}

private let end: [UInt8] = [0, 0xFF, 0x2F, 0]

@Test func runningStatusAndTwoByteTimesAreRead() throws {
  let midi = try MIDIFile(bytes: file([0, 0x90, 60, 100, 0x81, 0x40, 60, 0, 96, 0xC5, 7, 0, 9] + end))
  #expect(midi.events.map(\.bytes) == [[0x90, 60, 100], [0x90, 60, 0], [0xC5, 7], [0xC5, 9]])
  // 96 ticks are a quarter note, half a second by default; 0x81 0x40 is 192.
  #expect(midi.events.map(\.seconds) == [0, 1, 1.5, 1.5])
  #expect(midi.seconds == 1.5)
}

@Test func aTempoInOneTrackMovesTheOthers() throws {
  let tempo: [UInt8] = [96, 0xFF, 0x51, 3] + number(1_000_000, 3) + end
  let notes: [UInt8] = [0, 0x91, 1, 1, 96, 2, 2, 96, 3, 3] + end
  let midi = try MIDIFile(bytes: file(format: 1, tempo, notes))
  #expect(midi.events.map(\.seconds) == [0, 0.5, 1.5])
}

@Test func theTempoMapHasBarsAndBeats() throws {
  // 120; 3/4 from the beginning; 60 after 4 quarters; 6/8 after 7 quarters, which is within a bar.
  let meter: [UInt8] = [0, 0xFF, 0x58, 4, 3, 2, 24, 8]
  let tempo: [UInt8] = [0x83, 0, 0xFF, 0x51, 3] + number(1_000_000, 3)
  let eighths: [UInt8] = [0x82, 0x20, 0xFF, 0x58, 4, 6, 3, 24, 8]
  let midi = try MIDIFile(bytes: file(format: 1, meter + tempo + eighths + end, [0, 0x90, 60, 1] + end))
  typealias Place = MIDIFile.Place
  #expect(
    midi.places == [
      Place(beats: 3), Place(seconds: 2, tempo: 60, beats: 3, bar: 1, barBeat: 1),
      Place(seconds: 5, tempo: 60, beats: 6, unit: 8, bar: 3),
    ])
  // An eighth is the beat of 6/8: 120 of them a minute.
  #expect(midi.timeline(rate: 1000).map(\.frame) == [0, 2000, 5000])
  guard case .position(let last) = midi.timeline(rate: 1000)[2].content else { return #expect(Bool(false)) }
  #expect(last.beatsPerMinute == 120 && last.bar == 3 && last.barBeat == 0 && last.speed == 1)
  #expect(try MIDIFile(bytes: file(division: (256 - 25) << 8 | 40, end)).timeline(rate: 1000).isEmpty)
  #expect(try MIDIFile(bytes: file(end)).timeline(rate: 1000).count == 1)
}

@Test func timeCodeDivisionsAreSeconds() throws {
  // 25 frames of 40 ticks: a tick is a millisecond.
  let midi = try MIDIFile(bytes: file(division: (256 - 25) << 8 | 40, [0x87, 0x68, 0x90, 1, 1] + end))
  #expect(midi.events.map(\.seconds) == [1])
}

@Test func exclusivesMetaEventsAndForeignChunksAreTaken() throws {
  var bytes = file([0, 0x90, 1, 1, 0, 0xF0, 2, 0x7E, 0xF7, 0, 0xFF, 1, 2, 65, 66, 0, 2, 2])
  bytes.insert(contentsOf: Array("Junk".utf8) + number(3, 4) + [1, 2, 3], at: 14)
  let midi = try MIDIFile(bytes: bytes)  // nor does it end in an end of track
  #expect(midi.events.map(\.bytes) == [[0x90, 1, 1], [0xF0, 0x7E, 0xF7], [0x90, 2, 2]])
}

@Test(
  arguments: [
    ([], "byte 0: this is no MIDI file"),
    (Array("RIFF1234".utf8), "byte 0: this is no MIDI file"),
    (file(format: 2, end), "byte 10: format 2"),
    (file(division: 0, end), "byte 14: no ticks"),
    (Array(file(end).dropLast(2)), "byte 22: 4 bytes announced, 2 left"),
    (Array(file(end).prefix(14)), "byte 14: 1 tracks announced, 0 found"),
    (file([0x81, 0x81, 0x81, 0x81, 0] + end), "byte 26: a number of more than four bytes"),
    (file([0]), "byte 23: a time without an event"),
  ] as [([UInt8], String)])
func aBrokenFileIsAnErrorWithItsPlace(bytes: [UInt8], expected: String) {
  let error = #expect(throws: MIDIFile.Malformed.self) { try MIDIFile(bytes: bytes) }
  #expect(error!.description.hasPrefix(expected), "\(error!)")
}

/// Bytes that are no event, as public files have them: the notes around them play at their times.
@Test(
  arguments: [
    ([0, 60, 100], 2, 23),  // data before the first status byte
    ([0, 0x90, 60], 2, 23),  // a message that the next status byte cuts short
    ([0, 0xF4], 1, 23), ([0, 0xFE], 1, 23), ([0, 0xF2, 1, 2], 3, 23),  // messages of a cable
  ] as [([UInt8], Int, Int)])
func strayBytesAreSkippedAndCounted(bytes: [UInt8], count: Int, place: Int) throws {
  // Behind a message of a cable a time follows; all others end at the status byte of the next event.
  let time: [UInt8] = bytes[1] > 0xF0 ? [0] : []
  let midi = try MIDIFile(bytes: file(bytes + time + [0x91, 62, 100, 96, 0x81, 62, 0] + end))
  #expect(midi.events.map(\.bytes) == [[0x91, 62, 100], [0x81, 62, 0]])
  #expect(midi.events[1].seconds - midi.events[0].seconds == 0.5)
  let what = count == 1 ? "1 stray byte was" : "\(count) stray bytes were"
  #expect(midi.notices == ["\(what) skipped, the first at byte \(place)"])
}

@Test func manyStrayBytesAreSkippedInOnePass() throws {
  let stray = [UInt8](repeating: 0x90, count: 100_000)
  let midi = try MIDIFile(bytes: file([0] + stray + [0x91, 62, 100] + end))
  #expect(midi.events.map(\.bytes) == [[0x91, 62, 100]])
  #expect(midi.notices == ["100000 stray bytes were skipped, the first at byte 23"])
}

@Test func aFileInARIFFIsRead() throws {
  func little(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
  func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    Array(name.utf8) + little(body.count) + body + (body.count % 2 == 1 ? [0] : [])
  }
  let inner = file([0, 0x90, 60, 100, 96, 60, 0] + end)
  let info = chunk("LIST", Array("INFO".utf8) + chunk("INAM", Array("abc".utf8)))
  let sounds = chunk("RIFF", Array("DLS ".utf8) + [0, 0])
  let plain = chunk("RIFF", Array("RMID".utf8) + info + chunk("data", inner))
  #expect(try MIDIFile(bytes: plain) == MIDIFile(bytes: inner))
  let rich = try MIDIFile(bytes: chunk("RIFF", Array("RMID".utf8) + chunk("data", inner) + sounds))
  #expect(rich.events == (try MIDIFile(bytes: inner)).events)
  #expect(rich.notices == ["its own sounds (DLS) were left out"])
  // Its places are those of the whole file.
  let broken = chunk("RIFF", Array("RMID".utf8) + chunk("data", file([0])))
  #expect(throws: MIDIFile.Malformed(offset: 43, reason: "a time without an event")) {
    try MIDIFile(bytes: broken)
  }
  #expect(throws: MIDIFile.Malformed(offset: 0, reason: "this is no MIDI file")) {
    try MIDIFile(bytes: chunk("RIFF", Array("RMID".utf8) + info))
  }
}

@Test func noiseIsAnErrorNotACrash() {
  var generator = SeededGenerator("MIDI_FILE_SEED", default: 13)
  let good: [UInt8] = [0, 0x90, 60, 100, 0x81, 0x40, 60, 0, 0, 0xFF, 1, 2, 65, 66, 96, 0xC5, 7] + end
  var (read, refused) = (0, 0)
  for round in 0..<20_000 {
    var body = good
    if round % 2 == 0 {
      body = (0..<40).map { _ in UInt8.random(in: 0...255, using: &generator) }
    } else {
      body[Int.random(in: good.indices, using: &generator)] = .random(in: 0...255, using: &generator)
    }
    do {
      // The track that is sound stands behind the other, which may reach into it.
      read += try MIDIFile(bytes: file(format: 1, body, good)).events.isEmpty ? 0 : 1
    } catch is MIDIFile.Malformed {
      refused += 1
    } catch {
      Issue.record("\(error) is not of a file")
    }
  }
  print("\(read) files were read, \(refused) refused")
  #expect(read > 1000 && refused > 1000)
}

@Test func aRestOfHoursIsWrittenAndReadBack() throws {
  var file = MIDIFile()
  // One rest in a file has 28 bits of ticks: 93 minutes.
  file.events = [MIDIFile.Event(seconds: 20_000, bytes: [0x90, 60, 1])]
  file.seconds = 40_000
  let read = try MIDIFile(bytes: file.bytes)
  #expect(read.events.map(\.bytes) == file.events.map(\.bytes))
  #expect(abs(read.events[0].seconds - 20_000) < 1e-6 && abs(read.seconds - 40_000) < 1e-6)
}
