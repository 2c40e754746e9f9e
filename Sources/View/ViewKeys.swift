// What a keyboard does: the focus and its control, the search of *Library*. Any thread.
import Paint

extension View {
  mutating func handle(
    _ key: ViewEvent.Key, shift: Bool, control: Bool, _ wishes: inout [Wish]
  ) {
    isStale = true
    if handleClipboard(key, &wishes) { return }
    if handleInPopup(key, shift: shift, &wishes) { return }
    if screen == .library, focus == nil, popups.popup == nil,
      handleInLibrary(key, shift: shift, &wishes)
    {
      return
    }
    if handleInForm(key, shift: shift, control: control, &wishes) { return }
    switch key {
    case .tab:
      focus = nextFocus(from: focus, shift ? -1 : 1)
      scrollToFocus()
    case .escape:
      if focus != nil {
        focus = nil
        wishes.append(.keyboard(false))
      } else if screen == .play {
        play.isOpen = false
      }
    case .menu:
      let control = focus.map { controls[$0] }
      if let control, openMenu(of: control.action, control.area.middleX, control.area.middleY) { return }
      press(.handle, &wishes)
    case .enter, .space:
      if let focus {
        popups.place = controls[focus].area
        choose(controls[focus].action, &wishes)
      }
    case .left, .down: step(-1, &wishes)
    case .right, .up: step(1, &wishes)
    case .pageDown: step(-10, &wishes)
    case .pageUp: step(10, &wishes)
    case .home, .end, .backspace, .delete, .copy, .cut, .paste, .all: break
    }
  }

  /// Keys while a text is searched.
  /// - Returns: whether the key meant the search.
  private mutating func handleInLibrary(
    _ key: ViewEvent.Key, shift: Bool, _ wishes: inout [Wish]
  ) -> Bool {
    switch key {
    case .enter:
      loadChosen(&wishes)
      // The next letter begins another search.
      _ = library.search.handle(.all, shift: false)
      wishes.append(.keyboard(false))
    case .escape where !library.search.text.isEmpty: library.search = TextEditing()
    case .down: chooseNeighbour(1)
    case .up: chooseNeighbour(-1)
    case .pageDown: chooseNeighbour(8)
    case .pageUp: chooseNeighbour(-8)
    default: return !library.search.text.isEmpty && library.search.handle(key, shift: shift)
    }
    return true
  }

  /// Moves the slider that has the focus by hundredths, or else the focus.
  private mutating func step(_ steps: Int, _ wishes: inout [Wish]) {
    guard let focus else { return }
    let control = controls[focus]
    if control.part.isFinite {
      set(
        control.action,
        part: min(max(control.part + Float(steps) / Float(control.steps > 0 ? control.steps : 100), 0), 1),
        &wishes)
    } else {
      self.focus = nextFocus(from: focus, steps < 0 ? -1 : 1)
      scrollToFocus()
    }
  }

  /// The next control that the keyboard reaches; nil if there is none.
  func nextFocus(from: Int?, _ step: Int) -> Int? {
    guard !controls.isEmpty else { return nil }
    var index = from ?? (step > 0 ? -1 : 0)
    for _ in controls {
      index = (index + step + controls.count) % controls.count
      if controls[index].hasFocus { return index }
    }
    return nil
  }
}
