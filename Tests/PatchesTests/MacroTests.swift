// Learned controls of macros: read, written, compiled, edited.
import Controls
import TestSupport
import Testing
import Text

@testable import Patches

struct MacroTests {
  @Test func macrosAreReadWrittenAndCompiled() throws {
    let text = #"{"version": 1, "macros": {"3": {"cc": 74}, "8": {"osc": "/fader/1", "later": 1}}}"#
    let back = try read(text)
    #expect(back.patch.macros[2].control == 74 && string(back.patch.macros[7].address) == "/fader/1")
    #expect(back.warnings.count == 1)
    let written = string(back.patch.write())
    #expect(written.contains(#"    "3": {"cc": 74},"#))
    #expect(written.contains(#"    "8": {"osc": "/fader/1", "later": 1}"#))
    #expect(try read(written).patch == back.patch)
    let compiled = try back.patch.compile()
    #expect(compiled.macroControls[2] == 74 && compiled.macroControls[7] == 255)
  }

  @Test func anEditReplacesTheMacrosThatItNames() throws {
    var patch = try read(#"{"version": 1, "macros": {"3": {"cc": 74}, "4": {"cc": 1}}}"#).patch
    try patch.apply(#"{"macros": {"3": {"osc": "/x"}, "4": {}}}"#)
    #expect(patch.macros[2].control == nil && string(patch.macros[2].address) == "/x")
    #expect(patch.macros[3] == MacroSource())
    // A macro keeps its name when it learns another control.
    try patch.apply(#"{"macros": {"3": {"name": "Brightness"}}}"#)
    try patch.apply(#"{"macros": {"3": {"cc": 20}}}"#)
    #expect(string(patch.macros[2].name) == "Brightness" && patch.macros[2].control == 20)
    #expect(string(patch.write()).contains(#""3": {"name": "Brightness", "cc": 20}"#))
    for (bad, message) in [
      (#"{"macros": {"3": {"osc": "fader"}}}"#, "must begin with"), (#"{"macros": {"9": {}}}"#, "not known"),
      (#"{"macros": {"3": 74}}"#, "object"),
    ] {
      let error = refusal { () throws(DocumentError) in try patch.apply(bad) }
      #expect(error?.text.contains(message) == true, "\(bad)")
    }
  }
}
