// Messages to a program over UDP or TCP, and its answers. liblo is the transport. Main thread.
import CLo
import Console
import Foundation
import OSC

/// Sends messages to plugins and receives their answers.
protocol OSCConnection {
  func send(_ message: OSCMessage) throws
  /// Returns the messages of the next packet, or nil if none arrives within `milliseconds`.
  func receive(within milliseconds: Int32) throws -> [OSCMessage]?
}

/// A socket of liblo that sends to one address; closed when it is released.
///
/// liblo writes each message anew. So what must arrive byte for byte, such as a recorded packet, a bundle or
/// what is no OSC, is sent by `UDPSocket` or `PacketStream` instead.
final class OSCClient: OSCConnection {
  private let receiver: OSCAddress
  private let isOfThisMachine: Bool
  private let address: lo_address
  private let server: lo_server
  private var messages: [OSCMessage] = []

  /// - Throws: `CommandError` if the host has no address. A TCP connection is made when the first message is
  ///   sent.
  init(_ receiver: OSCAddress) throws {
    self.receiver = receiver
    isOfThisMachine = try UDPSocket.isOfThisMachine(UDPSocket.resolve(receiver.host))
    let isStream = receiver.transport == .tcp
    let transport = isStream ? LO_TCP : LO_UDP
    // Port 0 is any that is free.
    guard let server = lo_server_new_with_proto("0", transport, nil),
      let address = lo_address_new_with_proto(transport, receiver.host, "\(receiver.port)")
    else { throw CommandError(system: "no socket") }
    (self.server, self.address) = (server, address)
    lo_server_max_msg_size(server, Int32(isStream ? OSCPacket.streamLimit : OSCPacket.byteLimit))
    lo_server_enable_queue(server, 0, 1)  // Bundles don't wait for their time.
    if isStream {
      lo_address_set_tcp_nodelay(address, 1)
      Self.closeListener(of: server)
    }
    lo_server_add_method(
      server, nil, nil,
      { path, _, _, _, message, client in
        guard let path, let message, let client else { return 0 }
        Unmanaged<OSCClient>.fromOpaque(client).takeUnretainedValue().receive(message, path)
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    lo_server_free(server)
    lo_address_free(address)
  }

  /// Puts a socket at which nothing arrives in place of the one that liblo listens with for connections:
  /// liblo receives answers over TCP only with a server, and anyone in the network could connect to that.
  private static func closeListener(of server: lo_server) {
    let quiet = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    dup2(quiet, lo_server_get_socket_fd(server))
    close(quiet)
  }

  /// Sends a message.
  /// - Throws: `CommandError` if there is no connection, or not all of the message could be sent.
  func send(_ message: OSCMessage) throws {
    let packet = message.packet
    // Zeros follow, because liblo reads the four bytes after a message as the size of a blob.
    var bytes = packet + [UInt8](repeating: 0, count: 8)
    guard let written = lo_message_deserialise(&bytes, packet.count, nil) else {
      throw CommandError("\(receiver): liblo cannot send \(shown(message.text))")
    }
    defer { lo_message_free(written) }
    let sent = lo_send_message_from(
      address, server, message.address.map { CChar(bitPattern: $0) } + [0], written)
    if sent == packet.count { return }
    if sent < 0 { throw CommandError("\(receiver): \(String(cString: lo_address_errstr(address)))") }
    // liblo does not send the rest when the network is slower than the program.
    throw CommandError("\(receiver): only \(sent) of \(packet.count) bytes could be sent at once")
  }

  func receive(within milliseconds: Int32) throws -> [OSCMessage]? {
    let end = DispatchTime.now() + .milliseconds(Int(milliseconds))
    var rest = milliseconds
    while true {
      // With an older error in it, liblo takes a closed connection for one at which nothing arrives.
      errno = 0
      lo_server_recv_noblock(server, rest)
      if !messages.isEmpty {
        defer { messages = [] }
        return messages
      }
      let now = DispatchTime.now()
      if now >= end { return nil }
      rest = Int32((end.uptimeNanoseconds - now.uptimeNanoseconds) / 1_000_000) + 1
    }
  }

  /// Takes over a message that liblo has received, unless it comes from another port, or from another machine
  /// although this one was asked: the port of an answer is the one that was asked, and liblo receives from
  /// everywhere.
  private func receive(_ message: lo_message, _ path: UnsafePointer<CChar>) {
    guard let source = lo_message_get_source(message), let host = lo_address_get_hostname(source),
      let port = lo_address_get_port(source), String(cString: port) == "\(receiver.port)",
      !isOfThisMachine || receiver.transport == .tcp || String(cString: host).hasPrefix("127.")
    else { return }
    var size = 0
    guard let bytes = lo_message_serialise(message, path, nil, &size) else { return }
    defer { free(bytes) }
    let packet = UnsafeRawBufferPointer(start: bytes, count: size)
    messages += (try? OSCMessage.messages(in: packet, limit: OSCPacket.streamLimit)) ?? []
  }
}
