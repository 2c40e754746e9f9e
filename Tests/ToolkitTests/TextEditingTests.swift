// Texts while they are typed.
import Paint
import Testing

@testable import Toolkit

@Suite struct TextEditingTests {
  private func text(_ typed: TextEditing) -> String { String(decoding: typed.text, as: UTF8.self) }

  @Test func aTextHasACaretAndAChosenPart() {
    var typed = TextEditing(Array("Glass".utf8))
    #expect(typed.chosen == 0..<5, "the first letter replaces the whole")
    _ = typed.handle(.left, shift: false)
    #expect(typed.caret == 0 && typed.chosen.isEmpty)
    typed.type(Array("Å".utf8))
    #expect(text(typed) == "ÅGlass" && typed.caret == 2)
    _ = typed.handle(.left, shift: false)
    #expect(typed.caret == 0, "a letter of two bytes is passed whole")
    _ = typed.handle(.delete, shift: false)
    #expect(text(typed) == "Glass")
    _ = typed.handle(.end, shift: false)
    _ = typed.handle(.left, shift: true)
    _ = typed.handle(.left, shift: true)
    #expect(typed.chosen == 3..<5)
    typed.type(Array("d".utf8))
    #expect(text(typed) == "Glad")
    _ = typed.handle(.backspace, shift: false)
    _ = typed.handle(.space, shift: false)
    #expect(text(typed) == "Gla ")
    _ = typed.handle(.home, shift: true)
    typed.type([])
    #expect(typed.text.isEmpty)
    let isText = typed.handle(.enter, shift: false)
    #expect(!isText)
    typed.type([UInt8](repeating: 65, count: 5000))
    #expect(typed.text.isEmpty, "too long a text is refused")
  }

  /// By the table of widths: the caret comes to the letter that was pressed.
  @Test func aPressPlacesTheCaret() {
    let letters = Array("Wide illi text that is longer than its field".utf8)
    var typed = TextEditing(letters)
    typed.place(0)
    for offset in 0...16 {
      let x = TextMetrics.width(Array(letters[..<offset]), size: 15)
      #expect(typed.offset(at: x, size: 15, in: 200) == offset)
    }
    typed.place(letters.count)
    let first = typed.firstShown(size: 15, in: 200)
    #expect(TextMetrics.width(Array(letters[first...]), size: 15) <= 200)
    #expect(typed.offset(at: 0, size: 15, in: 200) == first)
  }
}
