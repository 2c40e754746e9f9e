// The server of `tactus surface`: what browsers and the plugin share. One event loop.
import Console
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import OSC
import SharedFiles
import WebPage

/// The settings of a server.
package struct SurfaceSettings {
  /// The address of this machine at which it is reached.
  package var address = "127.0.0.1"
  package var port = 8808
  /// Names and addresses under which browsers know it; the first is in the code that is scanned.
  package var names: [String] = ["127.0.0.1"]
  package var certificate: Certificate?
  package var bundle = ""
  /// The secret part of the address that browsers open; nil: a new one.
  package var token: String?
  package var allowsSaving = true
  /// Between a touch and its packet, beyond the way of the fastest message, in nanoseconds.
  package var delay: Int64 = 0
  /// The plugin's port, or nil if it is looked for.
  package var plugin: UInt16?
  /// nil: no files are served.
  package var files: Files?

  /// The files that are served.
  package struct Files {
    /// The folder that contains those that are served.
    let data: String
    /// The folder of the passwords.
    let configuration: String
    /// The most bytes of a file.
    let limit: Int64

    package init(data: String, configuration: String, limit: Int64) {
      (self.data, self.configuration, self.limit) = (data, configuration, limit)
    }
  }

  package init() {}
}

/// All of it is used on its one event loop, but for `start` and `stop`.
package final class SurfaceServer: @unchecked Sendable {  // one event loop
  static let browserLimit = 16
  static let textLimit = 65_536
  /// The unread bytes of all browsers together beyond which the one with the most is disconnected.
  static let unreadLimit = 24 << 20

  var pairing: Pairing
  let pageFiles: PageFiles
  /// nil: no files of the user are served.
  let files: FileService?
  let delay: Int64
  let allowsSaving: Bool
  private let settings: SurfaceSettings
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let loop: any EventLoop
  private var listener: (any Channel)?
  private var link: PluginLink?
  private var browsers: [Browser] = []
  private var connections = Connections()
  private var counts: [Pairing.Fault: Int] = [:]
  private var refusals = Refusals()
  private var lastNumber = 0

  /// - Throws: a file of the page that is missing.
  package init(_ settings: SurfaceSettings) throws {
    self.settings = settings
    pageFiles = try PageFiles(bundle: settings.bundle)
    files = try settings.files.map { try FileService($0) }
    pairing = Pairing(
      token: settings.token ?? Pairing.newToken(), address: settings.address, port: settings.port,
      names: settings.names, isSecure: settings.certificate != nil)
    (delay, allowsSaving) = (settings.delay, settings.allowsSaving)
    loop = group.next()
  }

  // MARK: Start and end

  /// Opens the port.
  /// - Throws: a port that is taken.
  package func start() throws {
    do {
      listener = try ServerBootstrap(group: loop)
        .serverChannelOption(.backlog, value: 512)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        .childChannelOption(.writeBufferWaterMark, value: .init(low: 16_384, high: 65_536))
        // Otherwise the kernel buffers megabytes for a browser that does not read.
        .childChannelOption(.socketOption(.so_sndbuf), value: 262_144)
        .childChannelInitializer { channel in channel.eventLoop.makeCompletedFuture { try self.open(channel) }
        }
        .bind(host: settings.address, port: settings.port).wait()
    } catch let error as IOError where error.errnoCode == EADDRINUSE {
      throw CommandError(
        "port \(settings.port) of \(settings.address) is taken, perhaps by another `tactus surface`: "
          + "--port chooses another one")
    }
    let socket = try loop.flatSubmit {
      self.openSocket { [weak self] in self?.link?.hear($0, from: $1) }
    }.wait()
    try loop.submit {
      let link = PluginLink(self, self.loop, socket: socket, wanted: self.settings.plugin)
      self.link = link
      self.loop.scheduleRepeatedTask(initialDelay: .zero, delay: .milliseconds(100)) { _ in
        self.link?.turn(at: self.now)
      }
    }.wait()
  }

  /// Ends all touches, and closes the port.
  package func stop() throws {
    try loop.submit {
      for browser in self.browsers { browser.leave() }
      self.link?.leave()
    }.wait()
    try? listener?.close().wait()
    try? files?.pool.syncShutdownGracefully()
    try group.syncShutdownGracefully()
  }

  /// The address that a tablet opens.
  package var joinAddress: String {
    "\(settings.certificate == nil ? "http" : "https")://\(pairing.hosts[0])/join/\(pairing.token)"
  }

  /// The address of the user's files.
  package var filesAddress: String {
    "\(settings.certificate == nil ? "http" : "https")://\(pairing.hosts[0])\(SharedPath.prefix)/"
  }

  /// The rows of the code for that address, a letter 1 for each dark square, else 0.
  package var codeRows: [String] {
    guard let code = QRCode(joinAddress) else { return [] }
    return (0..<code.width).map { y in
      (0..<code.width).map { code.isDark($0, y) ? "1" : "0" }.joined()
    }
  }

  /// The present plugins, as a sentence.
  package func status() throws -> String {
    try loop.submit {
      guard let link = self.link, let port = link.port else {
        return "no plugin is found; load Tactus Touch in a host, with “OSC listen” on “this machine”"
      }
      let others = link.found.map { String($0.port) }.filter { $0 != String(port) }
      let more =
        others.isEmpty ? "" : "; others are at \(others.joined(separator: ", ")): --plugin chooses one"
      return "it plays the plugin at port \(port)\(more)"
    }.wait()
  }

  private func open(_ channel: any Channel) throws {
    let pipeline = channel.pipeline.syncOperations
    if let certificate = settings.certificate {
      guard let security = TransportSecurity(certificate) else { throw ChannelError.ioOnClosedChannel }
      try pipeline.addHandler(security)
    }
    let bound = RequestBound(self, address: channel.remoteAddress?.ipAddress ?? "")
    try pipeline.addHandler(bound)
    let (wait, surplus) = connections.add(bound, at: now)
    bound.hold(for: wait)
    surplus?.end(.tooManyConnections)
    let answers = HTTPAnswers(self, bound)
    let (kept, keptBound) = (
      NIOLoopBound(answers, eventLoop: channel.eventLoop), NIOLoopBound(bound, eventLoop: channel.eventLoop)
    )
    let upgrader = NIOWebSocketServerUpgrader(
      maxFrameSize: Self.textLimit, automaticErrorHandling: true,
      shouldUpgrade: { channel, head in
        channel.eventLoop.makeSucceededFuture(self.admits(head) ? [:] : nil)
      },
      upgradePipelineHandler: { channel, _ in
        channel.eventLoop.makeCompletedFuture {
          keptBound.value.becomesWebSocket()
          let pipeline = channel.pipeline.syncOperations
          try pipeline.addHandler(
            NIOWebSocketFrameAggregator(
              minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 64,
              maxAccumulatedFrameSize: Self.textLimit))
          self.lastNumber += 1
          let browser = Browser(self, number: self.lastNumber)
          self.browsers.append(browser)
          try pipeline.addHandler(browser)
        }
      })
    try pipeline.configureHTTPServerPipeline(
      withServerUpgrade: (
        upgraders: [upgrader],
        completionHandler: { context in
          context.pipeline.syncOperations.removeHandler(kept.value, promise: nil)
        }
      ))
    try pipeline.addHandler(answers)
  }

  /// Whether a request may become a WebSocket. One that may not is answered as a page is.
  private func admits(_ head: HTTPRequestHead) -> Bool {
    do throws(Pairing.Fault) {
      try pairing.checkHost(head)
      guard head.uri == "/socket" else { throw .unknownPath }
      try pairing.checkOrigin(head)
      try pairing.checkCookie(head)
      if browsers.count >= Self.browserLimit { throw .tooManyBrowsers }
      return true
    } catch {
      refusal = error
      return false
    }
  }

  /// Why the request that is now read is no WebSocket.
  var refusal: Pairing.Fault?

  // MARK: What all share

  /// The monotonic clock in nanoseconds.
  var now: Int64 { Int64(NIODeadline.now().uptimeNanoseconds) }

  func count(_ fault: Pairing.Fault) { counts[fault, default: 0] += 1 }

  /// Counts a refusal, and remembers the refused address.
  func count(_ fault: Pairing.Fault, of address: String) {
    count(fault)
    refusals.add(fault, of: address)
  }

  /// Returns the refusals since the last call, as sentences for the console.
  package func newRefusals() throws -> [String] { try loop.submit { self.refusals.take() }.wait() }

  /// The refused requests and the open connections, as JSON.
  var countsText: String {
    var rows = Pairing.Fault.allCases.map { "\"\($0.rawValue)\": \(counts[$0] ?? 0)" }
    rows += files?.countRows ?? []
    rows.append("\"browsers\": \(browsers.count)")
    rows.append("\"connections\": \(connections.count)")
    rows.append("\"touches\": \(browsers.reduce(0) { $0 + $1.down.count })")
    rows.append("\"plugin\": \(link?.port ?? 0)")
    return "{" + rows.joined(separator: ", ") + "}\n"
  }

  func forget(_ connection: RequestBound) { connections.remove(connection, at: now) }

  /// Moves a connection that has shown the cookie to those of joined browsers.
  func join(_ connection: RequestBound) { connections.join(connection, at: now)?.end(.tooManyConnections) }

  /// Disconnects the browser with the most unread bytes, if all together exceed the limit.
  func boundUnread() {
    guard browsers.reduce(0, { $0 + $1.unread }) > Self.unreadLimit else { return }
    browsers.max { $0.unread < $1.unread }?.leave()
  }

  func remove(_ browser: Browser) {
    browsers.removeAll { $0 === browser }
    namesHaveChanged()
  }

  /// The controllers of single touches that any browser shows; an instance has eight at a time.
  var names: [String] {
    var all: [String] = []
    for name in browsers.flatMap(\.names) where !all.contains(name) && all.count < 8 { all.append(name) }
    return all
  }

  func namesHaveChanged() { link?.namesHaveChanged() }

  // MARK: The plugin

  /// `patch`, `grid` or `scene`.
  var kind: String { link?.kind ?? "patch" }
  /// The instance of a scene that is shown; 0: it is not known.
  var sceneNumber: Int32 { link?.sceneNumber ?? 0 }

  /// Whether a page may ask for a picture, by its path without the ending.
  func hasPicture(_ path: String) -> Bool { link?.pictures.has(path) ?? false }

  /// Opens a socket on this machine; what comes is passed on with the port of its sender.
  func openSocket(_ hear: @escaping ([UInt8], UInt16) -> Void) -> EventLoopFuture<any Channel> {
    let handler = NIOLoopBound(DatagramReceiver(hear), eventLoop: loop)
    return DatagramBootstrap(group: loop)
      .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 65_536))
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(handler.value)
        }
      }
      .bind(host: "127.0.0.1", port: 0)
  }

  /// The port of the current plugin.
  var pluginPort: UInt16? { link?.port }

  /// Sends a packet to the plugin, over its control socket if there is one. Without a plugin, the packet is
  /// dropped.
  func send(_ packet: [UInt8], by socket: any Channel, or control: ControlConnection? = nil) {
    if let port = link?.port { send(packet, to: port, by: socket, or: control) }
  }

  func send(_ packet: [UInt8], to port: UInt16, by socket: any Channel, or control: ControlConnection?) {
    if control?.send(packet, to: port) != true { send(packet, to: port, by: socket) }
  }

  func send(_ packet: [UInt8], to port: UInt16, by socket: any Channel) {
    guard let address = try? SocketAddress(ipAddress: "127.0.0.1", port: Int(port)) else { return }
    let data = socket.allocator.buffer(bytes: packet)
    socket.writeAndFlush(AddressedEnvelope(remoteAddress: address, data: data), promise: nil)
  }

  /// Another plugin is chosen by its port.
  func choose(plugin port: UInt16) { link?.choose(port) }

  /// Another one of the plugins at the port is chosen.
  func choose(kind: String) { link?.choose(kind: kind) }

  /// Another instrument of the rig is chosen, for all browsers.
  func choose(instrument place: UInt8) { link?.choose(instrument: place) }

  /// A message to the instrument that is chosen, instead of to all of the rig.
  func addressed(_ packet: [UInt8]) -> [UInt8] {
    guard let place = link?.place, place > 0,
      var message = try? packet.withUnsafeBytes({ try OSCMessage.messages(in: $0) }).first,
      message.address.starts(with: "/tactus/".utf8)
    else { return packet }
    message.address =
      Array("/tactus/surface/\(place)/".utf8) + message.address.dropFirst("/tactus/".utf8.count)
    return message.packet
  }

  /// The touches of all browsers end.
  func releaseTouches() { for browser in browsers { browser.releaseTouches() } }

  /// Sends what the link knows of the stage to a page that shows it.
  func greetStage(_ browser: Browser) { for text in link?.stage.texts ?? [] { browser.say(text) } }

  /// Sends a text about the stage to the pages that show it.
  func sayOnStage(_ text: String) { for browser in browsers where browser.showsStage { browser.say(text) } }

  /// All browsers are told which plugin there is now.
  func pluginHasChanged() { for browser in browsers { greet(browser) } }

  /// Sends the present plugin and the others: port and instances; and the rig.
  func greet(_ browser: Browser) {
    guard let link else { return browser.say("plugin none") }
    if let port = link.port, !link.kind.isEmpty {
      let all = link.found.map { "\($0.port):\($0.instances)" }.joined(separator: " ")
      browser.say("kinds \(link.kinds.joined(separator: " "))")
      browser.say("plugin \(link.kind) \(port) \(all)")
    } else {
      browser.say("plugin none")
    }
    browser.say(link.stage.rigText(link.instrument))
  }

  /// Sends a message to all browsers.
  func say(_ text: String) { for browser in browsers { browser.say(text) } }

  /// Shows a live frame to all browsers.
  func show(_ frame: [UInt8]) {
    var buffer = ByteBuffer()
    buffer.writeBytes([1, 0, 0, 0])
    buffer.writeBytes(frame)
    for browser in browsers { browser.show(buffer) }
  }

  /// The text for a page about a message; nil: none.
  func words(of message: OSCMessage) -> String? {
    let address = String(decoding: message.address, as: UTF8.self)
    guard case .string(let bytes)? = message.arguments.first else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    switch address {
    case "/tactus/answer/patch", "/tactus/answer/grid": return "document \(text)"
    case "/tactus/answer/patch/library", "/tactus/answer/grid/library": return "library \(text)"
    case "/tactus/answer/patch/changed", "/tactus/answer/grid/changed", "/tactus/answer/patch/name":
      guard message.arguments.count > 1, case .int32(let revision) = message.arguments[1] else { return nil }
      return "changed \(revision) \(text)"
    default: return address.hasSuffix("/error") ? "error \(text)" : nil
    }
  }
}

/// Receives datagrams of this machine.
private final class DatagramReceiver: ChannelInboundHandler {
  typealias InboundIn = AddressedEnvelope<ByteBuffer>

  private let hear: ([UInt8], UInt16) -> Void

  init(_ hear: @escaping ([UInt8], UInt16) -> Void) { self.hear = hear }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let envelope = unwrapInboundIn(data)
    guard envelope.remoteAddress.ipAddress == "127.0.0.1", let port = envelope.remoteAddress.port else {
      return
    }
    hear([UInt8](envelope.data.readableBytesView), UInt16(clamping: port))
  }

  // A port at which nothing listens any more; the link notices by itself.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {}
}
