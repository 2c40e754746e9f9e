// Dialogs and the keyboard on the screen.
import PanelModel
import Testing
import Text
import Toolkit

@testable import LibraryScreens
@testable import Paint
@testable import Shell
@testable import SoundScreens

@Suite struct PopupTests {
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
      let requests = try view.press("Return", .finger)
      let names = requests.compactMap {
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
    let requests = try view.press("Sound", .finger)
    #expect(view.screen == .sound && !view.popups.hasKeyboard)
    #expect(requests.contains { if case .keyboard(false) = $0 { true } else { false } })
  }

  /// A host keeps the keyboard unless the window asks for it.
  @Test func aMenuOfTheMouseHasTheKeyboardWhileItIsOpen() throws {
    var view = touchView()
    view.open(.sound, withTabs: true)
    func keyboard(_ requests: [PanelRequest]) -> [Bool] {
      requests.compactMap { if case .keyboard(let isOn) = $0 { isOn } else { nil } }
    }
    view.refreshControls()
    let bar = try #require(view.controls.last { $0.action == .sound(.parameter(.oscALevel, .base)) }).area
    func press() -> [PanelRequest] {
      var press = ViewEvent.Pointer(.began, x: bar.middleX, y: bar.middleY)
      press.isSecondary = true
      return view.handle(.pointer(press), at: 0)
    }
    #expect(keyboard(press()) == [true])
    #expect(keyboard(view.key(.down)).isEmpty && view.popups.popup != nil)
    #expect(keyboard(view.key(.escape)) == [false] && view.popups.popup == nil)
    #expect(keyboard(press()) == [true])
    #expect(keyboard(try view.press(.popup(.leave))) == [false])
    // A page has it anyway.
    view.model.page = ViewModel.Page()
    #expect(keyboard(press()).isEmpty)
  }

  @Test func keysUndoAndRedoButNotWhereLettersAreTyped() throws {
    var view = touchView()
    view.open(.sound, withTabs: true)
    func steps(_ requests: [PanelRequest]) -> [HistoryStep] {
      requests.compactMap { if case .edit(.step(let step), _) = $0 { step } else { nil } }
    }
    #expect(steps(view.key(.undo)) == [.undo] && steps(view.key(.redo)) == [.redo])
    view.open(.library)
    view.type("be")
    #expect(steps(view.key(.undo)).isEmpty)
  }

  /// A page shows the elements of controls again at once when something has opened or closed, and else after a while.
  @Test func whatOpensAndClosesIsCounted() throws {
    var view = touchView()
    view.open(.sound, withTabs: true)
    let action = ControlAction.sound(.parameter(.oscALevel, .base))
    var last = view.layer
    func hasChanged() -> Bool {
      defer { last = view.layer }
      return view.layer != last
    }
    view.refreshControls()
    let bar = try #require(view.controls.last { $0.action == action }).area
    var press = ViewEvent.Pointer(.began, x: bar.middleX, y: bar.middleY)
    press.isSecondary = true
    _ = view.handle(.pointer(press), at: 0)
    #expect(hasChanged(), "a menu")
    _ = try view.press("Type a value…")
    #expect(hasChanged(), "a dialog in its place")
    view.type("0.3")
    #expect(!hasChanged())
    _ = view.key(.enter)
    #expect(hasChanged(), "the dialog has closed")
    _ = try view.drag(action, to: 0.8)
    #expect(!hasChanged())
    view.show(manual: Array("window.md".utf8), Array("# The window".utf8))
    #expect(hasChanged())
    _ = view.key(.escape)
    #expect(hasChanged())
    _ = try view.press(.screen(.matrix))
    #expect(hasChanged())
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
