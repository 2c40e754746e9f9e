// `tactus listen`: prints what arrives, how it is read, and why something is refused. Main thread.
import ArgumentParser
import Broker
import Console
import Dialects
import Foundation
import OSC
import Performances
import RealTime
import Tangibles

struct Listen: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Shows live what arrives on a port, over UDP and TCP, and how an instance reads it, until Ctrl-C.",
    discussion: """
      Each packet is a line with its time, sender and text; below it stand the dialect and the command of \
      each message, or the reason for which it was refused. At the end come the counts.
      """)

  @Option(help: "The port; if another program has it, the next free one.")
  var port: UInt16 = 3333
  @Flag(help: "Listen to the network, not to this machine only.")
  var network = false
  @Option(help: "Also receive messages to /tactus/surface/N, with this number.")
  var surface: UInt8 = 0
  @Flag(help: "Also show the events that an instrument receives.")
  var events = false
  @Flag(help: "Show refusals and counts only.")
  var quiet = false
  @Option(help: "Stop after this long.")
  var seconds: Double = 86_400
  @OptionGroup var profiles: ProfileOptions

  func run() throws {
    let interrupt = Interrupt()
    let start = Date()
    let printer = Printer(events: events, quiet: quiet, start: start)
    let monitor = SurfaceMonitor(
      ListenSettings(listen: network ? .network : .thisMachine, port: port, surface: surface),
      profiles: profiles.folders, objects: .standard(), show: printer.show)
    guard monitor.port != 0 else { throw CommandError("port \(port): no free port from there on") }
    if monitor.port != port { report("port \(port) is taken, perhaps by a plugin") }
    report(
      "listening on \(network ? "the network" : "this machine"), port \(monitor.port) of UDP and TCP, "
        + "\(monitor.profileCount) profiles; Ctrl-C ends")
    while !interrupt.isRequested(), !hasOutputFailed, Date().timeIntervalSince(start) < seconds {
      monitor.turn(milliseconds: 50)
    }
    guard let counters = monitor.counters else { return }
    printLine("packets \(counters.packets)")
    printLine("messages \(counters.messages)")
    printLine("events \(counters.events)")
    for reason in Refusal.allCases where counters[reason] > 0 {
      printLine("\(reason.symbol) \(counters[reason])")
    }
  }
}

/// Writes what a monitor shows.
private final class Printer {
  private let events: Bool
  private let quiet: Bool
  private let start: Date
  /// The packet to which the next reports belong, until it is printed.
  private var packet: String?

  init(events: Bool, quiet: Bool, start: Date) {
    (self.events, self.quiet, self.start) = (events, quiet, start)
  }

  func show(_ event: MonitorEvent) {
    switch event {
    case .packet(let bytes, let sender):
      packet = "\(time) \(Self.name(sender)) \(Self.text(bytes))"
      if !quiet { begin() }
    case .sender(let sender): packet = "\(time) \(Self.name(sender))"
    case .read(let dialect, let reading, let user, let type):
      if quiet { return }
      begin()
      let owner = user == 0 && type == 0 ? "" : " of user \(user), type \(type)"
      printLine("    \(dialect.symbol): \(Self.words(reading))\(owner)")
    case .refused(let reason):
      begin()
      printLine("    refused: \(reason.symbol)")
    case .event(let event): if events { printLine("    > \(event.outline)") }
    case .object(let name, let state, let x, let y, let turns):
      if quiet { return }
      let place = state == .away ? "" : " at \(x.hundredths) \(y.hundredths) mm, \((turns * 360).hundredths)°"
      printLine("\(time) object \(shown(name)): \(state.symbol)\(place)")
    case .closed(let sender): if !quiet { printLine("\(time) \(Self.name(sender)) closed") }
    case .broken(let path, let error): printLine(describe(error, in: string(path), as: "error"))
    }
  }

  private func begin() {
    if let packet { printLine(packet) }
    packet = nil
  }

  private var time: String { String(format: "%.3f", Date().timeIntervalSince(start)) }

  private static func name(_ sender: MonitorEvent.Sender) -> String {
    let address = [24, 16, 8, 0].map { String(sender.address >> UInt32($0) & 255) }.joined(separator: ".")
    return "\(address):\(sender.port)\(sender.isStream ? " (TCP)" : "")"
  }

  /// OSC and JSON as text; of other bytes the size.
  private static func text(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes.prefix(512), as: UTF8.self).trimmingCharacters(
      in: .whitespacesAndNewlines)
    if text.first == "{" { return shown(text) }
    guard let found = try? OSCMessage.messages(in: bytes) else { return "\(bytes.count) bytes" }
    return found.map { shown($0.text) }.joined(separator: "\n        ")
  }

  private static func words(_ reading: MonitorEvent.Reading) -> String {
    switch reading {
    case .touch(let word, let id, let x, let y):
      "touch \(id) \(word)" + (x.isNaN ? "" : " at \(Float(x).short) \(Float(y).short)")
    case .alive(let ids): "alive: " + (ids.isEmpty ? "none" : ids.map { "\($0)" }.joined(separator: " "))
    case .event(let event): event.outline
    case .learnable(let address, let value): "\(shown(address)) \(value), for macros that have learned it"
    case .control(let number, let value): "control \(number) \(value), for macros that have learned it"
    case .tangible(let message):
      "object \(shown(message.id)) \(message.word.symbol): \(message.isOn ? "yes" : "no")"
    case .noted: "understood, and of no effect"
    case .waiting(let profile, let what): "\(shown(profile)) waits for \(shown(what))"
    case .other(let what): "\(what)"
    }
  }
}
