// What pointers do: which control they take hold of, what they drag, and what they press when they are
// lifted. Any thread.
import Paint
import PanelModel
import Toolkit

extension View {
  mutating func handle(_ pointer: ViewEvent.Pointer, at seconds: Double, _ requests: inout [PanelRequest]) {
    isStale = true
    if pointer.kind == .mouse { hover = (pointer.x, pointer.y) }
    if pointer.phase == .began {
      // What was drawn last lies above.
      guard let control = controls.last(where: { $0.area.contains(pointer.x, pointer.y) }) else { return }
      drags.removeAll { $0.id == pointer.id }
      if pointer.isSecondary {
        _ = openMenu(of: control.action, pointer: pointer.id, pointer.x, pointer.y)
        return
      }
      drags.append(Drag(pointer, on: control, at: seconds))
    }
    guard let index = drags.firstIndex(where: { $0.id == pointer.id }) else { return }
    drags[index].follow(pointer)
    let drag = drags[index]
    if drag.action.gesture == .own {
      if pointer.phase == .began, !drag.action.isSurface { beginPress(on: drag.action, &requests) }
      follow(pointer, drag, at: seconds, &requests)
    } else {
      switch pointer.phase {
      case .began: begin(drag, pointer, &requests)
      case .moved: move(drag, pointer, &requests)
      case .ended: end(drag, pointer, &requests)
      case .cancelled: if let port = port(of: drag.action) { requests.append(.grabbed(port, isHeld: false)) }
      }
    }
    if pointer.phase == .ended || pointer.phase == .cancelled { drags.removeAll { $0.id == pointer.id } }
  }

  // What is dragged changes from its first moment; what is pressed acts when it is let go.

  private mutating func begin(_ drag: Drag, _ pointer: ViewEvent.Pointer, _ requests: inout [PanelRequest]) {
    if let port = port(of: drag.action) { requests.append(.grabbed(port, isHeld: true)) }
    if drag.action.gesture == .scrolls { scrollDrag = (scrolled, false) }
    beginPress(on: drag.action, &requests)
    move(drag, pointer, &requests)
  }

  private mutating func move(_ drag: Drag, _ pointer: ViewEvent.Pointer, _ requests: inout [PanelRequest]) {
    if drag.action == .popup(.text) {
      return placeCaret(at: pointer.x, in: drag.area, choosing: pointer.phase != .began || pointer.shift)
    }
    if drag.part.isFinite {
      if let part = drag.part(under: pointer) { set(drag.action, part: part, &requests) }
    } else if drag.action.gesture == .scrolls {
      // What lies in a list moves with the pointer that holds it.
      if (pointer.y - drag.startY).magnitude > 8 { scrollDrag.isMoving = true }
      if scrollDrag.isMoving { scrolled = scrollDrag.start + drag.startY - pointer.y }
    }
  }

  private mutating func end(_ drag: Drag, _ pointer: ViewEvent.Pointer, _ requests: inout [PanelRequest]) {
    if drag.action == .popup(.slide) { slide(to: pointer.x, pointer.y, &requests) }
    if let port = port(of: drag.action) { requests.append(.grabbed(port, isHeld: false)) }
    if drag.action == .popup(.slide) { return }
    if scrollDrag.isMoving && drag.action.gesture == .scrolls { return }
    guard drag.area.contains(pointer.x, pointer.y) else { return }
    popups.place = drag.area
    choose(drag.action, &requests)
  }
}
