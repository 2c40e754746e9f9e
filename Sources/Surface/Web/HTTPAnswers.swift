// Answers requests for the page: GET alone, from memory, but for the pictures of scenes, which another thread
// reads; and passes on those for files. The server's event loop.
import CPosix
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import SharedFiles
import WebPage

/// One connection before it becomes a WebSocket.
final class HTTPAnswers: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private static let pieceSize = 65_536

  private let server: SurfaceServer
  private let bound: RequestBound
  private var head: HTTPRequestHead?
  private var isAnswering = false
  private var mayGoOn = true
  /// Whether the answer was sent before the end of the request.
  private var isLingering = false
  /// The request for files that is now handled, or why it is refused.
  private var exchange: FileExchange?
  private var fileFault: Pairing.Fault?
  /// The bytes of the answer in memory, which count until they are sent or the connection ends.
  private var unsent = 0 { didSet { server.files?.hasSent(oldValue) } }

  init(_ server: SurfaceServer, _ bound: RequestBound) { (self.server, self.bound) = (server, bound) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      self.head = head
      if SharedPath.isOne(head.uri), let service = server.files, context.channel.isActive {
        begin(head, service, context)
      }
    case .body(let buffer): exchange?.receive(buffer)
    case .end:
      // NIO buffers requests that arrive meanwhile, and delivers all of them when the connection closes.
      let head = self.head
      self.head = nil
      if isLingering { return context.close(promise: nil) }
      guard let head, !isAnswering, context.channel.isActive else { return }
      isAnswering = true
      mayGoOn = bound.requestIsComplete()
      if let exchange { return exchange.end() }
      let answer =
        fileFault.map { server.answer($0, from: context.channel) }
        ?? server.answer(head, from: context.channel)
      fileFault = nil
      if answer.isForJoined { bound.joins() }
      let isLast = !mayGoOn || !head.isKeepAlive || answer.status.code >= 400
      guard let path = answer.picture else { return send(answer, to: head, isLast: isLast, context) }
      // The fingers of other browsers do not wait for the disk.
      let here = NIOLoopBound((self, context), eventLoop: context.eventLoop)
      NIOThreadPool.singleton.runIfActive(eventLoop: context.eventLoop) { HTTPAnswer.ofPicture(path) }
        .recover { _ in HTTPAnswer(status: .noContent) }
        .whenSuccess { here.value.0.send($0, to: head, isLast: isLast, here.value.1) }
    }
  }

  /// Begins a request for files.
  private func begin(_ head: HTTPRequestHead, _ service: FileService, _ context: ChannelHandlerContext) {
    let user: String
    do throws(Pairing.Fault) { user = try server.admit(head, to: service) } catch {
      fileFault = error
      // Without a long body, the answer follows the whole request, after which the connection may close.
      let length = head.headers["content-length"].first.flatMap { Int($0) } ?? 0
      if length > 4096 || !head.headers["expect"].isEmpty {
        isAnswering = true
        bound.lingers()
        send(server.answer(error, from: context.channel), to: head, isLast: true, context)
      }
      return
    }
    bound.joins()
    let headers = head.headers.map { ($0.name, $0.value) }
    let reply = { (answer: FileAnswer) -> Void in self.send(answer, to: head, context) }
    do throws(FileFault) {
      let request = try FileRequest(
        head.method.rawValue, head.uri, user: user, headers: headers, hosts: server.pairing.hosts,
        at: server.now)
      exchange = FileExchange(service, request, bound, context.eventLoop) {
        guard context.channel.isActive,
          head.headers["expect"].contains(where: { $0.lowercased() == "100-continue" })
        else { return }
        let head = HTTPResponseHead(version: .http1_1, status: .continue)
        context.writeAndFlush(self.wrapOutboundOut(.head(head)), promise: nil)
      } reply: {
        reply($0)
      }
    } catch {
      reply(service.add(FileAnswer(error)))
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    exchange = nil
    unsent = 0
    context.fireChannelInactive()
  }

  private func send(_ answer: FileAnswer, to head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    guard context.channel.isActive else {
      server.files?.hasSent(answer.body.count)
      return
    }
    unsent = answer.body.count
    // Refused before its end.
    let isEarly = self.head != nil
    if isEarly {
      isAnswering = true
      bound.lingers()
    }
    exchange = nil
    var whole = HTTPAnswer(
      status: HTTPResponseStatus(statusCode: answer.status), headers: answer.headers, body: answer.body)
    whole.file = answer.file
    send(whole, to: head, isLast: isEarly || !mayGoOn || !head.isKeepAlive, context)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // A socket that is refused is answered as any request is.
    if !(error is NIOWebSocketUpgradeError) { context.close(promise: nil) }
  }

  private func send(
    _ answer: HTTPAnswer, to head: HTTPRequestHead, isLast: Bool, _ context: ChannelHandlerContext
  ) {
    var headers = HTTPHeaders(answer.headers + server.commonHeaders(for: head))
    let count = answer.file?.range.count ?? answer.body.count
    headers.add(name: "content-length", value: String(count))
    if isLast { headers.add(name: "connection", value: "close") }
    let response = HTTPResponseHead(version: .http1_1, status: answer.status, headers: headers)
    context.write(wrapOutboundOut(.head(response)), promise: nil)
    var answer = answer
    if head.method == .HEAD { (answer.body, answer.file) = ([], nil) }
    send(answer, from: 0, isLast: isLast, context)
  }

  /// Sends the rest of a body in chunks, each after the previous one was written. The next request is read
  /// after the end of the response, so at most one chunk per connection is unread.
  private func send(_ answer: HTTPAnswer, from place: Int, isLast: Bool, _ context: ChannelHandlerContext) {
    guard let (file, range) = answer.file else {
      return send(answer.body.dropFirst(place).prefix(Self.pieceSize), of: answer, place, isLast, context)
    }
    let here = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    let (start, count) = (range.lowerBound + Int64(place), min(Self.pieceSize, range.count - place))
    let piece = server.files?.pool.runIfActive(eventLoop: context.eventLoop) { file.read(count, at: start) }
    // The files thread may be busy for longer than a client may be slow.
    bound.isPaused = true
    piece?.whenSuccess { piece in
      let (handler, context) = here.value
      handler.bound.isPaused = false
      // A file that is now shorter than it was announced.
      guard let piece = count == 0 ? [] : piece else { return context.close(promise: nil) }
      handler.send(piece[...], of: answer, place, isLast, context)
    }
  }

  private func send(
    _ piece: ArraySlice<UInt8>, of answer: HTTPAnswer, _ place: Int, _ isLast: Bool,
    _ context: ChannelHandlerContext
  ) {
    let here = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    let buffer = context.channel.allocator.buffer(bytes: piece)
    let place = place + piece.count
    let isEnd = place == answer.file?.range.count ?? answer.body.count
    context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(buffer)))).whenComplete { result in
      let (handler, context) = here.value
      guard case .success = result else { return context.close(promise: nil) }
      handler.bound.pieceIsTaken(isLast: isEnd)
      if !isEnd { return handler.send(answer, from: place, isLast: isLast, context) }
      handler.isAnswering = false
      handler.unsent = 0
      context.writeAndFlush(handler.wrapOutboundOut(.end(nil))).whenComplete { _ in
        let (handler, context) = here.value
        guard isLast else { return }
        // Closed before the client has sent its request, the connection would lose the answer.
        if handler.head != nil { handler.isLingering = true } else { context.close(promise: nil) }
      }
    }
  }
}

/// The answer to a request.
struct HTTPAnswer: Sendable {
  var status: HTTPResponseStatus
  var headers: [(String, String)] = []
  var body: [UInt8] = []
  /// The path of a picture, which is still to be read and is then the answer.
  var picture: String?
  /// The file whose bytes are the body.
  var file: (file: SharedFile, range: Range<Int64>)?
  /// Whether the request showed the token or the cookie.
  var isForJoined = false

  /// A picture of a scene. Any thread.
  static func ofPicture(_ path: String) -> HTTPAnswer {
    // Most scenes have none, which is no fault of the page.
    guard let file = ScenePictures.file(path) else { return HTTPAnswer(status: .noContent) }
    return HTTPAnswer(
      status: .ok, headers: [("content-type", file.type), ("cache-control", "no-store")], body: file.bytes)
  }

  /// A page of one sentence.
  static func sentence(_ status: HTTPResponseStatus, _ text: String) -> HTTPAnswer {
    let page = """
      <!doctype html><html lang="en"><meta charset="utf-8">
      <meta name="viewport" content="width=device-width,initial-scale=1"><title>Tactus</title>
      <link rel="stylesheet" href="/surface.css"><p class="sentence">\(text)</p></html>
      """
    return HTTPAnswer(
      status: status, headers: [("content-type", "text/html; charset=utf-8")], body: Array(page.utf8))
  }
}

extension SurfaceServer {
  /// The headers that all answers have: what the page may load, and who may show it.
  func commonHeaders(for head: HTTPRequestHead) -> [(String, String)] {
    let host = pairing.hosts.first { $0 == head.headers["host"].first?.lowercased() } ?? pairing.hosts[0]
    let socket = "\(pairing.isSecure ? "wss" : "ws")://\(host)"
    let policy =
      "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' \(socket); "
      + "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    return [
      // A file may be anything, also a page with scripts.
      ("content-security-policy", SharedPath.isOne(head.uri) ? "default-src 'none'; sandbox" : policy),
      ("x-content-type-options", "nosniff"), ("referrer-policy", "no-referrer"),
      ("cross-origin-opener-policy", "same-origin"), ("cross-origin-resource-policy", "same-origin"),
    ]
  }

  /// Answers one request.
  /// - Parameter channel: The connection of the request.
  func answer(_ head: HTTPRequestHead, from channel: any Channel) -> HTTPAnswer {
    do throws(Pairing.Fault) {
      try pairing.checkHost(head)
      guard head.method == .GET || head.method == .HEAD else { throw .badMethod }
      let parts = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
      let (path, query) = (String(parts[0]), parts.count > 1 ? "?" + parts[1] : "")
      if path.hasPrefix("/join/") {
        // The view of the stage has an address to scan, too.
        let isStage = path.hasSuffix("/stage")
        try pairing.checkToken(path.dropFirst(6).dropLast(isStage ? 6 : 0), at: now)
        // A query is passed on only if no header can be written with it.
        let isPlain = query.utf8.allSatisfy { $0 > 32 && $0 < 127 }
        return HTTPAnswer(
          status: .seeOther,
          headers: [
            ("set-cookie", pairing.setCookie),
            ("location", (isStage ? "/stage" : "/") + (isPlain ? query : "")),
            ("cache-control", "no-store"),
          ], isForJoined: true)
      }
      if path == "/surface.css", let file = pageFiles[path] { return answer(file, head) }
      if path == "/qr", isOwn(channel) { return codePage() }
      if path == "/socket" {
        defer { refusal = nil }
        throw refusal ?? .unknownPath
      }
      try pairing.checkCookie(head)
      var answer = try answerForJoined(head, path, query)
      answer.isForJoined = true
      return answer
    } catch { return answer(error, from: channel) }
  }

  /// Answers a request that is refused.
  func answer(_ fault: Pairing.Fault, from channel: any Channel) -> HTTPAnswer {
    // A client without a password asks whether it needs one.
    if fault == .noPassword { count(fault) } else { count(fault, of: channel.remoteAddress?.ipAddress ?? "") }
    var answer = HTTPAnswer.sentence(fault.status, Self.words(of: fault))
    if fault == .noPassword || fault == .wrongPassword {
      answer.headers.append(("www-authenticate", "Basic realm=\"Tactus\", charset=\"UTF-8\""))
    }
    return answer
  }

  /// Returns the name of the password with which a request for files is admitted.
  func admit(_ head: HTTPRequestHead, to service: FileService) throws(Pairing.Fault) -> String {
    try pairing.checkHost(head)
    // A browser adds the password that it knows to requests of every page.
    let sites = head.headers["sec-fetch-site"]
    guard head.headers["origin"].isEmpty, sites.isEmpty || sites == ["none"] else { throw .badOrigin }
    return try service.user(of: head)
  }

  /// Answers a browser that has shown the cookie.
  private func answerForJoined(
    _ head: HTTPRequestHead, _ path: String, _ query: String
  ) throws(Pairing.Fault) -> HTTPAnswer {
    switch path {
    case "/qr": return codePage()
    case "/manifest.json": return manifest()
    case "/picture":
      guard let path = String(query.dropFirst()).removingPercentEncoding, hasPicture(path) else {
        throw .unknownPath
      }
      return HTTPAnswer(status: .ok, picture: path)
    case "/counts.json":
      return HTTPAnswer(
        status: .ok, headers: [("content-type", "application/json"), ("cache-control", "no-store")],
        body: Array(countsText.utf8))
    default:
      guard let file = pageFiles[path] else { throw .unknownPath }
      return answer(file, head)
    }
  }

  private func answer(_ file: PageFiles.File, _ head: HTTPRequestHead) -> HTTPAnswer {
    let headers = [("content-type", file.type), ("cache-control", "no-cache"), ("etag", file.tag)]
    if head.headers["if-none-match"].contains(file.tag) {
      return HTTPAnswer(status: .notModified, headers: headers)
    }
    return HTTPAnswer(status: .ok, headers: headers, body: file.bytes)
  }

  /// Whether a connection comes from a program of the user who runs the server.
  private func isOwn(_ channel: any Channel) -> Bool {
    guard let remote = channel.remoteAddress, let local = channel.localAddress,
      remote.ipAddress == "127.0.0.1" || remote.ipAddress == pairing.address,
      case .v4(let far) = remote, case .v4(let near) = local
    else { return false }
    return tactus_is_own_user(
      tactus_users_of(
        UInt32(bigEndian: far.address.sin_addr.s_addr), UInt16(clamping: remote.port ?? 0), true,
        UInt32(bigEndian: near.address.sin_addr.s_addr), UInt16(clamping: local.port ?? 0)))
  }

  /// The manifest for a page on the home screen: programs there have their own cookies.
  private func manifest() -> HTTPAnswer {
    let text = """
      {"name": "Tactus", "short_name": "Tactus", "display": "fullscreen", "background_color": "#0d1014",
       "theme_color": "#0d1014", "start_url": "/join/\(pairing.token)",
       "icons": [{"src": "/icon.svg", "sizes": "any", "type": "image/svg+xml"}]}
      """
    return HTTPAnswer(
      status: .ok, headers: [("content-type", "application/manifest+json"), ("cache-control", "no-store")],
      body: Array(text.utf8))
  }

  /// The code that a tablet scans, for this machine's screen.
  private func codePage() -> HTTPAnswer {
    let picture = QRCode(joinAddress)?.svg ?? ""
    let page = """
      <!doctype html><html lang="en"><meta charset="utf-8"><title>Tactus: scan this</title>
      <link rel="stylesheet" href="/surface.css"><main class="code">\(picture)
      <p>Scan it with the tablet’s camera, or open</p><p class="address">\(joinAddress)</p></main></html>
      """
    return HTTPAnswer(
      status: .ok, headers: [("content-type", "text/html; charset=utf-8"), ("cache-control", "no-store")],
      body: Array(page.utf8))
  }

  /// The sentence for people.
  private static func words(of fault: Pairing.Fault) -> String {
    switch fault {
    case .badToken:
      "This address is of another evening: scan the code again that <b>tactus surface</b> shows."
    case .noPassword, .wrongPassword: "Give a password that <b>tactus password add</b> has made."
    case .noCookie: "Scan the code that <b>tactus surface</b> shows, or open the address below it."
    case .badHost: "This server has another name: open the address that <b>tactus surface</b> shows."
    case .tooManyJoins: "Too many wrong addresses: wait a minute."
    case .unknownPath: "There is nothing here."
    default: "This is refused: \(fault.rawValue)."
    }
  }
}
