// Finds the plugin that plays, and hears its news for all browsers. The server's event loop.
import CPosix
import NIOCore
import OSC

/// The one subscription of a server. Plugins are looked for at the ports that they use by themselves.
final class PluginLink {
  /// 3333 and the hundred ports that follow it if another program has it.
  static let ports: ClosedRange<UInt16> = 3333...3432
  private static let searchPeriod: Int64 = 1_000_000_000
  /// The time in which answers are gathered before one of several plugins is chosen.
  private static let gathering: Int64 = 200_000_000
  /// While one plays, the others are looked for, and forgotten that have not answered for two searches.
  private static let lookout: Int64 = 5_000_000_000
  private static let renewal: Int64 = 10_000_000_000
  private static let patience: Int64 = 3_000_000_000
  /// The most bytes of a text of a scene.
  private static let sceneLimit = 32_768

  /// A plugin's port, and how many instances hear it.
  struct Found: Equatable {
    let port: UInt16
    var instances: Int
    /// The number of scenes among them.
    var scenes: Int
    /// When it answered last.
    var seenAt: Int64
  }

  private unowned let server: SurfaceServer
  private let socket: any Channel
  private var control: ControlConnection?
  /// Chosen by the user; nil: the lowest.
  var wanted: UInt16?
  private(set) var port: UInt16?
  /// The shown kind: `patch`, `scene` or `grid`; empty: not known yet.
  private(set) var kind = "patch"
  /// All that is at the port, in this order, and which of them the user has chosen.
  private(set) var kinds: [String] = []
  private var wantedKind: String?
  /// The instance of a scene that is shown, by its number; 0: it is not known yet.
  private(set) var sceneNumber: Int32 = 0
  private(set) var found: [Found] = []
  /// A notice of `tactus play`.
  private(set) var stage = StageNews()
  /// The roots of the subscriptions.
  private var roots: [String] = []
  /// The place of the instrument that is played, from 1, or 0 for all of the rig.
  private(set) var instrument: UInt8 = 0
  /// The lowest instrument that has sent a frame since the choice.
  private var lowestPlace = Int32.max
  /// The pictures of the shown scene that pages may request.
  private(set) var pictures = ScenePictures()
  private var searchedAt: Int64 = .min / 2
  private var heardAt: Int64 = 0
  private var askedAt: Int64 = 0
  private var subscribedAt: Int64 = .min / 2
  private var subscribed: [String] = []
  /// The users of the ports that have answered since the last search.
  private var users: [UInt16: tactus_users] = [:]

  init(_ server: SurfaceServer, _ loop: any EventLoop, socket: any Channel, wanted: UInt16?) {
    (self.server, self.socket, self.wanted) = (server, socket, wanted)
    control = ControlConnection(loop) { [weak self] bytes in
      if let self, let port { hear(bytes, from: port) }
    }
  }

  /// Sends a request to the plugin.
  private func ask(_ packet: [UInt8], of port: UInt16) {
    server.send(packet, to: port, by: socket, or: control)
  }

  /// Does the work that is due at `now`; called a few times a second.
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
      ask(OSCMessage.packet("/tactus/stats"), of: port)
      if kind.isEmpty { askForKind(port) }
    }
    if now - subscribedAt > Self.renewal { subscribe(at: now) }
  }

  /// Queries all default ports of plugins, and the wanted one.
  private func search() {
    users = [:]
    let stats = OSCMessage.packet("/tactus/stats")
    for port in Self.ports { server.send(stats, to: port, by: socket) }
    if let wanted, !Self.ports.contains(wanted) { server.send(stats, to: wanted, by: socket) }
  }

  /// The controllers of single touches that browsers show have changed.
  func namesHaveChanged() { if port != nil, server.names != subscribed { subscribe(at: server.now) } }

  /// Takes another plugin, one of those that were found. All browsers would wait for any other one.
  func choose(_ new: UInt16) {
    guard found.contains(where: { $0.port == new }) else { return server.count(.badMessage) }
    wanted = new
    if port != nil, port != new { lose() }
  }

  /// Takes another one of those at the port.
  func choose(kind: String) {
    guard kinds.contains(kind) else { return server.count(.badMessage) }
    wantedKind = kind
    showKind()
    server.pluginHasChanged()
  }

  /// Chooses an instrument of the rig by its place, or all with 0.
  func choose(instrument new: UInt8) {
    guard new == 0 || Int(new) <= stage.rig.count else { return server.count(.badMessage) }
    guard new != instrument, port != nil else { return }
    server.releaseTouches()
    (instrument, lowestPlace) = (new, .max)
    subscribe(at: server.now)
    // Pages ask for the document of the plugin that they meet, as if another one had come.
    if !kind.isEmpty { server.say("plugin none") }
    server.pluginHasChanged()
  }

  /// The instrument that pages play and show, or 0 for all. A grid plays the whole rig.
  var place: UInt8 { kind == "grid" ? 0 : instrument }

  /// The root of the addresses of that instrument.
  private var root: String { place == 0 ? "/tactus/" : "/tactus/surface/\(place)/" }

  /// Reports that no browser watches anymore.
  func leave() { unsubscribe(except: []) }

  /// The subscriptions: roots of addresses, and topics. Frames of one instrument suffice: of a rig that is played as a
  /// whole, those of its first one, unless that may be a scene. A grid has no place.
  private var subscriptions: [(root: String, topics: [String])] {
    // A scene has no live frames, and those of a patch beside it are not shown.
    if kind == "scene" { return [(root, ["scene:window", "stage"])] }
    let (news, frames) = (["patch", "stage"], ["frame"] + subscribed)
    guard place == 0, stage.rig.count > 1, kind != "grid", !kinds.contains("scene") else {
      return [(root, frames + news)]
    }
    return [(root, news), ("\(root)surface/1/", frames)]
  }

  private func subscribe(at now: Int64) {
    guard let port else { return }
    subscribedAt = now
    subscribed = server.names
    let subscriptions = subscriptions
    unsubscribe(except: subscriptions.map(\.root))
    for (root, topics) in subscriptions {
      ask(
        OSCMessage.packet(Array("\(root)subscribe".utf8), newsPort + topics.map { .string(Array($0.utf8)) }),
        of: port)
    }
    roots = subscriptions.map(\.root)
  }

  /// Ends the subscriptions with other roots.
  private func unsubscribe(except kept: [String]) {
    guard let port else { return }
    for root in roots where !kept.contains(root) {
      ask(OSCMessage.packet(Array("\(root)unsubscribe".utf8), newsPort), of: port)
    }
    roots = []
  }

  /// The port for subscriptions. Their packets arrive only over UDP.
  private var newsPort: [OSCArgument] { [.int32(Int32(socket.localAddress?.port ?? 0))] }

  private func lose() {
    // The plugin may only have been busy, and would continue to send.
    leave()
    port = nil
    (instrument, stage) = (0, StageNews())
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
    (kind, kinds, sceneNumber, pictures) = ("", [], 0, ScenePictures())
    lowestPlace = .max
    if chosen.scenes > 0 { meet("scene") }
    if chosen.scenes < chosen.instances { askForKind(chosen.port) }
    subscribe(at: now)
  }

  /// A plugin of this kind is at the port.
  private func meet(_ new: String) {
    guard !kinds.contains(new) else { return }
    kinds = Self.order.filter { $0 == new || kinds.contains($0) }
    showKind()
    server.pluginHasChanged()
  }

  /// Of several the patch is what hands play, unless the user has chosen another one.
  private static let order = ["patch", "scene", "grid"]

  private func showKind() {
    let new = kinds.first { $0 == wantedKind } ?? kinds.first ?? ""
    guard new != kind else { return }
    let isExpected = kind.isEmpty && new == "patch"
    pictures = ScenePictures()
    (kind, sceneNumber) = (new, 0)
    // With other words all comes anew.
    if !isExpected { subscribe(at: server.now) }
  }

  /// Instances have come to the port or have left it.
  private func haveChanged(_ found: Found, scenesHave: Bool) {
    if found.scenes == 0 { kinds.removeAll { $0 == "scene" } }
    if found.scenes == found.instances { kinds.removeAll { $0 != "scene" } }
    showKind()
    if found.scenes > 0 { meet("scene") }
    if found.scenes < found.instances { askForKind(found.port) }
    guard scenesHave, kind == "scene" else { return }
    // The one that is shown may be gone.
    sceneNumber = 0
    let all = ["all", ""].map { OSCArgument.string(Array($0.utf8)) }
    ask(OSCMessage.packet("/tactus/scene/window", [.int32(0)] + all), of: found.port)
  }

  /// Which of the two a plugin has is told by which list it has.
  private func askForKind(_ port: UInt16) {
    for kind in ["patch", "grid"] {
      ask(OSCMessage.packet(Array("/tactus/\(kind)/library".utf8)), of: port)
    }
  }

  /// Receives a packet from a port of this machine.
  func hear(_ bytes: [UInt8], from sender: UInt16) {
    let limit = OSCPacket.streamLimit
    guard let messages = try? bytes.withUnsafeBytes({ try OSCMessage.messages(in: $0, limit: limit) }) else {
      return
    }
    var hasFrame = false
    for message in messages {
      // Of several instances that hear one port, the first is shown.
      let isFrame = message.address == Array("/tactus/live/frame".utf8)
      if isFrame {
        guard sender == port, !hasFrame, kind != "scene", isOfKind(message), isOfInstrument(message) else {
          continue
        }
        hasFrame = true
      }
      hear(message, from: sender)
    }
  }

  /// Whether a live frame is of the kind of documents that is shown: a grid's has that section alone.
  private func isOfKind(_ message: OSCMessage) -> Bool {
    guard case .blob(let frame)? = message.arguments.first, frame.count >= 12 else { return false }
    return (frame[8] & 1 << 6 != 0) == (kind == "grid")
  }

  /// Whether a live frame is from the chosen instrument, or from the first one if all are chosen. Frames sent before
  /// the choice arrive after it, and a packet may lack the frame of the first instrument.
  private func isOfInstrument(_ message: OSCMessage) -> Bool {
    guard stage.rig.count > 1, kind != "grid", case .int32(let from)? = message.arguments.dropFirst().first
    else { return true }
    if place > 0 { return from == place }
    lowestPlace = min(lowestPlace, from)
    return from == lowestPlace
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
      meet(address.contains("patch") ? "patch" : "grid")
    case "/tactus/live/scene/window": show(message)
    case "/tactus/live/stage", "/tactus/live/stage/now", "/tactus/live/stage/mix": hearStage(message)
    case "/tactus/live/stage/do": break  // For the program that plays.
    case "/tactus/answer/patch/error" where kind.isEmpty, "/tactus/answer/grid/error" where kind.isEmpty:
      break
    default:
      if kind == "patch", address.hasPrefix("/tactus/answer/grid/") { return }
      if kind == "grid" || kind == "scene", address.hasPrefix("/tactus/answer/patch/") { return }
      if kind == "scene", address.hasPrefix("/tactus/answer/grid/") { return }
      if let text = server.words(of: message) { server.say(text) }
    }
  }

  /// Passes on what is said about the stage.
  private func hearStage(_ message: OSCMessage) {
    let before = (rig: stage.rig, isRecording: stage.isRecording)
    guard let text = stage.hear(message) else { return server.count(.badMessage) }
    server.sayOnStage(text)
    guard (stage.rig, stage.isRecording) != before else { return }
    if stage.rig != before.rig {
      // Another song has other instruments.
      lowestPlace = .max
      if instrument > stage.rig.count { choose(instrument: 0) } else { subscribe(at: server.now) }
    }
    server.say(stage.rigText(instrument))
  }

  /// Passes on what a window of the scene is told. Of several scenes the first is shown.
  private func show(_ message: OSCMessage) {
    guard kind == "scene", message.arguments.count == 2, case .int32(let number) = message.arguments[0],
      case .string(let text) = message.arguments[1]
    else { return }
    if sceneNumber == 0 { sceneNumber = number }
    guard number == sceneNumber else { return }
    guard text.count <= Self.sceneLimit else { return server.count(.badMessage) }
    pictures.hear(text)
    server.say("told " + String(decoding: text, as: UTF8.self))
  }

  private func note(_ message: OSCMessage, from sender: UInt16) {
    var (instances, scenes) = (0, 0)
    for (name, count) in zip(message.arguments, message.arguments.dropFirst()) {
      guard case .int64(let count) = count else { continue }
      if name == .string(Array("instances".utf8)) { instances = Int(clamping: count) }
      if name == .string(Array("scenes".utf8)) { scenes = Int(clamping: count) }
    }
    guard instances > 0 else { return }
    let known = found.firstIndex { $0.port == sender }
    guard sender == wanted || isOwn(sender, isKnown: known != nil) else {
      if let known { found.remove(at: known) }
      if sender == port { lose() }
      return
    }
    if let known {
      let before = found[known].scenes
      let isSame = found[known].instances == instances && found[known].scenes == scenes
      (found[known].instances, found[known].scenes, found[known].seenAt) = (instances, scenes, server.now)
      if isSame { return }
      if sender == port { haveChanged(found[known], scenesHave: scenes != before) }
    } else {
      found.append(Found(port: sender, instances: instances, scenes: scenes, seenAt: server.now))
      found.sort { $0.port < $1.port }
    }
    if port != nil { server.pluginHasChanged() }
  }

  /// Whether a local port belongs to the current user. Another user's plugin is played only if it is chosen.
  /// The kernel is queried once per port between two searches, so that a flood of answers can't delay
  /// touches.
  /// - Parameter isKnown: Whether one of the current user's plugins was found there. Another user who shares
  ///   its port doesn't end the link; one who has the port alone has replaced the plugin.
  private func isOwn(_ port: UInt16, isKnown: Bool) -> Bool {
    guard Self.ports.contains(port) else { return false }
    let users = users[port] ?? tactus_users_of(0x7f00_0001, port, false, 0, 0)
    self.users[port] = users
    return tactus_is_own_user(users) || isKnown && users.count != 1
  }
}
