import Foundation
import InputTestSupport
import RealTime
import Testing

@testable import Dialects

/// Every reason for a refusal is reached by a packet, and only the bad part is dropped.
struct RefusalTests {
  /// Packets that are refused once, for one reason, and give no event.
  static let packets: [(Refusal, [UInt8])] = [
    (.empty, []),
    (.empty, OSCEncoder.bundle([[]])),
    (.oversized, OSCEncoder.message("/tactus/alive", [.b(OSCEncoder.zeros(65508))])),
    (.unaligned, OSCEncoder.touch("began", 1, 0.5, 0.5) + [0]),
    (.unaligned, Array(OSCEncoder.touch("began", 1, 0.5, 0.5).dropLast())),
    (.unterminated, Array("/tactus/touch123".utf8)),
    (.unterminated, OSCEncoder.string("/tactus/touch") + Array(",sif".utf8)),
    (.unterminated, OSCEncoder.string("/tactus/touch") + OSCEncoder.string(",s") + Array("bega".utf8)),
    (.badPadding, Array("/tactus/panic\0xx".utf8) + OSCEncoder.string(",")),
    (.badPadding, OSCEncoder.string("/tactus/touch") + OSCEncoder.string(",b") + [0, 0, 0, 1, 9, 9, 9, 9]),
    (.badAddress, OSCEncoder.message("tactus/panic")),
    (.badAddress, OSCEncoder.message("#bundles")),
    (.badAddress, OSCEncoder.zeros(4)),
    (.noTypeTags, OSCEncoder.string("/tactus/panic")),
    (
      .noTypeTags, OSCEncoder.string("/tactus/touch") + OSCEncoder.string("began") + OSCEncoder.big(UInt32(1))
    ),
    (.unknownTag, OSCEncoder.message("/tactus/panic", [.tag("q")])),
    (.unknownTag, OSCEncoder.message("/tactus/panic", [.tag("["), .i(1), .tag("]")])),
    (.sizeMismatch, OSCEncoder.touch("began", 1, 0.5, 0.5) + OSCEncoder.zeros(4)),
    (.sizeMismatch, Array(OSCEncoder.touch("began", 1, 0.5, 0.5).dropLast(4))),
    (
      .sizeMismatch,
      OSCEncoder.string("/tactus/alive") + OSCEncoder.string(",iiiiiiiiiiii") + OSCEncoder.zeros(4)
    ),
    // Where liblo would read beyond the end.
    (.sizeMismatch, OSCEncoder.string("/tactus/alive") + OSCEncoder.string(",b")),
    (.sizeMismatch, OSCEncoder.string("/tactus/alive") + OSCEncoder.string(",b") + [0, 0, 0, 5, 0, 0, 0, 0]),
    (
      .sizeMismatch,
      OSCEncoder.string("/tactus/alive") + OSCEncoder.string(",b") + [255, 255, 255, 255, 0, 0, 0, 0]
    ),
    (.tooManyArguments, OSCEncoder.message("/tactus/alive", (0..<1025).map { .i($0) })),
    (.badBundle, Array(OSCEncoder.bundle([]).dropLast(4))),
    (.badBundle, OSCEncoder.bundle([]) + OSCEncoder.big(Int32(-4))),
    (.badBundle, OSCEncoder.bundle([]) + OSCEncoder.big(UInt32(8)) + OSCEncoder.zeros(4)),
    (.badBundle, OSCEncoder.bundle([]) + OSCEncoder.big(UInt32(3)) + OSCEncoder.zeros(4)),
    (.badBundle, OSCEncoder.bundle([]) + OSCEncoder.big(Int32.max) + OSCEncoder.zeros(4)),
    (.tooDeep, nest(OSCEncoder.touch("began", 1, 0.5, 0.5), 17)),
    (.tooDeep, nest(OSCEncoder.touch("began", 1, 0.5, 0.5), 1000)),
    (.wrongArguments, OSCEncoder.message("/tuio/2Dcur", [.b(OSCEncoder.zeros(65_000))])),
    (.wrongArguments, OSCEncoder.message("/pdparty/touch", [.b(OSCEncoder.zeros(65_000))])),
    (.unknownAddress, OSCEncoder.message("/tactus")),
    (.unknownAddress, OSCEncoder.message("/tactus/touches", [.s("began"), .i(1), .f(0), .f(0)])),
    (.unknownAddress, OSCEncoder.message("/tuio/4Dcur", [.s("alive")])),
    (.unknownWord, OSCEncoder.message("/tuio/2Dcur", [.s("dead")])),
    (.unknownAddress, OSCEncoder.message("/pdparty/cue", [.i(1)])),
    (.badJSON, [UInt8]("{no}".utf8)),
    (.notInAlive, OSCEncoder.bundle(TUIO.messages("2Dcur", alive: [1], [(2, 0.5, 0.5)], 1))),
    (.unknownAddress, OSCEncoder.message("/tactus/surface/0/panic")),
    (.unknownAddress, OSCEncoder.message("/tactus/surface/256/panic")),
    (.unknownAddress, OSCEncoder.message("/tactus/surface/99999999999999999999/panic")),
    (.unknownAddress, OSCEncoder.message("/tactus/surface//panic")),
    (.unknownAddress, OSCEncoder.message("/tactus/surface/1/stats")),
    (.wrongArguments, OSCEncoder.message("/tactus/touch")),
    (.wrongArguments, OSCEncoder.message("/tactus/touch", [.i(1), .i(1), .f(0), .f(0)])),
    (.wrongArguments, OSCEncoder.message("/tactus/touch", [.s("began"), .i(1), .f(0)])),
    (.wrongArguments, OSCEncoder.message("/tactus/touch", [.s("began"), .i(1), .f(0), .s("0")])),
    (.wrongArguments, OSCEncoder.message("/tactus/touch", [.s("began"), .tag("T"), .f(0), .f(0)])),
    (.wrongArguments, OSCEncoder.touch("began", 1, 0, 0, 0, 0, 0, 0, 0)),
    (.outOfRange, OSCEncoder.touch("began", 1, 0, 0, 0, 0, 1.1)),
    (.wrongArguments, OSCEncoder.message("/tactus/token", [.s("placed"), .i(1), .f(0)])),
    (.unknownWord, OSCEncoder.message("/tactus/token", [.s("thrown"), .i(1), .f(0), .f(0)])),
    (.outOfRange, OSCEncoder.message("/tactus/token", [.s("moved"), .i(1), .f(2), .f(0)])),
    (.unknownAddress, OSCEncoder.message("/tactus/motion/mood", [.f(0)])),
    (.wrongArguments, OSCEncoder.message("/tactus/motion/gravity", [.f(0), .f(0)])),
    (.notFinite, OSCEncoder.message("/tactus/motion/attitude", [.f(0), .f(.nan), .f(0)])),
    (.outOfRange, OSCEncoder.message("/tactus/pad/axis", [.i(7), .f(0)])),
    (.outOfRange, OSCEncoder.message("/tactus/pad/button", [.i(1), .f(-1)])),
    (.outOfRange, OSCEncoder.message("/tactus/pad/button", [.i(1), .f(1), .i(5)])),
    (.outOfRange, OSCEncoder.message("/tactus/pad/gone", [.i(5)])),
    (.wrongArguments, OSCEncoder.message("/tactus/pad/gone", [.i(1), .f(1)])),
    (.unknownAddress, OSCEncoder.message("/tactus/pad/lever", [.i(1), .f(0)])),
    (.outOfRange, OSCEncoder.message("/tactus/macro", [.i(0), .f(0)])),
    (.outOfRange, OSCEncoder.message("/tactus/hold", [.f(3)])),
    (.wrongArguments, OSCEncoder.message("/tactus/hold")),
    (.wrongArguments, OSCEncoder.message("/tactus/loop")),
    (.wrongArguments, OSCEncoder.message("/tactus/guide")),
    (.outOfRange, OSCEncoder.message("/tactus/guide", [.f(2)])),
    (.unknownWord, OSCEncoder.message("/tactus/loop", [.s("dance")])),
    (.outOfRange, OSCEncoder.message("/tactus/loop", [.s("record"), .i(17)])),
    (.outOfRange, OSCEncoder.message("/tactus/loop", [.s("level"), .i(1), .f(65)])),
    (.wrongArguments, OSCEncoder.message("/tactus/loop", [.s("level"), .i(1), .f(1), .i(1)])),
    (.unknownWord, OSCEncoder.message("/tactus/source", [.s("foot")])),
    (.wrongArguments, OSCEncoder.message("/tactus/source", [.s("pen"), .i(1)])),
    (.outOfRange, OSCEncoder.message("/tactus/source", [.s("pen"), .i(4), .i(0)])),
    (
      .outOfRange,
      OSCEncoder.message("/tactus/source", [.s("pen"), .i(0), .i(0), .f(0.5), .f(0), .f(0.5), .f(1)])
    ),
    (.outOfRange, OSCEncoder.message("/tactus/source/name", [.s(String(repeating: "n", count: 33))])),
    (.wrongArguments, OSCEncoder.message("/tactus/alive", [.i(1), .s("2")])),
    (.wrongArguments, OSCEncoder.message("/tactus/timeout")),
    (.wrongArguments, OSCEncoder.message("/tactus/take/begin", [.i(1)])),
    (.wrongArguments, OSCEncoder.message("/tactus/take/end", [.s("now")])),
    (.unknownAddress, OSCEncoder.message("/tactus/patch/")),
    (.unknownAddress, OSCEncoder.message("/tactus/patch/mislay")),
    // A question has no arguments. With some it may be an answer that a program sends back.
    (.wrongArguments, OSCEncoder.message("/tactus/stats", [.s("packets"), .h(1)])),
    (.wrongArguments, OSCEncoder.message("/tactus/patch/get", [.i(1)])),
    (.wrongArguments, OSCEncoder.message("/tactus/patch/list", [.s("Air")])),
    (.wrongArguments, OSCEncoder.message("/tactus/patch/setlists", [.s("tonight")])),
    (.wrongArguments, OSCEncoder.message("/tactus/grid/get", [.i(1)])),
    (.unknownAddress, OSCEncoder.message("/tactus/answer/stats", [.s("packets"), .h(1)])),
    (.wrongArguments, OSCEncoder.message("/tactus/patch/set")),
    (.wrongArguments, OSCEncoder.message("/tactus/patch/set", [.s("a"), .s("b")])),
    (.wrongArguments, OSCEncoder.message("/tactus/patch/connect", [.s("a"), .s("b"), .f(1)])),
    (.wrongArguments, OSCEncoder.message("/tactus/patch/save", [.i(1)])),
    (.wrongArguments, OSCEncoder.message("/tactus/subscribe", [.i(1), .i(2)])),
    (.outOfRange, OSCEncoder.message("/tactus/subscribe", [.i(0)])),
    (.outOfRange, OSCEncoder.message("/tactus/subscribe", [.i(65536)])),
    (.notFinite, OSCEncoder.message("/tactus/patch/set", [.s("a"), .f(.infinity)])),
    (.unknownWord, OSCEncoder.touch("down", 1, 0.5, 0.5)),
    (.badID, OSCEncoder.message("/tactus/touch", [.s("began"), .f(1.5), .f(0), .f(0)])),
    (.badID, OSCEncoder.message("/tactus/touch", [.s("began"), .h(1 << 40), .f(0), .f(0)])),
    (.badID, OSCEncoder.message("/tactus/alive", [.d(.nan)])),
    (.notFinite, OSCEncoder.touch("began", 1, .nan, 0.5)),
    (.notFinite, OSCEncoder.touch("moved", 1, 0.5, -.infinity)),
    (.notFinite, OSCEncoder.touch("moved", 1, 0.5, 0.5, .nan)),
    (.notFinite, OSCEncoder.touch("moved", 1, 0.5, 0.5, 0.5, .infinity)),
    (.notFinite, OSCEncoder.message("/tactus/touch", [.s("began"), .i(1), .d(1e300), .f(0)])),
    (.notFinite, OSCEncoder.message("/tactus/timeout", [.f(.nan)])),
    (.outOfRange, OSCEncoder.touch("began", 1, 1.0501, 0.5)),
    (.outOfRange, OSCEncoder.touch("began", 1, 0.5, -0.0501)),
    (.outOfRange, OSCEncoder.touch("began", 1, 0.5, 0.5, 1.1)),
    (.outOfRange, OSCEncoder.touch("began", 1, 0.5, 0.5, 0.5, -0.001)),
    (.outOfRange, OSCEncoder.message("/tactus/timeout", [.f(-1)])),
    (.notLive, OSCEncoder.touch("ended", 1)),
  ]

  static func nest(_ packet: [UInt8], _ depth: Int) -> [UInt8] {
    (0..<depth).reduce(packet) { inner, _ in OSCEncoder.bundle([inner]) }
  }

  @Test(arguments: packets.indices) func aBadPacketIsCountedOnceAndMakesNothing(_ index: Int) {
    let (reason, packet) = Self.packets[index]
    var surface = Listening()
    #expect(
      surface.receive(packet).isEmpty && surface.refusals == [reason: 1], "\(reason) \(packet.prefix(64))")
  }

  /// Whether a bad packet can stand in a bundle beside others.
  static func isElement(_ bad: (Refusal, [UInt8])) -> Bool {
    bad.1.count % 4 == 0 && ![.oversized, .tooDeep, .badJSON].contains(bad.0)
  }

  /// A bad element of a bundle does not harm its neighbours, unless its size hides where they begin.
  @Test(arguments: packets.indices.filter { isElement(packets[$0]) })
  func theBadMessageAloneIsDropped(_ index: Int) {
    #expect(Self.packets.count { Self.isElement($0) } > 20)
    let (reason, packet) = Self.packets[index]
    var surface = Listening()
    let good = OSCEncoder.touch("began", 5, 0.5, 0.5)
    surface.receive(OSCEncoder.bundle([good, packet, OSCEncoder.touch("moved", 5, 0.25, 0.5)]))
    #expect(surface.events.map(\.brief) == ["began 5 0.5 0.5", "moved 5 0.25 0.5"])
    #expect(surface.refusals == [reason: 1])
  }

  @Test func everyReasonIsReached() {
    // Those that a single packet cannot show have a test of their own.
    let elsewhere: Set<Refusal> = [
      .tooManyTouches, .notThisMachine,  // TouchRuleTests
      .tooManySenders,  // below
      .senderNotAllowed, .queueFull,  // SwitchboardTests, EventQueueTests
      .patchRefused, .tooManySubscribers,  // PatchOSCTests
      .gridRefused,  // GridOSCTests
      .lateFrame,  // TUIOTests
      .badFraming, .tooManyConnections,  // StreamTests
      .profileRefused,  // SwitchboardTests
      .tooManyRequests,  // below, RequestTests
      .otherUser,  // UserTests
    ]
    for reason in Refusal.allCases {
      #expect(Self.packets.contains { $0.0 == reason } != elsewhere.contains(reason), "\(reason)")
    }
    #expect(Set(Refusal.allCases.map { "\($0.symbol)" }).count == Refusal.allCases.count)
  }

  @Test func everyReasonIsDocumented() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
      path: "../../docs/osc.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    for reason in Refusal.allCases { #expect(text.contains("`\(reason.symbol)`"), "\(reason.symbol)") }
  }

  /// Each pattern is compared with some hundred addresses.
  @Test func aPacketHasFewPatterns() {
    var surface = Listening()
    let patterns = (0..<20).map { _ in OSCEncoder.message("/tactus/pan[i]c") }
    #expect(surface.receive(OSCEncoder.bundle(patterns)).count == 16)
    #expect(surface.refusals == [.tooManyRequests: 4])
  }

  @Test func sixteenNestedBundlesAreRead() {
    var surface = Listening()
    #expect(surface.receive(Self.nest(OSCEncoder.touch("began", 1, 0.5, 0.5), 16)).count == 1)
  }

  @Test func aTypeTagStringOfNothingIsRead() {
    var surface = Listening()
    #expect(surface.receive(OSCEncoder.message("/tactus/panic")).count == 1)
    let others = OSCEncoder.message(
      "/tactus/panic", [.tag("T"), .tag("N"), .b([1, 2, 3]), .b([]), .s(""), .h(1)])
    #expect(surface.receive(others).count == 1, "further arguments do no harm")
  }

  @Test func sendersBeyondTheLimitAreRefusedWhileAllHoldTouches() {
    var surface = Listening()
    for source in 1...257 as ClosedRange<UInt32> {
      surface.receive(OSCEncoder.touch("began", 1, 0.5, 0.5), from: source)
    }
    #expect(surface.decoder.liveCount == 256 && surface.refusals == [.tooManySenders: 1])
    surface.receive(OSCEncoder.touch("ended", 1), from: 1)
    #expect(surface.receive(OSCEncoder.touch("began", 1, 0.5, 0.5), from: 257).count == 1)
  }
}

/// The table of addresses names those that the dialect reads, and no other.
@Test(arguments: TactusAddress.all.map { String(decoding: $0.address, as: UTF8.self) })
func everyAddressOfTheTableIsRead(address: String) {
  var surface = Listening()
  surface.receive(OSCEncoder.message("/tactus/\(address)"))
  #expect(surface.refusals[.unknownAddress] == nil)
}
