// Subpatches with widgets: which are panels, which show themselves, and what a board makes of both.
import Testing
import Text

@testable import SceneFiles

private let look = "17 7 0 10 #fcfcfc #000000 #000000"

private func toggle(_ name: String, _ x: Int = 10, _ y: Int = 10) -> String {
  "#X obj \(x) \(y) tgl 20 0 \(name) \(name)-set empty \(look) 0 1;"
}

private func patch(_ lines: String...) -> String {
  (["#N canvas 0 0 400 300 12;"] + lines).joined(separator: "\n") + "\n"
}

/// Each widget with a name: `name panel x y`.
private func places(_ file: PdFile) -> [String] {
  file.widgets.map {
    let name = String(decoding: $0.send ?? [], as: UTF8.self)
    return "\(name) \($0.panel) \(Int($0.area.x)) \(Int($0.area.y))"
  }
}

private func texts(_ names: [[UInt8]]) -> [String] { names.map { String(decoding: $0, as: UTF8.self) } }

@Suite struct PanelTests {
  @Test func subpatchesWithWidgetsArePanels() throws {
    let file = try read(
      patch(
        toggle("a"), "#N canvas 0 0 240 120 my\\ page 0;", toggle("b", 30, 40), "#X text 5 5 note;",
        "#N canvas 5 5 100 80 deep 1;", toggle("c"), "#X restore 9 9 pd deep;",
        "#X restore 100 100 pd my\\ page;", "#N canvas 0 0 450 300 plumbing 0;", "#X obj 1 1 + 1;",
        "#X text 5 5 note;", "#X restore 100 130 pd plumbing;", "#N canvas 0 0 90 70 \\$0-own 0;",
        toggle("d"), "#X restore 100 160 pd \\$0-own;", toggle("e", 50, 60)))
    #expect(texts(file.panels.map { $0.title }) == ["deep", "my page", "$0-own"])
    #expect(file.panels.map { [$0.width, $0.height] } == [[100, 80], [240, 120], [90, 70]])
    #expect(texts(file.panels.map { $0.receiver }) == ["pd-deep", "pd-my page", "pd-$0-own"])
    #expect(places(file) == ["a 0 10 10", "e 0 50 60", "c 1 10 10", "b 2 30 40", " 2 5 5", "d 3 10 10"])
    // The main page keeps the order of the file.
    #expect(file.objects.count == 6)
  }

  /// The upper left corner of what is shown, 10 and 20, stands where the subpatch stands.
  @Test func aSubpatchThatShowsItselfIsPartOfThePage() throws {
    let file = try read(
      patch(
        toggle("a"), "#N canvas 0 0 450 300 shown 0;", toggle("b", 15, 30), toggle("out", 5, 30),
        toggle("far", 95, 30), "#X text 20 30 not shown;", "#N canvas 0 0 100 100 within 0;",
        toggle("c", 2, 3), "#X coords 0 -1 1 1 30 30 1 0 0;", "#X restore 40 50 pd within;",
        "#X coords 0 -1 1 1 100 60 2 10 20;", "#X coords 0 -1 1 1 100 60 1 10 20;",
        "#X restore 200 100 pd shown;", toggle("d", 60, 60), "#N canvas 0 0 90 90 unnamed 0;",
        toggle("e", 5, 5),
        "#X coords 0 -1 1 1 60 60 2 0 0;", "#X restore 300 100 pd unnamed;",
        "#N canvas 0 0 90 90 closed 0;", "#X coords 0 -1 1 1 60 60 1 0 0;", "#X coords 0 -1 1 1 60 60 0 0 0;",
        "#X restore 300 100 pd closed;", "#N canvas 0 0 450 300 (subpatch) 0;",
        "#X array numbers 100 float 3;", "#X coords 0 1 100 -1 200 140 1;", "#X restore 10 200 graph;"))
    #expect(file.panels.isEmpty)
    #expect(places(file) == ["a 0 10 10", "b 0 205 110", "c 0 232 133", "d 0 60 60", "e 0 305 105"])
  }

  @Test func thereAreSixteenPanels() throws {
    var lines: [String] = []
    for index in 0..<20 {
      lines += ["#N canvas 0 0 90 70 p\(index) 0;", toggle("t\(index)"), "#X restore 1 1 pd p\(index);"]
    }
    let text = (["#N canvas 0 0 400 300 12;"] + lines).joined(separator: "\n")
    let file = try read(text)
    #expect(file.panels.count == 16 && file.widgets.count == 16 && file.widgets[15].panel == 16)
  }

  /// A window gets the same widgets, panels and keys, and nothing else.
  @Test func theTextForWindowsHasTheSamePages() throws {
    let text = patch(
      toggle("a"), "#N canvas 0 0 450 300 plumbing 0;", "#X obj 1 1 + 1;", "#X text 5 5 a long note;",
      "#X restore 9 9 pd plumbing;", "#N canvas 0 0 450 300 outer 0;", "#N canvas 0 0 100 80 \\$0-deep 0;",
      toggle("\\$0-c"), "#X obj 20 20 osc~;", "#X restore 9 9 pd \\$0-deep;", "#X restore 9 30 pd outer;",
      "#N canvas 0 0 450 300 shown 0;", toggle("b", 15, 30), "#X coords 0 -1 1 1 100 60 1 10 20;",
      "#X restore 200 100 pd shown;", "#X obj 1 1 tgl 20 0 empty empty empty \(look) 0 1;")
    let copy = PdFile.reachable(Array(text.utf8))
    let sent = String(decoding: PdFile.widgets(of: copy), as: UTF8.self)
    #expect(!sent.contains("note") && !sent.contains("plumbing") && !sent.contains("osc~"))
    let (own, windows) = (
      SceneBoard(try read(String(decoding: copy, as: UTF8.self))), SceneBoard(try read(sent))
    )
    #expect(texts(own.keys) == ["a", "b", "widget-3", "$0-c", "pd-$0-deep"])
    #expect(own.keys == windows.keys && own.panels == windows.panels)
    #expect(own.widgets.map { $0.area } == windows.widgets.map { $0.area })
    #expect(own.names.contains(Array("pd-77001-deep".utf8)))
  }

  @Test func thePatchOpensAndClosesPanels() throws {
    var board = SceneBoard(
      try read(
        patch("#N canvas 0 0 90 70 one 1;", toggle("a"), "#X restore 1 1 pd one;")))
    let name = try #require(board.names.firstIndex(of: Array("pd-one".utf8)))
    func vis(_ state: Float) -> SceneValue { .words([.word(Array("vis".utf8)), .number(state)]) }
    #expect(!board.isOpen(1))
    #expect(board.hear(name, vis(1)).changed == [board.panelSwitch(of: 1)])
    #expect(board.isOpen(1) && !board.isKept(board.panelSwitch(of: 1)))
    // Other messages to a subpatch open nothing.
    let others: [SceneValue] = [
      .number(0), .bang, .words([.word(Array("obj".utf8)), .number(0)]), .words([.word(Array("vis".utf8))]),
    ]
    for value in others { #expect(board.hear(name, value).changed.isEmpty) }
    #expect(board.hear(name, vis(0)).changed.count == 1 && !board.isOpen(1))
    let answer = board.set(board.panelSwitch(of: 1), .number(5))
    let sent = try #require(answer)
    #expect(
      sent.count == 1 && sent[0].to == Array("pd-one".utf8) && sent[0].value == vis(1) && board.isOpen(1))
    board.show(board.panelSwitch(of: 1), .number(0))
    #expect(!board.isOpen(1))
    let refused = board.set(board.panelSwitch(of: 1), .bang)
    #expect(refused == nil)
  }

  /// Ports go to the widgets of the main page first.
  @Test func portsMoveTheMainPageFirst() throws {
    let file = try read(
      patch("#N canvas 0 0 90 70 one 0;", toggle("a", 0, 0), "#X restore 1 1 pd one;", toggle("b", 50, 200)))
    #expect(texts(SceneControl.controls(of: file.widgets).map { $0.name }) == ["b-set", "a-set"])
  }
}
