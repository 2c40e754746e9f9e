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
    if handleClipboard(key, &requests) { return }
    if handleInPopup(key, shift: shift, &requests) { return }
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
    case .left, .down: step(-1, &requests)
    case .right, .up: step(1, &requests)
    case .pageDown: step(-10, &requests)
    case .pageUp: step(10, &requests)
    case .home, .end, .backspace, .delete, .copy, .cut, .paste, .all: break
    }
  }

  /// Scrolls to the control that has the keyboard.
  private mutating func scrollToFocus() {
    guard let focus, controls.indices.contains(focus), controls[focus].area.x >= scrolledAside else { return }
    var requests: [PanelRequest] = []
    let middle = scrolled?.middleY ?? height / 2
    _ = send(.scroll(by: controls[focus].area.middleY - middle), &requests)
  }

  /// Moves the slider that has the focus by hundredths, or else the focus.
  private mutating func step(_ steps: Int, _ requests: inout [PanelRequest]) {
    guard let focus else { return }
    let control = controls[focus]
    if control.part.isFinite {
      set(
        control.action,
        part: min(max(control.part + Float(steps) / Float(control.steps > 0 ? control.steps : 100), 0), 1),
        &requests)
    } else {
      self.focus = nextFocus(in: controls, from: focus, steps < 0 ? -1 : 1)
      scrollToFocus()
    }
  }
}
