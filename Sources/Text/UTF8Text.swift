// Text as bytes of UTF-8 with interpolation, without the strings of Swift. Not for the audio thread.
import Controls

/// UTF-8 that interpolation builds. A number has the shortest form that reads back as the same number.
public struct UTF8Text: ExpressibleByStringInterpolation, Sendable {
  /// The text as UTF-8.
  public var bytes: [UInt8] = []

  /// An empty text.
  public init() {}
  /// A text of these bytes.
  public init(bytes: [UInt8]) { self.bytes = bytes }
  /// A text that is written in the source.
  public init(stringLiteral text: StaticString) { self.init(text) }
  /// A text that is written in the source.
  public init(_ text: StaticString) { text.withUTF8Buffer { bytes = [UInt8]($0) } }
  /// A text with interpolated values.
  public init(stringInterpolation: StringInterpolation) { bytes = stringInterpolation.words.bytes }

  /// A key of a document as words: a space for each `_`, at most 40 bytes.
  public static func words(_ key: [UInt8]) -> UTF8Text {
    UTF8Text(bytes: repaired(Array(key.prefix(40))).map { $0 == UInt8(ascii: "_") ? 32 : $0 })
  }

  /// Appends a text.
  public static func += (words: inout UTF8Text, more: UTF8Text) { words.bytes += more.bytes }

  /// Collects the parts of an interpolated text.
  public struct StringInterpolation: StringInterpolationProtocol {
    /// The text so far.
    public var words = UTF8Text()

    /// An empty text; the sizes are not used.
    public init(literalCapacity: Int, interpolationCount: Int) {}
    /// Appends a literal part.
    public mutating func appendLiteral(_ text: StaticString) { appendInterpolation(text) }
    /// Appends a text that is written in the source.
    public mutating func appendInterpolation(_ text: StaticString) {
      text.withUTF8Buffer { words.bytes.append(contentsOf: $0) }
    }
    /// Appends bytes of UTF-8.
    public mutating func appendInterpolation(_ text: [UInt8]) { words.bytes += text }
    /// Appends a text.
    public mutating func appendInterpolation(_ text: UTF8Text) { words += text }
    /// Appends a symbol of the registry.
    public mutating func appendInterpolation(_ symbol: Symbol) { words.bytes += symbol.bytes }
    /// Appends a whole number in decimal digits.
    public mutating func appendInterpolation(_ number: Int) { words.bytes += number.description.utf8 }

    /// A whole number has no fraction, and 0 has no sign.
    public mutating func appendInterpolation(_ number: Float) {
      if number.magnitude < 1e7, number == number.rounded() {
        appendInterpolation(Int(number))
      } else {
        words.bytes += number.description.utf8
      }
    }
  }
}

extension Symbol {
  /// The whole symbol in ASCII. Allocates.
  public var bytes: [UInt8] {
    var words = UTF8Text(text)
    if number == 0 { return words.bytes }
    let ending = [UInt8](number.description.utf8)
    for _ in 0..<max(0, digits - ending.count) { words += "0" }
    return words.bytes + ending + UTF8Text(tail).bytes
  }
}

extension Symbol {
  /// Whether a text is this symbol. Allocates nothing, because a search compares hundreds of symbols.
  public func isText(_ given: [UInt8]) -> Bool {
    var at = 0
    var isEqual = true
    func match(_ letter: UInt8) {
      if at >= given.count || given[at] != letter { isEqual = false }
      at += 1
    }
    text.withUTF8Buffer { for letter in $0 { match(letter) } }
    if number > 0 {
      if number > 99 || digits > 2 { match(UInt8(48 + number / 100)) }
      if number > 9 || digits > 1 { match(UInt8(48 + number / 10 % 10)) }
      match(UInt8(48 + number % 10))
      tail.withUTF8Buffer { for letter in $0 { match(letter) } }
    }
    return isEqual && at == given.count
  }
}

/// Whether a text equals a literal.
public func == (text: [UInt8], literal: StaticString) -> Bool {
  literal.withUTF8Buffer { buffer in
    guard buffer.count == text.count else { return false }
    for index in text.indices where text[index] != buffer[index] { return false }
    return true
  }
}
