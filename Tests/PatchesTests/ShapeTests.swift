// Taught shapes as texts: read, written, refused, edited, compiled.
import Controls
import TestSupport
import Testing
import Text

@testable import Patches

struct ShapeTests {
  @Test func shapesAreOneLineAgain() throws {
    let lines = [
      #"{"name": "ring", "rotation": "any", "size": "same", "#
        + #""points": [[0.5, 0.75], [0.25, 0.5], [0.5, 0.25]]}"#,
      #"{"points": [[0.125, 0.5], [0.875, 0.5]], "later": 1}"#,
    ]
    let back = try read(#"{"version": 1, "shapes": ["# + lines.joined(separator: ",") + "]}")
    let written = string(back.patch.write())
    for line in lines { #expect(written.contains("    " + line), "\(written)") }
    #expect(back.warnings.count == 1)
    #expect(back.patch.shapes[0].turns && back.patch.shapes[0].isSized && !back.patch.shapes[1].turns)
    #expect(try back.patch.compile().shapes.count == 2)
  }

  @Test(arguments: [
    (#"[{"name": "a"}]"#, "shapes[0]: points is missing"),
    (#"[{"points": [[0.1, 0.1]]}]"#, "shapes[0].points: has 1 points, not 2…64"),
    (#"[{"points": [[0.1, 0.1], [0.9]]}]"#, "shapes[0].points[1]: must be two numbers: x, y"),
    (#"[{"points": [[0.1, 0.1], [0.15, 0.1]]}]"#, "shapes[0].points: is shorter than a tenth"),
    (#"[{"points": [[0, 0], [1, 1]], "size": "big"}]"#, "shapes[0].size: must be \"same\" or \"any\""),
    (#"[{"points": [[0, 0], [1, 1]], "rotation": 1}]"#, "shapes[0].rotation: must be a text"),
  ])
  func mistakesAreRefused(_ shapes: String, _ message: String) {
    let error = refusal { () throws(DocumentError) in
      try read(#"{"version": 1, "shapes": "# + shapes + "}")
    }
    #expect(error?.text.hasPrefix(message) == true, "\(error?.text ?? "not refused")")
  }

  @Test func aNinthShapeIsRefusedAndAPlaceOutsideIsClamped() throws {
    let one = #"{"points": [[0, 0], [1, 2]]}"#
    let clamped = try read(#"{"version": 1, "shapes": [\#(one)]}"#)
    #expect(clamped.warnings.count == 1 && clamped.patch.shapes[0].points[1] == SIMD2(1, 1))
    let nine = Array(repeating: one, count: 9).joined(separator: ", ")
    let error = refusal { () throws(DocumentError) in try read(#"{"version": 1, "shapes": [\#(nine)]}"#) }
    #expect(error?.text == "shapes: has 9 shapes, more than 8")
  }

  @Test func aRouteThatWaitsForAMissingShapeIsAWarningOfTheCheck() throws {
    let text = """
      {"version": 1, "shapes": [{"points": [[0, 0], [1, 1]]}], "routes": [
        {"trigger": "on_shape", "number": 1, "action": "lfo_1.reset"},
        {"trigger": "on_shape", "number": 3, "action": "lfo_1.reset"}]}
      """
    var warnings: [DocumentError] = []
    _ = try PatchDocument.check([UInt8](text.utf8), warnings: &warnings)
    #expect(warnings.map(\.text) == ["routes[1].number: waits for shape 3, and there are 1"])
    #expect(warnings[0].line == 3 && warnings[0].column == 37)
  }

  @Test func anEditTeachesAndForgets() throws {
    var patch = PatchDocument()
    try patch.apply(#"{"shape": {"name": "tick", "points": [[0, 0], [0.5, 0.5]]}}"#)
    try patch.apply(#"{"shape": {"points": [[0, 1], [0.5, 0.5]]}}"#)
    try patch.apply(#"{"shape": {"place": 1, "points": [[0, 0.5], [1, 0.5]]}}"#)
    #expect(patch.shapes.map { string($0.name) } == ["tick", ""])
    #expect(patch.shapes[0].points == [SIMD2(0, 0.5), SIMD2(1, 0.5)])
    for (edit, message) in [
      (#"{"shape": {"name": "x"}}"#, "shape: points is missing"),
      (
        #"{"shape": {"place": 4, "points": [[0, 0], [1, 1]]}}"#,
        "shape: there is no shape 4, and the next is 3"
      ),
      (#"{"forget_shape": 3}"#, "forget_shape: there is no shape 3"),
      (#"{"forget_shape": "tick"}"#, "forget_shape: must be the place of a shape"),
    ] {
      let before = patch
      let error = refusal { () throws(DocumentError) in try patch.apply(edit) }
      #expect(error?.text == message && patch == before)
    }
    try patch.apply(#"{"forget_shape": 1}"#)
    #expect(patch.shapes.count == 1 && patch.shapes[0].name.isEmpty)
  }
}
