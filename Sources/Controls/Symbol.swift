// Symbols are built from a fixed text and, in families, a number: `trim_` and 7 is `trim_07`, `token_` and 1
// and `_x` is `token_1_x`. Any thread.

/// A `lower_snake` name that is saved in sessions and never changes.
public struct Symbol: Sendable {
  public let text: StaticString
  /// The number of a family's member, from 1; 0 for a symbol without a number.
  public let number: Int
  /// The least width of the number; shorter numbers are padded with zeros.
  public let digits: Int
  /// The text after the number.
  public let tail: StaticString

  @_noLocks public init(_ text: StaticString, number: Int = 0, digits: Int = 1, tail: StaticString = "") {
    self.text = text
    self.number = number
    self.digits = digits
    self.tail = tail
  }

  /// The whole symbol. Allocates: not for the audio thread.
  public var string: String {
    let stem = text.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
    if number == 0 { return stem }
    let digitsOfNumber = String(number)
    let zeros = String(repeating: "0", count: max(0, digits - digitsOfNumber.utf8.count))
    return stem + zeros + digitsOfNumber + tail.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
  }
}
