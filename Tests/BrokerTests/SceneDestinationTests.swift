// Messages of a scene's patch stay on this machine, unless the user has allowed an address.
import CPosix
import Dialects
import InputTestSupport
import RealTime
import Testing

@testable import Broker

/// All peers are on loopback, so the test sets their origins.
@Suite(.serialized) struct SceneDestinationTests {
  let switchboard = Switchboard()
  let instance = TestInstance()
  let sceneRequests = UnsafeMutablePointer<SceneRequestQueue>.allocate(capacity: 1)
  let packet = OSCEncoder.message("/secret", [.s("x")])

  init() {
    sceneRequests.initialize(to: SceneRequestQueue())
    switchboard.add(instance.pointer, sceneRequests: sceneRequests)
    instance.wish(.network, port: Peer.freePort())
    switchboard.applyWishes(at: tactus_monotonic())
  }

  /// Subscribes a peer as a local program, or as a verified address in the network.
  func subscribe(_ peer: Peer, _ origin: Origin) {
    let subscriber = Subscribers.Subscriber(
      address: Peer.loopback, port: peer.port, socket: instance.port, surface: 0, origin: origin,
      isProven: true, topics: .all, until: .max)
    let isAdded = switchboard.subscribers.add(subscriber, at: tactus_monotonic())
    #expect(isAdded)
  }

  /// Returns how many of the patch's packets a peer receives.
  func send(_ count: Int, to peer: Peer) -> Int {
    for _ in 0..<count { packet.withUnsafeBytes { _ = sceneRequests.pointee.outputs.push(.packet, $0) } }
    switchboard.serveScenes(at: tactus_monotonic())
    var received = 0
    while true {
      var polled = pollfd(fd: peer.descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 0) == 1, let came = peer.receive() else { return received }
      if came.bytes == packet { received += 1 }
    }
  }

  func allow(_ reach: SceneReach, _ addresses: [UInt8] = []) {
    addresses.withUnsafeBytes { _ = sceneRequests.pointee.destinations.push(reach, $0) }
  }

  /// The addresses that the user is notified of.
  func refused() -> [String] {
    var refused: [String] = []
    while let (request, text) = sceneRequests.pointee.requests.take() {
      if case .refusedDestination = request { refused.append(String(decoding: text, as: UTF8.self)) }
    }
    return refused
  }

  @Test func aProgramOfThisMachineGetsWhatThePatchSends() {
    let peer = Peer()
    subscribe(peer, .thisMachine)
    #expect(send(3, to: peer) == 3 && refused().isEmpty)
  }

  @Test func aStrangerGetsNothingAndTheUserIsWarnedOnce() {
    let peer = Peer()
    subscribe(peer, .allowed)
    #expect(send(3, to: peer) == 0 && send(3, to: peer) == 0)
    #expect(refused() == ["127.0.0.1"])
    // An allowed address, one that is not allowed, and the whole network.
    allow(.listed, [127, 0, 0, 1])
    #expect(send(3, to: peer) == 3)
    allow(.listed, [127, 0, 0, 2, 10, 0, 0, 1])
    #expect(send(3, to: peer) == 0 && refused().count == 1)
    allow(.everywhere)
    #expect(send(3, to: peer) == 3)
    allow(.listed)
    #expect(send(3, to: peer) == 0)
  }
}
