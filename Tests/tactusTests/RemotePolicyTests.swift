// Who may control a session over OSC. Time is an argument.
import Console
import Foundation
import TestSupport
import Testing

@testable import tactus

struct RemotePolicyTests {
  private let folder: TemporaryFolder
  private static let second: Int64 = 1_000_000_000
  private let loopback = RemotePolicy.Sender(address: 0x7F00_0001, port: 9000)
  /// This machine in its network, a tablet beside it, and somebody far away.
  private let own = RemotePolicy.Sender(address: 0xC0A8_0105, port: 9000)
  private let tablet = RemotePolicy.Sender(address: 0xC0A8_0128, port: 9000)
  private let far = RemotePolicy.Sender(address: 0x0808_0808, port: 9000)

  init() throws { folder = try TemporaryFolder() }

  private func policy(isOwn: Bool = true) -> RemotePolicy {
    RemotePolicy(
      folder: Array(folder.path.utf8), isOwn: { _ in isOwn }, ownAddresses: { [0x7F00_0001, 0xC0A8_0105] })
  }

  private func write(_ text: String) throws { try folder.add("network.json", Data(text.utf8)) }

  @Test func onThisMachineProgramsOfThisUserAreAccepted() {
    var policy = policy()
    #expect(policy.decide(loopback, at: 0) == .accepted && policy.decide(own, at: 0) == .accepted)
    policy = self.policy(isOwn: false)
    #expect(policy.decide(loopback, at: 0) == .otherUser && policy.decide(own, at: 0) == .otherUser)
  }

  @Test func anotherUserOfThisMachineIsNotLetInByItsAddress() throws {
    try write(#"{"allow": ["192.168.1.5", "127.0.0.1"]}"#)
    var policy = policy(isOwn: false)
    #expect(policy.decide(loopback, at: 0) == .otherUser && policy.decide(own, at: 0) == .otherUser)
  }

  /// The networks of the interfaces may play by default, but control nothing.
  @Test func nobodyElseIsAcceptedUntilTheFileNamesThem() throws {
    var policy = policy()
    #expect(policy.decide(tablet, at: 0) == .notAllowed && policy.decide(far, at: 0) == .notAllowed)
    try write(#"{"allow": ["192.168.1.40"]}"#)
    #expect(policy.decide(tablet, at: Self.second / 2) == .notAllowed)
    #expect(policy.decide(tablet, at: Self.second) == .accepted)
    #expect(policy.decide(far, at: Self.second) == .notAllowed)
    try write(#"{"allow": []}"#)
    #expect(policy.decide(tablet, at: 2 * Self.second) == .notAllowed)
  }

  @Test func aFileThatIsBrokenOrNamesNobodyLetsNobodyIn() throws {
    for text in [#"{"allow": ["192.168.1.40"#, #"{"allow": ["tablet"]}"#, #"{"announce": false}"#, ""] {
      try write(text)
      var policy = policy()
      #expect(policy.decide(tablet, at: 0) == .notAllowed, "\(text)")
    }
  }

  @Test func theKernelSaysToWhomASocketBelongs() throws {
    let port = freePort()
    let receiver = try UDPSocket(listeningOn: port, address: "127.0.0.1")
    let address = try UDPSocket.resolve("127.0.0.1")
    var sender: UDPSocket? = try UDPSocket()
    try sender?.send([0], to: address, port: port)
    let packet = try #require(try receiver.receive(within: 10_000))
    let peer = RemotePolicy.Sender(address: packet.address, port: packet.port)
    #expect(peer.isLoopback && packet.sender == "127.0.0.1:\(packet.port)")
    var policy = RemotePolicy(folder: Array(folder.path.utf8))
    #expect(policy.decide(peer, at: 0) == .accepted)
    sender = nil
    // Nobody knows whose a closed socket was.
    #expect(policy.decide(peer, at: 0) == .otherUser)
  }
}
