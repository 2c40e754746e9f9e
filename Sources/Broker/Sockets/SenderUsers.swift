// Whether a sender on this machine is a program of our own user. Input thread.
import CPosix

extension Endpoint {
  /// Whether the sender's socket belongs to our user, and to nobody else. A program that has closed its socket
  /// meanwhile has no user. The kernel is asked, which takes some 20 µs; with thousands of open sockets, 1 ms.
  func isOwn(_ sender: tactus_datagram) -> Bool {
    if sender.isControl { return true }
    if sender.is_stream == 0 {
      return tactus_is_own_user(tactus_users_of(sender.address, sender.port, false, 0, 0))
    }
    return connections.first { $0.sender.isSame(as: sender) }.map { tactus_is_own_connection($0.descriptor) }
      ?? false
  }
}
