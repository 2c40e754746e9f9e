import CPosix
import Dialects
import Foundation
import InputTestSupport
import Patches
import Profiles
import RealTime
import Stores
import Testing
import Text

@testable import Broker

/// Wishes, sockets and senders, on real sockets but driven step by step with a clock of the test's own.
@Suite(.serialized) struct SwitchboardTests {
  let switchboard = Switchboard(interfaces: interfacesOfTests())
  let instance = TestInstance()
  let port = Peer.freePort()

  /// One turn at `seconds` after now.
  func turn(at seconds: Double = 0) {
    let now = tactus_monotonic() + Int64(seconds * 1e9)
    switchboard.applyWishes(at: now)
    switchboard.deliver()
    switchboard.receive(at: now, offset: tactus_realtime() - tactus_monotonic())
  }

  /// The local addresses on which a UDP port is open, as the kernel lists them.
  func addresses(of port: UInt16) throws -> [String] {
    let table = try String(contentsOfFile: "/proc/net/udp", encoding: .utf8)
    return table.split(separator: "\n").dropFirst().compactMap { line in
      let address = line.split(separator: " ")[1].split(separator: ":")
      return UInt16(address[1], radix: 16) == port ? String(address[0]) : nil
    }
  }

  @Test func noSocketIsOpenUntilAnInstanceRequestsOne() throws {
    switchboard.add(instance.pointer)
    turn()
    #expect(instance.port == 0 && switchboard.endpoints.isEmpty)
    instance.wish(.thisMachine, port: port)
    turn()
    #expect(instance.port == port)
    #expect(try addresses(of: port) == ["0100007F"], "bound to loopback only")
  }

  @Test func aTakenPortIsLeftAloneAndTheNextFreeOneOpened() {
    let taken = Peer(port: port)
    switchboard.add(instance.pointer)
    instance.wish(.thisMachine, port: port)
    turn()
    #expect(instance.port > port && instance.port <= port + 100)
    let peer = Peer()
    peer.send(OSCEncoder.touch("began", 1, 0.5, 0.5), to: instance.port)
    turn()
    #expect(instance.drain().count == 1)
    withExtendedLifetime(taken) {}
  }

  @Test func aSocketClosesFiveSecondsAfterItsLastUser() {
    switchboard.add(instance.pointer)
    instance.wish(.thisMachine, port: port)
    turn()
    instance.wish(.off, port: port)
    turn(at: 4.9)
    #expect(instance.port == 0 && switchboard.endpoints.map(\.port) == [port])
    instance.wish(.thisMachine, port: port)
    turn(at: 4.95)
    #expect(instance.port == port)
    switchboard.remove(instance.pointer)
    turn(at: 9.8)
    #expect(!switchboard.isIdle)
    turn(at: 10)
    #expect(switchboard.isIdle)
  }

  @Test func theWidestRequestBindsAndEachInstanceFiltersSenders() throws {
    let wide = TestInstance()
    switchboard.add(instance.pointer)
    switchboard.add(wide.pointer)
    instance.wish(.thisMachine, port: port)
    wide.wish(.network, port: port)
    turn()
    #expect(try addresses(of: port) == ["00000000"] && instance.port == port && wide.port == port)
    Peer().send(OSCEncoder.touch("began", 1, 0.5, 0.5), to: port)
    turn()
    #expect(instance.drain().count == 1 && wide.drain().count == 1)
    wide.wish(.off, port: port)
    turn()
    #expect(try addresses(of: port) == ["0100007F"] && wide.port == 0)
    #expect(wide.drain().map(\.kind) == [.ended], "what cannot be heard any more has ended")
    #expect(switchboard.endpoints[0].counters.packets == 1, "the counts go on")
  }

  @Test func aLoopbackSocketCannotBeReachedFromOutside() {
    switchboard.add(instance.pointer)
    instance.wish(.thisMachine, port: port)
    turn()
    // Every Linux has this second local address. A socket that is bound to one does not receive from the
    // other.
    let address = Peer.loopback + 1
    let outside = Peer(at: address)
    outside.send(OSCEncoder.touch("began", 1, 0.5, 0.5), to: port, at: address)
    turn()
    #expect(instance.drain().isEmpty && switchboard.endpoints[0].counters.packets == 0)
    instance.wish(.network, port: port)
    turn()
    outside.send(OSCEncoder.touch("began", 1, 0.5, 0.5), to: port, at: address)
    turn()
    #expect(instance.drain().count == 1, "what is bound to all does")
  }

  @Test func originsAreDistinguished() {
    var interfaces = interfacesOfTests()
    #expect(interfaces.origin(of: 0x7f01_0203, at: 0) == .thisMachine)
    #expect(interfaces.origin(of: 0x0808_0808, at: 0) == .elsewhere)
    #expect(interfaces.origin(of: addressOfThisMachine, at: 0) == .thisMachine)
    #expect(interfaces.origin(of: addressOfThisMachine ^ 1, at: 0) == .allowed)
    #expect(interfaces.origin(of: addressOfThisMachine ^ 0x100, at: 0) == .elsewhere)
    #expect(Interfaces.ofThisMachine().contains { $0.address == Peer.loopback })
    let listening = ListeningInstance(instance.pointer)
    listening.apply(ListenSettings(listen: .thisMachine, port: 1, surface: 0), at: 0, counting: Counters())
    #expect([.thisMachine, .allowed, .elsewhere].map(listening.accepts) == [true, false, false])
    listening.apply(ListenSettings(listen: .network, port: 1, surface: 0), at: 0, counting: Counters())
    #expect([.thisMachine, .allowed, .elsewhere].map(listening.accepts) == [true, true, false])
  }

  @Test func foreignSendersAreRefusedAndCounted() {
    let wide = TestInstance()
    switchboard.add(instance.pointer)
    switchboard.add(wide.pointer)
    instance.wish(.thisMachine, port: port)
    wide.wish(.network, port: port)
    turn()
    func receive(_ packet: [UInt8], from address: UInt32) {
      packet.withUnsafeBytes {
        switchboard.handle(
          $0, on: switchboard.endpoints[0],
          from: tactus_datagram(stamp: 0, address: address, port: 9, truncated: 0, is_stream: 0),
          at: 0)
      }
      switchboard.deliver()
    }
    let counters = switchboard.endpoints[0].counters
    receive(OSCEncoder.touch("began", 1, 0.5, 0.5), from: 0x0808_0808)
    #expect(counters[.senderNotAllowed] == 1 && instance.drain().isEmpty && wide.drain().isEmpty)
    let neighbour = addressOfThisMachine ^ 1
    receive(OSCEncoder.touch("began", 1, 0.5, 0.5), from: neighbour)
    #expect(counters[.senderNotAllowed] == 2 && instance.drain().isEmpty && wide.drain().count == 1)
    receive(OSCEncoder.message("/tactus/timeout", [.f(1)]), from: neighbour)
    #expect(counters[.notThisMachine] == 1)
    receive(OSCEncoder.message("/tactus/panic"), from: neighbour)
    #expect(instance.drain().isEmpty && wide.drain().map(\.kind) == [.panic])
  }

  @Test func surfacesAndLateListenersSeeWholeTouches() {
    let late = TestInstance()
    let peer = Peer()
    switchboard.add(instance.pointer)
    instance.wish(.thisMachine, port: port, surface: 2)
    turn()
    peer.send(OSCEncoder.touch("began", 1, 0.5, 0.5), to: port)
    peer.send(OSCEncoder.touch("began", 1, 0.5, 0.5, on: "/tactus/surface/2/touch"), to: port)
    turn()
    switchboard.add(late.pointer)
    late.wish(.thisMachine, port: port, surface: 3)
    turn()
    peer.send(OSCEncoder.touch("moved", 1, 0.25, 0.5), to: port)
    peer.send(OSCEncoder.touch("ended", 1, on: "/tactus/surface/2/touch"), to: port)
    peer.send(OSCEncoder.touch("ended", 1), to: port)
    turn()
    #expect(instance.drain().map(\.kind) == [.began, .began, .moved, .ended, .ended])
    #expect(late.drain().map(\.kind) == [.began, .ended])
    instance.wish(.thisMachine, port: port, surface: 9)
    peer.send(OSCEncoder.touch("began", 1, 0.5, 0.5), to: port)
    turn()
    instance.wish(.thisMachine, port: port, surface: 8)
    turn()
    #expect(instance.drain().map(\.kind) == [.began, .ended])
  }

  static func profile(_ text: String) throws(DocumentError) -> InputProfile {
    var warnings: [DocumentError] = []
    return try InputProfile.read([UInt8](text.utf8), warnings: &warnings)
  }

  /// Two instances on two ports receive different messages of one program.
  @Test func messagesToOnePortDoNotReachAnother() throws {
    let (other, second) = (TestInstance(), Peer.freePort())
    switchboard.add(instance.pointer)
    switchboard.add(other.pointer)
    instance.wish(.thisMachine, port: port)
    other.wish(.thisMachine, port: second)
    let profile = try Self.profile(
      #"{"version": 1, "rules": [{"address": "/p", "gives": "touch", "arguments": ["state"], "group": "g", "#
        + #""id": "sender"}, {"address": "/q", "gives": "touch", "arguments": ["x", "y"], "begins": false, "#
        + #""group": "g", "id": "sender"}]}"#
    )
    switchboard.reader.use([profile]) { _, _, _ in }
    turn()
    let peer = Peer()
    // A description on one port, and a finger on the other.
    peer.send(OSCEncoder.message("/q", [.f(0.25), .f(0.5)]), to: port)
    turn()
    peer.send(OSCEncoder.message("/p", [.i(1)]), to: second)
    turn(at: 1)
    #expect(instance.drain().isEmpty && other.drain().isEmpty)
    // An object on one port, lifted there alone; and one that the vanished tracker leaves on the other.
    func object(_ alive: [Int32], _ frame: Int32, to port: UInt16) {
      peer.send(TUIO.frame("2Dobj", alive: alive, alive.map { ($0, 0.5, 0.5) }, frame), to: port)
    }
    object([1], 500, to: port)
    object([1], 500, to: second)
    turn(at: 1)
    #expect(instance.drain().map(\.kind).last == .token && other.drain().map(\.kind).last == .token)
    object([], 501, to: port)
    object([1], 495, to: second)
    turn(at: 1)
    #expect(instance.drain().map(\.kind) == [.tokenLifted] && other.drain().isEmpty)
    #expect(
      switchboard.endpoints[1].counters[.lateFrame] == 1 && switchboard.endpoints[0].counters[.lateFrame] == 0
    )
    turn(at: 33)
    #expect(instance.drain().isEmpty && other.drain().map(\.kind) == [.tokenLifted])
  }

  /// The description that a program sends of itself holds for its messages in every language, and for no
  /// other.
  @Test func aSendersOwnPlaceIsOfAllItsStreams() throws {
    switchboard.add(instance.pointer)
    instance.wish(.thisMachine, port: port)
    let profile = try Self.profile(
      #"{"version": 1, "rules": [{"address": "/xy", "gives": "touch", "arguments": ["x", "y"]}]}"#)
    switchboard.reader.use([profile]) { _, _, _ in }
    turn()
    let (peer, other) = (Peer(), Peer())
    peer.send(OSCEncoder.message("/tactus/source", [.s("pen"), .i(1), .i(0)]), to: port)
    peer.send(OSCEncoder.message("/tactus/source/name", [.s("mine")]), to: port)
    turn()
    #expect(instance.drain().map(\.kind) == [.source, .sourceName, .sourceName])
    for packet in [
      OSCEncoder.touch("began", 1, 0.25, 0.5), TUIO.frame("2Dcur", alive: [1], [(1, 0.25, 0.5)], 1),
      OSCEncoder.message("/xy", [.f(0.25), .f(0.5)]),
    ] {
      peer.send(packet, to: port)
      turn()
      let events = instance.drain()
      #expect(events.map(\.kind) == [.source, .sourceName, .sourceName, .began])
      #expect(
        events[0].id == 1 | 2 << 4 && events[1].namePart == "mine" && Set(events.map(\.source)).count == 1)
    }
    other.send(OSCEncoder.touch("began", 9, 0.25, 0.5), to: port)
    turn()
    #expect(instance.drain().map(\.kind) == [.began])
  }

  @Test func eachSocketOfAProgramIsASourceAndTheOldestSilentOneMakesRoom() {
    switchboard.add(instance.pointer)
    instance.wish(.thisMachine, port: port)
    turn()
    var peers: [Peer] = []
    for _ in 0..<300 {
      let peer = Peer()
      peer.send(OSCEncoder.touch("began", 1, 0.5, 0.5), to: port)
      peers.append(peer)
      turn()
    }
    var sources = instance.drain().map(\.source)
    #expect(sources.count == 256 && Set(sources).count == 256 && !sources.contains(0))
    let counters = switchboard.endpoints[0].counters
    #expect(counters[.tooManySenders] == 44)
    peers[298].send(OSCEncoder.alive(), to: port)
    turn()
    #expect(counters[.tooManySenders] == 45 && instance.drain().isEmpty)
    peers[7].send(OSCEncoder.touch("ended", 1), to: port)
    turn()
    _ = instance.drain()
    peers[299].send(OSCEncoder.touch("began", 1, 0.5, 0.5), to: port)
    turn()
    sources = instance.drain().map(\.source)
    // The first machine's 257th socket.
    #expect(sources == [1 << 12 | 257])
    peers[298].send(OSCEncoder.message("/tactus/panic"), to: port)
    turn()
    #expect(instance.drain().map(\.kind) == [.panic])
  }

  @Test func silentTouchesEndAndKernelTimesAreUsed() {
    let peer = Peer()
    switchboard.add(instance.pointer)
    instance.wish(.thisMachine, port: port)
    turn()
    let before = tactus_monotonic()
    peer.send(OSCEncoder.touch("began", 1, 0.5, 0.5), to: port)
    usleep(20_000)
    peer.send(OSCEncoder.touch("moved", 1, 0.5, 0.5), to: port)
    let after = tactus_monotonic()
    usleep(20_000)
    turn()
    let arrivals = instance.drainMessages().map(\.arrival)
    #expect(arrivals.count == 2 && arrivals[1] - arrivals[0] >= 19_000_000)
    #expect(arrivals.allSatisfy { $0 > before - 1_000_000 && $0 < after + 1_000_000 })
    turn(at: 29)
    #expect(instance.drain().isEmpty)
    turn(at: 31)
    #expect(instance.drain().map(\.kind) == [.ended])
  }

  @Test func oneTurnMayReadMoreThanTheQueueHolds() {
    switchboard.add(instance.pointer)
    instance.wish(.thisMachine, port: port)
    turn()
    let peer = Peer()
    for packet in 0..<10 as Range<Int32> {
      let taps = (0..<300).map { packet * 300 + $0 }.flatMap { id in
        [OSCEncoder.touch("began", id, 0.5, 0.5), OSCEncoder.touch("ended", id)]
      }
      peer.send(OSCEncoder.bundle(taps), to: port)
    }
    turn()
    var events = instance.drain()
    switchboard.deliver()
    events += instance.drain()
    #expect(events.count == 6000 && switchboard.endpoints[0].counters[.queueFull] == 0)
  }

  @Test func theLargestAndTheEmptyDatagramAreRead() {
    switchboard.add(instance.pointer)
    instance.wish(.thisMachine, port: port)
    turn()
    Peer().send(OSCEncoder.message("/tactus/alive", [.b(OSCEncoder.zeros(65_476))]), to: port)
    Peer().send([], to: port)
    turn()
    #expect(
      switchboard.endpoints[0].counters[.wrongArguments] == 1
        && switchboard.endpoints[0].counters[.empty] == 1)
  }

  @Test func aProfileIsTakenOverWhenItsFileChangesAndItsTouchesEnd() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/tactus-profiles-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func write(_ text: String, _ name: String) throws {
      try text.write(toFile: "\(folder)/\(name).json", atomically: true, encoding: .utf8)
    }
    switchboard.useProfiles(in: ProfileFolders(user: [UInt8](folder.utf8), factory: []))
    switchboard.add(instance.pointer)
    instance.wish(.thisMachine, port: port)
    turn()
    switchboard.servePatches(at: tactus_monotonic())
    let peer = Peer()
    func play() -> [SurfaceEvent.Kind] {
      peer.send(OSCEncoder.message("/mine", [.f(0.5), .f(0.5)]), to: port)
      switchboard.servePatches(at: tactus_monotonic())
      turn()
      return instance.drain().map(\.kind)
    }
    let counters = switchboard.endpoints[0].counters
    #expect(play().isEmpty && counters[.unknownAddress] == 1)
    try write(
      #"{"version": 1, "rules": [{"address": "/mine", "gives": "touch", "arguments": ["x", "y"]}]}"#, "a")
    #expect(play() == [.began] && play() == [.moved])
    try write(
      #"{"version": 1, "rules": [{"address": "/mine", "gives": "heading", "arguments": ["value"]}]}"#, "a")
    #expect(play() == [.ended, .motion])
    try write("{", "b")
    #expect(play() == [.motion] && counters[.profileRefused] == 1)
    try write(
      #"{"version": 1, "rules": [{"address": "/other", "gives": "heading", "arguments": ["value"]}]}"#, "b")
    #expect(play() == [.motion] && counters[.profileRefused] == 0)
  }

}
