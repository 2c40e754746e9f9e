import InputTestSupport
import OSC
import Testing

/// Packets in streams: behind sizes, between END bytes, as lines.
struct StreamFramingTests {
  @Test(arguments: [1, 2, 3, 7, 64, 10_000]) func packetsComeOutHoweverTheStreamIsCut(_ size: Int) {
    let packets = (0..<20).map { number in
      (0..<number * 13 % 200 + 4).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ number) }
    }
    let json = (0..<20).map { [UInt8]("{\"id\": \($0)}".utf8) }
    for (stream, expected) in [
      (packets.flatMap(OSCEncoder.sized), packets), (packets.flatMap(OSCEncoder.slip), packets),
      (json.flatMap { $0 + [13, 10] }, json.map { $0 + [13] }),
    ] {
      var framing = StreamFraming()
      var found: [[UInt8]] = []
      for start in stride(from: 0, to: stream.count, by: size) {
        Array(stream[start..<min(start + size, stream.count)]).withUnsafeBytes {
          let isSound = framing.append($0, refuse: { _ in }, body: { found.append(Array($0)) })
          #expect(isSound)
        }
      }
      #expect(found == expected && !framing.isInside)
    }
  }

  @Test func whatIsTooLongOrMakesNoSense() {
    func feed(_ chunks: [[UInt8]]) -> (found: Int, isSound: Bool, errors: [OSCError]) {
      var framing = StreamFraming()
      var (found, isSound, errors) = (0, true, [OSCError]())
      for chunk in chunks where isSound {
        chunk.withUnsafeBytes {
          isSound = framing.append($0, refuse: { errors.append($0) }, body: { _ in found += 1 })
        }
      }
      return (found, isSound, errors)
    }
    let huge = feed([[0, 16, 0, 0]])
    #expect(!huge.isSound && huge.errors == [.oversized], "a size of a megabyte")
    #expect(!feed([OSCEncoder.big(Int32(-1))]).isSound, "a negative size")
    let other = feed([[UInt8]("/tactus/panic".utf8)])
    #expect(!other.isSound && other.errors == [.badFraming])
    // A megabyte of bad JSON in one line; the next line is read.
    let megabyte = feed(
      [[UInt8]("{".utf8)] + Array(repeating: [UInt8](repeating: 0x78, count: 65_536), count: 16)
        + [[UInt8]("\n{\"id\": 1}\n".utf8)])
    #expect(megabyte.isSound && megabyte.found == 1 && megabyte.errors == [.oversized])
    let slip = feed([[0xc0], [UInt8](repeating: 1, count: 70_000), [0xc0, 1, 0xc0]])
    #expect(slip.isSound && slip.found == 1 && slip.errors == [.oversized])
    // The longest packet that UDP has is whole, and one byte more is too many.
    for (count, errors) in [(65_507, [OSCError]()), (65_508, [.oversized])] {
      let longest = feed([[0xc0], [UInt8](repeating: 1, count: count), [0xc0]])
      #expect(longest.isSound && longest.found == 1 - errors.count && longest.errors == errors)
    }
  }

  @Test func anAnswerOverAConnectionIsLongerThanADatagram() throws {
    let text = [UInt8](repeating: 97, count: 200_000)
    let packet = OSCMessage(address: Array("/a".utf8), arguments: [.string(text)]).packet
    var framing = StreamFraming(.sizes, limit: OSCPacket.streamLimit)
    var found: [[UInt8]] = []
    OSCEncoder.sized(packet).withUnsafeBytes { stream in
      let isSound = framing.append(stream, refuse: { _ in }, body: { found.append(Array($0)) })
      #expect(isSound)
    }
    #expect(found == [packet])
    try packet.withUnsafeBytes { packet in
      #expect(throws: OSCError.oversized) { try OSCMessage.messages(in: packet) }
      let messages = try OSCMessage.messages(in: packet, limit: OSCPacket.streamLimit)
      #expect(messages.map(\.arguments) == [[.string(text)]])
    }
  }
}
