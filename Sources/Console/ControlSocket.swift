// A connection to the control socket of local plugins, with blocking calls. Main thread.
import CPosix
import Foundation
import OSC

/// Sends requests to plugins of the same user. The connection closes when it is released.
final class ControlSocket {
  private let descriptor: Int32
  private var framing = StreamFraming(.sizes)
  private var packets: [[UInt8]] = []

  /// - Returns: nil if no plugin of this user listens at the UDP port `port`.
  init?(port: UInt16) {
    descriptor = tactus_connect_control(port)
    if descriptor < 0 { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func send(_ packet: [UInt8]) throws {
    var left = framing.framed(packet)[...]
    while !left.isEmpty {
      let count = left.withUnsafeBytes { tactus_write_blocking(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { throw CommandError(system: "sending") }
      left.removeFirst(count)
    }
  }

  /// Returns the next packet, or nil if none arrives within `milliseconds`.
  /// - Throws: An error if the plugin closed the connection.
  func receive(within milliseconds: Int32) throws -> [UInt8]? {
    while packets.isEmpty {
      var wish = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&wish, 1, milliseconds) > 0 else { return nil }
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
    return packets.removeFirst()
  }
}
