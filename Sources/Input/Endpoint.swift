// One UDP socket of the broker. Input thread, under the broker's mutex.
import CPosix

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
  /// When somebody last wanted it.
  var wanted: Int64
  private var lastArrival: Int64

  /// Opens the first free port from `wished` on, for this machine or the network; nil when there is none.
  /// Goes on counting in `counters`: a socket that is bound anew is still the same port to its users.
  init?(wished: UInt16, isNetwork: Bool, at now: Int64, counters: Counters) {
    for port in Int(wished)...min(Int(wished) + Self.portsTried, 65535) {
      let address = isNetwork ? 0 : Self.loopback
      let descriptor = posix_udp_socket(address, UInt16(port), Self.receiveBytes)
      if descriptor < 0 { continue }
      self.wished = wished
      self.port = posix_local_port(descriptor)
      self.isNetwork = isNetwork
      self.descriptor = descriptor
      self.counters = counters
      wanted = now
      lastArrival = now
      return
    }
    return nil
  }

  deinit { close(descriptor) }

  /// Receives one packet into `buffer`; false when none waits.
  /// - Parameter offset: `CLOCK_REALTIME` minus `CLOCK_MONOTONIC` now, nanoseconds.
  func receive(
    into buffer: UnsafeMutableRawBufferPointer, at now: Int64, offset: Int64,
    body: (_ packet: UnsafeRawBufferPointer, _ sender: posix_datagram, _ arrival: Int64) -> Void
  ) -> Bool {
    var sender = posix_datagram()
    let size = posix_receive(descriptor, buffer.baseAddress!, buffer.count, &sender)
    if size < 0 { return false }
    body(
      UnsafeRawBufferPointer(rebasing: buffer[..<size]), sender,
      arrival(stamp: sender.stamp - offset, at: now))
    return true
  }

  /// The kernel's stamp, unless somebody set the clock in between: never in the future, never before the
  /// packet that came before, at most 5 s old.
  private func arrival(stamp: Int64, at now: Int64) -> Int64 {
    let latest = stamp > now ? max(now, posix_monotonic()) : now  // it may have come during this turn
    let plausible = stamp <= latest && stamp > now - 5_000_000_000 ? stamp : now
    lastArrival = max(lastArrival, plausible)
    return lastArrival
  }
}
