// User expressions: from the text of a patch to a program for the matrix. Never on the audio thread.
import Controls
import Matrix
import Text

/// The grammar, in which names are the symbols of controllers, points and functions:
///
///     comparison = sum [ ("<" | ">" | "<=" | ">=") sum ]
///     sum        = product { ("+" | "-") product }
///     product    = unary { ("*" | "/") unary }
///     unary      = "-" unary | number | "(" comparison ")" | controller | function "(" arguments ")"
public enum ExpressionParser {
  /// The greatest depth of parentheses, functions and signs.
  public static let depthLimit = 32

  /// Reads a whole text; a text of white space is the empty expression.
  public static func parse(_ text: UnsafeBufferPointer<UInt8>) throws(DocumentError) -> Expression {
    var parser = Parser(text: ExpressionText(text))
    try parser.text.advance()
    if parser.text.token == .end { return parser.program }
    try parser.comparison(depth: 0)
    if parser.text.token != .end { throw parser.text.unexpected("an operator or the end") }
    return parser.program
  }
}

private struct Parser {
  var text: ExpressionText
  var program = Expression()

  /// Appends a step that stands at `offset` in the text.
  mutating func emit(_ step: Step, at offset: Int) throws(DocumentError) {
    switch program.append(step) {
    case nil: return
    case .tooLong: throw text.error("the expression is longer than 64 steps", at: offset)
    case .tooDeep: throw text.error("more than 16 values wait for an operator", at: offset)
    case .tooFewOperands: throw text.error("a value is missing", at: offset)
    }
  }

  /// Where the current token begins, to be read over.
  mutating func passed() throws(DocumentError) -> Int {
    let offset = text.start
    try text.advance()
    return offset
  }

  mutating func comparison(depth: Int) throws(DocumentError) {
    if depth >= ExpressionParser.depthLimit { throw text.error("nested deeper than 32", at: text.start) }
    try sum(depth: depth)
    guard let operation = text.comparison else { return }
    let offset = try passed()
    try sum(depth: depth)
    if text.comparison != nil {
      throw text.error("comparisons do not chain: multiply two of them instead", at: text.start)
    }
    try emit(.operation(operation), at: offset)
  }

  mutating func sum(depth: Int) throws(DocumentError) {
    try product(depth: depth)
    while true {
      let operation: Operation
      switch text.token {
      case .sign(UInt8(ascii: "+")): operation = .add
      case .sign(UInt8(ascii: "-")): operation = .subtract
      default: return
      }
      let offset = try passed()
      try product(depth: depth)
      try emit(.operation(operation), at: offset)
    }
  }

  mutating func product(depth: Int) throws(DocumentError) {
    try unary(depth: depth)
    while true {
      let operation: Operation
      switch text.token {
      case .sign(UInt8(ascii: "*")): operation = .multiply
      case .sign(UInt8(ascii: "/")): operation = .divide
      default: return
      }
      let offset = try passed()
      try unary(depth: depth)
      try emit(.operation(operation), at: offset)
    }
  }

  mutating func unary(depth: Int) throws(DocumentError) {
    switch text.token {
    case .sign(UInt8(ascii: "-")):
      if depth >= ExpressionParser.depthLimit { throw text.error("nested deeper than 32", at: text.start) }
      let offset = try passed()
      try unary(depth: depth + 1)
      try emit(.operation(.negate), at: offset)
    case .sign(UInt8(ascii: "(")):
      try text.advance()
      try comparison(depth: depth + 1)
      try text.expect(UInt8(ascii: ")"))
    case .number(let value):
      let offset = try passed()
      try emit(.constant(value), at: offset)
    case .name:
      try name(depth: depth)
    default:
      throw text.unexpected("a value")
    }
  }

  /// A controller, or a function with its arguments.
  mutating func name(depth: Int) throws(DocumentError) {
    let offset = text.start
    if let controller = text.controller {
      try text.advance()
      return try emit(.controller(controller), at: offset)
    }
    if text.point != nil {
      throw text.error("“", name: "” is a point: use it in distance(…) or angle(…)", at: offset)
    }
    guard let function = text.function else {
      throw text.error("unknown symbol “", name: "”", at: offset)
    }
    try text.advance()
    try text.expect(UInt8(ascii: "("))
    for index in 0..<function.operands {
      if index > 0 {
        guard text.token == .sign(UInt8(ascii: ",")) else { throw text.count(of: function) }
        try text.advance()
      }
      if function.takesPoints {
        try point()
      } else {
        try comparison(depth: depth + 1)
      }
    }
    guard text.token == .sign(UInt8(ascii: ")")) else { throw text.count(of: function) }
    try text.advance()
    try emit(.operation(function), at: offset)
  }

  mutating func point() throws(DocumentError) {
    guard text.token == .name, let point = text.point else {
      throw text.unexpected("a point (touch, start, centroid or center)")
    }
    let offset = try passed()
    try emit(.point(point), at: offset)
  }
}
