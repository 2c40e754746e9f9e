// *Grid* and *Details*: the cells of a grid's patterns, and every key of its document. What is painted is
// shown at once, and each stroke is one change of the document. Any thread.
import Controls
import Forms
import Grids
import Paint
import PanelModel
import Text
import ToneMatrix
import Toolkit

/// The screens of the Tone Matrix.
public struct GridScreens: FormFamily {
  public enum Screen: CaseIterable, Sendable { case grid, details }
  public typealias Action = GridAction
  public typealias ScreenPass = Toolkit.ScreenPass<GridAction>
  public typealias ScreenControl = Toolkit.ScreenControl<GridAction>
  typealias Dialog = Toolkit.Dialog<GridAction>
  typealias RadialMenu = Toolkit.RadialMenu<GridAction>
  typealias RotaryPopup = Toolkit.RotaryPopup<GridAction>

  public var lent = LentPanel()
  public var popup: Popup<GridAction>?
  public var controls: [ScreenControl] = []
  var state = GridState()
  public var form = FormEditor()
  /// Whether *Grid* shows all controls, even for a simple grid.
  public var showsMore = true

  public init() {}

  public static func traits(of screen: Screen, in model: ViewModel) -> ScreenTraits {
    ScreenTraits(isThere: model.plugin == .toneMatrix)
  }

  public static func action(of action: FormAction) -> GridAction { .form(action) }
  public static func formAction(of action: GridAction) -> FormAction? {
    if case .form(let action) = action { action } else { nil }
  }

  public mutating func draw(_ screen: Screen, _ pass: inout ScreenPass, in area: Area) {
    switch screen {
    case .grid: drawGrid(&pass, in: area)
    case .details: drawForm(&pass) { form, pass in form.draw(&pass, in: area) }
    }
    controls = pass.controls
  }

  public mutating func handle(
    _ pointer: ViewEvent.Pointer, _ drag: ControlDrag, of action: GridAction, at seconds: Double,
    _ requests: inout [PanelRequest]
  ) {
    switch action {
    case .cell(let step, let row): paint(step, row, drag, pointer, at: seconds, &requests)
    case .lane, .accent: draw(action, pointer, drag, &requests)
    case .form(let action): withForm { $0.handle(pointer, drag, of: action, &requests) }
    case .song(.choose(let section)): dragSection(section, pointer, &requests)
    default: break
    }
  }

  /// Draws values of a lane or accents. A fast stroke passes bars between two events, and the document follows a moment
  /// later.
  private mutating func draw(
    _ action: GridAction, _ pointer: ViewEvent.Pointer, _ drag: ControlDrag, _ requests: inout [PanelRequest]
  ) {
    guard pointer.phase == .began || pointer.phase == .moved else {
      state.drawn = nil
      return
    }
    if pointer.phase == .began {
      state.drawn = GridState.Drawn(
        layer: state.layer, pattern: shownPattern, cells: shownLayer.patterns[shownPattern], x: pointer.x,
        y: pointer.y)
    }
    let (fromX, fromY) = (state.drawn?.x ?? pointer.x, state.drawn?.y ?? pointer.y)
    state.drawn?.x = pointer.x
    state.drawn?.y = pointer.y
    let parts = min(max(Int((pointer.x - fromX).magnitude / 4), 1), 500)
    // The last height in each bar.
    var values: [(action: GridAction, height: Float)] = []
    for part in 1...parts {
      let share = Float(part) / Float(parts)
      var place = pointer
      (place.x, place.y) = (fromX + (pointer.x - fromX) * share, fromY + (pointer.y - fromY) * share)
      let under = controls.last {
        isSameLane($0.action, action) && $0.area.inset(0, -10_000).contains(place.x, place.y)
      }
      let (bar, height) = (under?.action ?? action, drag.height(under: place))
      if values.last?.action == bar { values.removeLast() }
      values.append((bar, height))
    }
    let isAccent = if case .accent = action { true } else { false }
    for (bar, height) in values {
      let value =
        isAccent ? (Float(ShownLane.accents.range.upperBound) * height).rounded() : laneValue(at: height)
      set(bar, to: value, &requests)
    }
  }

  /// Whether two controls are steps of one lane.
  private func isSameLane(_ first: GridAction, _ second: GridAction) -> Bool {
    switch (first, second) {
    case (.lane, .lane), (.accent, .accent): true
    default: false
    }
  }

  public mutating func openMenu(of action: GridAction, pointer: Int32, _ x: Float, _ y: Float) {
    switch action {
    case .cell(let step, let row):
      openMenu(ofCell: step, row, x, y)
      state.strokes.removeAll { $0.id == pointer }
    case .pattern(let index): openMenu(ofPattern: index, x, y)
    case .layer(let index):
      let items = [
        ListPopup<GridAction>.Item(UTF8Text("Copy track").bytes, .copy(.layer(index))),
        ListPopup<GridAction>.Item(UTF8Text("Paste track").bytes, .paste(.layer(index))),
        ListPopup<GridAction>.Item(UTF8Text("Clear track").bytes, .clearLayer(index)),
      ]
      open(.list(ListPopup(title: model.grid.layers[index].name, x: x, y: y, items: items)))
    case .row(let row):
      let items = [
        ListPopup<GridAction>.Item(UTF8Text("Copy row").bytes, .copy(.row(row))),
        ListPopup<GridAction>.Item(UTF8Text("Paste row").bytes, .paste(.row(row))),
      ]
      open(.list(ListPopup(title: ("row \(row + 1)" as UTF8Text).bytes, x: x, y: y, items: items)))
    default: break
    }
  }

  /// Shows a newer live state.
  public mutating func show(_ live: LivePicture) {
    for layer in live.layers.indices where state.waiting.indices.contains(layer) {
      let plays = !live.layers[layer].isStopped && state.waiting[layer] == live.layers[layer].pattern
      if plays || !live.isRolling { state.waiting[layer] = nil }
    }
  }

  public mutating func followModel(isRefused: Bool) {
    if !isRefused {
      state.painted = []
      (state.sentNumber, state.sentSetting) = (nil, nil)
    }
    withForm { $0.followModel(isRefused: isRefused) }
  }

  /// The layer and the pattern that are shown, from 1.
  public var place: (layer: Int, pattern: Int) { (state.layer + 1, shownPattern + 1) }

  /// The request that writes the MIDI file of a control that is dragged out of the window, or nil if it can't
  /// be dragged out.
  public func export(of action: GridAction?) -> [UInt8]? {
    switch action {
    case .pattern(let index)?: ("{\"export\": [\(state.layer + 1), \(index + 1)]}" as UTF8Text).bytes
    case .layer(let index)?: ("{\"export\": [\(index + 1)]}" as UTF8Text).bytes
    case .exportPattern?: ("{\"export\": [\(state.layer + 1), \(shownPattern + 1)]}" as UTF8Text).bytes
    case .exportTrack?: ("{\"export\": [\(state.layer + 1)]}" as UTF8Text).bytes
    case .exportAll?: UTF8Text("{\"export\": []}").bytes
    case .song(.export(let index))?:
      ("{\"export\": [0, 0, \(index + 1), \(shownSong + 1)]}" as UTF8Text).bytes
    case .exportLink(let index)?: ("{\"export\": [\(state.layer + 1), 0, \(index + 1)]}" as UTF8Text).bytes
    default: nil
    }
  }

  // MARK: Scrolling

  public mutating func scroll(_ screen: Screen, by points: Float) {
    if screen == .details { form.scroll(by: points) }
  }

  public mutating func scroll(_ screen: Screen, at x: Float, _ y: Float, by dx: Float, _ dy: Float) {
    switch screen {
    case .grid where state.songList?.contains(x, y) ?? false: state.songScroll -= dy
    case .grid:
      (state.scrollX, state.scrollY) = (state.scrollX - dx, state.scrollY - dy)
      if dx != 0 { state.follows = false }
    case .details: form.scroll(by: -dy)
    }
  }

  public mutating func handle(
    _ key: ViewEvent.Key, on screen: Screen, shift: Bool, control: Bool, focus: KeyboardFocus,
    _ requests: inout [PanelRequest]
  ) -> Bool {
    withForm {
      $0.handle(
        key, shift: shift, control: control, scrolls: screen == .details && focus != .slider, &requests)
    }
  }

  public mutating func open() { form.state = FormState() }
  public func editing(on screen: Screen) -> TextEditing? { form.editing }
  public mutating func type(_ letters: [UInt8], on screen: Screen, _ requests: inout [PanelRequest]) {
    withForm { $0.type(letters, &requests) }
  }
  public mutating func beginPress(on action: GridAction?, _ requests: inout [PanelRequest]) {
    let action = action.flatMap { Self.formAction(of: $0) }
    withForm { $0.beginPress(on: action, &requests) }
  }
}
