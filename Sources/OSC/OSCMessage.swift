// An OSC message as a value, to be written or kept. Not for the audio thread.

/// An address with arguments. To read packets without copies, see `OSCMessageView`.
public struct OSCMessage: Equatable, Sendable {
  /// Bytes without NUL.
  public var address: [UInt8]
  public var arguments: [OSCArgument]

  public init(address: [UInt8], arguments: [OSCArgument] = []) {
    (self.address, self.arguments) = (address, arguments)
  }

  public init(_ address: StaticString, _ arguments: [OSCArgument] = []) {
    self.init(address: address.withUTF8Buffer { Array($0) }, arguments: arguments)
  }

  /// Copies a message out of its packet.
  public init(_ message: borrowing OSCMessageView) {
    address = Array(message.address)
    arguments = []
    arguments.reserveCapacity(message.count)
    for index in 0..<message.count {
      if let argument = message.argument(at: index) { arguments.append(argument) }
    }
  }

  /// The message as a packet of its own.
  public var packet: [UInt8] {
    var packet: [UInt8] = []
    packet.reserveCapacity(address.count + arguments.count * 5 + 16)
    packet.appendString(address)
    packet.append(UInt8(ascii: ","))
    for argument in arguments { packet.append(argument.tag) }
    repeat { packet.append(0) } while packet.count % 4 != 0
    for argument in arguments { argument.write(to: &packet) }
    return packet
  }

  /// All messages of a packet, those of bundles included, in order.
  ///
  /// - Parameter limit: Larger packets are refused.
  /// - Throws: The first fault of the packet.
  public static func messages(
    in packet: UnsafeRawBufferPointer, limit: Int = OSCPacket.byteLimit
  ) throws(OSCError) -> [OSCMessage] {
    var (messages, fault): ([OSCMessage], OSCError?) = ([], nil)
    OSCPacket.read(
      packet, limit: limit, refuse: { fault = fault ?? $0 }, body: { messages.append(OSCMessage($0)) })
    if let fault { throw fault }
    return messages
  }
}

extension OSCMessage {
  /// The packet of a message that is not kept.
  public static func packet(_ address: StaticString, _ arguments: [OSCArgument] = []) -> [UInt8] {
    OSCMessage(address, arguments).packet
  }

  /// The packet of a message that is not kept.
  public static func packet(_ address: [UInt8], _ arguments: [OSCArgument] = []) -> [UInt8] {
    OSCMessage(address: address, arguments: arguments).packet
  }
}
