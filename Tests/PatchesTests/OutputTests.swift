// Outputs of a patch as text and as edits: read, written, clamped, refused; and what they make of a patch.
import Controls
import Instrument
import TestSupport
import Testing
import Text

@testable import Patches

struct OutputTests {
  private func outputs(_ lines: String...) -> String {
    #"{"version": 1, "outputs": ["# + lines.joined(separator: ", ") + "]}"
  }

  @Test func outputsAreOneLineAgain() throws {
    let lines = [
      #"{"source": "group_spread", "to": "pitch_bend", "channel": 2, "low": 0.5, "slope": 0.25}"#,
      #"{"source": "touch_x", "to": "cc_14", "on": false, "number": 5, "voices": "channels", "smooth": [0.5, 1], "#
        + #""threshold": 0.125}"#,
      #"{"source": "touch_note", "to": "note", "voices": "each", "velocity": "touch_pressure"}"#,
      #"{"source": "touch_x", "to": "note", "trigger": "on_tap", "region": [0, 0, 0.5, 1], "#
        + #""low": 36, "high": 84, "length": 0.5}"#,
      #"{"to": "mmc", "command": "record", "trigger": "on_count_reached", "which": 3}"#,
      #"{"to": "midi_clock"}"#,
      #"{"source": "macro_1", "to": "osc", "destination": "visuals", "address": "/turn", "#
        + #""arguments": ["value", "left", "3"], "high": 360, "rate": 30}"#,
      #"{"source": "constant", "to": "cc", "number": 21, "trigger": "on_touch_began", "end": "on_touch_ended"}"#,
      #"{"source": "user_1", "to": "port", "number": 16, "later": 1}"#,
    ]
    let read = try read(outputs(lines.joined(separator: ", ")))
    let written = string(read.patch.write())
    for line in lines { #expect(written.contains("    " + line), "\(line)\n\(written)") }
    #expect(read.warnings.count == 1)
    let again = try PatchesTests.read(written)
    #expect(again.patch == read.patch)
  }

  @Test(arguments: [
    (#"[{"to": "cc"}]"#, "outputs[0]: source is missing"),
    (#"[{"source": "touch_x"}]"#, "outputs[0]: to is missing"),
    (#"[{"source": "touch_x", "to": "cv"}]"#, "outputs[0].to: there is no destination \"cv\""),
    (#"[{"source": "nothing", "to": "cc"}]"#, "outputs[0].source: there is no controller \"nothing\""),
    (
      #"[{"to": "mmc", "command": "play", "trigger": "on_level"}]"#,
      "outputs[0].trigger: can't begin or end an output"
    ),
    (
      #"[{"source": "touch_x", "to": "osc", "address": "turn"}]"#,
      "outputs[0].address: must begin with “/”"
    ),
    (#"[{"source": "touch_x", "to": "osc", "address": "/a*"}]"#, "outputs[0].address: must begin with “/”"),
    (
      #"[{"source": "touch_x", "to": "cc", "smooth": [1]}]"#, "outputs[0].smooth: must be a number of seconds"
    ),
  ])
  func mistakesAreRefused(_ list: String, _ message: String) {
    let error = refusal { () throws(DocumentError) in try read(#"{"version": 1, "outputs": "# + list + "}") }
    #expect(error?.text.hasPrefix(message) == true, "\(error?.text ?? "not refused")")
  }

  @Test func numbersAreClampedAndAThirtyThirdIsRefused() throws {
    let one = #"{"source": "touch_x", "to": "cc", "number": 200, "channel": 17, "high": 2}"#
    let clamped = try read(outputs(one))
    #expect(clamped.warnings.count == 3)
    #expect(clamped.patch.outputs[0].output.number == 119 && clamped.patch.outputs[0].output.channel == 16)
    #expect(clamped.patch.outputs[0].output.high == 1)
    let many = Array(repeating: #"{"to": "midi_clock"}"#, count: 33).joined(separator: ", ")
    let error = refusal { () throws(DocumentError) in try read(outputs(many)) }
    #expect(error?.text == "outputs: has 33 outputs, more than 32")
  }

  @Test func outputsAreEdited() throws {
    var patch = PatchDocument()
    try patch.apply(#"{"output": {"source": "touch_x", "to": "cc", "number": 7}}"#)
    try patch.apply(#"{"output": {"to": "midi_clock"}}"#)
    try patch.apply(#"{"output": {"source": "touch_y", "to": "pitch_bend", "place": 1}}"#)
    #expect(patch.outputs.map(\.output.kind) == [.pitchBend, .clock])
    #expect(patch.outputs[0].output.source == .touchY)
    let edit = PatchEdit.output(place: 2, patch.outputs[0])
    var other = patch
    try other.apply(edit: edit.text)
    #expect(other.outputs[1] == patch.outputs[0])
    try patch.apply(#"{"remove_output": 1}"#)
    #expect(patch.outputs.map(\.output.kind) == [.clock])
    let before = patch
    #expect(refusal { () throws(DocumentError) in try patch.apply(#"{"remove_output": 2}"#) } != nil)
    #expect(
      refusal { () throws(DocumentError) in try patch.apply(#"{"output": {"to": "midi_clock", "place": 2}}"#)
      }
        != nil)
    #expect(patch == before)
  }

  @Test func aChangedDestinationLosesTheKeysForWhichItHasNoUse() throws {
    let json = try #require(JSON.text(#"{"source": "touch_x", "to": "port", "number": 3, "channel": 2}"#))
    let completed = string(PatchOutput.completed(json).words.bytes)
    #expect(completed == #"{"source": "touch_x", "to": "port", "number": 3}"#)
  }

  /// What an output reads is computed, and a loop is known before it plays.
  @Test func aPatchIsCompiledWithWhatItsOutputsRead() throws {
    let text = outputs(
      #"{"source": "lfo_2", "to": "cc", "number": 3}"#, #"{"source": "midi_cc_3", "to": "cc", "number": 3}"#,
      #"{"source": "midi_bend", "to": "pitch_bend"}"#, #"{"source": "touch_x", "to": "pitch_bend"}"#,
      #"{"source": "user_1", "to": "cc", "number": 9}"#, #"{"source": "macro_2", "to": "cc", "number": 20}"#)
    var patch = try read(text).patch
    patch.expressions[0] = [UInt8]("midi_cc_9 * 2".utf8)
    patch.macros[1].control = 20
    let compiled = try patch.compile()
    #expect((0..<6).map { compiled.outputs[$0].isLooped } == [false, true, true, false, true, true])
    #expect(compiled.program.reads(.lfo2) && !compiled.program.reads(.lfo3))
    #expect(!compiled.isSilent && compiled.sendsTouches)
    patch.makesSound = false
    #expect(try patch.compile().isSilent)
  }
}

extension JSON {
  fileprivate static func text(_ text: String) -> JSON? {
    [UInt8](text.utf8).withUnsafeBytes { try? JSON($0) }
  }
}
