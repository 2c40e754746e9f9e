// Numbers with their units, as people read them. Any thread.
import Controls
import Text

/// Texts of values.
public enum ValueText {
  /// A number with as many digits as are read at a glance: 1.76, 17.6, 176.
  public static func number(_ value: Float) -> UTF8Text {
    if !value.isFinite { return "–" }
    let size = value.magnitude
    return fixed(value, decimals: size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2)
  }

  /// A number with so many digits behind the point, 0…3, and a true minus sign.
  public static func fixed(_ value: Float, decimals: Int) -> UTF8Text {
    let factor: Float = decimals == 0 ? 1 : decimals == 1 ? 10 : decimals == 2 ? 100 : 1000
    let whole = Int((min(value.magnitude, 1e9) * factor).rounded())
    var words: UTF8Text = value < 0 && whole > 0 ? "−" : ""
    let unit = Int(factor)
    words += "\(whole / unit)"
    if decimals == 0 { return words }
    words += "."
    var rest = [UInt8]((whole % unit).description.utf8)
    while rest.count < decimals { rest.insert(48, at: 0) }
    words.bytes += rest
    return words
  }

  /// A value with its unit.
  public static func words(_ value: Float, _ unit: Unit) -> UTF8Text {
    if !value.isFinite { return "–" }
    switch unit {
    case .none: return number(value)
    case .turns: return "\(fixed(value * 360, decimals: 0))°"
    case .hertz where value.magnitude >= 999.5: return "\(number(value / 1000)) kHz"
    case .seconds where value.magnitude < 0.9995: return "\(number(value * 1000)) ms"
    case .semitones: return "\(fixed(value, decimals: 2)) st"
    case .percent: return "\(fixed(value, decimals: 0)) %"
    default: return "\(number(value)) \(unit.symbol)"
    }
  }

  /// A symbol as words: without its underlines.
  public static func plain(_ symbol: StaticString) -> [UInt8] {
    symbol.withUTF8Buffer { $0.map { $0 == UInt8(ascii: "_") ? 32 : $0 } }
  }

  /// A symbol as a title: with a capital.
  public static func title(_ symbol: StaticString) -> [UInt8] {
    var words = plain(symbol)
    if let first = words.first, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first { words[0] = first & 0xDF }
    return words
  }
}
