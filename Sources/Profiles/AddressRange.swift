// A block of IPv4 addresses in CIDR notation (RFC 4632, section 3.1). Any thread but the audio thread.
import Text

/// All addresses that begin as `address` does.
public struct AddressRange: Sendable, Equatable {
  /// Host byte order; what the mask leaves out is 0.
  public let address: UInt32
  public let mask: UInt32

  /// - Parameter text: as `192.168.1.0/24`, or one address. Nil for anything else: names are not looked up.
  ///   Bits of the address beyond the prefix do not matter.
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

  /// `192.168.1.40` from host byte order.
  public static func text(_ address: UInt32) -> [UInt8] {
    let bytes = [24, 16, 8, 0].map { Int(address >> $0 & 255) }
    return ("\(bytes[0]).\(bytes[1]).\(bytes[2]).\(bytes[3])" as UTF8Text).bytes
  }
}
