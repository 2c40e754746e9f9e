// Files of Pd by hand: what is read of them, what is refused and where, and random changes of them.
import TestSupport
import Testing
import Text

@testable import SceneFiles

@Suite struct PdFileTests {
  private let head = "#N canvas 0 0 450 300 12;\n"

  @Test func mistakesAreRefusedWithTheirLine() {
    let many = String(repeating: "#X obj 1 1 bng;\n", count: PdFile.widgetLimit)
    let unseen = String(repeating: "#X obj 1 1 f;\n#X msg 1 1 a;\n", count: PdFile.widgetLimit)
    let deep = String(repeating: "#N canvas 0 0 9 9 x 0;\n", count: PdFile.depthLimit)
    let long = "#X msg 1 1" + String(repeating: " a", count: PdRecordReader.wordLimit) + ";\n"
    let rows: [(String, String)] = [
      ("", "1: has no canvas"),
      ("hello;\n", "1: this is no .pd file: a record must begin with #N, #X or #A"),
      ("\u{7f}ELF\0\0", "1: this is no text: it has a byte 0"),
      (head + "#X obj 1 1 osc~", "2: the file ends within this record: no semicolon follows"),
      (head + "\n#X obj 1 1\nosc~ 440\\;", "3: the file ends within this record: no semicolon follows"),
      ("#X obj 1 1 f;\n" + head, "1: stands before the first canvas"),
      (head + head + "#X restore 1 1 pd;\n" + head + "#X restore 1 1 pd;", ""),
      (head + "#X restore 1 1 pd x;\n", "2: ends a canvas that has not begun"),
      (head + "#N canvas 0 0 9 9 x 0;\n#X obj 1 1 f;\n", "2: this canvas is not ended"),
      (head + many, ""),
      (
        head + many + "#X text 1 1 more;\n",
        "\(PdFile.widgetLimit + 2): is one more than the 10000 widgets and comments of a file"
      ),
      // What is not drawn does not count.
      (head + unseen + many, ""),
      (head + deep, "65: more than 64 canvases stand within each other"),
      (head + long, "2: has more than 20000 words"),
      // A saved array may be long.
      (head + "#X array a 100 float 3;\n#A 0" + String(repeating: " 0", count: 30_000) + ";\n", ""),
    ]
    for (text, expected) in rows {
      #expect(fault(of: text) == expected, "\(text.prefix(80))")
    }
  }

  @Test func aFileThatIsTooLargeIsRefused() {
    let text = head + String(repeating: " ", count: PdRecordReader.textLimit)
    #expect(fault(of: text).hasPrefix("1: has 16777242 bytes, more than the 16777216"))
  }

  @Test func numbersAreThoseThatPdReads() {
    let rows: [(String, Float?)] = [
      ("0", 0), ("-1.5e-3", -1.5e-3), (".5", 0.5), ("5.", 5), ("-.5", -0.5), ("1E2", 100), ("1e+2", 100),
      ("+5", nil), ("1e", nil), ("-", nil), (".", nil), ("1.2.3", nil), ("5x", nil), ("e5", nil), ("", nil),
      ("inf", nil), ("nan", nil), ("0x10", nil), ("1e999", .greatestFiniteMagnitude),
      ("-1e999", -.greatestFiniteMagnitude), ("3.4028235e38", .greatestFiniteMagnitude), ("1e-60", 0),
    ]
    for (word, number) in rows { #expect(PdWord(bytes: Array(word.utf8)).number == number, "\(word)") }
    #expect(PdWord(bytes: Array("5".utf8), isEscaped: true).number == nil)
  }

  @Test func whatAPatchNeedsIsNoted() throws {
    let file = try read(
      """
      #N canvas 0 0 450.5 300 10;
      #X declare -path lib -lib zexy;
      #X obj 1 1 osc~ 440, f 9;
      #X obj 1 1 5;
      #X obj 1 1;
      #X msg 1 1 open a.wav \\, 1 \\; pd dsp 1;
      #N canvas 0 0 450 300 inner 0;
      #X obj 1 1 voice \\$1 a\\ b;
      #X obj 1 1 declare -path lib -stdpath other;
      #X restore 1 1 pd inner;
      #X connect 0 0 1 0;
      """)
    #expect((file.width, file.height) == (450.5, 300))
    #expect(
      file.objects.map { $0.words.map(string) } == [
        ["declare", "-path", "lib", "-lib", "zexy"], ["osc~", "440"], ["voice", "$1", "a b"],
        ["declare", "-path", "lib", "-stdpath", "other"],
      ])
    // Pd obeys the record alone.
    #expect(file.objects.map(\.isDeclaration) == [true, false, false, false])
    #expect(file.objects.map(\.line) == [2, 3, 8, 9])
    #expect(
      file.messages.map { $0.words.map(string) } == [["open", "a.wav", ",", "1", ";", "pd", "dsp", "1"]])
  }

  @Test func theNumberOfAFileReplacesDollarZeroInItsNames() {
    let text = """
      #N canvas 0 0 450 300 12;
      #N canvas 0 0 450 300 \\$0-inner 0;
      #X obj 1 1 s \\$0-a\\$0 \\$01 \\$1 \\\\$0 a\\;\\$0;
      #X msg 1 1 \\; \\$0-a 1;
      #X text 1 1 costs \\$0;
      #A set \\$0 \\;;
      #X restore 1 1 pd \\$0-inner;
      #X
      floatatom 1 1 5 0 0 0 \\$0-l \\$0-r \\$0-s 0;
      """
    let expected = """
      #N canvas 0 0 450 300 12;
      #N canvas 0 0 450 300 77001-inner 0;
      #X obj 1 1 s 77001-a77001 \\$01 \\$1 \\\\$0 a\\;77001;
      #X msg 1 1 \\; \\$0-a 1;
      #X text 1 1 costs \\$0;
      #A set \\$0 \\;;
      #X restore 1 1 pd 77001-inner;
      #X
      floatatom 1 1 5 0 0 0 77001-l 77001-r 77001-s 0;
      """
    #expect(string(PdFile.numbered(Array(text.utf8), 77001)) == expected)
    #expect(PdFile.numbered([], 1) == [])
    #expect(string(PdFile.numbered(Array("#X obj 1 1 \\".utf8), 1)) == "#X obj 1 1 \\")
  }

  @Test func pdKnowsTheNumberThatAFileWasGiven() throws {
    let text = """
      #N canvas 0 0 450 300 12;
      #X obj 10 10 r \\$0-in;
      #X obj 10 40 print got;
      #X obj 100 10 hsl 128 15 0 127 0 0 \\$0-out \\$0-set empty -2 -8 0 10 #fcfcfc #000000 #000000 0 1;
      #X obj 100 40 r \\$0-out;
      #X obj 100 70 print slid;
      #N canvas 0 0 450 300 \\$0-sub 0;
      #X obj 10 10 r \\$0-inner;
      #X obj 10 40 print inner;
      #X connect 0 0 1 0;
      #X restore 10 100 pd \\$0-sub;
      #X connect 0 0 1 0;
      #X connect 3 0 4 0;
      """
    let messages = ["77001-in 5", "77001-set 64", "77001-inner 3", "pd-77001-sub dirty 0"]
    func said(_ text: [UInt8]) throws -> [String] {
      try console(of: text, messages[0], messages[1], messages[2], messages[3])
    }
    #expect(try said(PdFile.numbered(Array(text.utf8), 77001)) == ["got: 5", "slid: 64", "inner: 3"])
    #expect(try said(Array(text.utf8)).allSatisfy { $0.contains("no such object") })
  }

  @Test func widgetsOfDroidPartyAreRead() throws {
    let widgets = try read(
      """
      #N canvas 0 0 450 300 12;
      #X obj 10 20 display 100 30 shown;
      #X obj 10 20 mknob 32 100 1 1000 1 1 ks kr lab -2 -6 0 8 -262144 -1 -1 100 1;
      #X obj 10 20 loadsave file;
      #X obj 10 20 menubang reset;
      #X obj 10 20 numberbox 40 20 nr ns -5 5 2;
      #X obj 10 20 ribbon 200 30 rib;
      #X obj 10 20 taplist 80 30 tr ts one two\\ three;
      #X obj 10 20 touch 100 90 pad;
      #X obj 10 20 wordbutton 60 30 go;
      """
    ).widgets
    let range = SceneRange(low: 1, high: 1000, isLogarithmic: true)
    let kinds: [SceneWidgetKind] = [
      .display, .knob(range, travel: 100, isSteady: false), .loadSave, .menuBang,
      .number(digits: 3, low: -5, high: 5), .ribbon,
      .tapList([Array("one".utf8), Array("two three".utf8)]), .touchArea, .wordButton,
    ]
    #expect(widgets.map(\.kind) == kinds)
    #expect(
      widgets.map { $0.send.map(string) } == [
        nil, "ks", "file", "menubang-reset", "ns", "rib", "ts", "pad", "wordbutton-go",
      ])
    #expect(
      widgets.map { $0.receive.map(string) } == ["shown", "kr", "file", nil, "nr", nil, "tr", nil, nil])
    #expect(widgets.map(\.area.width) == [100, 32, 0, 0, 40, 200, 80, 100, 60])
    #expect(widgets.allSatisfy { $0.area.x == 10 && $0.area.y == 20 && $0.isReachable })
    #expect(widgets.map(\.value) == [0, 100, 0, 0, 2, 0, 0, 0, 0])
  }

  @Test func argumentsThatPdIgnoresAreNamed() throws {
    let file = try read(head + "#X obj 1 1 hsl 99;\n#X obj 1 1 touch 5;\n#X obj 1 1 hsl;\n")
    #expect(file.warnings.map(\.line) == [2, 3])
    #expect(
      file.warnings.map { string($0.message) } == [
        "hsl has 1 arguments that are not Pd's: its own values count",
        "touch needs 3 arguments: it is not shown",
      ])
    #expect(file.widgets.count == 2)
  }

  @Test func rangesGiveTheirEndsAndTheirMiddle() {
    let plain = SceneRange(low: 10, high: -10, isLogarithmic: false)
    #expect([0, 0.5, 1, 2].map(plain.value(at:)) == [10, 0, -10, -10])
    #expect([10, 0, -10, 99].map(plain.position(of:)) == [0, 0.5, 1, 0])
    let tones = SceneRange(low: 20, high: 20_480, isLogarithmic: true)
    #expect(abs(tones.value(at: 0.5) - 640) < 0.01)
    #expect(abs(tones.position(of: 640) - 0.5) < 1e-6)
    #expect(tones.position(of: -1) == 0)
    for (low, high) in [(0, 0), (-5, 0), (0, -5), (-5, 5), (5, -5), (3, 3)] as [(Float, Float)] {
      let range = SceneRange(low: low, high: high, isLogarithmic: true)
      for place in [0, 0.3, 1] as [Float] {
        let value = range.value(at: place)
        #expect(value.isFinite && (0...1).contains(range.position(of: value)), "\(low) \(high) \(place)")
      }
    }
  }

  /// Changed, cut and doubled files are read or refused; whatever is read has finite numbers.
  @Test func randomChangesDoNoHarm() {
    var dice = SeededGenerator("PD_FILE_SEED", default: 1)
    let words = [
      "#N canvas 0 0 4 3 12;", "#X restore 1 1 pd;", "bng", "hsl", "nbx 5 14 0 1 1 1 a b c 0 0 0 9 1 2 3 9e9",
      "mknob 32 100 1 0 1 1 a b c 0 0 0 8 1 1 1 1 1", "-1e38", "1e38", ";", "\\", "\\;", ", f 9", "$0",
      "\\$0", "#A", "\0", "\u{ff}", "vu 1 1 a b 0 0 0 0 0 0 1 0", "floatatom", "text", "9999999999", "-",
    ]
    let sources =
      [head + "#X obj 1 1 hsl 128 15 0 1 0 1 a b c -2 -8 0 10 #fcfcfc #000000 #000000 500 1;\n"]
      + words.map { head + "#X obj 10 10 \($0);\n#X floatatom 1 1 5 0 1 0 a b c 0;\n#X text 1 1 a, b;\n" }
    for _ in 0..<20_000 {
      var bytes = Array(dice.pick(sources).utf8)
      for _ in 0...dice.below(4) {
        let place = dice.below(bytes.count + 1)
        switch dice.below(4) {
        case 0 where place < bytes.count: bytes[place] = UInt8(dice.below(256))
        case 1: bytes.insert(contentsOf: Array(dice.pick(words).utf8), at: place)
        case 2: bytes.removeSubrange(place..<min(bytes.count, place + 1 + dice.below(20)))
        default: bytes += bytes[place...]
        }
      }
      let file = try? bytes.span.bytes.withUnsafeBytes { try PdFile($0) }
      _ = PdFile.numbered(bytes, 7)
      for widget in file?.widgets ?? [] {
        let area = widget.area
        let numbers = [area.x, area.y, area.width, area.height, widget.value]
        #expect(numbers.allSatisfy(\.isFinite) && area.width >= 0 && area.height >= 0)
      }
    }
  }
}
