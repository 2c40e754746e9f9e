// User expressions: their values against Python's, the places of their errors, and texts made of anything.
import Controls
import Foundation
import Matrix
import Patches
import struct Matrix.Expression
import TestSupport
import Testing
import Text

private let good = [
  "0.25", ".5", "1e-1", "2.5E-1", "touch_x", "1 - touch_x", "touch_x * touch_y + 0.1", "1 - 2 - -3 * 0.4",
  "0.9 / 2 / 3", "(1 - (0.2 + 0.3)) * 0.5", "--touch_x", "-touch_x + 1", "touch_x / 0",
  "touch_x / (touch_y - touch_y)",
  "touch_x < 0.5", "touch_x > touch_y", "1 <= 1", "1 >= 1.5", "(touch_x < 0.5) * (touch_y < 0.5)",
  "0.1 + touch_x < 0.6", "min(touch_x, touch_y)", "max(touch_x, touch_y)", "clamp(touch_x, 0.3, 0.6)",
  "abs(touch_x - touch_y)", "sqrt(touch_x)", "sqrt(-touch_x)", "pow(touch_x, 2.2)", "pow(-touch_x, 2)",
  "pow(touch_x, -0.5) / 8", "exp2(-touch_x)", "exp2(touch_age * -3)", "log2(touch_x) / -8", "log2(-1) / -30",
  "sin(touch_x) * 0.5 + 0.5", "cos(touch_x + touch_age) * 0.5 + 0.5", "floor(touch_x * 3 + 0.01) / 3",
  "fract(touch_x * 2.7 + 0.013)", "mix(touch_x, touch_y, 0.25)", "if(touch_x < touch_y, 0.2, touch_x)",
  "if(touch_x > 0.3, if(touch_y > 0.3, 0.7, 0.5), 0.1)", "distance(touch, center)", "distance(touch, start)",
  "distance(centroid, touch)", "distance(start, centroid)", "angle(touch, center)", "angle(touch, start)",
  "angle(center, touch)", "angle(touch, centroid)", "distance(touch, centroid) * clamp(touch_speed, 0, 1)",
  "group_rotation / 4 + 0.5", "macro_1 * (1 - macro_8) + touch_pressure / 3", "constant", "user_3 + 0.2",
  "1e38 * 0.1 - 9e36 > 0", "  touch_x\n\t*\n touch_y ",
]

@Test func expressionsAreWhatPythonMakesOfThem() throws {
  var random = SeededGenerator("EXPRESSION_SEED", default: 4242)
  var texts = good
  for _ in 0..<testCases(1500, inCampaign: 20_000) { texts.append(sentence(depth: 5, &random)) }
  // Tests/HostTests/plugin/test_relations.py has what reads more than controllers.
  for operation in Operation.allCases
  where operation.isFunction && ![.corner, .projection, .offset].contains(operation) {
    #expect(good.contains { $0.contains("\(operation.symbol)(") }, "\(operation.symbol) is not tried")
  }
  for point in [Point.touch, .start, .centroid, .center] {
    #expect(good.contains { $0.contains("(\(point.symbol), ") })
  }
  for text in good { _ = try parse(text) }
  var accepted = 0
  var lines: [String] = []
  for text in texts {
    // A random sentence may be longer than 64 steps.
    guard let expression = try? parse(text) else { continue }
    accepted += 1
    var controllers = ControllerValues()
    var points = RelationPoints()
    var values: [String] = []
    // Those that the text names, and those of the points.
    let named = Controller.allCases.filter { controller in
      text.contains(controller.spec.symbol.string)
        || [
          .touchX, .touchY, .touchDistanceFromStart, .touchAngleFromStart, .groupCentroidX, .groupCentroidY,
        ].contains(controller)
    }
    for lane in 0..<16 {
      var pairs: [String] = []
      for controller in named {
        let spec = controller.spec
        if controller != .constant {
          controllers[controller][lane] = .random(in: spec.minimum...spec.fullScale, using: &random)
        }
        pairs.append("\"\(spec.symbol.string)\":\(controllers[controller][lane])")
      }
      values.append("{" + pairs.joined(separator: ",") + "}")
    }
    let result = expression.value(&controllers, &points, aspect: 4.0 / 3)
    let results = (0..<16).map { "\(result[$0])" }.joined(separator: ",")
    let literal = String(decoding: try JSONEncoder().encode("(" + text + ")"), as: UTF8.self)
    lines.append(
      """
      {"text":\(literal),"isAngle":\(text.contains("angle")),"values":[\(values.joined(separator: ","))],\
      "results":[\(results)]}
      """)
  }
  #expect(accepted > 1000)
  let input = FileManager.default.temporaryDirectory.appendingPathComponent("tactus-\(UUID().uuidString)")
  try Data(lines.joined(separator: "\n").utf8).write(to: input)
  defer { try? FileManager.default.removeItem(at: input) }
  let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
  process.arguments = [tests.appendingPathComponent("Models/expressions.py").path, input.path]
  try process.run()
  process.waitUntilExit()
  #expect(process.terminationStatus == 0, "Tests/Models/expressions.py disagrees: see above")
}

/// A random sentence of the grammar, of functions that are smooth and tame.
private func sentence(depth: Int, _ random: inout SeededGenerator) -> String {
  func part() -> String { sentence(depth: depth - 1, &random) }
  if depth == 0 || Int.random(in: 0..<6, using: &random) == 0 {
    return ["0.5", "0.125", "1", "touch_x", "touch_y", "macro_3", "lfo_1", "midi_bend", "touch_pressure"]
      .randomElement(
        using: &random)!
  }
  return switch Int.random(in: 0..<9, using: &random) {
  case 0: "\(part()) + \(part())"
  case 1: "\(part()) - \(part())"
  case 2: "\(part()) * \(part())"
  case 3: "(\(part()))"
  case 4: "-\(part())"
  case 5: "min(\(part()), \(part()))"
  case 6: "mix(\(part()), \(part()), \(part()))"
  case 7: "clamp(\(part()), 0, 1)"
  default: "abs(\(part()) - \(part())) * 0.5"
  }
}

@Test(arguments: [
  ("touch_z", 1, 1, "unknown symbol “touch_z”"),
  ("1 +\n  tuch_x", 2, 3, "unknown symbol “tuch_x”"),
  ("user_33", 1, 1, "unknown symbol “user_33”"),
  ("1 +", 1, 4, "the text ends, expected a value"),
  ("(1 + 2", 1, 7, "the text ends, expected an operator or “)”"),
  ("1 2", 1, 3, "found “2”, expected an operator or the end"),
  ("2touch_x", 1, 2, "found “touch_x”, expected an operator or the end"),
  ("min(1)", 1, 6, "min takes 2 values"),
  ("sin(1, 2)", 1, 6, "sin takes 1 value"),
  ("distance(touch)", 1, 15, "distance takes 2 points"),
  (
    "distance(touch, 0.5)", 1, 17, "found “0.5”, expected a point (touch, start, centroid, center, touch_1 …)"
  ),
  (
    "distance(touch, touch_17)", 1, 17,
    "found “touch_17”, expected a point (touch, start, centroid, center, touch_1 …)"
  ),
  (
    "distance(touch, touch_01)", 1, 17,
    "found “touch_01”, expected a point (touch, start, centroid, center, touch_1 …)"
  ),
  ("area(touch, start)", 1, 18, "area takes 3 to 8 points"),
  ("corner(touch, start)", 1, 20, "corner takes 3 points"),
  ("inside(touch)", 1, 13, "inside takes a point and a region"),
  ("count(region_9)", 1, 7, "found “region_9”, expected a region (region_1 to region_8)"),
  ("follow(1, 2)", 1, 12, "follow takes 3 values"),
  ("correlation(touch, 1)", 1, 20, "found “1”, expected a point (touch, start, centroid, center, touch_1 …)"),
  ("speed(point(0, 0))", 1, 7, "found “point”, expected a point (touch, start, centroid, center, touch_1 …)"),

  ("touch * 2", 1, 1, "“touch” is a point: use it in distance(…) or angle(…)"),
  ("sin 1", 1, 5, "found “1”, expected “(”"),
  ("1 < 2 < 3", 1, 7, "comparisons do not chain: multiply two of them instead"),
  ("1 ^ 2", 1, 3, "“^” has no meaning in expressions"),
  ("1 × 2", 1, 3, "a character that expressions do not have"),
  ("1e", 1, 1, "the power of ten is missing"),
  ("1e99", 1, 1, "the number is too large"),
  (".", 1, 1, "a number has 1 to 40 digits"),
  ("1)", 1, 2, "found “)”, expected an operator or the end"),
])
func errorsSayWhatAndWhere(_ text: String, _ line: Int, _ column: Int, _ message: String) {
  let error = #expect(throws: DocumentError.self) { try parse(text) }
  #expect(error?.text == message && error?.line == line && error?.column == column)
}

@Test func expressionsAreBounded() throws {
  func nested(_ depth: Int) -> String {
    String(repeating: "(", count: depth) + "1" + String(repeating: ")", count: depth)
  }
  _ = try parse(nested(31))
  #expect(throws: DocumentError.self) { try parse(nested(32)) }
  #expect(throws: DocumentError.self) { try parse(String(repeating: "-", count: 100_000) + "1") }
  #expect(throws: DocumentError.self) { try parse(String(repeating: "(", count: 100_000)) }
  _ = try parse("1" + String(repeating: "+1", count: 31))
  let long = #expect(throws: DocumentError.self) { try parse("1" + String(repeating: "+1", count: 33)) }
  #expect(long?.text == "the expression is longer than 64 steps")
  _ = try parse(String(repeating: "1+(", count: 15) + "1" + String(repeating: ")", count: 15))
  let deep = #expect(throws: DocumentError.self) {
    try parse(String(repeating: "1+(", count: 16) + "1" + String(repeating: ")", count: 16))
  }
  #expect(deep?.text == "more than 16 values wait for an operator")
  #expect(try parse(" \n").count == 0)
}

@Test func everyControllerIsAVariable() throws {
  for controller in Controller.allCases { #expect(try parse(controller.spec.symbol.string).count == 1) }
}

@Test func anyTextIsReadOrRefused() {
  var random = SeededGenerator("EXPRESSION_SEED", default: 99)
  let words =
    [
      "touch_x", "user_1", "touch", "start", "(", ")", "(", ")", ",", "+", "-", "*", "/", "<", ">=", "1",
      "0.5", "1e3", " ", "\n",
    ]
    + ["é", "\u{0}", "9999999999", "."] + Operation.allCases.map { "\($0.symbol)(" }
  var controllers = ControllerValues()
  var points = RelationPoints()
  controllers[.touchX] = .init(repeating: .infinity)
  var read = 0
  for _ in 0..<100_000 {
    let text = (0..<Int.random(in: 0...20, using: &random)).map { _ in words.randomElement(using: &random)! }
      .joined()
    guard let expression = try? parse(text) else { continue }
    read += 1
    let value = expression.value(&controllers, &points, aspect: 4.0 / 3)
    for lane in 0..<16 where !(value[lane] >= 0 && value[lane] <= 1) {
      Issue.record("\(text) is \(value[lane])")
    }
  }
  print("\(read) of 100000 texts were expressions")
  #expect(read > 100)
}

private func parse(_ text: String) throws(DocumentError) -> Expression {
  try Array(text.utf8).withUnsafeBufferPointer { bytes throws(DocumentError) in
    try ExpressionParser.parse(bytes)
  }
}

extension DocumentError {
  fileprivate var sentenceText: String { String(decoding: message, as: UTF8.self) }
}

@Test func conditionsRememberNothing() throws {
  var document = PatchDocument()
  document.expressions[31] = Array("follow(touch_pressure, 0.1, 1)".utf8)
  _ = try document.compile()
  let text =
    #"{"version": 1, "routes": [{"trigger": "on_tap", "action": "lfo_1.reset", "if": "since(touch_x) > 1"}]}"#
  var warnings: [DocumentError] = []
  let error = #expect(throws: DocumentError.self) {
    try PatchDocument.read(Array(text.utf8), warnings: &warnings)
  }
  #expect(error?.text.contains("remembers what was before") == true, "\(error?.text ?? "")")
}

@Test func sixteenFunctionsRemember() throws {
  var document = PatchDocument()
  for index in 0..<8 { document.expressions[4 * index] = Array("rate(touch_x) + since(touch_x)".utf8) }
  _ = try document.compile()
  document.expressions[1] = Array("rate(touch_y)".utf8)
  let error = #expect(throws: DocumentError.self) { try document.compile() }
  #expect(error?.text.contains("more than 16 functions remember") == true)
}
