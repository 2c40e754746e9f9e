// Subscriptions from the network: a token must come back first.
import CPosix
import Dialects
import InputTestSupport
import RealTime
import Stores
import Testing

@testable import Broker

/// The kernel gives a sender's address, so the test sets the origin: the peers are on loopback.
@Suite(.serialized) struct NetworkSubscriberTests {
  let switchboard = Switchboard()
  let instance = TestInstance()
  let store = PatchStore(folders: DocumentFolders(.patch))
  let peer = Peer()

  init() {
    switchboard.add(instance.pointer, store)
    instance.wish(.network, port: Peer.freePort())
    turn()
  }

  func turn(at seconds: Double = 0) { switchboard.turn(after: seconds) }

  func caller(_ origin: Origin) -> Caller {
    let sender = tactus_datagram(
      stamp: 0, address: Peer.loopback, port: peer.port, truncated: 0, is_stream: 0)
    return Caller(endpoint: switchboard.endpoints[0], sender: sender, origin: origin)
  }

  func subscribe(_ origin: Origin) {
    switchboard.subscribe(
      port: 0, topics: .all, surface: 0, isEnd: false, from: caller(origin), at: tactus_monotonic())
  }

  func received() -> [[String]] {
    var messages: [[String]] = []
    while true {
      var polled = pollfd(fd: peer.descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 0) == 1, let packet = peer.receive() else { return messages }
      messages += PatchOSCTests.messages(packet.bytes[...])
    }
  }

  @Test func thisMachineIsSubscribedAtOnce() {
    subscribe(.thisMachine)
    #expect(switchboard.subscribers.all.count == 1 && received().isEmpty)
  }

  @Test func theNetworkSendsATokenBack() throws {
    subscribe(.allowed)
    turn()
    let asked = received()
    #expect(switchboard.subscribers.all.isEmpty, "a forged packet subscribes no one")
    try #require(asked.count == 1 && asked[0].count == 2 && asked[0][0] == "/tactus/answer/subscribe")
    let token = asked[0][1]
    #expect(token.utf8.count == 16)
    peer.send(OSCEncoder.message("/tactus/subscribe/confirm", [.s("0123456789abcdef")]), to: instance.port)
    turn()
    #expect(switchboard.subscribers.all.isEmpty)
    #expect(received().map(\.first) == ["/tactus/answer/error"])
    // The same token from another address.
    #expect(
      switchboard.pendingSubscriptions.confirm(
        Array(token.utf8), from: Peer.loopback + 1, at: tactus_monotonic()) == nil)
    let other = Peer()  // Some programs send from another port than they listen to.
    other.send(OSCEncoder.message("/tactus/subscribe/confirm", [.s(token)]), to: instance.port)
    turn()
    #expect(switchboard.subscribers.all.map(\.port) == [peer.port])
    #expect(received().first?.first == "/tactus/answer/patch/name")
    other.send(OSCEncoder.message("/tactus/subscribe/confirm", [.s(token)]), to: instance.port)
    turn()
    #expect(switchboard.endpoints[0].counters[.unknownWord] == 2, "a token is used once")
  }

  @Test func tokensAreShortLived() throws {
    subscribe(.allowed)
    let token = try #require(received().first?.last)
    peer.send(OSCEncoder.message("/tactus/subscribe/confirm", [.s(token)]), to: instance.port)
    turn(at: 6)
    #expect(switchboard.subscribers.all.isEmpty)
  }

  @Test func tokensToOneAddressAreBoundedLikeAnswers() {
    for _ in 0..<5000 { subscribe(.allowed) }
    let sent = received().count
    #expect(sent > 64 && sent < 1100, "\(sent)")
  }
}
