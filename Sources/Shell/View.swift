// The shell of a panel: tabs, menus and messages round the screens. Model and events go in; a draw list and
// requests come out. Window, page and picture share it. Any thread.
import Controls
import GridScreens
import LibraryScreens
import Paint
import PanelModel
import PerformanceScreens
import RealTime
import SceneScreens
import SoundScreens
import Text
import Toolkit

/// All screens of one window, page or picture. The same model and events give the same draw list.
///
/// A frame sets `model` when it has received something, hands in events (`handle`), carries the requests that
/// come of them, and draws with `draw(into:)` while `isStale`.
public struct View: Sendable {
  public typealias ScreenControl = Toolkit.ScreenControl<ControlAction>
  typealias ScreenPass = Toolkit.ScreenPass<ControlAction>
  typealias Popup = Toolkit.Popup<ControlAction>

  /// The state that all screens share.
  @usableFromInline var panel: Panel
  /// The model. (Inlined, as in `PanelUser`.)
  public var model: ViewModel {
    @inlinable @inline(__always) _read { yield panel.model }
    @inlinable @inline(__always) _modify {
      yield &panel.model
      followModel()
    }
  }
  /// Of the model, as it was when the screens followed it last.
  var seen: (revision: UInt64, isRefusal: Bool) = (0, false)
  /// Colors and sizes.
  public var look: Look {
    get { panel.look }
    set { panel.look = newValue }
  }
  /// The screen that is open.
  public internal(set) var screen: ScreenName
  /// In points.
  public var width: Float { panel.width }
  public var height: Float { panel.height }
  /// The controls that can be pressed, in the order of the keyboard's focus, as they were drawn last.
  public private(set) var controls: [ScreenControl] = []
  /// Whether something has changed since it was drawn.
  public internal(set) var isStale: Bool {
    get { panel.isStale }
    set { panel.isStale = newValue }
  }
  /// The number of the drag that the requests of the last event belong to; 0: they stand alone.
  public internal(set) var stroke: UInt32 = 0
  /// The number of drags so far.
  var strokes: UInt32 = 0
  /// The control that has the keyboard; nil: none.
  public internal(set) var focus: Int?

  /// Whether tabs, macros and the handle are hidden, so that a display shows one screen alone.
  public var isBare: Bool {
    get { panel.isBare }
    set { panel.isBare = newValue }
  }
  /// Whether *Play* has tabs and macros, too; else it is the surface alone.
  public var showsTabs: Bool {
    get { performance.isOpen }
    set { performance.isOpen = newValue }
  }
  /// Whether *Grid* shows all controls, even for a simple grid.
  public var showsMore: Bool {
    get { grid.showsMore }
    set { grid.showsMore = newValue }
  }
  /// The part of the surface that is shown and played: left, bottom, right and top of 0…1.
  public var part: (left: Float, bottom: Float, right: Float, top: Float) {
    get { panel.part }
    set { panel.part = newValue }
  }

  var hover: (x: Float, y: Float)?
  /// Pointers that are down, with the actions of their controls.
  var drags: [(drag: ControlDrag, action: ControlAction)] = []
  /// The value of a drag that is set only on release, or nil.
  var heldValue: (action: ControlAction, value: Float)?
  /// Whether the message finds no room in the bar; until when it is shown over the screen, and which one that is.
  var isMessageLong = false
  var isMessageOld = false
  private var message: (text: [UInt8], until: Double) = ([], 0)
  /// Where the message is over the screen, or nil.
  var messageArea: Area?
  var ports = PortHistory()
  /// The last requested file until it is loaded (nil: a new document), with the revision before; or nil.
  var loading: (file: [UInt8]?, revision: UInt64)?
  /// The macro that waits for a MIDI control, from 0, with the values of all of them before.
  var learning: (macro: Int, before: [Float])?
  /// Whether the clipboard's text, when it comes, is a document to import.
  var isImporting = false
  /// The value that was clicked last.
  var click: (action: ControlAction, seconds: Double, x: Float, y: Float)?
  /// What the wheel moves: a value, or a screen (nil), and since when; the points that are no step yet, and the
  /// stroke of its changes.
  var wheel: (action: ControlAction?, seconds: Double, points: Float, stroke: UInt32) = (nil, -1, 0, 0)
  /// The control under the mouse, or nil.
  var tip: RestingHover?
  /// The controller that is being dragged to a parameter, or nil.
  var carried: CarriedSource?
  /// The area of what scrolls on the screen that was drawn last; nil: nothing does.
  var scrolled: Area?
  var popups = PopupState<ControlAction>()
  /// Counts what has opened and closed: screens, menus, dialogs, pages of the manual.
  public internal(set) var layer: UInt32 = 0
  /// The open page of the manual, or nil, and what it is asked about.
  var manual: ManualPage?
  var manualTerms: [[UInt8]] = []
  /// Whether the page took the keyboard.
  var manualKeyboard = false
  /// Whether it is still to request it.
  var asksManualKeyboard = false

  var performance = PerformanceScreens()
  var sound = SoundScreens()
  var grid = GridScreens()
  var library = LibraryScreens()
  var scene = SceneScreens()

  /// A view of a size in points, with the first screen of a plugin.
  public init(_ plugin: ViewModel.Plugin = .touch, width: Float, height: Float) {
    panel = Panel(width: width, height: height)
    screen = plugin == .touch ? .play : plugin == .scene ? .scene : .grid
    panel.model.plugin = plugin
  }

  /// The screens that have tabs, in their order.
  public var screens: [ScreenName] {
    ScreenName.allCases.filter {
      let traits = $0.screen.traits(in: model)
      return traits.isThere && (traits.hasTab || $0 == screen)
    }
  }

  /// Opens a screen; one that the plugin has not is ignored.
  public mutating func open(_ screen: ScreenName, withTabs isOpen: Bool = false) {
    guard screen.screen.traits(in: model).isThere else { return }
    self.screen = screen
    layer &+= 1
    performance.isOpen = isOpen
    focus = nil
    performance.open()
    sound.open()
    grid.open()
    library.open()
    scene.open()
    (popups.popup, manual) = (nil, nil)
    isStale = true
  }

  /// Chooses an object of *Sound*.
  public mutating func open(_ object: SoundObject) { withSound { $0.open(object) } }

  /// The layer and the pattern that *Grid* shows, from 1; nil: there is no grid.
  public var gridPlace: (layer: Int, pattern: Int)? {
    mutating get {
      guard model.plugin == .toneMatrix else { return nil }
      return withGrid { $0.place }
    }
  }

  /// Shows a newer live state, `seconds` on the frame's clock.
  public mutating func show(_ live: LivePicture, at seconds: Double) {
    withSound { $0.show(live, at: seconds) }
    model.live = live
    withPerformance { $0.show(at: seconds) }
    withGrid { $0.show(live) }
  }

  /// Takes up the output's samples of a live frame, each of which comes once.
  public mutating func hear(_ frame: LiveFrameReader) {
    if panel.showsOutput { panel.output.follow(frame) }
  }

  /// Whether a screen shows the samples of the output, so that live frames should have them.
  public var showsOutput: Bool { panel.showsOutput }

  /// Draws the screen. The list is emptied first; its memory is used again.
  public mutating func draw(into list: inout DrawList) {
    list.removeAll()
    panel.showsOutput = false
    var pass = ScreenPass(look, list: list)
    list = DrawList()
    pass.hover = hover
    pass.held = heldValue?.action ?? drags.first { $0.drag.gesture != .surface }?.action
    pass.heldValue = heldValue?.value
    pass.focus = focus
    let all = Area(x: 0, y: 0, width: width, height: height)
    pass.list.fill(all, look[.background])
    var rest = all
    let keyboard = popups.hasKeyboard ? rest.cutBottom(screenKeyboardHeight(look, of: height)) : nil
    let above = rest
    isMessageLong = false
    // On a phone on its side, what is typed and found needs the bar's place.
    let isLow = keyboard != nil && above.height < 6 * look.target
    // A tiny window is the surface alone.
    let hasBar = screen != .play || performance.isOpen && 2 * barHeight <= above.height
    if !isBare && !isLow && hasBar { drawBar(&pass, rest.cutTop(barHeight)) }
    draw(screen.screen, &pass, in: rest)
    drawLongMessage(&pass, in: rest)
    drawPopup(&pass, in: above)
    if let keyboard { drawScreenKeyboard(&pass, in: keyboard) }
    drawCarried(&pass)
    drawTip(&pass)
    drawManual(&pass, in: all)
    list = pass.list
    if !panel.showsOutput, panel.output != OutputHistory() { panel.output = OutputHistory() }
    (controls, scrolled) = (pass.controls, pass.scrolled)
    if let focus, focus >= controls.count { self.focus = nil }
    isStale = false
  }

  /// A long message goes away some seconds after it has come.
  mutating func passMessage(_ seconds: Double) {
    if model.message != message.text {
      (message, isMessageOld) = ((model.message, seconds + (model.revert == nil ? 8 : 20)), false)
      isStale = true
    } else if !isMessageOld, seconds > message.until {
      isMessageOld = true
      if isMessageLong { isStale = true }
    }
  }

  /// Gives the keyboard to the control at an index; an invalid index clears the focus.
  public mutating func focus(on index: Int) {
    focus = controls.indices.contains(index) ? index : nil
    isStale = true
  }

  mutating func resize(_ width: Float, _ height: Float) {
    (panel.width, panel.height) = (max(1, width), max(1, height))
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
