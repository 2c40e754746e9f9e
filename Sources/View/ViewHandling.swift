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
    if !isDrag(event) { refreshControls() }
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
    // Files may have come since it was shown.
    if screen == .library, before != .library {
      library.search = TextEditing()
      wishes.append(.library)
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

  /// Whether a pointer moves the bar of a parameter that it holds. The bar's place is known since the press, so the
  /// screen needs not be drawn to find out what is under the pointer.
  private func isDrag(_ event: ViewEvent) -> Bool {
    guard case .pointer(let pointer) = event, pointer.phase == .moved,
      let grip = grips.first(where: { $0.id == pointer.id }), case .parameter = grip.action
    else { return false }
    return true
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
  mutating func openMenu(of action: ControlAction, _ x: Float, _ y: Float) -> Bool {
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
    case .search:
      _ = library.search.handle(.all, shift: false)
      wishes.append(.keyboard(true))
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
    case .connection(let place): open(connection: place)
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
      .parameter, .connectionLow,
      .connectionHigh, .connectionField:
      break
    }
  }

  private func step(_ step: HistoryStep, _ wishes: inout [Wish]) {
    wishes.append(
      model.plugin == .touch ? .edit(.step(step), revision: nil) : .editGrid(.step(step), revision: nil))
  }

  func loadChosen(_ wishes: inout [Wish]) {
    if let entry = chosenEntry { wishes.append(.load(file: entry.file)) }
  }

  private func loadNeighbour(_ step: Int, _ wishes: inout [Wish]) {
    guard !model.library.isEmpty else { return }
    let now = model.library.firstIndex { $0.file == model.loaded } ?? (step > 0 ? -1 : 0)
    let count = model.library.count
    wishes.append(.load(file: model.library[(now + step + count) % count].file))
  }
}

extension TouchPort {
  /// The index of the port of a macro, from 0.
  static func macro(_ index: Int) -> Int { Int(TouchPort.macro1.rawValue) + index }
}
