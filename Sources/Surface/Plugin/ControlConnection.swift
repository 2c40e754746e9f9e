// A connection to the plugin's control socket, for requests and their answers. The server's event loop.
import CPosix
import NIOCore
import NIOPosix
import OSC

/// Connects when there is a request. Where the plugin has no control socket, requests go by UDP.
final class ControlConnection: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let loop: any EventLoop
  private let receive: ([UInt8]) -> Void
  private var framing = StreamFraming(.sizes)
  private var channel: (any Channel)?
  /// The plugin's port to which it is connected.
  private var port: UInt16 = 0

  /// - Parameter receive: Receives the packets of the plugin.
  init(_ loop: any EventLoop, receive: @escaping ([UInt8]) -> Void) {
    (self.loop, self.receive) = (loop, receive)
  }

  /// Sends a request.
  /// - Returns: false if there is no connection, and none can be made.
  func send(_ packet: [UInt8], to port: UInt16) -> Bool {
    guard channel != nil && self.port == port || connect(to: port), let channel else { return false }
    // A plugin that takes nothing more is asked by UDP, where what finds no room is lost.
    if !channel.isWritable { return false }
    channel.writeAndFlush(channel.allocator.buffer(bytes: framing.framed(packet)), promise: nil)
    return true
  }

  private func connect(to port: UInt16) -> Bool {
    close()
    let descriptor = tactus_connect_control(port)
    if descriptor < 0 { return false }
    framing = StreamFraming(.sizes)
    let this = NIOLoopBound(self, eventLoop: loop)
    // A local connection is there at once, so nothing is waited for.
    let made = ClientBootstrap(group: loop)
      .channelOption(.writeBufferWaterMark, value: .init(low: 1 << 16, high: 1 << 20))
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(this.value)
          this.value.channel = channel
        }
      }.withConnectedSocket(descriptor)
    made.whenFailure { _ in this.value.channel = nil }
    self.port = port
    return channel != nil
  }

  func close() {
    channel?.close(promise: nil)
    channel = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var packets: [[UInt8]] = []
    let isWhole = unwrapInboundIn(data).withUnsafeReadableBytes {
      framing.append($0, refuse: { _ in }) { packets.append(Array($0)) }
    }
    if !isWhole { close() }
    for each in packets { receive(each) }
  }

  func channelInactive(context: ChannelHandlerContext) {
    if channel === context.channel { channel = nil }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { close() }
}
