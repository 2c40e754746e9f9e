// The address of a program that receives OSC. Any thread.
import Foundation

/// A machine and a port, and how packets get there.
struct OSCAddress: Equatable, CustomStringConvertible {
  enum Transport: String, CaseIterable { case udp, tcp }

  let host: String
  let port: UInt16
  /// As the address says; nil: the control socket where the plugins have one, otherwise UDP.
  let transport: Transport?

  /// A machine and a port as the options `--host` and `--port` give them.
  init(host: String, port: UInt16) { (self.host, self.port, transport) = (host, port, nil) }

  /// Reads `osc.udp://HOST:PORT/` or `osc.tcp://HOST:PORT/`, as liblo writes them; nil if the text is
  /// neither.
  init?(url: String) {
    guard let parts = URLComponents(string: url),
      let transport = Transport.allCases.first(where: { parts.scheme == "osc.\($0.rawValue)" }),
      let host = parts.host, !host.isEmpty, let port = parts.port.flatMap({ UInt16(exactly: $0) }), port > 0,
      ["", "/"].contains(parts.path), parts.query == nil, parts.fragment == nil, parts.user == nil
    else { return nil }
    (self.host, self.port, self.transport) = (host, port, transport)
  }

  var description: String { transport.map { "osc.\($0.rawValue)://\(host):\(port)/" } ?? "\(host):\(port)" }
}
