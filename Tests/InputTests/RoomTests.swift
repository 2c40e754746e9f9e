// network.json at the broker: who may speak, who was refused, how senders are described to the instances.
import CPosix
import Documents
import Foundation
import RealTime
import Testing

@testable import Input

@Suite(.serialized) struct RoomTests {
  let folder: URL
  let switchboard: Switchboard
  let feed = Feed()
  let port = Peer.freePort()

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "room-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    switchboard = Switchboard(folder: [UInt8](folder.path.utf8))
    switchboard.add(feed.pointer)
    feed.wish(.network, port: port)
  }

  func write(_ text: String) throws {
    try text.write(to: folder.appending(path: "network.json"), atomically: true, encoding: .utf8)
    turn()
  }

  func turn() {
    let now = posix_monotonic()
    switchboard.followWishes(at: now)
    switchboard.receive(at: now, offset: posix_realtime() - posix_monotonic())
    switchboard.servePatches(at: now)
  }

  func take(_ packet: [UInt8], from address: UInt32, port: UInt16 = 9) {
    packet.withUnsafeBytes {
      switchboard.take(
        $0, on: switchboard.endpoints[0],
        from: posix_datagram(stamp: 0, address: address, port: port, truncated: 0, is_stream: 0),
        at: posix_monotonic())
    }
    switchboard.deliver()
  }

  @Test func onlyTheAllowListSpeaksWhereThereIsOne() throws {
    try write(#"{"allow": ["10.1.0.0/16"], "announce": false}"#)
    take(OSC.touch("began", 1, 0.5, 0.5), from: 0x0a01_0203)
    #expect(feed.drain().count == 1)
    take(OSC.touch("began", 2, 0.5, 0.5), from: 0x0a02_0203)
    #expect(feed.drain().isEmpty)
    // Not even the neighbours, who are heard without a list; but always this machine.
    if let address = addressOfThisMachine() {
      take(OSC.touch("began", 3, 0.5, 0.5), from: address ^ 1)
      #expect(feed.drain().isEmpty)
      take(OSC.touch("began", 4, 0.5, 0.5), from: address)
      #expect(feed.drain().count == 1)
    }
    take(OSC.touch("began", 5, 0.5, 0.5), from: 0x7f00_0001)
    #expect(feed.drain().count == 1)
    try write(#"{"allow": ["10.2.0.0/16"], "announce": false}"#)
    take(OSC.touch("began", 2, 0.5, 0.5), from: 0x0a02_0203)
    #expect(feed.drain().count == 1, "the file is read while it plays")
  }

  @Test func whoWasRefusedIsTold() throws {
    try write(#"{"allow": [], "announce": false}"#)
    for address in [0x0a02_0203, 0x0a02_0204, 0x0a02_0203] {
      take(OSC.touch("began", 1, 0.5, 0.5), from: UInt32(address))
    }
    #expect(switchboard.endpoints[0].counters[.senderNotAllowed] == 3)
    let peer = Peer()
    peer.send(OSC.message("/tactus/stats", []), to: port)
    turn()
    _ = try #require(peer.receive())
    let told = try #require(peer.receive()).bytes
    // 10.2.2.4 once, then 10.2.2.3 twice: who tried last is last.
    #expect(
      told
        == OSC.message(
          "/tactus/stats/refused", [.s("10.2.2.4"), .h(1), .s("10.2.2.3"), .h(2)]))
  }

  @Test func aBrokenFileIsNamedAndTheOldRoomStays() throws {
    try write(#"{"allow": ["10.1.0.0/16"], "announce": false}"#)
    try write(#"{"allow": ["10.1.0.0/160"]}"#)
    take(OSC.touch("began", 1, 0.5, 0.5), from: 0x0a01_0203)
    #expect(feed.drain().count == 1)
    #expect(
      String(decoding: switchboard.room.error, as: UTF8.self)
        == "network.json: line 1 column 12: allow[0]: must be an IPv4 address or block, as 192.168.1.0/24")
    try write("{}")
    #expect(switchboard.room.error.isEmpty)
  }

  @Test func aSenderIsDescribedOnceBeforeItsFirstTouch() throws {
    try write(
      """
      {"announce": false, "sources":
        [{"from": "127.0.0.1", "name": "table east", "kind": "pen", "quarters": 2, "mirror": "x"}]}
      """)
    take(OSC.touch("began", 1, 0.5, 0.5), from: 0x7f00_0001)
    take(OSC.touch("began", 2, 0.5, 0.5), from: 0x7f00_0001)
    let events = feed.drain()
    #expect(events.map(\.kind) == [.source, .sourceName, .sourceName, .began, .began])
    #expect(Set(events.map(\.source)).count == 1)
    #expect(events[0].id == 2 | 4 | 2 << 4)
    #expect([events[0].x, events[0].y, events[0].pressure, events[0].radius] == [0, 0, 1, 1])
    // Another socket is another source; a new reading is told anew; who is not named is not described.
    take(OSC.touch("began", 1, 0.5, 0.5), from: 0x7f00_0001, port: 10)
    #expect(feed.drain().count == 4)
    try write(#"{"announce": false, "sources": [{"from": "127.0.0.1"}]}"#)
    take(OSC.touch("moved", 1, 0.6, 0.5), from: 0x7f00_0001)
    #expect(feed.drain().map(\.kind) == [.source, .moved])
    try write(#"{"announce": false, "sources": [{"from": "127.0.0.2"}]}"#)
    take(OSC.touch("moved", 1, 0.7, 0.5), from: 0x7f00_0001)
    #expect(feed.drain().map(\.kind) == [.moved])
  }

  @Test func whatIsOpenToTheNetworkIsAnnounced() throws {
    try write(#"{"announce": "On stage"}"#)
    turn()
    #expect(switchboard.announced == Announcement(ports: [port], name: [UInt8]("On stage".utf8)))
    try write(#"{"announce": false}"#)
    turn()
    #expect(switchboard.announced == Announcement())
    try write("{}")
    turn()
    let host = ProcessInfo.processInfo.hostName.split(separator: ".")[0]
    #expect(String(decoding: switchboard.announced.name, as: UTF8.self).hasPrefix("Tactus on \(host)"))
    feed.wish(.thisMachine, port: port)
    turn()
    #expect(switchboard.announced.ports.isEmpty, "what is for this machine is nobody's business")
  }
}
