// Messages that change how widgets look: the patch that Pd itself saves behind them is the oracle.
import Foundation
import TestSupport
import Testing
import Text

@testable import SceneFiles

private let look = "17 7 0 10 #fcfcfc #000000 #000000"

/// A widget of each kind, with its receive name.
private let widgets: [(name: String, record: String)] = [
  ("bng", "obj 10 10 bng 15 250 50 0 empty bng empty \(look)"),
  ("tgl", "obj 10 30 tgl 15 0 empty tgl empty \(look) 0 1"),
  ("hsl", "obj 10 50 hsl 128 15 0 127 0 0 empty hsl empty \(look) 0 1"),
  ("vsl", "obj 200 50 vsl 15 128 0 127 0 0 empty vsl label \(look) 0 1"),
  ("nbx", "obj 10 90 nbx 5 14 -10 10 0 0 empty nbx empty \(look) 0 256"),
  ("hradio", "obj 10 110 hradio 15 1 0 8 empty hradio empty \(look) 0"),
  ("vradio", "obj 10 130 vradio 15 1 0 8 empty vradio empty \(look) 0"),
  ("vu", "obj 250 10 vu 15 120 vu empty -1 -8 0 10 #404040 #000000 1 0"),
  ("cnv", "obj 300 10 cnv 15 100 60 empty cnv empty 20 12 0 14 #e0e0e0 #404040 0"),
]

private let messages = [
  "bng size 30", "bng pos 40 50", "bng delta 5 -3", "bng label hello", "bng label_pos 3 4",
  "bng label_font 1 20",
  "bng color #ff0000 #00ff00 #0000ff", "bng color 5 10 20", "bng color -1 -262144 -4161", "bng size 1",
  "bng flashtime 20 300", "tgl size 40", "tgl label empty", "hsl size 60 20", "hsl range 5 10", "hsl log",
  "hsl range 1 1000", "hsl lin", "hsl range 2 10", "hsl log", "hsl steady 0", "vsl size 9 300",
  "vsl range 10 0",
  "vsl label_font 7 2", "nbx range 0 1", "nbx size 8 30", "nbx log", "hradio number 3", "hradio size 20",
  "vradio number 200", "vradio number 0", "vu size 20 200", "vu size 20 7", "vu scale 0",
  "vu color #112233 #445566",
  "vu label meter", "cnv pos 1 2", "cnv vis_size 50 70", "cnv vis_size 0 0", "cnv size 40", "cnv label panel",
  "cnv color #123456 #654321 #abcdef",
]

/// A patch as Pd saves it behind some messages.
private func saved(_ patch: String, _ messages: ArraySlice<String>) throws -> PdFile {
  let folder = try TemporaryFolder()
  let path = try folder.add("asked.pd", Data(patch.utf8))
  let sent = messages.map { "; \($0)" } + ["; pd-asked.pd savetofile saved.pd \(folder.path)"]
  _ = try console(of: path, sent)
  return try read(
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/saved.pd")), as: UTF8.self))
}

@Suite struct WidgetChangeTests {
  @Test func whatMessagesChangeIsWhatPdSaves() throws {
    let patch =
      (["#N canvas 0 0 500 300 10;"] + widgets.map { "#X \($0.record);" }).joined(separator: "\n") + "\n"
    // By pieces, so that the first difference is near its cause.
    for end in Array(stride(from: 4, to: messages.count, by: 4)) + [messages.count] {
      var board = SceneBoard(try read(patch))
      for message in messages[..<end] {
        let words = message.split(separator: " ").map { Array($0.utf8) }
        let widget = try #require(widgets.firstIndex { Array($0.name.utf8) == words[0] })
        let atoms = words.dropFirst().map {
          SceneAtom.number(of: $0).map { .number($0) } ?? SceneAtom.word($0)
        }
        let hasChanged = board.change(widget, atoms)
        #expect(hasChanged, "\(message)")
      }
      let wanted = try saved(patch, messages[..<end]).widgets
      #expect(wanted.count == widgets.count)
      for (widget, wanted) in zip(board.widgets, wanted) {
        #expect(widget.kind == wanted.kind, "\(messages[..<end])")
        #expect(widget.area == wanted.area, "\(messages[..<end])")
        #expect(widget.label == wanted.label, "\(messages[..<end])")
        #expect(widget.background == wanted.background && widget.foreground == wanted.foreground)
      }
      // What a window gets leads to the same.
      var window = SceneBoard(try read(patch))
      for (widget, looks) in board.looks.enumerated() {
        for message in looks { window.change(widget, message) }
      }
      #expect(window.widgets == board.widgets)
    }
  }

  @Test func otherMessagesChangeNoLook() throws {
    var board = SceneBoard(
      try read("#N canvas 0 0 400 300 10;\n#X \(widgets[2].record);\n#X floatatom 9 9 5 0 0 0 - a -;\n"))
    let before = board.widgets
    for message in [
      ["set", "5"], ["range"], ["range", "a", "b"], ["number", "3"], ["open", "file"], ["pos", "1"],
    ] {
      let atoms = message.map {
        SceneAtom.number(of: Array($0.utf8)).map { .number($0) } ?? SceneAtom.word(Array($0.utf8))
      }
      let hasChanged = board.change(0, atoms) || board.change(1, atoms)
      #expect(!hasChanged, "\(message)")
    }
    #expect(board.widgets == before && board.looks == [[], []])
  }

  @Test func aWidgetOfAGraphOnParentKeepsItsDistance() throws {
    let patch = """
      #N canvas 0 0 400 300 10;
      #N canvas 0 0 200 200 inner 0;
      #X obj 20 30 tgl 15 0 empty moved empty \(look) 0 1;
      #X coords 0 -1 1 1 100 100 1 10 10;
      #X restore 100 100 pd inner;

      """
    var board = SceneBoard(try read(patch))
    #expect(board.widgets[0].area == SceneArea(x: 110, y: 120, width: 15, height: 15))
    let change1 = board.change(0, [.word(Array("pos".utf8)), .number(25), .number(40)])
    #expect(change1)
    #expect(board.widgets[0].area == SceneArea(x: 115, y: 130, width: 15, height: 15))
  }

  @Test func aSliderKeepsItsPlace() throws {
    var board = SceneBoard(try read("#N canvas 0 0 400 300 10;\n#X \(widgets[2].record);\n"))
    board.show(0, .number(127 / 2))
    let change2 = board.change(0, [.word(Array("range".utf8)), .number(100), .number(200)])
    #expect(change2)
    #expect(abs(board.states[0].number - 149.6) < 0.5)
  }

  @Test func theViewPortIsWhatIsShown() throws {
    var board = SceneBoard(
      try read(
        "#N canvas 0 0 400 300 10;\n#X obj 50 60 cnv 15 100 80 empty ViewPort empty 20 12 0 14 #e0e0e0 #404040 0;\n"
      ))
    #expect(board.view == SceneArea(x: 50, y: 60, width: 100, height: 80))
    let change3 = board.change(0, [.word(Array("pos".utf8)), .number(0), .number(10)])
    #expect(change3)
    let change4 = board.change(0, [.word(Array("vis_size".utf8)), .number(200), .number(150)])
    #expect(change4)
    #expect(board.view == SceneArea(x: 0, y: 10, width: 200, height: 150))
    #expect(SceneBoard(try read("#N canvas 0 0 400 300 10;\n")).view.width == 400)
  }
}
