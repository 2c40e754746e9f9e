// The view: model and events in, draw list and wishes out. Window, page and picture share it. Any thread.
import Controls
import Paint
import Patches
import SceneFiles
import Text

/// All screens of one window, page or picture. The same model and events give the same draw list.
///
/// A frame sets `model` when it has been told something, hands in what hands do (`handle`), carries the
/// wishes that come of it, and draws with `draw(into:)` while `isStale`.
public struct View: Sendable {
  /// What is shown.
  public var model = ViewModel() {
    // Without the old value, for which the whole model would be copied with each change.
    didSet {
      isStale = true
      if model.revision != seen.revision {
        grid.painted = []
        (grid.sentNumber, grid.sentSetting) = (nil, nil)
        form.sent = nil
        (matrix.edited, sound.edited, modules.edited, form.edited) = (nil, nil, nil, nil)
        if sandbox.holds.isEmpty { sandbox.edited = nil }
      } else if model.isRefusal && !seen.isRefusal {
        // What was refused is not shown as done; what was typed stays, with the reason beside it.
        if let sent = form.sent, form.typed == nil {
          (form.typed, form.fault, form.sent) = (sent, (sent.path, model.message, 0), nil)
        }
        (matrix.edited, sound.edited, modules.edited, form.edited) = (nil, nil, nil, nil)
      }
      seen = (model.revision, model.isRefusal)
    }
  }
  /// Of the model, as it was before its last change.
  private var seen: (revision: UInt64, isRefusal: Bool) = (0, false)
  /// Colours and sizes.
  public var look = Look.dark { didSet { isStale = true } }
  /// The screen that is open.
  public internal(set) var screen: ScreenName
  /// In points.
  public private(set) var width: Float
  public private(set) var height: Float
  /// What can be pressed, in the order of the keyboard's focus, as it was drawn last.
  public private(set) var controls: [ScreenControl] = []
  /// Whether something has changed since it was drawn.
  public internal(set) var isStale = true
  /// The number of the drag that the wishes of the last event belong to; 0: they stand alone.
  public internal(set) var stroke: UInt32 = 0
  /// How many drags there were.
  var strokes: UInt32 = 0
  /// The control that has the keyboard; nil: none.
  public internal(set) var focus: Int?

  /// Whether tabs, macros and the handle are left away, so that a display shows one screen alone.
  public var isBare = false { didSet { isStale = true } }
  /// The part of the surface that *Play* shows and plays: left, bottom, right and top of 0…1.
  public var part: (left: Float, bottom: Float, right: Float, top: Float) = (0, 0, 1, 1) {
    didSet { isStale = true }
  }

  var hover: (x: Float, y: Float)?
  /// Pointers that are down, and what they hold.
  var grips: [Grip] = []
  var play = PlayState()
  var grid = GridState()
  var library = LibraryState()
  var matrix = MatrixState()
  var sound = SoundState()
  var modules = ModulesState()
  var keys = KeysState()
  var sandbox = SandboxState()
  var table = TableState()
  var setup = SetupState()
  var scene = SceneHands()
  var popups = PopupState()
  var form = FormState()

  /// A view of a size in points, with the first screen of a plugin.
  public init(_ plugin: ViewModel.Plugin = .touch, width: Float, height: Float) {
    (self.width, self.height) = (max(1, width), max(1, height))
    screen = plugin == .touch ? .play : plugin == .scene ? .scene : .grid
    model.plugin = plugin
  }

  /// A pointer that is down.
  struct Grip: Sendable {
    let id: Int32
    let action: ControlAction
    /// The control's area when it was pressed.
    let area: Area
    let startX: Float
    let startY: Float
    /// Its value when it was pressed, 0…1; NaN: it is no slider.
    let part: Float
    /// Where it is at 0 and at 1.
    let track: Area
    var isRotary = false
    var isCyclic = false
    /// Since when it is down, and whether it has moved from where it was pressed.
    var began: Double = 0
    var hasMoved = false
  }

  /// The screens that there are, in the order of their tabs. *Sandbox* is there if the patch has a world,
  /// *Table* unless a page plays by itself: recognition is the plugin's.
  public var screens: [ScreenName] {
    let hasWorld = screen == .sandbox || model.patch.world != PatchWorld()
    return ScreenName.allCases.filter {
      has($0) && ($0 != .sandbox || hasWorld) && ($0 != .table || model.page?.solo == nil)
    }
  }

  /// Whether the plugin has a screen. A page has *Set-up* of a scene, too, which chooses another plugin.
  private func has(_ screen: ScreenName) -> Bool {
    screen.isOf(model.plugin) || screen == .setup && model.plugin == .scene && model.page != nil
  }

  /// Opens a screen; one that the plugin has not is ignored.
  public mutating func open(_ screen: ScreenName, withTabs isOpen: Bool = false) {
    guard has(screen) else { return }
    self.screen = screen
    play.isOpen = isOpen
    focus = nil
    form = FormState()
    popups.popup = nil
    isStale = true
  }

  /// Shows a newer live state, `seconds` on the frame's clock.
  public mutating func show(_ live: LivePicture, at seconds: Double) {
    play.follow(live, at: seconds)
    if model.plugin == .touch { followMacros() }
    learn(from: live)
    model.live = live
    sandbox.follow(live, model.patch.world)
    if model.plugin == .touch {
      play.keep(
        usedControllers.map { $0.controller }.filter { $0.drawing == .curve }.map {
          ($0, $0.part(of: liveValue($0)))
        })
    }
    for layer in live.layers.indices where grid.waiting.indices.contains(layer) {
      if grid.waiting[layer] == live.layers[layer].pattern || !live.isRolling { grid.waiting[layer] = nil }
    }
  }

  /// Draws the screen. The list is emptied first; its memory is used again.
  public mutating func draw(into list: inout DrawList) {
    list.removeAll()
    var pass = ScreenPass(look, list: list)
    list = DrawList()
    pass.hover = hover
    pass.held = grips.first { $0.action != .surface }?.action
    pass.focus = focus
    let all = Area(x: 0, y: 0, width: width, height: height)
    pass.list.fill(all, look[.background])
    var rest = all
    let keyboard = popups.hasKeyboard ? rest.cutBottom(screenKeyboardHeight) : nil
    let above = rest
    if !isBare && (screen != .play || play.isOpen) { drawBar(&pass, rest.cutTop(barHeight)) }
    switch screen {
    case .play: drawPlay(&pass, in: rest)
    case .grid: drawGrid(&pass, in: rest)
    case .library: drawLibrary(&pass, in: rest)
    case .sound:
      drawStrip(&pass, below: &rest)
      drawSound(&pass, in: rest)
    case .patch, .details: drawForm(&pass, in: rest)
    case .modules:
      drawStrip(&pass, below: &rest)
      drawModules(&pass, in: rest)
    case .matrix:
      drawStrip(&pass, below: &rest)
      drawMatrix(&pass, in: rest)
    case .keys: drawKeys(&pass, in: rest)
    case .sandbox: drawSandbox(&pass, in: rest)
    case .table: drawTable(&pass, in: rest)
    case .setup: drawSetup(&pass, in: rest)
    case .scene: drawScene(&pass, in: rest)
    case .scenes: drawScenes(&pass, in: rest)
    }
    drawPopup(&pass, in: above)
    if let keyboard { drawScreenKeyboard(&pass, in: keyboard) }
    list = pass.list
    controls = pass.controls
    if let focus, focus >= controls.count { self.focus = nil }
    isStale = false
  }

  /// Gives the keyboard to the control at an index; one that there is not takes it away.
  public mutating func focus(on index: Int) {
    focus = controls.indices.contains(index) ? index : nil
    isStale = true
  }

  mutating func resize(_ width: Float, _ height: Float) {
    (self.width, self.height) = (max(1, width), max(1, height))
    hover = nil
    isStale = true
  }

  /// Draws once if what was drawn last is out of date, so that `controls` are those of the present screen.
  mutating func refreshControls() {
    guard isStale || controls.isEmpty else { return }
    var list = DrawList()
    draw(into: &list)
    isStale = true
  }
}
