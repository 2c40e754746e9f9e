// The shelf of sources beside the parameters. Dragging one onto a parameter connects them. Any thread.
import Controls
import Matrix
import Paint
import PanelModel
import Patches
import Text
import Toolkit

struct ShelfState: Sendable {
  /// Whether a narrow screen shows it in the place of the objects.
  var isShown = false
  var search = TextEditing()
  var isTyping = false
  var scroll: Float = 0
  /// Where it was drawn last.
  var area = Area(x: 0, y: 0, width: 0, height: 0)
  /// The sources the search found, or nil after it has changed.
  var found: [RegistryEntry<Controller>]?
}

extension SoundScreens {
  /// The width of a shelf beside the parameters; 0: the screen is too narrow.
  func shelfWidth(in area: Area) -> Float { area.width >= 1000 ? 190 : 0 }

  /// Draws the search, and below it the sources with their present values.
  /// - Parameter hint: the text in the empty search field.
  mutating func drawShelf(
    _ pass: inout ScreenPass, in area: Area, hint: StaticString = "Search, drag to a bar"
  ) {
    var rest = area
    drawSearch(&pass, in: rest.cutTop(max(26, look.target)), hint)
    _ = rest.cutTop(look.gap)
    shelf.area = rest
    let found = shelf.found ?? findSources()
    let row = max(26, look.target)
    let hasHeadings = shelf.search.text.isEmpty
    var places: [(y: Float, isHeaded: Bool)] = []
    var content: Float = 0
    for index in found.indices {
      let isHeaded = hasHeadings && (index == 0 || found[index - 1].heading != found[index].heading)
      if isHeaded { content += row }
      places.append((content, isHeaded))
      content += row
    }
    let scrolled = pass.scrolled
    pass.beginScrolling(&shelf.scroll, of: content, in: rest)
    for (index, entry) in found.enumerated() {
      let y = rest.y + places[index].y - shelf.scroll
      guard y + row > rest.y, y - row < rest.bottom else { continue }
      let place = Area(x: rest.x, y: y, width: rest.width - 8, height: row)
      if places[index].isHeaded {
        let line = Area(x: place.x, y: y - row, width: place.width, height: row)
        pass.text(entry.heading, in: line.inset(2, 0), look[.faint], size: look.small)
      }
      if y < rest.bottom { drawSource(entry.item, in: place.inset(0, 1), visible: rest, &pass) }
    }
    if found.isEmpty { pass.text("No matches", in: rest.inset(4, 0), look[.faint], size: look.small) }
    pass.endScrolling(shelf.scroll, of: content, in: rest)
    // A finger scrolls what it began on.
    if let scrolled {
      let (x, y) = (min(scrolled.x, rest.x), min(scrolled.y, rest.y))
      pass.scrolled = Area(
        x: x, y: y, width: max(scrolled.right, rest.right) - x, height: max(scrolled.bottom, rest.bottom) - y)
    }
  }

  private func drawSearch(_ pass: inout ScreenPass, in line: Area, _ hint: StaticString) {
    let name = UTF8Text("Search sources").bytes
    if shelf.isTyping { return pass.textField(line, name, shelf.search, .shelfSearch) }
    let mark = pass.add(
      ScreenControl(
        role: .text, name: name, value: shelf.search.text, area: line, action: .shelfSearch))
    pass.list.fill(line, look[mark.isChosen ? .chosen : .pane], radius: look.radius)
    pass.list.frame(line, look[.border], radius: look.radius)
    var inner = line.inset(look.gap, 0)
    let glass = inner.cutLeft(look.small + 4)
    Icon.search.draw(
      into: &pass.list, x: glass.x + look.small / 2, y: line.middleY, size: look.small, look[.faint])
    if shelf.search.text.isEmpty {
      pass.text(UTF8Text(hint).bytes, in: inner, look[.faint], size: look.small)
    } else {
      pass.text(shelf.search.text, in: inner, look[.text])
    }
    if mark.isFocused { pass.focusRing(line) }
  }

  private func drawSource(_ source: Controller, in place: Area, visible: Area, _ pass: inout ScreenPass) {
    let name = model.name(of: source)
    var control = ScreenControl(role: .item, name: name, area: place, action: SoundAction.source(source))
    control.source = source
    guard control.cut(to: visible) else { return }
    let mark = pass.add(control)
    pass.list.fill(place, look[mark.isChosen ? .chosen : .pane], radius: look.radius)
    var line = place.inset(look.gap, 0)
    if let beats = Self.beats(of: source) { drawBeats(beats, in: &line, visible: visible, &pass) }
    pass.text(name, in: line, look[.hand], size: look.small)
    let part = source.part(of: liveValue(source))
    pass.list.fill(
      Area(x: place.x, y: place.bottom - 2, width: place.width * part, height: 2), look[.hand].faded(0.6))
    if mark.isFocused { pass.focusRing(place) }
  }

  /// The parameter that locks a module to the host's beats, or nil if the source has none.
  private static func beats(of source: Controller) -> Parameter? {
    SoundObject.allCases.first { $0.controller == source }.flatMap { parameter($0, "beats") }
  }

  /// The beats of a source at the right of its line: the wheel steps them, a press lists them.
  private func drawBeats(_ beats: Parameter, in line: inout Area, visible: Area, _ pass: inout ScreenPass) {
    let value = panel.value(of: beats, .base)
    let place = line.cutRight(max(look.target, TextMetrics.width(value.text, size: look.small) + 4))
    let control = ScreenControl(.slider, value, area: place, action: SoundAction.sourceBeats(beats))
    guard control.area.y >= visible.y, control.area.bottom <= visible.bottom else { return }
    let mark = pass.add(control)
    if mark.isChosen { pass.list.fill(place, look[.border], radius: look.radius) }
    pass.text(
      value.text, in: place, look[mark.isChosen ? .text : .faint], size: look.small, .regular, .right)
    if mark.isFocused { pass.focusRing(place) }
  }

  private mutating func findSources() -> [RegistryEntry<Controller>] {
    let search = TextSearch(shelf.search.text)
    let all = RegistryList.controllers
    let named = all.filter { search.finds(model.name(of: $0.item), $0.name) }
    let found =
      search.isEmpty
      ? all
      : named
        + all.filter { entry in
          search.finds(entry.name, entry.heading, entry.keywords)
            && !named.contains { $0.item == entry.item }
        }
    shelf.found = found
    return found
  }

  // Typing.

  mutating func search(_ letters: [UInt8]) {
    shelf.search.type(letters)
    (shelf.scroll, shelf.found) = (0, nil)
  }

  mutating func handleInSearch(_ key: ViewEvent.Key, shift: Bool, _ requests: inout [PanelRequest]) -> Bool {
    switch key {
    case .escape:
      shelf.search = TextEditing()
      endSearch(&requests)
    case .enter: endSearch(&requests)
    default: guard shelf.search.handle(key, shift: shift) else { return false }
    }
    (shelf.scroll, shelf.found) = (0, nil)
    return true
  }

  mutating func endSearch(_ requests: inout [PanelRequest]) {
    shelf.isTyping = false
    requests.append(.keyboard(false))
  }

  // The connections of a parameter.

  /// The places of the connections that move a parameter.
  func movers(of parameter: Parameter) -> [Int] {
    model.patch.connections.indices.filter { model.patch.connections[$0].connection.destination == parameter }
  }

  mutating func listMovers(of parameter: Parameter, at place: Area) {
    open(
      .list(
        ListPopup(
          title: ("Moves \(parameter.title)" as UTF8Text).bytes, x: place.x, y: place.bottom,
          items: movers(of: parameter).map { place in
            .init(name(of: connection(place)).bytes, .mover(place))
          })))
  }

  /// Draws each connection of a parameter as a ring with the name of its source: a drag sets the amount, a click
  /// opens it. Where there is no room for all, the newest are shown and a button lists all of them.
  /// - Returns: the connection under the pointer.
  func drawMovers(_ places: [Int], of parameter: Parameter, in line: Area, _ pass: inout ScreenPass) -> Int? {
    var rest = line
    var chosen: Int?
    let shown = fittingMovers(places, width: line.width)
    for place in shown {
      let one = connection(place)
      let chip = rest.cutLeft(chipWidth(one)).inset(2, 0)
      // A full ring is the greatest amount.
      var control = ScreenControl(
        .slider, amount(of: one), area: chip, action: SoundAction.mover(place),
        track: Area(x: chip.x, y: chip.y, width: 400, height: chip.height))
      control.isRing = true
      let mark = pass.add(control)
      if mark.isChosen { chosen = place }
      pass.list.fill(chip, look[mark.isChosen ? .chosen : .pane], radius: look.radius)
      let x = chip.x + 12
      pass.list.ring(x, chip.middleY, radius: 6, look[.border], width: 3)
      pass.list.dial(
        x, chip.middleY, radius: 6, part: min(1, one.amount.magnitude / 2),
        look[one.amount < 0 ? .warning : .hand], width: 3)
      pass.text(
        model.name(of: one.source),
        in: Area(x: chip.x + 22, y: chip.y, width: chip.width - 22, height: chip.height), look[.hand],
        size: look.small)
      if mark.isFocused { pass.focusRing(chip) }
    }
    if shown.count < places.count, rest.width >= moreWidth {
      let words: UTF8Text = "+\(places.count - shown.count)"
      pass.button(rest.cutLeft(moreWidth), words.bytes, .movers(parameter), size: look.small)
    }
    return chosen
  }

  private func chipWidth(_ one: Connection) -> Float {
    TextMetrics.width(model.name(of: one.source), size: look.small) + 32
  }

  /// The width of the button that lists all connections.
  private var moreWidth: Float { max(34, look.target) }

  /// The connections that have room in a line: all, or the newest beside the button that lists all.
  private func fittingMovers(_ places: [Int], width: Float) -> ArraySlice<Int> {
    let widths = places.map { chipWidth(connection($0)) }
    if widths.reduce(0, +) <= width { return places[...] }
    var (count, used) = (0, moreWidth)
    for own in widths.reversed() {
      if used + own > width { break }
      (count, used) = (count + 1, used + own)
    }
    return places.suffix(count)
  }
}
