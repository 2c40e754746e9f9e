// A popup above a screen: a menu around the finger, a list, a rotary, a dialog. Any thread.
import Paint
import Text

/// A popup above a screen.
@frozen
public enum Popup<Action: Equatable & Sendable>: Sendable {
  case radial(RadialMenu<Action>)
  case list(ListPopup<Action>)
  case rotary(RotaryPopup<Action>)
  case dialog(Dialog<Action>)

  /// The same popup with actions of another type.
  @inlinable
  public func map<Other>(_ transform: (Action) -> Other) -> Popup<Other> {
    switch self {
    case .radial(let menu): .radial(menu.map(transform))
    case .list(let list): .list(list.map(transform))
    case .rotary(let rotary):
      .rotary(RotaryPopup(transform(rotary.action), x: rotary.x, y: rotary.y, rotary.ink))
    case .dialog(let dialog): .dialog(dialog.map(transform))
    }
  }
}

/// The action of a control in a popup.
public enum PopupAction: Equatable, Sendable {
  /// Closes it, by its button or by a press beside it. A finger that opened a menu slides to an item.
  case close, leave
  case slide
  /// The dialog's text; agrees to what it asks.
  case text
  case agree
  /// The rotary.
  case value
  /// Of the menu of a control with a value: types it, resets it, copies it, pastes into it; chooses one of a list.
  case typeValue, resetValue, copyValue, pasteValue
  case option(Int)
  /// Of the menu of a parameter: opens one of its connections, waits for a controller that moves it.
  case connection(Int), learn
  /// A letter or a key of the keyboard on the screen; its Shift; puts it away.
  case letter([UInt8])
  case key(ViewEvent.Key)
  case capitals
  case hideKeyboard

  /// Whether it belongs to the keyboard on the screen, which leaves what is typed open.
  public var isOfKeyboard: Bool {
    switch self {
    case .letter, .key, .capitals: true
    default: false
    }
  }
}

/// The popups that are open.
@frozen
public struct PopupState<Action: Equatable & Sendable>: Sendable {
  public var popup: Popup<Action>?
  public var hasKeyboard = false
  public var hasCapitals = false
  /// The control that had the keyboard before; nil: none had.
  public var focus: Int?
  /// The control whose menu or list is open.
  public var target: Action?
  /// The value that was copied last, and whether the clipboard's text is waited for.
  public var copied: [UInt8] = []
  public var isPasting = false
  /// The area of the control that was pressed last.
  public var place = Area(x: 0, y: 0, width: 0, height: 0)

  @inlinable
  public init() {}
}

extension ScreenPass {
  /// Draws what lies above the screen. Nothing below it can be pressed meanwhile.
  /// - Parameters:
  ///   - value: the value of an open rotary; nil: none is open.
  ///   - embed: an action of a popup as one of this pass.
  @inlinable
  public mutating func draw(
    _ popup: inout Popup<Action>, value: ControlValue?, in area: Area, _ embed: (PopupAction) -> Action
  ) {
    controls = []
    scrolled = nil
    _ = add(
      ScreenControl(
        role: .button, name: UTF8Text("Close").bytes, area: area, action: embed(.leave), hasFocus: false))
    list.fill(area, look[.background].faded(0.55))
    switch popup {
    case .radial(let menu): draw(menu, in: area)
    case .list(var list):
      draw(&list, in: area, embed)
      popup = .list(list)
    case .rotary(let rotary):
      guard let value else { return }
      let place = rotary.area(in: area, look)
      list.disc(place.middleX, place.middleY, radius: place.width / 2, look[.pane])
      self.rotary(place, value, rotary.ink, embed(.value))
    case .dialog(let dialog): draw(dialog, in: area, embed)
    }
  }
}
