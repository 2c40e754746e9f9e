// A block of IPv4 addresses in CIDR notation (RFC 4632, section 3.1). Not for the audio thread.
import Text

/// All addresses with the same leading bits as `address`. `mask` says which bits these are.
public struct AddressRange: Sendable, Equatable {
  /// In host byte order. The bits outside the mask are 0.
  public let address: UInt32
  public let mask: UInt32

  /// Nil if the text is no block and no address. Names are not looked up.
  /// - Parameter text: A block, `192.168.1.0/24`, or one address. Bits beyond the prefix are ignored.
  public init?(_ text: [UInt8]) {
    let slash = text.firstIndex(of: UInt8(ascii: "/")) ?? text.endIndex
    var bits = 32
    if slash < text.endIndex {
      guard let number = Int(decimal: Array(text[(slash + 1)...])), 0...32 ~= number else { return nil }
      bits = number
    }
    guard let network = Self.number(text[..<slash]) else { return nil }
    mask = bits == 0 ? 0 : ~0 << UInt32(32 - bits)
    address = network & mask
  }

  /// Four numbers 0…255 with dots between them, decimal and without leading zeros (RFC 6943, section 3.1.1).
  private static func number(_ text: ArraySlice<UInt8>) -> UInt32? {
    let numbers = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard numbers.count == 4 else { return nil }
    var address: UInt32 = 0
    for digits in numbers {
      guard digits.count <= 3, digits.count == 1 || digits.first != UInt8(ascii: "0"),
        let number = Int(decimal: Array(digits)), number <= 255
      else { return nil }
      address = address << 8 | UInt32(number)
    }
    return address
  }

  public func contains(_ other: UInt32) -> Bool { other & mask == address }

  /// The text `192.168.1.40` of an address in host byte order.
  public static func text(_ address: UInt32) -> [UInt8] {
    let bytes = [24, 16, 8, 0].map { Int(address >> $0 & 255) }
    return ("\(bytes[0]).\(bytes[1]).\(bytes[2]).\(bytes[3])" as UTF8Text).bytes
  }
}
