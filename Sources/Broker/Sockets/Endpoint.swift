// One port of the broker: a UDP socket, and a TCP one beside it. Input thread, under the broker's mutex.
import CSystem
import Dialects

final class Endpoint {
  static let loopback: UInt32 = 0x7f00_0001
  /// How many ports after the wished one are tried when others have taken it.
  static let portsTried = 100
  private static let receiveBytes: Int32 = 4 << 20  // the kernel gives what its limit allows

  /// The port that was asked for, and the one that is open.
  let wished: UInt16
  let port: UInt16
  let isNetwork: Bool
  let descriptor: Int32
  let counters: Counters
  /// When an instance last wished it.
  var wanted: Int64
  private var lastArrival: Int64
  /// Listens for connections; -1 when another program has this port of TCP.
  private let tcpListener: Int32
  private(set) var connections: [TCPConnection] = []

  /// Opens the first free port from `wished` on, for this machine or the network; nil when there is none.
  /// Goes on counting in `counters`: a socket that is bound anew is still the same port to its users.
  init?(wished: UInt16, isNetwork: Bool, at now: Int64, counters: Counters) {
    for port in Int(wished)...min(Int(wished) + Self.portsTried, 65535) {
      let address = isNetwork ? 0 : Self.loopback
      let descriptor = tactus_udp_socket(address, UInt16(port), Self.receiveBytes)
      if descriptor < 0 { continue }
      self.wished = wished
      self.port = tactus_local_port(descriptor)
      self.isNetwork = isNetwork
      self.descriptor = descriptor
      self.counters = counters
      wanted = now
      lastArrival = now
      tcpListener = tactus_tcp_listener(address, self.port)
      return
    }
    return nil
  }

  deinit {
    close(descriptor)
    if tcpListener >= 0 { close(tcpListener) }
  }

  /// To be polled.
  var descriptors: [Int32] {
    [descriptor] + (tcpListener < 0 ? [] : [tcpListener]) + connections.map { $0.descriptor }
  }

  /// Accepts the connections that wait, as long as there is room, from senders that `isAllowed` admits.
  func accept(isAllowed: (tactus_datagram) -> Bool) {
    var sender = tactus_datagram()
    // Only so many in a turn: a program that connects for ever must not keep others waiting.
    for _ in 0..<TCPConnection.limit where tcpListener >= 0 {
      let descriptor = tactus_accept(tcpListener, &sender)
      if descriptor < 0 { return }
      let new = TCPConnection(descriptor, sender)
      if !isAllowed(sender) {
        counters[.senderNotAllowed] += 1
      } else if connections.count >= TCPConnection.limit {
        counters[.tooManyConnections] += 1
      } else {
        connections.append(new)
      }
    }
  }

  /// Removes a connection that is over.
  func drop(_ connection: TCPConnection) { connections.removeAll { $0 === connection } }

  /// Sends an answer to a sender, over its connection if it has one.
  func answer(_ packet: [UInt8], to sender: tactus_datagram) {
    if sender.is_stream == 0 {
      _ = tactus_send(descriptor, packet, packet.count, sender.address, sender.port)
    } else if let connection = connections.first(where: { $0.sender.isSame(as: sender) }),
      !connection.send(packet)
    {
      // The next packet could not be told from the rest of this one.
      shutdown(connection.descriptor, Int32(SHUT_RDWR))
    }
  }

  /// Receives one packet into `buffer`; false when none waits.
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

  /// The kernel's stamp, unless the clock was set in between: never in the future, never before the packet
  /// that came before, at most 5 s old.
  private func arrival(stamp: Int64, at now: Int64) -> Int64 {
    let latest = stamp > now ? max(now, tactus_monotonic()) : now  // it may have come during this turn
    let plausible = stamp <= latest && stamp > now - 5_000_000_000 ? stamp : now
    lastArrival = max(lastArrival, plausible)
    return lastArrival
  }
}

extension tactus_datagram {
  /// Its port, with another bit when it is of TCP.
  var socket: UInt32 { UInt32(port) | (is_stream == 0 ? 0 : 0x1_0000) }

  func isSame(as other: tactus_datagram) -> Bool { address == other.address && socket == other.socket }
}
