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

  @Test func numbersAndRegionsAreKept() throws {
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

  @Test(arguments: [
    (#""trigger": "on_level", "level": 1"#, "of is missing"),
    (#""trigger": "on_level", "of": "touch_x""#, "level is missing"),
    (#""trigger": "on_level", "of": "no", "level": 1"#, "there is no controller"),
    (#""trigger": "on_tap", "region": [0, 0, 1]"#, "four numbers"),
    (#""trigger": "on_tap", "region": [0.6, 0, 0.5, 1]"#, "left is above right"),
    (#""trigger": "on_count_reached", "number": 2.5"#, "whole number"),
    (#""trigger": "on_level", "of": "touch_x", "level": 1, "direction": "left""#, "up"),
  ])
  func mistakesAreRefused(_ members: String, _ message: String) {
    let text = #"{"version": 1, "routes": [{"# + members + #", "action": "lfo_1.reset"}]}"#
    let error = refusal { () throws(DocumentError) in try read(text) }
    #expect(error?.text.contains(message) == true, "\(error?.text ?? "not refused")")
  }

  @Test func anArgumentThatTheTriggerHasNoUseForIsKeptWithAWarning() throws {
    let back = try read(
      #"{"version": 1, "routes": [{"trigger": "on_note", "number": 3, "action": "lfo_1.reset"}]}"#)
    #expect(back.warnings.count == 1 && string(back.patch.write()).contains(#""number": 3"#))
  }
}
