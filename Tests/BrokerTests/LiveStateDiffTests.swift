// Updates of a performance to subscribers: only changes, at most sixty times a second, and all trigger
// events.
import Controls
import CPosix
import Dialects
import Foundation
import InputTestSupport
import RealTime
import Synchronization
import Testing

@testable import Broker

extension PatchOSCTests {
  /// Shows a performance as the audio thread does: whole, whatever is wanted.
  func show(
    _ touches: [LiveTouch] = [], _ speeds: [Float] = [], controllers: [Controller: Float] = [:],
    parameters: [Parameter: Float] = [:], _ voices: [LiveVoice] = [], bodies: [LiveBody] = []
  ) {
    instance.show { writer in
      _ = writer.begin(.touches)
      for touch in touches { writer.add(touch) }
      _ = writer.begin(.controllers, whole: Controller.count)
      for controller in Controller.allCases { writer.add(controllers[controller] ?? 0) }
      _ = writer.begin(.parameters, whole: Parameter.count)
      for parameter in Parameter.allCases { writer.add(parameters[parameter] ?? parameter.spec.default) }
      _ = writer.begin(.touchControllers)
      writer.add(named: instance.pointer.pointee.allWatched)
      for speed in speeds {
        var values = InlineArray<8, Float>(repeating: 0)
        values[0] = speed
        writer.add(values: values)
      }
      _ = writer.begin(.voices)
      for voice in voices { writer.add(voice) }
      _ = writer.begin(.bodies)
      for body in bodies { writer.add(body) }
    }
  }

  private func touch(_ number: Int32, x: Float) -> LiveTouch {
    var touch = LiveTouch()
    (touch.number, touch.id, touch.x, touch.y, touch.pressure) = (number, number + 100, x, 0.25, 0.5)
    return touch
  }

  private var isWatched: Bool { instance.pointer.pointee.isWatched.load(ordering: .relaxed) }

  /// All messages that a subscriber has received since the last call.
  private func received(_ listening: Peer) -> [[String]] { packets(at: listening).flatMap { $0 } }

  @Test func touchesControllersVoicesAndTriggersAreSentWhenTheyChange() {
    let listening = Peer()
    for word in ["touches", "voices", "triggers", "group_spread", "touch_speed"] {
      request("subscribe", [.i(Int32(listening.port)), .s(word)])
    }
    // The last subscription counts: a renewal may name other topics.
    request(
      "subscribe",
      [.i(Int32(listening.port))]
        + ["touches", "voices", "triggers", "group_spread", "touch_speed"].map { .s($0) })
    #expect(isWatched)
    let raw = UInt16(Controller.touchSpeed.rawValue) + 1
    #expect((0..<8).map { instance.pointer.pointee.watched($0) } == [raw, 0, 0, 0, 0, 0, 0, 0])
    #expect(received(listening).isEmpty, "nothing was shown yet")

    func shown(x: Float, spread: Float) {
      var voice = LiveVoice()
      (voice.number, voice.pitch, voice.level) = (3, 60.5, 1)
      show([touch(1, x: 0.5), touch(2, x: x)], [0.125, 0.75], controllers: [.groupSpread: spread], [voice])
    }
    shown(x: 0.75, spread: 0.0625)
    _ = instance.pointer.pointee.triggerEvents.push(
      LiveMoment(trigger: UInt32(Trigger.touchBegan.index), number: 2, frame: 5_000_000_000))
    turn(after: 0.1)
    #expect(
      received(listening) == [
        ["/tactus/live/touch", "1", "101", "0.5", "0.25", "0.5", "0.0"],
        ["/tactus/live/controller", "touch_speed", "1", "0.125"],
        ["/tactus/live/touch", "2", "102", "0.75", "0.25", "0.5", "0.0"],
        ["/tactus/live/controller", "touch_speed", "2", "0.75"],
        ["/tactus/live/controller", "group_spread", "0.0625"],
        ["/tactus/live/voice", "3", "60.5", "1.0"],
        ["/tactus/live/trigger", "on_touch_began", "2", "5000000000"],
      ])
    shown(x: 0.5, spread: 0.0625)
    turn(after: 0.1)
    #expect(received(listening) == [["/tactus/live/touch", "2", "102", "0.5", "0.25", "0.5", "0.0"]])
    show()
    turn(after: 0.1)
    #expect(
      received(listening) == [
        ["/tactus/live/ended", "1"], ["/tactus/live/ended", "2"],
        ["/tactus/live/controller", "group_spread", "0.0"],
        ["/tactus/live/voice", "3", "60.5", "0.0"],
      ])
    // Touches that reuse the numbers of others are new. For a subscriber with new topics, everything is new.
    let again = [
      ["/tactus/live/touch", "1", "101", "0.5", "0.25", "0.5", "0.0"],
      ["/tactus/live/controller", "touch_speed", "1", "0.125"],
      ["/tactus/live/touch", "2", "102", "0.5", "0.25", "0.5", "0.0"],
      ["/tactus/live/controller", "touch_speed", "2", "0.75"],
    ]
    shown(x: 0.5, spread: 0)
    turn(after: 0.1)
    #expect(received(listening) == again + [["/tactus/live/voice", "3", "60.5", "1.0"]])
    request("subscribe", [.i(Int32(listening.port)), .s("touches"), .s("touch_speed")])
    turn(after: 0.1)
    #expect(received(listening) == again)
    request("unsubscribe", [.i(Int32(listening.port))])
    turn()
    #expect(!isWatched)
  }

  @Test func parametersAreSentOnlyWhereTheyAreNamed() {
    let listening = Peer()
    request("subscribe", [.i(Int32(listening.port)), .s("parameters")])
    #expect(
      instance.pointer.pointee.wantedSections.load(ordering: .relaxed) == LiveSection.parameters.bit)
    show([touch(1, x: 0.5)], parameters: [.filterCutoff: 1250])
    turn(after: 0.1)
    let first = received(listening)
    #expect(first.count == Parameter.count)
    #expect(first.contains(["/tactus/live/parameter", "filter_1_cutoff", "1250.0"]))
    show(parameters: [.filterCutoff: 640.5])
    turn(after: 0.1)
    #expect(received(listening) == [["/tactus/live/parameter", "filter_1_cutoff", "640.5"]])
    request("subscribe", [.i(Int32(listening.port))])
    #expect(
      instance.pointer.pointee.wantedSections.load(ordering: .relaxed)
        == LiveSection.touches.bit | LiveSection.controllers.bit | LiveSection.voices.bit)
  }

  @Test func bodiesAreSentWhenTheyMove() {
    let listening = Peer()
    request("subscribe", [.i(Int32(listening.port)), .s("bodies")])
    #expect(instance.pointer.pointee.wantedSections.load(ordering: .relaxed) == LiveSection.bodies.bit)
    var (first, second) = (LiveBody(), LiveBody())
    (first.x, first.y) = (0.5, 1.25)
    // A quarter turn anticlockwise.
    (second.x, second.y, second.cosine, second.sine) = (2, 0.75, 0, 1)
    show(bodies: [first, second])
    turn(after: 0.1)
    #expect(
      received(listening) == [
        ["/tactus/live/body", "1", "0.5", "1.25", "0.0"], ["/tactus/live/body", "2", "2.0", "0.75", "0.25"],
      ])
    second.x = 2.5
    show(bodies: [first, second])
    turn(after: 0.1)
    #expect(received(listening) == [["/tactus/live/body", "2", "2.5", "0.75", "0.25"]])
  }

  @Test func aPerformanceIsSentSixtyTimesASecondAtMostAndLosesNoMoment() {
    let listening = Peer()
    request("subscribe", [.i(Int32(listening.port)), .s("controllers"), .s("triggers")])
    let beginning = seconds
    for step in 1...500 {
      show(controllers: [.groupCount: Float(step)])
      _ = instance.pointer.pointee.triggerEvents.push(LiveMoment(trigger: 0, number: Int32(step), frame: 0))
      turn(after: 0.001)
    }
    turn(after: 0.02)
    let packets = packets(at: listening)
    print("a performance of \(seconds - beginning) s: \(packets.count) packets")
    #expect(packets.count > 5 && Double(packets.count) <= 60 * (seconds - beginning + 1))
    let moments = packets.flatMap { $0 }.filter { $0[0] == "/tactus/live/trigger" }.map { Int($0[2])! }
    #expect(moments == Array(1...500))
    #expect(packets.last?.contains(["/tactus/live/controller", "group_count", "500.0"]) == true)
  }

  @Test func unknownTopicsAreRefused() {
    for words: [OSCEncoder.Argument] in [[.s("nothing")], [.s("patch"), .i(4000)], [.s("touch_x"), .s("")]] {
      let before = counters[.unknownWord] + counters[.wrongArguments]
      request("subscribe", words)
      #expect(counters[.unknownWord] + counters[.wrongArguments] == before + 1)
    }
    #expect(switchboard.subscribers.all.isEmpty)
    let sentence = "there is nothing to subscribe to that is called token_1_presnt, or there are too many"
    let answer = request("subscribe", [.s("touch_x"), .s("token_1_presnt")])
    #expect(answer == [["/tactus/answer/patch/error", sentence]], "a misspelt name is answered")
    // More controllers of touches than one instance can show.
    let many = Controller.allCases.filter { $0.isPerVoice }.prefix(9).map {
      OSCEncoder.Argument.s($0.spec.symbol.string)
    }
    request("subscribe", Array(many))
    #expect(switchboard.subscribers.all.isEmpty)
    request("subscribe", Array(many.prefix(8)))
    #expect(switchboard.subscribers.all.count == 1)
  }
}

extension PatchOSCTests {
  @Test func sourcesAndHoldReachTheInstance() {
    for message in [
      OSCEncoder.message(
        "/tactus/source", [.s("pen"), .i(3), .i(2), .f(-0.5), .f(0), .f(1.5), .f(1)]),
      OSCEncoder.message("/tactus/source/name", [.s("left tablet of two")]),
      OSCEncoder.message("/tactus/hold", [.f(2)]),
    ] {
      peer.send(message, to: instance.port)
    }
    turn()
    let events = instance.drain()
    #expect(events.map(\.kind) == [.source, .sourceName, .sourceName, .hold])
    #expect(events[0].id == 3 | 2 << 2 | 2 << 4)
    #expect((0..<4).map { events[0].words[$0] } == [-0.5, 0, 1.5, 1])
    #expect(events[0].source != 0 && events[0].source == events[2].source)
    var letters: [UInt8] = []
    for event in events[1...2] {
      for word in 0..<4 { withUnsafeBytes(of: event.words[word]) { letters += $0 } }
    }
    let name: [UInt8] = Array("left tablet of two".utf8)
    #expect(letters.count == 32 && letters.starts(with: name) && letters[18...].allSatisfy { $0 == 0 })
    #expect(events[3].amount == 2)
  }
}
