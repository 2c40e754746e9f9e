import Foundation
import InputTestSupport
import RealTime
import Testing

@testable import Dialects

/// The additions of TUIO 2.0 to 1.1: pointers, components of one thing, times of frames.
extension TUIOTests {
  @Test func aPointerPressesHoversAndIsGone() {
    var surface = Listening()
    func pointer(_ press: Float) -> [UInt8] {
      TUIO.message2(
        "ptr", [.i(5), .i(0x0002_0005), .i(0)] + [0.25, 0.25, .pi / 2, 0, 0.1, press].map { .f($0) })
    }
    surface.receive(TUIO.frame2(1, [pointer(-0.5)], alive: [5]))
    #expect(surface.events.isEmpty, "it hovers")
    surface.receive(TUIO.frame2(2, [pointer(0.5)], alive: [5]))
    surface.receive(TUIO.frame2(3, [pointer(-0.1)], alive: [5]))
    surface.receive(TUIO.frame2(4, [pointer(1)], alive: [5]))
    surface.receive(TUIO.frame2(5, [], alive: []))
    #expect(
      surface.events.map(\.brief) == [
        "began 5 0.25 0.75", "ended 5 0.25 0.75", "began 5 0.25 0.75", "ended 5 0.25 0.75",
      ])
    #expect(surface.events[0].touch.pressure == 0.5 && abs(surface.events[0].touch.radius - 0.08) < 1e-6)
    #expect(surface.refusals.isEmpty)
  }

  /// User and type of tokens and pointers. A value that is not a number is refused.
  @Test func whoseATokenIsIsRead() {
    var owners: [[UInt16]] = []
    let pointer = TUIO.message2("ptr", [.i(5), .i(0x0002_0005), .i(0)] + [0, 0, 0, 0, 0, 1].map { .f($0) })
    for packet in [Self.tokenBundle, TUIO.frame2(2, [pointer], alive: [5])] {
      packet.withUnsafeBytes {
        CommandReader().read($0, from: SenderKey(address: 0, socket: 1), at: 0, counting: Counters()) {
          command, context in
          switch command {
          case .play(.touch), .play(.event): owners.append([context.user, context.type])
          default: break
          }
        }
      }
    }
    #expect(owners == [[3, 2], [2, 5]])
    var surface = Listening()
    surface.receive(
      TUIO.frame2(1, [TUIO.message2("tok", [.i(7), .s("me"), .i(0), .f(0), .f(0), .f(0)])], alive: [7]))
    #expect(surface.events.isEmpty && surface.refusals == [.wrongArguments: 1])
  }

  @Test func argumentsBehindThoseOfAComponentAreIgnored() {
    var surface = Listening()
    func numbers(_ count: Int) -> [OSCEncoder.Argument] {
      [0.25, 0.25, 0, 0, 0, 0.5, 0, 0, 0, 0, 0, 9].prefix(count).map { .f($0) }
    }
    // One of the optional arguments, and one more than all of them.
    for (number, more) in [1, 6].enumerated() {
      let frame = TUIO.frame2(
        Int32(number + 1),
        [
          TUIO.message2("tok", [.i(1), .i(0), .i(3)] + numbers(3 + more)),
          TUIO.message2("ptr", [.i(2), .i(0), .i(0)] + numbers(6 + more)),
          TUIO.message2("bnd", [.i(2)] + numbers(6 + more)),
        ], alive: [1, 2])
      #expect(surface.receive(frame).filter { $0.kind != .shape }.count == 2)
    }
    let frm = TUIO.message2("frm", [.i(3), .i(7), .i(0), .s("t:0@x"), .s("more")])
    surface.receive(OSCEncoder.bundle([frm, TUIO.message2("alv", [])]))
    #expect(surface.refusals.isEmpty)
    surface.receive(
      TUIO.frame2(4, [TUIO.message2("tok", [.i(1), .i(0), .i(3)] + numbers(2))], alive: [1]))
    #expect(surface.refusals == [.wrongArguments: 1])
  }

  @Test func componentsOfOneIdAreOneThing() {
    var surface = Listening()
    let pointer = TUIO.message2("ptr", [.i(5), .i(0), .i(0)] + [0.5, 0.5, 0, 1, 0, 0.5].map { .f($0) })
    let bounds = TUIO.message2("bnd", [.i(5)] + [0.5, 0.5, -.pi / 4, 0.2, 0.1, 0.02].map { .f($0) })
    let blob = TUIO.message2("bnd", [.i(6)] + [0.75, 0.5, 0, 0.2, 0.1, 0.02].map { .f($0) })
    let symbol = TUIO.message2("sym", [.i(5), .i(0), .i(0), .s("ms/id"), .s("x")])
    // In two packets; `alv` is in the last.
    surface.receive(OSCEncoder.bundle([TUIO.frm(1), pointer, bounds, symbol]))
    surface.receive(OSCEncoder.bundle([TUIO.frm(1), blob, TUIO.message2("alv", [.i(5), .i(6)])]))
    #expect(surface.events.map(\.kind) == [.began, .shape, .began, .shape])
    #expect(
      abs(surface.events[1].shape.orientation - 0.125) < 1e-6
        && abs(surface.events[0].touch.radius - 0.08) < 1e-6)
    #expect(abs(surface.events[1].shape.aspect - 0.375) < 1e-6 && surface.refusals.isEmpty)
    // A leaning pointer without bounds touches with an ellipse.
    let leaning = TUIO.message2("ptr", [.i(7), .i(0), .i(0)] + [0.5, 0.5, 0, 1, 0, 0.5].map { .f($0) })
    surface.receive(TUIO.frame2(2, [leaning], alive: [5, 7]))
    let shape = surface.events.last { $0.kind == .shape }
    #expect(shape?.id == 7 && abs((shape?.shape.aspect ?? 0) - Float(cos(1.0))) < 1e-6)
  }

  @Test func aLateFrameIsDroppedAtAnyTime() {
    var surface = Listening()
    func frame(_ number: Int32, _ x: Float, seconds: UInt32, at time: Double = 0) -> [SurfaceEvent] {
      let pointer = TUIO.message2("ptr", [.i(1), .i(0), .i(0)] + [x, 0.5, 0, 0, 0, 0.5].map { .f($0) })
      return surface.receive(TUIO.frame2(number, [pointer], alive: [1], seconds: seconds), at: time)
    }
    #expect(!frame(10, 0.1, seconds: 100).isEmpty)
    #expect(frame(9, 0.2, seconds: 100).isEmpty, "same time")
    #expect(frame(9, 0.2, seconds: 99).isEmpty, "older time: the reference lets this one pass")
    #expect(frame(9, 0.2, seconds: 100).isEmpty, "the dropped one has changed nothing")
    #expect(!frame(10, 0.3, seconds: 100).isEmpty && !frame(0, 0.4, seconds: 100).isEmpty)
    #expect(frame(9, 0.2, seconds: 100).isEmpty, "frame 0 is out of sequence and changes nothing")
    #expect(!frame(5, 0.5, seconds: 102).isEmpty, "a second later it is a restart")
    surface.receive(TUIO.frame2(0, [], alive: []))
    #expect(!frame(1, 0.6, seconds: 102).isEmpty, "so it is after a reset")
    #expect(
      !frame(50, 0.7, seconds: 102).isEmpty && !frame(3, 0.8, seconds: 1, at: 2).isEmpty, "or a silence")
    #expect(surface.refusals == [.lateFrame: 4])
  }

  @Test func theTimeCanBeAnIntegerAndTheSourceStays() {
    var surface = Listening()
    let pointer = TUIO.message2("ptr", [.i(1), .i(0), .i(0)] + [0.5, 0.5, 0, 0, 0, 0.5].map { .f($0) })
    for source in ["a:0@1", "b:0@1"] {
      let frm = TUIO.message2("frm", [.i(1), .i(7), .i(0), .s(source)])
      surface.receive(OSCEncoder.bundle([frm, pointer, TUIO.message2("alv", [.i(1)])]))
    }
    #expect(surface.events.map(\.kind) == [.began, .began] && surface.refusals.isEmpty)
    for name in ["chg", "ocg", "icg", "skg", "dat", "ctl", "ala", "coa", "lia", "lla", "lta", "sig"] {
      surface.receive(TUIO.message2(name, [.i(1), .f(0)]))
    }
    #expect(surface.refusals.isEmpty)
    surface.receive(TUIO.message2("xyz", [.i(1)]))
    #expect(surface.refusals == [.unknownAddress: 1])
  }

  /// Frames without bundles: a frame ends with its `alv` or with the beginning of the next one.
  @Test func unbundledFramesOfTUIO2() {
    var surface = Listening()
    func pointer(_ x: Float) -> [UInt8] {
      TUIO.message2("ptr", [.i(1), .i(0), .i(0)] + [x, 0.5, 0, 0, 0, 0.5].map { .f($0) })
    }
    for packet in [TUIO.frm(1), pointer(0.25), TUIO.frm(2), pointer(0.5), TUIO.message2("alv", [.i(1)])] {
      surface.receive(packet)
    }
    #expect(surface.events.map(\.brief) == ["began 1 0.25 0.5", "moved 1 0.5 0.5"])
  }
}
