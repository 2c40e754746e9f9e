// One TCP connection of a surface. Input thread, under the broker's mutex.
import CSystem
import Dialects
import OSC

final class TCPConnection {
  /// At a time on one port.
  static let limit = 32
  /// Bytes read from one connection before the others have their turn.
  static let bytesPerTurn = 65_536

  let descriptor: Int32
  /// As of a datagram, so that both are answered alike.
  let sender: tactus_datagram
  private var framing = StreamFraming()

  init(_ descriptor: Int32, _ sender: tactus_datagram) {
    self.descriptor = descriptor
    self.sender = sender
  }

  deinit { close(descriptor) }

  /// Reads what has come and hands on each packet; false when it is over.
  func receive(
    into buffer: UnsafeMutableRawBufferPointer, counting counters: Counters,
    body: (UnsafeRawBufferPointer) -> Void
  ) -> Bool {
    var left = Self.bytesPerTurn
    while left > 0 {
      let size = tactus_read_stream(descriptor, buffer.baseAddress!, min(buffer.count, left))
      if size < 0 { return true }  // no more for now
      if size == 0 {
        if framing.isInside { counters[.badFraming] += 1 }
        return false
      }
      left -= size
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<size])
      // First all packets are found, then they are handled: an answer needs the framing.
      var packets: [[UInt8]] = []
      let isSound = framing.append(
        bytes, refuse: { counters[Refusal($0)] += 1 }, body: { packets.append(Array($0)) })
      for packet in packets { packet.withUnsafeBytes { body($0) } }
      if !isSound { return false }
    }
    return true
  }

  /// Sends an answer; false when there is no room for it: a sender that does not read is not waited for.
  func send(_ packet: [UInt8]) -> Bool {
    let bytes = framing.framed(packet)
    return bytes.isEmpty || tactus_write_stream(descriptor, bytes, bytes.count) == bytes.count
  }
}
