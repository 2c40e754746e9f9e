// The interface between the shell and a family of screens. Any thread.
import Controls
import Paint
import Text
import Toolkit

/// A panel that is lent to what works on it.
public struct LentPanel: Sendable {
  @usableFromInline nonisolated(unsafe) var pointer: UnsafeMutablePointer<Panel>?  // nil except within `lend`

  /// No panel.
  public init() {}
  @usableFromInline init(_ pointer: UnsafeMutablePointer<Panel>) { self.pointer = pointer }
}

/// A user of a panel, which is lent to it.
public protocol PanelUser: Sendable {
  /// The panel; none outside of `lend`.
  var lent: LentPanel { get set }
}

/// Screens that share state and actions. The shell lends a family the panel while it draws or handles
/// something.
public protocol ScreenFamily: PanelUser {
  /// The action of a control of these screens.
  associatedtype Action: Equatable & Sendable
  /// The names of these screens.
  associatedtype Screen: Equatable & Sendable

  /// The popup above the screen. The shell takes it after each call.
  var popup: Popup<Action>? { get set }
  /// The controls of the screen that was drawn last.
  var controls: [ScreenControl<Action>] { get set }

  static func traits(of screen: Screen, in model: ViewModel) -> ScreenTraits
  mutating func draw(_ screen: Screen, _ pass: inout ScreenPass<Action>, in area: Area)
  /// Forgets what a screen of these left open.
  mutating func open()
  /// Drops what was shown before the model had it, once it has come or was refused.
  mutating func followModel(isRefused: Bool)
  /// The text that is typed now, or nil if none is.
  func editing(on screen: Screen) -> TextEditing?

  // A control.

  /// The value that a control sets; nil: it sets none.
  mutating func value(of action: Action) -> ControlValue?
  /// Begins a press of a control; nil: of one that belongs to no screen of these.
  mutating func beginPress(on action: Action?, _ requests: inout [PanelRequest])
  /// Handles a pointer on a control that the screen moves itself.
  mutating func handle(
    _ pointer: ViewEvent.Pointer, _ drag: ControlDrag, of action: Action, at seconds: Double,
    _ requests: inout [PanelRequest])
  /// Does what a control does when it is pressed.
  mutating func press(_ action: Action, at place: Area, _ requests: inout [PanelRequest])
  /// Sets the value of a control.
  mutating func set(_ action: Action, to value: Float, _ requests: inout [PanelRequest])
  /// Does what a dialog of a control asked, with the text that was typed.
  mutating func answer(_ action: Action, _ text: [UInt8], _ requests: inout [PanelRequest])
  /// Opens the menu of a control that was pressed long, or with the other button of a mouse. Its pointer
  /// drags no more.
  mutating func openMenu(of action: Action, pointer: Int32, _ x: Float, _ y: Float)

  // A screen.

  /// A screen appears because of an event.
  mutating func appear(_ screen: Screen, _ requests: inout [PanelRequest])
  /// Handles a key.
  /// - Returns: whether the key meant something here.
  mutating func handle(
    _ key: ViewEvent.Key, on screen: Screen, shift: Bool, control: Bool, focus: KeyboardFocus,
    _ requests: inout [PanelRequest]
  ) -> Bool
  /// Takes letters that were typed.
  mutating func type(_ letters: [UInt8], on screen: Screen, _ requests: inout [PanelRequest])
  /// Scrolls a screen by points. It is drawn within its range.
  mutating func scroll(_ screen: Screen, by points: Float)
  /// Scrolls a screen by a wheel at a place, in points.
  mutating func scroll(_ screen: Screen, at x: Float, _ y: Float, by dx: Float, _ dy: Float)
}

/// The traits of a screen for the tabs and the keyboard.
public struct ScreenTraits: Sendable {
  /// Whether the model has it.
  public var isThere: Bool
  /// Whether it has a tab while another screen is open.
  public var hasTab: Bool
  /// Whether letters mean it while no control has the keyboard.
  public var takesLetters: Bool

  public init(isThere: Bool, hasTab: Bool = true, takesLetters: Bool = false) {
    (self.isThere, self.hasTab, self.takesLetters) = (isThere, hasTab, takesLetters)
  }
}

/// The focus of the keyboard.
public enum KeyboardFocus: Sendable { case nothing, slider, control }

/// An event of a control of a screen; see the functions of `ScreenFamily`.
public enum ControlEvent: Sendable {
  case pointer(ViewEvent.Pointer, ControlDrag, at: Double)
  case press(at: Area)
  case set(to: Float)
  case answer([UInt8])
  case menu(pointer: Int32, Float, Float)
}

/// An event of a screen.
public enum PanelScreenEvent: Sendable {
  case appear
  case key(ViewEvent.Key, shift: Bool, control: Bool, KeyboardFocus)
  case type([UInt8])
  case scroll(by: Float)
  case wheel(Float, Float, by: Float, Float)
}

/// Lends a panel to something that works on it.
@inlinable
public func lend<User: PanelUser, Result>(
  _ panel: LentPanel, to user: inout User, _ body: (inout User) -> Result
) -> Result {
  user.lent = panel
  defer { user.lent = LentPanel() }
  return body(&user)
}

@inlinable
public func lend<User: PanelUser, Result>(
  _ panel: inout Panel, to user: inout User, _ body: (inout User) -> Result
) -> Result {
  withUnsafeMutablePointer(to: &panel) { lend(LentPanel($0), to: &user, body) }
}

// A read of a large value that is not inlined copies it, and Swift 6.3 uses the copy after the read has ended.
extension PanelUser {
  public var panel: Panel {
    @inlinable @inline(__always) _read { yield lent.pointer.unsafelyUnwrapped.pointee }
    @inlinable @inline(__always) nonmutating _modify { yield &lent.pointer.unsafelyUnwrapped.pointee }
  }
  public var model: ViewModel {
    @inlinable @inline(__always) _read { yield panel.model }
    @inlinable @inline(__always) nonmutating _modify { yield &panel.model }
  }
  @inlinable public var look: Look { panel.look }
  @inlinable public var width: Float { panel.width }
  @inlinable public var height: Float { panel.height }
  @inlinable
  public var isStale: Bool {
    get { panel.isStale }
    nonmutating set { panel.isStale = newValue }
  }

  @inlinable public func liveValue(_ controller: Controller) -> Float { panel.model.liveValue(controller) }
  @inlinable public func liveValue(_ parameter: Parameter) -> Float { panel.model.liveValue(parameter) }

  /// Shows a message where people look: in the bar above.
  @inlinable public func say(_ words: UTF8Text) { panel.say(words.bytes) }
}

extension ScreenFamily {
  /// Passes on what happens to a control.
  @inlinable
  public mutating func handle(_ event: ControlEvent, of action: Action, _ requests: inout [PanelRequest]) {
    switch event {
    case .pointer(let pointer, let drag, let seconds):
      handle(pointer, drag, of: action, at: seconds, &requests)
    case .press(let place): press(action, at: place, &requests)
    case .set(let value): set(action, to: value, &requests)
    case .answer(let text): answer(action, text, &requests)
    case .menu(let pointer, let x, let y): openMenu(of: action, pointer: pointer, x, y)
    }
  }

  /// Passes on what happens to a screen.
  /// - Returns: whether it meant something there.
  @inlinable
  public mutating func handle(
    _ event: PanelScreenEvent, on screen: Screen, _ requests: inout [PanelRequest]
  ) -> Bool {
    switch event {
    case .appear: appear(screen, &requests)
    case .key(let key, let shift, let control, let focus):
      return handle(key, on: screen, shift: shift, control: control, focus: focus, &requests)
    case .type(let letters): type(letters, on: screen, &requests)
    case .scroll(let points): scroll(screen, by: points)
    case .wheel(let x, let y, let dx, let dy): scroll(screen, at: x, y, by: dx, dy)
    }
    return true
  }

  /// Asks. A text needs the keyboard.
  @inlinable
  public mutating func ask(_ dialog: Dialog<Action>, _ requests: inout [PanelRequest]) {
    popup = .dialog(dialog)
    if dialog.typed != nil { requests.append(.keyboard(true)) }
  }

  /// Opens something above the screen.
  @inlinable public mutating func open(_ popup: Popup<Action>) { self.popup = popup }

  // Most screens do nothing of this.

  @inlinable public func open() {}
  @inlinable public func followModel(isRefused: Bool) {}
  @inlinable public func editing(on screen: Screen) -> TextEditing? { nil }
  @inlinable public func value(of action: Action) -> ControlValue? { nil }
  @inlinable public func set(_ action: Action, to value: Float, _ requests: inout [PanelRequest]) {}
  @inlinable public func beginPress(on action: Action?, _ requests: inout [PanelRequest]) {}
  @inlinable public func answer(_ action: Action, _ text: [UInt8], _ requests: inout [PanelRequest]) {}
  @inlinable public func openMenu(of action: Action, pointer: Int32, _ x: Float, _ y: Float) {}
  @inlinable public func appear(_ screen: Screen, _ requests: inout [PanelRequest]) {}
  @inlinable
  public func handle(
    _ key: ViewEvent.Key, on screen: Screen, shift: Bool, control: Bool, focus: KeyboardFocus,
    _ requests: inout [PanelRequest]
  ) -> Bool { false }
  @inlinable public func type(_ letters: [UInt8], on screen: Screen, _ requests: inout [PanelRequest]) {}
  @inlinable
  public mutating func scroll(_ screen: Screen, at x: Float, _ y: Float, by dx: Float, _ dy: Float) {
    scroll(screen, by: -dy)
  }
}

/// Returns a question as JSON: a word, and the texts that it is about.
public func question(_ word: StaticString, _ texts: [[UInt8]]) -> [UInt8] {
  let list = JSON.list("[", texts.map { JSON.quoted($0) }, "]")
  return ("{\"\(word)\": \(list)}" as UTF8Text).bytes
}
