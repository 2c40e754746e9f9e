// `tactus record`: writes the packets that arrive at a UDP port to a performance. Main thread.
import ArgumentParser
import Foundation

struct Record: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes the packets that arrive at a UDP port to a performance, until Ctrl-C.",
    discussion: "If nothing arrives, nothing is written. A file that is there stays as it is without --force."
  )

  @Option(help: "The UDP port.")
  var port: UInt16 = 3333
  @Flag(help: "Listen to the network, not to this machine only.")
  var network = false
  @Option(name: [.short, .long], help: "The performance to write, NAME.tactus.", completion: .file())
  var output: String
  @OptionGroup var replacing: Replacing
  @Option(help: "Stop after this long.")
  var seconds: Double = Performance.longest

  func run() throws {
    let interrupt = Interrupt()
    try replacing.check(output)
    let file = try PendingFile(output, .performance)
    let socket = try UDPSocket(listeningOn: port, address: network ? "0.0.0.0" : "127.0.0.1")
    tell("listening on \(network ? "the network" : "this machine"), UDP port \(port); Ctrl-C ends")
    let end = Date().addingTimeInterval(seconds)
    var performance = Performance()
    var first: Int64?
    while !interrupt.isRequested(), Date() < end {
      guard let datagram = try socket.receive(within: 50) else { continue }
      first = first ?? datagram.arrival
      // The wall clock may be set back meanwhile; the times of a performance never decrease.
      let time = max(Double(datagram.arrival - first!) / 1e9, performance.packets.last?.seconds ?? 0)
      performance.packets.append(
        Performance.Packet(seconds: time, source: datagram.sender, bytes: datagram.bytes))
    }
    if performance.packets.isEmpty { throw CommandError("nothing arrived; \(output) was not written") }
    try file.write(performance.text)
    try file.commit()
    tell("\(output): \(performance.outline)")
  }
}
