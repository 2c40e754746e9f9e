import Controls
import Foundation
import Instrument
import Lanes
import Matrix
import Music
import TestSupport
import Testing
import Text

@testable import Patches

struct PatchTests {
  @Test func whatIsWrittenIsReadBackAndWrittenTheSame() throws {
    var random = SeededGenerator("PATCH_SEED", default: 1)
    for number in 0..<200 {
      let patch = PatchDocument.random(&random)
      let text = patch.write()
      let back = try read(text)
      #expect(back.patch == patch, "patch \(number)")
      #expect(back.patch.write() == text, "patch \(number)")
      // Foundation reads the same JSON, so it is JSON.
      #expect((try? JSONSerialization.jsonObject(with: Data(text))) != nil, "patch \(number)")
    }
  }

  @Test func anEmptyPatchIsTheDefaultOne() throws {
    let back = try read(#"{"version": 1}"#)
    #expect(back.patch == PatchDocument())
    #expect(back.warnings.isEmpty)
    #expect(back.patch.connections.count == 3)
    let cutoff = back.patch.connections[0].connection
    #expect(abs(cutoff.low - 1100 / pow(2, 2.5)) < 0.001 && abs(cutoff.high - 1100 * pow(2, 2.5)) < 0.001)
  }

  @Test func aConnectionAndAParameterAreOneLineEach() throws {
    let text = try read(
      """
      {"version": 1, "connections": [{"destination": "voice_pitch", "source": "touch_x", "slope": "minor",
        "smooth": 0.1, "direction": "down", "amount": 0.5, "low": 0, "high": 12, "gate": "always"}],
       "parameters": {"amp_attack": {"low": 0.01, "base": 0.1}, "osc_a_wave": "sine",
        "filter_1_cutoff": 900.0}}
      """
    ).patch.write()
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(
      lines.contains(
        #"    {"source": "touch_x", "destination": "voice_pitch", "low": 0, "high": 12, "#
          + #""direction": "down", "slope": "minor", "smooth": [0.1, 0.1], "amount": 0.5}"#
      ))
    #expect(lines.contains(#"    "amp_attack": {"base": 0.1, "low": 0.01}"#))
    #expect(lines.contains(#"    "filter_1_cutoff": 900,"#))
    #expect(lines.contains(#"    "osc_a_wave": "sine","#))
  }

  @Test func unknownKeysArePreservedAtEveryLevel() throws {
    let extra = #""later": [1, 2.5, {"deep": "\u0001é"}], "_note": null"#
    let text = """
      {"version": 1, "map": {\(extra)}, "voices": {\(extra)}, "objects": {\(extra)},
       "parameters": {"amp_level": {\(extra)}, \(extra)},
       "connections": [{"source": "touch_x", "destination": "voice_pan", \(extra)}],
       "routes": [{"trigger": "on_note", "action": "patch.next", \(extra)}],
       "user": {"33": "x", \(extra)}, \(extra)}
      """
    let first = try read(text)
    // One for each `later` and the user expression that does not exist; notes are not remarked on.
    #expect(first.warnings.count == 10)
    let places = Set(first.warnings.map { $0.text.prefix(while: { $0 != ":" }) })
    #expect(
      places == [
        "map.later", "voices.later", "objects.later", "parameters.amp_level.later", "parameters.later",
        "connections[0].later", "routes[0].later", "user.33", "user.later", "later",
      ])
    let written = String(decoding: first.patch.write(), as: UTF8.self)
    #expect(written.components(separatedBy: #""later": [1, 2.5, {"deep": "\u0001é"}]"#).count == 10)
    #expect(try read(written).patch == first.patch)
  }

  @Test func otherVersionsAreRefused() throws {
    let none = try #require(refusal { () throws(DocumentError) in try read(#"{"version": 0}"#) })
    #expect(none.text.contains("from 1") && (none.line, none.column) == (1, 13))
    let newer = try #require(refusal { () throws(DocumentError) in try read(#"{"version": 2}"#) })
    #expect(newer.text.contains("version 2") && newer.text.contains("newer"))
    #expect((newer.line, newer.column) == (1, 13))
  }

  @Test func theCompiledPatchMatchesTheJSON() throws {
    let patch = try read(
      """
      {"version": 1, "seed": 7, "map": {"axis": "y", "low": 30, "high": 90.5, "scale": "minor", "root": 33,
        "quantise": "magnetic", "glide": 0.5}, "voices": {"polyphony": 9, "mono": true, "legato": true},
       "midi_joins_group": true, "pad": 3, "objects": {"reverb": false, "delay": true},
       "parameters": {"filter_1_cutoff": {"base": 500, "low": 400, "high": 800}, "osc_b_wave": "sine"},
       "connections": [
        {"source": "group_spread", "destination": "osc_a_semitones", "low": 12, "high": -12, "sensitivity": 2,
         "direction": "down", "slope": "major", "smooth": [0.25, 4], "gate": "during_group",
         "mode": "running", "combine": "last", "amount": -1.5},
        {"source": "env_1", "destination": "drive_gain", "slope": 0.75}],
       "routes": [{"trigger": "on_group_began", "action": "lfo_1.toggle"}]}
      """
    ).patch.compile()
    #expect(
      patch.map
        == PlayingMap(
          axis: .y, low: 30, high: 90.5, scale: .minor, root: 33, quantise: .magnetic, glide: 0.5))
    #expect(patch.voices.polyphony == 9 && patch.voices.isMono && patch.voices.isLegato)
    #expect(patch.seed == 7 && patch.midiJoinsGroup && patch.pad == 3)
    #expect(SoundObject.allCases.filter { patch.isOff($0) } == [.reverb])
    for parameter in Parameter.allCases {
      let expected: Float =
        switch parameter {
        case .filterCutoff: 500
        case .oscBWave: 0
        default: parameter.spec.default
        }
      #expect(patch.program.base[parameter] == Lanes(repeating: expected))
    }
    var first = Connection(.groupSpread, .oscASemitones, low: 12, high: -12)
    first.sensitivity = 2
    first.isInverted = true
    first.scaleMask = Scale.major.semitones
    (first.smoothUp, first.smoothDown) = (0.25, 4)
    (first.gate, first.mode, first.combine, first.amount) = (.duringGroup, .running, .last, -1.5)
    var second = Connection(.env1, .drive, low: 0, high: 36)
    second.curve = 0.75
    #expect(patch.program.connectionCount == 2)
    #expect(patch.program.connections[0] == first && patch.program.connections[1] == second)
    #expect(patch.program.routeCount == 1)
    #expect(patch.program.routes[0] == Route(.groupBegan, .lfoToggle))
  }

  @Test func shippedPatchesAreCanonicalAndWithoutWarnings() throws {
    let shipped = try files(in: "bundle/patches")
    #expect(shipped.count >= 48)
    for (name, text) in shipped {
      let back = try read(text)
      #expect(back.warnings.isEmpty, "\(name)")
      #expect(back.patch.write() == text, "\(name): tactus patch convert \(name) -o \(name) --force")
      #expect(throws: Never.self) { try back.patch.compile() }
    }
  }

  @Test func eachOfManyWarningsHasItsLine() throws {
    let keys = (0..<80_000).map { "\"\($0)\":0" }.joined(separator: ",\n")
    let warnings = try read("{\"version\":1,\n" + keys + "}").warnings
    #expect(warnings.map(\.line) == Array(2...80_001))
  }
}
