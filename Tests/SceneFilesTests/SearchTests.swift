// What a scene needs from other files, in a folder that is a dictionary; and Pd's own objects, which Pd is
// asked for.
import TestSupport
import Testing
import Text

@testable import SceneFiles

@Suite struct SearchTests {
  private let head = "#N canvas 0 0 450 300 12;\n"

  /// Searches in files by their paths; the main patch is `s/_main.pd`.
  private func search(_ files: [String: String], folders: [String] = []) -> SceneSearch {
    SceneSearch(
      Array("s/_main.pd".utf8), folders: folders.map { Array($0.utf8) },
      load: { path in files[string(path)].map { Array($0.utf8) } },
      exists: { files[string($0)] != nil })
  }

  private func lines(_ notes: [SceneSearch.Note]) -> [String] {
    notes.map { "\(string($0.path)):\($0.error.line): \(string($0.error.message))" }
  }

  @Test func whatIsMissingIsNamedWithItsLine() {
    let found = search(
      [
        "s/_main.pd": head
          + """
          #X obj 1 1 osc~ 440;
          #X obj 1 1 voice;
          #X obj 1 1 nothing 1 2;
          #X obj 1 1 \\$1-any;
          #X obj 1 1 clone -s 1 8 voice;
          #X obj 1 1 clone gone 8;
          #X msg 1 1 read -resize no.wav a \\, open there.wav \\; x open \\$1.wav;
          #X msg 1 1 print no.wav;
          #X declare -lib absent;
          """,
        "s/voice.pd": head + "#X obj 1 1 inner;\n#X obj 1 1 lost;\n",
        "l/inner/inner.pd": head + "#X obj 1 1 dir/other;\n#X obj 1 1 native;\n",
        "l/inner/dir/other.pd": head, "l/native.pd_linux": "", "s/there.wav": "",
      ], folders: ["l"])
    #expect(
      found.patches.map(string) == ["s/_main.pd", "s/voice.pd", "l/inner/inner.pd", "l/inner/dir/other.pd"])
    #expect(found.externals.map(string) == ["l/native.pd_linux"])
    #expect(
      lines(found.errors) == [
        "s/_main.pd:10: the library “absent” is not found",
        "s/voice.pd:3: the object “lost” is missing: there is neither lost.pd nor an external",
        "s/_main.pd:4: the object “nothing” is missing: there is neither nothing.pd nor an external",
        "s/_main.pd:7: the object “gone” is missing: there is neither gone.pd nor an external",
      ])
    #expect(
      lines(found.warnings) == [
        "s/_main.pd:8: the file “no.wav” is not there, unless the patch itself writes it"
      ])
  }

  @Test func foldersThatAreDeclaredCountForFilesWithin() {
    let found = search([
      "s/_main.pd": head + "#X declare -path libs;\n#X obj 1 1 one;\n",
      "s/libs/one.pd": head + "#X obj 1 1 two;\n#X obj 1 1 deeper/three;\n",
      "s/libs/two.pd": head, "s/libs/deeper/three.pd": head + "#X obj 1 1 two;\n#X obj 1 1 four;\n",
      "s/four.pd": head,
    ])
    // The folder of the main patch itself is not searched for objects of files elsewhere.
    #expect(
      lines(found.errors) == [
        "s/libs/deeper/three.pd:3: the object “four” is missing: there is neither four.pd nor an external"
      ])
  }

  @Test func aLibraryThatIsThereMakesUnknownObjectsWarnings() {
    let found = search(
      ["s/_main.pd": head + "#X declare -lib zexy;\n#X obj 1 1 mavg 4;\n", "x/zexy/zexy.pd_linux": ""],
      folders: ["x"])
    #expect(found.errors.isEmpty)
    #expect(
      lines(found.warnings) == [
        "s/_main.pd:3: “mavg” is in no file: perhaps it is in a library that is declared"
      ])
    #expect(found.externals.map(string) == ["x/zexy/zexy.pd_linux"])
  }

  @Test func whatContainsItselfIsAnError() {
    let found = search([
      "s/_main.pd": head + "#X obj 1 1 one;\n", "s/one.pd": head + "#X obj 1 1 two;\n",
      "s/two.pd": head + "#X obj 1 1 f;\n#X obj 1 1 one;\n",
    ])
    #expect(lines(found.errors) == ["s/two.pd:3: one contains itself, in s/one.pd"])
    var deep = ["s/_main.pd": head + "#X obj 1 1 p0;\n"]
    for index in 0..<80 { deep["s/p\(index).pd"] = head + "#X obj 1 1 p\(index + 1);\n" }
    #expect(
      lines(search(deep).errors) == ["s/p62.pd:2: more than 64 abstractions stand within each other"])
    let wide = (0..<2_100).map { "#X obj 1 1 q\($0);\n" }.joined()
    var many = ["s/_main.pd": head + wide]
    for index in 0..<2_100 { many["s/q\(index).pd"] = head }
    #expect(
      lines(search(many).errors) == ["s/q1999.pd:1: is one file more than the 2000 that are read of a scene"])
  }

  @Test func filesThatCannotBeReadAreErrors() {
    let found = search(["s/_main.pd": head + "#X obj 1 1 a;\n#X obj 1 1 f;\n", "s/a.pd": "no"])
    #expect(
      lines(found.errors) == ["s/a.pd:1: the file ends within this record: no semicolon follows"])
    #expect(lines(search([:]).errors) == ["s/_main.pd:1: cannot be read"])
    #expect(search([:]).main == nil)
  }

  /// Pd makes each object of our table, and complains about one that is not there.
  @Test func pdHasEachObjectOfTheTable() throws {
    let names = "\(PdClasses.names)".split { $0 == " " || $0 == "\n" }.map(String.init)
    #expect(names.count == 248)
    let objects = (names + ["no-such-object"]).map { "#X obj 1 1 \($0.replacing("$", with: "\\$"));\n" }
    let said = try console(of: Array((head + objects.joined()).utf8))
    let failed = said.filter { $0.contains("couldn't create") }
    #expect(failed.count == 1, "\(failed)")
    #expect(said.contains { $0.contains("no-such-object") })
  }
}
