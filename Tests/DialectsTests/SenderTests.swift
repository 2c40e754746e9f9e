import InputTestSupport
import RealTime
import Stores
import Testing

@testable import Dialects

/// What programs send by default, by their documentation, and how the included profiles read it.
struct SenderTests {
  static func send(_ surface: inout Listening, _ address: String, _ numbers: Float..., at time: Double = 0) {
    surface.receive(OSCEncoder.message(address, numbers.map { .f($0) }), at: time)
  }

  static func rounded(_ events: [SurfaceEvent]) -> [[Float]] {
    events.map { event in
      let words: [Float] = [event.words[0], event.words[1]]
      return [Float(event.kind.rawValue), Float(event.id)] + words.map { ($0 * 1000).rounded() / 1000 }
    }
  }

  /// The pages of the layouts that come with it (hexler.net: names of pages and controls, `/z`). A number is
  /// not always there.
  @Test(arguments: [
    "/3/xy", "/1/xy1", "/page3/multixy/1", "/multixy/1", "/1/multixy1/3", "/xy", "/xy1", "/multixy1/2",
    "/radar1", "/1/radar",
  ]) func padsOfTouchOSC(_ address: String) {
    var surface = ProfileTests.shipped()
    Self.send(&surface, address, 0.25, 0.75)
    #expect(surface.events.map(\.brief) == ["began 1 0.25 0.75"])
    #expect(surface.expire(at: 1.1).map(\.kind) == [.ended])
    Self.send(&surface, address + "/z", 1, at: 2)
    Self.send(&surface, address, 0.5, 0.75, at: 2)
    #expect(surface.expire(at: 20).isEmpty, "its state holds it")
    Self.send(&surface, address + "/z", 0, at: 20)
    #expect(surface.events.map(\.kind) == [.began, .ended, .began, .ended] && surface.refusals.isEmpty)
  }

  /// The second page of its first layout: sixteen buttons, which play from left to right.
  @Test func pushButtonsOfTouchOSCArePads() throws {
    var surface = ProfileTests.shipped()
    for number in 1...16 { Self.send(&surface, "/2/push\(number)", 1, at: Double(number)) }
    #expect(surface.events.map(\.kind) == [SurfaceEvent.Kind](repeating: .began, count: 16))
    #expect(surface.events.map(\.touch.x) == Array(stride(from: Float(1) / 32, to: 1, by: 1 / 16)))
    #expect(surface.events.allSatisfy { $0.touch.y == 0.5 } && surface.expire(at: 29).isEmpty)
    Self.send(&surface, "/2/push7", 0, at: 29)
    #expect(surface.events.last?.brief == "ended 7 0.40625 0.5")
    for address in ["/1/fader1", "/1/fader"] {
      Self.send(&surface, address, 0.5, at: 30)
      let event = try #require(surface.events.last)
      #expect(event.kind.rawValue == 10 && event.id == 1 && event.amount == 0.5)
    }
    Self.send(&surface, "/3/toggle1/z", 1, at: 30)
    #expect(surface.refusals.isEmpty)
  }

  /// Without z, a ball that was not moved begins nothing: a list has the places of all balls.
  @Test(arguments: [
    "/MultiBall/", "/MultiBall2.", "/Container/MultiBall/", "/Container/Container2/multiball/",
  ])
  func ballsOfLemur(_ name: String) {
    var surface = ProfileTests.shipped()
    Self.send(&surface, name + "x", 0.25)
    Self.send(&surface, name + "y", 0.75)
    #expect(surface.events.map(\.brief) == ["began 1 0.25 0.75"])
    #expect(surface.expire(at: 1.5).map(\.kind) == [.ended])
    var two = ProfileTests.shipped()
    Self.send(&two, name + "z", 0, 0)
    Self.send(&two, name + "x", 0.25, 0.5, at: 1)
    Self.send(&two, name + "y", 0.75, 0.5, at: 1)
    #expect(two.events.isEmpty, "a ball with a brightness is a touch while it shines")
    Self.send(&two, name + "z", 0, 1, at: 2)
    Self.send(&two, name + "x", 0.25, 0.625, at: 2)
    #expect(two.events.last?.brief == "began 2 0.625 0.5")
    Self.send(&two, name + "z", 0, 0, at: 3)
    #expect(two.events.map(\.kind) == [.began, .ended] && surface.refusals.isEmpty && two.refusals.isEmpty)
  }

  @Test func aMovedBallBeginsAlone() {
    var surface = ProfileTests.shipped()
    Self.send(&surface, "/MultiBall/x", 0.25, 0.5)
    Self.send(&surface, "/MultiBall/y", 0.75, 0.5)
    #expect(surface.expire(at: 1.5).map(\.kind) == [.ended, .ended])
    Self.send(&surface, "/MultiBall/x", 0.25, 0.625, at: 2)
    #expect(surface.events.count == 5 && surface.events.last?.brief == "began 2 0.625 0.5")
  }

  @Test func otherObjectsOfLemur() {
    var surface = ProfileTests.shipped()
    Self.send(&surface, "/Pads/x", 0, 1, 0, 0)
    #expect(surface.events.map(\.brief) == ["began 2 0.09375 0.5"])
    Self.send(&surface, "/Pads/x", 0, 0, 0, 0, at: 1)
    #expect(surface.events.last?.kind == .ended)
    for (address, number) in [("/Fader/x", 1), ("/Fader.x", 1), ("/Container/Fader3/x", 3), ("/Knob2/x", 2)] {
      Self.send(&surface, address, 0.5, at: 2)
      #expect(surface.events.last?.kind == .macro && surface.events.last?.id == Int32(number), "\(address)")
    }
    #expect(surface.refusals.isEmpty)
  }

  /// 1-10.github.io/zigsim: x and y apart, −1…1 from the middle, y downward; angles in radians and degrees.
  @Test(arguments: ["/A1B2", "/ZIGSIM/A1B2"]) func fingersAndSensorsOfZIGSIM(_ device: String) {
    var surface = ProfileTests.shipped()
    func frame(_ x: Float, _ y: Float, at time: Double) {
      surface.receive(
        OSCEncoder.bundle([
          OSCEncoder.message(
            device + "/deviceinfo", [.s("iPhone"), .s("A1B2"), .s("ios"), .s("17"), .i(390)]),
          OSCEncoder.message(device + "/touch01", [.f(x)]), OSCEncoder.message(device + "/touch02", [.f(y)]),
          OSCEncoder.message(device + "/touchradius0", [.f(20)]),
          OSCEncoder.message(device + "/touchforce0", [.f(0)]),
        ]), at: time)
    }
    frame(-0.5, -0.5, at: 0)
    #expect(surface.events.first?.brief == "began 1 0.25 0.75")
    #expect(surface.events.last?.touch.radius == 0.02 && surface.events.count { $0.kind == .began } == 1)
    frame(0.5, -0.5, at: 0.1)
    #expect(surface.events.last?.brief == "moved 1 0.75 0.75" && surface.expire(at: 0.3).isEmpty)
    #expect(surface.expire(at: 0.5).map(\.kind) == [.ended], "it is sent no more")
    let before = surface.events.count
    Self.send(&surface, device + "/touch91", 0, at: 2)
    Self.send(&surface, device + "/touch92", 1, at: 2)
    #expect(surface.events.count == before + 1 && surface.events.last?.brief == "began 2 0.5 0.0")
    Self.send(&surface, device + "/accel", 0, 0.5, -1)
    Self.send(&surface, device + "/gravity", 0, 0, -1)
    Self.send(&surface, device + "/gyro", .pi, 0, 0)
    surface.receive(OSCEncoder.message(device + "/compass", [.f(90), .i(1)]))
    #expect(
      Self.rounded(surface.events.suffix(4)).map { $0.prefix(3) } == [
        [8, 2, 0], [8, 3, 0], [8, 4, 0.5], [8, 6, 0.25],
      ])
    #expect(surface.refusals.isEmpty)
  }

  /// sensors2.org/osc: 0…1 from the lower left, −1 when a finger is up; units of Android's sensors.
  @Test func fingersAndSensorsOfSensors2OSC() {
    var surface = ProfileTests.shipped()
    Self.send(&surface, "/touch1", 0.25, 0.75)
    Self.send(&surface, "/touch2", 0.5, 0.5, at: 0.01)
    Self.send(&surface, "/touch1", 0.375, 0.75, at: 0.02)
    Self.send(&surface, "/touch1", -1, -1, at: 0.03)
    // A fast trill: the next tap of a finger is no straggler of the last one.
    Self.send(&surface, "/touch1", 0.25, 0.75, at: 0.06)
    Self.send(&surface, "/touch1", -1, -1, at: 0.09)
    #expect(
      surface.events.map(\.brief) == [
        "began 1 0.25 0.75", "began 2 0.5 0.5", "moved 1 0.375 0.75", "ended 1 0.375 0.75",
        "began 1 0.25 0.75", "ended 1 0.25 0.75",
      ])
    #expect(surface.expire(at: 20).isEmpty, "a finger may rest")
    // Flat on a table Android says +9.81, iOS −1.
    Self.send(&surface, "/accelerometer", 0, 0, 9.80665, at: 21)
    #expect(abs((surface.events.last?.motion.z ?? 0) + 1) < 1e-6)
    Self.send(&surface, "/gyroscope", .pi, 0, 0, at: 21)
    #expect(abs((surface.events.last?.motion.x ?? 0) - 0.5) < 1e-6)
    // Azimuth, pitch and roll in degrees.
    Self.send(&surface, "/orientation", 90, 45, 36, at: 21)
    #expect(Self.rounded(surface.events.suffix(1)) == [[8, 1, 0.125, 0.1]])
    #expect(surface.events.last?.motion.z == 0.25 && surface.refusals.isEmpty)
  }

  @Test func theMagnetOfGyrOSC() {
    var surface = ProfileTests.shipped()
    Self.send(&surface, "/gyrosc/mag", 10, 20, 30)
    #expect(Self.rounded(surface.events) == [[8, 5, 10, 20]] && surface.refusals.isEmpty)
  }
}
