// *Scene*: the widgets of a patch at the patch's own pixels, and what plays it. Any thread.
import Controls
import Paint
import PanelModel
import SceneFiles
import Text
import Toolkit

/// The action of a control of *Scene*.
public enum SceneAction: Equatable, Sendable {
  /// Takes pointers as touches.
  case surface
  /// A widget, by its place in the file.
  case widget(Int)
  /// Begins the scene anew; shows what Pd has printed; lets the input pass instead of the scene; opens the
  /// patch in Pd's own window.
  case restart, console, play, edit
  /// Writes what the scene sounds into its data folder.
  case record
  /// The level of the output and of what the scene hears, from left to right.
  case level, inputLevel
  /// Chooses the page that is shown: 0 is the main one, others are panels.
  case page(Int)
  /// Closes a panel; its paper, which takes fingers without doing anything.
  case closePanel(Int), paper(Int)
  /// Of *Scenes*: a scene, by its path; what is done with the chosen one.
  case open([UInt8])
  case tool(SceneTool)
}

/// The state of *Scene* and *Scenes*: the pointers on widgets, what is open and chosen.
struct SceneScreenState: Sendable {
  /// A pointer that moves a widget.
  struct WidgetDrag: Sendable {
    let pointer: Int32
    let widget: Int
    /// Where it was last, in pixels of the patch, and the position of the widget, 0…1, or its number.
    var x: Float
    var y: Float
    var part: Float
  }

  var drags: [WidgetDrag] = []
  /// The keys of the keyboard that are down.
  var keys: [[UInt8]] = []
  var hasConsole = false
  /// The page that is shown, and the panels that lie over it, in the order in which they were opened.
  var page = 0
  var path: [UInt8] = []
  var opened: [Int] = []
  /// Of *Scenes*: how far it is scrolled, and the path of the scene that is chosen.
  var scroll: Float = 0
  var chosen: [UInt8] = []
  /// Until when a widget that was struck shows it, by its place; and the strokes that were seen.
  var flashes: [(widget: Int, end: Double)] = []
  var strokes: [UInt32] = []
  /// When the port of a new begin goes back; infinite: it is down.
  var restartEnd = Double.infinity
}

/// The patch's pixels on the screen.
struct ScenePaper {
  let x: Float
  let y: Float
  let scale: Float

  /// The largest paper that fits, in the middle.
  /// - Parameter view: What is shown of the patch.
  init(_ view: SceneArea, in area: Area) {
    scale = max(0.05, min(area.width / max(1, view.width), area.height / max(1, view.height)))
    x = (area.middleX - (view.x + view.width / 2) * scale).rounded()
    y = (area.middleY - (view.y + view.height / 2) * scale).rounded()
  }

  func area(_ area: SceneArea) -> Area {
    Area(x: x + area.x * scale, y: y + area.y * scale, width: area.width * scale, height: area.height * scale)
  }

  func place(_ x: Float, _ y: Float) -> (x: Float, y: Float) { ((x - self.x) / scale, (y - self.y) / scale) }
}

extension SceneScreens {
  private var isSmall: Bool { width < 560 }

  mutating func drawScene(_ pass: inout ScreenPass, in area: Area) {
    var rest = area.inset(look.gap, look.gap)
    drawSceneHead(&pass, &rest)
    _ = rest.cutTop(look.gap)
    if state.hasConsole {
      let console =
        isSmall || rest.height > rest.width
        ? rest.cutBottom(rest.height * 0.4) : rest.cutRight(min(rest.width * 0.4, 460))
      drawConsole(&pass, in: console)
      if isSmall || rest.height > rest.width {
        _ = rest.cutBottom(look.gap)
      } else {
        _ = rest.cutRight(look.gap)
      }
    }
    if model.scene.path.isEmpty { return drawNoScene(&pass, in: rest) }
    arrangePanels()
    if !model.scene.board.panels.isEmpty { drawSceneTabs(&pass, &rest) }
    drawPage(&pass, in: rest)
    drawPanels(&pass, in: rest)
  }

  // MARK: The head

  /// A level as its bar sets it.
  func level(_ port: ScenePort) -> ControlValue {
    let spec = port.spec
    return ControlValue(
      UTF8Text(port == .level ? "Level" : "Input").bytes, model.value(port), spec.minimum...spec.maximum,
      usual: spec.default, .decibels, port: Int(port.rawValue))
  }

  private mutating func drawSceneHead(_ pass: inout ScreenPass, _ area: inout Area) {
    var row = area.cutTop(look.target)
    var second = row
    if isSmall {
      _ = area.cutTop(look.gap)
      second = area.cutTop(look.target)
    }
    let isPlaying = model.value(ScenePort.enabled) >= 0.5
    let recording = model.scene.recording
    let isRecording = !recording.isEmpty || model.value(ScenePort.record) >= 0.5
    pass.iconButton(
      row.cutLeft(look.target), isPlaying ? .pause : .play,
      isPlaying ? "Let the input pass" : "Play the scene", .play)
    _ = row.cutLeft(4)
    for (name, action, isOn) in [
      ("Record" as StaticString, SceneAction.record, isRecording),
      ("Restart", .restart, false),
      ("Console", .console, state.hasConsole), ("Edit", .edit, false),
    ] where action != .edit || model.page == nil {
      let text = UTF8Text(name).bytes
      let place = row.cutLeft(TextMetrics.width(text, size: look.small, .semibold) + 24)
      pass.list.frame(place, look[.border], radius: look.radius)
      if action == .record && isOn { pass.list.disc(place.x + 9, place.middleY, radius: 4, look[.warning]) }
      pass.button(
        place, text, action, role: action == .console || action == .record ? .toggle : .button,
        isOn: isOn, size: look.small)
      _ = row.cutLeft(look.gap)
    }
    for entry in model.scene.board.widgets.indices {
      // DroidParty's entries of the menu stand here.
      guard case .menuBang = model.scene.board.widgets[entry].kind, row.width > 90 else { continue }
      let text = menuName(entry)
      let place = row.cutLeft(min(row.width, TextMetrics.width(text, size: look.small, .semibold) + 24))
      pass.list.frame(place, look[.border], radius: look.radius)
      pass.button(place, text, .widget(entry), size: look.small, gesture: .plays)
      _ = row.cutLeft(look.gap)
    }
    let width = isSmall ? (second.width - look.gap) / 2 : min(150, (row.width - 80) / 2)
    var levels = isSmall ? second : row.cutRight(2 * width + look.gap)
    for (port, action) in [(ScenePort.inputLevel, SceneAction.inputLevel), (.level, .level)] {
      let place = action == .level ? levels : levels.cutLeft(width)
      _ = levels.cutLeft(look.gap)
      pass.bar(place, level(port), look[.sound], action)
    }
    _ = row.cutRight(look.gap)
    let isWrong =
      [UInt8](model.scene.state.prefix(6)) == Array("Failed".utf8)
      || [UInt8](model.scene.state.prefix(7)) == Array("Blocked".utf8)
    let said: UTF8Text =
      recording.isEmpty ? "\(model.scene.state)" : "\(model.scene.state), recording \(recording)"
    pass.text(
      said.bytes, in: row.inset(4, 0), look[isWrong ? .warning : .faint], size: look.small)
  }

  private func menuName(_ widget: Int) -> [UInt8] {
    let key = model.scene.board.keys[widget]
    let head = Array("menubang-".utf8)
    return key.starts(with: head) ? Array(key.dropFirst(head.count)) : key
  }

  private func drawConsole(_ pass: inout ScreenPass, in area: Area) {
    pass.list.fill(area, look[.pane], radius: look.radius)
    let inner = area.inset(look.gap, look.gap)
    let height = (look.small * 1.45).rounded()
    let count = max(1, Int(inner.height / height))
    let lines = model.scene.console.suffix(count)
    _ = pass.add(
      ScreenControl(
        role: .text, name: UTF8Text("What Pd has printed").bytes,
        value: model.scene.console.last ?? [], area: area, action: .console, hasFocus: false))
    if lines.isEmpty {
      return pass.text(
        "Pd has printed nothing.", in: inner, look[.faint], size: look.small, .regular, .middle)
    }
    for (index, line) in lines.enumerated() {
      let place = Area(x: inner.x, y: inner.y + Float(index) * height, width: inner.width, height: height)
      let isError = line.starts(with: Array("error".utf8))
      pass.text(line, in: place, look[isError ? .warning : .text], size: look.small)
    }
  }

  private func drawNoScene(_ pass: inout ScreenPass, in area: Area) {
    var middle = area
    middle = Area(x: area.x, y: area.y + area.height * 0.35, width: area.width, height: area.height)
    pass.text(
      "No scene is chosen", in: middle.cutTop(look.title * 1.8), look[.text], size: look.title, .semibold,
      .middle)
    pass.text(
      "Choose one on Scenes: a patch of Pure Data, or the folder of one.",
      in: middle.cutTop(look.text * 1.8), look[.faint], size: look.text, .regular, .middle)
  }

  // MARK: The page

  /// The page that is chosen, as large as it fits.
  private func drawPage(_ pass: inout ScreenPass, in area: Area) {
    let view = view(of: state.page)
    let paper = ScenePaper(view, in: area)
    let page = paper.area(view)
    // Fingers beside the widgets of the main page are touches of the patch.
    addPaper(state.page, page, &pass)
    drawPaper(state.page, paper, page, &pass)
    pass.list.frame(page.inset(-1, -1), look[.border], radius: 3)
  }

  /// The paper with the picture behind the widgets, and the widgets.
  func drawPaper(_ panel: Int, _ paper: ScenePaper, _ page: Area, _ pass: inout ScreenPass) {
    let board = model.scene.board
    let indices = board.widgets.indices.filter {
      board.widgets[$0].panel == panel && board.widgets[$0].isOnPage
    }
    let hasWidgets = !indices.isEmpty
    pass.list.fill(page, hasWidgets ? Ink(0xffffff) : look[.pane], radius: hasWidgets ? 2 : look.radius)
    pass.list.append(.clip(page))
    if panel == 0, !model.scene.background.isEmpty {
      pass.list.append(.picture(PlacedPicture(path: model.scene.background, area: page, fills: true)))
    }
    for index in indices { drawWidget(index, paper, &pass) }
    if !hasWidgets {
      var rest = page
      let band = rest.cutBottom(look.text * 2.4)
      pass.list.fill(band, look[.pane])
      pass.text(
        "No widgets: touch the page.", in: band, look[.faint], size: look.text, .regular,
        .middle)
    }
    pass.list.append(.unclip)
  }

  /// Draws the page of a scene alone, at the patch's own pixels.
  public mutating func drawPage(into list: inout DrawList) {
    list.removeAll()
    var pass = ScreenPass(look, list: list)
    let view = view(of: 0)
    let page = Area(x: 0, y: 0, width: view.width, height: view.height)
    drawPaper(0, ScenePaper(view, in: page), page, &pass)
    list = pass.list
  }

  /// The name of a widget for people.
  func widgetName(_ index: Int) -> [UInt8] {
    model.scene.board.widgets[index].label?.text ?? model.scene.board.keys[index]
  }

  /// Leaves the control of a widget that can be moved.
  func addWidget(_ index: Int, _ area: Area, on paper: ScenePaper, _ pass: inout ScreenPass) {
    let board = model.scene.board
    var control = ScreenControl(
      role: .button, name: widgetName(index), value: board.value(index)?.text ?? [],
      area: target(index, area, paper), action: .widget(index), gesture: .plays)
    if let value = value(ofWidget: index) {
      (control.role, control.part, control.steps) = (.slider, value.part, value.steps)
    }
    switch board.widgets[index].kind {
    case .toggle:
      control.role = .toggle
      control.isOn = board.states[index].number != 0
    case .slider, .knob, .radio: break
    case .dragNumber: if control.role != .slider { control.role = .text }
    case .symbol, .list, .number: control.role = .text
    case .touchArea, .ribbon: control.role = .surface
    case .bang, .wordButton, .tapList, .menuBang: break
    case .panel, .comment, .meter, .display, .loadSave, .panelSwitch: return
    }
    if pass.add(control).isFocused { pass.focusRing(area) }
  }

  /// The value of a widget as keys, wheel and typing set it; nil: it has none.
  func value(ofWidget index: Int) -> ControlValue? {
    let board = model.scene.board
    guard board.widgets.indices.contains(index) else { return nil }
    let number = board.states[index].number
    switch board.widgets[index].kind {
    case .slider(_, let range, _), .knob(let range, _, _), .dragNumber(_, let range, _):
      guard range.high - range.low <= 1e6, range.high != range.low else { return nil }
      let (low, high) = (min(range.low, range.high), max(range.low, range.high))
      return ControlValue(
        widgetName(index), number, low...high, usual: min(max(0, low), high), .none,
        range.isLogarithmic && low > 0 ? .logarithmic : .linear)
    case .radio(_, let cells):
      return ControlValue(widgetName(index), Int(number), 0...max(1, cells - 1), usual: 0)
    default: return nil
    }
  }

  /// The part of the screen that presses a widget: at least as much as a finger needs, unless another one is
  /// near.
  private func target(_ index: Int, _ area: Area, _ paper: ScenePaper) -> Area {
    let (dx, dy) = (max(0, look.target - area.width) / 2, max(0, look.target - area.height) / 2)
    if dx == 0, dy == 0 { return area }
    let wide = area.inset(-dx, -dy)
    let board = model.scene.board
    let panel = board.widgets[index].panel
    for other in board.widgets.indices where other != index && board.widgets[other].isMoved {
      if board.widgets[other].panel != panel { continue }
      let place = paper.area(board.widgets[other].area)
      if place.x < wide.right, place.right > wide.x, place.y < wide.bottom, place.bottom > wide.y {
        return area
      }
    }
    return wide
  }
}

extension SceneWidget {
  /// Whether it is drawn on the page: entries of menus are drawn above it.
  fileprivate var isOnPage: Bool {
    switch kind {
    case .menuBang, .loadSave, .panelSwitch: false
    default: !isViewPort
    }
  }

  /// Whether a hand moves it.
  var isMoved: Bool {
    switch kind {
    case .bang, .toggle, .slider, .dragNumber, .radio, .number, .symbol, .list, .knob, .ribbon, .tapList,
      .touchArea, .wordButton:
      true
    case .meter, .panel, .comment, .display, .loadSave, .menuBang, .panelSwitch: false
    }
  }
}
