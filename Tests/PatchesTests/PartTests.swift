// Parts of a patch as text.
import Controls
import Matrix
import Music
import TestSupport
import Testing
import Text

@testable import Patches

struct PartTests {
  @Test func aPartFallsBackOnThePatchsMap() throws {
    // Wherever the map stands.
    let patch = try read(
      #"{"version": 1, "parts": [{"map": {"low": 40}}, {"silent": true}], "map": {"low": 30, "high": 90}}"#
    ).patch
    #expect(patch.parts[0].map.low == 40 && patch.parts[0].map.high == 90)
    #expect(patch.parts[1].map.low == 30 && patch.parts[1].isSilent)
  }

  @Test func whatIsOutsideIsClampedWithAWarning() throws {
    let back = try read(
      #"{"version": 1, "parts": [{"octave": 9, "quarters": -1, "region": [-1, 0, 0.5, 1]}]}"#)
    #expect(back.warnings.count == 3)
    #expect(back.patch.parts[0].octave == 5 && back.patch.parts[0].quarters == 0)
    #expect(back.patch.parts[0].region == Region(right: 0.5))
  }

  @Test(arguments: [
    (#"[{"region": [0, 0, 1]}]"#, "parts[0].region: must be four numbers"),
    (#"[{"region": [0.6, 0, 0.5, 1]}]"#, "parts[0].region: left is above right"),
    (#"[{}, {"region": [0.5, 0, 0.505, 1]}]"#, "parts[1].region: is narrower than 0.01"),
    (#"[{"source": "a name of thirty-three letters, so"}]"#, "parts[0].source: has"),
    (#"[{"map": {"scale": "blue"}}]"#, "parts[0].map.scale: there is no scale"),
    (#"[{"silent": 1}]"#, "parts[0].silent: must be true or false"),
    (
      "[" + [String](repeating: "{}", count: 33).joined(separator: ",") + "]",
      "parts: has 33 parts, more than 32"
    ),
    (#"[{"keys": 35}]"#, "parts[0].keys: must be"),
    (#"[{"keys": ["kick"]}]"#, "parts[0].keys[0]: must be"),
    (#"[{"choke": "hats"}]"#, "parts[0].choke: must be"),
    (#"[{"parameters": {"drive_gain": "much"}}]"#, "parts[0].parameters.drive_gain: must be a number"),
    (#"[{"parameters": {"morph": 1}}]"#, "parts[0].parameters.morph: a part cannot say"),
  ])
  func whatMeansNothingIsRefusedWithItsPlace(parts: String, error: String) {
    let refused = refusal { () throws(DocumentError) in try read(#"{"version": 1, "parts": \#(parts)}"#) }
    #expect(refused?.text.hasPrefix(error) == true, "\(refused?.text ?? "taken")")
    #expect(refused?.line == 1)
  }

  @Test func keysChokeAndParametersAreReadWrittenAndCompiled() throws {
    let text = #"""
      {"version": 1, "parameters": {"filter_1_cutoff": {"base": 900, "low": 400, "high": 2000}}, "parts": [
        {"name": "kick", "keys": [36, 35, 36],
         "parameters": {"filter_1_cutoff": 500, "osc_a_wave": "sine", "later": 1}},
        {"keys": [42], "region": [0, 0, 0.5, 1], "choke": 1, "parameters": {"filter_1_cutoff": 3000}}]}
      """#
    let (patch, warnings) = try read(text)
    #expect(warnings.count == 1, "a key that is not known")
    #expect(patch.parts[0].keys == [35, 36] && patch.parts[1].choke == 1)
    let written = string(patch.write())
    #expect(
      written.contains(#""keys": [35, 36]"#)
        && written.contains(#""parameters": {"osc_a_wave": "sine", "filter_1_cutoff": 500, "later": 1}"#)
        && written.contains(#""choke": 1"#))
    #expect(try read(written).patch == patch && string(try read(written).patch.write()) == written)
    let compiled = try patch.compile()
    #expect(compiled.parts[0].keys[0] == 3 << 35 && !compiled.parts[0].takesTouches)
    #expect(compiled.parts[1].keys[0] == 1 << 42 && compiled.parts[1].takesTouches)
    #expect(compiled.parts[1].choke == 1)
    // Within the range that the performer is given.
    #expect(patch.partValues[1][Int(Parameter.filterCutoff.rawValue)] == 2000)
    #expect(patch.partValues[1][Int(Parameter.oscAWave.rawValue)] == nil)
  }

  @Test func anEditReplacesTheList() throws {
    var patch = PatchDocument()
    try patch.apply(#"{"parts": [{"octave": 1}, {"octave": 2}], "map": {"low": 20}}"#)
    #expect(patch.parts.map { $0.octave } == [1, 2] && patch.parts[0].map.low == 20)
    try patch.apply(#"{"parts": []}"#)
    #expect(patch.parts.isEmpty)
    let refused = refusal { () throws(DocumentError) in try patch.apply(#"{"parts": [{"sound": 1}]}"#) }
    #expect(refused?.text.hasPrefix("parts[0].sound: is not known") == true)
  }
}
