// Kinds of scenes, what scenes say of themselves, and what the ports of a host move in them.
import Foundation
import TestSupport
import Testing
import Text

@testable import SceneFiles

@Suite struct KindTests {
  @Test func theFirstMatchingRowIsTheKind() {
    let rows: [(String, Bool, [String], SceneKind?)] = [
      ("a.pd", false, [], .patch), ("a.txt", false, [], nil), (".pd", false, [], nil),
      ("a.rj", true, ["_main.pd"], .rjDj), ("a.rj", true, ["droidparty_main.pd"], .droidParty),
      ("a.rj", true, ["_main.pd", "droidparty_main.pd"], .rjDj), ("a.rj", true, [], nil),
      ("a", true, ["_main.pd", "droidparty_main.pd"], .droidParty), ("a", true, ["_main.pd"], .pdParty),
      ("a.pd", true, ["_main.pd"], .pdParty), ("a", true, ["a.pd"], nil),
      (".rj", true, ["_main.pd"], .pdParty),
    ]
    for (name, isFolder, files, kind) in rows {
      let found = SceneKind.recognize(Array(name.utf8), isFolder: isFolder) { files.contains("\($0)") }
      #expect(found == kind, "\(name) \(files)")
    }
    // A main patch has the kind of its folder.
    for (name, folder, kind) in [
      ("_main.pd", "a.rj", .rjDj), ("_main.pd", "a", .pdParty), ("droidparty_main.pd", "a", .droidParty),
      ("droidparty_main.pd", "a.rj", .droidParty), ("other.pd", "a.rj", .patch), ("_main.txt", "a.rj", nil),
    ] as [(String, String, SceneKind?)] {
      let found = SceneKind.recognize(Array(name.utf8), in: Array(folder.utf8), isFolder: false) { _ in true }
      #expect(found == kind, "\(folder)/\(name)")
    }
    #expect(SceneKind.allCases.allSatisfy { $0 == .patch || SceneKind.isMain(Array("\($0.spec.main)".utf8)) })
    #expect(
      ["a.rj", "a.pd", "a", ".rj"].map { string(SceneKind.name(of: Array($0.utf8))) } == [
        "a", "a", "a", ".rj",
      ])
  }

  @Test func infoFilesAreRead() throws {
    let json = try SceneInfo(json: Array(#"{"name": "A \"b\"", "author": "me", "extra": 5}"#.utf8))
    #expect((string(json.name), string(json.author), json.category) == (#"A "b""#, "me", []))
    let list = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <!-- <dict> -->
      <dict>
        <key>name</key><string>not this</string>
        <key>info</key>
        <dict>
          <key>author</key>\t<string>A &amp; B &lt;x&gt; &#38;</string>
          <key>name</key><string>Two
      lines</string><key>n</key><integer>5</integer>
          <key>inner</key><dict><key>category</key><string>no</string></dict>
          <key>description</key><string></string>
        </dict>
      </dict>
      </plist>
      """
    let info = try SceneInfo(propertyList: Array(list.utf8))
    #expect(string(info.author) == "A & B <x> &#38;")
    #expect(string(info.name) == "Two\nlines")
    #expect(info.category == [])
  }

  /// Bytes of Latin-1 are letters, and what a scene tells is UTF-8.
  @Test func textsInLatin1AreConverted() throws {
    func latin1(_ text: String) -> [UInt8] { Array(text.data(using: .isoLatin1)!) }
    #expect(string(try SceneInfo(json: latin1(#"{"name": "Höhe"}"#)).name) == "Höhe")
    let list = "<plist><dict><key>info</key><dict><key>name</key><string>Höhe</string></dict></dict></plist>"
    #expect(string(try SceneInfo(propertyList: latin1(list)).name) == "Höhe")
    let look = "2 8 0 10 #fcfcfc #000000 #000000"
    let text = latin1(
      """
      #N canvas 0 0 300 200 10;
      #X text 20 20 Größe;
      #X obj 20 60 hsl 128 15 0 127 0 0 höhe empty Höhe \(look) 0 1;
      #X obj 20 80 hsl 128 15 0 127 0 0 empty höhe-set empty \(look) 0 1;
      #X floatatom 20 99 5 0 0 0 Färbung - x 0;
      """)
    let copy = PdFile.reachable(text)
    let file = try copy.span.bytes.withUnsafeBytes { text throws(DocumentError) in try PdFile(text) }
    let board = SceneBoard(file)
    #expect(board.keys.map(string) == ["widget-1", "höhe", "höhe-set", "x"])
    #expect(board.controls.map { string($0.name) } == ["Höhe", "höhe-set"])
    // Pd knows a name by its own bytes.
    #expect(board.widgets[1].send == latin1("höhe") && board.controls[1].address == latin1("höhe-set"))
    #expect(file.widgets[0].kind == .comment(Array("Größe".utf8)))
    #expect(file.widgets[3].label.map { string($0.text) } == "Färbung")
    // A window reads the widgets in UTF-8, and has the same keys.
    let shown = UTF8Text.repaired(PdFile.widgets(of: copy))
    #expect(UTF8Text.isValid(shown))
    let window = try shown.span.bytes.withUnsafeBytes { text throws(DocumentError) in try PdFile(text) }
    #expect(SceneBoard(window).keys == board.keys)
  }

  @Test func badInfoFilesAreRefusedWithTheirLine() {
    func list(_ text: String) -> String {
      do throws(DocumentError) {
        _ = try SceneInfo(propertyList: Array(text.utf8))
        return ""
      } catch {
        return "\(error.line): \(string(error.message))"
      }
    }
    let long = String(repeating: "x", count: SceneInfo.textLimit + 1)
    let rows = [
      ("", "1: has no <dict>: this is no property list"),
      ("bplist00\u{1}", "1: is a binary property list: only those in XML are read"),
      ("<plist>\n<dict>\n<key>info</key>", "3: a <dict> is not ended"),
      ("<dict><key>info<dict>", "1: </key> is expected"),
      ("<dict></dict></dict>", "1: </dict> ends what has not begun"),
      ("<dict", "1: a tag is not ended"),
      (
        "<dict><key>info</key>\n<dict><key>name</key><string>\(long)</string></dict></dict>",
        "2: “name” has 16385 bytes, more than 16384"
      ),
      ("<dict></dict>", ""),
    ]
    for (text, fault) in rows { #expect(list(text) == fault, "\(text.prefix(60))") }
    #expect(throws: DocumentError.self) { try SceneInfo(json: Array(#"{"name": 5}"#.utf8)) }
    #expect(throws: DocumentError.self) { try SceneInfo(json: Array("[1]".utf8)) }
  }

  private func sidecar(_ text: String, _ warnings: inout [DocumentError]) throws(DocumentError)
    -> SceneSidecar
  {
    try SceneSidecar(Array(text.utf8), warnings: &warnings)
  }

  @Test func theSidecarIsReadAndItsMistakesAreNamed() throws {
    var warnings: [DocumentError] = []
    let full = try sidecar(
      #"{"version": 1, "sample_rate": 500, "controls": [{"to": "cut", "low": 9, "high": 8000}], "name": 1}"#,
      &warnings)
    #expect(full.rate == 8000)
    #expect(full.controls?.map { string($0.name) } == ["cut"])
    #expect(full.controls?[0].range.high == 8000)
    #expect(
      warnings.map { string($0.message) } == [
        "sample_rate: 500 is outside 8000…192000 and was clamped",
        "name: is not known; it is kept and does nothing",
      ])
    #expect(try sidecar(#"{"version": 1, "sample_rate": 0}"#, &warnings).rate == 0)
    let controls = (0..<17).map { #"{"to": "a\#($0)"}"# }.joined(separator: ",")
    for (text, fault) in [
      ("{}", #"must have a "version""#), (#"{"version": 2}"#, "version: must be 1"),
      (#"{"version": 1, "controls": [{}]}"#, #"controls[0]: must have "to": a name in the patch"#),
      (#"{"version": 1, "controls": [\#(controls)]}"#, "controls: has 17 controls, more than 16"),
    ] {
      var found = ""
      do throws(DocumentError) {
        _ = try sidecar(text, &warnings)
      } catch {
        found = string(error.message)
      }
      #expect(found == fault)
    }
  }

  @Test func theFirstWidgetsInReadingOrderAreControls() throws {
    let look = "-2 -8 0 10 #fcfcfc #000000 #000000"
    var text = """
      #N canvas 0 0 450 300 12;
      #X obj 300 10 tgl 15 1 t-s t-r empty 17 7 0 10 #fcfcfc #000000 #000000 1 5;
      #X obj 10 10 hsl 128 15 0 127 0 1 s-s empty Loud \(look) 6350 1;
      #X obj 10 50 hsl 128 15 0 1 0 0 \\$0-a \\$0-b none \(look) 0 1;
      #X obj 10 60 hsl 128 15 0 1 0 0 empty t-r twice \(look) 0 1;
      #X floatatom 10 70 5 0 0 0 - f-r f-s 0;
      #X floatatom 10 80 5 -1 1 0 - f-r f-s 0;
      #X obj 10 90 hradio 15 1 0 4 empty r-r empty 0 -8 0 10 #fcfcfc #000000 #000000 0;

      """
    let controls = SceneControl.controls(of: try read(text).widgets)
    #expect(controls.map { string($0.name) } == ["Loud", "t-r", "f-r", "r-r"])
    #expect(controls.map { string($0.address) } == ["s-s", "t-r", "f-r", "r-r"])
    #expect(controls.map(\.value) == [63.5, 5, 0, 0])
    #expect(controls.map(\.range.high) == [127, 5, 1, 3])
    for index in 0..<20 {
      text += "#X obj 10 \(200 + index) hsl 128 15 0 1 0 0 empty n\(index) empty \(look) 0 1;\n"
    }
    #expect(SceneControl.controls(of: try read(text).widgets).count == 16)
  }
}
