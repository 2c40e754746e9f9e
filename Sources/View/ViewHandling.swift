// What hands do to a view, and the wishes that come of it. Any thread.
import Controls
import Grids
import Patches
import RealTime

extension View {
  /// Handles what a hand did, `seconds` on the frame's clock.
  /// - Returns: what the frame carries on, in order.
  public mutating func handle(_ event: ViewEvent, at seconds: Double) -> [Wish] {
    refreshControls()
    var wishes: [Wish] = []
    switch event {
    case .pointer(let pointer): handle(pointer, at: seconds, &wishes)
    case .hover(let x, let y):
      hover = (x, y)
      isStale = true
    case .left:
      hover = nil
      isStale = true
    case .resized(let width, let height): resize(width, height)
    case .focus(let isOn):
      focus = isOn ? nextFocus(from: nil, 1) : nil
      isStale = true
      wishes.append(.keyboard(isOn))
    case .key(let key, let shift, let control): handle(key, shift: shift, control: control, &wishes)
    case .text, .scroll: break
    }
    return wishes
  }

  private mutating func handle(_ pointer: ViewEvent.Pointer, at seconds: Double, _ wishes: inout [Wish]) {
    isStale = true
    if pointer.kind == .mouse { hover = (pointer.x, pointer.y) }
    if pointer.phase == .began {
      // What was drawn last lies above.
      guard let control = controls.last(where: { $0.area.contains(pointer.x, pointer.y) }) else { return }
      grips.removeAll { $0.id == pointer.id }
      grips.append(
        Grip(
          id: pointer.id, action: control.action, area: control.area, startX: pointer.x, startY: pointer.y,
          part: control.part))
    }
    guard let grip = grips.first(where: { $0.id == pointer.id }) else { return }
    if grip.action == .surface {
      touch(pointer, in: grip.area, at: seconds, &wishes)
    } else {
      let isInside = grip.area.contains(pointer.x, pointer.y)
      switch pointer.phase {
      case .began: begin(grip, pointer, &wishes)
      case .moved: drag(grip, pointer, &wishes)
      case .ended: end(grip, isPressed: isInside, &wishes)
      case .cancelled: end(grip, isPressed: false, &wishes)
      }
    }
    if pointer.phase == .ended || pointer.phase == .cancelled { grips.removeAll { $0.id == pointer.id } }
  }

  // What is dragged changes from its first moment; what is pressed acts when it is let go.

  private mutating func begin(_ grip: Grip, _ pointer: ViewEvent.Pointer, _ wishes: inout [Wish]) {
    if let port = grip.action.port { wishes.append(.grabbed(port, isHeld: true)) }
    drag(grip, pointer, &wishes)
  }

  private mutating func drag(_ grip: Grip, _ pointer: ViewEvent.Pointer, _ wishes: inout [Wish]) {
    let part = min(max((pointer.x - grip.area.x) / max(1, grip.area.width), 0), 1)
    set(grip.action, part: part, &wishes)
  }

  private mutating func end(_ grip: Grip, isPressed: Bool, _ wishes: inout [Wish]) {
    if let port = grip.action.port { wishes.append(.grabbed(port, isHeld: false)) }
    if isPressed { press(grip.action, &wishes) }
  }

  /// Does what a control does when it is dragged to a part of its range, 0…1.
  mutating func set(_ action: ControlAction, part: Float, _ wishes: inout [Wish]) {
    if case .macro(let index) = action { wishes.append(.port(TouchPort.macro(index), part)) }
  }

  /// Does what a control does when it is pressed.
  mutating func press(_ action: ControlAction, _ wishes: inout [Wish]) {
    isStale = true
    switch action {
    case .handle: play.isOpen.toggle()
    case .screen(let screen): open(screen, withTabs: true)
    case .neighbour(let step): loadNeighbour(step, &wishes)
    case .undo:
      wishes.append(model.plugin == .touch ? .edit(.undo, revision: nil) : .editGrid(.undo, revision: nil))
    case .redo:
      wishes.append(model.plugin == .touch ? .edit(.redo, revision: nil) : .editGrid(.redo, revision: nil))
    case .surface, .macro: break
    }
  }

  private func loadNeighbour(_ step: Int, _ wishes: inout [Wish]) {
    guard !model.library.isEmpty else { return }
    let now = model.library.firstIndex { $0.file == model.loaded } ?? (step > 0 ? -1 : 0)
    let count = model.library.count
    wishes.append(.load(file: model.library[(now + step + count) % count].file))
  }

  // The keyboard.

  private mutating func handle(
    _ key: ViewEvent.Key, shift: Bool, control: Bool, _ wishes: inout [Wish]
  ) {
    isStale = true
    switch key {
    case .tab: focus = nextFocus(from: focus, shift ? -1 : 1)
    case .escape:
      if focus != nil {
        focus = nil
        wishes.append(.keyboard(false))
      } else if screen == .play {
        play.isOpen = false
      }
    case .menu: press(.handle, &wishes)
    case .enter, .space: if let focus { press(controls[focus].action, &wishes) }
    case .left, .down: step(-1, &wishes)
    case .right, .up: step(1, &wishes)
    case .pageDown: step(-10, &wishes)
    case .pageUp: step(10, &wishes)
    case .home, .end, .backspace, .delete: break
    }
  }

  /// Moves the slider that has the focus by hundredths, or else the focus.
  private mutating func step(_ steps: Int, _ wishes: inout [Wish]) {
    guard let focus else { return }
    let control = controls[focus]
    if control.part.isFinite {
      set(control.action, part: min(max(control.part + Float(steps) / 100, 0), 1), &wishes)
    } else {
      self.focus = nextFocus(from: focus, steps < 0 ? -1 : 1)
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

extension ControlAction {
  /// The port that it moves; nil: none.
  var port: Int? {
    if case .macro(let index) = self { return TouchPort.macro(index) }
    return nil
  }
}

extension TouchPort {
  /// The index of the port of a macro, from 0.
  static func macro(_ index: Int) -> Int { Int(TouchPort.macro1.rawValue) + index }
}
