// The words of documents for what `Controls` and `Music` number: each list is the enum's own.
import Controls
import RealTime
import Music

/// Finds the case whose symbol a text is.
func word<Case: CaseIterable>(
  _ value: JSONValue, _ symbol: (Case) -> [UInt8], _ what: StaticString
) throws(DocumentError) -> Case {
  let text = try value.text(limit: 128)
  for each in Case.allCases where symbol(each) == text { return each }
  throw DocumentError(value.path + bytes(": there is no ") + bytes(what) + bytes(" `") + text + bytes("`"))
}

extension JSONValue {
  func parameter() throws(DocumentError) -> Parameter {
    try word(self, { $0.spec.symbol.bytes }, "parameter")
  }
  func controller() throws(DocumentError) -> Controller {
    try word(self, { $0.spec.symbol.bytes }, "controller")
  }
  func object() throws(DocumentError) -> SoundObject {
    try word(self, { Documents.bytes($0.symbol) }, "object")
  }
  func scale() throws(DocumentError) -> Scale { try word(self, { Documents.bytes($0.symbol) }, "scale") }

  /// A number within a range; beyond it is clamped, with a warning.
  func number(_ low: Double, _ high: Double, _ warnings: inout [DocumentError]) throws(DocumentError) -> Float
  {
    let number = try number()
    if number >= low && number <= high { return Float(number) }
    let limit = number < low ? low : high
    warnings.append(
      DocumentError(path + Documents.bytes(": out of range, taken as ") + shortest(Float(limit))))
    return Float(limit)
  }
}

extension Symbol {
  /// The whole symbol as text.
  var bytes: [UInt8] { [UInt8](string.utf8) }
}
