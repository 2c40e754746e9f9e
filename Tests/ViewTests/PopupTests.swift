// Menus round the finger, texts with a caret, dialogs, the keyboard on the screen.
import Testing

@testable import Paint
@testable import View

@Suite struct PopupTests {
  /// Any number of items over any arc: no two meet, all lie on the screen.
  @Test func itemsOfAMenuHaveRoom() {
    let area = Area(x: 0, y: 0, width: 1280, height: 800)
    for size in Look.Size.allCases {
      var look = Look.dark
      look.size = size
      for arc in [Float(0)...1, -0.25...0.25, 0...0.5] {
        for count in 1...10 {
          for point in [(Float(640), Float(400)), (2, 2), (1278, 798)] {
            let items = (0..<count).map { RadialMenu.Item(Array("Item \($0)".utf8), .undo) }
            let menu = RadialMenu(title: [], x: point.0, y: point.1, items: items, arc: arc)
            let places = menu.places(look, in: area)
            for (index, place) in places.enumerated() {
              #expect(
                place.x >= 0 && place.right <= 1280 && place.y >= 0 && place.bottom <= 800, "\(count) \(arc)")
              for other in places[..<index] {
                #expect(!other.meets(place), "\(count) items, \(arc), \(size)")
              }
            }
          }
        }
      }
    }
  }

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

  @Test func aFingerGetsAKeyboardAndAMouseDoesNot() throws {
    for kind in [ViewEvent.Pointer.Kind.mouse, .finger] {
      var view = View(.touch, width: 1280, height: 800)
      view.look.size = .finger
      view.open(.library)
      _ = try view.press("Save as…", kind)
      view.refreshControls()
      #expect(
        view.controls.contains { $0.action == .popup(.letter([UInt8(ascii: "q")])) } == (kind == .finger))
      guard kind == .finger else { continue }
      for control in view.controls where control.hasFocus {
        #expect(control.area.width >= 24 && control.area.height >= 24)
      }
      for letter in ["o", "k"] { _ = try view.press(letter, .finger) }
      _ = try view.press("Shift", .finger)
      _ = try view.press("A", .finger)
      _ = try view.press("Space", .finger)
      _ = try view.press("1", .finger)
      _ = try view.press("Erase", .finger)
      let wishes = try view.press("Return", .finger)
      let names = wishes.compactMap {
        if case .save(let name) = $0 { String(decoding: name, as: UTF8.self) } else { nil }
      }
      #expect(names == ["okA "])
      view.refreshControls()
      #expect(!view.popups.hasKeyboard && view.popups.popup == nil)
    }
  }

  @Test func aKeyboardOnTheScreenDoesNotCoverTheNextScreen() throws {
    var view = View(.touch, width: 1280, height: 800)
    view.open(.library, withTabs: true)
    _ = try view.press("Search", .finger)
    #expect(view.popups.hasKeyboard)
    let wishes = try view.press("Sound", .finger)
    #expect(view.screen == .sound && !view.popups.hasKeyboard)
    #expect(wishes.contains { if case .keyboard(false) = $0 { true } else { false } })
  }

  @Test func nothingBelowADialogCanBePressed() throws {
    var view = View(.touch, width: 1280, height: 800)
    view.open(.library)
    _ = try view.press("Save as…")
    view.refreshControls()
    #expect(!view.controls.contains { $0.role == .tab })
    // By keyboard alone: Tab walks through its controls.
    var names: Set<[UInt8]> = []
    for _ in 0..<6 {
      _ = view.key(.tab)
      if let focus = view.focus { names.insert(view.controls[focus].name) }
    }
    #expect(names.contains(Array("Cancel".utf8)) && names.contains(Array("Save".utf8)))
    _ = view.key(.escape)
    #expect(view.popups.popup == nil)
    view.refreshControls()
    #expect(view.controls.contains { $0.role == .tab })
  }
}
