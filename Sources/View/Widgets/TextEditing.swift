// A text that is typed, with its caret and what is chosen of it, and the field that shows it. Any thread.
import Paint
import Text

/// A text while it is edited. Offsets are in bytes and lie between letters.
struct TextEditing: Equatable, Sendable {
  private(set) var text: [UInt8]
  /// Where letters come in, and the other end of what is chosen.
  private(set) var caret: Int
  private(set) var anchor: Int

  /// The whole text is chosen, so that the first letter replaces it.
  init(_ text: [UInt8] = []) { (self.text, caret, anchor) = (text, text.count, 0) }

  /// The most bytes of a text.
  static var limit: Int { 4096 }

  var chosen: Range<Int> { min(caret, anchor)..<max(caret, anchor) }

  /// Puts letters in the place of what is chosen; a text of more than `limit` bytes stays as it is.
  mutating func type(_ letters: [UInt8]) {
    let range = chosen
    guard text.count - range.count + letters.count <= Self.limit else { return }
    text.replaceSubrange(range, with: letters)
    place(range.lowerBound + letters.count)
  }

  /// Puts the caret at an offset.
  mutating func place(_ offset: Int, choosing: Bool = false) {
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
  mutating func handle(_ key: ViewEvent.Key, shift: Bool) -> Bool {
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

  /// How far into the text a field begins to show it, so that the caret is seen.
  func firstShown(size: Float, in width: Float) -> Int {
    var first = 0
    while first < caret, TextMetrics.width(Array(text[first..<caret]), size: size) > width - 4 {
      first = neighbour(of: first, 1)
    }
    return first
  }

  /// The offset nearest to a place, in points behind the left end of the field.
  func offset(at x: Float, size: Float, in width: Float) -> Int {
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
  /// A field with the text that is typed: its frame, what is chosen, the caret.
  mutating func textField(_ area: Area, _ name: [UInt8], _ typed: TextEditing, _ action: ControlAction) {
    let mark = add(
      ScreenControl(role: .text, name: name, value: typed.text, area: area, action: action, isOn: true))
    list.fill(area, look[.chosen], radius: look.radius)
    list.frame(area, look[.hand], width: 1.5, radius: look.radius)
    typedText(typed, in: Self.textArea(of: area, look))
    if mark.isFocused { focusRing(area) }
  }

  /// A text that is typed: what is chosen of it, a mark under a letter that is wrong (from 1; 0: none), the
  /// caret.
  mutating func typedText(_ typed: TextEditing, in inner: Area, fault: Int = 0) {
    let first = typed.firstShown(size: look.text, in: inner.width)
    func place(_ offset: Int) -> Float {
      offset <= first
        ? inner.x : inner.x + TextMetrics.width(Array(typed.text[first..<offset]), size: look.text)
    }
    let height = look.text * 1.3
    list.append(.clip(inner))
    if !typed.chosen.isEmpty {
      let (from, to) = (place(typed.chosen.lowerBound), place(typed.chosen.upperBound))
      list.fill(
        Area(x: from, y: inner.middleY - height / 2, width: to - from, height: height), look.tint(look[.hand])
      )
    }
    text(Array(typed.text[first...]), in: inner, look[.text])
    if fault > 0 {
      let at = place(min(typed.text.count, fault - 1))
      list.fill(Area(x: at, y: inner.bottom - 5, width: 8, height: 3), look[.warning])
    }
    list.fill(
      Area(x: place(typed.caret), y: inner.middleY - height / 2, width: 2, height: height), look[.hand])
    list.append(.unclip)
  }

  /// Where the letters of a field stand.
  static func textArea(of area: Area, _ look: Look) -> Area { area.inset(look.gap + 2, 0) }
}
