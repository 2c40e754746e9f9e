// The options --host and --port of commands that send to programs that run. Main thread.
import ArgumentParser

/// The program that receives: a machine and a port, or an address.
struct ReceiverOptions: ParsableArguments {
  @Option(help: "The port, as *OSC port in use* shows it; otherwise 3333.", completion: .list([]))
  var port: UInt16?
  @Option(
    help: "The machine, or an address: osc.udp://HOST:PORT/ or osc.tcp://HOST:PORT/.",
    completion: .list(["127.0.0.1", "osc.udp://", "osc.tcp://"]))
  var host = "127.0.0.1"

  func validate() throws { _ = try address() }

  /// - Throws: `ValidationError` if the host is an address of another kind, or its port is given twice.
  func address() throws -> OSCAddress {
    guard host.contains("://") else { return OSCAddress(host: host, port: port ?? 3333) }
    if port != nil { throw ValidationError("The address has a port: leave out --port.") }
    return try Self.address(url: host)
  }

  static func address(url: String) throws -> OSCAddress {
    guard let address = OSCAddress(url: url) else {
      throw ValidationError("“\(url)” must be osc.udp://HOST:PORT/ or osc.tcp://HOST:PORT/.")
    }
    return address
  }
}
