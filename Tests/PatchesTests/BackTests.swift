// Values that a patch sends back to objects, as text: read, written, refused.
import Controls
import TestSupport
import Testing
import Text

@testable import Patches

struct BackTests {
  @Test func valuesAreOneLineAgain() throws {
    let lines = [
      #"{"object": "wide card", "shows": "token_1_angle", "out": [0, 255]}"#,
      #"{"shows": "on_token_placed", "number": 2}"#,
      #"{"shows": "on_bar", "later": 1}"#,
    ]
    let back = try read(#"{"version": 1, "back": ["# + lines.joined(separator: ",") + "]}")
    let written = string(back.patch.write())
    for line in lines { #expect(written.contains("    " + line), "\(written)") }
    #expect(back.warnings.count == 1)
    #expect(back.patch.back.map { $0.isFor(Array("wide card".utf8)) } == [true, true, true])
    #expect(back.patch.back.map { $0.isFor(Array("stone".utf8)) } == [false, true, true])
  }

  @Test(arguments: [
    (#"[{"object": "a"}]"#, "back[0]: shows is missing"),
    (#"[{"shows": "touch_x"}]"#, "back[0].shows: each touch has its own touch_x"),
    (#"[{"shows": "nothing"}]"#, "back[0].shows: there is no controller \"nothing\""),
    (#"[{"shows": "group_count", "out": [1]}]"#, "back[0].out: must be a list of two numbers"),
    (#"[{"shows": "on_token_placed", "number": 1.5}]"#, "back[0].number: must be a whole number"),
    (#"{"shows": "group_count"}"#, "back: must be a list"),
  ])
  func mistakesAreRefused(_ back: String, _ message: String) {
    let error = refusal { () throws(DocumentError) in try read(#"{"version": 1, "back": "# + back + "}") }
    #expect(error?.text.hasPrefix(message) == true, "\(error?.text ?? "not refused")")
  }

  @Test func aThirtyThirdValueIsRefusedAndNumbersAreClamped() throws {
    let one = #"{"shows": "on_token_placed", "number": 99}"#
    let clamped = try read(#"{"version": 1, "back": [\#(one)]}"#)
    #expect(clamped.warnings.count == 1 && Int(clamped.patch.back[0].number) == Controller.tokenLimit)
    let many = Array(repeating: one, count: 33).joined(separator: ", ")
    let error = refusal { () throws(DocumentError) in try read(#"{"version": 1, "back": [\#(many)]}"#) }
    #expect(error?.text == "back: has 33 values, more than 32")
  }

  @Test func anUnknownKeyIsPreservedWithAWarningAndRefusedInAnEdit() throws {
    let read = try read(#"{"version": 1, "back": [{"shows": "on_bar", "number": 2, "out": [0, 1]}]}"#)
    #expect(read.warnings.count == 2 && string(read.patch.write()).contains(#""number": 2"#))
    var patch = PatchDocument()
    let error = refusal { () throws(DocumentError) in
      try patch.apply(#"{"back": [{"shows": "on_bar", "number": 2}]}"#)
    }
    #expect(error?.text.contains("is not known") == true)
    try patch.apply(#"{"back": [{"shows": "on_bar"}]}"#)
    #expect(patch.back == [PatchBack(.trigger(.bar))])
  }

  @Test func aControllerIsScaledAndOthersAreTheirValue() {
    var back = PatchBack(.controller(.token1Angle))
    #expect(back.sent(0.375, of: .token1Angle) == 0.375)
    back.out = SIMD2(10, 20)
    let spec = Controller.token1Angle.spec
    for part in [-1, 0, 0.25, 1, 2] as [Float] {
      let value = spec.minimum + (spec.fullScale - spec.minimum) * part
      #expect(back.sent(value, of: .token1Angle) == 10 + 10 * min(max(part, 0), 1))
    }
  }
}
