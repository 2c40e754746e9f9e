// A list above a screen: a menu, or values to choose from, with a search if there are many. Any thread.
import Paint
import Text

/// A list of actions beside a point.
@frozen
public struct ListPopup<Action: Equatable & Sendable>: Sendable {
  @frozen
  public struct Item: Sendable {
    public var name: [UInt8]
    public var action: Action
    public var isOn: Bool
    /// The heading above this item and its neighbors with the same one. Empty: none.
    public var heading: [UInt8]
    /// Other lowercase words the search finds it by.
    public var keywords: [UInt8]

    @inlinable
    public init(
      _ name: [UInt8], _ action: Action, isOn: Bool = false, heading: [UInt8] = [], keywords: [UInt8] = []
    ) {
      (self.name, self.action, self.isOn) = (name, action, isOn)
      (self.heading, self.keywords) = (heading, keywords)
    }
  }

  public var title: [UInt8]
  /// In points.
  public var x: Float
  public var y: Float
  public var items: [Item]
  /// The typed words; nil: there are so few items that nothing is searched.
  public var search: TextEditing?
  public var scroll: Float = 0
  /// The item that Return chooses, among those that are found.
  public var chosen: Int
  /// Whether the next drawing scrolls to it.
  public var isSought = true

  @inlinable
  public init(title: [UInt8], x: Float, y: Float, items: [Item]) {
    (self.title, self.x, self.y, self.items) = (title, x, y, items)
    search = items.count > 12 ? TextEditing() : nil
    chosen = items.firstIndex { $0.isOn } ?? 0
  }

  /// The same list with actions of another type.
  @inlinable
  public func map<Other>(_ transform: (Action) -> Other) -> ListPopup<Other> {
    var list = ListPopup<Other>(
      title: title, x: x, y: y,
      items: items.map {
        .init($0.name, transform($0.action), isOn: $0.isOn, heading: $0.heading, keywords: $0.keywords)
      })
    (list.search, list.scroll, list.chosen, list.isSought) = (search, scroll, chosen, isSought)
    return list
  }

  /// The items that match the search: matching names first, then matching synonyms.
  @inlinable
  public var found: [Item] {
    let search = TextSearch(search?.text ?? [])
    if search.isEmpty { return items }
    let named = items.filter { search.finds($0.name) }
    return named + items.filter { !search.finds($0.name) && search.finds($0.name, $0.heading, $0.keywords) }
  }

  /// Whether headings are shown. A search hides them, because it mixes the groups.
  @inlinable
  public var hasHeadings: Bool { search?.text.isEmpty ?? true && items.contains { !$0.heading.isEmpty } }

  /// Changes the search.
  @inlinable
  public mutating func type(_ letters: [UInt8]) {
    search?.type(letters)
    begin()
  }

  /// Handles a key; Return and Escape belong to the caller.
  /// - Returns: whether the key means the list.
  @inlinable
  public mutating func handle(_ key: ViewEvent.Key, shift: Bool) -> Bool {
    let last = max(0, found.count - 1)
    switch key {
    case .down, .tab: chosen = min(chosen + 1, last)
    case .up: chosen = max(chosen - 1, 0)
    case .pageDown: chosen = min(chosen + 8, last)
    case .pageUp: chosen = max(chosen - 8, 0)
    case .home: chosen = 0
    case .end: chosen = last
    default:
      guard search?.handle(key, shift: shift) ?? false else { return false }
      begin()
    }
    isSought = true
    return true
  }

  @inlinable mutating func begin() { (chosen, scroll, isSought) = (0, 0, true) }
}

extension ScreenPass {
  @inlinable
  mutating func draw(_ menu: inout ListPopup<Action>, in area: Area, _ embed: (PopupAction) -> Action) {
    let found = menu.found
    let row = max(24, look.target)
    let margin = look.gap
    let widest = menu.items.reduce(TextMetrics.width(menu.title, size: look.small)) {
      max($0, TextMetrics.width($1.name, size: look.text, .semibold))
    }
    let width = min(max(widest + 4 * look.gap + 8, 180), area.width - 2 * margin)
    let head = look.small * 2 + (menu.search == nil ? 0 : row)
    // A heading is a row without an item.
    let headings = menu.items.indices.reduce(0) { $0 + (isHeaded(menu.items, $1) ? 1 : 0) }
    let hasHeadings = menu.hasHeadings
    let height = min(
      head + Float(menu.items.count + headings) * row + 2 * margin, area.height - 2 * margin)
    let box = Area(
      x: min(max(menu.x, area.x + margin), area.right - margin - width),
      y: min(max(menu.y, area.y + margin), area.bottom - margin - height), width: width, height: height)
    list.fill(box, look[.pane], radius: look.radius)
    list.frame(box, look[.strong], radius: look.radius)
    // A press on the frame does not close it.
    _ = add(ScreenControl(role: .item, name: menu.title, area: box, action: embed(.slide), hasFocus: false))
    var rest = box.inset(margin, margin)
    text(menu.title, in: rest.cutTop(look.small * 2), look[.faint], size: look.small)
    if let search = menu.search {
      let line = rest.cutTop(row)
      textField(line, UTF8Text("Search").bytes, search, embed(.text))
      if search.text.isEmpty {
        text("Type to search", in: TextEditing.textArea(of: line, look).inset(8, 0), look[.faint])
      }
    }
    var places: [Float] = []
    var content: Float = 0
    for index in found.indices {
      if hasHeadings, isHeaded(found, index) { content += row }
      places.append(content)
      content += row
    }
    if menu.isSought, places.indices.contains(menu.chosen) {
      let top = places[menu.chosen]
      menu.scroll = min(max(menu.scroll, top + row - rest.height), menu.chosen == 0 ? 0 : top)
      menu.isSought = false
    }
    beginScrolling(&menu.scroll, of: content, in: rest)
    for (index, item) in found.enumerated() {
      let place = Area(
        x: rest.x, y: rest.y + places[index] - menu.scroll, width: rest.width - 6, height: row)
      guard place.bottom > rest.y + 1, place.y - row < rest.bottom - 1 else { continue }
      if hasHeadings, isHeaded(found, index) {
        let line = Area(x: place.x, y: place.y - row, width: place.width, height: row)
        text(item.heading, in: line.inset(look.gap, 0), look[.faint], size: look.small, .semibold)
      }
      guard place.y < rest.bottom - 1 else { continue }
      var control = ScreenControl(
        role: .item, name: item.name, area: place, action: item.action, isOn: item.isOn, hasFocus: false)
      _ = control.cut(to: rest)
      let mark = add(control)
      if mark.isChosen || index == menu.chosen { list.fill(place, look[.chosen], radius: look.radius) }
      var line = place.inset(look.gap, 0)
      // Search results show their heading, if there is room.
      if !hasHeadings, !item.heading.isEmpty {
        let width = TextMetrics.width(item.heading, size: look.small)
        if width + TextMetrics.width(item.name, size: look.text) + look.gap < line.width {
          text(item.heading, in: line.cutRight(width), look[.faint], size: look.small)
        }
      }
      text(item.name, in: line, look[.text], size: nil, item.isOn ? .semibold : .regular)
    }
    if found.isEmpty { text("No matches", in: rest.inset(look.gap, 0), look[.faint]) }
    endScrolling(menu.scroll, of: content, in: rest)
  }

  /// Whether a heading is above an item.
  @inlinable
  func isHeaded(_ items: [ListPopup<Action>.Item], _ index: Int) -> Bool {
    !items[index].heading.isEmpty && (index == 0 || items[index - 1].heading != items[index].heading)
  }
}
