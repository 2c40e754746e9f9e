// The connection to the plugin's control socket, for requests and their answers. The server's event loop.
import CPosix
import NIOCore
import NIOPosix
import OSC

/// Sends requests, and connects when the first one is sent. If the plugin has no control socket, the caller
/// uses UDP.
final class ControlConnection: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let loop: any EventLoop
  private let receive: ([UInt8]) -> Void
  private var framing = StreamFraming(.sizes, limit: OSCPacket.streamLimit)
  private var channel: (any Channel)?
  /// The plugin's port that the connection belongs to.
  private var port: UInt16 = 0

  /// - Parameter receive: Receives packets from the plugin.
  init(_ loop: any EventLoop, receive: @escaping ([UInt8]) -> Void) {
    (self.loop, self.receive) = (loop, receive)
  }

  /// Sends a request.
  /// - Returns: Whether a connection took it.
  func send(_ packet: [UInt8], to port: UInt16) -> Bool {
    guard channel != nil && self.port == port || connect(to: port), let channel else { return false }
    // The plugin does not read. The caller falls back to UDP, which drops what does not fit.
    if !channel.isWritable { return false }
    channel.writeAndFlush(channel.allocator.buffer(bytes: framing.framed(packet)), promise: nil)
    return true
  }

  private func connect(to port: UInt16) -> Bool {
    close()
    let descriptor = tactus_connect_control(port)
    if descriptor < 0 { return false }
    framing = StreamFraming(.sizes, limit: OSCPacket.streamLimit)
    let this = NIOLoopBound(self, eventLoop: loop)
    // A local connection is established at once, so there is no waiting.
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
