// Routes with arguments: read, written, refused.
import Controls
import Matrix
import TestSupport
import Testing
import Text

@testable import Patches

struct RouteTests {
  private func route(_ members: String) throws -> Route {
    let back = try read(#"{"version": 1, "routes": [{"# + members + #", "action": "lfo_1.reset"}]}"#)
    #expect(back.warnings.isEmpty, "\(back.warnings.map(\.text))")
    return back.patch.routes[0].route
  }

  @Test func aLevelHasAControllerAndAHysteresis() throws {
    let plain = try route(#""trigger": "on_level", "of": "group_spread", "level": 0.25"#)
    #expect(plain.of == .groupSpread && plain.level == 0.25 && plain.hysteresis == 0.01 && !plain.isFalling)
    let full = try route(
      #""hysteresis": 0.5, "direction": "down", "level": -1, "of": "group_rotation", "trigger": "on_level""#)
    #expect(full.of == .groupRotation && full.level == -1 && full.hysteresis == 0.5 && full.isFalling)
  }

  @Test func numbersAndRegionsArePreserved() throws {
    #expect(try route(#""trigger": "on_count_reached", "number": 3"#).number == 3)
    #expect(try route(#""trigger": "on_token_step""#).number == 0)
    let region = try route(#""trigger": "on_tap", "region": [0, 0.5, 0.5, 1]"#).region
    #expect(region == Region(left: 0, bottom: 0.5, right: 0.5, top: 1))
  }

  @Test func itIsOneLineAgain() throws {
    let line =
      #"{"trigger": "on_level", "of": "midi_cc_74", "level": 0.5, "#
      + #""hysteresis": 0.1, "action": "lfo_1.start"}"#
    let back = try read(#"{"version": 1, "routes": ["# + line + "]}")
    #expect(string(back.patch.write()).contains("    " + line + "\n"))
    #expect(try back.patch.compile().program.routes[0].of == .midiControl74)
  }

  /// Only an action of the looper has a layer.
  @Test func aRouteCanNameALayer() throws {
    let line = #"{"trigger": "on_tap", "action": "loop.mute", "layer": 16}"#
    let back = try read(#"{"version": 1, "routes": ["# + line + "]}")
    #expect(back.warnings.isEmpty && string(back.patch.write()).contains("    " + line + "\n"))
    #expect(try back.patch.compile().program.routes[0].layer == 16)
    let none = try read(#"{"version": 1, "routes": [{"trigger": "on_tap", "action": "loop.mute"}]}"#)
    #expect(none.patch.routes[0].route.layer == 0 && !string(none.patch.write()).contains("layer"))
    let other = try read(
      #"{"version": 1, "routes": [{"trigger": "on_tap", "action": "lfo_1.reset", "layer": 2}]}"#)
    #expect(other.warnings.count == 1 && other.patch.routes[0].route.layer == 0)
  }

  @Test func aRouteHasASourceAKindAndACondition() throws {
    let line =
      #"{"trigger": "on_tap", "region": [0, 0, 0.5, 1], "source": "left tablet", "kind": "pen", "#
      + #""if": "group_count > 1", "action": "lfo_1.reset"}"#
    let back = try read(#"{"version": 1, "routes": ["# + line + "]}")
    #expect(back.warnings.isEmpty && string(back.patch.write()).contains("    " + line + "\n"))
    let program = try back.patch.compile().program
    #expect(program.routes[0].kind == .pen && program.conditions[0].count == 3)
    #expect((0..<12).map { program.routeSources[0][$0] } == [UInt8]("left tablet\0".utf8))
  }

  @Test func aWrongConditionHasItsPlace() throws {
    let text = """
      {"version": 1, "routes": [
        {"trigger": "on_note", "if": "touch_x > no_such", "action": "lfo_1.reset"}]}
      """
    let error = refusal { () throws(DocumentError) in try read(text) }
    #expect(error?.line == 2 && error?.column == 32)
    #expect(
      error?.text
        == "routes[0].if: unknown symbol “no_such” (line 1, column 11 of the expression)",
      "\(error?.text ?? "")")
    // A typed edit is refused in the same way, and a route with another condition is another route.
    var patch = PatchDocument()
    var entry = PatchRoute(Route(.note, .lfoReset))
    entry.condition = Array("1 +".utf8)
    let typed = refusal { () throws(DocumentError) in try patch.apply(.route(entry)) }
    #expect(
      typed?.text.hasPrefix("route.if: the text ends, expected a value") == true, "\(typed?.text ?? "")")
    for condition in ["macro_1", "macro_2", "macro_1"] {
      entry.condition = Array(condition.utf8)
      try patch.apply(.route(entry))
    }
    #expect(patch.routes.map { string($0.condition) } == ["macro_1", "macro_2"])
    try patch.apply(.unroute(entry))
    #expect(patch.routes.map { string($0.condition) } == ["macro_2"])
  }

  @Test(arguments: [
    (#""trigger": "on_tap", "kind": "hand""#, "there is no kind of source \"hand\""),
    (#""trigger": "on_tap", "kind": 3"#, "must be the symbol of a kind of source"),
    (#""trigger": "on_tap", "source": "123456789012345678901234567890123""#, "33 bytes, more than 32"),
    (#""trigger": "on_tap", "if": true"#, "must be a text"),
    (#""trigger": "on_level", "level": 1"#, "of is missing"),
    (#""trigger": "on_level", "of": "touch_x""#, "level is missing"),
    (#""trigger": "on_level", "of": "no", "level": 1"#, "there is no controller"),
    (#""trigger": "on_tap", "region": [0, 0, 1]"#, "four numbers"),
    (#""trigger": "on_tap", "region": [0.6, 0, 0.5, 1]"#, "left is above right"),
    (#""trigger": "on_tap", "region": [0, 0.6, 1, 0.5]"#, "left is above right, or bottom above top"),
    (#""trigger": "on_count_reached", "number": 2.5"#, "whole number"),
    (#""trigger": "on_level", "of": "touch_x", "level": 1, "direction": "left""#, "up"),
  ])
  func mistakesAreRefused(_ members: String, _ message: String) {
    let text = #"{"version": 1, "routes": [{"# + members + #", "action": "lfo_1.reset"}]}"#
    let error = refusal { () throws(DocumentError) in try read(text) }
    #expect(error?.text.contains(message) == true, "\(error?.text ?? "not refused")")
  }

  @Test func anArgumentThatTheTriggerIgnoresIsPreservedWithAWarning() throws {
    let back = try read(
      #"{"version": 1, "routes": [{"trigger": "on_note", "number": 3, "action": "lfo_1.reset"}]}"#)
    #expect(back.warnings.count == 1 && string(back.patch.write()).contains(#""number": 3"#))
    let kind = try read(
      #"{"version": 1, "routes": [{"trigger": "on_note", "kind": "pen", "action": "lfo_1.reset"}]}"#)
    #expect(kind.warnings.count == 1 && kind.patch.routes[0].route.kind == nil)
  }
}
