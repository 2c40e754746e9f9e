// Divides the text of an expression into tokens, and reports errors at them. Not for the audio thread.
import Controls
import Matrix
import Text

/// Reads one token ahead.
struct ExpressionText {
  enum Token: Equatable {
    case end
    case number(Float)
    /// Letters, digits and underscores, beginning with a letter.
    case name
    /// One of `+ - * / < > ( ) ,`; `≤` and `≥` are two bytes long.
    case sign(UInt8)
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private(set) var token = Token.end
  /// Where the token begins, and where the text behind it begins.
  private(set) var start = 0
  private var next = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }
  private static func isLetter(_ byte: UInt8) -> Bool { byte | 32 &- 97 < 26 || byte == 95 }

  mutating func advance() throws(DocumentError) {
    while next < bytes.count, bytes[next] == 32 || (9...13).contains(bytes[next]) { next += 1 }
    start = next
    let first = byte(start)
    if start >= bytes.count {
      token = .end
    } else if Self.isDigit(first) || first == UInt8(ascii: ".") {
      token = .number(try number())
    } else if Self.isLetter(first) {
      while Self.isLetter(byte(next)) || Self.isDigit(byte(next)) { next += 1 }
      token = .name
    } else {
      switch first {
      case UInt8(ascii: "<"), UInt8(ascii: ">"): next += byte(start + 1) == UInt8(ascii: "=") ? 2 : 1
      case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "/"), UInt8(ascii: "("),
        UInt8(ascii: ")"), UInt8(ascii: ","):
        next += 1
      default:
        if first < 33 || first > 126 { throw error("a character that expressions do not have", at: start) }
        next += 1
        throw error("“", name: "” has no meaning in expressions", at: start)
      }
      token = .sign(first)
    }
  }

  /// Digits with an optional point and power of ten.
  private mutating func number() throws(DocumentError) -> Float {
    var value = 0.0
    var exponent = 0
    var digits = 0
    var isFraction = false
    while Self.isDigit(byte(next)) || (byte(next) == UInt8(ascii: ".") && !isFraction) {
      if byte(next) == UInt8(ascii: ".") {
        isFraction = true
      } else {
        value = value * 10 + Double(byte(next) - 48)
        digits += 1
        if isFraction { exponent -= 1 }
      }
      next += 1
    }
    if digits == 0 || digits > 40 { throw error("a number has 1 to 40 digits", at: start) }
    if byte(next) | 32 == UInt8(ascii: "e") {
      next += 1
      let isNegative = byte(next) == UInt8(ascii: "-")
      if isNegative || byte(next) == UInt8(ascii: "+") { next += 1 }
      if !Self.isDigit(byte(next)) { throw error("the power of ten is missing", at: start) }
      var power = 0
      while Self.isDigit(byte(next)) {
        power = min(power * 10 + Int(byte(next) - 48), 100)
        next += 1
      }
      exponent += isNegative ? -power : power
    }
    var power = 1.0
    for _ in 0..<abs(exponent) { power *= 10 }
    let result = Float(exponent < 0 ? value / power : value * power)
    if !result.isFinite { throw error("the number is too large", at: start) }
    return result
  }

  mutating func expect(_ sign: UInt8) throws(DocumentError) {
    if token != .sign(sign) { throw unexpected(sign == UInt8(ascii: "(") ? "“(”" : "an operator or “)”") }
    try advance()
  }
}

// The meaning of a token.
extension ExpressionText {
  var comparison: Operation? {
    let orEqual = next - start == 2
    return switch token {
    case .sign(UInt8(ascii: "<")): orEqual ? .lessOrEqual : .less
    case .sign(UInt8(ascii: ">")): orEqual ? .greaterOrEqual : .greater
    default: nil
    }
  }

  var controller: Controller? {
    for index in 0..<Controller.count {
      if let controller = Controller.at(index), isNamed(controller.spec.symbol) { return controller }
    }
    return nil
  }

  /// The point that the token names, with its number; 0: it has none.
  var point: (point: Point, number: Int)? {
    guard token == .name else { return nil }
    for point in Point.allCases {
      if point.limit == 0 {
        if isName(point.symbol) { return (point, 0) }
      } else if let number = number(after: point.symbol), 1...point.limit ~= number {
        return (point, number)
      }
    }
    return nil
  }

  /// The number of the region that the token names, from 1.
  var region: Int? {
    guard token == .name, let number = number(after: "region_"), 1...Program.regionLimit ~= number else {
      return nil
    }
    return number
  }

  /// The case that the token names.
  func named<Case: NamedCase>() -> Case? { Case.allCases.first { isName($0.symbol) } }

  /// Whether the token is this name.
  func isName(_ name: StaticString) -> Bool { token == .name && isNamed(Symbol(name)) }

  /// The number of one or two digits that follows a stem, to the end of the token.
  private func number(after stem: StaticString) -> Int? {
    let length = stem.utf8CodeUnitCount
    let digits = next - start - length
    guard 1...2 ~= digits, (0..<length).allSatisfy({ byte(start + $0) == stem.utf8Start[$0] }) else {
      return nil
    }
    var number = 0
    for index in start + length..<next {
      guard Self.isDigit(byte(index)) else { return nil }
      number = number * 10 + Int(byte(index) - 48)
    }
    return byte(start + length) == UInt8(ascii: "0") ? nil : number
  }

  var function: Operation? {
    for operation in Operation.allCases where operation.isFunction && isNamed(Symbol(operation.symbol)) {
      return operation
    }
    return nil
  }

  /// Whether the token is this symbol; families have up to three digits.
  private func isNamed(_ symbol: Symbol) -> Bool {
    var at = start
    var isEqual = true
    func match(_ letter: UInt8) {
      if byte(at) != letter { isEqual = false }
      at += 1
    }
    symbol.text.withUTF8Buffer { for letter in $0 { match(letter) } }
    if symbol.number > 0 {
      if symbol.number > 99 || symbol.digits > 2 { match(UInt8(48 + symbol.number / 100)) }
      if symbol.number > 9 || symbol.digits > 1 { match(UInt8(48 + symbol.number / 10 % 10)) }
      match(UInt8(48 + symbol.number % 10))
      symbol.tail.withUTF8Buffer { for letter in $0 { match(letter) } }
    }
    return isEqual && at == next
  }
}

// The error.
extension ExpressionText {
  func error(_ message: StaticString, at offset: Int) -> DocumentError {
    var utf8: [UInt8] = []
    message.withUTF8Buffer { utf8.append(contentsOf: $0) }
    return located(utf8, at: offset)
  }

  /// A message about the current token, which stands between two parts of it.
  func error(_ before: StaticString, name after: StaticString, at offset: Int) -> DocumentError {
    var utf8: [UInt8] = []
    before.withUTF8Buffer { utf8.append(contentsOf: $0) }
    for index in start..<min(next, start + 60) { utf8.append(bytes[index]) }
    after.withUTF8Buffer { utf8.append(contentsOf: $0) }
    return located(utf8, at: offset)
  }

  func unexpected(_ wanted: StaticString) -> DocumentError {
    var result =
      token == .end ? error("the text ends", at: start) : error("found “", name: "”", at: start)
    StaticString(", expected ").withUTF8Buffer { result.message.append(contentsOf: $0) }
    wanted.withUTF8Buffer { result.message.append(contentsOf: $0) }
    return result
  }

  func count(of function: Operation) -> DocumentError {
    let takes: StaticString =
      switch (function.takesPoints, function.operands) {
      case (true, 2): " takes 2 points"
      case (true, _): " takes 3 points"
      case (_, 1): " takes 1 value"
      case (_, 2): " takes 2 values"
      default: " takes 3 values"
      }
    return count(of: function.symbol, takes)
  }

  func count(of function: StaticString, _ takes: StaticString) -> DocumentError {
    var utf8: [UInt8] = []
    function.withUTF8Buffer { utf8.append(contentsOf: $0) }
    takes.withUTF8Buffer { utf8.append(contentsOf: $0) }
    return located(utf8, at: start)
  }

  /// Lines and columns count from 1, columns in characters.
  private func located(_ message: [UInt8], at offset: Int) -> DocumentError {
    var line = 1
    var column = 1
    for index in 0..<offset {
      if bytes[index] == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if bytes[index] & 0xc0 != 0x80 {
        column += 1
      }
    }
    return DocumentError(message, line: line, column: column)
  }
}
