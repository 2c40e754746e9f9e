// What can be pressed, dragged or typed into, described once: for pointers, keyboard, page and tests.
// Any thread.
import Paint

/// A control of a screen.
public struct ScreenControl: Equatable, Sendable {
  /// What it is; the page gives it the ARIA role of that name.
  public enum Role: Sendable {
    /// The surface to play on, which takes all pointers.
    case surface
    case button, toggle, tab, slider, list, item, text, cell, rotary
  }

  public var role: Role
  /// What it is called.
  public var name: [UInt8]
  /// What it says now, with its unit.
  public var value: [UInt8] = []
  public var area: Area
  /// What pressing it does.
  public var action: ControlAction
  /// Where a slider is at 0 (left) and at 1 (right), if that is not its own area.
  public var track: Area?
  /// Whether it is switched on, chosen or open.
  public var isOn = false
  /// 0…1 of a slider.
  public var part: Float = .nan
  /// How many steps a slider has from 0 to 1; 0: it moves without steps.
  public var steps = 0
  /// Whether the keyboard reaches it; the order of the list is the order of the focus.
  public var hasFocus = true
}
