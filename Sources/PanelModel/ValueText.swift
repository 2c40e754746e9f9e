// Numbers with their units, as people read them. Any thread.
import Controls
import Lanes
import Music
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
    case .semitones: return "\(number(value)) st"
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

  /// The name of a key, 60 is C4.
  public static func note(_ key: Int) -> [UInt8] {
    ("\(NoteName.letter(of: (key % 12 + 12) % 12))\(NoteName.octave(of: key))" as UTF8Text).bytes
  }
}

extension Controller {
  /// Its name where there is little room.
  public var shortName: [UInt8] { spec.shortName.bytes }

  /// 0…1 of a value in its unit.
  public func part(of value: Float) -> Float {
    let spec = spec
    let part = (value - spec.minimum) / (spec.fullScale - spec.minimum)
    return part.isFinite ? min(max(part, 0), 1) : 0
  }
}

extension Parameter {
  /// Its name for people.
  public var title: [UInt8] { spec.name.withUTF8Buffer { Array($0) } }

  /// A value with its unit, or the name of a choice.
  public func text(of value: Float) -> [UInt8] {
    if let choices = spec.choices?.names {
      let index = Int(min(max(value.rounded(), 0), Float(choices.count - 1)))
      return ValueText.plain(choices[index])
    }
    return ValueText.words(value, spec.unit).bytes
  }

  /// Where a value lies in the whole range as its travel has it, 0…1.
  public func part(of value: Float) -> Float {
    let spec = spec
    let part: Float =
      spec.travel == .logarithmic
      ? Scalar.log2(max(value, spec.minimum) / spec.minimum) / Scalar.log2(spec.maximum / spec.minimum)
      : (value - spec.minimum) / (spec.maximum - spec.minimum)
    return part.isFinite ? min(max(part, 0), 1) : 0
  }

  /// The value at a place of the whole range, 0…1.
  public func value(at part: Float) -> Float {
    let spec = spec
    let part = min(max(part, 0), 1)
    switch spec.travel {
    case .logarithmic:
      let value = spec.minimum * Scalar.exp2(part * Scalar.log2(spec.maximum / spec.minimum))
      return min(max(value, spec.minimum), spec.maximum)
    case .linear: return spec.minimum + part * (spec.maximum - spec.minimum)
    case .choice: return (spec.minimum + part * (spec.maximum - spec.minimum)).rounded()
    }
  }
}
