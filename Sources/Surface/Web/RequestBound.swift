// Limits what a connection may send, how much it may leave unread, and how long it may take, until it becomes
// a WebSocket. The server's event loop.
import NIOCore

/// A channel handler in front of HTTP. Limits a request to 8 KiB and 10 s, the write of each response chunk
/// to 10 s, and a stranger's whole connection to 30 s. Of the body of a request for files, 16 KiB must arrive
/// in each 10 s. Reads nothing while output is pending.
final class RequestBound: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer

  static let byteLimit = 8192
  /// The bytes of a body that must arrive in the time of `patience`.
  static let bodyPace = 16_384
  /// The number of requests after which the connection is closed.
  static let requestLimit = 100
  static let patience = TimeAmount.seconds(10)
  static let lifeOfStranger = TimeAmount.seconds(30)

  private let server: SurfaceServer
  /// The remote address.
  let address: String
  private let accepted: Int64
  private var bytes = 0
  private var requests = 0
  private var alarm: Scheduled<Void>?
  private var context: ChannelHandlerContext?
  private var isAnswering = false
  private var isStranger = true
  /// Whether the body of a request for files is read, of which `bytes` have arrived since the alarm was set.
  private var isBody = false
  /// Whether the request is refused already, and the rest of it is dropped.
  private var isLingering = false
  /// Whether the server is busy with the request, and reads no more of it. The client does not have to answer
  /// for that time.
  var isPaused = false {
    didSet {
      if isPaused == oldValue { return }
      if isPaused { pausedAt = server.now } else { excused += server.now - pausedAt }
      goOn()
    }
  }
  private var pausedAt: Int64 = 0
  private var excused: Int64 = 0
  /// Whether the connection waits until its address may be read again.
  private(set) var isHeld = false
  /// Whether a read was requested while the connection was waiting.
  private var wantsToRead = false
  /// Whether it has become a WebSocket, which has bounds of its own.
  private(set) var isWebSocket = false
  /// Whether the connection has become a WebSocket or has ended.
  private var isOver = false

  init(_ server: SurfaceServer, address: String) {
    (self.server, self.address) = (server, address)
    accepted = server.now
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    wait()
  }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  /// Delays reading by some nanoseconds.
  func hold(for time: Int64) {
    guard time > 0, let context else { return }
    isHeld = true
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    context.eventLoop.scheduleTask(in: .nanoseconds(time)) {
      bound.value.isHeld = false
      bound.value.goOn()
    }
  }

  func read(context: ChannelHandlerContext) {
    if mayRead(context) { return context.read() }
    wantsToRead = true
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    goOn()
    context.fireChannelWritabilityChanged()
  }

  private func goOn() {
    guard wantsToRead, let context, mayRead(context) else { return }
    wantsToRead = false
    context.read()
  }

  private func mayRead(_ context: ChannelHandlerContext) -> Bool {
    isOver || !isHeld && !isPaused && context.channel.isWritable
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isOver { return context.fireChannelRead(data) }
    var rest = unwrapInboundIn(data)
    if !isBody, !isLingering,
      let head = rest.readSlice(length: min(rest.readableBytes, Self.byteLimit - bytes))
    {
      bytes += head.readableBytes
      context.fireChannelRead(wrapInboundOut(head))
      if isOver || rest.readableBytes == 0 { return }
      // Only a request for files may be longer.
      guard isBody else { return end(.longRequest) }
    }
    bytes += rest.readableBytes
    context.fireChannelRead(wrapInboundOut(rest))
    if isBody, bytes >= Self.bodyPace, !isLingering {
      bytes = 0
      wait()
    }
  }

  /// Records that the body of the request may be longer, because it is for files.
  func beginsBody() {
    (isBody, bytes) = (true, 0)
    wait()
  }

  /// Records that the rest of the request is dropped; it may take as long as a request.
  func lingers() {
    isLingering = true
    wait()
  }

  func channelInactive(context: ChannelHandlerContext) {
    alarm?.cancel()
    server.forget(self)
    context.fireChannelInactive()
  }

  /// Records that a request is complete and is now being answered.
  /// - Returns: Whether the connection may send another one.
  func requestIsComplete() -> Bool {
    bytes = 0
    isBody = false
    requests += 1
    isAnswering = true
    wait()
    if requests == Self.requestLimit, isStranger { server.count(.tooManyRequests, of: address) }
    return requests < Self.requestLimit
  }

  /// Records that a chunk of the response was written.
  func pieceIsTaken(isLast: Bool) {
    isAnswering = !isLast
    wait()
  }

  /// Records that the browser has shown the cookie.
  func joins() {
    guard isStranger, !isOver else { return }
    isStranger = false
    server.join(self)
  }

  /// The connection is a WebSocket from now on.
  func becomesWebSocket() {
    (isOver, isWebSocket) = (true, true)
    alarm?.cancel()
    server.forget(self)
    goOn()
  }

  /// Closes the connection.
  func end(_ fault: Pairing.Fault) {
    guard !isOver else { return }
    server.count(fault, of: address)
    close()
  }

  private func close() {
    isOver = true
    alarm?.cancel()
    server.forget(self)
    context?.channel.close(promise: nil)
  }

  private func wait() {
    excused = 0
    let left = TimeAmount.nanoseconds(accepted + Self.lifeOfStranger.nanoseconds - server.now)
    wait(isStranger ? min(Self.patience, left) : Self.patience)
  }

  private func wait(_ time: TimeAmount) {
    alarm?.cancel()
    guard let loop = context?.eventLoop, !isOver else { return }
    let bound = NIOLoopBound(self, eventLoop: loop)
    alarm = loop.scheduleTask(in: time) { bound.value.isLate() }
  }

  private func isLate() {
    let now = server.now
    let excuse = excused + (isPaused ? now - max(pausedAt, now - Self.patience.nanoseconds) : 0)
    if excuse > 0 {
      (excused, pausedAt) = (0, now)
      return wait(.nanoseconds(max(excuse, 1_000_000)))
    }
    // A joined client may leave its connection open.
    if !isStranger, !isAnswering, bytes == 0, !isBody { return close() }
    end(isAnswering ? .slowAnswer : .slowRequest)
  }
}
