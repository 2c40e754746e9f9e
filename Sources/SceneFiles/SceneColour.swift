// Colors of widgets. Not for the audio thread.

/// A color without transparency.
public struct SceneColour: Equatable, Sendable {
  /// Red, green and blue, eight bits each: `0xrrggbb`.
  public var code: UInt32

  /// A color of a code `0xrrggbb`.
  public init(_ code: UInt32) { self.code = code & 0xffffff }

  /// The color that a word of a .pd file means; black if it means none. Pd writes `#rrggbb` since 0.52.
  /// Before, a negative number held six bits of each color, and others were indices of a palette.
  init(_ word: PdWord) {
    if word.bytes.first == UInt8(ascii: "#") {
      var code: UInt32 = 0
      for byte in word.bytes.dropFirst() {
        guard let digit = Self.digit(byte) else { break }
        code = code << 4 | digit
      }
      self.init(code)
    } else {
      let number = Int(min(max(word.number ?? 22, -1e6), 1e6))
      if number < 0 {
        let bits = UInt32(-1 - number)
        self.init((bits & 0x3f000) << 6 | (bits & 0xfc0) << 4 | (bits & 0x3f) << 2)
      } else {
        self.init(Self.palette[number % Self.palette.count])
      }
    }
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }

  /// Pd's colors for the indices 0…29.
  private static let palette: [UInt32] = [
    0xfcfcfc, 0xa0a0a0, 0x404040, 0xfce0e0, 0xfce0c0, 0xfcfcc8, 0xd8fcd8, 0xd8fcfc, 0xdce4fc, 0xf8d8fc,
    0xe0e0e0, 0x7c7c7c, 0x202020, 0xfc2828, 0xfcac44, 0xe8e828, 0x14e814, 0x28f4f4, 0x3c50fc, 0xf430f0,
    0xbcbcbc, 0x606060, 0x000000, 0x8c0808, 0x583000, 0x782814, 0x285014, 0x004450, 0x001488, 0x580050,
  ]
}
