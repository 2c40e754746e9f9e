import InputTestSupport
import RealTime
import Testing

@testable import Dialects

/// Tokens, sensors, game controllers, macros and shapes on their way to the audio thread.
struct DeviceTests {
  @Test func tokensAreEvents() {
    var surface = Listening()
    surface.receive(
      OSCEncoder.message("/tactus/token", [.s("placed"), .i(9), .f(0.25), .f(0.5), .f(0.75), .i(3)]))
    surface.receive(OSCEncoder.message("/tactus/token", [.s("moved"), .i(9), .f(0.3), .f(0.5)]))
    surface.receive(OSCEncoder.message("/tactus/surface/2/token", [.s("lifted"), .i(9)]))
    #expect(surface.events.map(\.brief).prefix(2) == ["token 9 0.25 0.5", "token 9 0.3 0.5"])
    #expect(surface.events[0].token.angle == 0.75 && surface.events[0].token.classNumber == 3)
    #expect(surface.events[1].token.angle.isNaN)
    #expect(surface.events[2].kind == .tokenLifted && surface.events[2].source == 0x200_0001)
    #expect(surface.refusals.isEmpty)
  }

  @Test func sensorsPadsAndMacrosAreEvents() {
    var surface = Listening()
    surface.receive(OSCEncoder.message("/tactus/motion/attitude", [.f(0.1), .f(-0.2), .f(0.3)]))
    surface.receive(OSCEncoder.message("/tactus/motion/heading", [.f(0.5)]))
    surface.receive(OSCEncoder.message("/tactus/pad/axis", [.i(2), .f(-0.5)]))
    surface.receive(OSCEncoder.message("/tactus/pad/button", [.i(16), .i(1)]))
    var other = Listening()
    other.receive(OSCEncoder.message("/tactus/pad/axis", [.i(2), .f(1), .i(4)]))
    other.receive(OSCEncoder.message("/tactus/pad/gone", []))
    other.receive(OSCEncoder.message("/tactus/pad/gone", [.i(4)]))
    #expect(other.events.map(\.id) == [3002, 0, 3000] && other.events[2].pad.isGone)
    surface.receive(OSCEncoder.message("/tactus/macro", [.i(3), .f(0.75)]))
    #expect(
      surface.events.map { [Float($0.kind.rawValue), Float($0.id), $0.words[0]] } == [
        [8, 1, 0.1], [8, 6, 0.5], [9, 2, -0.5], [9, 116, 1], [10, 3, 0.75],
      ])
    #expect(surface.events[0].motion.y == -0.2 && surface.events[0].motion.z == 0.3)
  }

  @Test func aShapeFollowsItsTouch() {
    var surface = Listening()
    surface.receive(OSCEncoder.touch("began", 1, 0.5, 0.5, 0.5, 0.02, 0.6, 0.1))
    #expect(surface.events.map(\.brief) == ["began 1 0.5 0.5", "shape 1 0.6 0.1"])
    #expect(surface.events[0].source == surface.events[1].source)
  }

  @Test func aForeignMessageIsAnAddressAndANumber() {
    var found: [String] = []
    for packet in [
      OSCEncoder.message("/fader/1", [.f(0.25), .s("x")]), OSCEncoder.message("/fader/2", [.i(7)]),
      OSCEncoder.message("/page"),
      OSCEncoder.message("/tactus/macro/learn", [.i(3)]),
    ] {
      packet.withUnsafeBytes {
        CommandReader().read($0, from: SenderKey(address: 0, socket: 1), at: 0, counting: Counters()) {
          command, _ in
          switch command {
          case .routed(.foreign(let address, let value, false)):
            found.append("\(String(decoding: address, as: UTF8.self)) \(value)")
          case .request(.learn(let macro)): found.append("learn \(macro)")
          default: break
          }
        }
      }
    }
    #expect(found == ["/fader/1 0.25", "/fader/2 1.0", "learn 3"])
  }
}
