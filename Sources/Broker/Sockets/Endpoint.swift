// One port of the broker: a UDP socket and a TCP socket. Input thread, under the broker's mutex.
import CPosix
import Dialects

final class Endpoint {
  static let loopback: UInt32 = 0x7f00_0001
  /// The number of further ports that are tried if another program has the requested one.
  static let portsTried = 100
  private static let receiveBytes: Int32 = 4 << 20  // The kernel may give less.

  /// The port that instances request, and the open port.
  let requestedPort: UInt16
  let port: UInt16
  let isNetwork: Bool
  let descriptor: Int32
  let counters: Counters
  /// The names of a rig's instruments and the latest packets for subscribers, as `tactus play` has sent them.
  var rig: [[UInt8]] = []
  var song: [UInt8] = []
  var mix: [UInt8] = []
  let budget: AnswerBudget
  /// The time at which an instance last requested the port.
  var wanted: Int64
  private var lastArrival: Int64
  /// The socket that listens for connections; -1: another program has this TCP port.
  private let tcpListener: Int32
  /// The control socket for programs of the current user, or -1 if it has no folder.
  private let controlListener: Int32
  private var controlNumber: UInt16 = 0
  private(set) var connections: [TCPConnection] = []

  /// Opens the first free port from `requestedPort` on, for this machine or the network; nil if none is free.
  /// `counters` are those of the socket before, because a socket that is bound again is the same port to
  /// users.
  init?(requestedPort: UInt16, isNetwork: Bool, at now: Int64, counters: Counters, budget: AnswerBudget) {
    for port in Int(requestedPort)...min(Int(requestedPort) + Self.portsTried, 65535) {
      let address = isNetwork ? 0 : Self.loopback
      let descriptor = tactus_udp_socket(address, UInt16(port), Self.receiveBytes)
      if descriptor < 0 { continue }
      self.requestedPort = requestedPort
      self.port = tactus_local_port(descriptor)
      self.isNetwork = isNetwork
      self.descriptor = descriptor
      self.counters = counters
      self.budget = budget
      wanted = now
      lastArrival = now
      tcpListener = tactus_tcp_listener(address, self.port)
      controlListener = tactus_control_listener(self.port)
      return
    }
    return nil
  }

  deinit {
    // Closes before the port does, because another program may bind that next.
    if controlListener >= 0 { tactus_close_control(controlListener, port) }
    close(descriptor)
    if tcpListener >= 0 { close(tcpListener) }
  }

  /// The descriptors to poll.
  var descriptors: [Int32] {
    [descriptor, tcpListener, controlListener].filter { $0 >= 0 } + connections.map { $0.descriptor }
  }

  /// Accepts connections to the control socket. They don't count toward the limit of TCP connections.
  func acceptControl(at now: Int64) {
    for _ in 0..<TCPConnection.limit where controlListener >= 0 {
      let descriptor = tactus_accept_control(controlListener)
      if descriptor == -1 { return }
      if descriptor < 0 {
        counters[.otherUser] += 1
        continue
      }
      repeat {
        controlNumber = controlNumber == .max ? 1 : controlNumber + 1
      } while connections.contains {
        $0.sender.isControl && $0.sender.port == controlNumber
      }
      let sender = tactus_datagram(
        stamp: 0, address: Self.loopback, port: controlNumber, truncated: 0, is_stream: 2)
      let new = TCPConnection(descriptor, sender, at: now)
      if connections.count(where: { $0.sender.isControl }) < TCPConnection.limit {
        connections.append(new)
      } else {
        counters[.tooManyConnections] += 1
      }
    }
  }

  /// Accepts waiting connections from allowed senders while there is room.
  /// - Parameters:
  ///   - goesOn: Whether there is time for another one.
  ///   - makeRoom: Called when the connections are full. Its argument says whether the new sender is local.
  ///     May drop a connection.
  func accept(
    at now: Int64, while goesOn: () -> Bool, makeRoom: (_ isLocal: Bool) -> Void,
    isAllowed: (tactus_datagram) -> Bool
  ) {
    var sender = tactus_datagram()
    // The number in a turn is limited: a program that connects without end must not keep others waiting.
    for _ in 0..<TCPConnection.limit where tcpListener >= 0 && goesOn() {
      let descriptor = tactus_accept(tcpListener, &sender)
      if descriptor < 0 { return }
      let new = TCPConnection(descriptor, sender, at: now)
      if !isAllowed(sender) {
        counters[.senderNotAllowed] += 1
        continue
      }
      if !hasRoom(for: sender) { makeRoom(sender.isLocal) }
      if !hasRoom(for: sender) {
        counters[.tooManyConnections] += 1
      } else {
        connections.append(new)
      }
    }
  }

  private func hasRoom(for sender: tactus_datagram) -> Bool {
    let known = connections.filter { !$0.sender.isControl }
    if sender.isLocal { return known.count < TCPConnection.limit }
    return known.count { !$0.sender.isLocal } < TCPConnection.limit - TCPConnection.reserved
  }

  /// Removes a connection that has ended.
  func drop(_ connection: TCPConnection) { connections.removeAll { $0 === connection } }

  /// Sends an answer to a sender, over its connection or by UDP, if the sender's address has had less than
  /// its share of answers.
  func answer(_ packet: [UInt8], to sender: tactus_datagram, isLocal: Bool) {
    guard budget.spend(packet.count, for: sender.address, isLocal: isLocal) else {
      counters[.tooManyRequests] += 1
      return
    }
    if sender.is_stream == 0 {
      _ = tactus_send(descriptor, packet, packet.count, sender.address, sender.port)
    } else if let connection = connections.first(where: { $0.sender.isSame(as: sender) }),
      !connection.send(packet)
    {
      // The rest of this packet is lost, so the sender could not find the next one.
      shutdown(connection.descriptor, Int32(SHUT_RDWR))
    }
  }

  /// Receives one packet into `buffer`; false if none waits.
  /// - Parameter offset: `CLOCK_REALTIME` minus `CLOCK_MONOTONIC` now, nanoseconds.
  func receive(
    into buffer: UnsafeMutableRawBufferPointer, at now: Int64, offset: Int64,
    body: (_ packet: UnsafeRawBufferPointer, _ sender: tactus_datagram, _ arrival: Int64) -> Void
  ) -> Bool {
    var sender = tactus_datagram()
    let size = tactus_receive(descriptor, buffer.baseAddress!, buffer.count, &sender)
    if size < 0 { return false }
    body(
      UnsafeRawBufferPointer(rebasing: buffer[..<size]), sender,
      arrival(stamp: sender.stamp - offset, at: now))
    return true
  }

  /// The arrival of a packet. It is the kernel's time stamp if that is not in the future and at most 5 s old,
  /// and else `now`: the clock may have been set in between. It is never before the arrival of the last
  /// packet.
  private func arrival(stamp: Int64, at now: Int64) -> Int64 {
    let latest = stamp > now ? max(now, tactus_monotonic()) : now  // It may have come just now.
    let plausible = stamp <= latest && stamp > now - 5_000_000_000 ? stamp : now
    lastArrival = max(lastArrival, plausible)
    return lastArrival
  }
}

extension tactus_datagram {
  /// The sender's port, with the kind of its connection in the upper half.
  var socket: UInt32 { UInt32(port) | UInt32(is_stream) << 16 }

  var isLocal: Bool { address >> 24 == 127 }

  /// Whether the packet came through the control socket, and thus from a program of the current user.
  var isControl: Bool { is_stream == 2 }

  func isSame(as other: tactus_datagram) -> Bool { address == other.address && socket == other.socket }
}
