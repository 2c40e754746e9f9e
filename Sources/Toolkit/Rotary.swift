// A value with a turn: dragged round its middle. Any thread.
import Lanes
import Paint
import Text

/// A rotary above a screen, for the value that a control of the screen sets.
@frozen
public struct RotaryPopup<Action: Equatable & Sendable>: Sendable {
  public var action: Action
  /// In points.
  public var x: Float
  public var y: Float
  public var ink: Ink

  @inlinable
  public init(_ action: Action, x: Float, y: Float, _ ink: Ink) {
    (self.action, self.x, self.y, self.ink) = (action, x, y, ink)
  }

  @inlinable
  func area(in area: Area, _ look: Look) -> Area {
    let size = look.target * 4.5
    return Area(
      x: min(max(x - size / 2, area.x), area.right - size),
      y: min(max(y - size / 2, area.y), area.bottom - size), width: size, height: size)
  }
}

/// Returns the part of a rotary's range at a place: its angle about the middle of the area.
public func rotaryPart(_ area: Area, _ x: Float, _ y: Float, isCyclic: Bool) -> Float {
  // Clockwise from above, −0.5…0.5.
  let turns = Scalar.turns(y: x - area.middleX, x: area.middleY - y)
  if isCyclic { return turns < 0 ? turns + 1 : turns }
  return min(max((turns + 0.375) / 0.75, 0), 1)
}

extension ScreenPass {
  /// A ring with a mark: the value runs clockwise from the lower left to the lower right, or round the whole
  /// circle if it comes back to where it began.
  @inlinable
  public mutating func rotary(
    _ area: Area, _ value: ControlValue, isCyclic: Bool = false, _ ink: Ink, _ action: Action
  ) {
    var control = ScreenControl(.rotary, value, area: area, action: action)
    control.isOn = isCyclic
    let mark = add(control)
    list.rotary(
      area, value.name, value: value.text, part: value.part, isCyclic: isCyclic, ink, mark, look)
  }
}

extension DrawList {
  @usableFromInline
  mutating func rotary(
    _ area: Area, _ name: [UInt8], value: [UInt8], part: Float, isCyclic: Bool, _ ink: Ink,
    _ mark: ControlMark, _ look: Look
  ) {
    let radius = min(area.width, area.height) / 2 - 6
    let (from, span) = isCyclic ? (Float(-0.25), Float(1)) : (Float(0.375), Float(0.75))
    append(.arc(x: area.middleX, y: area.middleY, radius: radius, from: from, to: from + span))
    append(.stroke(look[.border], width: 6, dash: 0))
    if part > 0 {
      append(.arc(x: area.middleX, y: area.middleY, radius: radius, from: from, to: from + span * part))
      append(.stroke(ink, width: 6, dash: 0))
    }
    let turns = from + span * part
    disc(
      area.middleX + radius * Scalar.sine(turns: turns + 0.25),
      area.middleY + radius * Scalar.sine(turns: turns), radius: mark.isChosen ? 9 : 7, look[.text])
    var inner = area.inset(14, area.height / 2 - look.text * 1.4)
    text(value, in: inner.cutTop(inner.height / 2), look[.text], size: look.text, .semibold, .middle)
    text(name, in: inner, look[.faint], size: look.small, .regular, .middle)
    if mark.isFocused { focusRing(area, look) }
  }
}
