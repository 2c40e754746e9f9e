// Finds the plugin that plays, and hears its news for all browsers. The server's event loop.
import NIOCore
import OSC

/// The one subscription of a server. Plugins are looked for at the ports that they use by themselves.
final class PluginLink {
  /// 3333 and the hundred ports that follow it if another program has it.
  static let ports: ClosedRange<UInt16> = 3333...3432
  private static let searchPeriod: Int64 = 1_000_000_000
  /// How long answers are gathered before one of several plugins is taken.
  private static let gathering: Int64 = 200_000_000
  /// While one plays, the others are looked for, and forgotten that have not answered for two searches.
  private static let lookout: Int64 = 5_000_000_000
  private static let renewal: Int64 = 10_000_000_000
  private static let patience: Int64 = 3_000_000_000

  /// A plugin's port, and how many instances hear it.
  struct Found: Equatable {
    let port: UInt16
    var instances: Int
    /// When it answered last.
    var seenAt: Int64
  }

  private unowned let server: SurfaceServer
  private let socket: any Channel
  /// Chosen by the user; nil: the lowest.
  var wanted: UInt16?
  private(set) var port: UInt16?
  /// `patch` or `grid`, as the plugin has it.
  private(set) var kind = "patch"
  private(set) var found: [Found] = []
  private var searchedAt: Int64 = .min / 2
  private var heardAt: Int64 = 0
  private var askedAt: Int64 = 0
  private var subscribedAt: Int64 = .min / 2
  private var subscribed: [String] = []

  init(_ server: SurfaceServer, socket: any Channel, wanted: UInt16?) {
    (self.server, self.socket, self.wanted) = (server, socket, wanted)
  }

  /// What is to be done at `now`; called a few times a second.
  func turn(at now: Int64) {
    guard let port else {
      if !found.isEmpty, now - searchedAt > Self.gathering { return take() }
      if now - searchedAt >= Self.searchPeriod {
        searchedAt = now
        found = []
        search()
      }
      return
    }
    if now - searchedAt >= Self.lookout {
      searchedAt = now
      search()
      let count = found.count
      found.removeAll { $0.port != port && now - $0.seenAt > 2 * Self.lookout }
      if found.count != count { server.pluginHasChanged() }
    }
    if now - heardAt > Self.patience {
      lose()
    } else if now - askedAt > 1_000_000_000 {
      // Proof that it is still there, also while nothing plays.
      askedAt = now
      server.send(OSCMessage.packet("/tactus/stats"), to: port, by: socket)
      if kind.isEmpty { askForKind(port) }
    }
    if now - subscribedAt > Self.renewal { subscribe(at: now) }
  }

  /// Asks at all ports where plugins are by themselves, and at the one that is wanted.
  private func search() {
    let stats = OSCMessage.packet("/tactus/stats")
    for port in Self.ports { server.send(stats, to: port, by: socket) }
    if let wanted, !Self.ports.contains(wanted) { server.send(stats, to: wanted, by: socket) }
  }

  /// The controllers of single touches that browsers show have changed.
  func namesHaveChanged() { if port != nil, server.names != subscribed { subscribe(at: server.now) } }

  /// Takes another plugin.
  func choose(_ new: UInt16) {
    wanted = new
    if port != nil, port != new { lose() }
  }

  /// Says that no browser watches any more.
  func leave() {
    guard let port else { return }
    server.send(OSCMessage.packet("/tactus/unsubscribe"), to: port, by: socket)
  }

  private func subscribe(at now: Int64) {
    guard let port else { return }
    subscribedAt = now
    subscribed = server.names
    let words = ["frame", "patch"] + subscribed
    server.send(
      OSCMessage.packet("/tactus/subscribe", words.map { .string(Array($0.utf8)) }), to: port, by: socket)
  }

  private func lose() {
    port = nil
    searchedAt = .min / 2
    server.pluginHasChanged()
  }

  private func take() {
    let now = server.now
    // One that was chosen is waited for, even if there are others.
    let chosen = wanted == nil ? found.min { $0.port < $1.port } : found.first { $0.port == wanted }
    guard let chosen else { return searchedAt = now - Self.searchPeriod + Self.gathering }
    port = chosen.port
    (heardAt, askedAt) = (now, now)
    kind = ""
    askForKind(chosen.port)
    subscribe(at: now)
  }

  /// Which of the two a plugin has is told by which list it has.
  private func askForKind(_ port: UInt16) {
    for kind in ["patch", "grid"] {
      server.send(OSCMessage.packet(Array("/tactus/\(kind)/library".utf8)), to: port, by: socket)
    }
  }

  /// Hears a packet from a port of this machine.
  func hear(_ bytes: [UInt8], from sender: UInt16) {
    guard let messages = try? bytes.withUnsafeBytes({ try OSCMessage.messages(in: $0) }) else { return }
    var hasFrame = false
    for message in messages {
      // Of several instances that hear one port, the first is shown.
      let isFrame = message.address == Array("/tactus/live/frame".utf8)
      if isFrame, hasFrame || !isOfKind(message) { continue }
      hasFrame = hasFrame || isFrame
      hear(message, from: sender)
    }
  }

  /// Whether a live frame is of the kind of documents that is shown: a grid's has that section alone.
  private func isOfKind(_ message: OSCMessage) -> Bool {
    guard case .blob(let frame)? = message.arguments.first, frame.count >= 12 else { return false }
    return (frame[8] & 1 << 6 != 0) == (kind == "grid")
  }

  private func hear(_ message: OSCMessage, from sender: UInt16) {
    let address = String(decoding: message.address, as: UTF8.self)
    if address == "/tactus/answer/stats" { note(message, from: sender) }
    guard let port, sender == port else { return }
    heardAt = server.now
    switch address {
    case "/tactus/live/frame":
      if case .blob(let frame)? = message.arguments.first { server.show(frame) }
    case "/tactus/answer/patch/library", "/tactus/answer/grid/library":
      // Of both, the patch is what hands play.
      let said = address.contains("patch") ? "patch" : "grid"
      if kind.isEmpty || said == "patch" && kind != "patch" {
        kind = said
        server.pluginHasChanged()
      }
    case "/tactus/answer/patch/error" where kind.isEmpty, "/tactus/answer/grid/error" where kind.isEmpty:
      break
    default:
      if kind == "patch", address.hasPrefix("/tactus/answer/grid/") { return }
      if kind == "grid", address.hasPrefix("/tactus/answer/patch/error") { return }
      if let text = server.words(of: message) { server.say(text) }
    }
  }

  private func note(_ message: OSCMessage, from sender: UInt16) {
    var instances = 0
    for (name, count) in zip(message.arguments, message.arguments.dropFirst()) {
      if name == .string(Array("instances".utf8)), case .int64(let count) = count { instances = Int(count) }
    }
    guard instances > 0 else { return }
    if let known = found.firstIndex(where: { $0.port == sender }) {
      let isSame = found[known].instances == instances
      (found[known].instances, found[known].seenAt) = (instances, server.now)
      if isSame { return }
    } else {
      found.append(Found(port: sender, instances: instances, seenAt: server.now))
      found.sort { $0.port < $1.port }
    }
    if port != nil { server.pluginHasChanged() }
  }
}
