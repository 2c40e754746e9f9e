import TestSupport
import Testing

@testable import Surface

/// What pages send, against bytes that are written down by hand from docs/surface.md.
struct BrowserMessageTests {
  static let touch: [UInt8] = [
    1, 1, 5, 0, 0x10, 0x27, 0, 0,  // a point; 10,000 units of 0.1 ms
    2, 7, 20, 0, 0xFE, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 255, 0,
  ]

  @Test func aPointIsRead() throws {
    let (message, time) = try #require(BrowserMessage.read(Self.touch))
    #expect(time == 1_000_000_000)
    let expected = BrowserPoint(
      word: .moved, id: 7, before: 20, x: 1, y: Float(0x7FFF) / 65_534, pressure: nil, radius: nil,
      aspect: nil, angle: nil)
    #expect(message == .touches([expected]))
  }

  @Test func whatIsCutOffOrTooLongIsNoMessage() {
    for count in 0..<Self.touch.count { #expect(BrowserMessage.read(Array(Self.touch.prefix(count))) == nil) }
    #expect(BrowserMessage.read(Self.touch + [0]) == nil)
    #expect(BrowserMessage.read([UInt8](repeating: 1, count: BrowserMessage.byteLimit + 1)) == nil)
  }

  @Test(arguments: [(8, 0), (8, 4), (9, 0), (9, 65), (0, 6), (1, 0), (1, 141)])
  func wordsAndIdsHaveBounds(place: Int, value: UInt8) {
    var bytes = Self.touch
    bytes[place] = value
    #expect(BrowserMessage.read(bytes) == nil)
  }

  @Test func numbersThatAreNoneAreNoMotion() {
    let head: [UInt8] = [4, 2, 0, 0, 0, 0, 0, 0]
    let one: [UInt8] = [0, 0, 0x80, 0x3F]
    let none: [UInt8] = [0, 0, 0xC0, 0x7F]
    #expect(BrowserMessage.read(head + one + one + one)?.message == .motion(sensor: 2, 1, 1, 1))
    #expect(BrowserMessage.read(head + one + none + one) == nil)
  }

  @Test func aSensorHasItsAddressAndAsManyNumbersAsIsSaid() {
    func words(_ text: String) -> [UInt8] {
      Array(text.utf8) + [UInt8](repeating: 0, count: 4 - text.utf8.count % 4)
    }
    let (one, two): ([UInt8], [UInt8]) = ([0x3F, 0x80, 0, 0], [0x40, 0, 0, 0])
    func packet(_ sensor: UInt8) -> [UInt8] { BrowserMessage.packet(ofSensor: sensor, [1, 2, 1]) }
    #expect(packet(6) == words("/tactus/motion/heading") + words(",f") + one)
    #expect(packet(7) == words("/pdparty/loc") + words(",fff") + one + two + one)
    #expect(packet(9) == words("/pdparty/altitude") + words(",ff") + one + two)
    let head: [UInt8] = [4, 10, 0, 0, 0, 0, 0, 0]
    #expect(BrowserMessage.read(head + one + one + one) == nil, "there are nine")
  }

  @Test func aChannelMessageIsReadAndNoOtherByte() {
    let head: [UInt8] = [6, 1, 0, 0, 0, 0, 0, 0]
    #expect(BrowserMessage.read(head + [0x95, 60, 127])?.message == .midi(0x95, 60, 127))
    #expect(BrowserMessage.read(head + [0xEF, 0, 0])?.message == .midi(0xEF, 0, 0))
    // Data without a status, system messages, data of eight bits, too little, too much.
    for wrong: [UInt8] in [
      [0x7F, 60, 1], [0xF0, 1, 1], [0x90, 128, 1], [0x90, 60, 128], [0x90, 60], [0x90, 60, 1, 0],
    ] {
      #expect(BrowserMessage.read(head + wrong) == nil, "\(wrong)")
    }
    #expect(BrowserMessage.read([6, 2, 0, 0, 0, 0, 0, 0, 0x90, 60, 1]) == nil)
  }

  @Test func aTrimIsAPacket() {
    // The address in fours, `,if`, 3 and 0.5.
    let words: [UInt8] = Array("/tactus/trim\0\0\0\0,if\0".utf8) + [0, 0, 0, 3, 0x3F, 0, 0, 0]
    #expect(Verb.trim.packet("3 0.5", kind: "patch") == words)
    #expect(Verb.trim.packet("32 2", kind: "patch") != nil)
    for wrong in ["0 1", "33 1", "1 2.1", "1 -0.1", "1 nan", "1", "1 1 1", "", "one 1"] {
      #expect(Verb.trim.packet(wrong, kind: "patch") == nil, "\(wrong)")
    }
  }

  @Test func whatIsAskedGoesToTheKindOfThePlugin() {
    let grid = Array("/tactus/grid/library\0\0\0\0,i\0\0".utf8) + [0, 0, 0, 7]
    #expect(Verb.library.packet("7", kind: "grid") == grid)
    let question = Array("/tactus/grid/library\0\0\0\0,s\0\0{\"room\": true}\0\0".utf8)
    #expect(Verb.ask.packet("{\"room\": true}", kind: "grid") == question)
    #expect(Verb.get.packet("now", kind: "grid") == nil)
  }

  @Test func whatThePageOfASceneAsksForIsListed() {
    // The address in fours, `,iss`, 3, the word and its text.
    let words = Array("/tactus/scene/window\0\0\0\0,iss\0\0\0\0\0\0\0\u{3}values\0\0{}\0\0".utf8)
    #expect(Verb.scene.packet("values {}", kind: "scene", instance: 3) == words)
    for right in [
      "all", "restart", "record 1", "record 0", "open /a b", "shelf {\"list\": []}", "port level -3",
    ] {
      #expect(Verb.scene.packet(right, kind: "scene") != nil, "\(right)")
      #expect(Verb.scene.packet(right, kind: "patch") == nil, "\(right)")
    }
    let long = "values " + String(repeating: "x", count: 16_384)
    for wrong in [
      "", "all now", "record", "record 2", "values", "open", "edit", "install /a", "values a\0", long,
    ] {
      #expect(Verb.scene.packet(wrong, kind: "scene") == nil, "\(wrong.prefix(40))")
    }
    // A scene has no document.
    for verb in [Verb.get, .library, .edit, .load, .save, .ask, .macro, .trim] {
      #expect(verb.packet("1 1", kind: "scene") == nil && verb.packet("", kind: "scene") == nil, "\(verb)")
    }
  }

  @Test func withoutSavingAPageOfASceneWritesNothing() {
    for writing in ["record 1", "shelf {\"delete\": [\"a\"]}", "shelf {\"list\":[]}"] {
      #expect(Verb.isWriting(writing), "\(writing)")
    }
    for other in ["record 0", "shelf {\"list\": []}", "open /a", "values {}", "all", "nonsense"] {
      #expect(!Verb.isWriting(other), "\(other)")
    }
  }

  @Test func questionsAreOfOneWordAndNoneLetsStrangersIn() {
    for allowed in ["{\"room\": true}", "{\"load\": \"a\"}", "{\"list\": 0}"] {
      #expect(Verb.refusal(of: allowed, allowsSaving: false) == nil, "\(allowed)")
    }
    for refused in ["{\"allow\": null}", "{}", "[]", "3", "", "{\"room\": 1, \"list\": 2}", "{\"room\""] {
      #expect(Verb.refusal(of: refused, allowsSaving: true) != nil, "\(refused)")
    }
    // What is deleted or renamed is on the disk.
    #expect(Verb.refusal(of: "{\"delete\": \"a\"}", allowsSaving: false) != nil)
    #expect(Verb.refusal(of: "{\"delete\": \"a\"}", allowsSaving: true) == nil)
  }

  @Test func aPageAsksForNothingThatIsNotListed() {
    #expect(Verb.allCases.count == 14)
    for words in ["/tactus/timeout", "stats", "set", "take/begin"] {
      #expect(Verb(rawValue: words) == nil)
    }
    #expect(Verb.load.packet("a\0b", kind: "patch") == nil)
    #expect(Verb.macro.packet("9 0.5", kind: "patch") == nil)
    #expect(Verb.macro.packet("1 nan", kind: "patch") == nil)
    #expect(Verb.source.packet("key", kind: "patch") == nil)
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
