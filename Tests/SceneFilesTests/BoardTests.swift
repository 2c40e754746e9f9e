// Widgets while a patch plays: what is listened to, what shows it, what is sent.
import Testing
import Text

@testable import SceneFiles

private let look = "17 7 0 10 #fcfcfc #000000 #000000"

private func board(_ lines: String...) throws -> SceneBoard {
  let text = (["#N canvas 0 0 400 300 10;"] + lines).joined(separator: "\n") + "\n"
  return SceneBoard(try read(String(decoding: PdFile.reachable(Array(text.utf8)), as: UTF8.self)))
}

@Suite struct BoardTests {
  @Test func everyWidgetOfPdCanBeReached() throws {
    let board = try board(
      "#X obj 10 10 tgl 15 0 empty empty empty \(look) 0 1;",
      "#X obj 10 30 hsl 128 15 0 1 0 0 own empty empty \(look) 0 1;",
      "#X floatatom 10 50 5 0 0 0 - - -;", "#X symbolatom 10 70 10 0 0 0 - word - 0;",
      "#N canvas 0 0 200 200 inner 0;", "#X obj 10 10 tgl 15 0 empty empty empty \(look) 0 1;",
      "#X restore 10 90 pd inner;", "#X obj 10 110 vu 15 120 empty empty -1 -8 0 10 #404040 #000000 1 0;")
    #expect(
      board.widgets.map { [$0.send, $0.receive].map { $0.map { String(decoding: $0, as: UTF8.self) } } } == [
        ["tactus-send-0", "tactus-set-0"], ["own", "tactus-set-1"], [nil, nil],
        [nil, "word"], [nil, "tactus-set-3"], ["tactus-send-2", "tactus-set-2"], [nil, "pd-inner"],
      ])
    #expect(
      board.keys.map { String(decoding: $0, as: UTF8.self) } == [
        "widget-1", "own", "widget-3", "word", "widget-5", "widget-6", "pd-inner",
      ])
  }

  @Test func theRestOfAFileStaysAsItIs() throws {
    let text = """
      #N canvas 0 0 400 300 10;
      #X msg 10 10 \\$0 \\, empty \\; empty \\$0;
      #X text 10 30 empty - \\$0 a \\, b, f 20;
      #X obj 10 50 r \\$0-a;
      #X obj 10 70 s empty;
      #X floatatom 10 90 5 0 0 0 - - - 0, f 5;
      #X connect 2 0 3 0;

      """
    let copy = String(decoding: PdFile.reachable(Array(text.utf8)), as: UTF8.self)
    #expect(
      copy
        == text.replacingOccurrences("r \\$0-a", "r 77001-a"))
  }

  @Test func keysAreDifferent() throws {
    let board = try board(
      "#X obj 10 10 tgl 15 0 \\$0-a empty empty \(look) 0 1;",
      "#X obj 10 30 tgl 15 0 \\$0-a empty empty \(look) 0 1;",
      "#X obj 10 50 tgl 15 0 5 empty empty \(look) 0 1;")
    #expect(board.keys.map { String(decoding: $0, as: UTF8.self) } == ["$0-a", "$0-a#2", "5"])
    // A number is no name to which a message can be sent.
    #expect(!board.names.contains(Array("5".utf8)))
  }

  @Test func aBoardShowsWhatComes() throws {
    var board = try board(
      "#X obj 10 10 hsl 128 15 0 1 0 0 a a-set empty \(look) 0 1;",
      "#X obj 10 30 hradio 15 1 0 4 b b-set empty \(look) 0;",
      "#X obj 10 50 bng 15 250 50 0 c c-set empty \(look);",
      "#X listbox 10 70 20 0 0 0 - d - 0;")
    func hear(_ name: String, _ value: SceneValue) -> [Int] {
      board.hear(board.names.firstIndex(of: Array(name.utf8))!, value).changed
    }
    #expect(hear("a", .number(0.25)) == [0] && board.states[0].number == 0.25)
    #expect(hear("a-set", .number(9)) == [0] && board.states[0].number == 1)
    #expect(hear("a", .number(1)) == [])
    #expect(hear("b", .number(2)) == [1] && hear("b-set", .number(17)) == [1] && board.states[1].number == 3)
    #expect(hear("c", .bang) == [2] && hear("c-set", .bang) == [])
    #expect(hear("d", .words([.word(Array("set".utf8)), .number(1), .word(Array("x".utf8))])) == [3])
    #expect(board.value(3) == .words([.number(1), .word(Array("x".utf8))]))
    #expect((0..<4).map { board.isKept($0) } == [true, true, false, true])
  }

  @Test func whatIsSetIsSentToTheRightName() throws {
    var board = try board(
      "#X obj 10 10 hsl 128 15 0 1 0 0 a a-set empty \(look) 0 1;",
      "#X obj 10 30 taplist 60 30 t t-out one two;",
      "#X obj 10 50 wordbutton 60 30 go;", "#X obj 10 70 touch 60 60 pad;",
      "#X obj 10 150 knob 40 100 0 10 0 0 k k-set empty \(look) 0 1;")
    func sent(_ widget: Int, _ value: SceneValue) -> [String]? {
      board.set(widget, value)?.map {
        "\(String(decoding: $0.to, as: UTF8.self)) \($0.value.json.words.string)"
      }
    }
    #expect(sent(0, .number(0.5)) == ["a-set 0.5"] && sent(0, .number(-4)) == ["a-set 0.0"])
    #expect(sent(1, .number(1)) == ["t-out/idx 1.0", "t-out \"two\""])
    #expect(sent(2, .bang) == ["wordbutton-go true"])
    #expect(sent(3, .words([.number(0.5), .number(1)])) == ["pad [0.5, 1.0]"])
    #expect(sent(4, .number(20)) == ["k 10.0"])
    #expect(
      sent(0, .words([.word(Array("x".utf8))])) == nil && sent(3, .number(1)) == nil && sent(9, .bang) == nil)
  }

  @Test func aNumberOfAPortBecomesOneOfThePatch() throws {
    let board = try board(
      "#X obj 10 10 hsl 128 15 100 1600 1 0 a empty empty \(look) 0 1;",
      "#X obj 10 30 tgl 15 0 b empty empty \(look) 0 8;",
      "#X obj 10 50 hradio 15 1 0 5 c empty empty \(look) 0;")
    #expect(board.controls.count == 3)
    // Four octaves: the middle is 400.
    #expect(abs(board.controls[0].value(at: 0.5) - 400) < 0.01 && board.controls[0].value(at: 2) == 1600)
    #expect(board.controls[1].value(at: 0.49) == 0 && board.controls[1].value(at: 0.51) == 8)
    #expect([0, 0.1, 0.13, 0.6, 1].map { board.controls[2].value(at: $0) } == [0, 0, 1, 2, 4])
  }

  @Test func valuesAreReadFromJSON() throws {
    func value(_ text: String) throws -> SceneValue? {
      let bytes = Array("[\(text)]".utf8)
      let json = try bytes.span.bytes.withUnsafeBytes { text throws(DocumentError) in try JSON(text) }
      guard case .array(let elements) = json.value else { return nil }
      return SceneValue(elements[0])
    }
    #expect(try value("0.5") == .number(0.5) && value("true") == .bang && value("3") == .number(3))
    #expect(try value("\"a b\"") == .words([.word(Array("a b".utf8))]))
    #expect(try value("[1, \"a\"]") == .words([.number(1), .word(Array("a".utf8))]))
    for text in ["null", "false", "{}", "\"\"", "[[1]]", "1e300"] {
      #expect(try value(text) == nil, "\(text)")
    }
  }
}

extension String {
  fileprivate func replacingOccurrences(_ old: String, _ new: String) -> String {
    split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
  }
}

extension UTF8Text {
  fileprivate var string: String { String(decoding: bytes, as: UTF8.self) }
}
