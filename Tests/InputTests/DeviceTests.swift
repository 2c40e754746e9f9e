import RealTime
import Stores
import Testing

@testable import Input

/// Tokens, sensors, game controllers, macros and shapes on their way to the audio thread.
struct ThingTests {
  @Test func tokensAreEvents() {
    var surface = Listening()
    surface.hear(OSC.message("/tactus/token", [.s("placed"), .i(9), .f(0.25), .f(0.5), .f(0.75), .i(3)]))
    surface.hear(OSC.message("/tactus/token", [.s("moved"), .i(9), .f(0.3), .f(0.5)]))
    surface.hear(OSC.message("/tactus/surface/2/token", [.s("lifted"), .i(9)]))
    #expect(surface.events.map(\.brief).prefix(2) == ["token 9 0.25 0.5", "token 9 0.3 0.5"])
    #expect(surface.events[0].pressure == 0.75 && surface.events[0].radius == 3)
    #expect(surface.events[1].pressure.isNaN)
    #expect(surface.events[2].kind == .tokenLifted && surface.events[2].source == 0x200_0001)
    #expect(surface.refusals.isEmpty)
  }

  @Test func sensorsPadsAndMacrosAreEvents() {
    var surface = Listening()
    surface.hear(OSC.message("/tactus/motion/attitude", [.f(0.1), .f(-0.2), .f(0.3)]))
    surface.hear(OSC.message("/tactus/motion/heading", [.f(0.5)]))
    surface.hear(OSC.message("/tactus/pad/axis", [.i(2), .f(-0.5)]))
    surface.hear(OSC.message("/tactus/pad/button", [.i(16), .i(1)]))
    surface.hear(OSC.message("/tactus/macro", [.i(3), .f(0.75)]))
    #expect(
      surface.events.map { [Float($0.kind.rawValue), Float($0.id), $0.x] } == [
        [8, 1, 0.1], [8, 6, 0.5], [9, 2, -0.5], [9, 116, 1], [10, 3, 0.75],
      ])
    #expect(surface.events[0].y == -0.2 && surface.events[0].pressure == 0.3)
  }

  @Test func aShapeFollowsItsTouch() {
    var surface = Listening()
    surface.hear(OSC.touch("began", 1, 0.5, 0.5, 0.5, 0.02, 0.6, 0.1))
    #expect(surface.events.map(\.brief) == ["began 1 0.5 0.5", "shape 1 0.6 0.1"])
    #expect(surface.events[0].source == surface.events[1].source)
  }

  @Test func aMacroFollowsTheAddressThatItHasLearnt() throws {
    let store = PatchStore(folders: PatchFolders(user: [], factory: []))
    let feed = UnsafeMutablePointer<InstanceLink>.allocate(capacity: 1)
    feed.initialize(to: InstanceLink())
    defer {
      feed.deinitialize(count: 1)
      feed.deallocate()
    }
    let listener = ListeningInstance(feed, store)
    let counters = Counters()
    let (fader, other) = ([UInt8]("/fader/1".utf8), [UInt8]("/fader/2".utf8))
    #expect(!listener.follow(fader, 0.5, at: 0, counting: counters))
    store.learn(macro: 3)
    #expect(listener.follow(fader, 0.25, at: 0, counting: counters))
    #expect(!listener.follow(other, 0.5, at: 0, counting: counters))
    listener.deliver()
    let event = feed.pointee.events.pop()?.event
    #expect(event?.kind == .macro && event?.id == 3 && event?.x == 0.25)
    #expect(String(decoding: store.text(), as: UTF8.self).contains(#""3": {"osc": "/fader/1"}"#))
  }

  @Test func aForeignMessageIsAnAddressAndANumber() {
    var found: [String] = []
    for packet in [
      OSC.message("/fader/1", [.f(0.25), .s("x")]), OSC.message("/fader/2", [.i(7)]), OSC.message("/page"),
      OSC.message("/tactus/macro/learn", [.i(3)]),
    ] {
      packet.withUnsafeBytes {
        CommandReader().read($0, from: SenderKey(address: 0, socket: 1), at: 0, counting: Counters()) {
          command, _ in
          switch command {
          case .foreign(let address, let value, false):
            found.append("\(String(decoding: address, as: UTF8.self)) \(value)")
          case .learn(let macro): found.append("learn \(macro)")
          default: break
          }
        }
      }
    }
    #expect(found == ["/fader/1 0.25", "/fader/2 1.0", "learn 3"])
  }

  @Test func aTokenAndATouchOfOneNumberAreTwoThings() {
    var queue = EventQueue()
    let counters = Counters()
    queue.append(SurfaceEvent(.moved, id: 1, x: 0.1, y: 0.1), arrival: 0, counting: counters)
    queue.append(SurfaceEvent(.token, id: 1, x: 0.2, y: 0.2, pressure: 0.5), arrival: 10, counting: counters)
    queue.append(SurfaceEvent(.moved, id: 1, x: 0.3, y: 0.1), arrival: 20, counting: counters)
    queue.append(SurfaceEvent(.token, id: 1, x: 0.4, y: 0.2), arrival: 30, counting: counters)
    for value in [1, 0, 1] as [Float] {
      queue.append(SurfaceEvent(.pad, id: 101, x: value), arrival: 40, counting: counters)
    }
    let ring = MessageRing<SurfaceMessage>(capacity: 16)
    queue.deliver(to: ring)
    var events: [SurfaceEvent] = []
    while let message = ring.pop() { events.append(message.event) }
    #expect(events.map(\.x) == [0.3, 0.4, 1, 0, 1])
    // A merged event keeps what the later one left out.
    #expect(events[1].pressure == 0.5 && counters.mergedMoves == 2)
  }
}
