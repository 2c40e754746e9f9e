import Controls
import Foundation
import Testing
import Text

@testable import Patches

struct PatchEditTests {
  @Test func setChangesBaseValuesAndEnds() throws {
    var patch = PatchDocument()
    try patch.apply(#"{"set": {"filter_1_cutoff": 900, "osc_a_wave": "sine"}}"#)
    #expect(patch[.filterCutoff].base == 900 && patch[.oscAWave].base == 0)
    try patch.apply(#"{"set": {"amp_level": {"low": 0.2, "high": 0.8}}}"#)
    #expect(patch[.ampLevel].base == 0.8 && patch[.ampLevel].low == 0.2)
  }

  @Test func aValueBeyondItsEndsIsClampedWithAWarning() throws {
    var patch = PatchDocument()
    try patch.apply(#"{"set": {"amp_level": {"low": 0.2, "high": 0.8}}}"#)
    let warnings = try patch.apply(#"{"set": {"amp_level": 7}}"#)
    #expect(patch[.ampLevel].base == 0.8 && warnings.count == 1)
  }

  @Test func connectAppendsOrReplaces() throws {
    var patch = PatchDocument()
    try patch.apply(#"{"connect": {"source": "touch_x", "destination": "voice_pan"}}"#)
    #expect(patch.connections.count == 4 && patch.connections[3].connection.low == -1)
    try patch.apply(#"{"connect": {"source": "touch_y", "destination": "voice_pan", "low": 0, "place": 1}}"#)
    #expect(patch.connections.count == 4 && patch.connections[0].connection.source == .touchY)
  }

  @Test func disconnectTakesANumberOrAPair() throws {
    var patch = PatchDocument()
    try patch.apply(#"{"connect": {"source": "touch_x", "destination": "voice_pan"}}"#)
    try patch.apply(#"{"connect": {"source": "touch_y", "destination": "voice_pan", "low": 0, "place": 1}}"#)
    try patch.apply(#"{"disconnect": 1}"#)
    #expect(patch.connections.count == 3 && patch.connections[0].connection.source == .touchPressure)
    try patch.apply(#"{"disconnect": {"source": "touch_x", "destination": "voice_pan"}}"#)
    #expect(patch.connections.count == 2)
  }

  @Test func anEditMayNameSeveralThings() throws {
    var patch = PatchDocument()
    try patch.apply(#"{"map": {"scale": "minor"}, "voices": {"mono": true}, "name": "x"}"#)
    #expect(patch.map.scale == .minor && patch.map.low == 48 && patch.voices.isMono)
    #expect(patch.name == Array("x".utf8))
  }

  @Test func objectsAreSwitchedOffAndOn() throws {
    var patch = PatchDocument()
    try patch.apply(#"{"object": {"reverb": false}}"#)
    #expect(patch.isOff(.reverb))
    try patch.apply(#"{"object": {"reverb": true}}"#)
    #expect(patch.objectsOff == 0)
  }

  @Test func userExpressionsHaveNumbersFromOne() throws {
    var patch = PatchDocument()
    try patch.apply(#"{"user": {"3": "touch_x"}}"#)
    #expect(patch.expressions[2] == Array("touch_x".utf8))
  }

  @Test func aRouteIsAddedOnceAndRemoved() throws {
    var patch = PatchDocument()
    for _ in 0..<2 { try patch.apply(#"{"route": {"trigger": "on_note", "action": "lfo_1.reset"}}"#) }
    #expect(patch.routes.count == 1)
    try patch.apply(#"{"unroute": {"trigger": "on_note", "action": "lfo_1.reset"}}"#)
    #expect(patch.routes.isEmpty)
  }

  @Test(arguments: [
    ("{}", "there is no change"), ("[]", "must be an object"), (#"{"cut": 1}"#, "cut: "),
    (#"{"version": 1}"#, "version: "),
    (#"{"set": {"filter_1_cutoff": 900, "cutof": 1}}"#, "set.cutof: "),
    (#"{"name": "x", "set": {"amp_level": true}}"#, "set.amp_level: "),
    (#"{"set": {"amp_level": {"low": 0.9, "high": 0.1}}}"#, "set.amp_level: "),
    (#"{"object": {"reverb": false, "oven": true}}"#, "object.oven: "),
    (#"{"connect": {"source": "touch_x"}}"#, "connect: "),
    (#"{"connect": {"source": "touch_x", "destination": "voice_pan", "place": 4}}"#, "connect.place: "),
    (#"{"connect": {"source": "touch_x", "destination": "voice_pan", "slop": 0}}"#, "connect.slop: "),
    (#"{"disconnect": 0}"#, "disconnect: "), (#"{"disconnect": 4}"#, "disconnect: "),
    (#"{"disconnect": {"source": "touch_x", "destination": "voice_pan"}}"#, "disconnect: "),
    (#"{"unroute": {"trigger": "on_note", "action": "lfo_1.reset"}}"#, "unroute: "),
    (#"{"user": {"33": "1"}}"#, "user.33: "), (#"{"map": {"low": 1, "mood": 2}}"#, "map.mood: "),
  ])
  func anEditThatFailsChangesNothing(_ edit: String, _ place: String) throws {
    var patch = PatchDocument()
    let before = patch
    let error = try #require(
      refusal { () throws(DocumentError) in try patch.apply(edit) }, "\(edit) was accepted")
    #expect(error.text.hasPrefix(place), "\(error.text)")
    #expect(error.line == 1 && error.column >= 1)
    #expect(patch == before)
  }

  @Test func thereIsNoPlaceForA65thConnectionNorA33rdRoute() throws {
    var patch = PatchDocument()
    let connect = #"{"connect": {"source": "touch_x", "destination": "voice_pan"}}"#
    for _ in patch.connections.count..<64 { try patch.apply(connect) }
    #expect(refusal { () throws(DocumentError) in try patch.apply(connect) }?.text.contains("64") == true)
    let all = Trigger.allCases.filter { $0 != .level }.flatMap { trigger in
      Action.allCases.map { (trigger, $0) }
    }
    for (number, pair) in all.prefix(33).enumerated() {
      let route = "{\"route\": {\"trigger\": \"\(pair.0.symbol)\", \"action\": \"\(pair.1.symbol)\"}}"
      let error = refusal { () throws(DocumentError) in try patch.apply(route) }
      #expect((error == nil) == (number < 32))
    }
    #expect(throws: Never.self) { try patch.compile() }
  }
}
