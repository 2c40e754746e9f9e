// The text of draw lists: each command's line, and that a changed command is reported with its line.
import Testing

@testable import Paint

@Suite struct DrawListTextTests {
  private static let ink = Ink(word: 0x0A14_FF80)

  /// One command of each kind.
  private static let commands: [DrawCommand] = [
    .move(1, -2.5), .line(3.125, 0.004), .curve(1, 2, 3, 4, 5, 6),
    .arc(x: 10, y: 20, radius: 4, from: 0.75, to: 1), .close, .fill(ink, isKept: true),
    .stroke(ink, width: 2, dash: 0), .stroke(ink, width: 2, dash: 3.5),
    .clip(Area(x: 0, y: 1, width: 2, height: 3)),
    .layer(0.4), .fade(fromX: 0, fromY: 0, toX: 0, toY: 9, from: ink, to: Ink(0)), .endLayer,
    .text(PlacedText(bytes: Array("a \"b\"\\\n1.5".utf8), x: 1, y: 2, size: 13, face: .semibold, ink: ink)),
    .unclip, .fill(Ink(0x01_0203), isKept: false),
    .picture(
      PlacedPicture(path: Array("/root/a/b".utf8), area: Area(x: 0, y: 1, width: 2, height: 3), fills: true)),
  ]

  private static func lines(_ commands: [DrawCommand]) -> [String] {
    var list = DrawList()
    for command in commands { list.append(command) }
    return DrawListText.lines(list, root: "/root")
  }

  @Test func everyCommandHasItsLine() {
    #expect(
      Self.lines(Self.commands) == [
        "move 1 -2.5", "line 3.13 0", "curve 1 2 3 4 to 5 6", "arc 10 20 radius 4 from 270 to 360", "close",
        "fill #0a14ff80 kept", "stroke #0a14ff80 width 2", "stroke #0a14ff80 width 2 dash 3.5",
        "clip 0 1 2 3",
        "  layer 0.4", "    fade 0 0 #0a14ff80 to 0 9 #000000ff", "  end layer",
        "  text 1 2 size 13 semibold #0a14ff80 \"a \\\"b\\\"\\\\\\n1.5\"", "end clip", "fill #010203ff",
        "picture 0 1 2 3 fills \"a/b\"",
      ])
    let numbers: [Float] = [0.05, -0.05, 0.5, 12.34, -0.001, 1e10, .infinity]
    #expect(
      numbers.map(DrawListText.number) == ["0.05", "-0.05", "0.5", "12.34", "0", "1e+10", "inf"])
  }

  /// Whichever command changes, its line is named with what was expected and what was found.
  @Test func aChangedCommandIsReportedWithItsLine() {
    let pinned = Self.lines(Self.commands)
    for index in pinned.indices {
      var commands = Self.commands
      commands[index] = .move(7, 8)
      let found = Self.lines(commands)
      #expect(
        DrawListText.difference(
          "play", expected: pinned.joined(separator: "\n"), found: found.joined(separator: "\n"))?
          .hasPrefix("play, line \(index + 1):\n  expected \(pinned[index])\n") == true)
    }
    func difference(_ expected: String, _ found: String) -> String? {
      func lines(_ letters: String) -> String { letters.map { "\($0)" }.joined(separator: "\n") }
      return DrawListText.difference("play", expected: lines(expected), found: lines(found))
    }
    #expect(difference("abcdefg", "abXdefg") == "play, line 3:\n  expected c\n  found    X")
    #expect(
      difference("abcdefg", "abXYcdefg") == "play, line 3:\n  expected nothing\n  found    X\n  found    Y")
    #expect(
      difference("abcdefg", "bcdefX")
        == "play, line 1:\n  expected a\n  found    nothing\nplay, line 7:\n  expected g\n  found    X")
    #expect(
      difference("abcdef", "a")
        == "play, line 2:\n  expected b\n  expected c\n  expected d\n  expected e\n  expected … and 1 more"
        + "\n  found    nothing")
    #expect(
      difference("abcdefghijklmnop", "XbcdXfghXjklXnop")?.hasSuffix("\n  found    X\nand more after line 12")
        == true)
    #expect(difference("", "a") == "play, line 1:\n  expected nothing\n  found    a")
    #expect(difference("abc", "abc") == nil)
  }

  /// A hundredth more or less may be a rounding; anything else is a change.
  @Test(arguments: [
    ("line 1 2.01", "line 1 2.02", true), ("line 1 2.01", "line 1 2.03", false),
    ("line 1 2", "line 1 1.99", true),
    ("  line 1 2", "line 1 2", false), ("line 1 2", "move 1 2", false), ("line 1 2", "line 1 2 3", false),
    ("fill #000000ff", "fill #000001ff", false),
    ("text 1 2 size 3 regular #000000ff \"0.01\"", "text 1 2 size 3 regular #000000ff \"0.02\"", false),
    ("text 1 2 size 3 regular #000000ff \"a\"", "text 1 2.01 size 3 regular #000000ff \"a\"", true),
  ]) func numbersMayBeRoundedOtherwise(_ one: String, _ other: String, _ areSame: Bool) {
    #expect(DrawListText.areSame(one[...], other[...]) == areSame)
  }

  @Test func looksDifferInColors() {
    #expect(
      DrawListText.merged([["fill #000000ff", "close"], ["fill #ffffffff", "close"]])
        == ["fill #000000ff/#ffffffff", "close"])
    #expect(DrawListText.merged([["fill #000000ff"], ["fill #000000ff kept"]]) == nil)
    #expect(DrawListText.merged([["line 1 2"], ["line 1 3"]]) == nil)
    #expect(DrawListText.merged([["close"], ["close", "close"]]) == nil)
    #expect(DrawListText.merged([["text 1 2 \"#a\""], ["text 1 2 \"#b\""]]) == nil)
  }
}
