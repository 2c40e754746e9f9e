// One paired browser: its WebSocket, its socket to the plugin, its touches. The server's event loop.
import NIOCore
import NIOWebSocket
import OSC

/// A browser is a source of its own, because the plugin tells senders apart by their ports.
final class Browser: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  /// Messages a second, and how many may come at once.
  static let messageRate = 2000
  /// The silence after which a page is gone. Pages send something every half second, and the check is
  /// frequent enough that whatever a page holds ends within 2 s.
  static let patience = TimeAmount.milliseconds(1800)
  private static let watchPeriod = TimeAmount.milliseconds(100)
  /// The period of packets to the plugin. If this program is killed, everything its browsers hold ends after
  /// `pluginPatience` seconds.
  private static let beatPeriod: Int64 = 500_000_000
  private static let pluginPatience: Float = 1.8
  /// Behind their time by more than this, moves are left out, and touches do not begin.
  private static let lateMove: Int64 = 100_000_000
  private static let lateBegin: Int64 = 300_000_000

  private let server: SurfaceServer
  /// Numbers browsers in the order in which they came.
  let number: Int
  private var context: ChannelHandlerContext?
  /// The way to the plugin; nil until it is open.
  private var socket: (any Channel)?
  /// The frames that arrived before `socket` was open, with their arrival times.
  private var early: [(frame: WebSocketFrame, arrival: Int64)] = []
  /// The maximum number of early frames. A page sends about a dozen at once. Even the longest ones take no
  /// more memory than a browser may leave unread.
  private static let earlyLimit = unreadLimit / SurfaceServer.textLimit
  /// The connection for requests.
  private var control: ControlConnection?
  private var clock = ClockFilter()
  private var tokens = Browser.messageRate
  private var tokensSince: Int64 = 0
  private var heard: Int64 = 0
  private var beaten: Int64 = .min / 2
  private var watch: RepeatedTask?
  /// The packets waiting for their time, in order of arrival.
  private var delayed: [(number: Int, time: Int64, packet: [UInt8])] = []
  private var lastDelayed = 0
  /// The newest of the moves that came too late, by touch; sent when no more wait.
  private var late: [Int32: [UInt8]] = [:]
  /// The controllers of single touches that the page shows.
  private(set) var names: [String] = []
  /// Whether the page shows the stage.
  private(set) var showsStage = false
  /// Bytes that wait until the browser takes them.
  private(set) var unread = 0
  /// A browser that asks and never reads is put out.
  private static let unreadLimit = 4 << 20
  /// Touches that have begun here and are down. To the plugin all browsers are sockets of one machine, which
  /// may go on with each other's touches; so nothing is said of others.
  private(set) var down: Set<Int32> = []

  init(_ server: SurfaceServer, number: Int) { (self.server, self.number) = (server, number) }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    heard = server.now
    let this = NIOLoopBound(self, eventLoop: context.eventLoop)
    control = ControlConnection(context.eventLoop) { this.value.hear(answer: $0) }
    server.openSocket { bytes, port in
      if port == this.value.server.pluginPort { this.value.hear(answer: bytes) }
    }.assumeIsolated().whenComplete { result in
      switch result {
      case .success(let socket):
        this.value.begin(through: socket)
      case .failure: this.value.context?.close(promise: nil)
      }
    }
    watch = context.eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: Self.watchPeriod) { _ in
      this.value.turn()
    }
  }

  /// Disconnects a page that is silent; otherwise keeps its source in the plugin alive.
  private func turn() {
    let now = server.now
    if now - heard > Self.patience.nanoseconds { return leave() }
    guard socket != nil, now - beaten >= Self.beatPeriod else { return }
    beaten = now
    send([OSCMessage.packet("/tactus/source/timeout", [.float(Self.pluginPatience)]), alive], at: now)
  }

  /// The touches that are down.
  private var alive: [UInt8] {
    OSCMessage.packet("/tactus/alive", down.sorted().map { .int32($0) })
  }

  func handlerRemoved(context: ChannelHandlerContext) { leave() }
  func channelInactive(context: ChannelHandlerContext) { leave() }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    server.count(.badFrame)
    leave()
  }

  /// Ends everything the browser holds, after its delayed packets, and closes its sockets.
  func leave() {
    guard let context else { return }
    self.context = nil
    watch?.cancel()
    if let socket {
      // Packets for the same time stay in order of arrival.
      for each in delayed.sorted(by: { ($0.time, $0.number) < ($1.time, $1.number) }) {
        server.send(each.packet, by: socket)
      }
      delayed = []
      server.send(OSCMessage.packet("/tactus/source/gone"), by: socket)
      // The last packet leaves before the socket does.
      socket.close(promise: nil)
    }
    socket = nil
    early = []
    control?.close()
    control = nil
    server.remove(self)
    context.close(promise: nil)
  }

  /// Ends what is down, before another instrument is played.
  func releaseTouches() {
    down = []
    late = [:]
    if let socket { server.send(server.addressed(alive), by: socket) }
  }

  // MARK: From the browser

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    let arrival = server.now
    heard = arrival
    guard takesOneMore(at: arrival) else { return server.count(.tooManyMessages) }
    guard socket == nil else { return handle(frame, arrival: arrival) }
    guard early.count < Self.earlyLimit else { return server.count(.tooManyMessages) }
    early.append((frame, arrival))
  }

  /// Handles the frames that arrived before the socket was open.
  private func begin(through socket: any Channel) {
    // The browser may have left meanwhile.
    guard context != nil else { return socket.close(promise: nil) }
    self.socket = socket
    server.greet(self)
    let frames = early
    early = []
    // One of the frames may close the connection.
    for (frame, arrival) in frames where context != nil { handle(frame, arrival: arrival) }
  }

  private func handle(_ frame: WebSocketFrame, arrival: Int64) {
    var bytes = frame.unmaskedData
    switch frame.opcode {
    case .binary:
      let packet = PagePacket(bytes.readBytes(length: bytes.readableBytes) ?? [])
      guard let packet else { return server.count(.badMessage) }
      if packet.isAlive { send(.binary, frame.unmaskedData) }
      let time = packet.time.map { clock.time(page: $0, arrival: arrival) } ?? arrival
      for (message, before) in packet.messages { handle(message, at: time - before, arrival: arrival) }
    case .text: server.count(.badMessage)
    case .ping: send(.pong, bytes)
    case .connectionClose: leave()
    default: break
    }
  }

  private func takesOneMore(at now: Int64) -> Bool {
    let new = (now - tokensSince) * Int64(Self.messageRate) / 1_000_000_000
    if new > 0 {
      tokens = min(Self.messageRate, tokens + Int(min(new, Int64(Self.messageRate))))
      tokensSince = now
    }
    guard tokens > 0 else { return false }
    tokens -= 1
    return true
  }

  private func handle(_ message: PageMessage, at time: Int64, arrival: Int64) {
    switch message {
    case .touch(let word, let id, let packet): handle(word, id, packet, at: time, arrival: arrival)
    case .alive(let ids):
      if !down.isSuperset(of: ids) { server.count(.notDown) }
      down.formIntersection(ids)
      send([alive], at: time)
    case .play(let packet): send([packet], at: time)
    case .setting(let packet, let isOfDocument):
      if isOfDocument, server.kind == "scene" { return server.count(.badMessage) }
      if let socket { server.send(server.addressed(packet), by: socket) }
    case .document(_, _, isSave: true) where !server.allowsSaving: say("error \(PageMessage.noSaving)")
    case .document(let kind, let packet, _): request(packet, of: kind)
    case .question(let kind, let packet, let question):
      if let refusal = PageMessage.refusal(of: question, allowsSaving: server.allowsSaving) {
        return say("error \(refusal)")
      }
      request(packet, of: kind)
    case .scene(let word, let text):
      if !server.allowsSaving, PageMessage.writes(word, text) { return say("error \(PageMessage.noSaving)") }
      request(PageMessage.scenePacket(word, text, instance: server.sceneNumber), of: "scene")
    case .names(let symbols):
      names = symbols
      server.namesHaveChanged()
    case .plugin(let port): server.choose(plugin: port)
    case .kind(let kind): server.choose(kind: kind)
    case .action(let action):
      if !server.allowsSaving, PageMessage.writes(action) { return say("error \(PageMessage.noSaving)") }
      let packet = OSCMessage.packet("/tactus/stage/do", [.string(Array(action.utf8))])
      if let socket { server.send(packet, by: socket) }
    case .instrument(let place): server.choose(instrument: place)
    case .stage:
      showsStage = true
      server.greetStage(self)
    }
  }

  /// Passes a request on, if the plugin is of that kind.
  private func request(_ packet: [UInt8], of kind: String) {
    guard kind == server.kind else { return server.count(.badMessage) }
    if let socket { server.send(server.addressed(packet), by: socket, or: control) }
  }

  private func handle(
    _ word: PageMessage.Word, _ id: Int32, _ packet: [UInt8], at time: Int64, arrival: Int64
  ) {
    let lateness = arrival - time
    switch word {
    case .began:
      guard lateness <= Self.lateBegin else { return _ = down.remove(id) }
      down.insert(id)
    case .moved:
      guard down.contains(id) else { return server.count(.notDown) }
      if lateness > Self.lateMove {
        // Of all that waited somewhere, the last place alone is sent.
        if late.isEmpty, let loop = context?.eventLoop {
          let this = NIOLoopBound(self, eventLoop: loop)
          loop.execute { this.value.sendLate() }
        }
        late[id] = packet
        return
      }
    case .ended:
      late[id] = nil
      guard down.remove(id) != nil else { return server.count(.notDown) }
    }
    send([packet], at: time)
  }

  private func sendLate() {
    let packets = late.filter { down.contains($0.key) }.sorted { $0.key < $1.key }.map { $0.value }
    late = [:]
    if !packets.isEmpty, let socket {
      server.send(OSCPacket.packet(of: packets.map { server.addressed($0) }), by: socket)
    }
  }

  /// Sends at a time here, and the server's delay later.
  private func send(_ packets: [[UInt8]], at time: Int64) {
    guard let socket, let loop = context?.eventLoop else { return }
    let packet = OSCPacket.packet(of: packets.map { server.addressed($0) })
    let wait = server.delay == 0 ? 0 : time + server.delay - server.now
    if wait <= 0 { return server.send(packet, by: socket) }
    lastDelayed += 1
    let number = lastDelayed
    delayed.append((number, time, packet))
    let this = NIOLoopBound(self, eventLoop: loop)
    loop.scheduleTask(in: .nanoseconds(wait)) { this.value.sendDelayed(number) }
  }

  /// Sends a delayed packet.
  private func sendDelayed(_ number: Int) {
    guard let socket, let index = delayed.firstIndex(where: { $0.number == number }) else { return }
    server.send(delayed.remove(at: index).packet, by: socket)
  }

  // MARK: To the browser

  /// Passes an answer of the plugin on.
  private func hear(answer bytes: [UInt8]) {
    guard let messages = try? bytes.withUnsafeBytes({ try OSCMessage.messages(in: $0) }) else { return }
    for message in messages { if let text = server.words(of: message) { say(text) } }
  }

  /// Sends a text. Answers are never left out.
  func say(_ text: String) {
    guard let context else { return }
    send(.text, context.channel.allocator.buffer(string: text))
  }

  /// Sends a live frame, unless older ones still wait for the browser.
  func show(_ frame: ByteBuffer) {
    guard let context, context.channel.isWritable else { return }
    send(.binary, frame)
  }

  private func send(_ opcode: WebSocketOpcode, _ data: ByteBuffer) {
    guard let context else { return }
    let size = data.readableBytes
    unread += size
    let this = NIOLoopBound(self, eventLoop: context.eventLoop)
    context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: opcode, data: data)))
      .whenComplete { _ in this.value.unread -= size }
    if unread > Self.unreadLimit { leave() } else { server.boundUnread() }
  }
}
