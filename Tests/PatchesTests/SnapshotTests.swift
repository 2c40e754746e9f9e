// Snapshots: read, written, taken, recalled, forgotten, and refused.
import Controls
import RealTime
import TestSupport
import Testing
import Text

@testable import Patches

struct SnapshotTests {
  private let text = #"""
    {"version": 1, "parameters": {"filter_1_cutoff": 900}, "snapshots": [
      {"name": "Dark", "values": {"filter_1_cutoff": 300, "osc_a_wave": "sine", "_note": 1}, "later": 2},
      {"values": {"osc_a_level": 2, "osc_z": 1}}]}
    """#

  @Test func snapshotsAreReadAndWritten() throws {
    let (patch, warnings) = try read(text)
    #expect(patch.snapshots.count == 2 && string(patch.snapshots[0].name) == "Dark")
    #expect(patch.snapshots[0].values[Int(Parameter.filterCutoff.rawValue)] == 300)
    #expect(patch.snapshots[0].values[Int(Parameter.drive.rawValue)] == nil)
    #expect(patch.snapshots[1].values[Int(Parameter.oscALevel.rawValue)] == 1)
    #expect(
      warnings.map { string($0.sentence()) }.contains { $0.contains("snapshots[1].values.osc_a_level") })
    #expect(warnings.count == 3, "clamped, and two keys that are not known")
    let written = string(patch.write())
    #expect(
      written.contains(
        #"    {"name": "Dark", "values": {"osc_a_wave": "sine", "filter_1_cutoff": 300, "#
          + #""_note": 1}, "later": 2},"#
      ))
    #expect(written.contains(#"    {"values": {"osc_a_level": 1, "osc_z": 1}}"#))
    #expect(try read(written).patch == patch && string(try read(written).patch.write()) == written)
  }

  @Test func omittedValuesOfASnapshotAreThePatchs() throws {
    var patch = try read(text).patch
    var values = patch.snapshotValues
    #expect(values[1][Int(Parameter.filterCutoff.rawValue)] == nil, "the patch's own")
    try patch.apply(#"{"set": {"filter_1_cutoff": {"base": 500, "low": 400, "high": 600}}}"#)
    values = patch.snapshotValues
    #expect(values[1][Int(Parameter.filterCutoff.rawValue)] == nil)
    #expect(values[0][Int(Parameter.filterCutoff.rawValue)] == 400, "within the performer's range")
    try patch.apply(#"{"set": {"filter_1_cutoff": {"base": 150, "low": 100, "high": 200}}}"#)
    #expect(patch.snapshotValues[0][Int(Parameter.filterCutoff.rawValue)] == 200, "within its other end")
  }

  @Test func takingKeepsEverythingAndRecallingBringsItBack() throws {
    var random = SeededGenerator("SNAPSHOT_SEED", default: 8)
    for _ in 0..<50 {
      var patch = PatchDocument.random(&random)
      patch.snapshots = []
      let before = patch
      try patch.apply(#"{"snapshot": {"name": "One"}}"#)
      for parameter in Parameter.allCases {
        patch[parameter].base = parameter == .morph ? patch[parameter].high : patch[parameter].low
      }
      try patch.apply(#"{"snapshot": 2}"#)
      try patch.apply(#"{"snapshot": 2}"#)
      #expect(patch.snapshots.count == 2, "the second time replaces it")
      try patch.apply(#"{"recall": 1}"#)
      for parameter in Parameter.allCases where parameter != .morph {
        #expect(patch[parameter].base == before[parameter].base)
      }
      #expect(patch[.morph].base == patch[.morph].low)
      try patch.apply(#"{"forget": 1}"#)
      #expect(patch.snapshots.count == 1 && patch.snapshots[0].name.isEmpty)
    }
  }

  @Test func badEditsSayWhatIsWrong() throws {
    var patch = try read(text).patch
    let before = patch
    for (edit, message) in [
      (#"{"recall": 3}"#, "recall: there is no snapshot 3, only 1…2"), (#"{"recall": 0}"#, "no snapshot 0"),
      (#"{"recall": "Dark"}"#, "must be the place"), (#"{"recall": -9223372036854775808}"#, "no snapshot"),
      (#"{"snapshot": 4}"#, "the next snapshot is 3, not 4"), (#"{"snapshot": 0}"#, "next snapshot is 3"),
      (#"{"snapshot": {"nom": "x"}}"#, "snapshot.nom: is not known"), (#"{"forget": 9}"#, "only 1…2"),
      (#"{"snapshots": [{"values": {"morph": 1}}]}"#, "cannot say where the morph is"),
      (#"{"snapshots": [{}, {}, {}, {}, {}, {}, {}, {}, {}]}"#, "9 snapshots, more than 8"),
      (#"{"snapshots": {"1": {}}}"#, "must be a list"),
    ] {
      let error = refusal { () throws(DocumentError) in try patch.apply(edit) }
      #expect(
        error.map { string($0.sentence()).contains(message) } == true, "\(edit): \(error?.text ?? "none")")
      #expect(patch == before)
    }
    for place in 3...8 { try patch.apply(#"{"snapshot": \#(place)}"#) }
    let full = refusal { () throws(DocumentError) in try patch.apply(#"{"snapshot": {}}"#) }
    #expect(full?.text.contains("place is 1…8, not 9") == true)
    var empty = PatchDocument()
    let none = refusal { () throws(DocumentError) in try empty.apply(#"{"recall": 1}"#) }
    #expect(none?.text.contains("none has been taken") == true)
  }

  @Test func compiledSnapshotsAreInTheProgram() throws {
    let compiled = try read(text).patch.compile()
    #expect(compiled.program.snapshotCount == 2)
    #expect(try PatchDocument().compile().program.snapshotCount == 0)
  }
}
