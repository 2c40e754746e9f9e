// Asks plugins that run over OSC, and shows their answers. Main thread.
import Console
import OSC

/// The plugins at an address: one connection for requests, and one to ask for counts.
struct PluginPort {
  private let address: OSCAddress
  private let requests: OSCClient
  private let questions: OSCClient
  /// The control socket, if these are local plugins of this user and the address names no transport.
  private let control: PacketStream?

  init(_ address: OSCAddress) throws {
    self.address = address
    requests = try OSCClient(address)
    questions = try OSCClient(address)
    let isLocal = try UDPSocket.isOfThisMachine(UDPSocket.resolve(address.host))
    control = isLocal && address.transport == nil ? PacketStream(controlSocketOf: address.port) : nil
  }

  /// Returns the plugins' counts, by name.
  /// - Throws: `CommandError` if nothing answers within a second.
  func counts() throws -> [String: Int64] {
    while try questions.receive(within: 0) != nil {}
    try questions.send(OSCMessage(address: "/tactus/stats"))
    guard let messages = try questions.receive(within: 1000) else {
      throw CommandError("no plugin answers at \(address); does one run, and is this its “OSC port in use”?")
    }
    var counts: [String: Int64] = [:]
    for message in messages {
      for (name, count) in zip(message.arguments, message.arguments.dropFirst()) {
        if case .string(let name) = name, case .int64(let count) = count { counts[string(name)] = count }
      }
    }
    return counts
  }

  /// The least port nearby where a plugin of this user has the grid or the patch that a message needs
  /// and that no plugin here has; nil: there is none.
  func otherPort(for message: OSCMessage) -> UInt16? {
    let words = string(message.address).split(separator: "/")
    guard control != nil, let kind = words.dropFirst().first(where: { ["grid", "patch"].contains($0) }) else {
      return nil
    }
    func has(_ stream: PacketStream) -> Bool {
      guard (try? stream.send(OSCMessage(address: "/tactus/\(kind)/get"))) != nil,
        let answers = try? stream.receive(within: 300)
      else { return false }
      return !answers.contains { string($0.address).hasSuffix("/error") }
    }
    if let control, has(control) { return nil }
    // A plugin whose port is in use takes one of the next.
    let near = max(Int(address.port) - 16, 1)...min(Int(address.port) + 16, 65_535)
    return near.lazy.map { UInt16($0) }.first { port in
      port != address.port && PacketStream(controlSocketOf: port).map(has) == true
    }
  }

  /// Sends a message and returns the answers of each instance that receives it.
  func ask(_ message: OSCMessage) throws -> [OSCMessage] {
    // Each request is answered; what plays is not.
    let words = string(message.address).split(separator: "/").map(String.init)
    let plays = ["touch", "alive", "panic", "token", "motion", "pad", "macro", "source", "hold", "loop"]
    let isAnswered =
      words.first == "tactus" && (words.last == "learn" || Set(plays).isDisjoint(with: words))
    // Touches end when their connection closes, so what plays is not sent to the control socket.
    let connection: any OSCConnection = if isAnswered, let control { control } else { requests }
    try connection.send(message)
    var found: [OSCMessage] = []
    while true {
      let patience: Int32 = !found.isEmpty ? 80 : isAnswered ? 1000 : 40
      guard let messages = try connection.receive(within: patience) else { return found }
      found += messages
    }
  }
}

extension OSCMessage {
  /// An answer for people: its address in words, then its arguments. Texts of several lines stand below it.
  var outline: String {
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
