// What pointers do: which control they hold, what they drag, and what they press when they are let go. Any
// thread.
import Controls
import Paint

extension View {
  mutating func handle(_ pointer: ViewEvent.Pointer, at seconds: Double, _ wishes: inout [Wish]) {
    isStale = true
    if pointer.kind == .mouse { hover = (pointer.x, pointer.y) }
    if pointer.phase == .began {
      // What was drawn last lies above.
      guard let control = controls.last(where: { $0.area.contains(pointer.x, pointer.y) }) else { return }
      grips.removeAll { $0.id == pointer.id }
      if pointer.isSecondary {
        _ = openMenu(of: control.action, pointer.x, pointer.y)
        return
      }
      grips.append(
        Grip(
          id: pointer.id, action: control.action, area: control.area, startX: pointer.x, startY: pointer.y,
          part: control.part, track: control.track ?? control.area, isRotary: control.role == .rotary,
          isCyclic: control.isOn, began: seconds))
    }
    guard let index = grips.firstIndex(where: { $0.id == pointer.id }) else { return }
    if (pointer.x - grips[index].startX).magnitude > 8 || (pointer.y - grips[index].startY).magnitude > 8 {
      grips[index].hasMoved = true
    }
    let grip = grips[index]
    if case .keys(let action) = grip.action { press(action, pointer, grip.area, &wishes) }
    if case .scene(.widget(let widget)) = grip.action {
      move(widget, pointer, grip, &wishes)
      if pointer.phase == .ended || pointer.phase == .cancelled { grips.removeAll { $0.id == pointer.id } }
      return
    }
    if grip.action == .surface {
      if screen == .library && pointer.phase == .began { hear(&wishes) }
      touch(pointer, in: whole(ofPart: grip.area), at: seconds, &wishes)
    } else if grip.action == .sandbox(.room) {
      handleRoom(pointer, grip.area, at: seconds, &wishes)
    } else if grip.action == .table(.surface) {
      handleTable(pointer, grip.area)
    } else {
      let isInside = grip.area.contains(pointer.x, pointer.y)
      switch pointer.phase {
      case .began: begin(grip, pointer, at: seconds, &wishes)
      case .moved: drag(grip, pointer, at: seconds, &wishes)
      case .ended, .cancelled:
        let isEnded = pointer.phase == .ended
        if case .cell = grip.action { paint(grip, pointer, at: seconds, &wishes) }
        if case .form(.draw, let path) = grip.action, isEnded { draw(path, grip, pointer, &wishes) }
        if grip.action == .popup(.slide), isEnded { slide(to: pointer.x, pointer.y, &wishes) }
        end(grip, isPressed: isInside && isEnded, &wishes)
      }
    }
    if pointer.phase == .ended || pointer.phase == .cancelled { grips.removeAll { $0.id == pointer.id } }
  }

  // What is dragged changes from its first moment; what is pressed acts when it is let go.

  private mutating func begin(
    _ grip: Grip, _ pointer: ViewEvent.Pointer, at seconds: Double, _ wishes: inout [Wish]
  ) {
    if let port = port(of: grip.action) { wishes.append(.grabbed(port, isHeld: true)) }
    if grip.action.liesInList { (library.grabbed, library.isDragged) = (scrolled, false) }
    modules.grabbed = nil
    if let typed = form.typed, grip.action != .form(.type, typed.path), !grip.action.isOfKeyboard {
      endTyping(isKept: true, &wishes)
    }
    drag(grip, pointer, at: seconds, &wishes)
  }

  private mutating func drag(
    _ grip: Grip, _ pointer: ViewEvent.Pointer, at seconds: Double, _ wishes: inout [Wish]
  ) {
    switch grip.action {
    case .cell: return paint(grip, pointer, at: seconds, &wishes)
    case .popup(.text):
      return placeCaret(at: pointer.x, in: grip.area, choosing: pointer.phase != .began || pointer.shift)
    case .grid(.lane):
      let under = controls.last {
        if case .grid(.lane) = $0.action {
          $0.area.inset(0, -10_000).contains(pointer.x, pointer.y)
        } else {
          false
        }
      }
      let part = (grip.area.bottom - pointer.y) / max(1, grip.area.height)
      return set(under?.action ?? grip.action, part: min(max(part, 0), 1), &wishes)
    case .curvePoint, .sequenceStep: return stroke(grip, pointer, &wishes)
    case .form(.draw, let path): return draw(path, grip, pointer, &wishes)
    case .envelopePoint(let stage): return drag(stage, grip, pointer, &wishes)
    case .slope(let place):
      let part = (grip.area.bottom - pointer.y) / max(1, grip.area.height)
      return set(.connectionField(place, .slope), part: min(max(part, 0), 1), &wishes)
    default: break
    }
    guard grip.part.isFinite else {
      // What lies in a list moves with the finger that holds it.
      if !grip.action.liesInList { return }
      if (pointer.y - grip.startY).magnitude > 8 { library.isDragged = true }
      if library.isDragged { scrolled = library.grabbed + grip.startY - pointer.y }
      return
    }
    if grip.isRotary {
      // The middle does not turn.
      let away = (pointer.x - grip.area.middleX).magnitude + (pointer.y - grip.area.middleY).magnitude
      guard away > grip.area.width / 6 else { return }
      let part = Self.rotaryPart(grip.area, pointer.x, pointer.y, isCyclic: grip.isCyclic)
      return set(grip.action, part: part, &wishes)
    }
    let part = min(max((pointer.x - grip.track.x) / max(1, grip.track.width), 0), 1)
    set(grip.action, part: part, &wishes)
  }

  /// The port that a control moves while it is dragged; nil: none.
  private func port(of action: ControlAction) -> Int? {
    switch action {
    case .macro(let index): TouchPort.macro(index)
    case .trim(let place): TouchPort.trim(place)
    case .setup(.port(let port)): port.of(model.plugin)?.index
    case .grid(.tempo): Int(ToneMatrixPort.tempo.rawValue)
    case .scene(.level): Int(ScenePort.level.rawValue)
    case .scene(.inputLevel): Int(ScenePort.inputLevel.rawValue)
    default: nil
    }
  }

  private mutating func end(_ grip: Grip, isPressed: Bool, _ wishes: inout [Wish]) {
    if let port = port(of: grip.action) { wishes.append(.grabbed(port, isHeld: false)) }
    if case .cell = grip.action { return }
    if case .keys(.key) = grip.action { return }
    if grip.action == .popup(.slide) { return }
    if isPressed && !(library.isDragged && grip.action.liesInList) {
      popups.place = grip.area
      choose(grip.action, &wishes)
    }
  }
}
