// Determines whether a local sender is a program of the current user. Input thread.
import CPosix

extension Endpoint {
  /// Returns whether the sender's socket belongs to the current user and to nobody else. A program that has
  /// closed its socket has no user. The kernel query takes about 20 µs, or 1 ms with thousands of open
  /// sockets.
  func isOwn(_ sender: tactus_datagram) -> Bool {
    if sender.isControl { return true }
    if sender.is_stream == 0 {
      return tactus_is_own_user(tactus_users_of(sender.address, sender.port, false, 0, 0))
    }
    return connections.first { $0.sender.isSame(as: sender) }.map { tactus_is_own_connection($0.descriptor) }
      ?? false
  }
}
