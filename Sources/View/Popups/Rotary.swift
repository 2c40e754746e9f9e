// A value with a turn: dragged round its middle. Any thread.
import Grids
import Lanes
import Paint
import Text
import ToneMatrix

/// A rotary above a screen, for one value of a cell.
struct RotaryPopup: Sendable {
  var property: CellProperty
  var step: Int
  var row: Int
  var x: Float
  var y: Float
}

extension ScreenPass {
  /// A ring with a mark: the value runs clockwise from the lower left to the lower right, or round the whole
  /// circle if it comes back to where it began.
  mutating func rotary(
    _ area: Area, _ name: [UInt8], value: [UInt8], part: Float, steps: Int, isCyclic: Bool = false,
    _ ink: Ink, _ action: ControlAction
  ) {
    var control = ScreenControl(
      role: .rotary, name: name, value: value, area: area, action: action, part: part, steps: steps)
    control.isOn = isCyclic
    let mark = add(control)
    let radius = min(area.width, area.height) / 2 - 6
    let (from, span) = isCyclic ? (Float(-0.25), Float(1)) : (Float(0.375), Float(0.75))
    list.append(.arc(x: area.middleX, y: area.middleY, radius: radius, from: from, to: from + span))
    list.append(.stroke(look[.border], width: 6, dash: 0))
    if part > 0 {
      list.append(.arc(x: area.middleX, y: area.middleY, radius: radius, from: from, to: from + span * part))
      list.append(.stroke(ink, width: 6, dash: 0))
    }
    let turns = from + span * part
    list.disc(
      area.middleX + radius * Scalar.sine(turns: turns + 0.25),
      area.middleY + radius * Scalar.sine(turns: turns), radius: mark.isChosen ? 9 : 7, look[.text])
    var inner = area.inset(14, area.height / 2 - look.text * 1.4)
    text(value, in: inner.cutTop(inner.height / 2), look[.text], size: look.text, .semibold, .middle)
    text(name, in: inner, look[.faint], size: look.small, .regular, .middle)
    if mark.isFocused { focusRing(area) }
  }
}

extension View {
  /// The part of a rotary's range at a place: its angle about the middle of the area.
  static func rotaryPart(_ area: Area, _ x: Float, _ y: Float, isCyclic: Bool) -> Float {
    // Clockwise from above, −0.5…0.5.
    let turns = Scalar.turns(y: x - area.middleX, x: area.middleY - y)
    if isCyclic { return turns < 0 ? turns + 1 : turns }
    return min(max((turns + 0.375) / 0.75, 0), 1)
  }

  func drawRotary(_ rotary: RotaryPopup, _ pass: inout ScreenPass, in area: Area) {
    let size = look.target * 4.5
    let place = Area(
      x: min(max(rotary.x - size / 2, area.x), area.right - size),
      y: min(max(rotary.y - size / 2, area.y), area.bottom - size), width: size, height: size)
    pass.list.disc(place.middleX, place.middleY, radius: size / 2, look[.pane])
    let cell = shownCell(rotary.step, rotary.row)
    let (property, range) = (rotary.property, rotary.property.range(shownLayer))
    let value = property.value(of: cell)
    pass.rotary(
      place, UTF8Text(property.title).bytes, value: property.text(value),
      part: Float(value - range.lowerBound) / Float(max(1, range.upperBound - range.lowerBound)),
      steps: range.upperBound - range.lowerBound, look.accent(grid.layer), .popup(.value))
  }
}
