// Abstractions that show themselves: their copies with numbers of their own, and their widgets on the page.
import Testing
import Text

@testable import SceneFiles

private let look = "17 7 0 10 #fcfcfc #000000 #000000"

private func lines(_ lines: String...) -> [UInt8] {
  Array(((["#N canvas 0 0 400 300 12;"] + lines).joined(separator: "\n") + "\n").utf8)
}

private func toggle(_ send: String, _ receive: String, _ x: Int = 10) -> String {
  "#X obj \(x) 20 tgl 20 0 \(send) \(receive) empty \(look) 0 1;"
}

/// The copies of a scene in `/s` with these files; those of `/other` may not be read.
private func copies(_ files: [String: [UInt8]]) -> ReachablePatch {
  let load: ([UInt8]) -> [UInt8]? = { files[String(decoding: $0, as: UTF8.self)] }
  let search = SceneSearch(
    Array("/s/_main.pd".utf8), folders: [Array("/libs/droidparty".utf8)], standard: [], content: .page,
    load: load,
    look: { path in
      let path = String(decoding: path, as: UTF8.self)
      if files[path] != nil { return .file }
      return files.keys.contains { $0.hasPrefix(path + "/") } ? .folder : .missing
    })
  return ReachablePatch(files["/s/_main.pd"] ?? [], search, load: load) { folder in
    folder.starts(with: Array("/s".utf8)) ? Array("/scene".utf8) + folder.dropFirst(2) : nil
  }
}

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

/// Each widget: names and place.
private func places(_ file: PdFile) -> [String] {
  file.widgets.map { widget in
    let names = [widget.send, widget.receive].map { $0.map(text) ?? "-" }
    return "\(names[0]) \(names[1]) \(Int(widget.area.x)) \(Int(widget.area.y))"
  }
}

@Suite struct AbstractionTests {
  private let strip = lines(
    toggle("\\$0-a", "\\$1-b"), toggle("\\$2", "\\$3-c", 40), toggle("empty", "empty", 70),
    "#X msg 5 5 \\$1 \\$0;", "#X coords 0 -1 1 1 100 60 2 0 10;")

  @Test func eachInstanceHasItsOwnNames() throws {
    let patch = copies([
      "/s/_main.pd": lines(
        toggle("x", "y"), "#X obj 100 50 strip one 5;", "#X obj 200 50 strip two\\ x;", "#X obj 10 200 osc~;",
        "#X connect 1 0 2 0;"), "/s/strip.pd": strip,
    ])
    #expect(
      try places(patch.file()) == [
        "x y 10 20",
        "77002-a one-b 110 60", "5 $3-c 140 60", "tactus-send-77002-2 tactus-set-77002-2 170 60",
        "77003-a two x-b 210 60", "0 $3-c 240 60", "tactus-send-77003-2 tactus-set-77003-2 270 60",
      ])
    // The main patch uses the copies, and its other records are as they were.
    #expect(text(patch.main).contains("#X obj 100 50 /tactus/strip-77002 one 5;"))
    #expect(
      text(patch.main).hasSuffix(
        "#X obj 200 50 /tactus/strip-77003 two\\ x;\n#X obj 10 200 osc~;\n#X connect 1 0 2 0;\n"))
    #expect(patch.copies.map { text($0.name) } == ["strip-77002.pd", "strip-77003.pd"])
    // A copy has its number, its arguments as Pd gives them, and finds what lies beside the original.
    let copy = text(patch.copies[1].bytes)
    #expect(copy.hasPrefix("#N canvas 0 0 400 300 12;\n#X declare -path /scene;"))
    #expect(copy.contains("77003-a \\$1-b") && copy.contains("#X msg 5 5 \\$1 \\$0;"))
  }

  /// Keys and ports of the main patch's own widgets are those of a patch without abstractions.
  @Test func theirKeysAndPortsFollowThoseOfThePatch() throws {
    let main = ["#X obj 0 0 strip a b;", toggle("empty", "empty"), toggle("\\$0-a", "empty", 60)]
    let with = copies(["/s/_main.pd": lines(main[0], main[1], main[2]), "/s/strip.pd": strip])
    let without = copies(["/s/_main.pd": lines(main[0], main[1], main[2])])
    let (board, alone) = (SceneBoard(try with.file()), SceneBoard(try without.file()))
    #expect(Set(alone.keys.map(text)) == ["widget-1", "$0-a"])
    #expect(board.keys.suffix(2).map(text) == alone.keys.map(text))
    #expect(board.keys.prefix(3).map(text) == ["$0-a#2", "b", "widget-5"])
    #expect(board.controls.prefix(1).map { text($0.name) } == alone.controls.map { text($0.name) })
    #expect(
      board.controls.map { text($0.name) } == ["$0-a", "a-b", "$3-c"].prefix(board.controls.count).map { $0 })
  }

  @Test func abstractionsWithinEachOtherAndTheirFolders() throws {
    let patch = copies([
      "/s/_main.pd": lines("#X declare -path lib;", "#X obj 100 100 outer k;", "#X obj 5 5 outer m;"),
      "/s/lib/outer.pd": lines(
        "#X declare -path more -path /usr/x;", "#N canvas 0 0 90 90 page 0;", toggle("hidden", "hidden-set"),
        "#X restore 1 1 pd page;", "#X obj 30 20 inner \\$1-in;", "#X coords 0 -1 1 1 200 100 1 10 10;"),
      "/s/lib/more/inner.pd": lines(toggle("\\$1", "\\$0"), "#X coords 0 -1 1 1 90 60 1 0 0;"),
    ])
    let file = try patch.file()
    #expect(file.panels.isEmpty)
    #expect(places(file) == ["k-in 77003 130 130", "m-in 77005 35 35"])
    #expect(
      patch.copies.map { text($0.name) }.sorted()
        == ["inner-77003.pd", "inner-77005.pd", "outer-77002.pd", "outer-77004.pd"])
    let outer = try #require(patch.copies.first { text($0.name) == "outer-77002.pd" })
    #expect(text(outer.bytes).contains("#X declare -path /scene/lib;"))
    #expect(text(outer.bytes).contains("#X declare -path /scene/lib/more -path /usr/x;"))
    #expect(text(outer.bytes).contains("/tactus/inner-77003 \\$1-in;"))
  }

  /// What shows nothing, contains itself, or may not be seen stays as it is.
  @Test func otherAbstractionsStayAsTheyAre() throws {
    let shown = "#X coords 0 -1 1 1 90 60 1 0 0;"
    let main = lines(
      "#X obj 0 0 plain;", "#X obj 0 50 loop;", "#X obj 0 90 /other/strip;", "#X obj 9 9 knob 5;",
      "#X obj 1 1 clone strip 4;", "#X obj 7 7 \\$1;")
    let patch = copies([
      "/s/_main.pd": main, "/s/plain.pd": lines(toggle("p", "q")),
      "/s/loop.pd": lines("#X obj 1 1 loop;", toggle("l", "l-set"), shown), "/other/strip.pd": strip,
      "/s/strip.pd": strip, "/libs/droidparty/knob.pd": lines(toggle("k", "k-set"), shown),
    ])
    #expect(try places(patch.file()) == ["l l-set 10 70"])
    #expect(patch.copies.map { text($0.name) } == ["loop-77002.pd"])
    #expect(text(patch.copies[0].bytes).contains("#X obj 1 1 loop;"))
  }

  @Test func thereAreSixtyFourCopies() throws {
    let objects = (0..<80).map { "#X obj 0 \($0) strip;" }.joined(separator: "\n")
    let patch = copies(["/s/_main.pd": lines(objects), "/s/strip.pd": strip])
    #expect(patch.copies.count == 64)
    #expect(try SceneBoard(patch.file()).keys.count == 192)
    #expect(text(patch.main).contains("#X obj 0 63 /tactus/strip-77065"))
    #expect(text(patch.main).contains("#X obj 0 64 strip;"))
  }
}
