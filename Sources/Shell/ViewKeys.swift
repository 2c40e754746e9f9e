// The keyboard: the focus and its control. Any thread.
import GridScreens
import Paint
import PanelModel
import PerformanceScreens
import Toolkit

extension View {
  mutating func handle(
    _ key: ViewEvent.Key, shift: Bool, control: Bool, _ requests: inout [PanelRequest]
  ) {
    isStale = true
    if key == .help { return askManual(&requests) }
    if handleInManual(key, &requests) { return }
    if key == .escape, carried != nil { return putBack(&requests) }
    if handleClipboard(key, &requests) { return }
    if key == .undo || key == .redo {
      if editing?.text.isEmpty ?? true, popups.popup == nil { press(key == .undo ? .undo : .redo, &requests) }
      return
    }
    if handleInPopup(key, shift: shift, &requests) { return }
    if handleOnValue(key, shift: shift, &requests) { return }
    if handleOnCell(key, shift: shift, &requests) || handleOnSection(key, shift: shift, &requests) { return }
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
        let action = controls[focus].action
        popups.place = controls[focus].area
        choose(action, &requests)
        keepFocus(on: action)
      }
    case .left, .down, .pageDown: moveFocus(-1)
    case .right, .up, .pageUp: moveFocus(1)
    case .home, .end, .backspace, .delete, .edit, .help, .copy, .cut, .paste, .all, .undo, .redo: break
    }
  }

  /// Leaves the keyboard with a tab that has opened a screen, unless the keys are for a text there.
  private mutating func keepFocus(on action: ControlAction) {
    guard focus == nil, popups.popup == nil, editing(on: screen.screen) == nil else { return }
    refreshControls()
    focus = controls.firstIndex { $0.role == .tab && $0.action == action }
  }

  /// The focused cell of *Grid*, or nil.
  private var focusedCell: (step: Int, row: Int)? {
    guard let focus, controls.indices.contains(focus), popups.popup == nil,
      case .grid(.cell(let step, let row)) = controls[focus].action
    else { return nil }
    return (step, row)
  }

  /// Handles a key on a cell of *Grid*, and follows the keyboard to another one.
  private mutating func handleOnCell(_ key: ViewEvent.Key, shift: Bool, _ requests: inout [PanelRequest])
    -> Bool
  {
    guard let (step, row) = focusedCell,
      withGrid({ $0.handle(cellKey: key, step: step, row: row, shift: shift, &requests) })
    else { return false }
    moveFocus(to: lend(&panel, to: &grid) { $0.cursorAction })
    return true
  }

  /// Handles a key on a section of the song of *Grid*, and follows it to another place.
  private mutating func handleOnSection(
    _ key: ViewEvent.Key, shift: Bool, _ requests: inout [PanelRequest]
  ) -> Bool {
    guard let focus, controls.indices.contains(focus), popups.popup == nil,
      case .grid(.song(.choose(let section))) = controls[focus].action,
      withGrid({ $0.handle(key, onSection: section, shift: shift, &requests) })
    else { return false }
    moveFocus(to: lend(&panel, to: &grid) { $0.sectionAction })
    return true
  }

  private mutating func moveFocus(to action: GridAction) {
    refreshControls()
    focus = controls.firstIndex { $0.action == .grid(action) } ?? focus
  }

  /// Sets the velocity of the cell of *Grid* that has the keyboard by a digit.
  mutating func typeOnCell(_ letters: [UInt8], _ requests: inout [PanelRequest]) -> Bool {
    guard let (step, row) = focusedCell, letters.count == 1, 48...57 ~= letters[0] else { return false }
    withGrid { $0.type(velocity: Int(letters[0]) - 48, step: step, row: row, &requests) }
    return true
  }

  /// Scrolls to the control that has the keyboard.
  mutating func scrollToFocus() {
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
