// What pages learn of a stage, and the instrument that they choose.
import Foundation
import OSC
import Testing

@testable import Surface

private func text(_ text: String) -> OSCArgument { .string(Array(text.utf8)) }

private func object(_ text: String?) throws -> (word: String, fields: [String: Any]) {
  let text = try #require(text)
  let parts = text.split(separator: " ", maxSplits: 1)
  let json = try JSONSerialization.jsonObject(with: Data(parts[1].utf8))
  return (String(parts[0]), try #require(json as? [String: Any]))
}

private let moment: [OSCArgument] =
  [
    text("link"), .float(97.5), .int32(1), .int32(2), .int32(3), .float(-6), .float(14), .int32(0),
    .float(-1),
  ]

@Test func noticesOfAStageBecomeTextsForPages() throws {
  var news = StageNews()
  #expect(try object(news.rigText(0)).fields["recording"] == nil, "pages offer no recording without a stage")
  let song: [OSCArgument] = [text("\"Rain\""), .int32(1), .int32(2), text("Sun"), text(""), text("a\nb")]
  let shown = try object(news.hear(OSCMessage("/tactus/live/stage", song)))
  #expect(shown.word == "stage" && shown.fields["title"] as? String == "\"Rain\"")
  #expect(shown.fields["number"] as? Int == 1 && shown.fields["notes"] as? String == "a\nb")
  let meters = [text("low"), .float(-12), text("high"), .float(-120)]
  let now = try object(news.hear(OSCMessage("/tactus/live/stage/now", moment + meters)))
  #expect(now.word == "now" && now.fields["tempo"] as? Double == 97.5 && now.fields["beat"] as? Int == 3)
  #expect(news.rig == ["low", "high"] && news.texts.count == 2)
  let rig = try object(news.rigText(2))
  #expect(rig.fields["names"] as? [String] == ["low", "high"] && rig.fields["instrument"] as? Int == 2)
  #expect(rig.fields["recording"] as? Bool == false)
  var recorded = moment
  recorded[8] = .float(0)
  _ = news.hear(OSCMessage("/tactus/live/stage/now", recorded + meters))
  #expect(try object(news.rigText(0)).fields["recording"] as? Bool == true)
  let mix = try object(news.hear(OSCMessage("/tactus/live/stage/mix", [.float(-6), .int32(0), .int32(1)])))
  #expect(mix.word == "mix" && mix.fields["master"] as? Double == -6)
  #expect(mix.fields["muted"] as? [Bool] == [false, true] && news.texts.count == 3)
}

@Test func wrongNoticesChangeNothing() {
  var news = StageNews()
  let wrong: [[OSCArgument]] = [
    [], Array(moment.dropLast()), moment + [text("low")], moment + [.float(1), text("low")],
    [text("link"), .float(.nan)] + moment.dropFirst(2),
  ]
  for arguments in wrong { #expect(news.hear(OSCMessage("/tactus/live/stage/now", arguments)) == nil) }
  #expect(news.hear(OSCMessage("/tactus/live/stage", [text("Rain")])) == nil)
  for arguments: [OSCArgument] in [[], [text("loud")], [.float(0), text("low")], [.float(0), .float(1)]] {
    #expect(news.hear(OSCMessage("/tactus/live/stage/mix", arguments)) == nil)
  }
  #expect(news.rig.isEmpty && news.texts.isEmpty)
}

@Test func pagesHaveAFewActionsOfTheStage() {
  func read(_ arguments: OSCArgument...) -> PageMessage? {
    PageMessage(OSCMessage("/tactus/page/do", arguments))
  }
  for action in ["next", "previous", "record", "time"] { #expect(read(text(action)) == .action(action)) }
  for action in ["end", "panic", "mute:1", ""] { #expect(read(text(action)) == nil) }
  #expect(read() == nil && read(.int32(1)) == nil && read(text("next"), .float(1)) == nil)
  #expect(PageMessage.writes("record") && !PageMessage.writes("next"))
}

@Test func anInstrumentIsChosenByItsPlace() {
  func read(_ arguments: OSCArgument...) -> PageMessage? {
    PageMessage(OSCMessage("/tactus/page/instrument", arguments))
  }
  #expect(read(.int32(0)) == .instrument(0) && read(.int32(16)) == .instrument(16))
  #expect(read(.int32(17)) == nil && read(.int32(-1)) == nil && read(text("low")) == nil && read() == nil)
  #expect(PageMessage(OSCMessage("/tactus/page/stage")) == .stage)
  #expect(PageMessage(OSCMessage("/tactus/page/stage", [.int32(1)])) == nil)
}
