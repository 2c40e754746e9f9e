// Buttons, tabs and bars. Any thread.
import Paint
import Text

extension ScreenPass {
  /// A button with a text.
  mutating func button(
    _ area: Area, _ name: [UInt8], _ action: ControlAction, role: ScreenControl.Role = .button,
    isOn: Bool = false, isEnabled: Bool = true, size: Float? = nil
  ) {
    let mark = add(
      ScreenControl(role: role, name: name, area: area, action: action, isOn: isOn, hasFocus: isEnabled))
    if isOn {
      list.fill(area, look[.chosen], radius: look.radius)
    } else if mark.isChosen && isEnabled {
      list.fill(area, look[.pane], radius: look.radius)
    }
    let ink = isOn || (mark.isChosen && isEnabled) ? look[.text] : look[.faint]
    text(name, in: area.inset(4, 0), ink, size: size, isOn ? .semibold : .regular, .middle)
    if mark.isFocused { focusRing(area) }
  }

  /// A button with an icon.
  mutating func iconButton(
    _ area: Area, _ icon: Icon, _ name: StaticString, _ action: ControlAction, isOn: Bool = false,
    isEnabled: Bool = true
  ) {
    let mark = add(
      ScreenControl(
        role: .button, name: UTF8Text(name).bytes, area: area, action: action, isOn: isOn, hasFocus: isEnabled
      ))
    if isOn || (mark.isChosen && isEnabled) {
      list.fill(area, look[isOn ? .chosen : .pane], radius: look.radius)
    }
    let ink = !isEnabled ? look[.border] : isOn || mark.isChosen ? look[.text] : look[.faint]
    icon.draw(into: &list, x: area.middleX, y: area.middleY, size: look.text * 1.1, ink)
    if mark.isFocused { focusRing(area) }
  }

  /// A bar that is dragged: name, value, a filled part with a line below.
  mutating func bar(
    _ area: Area, _ name: [UInt8], value: [UInt8], part: Float, steps: Int = 0, _ ink: Ink,
    _ action: ControlAction
  ) {
    let mark = add(
      ScreenControl(
        role: .slider, name: name, value: value, area: area, action: action, part: part, steps: steps))
    list.append(.clip(area))
    list.fill(area, look[mark.isChosen ? .chosen : .pane], radius: look.radius)
    let width = area.width * min(max(part, 0), 1)
    if width > 0 {
      list.fill(
        Area(x: area.x, y: area.y, width: width, height: area.height), look.tint(ink), radius: look.radius)
      list.fill(Area(x: area.x, y: area.bottom - 3, width: width, height: 3), ink)
    }
    list.append(.unclip)
    var inner = area.inset(look.gap + 2, 0)
    let wanted = TextMetrics.width(name, size: look.text) + TextMetrics.width(value, size: look.text)
    let size = wanted + 12 > inner.width ? look.small : look.text
    let number = inner.cutRight(min(inner.width * 0.5, TextMetrics.width(value, size: size) + 2))
    text(name, in: inner, look[.text], size: size)
    text(value, in: number, look[.text], size: size, .regular, .right)
    if mark.isFocused { focusRing(area) }
  }
}
