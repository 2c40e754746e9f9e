// `tactus record`: writes what arrives at a UDP port, or what acts on a plugin, to a performance. Main
// thread.
import ArgumentParser
import Console
import Foundation
import Performances
import Takes

struct Record: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes the packets that arrive at a UDP port to a performance, until Ctrl-C.",
    discussion: """
      With --take it asks the plugin that listens at the port, on this machine, for a take: all that acts on \
      it, with the frame on which it acts, and the patch. `tactus render` plays a take as it was heard. \
      If nothing arrives, nothing is written. A file that is there stays as it is without --force.
      """)

  @Option(help: "The UDP port.")
  var port: UInt16 = 3333
  @Flag(help: "Listen to the network, not to this machine only.")
  var network = false
  @Flag(help: "Ask the plugin at this port for a take.")
  var take = false
  @Option(help: "With --take: the surface of the instance, if several listen at the port.")
  var surface: UInt8 = 0
  @Option(name: [.short, .long], help: "The performance to write, NAME.tactus.", completion: .file())
  var output: String
  @OptionGroup var replacing: Replacing
  @Option(help: "Stop after this long.")
  var seconds: Double = Performance.longest

  func validate() throws {
    if take && network { throw ValidationError("A take comes from this machine: leave out --network.") }
    if surface != 0 && !take { throw ValidationError("--surface is for --take.") }
  }

  func run() throws {
    let interrupt = Interrupt()
    try replacing.check(output)
    let file = try PendingFile(output, .performance)
    if take { return try recordTake(to: file, until: interrupt) }
    let socket = try UDPSocket(listeningOn: port, address: network ? "0.0.0.0" : "127.0.0.1")
    report("listening on \(network ? "the network" : "this machine"), UDP port \(port); Ctrl-C ends")
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
    report("\(output): \(performance.outline)")
  }

  /// Asks the plugin for a take until the end.
  private func recordTake(to file: PendingFile, until interrupt: Interrupt) throws {
    var recording = try TakeRecording(port: port, surface: surface)
    let end = Date().addingTimeInterval(seconds)
    let take = try recording.run { interrupt.isRequested() || Date() >= end }
    try file.write(bytes: take.text)
    try file.commit()
    report("\(output): \(take.outline)")
    if let doubt = take.doubt { report("warning: this may sound different: \(string(doubt))") }
  }
}
