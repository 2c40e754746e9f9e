import CSystem
import Foundation
import RealTime
import Testing

@testable import Input

/// JSON lines, the framing of TCP, and connections on real sockets.
@Suite(.serialized) struct StreamTests {
  // MARK: JSON

  @Test func tuioJSONGrowsDownwardsAndOursUpwards() {
    var surface = Listening()
    surface.hear([UInt8](#"{"id": 3, "type": "touch", "state": "start", "x": 0.25, "y": 0.25}"#.utf8))
    surface.hear([UInt8](#"{"id": 4, "type": "pen", "state": "start", "x": 1, "y": 0}"#.utf8))
    surface.hear(
      [UInt8](
        """
        {"id": 3, "type": "touch", "state": "move", "x": 0.5, "y": 0.25}
        {"id": 3, "type": "touch", "state": "end", "x": 0.5, "y": 0.5}

        {"id": 9, "type": "gesture", "gestureType": "rotate", "state": "start", "touches": [{"x": 0, "y": 0}]}
        {"id": 9, "type": "shape", "state": "end"}
        """.utf8))
    #expect(
      surface.events.map(\.brief) == [
        "began 3 0.25 0.75", "began 4 1.0 1.0", "moved 3 0.5 0.75", "ended 3 0.5 0.5",
      ])
    surface.hear(
      [UInt8](
        #"{"touch": "began", "id": 5, "x": 0.25, "y": 0.25, "pressure": 0.5, "radius": 0.02, "aspect": 0.5, "orientation": 0.125}"#
          .utf8))
    surface.hear([UInt8](#"{"id": 5, "x": 0.5, "y": 0.25, "note": null}"#.utf8))
    surface.hear([UInt8](#"{"alive": [4]}"#.utf8))
    surface.hear(
      [UInt8](#"{"token": "placed", "id": 7, "x": 0.5, "y": 0.5, "angle": 0.25, "class": 3}"#.utf8))
    surface.hear([UInt8](#"{"token": "lifted", "id": 7, "surface": 2}"#.utf8))
    #expect(
      surface.events.suffix(6).map(\.brief) == [
        "began 5 0.25 0.25", "shape 5 0.5 0.125", "moved 5 0.5 0.25", "ended 5 0.5 0.25", "token 7 0.5 0.5",
        "tokenLifted 7 nan nan",
      ])
    #expect(surface.events.last?.source == 0x200_0001 && surface.refusals.isEmpty)
    surface.hear([UInt8](" \t\r\n  {\"id\": 8, \"x\": 0, \"y\": 0}".utf8))
    #expect(surface.events.last?.brief == "began 8 0.0 0.0" && surface.refusals.isEmpty, "as over TCP")
  }

  @Test(arguments: [
    ("{", Refusal.badJSON), (#"{"id": 1"#, .badJSON), (#"{"id": 1} x"#, .badJSON),
    (#"{"id": 1, "id": 2}"#, .badJSON),
    (#"{"id": 1}"#, .wrongArguments), ("{}", .wrongArguments), (#"{"id": 1.5, "x": 0, "y": 0}"#, .badID),
    (#"{"id": 4294967296, "x": 0, "y": 0}"#, .badID), (#"{"id": 1, "x": "0", "y": 0}"#, .wrongArguments),
    (#"{"id": 1, "x": 2, "y": 0}"#, .outOfRange), (#"{"id": 1, "x": 1e39, "y": 0}"#, .notFinite),
    (#"{"touch": "down", "id": 1, "x": 0, "y": 0}"#, .unknownWord),
    (#"{"type": "touch", "id": 1, "state": "begin", "x": 0, "y": 0}"#, .unknownWord),
    (#"{"type": "finger", "id": 1, "state": "start", "x": 0, "y": 0}"#, .unknownWord),
    (#"{"type": "touch", "id": 1, "x": 0, "y": 0}"#, .wrongArguments), (#"{"alive": 1}"#, .wrongArguments),
    (#"{"id": 1, "x": 0, "y": 0, "surface": 256}"#, .wrongArguments), ("{\"\u{0}\": 1}", .badJSON),
    ("{" + String(repeating: "[", count: 60_000), .badJSON),
    ("{" + String(repeating: "x", count: 65_507), .oversized),
  ]) func badJSONIsCountedOnce(_ text: String, _ reason: Refusal) {
    var surface = Listening()
    surface.hear([UInt8](text.utf8))
    #expect(surface.events.isEmpty && surface.refusals == [reason: 1], "\(text.prefix(80))")
  }

  // MARK: Framing

  static func sized(_ packet: [UInt8]) -> [UInt8] { OSC.big(UInt32(packet.count)) + packet }

  static func slip(_ packet: [UInt8]) -> [UInt8] {
    [0xc0] + packet.flatMap { $0 == 0xc0 ? [0xdb, 0xdc] : $0 == 0xdb ? [0xdb, 0xdd] : [$0] } + [0xc0]
  }

  @Test(arguments: [1, 2, 3, 7, 64, 10_000]) func packetsComeOutHoweverTheStreamIsCut(_ size: Int) {
    let packets = (0..<20).map { number in
      (0..<number * 13 % 200 + 4).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ number) }
    }
    let json = (0..<20).map { [UInt8]("{\"id\": \($0)}".utf8) }
    for (stream, expected) in [
      (packets.flatMap(Self.sized), packets), (packets.flatMap(Self.slip), packets),
      (json.flatMap { $0 + [13, 10] }, json.map { $0 + [13] }),
    ] {
      var framing = StreamFraming()
      var found: [[UInt8]] = []
      for start in stride(from: 0, to: stream.count, by: size) {
        Array(stream[start..<min(start + size, stream.count)]).withUnsafeBytes {
          #expect(framing.append($0, counting: Counters()) { found.append(Array($0)) })
        }
      }
      #expect(found == expected && !framing.isInside)
    }
  }

  @Test func whatIsTooLongOrMakesNoSense() {
    func feed(_ chunks: [[UInt8]]) -> (found: Int, isSound: Bool, counters: Counters) {
      var framing = StreamFraming()
      let counters = Counters()
      var (found, isSound) = (0, true)
      for chunk in chunks where isSound {
        chunk.withUnsafeBytes { isSound = framing.append($0, counting: counters) { _ in found += 1 } }
      }
      return (found, isSound, counters)
    }
    let huge = feed([[0, 16, 0, 0]])
    #expect(!huge.isSound && huge.counters[.oversized] == 1, "a size of a megabyte")
    #expect(!feed([OSC.big(Int32(-1))]).isSound, "a negative size")
    let other = feed([[UInt8]("/tactus/panic".utf8)])
    #expect(!other.isSound && other.counters[.badFraming] == 1)
    // A megabyte of bad JSON in one line; the next line is read.
    let megabyte = feed(
      [[UInt8]("{".utf8)] + Array(repeating: [UInt8](repeating: 0x78, count: 65_536), count: 16)
        + [[UInt8]("\n{\"id\": 1}\n".utf8)])
    #expect(megabyte.isSound && megabyte.found == 1 && megabyte.counters[.oversized] == 1)
    let slip = feed([[0xc0], [UInt8](repeating: 1, count: 70_000), [0xc0, 1, 0xc0]])
    #expect(slip.isSound && slip.found == 1 && slip.counters[.oversized] == 1)
  }

  // MARK: Connections

  /// A program with a TCP connection.
  final class Caller {
    let descriptor: Int32
    init(_ port: UInt16) {
      descriptor = tactus_tcp_connect(Peer.loopback, port)
      var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&polled, 1, 2000)
    }
    deinit { close(descriptor) }

    func send(_ bytes: [UInt8]) { #expect(tactus_write_stream(descriptor, bytes, bytes.count) == bytes.count) }

    /// What comes within two seconds; empty: the connection is over.
    func receive() -> [UInt8]? {
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 2000) == 1 else { return nil }
      var bytes = [UInt8](repeating: 0, count: 65536)
      let count = tactus_read_stream(descriptor, &bytes, bytes.count)
      return count < 0 ? nil : Array(bytes[..<count])
    }
  }

  let switchboard = Switchboard()
  let feed = Feed()
  let port = Peer.freePort()

  func turn() {
    let now = tactus_monotonic()
    switchboard.followWishes(at: now)
    switchboard.receive(at: now, offset: tactus_realtime() - now)
  }

  func listen() {
    switchboard.add(feed.pointer)
    feed.wish(.thisMachine, port: port)
    turn()
  }

  /// Turns until `condition` holds or a second is over.
  func turns(until condition: () -> Bool) -> Bool {
    for _ in 0..<1000 {
      turn()
      if condition() { return true }
      usleep(1000)
    }
    return false
  }

  @Test func threeFramingsAndAnAnswerInTheSame() throws {
    listen()
    let (sized, slipped, lines) = (Caller(port), Caller(port), Caller(port))
    sized.send(Self.sized(OSC.touch("began", 1, 0.1, 0.5)) + Self.sized(OSC.message("/tactus/stats")))
    slipped.send(Self.slip(OSC.touch("began", 1, 0.2, 0.5)) + Self.slip(OSC.message("/tactus/stats")))
    lines.send([UInt8]("{\"touch\": \"began\", \"id\": 1, \"x\": 0.3, \"y\": 0.5}\n".utf8))
    var events: [SurfaceEvent] = []
    #expect(
      turns {
        events += feed.drain(); return events.count == 3
      })
    #expect(Set(events.map(\.x)) == [0.1, 0.2, 0.3] && Set(events.map(\.source)).count == 3)
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
    other.send(OSC.touch("began", 8, 0.5, 0.5), to: port)
    caller!.send(
      Self.sized(OSC.touch("began", 1, 0.1, 0.5))
        + Self.sized(TUIO.frame("2Dcur", alive: [7], [(7, 0.5, 0.5)], 1))
        + Self.sized(OSC.bundle(object)))
    var events: [SurfaceEvent] = []
    #expect(
      turns {
        events += feed.drain().filter { $0.kind != .sourceName }; return events.count == 4
      })
    caller = nil
    #expect(
      turns {
        events += feed.drain(); return events.count == 7
      })
    #expect(Set(events.suffix(3).map(\.kind)) == [.ended, .tokenLifted])
    #expect(switchboard.listeners[0].liveCount == 1, "the others stay")
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
    feed.wish(.off, port: port)
    withExtendedLifetime(callers) {}
  }

  @Test func whoGoesToTheNetworkAndBackLosesConnectionsButNoPort() {
    listen()
    let caller = Caller(port)
    caller.send(Self.sized(OSC.touch("began", 1, 0.1, 0.5)))
    #expect(turns { switchboard.listeners[0].liveCount == 1 })
    feed.wish(.network, port: port)
    turn()
    #expect(switchboard.listeners[0].liveCount == 0 && caller.receive() == [] && feed.port == port)
    let again = Caller(port)
    again.send(Self.sized(OSC.touch("began", 1, 0.1, 0.5)))
    #expect(turns { switchboard.listeners[0].liveCount == 1 })
  }
}
