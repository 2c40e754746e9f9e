// One pass over a screen: its drawing and its controls. Any thread.
import Paint
import Text

/// Where a text stands in its area.
public enum Alignment: Sendable { case left, middle, right }

/// The state of a control: under the pointer or held, and in the keyboard's focus.
public typealias ControlMark = (isChosen: Bool, isFocused: Bool)

/// One drawing of a screen whose controls have actions of one type. Widgets draw into its list and add their
/// controls.
@frozen
public struct ScreenPass<Action: Equatable & Sendable> {
  public var list: DrawList
  public var controls: [ScreenControl<Action>] = []
  public let look: Look
  /// Where a mouse is; nil: nowhere.
  public var hover: (x: Float, y: Float)?
  /// The action under a finger or a pressed button.
  public var held: Action?
  /// The value of a drag that isn't set yet, or nil.
  public var heldValue: Float?
  /// The control that has the keyboard, counted from the first one of the whole picture; nil: none.
  public var focus: Int?
  /// The area of what scrolls on the screen; nil: nothing does.
  public var scrolled: Area?
  /// The number of the picture's controls before these.
  @usableFromInline var before = 0

  @inlinable
  public init(_ look: Look, list: DrawList) { (self.look, self.list) = (look, list) }

  /// Adds a control.
  @inlinable
  public mutating func add(_ control: ScreenControl<Action>) -> ControlMark {
    let isOver = hover.map { control.area.contains($0.x, $0.y) } ?? false
    let isFocused = focus == before + controls.count
    controls.append(control)
    return (isOver || held == control.action, isFocused)
  }

  /// Draws a part of the picture whose controls have actions of another type.
  /// - Parameters:
  ///   - embed: the part's action as one of this pass.
  ///   - extract: the reverse; nil: the action belongs to another part.
  @inlinable
  public mutating func scope<Inner>(
    _ embed: (Inner) -> Action, _ extract: (Action) -> Inner?, _ body: (inout ScreenPass<Inner>) -> Void
  ) {
    var inner = ScreenPass<Inner>(look, list: list)
    list = DrawList()
    (inner.hover, inner.focus, inner.before) = (hover, focus, before + controls.count)
    if let held { inner.held = extract(held) }
    inner.heldValue = heldValue
    body(&inner)
    list = inner.list
    scrolled = inner.scrolled ?? scrolled
    for control in inner.controls { controls.append(control.map(embed)) }
  }

  /// Draws a text in the middle of an area's height, cut if it is too long.
  @inlinable
  public mutating func text(
    _ bytes: [UInt8], in area: Area, _ ink: Ink, size: Float? = nil, _ face: FontFace = .regular,
    _ alignment: Alignment = .left
  ) {
    list.text(bytes, in: area, ink, size: size ?? look.text, face, alignment)
  }

  /// Draws a text that is written in the source.
  @inlinable
  public mutating func text(
    _ text: StaticString, in area: Area, _ ink: Ink, size: Float? = nil, _ face: FontFace = .regular,
    _ alignment: Alignment = .left
  ) {
    list.text(text, in: area, ink, size: size ?? look.text, face, alignment)
  }

  /// Draws lines of small text from the top of a column.
  @inlinable
  public mutating func words(_ text: [UInt8], _ role: Look.Role, in column: inout Area, limit: Int = 3) {
    list.words(text, role, in: &column, limit: limit, look)
  }

  /// Begins to draw what scrolls in an area, and keeps it within its range.
  @inlinable
  public mutating func beginScrolling(_ scroll: inout Float, of content: Float, in area: Area) {
    scroll = min(max(0, scroll), max(0, content - area.height))
    list.append(.clip(area))
    scrolled = area
  }

  /// Ends it, with the bar at the right edge if not all of it is seen.
  @inlinable
  public mutating func endScrolling(_ scroll: Float, of content: Float, in area: Area) {
    list.append(.unclip)
    list.scrollBar(scroll, of: content, in: area, look)
  }

  /// Draws the ring of the keyboard's focus.
  @inlinable
  public mutating func focusRing(_ area: Area) { list.focusRing(area, look) }
}

extension DrawList {
  /// Draws a text in the middle of an area's height, cut if it is too long.
  public mutating func text(
    _ bytes: [UInt8], in area: Area, _ ink: Ink, size: Float, _ face: FontFace = .regular,
    _ alignment: Alignment = .left
  ) {
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
    append(.text(PlacedText(bytes: fitted, x: x, y: y, size: size, face: face, ink: ink)))
  }

  /// Draws a text that is written in the source.
  public mutating func text(
    _ text: StaticString, in area: Area, _ ink: Ink, size: Float, _ face: FontFace = .regular,
    _ alignment: Alignment = .left
  ) {
    self.text(UTF8Text(text).bytes, in: area, ink, size: size, face, alignment)
  }

  /// Draws lines of small text from the top of a column.
  public mutating func words(
    _ text: [UInt8], _ role: Look.Role, in column: inout Area, limit: Int, _ look: Look
  ) {
    for line in TextMetrics.lines(text, size: look.small, in: column.width, limit: limit) {
      self.text(line, in: column.cutTop(look.small * 1.6), look[role], size: look.small)
    }
  }

  /// Draws the bar at the right edge of what scrolls; none if all of it is seen.
  public mutating func scrollBar(_ scroll: Float, of content: Float, in area: Area, _ look: Look) {
    guard content > area.height else { return }
    let size = max(24, area.height * area.height / content)
    let y = area.y + (area.height - size) * scroll / (content - area.height)
    fill(Area(x: area.right - 4, y: y, width: 4, height: size), look[.strong], radius: 2)
  }

  /// Draws the ring of the keyboard's focus.
  public mutating func focusRing(_ area: Area, _ look: Look) {
    frame(area.inset(-2, -2), look[.focus], width: 2, radius: look.radius + 2)
  }
}
