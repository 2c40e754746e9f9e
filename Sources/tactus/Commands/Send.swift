// `tactus send`: sends a performance to a UDP port at its recorded times. Main thread.
import ArgumentParser
import Console
import Foundation
import Performances

struct Send: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Sends a performance's packets to a UDP port at the times they were recorded.")

  @Argument(help: "The performance, or its name.", completion: NamedKind.performance.completion)
  var performance: String
  @Option(help: "The receiver.")
  var host = "127.0.0.1"
  @Option(help: "The receiver's UDP port.")
  var port: UInt16 = 3333
  @Option(help: "2 is twice as fast; 0.01 to 100.")
  var speed = 1.0

  func validate() throws {
    guard (0.01...100).contains(speed) else { throw ValidationError("--speed must be 0.01 to 100.") }
  }

  func run() throws {
    let packets = try Performance(contentsOf: performance).packets
    let address = try UDPSocket.resolve(host)
    // A socket for each source, because the receiver distinguishes senders by their port.
    var sockets: [String: UDPSocket] = [:]
    let start = Self.now()
    for packet in packets {
      let time = start + Int64(packet.seconds / speed * 1e9)
      var wake = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
      while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wake, nil) == EINTR {}
      let socket = try sockets[packet.source] ?? UDPSocket()
      sockets[packet.source] = socket
      try socket.send(packet.bytes, to: address, port: port)
    }
    report(
      "\(counted(packets.count, "packet")) of \(counted(sockets.count, "source")) sent to \(host):\(port)")
  }

  private static func now() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
  }
}
