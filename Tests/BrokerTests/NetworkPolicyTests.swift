// network.json at the broker: allowed and refused senders, and their descriptions to the instances.
import CPosix
import Dialects
import Foundation
import InputTestSupport
import Profiles
import RealTime
import Testing
import Text
import Touch

@testable import Broker

@Suite(.serialized) struct NetworkPolicyTests {
  let folder: URL
  let switchboard: Switchboard
  let instance = TestInstance()
  let port = Peer.freePort()

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "room-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    switchboard = Switchboard(folder: [UInt8](folder.path.utf8), interfaces: interfacesOfTests())
    switchboard.add(instance.pointer)
    instance.wish(.network, port: port)
  }

  func write(_ text: String) throws {
    try text.write(to: folder.appending(path: "network.json"), atomically: true, encoding: .utf8)
    turn()
  }

  func turn() { switchboard.turn() }

  func receive(_ packet: [UInt8], from address: UInt32, port: UInt16 = 9) {
    packet.withUnsafeBytes {
      switchboard.handle(
        $0, on: switchboard.endpoints[0],
        from: tactus_datagram(stamp: 0, address: address, port: port, truncated: 0, is_stream: 0),
        at: tactus_monotonic())
    }
    switchboard.deliver()
  }

  @Test func onlyListedAddressesAreAccepted() throws {
    try write(#"{"allow": ["10.1.0.0/16"], "announce": false}"#)
    receive(OSCEncoder.touch("began", 1, 0.5, 0.5), from: 0x0a01_0203)
    #expect(instance.drain().count == 1)
    receive(OSCEncoder.touch("began", 2, 0.5, 0.5), from: 0x0a02_0203)
    #expect(instance.drain().isEmpty)
    // Not even the neighbours, which are allowed without a list; but always this machine.
    receive(OSCEncoder.touch("began", 3, 0.5, 0.5), from: addressOfThisMachine ^ 1)
    #expect(instance.drain().isEmpty)
    receive(OSCEncoder.touch("began", 4, 0.5, 0.5), from: addressOfThisMachine)
    #expect(instance.drain().count == 1)
    receive(OSCEncoder.touch("began", 5, 0.5, 0.5), from: 0x7f00_0001)
    #expect(instance.drain().count == 1)
    try write(#"{"allow": ["10.2.0.0/16"], "announce": false}"#)
    receive(OSCEncoder.touch("began", 2, 0.5, 0.5), from: 0x0a02_0203)
    #expect(instance.drain().map(\.kind) == [.ended, .began], "the file is read while it plays")
  }

  /// The settings of a removed file must not stay in force.
  @Test func withoutTheFileTheDefaultsHold() throws {
    try write(
      #"{"allow": ["10.1.0.0/16"], "announce": false, "sources": [{"from": "10.1.2.3", "name": "A"}]}"#)
    receive(OSCEncoder.touch("began", 1, 0.5, 0.5), from: 0x0a01_0203)
    receive(OSCEncoder.alive(1), from: 0x0a01_0203)
    receive(TUIO.frame("2Dcur", alive: [7], [(7, 0.5, 0.5)], 1), from: 0x0a01_0203)
    receive(OSCEncoder.touch("began", 1, 0.5, 0.5), from: 0x7f00_0001)
    #expect(instance.drain().filter { $0.kind == .began }.count == 3)
    try FileManager.default.removeItem(at: folder.appending(path: "network.json"))
    turn()
    turn()
    #expect(switchboard.policy.network == NetworkDocument() && switchboard.policy.error.isEmpty)
    // The sender that is no longer allowed ends at once; the other goes on.
    #expect(instance.drain().map(\.kind) == [.ended, .ended] && switchboard.instances[0].liveCount == 1)
    receive(OSCEncoder.touch("moved", 1, 0.6, 0.5), from: 0x0a01_0203)
    #expect(instance.drain().isEmpty)
    receive(OSCEncoder.touch("began", 2, 0.5, 0.5), from: addressOfThisMachine ^ 1)
    #expect(instance.drain().count == 1, "the neighbours are allowed again")
    // The same when a list that is written anew leaves a sender out, and when the folder goes.
    try write(#"{"allow": ["10.1.0.0/16"], "announce": false}"#)
    turn()
    #expect(instance.drain().map(\.kind) == [.ended])
    try FileManager.default.removeItem(at: folder)
    turn()
    turn()
    #expect(switchboard.policy.network == NetworkDocument())
  }

  @Test func refusedSendersAreListed() throws {
    try write(#"{"allow": [], "announce": false}"#)
    for address in [0x0a02_0203, 0x0a02_0204, 0x0a02_0203] {
      receive(OSCEncoder.touch("began", 1, 0.5, 0.5), from: UInt32(address))
    }
    #expect(switchboard.endpoints[0].counters[.senderNotAllowed] == 3)
    let peer = Peer()
    peer.send(OSCEncoder.message("/tactus/stats", []), to: port)
    turn()
    _ = try #require(peer.receive())
    let told = try #require(peer.receive()).bytes
    // 10.2.2.4 once, then 10.2.2.3 twice: the one that tried last comes last.
    #expect(
      told
        == OSCEncoder.message(
          "/tactus/answer/stats/refused", [.s("10.2.2.4"), .h(1), .s("10.2.2.3"), .h(2)]))
  }

  @Test func theLastRefusedAddressesAreListed() {
    var policy = NetworkPolicy(folder: [], interfaces: interfacesOfTests())
    for address in 1...40 { policy.refuse(UInt32(address)) }
    policy.refuse(9)
    let expected = (10...40).map { ("0.0.0.\($0)", 1) } + [("0.0.0.9", 2)]
    #expect(
      policy.messages == [
        OSCEncoder.message("/tactus/answer/stats/refused", expected.flatMap { [.s($0.0), .h(Int64($0.1))] })
      ])
  }

  @Test func aBrokenFileIsNamedAndTheOldRoomStays() throws {
    try write(#"{"allow": ["10.1.0.0/16"], "announce": false}"#)
    try write(#"{"allow": ["10.1.0.0/160"]}"#)
    receive(OSCEncoder.touch("began", 1, 0.5, 0.5), from: 0x0a01_0203)
    #expect(instance.drain().count == 1)
    #expect(
      String(decoding: switchboard.policy.error, as: UTF8.self)
        == "network.json: line 1 column 12: allow[0]: must be an IPv4 address or block, as 192.168.1.0/24")
    try write("{}")
    #expect(switchboard.policy.error.isEmpty)
  }

  /// The senders that a broken file would refuse are unknown.
  @Test func aFileThatIsBrokenAtTheStartAllowsNoSender() throws {
    let text = #"{"allow": ["10.1.0.0/160"]}"#
    try text.write(to: folder.appending(path: "network.json"), atomically: true, encoding: .utf8)
    let late = Switchboard(folder: [UInt8](folder.path.utf8), interfaces: interfacesOfTests())
    var broken: [String] = []
    late.monitor = Monitor {
      if case .broken(let path, let error) = $0 {
        broken.append(
          "\(String(decoding: path, as: UTF8.self)): \(String(decoding: error.sentence(), as: UTF8.self))")
      }
    }
    let (instance, port) = (TestInstance(), Peer.freePort())
    late.add(instance.pointer)
    instance.wish(.network, port: port)
    func receive(from address: UInt32, _ id: Int32) -> Int {
      let now = tactus_monotonic()
      late.applyWishes(at: now)
      OSCEncoder.touch("began", id, 0.5, 0.5).withUnsafeBytes {
        late.handle(
          $0, on: late.endpoints[0],
          from: tactus_datagram(stamp: 0, address: address, port: 9, truncated: 0, is_stream: 0), at: now)
      }
      late.deliver()
      return instance.drain().count
    }
    // Before the file was first watched, and after.
    #expect(receive(from: addressOfThisMachine ^ 1, 1) == 0 && receive(from: addressOfThisMachine, 2) == 1)
    late.servePatches(at: tactus_monotonic())
    #expect(receive(from: addressOfThisMachine ^ 1, 3) == 0 && receive(from: 0x0a01_0001, 4) == 0)
    #expect(late.announcedService == ServiceAnnouncement())
    #expect(late.endpoints[0].counters[.senderNotAllowed] == 3)
    #expect(
      broken.count == 1 && broken[0].hasPrefix("\(folder.path)/network.json: ")
        && broken[0].contains("allow[0]: must be an IPv4"),
      "\(broken)")
    try "{}".write(to: folder.appending(path: "network.json"), atomically: true, encoding: .utf8)
    late.servePatches(at: tactus_monotonic())
    #expect(receive(from: addressOfThisMachine ^ 1, 5) == 1 && late.announcedService != ServiceAnnouncement())
  }

  @Test func aFileThatCannotBeReadIsBroken() throws {
    let file = folder.appending(path: "network.json")
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    let room = NetworkPolicy(folder: [UInt8](folder.path.utf8), interfaces: interfacesOfTests())
    #expect(room.network.allow == [] && !room.error.isEmpty)
    let none = NetworkPolicy(
      folder: [UInt8]((folder.path + "/nothing").utf8), interfaces: interfacesOfTests())
    #expect(none.network.allow == nil && none.error.isEmpty)
  }

  /// An instance remembers sixteen descriptions. A source that returns after forty others is described again.
  @Test func aSenderIsDescribedBeforeEachTouchThatBegins() throws {
    try write(
      """
      {"announce": false, "sources":
        [{"from": "127.0.0.1", "name": "table east", "kind": "pen", "quarters": 2, "mirror": "x"}]}
      """)
    receive(OSCEncoder.touch("began", 1, 0.5, 0.5), from: 0x7f00_0001)
    receive(OSCEncoder.touch("began", 2, 0.5, 0.5), from: 0x7f00_0001)
    let events = instance.drain()
    #expect(
      events.map(\.kind) == [
        .source, .sourceName, .sourceName, .began, .source, .sourceName, .sourceName, .began,
      ])
    #expect(Set(events.map(\.source)).count == 1)
    #expect(events[0].id == 2 | 4 | 2 << 4)
    #expect((0..<4).map { events[0].words[$0] } == [0, 0, 1, 1])
    receive(OSCEncoder.touch("moved", 1, 0.6, 0.5), from: 0x7f00_0001)
    receive(OSCEncoder.touch("ended", 1, 0.6, 0.5), from: 0x7f00_0001)
    #expect(instance.drain().map(\.kind) == [.moved, .ended])
    // With real `ControllerSources`: a point is turned and mirrored, also after forty other sources.
    var surface = ControllerSources(sampleRate: 48000)
    for port in 10..<50 as Range<UInt16> {
      receive(OSCEncoder.touch("began", 1, 0.5, 0.5), from: 0x7f00_0001, port: port)
      receive(OSCEncoder.touch("ended", 1), from: 0x7f00_0001, port: port)
    }
    receive(OSCEncoder.touch("ended", 2), from: 0x7f00_0001)
    receive(OSCEncoder.touch("began", 3, 0.125, 0.25), from: 0x7f00_0001)
    for (step, event) in instance.drain().enumerated() {
      _ = surface.apply(event, frame: Int64(step) * 32)
      surface.update(frame: Int64(step) * 32, isTick: true)
    }
    let slot = surface.touches.slot(source: events[0].source, id: 3)
    let touch = surface.touches.touches[try #require(slot)]
    #expect(touch.x == 0.125 && touch.y == 0.75)
    // A new file counts from the next touch on. A source that it does not name is not described.
    try write(#"{"announce": false, "sources": [{"from": "127.0.0.1"}]}"#)
    receive(OSCEncoder.touch("began", 4, 0.6, 0.5), from: 0x7f00_0001)
    #expect(instance.drain().map(\.kind) == [.source, .began])
    try write(#"{"announce": false, "sources": [{"from": "127.0.0.2"}]}"#)
    receive(OSCEncoder.touch("began", 5, 0.7, 0.5), from: 0x7f00_0001)
    #expect(instance.drain().map(\.kind) == [.began])
  }

  /// Objects move all the time, so their source is described once a second.
  @Test func aSourceOfObjectsIsDescribedOnceASecond() throws {
    try write(#"{"announce": false, "sources": [{"from": "127.0.0.1", "quarters": 1}]}"#)
    let begin = tactus_monotonic()
    var events: [SurfaceEvent] = []
    for step in 0..<30 as Range<Int64> {
      OSCEncoder.message("/tactus/token", [.s("moved"), .i(7), .f(0.5), .f(0.5)]).withUnsafeBytes {
        switchboard.handle(
          $0, on: switchboard.endpoints[0],
          from: tactus_datagram(stamp: 0, address: Peer.loopback, port: 9, truncated: 0, is_stream: 0),
          at: begin + step * 100_000_000)
      }
      switchboard.deliver()
      events += instance.drain()
    }
    #expect(
      events.filter { $0.kind == .token }.count == 30 && events.filter { $0.kind == .source }.count == 3)
    #expect(events[0].kind == .source)
  }

  /// A source has its TUIO name unless network.json has another. The TUIO name also selects its description.
  @Test func trackersBehindOneSocketAreDistinguished() throws {
    try write(
      #"{"announce": false, "sources": [{"from": "127.0.0.1", "source": "east", "quarters": 1}, "#
        + #"{"from": "127.0.0.1", "source": "west", "name": "W"}]}"#)
    func first(_ source: String) -> [SurfaceEvent] {
      receive(TUIO.frame("2Dcur", source: source, alive: [1], [(1, 0.5, 0.5)], 1), from: 0x7f00_0001)
      return instance.drain()
    }
    let (east, west, north) = (first("east@10.0.0.1"), first("west@10.0.0.1"), first("north@10.0.0.1"))
    #expect(east.map(\.kind) == [.source, .sourceName, .sourceName, .began])
    #expect(east[0].id == 1 && east[1].namePart == "east@10.0.0.1")
    #expect(west.map(\.kind) == [.source, .sourceName, .sourceName, .began])
    #expect(west[0].id == 0 && west[1].namePart == "W")
    #expect(north.map(\.kind) == [.sourceName, .sourceName, .began] && north[0].namePart == "north@10.0.0.1")
  }

  /// `tactus listen` reports the address of a sender without a complete packet, and not that of another
  /// sender.
  @Test func aRefusalIsOfWhoSentIt() throws {
    var lines: [String] = []
    let monitor = Monitor { heard in
      switch heard {
      case .packet(_, let sender), .sender(let sender):
        lines.append("\(sender.port)\(sender.isStream ? " TCP" : "")")
      case .refused(let reason): lines.append("\(reason.symbol)")
      case .read(let dialect, _, _, _): lines.append("\(dialect.symbol)")
      case .closed: lines.append("closed")
      default: break
      }
    }
    switchboard.monitor = monitor
    turn()
    receive(OSCEncoder.touch("began", 1, 0.5, 0.5), from: 0x7f00_0001, port: 1)
    receive(OSCEncoder.touch("began", 1, 0.5, 0.5), from: 0x0808_0808, port: 2)
    receive(OSCEncoder.message("/tuio/2Dcur", [.s("alive"), .i(1)]), from: 0x7f00_0001, port: 3)
    receive(OSCEncoder.touch("moved", 1, 0.5, 0.5), from: 0x7f00_0001, port: 1)
    #expect(lines == ["1", "tactus", "2", "sender_not_allowed", "3", "1", "tactus"])
    lines = []
    let caller = StreamTests.Caller(port)
    caller.send([0, 16, 0, 0])
    #expect(
      eventually {
        turn()
        return lines.contains("closed")
      })
    // Between them the frame of the third was over.
    let own = lines.filter { $0 != "3" && $0 != "tuio" }
    #expect(own.count == 3 && own[0].hasSuffix(" TCP") && own[1...] == ["oversized", "closed"], "\(lines)")
    #expect(
      eventually {
        turn()
        return lines.contains("tuio")
      })
    #expect(lines.firstIndex(of: "tuio")! > lines.firstIndex(of: "3")!)
  }

  @Test func whatIsOpenToTheNetworkIsAnnounced() throws {
    try write(#"{"announce": "On stage"}"#)
    turn()
    let expected = ServiceAnnouncement(ports: [port], name: [UInt8]("On stage".utf8))
    #expect(switchboard.announcedService == expected)
    try write(#"{"announce": false}"#)
    turn()
    #expect(switchboard.announcedService == ServiceAnnouncement())
    try write("{}")
    turn()
    let host = ProcessInfo.processInfo.hostName.split(separator: ".")[0]
    #expect(String(decoding: switchboard.announcedService.name, as: UTF8.self).hasPrefix("Tactus on \(host)"))
    instance.wish(.thisMachine, port: port)
    turn()
    #expect(switchboard.announcedService.ports.isEmpty, "a port for this machine is not announced")
  }
}
