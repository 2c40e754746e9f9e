import InputTestSupport
import RealTime
import Testing

@testable import Dialects

/// Every address of PdParty in every form.
struct PdPartyTests {
  @Test func theVectorIsATouch() {
    // "down" 0 .25 .5
    let packet = TUIOTests.bytes(
      """
      2f706470617274792f746f75636800002c73696666000000646f776e00000000000000003e8000003f000000
      """)
    var surface = Listening()
    surface.receive(packet)
    #expect(
      packet.count == 44 && surface.events.map(\.brief) == ["began 0 0.25 0.5"], "the first finger is 0")
  }

  func receive(_ name: String, _ arguments: [OSCEncoder.Argument]) -> (
    events: [SurfaceEvent], refusals: [Refusal: UInt64]
  ) {
    var surface = Listening()
    surface.receive(OSCEncoder.message("/pdparty/\(name)", arguments))
    return (surface.events, surface.refusals)
  }

  @Test func touchesInBothShapesAndThePen() {
    var surface = Listening()
    func touch(_ word: String, _ numbers: Float..., name: String = "touch") {
      surface.receive(OSCEncoder.message("/pdparty/\(name)", [.s(word), .i(0)] + numbers.map { .f($0) }))
    }
    touch("down", 0.25, 0.125, 32, 0.5)
    touch("down", 0.5, 0.5, 1, 1, 0, .pi / 2, name: "stylus")
    touch("xy", 0.5, 1)
    touch("up", 0.5, .nan)
    touch("up", 0.5, 0.5, 1, 1, .pi / 2, 0, name: "stylus")
    #expect(
      surface.events.map(\.brief) == [
        "began 0 0.25 0.875", "began 0 0.5 0.5", "shape 0 1.0 0.0", "moved 0 0.5 0.0", "ended 0 0.5 0.0",
        "ended 0 0.5 0.5",
      ])
    #expect(surface.events[0].touch.pressure == 0.5 && surface.events[0].touch.radius == 0.025)
    #expect(surface.refusals == [.notFinite: 1], "an end ends, whatever its numbers")
  }

  @Test func sensors() {
    let turn = 2 * Float.pi
    for (name, word, sensor, factor) in [
      ("accelerate", nil, .acceleration, 1), ("gyro", nil, .gyroscope, 1 / turn), ("magnet", nil, .magnet, 1),
      ("motion", "attitude", .attitude, 1 / turn), ("motion", "rotation", .gyroscope, 1 / turn),
      ("motion", "gravity", .gravity, 1),
    ] as [(String, String?, MotionSensor, Float)] {
      let (events, refusals) = receive(name, (word.map { [.s($0)] } ?? []) + [.f(1), .f(-2), .f(3)])
      #expect(
        events.map(\.kind) == [.motion] && events[0].id == sensor.rawValue && refusals.isEmpty, "\(name)")
      for (value, expected) in zip(
        [events[0].motion.x, events[0].motion.y, events[0].motion.z], [1, -2, 3] as [Float])
      {
        #expect(abs(value - expected * factor) < 1e-6, "\(name)")
      }
    }
    #expect(receive("compass", [.f(90)]).events.map(\.motion.x) == [0.25])
    var surface = Listening()
    surface.receive(OSCEncoder.message("/pdparty/motion", [.s("user"), .f(1), .f(0), .f(0)]))
    #expect(surface.events.isEmpty && surface.refusals.isEmpty, "without gravity it is not what ours is")
    surface.receive(OSCEncoder.message("/pdparty/motion", [.s("gravity"), .f(0), .f(0), .f(-1)]))
    surface.receive(OSCEncoder.message("/pdparty/motion", [.s("user"), .f(1), .f(0), .f(0)]))
    let last = surface.events.last
    #expect(last?.id == MotionSensor.acceleration.rawValue && last?.motion.x == 1 && last?.motion.z == -1)
  }

  @Test func controllers() {
    #expect(
      receive("controller", [.s("gc1"), .s("axis"), .s("righty"), .f(-0.5)]).events.map(\.brief) == [
        "pad 4 -0.5 nan"
      ])
    #expect(receive("controller", [.s("gc1"), .s("button"), .s("start"), .f(1)]).events.map(\.id) == [116])
    #expect(receive("controller", [.s("gc1"), .s("pause")]).events.map(\.amount) == [1, 0])
    #expect(receive("controller", [.s("connect"), .s("gc1")]).events.isEmpty)
    let gone = receive("controller", [.s("disconnect"), .s("gc1")]).events
    #expect(gone.count == 21 && gone.allSatisfy { $0.amount == 0 } && gone.last?.pad.isGone == true)
    // Four are kept apart by their names.
    #expect(receive("controller", [.s("gc3"), .s("axis"), .s("leftx"), .f(1)]).events.map(\.id) == [2001])
    #expect(receive("controller", [.s("gc4"), .s("pause")]).events.map(\.id) == [3116, 3116])
    let second = receive("controller", [.s("disconnect"), .s("gc2")]).events
    #expect(second.count == 21 && second.allSatisfy { $0.pad.number == 2 && $0.amount == 0 })
    #expect(receive("controller", [.s("gc5"), .s("pause")]).refusals == [.outOfRange: 1])
    #expect(receive("controller", [.s("gc1"), .s("button"), .s("guide"), .f(1)]).refusals.isEmpty)
    #expect(receive("controller", [.s("gc1"), .s("button"), .s("z"), .f(1)]).refusals == [.unknownWord: 1])
  }

  @Test func whereTheDeviceIsAndHowItMoves() {
    let loc = receive("loc", [.f(48.5), .f(11.25), .f(5)]).events
    #expect(loc.map { $0.motion.sensor } == [.location])
    #expect(loc.map { [$0.motion.x, $0.motion.y, $0.motion.z] } == [[48.5, 11.25, 5]])
    let speed = receive("speed", [.f(1.5), .f(90)]).events
    #expect(
      speed.map { $0.motion.sensor } == [.speed] && speed.map { [$0.motion.x, $0.motion.y] } == [[1.5, 90]])
    let altitude = receive("altitude", [.f(520), .f(8)]).events
    #expect(
      altitude.map { $0.motion.sensor } == [.altitude]
        && altitude.map { [$0.motion.x, $0.motion.y] } == [[520, 8]])
    for name in ["loc", "speed", "altitude"] {
      #expect(receive(name, [.f(1)]).refusals == [.wrongArguments: 1])
      let bad = [OSCEncoder.Argument](repeating: .f(.nan), count: name == "loc" ? 3 : 2)
      #expect(receive(name, bad).events.isEmpty)
    }
  }

  @Test func whatControlsNothingIsUnderstood() {
    let numbers = [OSCEncoder.Argument](repeating: .f(50), count: 10)
    #expect(receive("time", numbers).refusals.isEmpty && receive("time", numbers).events.isEmpty)
    #expect(receive("time", []).refusals == [.wrongArguments: 1])
    for (name, arguments) in [
      ("shake", []), ("key", [.f(65)]), ("keyup", [.f(65)]), ("keyname", [.s("a"), .f(1)]),
      ("keyname", [.f(1), .s("a")]), ("print", [.s("hello")]),
    ] as [(String, [OSCEncoder.Argument])] {
      #expect(receive(name, arguments).refusals.isEmpty && receive(name, arguments).events.isEmpty, "\(name)")
    }
    #expect(receive("cue", [.f(1)]).refusals == [.unknownAddress: 1], "there is none")
  }

  @Test func aKeyHasAnAddressThatAMacroCanLearn() {
    var found: [String] = []
    let reader = CommandReader()
    for packet in [
      OSCEncoder.message("/pdparty/key", [.f(65)]), OSCEncoder.message("/pdparty/keyup", [.f(65)]),
      OSCEncoder.message("/pdparty/keyname", [.s("space"), .f(1)]), OSCEncoder.message("/pdparty/shake"),
    ] {
      packet.withUnsafeBytes {
        reader.read($0, from: SenderKey(address: 0, socket: 1), at: 0, counting: Counters()) { command, _ in
          if case .routed(.foreign(let address, let value, true)) = command {
            found.append("\(String(decoding: address, as: UTF8.self)) \(Int(value))")
          }
        }
      }
    }
    #expect(
      found == ["/pdparty/key/65 1", "/pdparty/key/65 0", "/pdparty/keyname/space 1", "/pdparty/shake 1"])
  }

  @Test func whoFallsSilentLosesItsTouches() {
    var surface = Listening()
    surface.receive(OSCEncoder.message("/pdparty/touch", [.s("down"), .i(0), .f(0.5), .f(0.5)]))
    #expect(surface.expire(at: 29).isEmpty && surface.expire(at: 31).map(\.kind) == [.ended])
  }

  /// The first finger goes on for four seconds, in which the end of the second is lost and the third rests for two.
  @Test func aTouchWhoseEndWasLostEndsWhileOthersGoOn() {
    var surface = Listening()
    func touch(_ word: String, _ id: Int32, at seconds: Double) -> [String] {
      surface.receive(
        OSCEncoder.message("/pdparty/touch", [.s(word), .i(id), .f(0.25), .f(0.5)]), at: seconds
      ).map(\.brief)
    }
    for id in [0, 1, 2] as [Int32] { _ = touch("down", id, at: 10) }
    // All rest: nobody is lost.
    #expect(touch("xy", 0, at: 20) == ["moved 0 0.25 0.5"])
    var ended: [(id: String, at: Double)] = []
    for step in 1...200 {
      let time = 20 + 0.02 * Double(step)
      for event in touch("xy", 0, at: time) where event.hasPrefix("ended") { ended.append((event, time)) }
      if step == 100 { _ = touch("xy", 2, at: time) }
    }
    #expect(ended.map(\.id) == ["ended 1 0.25 0.5"])
    #expect(ended.allSatisfy { 22.8...23.1 ~= $0.at })
    #expect(touch("up", 2, at: 24.1) == ["ended 2 0.25 0.5"])
  }
}
