// What the broker says: OSC messages of texts and one number, made here because a bundle is made of them. Input thread.

enum OSCAnswer {
  /// The largest payload of one UDP packet over IPv4.
  static let limit = 65507

  static func message(_ address: StaticString, _ texts: [[UInt8]], _ number: Int32? = nil) -> [UInt8] {
    var packet = padded(address.withUTF8Buffer { Array($0) })
    let tags = [UInt8(ascii: ",")] + [UInt8](repeating: UInt8(ascii: "s"), count: texts.count)
    packet += padded(tags + (number == nil ? [] : [UInt8(ascii: "i")]))
    for text in texts { packet += padded(text) }
    if let number { packet += big(number) }
    return packet
  }

  static func message(_ address: StaticString, _ numbers: [Int32]) -> [UInt8] {
    let tags = [UInt8(ascii: ",")] + [UInt8](repeating: UInt8(ascii: "i"), count: numbers.count)
    return padded(address.withUTF8Buffer { Array($0) }) + padded(tags) + numbers.flatMap { big($0) }
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
