// The host's event ports: what LV2's own code writes we read, and what we write it reads.
import CForge
import CLV2
import RealTime
import Testing

@testable import LV2

struct AtomTests {
  /// Each property with a number of its own, in each of the four types that hosts use.
  @Test func aPositionIsReadInEachTypeOfNumber() {
    let names = ["speed", "frame", "bar", "barBeat", "beatsPerMinute", "beatsPerBar", "beatUnit"]
    let types: [(Int) -> Forge.Value] = [
      { .int(Int32($0)) }, { .long(Int64($0)) }, { .float(Float($0)) }, { .double(Double($0)) },
    ]
    for type in types {
      let forge = Forge()
      forge.midi(at: 3, [0x90, 60, 100])
      forge.position(at: 17, names.enumerated().map { ($1, type($0 + 2)) })
      forge.midi(at: 40, [0xC0, 5])
      var sequence = forge.read()
      let first = sequence.next()
      #expect(first?.frame == 3 && first.map { Array($0.body) } == [0x90, 60, 100])
      #expect(first?.transport(forge.urids) == nil)
      let second = sequence.next()
      let position = second?.transport(forge.urids)
      #expect(second?.frame == 17 && position != nil)
      #expect(position?.speed == 2 && position?.frame == 3 && position?.bar == 4 && position?.barBeat == 5)
      #expect(position?.beatsPerMinute == 6 && position?.beatsPerBar == 7 && position?.beatUnit == 8)
      let third = sequence.next()
      #expect(third?.frame == 40 && third.map { Array($0.body) } == [0xC0, 5])
      #expect(sequence.next() == nil)
    }
  }

  /// A host may send only the beat since the timeline's beginning. Qtractor sends the beat of the bar, and in
  /// the first bar no place.
  @Test(
    arguments: [
      ([("beat", 6.5), ("beatsPerBar", 4)], 1, 2.5), ([("beat", 6.5)], 0, 6.5),
      ([("beat", 3), ("bar", 2), ("barBeat", 1.5)], 2, 1.5),
      ([("beat", 1), ("bar", 0), ("barBeat", 0)], 0, 0),
      ([("beat", 3), ("bar", 0), ("barBeat", 0)], nil, nil),
    ] as [([(String, Double)], Int64?, Double?)])
  func aBeatGivesThePlaceOrDeniesIt(_ properties: [(String, Double)], _ bar: Int64?, _ barBeat: Double?) {
    let forge = Forge()
    forge.position(at: 0, properties.map { ($0, .double($1)) })
    var sequence = forge.read()
    let position = sequence.next()?.transport(forge.urids)
    #expect(position?.bar == bar && position?.barBeat == barBeat)
  }

  @Test func whatNoTimelineReachesIsLeftOut() {
    let forge = Forge()
    forge.position(
      at: 0,
      [
        ("speed", .double(65)), ("frame", .double(2e14)), ("bar", .long(1_000_001)),
        ("barBeat", .double(.nan)), ("beatsPerMinute", .double(-.infinity)), ("beatUnit", .double(1e300)),
        ("beatsPerBar", .float(3)),
      ])
    var sequence = forge.read()
    let position = sequence.next()?.transport(forge.urids)
    #expect(position?.beatsPerBar == 3)
    #expect(position?.speed == nil && position?.frame == nil && position?.bar == nil)
    #expect(position?.barBeat == nil && position?.beatsPerMinute == nil && position?.beatUnit == nil)
  }

  /// An event may claim any size. One that is larger than the rest of the buffer ends the sequence.
  @Test func anEventLargerThanTheBufferIsNotRead() {
    for (claimed, isRead) in [
      (UInt32(3), true), (8, true), (9, false), (16, false), (24, false), (.max, false),
    ] {
      let forge = Forge()
      forge.midi(at: 0, [0x90, 60, 100])
      var sequence = forge.read()
      // The body's size stands behind the header of the sequence (16 bytes) and the event's time (8 bytes).
      forge.buffer.storeBytes(of: claimed, toByteOffset: 24, as: UInt32.self)
      #expect((sequence.next() != nil) == isRead, "\(claimed)")
    }
  }

  @Test func textsOfEachLengthAndWhatFollowsThemAreRead() {
    let uris = URIMap()
    let urids = URIDs(uris.map)
    for length in 0...33 {
      let ring = ByteRing<UInt8>(capacity: 1024)
      let text = (0..<length).map { UInt8(97 + $0 % 26) }
      #expect(text.withUnsafeBytes { ring.push(1, $0) })
      let buffer = UnsafeMutableRawPointer.allocate(byteCount: 512, alignment: 8)
      defer { buffer.deallocate() }
      // The old contents of the buffer must not appear in the padding.
      buffer.initializeMemory(as: UInt8.self, repeating: 0xAA, count: 512)
      buffer.storeBytes(of: 512 - 8, as: UInt32.self)
      var output = AtomOutput(buffer, urids)
      #expect(output.hasRoom(forText: length))
      output.set(uris.number("urn:x"), textOf: ring, count: length)
      output.midi((0x90, 60, 100), count: 3, at: 9)
      output.stateChanged()
      let events = ReadEvent.all(buffer)
      #expect(events.count == 3 && events.map { $0.frame } == [0, 9, 0])
      guard events.count == 3 else { continue }
      #expect(events[1].type == urids.midiEvent && events[1].body == [0x90, 60, 100])
      // id, form; then key, context, size, type, value of each property; the text ends with a NUL.
      let words = stride(from: 0, to: 64, by: 4).map { at in
        events[0].body.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: at, as: UInt32.self) }
      }
      #expect(events[0].type == urids.object && words[1] == urids.patchSet)
      #expect(words[2] == urids.patchProperty && words[6] == uris.number("urn:x"))
      #expect(words[8] == urids.patchValue && words[10] == UInt32(length + 1) && words[11] == urids.string)
      #expect(Array(events[0].body[48..<(48 + length)]) == text && events[0].body[48 + length] == 0)
    }
  }

  /// A property that hosts can't set comes in the body of a `patch:Put`; the text is at the same place.
  @Test func aReadOnlyPropertyIsPut() throws {
    let uris = URIMap()
    let urids = URIDs(uris.map)
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: 1024, alignment: 8)
    defer { buffer.deallocate() }
    buffer.storeBytes(of: 1016, as: UInt32.self)
    let ring = ByteRing<Int>(capacity: 256)
    let text = Array("hello".utf8)
    #expect(text.withUnsafeBytes { ring.push(0, $0) })
    var output = AtomOutput(buffer, urids)
    output.set(uris.number("urn:x"), textOf: ring, count: text.count, isReadOnly: true)
    let event = try #require(ReadEvent.all(buffer).first)
    let words = stride(from: 0, to: 48, by: 4).map { at in
      event.body.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: at, as: UInt32.self) }
    }
    #expect(event.type == urids.object && words[1] == urids.patchPut)
    // The object in the body ends with the event: its own id and form, then the property and its value.
    #expect(words[2] == urids.patchBody && words[4] == UInt32(event.body.count - 24))
    #expect(words[5] == urids.object && words[6] == 0 && words[7] == 0)
    #expect(words[8] == uris.number("urn:x") && words[10] == 6 && words[11] == urids.string)
    #expect(Array(event.body[48..<54]) == text + [0])
  }

  /// The promised number of MIDI messages fits beside the other events, in small buffers, too.
  @Test func thePromisedRoomIsThere() {
    let uris = URIMap()
    let urids = URIDs(uris.map)
    for capacity in [16, 24, 40, 64, 200, 1000, 4096, 100_000] {
      let buffer = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 8)
      defer { buffer.deallocate() }
      buffer.storeBytes(of: UInt32(capacity - 8), as: UInt32.self)
      var output = AtomOutput(buffer, urids)
      let others = output.roomBesidesMIDI(70_000)
      let messages = output.roomForMIDI(besides: 70_000)
      #expect(others + 24 * messages <= capacity - 16 && capacity - 16 - others - 24 * messages < 24)
      #expect(others == min(70_000, (capacity - 16) / 2))
      for index in 0..<messages { output.midi((0x90, UInt8(index & 127), 1), count: 3, at: index) }
      #expect(output.hasRoom(forBytes: others) && !output.hasRoom(forBytes: others + 24))
      #expect(ReadEvent.all(buffer).count == messages)
    }
  }
}
