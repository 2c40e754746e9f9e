// How a view lends its panel to the families of screens, and passes on what concerns one of them. Any thread.
import GridScreens
import LibraryScreens
import Paint
import PanelModel
import PerformanceScreens
import SceneScreens
import SoundScreens
import Text
import Toolkit

/// Draws a screen of documents with the surface that plays the chosen patch.
private func drawLibrary(
  _ screen: LibraryScreens.Screen, _ pass: inout LibraryScreens.ScreenPass, in area: Area,
  _ panel: inout Panel,
  _ library: inout LibraryScreens, _ performance: inout PerformanceScreens
) {
  lend(&panel, to: &library) { library in
    library.draw(screen, &pass, in: area) { list, area, panel in
      lend(&panel, to: &performance) { $0.drawSurface(into: &list, in: area) }
    }
  }
}

extension View {
  // MARK: Lending

  mutating func withPerformance<Result>(_ body: (inout PerformanceScreens) -> Result) -> Result {
    let result = lend(&panel, to: &performance, body)
    if let popup = performance.popup { open(popup.map { .performance($0) }) }
    performance.popup = nil
    settle()
    return result
  }

  mutating func withSound<Result>(_ body: (inout SoundScreens) -> Result) -> Result {
    let result = lend(&panel, to: &sound, body)
    if let popup = sound.popup { open(popup.map { .sound($0) }) }
    sound.popup = nil
    settle()
    return result
  }

  mutating func withGrid<Result>(_ body: (inout GridScreens) -> Result) -> Result {
    let result = lend(&panel, to: &grid, body)
    if let popup = grid.popup { open(popup.map { .grid($0) }) }
    grid.popup = nil
    settle()
    return result
  }

  mutating func withLibrary<Result>(_ body: (inout LibraryScreens) -> Result) -> Result {
    let result = lend(&panel, to: &library, body)
    if let popup = library.popup { open(popup.map { .library($0) }) }
    library.popup = nil
    settle()
    return result
  }

  mutating func withScene<Result>(_ body: (inout SceneScreens) -> Result) -> Result {
    let result = lend(&panel, to: &scene, body)
    if let popup = scene.popup { open(popup.map { .scene($0) }) }
    scene.popup = nil
    settle()
    return result
  }

  /// Does what a family has left to the shell.
  private mutating func settle() {
    followModel()
    if let symbol = panel.opens, let screen = ScreenName(symbol: symbol) { open(screen, withTabs: true) }
    panel.opens = nil
  }

  /// Drops what was shown before the model had it, once it has come or was refused.
  mutating func followModel() {
    let isRevised = model.revision != seen.revision
    let isRefused = !isRevised && model.isRefusal && !seen.isRefusal
    seen = (model.revision, model.isRefusal)
    guard isRevised || isRefused else { return }
    lend(&panel, to: &performance) { $0.followModel(isRefused: isRefused) }
    lend(&panel, to: &sound) { $0.followModel(isRefused: isRefused) }
    lend(&panel, to: &grid) { $0.followModel(isRefused: isRefused) }
    lend(&panel, to: &library) { $0.followModel(isRefused: isRefused) }
    lend(&panel, to: &scene) { $0.followModel(isRefused: isRefused) }
  }

  // MARK: Drawing

  mutating func draw(_ screen: FamilyScreen, _ pass: inout ScreenPass, in area: Area) {
    switch screen {
    case .performance(let screen):
      pass.scope({ .performance($0) }, ControlAction.performance(of:)) { pass in
        withPerformance { $0.draw(screen, &pass, in: area) }
      }
    case .sound(let screen):
      var area = area
      if screen.hasStrip {
        pass.scope({ .performance($0) }, ControlAction.performance(of:)) { pass in
          withPerformance { $0.drawStrip(&pass, below: &area) }
        }
      }
      pass.scope({ .sound($0) }, ControlAction.sound(of:)) { pass in
        withSound { $0.draw(screen, &pass, in: area) }
      }
    case .grid(let screen):
      pass.scope({ .grid($0) }, ControlAction.grid(of:)) { pass in
        withGrid { $0.draw(screen, &pass, in: area) }
      }
    case .library(let screen):
      pass.scope({ .library($0) }, ControlAction.library(of:)) { pass in
        drawLibrary(screen, &pass, in: area, &panel, &library, &performance)
      }
    case .scene(let screen):
      pass.scope({ .scene($0) }, ControlAction.scene(of:)) { pass in
        withScene { $0.draw(screen, &pass, in: area) }
      }
    }
  }

  /// Draws the page of a scene alone, at the patch's own pixels.
  public mutating func drawScenePage(into list: inout DrawList) { withScene { $0.drawPage(into: &list) } }

  // MARK: Actions

  /// Passes a pointer to the screen that follows it itself.
  mutating func follow(
    _ pointer: ViewEvent.Pointer, _ drag: Drag, at seconds: Double, _ requests: inout [PanelRequest]
  ) {
    switch drag.action {
    case .performance(let action):
      withPerformance { $0.handle(pointer, ControlDrag(drag, action: action), at: seconds, &requests) }
    case .sound(let action):
      withSound { $0.handle(pointer, ControlDrag(drag, action: action), at: seconds, &requests) }
    case .grid(let action):
      withGrid { $0.handle(pointer, ControlDrag(drag, action: action), at: seconds, &requests) }
    case .library(let action):
      withLibrary { $0.handle(pointer, ControlDrag(drag, action: action), at: seconds, &requests) }
    case .scene(let action):
      withScene { $0.handle(pointer, ControlDrag(drag, action: action), at: seconds, &requests) }
    case .screen, .neighbour, .undo, .redo, .step, .popup: break
    }
  }

  /// Does what a control does when it is pressed.
  mutating func press(_ action: ControlAction, _ requests: inout [PanelRequest]) {
    isStale = true
    let place = popups.place
    switch action {
    case .screen(let screen): open(screen, withTabs: true)
    case .neighbour(let step): loadNeighbour(step, &requests)
    case .undo: requests.append(model.edit(.undo))
    case .redo: requests.append(model.edit(.redo))
    case .step(let step): requests.append(model.edit(step))
    case .popup(let action): press(action, &requests)
    case .performance(let action): withPerformance { $0.press(action, at: place, &requests) }
    case .sound(let action): withSound { $0.press(action, at: place, &requests) }
    case .grid(let action): withGrid { $0.press(action, at: place, &requests) }
    case .library(let action): withLibrary { $0.press(action, at: place, &requests) }
    case .scene(let action): withScene { $0.press(action, at: place, &requests) }
    }
  }

  private func loadNeighbour(_ step: Int, _ requests: inout [PanelRequest]) {
    guard !model.library.isEmpty else { return }
    let now = model.library.firstIndex { $0.file == model.loaded } ?? (step > 0 ? -1 : 0)
    let count = model.library.count
    requests.append(.load(file: model.library[(now + step + count) % count].file))
  }

  /// Moves a control to a part of its range, 0…1.
  mutating func set(_ action: ControlAction, part: Float, _ requests: inout [PanelRequest]) {
    switch action {
    case .performance(let action): withPerformance { $0.set(action, part: part, &requests) }
    case .sound(let action): withSound { $0.set(action, part: part, &requests) }
    case .grid(let action): withGrid { $0.set(action, part: part, &requests) }
    case .library(let action): withLibrary { $0.set(action, part: part, &requests) }
    case .scene(let action): withScene { $0.set(action, part: part, &requests) }
    case .popup(.value): setRotary(part: part, &requests)
    case .screen, .neighbour, .undo, .redo, .step, .popup: break
    }
  }

  /// Gives a dialog's answer to the action that asked.
  mutating func answer(_ action: ControlAction, _ text: [UInt8], _ requests: inout [PanelRequest]) {
    switch action {
    case .performance(let action): withPerformance { $0.answer(action, text, &requests) }
    case .sound(let action): withSound { $0.answer(action, text, &requests) }
    case .grid(let action): withGrid { $0.answer(action, text, &requests) }
    case .library(let action): withLibrary { $0.answer(action, text, &requests) }
    case .scene(let action): withScene { $0.answer(action, text, &requests) }
    case .screen, .neighbour, .undo, .redo, .step, .popup: break
    }
  }

  /// The port that a control moves while it is dragged; nil: none.
  mutating func port(of action: ControlAction) -> Int? {
    switch action {
    case .performance(let action): withPerformance { $0.port(of: action) }
    case .sound(let action): withSound { $0.port(of: action) }
    case .grid(let action): withGrid { $0.port(of: action) }
    case .library(let action): withLibrary { $0.port(of: action) }
    case .scene(let action): withScene { $0.port(of: action) }
    case .screen, .neighbour, .undo, .redo, .step, .popup: nil
    }
  }

  /// The value that a rotary shows; nil: the action sets none.
  mutating func rotaryValue(of action: ControlAction) -> RotaryValue? {
    switch action {
    case .performance(let action): withPerformance { $0.rotaryValue(of: action) }
    case .sound(let action): withSound { $0.rotaryValue(of: action) }
    case .grid(let action): withGrid { $0.rotaryValue(of: action) }
    case .library(let action): withLibrary { $0.rotaryValue(of: action) }
    case .scene(let action): withScene { $0.rotaryValue(of: action) }
    case .screen, .neighbour, .undo, .redo, .step, .popup: nil
    }
  }

  /// Opens what a long press or the other button of a mouse opens.
  /// - Returns: whether there is such a thing.
  mutating func openMenu(of action: ControlAction, pointer: Int32, _ x: Float, _ y: Float) -> Bool {
    switch action {
    case .performance(let action):
      return withPerformance {
        $0.openMenu(of: action, pointer: pointer, x, y)
        return $0.popup != nil
      }
    case .sound(let action):
      return withSound {
        $0.openMenu(of: action, pointer: pointer, x, y)
        return $0.popup != nil
      }
    case .grid(let action):
      return withGrid {
        $0.openMenu(of: action, pointer: pointer, x, y)
        return $0.popup != nil
      }
    case .library(let action):
      return withLibrary {
        $0.openMenu(of: action, pointer: pointer, x, y)
        return $0.popup != nil
      }
    case .scene(let action):
      return withScene {
        $0.openMenu(of: action, pointer: pointer, x, y)
        return $0.popup != nil
      }
    case .screen, .neighbour, .undo, .redo, .step, .popup: return false
    }
  }

  /// Begins a press of a control, which ends typing; the keyboard on the screen leaves it open.
  mutating func beginPress(on action: ControlAction, _ requests: inout [PanelRequest]) {
    if action.isOfKeyboard { return }
    withPerformance { $0.beginPress(on: ControlAction.performance(of: action), &requests) }
    withSound { $0.beginPress(on: ControlAction.sound(of: action), &requests) }
    withGrid { $0.beginPress(on: ControlAction.grid(of: action), &requests) }
    withLibrary { $0.beginPress(on: ControlAction.library(of: action), &requests) }
    withScene { $0.beginPress(on: ControlAction.scene(of: action), &requests) }
  }

  // MARK: The open screen

  /// A screen appears because of an event.
  mutating func appear(_ requests: inout [PanelRequest]) {
    switch screen.screen {
    case .performance(let screen): withPerformance { $0.appear(screen, &requests) }
    case .sound(let screen): withSound { $0.appear(screen, &requests) }
    case .grid(let screen): withGrid { $0.appear(screen, &requests) }
    case .library(let screen): withLibrary { $0.appear(screen, &requests) }
    case .scene(let screen): withScene { $0.appear(screen, &requests) }
    }
  }

  /// Handles a key on the open screen.
  /// - Returns: whether the key meant something there.
  mutating func handleInScreen(
    _ key: ViewEvent.Key, shift: Bool, control: Bool, _ requests: inout [PanelRequest]
  ) -> Bool {
    let focus = focus.map { controls[$0].part.isFinite ? KeyboardFocus.slider : .control } ?? .nothing
    return switch screen.screen {
    case .performance(let screen):
      withPerformance { $0.handle(key, on: screen, shift: shift, control: control, focus: focus, &requests) }
    case .sound(let screen):
      withSound { $0.handle(key, on: screen, shift: shift, control: control, focus: focus, &requests) }
    case .grid(let screen):
      withGrid { $0.handle(key, on: screen, shift: shift, control: control, focus: focus, &requests) }
    case .library(let screen):
      withLibrary { $0.handle(key, on: screen, shift: shift, control: control, focus: focus, &requests) }
    case .scene(let screen):
      withScene { $0.handle(key, on: screen, shift: shift, control: control, focus: focus, &requests) }
    }
  }

  /// Gives letters to the open screen.
  mutating func typeInScreen(_ letters: [UInt8], _ requests: inout [PanelRequest]) {
    switch screen.screen {
    case .performance(let screen): withPerformance { $0.type(letters, on: screen, &requests) }
    case .sound(let screen): withSound { $0.type(letters, on: screen, &requests) }
    case .grid(let screen): withGrid { $0.type(letters, on: screen, &requests) }
    case .library(let screen): withLibrary { $0.type(letters, on: screen, &requests) }
    case .scene(let screen): withScene { $0.type(letters, on: screen, &requests) }
    }
  }

  /// The text that is typed on the open screen; nil: none is.
  var editingInScreen: TextEditing? {
    switch screen.screen {
    case .performance(let screen): performance.editing(on: screen)
    case .sound(let screen): sound.editing(on: screen)
    case .grid(let screen): grid.editing(on: screen)
    case .library(let screen): library.editing(on: screen)
    case .scene(let screen): scene.editing(on: screen)
    }
  }

  // MARK: Scrolling

  /// How far the open screen is scrolled, in points.
  var scrolled: Float {
    get {
      switch screen.screen {
      case .performance(let screen): performance.scroll(of: screen)
      case .sound(let screen): sound.scroll(of: screen)
      case .grid(let screen): grid.scroll(of: screen)
      case .library(let screen): library.scroll(of: screen)
      case .scene(let screen): scene.scroll(of: screen)
      }
    }
    set {
      switch screen.screen {
      case .performance(let screen): performance.scroll(screen, to: newValue)
      case .sound(let screen): sound.scroll(screen, to: newValue)
      case .grid(let screen): grid.scroll(screen, to: newValue)
      case .library(let screen): library.scroll(screen, to: newValue)
      case .scene(let screen): scene.scroll(screen, to: newValue)
      }
    }
  }

  /// Scrolls the open screen by a wheel at a place, in points.
  mutating func scroll(at x: Float, _ y: Float, by dx: Float, _ dy: Float) {
    switch screen.screen {
    case .performance(let screen): withPerformance { $0.scroll(screen, at: x, y, by: dx, dy) }
    case .sound(let screen): withSound { $0.scroll(screen, at: x, y, by: dx, dy) }
    case .grid(let screen): withGrid { $0.scroll(screen, at: x, y, by: dx, dy) }
    case .library(let screen): withLibrary { $0.scroll(screen, at: x, y, by: dx, dy) }
    case .scene(let screen): withScene { $0.scroll(screen, at: x, y, by: dx, dy) }
    }
    isStale = true
  }

  /// Scrolls to the control that has the keyboard.
  mutating func scrollToFocus() {
    guard let focus, controls.indices.contains(focus), controls[focus].area.x >= scrolledAside else { return }
    let middle =
      switch screen.screen {
      case .performance(let screen): performance.scrollMiddle(of: screen)
      case .sound(let screen): sound.scrollMiddle(of: screen)
      case .grid(let screen): grid.scrollMiddle(of: screen)
      case .library(let screen): library.scrollMiddle(of: screen)
      case .scene(let screen): scene.scrollMiddle(of: screen)
      }
    scrolled += controls[focus].area.middleY - (middle ?? height / 2)
  }
}
