import Foundation
import Input
import RealTime
import Testing

/// Every reason for a refusal, reached by a packet; and that the bad part alone is dropped.
struct RefusalTests {
  /// Packets that are refused for one reason, once, and make nothing.
  static let packets: [(Refusal, [UInt8])] = [
    (.empty, []),
    (.empty, OSC.bundle([[]])),
    (.oversized, OSC.message("/tactus/alive", [.b(OSC.zeros(65508))])),
    (.unaligned, OSC.touch("began", 1, 0.5, 0.5) + [0]),
    (.unaligned, Array(OSC.touch("began", 1, 0.5, 0.5).dropLast())),
    (.unterminated, Array("/tactus/touch123".utf8)),
    (.unterminated, OSC.string("/tactus/touch") + Array(",sif".utf8)),
    (.unterminated, OSC.string("/tactus/touch") + OSC.string(",s") + Array("bega".utf8)),
    (.badPadding, Array("/tactus/panic\0xx".utf8) + OSC.string(",")),
    (.badPadding, OSC.string("/tactus/touch") + OSC.string(",b") + [0, 0, 0, 1, 9, 9, 9, 9]),
    (.badAddress, OSC.message("tactus/panic")),
    (.badAddress, OSC.message("#bundles")),
    (.badAddress, OSC.zeros(4)),
    (.noTypeTags, OSC.string("/tactus/panic")),
    (.noTypeTags, OSC.string("/tactus/touch") + OSC.string("began") + OSC.big(UInt32(1))),
    (.unknownTag, OSC.message("/tactus/panic", [.tag("q")])),
    (.unknownTag, OSC.message("/tactus/panic", [.tag("["), .i(1), .tag("]")])),
    (.sizeMismatch, OSC.touch("began", 1, 0.5, 0.5) + OSC.zeros(4)),
    (.sizeMismatch, Array(OSC.touch("began", 1, 0.5, 0.5).dropLast(4))),
    (.sizeMismatch, OSC.string("/tactus/alive") + OSC.string(",iiiiiiiiiiii") + OSC.zeros(4)),
    (.sizeMismatch, OSC.string("/tactus/alive") + OSC.string(",b")),  // where liblo would over-read
    (.sizeMismatch, OSC.string("/tactus/alive") + OSC.string(",b") + [0, 0, 0, 5, 0, 0, 0, 0]),
    (.sizeMismatch, OSC.string("/tactus/alive") + OSC.string(",b") + [255, 255, 255, 255, 0, 0, 0, 0]),
    (.tooManyArguments, OSC.message("/tactus/alive", (0..<1025).map { .i($0) })),
    (.badBundle, Array(OSC.bundle([]).dropLast(4))),
    (.badBundle, OSC.bundle([]) + OSC.big(Int32(-4))),
    (.badBundle, OSC.bundle([]) + OSC.big(UInt32(8)) + OSC.zeros(4)),
    (.badBundle, OSC.bundle([]) + OSC.big(UInt32(3)) + OSC.zeros(4)),
    (.badBundle, OSC.bundle([]) + OSC.big(Int32.max) + OSC.zeros(4)),
    (.tooDeep, nest(OSC.touch("began", 1, 0.5, 0.5), 17)),
    (.tooDeep, nest(OSC.touch("began", 1, 0.5, 0.5), 1000)),
    (.wrongArguments, OSC.message("/tuio/2Dcur", [.b(OSC.zeros(65_000))])),
    (.wrongArguments, OSC.message("/pdparty/touch", [.b(OSC.zeros(65_000))])),
    (.unknownAddress, OSC.message("/tactus")),
    (.unknownAddress, OSC.message("/tactus/touches", [.s("began"), .i(1), .f(0), .f(0)])),
    (.unknownAddress, OSC.message("/tuio/4Dcur", [.s("alive")])),
    (.unknownWord, OSC.message("/tuio/2Dcur", [.s("dead")])),
    (.unknownAddress, OSC.message("/pdparty/cue", [.i(1)])),
    (.badJSON, [UInt8]("{no}".utf8)),
    (.notInAlive, OSC.bundle(TUIO.messages("2Dcur", alive: [1], [(2, 0.5, 0.5)], 1))),
    (.unknownAddress, OSC.message("/tactus/surface/0/panic")),
    (.unknownAddress, OSC.message("/tactus/surface/256/panic")),
    (.unknownAddress, OSC.message("/tactus/surface/99999999999999999999/panic")),
    (.unknownAddress, OSC.message("/tactus/surface//panic")),
    (.unknownAddress, OSC.message("/tactus/surface/1/stats")),
    (.wrongArguments, OSC.message("/tactus/touch")),
    (.wrongArguments, OSC.message("/tactus/touch", [.i(1), .i(1), .f(0), .f(0)])),
    (.wrongArguments, OSC.message("/tactus/touch", [.s("began"), .i(1), .f(0)])),
    (.wrongArguments, OSC.message("/tactus/touch", [.s("began"), .i(1), .f(0), .s("0")])),
    (.wrongArguments, OSC.message("/tactus/touch", [.s("began"), .tag("T"), .f(0), .f(0)])),
    (.wrongArguments, OSC.touch("began", 1, 0, 0, 0, 0, 0, 0, 0)),
    (.outOfRange, OSC.touch("began", 1, 0, 0, 0, 0, 1.1)),
    (.wrongArguments, OSC.message("/tactus/token", [.s("placed"), .i(1), .f(0)])),
    (.unknownWord, OSC.message("/tactus/token", [.s("thrown"), .i(1), .f(0), .f(0)])),
    (.outOfRange, OSC.message("/tactus/token", [.s("moved"), .i(1), .f(2), .f(0)])),
    (.unknownAddress, OSC.message("/tactus/motion/mood", [.f(0)])),
    (.wrongArguments, OSC.message("/tactus/motion/gravity", [.f(0), .f(0)])),
    (.notFinite, OSC.message("/tactus/motion/attitude", [.f(0), .f(.nan), .f(0)])),
    (.outOfRange, OSC.message("/tactus/pad/axis", [.i(7), .f(0)])),
    (.outOfRange, OSC.message("/tactus/pad/button", [.i(1), .f(-1)])),
    (.unknownAddress, OSC.message("/tactus/pad/lever", [.i(1), .f(0)])),
    (.outOfRange, OSC.message("/tactus/macro", [.i(0), .f(0)])),
    (.outOfRange, OSC.message("/tactus/hold", [.f(3)])),
    (.wrongArguments, OSC.message("/tactus/hold")),
    (.unknownWord, OSC.message("/tactus/source", [.s("foot")])),
    (.wrongArguments, OSC.message("/tactus/source", [.s("pen"), .i(1)])),
    (.outOfRange, OSC.message("/tactus/source", [.s("pen"), .i(4), .i(0)])),
    (.outOfRange, OSC.message("/tactus/source", [.s("pen"), .i(0), .i(0), .f(0.5), .f(0), .f(0.5), .f(1)])),
    (.outOfRange, OSC.message("/tactus/source/name", [.s(String(repeating: "n", count: 33))])),
    (.wrongArguments, OSC.message("/tactus/alive", [.i(1), .s("2")])),
    (.wrongArguments, OSC.message("/tactus/timeout")),
    (.unknownAddress, OSC.message("/tactus/patch/")),
    (.unknownAddress, OSC.message("/tactus/patch/mislay")),
    (.wrongArguments, OSC.message("/tactus/patch/set")),
    (.wrongArguments, OSC.message("/tactus/patch/set", [.s("a"), .s("b")])),
    (.wrongArguments, OSC.message("/tactus/patch/connect", [.s("a"), .s("b"), .f(1)])),
    (.wrongArguments, OSC.message("/tactus/patch/save", [.i(1)])),
    (.wrongArguments, OSC.message("/tactus/subscribe", [.i(1), .i(2)])),
    (.outOfRange, OSC.message("/tactus/subscribe", [.i(0)])),
    (.outOfRange, OSC.message("/tactus/subscribe", [.i(65536)])),
    (.notFinite, OSC.message("/tactus/patch/set", [.s("a"), .f(.infinity)])),
    (.unknownWord, OSC.touch("down", 1, 0.5, 0.5)),
    (.badID, OSC.message("/tactus/touch", [.s("began"), .f(1.5), .f(0), .f(0)])),
    (.badID, OSC.message("/tactus/touch", [.s("began"), .h(1 << 40), .f(0), .f(0)])),
    (.badID, OSC.message("/tactus/alive", [.d(.nan)])),
    (.notFinite, OSC.touch("began", 1, .nan, 0.5)),
    (.notFinite, OSC.touch("moved", 1, 0.5, -.infinity)),
    (.notFinite, OSC.touch("moved", 1, 0.5, 0.5, .nan)),
    (.notFinite, OSC.touch("moved", 1, 0.5, 0.5, 0.5, .infinity)),
    (.notFinite, OSC.message("/tactus/touch", [.s("began"), .i(1), .d(1e300), .f(0)])),
    (.notFinite, OSC.message("/tactus/timeout", [.f(.nan)])),
    (.outOfRange, OSC.touch("began", 1, 1.0501, 0.5)),
    (.outOfRange, OSC.touch("began", 1, 0.5, -0.0501)),
    (.outOfRange, OSC.touch("began", 1, 0.5, 0.5, 1.1)),
    (.outOfRange, OSC.touch("began", 1, 0.5, 0.5, 0.5, -0.001)),
    (.outOfRange, OSC.message("/tactus/timeout", [.f(-1)])),
    (.notLive, OSC.touch("ended", 1)),
  ]

  /// Whether a bad packet can stand in a bundle beside others.
  static func isElement(_ bad: (Refusal, [UInt8])) -> Bool {
    bad.1.count % 4 == 0 && ![.oversized, .tooDeep, .badJSON].contains(bad.0)
  }

  static func nest(_ packet: [UInt8], _ depth: Int) -> [UInt8] {
    (0..<depth).reduce(packet) { inner, _ in OSC.bundle([inner]) }
  }

  @Test(arguments: packets.indices) func aBadPacketIsCountedOnceAndMakesNothing(_ index: Int) {
    let (reason, packet) = Self.packets[index]
    var surface = Listening()
    #expect(surface.hear(packet).isEmpty && surface.refusals == [reason: 1], "\(reason) \(packet.prefix(64))")
  }

  /// Within a bundle a bad element does not harm its neighbours, unless its size hides where they begin.
  @Test(arguments: packets.indices.filter { isElement(packets[$0]) })
  func theBadMessageAloneIsDropped(_ index: Int) {
    let (reason, packet) = Self.packets[index]
    var surface = Listening()
    let good = OSC.touch("began", 5, 0.5, 0.5)
    surface.hear(OSC.bundle([good, packet, OSC.touch("moved", 5, 0.25, 0.5)]))
    #expect(surface.events.map(\.brief) == ["began 5 0.5 0.5", "moved 5 0.25 0.5"])
    #expect(surface.refusals == [reason: 1])
  }

  @Test func everyReasonIsReached() {
    #expect(Self.packets.count { Self.isElement($0) } > 20)
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

  @Test func sixteenBundlesInOneAnotherAreRead() {
    var surface = Listening()
    #expect(surface.hear(Self.nest(OSC.touch("began", 1, 0.5, 0.5), 16)).count == 1)
  }

  @Test func aTypeTagStringOfNothingIsRead() {
    var surface = Listening()
    #expect(surface.hear(OSC.message("/tactus/panic")).count == 1)
    let others = OSC.message("/tactus/panic", [.tag("T"), .tag("N"), .b([1, 2, 3]), .b([]), .s(""), .h(1)])
    #expect(surface.hear(others).count == 1, "arguments that nobody asked for do not hinder")
  }

  @Test func sendersBeyondTheLimitAreRefusedWhileAllHoldTouches() {
    var surface = Listening()
    for source in 1...257 as ClosedRange<UInt32> {
      surface.hear(OSC.touch("began", 1, 0.5, 0.5), from: source)
    }
    #expect(surface.decoder.liveCount == 256 && surface.refusals == [.tooManySenders: 1])
    surface.hear(OSC.touch("ended", 1), from: 1)
    #expect(surface.hear(OSC.touch("began", 1, 0.5, 0.5), from: 257).count == 1)
  }
}
