// What the broker says: OSC messages, made here because a bundle is made of them. Input thread.

enum OSCAnswer {
  /// The largest payload of one UDP packet over IPv4.
  static let limit = 65507

  enum Argument {
    case text([UInt8])
    case whole(Int32)
    case long(Int64)
    case float(Float)

    fileprivate var tag: UInt8 {
      switch self {
      case .text: UInt8(ascii: "s")
      case .whole: UInt8(ascii: "i")
      case .long: UInt8(ascii: "h")
      case .float: UInt8(ascii: "f")
      }
    }
  }

  static func message(_ address: StaticString, _ arguments: [Argument]) -> [UInt8] {
    message(address.withUTF8Buffer { Array($0) }, arguments)
  }

  static func message(_ address: [UInt8], _ arguments: [Argument]) -> [UInt8] {
    var packet = padded(address)
    packet += padded([UInt8(ascii: ",")] + arguments.map { $0.tag })
    for argument in arguments {
      switch argument {
      case .text(let text): packet += padded(text)
      case .whole(let number): packet += big(number)
      case .long(let number):
        packet += big(Int32(truncatingIfNeeded: number >> 32)) + big(Int32(truncatingIfNeeded: number))
      case .float(let number): packet += big(Int32(bitPattern: number.bitPattern))
      }
    }
    return packet
  }

  static func message(_ address: StaticString, _ texts: [[UInt8]], _ number: Int32? = nil) -> [UInt8] {
    message(address, texts.map { .text($0) } + (number.map { [.whole($0)] } ?? []))
  }

  /// One packet of all `messages`.
  static func packet(_ messages: [[UInt8]]) -> [UInt8] {
    if messages.count == 1 { return messages[0] }
    var packet = padded([35, 98, 117, 110, 100, 108, 101]) + [0, 0, 0, 0, 0, 0, 0, 1]  // #bundle, immediately
    for message in messages { packet += big(Int32(message.count)) + message }
    return packet
  }

  private static func padded(_ text: [UInt8]) -> [UInt8] {
    text + [UInt8](repeating: 0, count: 4 - text.count % 4)
  }

  private static func big(_ number: Int32) -> [UInt8] {
    let bits = UInt32(bitPattern: number)
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: bits >> $0) }
  }
}
