// What a scene needs from other files, in a folder that is a dictionary; and Pd's own objects, which Pd is
// asked for.
import TestSupport
import Testing
import Text

@testable import SceneFiles

@Suite struct SearchTests {
  private let head = "#N canvas 0 0 450 300 12;\n"

  /// Searches in files by their paths; the main patch is `s/_main.pd`.
  private func search(
    _ files: [String: String], folders: [String] = [], standard: [String] = [], hidden: String = "nowhere"
  ) -> SceneSearch {
    SceneSearch(
      Array("s/_main.pd".utf8), folders: folders.map { Array($0.utf8) },
      standard: standard.map { Array($0.utf8) },
      load: { path in files[string(path)].map { Array($0.utf8) } },
      look: { path in
        let path = string(path)
        if path == hidden || path.hasPrefix("\(hidden)/") {
          return files.keys.contains { $0 == path || $0.hasPrefix("\(path)/") } ? .hidden : .missing
        }
        if files[path] != nil { return .file }
        return files.keys.contains { $0.hasPrefix("\(path)/") } ? .folder : .missing
      })
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
          #X obj 1 1 own;
          #X msg 1 1 read -resize no.wav a \\, open there.wav \\; x open \\$1.wav;
          #X msg 1 1 print no.wav;
          #X declare -lib absent;
          """,
        "s/voice.pd": head + "#X obj 1 1 inner;\n#X obj 1 1 lost;\n",
        "l/inner/inner.pd": head + "#X obj 1 1 dir/other;\n#X obj 1 1 native;\n",
        "l/inner/dir/other.pd": head, "l/native.pd_linux": "", "s/there.wav": "", "s/own.pd_linux": "",
      ], folders: ["l"])
    #expect(
      found.patches.map(string) == ["s/_main.pd", "s/voice.pd", "l/inner/inner.pd", "l/inner/dir/other.pd"])
    // What Pd's packages bring is not the scene's.
    #expect(found.externals.map(string) == ["s/own.pd_linux"])
    #expect(
      lines(found.errors) == [
        "s/voice.pd:3: the object “lost” is missing: there is neither lost.pd nor an external",
        "s/_main.pd:4: the object “nothing” is missing: there is neither nothing.pd nor an external",
        "s/_main.pd:7: the object “gone” is missing: there is neither gone.pd nor an external",
        "s/_main.pd:11: the library “absent” is not found",
      ])
    #expect(
      lines(found.warnings) == [
        "s/_main.pd:9: the file “no.wav” is not there, unless the patch itself writes it"
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

  @Test func aLibraryHasTheObjectsThatItNames() {
    let found = search(
      [
        "s/_main.pd": head
          + """
          #X obj 1 1 mavg 4;
          #X declare -lib zexy;
          #X obj 1 1 mavg 4;
          #X obj 1 1 !-~;
          #X obj 1 1 absent;
          #X obj 1 1 one/two;
          #X obj 1 1 two;
          """,
        "x/zexy/zexy.pd_linux": "\u{7f}ELF\0\0@mavg\0zexy/!-~\0", "x/one/two.pd_linux": "",
      ],
      folders: ["x"])
    func missing(_ name: String) -> String {
      "the object “\(name)” is missing: there is neither \(name).pd nor an external"
    }
    // A library is loaded where it is declared, and an object that was loaded is known without its folder.
    #expect(
      lines(found.errors) == [
        "s/_main.pd:2: \(missing("mavg"))", "s/_main.pd:6: \(missing("absent"))",
      ])
  }

  /// Each row: the declaration, and whether `[one]` is found then.
  @Test func declaredFoldersAreWherePdLooksForThem() {
    for (declaration, isFound) in [
      ("-path sub", true), ("-path ./sub", true), ("-path extra/sub", false), ("-path pkg", true),
      ("-stdpath pkg", true), ("-stdpath extra/pkg", true), ("-stdpath sub", false), ("-path lib", true),
      ("-stdpath lib", false), ("-path sub/../sub", true), ("-path no -path sub", true),
      ("-x -path sub", true), ("-path", false), ("-lib libdir -lib set", true), ("-lib set", false),
      ("-path /abs", true),
    ] {
      let found = search(
        [
          "s/_main.pd": head + "#X declare \(declaration);\n#X obj 1 1 one;\n", "s/sub/one.pd": head,
          "std/pkg/one.pd": head, "p/lib/one.pd": head, "std/libdir.pd_linux": "", "/abs/one.pd": head,
          "std/set/one.pd": head, "std/set/set-meta.pd": head,
        ], folders: ["p"], standard: ["std"])
      #expect(lines(found.errors).contains { $0.contains("“one” is missing") } != isFound, "\(declaration)")
    }
    // The object `declare` only shows what the record says.
    let found = search([
      "s/_main.pd": head + "#X obj 1 1 declare -path sub;\n#X obj 1 1 one;\n", "s/sub/one.pd": head,
    ])
    #expect(found.errors.count == 1)
  }

  @Test func whatTheBoxHidesIsNamed() {
    for (object, path) in [("../abs/tone", "abs/tone.pd"), ("tone", "abs/tone.pd"), ("/up/x", "/up/x.pd")] {
      let found = search(
        [
          "s/_main.pd": head + "#X declare -path ../abs;\n#X obj 1 1 \(object);\n", path: head,
          "s/n.pd": head,
        ], hidden: object == "/up/x" ? "/up" : "abs")
      #expect(
        lines(found.errors) == [
          "s/_main.pd:3: the object “\(object)” is outside the scene's folder, where its box hides it: \(path)"
        ])
      #expect(found.patches.count == 1)
    }
    let found = search(
      ["s/_main.pd": head + "#X msg 1 1 open ../a.wav;\n", "a.wav": ""], hidden: "a.wav")
    #expect(
      lines(found.warnings) == [
        "s/_main.pd:2: the file “../a.wav” is outside the scene's folder, where its box hides it: a.wav"
      ])
  }

  /// In each folder native code comes before patches, and an earlier folder before a later one.
  @Test func theFirstFileIsTaken() {
    let all = [
      "s/one.pd_linux", "s/one/one.pd_linux", "s/one.pd", "s/one.pat", "s/one/one.pd", "p/one.pd_linux",
      "p/one.pd",
    ]
    for index in all.indices {
      var files = ["s/_main.pd": head + "#X obj 1 1 one;\n"]
      for path in all[index...] { files[path] = head }
      let found = search(files, folders: ["p"])
      let taken = found.externals.map(string) + found.patches.map(string).filter { $0 != "s/_main.pd" }
      let expected = all[index].hasSuffix("_linux") && all[index].hasPrefix("p") ? [] : [all[index]]
      #expect(taken == expected)
    }
  }

  private let knob = "knob 40 100 0 10 0 0 a b c 0 0 0 9 1 2 3 9 1"

  /// A scene's own object of a name is no widget of DroidParty.
  @Test func whatIsBesideThePatchIsItsOwn() {
    let main = head + "#X obj 1 1 touch 60 60 pad;\n#X obj 1 1 \(knob);\n#X obj 1 1 display 60 20 d;\n"
    for (files, foreign) in [
      (["l/droidparty/touch.pd", "l/droidparty/knob.pd", "l/droidparty/display.pd"], []),
      (
        ["s/touch.pd", "l/droidparty/touch.pd", "l/droidparty/knob.pd", "l/droidparty/display.pd"],
        ["touch"]
      ),
      (["s/touch.pd_linux", "s/knob/knob.pd", "std/display.pd"], ["touch", "knob", "display"]),
    ] {
      var all = ["s/_main.pd": main]
      for path in files { all[path] = head }
      let found = search(all, folders: ["l/droidparty"], standard: ["std"])
      #expect(found.foreign.map(string) == foreign)
      #expect(found.main?.widgets.count == 3 - foreign.count)
      #expect(found.errors.isEmpty && found.warnings.isEmpty)
    }
    // Native code with the word `touch` is not an object of this name.
    let files = [
      "s/_main.pd": head + "#X declare -lib any;\n#X obj 1 1 touch 60 60 pad;\n", "s/any.pd_linux": "touch\0",
      "l/droidparty/touch.pd": head,
    ]
    #expect(search(files, folders: ["l/droidparty"]).foreign.isEmpty)
  }

  /// What stands in for DroidParty's widgets hides no missing object of another library.
  @Test func anotherObjectOfTheNameIsMissing() {
    let libraries = ["l/droidparty/knob.pd": head, "l/droidparty/display.pd": head]
    func errors(_ line: String) -> [String] {
      lines(
        search(
          libraries.merging(["s/_main.pd": head + line + "\n"]) { $1 }, folders: ["l/droidparty"]
        ).errors)
    }
    #expect(errors("#X obj 1 1 \(knob);").isEmpty)
    for line in ["knob", "knob 50 0 127 0 0 empty empty #dfdfdf #7c7c7c black 0 0 1 1 0 0 0", "display"] {
      let name = line.split(separator: " ")[0]
      #expect(
        errors("#X obj 1 1 \(line);") == [
          "s/_main.pd:2: the object “\(name)” is missing: DroidParty's widget of this name has other arguments"
        ])
    }
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
