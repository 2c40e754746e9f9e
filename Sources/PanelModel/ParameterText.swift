// The names of controllers and parameters, and their values as controls set them. Any thread.
import Controls
import Music
import Text
import Toolkit

extension ValueText {
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

  /// A value as a control sets it.
  /// - Parameters:
  ///   - usual: the value that a reset sets; nil: the default.
  public func control(_ value: Float, usual: Float? = nil, name: [UInt8] = []) -> ControlValue {
    let spec = spec
    let choices = spec.choices
    var control = ControlValue(
      name, value, spec.minimum...spec.maximum, usual: usual ?? spec.default, spec.unit,
      choices == nil ? spec.travel == .logarithmic ? .logarithmic : .linear : .list)
    if let choices {
      control.words = { index in
        let names = choices.names
        return ValueText.plain(names[min(max(index, 0), names.count - 1)])
      }
    }
    control.parameter = self
    return control
  }

  /// A value with its unit, or the name of a choice.
  public func text(of value: Float) -> [UInt8] { control(value).text }

  /// Where a value lies in the whole range as its travel has it, 0…1.
  public func part(of value: Float) -> Float { control(value).part }

  /// The value at a place of the whole range, 0…1.
  public func value(at part: Float) -> Float { control(0).value(at: part) }
}
