// A session of the New Session Manager (NSM_URL): announced, opened, saved, with what is unsaved. Main thread.
import Console
import Foundation
import OSC

/// The manager of the session that started this program. Only its packets are heard.
final class SessionManager {
  private let socket: UDPSocket
  private let address: in_addr_t
  private let port: UInt16
  private let sender: String
  /// Whether the manager wants to know what is unsaved.
  private var isDirty = false

  /// The time within which the manager opens the session.
  private static let patience = 10.0
  private static let failed: Int32 = -1  // ERR_GENERAL

  /// The manager that NSM_URL names, or nil without that variable.
  /// - Throws: `CommandError` if it is no address of UDP.
  static func ofEnvironment() throws -> SessionManager? {
    guard let url = ProcessInfo.processInfo.environment["NSM_URL"], !url.isEmpty else { return nil }
    return try SessionManager(url)
  }

  private init(_ url: String) throws {
    guard url.hasPrefix("osc.udp://"), let parts = URLComponents(string: url), let host = parts.host,
      let port = parts.port.flatMap({ UInt16(exactly: $0) }), port > 0
    else { throw CommandError("NSM_URL is “\(url)”, and not osc.udp://HOST:PORT/") }
    address = try UDPSocket.resolve(host)
    self.port = port
    sender = withUnsafeBytes(of: address) { $0.map { String($0) }.joined(separator: ".") } + ":\(port)"
    socket = try UDPSocket(
      listeningOn: 0, address: UDPSocket.isOfThisMachine(address) ? "127.0.0.1" : "0.0.0.0")
  }

  /// Announces this program, and waits until the manager opens its part of the session.
  /// - Returns: the file for the state, and the name for the client of JACK.
  /// - Throws: `CommandError` if the manager refuses, or doesn't answer within ten seconds.
  func open() throws -> (state: String, name: String) {
    let executable = URL(fileURLWithPath: CommandLine.arguments[0]).lastPathComponent
    send(
      "/nsm/server/announce",
      [
        .string(Array("Tactus".utf8)), .string(Array(":dirty:".utf8)), .string(Array(executable.utf8)),
        .int32(1), .int32(0), .int32(getpid()),
      ])
    let end = Date(timeIntervalSinceNow: Self.patience)
    while end.timeIntervalSinceNow > 0 {
      for message in receive(within: 100) {
        let words = message.arguments.map { argument in
          if case .string(let text) = argument { string(text) } else { "" }
        }
        switch string(message.address) {
        case "/error" where words.first == "/nsm/server/announce":
          throw CommandError("the session manager refuses: \(words.last ?? "")")
        case "/nsm/client/open" where words.count >= 3 && words[0].hasPrefix("/") && !words[2].isEmpty:
          return (words[0] + ".json", String(words[2].prefix(32)))
        default: break
        }
      }
    }
    throw CommandError("the session manager at \(sender) doesn't answer; unset NSM_URL to play without it")
  }

  /// Answers the request to open.
  /// - Parameter fault: the reason why it failed, or nil if it is open.
  func hasOpened(fault: String? = nil) { answer("/nsm/client/open", fault) }

  /// Whether the manager has asked for a save since the last call.
  func wantsSave() -> Bool {
    receive(within: 0).contains { string($0.address) == "/nsm/client/save" }
  }

  /// Answers the request to save.
  /// - Parameter fault: the reason why it failed, or nil if it is saved.
  func hasSaved(fault: String? = nil) {
    if fault == nil { tell(isDirty: false) }
    answer("/nsm/client/save", fault)
  }

  /// Tells whether something is unsaved, if that has changed.
  func tell(isDirty: Bool) {
    guard isDirty != self.isDirty else { return }
    self.isDirty = isDirty
    send(isDirty ? "/nsm/client/is_dirty" : "/nsm/client/is_clean", [])
  }

  private func answer(_ request: String, _ fault: String?) {
    let request = OSCArgument.string(Array(request.utf8))
    if let fault {
      send("/error", [request, .int32(Self.failed), .string(Array(fault.utf8))])
    } else {
      send("/reply", [request, .string(Array("OK".utf8))])
    }
  }

  private func send(_ address: StaticString, _ arguments: [OSCArgument]) {
    // A manager that has gone is no reason to end.
    try? socket.send(OSCMessage.packet(address, arguments), to: self.address, port: port)
  }

  /// The messages of the manager that have come, at most 64 packets of them. Others are strangers.
  private func receive(within milliseconds: Int32) -> [OSCMessage] {
    var messages: [OSCMessage] = []
    for turn in 0..<64 {
      guard let packet = try? socket.receive(within: turn == 0 ? milliseconds : 0) else { break }
      guard packet.sender == sender else { continue }
      messages += (try? OSCMessage.messages(in: packet.bytes)) ?? []
    }
    return messages
  }
}
