// What hands do to a view, and the wishes that come of it. Any thread.
import Controls
import Grids
import Matrix
import Paint
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
    stroke = 0
    let before = screen
    switch event {
    case .pointer(let pointer):
      // What several hands drag at once is one change, too.
      if pointer.phase == .began, !grips.contains(where: { $0.action.isEditing }) { strokes += 1 }
      stroke = strokes
      handle(pointer, at: seconds, &wishes)
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
      if !playKey(letters, at: seconds, &wishes) { type(letters, &wishes) }
    case .released(let letters): releaseKey(letters, &wishes)
    case .pasted(let text): paste(text, &wishes)
    case .scroll(let x, let y, _, let dy) where screen == .table && turnPiece(under: x, y, dy): break
    case .scroll(_, _, let dx, let dy):
      if screen == .grid && form.pick == nil {
        (grid.scrollX, grid.scrollY) = (grid.scrollX - dx, grid.scrollY - dy)
        if dx != 0 { grid.follows = false }
      }
      scrolled -= dy
      isStale = true
    }
    // The library waits for letters; a finger would get a keyboard on the screen that it has not asked for.
    if case .pointer(let pointer) = event {
      if pointer.kind == .mouse, (screen == .library) != (before == .library) {
        wishes.append(.keyboard(screen == .library))
      } else if screen != before, popups.hasKeyboard {
        // A keyboard on the screen would cover the next one.
        wishes.append(.keyboard(false))
      }
    }
    // A finger that asks for a text gets a keyboard on the screen.
    for case .keyboard(let isOn) in wishes {
      if case .pointer(let pointer) = event { popups.hasKeyboard = isOn && pointer.kind == .finger }
      if !isOn { popups.hasKeyboard = false }
    }
    return wishes
  }

  /// Time passes while hands rest: a finger that stays on a cell or a pad opens its menu, keys of a keyboard
  /// without an end of their own end.
  public mutating func pass(_ seconds: Double) -> [Wish] {
    var wishes: [Wish] = []
    stroke = 0
    endKeys(at: seconds, &wishes)
    if model.plugin == .scene { passScene(seconds, &wishes) }
    keepRoom(at: seconds, &wishes)
    keepTable(at: seconds, &wishes)
    for index in grips.indices where !grips[index].hasMoved && seconds - grips[index].began > 0.45 {
      let grip = grips[index]
      if openMenu(of: grip.action, grip.startX, grip.startY) {
        grid.strokes.removeAll { $0.id == grip.id }
        grips[index] = Grip(
          id: grip.id, action: .popup(.slide), area: grip.area, startX: grip.startX, startY: grip.startY,
          part: .nan, track: grip.track, began: seconds)
      }
    }
    return wishes
  }

  /// Opens what a long press or the other button of a mouse opens.
  /// - Returns: whether there is such a thing.
  private mutating func openMenu(of action: ControlAction, _ x: Float, _ y: Float) -> Bool {
    switch action {
    case .cell(let step, let row): openMenu(ofCell: step, row, x, y)
    case .pattern(let index): openMenu(ofPattern: index, x, y)
    default: return false
    }
    return true
  }

  /// How far what can be scrolled is scrolled, in points.
  var scrolled: Float {
    get {
      if let pick = form.pick { return pick.scroll }
      switch screen {
      case .library: return library.scroll
      case .matrix: return matrix.scroll
      case .sound: return sound.scroll
      case .modules: return modules.scroll
      case .patch, .details: return form.scroll
      case .setup: return setup.scroll
      case .sandbox: return sandbox.scroll ?? 0
      case .table: return table.scroll
      case .scenes: return scene.scroll
      case .play, .grid, .keys, .scene: return 0
      }
    }
    set {
      if form.pick != nil {
        form.pick?.scroll = max(0, newValue)
        return
      }
      switch screen {
      case .library: library.scroll = newValue
      case .matrix: matrix.scroll = newValue
      case .sound: sound.scroll = newValue
      case .modules: modules.scroll = newValue
      case .patch, .details: form.scroll = newValue
      case .setup: setup.scroll = newValue
      case .sandbox: sandbox.scroll = newValue
      case .table: table.scroll = newValue
      case .scenes: scene.scroll = newValue
      case .play, .grid, .keys, .scene: break
      }
    }
  }

  private mutating func handle(_ pointer: ViewEvent.Pointer, at seconds: Double, _ wishes: inout [Wish]) {
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

  /// Does what a control does when it is dragged to a part of its range, 0…1.
  mutating func set(_ action: ControlAction, part: Float, _ wishes: inout [Wish]) {
    switch action {
    case .macro(let index): wishes.append(.port(TouchPort.macro(index), part))
    case .trim(let place): wishes.append(.port(TouchPort.trim(place), 2 * part))
    case .envelopePoint(let stage):
      if let parameter = parameter(stage.symbol) { change(parameter, .base, part: part, &wishes) }
    case .slope(let place): set(.connectionField(place, .slope), part: part, &wishes)
    case .layerSetting(let key): if let wish = change(key, part: part) { wishes.append(wish) }
    case .form(.drag, let path): drag(path, part: part, &wishes)
    case .curvePoint, .sequenceStep: setPoint(action, 2 * part - 1, &wishes)
    case .parameter(let parameter, let end): change(parameter, end, part: part, &wishes)
    case .connectionLow(let place): change(place, &wishes) { $0.low = $0.destination.value(at: part) }
    case .connectionHigh(let place): change(place, &wishes) { $0.high = $0.destination.value(at: part) }
    case .connectionField(let place, let field): change(place, &wishes) { field.set(part, in: &$0) }
    case .grid(let action): set(action, part: part, &wishes)
    case .setup(let action): set(action, part: part, &wishes)
    case .scene(let action): set(action, part: part, &wishes)
    case .popup(.value): setRotary(part: part, &wishes)
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
    case .undo: step(.undo, &wishes)
    case .redo: step(.redo, &wishes)
    case .step(let step): self.step(step, &wishes)
    case .category(let index):
      library.category = index == 0 ? [] : categories[index - 1]
      library.showsSets = false
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
    case .objects: sound.showsObjects.toggle()
    case .objectSwitch(let object):
      wishes.append(.edit(.object(object, isOn: model.patch.isOff(object)), revision: nil))
    case .connection(let place): matrix.chosen = place
    case .matrix(let tool): use(tool, &wishes)
    case .mute(let place): mute(place, &wishes)
    case .solo(let place): solo(place, &wishes)
    case .disconnect(let place): if let wish = remove(connection: place) { wishes.append(wish) }
    case .form(let act, let path): press(act, path, &wishes)
    case .snapshot(let index): wishes.append(.edit(.recall(snapshot: index + 1), revision: model.revision))
    case .storeSnapshot(let index):
      wishes.append(.edit(.snapshot(place: index + 1, name: nil), revision: model.revision))
    case .keepSnapshot: wishes.append(.edit(.snapshot(place: nil, name: nil), revision: nil))
    case .module(let module): modules = ModulesState(module: module)
    case .grid(let action): press(action, at: popups.place, &wishes)
    case .setup(let action): press(action, &wishes)
    case .shelf(let action): press(action, &wishes)
    case .popup(let action): press(action, &wishes)
    case .keys(let action): press(action, &wishes)
    case .sandbox(let action): press(action, &wishes)
    case .table(let action): press(action, &wishes)
    case .scene(let action): press(action, &wishes)
    case .surface, .macro, .trim, .slope, .envelopePoint, .layerSetting, .curvePoint, .sequenceStep,
      .parameter,
      .connectionLow,
      .connectionHigh, .connectionField:
      break
    }
  }

  private func step(_ step: HistoryStep, _ wishes: inout [Wish]) {
    wishes.append(
      model.plugin == .touch ? .edit(.step(step), revision: nil) : .editGrid(.step(step), revision: nil))
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

  mutating func handle(
    _ key: ViewEvent.Key, shift: Bool, control: Bool, _ wishes: inout [Wish]
  ) {
    isStale = true
    if handleClipboard(key, &wishes) { return }
    if handleInPopup(key, shift: shift, &wishes) { return }
    if screen == .library, focus == nil, popups.popup == nil, handleInLibrary(key, &wishes) { return }
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
  private mutating func handleInLibrary(_ key: ViewEvent.Key, _ wishes: inout [Wish]) -> Bool {
    switch key {
    case .enter:
      loadChosen(&wishes)
      wishes.append(.keyboard(false))
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

extension ControlAction {
  /// Whether a hand that drags it moves the list. Of *Sandbox* only the worlds do: other hands play there.
  var liesInList: Bool {
    switch self {
    case .keys, .scene(.widget): false
    case .sandbox(let action): action.isWorld
    case .table(let action): action != .surface
    default: true
    }
  }

  /// Whether a hand that holds it changes the document, and does not play.
  var isEditing: Bool {
    switch self {
    case .surface, .keys, .table, .scene(.widget): false
    default: true
    }
  }
}

extension TouchPort {
  /// The index of the port of a macro, from 0.
  static func macro(_ index: Int) -> Int { Int(TouchPort.macro1.rawValue) + index }
}
