import OSC
import TestSupport
import Testing

@testable import Surface

/// Messages of pages, in bytes that are written down by hand from OSC 1.0 and docs/osc.md.
struct PageMessageTests {
  /// A text with its NULs.
  private static func text(_ text: String) -> [UInt8] {
    Array(text.utf8) + [UInt8](repeating: 0, count: 4 - text.utf8.count % 4)
  }

  /// `/tactus/touch moved 7 1 0.5`
  static let touch =
    text("/tactus/touch") + text(",siff") + text("moved") + [0, 0, 0, 7, 0x3F, 0x80, 0, 0, 0x3F, 0, 0, 0]

  private static func size(_ packet: [UInt8]) -> [UInt8] {
    [0, 0, UInt8(packet.count / 256), UInt8(packet.count % 256)]
  }

  /// A bundle at half a second behind `seconds`.
  private static func bundle(_ seconds: UInt8, _ packets: [UInt8]...) -> [UInt8] {
    packets.reduce(text("#bundle") + [0, 0, 0, seconds, 0x80, 0, 0, 0]) { $0 + size($1) + $1 }
  }

  private func message(_ address: String, _ arguments: OSCArgument...) -> PageMessage? {
    PageMessage(OSCMessage(address: Array(address.utf8), arguments: arguments))
  }

  private func string(_ text: String) -> OSCArgument { .string(Array(text.utf8)) }

  @Test func aTouchIsReadWithItsTime() throws {
    let packet = try #require(PagePacket(Self.bundle(3, Self.touch, Self.bundle(5, Self.touch))))
    #expect(packet.time == 5_500_000_000)
    #expect(
      packet.messages.map(\.message)
        == [PageMessage](repeating: .touch(.moved, 7, packet: Self.touch), count: 2))
    #expect(packet.messages.map(\.before) == [2_000_000_000, 0])
    let bare = try #require(PagePacket(Self.touch))
    #expect(bare.time == nil && bare.messages.map(\.before) == [0])
  }

  @Test func whatIsCutOffOrTooLongIsNoPacket() {
    let whole = Self.bundle(3, Self.touch)
    for count in 0..<whole.count where count != 16 { #expect(PagePacket(Array(whole.prefix(count))) == nil) }
    #expect(PagePacket(Array(whole.prefix(16))) == nil, "a bundle of nothing")
    #expect(PagePacket(whole + [0]) == nil)
    let most = [[UInt8]](repeating: Self.touch, count: 140)
    #expect(PagePacket(OSCPacket.bundle(most))?.messages.count == 140)
    #expect(PagePacket(OSCPacket.bundle(most + [Self.touch])) == nil)
    #expect(
      PagePacket(
        OSCPacket.bundle(
          [[UInt8]](repeating: OSCMessage.packet("/tactus/alive", (1...64).map { .int32($0) }), count: 50)))
        == nil)
  }

  @Test func aBundlePlaysAndRequestsNothing() {
    let get = OSCMessage.packet("/tactus/patch/get")
    #expect(PagePacket(get) != nil && PagePacket(OSCPacket.bundle([Self.touch, get])) == nil)
    #expect(PagePacket(OSCPacket.bundle([OSCMessage.packet("/tactus/panic")])) == nil)
  }

  @Test func wordsNumbersAndIdsHaveBounds() {
    func touch(_ word: String, _ id: Int32, _ numbers: Float...) -> PageMessage? {
      PageMessage(
        OSCMessage(
          address: Array("/tactus/touch".utf8),
          arguments: [string(word), .int32(id)] + numbers.map { .float($0) }))
    }
    #expect(touch("began", 1, 0, 1) != nil && touch("ended", 64, 0, 1, 0.5, 0.5, 1, 0) != nil)
    for wrong in [
      touch("begin", 1, 0, 1), touch("began", 0, 0, 1), touch("began", 65, 0, 1), touch("began", 1, 0),
      touch("began", 1, -0.1, 1), touch("began", 1, 0, 1.1), touch("began", 1, .nan, 1),
      touch("began", 1, 0, .infinity),
      touch("began", 1, 0, 1, 2), touch("began", 1, 0, 1, 0, 0, 0, 0, 0), message("/tactus/touch"),
      message("/tactus/touch", string("began"), .float(1), .float(0), .float(0)),
    ] {
      #expect(wrong == nil)
    }
    #expect(
      message("/tactus/alive") == .alive([])
        && message("/tactus/alive", .int32(1), .int32(64)) == .alive([1, 64]))
    #expect(message("/tactus/alive", .int32(65)) == nil && message("/tactus/alive", .float(1)) == nil)
  }

  @Test(arguments: [
    ("/tactus/motion/attitude", 3), ("/tactus/motion/acceleration", 3), ("/tactus/motion/gravity", 3),
    ("/tactus/motion/gyroscope", 3), ("/tactus/motion/magnet", 3), ("/tactus/motion/heading", 1),
    ("/pdparty/loc", 3),
    ("/pdparty/speed", 2), ("/pdparty/altitude", 2),
  ])
  func aSensorHasAsManyNumbersAsIsSaid(address: String, count: Int) {
    func sensor(_ count: Int, _ last: Float = 2) -> PageMessage? {
      let numbers = [Float](repeating: 1, count: max(count - 1, 0)) + (count > 0 ? [last] : [])
      return PageMessage(OSCMessage(address: Array(address.utf8), arguments: numbers.map { .float($0) }))
    }
    #expect(
      sensor(count) != nil && sensor(count - 1) == nil && sensor(count + 1) == nil
        && sensor(count, .nan) == nil)
  }

  @Test func aChannelMessageIsReadAndNoOther() {
    func midi(_ bytes: Int32...) -> PageMessage? {
      PageMessage(OSCMessage(address: Array("/tactus/midi".utf8), arguments: bytes.map { .int32($0) }))
    }
    #expect(midi(0x95, 60, 127) != nil && midi(0xEF, 0, 0) != nil)
    for wrong in [
      midi(0x7F, 60, 1), midi(0xF0, 1, 1), midi(0x90, 128, 1), midi(0x90, 60, 128), midi(0x90, 60),
      midi(0x90, 60, 1, 0),
      midi(0x90, -1, 1),
    ] {
      #expect(wrong == nil)
    }
  }

  @Test func controllersMacrosAndTrimsHaveBounds() {
    func numbered(_ address: String, _ number: Int32, _ value: Float, _ rest: OSCArgument...) -> Bool {
      PageMessage(
        OSCMessage(address: Array(address.utf8), arguments: [.int32(number), .float(value)] + rest)) != nil
    }
    #expect(
      numbered("/tactus/macro", 1, 0) && numbered("/tactus/macro", 8, 1) && numbered("/tactus/trim", 32, 2))
    #expect(
      numbered("/tactus/pad/axis", 6, -1, .int32(4)) && numbered("/tactus/pad/button", 16, 1, .int32(1)))
    #expect(
      !numbered("/tactus/macro", 9, 0.5) && !numbered("/tactus/macro", 1, .nan)
        && !numbered("/tactus/macro", 1, 1.1))
    #expect(
      !numbered("/tactus/trim", 0, 1) && !numbered("/tactus/trim", 33, 1) && !numbered("/tactus/trim", 1, 2.1)
    )
    #expect(
      !numbered("/tactus/pad/axis", 7, 0, .int32(1)) && !numbered("/tactus/pad/button", 1, -0.1, .int32(1)))
    #expect(!numbered("/tactus/pad/axis", 1, 0, .int32(5)) && !numbered("/tactus/pad/axis", 1, 0))
  }

  /// A joined browser may command the looper, as it may move macros.
  @Test func commandsToTheLooperHaveBounds() {
    func loop(_ arguments: OSCArgument...) -> Bool {
      PageMessage(
        OSCMessage(address: Array("/tactus/loop".utf8), arguments: [string("level")] + arguments)) != nil
    }
    #expect(loop() && loop(.int32(-1)) && loop(.int32(16), .float(0.5)) && loop(.int32(1), .float(-1)))
    #expect(!loop(.int32(17)) && !loop(.int32(-2)) && !loop(.float(1)) && !loop(.int32(1), .int32(1)))
    #expect(!loop(.int32(1), .float(65)) && !loop(.int32(1), .float(.nan)))
    #expect(!loop(.int32(1), .float(1), .float(1)))
    #expect(message("/tactus/loop") == nil && message("/tactus/loop", .int32(1)) == nil)
    #expect(message("/tactus/loop", string(String(repeating: "a", count: 17))) == nil)
  }

  @Test func whatIsAskedOfDocumentsIsListed() {
    let head: [OSCArgument] = [.int64(7), .int32(1), OSCArgument.none]
    for kind in ["patch", "grid"] {
      #expect(message("/tactus/\(kind)/get") != nil && message("/tactus/\(kind)/get", .int32(1)) == nil)
      #expect(
        message("/tactus/\(kind)/library", .int32(7)) != nil
          && message("/tactus/\(kind)/library", .int32(-1)) == nil)
      #expect(
        message("/tactus/\(kind)/library", string("{}")).map {
          if case .question(kind, _, "{}") = $0 { true } else { false }
        } == true)
      #expect(message("/tactus/\(kind)/edit", string("{}")) != nil && message("/tactus/\(kind)/edit") == nil)
      #expect(message("/tactus/\(kind)/edit", string("{}"), head[0], head[1], head[2]) != nil)
      #expect(message("/tactus/\(kind)/edit", string("{}"), head[0], head[1]) == nil)
      #expect(
        message("/tactus/\(kind)/save", string("a")).map {
          if case .document(kind, _, true) = $0 { true } else { false }
        } == true)
    }
    // Addresses of OSC that programs may use and pages may not.
    for word in [
      "set", "list", "next", "undo", "setlist", "connect", "tuning", "snapshot", "compare", "load/x", "",
    ] {
      #expect(
        message("/tactus/patch/\(word)", string("a")) == nil && message("/tactus/patch/\(word)") == nil,
        "\(word)")
    }
    for address in [
      "/tactus/timeout", "/tactus/stats", "/tactus/subscribe", "/tactus/take/begin", "/tactus/macro/learn",
      "/tactus/hold",
      "/tactus/token", "/tactus/source/timeout", "/tactus/source/gone", "/tactus/surface/1/touch",
      "/tactus/scene/set",
      "/tactus/scene/list", "/tactus/tangible/near", "/tactus/*", "/tuio/2Dcur", "/pdparty/touch", "/1/fader",
      "/",
    ] {
      #expect(
        message(address) == nil && message(address, string("a")) == nil && message(address, .int32(1)) == nil,
        "\(address)")
    }
    #expect(
      message("/tactus/source", string("finger")) != nil && message("/tactus/source", string("key")) == nil)
  }

  @Test func whatThePageOfASceneAsksForIsListed() {
    func scene(_ word: String, _ text: String = "") -> PageMessage? {
      message("/tactus/scene/window", .int32(0), string(word), string(text))
    }
    // The address in fours, `,iss`, 3, the word and its text.
    let words = Array("/tactus/scene/window\0\0\0\0,iss\0\0\0\0\0\0\0\u{3}values\0\0{}\0\0".utf8)
    #expect(PageMessage.scenePacket("values", "{}", instance: 3) == words)
    for (word, text) in [
      ("all", ""), ("restart", ""), ("record", "1"), ("record", "0"), ("open", "/a b"), ("shelf", "{}"),
      ("port", "level -3"),
    ] {
      #expect(scene(word, text) == .scene(word, text))
    }
    for (word, text) in [
      ("", ""), ("all", "now"), ("record", ""), ("record", "2"), ("values", ""), ("open", ""), ("edit", ""),
      ("install", "/a"), ("values", String(repeating: "x", count: 16_385)),
    ] {
      #expect(scene(word, text) == nil, "\(word)")
    }
  }

  @Test func withoutSavingAPageOfASceneWritesNothing() {
    for (word, text) in [("record", "1"), ("shelf", "{\"delete\": [\"a\"]}"), ("shelf", "{\"list\":[]}")] {
      #expect(PageMessage.writes(word, text), "\(text)")
    }
    for (word, text) in [
      ("record", "0"), ("shelf", "{\"list\": []}"), ("open", "/a"), ("values", "{}"), ("all", ""),
    ] {
      #expect(!PageMessage.writes(word, text), "\(word)")
    }
  }

  @Test func questionsAreOfOneWordAndNoneLetsStrangersIn() {
    for allowed in ["{\"room\": true}", "{\"load\": \"a\"}", "{\"list\": 0}", "{\"preview\": \"a\"}"] {
      #expect(PageMessage.refusal(of: allowed, allowsSaving: false) == nil, "\(allowed)")
    }
    for refused in ["{\"allow\": null}", "{}", "[]", "3", "", "{\"room\": 1, \"list\": 2}", "{\"room\""] {
      #expect(PageMessage.refusal(of: refused, allowsSaving: true) != nil, "\(refused)")
    }
    // Deleting and renaming change the disk.
    for writing in ["{\"delete\": \"a\"}", "{\"save\": \"a\"}"] {
      #expect(PageMessage.refusal(of: writing, allowsSaving: false) != nil)
      #expect(PageMessage.refusal(of: writing, allowsSaving: true) == nil)
    }
  }
}

struct PairingTests {
  @Test func tokensAreLongAndNeverTheSame() {
    let tokens = Set((0..<1000).map { _ in Pairing.newToken() })
    #expect(tokens.count == 1000)
    #expect(tokens.allSatisfy { $0.utf8.count == 22 })
    // Each of 64 letters is used.
    #expect(Set(tokens.joined()).count == 64)
  }

  @Test func wrongTokensAreReadTenTimesAMinute() {
    var pairing = Pairing(token: "right", address: "127.0.0.1", port: 1, names: ["a"], isSecure: false)
    var read = 0
    for second in 0..<120 {
      for _ in 0..<5 {
        do throws(Pairing.Fault) {
          try pairing.checkToken("wrong", at: Int64(second) * 1_000_000_000)
        } catch {
          if error == .badToken { read += 1 }
        }
      }
      #expect(throws: Never.self) { try pairing.checkToken("right", at: Int64(second) * 1_000_000_000) }
    }
    #expect(20...31 ~= read, "\(read) were read in two minutes")
  }
}

struct ClockFilterTests {
  /// Taps each 100 ms by a clock of its own, over a network that holds them back for 0 to 30 ms: with 40 ms
  /// of delay they come in their rhythm.
  @Test func aConstantDelayKeepsTheRhythm() {
    var random = SeededGenerator("CLOCK_SEED", default: 18)
    var clock = ClockFilter()
    var dues: [Int64] = []
    for tap in 0..<600 {
      let page = Int64(tap) * 100_000_000
      let arrival = 7_000_000_000 + page + 2_000_000 + Int64.random(in: 0..<30_000_000, using: &random)
      let due = clock.time(page: page, arrival: arrival) + 40_000_000
      // After the first seconds the fastest way is known.
      if tap > 100 {
        #expect(due >= arrival, "tap \(tap) came behind its time")
        dues.append(due - page)
      }
    }
    let spread = dues.max()! - dues.min()!
    // The way is forgotten by 100 parts of a million, so it rises by less than 2 ms between two fast taps.
    #expect(spread < 4_000_000, "the taps wander by \(spread) ns")
  }

  @Test func aClockThatJumpsBeginsAnew() {
    var clock = ClockFilter()
    _ = clock.time(page: 0, arrival: 1_000_000_000)
    #expect(clock.time(page: 3_600_000_000_000, arrival: 2_000_000_000) == 2_000_000_000)
    #expect(clock.time(page: 0, arrival: 3_000_000_000) == 3_000_000_000)
  }
}
