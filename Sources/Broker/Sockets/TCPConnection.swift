// One TCP connection of a surface. Input thread, under the broker's mutex.
import CSystem
import Dialects
import OSC

final class TCPConnection {
  /// The greatest number of connections at a time on one port.
  static let limit = 32
  /// Bytes that are read from one connection in a turn, before the others are read.
  static let bytesPerTurn = 65_536

  let descriptor: Int32
  /// The sender in the form of a datagram's, so that both are answered in the same way.
  let sender: tactus_datagram
  private var framing = StreamFraming()

  init(_ descriptor: Int32, _ sender: tactus_datagram) {
    self.descriptor = descriptor
    self.sender = sender
  }

  deinit { close(descriptor) }

  /// Reads the received bytes and calls `body` with each packet; false if the connection has ended.
  func receive(
    into buffer: UnsafeMutableRawBufferPointer, counting counters: Counters,
    body: (UnsafeRawBufferPointer) -> Void
  ) -> Bool {
    var left = Self.bytesPerTurn
    while left > 0 {
      let size = tactus_read_stream(descriptor, buffer.baseAddress!, min(buffer.count, left))
      if size < 0 { return true }  // No more bytes have arrived.
      if size == 0 {
        if framing.isInside { counters[.badFraming] += 1 }
        return false
      }
      left -= size
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<size])
      // All packets are found before they are handled, because an answer uses the framing, too.
      var packets: [[UInt8]] = []
      let isSound = framing.append(
        bytes, refuse: { counters[Refusal($0)] += 1 }, body: { packets.append(Array($0)) })
      for packet in packets { packet.withUnsafeBytes { body($0) } }
      if !isSound { return false }
    }
    return true
  }

  /// Sends an answer; false if there is no room for it. Does not wait for a sender that does not read.
  func send(_ packet: [UInt8]) -> Bool {
    let bytes = framing.framed(packet)
    return bytes.isEmpty || tactus_write_stream(descriptor, bytes, bytes.count) == bytes.count
  }
}
