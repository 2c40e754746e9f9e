// A search above a list within a form. Any thread.
import Paint
import PanelModel
import Text
import Toolkit

/// A list with a search: what is typed, and how far the list is scrolled.
public struct FormSearch: Sendable {
  public internal(set) var text = TextEditing()
  public internal(set) var isTyping = false
  public internal(set) var scroll: Float = 0
  /// Where the list was drawn last.
  var area = Area(x: 0, y: 0, width: 0, height: 0)

  public init() {}

  /// Changes the search; the list begins anew.
  mutating func type(_ letters: [UInt8]) {
    text.type(letters)
    scroll = 0
  }

  /// Handles a key while the search is typed. Return and Escape end it; Escape empties it as well.
  /// - Returns: whether the key means the search.
  mutating func handle(_ key: ViewEvent.Key, shift: Bool, _ requests: inout [PanelRequest]) -> Bool {
    switch key {
    case .escape, .enter:
      if key == .escape { text = TextEditing() }
      end(&requests)
    default: guard text.handle(key, shift: shift) else { return false }
    }
    scroll = 0
    return true
  }

  mutating func begin(_ requests: inout [PanelRequest]) {
    isTyping = true
    _ = text.handle(.all, shift: false)
    requests.append(.keyboard(true))
  }

  mutating func end(_ requests: inout [PanelRequest]) {
    guard isTyping else { return }
    isTyping = false
    requests.append(.keyboard(false))
  }
}

extension FormEditor {
  /// Draws the field of a search.
  func drawSearch(
    _ search: FormSearch, _ name: StaticString, _ action: FormAction, _ pass: inout ScreenPass, in line: Area
  ) {
    let name = UTF8Text(name).bytes
    if search.isTyping { return pass.textField(line, name, search.text, action) }
    let mark = pass.add(
      ScreenControl(role: .text, name: name, value: search.text.text, area: line, action: action))
    pass.list.fill(line, look[mark.isChosen ? .chosen : .pane], radius: look.radius)
    pass.list.frame(line, look[.border], radius: look.radius)
    Icon.search.draw(into: &pass.list, x: line.x + 16, y: line.middleY, size: look.text * 0.8, look[.faint])
    let inner = Area(x: line.x + 30, y: line.y, width: max(0, line.width - 34), height: line.height)
    if search.text.text.isEmpty {
      pass.text(name, in: inner, look[.faint], size: look.small)
    } else {
      pass.text(search.text.text, in: inner, look[.text])
    }
    if mark.isFocused { pass.focusRing(line) }
  }

  /// Draws a row of a list that can be pressed, and returns the room for its name.
  func drawListRow(
    _ name: [UInt8], value: [UInt8], _ action: FormAction, isOn: Bool, _ pass: inout ScreenPass,
    at place: Area,
    visible: Area
  ) -> Area? {
    var control = ScreenControl(
      role: .item, name: name, value: value, area: place, action: action, isOn: isOn)
    guard control.cut(to: visible) else { return nil }
    let mark = pass.add(control)
    if isOn || mark.isChosen {
      pass.list.fill(place, look[isOn ? .chosen : .pane], radius: look.radius)
    }
    if mark.isFocused { pass.focusRing(place) }
    return place.inset(look.gap, 0)
  }
}
