// TLS between a socket and HTTP, by OpenSSL on two memories. The server's event loop.
import CSSL
import NIOCore

/// Encrypts one connection.
final class TransportSecurity: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private static let recordSize: Int32 = 16_384

  private let session: OpaquePointer
  private let incoming: OpaquePointer
  private let outgoing: OpaquePointer

  /// - Returns: nil if there is no memory for it.
  init?(_ certificate: Certificate) {
    guard let session = SSL_new(certificate.context) else { return nil }
    guard let incoming = BIO_new(BIO_s_mem()), let outgoing = BIO_new(BIO_s_mem()) else {
      SSL_free(session)
      return nil
    }
    (self.session, self.incoming, self.outgoing) = (session, incoming, outgoing)
    SSL_set_bio(session, incoming, outgoing)
    SSL_set_accept_state(session)
  }

  deinit { SSL_free(session) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var bytes = unwrapInboundIn(data)
    _ = bytes.readWithUnsafeReadableBytes {
      Int(BIO_write(incoming, $0.baseAddress, Int32(clamping: $0.count)))
    }
    while true {
      var plain = context.channel.allocator.buffer(capacity: Int(Self.recordSize))
      var result: Int32 = 0
      plain.writeWithUnsafeMutableBytes(minimumWritableBytes: Int(Self.recordSize)) {
        result = SSL_read(session, $0.baseAddress, Self.recordSize)
        return max(0, Int(result))
      }
      if result > 0 {
        context.fireChannelRead(wrapInboundOut(plain))
        continue
      }
      let error = SSL_get_error(session, result)
      drain(context, nil)
      context.flush()
      if error != SSL_ERROR_WANT_READ && error != SSL_ERROR_WANT_WRITE {
        // The list of errors belongs to the thread; what stays in it would be the next session's error.
        ERR_clear_error()
        context.close(promise: nil)
      }
      return
    }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let plain = unwrapOutboundIn(data)
    guard plain.readableBytes > 0 else {
      promise?.succeed(())
      return
    }
    let result = plain.withUnsafeReadableBytes {
      SSL_write(session, $0.baseAddress, Int32(clamping: $0.count))
    }
    guard result > 0 else {
      ERR_clear_error()
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    drain(context, promise)
  }

  /// Writes what OpenSSL has encrypted.
  private func drain(_ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
    let size = Int(BIO_ctrl_pending(outgoing))
    guard size > 0 else {
      promise?.succeed(())
      return
    }
    var buffer = context.channel.allocator.buffer(capacity: size)
    buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: size) {
      Int(BIO_read(outgoing, $0.baseAddress, Int32(clamping: size)))
    }
    context.write(wrapOutboundOut(buffer), promise: promise)
  }
}
