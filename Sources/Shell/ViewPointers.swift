// Pointers: the control that they take, drag, or press when they are lifted. Any thread.
import Paint
import PanelModel
import Toolkit

extension View {
  mutating func handle(_ pointer: ViewEvent.Pointer, at seconds: Double, _ requests: inout [PanelRequest]) {
    isStale = true
    if pointer.kind == .mouse { hover = (pointer.x, pointer.y) }
    if pointer.phase == .began {
      // The control drawn last is on top.
      guard let control = controls.last(where: { $0.area.contains(pointer.x, pointer.y) }) else { return }
      drags.removeAll { $0.drag.id == pointer.id }
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
      case .began, .moved: move(index, pointer, &requests)
      case .ended: end(drag, action, pointer, &requests)
      case .cancelled: break
      }
    } else {
      if pointer.phase == .began, drag.gesture != .surface { beginPress(on: action, &requests) }
      send(.pointer(pointer, drag, at: seconds), to: action, &requests)
    }
    if pointer.phase == .ended || pointer.phase == .cancelled { drags.removeAll { $0.drag.id == pointer.id } }
  }

  // A drag changes the value from its first moment; a press acts when it is released.

  private mutating func move(_ index: Int, _ pointer: ViewEvent.Pointer, _ requests: inout [PanelRequest]) {
    let (drag, action) = drags[index]
    if action == .popup(.text) {
      return placeCaret(at: pointer.x, in: drag.area, choosing: pointer.phase != .began || pointer.shift)
    }
    if drag.part.isFinite {
      if let part = drag.part(under: pointer) { set(action, part: part, &requests) }
    } else if let scrolled, scrolled.contains(drag.startX, drag.startY) {
      let points = drags[index].drag.scroll(with: pointer)
      if points != 0 { _ = send(.scroll(by: points), &requests) }
    }
  }

  private mutating func end(
    _ drag: ControlDrag, _ action: ControlAction, _ pointer: ViewEvent.Pointer,
    _ requests: inout [PanelRequest]
  ) {
    if action == .popup(.slide) { return slide(to: pointer.x, pointer.y, &requests) }
    guard !drag.isScrolling, drag.area.contains(pointer.x, pointer.y) else { return }
    popups.place = drag.area
    choose(action, &requests)
  }
}
