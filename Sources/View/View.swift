// The view: model and events in, draw list and wishes out. Window, page and picture share it. Any thread.
import Controls
import Text

/// All screens of one window, page or picture. The same model and events give the same draw list.
///
/// A frame sets `model` when it has been told something, hands in what hands do (`handle`), carries the
/// wishes that come of it, and draws with `draw(into:)` while `isStale`.
public struct View: Sendable {
  /// What is shown.
  public var model = ViewModel() {
    didSet {
      isStale = true
      if model.revision != oldValue.revision {
        grid.painted = []
        (matrix.edited, sound.edited, modules.edited) = (nil, nil, nil)
      }
    }
  }
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
  /// The control that has the keyboard; nil: none.
  public internal(set) var focus: Int?

  var hover: (x: Float, y: Float)?
  /// Pointers that are down, and what they hold.
  var grips: [Grip] = []
  var play = PlayState()
  var grid = GridState()
  var library = LibraryState()
  var matrix = MatrixState()
  var sound = SoundState()
  var modules = ModulesState()
  var patchPage = PatchPageState()

  /// A view of a size in points, with the first screen of a plugin.
  public init(_ plugin: ViewModel.Plugin = .touch, width: Float, height: Float) {
    (self.width, self.height) = (max(1, width), max(1, height))
    screen = plugin == .touch ? .play : .grid
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
  }

  /// The screens that there are, in the order of their tabs.
  public var screens: [ScreenName] { ScreenName.allCases.filter { $0.isOf(model.plugin) } }

  /// Opens a screen; one that the plugin has not is ignored.
  public mutating func open(_ screen: ScreenName, withTabs isOpen: Bool = false) {
    guard screen.isOf(model.plugin) else { return }
    self.screen = screen
    play.isOpen = isOpen
    focus = nil
    patchPage = PatchPageState()
    isStale = true
  }

  /// Shows a newer live state, `seconds` on the frame's clock.
  public mutating func show(_ live: LivePicture, at seconds: Double) {
    play.follow(live, at: seconds)
    model.live = live
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
    if screen != .play || play.isOpen { drawBar(&pass, rest.cutTop(look.target + 2 * look.gap)) }
    switch screen {
    case .play: drawPlay(&pass, in: rest)
    case .grid: drawGrid(&pass, in: rest)
    case .library: drawLibrary(&pass, in: rest)
    case .sound:
      drawStrip(&pass, below: &rest)
      drawSound(&pass, in: rest)
    case .patch: drawPatch(&pass, in: rest)
    case .modules:
      drawStrip(&pass, below: &rest)
      drawModules(&pass, in: rest)
    case .matrix:
      drawStrip(&pass, below: &rest)
      drawMatrix(&pass, in: rest)
    }
    list = pass.list
    controls = pass.controls
    if let focus, focus >= controls.count { self.focus = nil }
    isStale = false
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
