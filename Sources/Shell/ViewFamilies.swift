// The view lends its panel to the families of screens, and passes on their events. Any thread.
import Controls
import GridScreens
import LibraryScreens
import Matrix
import Paint
import PanelModel
import Patches
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
    defer { settle(performance.popup.take()?.map { .performance($0) }) }
    return lend(&panel, to: &performance, body)
  }

  mutating func withSound<Result>(_ body: (inout SoundScreens) -> Result) -> Result {
    defer { settle(sound.popup.take()?.map { .sound($0) }) }
    return lend(&panel, to: &sound, body)
  }

  mutating func withGrid<Result>(_ body: (inout GridScreens) -> Result) -> Result {
    defer { settle(grid.popup.take()?.map { .grid($0) }) }
    return lend(&panel, to: &grid, body)
  }

  mutating func withLibrary<Result>(_ body: (inout LibraryScreens) -> Result) -> Result {
    defer { settle(library.popup.take()?.map { .library($0) }) }
    return lend(&panel, to: &library, body)
  }

  mutating func withScene<Result>(_ body: (inout SceneScreens) -> Result) -> Result {
    defer { settle(scene.popup.take()?.map { .scene($0) }) }
    return lend(&panel, to: &scene, body)
  }

  /// Does what a family has left to the shell.
  private mutating func settle(_ popup: Popup?) {
    if let popup { open(popup) }
    followModel()
    if panel.imports { isImporting = true }
    panel.imports = false
    if let symbol = panel.opens, let screen = ScreenName(symbol: UTF8Text(symbol).bytes) {
      open(screen, withTabs: true)
    }
    panel.opens = nil
  }

  /// Drops what was shown before the model had it, once it has come or was refused.
  @usableFromInline mutating func followModel() {
    let isRevised = model.revision != seen.revision
    let isRefused = !isRevised && model.isRefusal && !seen.isRefusal
    seen = (model.revision, model.isRefusal)
    guard isRevised || isRefused else { return }
    if isRevised { ports.follow(revision: model.revision) } else { loading = nil }
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
      var strip = Area(x: 0, y: 0, width: 0, height: 0)
      if screen.hasStrip {
        pass.scope({ .performance($0) }, ControlAction.performance(of:)) { pass in
          let beside = withSound { $0.outputWidth(in: area.width) }
          strip = withPerformance { $0.drawStrip(&pass, below: &area, beside: beside) }
        }
      }
      pass.scope({ .sound($0) }, ControlAction.sound(of:)) { pass in
        withSound { sound in
          if strip.height > 0 { sound.drawOutput(&pass, in: strip) }
          sound.draw(screen, &pass, in: area)
        }
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

  // MARK: Controls

  /// Passes on what happens to a control of a screen.
  mutating func send(_ event: ControlEvent, to action: ControlAction, _ requests: inout [PanelRequest]) {
    switch action {
    case .performance(let action): withPerformance { $0.handle(event, of: action, &requests) }
    case .sound(let action): withSound { $0.handle(event, of: action, &requests) }
    case .grid(let action): withGrid { $0.handle(event, of: action, &requests) }
    case .library(let action): withLibrary { $0.handle(event, of: action, &requests) }
    case .scene(let action): withScene { $0.handle(event, of: action, &requests) }
    case .screen, .neighbour, .undo, .redo, .share, .revert, .step, .closeManual, .popup: break
    }
  }

  /// Does what a control does when it is pressed.
  mutating func press(_ action: ControlAction, _ requests: inout [PanelRequest]) {
    isStale = true
    switch action {
    case .screen(let screen): open(screen, withTabs: true)
    case .neighbour(let step): withLibrary { $0.loadNeighbour(step, &requests) }
    case .share: withLibrary { $0.share(&requests) }
    case .undo:
      if ports.canUndo(model) { return requests += ports.undo() }
      if !model.undoTitle.isEmpty { say("Undone: \(model.undoTitle).") }
      requests += [model.edit(.undo)] + ports.leaveLoad(model)
    case .redo:
      if ports.canRedo(model) { return requests += ports.redo() }
      if !model.redoTitle.isEmpty { say("Redone: \(model.redoTitle).") }
      requests += [model.edit(.redo)] + ports.repeatLoad(model)
    case .revert:
      switch model.revert.take() {
      case .undo?: requests += [model.edit(.undo)] + ports.leaveLoad(model)
      case .question(let question)?: requests.append(.question(question))
      case nil: break
      }
    case .step(let step): requests.append(model.edit(step))
    case .closeManual: closeManual(&requests)
    case .popup(let action): press(action, &requests)
    case .performance(.relation(let source)):
      let place = model.patch.connections.firstIndex { $0.connection.source == source }
      if let place { press(.sound(.mover(place)), &requests) }
    case .sound(.parameterValue(let parameter)):
      let value = ControlAction.sound(.parameter(parameter, .base))
      if !openList(of: value, &requests) { press(.typeValue, ofValue: value, &requests) }
    case .performance(.macroSource(let index)):
      press(.sound(.source(Controller.member(index, from: .macro1))), &requests)
    default: send(.press(at: popups.place), to: action, &requests)
    }
  }

  private mutating func say(_ words: UTF8Text) { (model.message, model.isRefusal) = (words.bytes, false) }

  /// Opens what a long press or the other button of a mouse opens: the screen's own menu, or that of a value.
  /// - Returns: whether there is such a thing.
  mutating func openMenu(of action: ControlAction, pointer: Int32, _ x: Float, _ y: Float) -> Bool {
    var requests: [PanelRequest] = []
    let before = popups.popup.take()
    send(.menu(pointer: pointer, x, y), to: action, &requests)
    if popups.popup != nil || before == nil && openValueMenu(of: action, x, y) { return true }
    popups.popup = before
    return false
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

  /// The value that a control sets; nil: it sets none.
  mutating func value(of action: ControlAction) -> ControlValue? {
    switch action {
    case .performance(let action): withPerformance { $0.value(of: action) }
    case .sound(let action): withSound { $0.value(of: action) }
    case .grid(let action): withGrid { $0.value(of: action) }
    case .library(let action): withLibrary { $0.value(of: action) }
    case .scene(let action): withScene { $0.value(of: action) }
    case .popup(.value): rotary.flatMap { value(of: $0) }
    case .screen, .neighbour, .undo, .redo, .share, .revert, .step, .closeManual, .popup: nil
    }
  }

  // MARK: The open screen

  /// Passes on what happens to the open screen.
  /// - Returns: whether it meant something there.
  mutating func send(_ event: PanelScreenEvent, _ requests: inout [PanelRequest]) -> Bool {
    switch screen.screen {
    case .performance(let screen): withPerformance { $0.handle(event, on: screen, &requests) }
    case .sound(let screen): withSound { $0.handle(event, on: screen, &requests) }
    case .grid(let screen): withGrid { $0.handle(event, on: screen, &requests) }
    case .library(let screen): withLibrary { $0.handle(event, on: screen, &requests) }
    case .scene(let screen): withScene { $0.handle(event, on: screen, &requests) }
    }
  }

  /// The text that is typed on a screen, or nil if none is.
  func editing(on screen: FamilyScreen) -> TextEditing? {
    switch screen {
    case .performance(let screen): performance.editing(on: screen)
    case .sound(let screen): sound.editing(on: screen)
    case .grid(let screen): grid.editing(on: screen)
    case .library(let screen): library.editing(on: screen)
    case .scene(let screen): scene.editing(on: screen)
    }
  }
}
