import Foundation
import InputTestSupport
import RealTime
import Testing

@testable import Dialects

/// TUIO 1.1 and 2.0: byte vectors of an independent encoder, the rules of frames, and habits of real senders.
struct TUIOTests {
  static func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.filter { $0.isHexDigit }
    return stride(from: 0, to: digits.count, by: 2).map { place in
      let start = digits.index(digits.startIndex, offsetBy: place)
      return UInt8(digits[start..<digits.index(start, offsetBy: 2)], radix: 16)!
    }
  }

  /// Source "t@x", alive 7, set 7 (.25, .5, 0, 0, 0), fseq 1.
  static let cursorBundle = bytes(
    """
    2362756e646c650000000000000000010000001c2f7475696f2f3244637572002c737300736f75726365000074407800
    0000001c2f7475696f2f3244637572002c736900616c69766500000000000007000000342f7475696f2f324463757200
    2c736966666666660000000073657400000000073e8000003f0000000000000000000000000000000000001c2f747569
    6f2f3244637572002c736900667365710000000000000001
    """)
  /// s3 i12 (.5, .5) a = π/2.
  static let objectSet = bytes(
    """
    2f7475696f2f32446f626a002c73696966666666666666660000000073657400000000030000000c3f0000003f000000
    3fc90fdb0000000000000000000000000000000000000000
    """)
  /// s4 (.5, .5) a 0 w .1 h .2 f .02.
  static let blobSet = bytes(
    """
    2f7475696f2f3244626c62002c73696666666666666666666666000073657400000000043f0000003f00000000000000
    3dcccccd3e4ccccd3ca3d70a0000000000000000000000000000000000000000
    """)
  /// frm 1, 1920 × 1080, "t:0@x"; tok s7 of user 3 and type 2, c12 (.5, .5) π/2; alv 7.
  static let tokenBundle = bytes(
    """
    2362756e646c650000000000000000010000002c2f7475696f322f66726d00002c6974697300000000000001e8d4a510
    0000000007800438743a3040780000000000002c2f7475696f322f746f6b00002c696969666666000000000700030002
    0000000c3f0000003f0000003fc90fdb000000142f7475696f322f616c7600002c69000000000007
    """)

  @Test func theVectorsAreAsLongAsTheyShouldBe() {
    #expect(
      [Self.cursorBundle, Self.objectSet, Self.blobSet, Self.tokenBundle].map(\.count) == [168, 72, 80, 136])
  }

  @Test func aCursorBundleIsATouch() {
    var surface = Listening()
    surface.receive(Self.cursorBundle)
    #expect(surface.events.map(\.brief) == ["began 7 0.25 0.5"] && surface.refusals.isEmpty)
  }

  /// A quarter turn clockwise on the screen is three quarters anticlockwise.
  @Test func anObjectIsATokenWithItsClassAndItsAngleTurnedOver() {
    var surface = Listening()
    surface.receive(Self.objectSet)
    #expect(surface.events.isEmpty, "a set waits for its frame's end")
    surface.receive(TUIO.message("2Dobj", "fseq", [.i(1)]))
    #expect(surface.events.map(\.brief) == ["token 3 0.5 0.5"])
    #expect(abs(surface.events[0].token.angle - 0.75) < 1e-6 && surface.events[0].token.classNumber == 12)
    surface.receive(TUIO.frame("2Dobj", alive: [], [], 2))
    surface.receive(TUIO.frame("2Dobj", alive: [], [], 3))
    #expect(surface.events.map(\.kind) == [.token, .tokenLifted] && surface.refusals.isEmpty)
  }

  /// w .1 of 0.8 diagonals and h .2 of 0.6: half axes 0.04 and 0.06, the longer one upright.
  @Test func aBlobIsATouchWithASize() {
    var surface = Listening()
    surface.receive(Self.blobSet)
    surface.receive(TUIO.message("2Dblb", "fseq", [.i(1)]))
    #expect(surface.events.map(\.kind) == [.began, .shape])
    #expect(
      abs(surface.events[0].touch.radius - 0.06) < 1e-6 && abs(surface.events[1].shape.aspect - 2 / 3) < 1e-6)
    #expect(surface.events[1].shape.orientation == 0.25)
  }

  @Test func aTUIO2TokenIsOneToo() {
    var surface = Listening()
    surface.receive(Self.tokenBundle)
    #expect(surface.events.map(\.brief) == ["token 7 0.5 0.5"] && surface.refusals.isEmpty)
    #expect(abs(surface.events[0].token.angle - 0.75) < 1e-6 && surface.events[0].token.classNumber == 12)
    let (user, type) = TUIO2Dialect.user(0x0003_0002)
    #expect(user == 3 && type == 2)
  }

  // MARK: Frames

  /// One source, one profile: 1 ok, 1 ok, 3 ok, 2 late, −1 ok, 103 ok, 3 late, 2 a restart, 3 ok.
  @Test func theSequenceOfFrameNumbers() {
    var surface = Listening()
    var taken: [Bool] = []
    for (step, number) in ([1, 1, 3, 2, -1, 103, 3, 2, 3] as [Int32]).enumerated() {
      let frame = TUIO.frame("2Dcur", alive: [1], [(1, Float(step) / 10, 0)], number)
      taken.append(!surface.receive(frame).isEmpty)
    }
    #expect(taken == [true, true, true, false, true, true, false, true, true])
    #expect(surface.refusals == [.lateFrame: 2])
  }

  @Test func eachSourceAndProfileAndSenderCountsForItself() {
    var surface = Listening()
    surface.receive(TUIO.frame("2Dcur", source: "a@1", alive: [1], [(1, 0.1, 0)], 5000))
    surface.receive(TUIO.frame("2Dcur", source: "b@2", alive: [1], [(1, 0.2, 0)], 4950))
    surface.receive(TUIO.frame("25Dcur", source: "a@1", alive: [1], [(1, 0.3, 0)], 4940))
    surface.receive(TUIO.frame("2Dcur", source: "a@1", alive: [1], [(1, 0.4, 0)], 4930), from: 1 << 12 | 2)
    #expect(surface.events.map(\.kind) == [.began, .began, .began, .began], "one id, four touches")
    #expect(Set(surface.events.map(\.source)).count == 4)
    surface.receive(TUIO.frame("2Dcur", source: "b@2", alive: [], [], 4951))
    #expect(surface.decoder.liveCount == 3 && surface.events.last?.touch.x == 0.2 && surface.refusals.isEmpty)
  }

  @Test func aSplitFrameARefreshAndOneWithoutSource() {
    var surface = Listening()
    surface.receive(TUIO.frame("2Dcur", source: nil, alive: [1, 2], [(1, 0.25, 0)], 9))
    surface.receive(TUIO.frame("2Dcur", source: nil, alive: [1, 2], [(2, 0.5, 0)], 9))
    surface.receive(TUIO.frame("2Dcur", source: "late@name", alive: [1, 2], [(2, 0.75, 0)], -1))
    #expect(surface.events.map(\.brief) == ["began 1 0.25 1.0", "began 2 0.5 1.0", "moved 2 0.75 1.0"])
    surface.receive(TUIO.frame("2Dcur", source: "late@name", alive: [2], [], 10))
    #expect(surface.events.last?.brief == "ended 1 0.25 1.0" && surface.decoder.liveCount == 1)
  }

  @Test func severalProfilesInOneBundleAndNoBundleAtAll() {
    var surface = Listening()
    let cursor = TUIO.messages("2Dcur", alive: [1], [(1, 0.25, 0.5)], 1)
    let blob = [
      TUIO.message("2Dblb", "alive", [.i(1)]),
      TUIO.message("2Dblb", "set", [.i(1)] + [0.5, 0.5, 0, 0, 0, 0, 0, 0, 0, 0, 0].map { .f($0) }),
      TUIO.message("2Dblb", "fseq", [.i(1)]),
    ]
    surface.receive(OSCEncoder.bundle(cursor + blob))
    #expect(surface.events.map(\.kind) == [.began, .began] && surface.decoder.liveCount == 2)
    for message in TUIO.messages("2Dcur", alive: [2], [(2, 0.75, 0.5)], 2) { surface.receive(message) }
    #expect(surface.events.suffix(2).map(\.brief) == ["ended 1 0.25 0.5", "began 2 0.75 0.5"])
    // A sender that numbers no frames: each bundle is a frame.
    var other = Listening()
    other.receive(OSCEncoder.bundle(Array(TUIO.messages("2Dcur", alive: [4], [(4, 0.5, 0.5)], 1).dropLast())))
    #expect(other.events.map(\.brief) == ["began 4 0.5 0.5"])
  }

  /// A sender without numbers and bundles: only the next frame ends a frame, and none comes after the last
  /// finger.
  @Test func theLastFingerLiftsWithoutNumbersAndBundles() {
    var surface = Listening()
    func frame(_ alive: [Int32], at seconds: Double) {
      for message in TUIO.messages("2Dcur", alive: alive, alive.map { ($0, 0.25, 0.5) }, 1).dropLast() {
        surface.receive(message, at: seconds)
      }
    }
    frame([1, 2], at: 0)
    frame([1], at: 0.02)
    frame([], at: 0.04)
    #expect(surface.events.map(\.brief).last == "moved 1 0.25 0.5" && surface.decoder.liveCount == 1)
    #expect(surface.expire(at: 0.08).isEmpty)
    #expect(surface.expire(at: 0.1).map(\.brief) == ["ended 1 0.25 0.5"])
    #expect(surface.expire(at: 1).isEmpty && surface.refusals.isEmpty)
    // Where frames have numbers, half a frame is not accepted.
    var numbered = Listening()
    numbered.receive(TUIO.frame("2Dcur", alive: [1], [(1, 0.25, 0.5)], 1))
    numbered.receive(TUIO.message("2Dcur", "alive", []))
    #expect(numbered.expire(at: 1).isEmpty)
  }

  /// A program that starts again has another socket and the same name.
  @Test func aSourceThatStartsAgainEndsWhatItLeft() {
    let (old, new, other) = (UInt32(1 << 12 | 1), UInt32(1 << 12 | 2), UInt32(2 << 12 | 1))
    var surface = Listening()
    surface.receive(TUIO.frame("2Dcur", source: "a@1", alive: [1], [(1, 0.25, 0)], 900), from: old)
    surface.receive(TUIO.frame("2Dcur", source: "b@1", alive: [2], [(2, 0.25, 0)], 900), from: old)
    surface.receive(
      TUIO.frame2(1, [TUIO.message2("tok", [.i(7), .i(0), .i(0), .f(0), .f(0), .f(0)])], alive: [7]),
      from: old)
    #expect(
      surface.receive(TUIO.frame("2Dcur", source: "a@1", alive: [], [], 1), from: other).isEmpty,
      "another machine")
    let ended = surface.receive(TUIO.frame("2Dcur", source: "a@1", alive: [5], [(5, 0.5, 0)], 1), from: new)
    #expect(ended.map(\.brief) == ["ended 1 0.25 1.0", "began 5 0.5 1.0"])
    #expect(surface.receive(TUIO.frame2(1, [], alive: []), from: new).map(\.kind) == [.tokenLifted])
    // Afterwards two programs can play at the same time under one name.
    let frame = TUIO.frame("2Dcur", source: "a@1", alive: [1], [(1, 0.75, 0)], 901)
    #expect(surface.receive(frame, from: old).map(\.kind) == [.began])
    #expect(
      surface.receive(TUIO.frame("2Dcur", source: "a@1", alive: [5], [(5, 0.6, 0)], 2), from: new).map(\.kind)
        == [.moved])
    #expect(surface.receive(frame, from: old).map(\.kind) == [.moved] && surface.decoder.liveCount == 3)
  }

  /// Without a name nothing but the ids tells that a program goes on from another socket.
  @Test func aSourceWithoutANameHasNoSecondSetOfFingers() {
    let (old, new, other) = (UInt32(1 << 12 | 1), UInt32(1 << 12 | 2), UInt32(1 << 12 | 3))
    var surface = Listening()
    func frame(_ alive: [Int32], _ number: Int32, x: Float) -> [UInt8] {
      OSCEncoder.bundle(
        [TUIO.message("2Dcur", "alive", alive.map { .i($0) })]
          + alive.map { TUIO.message("2Dcur", "set", [.i($0)] + [x, 0, 0, 0, 0].map { .f($0) }) }
          + [TUIO.message("2Dcur", "fseq", [.i(number)])])
    }
    surface.receive(frame([1, 2], 900, x: 0.25), from: old)
    surface.receive(frame([1, 2], 901, x: 0.5), from: old)
    // Another tracker with other ids is another source.
    #expect(surface.receive(frame([5], 1, x: 0), from: other).map(\.kind) == [.began])
    let events = surface.receive(frame([1, 2], 902, x: 0.5), from: new)
    #expect(events.map(\.kind) == [.ended, .ended, .began, .began] && surface.decoder.liveCount == 3)
    #expect(surface.receive(frame([1, 2], 903, x: 0.75), from: new).map(\.kind) == [.moved, .moved])
    #expect(surface.receive(frame([5], 2, x: 0), from: other).map(\.kind) == [.moved])
    surface.receive(frame([], 904, x: 0), from: new)
    #expect(surface.decoder.liveCount == 1)
  }

  @Test func aSourceBeyondTheLimitIsRefusedAndNoOtherMoves() {
    var surface = Listening()
    func frame(_ source: Int, _ alive: [Int32], x: Float = 0.25) -> [SurfaceEvent] {
      surface.receive(TUIO.frame("2Dcur", source: "s\(source)@x", alive: alive, alive.map { ($0, x, 0) }, 1))
    }
    for source in 1...32 { #expect(frame(source, [1]).map(\.kind) == [.began]) }
    #expect(frame(33, [], x: 0.5).isEmpty && surface.decoder.liveCount == 32, "the 32nd still has its touch")
    #expect(surface.refusals == [.tooManySenders: 3], "its name, `alive` and `fseq`")
    surface.receive(TUIO.message("2Dcur", "fseq", [.i(2)]))
    #expect(surface.refusals == [.tooManySenders: 4], "until another is named")
    #expect(frame(7, []).map(\.kind) == [.ended])
    // The seventh has no live objects: its number goes to the next one, which is a source of its own.
    #expect(frame(33, [1], x: 0.5).map(\.brief) == ["began 1 0.5 1.0"])
    #expect(frame(34, [1]).isEmpty && frame(32, [1], x: 0.75).map(\.brief) == ["moved 1 0.75 1.0"])
    #expect(frame(33, []).map(\.brief) == ["ended 1 0.5 1.0"] && surface.decoder.liveCount == 31)
    for source in 35...200 {
      #expect(frame(source, [1]).map(\.kind) == [.began] && frame(source, []).map(\.kind) == [.ended])
    }
    // The same in TUIO 2.0.
    var other = Listening()
    func frame2(_ source: Int, _ alive: [Int32]) -> [SurfaceEvent] {
      let pointers = alive.map {
        TUIO.message2("ptr", [.i($0), .i(0), .i(0)] + [0.5, 0.5, 0, 0, 0, 0.5].map { .f($0) })
      }
      let frm = TUIO.message2("frm", [.i(1), .i(7), .i(0), .s("s\(source):0@x")])
      return other.receive(OSCEncoder.bundle([frm] + pointers + [TUIO.message2("alv", alive.map { .i($0) })]))
    }
    for source in 1...32 { #expect(frame2(source, [1]).map(\.kind) == [.began]) }
    #expect(
      frame2(33, [1]).isEmpty && other.decoder.liveCount == 32 && other.refusals == [.tooManySenders: 3])
    #expect(frame2(7, []).map(\.kind) == [.ended] && frame2(33, [1]).map(\.kind) == [.began])
  }

  /// Two trackers behind one socket are distinguished by their names.
  @Test func aSourceHasItsNameBeforeItsTouches() {
    var surface = Listening()
    surface.receive(TUIO.frame("2Dcur", source: "east@10.0.0.1", alive: [1], [(1, 0.25, 0)], 1))
    surface.receive(TUIO.frame("2Dcur", source: "west@10.0.0.1", alive: [1], [(1, 0.5, 0)], 1))
    surface.receive(
      TUIO.frame2(1, [TUIO.message2("tok", [.i(7), .i(0), .i(0), .f(0), .f(0), .f(0)])], alive: [7]))
    #expect(surface.events.map { surface.names[$0.source] } == ["east@10.0.0.1", "west@10.0.0.1", "t:0@x"])
  }

  @Test func aSetThatIsNotAliveAndOneThatIsBrokenAreRefusedAlone() {
    var surface = Listening()
    surface.receive(TUIO.frame("2Dcur", alive: [1], [(1, 0.25, 0), (2, 0.5, 0)], 1))
    #expect(surface.events.map(\.brief) == ["began 1 0.25 1.0"] && surface.refusals == [.notInAlive: 1])
    surface.receive(
      OSCEncoder.bundle([
        TUIO.message("2Dcur", "alive", [.i(1), .i(3)]), TUIO.message("2Dcur", "set", [.i(1), .f(0.5)]),
        TUIO.message("2Dcur", "set", [.i(1), .f(.nan), .f(0), .f(0), .f(0), .f(0)]),
        TUIO.message("2Dcur", "set", [.i(3), .f(1.04), .d(0.25), .i(0), .f(.nan), .f(0)]),
        TUIO.message("2Dcur", "fseq", [.f(2)]),
      ]))
    #expect(
      surface.events.last?.brief == "began 3 1.0 0.75", "a little overshoot; its velocities do not matter")
    #expect(surface.refusals == [.notInAlive: 1, .wrongArguments: 1, .notFinite: 1])
  }

  @Test(arguments: [
    ("25Dcur", [0.25, 0.5, 0.75, 9, 9, 9, 9]), ("3Dcur", [0.25, 0.5, 0.75, 9, 9, 9, 9]),
    ("25Dblb", [0.25, 0.5, 0.75, 0, 0.1, 0.1, 0.01, 9, 9, 9, 9, 9, 9]),
    ("3Dblb", [0.25, 0.5, 0.75, 0, 1, 2, 0.1, 0.1, 0.1, 0.01, 9, 9, 9, 9, 9, 9, 9, 9]),
    ("_sxyzP", [0.25, 0.5, 0.75, 9]),
  ]) func theHeightIsThePressure(_ profile: String, _ numbers: [Float]) {
    var surface = Listening()
    surface.receive(
      OSCEncoder.bundle([
        TUIO.message(profile, "set", [.i(1)] + numbers.map { .f($0) }),
        TUIO.message(profile, "fseq", [.i(1)]),
      ]))
    #expect(surface.events.first?.brief == "began 1 0.25 0.5" && surface.events.first?.touch.pressure == 0.75)
    #expect(surface.refusals.isEmpty)
  }

  /// Trackers append the width and the height of a finger; reference clients read the first fields.
  @Test func argumentsBehindThoseOfTheProfileAreIgnored() {
    var surface = Listening()
    func set(_ profile: String, _ ids: [OSCEncoder.Argument], _ count: Int) -> [UInt8] {
      let zeros = [Float](repeating: 0, count: count - 2)
      return TUIO.message(
        profile, "set", ids + ([0.25, 0.5] + zeros).map { .f($0) } + [.f(0.02), .f(0.03), .s("more")])
    }
    for (profile, ids, count) in [
      ("2Dcur", [.i(4)], 5), ("2Dblb", [.i(4)], 11), ("2Dobj", [.i(4), .i(1)], 8), ("25Dcur", [.i(4)], 7),
    ] as [(String, [OSCEncoder.Argument], Int)] {
      let frame = OSCEncoder.bundle([
        set(profile, ids, count), TUIO.message(profile, "alive", [.i(4)]),
        TUIO.message(profile, "fseq", [.i(1), .f(0.5)]),
      ])
      #expect(surface.receive(frame).first?.words[0] == 0.25, "\(profile)")
    }
    #expect(surface.events.map(\.kind) == [.began, .began, .token, .began] && surface.refusals.isEmpty)
    // The number of the frame counts although something follows it.
    #expect(surface.receive(TUIO.frame("2Dcur", alive: [], [], 1)).isEmpty == false)
    surface.receive(
      OSCEncoder.bundle([
        TUIO.message("2Dcur", "set", [.i(4)] + [0.25, 0.5, 0, 0].map { .f($0) }),
        TUIO.message("2Dcur", "set", [.i(4), .f(0.25), .s("0.5"), .f(0), .f(0), .f(0)]),
        TUIO.message("2Dcur", "fseq", []),
      ]))
    #expect(surface.refusals == [.wrongArguments: 3], "shorter ones and those of another type")
    // The free parameter of a free profile may be of any type.
    surface.receive(
      OSCEncoder.bundle([TUIO.message("_sxyP", "set", [.i(9), .f(0.5), .f(0.5), .s("red")])]))
    #expect(surface.events.last?.brief == "began 9 0.5 0.5")
  }

  @Test(arguments: [("25Dobj", 10), ("3Dobj", 14)]) func objectsOfAllDepthsAreTokens(
    _ profile: String, _ count: Int
  ) {
    var surface = Listening()
    // The last of three angles, yaw, is the rotation in the plane.
    let angles: [Float] = profile == "3Dobj" ? [1, 2, .pi] : [.pi]
    let numbers = [0.25, 0.125, 0.75] + angles + [Float](repeating: 0, count: count - 3 - angles.count)
    surface.receive(
      OSCEncoder.bundle([
        TUIO.message(profile, "set", [.i(1), .i(5)] + numbers.map { .f($0) }),
        TUIO.message(profile, "fseq", [.i(1)]),
      ]))
    #expect(surface.events.map(\.brief) == ["token 1 0.25 0.875"] && surface.events[0].token.classNumber == 5)
    #expect(abs(surface.events[0].token.angle - 0.5) < 1e-6 && surface.refusals.isEmpty)
  }

  /// The table of docs/osc.md: the same point and the same angle in every language.
  @Test func theSamePlaceInEveryLanguage() {
    let angle = Float(1.5707964)
    func set(_ profile: String, _ ids: [OSCEncoder.Argument], _ numbers: Float...) -> [UInt8] {
      OSCEncoder.bundle([
        TUIO.message(profile, "set", ids + numbers.map { .f($0) }), TUIO.message(profile, "fseq", [.i(1)]),
      ])
    }
    let packets: [(String, [UInt8])] = [
      (
        "tactus",
        OSCEncoder.message("/tactus/token", [.s("placed"), .i(1), .f(0.25), .f(0.75), .f(0.75), .i(1)])
      ),
      ("object", set("2Dobj", [.i(1), .i(1)], 0.25, 0.25, angle, 0, 0, 0, 0, 0)),
      ("blob", set("2Dblb", [.i(1)], 0.25, 0.25, angle, 0.2, 0.1, 0.02, 0, 0, 0, 0, 0)),
      ("cursor", set("2Dcur", [.i(1)], 0.25, 0.25, 0, 0, 0)),
      (
        "tok",
        OSCEncoder.bundle([TUIO.message2("tok", [.i(1), .i(0), .i(1)] + [0.25, 0.25, angle].map { .f($0) })])
      ),
      (
        "stylus",
        OSCEncoder.message(
          "/pdparty/stylus", [.s("down"), .i(0)] + [0.25, 0.25, 0, 1, angle, 0].map { .f($0) })
      ),
      ("tuioJSON", [UInt8](#"{"id": 1, "type": "touch", "state": "start", "x": 0.25, "y": 0.25}"#.utf8)),
      ("JSON", [UInt8](#"{"token": "placed", "id": 1, "x": 0.25, "y": 0.75, "angle": 0.75}"#.utf8)),
    ]
    for (name, packet) in packets {
      var surface = Listening()
      surface.receive(packet)
      let first = surface.events.first
      #expect(first?.words[0] == 0.25 && first?.words[1] == 0.75 && surface.refusals.isEmpty, "\(name)")
      if first?.kind == .token { #expect(abs((first?.token.angle ?? 0) - 0.75) < 1e-6, "\(name)") }
      if surface.events.count > 1 {
        #expect(
          surface.events[1].kind == .shape && abs(surface.events[1].shape.orientation - 0.75) < 1e-6,
          "\(name)")
      }
      if name == "blob" {
        #expect(
          abs((first?.touch.radius ?? 0) - 0.08) < 1e-6 && abs(surface.events[1].shape.aspect - 0.375) < 1e-6)
      }
    }
  }
}
