// Whether a sender on this machine is a program of our own user. Input thread.
import CPosix

extension tactus_datagram {
  /// Whether the sender's socket belongs to our user, and to nobody else. A program that has closed its socket
  /// meanwhile has no user. The kernel is asked, which takes some 20 µs; with thousands of open sockets, 1 ms.
  /// - Parameter port: Our port, which has received from the sender.
  func isOfOwnUser(at port: UInt16, _ own: UInt32 = Endpoint.loopback) -> Bool {
    tactus_is_own_user(tactus_users_of(address, self.port, is_stream != 0, own, port))
  }
}
