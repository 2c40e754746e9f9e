// The keyboard: the focus and its control. Any thread.
import Paint
import PanelModel
import PerformanceScreens
import Toolkit

extension View {
  mutating func handle(
    _ key: ViewEvent.Key, shift: Bool, control: Bool, _ requests: inout [PanelRequest]
  ) {
    isStale = true
    if key == .escape, carried != nil { return putBack() }
    if handleClipboard(key, &requests) { return }
    if handleInPopup(key, shift: shift, &requests) { return }
    if handleOnValue(key, shift: shift, &requests) { return }
    let kind = focus.map { controls[$0].part.isFinite ? KeyboardFocus.slider : .control } ?? .nothing
    if popups.popup == nil, send(.key(key, shift: shift, control: control, kind), &requests) { return }
    switch key {
    case .tab:
      focus = nextFocus(in: controls, from: focus, shift ? -1 : 1)
      scrollToFocus()
    case .escape:
      if focus != nil {
        focus = nil
        requests.append(.keyboard(false))
      } else if screen == .play {
        performance.isOpen = false
      }
    case .menu:
      let control = focus.map { controls[$0] }
      if let control,
        openMenu(of: control.action, pointer: -1, control.area.middleX, control.area.middleY)
      {
        return
      }
      press(.performance(.handle), &requests)
    case .enter, .space:
      if let focus {
        popups.place = controls[focus].area
        choose(controls[focus].action, &requests)
      }
    case .left, .down, .pageDown: moveFocus(-1)
    case .right, .up, .pageUp: moveFocus(1)
    case .home, .end, .backspace, .delete, .edit, .copy, .cut, .paste, .all: break
    }
  }

  /// Scrolls to the control that has the keyboard.
  private mutating func scrollToFocus() {
    guard let focus, controls.indices.contains(focus), controls[focus].area.x >= scrolledAside else { return }
    var requests: [PanelRequest] = []
    let middle = scrolled?.middleY ?? height / 2
    scroll(by: controls[focus].area.middleY - middle, &requests)
  }

  private mutating func moveFocus(_ step: Int) {
    guard focus != nil else { return }
    focus = nextFocus(in: controls, from: focus, step)
    scrollToFocus()
  }
}
