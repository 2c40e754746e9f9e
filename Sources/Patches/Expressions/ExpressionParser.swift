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
///     point      = name | name number | "point" "(" comparison "," comparison ")"
public enum ExpressionParser {
  /// The greatest depth of parentheses, functions and signs.
  public static let depthLimit = 32

  /// Reads a whole text; a text of white space is the empty expression.
  /// - Parameter remembers: whether functions that remember are allowed.
  public static func parse(
    _ text: UnsafeBufferPointer<UInt8>, remembers: Bool = true
  ) throws(DocumentError) -> Expression {
    var parser = Parser(text: ExpressionText(text), remembers: remembers)
    try parser.text.advance()
    if parser.text.token == .end { return parser.program }
    try parser.comparison(depth: 0)
    if parser.text.token != .end { throw parser.text.unexpected("an operator or the end") }
    return parser.program
  }
}

private struct Parser {
  var text: ExpressionText
  let remembers: Bool
  var program = Expression()

  /// Appends a step that stands at `offset` in the text.
  mutating func emit(_ step: Step, at offset: Int) throws(DocumentError) {
    if let refusal = program.append(step) { throw error(refusal, at: offset) }
  }

  private func error(_ refusal: Expression.Refusal, at offset: Int) -> DocumentError {
    switch refusal {
    case .tooLong: text.error("the expression is longer than 64 steps", at: offset)
    case .tooDeep: text.error("more than 16 values wait for an operator", at: offset)
    case .tooFewOperands: text.error("a value is missing", at: offset)
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
    if text.point != nil || text.isName("point") {
      throw text.error("“", name: "” is a point: use it in distance(…) or angle(…)", at: offset)
    }
    if let quantity: Quantity = text.named() {
      let (point, number) = try ofThing(quantity.symbol)
      return try emit(.quantity(quantity, point, number: number), at: offset)
    }
    if let function: RegionFunction = text.named() {
      try open()
      if function.takesPoint {
        try point(depth: depth)
        try comma(function.symbol, " takes a point and a region")
      }
      guard let region = text.region else { throw text.unexpected("a region (region_1 to region_8)") }
      try text.advance()
      try close(function.symbol, function.takesPoint ? " takes a point and a region" : " takes a region")
      return try emit(.region(function, UInt8(region - 1)), at: offset)
    }
    if let function: MemoryFunction = text.named() { return try memory(function, at: offset, depth: depth) }
    if text.isName("area") { return try area(at: offset, depth: depth) }
    guard let function = text.function else {
      throw text.error("unknown symbol “", name: "”", at: offset)
    }
    try open()
    for index in 0..<function.operands {
      if index > 0 {
        guard text.token == .sign(UInt8(ascii: ",")) else { throw text.count(of: function) }
        try text.advance()
      }
      if function.takesPoints {
        try point(depth: depth)
      } else {
        try comparison(depth: depth + 1)
      }
    }
    guard text.token == .sign(UInt8(ascii: ")")) else { throw text.count(of: function) }
    try text.advance()
    try emit(.operation(function), at: offset)
  }

  /// Reads over a function's name and its parenthesis.
  private mutating func open() throws(DocumentError) {
    try text.advance()
    try text.expect(UInt8(ascii: "("))
  }

  private mutating func comma(_ function: StaticString, _ takes: StaticString) throws(DocumentError) {
    guard text.token == .sign(UInt8(ascii: ",")) else { throw text.count(of: function, takes) }
    try text.advance()
  }

  private mutating func close(_ function: StaticString, _ takes: StaticString) throws(DocumentError) {
    guard text.token == .sign(UInt8(ascii: ")")) else { throw text.count(of: function, takes) }
    try text.advance()
  }

  /// The point of a function that takes a touch, a token or a body itself.
  private mutating func ofThing(
    _ function: StaticString
  ) throws(DocumentError) -> (point: Point, number: UInt8) {
    try open()
    guard let found = text.point else { throw text.unexpected(Self.points) }
    try text.advance()
    try close(function, " takes 1 point")
    return (found.point, UInt8(clamping: found.number))
  }

  private mutating func memory(
    _ function: MemoryFunction, at offset: Int, depth: Int
  ) throws(DocumentError) {
    guard remembers else {
      throw text.error(
        "“", name: "” remembers what was before: use it in an expression, and read that one here", at: offset)
    }
    try open()
    if function == .correlation {
      for index in 0..<2 {
        if index > 0 { try comma(function.symbol, " takes 2 points") }
        guard let found = text.point else { throw text.unexpected(Self.points) }
        let offset = try passed()
        try emit(.velocity(found.point, number: UInt8(clamping: found.number)), at: offset)
      }
      try close(function.symbol, " takes 2 points")
    } else {
      let takes: StaticString = function.operands == 1 ? " takes 1 value" : " takes 3 values"
      for index in 0..<function.operands {
        if index > 0 { try comma(function.symbol, takes) }
        try comparison(depth: depth + 1)
      }
      try close(function.symbol, takes)
    }
    if let refusal = program.append(function) { throw error(refusal, at: offset) }
  }

  private mutating func area(at offset: Int, depth: Int) throws(DocumentError) {
    try open()
    var corners = 0
    while true {
      try point(depth: depth)
      corners += 1
      if text.token != .sign(UInt8(ascii: ",")) { break }
      try text.advance()
    }
    guard 3...Expression.areaLimit ~= corners else { throw text.count(of: "area", " takes 3 to 8 points") }
    try close("area", " takes 3 to 8 points")
    try emit(.area(points: UInt8(corners)), at: offset)
  }

  private static var points: StaticString { "a point (touch, start, centroid, center, touch_1 …)" }

  private mutating func point(depth: Int) throws(DocumentError) {
    if text.isName("point") {
      let offset = text.start
      try open()
      try comparison(depth: depth + 1)
      try comma("point", " takes 2 values")
      try comparison(depth: depth + 1)
      try close("point", " takes 2 values")
      return try emit(.place, at: offset)
    }
    guard text.token == .name, let found = text.point else { throw text.unexpected(Self.points) }
    let offset = try passed()
    try emit(.point(found.point, number: UInt8(clamping: found.number)), at: offset)
  }
}
