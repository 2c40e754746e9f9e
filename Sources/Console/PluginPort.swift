// Asks plugins that run over OSC, and shows their answers. Main thread.
import Foundation
import OSC

/// The port at which plugins listen, and two sockets of ours: one for a request, one to ask for counts.
package struct PluginPort {
  private let host: String
  private let port: UInt16
  private let address: in_addr_t
  private let requests: UDPSocket
  private let questions: UDPSocket
  /// The control socket for requests to local plugins of this user; if nil, requests use UDP.
  private let control: ControlSocket?

  package init(host: String, port: UInt16) throws {
    (self.host, self.port) = (host, port)
    address = try UDPSocket.resolve(host)
    requests = try UDPSocket()
    questions = try UDPSocket()
    control = UInt32(bigEndian: address) >> 24 == 127 ? ControlSocket(port: port) : nil
  }

  /// What the plugins have counted, by name.
  /// - Throws: `CommandError` if nothing answers within a second.
  package func counts() throws -> [String: Int64] {
    while try questions.receive(within: 0) != nil {}
    try questions.send(OSCMessage(address: "/tactus/stats").packet, to: address, port: port)
    guard let packet = try questions.receive(within: 1000) else {
      throw CommandError(
        "no plugin answers at \(host):\(port); does one run, and is this its “OSC port in use”?")
    }
    var counts: [String: Int64] = [:]
    for message in try Self.messages(packet.bytes) {
      for (name, count) in zip(message.arguments, message.arguments.dropFirst()) {
        if case .string(let name) = name, case .int64(let count) = count { counts[string(name)] = count }
      }
    }
    return counts
  }

  /// Sends a message; what comes back, from each instance that hears it.
  package func ask(_ message: OSCMessage) throws -> [OSCMessage] {
    // Each request is answered; what plays is heard, and not answered.
    let words = string(message.address).split(separator: "/").map(String.init)
    let plays = ["touch", "alive", "panic", "token", "motion", "pad", "macro", "source", "hold"]
    let isAnswered =
      words.first == "tactus" && (words.last == "learn" || Set(plays).isDisjoint(with: words))
    // Touches end when their connection closes, so what plays is sent over UDP.
    let control = isAnswered ? self.control : nil
    if let control {
      try control.send(message.packet)
    } else {
      try requests.send(message.packet, to: address, port: port)
    }
    var found: [OSCMessage] = []
    while true {
      let patience: Int32 = !found.isEmpty ? 80 : isAnswered ? 1000 : 40
      let packet =
        try control.map { try $0.receive(within: patience) } ?? requests.receive(within: patience)?.bytes
      guard let packet else { return found }
      found += try Self.messages(packet)
    }
  }

  private static func messages(_ packet: [UInt8]) throws -> [OSCMessage] {
    do throws(OSCError) { return try OSCMessage.messages(in: packet) } catch {
      throw CommandError("the answer is not OSC: \(error.words)")
    }
  }
}

extension OSCMessage {
  /// An answer for people: its address in words, then its arguments. Texts of several lines stand below it.
  package var outline: String {
    let address = string(address)
    let prefix = ["/tactus/answer/", "/tactus/", "/"].first { address.hasPrefix($0) } ?? ""
    let title = address.dropFirst(prefix.count).replacing("/", with: " ")
    let words = arguments.map(\.words)
    if words.contains(where: { $0.contains("\n") }) || words.count > 8 {
      let lines = words.map { $0.hasSuffix("\n") ? String($0.dropLast()) : $0 }
      return "\(title):\n" + lines.joined(separator: "\n")
    }
    return words.isEmpty ? String(title) : "\(title): \(words.joined(separator: ", "))"
  }
}

extension OSCArgument {
  /// For people: texts as they are, numbers rounded.
  fileprivate var words: String {
    switch self {
    case .string(let text), .symbol(let text): Console.string(text)
    case .int32(let number): "\(number)"
    case .int64(let number): "\(number)"
    case .float(let number): rounded(Double(number))
    case .double(let number): rounded(number)
    case .yes: "true"
    case .no: "false"
    default: "…"
    }
  }
}
