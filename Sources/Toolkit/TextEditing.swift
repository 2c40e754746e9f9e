// A text while it is typed, with its caret and its selection, and the field that shows it. Any thread.
import Paint
import Text

/// A text while it is edited. Offsets are in bytes and lie between letters.
public struct TextEditing: Equatable, Sendable {
  public private(set) var text: [UInt8]
  /// Where letters come in, and the other end of what is chosen.
  public private(set) var caret: Int
  public private(set) var anchor: Int

  /// The whole text is chosen, so that the first letter replaces it.
  public init(_ text: [UInt8] = []) { (self.text, caret, anchor) = (text, text.count, 0) }

  /// The most bytes of a text.
  public static var limit: Int { 4096 }

  public var chosen: Range<Int> { min(caret, anchor)..<max(caret, anchor) }

  /// Puts letters in the place of what is chosen; a text of more than `limit` bytes stays as it is.
  public mutating func type(_ letters: [UInt8]) {
    let range = chosen
    guard text.count - range.count + letters.count <= Self.limit else { return }
    text.replaceSubrange(range, with: letters)
    place(range.lowerBound + letters.count)
  }

  /// Puts the caret at an offset.
  public mutating func place(_ offset: Int, choosing: Bool = false) {
    caret = min(max(offset, 0), text.count)
    while caret < text.count, text[caret] & 0xC0 == 0x80 { caret += 1 }
    if !choosing { anchor = caret }
  }

  /// The offset one letter before or behind another one.
  private func neighbour(of offset: Int, _ step: Int) -> Int {
    var offset = min(max(offset + step, 0), text.count)
    while offset > 0, offset < text.count, text[offset] & 0xC0 == 0x80 { offset += step }
    return offset
  }

  /// - Returns: whether the key meant the text.
  public mutating func handle(_ key: ViewEvent.Key, shift: Bool) -> Bool {
    switch key {
    case .left, .right:
      let step = key == .left ? -1 : 1
      if !shift && !chosen.isEmpty {
        place(step < 0 ? chosen.lowerBound : chosen.upperBound)
      } else {
        place(neighbour(of: caret, step), choosing: shift)
      }
    case .home: place(0, choosing: shift)
    case .end: place(text.count, choosing: shift)
    case .all: self = TextEditing(text)
    case .backspace, .delete:
      if chosen.isEmpty { anchor = neighbour(of: caret, key == .delete ? 1 : -1) }
      type([])
    case .space: type([32])
    default: return false
    }
    return true
  }

  /// The first letter that a field shows, so that the caret is visible.
  public func firstShown(size: Float, in width: Float) -> Int {
    var first = 0
    while first < caret, TextMetrics.width(Array(text[first..<caret]), size: size) > width - 4 {
      first = neighbour(of: first, 1)
    }
    return first
  }

  /// The offset nearest to a place, in points behind the left end of the field.
  public func offset(at x: Float, size: Float, in width: Float) -> Int {
    let first = firstShown(size: size, in: width)
    var (best, distance, offset) = (first, x.magnitude, first)
    while offset < text.count {
      offset = neighbour(of: offset, 1)
      let away = (TextMetrics.width(Array(text[first..<offset]), size: size) - x).magnitude
      if away < distance { (best, distance) = (offset, away) }
    }
    return best
  }
}

extension ScreenPass {
  /// A field with the text that is typed: its frame, the selection, the caret.
  @inlinable
  public mutating func textField(_ area: Area, _ name: [UInt8], _ typed: TextEditing, _ action: Action) {
    let mark = add(
      ScreenControl(role: .text, name: name, value: typed.text, area: area, action: action, isOn: true))
    list.fill(area, look[.chosen], radius: look.radius)
    list.frame(area, look[.hand], width: 1.5, radius: look.radius)
    list.typedText(typed, in: TextEditing.textArea(of: area, look), look)
    if mark.isFocused { focusRing(area) }
  }

  /// A text that is typed: the selection, a mark under a letter that is wrong (from 1; 0: none), the caret.
  @inlinable
  public mutating func typedText(_ typed: TextEditing, in inner: Area, fault: Int = 0) {
    list.typedText(typed, in: inner, fault: fault, look)
  }
}

extension TextEditing {
  /// Where the letters of a field stand.
  public static func textArea(of area: Area, _ look: Look) -> Area { area.inset(look.gap + 2, 0) }
}

extension DrawList {
  /// A text that is typed: the selection, a mark under a letter that is wrong (from 1; 0: none), the caret.
  public mutating func typedText(_ typed: TextEditing, in inner: Area, fault: Int = 0, _ look: Look) {
    let first = typed.firstShown(size: look.text, in: inner.width)
    func place(_ offset: Int) -> Float {
      offset <= first
        ? inner.x : inner.x + TextMetrics.width(Array(typed.text[first..<offset]), size: look.text)
    }
    let height = look.text * 1.3
    append(.clip(inner))
    if !typed.chosen.isEmpty {
      let (from, to) = (place(typed.chosen.lowerBound), place(typed.chosen.upperBound))
      fill(
        Area(x: from, y: inner.middleY - height / 2, width: to - from, height: height), look.tint(look[.hand])
      )
    }
    text(Array(typed.text[first...]), in: inner, look[.text], size: look.text)
    if fault > 0 {
      let at = place(min(typed.text.count, fault - 1))
      fill(Area(x: at, y: inner.bottom - 5, width: 8, height: 3), look[.warning])
    }
    fill(
      Area(x: place(typed.caret), y: inner.middleY - height / 2, width: 2, height: height), look[.hand])
    append(.unclip)
  }
}
