// What hands do to a view, and the wishes that come of it. Any thread.
import Controls
import Grids
import Matrix
import Patches
import RealTime
import Text
import ToneMatrix

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
    case .text(let letters):
      if screen == .library { search(letters) }
      if screen == .patch && patchPage.field != nil { patchPage.text += letters }
      isStale = true
    case .scroll(_, _, _, let dy):
      scroll(by: dy)
      isStale = true
    }
    return wishes
  }

  private mutating func scroll(by dy: Float) {
    switch screen {
    case .library: library.scroll -= dy
    case .matrix: matrix.scroll -= dy
    case .sound: sound.scroll -= dy
    case .modules: modules.scroll -= dy
    case .play, .grid, .patch: break
    }
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
          part: control.part, track: control.track ?? control.area))
    }
    guard let grip = grips.first(where: { $0.id == pointer.id }) else { return }
    if grip.action == .surface {
      touch(pointer, in: grip.area, at: seconds, &wishes)
    } else {
      let isInside = grip.area.contains(pointer.x, pointer.y)
      switch pointer.phase {
      case .began: begin(grip, pointer, &wishes)
      case .moved: drag(grip, pointer, &wishes)
      case .ended:
        if case .cell = grip.action { paint(grip, pointer, &wishes) }
        end(grip, isPressed: isInside, &wishes)
      case .cancelled: end(grip, isPressed: false, &wishes)
      }
    }
    if pointer.phase == .ended || pointer.phase == .cancelled { grips.removeAll { $0.id == pointer.id } }
  }

  // What is dragged changes from its first moment; what is pressed acts when it is let go.

  private mutating func begin(_ grip: Grip, _ pointer: ViewEvent.Pointer, _ wishes: inout [Wish]) {
    if let port = grip.action.port { wishes.append(.grabbed(port, isHeld: true)) }
    library.grabbed = library.scroll
    library.isDragged = false
    drag(grip, pointer, &wishes)
  }

  private mutating func drag(_ grip: Grip, _ pointer: ViewEvent.Pointer, _ wishes: inout [Wish]) {
    switch grip.action {
    case .cell: return paint(grip, pointer, &wishes)
    case .curvePoint, .sequenceStep: return stroke(grip, pointer, &wishes)
    case .entry:
      // A list moves with the finger that holds it.
      if (pointer.y - grip.startY).magnitude > 8 { library.isDragged = true }
      if library.isDragged { library.scroll = library.grabbed + grip.startY - pointer.y }
      return
    default: break
    }
    guard grip.part.isFinite else { return }
    let part = min(max((pointer.x - grip.track.x) / max(1, grip.track.width), 0), 1)
    set(grip.action, part: part, &wishes)
  }

  private mutating func end(_ grip: Grip, isPressed: Bool, _ wishes: inout [Wish]) {
    if let port = grip.action.port { wishes.append(.grabbed(port, isHeld: false)) }
    if case .cell = grip.action { return }
    if isPressed && !library.isDragged { press(grip.action, &wishes) }
  }

  /// Does what a control does when it is dragged to a part of its range, 0…1.
  mutating func set(_ action: ControlAction, part: Float, _ wishes: inout [Wish]) {
    switch action {
    case .macro(let index): wishes.append(.port(TouchPort.macro(index), part))
    case .layerSetting(let key): if let wish = change(key, part: part) { wishes.append(wish) }
    case .patchSetting(let setting):
      let range = setting.range
      let value = range.lowerBound + Int((part * Float(range.upperBound - range.lowerBound)).rounded())
      if value != setting.value(of: model.patch) { wishes.append(.edit(setting.edit(value), revision: nil)) }
    case .curvePoint, .sequenceStep: setPoint(action, 2 * part - 1, &wishes)
    case .parameter(let parameter, let end): change(parameter, end, part: part, &wishes)
    case .connectionLow(let place): change(place, &wishes) { $0.low = $0.destination.value(at: part) }
    case .connectionHigh(let place): change(place, &wishes) { $0.high = $0.destination.value(at: part) }
    case .connectionField(let place, let field): change(place, &wishes) { field.set(part, in: &$0) }
    default: break
    }
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
    case .category(let index):
      library.category = index == 0 ? [] : categories[index - 1]
      library.scroll = 0
    case .entry(let file):
      // The first press chooses, the second loads.
      if library.chosen == file { wishes.append(.load(file: file)) }
      library.chosen = file
    case .load: loadChosen(&wishes)
    case .search: wishes.append(.keyboard(true))
    case .layer(let index):
      grid.layer = index
      grid.pattern = nil
      grid.painted = []
    case .pattern(let index): press(pattern: index, &wishes)
    case .cell(let step, let row): set(step, row, isOn: !shownCell(step, row).isOn, velocity: nil, &wishes)
    case .tool(let tool): wishes.append(use(tool))
    case .object(let object): sound = SoundState(object: object)
    case .objectSwitch(let object):
      wishes.append(.edit(.object(object, isOn: model.patch.isOff(object)), revision: nil))
    case .connection(let place): matrix.chosen = place
    case .disconnect(let place): if let wish = remove(connection: place) { wishes.append(wish) }
    case .field(let field): wishes.append(type(into: field))
    case .snapshot(let index): wishes.append(.edit(.recall(snapshot: index + 1), revision: model.revision))
    case .keepSnapshot: wishes.append(.edit(.snapshot(place: nil, name: nil), revision: nil))
    case .module(let module): modules = ModulesState(module: module)
    case .surface, .macro, .layerSetting, .patchSetting, .curvePoint, .sequenceStep, .parameter,
      .connectionLow,
      .connectionHigh, .connectionField:
      break
    }
  }

  private func loadChosen(_ wishes: inout [Wish]) {
    if let entry = chosenEntry { wishes.append(.load(file: entry.file)) }
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
    if screen == .library, focus == nil, handleInLibrary(key, &wishes) { return }
    if handleInField(key, &wishes) { return }
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

  /// Keys while a text is searched.
  /// - Returns: whether the key meant the search.
  private mutating func handleInLibrary(_ key: ViewEvent.Key, _ wishes: inout [Wish]) -> Bool {
    switch key {
    case .enter: loadChosen(&wishes)
    case .backspace: eraseLetter()
    case .escape where !library.search.isEmpty: library.search = []
    case .down: chooseNeighbour(1)
    case .up: chooseNeighbour(-1)
    case .pageDown: chooseNeighbour(8)
    case .pageUp: chooseNeighbour(-8)
    case .space where !library.search.isEmpty: search([32])
    default: return false
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
