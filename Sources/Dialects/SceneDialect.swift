// Messages of no language, as patches of scenes read them. Input thread.
import Controls
import OSC
import Text

package enum SceneDialect {
  /// A message as `#osc-in`: the parts of its address, the first as selector, then its numbers and texts.
  /// Nil: it has another argument, or is too long.
  static func message(_ message: borrowing OSCMessageView) -> PdMessage? {
    var words = PdMessage("#osc-in")
    for part in message.address.split(separator: UInt8(ascii: "/")) { words.add([UInt8](part)) }
    for index in 0..<message.count {
      if let text = message.text(at: index) {
        words.add([UInt8](text))
      } else if let number = message.number(at: index), number.isFinite {
        words.add(Float(number))
      } else if message.tag(at: index) == UInt8(ascii: "T") || message.tag(at: index) == UInt8(ascii: "F") {
        words.add(message.tag(at: index) == UInt8(ascii: "T") ? 1 : 0)
      } else {
        return nil
      }
    }
    return words.bytes.count <= PdMessage.limit ? words : nil
  }

  /// The OSC message of what a scene has been told: `#touch down 1 0.5 0.5` is `/pdparty/touch`.
  package static func forwarded(_ message: [UInt8]) -> (kind: UInt32, packet: [UInt8])? {
    var (words, index): ([OSCArgument], Int) = ([], 0)
    while index < message.count {
      if message[index] == PdAtom.float, index + 5 <= message.count {
        let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(message[index + 1 + $1]) << UInt32(8 * $1) }
        words.append(.float(Float(bitPattern: bits)))
        index += 5
      } else if message[index] == PdAtom.symbol {
        let end = message[(index + 1)...].firstIndex(of: 0) ?? message.count
        words.append(.string(Array(message[(index + 1)..<end])))
        index = end + 1
      } else {
        break
      }
    }
    guard case .string(let receiver)? = words.first else { return nil }
    let kind = receiver.withUnsafeBytes { SceneMessage.bit(of: $0) }
    if kind == 0 { return nil }
    var rest = Array(words.dropFirst())
    if kind == SceneMessage.shake.bit { rest = [] }
    return (kind, OSCMessage.packet(("/pdparty/\(Array(receiver.dropFirst()))" as UTF8Text).bytes, rest))
  }

  /// A key, or a shake, of PdParty, which macros learn by an address. Nil: the address is another one.
  package static func known(_ address: [UInt8], _ value: Float) -> PdMessage? {
    func rest(_ head: StaticString) -> [UInt8]? {
      let head = UTF8Text(head).bytes
      return address.starts(with: head) ? [UInt8](address[head.count...]) : nil
    }
    if let code = rest("/pdparty/key/") {
      guard code.count < 8, code.allSatisfy({ 48...57 ~= $0 }) else { return nil }
      var message = PdMessage(value > 0 ? "#key" : "#keyup")
      message.add(code.reduce(Float(0)) { $0 * 10 + Float($1 - 48) })
      return message
    }
    if let name = rest("/pdparty/keyname/") {
      var message = PdMessage("#keyname")
      message.add(value > 0 ? 1 : 0)
      message.add(name)
      return message
    }
    guard rest("/pdparty/shake") != nil else { return nil }
    var message = PdMessage("#shake")
    message.add(("bang" as UTF8Text).bytes)
    return message
  }
}
