// The controls of a screen, described once: for pointers, the keyboard, a page's script and tests. Any
// thread.
import Controls
import Paint

/// The kind of a control.
public enum ControlRole: Sendable {
  /// A surface to play on, which takes all pointers.
  case surface
  case button, toggle, tab, slider, list, item, text, cell, rotary

  /// The ARIA role, by which screen readers of page and window know it.
  public var ariaName: StaticString {
    switch self {
    case .surface: "application"
    case .button: "button"
    case .toggle: "switch"
    case .tab: "tab"
    case .slider, .rotary: "slider"
    case .list: "listbox"
    case .item: "option"
    case .text: "textbox"
    case .cell: "gridcell"
    }
  }
}

/// A control of a screen. `Action` is what the screen's controls do.
@frozen
public struct ScreenControl<Action: Equatable & Sendable>: Equatable, Sendable {
  public typealias Role = ControlRole

  public var role: ControlRole
  /// Its name for people.
  public var name: [UInt8]
  /// Its value as text, with the unit.
  public var value: [UInt8]
  public var area: Area
  /// The action when it is pressed.
  public var action: Action
  /// Where a slider is at 0 (left) and at 1 (right), if that is not its own area.
  public var track: Area?
  /// Whether it is switched on, chosen or open.
  public var isOn: Bool
  /// 0…1 of a slider; NaN: it is none.
  public var part: Float
  /// The number of steps of a slider from 0 to 1; 0: continuous.
  public var steps: Int
  /// Whether the keyboard reaches it; the order of the list is the order of the focus.
  public var hasFocus: Bool
  /// Whether a press does something now.
  public var isEnabled = true
  /// The pointer gesture that moves it.
  public var gesture: ControlGesture
  /// The port that it moves, which a host knows as held meanwhile; nil: none.
  public var port: Int?
  /// Whether a drag uses nothing that drawing the screen computes, so that each step is drawn only once.
  public var dragsUndrawn: Bool
  /// The controller to connect by dragging this control onto a parameter, or nil.
  public var source: Controller?
  /// The parameter to connect when a controller is dropped here, or nil.
  public var parameter: Parameter?
  /// Whether a slider is a ring: a mouse drags it up and down as well as sideways, and a click presses it.
  public var isRing = false
  /// Whether only the mouse can press it. Fingers reach the control below.
  public var isForMouse = false

  @inlinable
  public init(
    role: ControlRole, name: [UInt8], value: [UInt8] = [], area: Area, action: Action, track: Area? = nil,
    isOn: Bool = false, part: Float = .nan, steps: Int = 0, hasFocus: Bool = true,
    gesture: ControlGesture = .usual, port: Int? = nil, dragsUndrawn: Bool = false
  ) {
    (self.role, self.name, self.value, self.area, self.action) = (role, name, value, area, action)
    (self.track, self.isOn, self.part, self.steps, self.hasFocus) = (track, isOn, part, steps, hasFocus)
    (self.gesture, self.port, self.dragsUndrawn) = (gesture, port, dragsUndrawn)
  }

  /// A slider or a rotary with its value.
  @inlinable
  public init(
    _ role: ControlRole, _ value: ControlValue, area: Area, action: Action, track: Area? = nil,
    gesture: ControlGesture = .usual
  ) {
    self.init(
      role: role, name: value.name, value: value.text, area: area, action: action, track: track,
      part: value.part, steps: value.steps, gesture: gesture, port: value.port)
    parameter = value.parameter
  }

  /// The same control with an action of another type.
  @inlinable
  public func map<Other>(_ transform: (Action) -> Other) -> ScreenControl<Other> {
    var control = ScreenControl<Other>(
      role: role, name: name, value: value, area: area, action: transform(action), track: track, isOn: isOn,
      part: part, steps: steps, hasFocus: hasFocus, gesture: gesture, port: port,
      dragsUndrawn: dragsUndrawn)
    (control.isEnabled, control.source, control.parameter) = (isEnabled, source, parameter)
    (control.isRing, control.isForMouse) = (isRing, isForMouse)
    return control
  }
}

/// The offset of a control that is scrolled out of view.
public var scrolledAside: Float { 1_000_000 }

extension ScreenControl {
  /// Cuts it to what is seen of it, which alone can be pressed; the keyboard reaches the rest, which is scrolled
  /// to then.
  /// - Returns: whether any of it is seen.
  @inlinable
  public mutating func cut(to seen: Area) -> Bool {
    let (top, bottom) = (max(area.y, seen.y), min(area.bottom, seen.bottom))
    let isSeen = bottom > top + 1
    if isSeen { (area.y, area.height) = (top, bottom - top) } else { area.x += scrolledAside }
    return isSeen
  }
}

/// Finds the next control that the keyboard reaches, or nil if there is none.
@inlinable
public func nextFocus<Action>(
  in controls: [ScreenControl<Action>], from: Int?, _ step: Int
) -> Int? {
  guard !controls.isEmpty else { return nil }
  var index = from ?? (step > 0 ? -1 : 0)
  for _ in controls {
    index = (index + step + controls.count) % controls.count
    if controls[index].hasFocus { return index }
  }
  return nil
}
