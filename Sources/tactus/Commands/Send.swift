// `tactus send`: sends a performance over UDP or TCP at its recorded times. Main thread.
import ArgumentParser
import Console
import Foundation
import OSC
import Performances

// The packets go out byte for byte, bundles and what is no OSC included. liblo would write each message anew,
// so this command has sockets of its own.

struct Send: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Sends a performance's packets at the times they were recorded.",
    discussion: """
      They go to a UDP port, or over TCP connections: --host osc.tcp://studio:3333/. Each source of the \
      performance has a socket or a connection of its own. With Ctrl-C, all touches that are down end.
      """)

  @Argument(help: "The performance, or its name.", completion: NamedKind.performance.completion)
  var performance: String
  @OptionGroup var receiver: ReceiverOptions
  @Option(help: "2 is twice as fast; 0.01 to 100.")
  var speed = 1.0

  func validate() throws {
    guard (0.01...100).contains(speed) else { throw ValidationError("--speed must be 0.01 to 100.") }
  }

  func run() throws {
    let interrupt = Interrupt()
    let packets = try Performance(contentsOf: performance).packets
    let address = try receiver.address()
    // A sender for each source, because the receiver distinguishes senders by their port.
    var senders: [String: PacketSender] = [:]
    let start = Self.now()
    for (index, packet) in packets.enumerated() {
      let time = start + Int64(packet.seconds / speed * 1e9)
      if interrupt.isRequested(within: time - Self.now()) {
        for (source, sender) in senders {
          let sent = packets[..<index].filter { $0.source == source }
          for message in Self.ends(of: sent.map(\.bytes)) { try sender.send(message) }
          sender.finish()
        }
        throw CommandError("interrupted after \(counted(index, "packet")); what was down has ended")
      }
      let sender = try senders[packet.source] ?? PacketSender(address)
      senders[packet.source] = sender
      try sender.send(packet.bytes)
    }
    for sender in senders.values { sender.finish() }
    report(
      "\(counted(packets.count, "packet")) of \(counted(senders.count, "source")) sent to \(address)")
  }

  /// The packets that end everything of a source: no touch is alive in the languages that it has spoken, and
  /// the source is gone.
  private static func ends(of packets: [[UInt8]]) -> [[UInt8]] {
    let addresses = packets.flatMap { (try? OSCMessage.messages(in: $0)) ?? [] }.map(\.address)
    let profiles = Set(addresses.filter { $0.starts(with: "/tuio/".utf8) })
    return profiles.map { OSCMessage(address: $0, arguments: [.text("alive")]).packet }
      + [OSCMessage.packet("/tactus/alive"), OSCMessage.packet("/tactus/source/gone")]
  }

  private static func now() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
  }
}

/// One source of a performance: a socket or a connection.
private enum PacketSender {
  case datagrams(UDPSocket, to: in_addr_t, port: UInt16)
  case stream(PacketStream)

  init(_ address: OSCAddress) throws {
    self =
      address.transport == .tcp
      ? .stream(try PacketStream(address))
      : .datagrams(try UDPSocket(), to: try UDPSocket.resolve(address.host), port: address.port)
  }

  func send(_ packet: [UInt8]) throws {
    switch self {
    case .datagrams(let socket, let address, let port): try socket.send(packet, to: address, port: port)
    case .stream(let stream): try stream.send(packet)
    }
  }

  /// Waits until the receiver has read everything. The touches of a connection end with it.
  func finish() { if case .stream(let stream) = self { stream.finish(within: 1000) } }
}
