// What the shell knows of a family of screens. Any thread.
import Controls
import Paint
import Text
import Toolkit

/// What works on a panel while it is lent one.
public protocol PanelUser: Sendable {
  /// The panel, while it is lent.
  var panel: Panel { get set }
}

/// Screens that share state and actions. The shell lends a family the panel while it draws or handles
/// something, and takes it back.
public protocol ScreenFamily: PanelUser {
  /// What the controls of these screens do.
  associatedtype Action: Equatable & Sendable
  /// The names of these screens.
  associatedtype Screen: Equatable & Sendable

  /// What a screen has opened above itself. The shell takes it after each call.
  var popup: Popup<Action>? { get set }
  /// The controls of the screen that was drawn last.
  var controls: [ScreenControl<Action>] { get set }

  /// Whether a model has a screen.
  static func isThere(_ screen: Screen, _ model: ViewModel) -> Bool
  /// Whether a model gives a screen a tab.
  static func hasTab(_ screen: Screen, _ model: ViewModel) -> Bool
  mutating func draw(_ screen: Screen, _ pass: inout ScreenPass<Action>, in area: Area)
  /// How a pointer moves a control.
  static func gesture(of action: Action) -> ControlGesture
  /// Whether a pointer on a control plays, and changes no document.
  static func plays(_ action: Action) -> Bool
  /// Whether the control is a surface that takes all pointers.
  static func isSurface(_ action: Action) -> Bool
  /// Handles a pointer on a control with the gesture `own`.
  mutating func handle(
    _ pointer: ViewEvent.Pointer, _ drag: ControlDrag<Action>, at seconds: Double,
    _ requests: inout [PanelRequest])
  /// Does what a control does when it is pressed.
  mutating func press(_ action: Action, at place: Area, _ requests: inout [PanelRequest])
  /// Moves a control to a part of its range, 0…1.
  mutating func set(_ action: Action, part: Float, _ requests: inout [PanelRequest])
  /// Does what a dialog of a control asked, with the text that was typed.
  mutating func answer(_ action: Action, _ text: [UInt8], _ requests: inout [PanelRequest])
  /// The port that a control moves while it is dragged; nil: none.
  func port(of action: Action) -> Int?
  /// Opens the menu of a control that was pressed long, or with the other button of a mouse. Its pointer
  /// drags no more.
  mutating func openMenu(of action: Action, pointer: Int32, _ x: Float, _ y: Float)
  /// The value that an open rotary shows; nil: the action sets none.
  func rotaryValue(of action: Action) -> RotaryValue?
  /// Begins a press of a control; nil: of one that belongs to no screen of these.
  mutating func beginPress(on action: Action?, _ requests: inout [PanelRequest])
  /// Handles a key.
  /// - Returns: whether the key meant something here.
  mutating func handle(
    _ key: ViewEvent.Key, on screen: Screen, shift: Bool, control: Bool, focus: KeyboardFocus,
    _ requests: inout [PanelRequest]
  ) -> Bool
  /// Takes letters that were typed.
  mutating func type(_ letters: [UInt8], on screen: Screen, _ requests: inout [PanelRequest])
  /// The text that is typed now; nil: none is.
  func editing(on screen: Screen) -> TextEditing?
  /// Drops what was shown before the model had it, once it has come or was refused.
  mutating func followModel(isRefused: Bool)
  /// Forgets what a screen of these left open.
  mutating func open()
  /// A screen appears because of an event.
  mutating func appear(_ screen: Screen, _ requests: inout [PanelRequest])
  /// Whether letters mean the screen while no control has the keyboard.
  static func takesLetters(_ screen: Screen) -> Bool
  /// Scrolls a screen by a wheel at a place, in points.
  mutating func scroll(_ screen: Screen, at x: Float, _ y: Float, by dx: Float, _ dy: Float)
  /// How far a screen is scrolled, in points.
  func scroll(of screen: Screen) -> Float
  mutating func scroll(_ screen: Screen, to scroll: Float)
  /// The middle of what is scrolled; nil: that of the panel.
  func scrollMiddle(of screen: Screen) -> Float?
}

/// What has the keyboard.
public enum KeyboardFocus: Sendable { case nothing, slider, control }

/// How a pointer moves a control.
public enum ControlGesture: Sendable {
  /// It is pressed or dragged through its range; a drag of what has no range scrolls the screen.
  case scrolls
  /// The same without scrolling.
  case rests
  /// The screen follows the pointer itself.
  case own
}

/// Lends a panel to something that works on it.
@inlinable
public func lend<User: PanelUser, Result>(
  _ panel: inout Panel, to user: inout User, _ body: (inout User) -> Result
) -> Result {
  swap(&panel, &user.panel)
  let result = body(&user)
  swap(&panel, &user.panel)
  return result
}

extension PanelUser {
  @inlinable
  public var model: ViewModel {
    _read { yield panel.model }
    _modify { yield &panel.model }
  }
  @inlinable
  public var look: Look {
    _read { yield panel.look }
    _modify { yield &panel.look }
  }
  @inlinable public var width: Float { panel.width }
  @inlinable public var height: Float { panel.height }
  @inlinable
  public var isStale: Bool {
    get { panel.isStale }
    set { panel.isStale = newValue }
  }

  @inlinable public func liveValue(_ controller: Controller) -> Float { panel.model.liveValue(controller) }
  @inlinable public func liveValue(_ parameter: Parameter) -> Float { panel.model.liveValue(parameter) }

  /// Shows a message where people look: in the bar above.
  @inlinable public mutating func say(_ words: UTF8Text) { panel.say(words.bytes) }

}

extension ScreenFamily {
  /// Asks. A text needs the keyboard.
  @inlinable
  public mutating func ask(_ dialog: Dialog<Action>, _ requests: inout [PanelRequest]) {
    popup = .dialog(dialog)
    if dialog.typed != nil { requests.append(.keyboard(true)) }
  }

  @inlinable public static func hasTab(_ screen: Screen, _ model: ViewModel) -> Bool { true }
  @inlinable public static func plays(_ action: Action) -> Bool { false }
  @inlinable public static func isSurface(_ action: Action) -> Bool { false }
  @inlinable public func answer(_ action: Action, _ text: [UInt8], _ requests: inout [PanelRequest]) {}
  @inlinable public func port(of action: Action) -> Int? { nil }
  @inlinable public func openMenu(of action: Action, pointer: Int32, _ x: Float, _ y: Float) {}
  @inlinable public func rotaryValue(of action: Action) -> RotaryValue? { nil }
  @inlinable public func beginPress(on action: Action?, _ requests: inout [PanelRequest]) {}
  @inlinable
  public func handle(
    _ key: ViewEvent.Key, on screen: Screen, shift: Bool, control: Bool, focus: KeyboardFocus,
    _ requests: inout [PanelRequest]
  ) -> Bool { false }
  @inlinable public func type(_ letters: [UInt8], on screen: Screen, _ requests: inout [PanelRequest]) {}
  @inlinable public func editing(on screen: Screen) -> TextEditing? { nil }
  @inlinable public func followModel(isRefused: Bool) {}
  @inlinable public func open() {}
  @inlinable public func appear(_ screen: Screen, _ requests: inout [PanelRequest]) {}
  @inlinable public static func takesLetters(_ screen: Screen) -> Bool { false }
  @inlinable public func scrollMiddle(of screen: Screen) -> Float? { nil }
  @inlinable
  public mutating func scroll(_ screen: Screen, at x: Float, _ y: Float, by dx: Float, _ dy: Float) {
    scroll(screen, to: scroll(of: screen) - dy)
  }

  /// Opens something above the screen.
  @inlinable public mutating func open(_ popup: Popup<Action>) { self.popup = popup }
}

/// Returns a question as JSON: a word, and the texts that it is about.
public func question(_ word: StaticString, _ texts: [[UInt8]]) -> [UInt8] {
  let list = JSON.list("[", texts.map { JSON.quoted($0) }, "]")
  return ("{\"\(word)\": \(list)}" as UTF8Text).bytes
}
