// The three looks that there are always. Any thread.
import Text

extension Look {
  /// Near black and calm; the look without a choice.
  public static var dark: Look {
    Look(
      name: "dark",
      [
        0x0D1014, 0x151A20, 0x1C252C, 0x1C2329, 0x686F76, 0x8C969E, 0xECEFF1, 0x9AA5AE, 0xF2B450, 0x5AD1BE,
        0xFF8A75, 0xE8F4FF,
      ],
      accents: [0xF2B450, 0xF0876A, 0xE6D37A, 0xF49CA2, 0x8FC7F2, 0xA5D68B, 0xC5A6F0, 0x63D2D6])
  }

  /// For bright rooms.
  public static var light: Look {
    Look(
      name: "light",
      [
        0xF6F7F8, 0xFFFFFF, 0xE4ECEF, 0xDFE4E7, 0x80868B, 0x5F6B73, 0x14191D, 0x4F5B63, 0x8A5200, 0x00665A,
        0xB3261E, 0x0B57A4,
      ],
      accents: [0x8A5200, 0xA63A1B, 0x6B5B00, 0xA12A4D, 0x0B5E95, 0x35691C, 0x6A3FA8, 0x00646B])
  }

  /// Black and white with the strongest colors.
  public static var highContrast: Look {
    Look(
      name: "high contrast",
      [
        0x000000, 0x000000, 0x333333, 0x5A5A5A, 0xFFFFFF, 0xFFFFFF, 0xFFFFFF, 0xE6E6E6, 0xFFD23F, 0x4DFFE4,
        0xFF9C8F, 0xFFFFFF,
      ],
      accents: [0xFFD23F, 0xFF9C73, 0xFFF59D, 0xFFB3C6, 0x9AD7FF, 0xB9F6A5, 0xDCC6FF, 0x80F6FF])
  }

  /// The looks that there are always.
  public static var all: [Look] { [dark, light, highContrast] }
}
