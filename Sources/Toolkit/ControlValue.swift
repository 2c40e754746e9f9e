// A value that a control sets: its range, its texts, and how a typed text is read. Any thread.
import Controls
import Lanes
import Text

/// The value of a control. Drags, wheel, keys, typing, reset and lists of every control follow from it.
public struct ControlValue: Sendable {
  /// How a control moves through its range.
  public enum Travel: Sendable {
    case linear
    /// In equal ratios: both ends are above 0.
    case logarithmic
    /// By the root, so that small values have more room: the range begins at 0.
    case root
    /// In whole numbers.
    case whole
    /// In whole numbers that are chosen from a list.
    case list
  }

  public var name: [UInt8]
  /// The present value, its least and its greatest, and that after a reset.
  public var value: Float
  public var low: Float
  public var high: Float
  public var usual: Float
  public var unit: Unit
  public var travel: Travel
  /// The text of a whole number; nil: its digits and the unit.
  public var words: (@Sendable (Int) -> [UInt8])?
  /// The port that it is; nil: none.
  public var port: Int?
  /// The parameter of the sound that it is; nil: none.
  public var parameter: Parameter?
  /// Whether a drag sets the value only on release, because values on the way would change more than the
  /// value itself.
  public var isSetAtRelease = false

  public init(
    _ name: [UInt8], _ value: Float, _ range: ClosedRange<Float>, usual: Float, _ unit: Unit = .none,
    _ travel: Travel = .linear, port: Int? = nil, words: (@Sendable (Int) -> [UInt8])? = nil
  ) {
    (self.name, self.value, low, high, self.usual) = (name, value, range.lowerBound, range.upperBound, usual)
    (self.unit, self.travel, self.port, self.words) = (unit, travel, port, words)
  }

  /// A whole number.
  public init(
    _ name: [UInt8], _ value: Int, _ range: ClosedRange<Int>, usual: Int, _ travel: Travel = .whole,
    port: Int? = nil, words: (@Sendable (Int) -> [UInt8])? = nil
  ) {
    self.init(
      name, Float(value), Float(range.lowerBound)...Float(range.upperBound), usual: Float(usual), .none,
      travel,
      port: port, words: words)
  }

  public var isWhole: Bool { travel == .whole || travel == .list }
  /// The number of steps from the least value to the greatest; 0: continuous.
  public var steps: Int { isWhole ? max(1, Int(clamping: Int64(high - low))) : 0 }

  /// Where a value lies in the range, 0…1.
  public func part(of value: Float) -> Float {
    let part =
      switch travel {
      case .logarithmic: Scalar.log2(max(value, low) / low) / Scalar.log2(high / low)
      case .root: max(0, value / high).squareRoot()
      case .linear, .whole, .list: (value - low) / (high - low)
      }
    return part.isFinite ? min(max(part, 0), 1) : 0
  }

  public var part: Float { part(of: value) }

  /// The value at a place of the range, 0…1, not finer than people read it.
  public func value(at part: Float) -> Float {
    let part = min(max(part, 0), 1)
    let value =
      switch travel {
      case .logarithmic: low * Scalar.exp2(part * Scalar.log2(high / low))
      case .root: high * part * part
      case .linear, .whole, .list: low + part * (high - low)
      }
    return rounded(value)
  }

  /// A value within the range and with as many digits as count: hundredths of semitones and decibels, four digits
  /// otherwise.
  public func rounded(_ value: Float) -> Float {
    if value <= low { return low }
    if value >= high { return high }
    if isWhole { return value.rounded() }
    var factor: Float = 1
    switch unit {
    case .semitones, .decibels: factor = 100
    default: while factor < 1e6, value.magnitude * factor < 1000 { factor *= 10 }
    }
    return min(max((value * factor).rounded() / factor, low), high)
  }

  /// The value some steps away: whole numbers, or a hundredth of the range; fine steps are tenths of these.
  public func stepped(_ steps: Float, isFine: Bool = false) -> Float {
    if isWhole { return rounded(value + steps) }
    let size: Float? =
      travel == .linear && (unit == .semitones || unit == .percent || unit == .beatsPerMinute) ? 1 : nil
    let count = isFine ? steps / 10 : steps
    if let size { return rounded(value + count * size) }
    return value(at: part + count / 100)
  }

  /// A value with its unit, or its name.
  public func text(of value: Float) -> [UInt8] {
    guard isWhole, value.isFinite else { return ValueText.words(value, unit).bytes }
    if let words { return words(Int(value.rounded())) }
    let digits: UTF8Text = "\(Int(value.rounded()))"
    return (unit == .none ? digits : "\(digits) \(unit.symbol)" as UTF8Text).bytes
  }

  public var text: [UInt8] { text(of: value) }
}

// Typed values.

extension ControlValue {
  /// The value that a typed text means, within the range: a name of the list, or a number with a unit or without
  /// one; nil: neither.
  public func value(typed: [UInt8]) -> Float? {
    let text = Self.plain(typed)
    if let named = named(text) { return named }
    guard let (number, end) = Self.number(text[...]) else { return nil }
    let rest = text[end...].filter { $0 != 32 }
    guard let value = value(Float(number), rest) else { return nil }
    return rounded(value)
  }

  /// Small letters, without spaces at the ends, with the minus sign of keyboards and a point.
  private static func plain(_ text: [UInt8]) -> [UInt8] {
    var plain: [UInt8] = []
    var index = 0
    while index < text.count {
      if text[index...].starts(with: "−".utf8) {
        plain.append(UInt8(ascii: "-"))
        index += 3
        continue
      }
      let letter = text[index]
      plain.append(
        letter == UInt8(ascii: ",") ? UInt8(ascii: ".") : letter == UInt8(ascii: "_") ? 32 : letter)
      index += 1
    }
    while plain.last == 32 { plain.removeLast() }
    return TextSearch.folded(Array(plain.drop { $0 == 32 }))
  }

  /// The whole number with a name, or with the only name that begins so.
  private func named(_ text: [UInt8]) -> Float? {
    guard let words, isWhole, !text.isEmpty, high - low <= 4096 else { return nil }
    var found: [Int] = []
    for index in Int(low)...Int(high) {
      let name = Self.plain(words(index))
      if name == text { return Float(index) }
      if name.starts(with: text) { found.append(index) }
    }
    return found.count == 1 && travel == .list ? Float(found[0]) : nil
  }

  /// A number at the beginning of a text, and where it ends.
  private static func number(_ text: ArraySlice<UInt8>) -> (Double, Int)? {
    var index = text.startIndex
    let isNegative = text.first == UInt8(ascii: "-")
    if isNegative || text.first == UInt8(ascii: "+") { index += 1 }
    var (number, scale, digits, hasPoint) = (0.0, 1.0, 0, false)
    while index < text.endIndex {
      if text[index] == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else if 48...57 ~= text[index] {
        number = number * 10 + Double(text[index] - 48)
        if hasPoint { scale *= 10 }
        digits += 1
      } else {
        break
      }
      index += 1
    }
    if digits == 0 || digits > 30 { return nil }
    return ((isNegative ? -number : number) / scale, index)
  }

  /// A number with a typed unit as a value; without one it has the unit that the present value is read in.
  private func value(_ number: Float, _ suffix: [UInt8]) -> Float? {
    func isUnit(_ names: StaticString...) -> Bool { names.contains { suffix == $0 } }
    if suffix.isEmpty {
      switch unit {
      case .turns: return number / 360
      case .seconds: return value.magnitude < 0.9995 && number.magnitude >= 1 ? number / 1000 : number
      default: return number
      }
    }
    switch unit {
    case .hertz where isUnit("khz", "k"): return number * 1000
    case .hertz where isUnit("hz"): return number
    case .seconds where isUnit("ms"): return number / 1000
    case .seconds where isUnit("s", "sec"): return number
    case .semitones where isUnit("st", "semi", "semitone", "semitones"): return number
    case .semitones where isUnit("ct", "cent", "cents"): return number / 100
    case .semitones where isUnit("oct", "octave", "octaves"): return number * 12
    case .cents where isUnit("st", "semi", "semitone", "semitones"): return number * 100
    case .turns where isUnit("°", "deg"): return number / 360
    case .percent where isUnit("%"): return number
    case .none where isUnit("%"): return low < 0 ? number / 100 * high : low + (high - low) * number / 100
    case _ where isUnit("%"): return value(at: number / 100)
    default: return TextSearch.folded(UTF8Text(unit.symbol).bytes).elementsEqual(suffix) ? number : nil
    }
  }
}
