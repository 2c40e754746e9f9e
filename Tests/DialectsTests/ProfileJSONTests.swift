// JSON of other programs, which profiles read by keys and paths.
import InputTestSupport
import Profiles
import RealTime
import Testing
import Text

@testable import Dialects

@Suite struct ProfileJSONTests {
  private func profile(_ rules: String) throws -> InputProfile {
    var warnings: [DocumentError] = []
    let text = "{\"version\": 1, \"name\": \"Pointers\", \"rules\": [\(rules)]}"
    let profile = try InputProfile.read(Array(text.utf8), warnings: &warnings)
    #expect(warnings.isEmpty)
    return profile
  }

  private let pointer = """
    {"json": {"type": "pointer"}, "gives": "touch", "ends": ["up", "cancel"],
     "keys": {"id": "id", "x": "at.0", "y": "at.1", "pressure": "pen.force", "state": "phase"},
     "scale": {"x": {"in": [0, 1920]}, "y": {"in": [0, 1080]}}, "invert": ["y"]}
    """

  @Test func keysAndPathsBecomeATouch() throws {
    var listening = Listening(profiles: [try profile(pointer)])
    let began = listening.receive(
      Array(#"{"type": "pointer", "id": 3, "phase": "down", "at": [480, 270], "pen": {"force": 0.5}}"#.utf8))
    #expect(began.map(\.kind) == [.began])
    // 480 / 1920 and 1 - 270 / 1080.
    #expect(began[0].touch.x == 0.25 && began[0].touch.y == 0.75 && began[0].touch.pressure == 0.5)
    let moved = listening.receive(
      Array(#"{"type": "pointer", "id": 3, "phase": "move", "at": [960, 540]}"#.utf8), at: 0.1)
    #expect(moved.map(\.kind) == [.moved] && moved[0].touch.x == 0.5 && moved[0].touch.y == 0.5)
    // Where a touch ends its place may be missing.
    let ended = listening.receive(Array(#"{"type": "pointer", "id": 3, "phase": "up"}"#.utf8), at: 0.2)
    #expect(ended.map(\.kind) == [.ended])
    #expect(listening.refusals.isEmpty)
  }

  @Test func aListThatIsWholeEndsWhatItDoesNotName() throws {
    let rule = """
      {"json": {"frame": true}, "each": "frame.points", "whole": true, "gives": "touch",
       "keys": {"id": "n", "x": "x", "y": "y"}}
      """
    var listening = Listening(profiles: [try profile(rule)])
    let two = listening.receive(
      Array(#"{"frame": {"points": [{"n": 1, "x": 0.1, "y": 0.2}, {"n": 2, "x": 0.3, "y": 0.4}]}}"#.utf8))
    #expect(two.map(\.kind) == [.began, .began])
    let one = listening.receive(
      Array(#"{"frame": {"points": [{"n": 2, "x": 0.35, "y": 0.4}]}}"#.utf8), at: 0.1)
    #expect(one.map(\.kind).sorted { $0.rawValue < $1.rawValue } == [.moved, .ended])
    #expect(listening.receive(Array(#"{"frame": {"points": []}}"#.utf8), at: 0.2).map(\.kind) == [.ended])
  }

  @Test func valuesAndOtherFormsStayAsTheyAre() throws {
    let rules = """
      {"json": {"control": "knob"}, "gives": "macro", "number": 2, "keys": {"value": "v"}},
      {"json": {"hello": true}, "gives": "nothing"}
      """
    var listening = Listening(profiles: [try profile(rules)])
    let macro = listening.receive(Array(#"{"control": "knob", "v": 0.75}"#.utf8))
    #expect(macro.map(\.kind) == [.macro] && macro[0].id == 2 && macro[0].amount == 0.75)
    #expect(listening.receive(Array(#"{"hello": 1}"#.utf8)).isEmpty)
    #expect(listening.refusals.isEmpty)
    // Our own form is read as ever.
    let own = listening.receive(Array(#"{"touch": "began", "id": 1, "x": 0.5, "y": 0.5}"#.utf8))
    #expect(own.map(\.kind) == [.began])
  }

  @Test(arguments: [
    (#"{"type": "pointer", "phase": "down", "at": [1, 2]}"#, Refusal.wrongArguments),
    (#"{"type": "pointer", "id": 1.5, "at": [1, 2]}"#, .badID),
    (#"{"type": "pointer", "id": 1, "at": ["a", 2]}"#, .wrongArguments),
    (#"{"type": "pointer", "id": 1, "at": [99999, 2]}"#, .outOfRange),
  ])
  func whatIsWrongIsRefusedAndCounted(text: String, reason: Refusal) throws {
    var listening = Listening(profiles: [try profile(pointer)])
    #expect(listening.receive(Array(text.utf8)).isEmpty)
    #expect(listening.refusals == [reason: 1])
  }

  @Test(arguments: [
    (#"{"json": {}, "gives": "touch", "keys": {"x": "x", "y": "y"}}"#, "must name what the object has"),
    (#"{"json": {"a": 1}, "address": "/a", "gives": "touch", "keys": {"x": "x"}}"#, "must have an"),
    (#"{"json": {"a": 1}, "gives": "touch"}"#, "arguments"),
    (#"{"json": {"a": 1}, "gives": "touch", "keys": {"z": "x"}}"#, "has no z"),
    (#"{"json": {"a": 1}, "gives": "touch", "keys": {"x": "a..b", "y": "y"}}"#, "must be a path"),
    (#"{"json": {"a": 1}, "gives": "touch", "whole": true, "keys": {"x": "a", "y": "y"}}"#, "whole"),
    (#"{"json": {"a": 1}, "gives": "macro", "keys": {"value": "v"}}"#, "number"),
  ])
  func aRuleThatIsWrongIsRefused(rule: String, words: String) throws {
    var warnings: [DocumentError] = []
    let text = "{\"version\": 1, \"rules\": [\(rule)]}"
    do throws(DocumentError) {
      _ = try InputProfile.read(Array(text.utf8), warnings: &warnings)
      Issue.record("\(rule) was read")
    } catch {
      let sentence = String(decoding: error.sentence(), as: UTF8.self)
      #expect(sentence.contains(words), "\(sentence)")
    }
  }
}
