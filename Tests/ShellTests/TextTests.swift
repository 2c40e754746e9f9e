// Widths of texts, looks and draw lists, against figures worked out elsewhere.
import Foundation
import PanelModel
import Testing
import Text
import Toolkit

@testable import Paint
@testable import Shell
@testable import SoundScreens

@Suite struct ScreenTextTests {
  /// The widths that the fonts themselves have, read by FreeType's ftdump… here as the script printed them:
  /// units of an em of 2816.
  @Test func widthsAreThoseOfTheFonts() {
    // A of Inter is 1904 wide, space 792, all digits 1820 in Regular.
    let digits = (0...9).map { TextMetrics.units(of: 48 + $0, .regular) }
    #expect(Set(digits).count == 1)
    #expect(TextMetrics.units(of: 0x4E00, .regular) == AdvanceTable.missing)
    let width = TextMetrics.width(Array("Tactus".utf8), size: 2816)
    #expect(
      width == Array("Tactus".utf8).reduce(0) { $0 + Float(TextMetrics.units(of: UInt32($1), .regular)) })
  }

  @Test func aTextIsCutWithAnEllipsisOnlyIfItIsTooLong() {
    let text = Array("Οἱ Ἕλληνες и кириллица".utf8)
    let width = TextMetrics.width(text, size: 15)
    #expect(TextMetrics.fitted(text, size: 15, in: width + 0.01) == text)
    for room in stride(from: Float(0), to: width, by: 3) {
      let cut = TextMetrics.fitted(text, size: 15, in: room)
      #expect(TextMetrics.width(cut, size: 15) <= room)
      #expect(String(validating: cut, as: UTF8.self) != nil)
    }
  }

  @Test func linesHoldAllWordsInOrder() {
    let words = (1...40).map { "word\($0)" }
    let lines = TextMetrics.lines(Array(words.joined(separator: " ").utf8), size: 15, in: 200, limit: 100)
    #expect(
      lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ").split(separator: " ")
        == words.map { Substring($0) })
    for line in lines { #expect(TextMetrics.width(line, size: 15) <= 200) }
  }

  @Test(arguments: [
    (Float(1760), "1.76 kHz"), (440, "440 Hz"), (999.6, "1.00 kHz"), (17.64, "17.6 Hz"), (-3, "−3.00 Hz"),
    (0, "0.00 Hz"), (.nan, "–"),
  ]) func numbersAreReadAtAGlance(value: Float, text: String) {
    #expect(String(decoding: ValueText.words(value, .hertz).bytes, as: UTF8.self) == text)
  }

  @Test func aDrawListComesBackAsItWasWritten() {
    let commands: [DrawCommand] = [
      .move(1, 2), .line(3, 4), .curve(1, 2, 3, 4, 5, 6), .arc(x: 1, y: 2, radius: 3, from: 0, to: 0.5),
      .close, .fill(Ink(0x112233), isKept: true), .stroke(Ink(0x445566).faded(0.5), width: 2, dash: 4),
      .fade(fromX: 0, fromY: 1, toX: 2, toY: 3, from: Ink(1), to: Ink(2)),
      .clip(Area(x: 1, y: 2, width: 3, height: 4)),
      .text(PlacedText(bytes: Array("αβγ".utf8), x: 1, y: 2, size: 15, face: .semibold, ink: Ink(0xFFFFFF))),
      .unclip, .layer(0.5), .endLayer,
      .picture(
        PlacedPicture(path: Array("/ä b".utf8), area: Area(x: 1, y: 2, width: 3, height: 4), fills: true)),
      .picture(PlacedPicture(path: [], area: Area(x: 4, y: 3, width: 2, height: 1), fills: false)), .close,
    ]
    var list = DrawList()
    for command in commands { list.append(command) }
    var found: [DrawCommand] = []
    list.forEach { found.append($0) }
    #expect(found == commands)
    list.removeAll()
    #expect(list == DrawList())
  }

  /// WCAG 2.2, 1.4.11: what shows where a control is has a contrast of 3 : 1 to what is beside it.
  @Test func bordersAreSeen() {
    for look in Look.all {
      for ground in [Look.Role.background, .pane] {
        #expect(look[.border].contrast(with: look[ground]) >= 3, "\(look.name) \(ground)")
        #expect(look[.strong].contrast(with: look[ground]) >= 4.5, "\(look.name) \(ground)")
        #expect(look[.focus].contrast(with: look[ground]) >= 4.5, "\(look.name) \(ground)")
      }
    }
  }

  /// Black and white are 21 apart, and #767676 is the lightest gray that WCAG allows on white.
  @Test func contrastIsThatOfWCAG() {
    #expect(abs(Ink(0).contrast(with: Ink(0xFFFFFF)) - 21) < 0.001)
    #expect(Ink(0x767676).contrast(with: Ink(0xFFFFFF)) >= 4.5)
    #expect(Ink(0x777777).contrast(with: Ink(0xFFFFFF)) < 4.5)
  }

  @Test func theLooksHaveEnoughContrast() {
    for look in Look.all {
      #expect(
        look.contrastFault == nil,
        "\(look.name): \(look.contrastFault.map { String(decoding: $0.bytes, as: UTF8.self) } ?? "")")
    }
  }

  private func look(_ text: String) throws -> Look {
    let bytes = Array(text.utf8)
    return try bytes.withUnsafeBytes { try Look(JSON($0)) }
  }

  @Test func aLookOfOnesOwnIsReadAndChecked() throws {
    let mine = try look(##"{"name": "mine", "hand": "#ffcc00", "new key": 1}"##)
    #expect(mine[.hand] == Ink(0xFFCC00))
    #expect(mine[.sound] == Look.dark[.sound])
    for bad in [
      ##"{"text": "#333333"}"##, ##"{"hand": "red"}"##, ##"{"accents": ["#ffffff"]}"##, "[]", #"{"name": 4}"#,
    ] {
      #expect(throws: DocumentError.self) { try look(bad) }
    }
  }
}
