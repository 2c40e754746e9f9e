import CPosix
import Dialects
import Foundation
import InputTestSupport
import RealTime
import Testing

@testable import Broker

/// Connections of TCP on real sockets.
@Suite(.serialized) struct StreamTests {
  /// A program with a TCP connection.
  final class Caller {
    let descriptor: Int32
    init(_ port: UInt16) {
      descriptor = tactus_tcp_connect(Peer.loopback, port)
      var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&polled, 1, 2000)
    }
    deinit { close(descriptor) }

    func send(_ bytes: [UInt8]) {
      #expect(tactus_write_stream(descriptor, bytes, bytes.count) == bytes.count)
    }

    /// Whether bytes have arrived.
    var hasBytes: Bool {
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      return poll(&polled, 1, 0) == 1
    }

    /// The bytes that arrive within two seconds; empty: the connection has ended.
    func receive() -> [UInt8]? {
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 2000) == 1 else { return nil }
      var bytes = [UInt8](repeating: 0, count: 65536)
      let count = tactus_read_stream(descriptor, &bytes, bytes.count)
      return count < 0 ? nil : Array(bytes[..<count])
    }
  }

  let switchboard = Switchboard()
  let instance = TestInstance()
  let port = Peer.freePort()

  /// One turn at `seconds` after now.
  func turn(at seconds: Double = 0) { switchboard.turn(after: seconds) }

  func listen() {
    switchboard.add(instance.pointer)
    instance.wish(.thisMachine, port: port)
    turn()
  }

  /// Runs turns until `condition` holds or a minute has passed.
  func turns(until condition: () -> Bool) -> Bool {
    for _ in 0..<60_000 {
      turn()
      if condition() { return true }
      usleep(1000)
    }
    return false
  }

  @Test func threeFramingsAndAnAnswerInTheSame() throws {
    listen()
    let (sized, slipped, lines) = (Caller(port), Caller(port), Caller(port))
    sized.send(
      OSCEncoder.sized(OSCEncoder.touch("began", 1, 0.1, 0.5))
        + OSCEncoder.sized(OSCEncoder.message("/tactus/stats")))
    slipped.send(
      OSCEncoder.slip(OSCEncoder.touch("began", 1, 0.2, 0.5))
        + OSCEncoder.slip(OSCEncoder.message("/tactus/stats")))
    lines.send([UInt8]("{\"touch\": \"began\", \"id\": 1, \"x\": 0.3, \"y\": 0.5}\n".utf8))
    var events: [SurfaceEvent] = []
    #expect(
      turns {
        events += instance.drain()
        return events.count == 3
      })
    #expect(Set(events.map(\.touch.x)) == [0.1, 0.2, 0.3] && Set(events.map(\.source)).count == 3)
    // On a busy machine, a turn's time to verify senders can end before the second request.
    #expect(turns { sized.hasBytes && slipped.hasBytes })
    let answer = try #require(sized.receive())
    // There may be more in it than the first answer.
    let size = Int(answer.prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
    try #require(size + 4 <= answer.count)
    #expect(BrokerTests.values(Array(answer[4..<4 + size]))?["packets"] != nil)
    let other = try #require(slipped.receive())
    #expect(other.first == 0xc0 && other.last == 0xc0 && other.dropFirst().first == UInt8(ascii: "/"))
  }

  @Test func aConnectionThatClosesEndsItsTouchesAndLiftsItsObjects() {
    listen()
    var caller: Caller? = Caller(port)
    let object = [
      TUIO.message("2Dobj", "set", [.i(9), .i(1)] + [0.5, 0.5, 0, 0, 0, 0, 0, 0].map { .f($0) }),
      TUIO.message("2Dobj", "fseq", [.i(1)]),
    ]
    let other = Peer()
    other.send(OSCEncoder.touch("began", 8, 0.5, 0.5), to: port)
    caller!.send(
      OSCEncoder.sized(OSCEncoder.touch("began", 1, 0.1, 0.5))
        + OSCEncoder.sized(TUIO.frame("2Dcur", alive: [7], [(7, 0.5, 0.5)], 1))
        + OSCEncoder.sized(OSCEncoder.bundle(object)))
    var events: [SurfaceEvent] = []
    #expect(
      turns {
        events += instance.drain().filter { $0.kind != .sourceName }
        return events.count == 4
      })
    caller = nil
    #expect(
      turns {
        events += instance.drain()
        return events.count == 7
      })
    #expect(Set(events.suffix(3).map(\.kind)) == [.ended, .tokenLifted])
    #expect(switchboard.instances[0].liveCount == 1, "the others stay")
    #expect(switchboard.endpoints[0].connections.isEmpty)
  }

  @Test func connectionsAreBoundedAndNonsenseIsHungUpOn() {
    listen()
    let callers = (0..<40).map { _ in Caller(port) }
    #expect(turns { switchboard.endpoints[0].counters[.tooManyConnections] == 8 })
    #expect(switchboard.endpoints[0].connections.count == 32)
    callers[0].send([UInt8]("GET / HTTP/1.0\r\n\r\n".utf8))
    #expect(turns { switchboard.endpoints[0].connections.count == 31 })
    #expect(callers[0].receive() == [] && switchboard.endpoints[0].counters[.badFraming] == 1)
    // A frame that is never finished.
    callers[1].send([0, 0, 0, 8, 1, 2])
    turn()
    shutdown(callers[1].descriptor, Int32(SHUT_WR))
    #expect(turns { switchboard.endpoints[0].counters[.badFraming] == 2 })
    instance.wish(.off, port: port)
    withExtendedLifetime(callers) {}
  }

  /// 32 connections that said nothing kept all others out, for as long as they stayed.
  @Test func theLongestIdleConnectionGivesWay() throws {
    listen()
    let callers = (0..<32).map { _ in Caller(port) }
    #expect(turns { switchboard.endpoints[0].connections.count == 32 })
    for caller in callers.prefix(31) { caller.send([UInt8]("\n".utf8)) }
    callers[0].send([UInt8]("{\"touch\": \"began\", \"id\": 1, \"x\": 0.3, \"y\": 0.5}\n".utf8))
    #expect(turns { switchboard.instances[0].liveCount == 1 })
    let early = Caller(port)
    #expect(turns { switchboard.endpoints[0].counters[.tooManyConnections] == 1 })
    #expect(early.receive() == [], "none has been idle for a second")
    let late = Caller(port)
    usleep(20_000)
    turn(at: 2)
    #expect(callers[31].receive() == [], "the one that has said nothing")
    let connections = switchboard.endpoints[0].connections
    #expect(connections.count == 32 && switchboard.instances[0].liveCount == 1)
    late.send([UInt8]("{\"touch\": \"began\", \"id\": 1, \"x\": 0.7, \"y\": 0.5}\n".utf8))
    usleep(20_000)
    turn(at: 2.1)
    #expect(switchboard.instances[0].liveCount == 2)
    // Two of them hold a touch; all others have been silent for a minute.
    turn(at: 63)
    #expect(switchboard.endpoints[0].connections.count == 2)
    let kept = switchboard.endpoints[0].connections[0]
    #expect(tactus_keep_idle(kept.descriptor) == 20)
    withExtendedLifetime((callers, late)) {}
  }

  @Test func whoGoesToTheNetworkAndBackLosesConnectionsButNoPort() {
    listen()
    let caller = Caller(port)
    caller.send(OSCEncoder.sized(OSCEncoder.touch("began", 1, 0.1, 0.5)))
    #expect(turns { switchboard.instances[0].liveCount == 1 })
    instance.wish(.network, port: port)
    turn()
    #expect(switchboard.instances[0].liveCount == 0 && caller.receive() == [] && instance.port == port)
    let again = Caller(port)
    again.send(OSCEncoder.sized(OSCEncoder.touch("began", 1, 0.1, 0.5)))
    #expect(turns { switchboard.instances[0].liveCount == 1 })
  }
}
