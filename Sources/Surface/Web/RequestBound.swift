// Bounds what a connection may send, and how long it may take, before it is a WebSocket. The server's event
// loop.
import NIOCore

/// Stands before HTTP. A request has 8 KiB and 10 s; a connection without one is closed after as long.
final class RequestBound: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  static let byteLimit = 8192
  static let patience = TimeAmount.seconds(10)

  private let server: SurfaceServer
  private var bytes = 0
  private var alarm: Scheduled<Void>?
  private weak var channel: (any Channel)?
  /// Whether it has become a WebSocket, which has bounds of its own.
  private(set) var isOver = false

  init(_ server: SurfaceServer) { self.server = server }

  func handlerAdded(context: ChannelHandlerContext) {
    channel = context.channel
    wait()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if !isOver {
      bytes += unwrapInboundIn(data).readableBytes
      if bytes > Self.byteLimit { return end(.longRequest) }
    }
    context.fireChannelRead(data)
  }

  func channelInactive(context: ChannelHandlerContext) {
    alarm?.cancel()
    server.forget(self)
    context.fireChannelInactive()
  }

  /// The request that came is complete.
  func requestIsComplete() {
    bytes = 0
    wait()
  }

  /// The connection is a WebSocket from now on.
  func becomesWebSocket() {
    isOver = true
    alarm?.cancel()
    server.forget(self)
  }

  /// Closes the connection.
  func end(_ fault: Pairing.Fault) {
    server.count(fault)
    isOver = true
    server.forget(self)
    channel?.close(promise: nil)
  }

  private func wait() {
    alarm?.cancel()
    guard let loop = channel?.eventLoop else { return }
    let bound = NIOLoopBound(self, eventLoop: loop)
    alarm = loop.scheduleTask(in: Self.patience) {
      if !bound.value.isOver { bound.value.end(.slowRequest) }
    }
  }
}
