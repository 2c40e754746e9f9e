// *Play*, *Keys*, *Sandbox* and *Table*: the screens on which hands play. Their pointers become touches,
// notes and objects on a table at once; what sounds is shown as it comes back. Any thread.
import Controls
import Lessons
import Paint
import PanelModel
import Patches
import Toolkit

/// The action of a control of these screens.
public enum PerformanceAction: Equatable, Sendable {
  /// Takes pointers as touches.
  case surface
  /// Brings out tabs and macros on *Play*, and puts them away.
  case handle
  /// A macro, from 0; its handle for dragging it onto a parameter.
  case macro(Int)
  case macroSource(Int)
  /// A bar that every patch has.
  case plain(PlainBar)
  /// The label of a relation: dragging carries its controller, clicking opens its connection.
  case relation(Controller)
  /// Lists all relations.
  case relations
  case compose(ComposerAction)
  case lesson(LessonAction)
  /// Lists the tunings; tunes the patch to one by its place among the known ones, or nil to twelve equal steps.
  case tunings
  case tune(Int?)
  case loops(LoopAction)
  case keys(KeysAction)
  case sandbox(SandboxAction)
  case table(TableAction)
}

/// The screens on which hands play.
public struct PerformanceScreens: ScreenFamily {
  public enum Screen: CaseIterable, Sendable { case play, keys, sandbox, table }
  public typealias Action = PerformanceAction
  public typealias ScreenPass = Toolkit.ScreenPass<PerformanceAction>
  public typealias ScreenControl = Toolkit.ScreenControl<PerformanceAction>
  typealias Dialog = Toolkit.Dialog<PerformanceAction>

  public var lent = LentPanel()
  public var popup: Popup<PerformanceAction>?
  public var controls: [ScreenControl] = []
  var play = PlayState()
  var keys = KeysState()
  var sandbox = SandboxState()
  var table = TableState()

  public init() {}

  /// *Sandbox* has a tab if the patch has a world, *Table* unless a page plays by itself: recognition is the
  /// plugin's.
  public static func traits(of screen: Screen, in model: ViewModel) -> ScreenTraits {
    let hasTab =
      switch screen {
      case .sandbox: model.patch.world != PatchWorld()
      case .table: model.page?.solo == nil
      case .play, .keys: true
      }
    return ScreenTraits(isThere: model.plugin == .touch, hasTab: hasTab)
  }

  /// Whether tabs and macros are out on *Play*.
  public var isOpen: Bool {
    get { play.isOpen }
    set { play.isOpen = newValue }
  }

  public mutating func draw(_ screen: Screen, _ pass: inout ScreenPass, in area: Area) {
    switch screen {
    case .play:
      _ = countTones()
      drawPlay(&pass, in: area)
    case .keys: drawKeys(&pass, in: area)
    case .sandbox: drawSandbox(&pass, in: area)
    case .table: drawTable(&pass, in: area)
    }
    controls = pass.controls
  }

  public mutating func handle(
    _ pointer: ViewEvent.Pointer, _ drag: ControlDrag, of action: PerformanceAction, at seconds: Double,
    _ requests: inout [PanelRequest]
  ) {
    switch action {
    case .surface:
      play.hasPlayed = true
      // With Shift it puts down a touch that stays, which the next press chooses.
      if play.composer != nil, pointer.phase == .began, !(pointer.shift && pointer.kind == .mouse) {
        let place = place(under: pointer, in: panel.surface(ofPart: drag.area))
        play.composer?.toggle(place)
        return
      }
      panel.fingers.follow(pointer, in: panel.surface(ofPart: drag.area), at: seconds, &requests)
    case .keys(let action): press(action, pointer, drag.area, &requests)
    case .sandbox: handleRoom(pointer, drag.area, at: seconds, &requests)
    case .table: handleTable(pointer, drag.area)
    case .handle, .macro, .macroSource, .plain, .relation, .relations, .compose, .lesson, .tunings, .tune,
      .loops:
      break
    }
  }

  public mutating func press(_ action: PerformanceAction, at place: Area, _ requests: inout [PanelRequest]) {
    switch action {
    case .handle:
      play.isOpen.toggle()
      play.composer = nil
    case .compose(let action): press(action, &requests)
    case .lesson(let action): press(action, at: place, &requests)
    case .keys(let action): press(action, &requests)
    case .sandbox(let action): press(action, &requests)
    case .table(let action): press(action, &requests)
    case .loops(let action): press(action, &requests)
    case .relations: listRelations()
    case .tunings: listTunings(below: place)
    case .tune(let index): requests.append(.edit(KnownTuning.edit(index), revision: nil))
    case .surface, .macro, .macroSource, .plain, .relation: break
    }
  }

  public func value(of action: PerformanceAction) -> ControlValue? {
    switch action {
    case .macro(let index): macro(index)
    case .plain(let bar): value(of: bar)
    case .lesson(.tempo): lessonTempo
    default: nil
    }
  }

  public mutating func set(_ action: PerformanceAction, to value: Float, _ requests: inout [PanelRequest]) {
    switch action {
    case .macro(let index): requests.append(.port(TouchPort.macro(index), value / 100))
    case .plain(let bar): requests.append(.port(Int(bar.port.rawValue), value * bar.scale))
    case .lesson(.tempo): play.lesson.practice?.set(tempo: value)
    default: break
    }
  }

  public mutating func answer(_ action: PerformanceAction, _ text: [UInt8], _ requests: inout [PanelRequest])
  {
    if action == .table(.keep) { keepScan(named: text, &requests) }
    if case .compose(let action) = action { answer(action, text, &requests) }
  }

  /// Shows a newer live state, which the model has, `seconds` on the frame's clock.
  public mutating func show(at seconds: Double) {
    play.follow(model.live, at: seconds)
    followLesson(at: seconds)
    sandbox.follow(model.live, model.patch.world)
    guard model.plugin == .touch else { return }
    followMacros()
    nameExpressions()
    _ = countTones()
    play.keep(
      usedControllers.map { $0.controller }.filter { $0.drawing == .curve }.map {
        ($0, $0.part(of: liveValue($0)))
      })
  }

  /// Time passes: keys without an end of their own end, and the table is asked about.
  /// - Parameter screen: the one that is open; nil: none of these.
  public mutating func pass(_ seconds: Double, on screen: Screen?, _ requests: inout [PanelRequest]) {
    endKeys(at: seconds, &requests)
    keepTable(isOpen: screen == .table, at: seconds, &requests)
    if screen == .play { askForTokens(at: seconds, &requests) }
    passLesson(at: seconds, &requests)
  }

  public mutating func followModel(isRefused: Bool) {
    if !isRefused, sandbox.drags.isEmpty { sandbox.edited = nil }
  }

  // MARK: Scrolling

  public mutating func scroll(_ screen: Screen, by points: Float) {
    switch screen {
    case .sandbox: sandbox.scroll = (sandbox.scroll ?? 0) + points
    case .table: table.scroll += points
    case .play, .keys: break
    }
  }

  public mutating func scroll(_ screen: Screen, at x: Float, _ y: Float, by dx: Float, _ dy: Float) {
    if screen == .table, turnPiece(under: x, y, dy) { return }
    scroll(screen, by: -dy)
  }
}
