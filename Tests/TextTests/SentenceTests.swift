// Errors as sentences, numbers in texts, and positions of values.
import TestSupport
import Testing

@testable import Text

private func string(_ text: UTF8Text) -> String { String(decoding: text.bytes, as: UTF8.self) }

struct SentenceTests {
  @Test func aSentenceHasTheNameAndThePlaceThatThereAre() {
    let words: UTF8Text = "is wrong"
    let bare = DocumentError(words)
    #expect(bare.sentence() == "is wrong" && bare.sentence(about: Array("Bells".utf8)) == "Bells: is wrong")
    let placed = DocumentError(words.bytes, line: 3, column: 7)
    #expect(placed.sentence(about: Array("Bells".utf8)) == "Bells: line 3 column 7: is wrong")
  }

  /// A long sentence is cut between characters: it has at most 500 bytes of UTF-8 and an ellipsis.
  @Test(arguments: 495...505) func aLongSentenceIsCutBetweenCharacters(length: Int) {
    for letter in ["x", "é", "→", "🎹"] {
      let text = String(repeating: "a", count: length % 4) + String(repeating: letter, count: length)
      let sentence = DocumentError(Array(text.utf8)).sentence()
      let isCut = text.utf8.count > 500
      #expect(String(validating: sentence, as: UTF8.self) != nil)
      #expect(sentence.count <= 503 && (sentence.suffix(3) == [0xE2, 0x80, 0xA6]) == isCut)
      #expect(text.utf8.starts(with: isCut ? Array(sentence.dropLast(3)) : sentence))
    }
  }

  @Test(
    arguments: [
      ("0", 0), ("007", 7), ("123456789", 123_456_789), ("", nil), ("1234567890", nil), ("-1", nil),
      ("1 ", nil), ("1a", nil), ("+1", nil), ("١", nil),
    ] as [(String, Int?)])
  func aWholeNumberIsAtMostNineDigits(text: String, number: Int?) {
    #expect(Int(decimal: Array(text.utf8)) == number)
  }

  @Test func numbersAreAsShortAsTheyReadBack() {
    for (number, text) in [
      (0, "0"), (-0.0, "0"), (1, "1"), (-3, "-3"), (0.1, "0.1"), (1e6, "1000000"), (2.5, "2.5"),
    ] as [(Float, String)] {
      #expect(string("\(number)") == text)
    }
    var random = SeededGenerator("FLOAT_SEED", default: 1)
    for _ in 0..<10_000 {
      let number = Float(bitPattern: .random(in: 0...(.max), using: &random))
      guard number.isFinite else { continue }
      #expect(Float(string("\(number)")) == number, "\(number.bitPattern)")
    }
  }

  @Test func aMemberIsAKeyAndAValue() {
    let list = JSON(.array([JSON(.integer(1)), JSON(.bool(false)), JSON(.null)]))
    let member = JSON.Member(key: Array("a\"b".utf8), value: list)
    #expect(string(member.words) == #""a\"b": [1, false, null]"#)
  }
}
