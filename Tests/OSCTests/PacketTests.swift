import InputTestSupport
import OSC
import Testing

func errors(of packet: [UInt8]) -> [OSCError] {
  var errors: [OSCError] = []
  packet.withUnsafeBytes { OSCPacket.read($0, refuse: { errors.append($0) }, body: { _ in }) }
  return errors
}

func messages(of packet: [UInt8]) -> [OSCMessage] {
  var messages: [OSCMessage] = []
  packet.withUnsafeBytes {
    OSCPacket.read($0, refuse: { _ in }, body: { messages.append(OSCMessage($0)) })
  }
  return messages
}

/// The rules of packets, messages and bundles, by vectors and by hand.
struct PacketTests {
  static let all: [OSCArgument] = [
    .int32(-3), .float(0.25), .int64(123_456_789_012), .double(0.125), .time(0x5_0000_0006), .character(97),
    .midi(0x0090_3c7f), .yes, .no, .none, .infinitum, .blob([]), .blob([0, 1, 128]),
    .symbol(Array("sy m".utf8)), .string([]), .string(Array("say \"be\" 1 \"x".utf8)), .int32(1),
  ]

  @Test func messagesAreReadAsTheyWereWritten() throws {
    for count in 0...Self.all.count {
      let message = OSCMessage("/all", Array(Self.all.prefix(count)))
      #expect(message.packet.count.isMultiple(of: 4))
      let found = try message.packet.withUnsafeBytes { try OSCMessage.messages(in: $0) }
      #expect(found == [message])
    }
  }

  @Test func sixteenBundlesOneInTheOtherAreRead() {
    let nested = (0..<16).reduce(OSCEncoder.message("/a")) { packet, _ in OSCEncoder.bundle([packet]) }
    #expect(messages(of: nested) == [OSCMessage("/a")] && errors(of: nested).isEmpty)
  }

  @Test func everyArgumentOfALongMessageIsFound() {
    for count in [31, 32, 33, 64, 65, 1000, 1024] {
      let arguments = (0..<count).map { index in
        index % 3 == 0 ? Self.all[index % Self.all.count] : OSCArgument.int32(Int32(index))
      }
      #expect(messages(of: OSCMessage("/long", arguments).packet).map(\.arguments) == [arguments], "\(count)")
    }
    #expect(
      errors(of: OSCMessage("/long", Array(repeating: .yes, count: 1025)).packet) == [.tooManyArguments])
  }

  @Test func theViewReadsNumbersAndTextsWithoutCopies() {
    var isRead = false
    OSCMessage("/all", Self.all).packet.withUnsafeBytes { packet in
      OSCPacket.read(packet, refuse: { _ in }) { message in
        isRead = true
        #expect((0..<4).map { message.number(at: $0) } == [-3, 0.25, 123_456_789_012, 0.125])
        #expect(message.number(at: 4) == nil && message.number(at: 7) == nil && message.number(at: 99) == nil)
        #expect(
          message.tag(at: 4) == UInt8(ascii: "t") && message.tag(at: 17) == 0 && message.tag(at: -1) == 0)
        #expect(message.isText(at: 13) && message.isText(at: 15) && !message.isText(at: 12))
        #expect(message.text(at: 15)?.count == 13 && message.text(at: 14)?.count == 0)
        #expect(message.text(at: 0) == nil && message.argument(at: 17) == nil && message.bundleTime == nil)
      }
    }
    #expect(isRead)
  }

  /// The source message of a TUIO bundle, as another encoder wrote it.
  @Test func aBundleHandsItsTimeOn() {
    let hex =
      "2362756e646c650000000000000000010000001c2f7475696f2f3244637572002c737300736f75726365000074407800"
    let bytes = stride(from: 0, to: hex.count, by: 2).map { UInt8(hex.dropFirst($0).prefix(2), radix: 16)! }
    let source = OSCMessage("/tuio/2Dcur", [.string(Array("source".utf8)), .string(Array("t@x".utf8))])
    #expect(messages(of: bytes) == [source])
    #expect(OSCPacket.bundle([source.packet]) == bytes)
    // The inner bundle's time counts within it, the outer one's again after it.
    let note = OSCMessage("/a").packet
    let nested = OSCPacket.bundle([note, OSCPacket.bundle([note], time: 7), note], time: 5)
    var times: [UInt64?] = []
    nested.withUnsafeBytes { OSCPacket.read($0, refuse: { _ in }, body: { times.append($0.bundleTime) }) }
    #expect(times == [5, 7, 5])
  }

  @Test func onePacketOfMessages() {
    let (one, two) = (OSCMessage.packet("/a", [.int32(1)]), OSCMessage.packet(Array("/b".utf8)))
    #expect(OSCPacket.packet(of: [one]) == one)
    #expect(OSCPacket.packet(of: [one, two]) == OSCEncoder.bundle([one, two]))
  }

  /// A packet for each error of packets, which have no other.
  static let broken: [(OSCError, [UInt8])] = [
    (.empty, []), (.empty, OSCEncoder.bundle([[]])),
    (.oversized, OSCEncoder.message("/a", [.b(OSCEncoder.zeros(65_508))])),
    (.unaligned, [47]), (.unaligned, OSCEncoder.message("/a") + [0]),
    (.unterminated, Array("/abc".utf8)),
    (.unterminated, OSCEncoder.string("/a") + OSCEncoder.string(",s") + Array("text".utf8)),
    (.badPadding, Array("/a\0x".utf8) + OSCEncoder.string(",")),
    (.badPadding, OSCEncoder.string("/a") + OSCEncoder.string(",b") + [0, 0, 0, 1, 9, 9, 9, 9]),
    (.badAddress, OSCEncoder.message("a")), (.badAddress, OSCEncoder.message("#bundles")),
    (.noTypeTags, OSCEncoder.string("/a")), (.noTypeTags, OSCEncoder.string("/a") + OSCEncoder.string("i")),
    (.unknownTag, OSCEncoder.message("/a", [.tag("r")])),
    (.unknownTag, OSCEncoder.message("/a", [.tag("[")])),
    (.sizeMismatch, OSCEncoder.message("/a", [.i(1)]) + OSCEncoder.zeros(4)),
    (.sizeMismatch, OSCEncoder.string("/a") + OSCEncoder.string(",i")),
    (.sizeMismatch, OSCEncoder.string("/a") + OSCEncoder.string(",b")),
    (.sizeMismatch, OSCEncoder.string("/a") + OSCEncoder.string(",b") + [255, 255, 255, 255]),
    (.tooManyArguments, OSCEncoder.message("/a", (0..<1025).map { .i($0) })),
    (.badBundle, Array("#bundle\0".utf8)), (.badBundle, OSCEncoder.bundle([]) + OSCEncoder.big(Int32(-4))),
    (.badBundle, OSCEncoder.bundle([]) + OSCEncoder.big(Int32(8)) + OSCEncoder.zeros(4)),
    (.tooDeep, (0..<17).reduce(OSCEncoder.message("/a")) { packet, _ in OSCEncoder.bundle([packet]) }),
  ]

  @Test func eachFaultHasItsError() {
    for (error, packet) in Self.broken {
      #expect(errors(of: packet) == [error] && messages(of: packet).isEmpty, "\(error) \(packet.prefix(40))")
    }
    let reached = Set(Self.broken.map(\.0))
    #expect(OSCError.allCases.filter { !reached.contains($0) } == [.badFraming], "streams have that one")
  }

  @Test func aBadElementDoesNotHinderItsNeighbours() {
    for (_, packet) in Self.broken where packet.count % 4 == 0 && packet.count < 65_000 {
      let note = OSCMessage("/a", [.int32(1)])
      #expect(messages(of: OSCPacket.bundle([note.packet, packet])).first == note)
    }
  }

  @Test func aBlobMayFillThePacket() {
    let blob = OSCArgument.blob([UInt8](repeating: 1, count: 65_488))
    #expect(messages(of: OSCMessage("/a", [blob]).packet).map(\.arguments) == [[blob]])
  }
}
