// A second encoder of OSC 1.0 and of its framing, so that the tests of the reader do not depend on our
// writer.

package enum OSCEncoder {
  package enum Argument {
    case i(Int32)
    case f(Float)
    case h(Int64)
    case d(Double)
    case s(String)
    case b([UInt8])
    case tag(Character)  // T, F, N, I or something unknown: no bytes

    var tag: Character {
      switch self {
      case .i: "i"
      case .f: "f"
      case .h: "h"
      case .d: "d"
      case .s: "s"
      case .b: "b"
      case .tag(let tag): tag
      }
    }

    var bytes: [UInt8] {
      switch self {
      case .i(let value): big(UInt32(bitPattern: value))
      case .f(let value): big(value.bitPattern)
      case .h(let value): big(UInt64(bitPattern: value))
      case .d(let value): big(value.bitPattern)
      case .s(let text): string(text)
      case .b(let bytes): big(UInt32(bytes.count)) + bytes + zeros(3 - (bytes.count + 3) % 4)
      case .tag: []
      }
    }
  }

  package static func message(_ address: String, _ arguments: [Argument] = []) -> [UInt8] {
    string(address) + string("," + String(arguments.map { $0.tag })) + arguments.flatMap { $0.bytes }
  }

  package static func bundle(_ elements: [[UInt8]]) -> [UInt8] {
    string("#bundle") + big(UInt64(1)) + elements.flatMap { big(UInt32($0.count)) + $0 }
  }

  package static func touch(
    _ word: String, _ id: Int32, _ numbers: Float..., on address: String = "/tactus/touch"
  )
    -> [UInt8]
  {
    message(address, [.s(word), .i(id)] + numbers.map { .f($0) })
  }

  package static func alive(_ ids: Int32..., on address: String = "/tactus/alive") -> [UInt8] {
    message(address, ids.map { .i($0) })
  }

  package static func string(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    return bytes + zeros(4 - bytes.count % 4)
  }

  package static func big(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }

  package static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  /// A packet of a stream behind its size.
  package static func sized(_ packet: [UInt8]) -> [UInt8] { big(UInt32(packet.count)) + packet }

  /// A packet of a stream between END bytes.
  package static func slip(_ packet: [UInt8]) -> [UInt8] {
    [0xc0] + packet.flatMap { $0 == 0xc0 ? [0xdb, 0xdc] : $0 == 0xdb ? [0xdb, 0xdd] : [$0] } + [0xc0]
  }
}
