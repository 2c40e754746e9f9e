// One pass over a screen: what is drawn, and the controls that are there. Any thread.
import Controls
import Paint
import Text

/// Where a text stands in its area.
public enum Alignment: Sendable { case left, middle, right }

/// One drawing of a screen. Widgets draw into its list and leave their controls.
struct ScreenPass {
  var list: DrawList
  var controls: [ScreenControl] = []
  let look: Look
  /// Where a mouse is; nil: nowhere.
  var hover: (x: Float, y: Float)?
  /// The action under a finger or a pressed button.
  var held: ControlAction?
  /// The control that has the keyboard; nil: none.
  var focus: Int?

  init(_ look: Look, list: DrawList) { (self.look, self.list) = (look, list) }

  /// Leaves a control.
  /// - Returns: how it is marked: under the pointer or held, and in the keyboard's focus.
  mutating func add(_ control: ScreenControl) -> (isChosen: Bool, isFocused: Bool) {
    let isOver = hover.map { control.area.contains($0.x, $0.y) } ?? false
    let isFocused = focus == controls.count
    controls.append(control)
    return (isOver || held == control.action, isFocused)
  }

  /// A text in the middle of an area's height, cut if it is too long.
  mutating func text(
    _ bytes: [UInt8], in area: Area, _ ink: Ink, size: Float? = nil, _ face: FontFace = .regular,
    _ alignment: Alignment = .left
  ) {
    let size = size ?? look.text
    let fitted = TextMetrics.fitted(bytes, size: size, face, in: area.width)
    if fitted.isEmpty { return }
    let width = TextMetrics.width(fitted, size: size, face)
    let x =
      switch alignment {
      case .left: area.x
      case .middle: area.x + (area.width - width) / 2
      case .right: area.right - width
      }
    let y = area.middleY + TextMetrics.capHeight * size / 2
    list.append(.text(PlacedText(bytes: fitted, x: x, y: y, size: size, face: face, ink: ink)))
  }

  /// A text that is written in the source.
  mutating func text(
    _ text: StaticString, in area: Area, _ ink: Ink, size: Float? = nil, _ face: FontFace = .regular,
    _ alignment: Alignment = .left
  ) {
    self.text(UTF8Text(text).bytes, in: area, ink, size: size, face, alignment)
  }

  /// The bar at the right edge of what scrolls; none if all of it is seen.
  mutating func scrollBar(_ scroll: Float, of content: Float, in area: Area) {
    guard content > area.height else { return }
    let size = max(24, area.height * area.height / content)
    let y = area.y + (area.height - size) * scroll / (content - area.height)
    list.fill(Area(x: area.right - 4, y: y, width: 4, height: size), look[.strong], radius: 2)
  }

  /// The ring of the keyboard's focus.
  mutating func focusRing(_ area: Area) {
    list.frame(area.inset(-2, -2), look[.focus], width: 2, radius: look.radius + 2)
  }
}
