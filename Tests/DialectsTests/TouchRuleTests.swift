import InputTestSupport
import RealTime
import Testing

@testable import Dialects

/// The rules of began, moved, ended, alive, silence and panic.
struct TouchRuleTests {
  @Test func aTouchBeginsMovesAndEndsWhereItWasLast() {
    var surface = Listening()
    surface.receive(OSCEncoder.touch("began", 7, 0.25, 0.5))
    surface.receive(OSCEncoder.touch("moved", 7, 0.5, 0.75, 0.3, 0.01))
    surface.receive(OSCEncoder.touch("ended", 7))
    #expect(surface.events.map(\.brief) == ["began 7 0.25 0.5", "moved 7 0.5 0.75", "ended 7 0.5 0.75"])
    #expect(surface.events[0].touch.pressure.isNaN && surface.events[0].touch.radius.isNaN)
    #expect(surface.events[1].touch.pressure == 0.3 && surface.events[1].touch.radius == 0.01)
    #expect(surface.refusals.isEmpty)
  }

  @Test func anEndMaySayWhere() {
    var surface = Listening()
    surface.receive(OSCEncoder.touch("began", 1, 0, 0))
    #expect(surface.receive(OSCEncoder.touch("ended", 1, 0.5, 1)).map(\.brief) == ["ended 1 0.5 1.0"])
  }

  @Test func aMoveOfAnUnknownTouchBeginsIt() {
    var surface = Listening()
    #expect(surface.receive(OSCEncoder.touch("moved", 1, 0.5, 0.5)).map(\.brief) == ["began 1 0.5 0.5"])
  }

  @Test func aSecondBeginningEndsTheFirst() {
    var surface = Listening()
    surface.receive(OSCEncoder.touch("began", 1, 0.5, 0.5))
    #expect(
      surface.receive(OSCEncoder.touch("began", 1, 0.25, 1)).map(\.brief) == [
        "ended 1 0.5 0.5", "began 1 0.25 1.0",
      ])
  }

  @Test func aSocketForEachMessageIsOneHandOfOneMachine() {
    func sender(_ machine: UInt32, _ socket: UInt32) -> UInt32 {
      SenderNumber.make(machine: machine, socket: socket)
    }
    var surface = Listening()
    let began = surface.receive(OSCEncoder.touch("began", 1, 0.5, 0.5), from: sender(1, 10))
    let moved = surface.receive(OSCEncoder.touch("moved", 1, 0.75, 0.5), from: sender(1, 11))
    #expect(moved.map(\.brief) == ["moved 1 0.75 0.5"] && moved[0].source == began[0].source)
    // Another machine's finger 1 is another finger, and so is one that another socket begins.
    #expect(surface.receive(OSCEncoder.touch("ended", 1), from: sender(2, 11)).isEmpty)
    #expect(
      surface.receive(OSCEncoder.touch("began", 1, 0, 0), from: sender(1, 12)).map(\.brief) == [
        "began 1 0.0 0.0"
      ])
    #expect(
      surface.receive(OSCEncoder.touch("ended", 1), from: sender(1, 12)).map(\.brief) == ["ended 1 0.0 0.0"])
    #expect(
      surface.receive(OSCEncoder.touch("ended", 1), from: sender(1, 13)).map(\.brief) == ["ended 1 0.75 0.5"])
    #expect(surface.decoder.liveCount == 0)
  }

  /// A move that UDP delivers after the end began a touch that sounded until it had been silent for 30 s.
  @Test func aMoveThatItsEndOvertakesBeginsNothing() {
    func pdParty(_ word: String) -> [UInt8] {
      OSCEncoder.message("/pdparty/touch", [.s(word), .i(0), .f(0.5), .f(0.5)])
    }
    func json(_ word: String) -> [UInt8] {
      Array("{\"touch\": \"\(word)\", \"id\": 1, \"x\": 0.5, \"y\": 0.5}".utf8)
    }
    for (name, began, moved, ended) in [
      (
        "tactus", OSCEncoder.touch("began", 1, 0.5, 0.5), OSCEncoder.touch("moved", 1, 0.5, 0.5),
        OSCEncoder.touch("ended", 1)
      ),
      ("PdParty", pdParty("down"), pdParty("xy"), pdParty("up")),
      ("JSON", json("began"), json("moved"), json("ended")),
    ] {
      var surface = Listening()
      surface.receive(began, at: 1)
      surface.receive(ended, at: 2)
      #expect(surface.receive(moved, at: 2.01).isEmpty && surface.decoder.liveCount == 0, "\(name)")
      // A beginning is one at any time, and so is a move that comes later.
      #expect(surface.receive(began, at: 2.02).map(\.kind) == [.began], "\(name)")
      surface.receive(ended, at: 3)
      #expect(surface.receive(moved, at: 3.2).map(\.kind) == [.began], "\(name)")
    }
    // An `alive` ends a touch and then names it again.
    var surface = Listening()
    surface.receive(OSCEncoder.touch("began", 1, 0.5, 0.5), at: 1)
    surface.receive(OSCEncoder.alive(), at: 2)
    #expect(surface.receive(OSCEncoder.touch("moved", 1, 0.5, 0.5), at: 2.01).isEmpty)
    surface.receive(OSCEncoder.alive(1), at: 2.02)
    #expect(surface.receive(OSCEncoder.touch("moved", 1, 0.5, 0.5), at: 2.03).map(\.kind) == [.began])
    // TUIO numbers its frames, so each of its moves may begin a touch.
    surface.receive(TUIO.frame("2Dcur", alive: [4], [(4, 0.5, 0.5)], 1), at: 3)
    surface.receive(TUIO.frame("2Dcur", alive: [], [], 2), at: 3.01)
    #expect(
      surface.receive(TUIO.frame("2Dcur", alive: [4], [(4, 0.5, 0.5)], 3), at: 3.02).map(\.kind) == [.began])
    // From a socket of its own, as `oscsend` sends each message.
    let socket = { (number: UInt32) in SenderNumber.make(machine: 7, socket: number) }
    surface.receive(OSCEncoder.touch("began", 1, 0.5, 0.5), from: socket(1), at: 4)
    surface.receive(OSCEncoder.touch("ended", 1), from: socket(2), at: 5)
    #expect(
      surface.receive(OSCEncoder.touch("moved", 1, 0.5, 0.5), from: socket(3), at: 5.01).isEmpty)
  }

  @Test func aFingerGoesOnFromAnotherPort() {
    let (old, new) = (SenderNumber.make(machine: 1, socket: 10), SenderNumber.make(machine: 1, socket: 11))
    for first in ["moved", "alive"] {
      var surface = Listening()
      for id in [1, 2] as [Int32] {
        surface.receive(OSCEncoder.touch("began", id, 0.5, 0.5), from: old, at: 1)
        surface.receive(OSCEncoder.touch("moved", id, 0.51, 0.5), from: old, at: 1.02)
      }
      surface.receive(OSCEncoder.alive(1, 2), from: old, at: 1.03)
      let (alive, moved) = (OSCEncoder.alive(1, 2), OSCEncoder.touch("moved", 1, 0.53, 0.5))
      #expect(surface.receive(first == "alive" ? alive : moved, from: new, at: 1.05).count <= 1)
      #expect(surface.receive(first == "alive" ? moved : alive, from: new, at: 1.06).count <= 1)
      #expect(surface.decoder.liveCount == 2 && !surface.events.contains { $0.kind == .ended }, "\(first)")
      // The old port is silent for long, and the new one says what is alive.
      for second in 2...40 {
        surface.receive(OSCEncoder.alive(1, 2), from: new, at: Double(second))
        #expect(surface.expire(at: Double(second)).isEmpty, "\(first) \(second)")
      }
      let source = surface.events[0].source
      let ended = surface.receive(OSCEncoder.alive(2), from: new, at: 40.1)
      #expect(ended.map(\.brief) == ["ended 1 0.53 0.5"] && ended[0].source == source)
      #expect(surface.receive(OSCEncoder.alive(), from: new, at: 40.2).map(\.id) == [2], "\(first)")
    }
  }

  /// Two programs on one machine that use the same ids.
  @Test func aDuplicatedEndEndsNoOtherFinger() {
    let (one, two) = (SenderNumber.make(machine: 1, socket: 10), SenderNumber.make(machine: 1, socket: 11))
    let third = SenderNumber.make(machine: 1, socket: 12)
    var surface = Listening()
    surface.receive(OSCEncoder.touch("began", 1, 0.2, 0.5), from: one, at: 1)
    surface.receive(OSCEncoder.touch("began", 1, 0.8, 0.5), from: two, at: 1)
    for step in 1...20 {
      surface.receive(OSCEncoder.touch("moved", 1, 0.2, 0.5), from: one, at: 1 + Double(step) / 60)
    }
    #expect(surface.receive(OSCEncoder.touch("ended", 1), from: two, at: 1.34).map(\.touch.x) == [0.8])
    // The network doubles the packet; and again when the first finger rests.
    #expect(surface.receive(OSCEncoder.touch("ended", 1), from: two, at: 1.35).isEmpty)
    #expect(surface.receive(OSCEncoder.touch("ended", 1), from: two, at: 9).isEmpty)
    #expect(
      surface.receive(OSCEncoder.touch("moved", 1, 0.8, 0.5), from: two, at: 9.2).map(\.kind) == [.began])
    surface.receive(OSCEncoder.touch("moved", 1, 0.2, 0.5), from: one, at: 9.3)
    // A port that never had a touch ends no finger that still moves, but one that has been silent.
    #expect(surface.receive(OSCEncoder.touch("ended", 1), from: third, at: 9.31).map(\.touch.x) == [0.8])
    #expect(surface.decoder.liveCount == 1)
  }

  @Test func anEndCountsEvenIfItsNumbersAreBad() {
    for (numbers, reason) in [
      ([.f(.nan), .f(0)], .notFinite), ([.f(3), .f(0)], .outOfRange), ([.f(0)], .wrongArguments),
    ]
      as [([OSCEncoder.Argument], Refusal)]
    {
      var surface = Listening()
      surface.receive(OSCEncoder.touch("began", 1, 0.5, 0.5))
      let end = OSCEncoder.message("/tactus/touch", [.s("ended"), .i(1)] + numbers)
      #expect(surface.receive(end).map(\.brief) == ["ended 1 0.5 0.5"])
      #expect(surface.refusals == [reason: 1])
    }
  }

  @Test func aliveEndsWhatItDoesNotName() {
    var surface = Listening()
    for id in 1...3 as ClosedRange<Int32> { surface.receive(OSCEncoder.touch("began", id, 0.5, 0.5)) }
    surface.receive(OSCEncoder.touch("began", 9, 0, 0), from: 2)
    #expect(Set(surface.receive(OSCEncoder.alive(2, 77)).map(\.id)) == [1, 3])
    #expect(surface.receive(OSCEncoder.alive()).map(\.id) == [2])
    #expect(surface.decoder.liveCount == 1, "another source's touches are not its business")
  }

  @Test func silentTouchesEndUnlessTheirSourceSendsAlive() {
    var surface = Listening()
    surface.receive(OSCEncoder.touch("began", 1, 0.5, 0.5), from: 1, at: 0)
    surface.receive(OSCEncoder.touch("began", 2, 0.5, 0.5), from: 1, at: 0)
    surface.receive(OSCEncoder.touch("began", 1, 0.5, 0.5), from: 2, at: 0)
    surface.receive(OSCEncoder.alive(1), from: 2, at: 0)
    surface.receive(OSCEncoder.touch("moved", 2, 0.5, 0.5), from: 1, at: 20)  // A resting finger.
    for second in 1...30 {
      // The touch is live, and nothing ends.
      surface.receive(OSCEncoder.message("/tactus/hold", [.f(0)]), from: 2, at: Double(second))
      #expect(surface.expire(at: Double(second)).isEmpty)
    }
    #expect(surface.expire(at: 30.1).map(\.brief) == ["ended 1 0.5 0.5"])
    #expect(surface.expire(at: 50.1).map(\.source) == [1])
    #expect(surface.expire(at: 60).isEmpty)
    // Thirty seconds after its last packet of any kind the sender is gone, and its touches end.
    #expect(surface.expire(at: 60.1).map(\.source) == [2])
    #expect(surface.decoder.liveCount == 0)
  }

  /// In every language with `alive`, also for TUIO's objects.
  @Test func aVanishedSenderOfAliveLeavesNoTouches() {
    let object = [
      TUIO.message("2Dobj", "alive", [.i(4)]),
      TUIO.message("2Dobj", "set", [.i(4), .i(1)] + [0.5, 0.5, 0, 0, 0, 0, 0, 0].map { .f($0) }),
      TUIO.message("2Dobj", "fseq", [.i(1)]),
    ]
    let pointer = TUIO.message2("ptr", [.i(5), .i(0), .i(0)] + [0.5, 0.5, 0, 0, 0, 0.5].map { .f($0) })
    let token = TUIO.message2("tok", [.i(6), .i(0), .i(0)] + [0.5, 0.5, 0].map { .f($0) })
    let languages: [(String, [[UInt8]], [SurfaceEvent.Kind])] = [
      ("tactus", [OSCEncoder.touch("began", 1, 0, 0), OSCEncoder.alive(1)], [.ended]),
      (
        "a surface",
        [
          OSCEncoder.touch("began", 1, 0, 0, on: "/tactus/surface/3/touch"),
          OSCEncoder.alive(1, on: "/tactus/surface/3/alive"),
        ], [.ended]
      ),
      ("JSON", [[UInt8]("{\"id\": 1, \"x\": 0, \"y\": 0}\n{\"alive\": [1]}".utf8)], [.ended]),
      ("cursor", [TUIO.frame("2Dcur", alive: [1], [(1, 0, 0)], 1)], [.ended]),
      ("object", [OSCEncoder.bundle(object)], [.tokenLifted]),
      ("TUIO 2", [TUIO.frame2(1, [pointer, token], alive: [5, 6])], [.ended, .tokenLifted]),
    ]
    for (name, packets, ends) in languages {
      var surface = Listening()
      for packet in packets { surface.receive(packet, at: 10) }
      #expect(surface.events.count == ends.count, "\(name)")
      #expect(surface.expire(at: 40).isEmpty, "\(name)")
      #expect(Set(surface.expire(at: 40.1).map(\.kind)) == Set(ends), "\(name)")
      #expect(surface.expire(at: 100).isEmpty && surface.decoder.liveCount == 0, "\(name): once")
      // The sender returns and is gone again.
      let before = surface.events.count
      for packet in packets { surface.receive(packet, at: 200) }
      #expect(
        surface.events.count == before + ends.count && surface.expire(at: 231).count == ends.count, "\(name)")
    }
    var patient = Listening()
    patient.receive(OSCEncoder.message("/tactus/timeout", [.f(60)]))
    patient.receive(OSCEncoder.bundle([OSCEncoder.touch("began", 1, 0, 0), OSCEncoder.alive(1)]))
    #expect(patient.expire(at: 59).isEmpty && patient.expire(at: 61).count == 1)
    patient.receive(OSCEncoder.message("/tactus/timeout", [.f(0)]))
    patient.receive(OSCEncoder.bundle([OSCEncoder.touch("began", 1, 0, 0), OSCEncoder.alive(1)]), at: 61)
    #expect(patient.expire(at: 1e6).isEmpty, "0: never")
  }

  @Test func theTimeoutCanBeSetFromThisMachineOnly() {
    var surface = Listening()
    surface.receive(OSCEncoder.touch("began", 1, 0.5, 0.5))
    surface.receive(OSCEncoder.message("/tactus/timeout", [.f(0)]))
    #expect(surface.expire(at: 1e6).isEmpty, "0: never")
    surface.receive(OSCEncoder.message("/tactus/timeout", [.i(2)]))
    surface.receive(OSCEncoder.message("/tactus/timeout", [.d(1e4)]), isLocal: false)
    #expect(surface.refusals == [.notThisMachine: 1])
    #expect(surface.expire(at: 2.1).count == 1)
  }

  @Test func panicEndsAllOfAllSources() {
    var surface = Listening()
    surface.receive(OSCEncoder.touch("began", 1, 0.5, 0.5), from: 1)
    surface.receive(OSCEncoder.touch("began", 1, 0.5, 0.5), from: 2)
    #expect(surface.receive(OSCEncoder.message("/tactus/panic"), from: 3).map(\.brief) == ["panic"])
    #expect(surface.decoder.liveCount == 0)
    #expect(surface.receive(OSCEncoder.touch("moved", 1, 0.5, 0.5)).map(\.kind) == [.began])
  }

  @Test func addressedMessagesReachOnlyTheirSurface() {
    let address = "/tactus/surface/3"
    var third = Listening(surface: 3)
    var fourth = Listening(surface: 4)
    var unnamed = Listening(surface: 0)
    for packet in [
      OSCEncoder.touch("began", 1, 0.5, 0.5, on: address + "/touch"), OSCEncoder.touch("began", 1, 0.5, 0.5),
      OSCEncoder.alive(on: address + "/alive"), OSCEncoder.message(address + "/panic"),
    ] {
      third.receive(packet)
      fourth.receive(packet)
      unnamed.receive(packet)
    }
    #expect(third.events.map(\.kind) == [.began, .began, .ended, .panic])
    #expect(third.events[0].source != third.events[1].source, "ids are unique per source only")
    #expect(third.events[0].source == third.events[2].source)
    #expect(fourth.events.map(\.kind) == [.began] && unnamed.events.map(\.kind) == [.began])
    #expect(fourth.refusals.isEmpty)
  }

  @Test func numbersMayBeOfAnyNumericType() {
    var surface = Listening()
    let event = surface.receive(
      OSCEncoder.message("/tactus/touch", [.s("began"), .d(5), .i(1), .h(0), .d(0.5), .i(0)]))
    #expect(event == [SurfaceEvent.touch(.began, source: 1, id: 5, x: 1, y: 0, pressure: 0.5, radius: 0)])
  }

  @Test func slightlyOutsideIsClamped() {
    var surface = Listening()
    let event = surface.receive(OSCEncoder.touch("began", 1, -0.049, 1.049, 1.05))
    #expect(event[0].touch.x == 0 && event[0].touch.y == 1 && event[0].touch.pressure == 1)
    #expect(surface.refusals.isEmpty)
  }

  @Test func touchesBeyondSixtyFourAreRefusedFromBeginningToEnd() {
    var surface = Listening()
    for id in 1...100 as ClosedRange<Int32> { surface.receive(OSCEncoder.touch("began", id, 0.5, 0.5)) }
    #expect(surface.events.count == 64 && surface.refusals == [.tooManyTouches: 36])
    surface.receive(OSCEncoder.touch("ended", 1))
    #expect(
      surface.receive(OSCEncoder.touch("moved", 100, 0.5, 0.5)).isEmpty, "it began without room")
    #expect(surface.receive(OSCEncoder.touch("ended", 100)).isEmpty)
    #expect(surface.receive(OSCEncoder.touch("began", 100, 0.5, 0.5)).count == 1)
    #expect(
      surface.receive(OSCEncoder.touch("began", 1, 0.5, 0.5), from: 2).count == 1, "another limit")
  }

  @Test func aBundleIsReadInOrder() {
    var surface = Listening()
    let nested = OSCEncoder.bundle([
      OSCEncoder.touch("moved", 1, 0.5, 0), OSCEncoder.bundle([]),
      OSCEncoder.bundle([OSCEncoder.touch("ended", 1)]),
    ])
    surface.receive(
      OSCEncoder.bundle([OSCEncoder.touch("began", 1, 0, 0), nested, OSCEncoder.touch("began", 2, 0, 0)]))
    #expect(
      surface.events.map(\.brief) == [
        "began 1 0.0 0.0", "moved 1 0.5 0.0", "ended 1 0.5 0.0", "began 2 0.0 0.0",
      ])
    #expect(surface.refusals.isEmpty && surface.decoder.counters.messages == 4)
  }

  // MARK: Ends with the sender

  private static let key = OSCEncoder.message("/tactus/midi", [.i(0x91), .i(60), .i(100)])
  private static let token = OSCEncoder.message("/tactus/token", [.s("placed"), .i(5), .f(0.5), .f(0.5)])
  private static let button = OSCEncoder.message("/tactus/pad/button", [.i(3), .f(1), .i(2)])
  /// The id of the note-off event.
  private static let keyUp = SurfaceEvent.midi(0x81, 60, 64).id

  @Test func keysTokensAndButtonsEndAfterTheSilenceOfTheirSender() {
    var surface = Listening()
    for packet in [Self.key, Self.token, Self.button] { surface.receive(packet, at: 1) }
    // Any packet shows that the sender is still there.
    surface.receive(OSCEncoder.message("/tactus/motion/heading", [.f(0)]), at: 20)
    #expect(surface.expire(at: 49.9).isEmpty)
    let ended = surface.expire(at: 50.1)
    #expect(Set(ended.map(\.kind)) == [.midi, .tokenLifted, .pad] && ended.allSatisfy { $0.source == 1 })
    #expect(ended.first { $0.kind == .midi }?.id == Self.keyUp)
    #expect(ended.first { $0.kind == .pad }?.id == 1103 && ended.first { $0.kind == .pad }?.amount == 0)
    #expect(surface.expire(at: 200).isEmpty, "each must end only once")
  }

  @Test func whatIsLetGoIsNotEndedAgain() {
    var surface = Listening()
    for packet in [Self.key, Self.token, Self.button] { surface.receive(packet) }
    // Some programs open a socket for each message. A token belongs to its sender.
    surface.receive(OSCEncoder.message("/tactus/midi", [.i(0x91), .i(60), .i(0)]), from: 2)
    surface.receive(OSCEncoder.message("/tactus/pad/button", [.i(3), .f(0), .i(2)]), from: 2)
    surface.receive(OSCEncoder.message("/tactus/token", [.s("lifted"), .i(5)]))
    #expect(surface.expire(at: 40).isEmpty)
    surface.receive(Self.key, at: 41)
    surface.receive(OSCEncoder.message("/tactus/panic"), at: 42)
    #expect(surface.expire(at: 90).isEmpty)
  }

  @Test func aSenderReportsItsOwnEnd() {
    var surface = Listening()
    surface.receive(OSCEncoder.touch("began", 1, 0.5, 0.5))
    surface.receive(Self.key)
    surface.receive(Self.key, from: 2)
    let ended = surface.receive(OSCEncoder.message("/tactus/source/gone"))
    #expect(ended.map(\.kind) == [.ended], "another sender still holds the key")
    let rest = surface.receive(OSCEncoder.message("/tactus/source/gone"), from: 2)
    #expect(rest.map(\.kind) == [.midi] && rest[0].id == Self.keyUp && rest[0].source == 2)
    #expect(surface.decoder.liveCount == 0)
  }

  @Test func aKeyHeldOnTwoSurfacesEndsOnce() {
    var surface = Listening()
    surface.receive(Self.key)
    surface.receive(OSCEncoder.message("/tactus/surface/3/midi", [.i(0x91), .i(60), .i(100)]))
    let ended = surface.receive(OSCEncoder.message("/tactus/source/gone"))
    #expect(ended.map(\.kind) == [.midi] && ended[0].id == Self.keyUp)
  }

  /// Once the reader has forgotten a sender, silence ends its touches.
  @Test func manySendersMakeNoTouchOfAnotherOneLastForEver() {
    var surface = Listening()
    surface.receive(OSCEncoder.touch("began", 1, 0.5, 0.5))
    surface.receive(OSCEncoder.alive(1))
    for source in 2...UInt32(CommandReader.memoryLimit + 1) {
      surface.receive(OSCEncoder.alive(9), from: source, at: 1)
    }
    #expect(surface.expire(at: 29.9).isEmpty)
    #expect(surface.expire(at: 30.1).map(\.source) == [1] && surface.decoder.liveCount == 0)
  }

  @Test func aSenderSetsItsTimeout() {
    func asks(_ seconds: Float) -> [UInt8] { OSCEncoder.message("/tactus/source/timeout", [.f(seconds)]) }
    var surface = Listening()
    for (source, seconds) in [(1, 2), (2, 0), (3, 100)] as [(UInt32, Float)] {
      surface.receive(asks(seconds), from: source)
      surface.receive(OSCEncoder.touch("began", 1, 0.5, 0.5), from: source)
    }
    #expect(surface.expire(at: 1.9).isEmpty)
    #expect(surface.expire(at: 2.1).map(\.source) == [1])
    #expect(surface.expire(at: 99).isEmpty)
    #expect(surface.expire(at: 101).map(\.source) == [3])
    #expect(surface.expire(at: 10_000).isEmpty && surface.decoder.liveCount == 1)
    surface.receive(asks(-1))
    surface.receive(OSCEncoder.message("/tactus/source/gone", [.i(1)]))
    #expect(surface.refusals == [.outOfRange: 1, .wrongArguments: 1])
  }

  /// The times in seconds at which a still tracker sends, and whether that is a heartbeat.
  @Test(
    arguments: [
      ([0, 0.5, 1.0, 1.5], true), ([0, 1, 2], true), ([0, 0.5], false), ([0, 0.02, 0.04], false),
      ([0, 1.5, 3, 4.5], false), ([0, 0.5, 1, 3, 3.5], true),
    ] as [([Double], Bool)])
  func aStillTrackerShowsItsHeartbeat(beats: [Double], isKnown: Bool) {
    for isTUIO in [false, true] {
      var surface = Listening()
      for (number, seconds) in beats.enumerated() {
        surface.receive(
          isTUIO
            ? TUIO.frame("2Dcur", alive: [7], [(id: 7, x: 0.5, y: 0.5)], Int32(number + 1))
            : OSCEncoder.bundle([OSCEncoder.alive(7), OSCEncoder.touch("moved", 7, 0.5, 0.5)]), at: seconds)
      }
      let last = beats[beats.count - 1]
      #expect(surface.expire(at: last + 1.7).isEmpty)
      #expect((surface.expire(at: last + 1.9).map(\.kind) == [.ended]) == isKnown)
      #expect((surface.expire(at: last + 30.1).map(\.kind) == [.ended]) == !isKnown)
    }
  }
}
