// A port of its own for remote control over OSC, and who may use it. Main thread.
import CPosix
import Console
import Foundation
import OSC
import Profiles
import Stores
import Text

/// Receives the messages of those who may control the session.
struct PlayRemote {
  private let port: UInt16
  private let socket: UDPSocket
  private var policy = RemotePolicy()
  /// The senders that have been reported as refused, each once.
  private var reported: Set<UInt32> = []
  /// A flood waits for the next turn.
  private static let mostMessages = 64
  private static let mostReports = 16

  init(port: UInt16, network: Bool) throws {
    self.port = port
    socket = try UDPSocket(listeningOn: port, address: network ? "0.0.0.0" : "127.0.0.1")
  }

  /// Returns the messages since the last call.
  /// - Parameter fault: Gets a sentence about a sender that is refused.
  mutating func read(fault: (String) -> Void) -> [OSCMessage] {
    var messages: [OSCMessage] = []
    var decisions: [RemotePolicy.Sender: RemotePolicy.Decision] = [:]
    for _ in 0..<Self.mostMessages {
      guard let packet = try? socket.receive(within: 0) else { break }
      let sender = RemotePolicy.Sender(address: packet.address, port: packet.port)
      let decision = decisions[sender] ?? policy.decide(sender, at: tactus_monotonic())
      decisions[sender] = decision
      guard decision == .accepted else {
        report(sender, decision, fault)
        continue
      }
      let found = (try? OSCMessage.messages(in: packet.bytes)) ?? []
      messages += found
      // Only programs of this user get an answer: another address may be forged.
      guard sender.isLoopback, let last = found.last else { continue }
      let answer = OSCMessage.packet("/tactus/answer/done", [.string(last.address)])
      try? socket.send(answer, to: sender.address.bigEndian, port: sender.port)
    }
    return messages
  }

  private mutating func report(
    _ sender: RemotePolicy.Sender, _ decision: RemotePolicy.Decision, _ fault: (String) -> Void
  ) {
    guard reported.count < Self.mostReports, reported.insert(sender.address).inserted else { return }
    let name = string(AddressRange.text(sender.address))
    fault(
      decision == .otherUser
        ? """
        the remote refused a program of another user, or one that had closed its socket already; \
        “tactus do --port \(port) ADDRESS” keeps it open
        """
        : """
        the remote refused \(name): to let it in, add it to “allow” in \
        \(string(UserFolders.configuration()))/\(string(NetworkDocument.fileName))
        """)
  }
}

/// Decides who may control a session: programs of this user, and the machines that `allow` of network.json names. What
/// may play without being named may not control.
struct RemotePolicy {
  struct Sender: Hashable {
    /// IPv4, in host byte order.
    let address: UInt32
    let port: UInt16

    var isLoopback: Bool { address >> 24 == 127 }
  }

  enum Decision { case accepted, otherUser, notAllowed }

  private let folder: [UInt8]
  private let isOwn: (Sender) -> Bool
  private let ownAddresses: () -> [UInt32]
  private var allow: [AddressRange] = []
  private var local: [UInt32] = []
  private var due = Int64.min
  /// The file and the addresses are read again after this time in nanoseconds, because a user lets somebody in while the
  /// session plays.
  private static let refresh: Int64 = 1_000_000_000

  /// - Parameters:
  ///   - folder: The folder of network.json.
  ///   - isOwn: Whether a sender of this machine is known to be a program of this user.
  ///   - ownAddresses: The addresses of this machine.
  init(
    folder: [UInt8] = UserFolders.configuration(), isOwn: @escaping (Sender) -> Bool = Self.belongsToUser,
    ownAddresses: @escaping () -> [UInt32] = Self.addressesOfThisMachine
  ) {
    (self.folder, self.isOwn, self.ownAddresses) = (folder, isOwn, ownAddresses)
  }

  private static func belongsToUser(_ sender: Sender) -> Bool {
    tactus_is_own_user(tactus_users_of(sender.address, sender.port, false, 0, 0))
  }

  private static func addressesOfThisMachine() -> [UInt32] {
    let limit: Int32 = 64
    return [tactus_interface](unsafeUninitializedCapacity: Int(limit)) { buffer, count in
      count = Int(tactus_interfaces(buffer.baseAddress!, limit))
    }.map(\.address)
  }

  /// - Parameter now: Monotonic nanoseconds.
  mutating func decide(_ sender: Sender, at now: Int64) -> Decision {
    if !sender.isLoopback, now >= due {
      due = now + Self.refresh
      local = ownAddresses()
      var warnings: [DocumentError] = []
      // With a broken file nobody is let in.
      allow = (try? NetworkDocument.load(folder, warnings: &warnings))?.allow ?? []
    }
    if sender.isLoopback || local.contains(sender.address) { return isOwn(sender) ? .accepted : .otherUser }
    return allow.contains { $0.contains(sender.address) } ? .accepted : .notAllowed
  }
}
