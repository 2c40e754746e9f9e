// Colors, and how well two can be told apart. Any thread.
import Lanes

/// A color of sRGB with its alpha.
public struct Ink: BitwiseCopyable, Equatable, Sendable {
  /// From the highest byte: red, green, blue, alpha.
  public var word: UInt32

  public init(word: UInt32) { self.word = word }

  /// An opaque color from `0xRRGGBB`.
  public init(_ hex: UInt32) { word = hex << 8 | 255 }

  public var red: Float { Float(word >> 24) / 255 }
  public var green: Float { Float(word >> 16 & 255) / 255 }
  public var blue: Float { Float(word >> 8 & 255) / 255 }
  /// 0 (nothing is seen) to 1 (opaque).
  public var alpha: Float { Float(word & 255) / 255 }

  /// The same color with another alpha, 0…1.
  public func faded(_ alpha: Float) -> Ink {
    Ink(word: word & 0xFFFF_FF00 | UInt32(min(max(alpha, 0), 1) * 255 + 0.5))
  }

  /// The color between this one and another: 0 gives this one, 1 the other.
  public func mixed(with other: Ink, _ part: Float) -> Ink {
    func byte(_ shift: UInt32) -> UInt32 {
      let (a, b) = (Float(word >> shift & 255), Float(other.word >> shift & 255))
      return UInt32(a + (b - a) * min(max(part, 0), 1) + 0.5) << shift
    }
    return Ink(word: byte(24) | byte(16) | byte(8) | byte(0))
  }

  /// The color that results over an opaque one.
  public func over(_ below: Ink) -> Ink { below.mixed(with: faded(1), alpha) }

  /// The relative luminance of WCAG 2: 0 is black, 1 is white; alpha does not count.
  public var luminance: Float {
    func linear(_ value: Float) -> Float {
      value <= 0.04045 ? value / 12.92 : Scalar.exp2(2.4 * Scalar.log2((value + 0.055) / 1.055))
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// The contrast ratio of WCAG 2 between two opaque colors, 1…21.
  public func contrast(with other: Ink) -> Float {
    let (a, b) = (luminance, other.luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }
}
