// Pointers: the control that they take, drag, or press when they are lifted. Any thread.
import GridScreens
import LibraryScreens
import Paint
import PanelModel
import Toolkit

extension View {
  mutating func handle(_ pointer: ViewEvent.Pointer, at seconds: Double, _ requests: inout [PanelRequest]) {
    isStale = true
    if pointer.kind == .mouse { hover = (pointer.x, pointer.y) }
    if pointer.phase == .began {
      // The control drawn last is on top.
      let control = controls.last {
        $0.area.contains(pointer.x, pointer.y) && (pointer.kind == .mouse || !$0.isForMouse)
      }
      guard let control else { return }
      drags.removeAll { $0.drag.id == pointer.id }
      if !control.isEnabled { return }
      panel.hasAlt = pointer.alt
      if pointer.isSecondary {
        _ = openMenu(of: control.action, pointer: pointer.id, pointer.x, pointer.y)
        return
      }
      drags.append((ControlDrag(pointer, on: control, at: seconds), control.action))
    }
    guard let index = drags.firstIndex(where: { $0.drag.id == pointer.id }) else { return }
    drags[index].drag.follow(pointer)
    let (drag, action) = drags[index]
    if drag.gesture == .usual {
      let isBegin = pointer.phase == .began
      if let port = drag.port, isBegin || pointer.phase == .ended || pointer.phase == .cancelled {
        requests.append(.grabbed(port, isHeld: isBegin))
      }
      if isBegin { beginPress(on: action, &requests) }
      switch pointer.phase {
      case .began:
        move(index, pointer, at: seconds, &requests)
        if isDoubleClick(drag, action, at: seconds), let value = value(of: action) {
          heldValue = nil
          set(action, to: value.usual, &requests)
          drags[index].drag.restart(at: value.part(of: value.usual))
        }
      case .moved: move(index, pointer, at: seconds, &requests)
      case .ended: end(drag, action, pointer, at: seconds, &requests)
      case .cancelled: heldValue = nil
      }
    } else {
      if pointer.phase == .began, drag.gesture != .surface { beginPress(on: action, &requests) }
      let isEdited = drag.gesture == .edits
      if isEdited, pointer.phase == .began, isDoubleClick(drag, action, at: seconds),
        let value = value(of: action)
      {
        drags.removeAll { $0.drag.id == pointer.id }
        return set(action, to: value.usual, &requests)
      }
      if isEdited, pointer.phase == .ended { note(drag, action, pointer, at: seconds) }
      let followed = isEdited ? drags[index].drag.slowed(pointer) : pointer
      send(.pointer(followed, drag, at: seconds), to: action, &requests)
    }
    if pointer.phase == .ended || pointer.phase == .cancelled {
      drags.removeAll { $0.drag.id == pointer.id }
      if drag.carried != nil { endCarrying(by: drag.kind, &requests) }
    }
  }

  /// Notes a click on a value, or a drag.
  private mutating func note(
    _ drag: ControlDrag, _ action: ControlAction, _ pointer: ViewEvent.Pointer, at seconds: Double
  ) {
    click = drag.hasMoved ? nil : (action, seconds, pointer.x, pointer.y)
  }

  /// Whether a value that is pressed was clicked a moment ago, at the same place.
  private func isDoubleClick(_ drag: ControlDrag, _ action: ControlAction, at seconds: Double) -> Bool {
    guard let click, drag.part.isFinite, !drag.isRotary else { return false }
    return click.action == action && seconds - click.seconds < 0.4 && (click.x - drag.startX).magnitude < 6
      && (click.y - drag.startY).magnitude < 6
  }

  // A drag changes the value when it moves; a press acts when it is released.

  private mutating func move(
    _ index: Int, _ pointer: ViewEvent.Pointer, at seconds: Double, _ requests: inout [PanelRequest]
  ) {
    let (drag, action) = drags[index]
    if action == .popup(.text) {
      return placeCaret(at: pointer.x, in: drag.area, choosing: pointer.phase != .began || pointer.shift)
    }
    if let source = drag.carried {
      carry(source, to: pointer, at: seconds, &requests)
    } else if drag.part.isFinite {
      if let part = drags[index].drag.part(following: pointer), let value = value(of: action) {
        if value.isSetAtRelease {
          heldValue = (action, value.value(at: part))
        } else {
          set(action, to: value.value(at: part), &requests)
        }
      }
    } else if pointer.kind == .mouse, model.page == nil,
      let question = export(of: action)
    {
      let place = drag.area.inset(-24, -24)
      if pointer.phase == .moved, !place.contains(pointer.x, pointer.y) {
        drags.remove(at: index)
        requests.append(.drag(question))
      }
    } else if let scrolled, scrolled.contains(drag.startX, drag.startY) {
      let points = drags[index].drag.scroll(with: pointer)
      if points != 0 { scroll(by: points, at: (drag.startX, drag.startY), &requests) }
    }
  }

  /// The request for the file of what is dragged out of the window, or nil if it can't be dragged out.
  private mutating func export(of action: ControlAction) -> [UInt8]? {
    lend(&panel, to: &grid) { $0.export(of: ControlAction.grid(of: action)) }
      ?? lend(&panel, to: &library) { $0.export(of: ControlAction.library(of: action)) }
  }

  private mutating func end(
    _ drag: ControlDrag, _ action: ControlAction, _ pointer: ViewEvent.Pointer, at seconds: Double,
    _ requests: inout [PanelRequest]
  ) {
    if drag.carried != nil { return drop(&requests) }
    if action == .popup(.slide) { return slide(to: pointer.x, pointer.y, &requests) }
    if let (held, value) = heldValue, held == action {
      heldValue = nil
      set(action, to: value, &requests)
    }
    guard !drag.isScrolling, drag.area.contains(pointer.x, pointer.y) else { return }
    popups.place = drag.area
    if drag.part.isFinite, !drag.isRotary {
      note(drag, action, pointer, at: seconds)
      if drag.hasMoved { return }
      if drag.isRing { choose(action, &requests) } else { openList(of: action, &requests) }
      return
    }
    choose(action, &requests)
  }
}
