// One TCP connection of a surface. Input thread, under the broker's mutex.
import CPosix
import Dialects
import OSC

final class TCPConnection {
  /// The greatest number of connections at a time on one port.
  static let limit = 32
  /// The connections reserved for local programs.
  static let reserved = 8
  /// A connection without touches is closed after this time without a byte; and after `patience` if another
  /// one finds no room. Nanoseconds.
  static let idleLimit: Int64 = 60_000_000_000
  static let patience: Int64 = 1_000_000_000
  /// Bytes that are read from one connection in a turn, before the others are read.
  static let bytesPerTurn = 65_536

  let descriptor: Int32
  /// The sender in the form of a datagram's, so that both are answered in the same way.
  let sender: tactus_datagram
  private var framing = StreamFraming()
  /// Packets that have arrived, from `next` on not handled yet.
  private var packets: [[UInt8]] = []
  private var next = 0
  /// Whether no further bytes can be read.
  private var isEnded = false
  /// The time of the last bytes, and whether there were any.
  private(set) var lastReceived: Int64
  private(set) var hasSpoken = false

  init(_ descriptor: Int32, _ sender: tactus_datagram, at now: Int64) {
    self.descriptor = descriptor
    self.sender = sender
    lastReceived = now
  }

  /// Whether packets wait that have arrived. Until they are handled, no more bytes are read.
  var hasPackets: Bool { next < packets.count }

  deinit { close(descriptor) }

  /// Reads the received bytes and calls `body` with packets; false if the connection has ended.
  /// - Parameters:
  ///   - limit: The greatest number of packets.
  ///   - goesOn: Whether there is time for another packet.
  func receive(
    into buffer: UnsafeMutableRawBufferPointer, at now: Int64, counting counters: Counters,
    atMost limit: Int, while goesOn: () -> Bool, body: (UnsafeRawBufferPointer) -> Void
  ) -> Bool {
    if !hasPackets, !isEnded { read(into: buffer, at: now, counting: counters) }
    var left = limit
    while hasPackets, left > 0, goesOn() {
      let packet = packets[next]
      next += 1
      left -= 1
      packet.withUnsafeBytes { body($0) }
    }
    return !isEnded || hasPackets
  }

  private func read(
    into buffer: UnsafeMutableRawBufferPointer, at now: Int64, counting counters: Counters
  ) {
    packets.removeAll(keepingCapacity: true)
    next = 0
    var left = Self.bytesPerTurn
    while left > 0, !isEnded {
      let size = tactus_read_stream(descriptor, buffer.baseAddress!, min(buffer.count, left))
      if size < 0 { return }  // No more bytes have arrived.
      if size == 0 {
        if framing.isInside { counters[.badFraming] += 1 }
        isEnded = true
        return
      }
      left -= size
      (lastReceived, hasSpoken) = (now, true)
      // All packets are found before they are handled, because an answer uses the framing, too.
      isEnded = !framing.append(
        UnsafeRawBufferPointer(rebasing: buffer[..<size]), refuse: { counters[Refusal($0)] += 1 },
        body: { packets.append(Array($0)) })
    }
  }

  /// Sends an answer; false if there is no room for it. Does not wait for a sender that does not read.
  func send(_ packet: [UInt8]) -> Bool {
    let bytes = framing.framed(packet)
    return bytes.isEmpty || tactus_write_stream(descriptor, bytes, bytes.count) == bytes.count
  }
}
