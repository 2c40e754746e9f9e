// A UDP socket over IPv4, with blocking calls. Main thread.
import Foundation

/// One socket; closed when released.
package final class UDPSocket {
  private let descriptor: Int32

  /// A socket to send with; with a port, one to listen on.
  ///
  /// - Parameter address: the interface to listen on, `127.0.0.1` or `0.0.0.0`.
  package init(listeningOn port: UInt16? = nil, address: String = "0.0.0.0") throws {
    descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    guard descriptor >= 0 else { throw CommandError(system: "no socket") }
    guard let port else { return }
    // A large buffer for bursts while this process does not run, and the kernel's time of arrival: a time
    // taken in this process is ten times less exact.
    set(SO_RCVBUF, 4 << 20)
    set(SO_TIMESTAMPNS, 1)
    var name = Self.name(inet_addr(address), port)
    let result = withUnsafePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, Self.nameSize) }
    }
    guard result == 0 else {
      let code = errno
      // `deinit` closes the socket.
      let hint = code == EADDRINUSE ? " (another program, perhaps the plugin itself, listens there)" : ""
      throw CommandError("\(address):\(port): \(String(cString: strerror(code)))\(hint)")
    }
  }

  deinit { close(descriptor) }

  private func set(_ option: Int32, _ value: Int32) {
    var value = value
    setsockopt(descriptor, SOL_SOCKET, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  private static let nameSize = socklen_t(MemoryLayout<sockaddr_in>.size)

  private static func name(_ address: in_addr_t, _ port: UInt16) -> sockaddr_in {
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = port.bigEndian
    name.sin_addr.s_addr = address
    return name
  }

  /// The IPv4 address of a host, in network order.
  package static func resolve(_ host: String) throws -> in_addr_t {
    var hints = addrinfo()
    hints.ai_family = AF_INET
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, nil, &hints, &list)
    guard code == 0, let list else { throw CommandError("\(host): \(String(cString: gai_strerror(code)))") }
    defer { freeaddrinfo(list) }
    return list.pointee.ai_addr.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
      $0.pointee.sin_addr.s_addr
    }
  }

  /// Whether an address in network order is one of 127.0.0.0/8.
  package static func isOfThisMachine(_ address: in_addr_t) -> Bool {
    UInt32(bigEndian: address) >> 24 == 127
  }

  package func send(_ bytes: [UInt8], to address: in_addr_t, port: UInt16) throws {
    var name = Self.name(address, port)
    let sent = withUnsafePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(descriptor, bytes, bytes.count, 0, $0, Self.nameSize)
      }
    }
    // A closed port on this machine answers with an error; a receiver may be there for the next packet.
    guard sent == bytes.count || errno == ECONNREFUSED else { throw CommandError(system: "sending") }
  }

  /// A datagram with its sender and its arrival in nanoseconds since 1970.
  package struct Datagram {
    package let bytes: [UInt8]
    /// The sender's IPv4 address in host byte order, and its port.
    package let address: UInt32
    package let port: UInt16
    package let arrival: Int64

    /// The sender like `127.0.0.1:9000`.
    package var sender: String {
      let bytes = withUnsafeBytes(of: address.bigEndian) { $0.map { String($0) } }
      return bytes.joined(separator: ".") + ":\(port)"
    }
  }

  /// The next datagram; nil if none comes within `milliseconds`.
  package func receive(within milliseconds: Int32) throws -> Datagram? {
    var wish = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&wish, 1, milliseconds) > 0 else { return nil }
    var name = sockaddr_in()
    var bytes = [UInt8](repeating: 0, count: 65_536)
    var control = [UInt64](repeating: 0, count: 16)
    let (count, controlSize) = withUnsafeMutablePointer(to: &name) { name in
      bytes.withUnsafeMutableBytes { bytes in
        control.withUnsafeMutableBytes { control in
          var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
          return withUnsafeMutablePointer(to: &part) { part in
            var header = msghdr(
              msg_name: name, msg_namelen: Self.nameSize, msg_iov: part, msg_iovlen: 1,
              msg_control: control.baseAddress, msg_controllen: control.count, msg_flags: 0)
            return (recvmsg(descriptor, &header, 0), header.msg_controllen)
          }
        }
      }
    }
    guard count >= 0 else { throw CommandError(system: "receiving") }
    return Datagram(
      bytes: Array(bytes.prefix(count)),
      address: UInt32(bigEndian: name.sin_addr.s_addr), port: UInt16(bigEndian: name.sin_port),
      arrival: Self.arrival(in: control, size: controlSize))
  }

  /// The time stamp in a message's control data, otherwise the present time. Only one kind was asked for, so
  /// it is the first: a header of length, level and type in 16 bytes, then seconds and nanoseconds.
  private static func arrival(in control: [UInt64], size: Int) -> Int64 {
    if size >= 32, control[1] == UInt64(UInt32(SOL_SOCKET)) | UInt64(UInt32(SO_TIMESTAMPNS)) << 32 {
      return Int64(control[2]) * 1_000_000_000 + Int64(control[3])
    }
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
  }
}
