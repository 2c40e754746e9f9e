// The state of *Grid*, and the strokes that change cells. Any thread.
import Controls
import Forms
import Grids
import Music
import Paint
import PanelModel
import Text
import ToneMatrix
import Toolkit

struct GridState: Sendable {
  /// A cell that was changed and is not yet in the model.
  struct Painted: Sendable {
    let step: Int
    let row: Int
    let cell: GridCell
  }

  /// The stroke of a finger, which turns cells on or off, or changes the velocity of the first one.
  struct Stroke: Sendable {
    let id: Int32
    let began: Double
    let isPainting: Bool
    let startVelocity: Int
    var isDragged = false
    /// The cells that it has changed.
    var cells: [(step: Int, row: Int)] = []
    /// It moves the cells instead, with another finger.
    var scrolls = false
    var x: Float
    var y: Float
  }

  /// A pattern while a stroke draws values in its lane, which the document gets a moment later; the stroke's last place.
  struct Drawn: Sendable {
    let layer: Int
    let pattern: Int
    var cells: GridPattern
    var x: Float
    var y: Float
  }

  var drawn: Drawn?
  /// From 0.
  var layer = 0
  /// From 0; nil: the one that plays.
  var pattern: Int?
  /// By layer: the pattern that was asked for and does not play yet, from 0.
  var waiting = [Int?](repeating: nil, count: GridLimit.layers)
  /// Tracks are shown up to this number, even if they are empty.
  var addedTracks = 0
  var painted: [Painted] = []
  var strokes: [Stroke] = []
  /// The row with the settings that are seen.
  var row = 0
  var page = GridPage.layer
  /// Whether the page is seen in a window that has no room for it beside the cells.
  var isPageOpen = false
  /// The scroll offset of the cells, in points, at first to the lowest row; whether they can be scrolled;
  /// whether the moving column stays in view.
  var scrollX: Float = 0
  var scrollY = Float.greatestFiniteMagnitude
  var canScroll = false
  var follows = true
  /// The chosen section of the song, from 0, and whether it was inserted and is not in the document yet; the scroll
  /// offset of their list, and its area while it is seen.
  var section = 0
  var awaitsSection = false
  var songScroll: Float = 0
  var songList: Area?
  /// The section that is dragged, and the one that its place will be.
  var songDrag: (from: Int, to: Int)?
  /// The arguments of *Euclid* and *Random*.
  var pulses = 4
  var turn = 0
  var density = 20
  var seed = 0
  /// Whether the accents are shown above the cells.
  var showsAccents = false
  /// The last copied text, for pages, which can't read the clipboard.
  var copied: [UInt8] = []
  /// The part that a text of the clipboard is awaited for.
  var pastes: GridPart?
  /// The last requested number, if it is not in the model yet.
  var sentNumber: (number: GridNumber, value: Int)?
  var sentSetting: (key: GridKey.Layer, value: Int)?
  /// The focused cell; whether the next drawing scrolls to it; and the opposite corner of the selection, or
  /// nil.
  var cursor: (step: Int, row: Int) = (0, 0)
  var isCursorSought = false
  var anchor: (step: Int, row: Int)?
  /// The tracks that were on before solo, or nil without solo.
  var onBeforeSolo: [Bool]?
  /// When the instruments are requested next, and whether the message about them was dismissed.
  var instrumentsDue = 0.0
  var hidesKit = false
  /// The index of the lane below the cells. If nil, the lane of the controller is shown, or else the first.
  var lane: Int?
  /// The lane that waits for a knob, and the knob that it had.
  var learning: (layer: Int, lane: Int, knob: UInt8)?
}

/// A change of a whole pattern.
public enum GridTool: UInt8, CaseIterable, Sendable {
  case clear, fill, random, left, right, up, down, reverse, mirror, life

  var title: StaticString {
    switch self {
    case .clear: "Clear"
    case .fill: "Fill"
    case .random: "Random"
    case .left: "←"
    case .right: "→"
    case .up: "↑"
    case .down: "↓"
    case .reverse: "Reverse"
    case .mirror: "Mirror"
    case .life: "Life"
    }
  }

  func edit(_ target: GridTarget) -> GridEdit {
    switch self {
    case .clear: .clear(target, row: nil, step: nil)
    case .fill: .fill(target, row: nil, step: nil, every: 4)
    case .random: .random(target, row: nil, step: nil, density: nil, seed: nil)
    case .left: .rotate(target, steps: -1, rows: nil)
    case .right: .rotate(target, steps: 1, rows: nil)
    case .up: .rotate(target, steps: nil, rows: 1)
    case .down: .rotate(target, steps: nil, rows: -1)
    case .reverse: .reverse(target)
    case .mirror: .mirror(target)
    case .life: .life(target)
    }
  }
}

/// The settings of a layer that are one number or one choice.
enum LayerSettingRow {
  static var rows: [GridKey.Layer] {
    [
      .play, .steps, .rows, .division, .time, .direction, .scale, .root, .octave, .channel, .velocity, .gate,
      .swing, .humanizeVelocity, .humanizeTiming, .velocityCurve, .controller, .keys, .latch,
    ]
  }

  static func range(_ key: GridKey.Layer) -> ClosedRange<Int> {
    switch key {
    case .play, .latch: 0...1
    case .steps: 1...GridLimit.steps
    case .rows: 1...GridLimit.rows
    case .division: 0...Division.allCases.count - 1
    case .time: 0...2
    case .direction: 0...Direction.allCases.count - 1
    case .scale: 0...Scale.allCases.count - 1
    case .root: 0...127
    case .octave: -4...4
    case .channel: 1...17
    case .velocity: 1...127
    case .gate: 1...100
    case .swing: 0...75
    case .controller: -1...127
    case .humanizeVelocity: 0...100
    case .humanizeTiming: 0...50
    case .velocityCurve: -100...100
    case .keys: 0...KeyMode.allCases.count - 1
    case .name, .pattern, .lanes, .rowSettings, .chain, .patterns: 0...1
    }
  }

  static func value(_ key: GridKey.Layer, of layer: GridLayerDocument) -> Int {
    switch key {
    case .play: layer.plays ? 1 : 0
    case .steps: layer.steps
    case .rows: layer.rowCount
    case .division: Int(layer.division.rawValue)
    case .time: layer.stretch == 4 ? 2 : layer.stretch - 1
    case .direction: layer.direction.index
    case .scale: if case .named(let scale) = layer.scale { scale.index } else { 0 }
    case .root: layer.root
    case .octave: layer.octave
    case .channel: layer.channel + 1
    case .velocity: layer.velocity
    case .gate: layer.gate
    case .swing: layer.swing
    case .controller: layer.controller > 127 ? -1 : layer.controller
    case .humanizeVelocity: layer.humanizeVelocity
    case .humanizeTiming: layer.humanizeTiming
    case .velocityCurve: layer.velocityCurve
    case .keys: layer.keys.index
    case .latch: layer.latches ? 1 : 0
    case .name, .pattern, .lanes, .rowSettings, .chain, .patterns: 0
    }
  }

  /// A setting as a bar sets it.
  /// - Parameter index: The track, from 0.
  static func control(_ key: GridKey.Layer, of layer: GridLayerDocument, _ index: Int) -> ControlValue {
    let isList =
      switch key {
      case .division, .time, .direction, .scale, .keys: true
      default: false
      }
    var control = ControlValue(
      title(key), value(key, of: layer), range(key),
      usual: value(key, of: GridLayerDocument(index)),
      isList ? .list : .whole
    ) { text(key, $0) }
    control.isSetAtRelease = key == .steps || key == .rows
    return control
  }

  /// Its name on a bar, which has little room.
  private static func title(_ key: GridKey.Layer) -> [UInt8] {
    switch key {
    case .humanizeVelocity: UTF8Text("Velocity ±").bytes
    case .humanizeTiming: UTF8Text("Timing ±").bytes
    case .velocityCurve: UTF8Text("Vel. curve").bytes
    default: ValueText.title(key.symbol)
    }
  }

  private static var times: [StaticString] { ["normal", "half", "quarter"] }

  static func text(_ key: GridKey.Layer, _ value: Int) -> [UInt8] {
    switch key {
    case .play, .latch: UTF8Text(value == 1 ? "on" : "off").bytes
    case .division: UTF8Text(Division.at(value).symbol).bytes
    case .time: UTF8Text(times[min(max(value, 0), 2)]).bytes
    case .direction: UTF8Text(Direction.at(value).symbol).bytes
    case .scale: ValueText.plain(Scale(number: Float(value)).symbol)
    case .root: ValueText.note(value)
    case .channel: (value > 16 ? "MPE" : "\(value)" as UTF8Text).bytes
    case .controller: (value < 0 ? "none" : "CC \(value)" as UTF8Text).bytes
    case .velocityCurve where value == 0: UTF8Text("linear").bytes
    case .velocityCurve: (value > 0 ? "+\(value)" : "\(value)" as UTF8Text).bytes
    case .gate, .swing, .humanizeVelocity, .humanizeTiming: ("\(value) %" as UTF8Text).bytes
    case .keys: ValueText.plain((KeyMode(index: value) ?? .midiIn).symbol)
    case .steps, .rows, .octave, .velocity: ("\(value)" as UTF8Text).bytes
    case .name, .pattern, .lanes, .rowSettings, .chain, .patterns: []
    }
  }

  /// The value as a layer's settings have it.
  static func json(_ key: GridKey.Layer, _ value: Int) -> JSON {
    let json: JSON.Value =
      switch key {
      case .play, .latch: .bool(value == 1)
      case .keys: .string(UTF8Text((KeyMode(index: value) ?? .midiIn).symbol).bytes)
      case .division: .string(UTF8Text(Division.at(value).symbol).bytes)
      case .time: .string(UTF8Text(times[min(max(value, 0), 2)]).bytes)
      case .direction: .string(UTF8Text(Direction.at(value).symbol).bytes)
      case .scale: .string(UTF8Text(Scale(number: Float(value)).symbol).bytes)
      case .channel where value > 16: .string(UTF8Text("mpe").bytes)
      case .controller where value < 0: .null
      default: .integer(Int64(value))
      }
    return JSON(.object([JSON.Member(key: key.bytes, value: JSON(json))]))
  }
}

extension GridScreens {
  var gridTarget: GridTarget { GridTarget(layer: state.layer + 1, pattern: shownPattern + 1) }

  /// A stroke over cells: from an empty one it paints, from a full one it clears; a stroke up or down that
  /// begins on a full cell changes its velocity. Each finger has a stroke of its own. Two fingers that come
  /// together move cells that do not fit.
  mutating func paint(
    _ step: Int, _ row: Int, _ drag: ControlDrag, _ pointer: ViewEvent.Pointer, at seconds: Double,
    _ requests: inout [PanelRequest]
  ) {
    if pointer.phase == .began {
      let cell = shownCell(step, row)
      (state.cursor, state.anchor) = ((step, row), nil)
      var stroke = GridState.Stroke(
        id: pointer.id, began: seconds, isPainting: !cell.isOn, startVelocity: velocity(of: cell),
        x: pointer.x, y: pointer.y)
      if pointer.kind == .finger && state.canScroll,
        let other = state.strokes.firstIndex(where: { seconds - $0.began < 0.15 && !$0.isDragged })
      {
        // The cells that the first finger has painted are removed.
        for cell in state.strokes[other].cells {
          set(cell.step, cell.row, isOn: !state.strokes[other].isPainting, velocity: nil, &requests)
        }
        state.strokes[other].scrolls = true
        stroke.scrolls = true
      } else if stroke.isPainting {
        set(step, row, isOn: true, velocity: nil, &requests)
        stroke.cells.append((step, row))
      }
      state.strokes.append(stroke)
      return
    }
    guard let index = state.strokes.firstIndex(where: { $0.id == pointer.id }) else { return }
    if pointer.phase == .moved {
      move(index, drag, pointer, step, row, &requests)
    } else {
      let stroke = state.strokes.remove(at: index)
      if pointer.phase == .ended, !stroke.isPainting, !stroke.isDragged, !stroke.scrolls {
        set(step, row, isOn: false, velocity: nil, &requests)
      }
    }
  }

  private mutating func move(
    _ index: Int, _ drag: ControlDrag, _ pointer: ViewEvent.Pointer, _ step: Int, _ row: Int,
    _ requests: inout [PanelRequest]
  ) {
    let stroke = state.strokes[index]
    if stroke.scrolls {
      // Each of both fingers moves the cells by half of its way.
      state.scrollX -= (pointer.x - stroke.x) / 2
      state.scrollY -= (pointer.y - stroke.y) / 2
      state.follows = false
      (state.strokes[index].x, state.strokes[index].y) = (pointer.x, pointer.y)
      return
    }
    let (dx, dy) = ((pointer.x - drag.startX).magnitude, drag.startY - pointer.y)
    guard stroke.isDragged || dx > 6 || dy.magnitude > 6 else { return }
    if !stroke.isPainting && drag.area.inset(-4, -10_000).contains(pointer.x, pointer.y) {
      state.strokes[index].isDragged = true
      (state.strokes[index].x, state.strokes[index].y) = (pointer.x, pointer.y)
      set(
        step, row, isOn: true, velocity: min(max(stroke.startVelocity + Int(dy / 1.5), 1), 127), &requests)
      return
    }
    // The cell where the stroke began belongs to it.
    if !stroke.isDragged && !stroke.isPainting { set(step, row, isOn: false, velocity: nil, &requests) }
    state.strokes[index].isDragged = true
    // A fast stroke passes cells between two events.
    let (wayX, wayY) = (pointer.x - stroke.x, pointer.y - stroke.y)
    (state.strokes[index].x, state.strokes[index].y) = (pointer.x, pointer.y)
    let parts = min(max(Int(max(wayX.magnitude, wayY.magnitude) / 4), 1), 500)
    for part in 1...parts {
      let share = Float(part) / Float(parts)
      paint(stroke.x + wayX * share, stroke.y + wayY * share, isOn: stroke.isPainting, &requests)
    }
  }

  /// Turns the cell at a place on or off, if there is one.
  private mutating func paint(_ x: Float, _ y: Float, isOn: Bool, _ requests: inout [PanelRequest]) {
    let under = controls.last { $0.role == .cell && $0.area.contains(x, y) }
    guard let under, case .cell(let step, let row) = under.action else { return }
    if shownCell(step, row).isOn != isOn { set(step, row, isOn: isOn, velocity: nil, &requests) }
  }

  mutating func set(_ step: Int, _ row: Int, isOn: Bool, velocity: Int?, _ requests: inout [PanelRequest]) {
    var cell = shownCell(step, row)
    if !cell.isOn && isOn { cell = GridCell() }
    cell.isOn = isOn
    if let velocity { cell.velocity = UInt8(velocity) }
    state.painted.removeAll { $0.step == step && $0.row == row }
    state.painted.append(GridState.Painted(step: step, row: row, cell: cell))
    requests.append(
      .editGrid(
        .cell(gridTarget, step: step + 1, row: row + 1, GridCellChange(isOn: isOn, velocity: velocity)),
        revision: nil))
  }

  /// The pattern that a layer plays, from 0.
  func playingPattern(_ layer: Int) -> Int {
    model.live.layers.indices.contains(layer)
      ? model.live.layers[layer].pattern : model.grid.layers[layer].pattern
  }

  /// Whether a track was stopped and plays no pattern.
  func isStopped(_ layer: Int) -> Bool {
    model.live.layers.indices.contains(layer) && model.live.layers[layer].isStopped
  }

  /// A pattern is shown and asked for. While the clock runs it waits for its time (*Switch at*), and a second
  /// press gives the layer back to the grid and its chain.
  mutating func press(pattern: Int, _ requests: inout [PanelRequest]) {
    state.painted = []
    guard let port = ToneMatrixPort.layer(state.layer, .pattern) else { return }
    let asked = Int(model.value(port).rounded()) - 1
    let isSecond = asked == pattern && (shownPattern == pattern || state.waiting[state.layer] == pattern)
    // With *Follow*, the pattern is shown once it plays.
    state.pattern = state.follows && model.live.isRolling ? nil : pattern
    state.waiting[state.layer] = nil
    if model.live.isRolling && !isSecond {
      if playingPattern(state.layer) != pattern || isStopped(state.layer) {
        state.waiting[state.layer] = pattern
      }
      requests.append(.port(Int(port.rawValue), Float(pattern + 1)))
      return
    }
    if asked >= 0 { requests.append(.port(Int(port.rawValue), 0)) }
    if model.live.isRolling { return say("Patterns follow the grid again.") }
    let value = JSON(
      .object([JSON.Member(key: GridKey.Layer.pattern.bytes, value: JSON(.integer(Int64(pattern + 1))))]))
    requests.append(.editGrid(.layer(state.layer + 1, value), revision: nil))
  }

  mutating func change(_ key: GridKey.Layer, to value: Int) -> PanelRequest? {
    let known = state.sentSetting.flatMap { $0.key == key ? $0.value : nil }
    guard value != known ?? LayerSettingRow.value(key, of: shownLayer) else { return nil }
    state.sentSetting = (key, value)
    return .editGrid(.layer(state.layer + 1, LayerSettingRow.json(key, value)), revision: nil)
  }

  mutating func use(_ tool: GridTool) -> PanelRequest {
    if tool == .random {
      state.seed += 1
      return .editGrid(
        .random(gridTarget, row: nil, step: nil, density: Float(state.density) / 100, seed: state.seed),
        revision: nil)
    }
    return .editGrid(tool.edit(gridTarget), revision: nil)
  }

  public mutating func value(of action: GridAction) -> ControlValue? {
    switch action {
    case .layerSetting(let key): LayerSettingRow.control(key, of: shownLayer, state.layer)
    case .form(let action): withForm { $0.value(of: action) }
    case .tempo: tempo
    case .number(let number): control(number)
    case .lane(let step): lane(step)
    case .accent(let step): accent(step)
    case .cellMenu(let property, let step, let row): value(of: property, step, row)
    default: nil
    }
  }

  public mutating func set(_ action: GridAction, to value: Float, _ requests: inout [PanelRequest]) {
    switch action {
    case .layerSetting(let key): if let request = change(key, to: Int(value)) { requests.append(request) }
    case .form(let action): withForm { $0.set(action, to: value, &requests) }
    case .tempo: requests.append(.port(Int(ToneMatrixPort.tempo.rawValue), value))
    case .number(let number): set(number, Int(value), &requests)
    case .lane(let step): setLane(step, Int(value), &requests)
    case .accent(let step): setAccent(step, Int(value), &requests)
    case .cellMenu(let property, let step, let row):
      if Int(value) != property.value(of: shownCell(step, row)) {
        set(property, step, row, Int(value), &requests)
      }
    default: break
    }
  }

  /// The accent of a step, in percent of its velocities.
  func accent(_ step: Int) -> ControlValue {
    let accents = shownLayer.patterns[shownPattern].accents
    let value = accents.indices.contains(step) ? Int(accents[step]) : 100
    return ControlValue(("accent, step \(step + 1)" as UTF8Text).bytes, value, 0...200, usual: 100) {
      ("\($0) %" as UTF8Text).bytes
    }
  }

  private mutating func setAccent(_ step: Int, _ value: Int, _ requests: inout [PanelRequest]) {
    var pattern = drawnPattern
    if pattern.accents.isEmpty { pattern.accents = [UInt8](repeating: 100, count: GridLimit.steps) }
    guard pattern.accents[step] != UInt8(value) else { return }
    pattern.accents[step] = UInt8(value)
    requests.append(drawing(pattern))
  }

  /// The shown pattern with what the present stroke has drawn.
  var drawnPattern: GridPattern {
    if let drawn = state.drawn, drawn.layer == state.layer, drawn.pattern == shownPattern {
      return drawn.cells
    }
    return shownLayer.patterns[shownPattern]
  }

  /// The request that replaces the shown pattern, from which the present stroke goes on.
  mutating func drawing(_ pattern: GridPattern) -> PanelRequest {
    if state.drawn?.layer == state.layer, state.drawn?.pattern == shownPattern {
      state.drawn?.cells = pattern
    }
    return replacing(pattern)
  }

  func replacing(_ pattern: GridPattern) -> PanelRequest {
    let json = Self.json("{\"patterns\": {\"\(shownPattern + 1)\": \(pattern.words)}}")
    return .editGrid(.layer(state.layer + 1, json), revision: nil)
  }
}
