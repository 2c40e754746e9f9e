// Symbols and numbers as bytes.
import Controls
import Testing

@testable import Text

struct SymbolTests {
  @Test(arguments: [
    (0, 1, "cc"), (7, 1, "cc7_x"), (7, 2, "cc07_x"), (12, 1, "cc12_x"), (12, 2, "cc12_x"), (5, 3, "cc005_x"),
    (123, 2, "cc123_x"),
  ])
  func aSymbolIsItsText(number: Int, digits: Int, text: String) {
    let symbol = Symbol("cc", number: number, digits: digits, tail: "_x")
    let bytes = Array(text.utf8)
    #expect(symbol.bytes == bytes && symbol.string == text)
    #expect(symbol.isText(bytes))
    #expect(!symbol.isText(bytes + [48]) && !symbol.isText(bytes.dropLast()) && !symbol.isText([]))
  }

  @Test(
    arguments: [
      (0, "0"), (-0.0, "0"), (-3, "-3"), (0.5, "0.5"), (9_999_999, "9999999"), (1e7, "10000000.0"),
      (1e20, "1e+20"),
    ] as [(Float, String)])
  func aNumberIsWhatReadsBack(number: Float, text: String) {
    let words: UTF8Text = "\(number)"
    #expect(words.bytes == Array(text.utf8) && Float(text) == number)
  }
}
