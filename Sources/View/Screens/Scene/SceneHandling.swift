// What hands do to the widgets of a scene. Any thread.
import Controls
import Lanes
import Paint
import SceneFiles
import Text

extension View {
  /// A pointer on a widget, from its begin to its end.
  mutating func move(
    _ widget: Int, _ pointer: ViewEvent.Pointer, _ grip: Grip, _ wishes: inout [Wish]
  ) {
    guard model.scene.board.widgets.indices.contains(widget) else { return }
    let board = model.scene.board
    let area = board.widgets[widget].area
    let paper = self.paper(of: board.widgets[widget].panel)
    let (x, y) = paper.place(pointer.x, pointer.y)
    switch pointer.phase {
    case .began:
      scene.holds.removeAll { $0.pointer == pointer.id }
      let hold = SceneHands.Hold(
        pointer: pointer.id, widget: widget, x: x, y: y, part: beginning(widget, x, y, area))
      scene.holds.append(hold)
      strike(widget, x, y, area, &wishes)
    case .moved:
      guard let index = scene.holds.firstIndex(where: { $0.pointer == pointer.id }) else { return }
      drag(index, x, y, area, isFine: pointer.shift, &wishes)
      scene.holds[index].x = x
      scene.holds[index].y = y
    case .ended, .cancelled:
      scene.holds.removeAll { $0.pointer == pointer.id }
      if case .touchArea = board.widgets[widget].kind {
        set(widget, .words([.number(-1), .number(-1)]), &wishes)
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

  /// What a widget does when it is touched.
  private mutating func strike(
    _ widget: Int, _ x: Float, _ y: Float, _ area: SceneArea, _ wishes: inout [Wish]
  ) {
    let board = model.scene.board
    let number = board.states[widget].number
    switch board.widgets[widget].kind {
    case .bang, .wordButton, .menuBang:
      flash(widget)
      set(widget, .bang, &wishes)
    case .toggle(let on): set(widget, .number(number == 0 ? on : 0), &wishes)
    case .slider(_, let range, let isSteady):
      if !isSteady, let hold = scene.holds.last { set(widget, .number(range.value(at: hold.part)), &wishes) }
    case .knob(let range, let travel, let isSteady):
      if !isSteady, travel <= 0, let hold = scene.holds.last {
        set(widget, .number(range.value(at: hold.part)), &wishes)
      }
    case .radio(let axis, let cells): choose(widget, axis, cells, x, y, area, isStruck: true, &wishes)
    case .tapList(let words):
      if !words.isEmpty { set(widget, .number(Float((Int(number) + 1) % words.count)), &wishes) }
    case .touchArea: place(widget, x, y, area, &wishes)
    case .ribbon: stretch(widget, x, area, &wishes)
    case .symbol, .list:
      let text = SceneValue.words(board.states[widget].words).text
      ask(Dialog(.sceneWords(widget), "What \(widgetName(widget)) has", "Send", TextEditing(text)), &wishes)
    case .number, .dragNumber, .meter, .panel, .comment, .display, .loadSave, .panelSwitch: break
    }
  }

  private mutating func drag(
    _ index: Int, _ x: Float, _ y: Float, _ area: SceneArea, isFine: Bool, _ wishes: inout [Wish]
  ) {
    let hold = scene.holds[index]
    let (dx, dy) = (x - hold.x, hold.y - y)
    let fine: Float = isFine ? 0.01 : 1
    switch model.scene.board.widgets[hold.widget].kind {
    case .slider(let axis, let range, _):
      let way = axis == .horizontal ? dx / max(1, area.width - 1) : dy / max(1, area.height - 1)
      scene.holds[index].part += way * fine
      set(hold.widget, .number(range.value(at: scene.holds[index].part)), &wishes)
    case .knob(let range, let travel, _):
      if travel > 0 {
        scene.holds[index].part += (dx + dy) / travel * fine
      } else {
        scene.holds[index].part = Self.turn(x, y, area, travel)
      }
      set(hold.widget, .number(range.value(at: scene.holds[index].part)), &wishes)
    case .dragNumber(_, let range, let height):
      if range.isLogarithmic {
        scene.holds[index].part = min(max(hold.part + dy / Float(height) * fine, 0), 1)
        set(hold.widget, .number(range.value(at: scene.holds[index].part)), &wishes)
      } else {
        scene.holds[index].part = range.limited(hold.part + dy * fine)
        let part = scene.holds[index].part
        set(hold.widget, .number(isFine ? part : part.rounded()), &wishes)
      }
    case .number(_, let low, let high):
      var part = hold.part + dy * fine
      if low < high { part = min(max(part, low), high) }
      scene.holds[index].part = part
      set(hold.widget, .number(isFine ? part : part.rounded()), &wishes)
    case .radio(let axis, let cells): choose(hold.widget, axis, cells, x, y, area, isStruck: false, &wishes)
    case .touchArea: place(hold.widget, x, y, area, &wishes)
    case .ribbon: stretch(hold.widget, x, area, &wishes)
    default: break
    }
  }

  private mutating func choose(
    _ widget: Int, _ axis: SceneAxis, _ cells: Int, _ x: Float, _ y: Float, _ area: SceneArea,
    isStruck: Bool, _ wishes: inout [Wish]
  ) {
    let part = axis == .horizontal ? (x - area.x) / max(1, area.width) : (y - area.y) / max(1, area.height)
    let cell = Float(min(max(Int(part * Float(cells)), 0), cells - 1))
    if isStruck || cell != model.scene.board.states[widget].number { set(widget, .number(cell), &wishes) }
  }

  private mutating func place(
    _ widget: Int, _ x: Float, _ y: Float, _ area: SceneArea, _ wishes: inout [Wish]
  ) {
    let across = min(max((x - area.x) / max(1, area.width), 0), 1)
    let down = min(max((y - area.y) / max(1, area.height), 0), 1)
    set(widget, .words([.number(across), .number(down)]), &wishes)
  }

  /// The end of a ribbon that is nearer follows the finger.
  private mutating func stretch(_ widget: Int, _ x: Float, _ area: SceneArea, _ wishes: inout [Wish]) {
    let at = min(max((x - area.x) / max(1, area.width), 0), 1)
    var ends: [Float] = []
    for case .number(let number) in model.scene.board.states[widget].words { ends.append(number) }
    if ends.count != 2 { ends = [0, 1] }
    if (at - ends[0]).magnitude <= (at - ends[1]).magnitude { ends[0] = at } else { ends[1] = at }
    set(widget, .words([.number(min(ends[0], ends[1])), .number(max(ends[0], ends[1]))]), &wishes)
  }

  /// Gives a widget a value: shown at once, and sent.
  mutating func set(_ widget: Int, _ value: SceneValue, _ wishes: inout [Wish]) {
    guard model.scene.board.set(widget, value) != nil else { return }
    let sent: SceneValue
    switch (value, model.scene.board.value(widget)) {
    case (.number, .number(let now)?): sent = .number(now)
    default: sent = value
    }
    wishes.append(
      .scene(
        values: ("{\(JSON.quoted(model.scene.board.keys[widget])): \(sent.json.words)}" as UTF8Text).bytes))
  }

  private mutating func flash(_ widget: Int) {
    scene.flashes.removeAll { $0.widget == widget }
    scene.flashes.append((widget, .infinity))
  }

  /// Widgets that were struck show it for a moment; the port of a new begin goes back.
  mutating func passScene(_ seconds: Double, _ wishes: inout [Wish]) {
    let board = model.scene.board
    if scene.strokes.count != board.states.count { scene.strokes = board.states.map { $0.strokes } }
    for index in board.states.indices where scene.strokes[index] != board.states[index].strokes {
      scene.strokes[index] = board.states[index].strokes
      flash(index)
      isStale = true
    }
    for index in scene.flashes.indices where scene.flashes[index].end == .infinity {
      scene.flashes[index].end = seconds + 0.15
    }
    let count = scene.flashes.count
    scene.flashes.removeAll { $0.end <= seconds }
    if scene.flashes.count != count { isStale = true }
    if scene.restartEnd < 0 {
      scene.restartEnd = seconds + 0.3
    } else if seconds >= scene.restartEnd {
      scene.restartEnd = .infinity
      wishes.append(.port(Int(ScenePort.restart.rawValue), 0))
    }
  }

  // MARK: The head and the keyboard

  mutating func press(_ action: SceneAction, _ wishes: inout [Wish]) {
    switch action {
    case .restart:
      wishes.append(.port(Int(ScenePort.restart.rawValue), 1))
      scene.restartEnd = -1
    case .console: scene.hasConsole.toggle()
    case .record:
      let isOn = sceneValue(.record) >= 0.5
      if !isOn && model.scene.recording.isEmpty {
        return wishes.append(.port(Int(ScenePort.record.rawValue), 1))
      }
      if isOn { wishes.append(.port(Int(ScenePort.record.rawValue), 0)) }
      // The patch may have begun it.
      wishes.append(.sceneShelf(question("end_recording", [])))
    case .edit: wishes.append(.sceneShelf(question("edit", [])))
    case .play:
      wishes.append(.port(Int(ScenePort.enabled.rawValue), sceneValue(.enabled) >= 0.5 ? 0 : 1))
    case .open(let path):
      // The first press chooses, the second opens.
      if scene.chosen == path { wishes.append(.openScene(path)) }
      scene.chosen = path
    case .tool(let tool): press(tool, &wishes)
    case .widget(let widget):
      // By the keyboard.
      guard model.scene.board.widgets.indices.contains(widget) else { return }
      let area = model.scene.board.widgets[widget].area
      strike(widget, area.x + area.width / 2, area.y + area.height / 2, area, &wishes)
    case .page(let page): scene.page = page
    case .closePanel(let panel): set(model.scene.board.panelSwitch(of: panel), .number(0), &wishes)
    case .level, .inputLevel, .paper: break
    }
  }

  /// A slider is moved to a part of its range.
  mutating func set(_ action: SceneAction, part: Float, _ wishes: inout [Wish]) {
    switch action {
    case .level, .inputLevel:
      let port: ScenePort = action == .level ? .level : .inputLevel
      let spec = port.spec
      wishes.append(.port(Int(port.rawValue), spec.minimum + part * (spec.maximum - spec.minimum)))
    case .widget(let widget):
      switch model.scene.board.widgets[widget].kind {
      case .slider(_, let range, _), .knob(let range, _, _), .dragNumber(_, let range, _):
        set(widget, .number(range.value(at: part)), &wishes)
      case .radio(_, let cells): set(widget, .number((part * Float(cells - 1)).rounded()), &wishes)
      default: break
      }
    case .restart, .console, .play, .edit, .record, .open, .tool, .page, .closePanel, .paper: break
    }
  }
}
