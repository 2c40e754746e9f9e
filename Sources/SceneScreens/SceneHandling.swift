// Pointers on the widgets of a scene, and what its controls do. Any thread.
import Controls
import Lanes
import Paint
import PanelModel
import SceneFiles
import Text
import Toolkit

extension SceneScreens {
  /// A pointer on a widget, from its begin to its end.
  mutating func move(
    _ widget: Int, _ pointer: ViewEvent.Pointer, _ requests: inout [PanelRequest]
  ) {
    guard model.scene.board.widgets.indices.contains(widget) else { return }
    let board = model.scene.board
    let area = board.widgets[widget].area
    let paper = self.paper(of: board.widgets[widget].panel)
    let (x, y) = paper.place(pointer.x, pointer.y)
    switch pointer.phase {
    case .began:
      state.drags.removeAll { $0.pointer == pointer.id }
      state.drags.append(
        SceneScreenState.WidgetDrag(
          pointer: pointer.id, widget: widget, x: x, y: y, part: beginning(widget, x, y, area)))
      strike(widget, x, y, area, &requests)
    case .moved:
      guard let index = state.drags.firstIndex(where: { $0.pointer == pointer.id }) else { return }
      drag(index, x, y, area, isFine: pointer.shift, &requests)
      state.drags[index].x = x
      state.drags[index].y = y
    case .ended, .cancelled:
      state.drags.removeAll { $0.pointer == pointer.id }
      if case .touchArea = board.widgets[widget].kind {
        set(widget, .words([.number(-1), .number(-1)]), &requests)
      }
    }
  }

  /// Where a drag begins: a position of 0…1, or a number.
  private func beginning(_ widget: Int, _ x: Float, _ y: Float, _ area: SceneArea) -> Float {
    let number = model.scene.board.states[widget].number
    switch model.scene.board.widgets[widget].kind {
    case .slider(let axis, let range, let isSteady):
      if isSteady { return range.position(of: number) }
      return axis == .horizontal
        ? (x - area.x) / max(1, area.width - 1) : (area.y + area.height - y) / max(1, area.height - 1)
    case .knob(let range, let travel, let isSteady):
      if isSteady || travel > 0 { return range.position(of: number) }
      return Self.turn(x, y, area, travel)
    case .dragNumber(_, let range, _): return range.isLogarithmic ? range.position(of: number) : number
    default: return number
    }
  }

  /// The position of a knob at which a finger points.
  private static func turn(_ x: Float, _ y: Float, _ area: SceneArea, _ travel: Float) -> Float {
    let (dx, dy) = (x - area.x - area.width / 2, y - area.y - area.height / 2)
    // Clockwise from below.
    let turns = Scalar.turns(y: -dx, x: dy)
    let part = turns < 0 ? turns + 1 : turns
    return travel < 0 ? part : min(max((part - 0.125) / 0.75, 0), 1)
  }

  /// Handles a touch of a widget.
  private mutating func strike(
    _ widget: Int, _ x: Float, _ y: Float, _ area: SceneArea, _ requests: inout [PanelRequest]
  ) {
    let board = model.scene.board
    let number = board.states[widget].number
    switch board.widgets[widget].kind {
    case .bang, .wordButton, .menuBang:
      flash(widget)
      set(widget, .bang, &requests)
    case .toggle(let on): set(widget, .number(number == 0 ? on : 0), &requests)
    case .slider(_, let range, let isSteady):
      if !isSteady, let drag = state.drags.last {
        set(widget, .number(range.value(at: drag.part)), &requests)
      }
    case .knob(let range, let travel, let isSteady):
      if !isSteady, travel <= 0, let drag = state.drags.last {
        set(widget, .number(range.value(at: drag.part)), &requests)
      }
    case .radio(let axis, let cells): choose(widget, axis, cells, x, y, area, isStruck: true, &requests)
    case .tapList(let words):
      if !words.isEmpty { set(widget, .number(Float((Int(number) + 1) % words.count)), &requests) }
    case .touchArea: place(widget, x, y, area, &requests)
    case .ribbon: stretch(widget, x, area, &requests)
    case .symbol, .list:
      let text = SceneValue.words(board.states[widget].words).text
      ask(Dialog(.widget(widget), "What \(widgetName(widget)) has", "Send", TextEditing(text)), &requests)
    case .number, .dragNumber, .meter, .panel, .comment, .display, .loadSave, .panelSwitch: break
    }
  }

  private mutating func drag(
    _ index: Int, _ x: Float, _ y: Float, _ area: SceneArea, isFine: Bool, _ requests: inout [PanelRequest]
  ) {
    let drag = state.drags[index]
    let (dx, dy) = (x - drag.x, drag.y - y)
    let fine: Float = isFine ? 0.01 : 1
    switch model.scene.board.widgets[drag.widget].kind {
    case .slider(let axis, let range, _):
      let way = axis == .horizontal ? dx / max(1, area.width - 1) : dy / max(1, area.height - 1)
      state.drags[index].part += way * fine
      set(drag.widget, .number(range.value(at: state.drags[index].part)), &requests)
    case .knob(let range, let travel, _):
      if travel > 0 {
        state.drags[index].part += (dx + dy) / travel * fine
      } else {
        state.drags[index].part = Self.turn(x, y, area, travel)
      }
      set(drag.widget, .number(range.value(at: state.drags[index].part)), &requests)
    case .dragNumber(_, let range, let height):
      if range.isLogarithmic {
        state.drags[index].part = min(max(drag.part + dy / Float(height) * fine, 0), 1)
        set(drag.widget, .number(range.value(at: state.drags[index].part)), &requests)
      } else {
        state.drags[index].part = range.limited(drag.part + dy * fine)
        let part = state.drags[index].part
        set(drag.widget, .number(isFine ? part : part.rounded()), &requests)
      }
    case .number(_, let low, let high):
      var part = drag.part + dy * fine
      if low < high { part = min(max(part, low), high) }
      state.drags[index].part = part
      set(drag.widget, .number(isFine ? part : part.rounded()), &requests)
    case .radio(let axis, let cells): choose(drag.widget, axis, cells, x, y, area, isStruck: false, &requests)
    case .touchArea: place(drag.widget, x, y, area, &requests)
    case .ribbon: stretch(drag.widget, x, area, &requests)
    default: break
    }
  }

  private mutating func choose(
    _ widget: Int, _ axis: SceneAxis, _ cells: Int, _ x: Float, _ y: Float, _ area: SceneArea,
    isStruck: Bool, _ requests: inout [PanelRequest]
  ) {
    let part = axis == .horizontal ? (x - area.x) / max(1, area.width) : (y - area.y) / max(1, area.height)
    let cell = Float(min(max(Int(part * Float(cells)), 0), cells - 1))
    if isStruck || cell != model.scene.board.states[widget].number { set(widget, .number(cell), &requests) }
  }

  private mutating func place(
    _ widget: Int, _ x: Float, _ y: Float, _ area: SceneArea, _ requests: inout [PanelRequest]
  ) {
    let across = min(max((x - area.x) / max(1, area.width), 0), 1)
    let down = min(max((y - area.y) / max(1, area.height), 0), 1)
    set(widget, .words([.number(across), .number(down)]), &requests)
  }

  /// The end of a ribbon that is nearer follows the finger.
  private mutating func stretch(
    _ widget: Int, _ x: Float, _ area: SceneArea, _ requests: inout [PanelRequest]
  ) {
    let at = min(max((x - area.x) / max(1, area.width), 0), 1)
    var ends: [Float] = []
    for case .number(let number) in model.scene.board.states[widget].words { ends.append(number) }
    if ends.count != 2 { ends = [0, 1] }
    if (at - ends[0]).magnitude <= (at - ends[1]).magnitude { ends[0] = at } else { ends[1] = at }
    set(widget, .words([.number(min(ends[0], ends[1])), .number(max(ends[0], ends[1]))]), &requests)
  }

  /// Gives a widget a value: shown at once, and sent.
  mutating func set(_ widget: Int, _ value: SceneValue, _ requests: inout [PanelRequest]) {
    guard model.scene.board.set(widget, value) != nil else { return }
    let sent: SceneValue
    switch (value, model.scene.board.value(widget)) {
    case (.number, .number(let now)?): sent = .number(now)
    default: sent = value
    }
    requests.append(
      .scene(
        values: ("{\(JSON.quoted(model.scene.board.keys[widget])): \(sent.json.words)}" as UTF8Text).bytes))
  }

  private mutating func flash(_ widget: Int) {
    state.flashes.removeAll { $0.widget == widget }
    state.flashes.append((widget, .infinity))
  }

  /// Widgets that were struck show it for a moment; the port of a new begin goes back.
  public mutating func pass(_ seconds: Double, _ requests: inout [PanelRequest]) {
    let board = model.scene.board
    if state.strokes.count != board.states.count { state.strokes = board.states.map { $0.strokes } }
    for index in board.states.indices where state.strokes[index] != board.states[index].strokes {
      state.strokes[index] = board.states[index].strokes
      flash(index)
      isStale = true
    }
    for index in state.flashes.indices where state.flashes[index].end == .infinity {
      state.flashes[index].end = seconds + 0.15
    }
    let count = state.flashes.count
    state.flashes.removeAll { $0.end <= seconds }
    if state.flashes.count != count { isStale = true }
    if state.restartEnd < 0 {
      state.restartEnd = seconds + 0.3
    } else if seconds >= state.restartEnd {
      state.restartEnd = .infinity
      requests.append(.port(Int(ScenePort.restart.rawValue), 0))
    }
  }

  // MARK: Controls

  public mutating func press(_ action: SceneAction, at place: Area, _ requests: inout [PanelRequest]) {
    switch action {
    case .restart:
      requests.append(.port(Int(ScenePort.restart.rawValue), 1))
      state.restartEnd = -1
    case .console: state.hasConsole.toggle()
    case .record:
      let isOn = model.value(ScenePort.record) >= 0.5
      if !isOn && model.scene.recording.isEmpty {
        return requests.append(.port(Int(ScenePort.record.rawValue), 1))
      }
      if isOn { requests.append(.port(Int(ScenePort.record.rawValue), 0)) }
      // The patch may have begun it.
      requests.append(.sceneShelf(question("end_recording", [])))
    case .edit: requests.append(.sceneShelf(question("edit", [])))
    case .play:
      requests.append(.port(Int(ScenePort.enabled.rawValue), model.value(ScenePort.enabled) >= 0.5 ? 0 : 1))
    case .open(let path):
      // The first press chooses, the second opens.
      if state.chosen == path { requests.append(.openScene(path)) }
      state.chosen = path
    case .tool(let tool): press(tool, &requests)
    case .widget(let widget):
      // By the keyboard.
      guard model.scene.board.widgets.indices.contains(widget) else { return }
      let area = model.scene.board.widgets[widget].area
      strike(widget, area.x + area.width / 2, area.y + area.height / 2, area, &requests)
    case .page(let page): state.page = page
    case .closePanel(let panel): set(model.scene.board.panelSwitch(of: panel), .number(0), &requests)
    case .level, .inputLevel, .paper, .surface: break
    }
  }

  /// Does what a dialog asked.
  public mutating func answer(_ action: SceneAction, _ text: [UInt8], _ requests: inout [PanelRequest]) {
    switch action {
    case .widget(let widget): set(widget, sceneWords(text, widget), &requests)
    case .tool(.rename(let path)): requests.append(.sceneShelf(question("rename", [path, text])))
    case .tool(.move(let path)): requests.append(.sceneShelf(question("move", [path, text])))
    case .tool(.copy(let path)): requests.append(.sceneShelf(question("copy", [path, text])))
    case .tool(.delete(let path)): requests.append(.sceneShelf(question("delete", [path])))
    default: break
    }
  }

  public func value(of action: SceneAction) -> ControlValue? {
    switch action {
    case .level: level(.level)
    case .inputLevel: level(.inputLevel)
    case .widget(let widget): value(ofWidget: widget)
    default: nil
    }
  }

  public mutating func set(_ action: SceneAction, to value: Float, _ requests: inout [PanelRequest]) {
    switch action {
    case .level, .inputLevel:
      let port: ScenePort = action == .level ? .level : .inputLevel
      requests.append(.port(Int(port.rawValue), value))
    case .widget(let widget): set(widget, .number(value), &requests)
    default: break
    }
  }
}
