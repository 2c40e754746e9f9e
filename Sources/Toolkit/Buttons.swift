// Buttons, tabs and bars. Any thread.
import Controls
import Paint
import Text

extension ScreenPass {
  /// A button with a text.
  /// - Parameter source: the controller that a drag of the button carries onto a parameter; nil: none.
  @inlinable
  public mutating func button(
    _ area: Area, _ name: [UInt8], _ action: Action, role: ControlRole = .button, isOn: Bool = false,
    isEnabled: Bool = true, size: Float? = nil, gesture: ControlGesture = .usual, source: Controller? = nil
  ) {
    var control = ScreenControl(
      role: role, name: name, area: area, action: action, isOn: isOn, hasFocus: isEnabled, gesture: gesture)
    (control.isEnabled, control.source) = (isEnabled, source)
    let mark = add(control)
    list.button(area, name, mark, isOn: isOn, isEnabled: isEnabled, size: size, look)
  }

  /// A button with an icon.
  @inlinable
  public mutating func iconButton(
    _ area: Area, _ icon: Icon, _ name: StaticString, value: [UInt8] = [], _ action: Action,
    isOn: Bool = false, isEnabled: Bool = true
  ) {
    var control = ScreenControl(
      role: .button, name: UTF8Text(name).bytes, value: value, area: area, action: action, isOn: isOn,
      hasFocus: isEnabled)
    control.isEnabled = isEnabled
    let mark = add(control)
    list.iconButton(area, icon, mark, isOn: isOn, isEnabled: isEnabled, look)
  }

  /// A bar that is dragged: name, value, a filled part with a line below.
  /// - Parameters:
  ///   - hasText: whether the value's text is on the bar.
  ///   - isStacked: whether it stands below the name.
  @inlinable
  public mutating func bar(
    _ area: Area, _ value: ControlValue, _ ink: Ink, _ action: Action, hasText: Bool = true,
    isStacked: Bool = false
  ) {
    var value = value
    if let heldValue, held == action { value.value = heldValue }
    let mark = add(ScreenControl(.slider, value, area: area, action: action))
    list.bar(
      area, value.name, value: hasText ? value.text : [], part: value.part, isList: value.travel == .list,
      isStacked: isStacked, ink, mark, look)
  }
}

extension DrawList {
  @usableFromInline
  mutating func button(
    _ area: Area, _ name: [UInt8], _ mark: ControlMark, isOn: Bool, isEnabled: Bool, size: Float?,
    _ look: Look
  ) {
    if isOn {
      fill(area, look[.chosen], radius: look.radius)
    } else if mark.isChosen && isEnabled {
      fill(area, look[.pane], radius: look.radius)
    }
    let ink = isOn || (mark.isChosen && isEnabled) ? look[.text] : look[.faint]
    text(name, in: area.inset(4, 0), ink, size: size ?? look.text, isOn ? .semibold : .regular, .middle)
    if mark.isFocused { focusRing(area, look) }
  }

  @usableFromInline
  mutating func iconButton(
    _ area: Area, _ icon: Icon, _ mark: ControlMark, isOn: Bool, isEnabled: Bool, _ look: Look
  ) {
    if isOn || (mark.isChosen && isEnabled) {
      fill(area, look[isOn ? .chosen : .pane], radius: look.radius)
    }
    let ink = !isEnabled ? look[.border] : isOn || mark.isChosen ? look[.text] : look[.faint]
    icon.draw(into: &self, x: area.middleX, y: area.middleY, size: look.text * 1.1, ink)
    if mark.isFocused { focusRing(area, look) }
  }

  @usableFromInline
  mutating func bar(
    _ area: Area, _ name: [UInt8], value: [UInt8], part: Float, isList: Bool, isStacked: Bool, _ ink: Ink,
    _ mark: ControlMark, _ look: Look
  ) {
    append(.clip(area))
    fill(area, look[mark.isChosen ? .chosen : .pane], radius: look.radius)
    let width = area.width * min(max(part, 0), 1)
    if width > 0 {
      // An entry of a list is no amount.
      if !isList {
        fill(
          Area(x: area.x, y: area.y, width: width, height: area.height), look.tint(ink), radius: look.radius)
      }
      fill(Area(x: area.x, y: area.bottom - 3, width: width, height: 3), ink)
    }
    append(.unclip)
    defer { if mark.isFocused { focusRing(area, look) } }
    var inner = area.inset(look.gap + 2, 0)
    if isStacked {
      inner = inner.inset(0, 3)
      text(name, in: inner.cutTop(inner.height / 2), look[.text], size: look.small)
      return text(value, in: inner, look[.text], size: look.small)
    }
    let wanted = TextMetrics.width(name, size: look.text) + TextMetrics.width(value, size: look.text)
    let size = wanted + 12 > inner.width ? look.small : look.text
    // A value is cut only where a name needs its half.
    let most = max(inner.width * 0.5, inner.width - TextMetrics.width(name, size: size) - look.gap)
    let number = inner.cutRight(min(most, TextMetrics.width(value, size: size) + 2))
    text(name, in: inner, look[.text], size: size)
    text(value, in: number, look[.text], size: size, .regular, .right)
  }
}
