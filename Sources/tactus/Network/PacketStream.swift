// A stream of packets to plugins: their control socket, or a TCP connection, with blocking calls. Main
// thread.
import Console
import CPosix
import Foundation
import OSC

/// Sends packets byte for byte and receives answers. The connection closes when it is released.
final class PacketStream: OSCConnection {
  private let descriptor: Int32
  private var framing = StreamFraming(.sizes, limit: OSCPacket.streamLimit)
  private var packets: [[UInt8]] = []

  /// Connects to the control socket.
  /// - Returns: nil if no plugin of this user listens at the UDP port `port`.
  init?(controlSocketOf port: UInt16) {
    descriptor = tactus_connect_control(port)
    if descriptor < 0 { return nil }
  }

  /// Connects over TCP.
  /// - Throws: `CommandError` if nothing accepts a connection there.
  init(_ receiver: OSCAddress) throws {
    descriptor = tactus_connect_tcp(try UDPSocket.resolve(receiver.host), receiver.port)
    if descriptor < 0 { throw CommandError(system: "\(receiver)") }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func send(_ message: OSCMessage) throws { try send(message.packet) }

  func send(_ packet: [UInt8]) throws {
    var left = framing.framed(packet)[...]
    while !left.isEmpty {
      let count = left.withUnsafeBytes { tactus_write_blocking(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { throw CommandError(system: "sending") }
      left.removeFirst(count)
    }
  }

  /// Ends the connection as soon as the plugin has read everything, or after `milliseconds`: the kernel drops
  /// what is still under way if a connection is closed while answers wait in it.
  func finish(within milliseconds: Int32) {
    shutdown(descriptor, Int32(SHUT_WR))
    let end = DispatchTime.now() + .milliseconds(Int(milliseconds))
    var part = [UInt8](repeating: 0, count: 65_536)
    while DispatchTime.now() < end {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, milliseconds) > 0, read(descriptor, &part, part.count) > 0 else { return }
    }
  }

  /// - Throws: An error if the plugin closed the connection, or its answer is not OSC.
  func receive(within milliseconds: Int32) throws -> [OSCMessage]? {
    while packets.isEmpty {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, milliseconds) > 0 else { return nil }
      var part = [UInt8](repeating: 0, count: 65_536)
      let count = read(descriptor, &part, part.count)
      guard count > 0 else { throw CommandError("the plugin closed the connection") }
      let isWhole = part.withUnsafeBytes {
        framing.append(UnsafeRawBufferPointer(rebasing: $0[..<count]), refuse: { _ in }) {
          packets.append(Array($0))
        }
      }
      guard isWhole else { throw CommandError("the plugin's answer is not OSC") }
    }
    do throws(OSCError) {
      return try OSCMessage.messages(in: packets.removeFirst(), limit: OSCPacket.streamLimit)
    } catch {
      throw CommandError("the answer is not OSC (\(error.words)); does another program use this port?")
    }
  }
}
