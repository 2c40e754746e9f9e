// *Library*: patches or grids by category, search and text. Typing letters searches, Return loads. Any
// thread.
import Paint
import PanelModel
import Text
import Toolkit

/// A part of the library by the user's marks, or what others have published.
public enum LibraryShelf: CaseIterable, Sendable {
  case favorites, recent, rated, commons

  var title: StaticString {
    switch self {
    case .favorites: "Favorites"
    case .recent: "Recent"
    case .rated: "Rated"
    case .commons: "Commons"
    }
  }

  var icon: Icon {
    switch self {
    case .favorites: .heart
    case .recent: .clock
    case .rated: .star
    case .commons: .globe
    }
  }
}

/// A document to begin with.
public enum LibraryTemplate: CaseIterable, Sendable {
  case empty, bass, pad, drums, mpe, controller, channels, controlOutputs

  var title: StaticString {
    switch self {
    case .empty: "Empty"
    case .bass: "Bass"
    case .pad: "Pad"
    case .drums: "Drums"
    case .mpe: "MPE"
    case .controller: "Controller of another synth"
    case .channels: "Controller, a channel each"
    case .controlOutputs: "Control outputs"
    }
  }

  /// Its name in requests and the name of its file.
  var symbol: StaticString {
    switch self {
    case .empty: "empty"
    case .bass: "bass"
    case .pad: "pad"
    case .drums: "drums"
    case .mpe: "mpe"
    case .controller: "controller"
    case .channels: "channels"
    case .controlOutputs: "control_outputs"
    }
  }
}

struct LibraryState: Sendable {
  /// The search text. A change scrolls to the top.
  var search = TextEditing() {
    didSet { if search.text != oldValue.text { (chosen, scroll) = ([], 0) } }
  }
  /// Empty: all.
  var category: [UInt8] = []
  /// The part that is shown; nil: all.
  var shelf: LibraryShelf?
  /// The file of the chosen entry; empty: the first that is found.
  var chosen: [UInt8] = []
  /// The scroll offset of the list, in points.
  var scroll: Float = 0
  /// Whether set lists are seen instead of documents.
  var showsSets = false
  /// The time, and that of the last press of an entry, in seconds.
  var now: Double = 0
  var pressed = -Double.infinity
  /// The author who was typed last.
  var author: [UInt8] = []
  /// The entry that is previewed, and since when.
  var previewed: (file: [UInt8], since: Double) = ([], 0)
}

extension LibraryScreens {
  /// The entries of the category that have all words of the search in name, category, tags or file. Names
  /// that begin with the first word come first. A commons has been searched by its index.
  var foundEntries: [ViewModel.Entry] {
    if isCommons { return model.commons.found }
    let words = library.search.text.split(separator: 32).map { TextSearch.folded(Array($0)) }
    let found = shelved.filter { entry in
      if !library.category.isEmpty && entry.category != library.category { return false }
      let texts = ([entry.name, entry.category, entry.file] + entry.tags).map { TextSearch.folded($0) }
      return words.allSatisfy { word in texts.contains { TextSearch.contains($0, word) } }
    }
    guard let first = words.first else { return found }
    let begins = { (entry: ViewModel.Entry) in TextSearch.folded(entry.name).starts(with: first) }
    return found.filter(begins) + found.filter { !begins($0) }
  }

  /// The entries of the part that is shown: those that were used last first, those with most stars first.
  private var shelved: [ViewModel.Entry] {
    switch library.shelf {
    case nil: model.library
    case .favorites: model.library.filter { $0.isFavorite }
    case .recent: model.library.filter { $0.recent > 0 }.sorted { $0.recent < $1.recent }
    case .rated: (1...5).reversed().flatMap { stars in model.library.filter { $0.rating == stars } }
    case .commons: model.commons.found
    }
  }

  /// Whether a commons is shown instead of the user's library.
  var isCommons: Bool { library.shelf == .commons }

  /// The entry that Return loads.
  var chosenEntry: ViewModel.Entry? {
    let found = foundEntries
    return found.first { $0.file == library.chosen } ?? found.first
  }

  /// All categories, in the order of the library.
  var categories: [[UInt8]] {
    var found: [[UInt8]] = []
    for entry in model.library where !entry.category.isEmpty && !found.contains(entry.category) {
      found.append(entry.category)
    }
    return found
  }

  private var rowHeight: Float { max(look.target, look.text + look.small + 22) }

  mutating func drawLibrary(_ pass: inout ScreenPass, in area: Area, _ surface: SurfaceDrawing) {
    var rest = area.inset(look.gap * 2, look.gap * 1.5)
    var top = rest.cutTop(look.target + 4)
    if hasDetails { drawExchange(&pass, &top) }
    drawShelves(&pass, &top)
    drawSearch(&pass, top)
    _ = rest.cutTop(look.gap)
    if hasDetails {
      let details = rest.cutRight(rest.width * 0.38)
      _ = rest.cutRight(look.gap * 2)
      drawDetails(&pass, details, surface)
    } else {
      drawActions(&pass, &rest)
    }
    if area.width > 480 && !(categories.isEmpty && model.sets.isEmpty) {
      // A phone on its side has no room for all categories below each other.
      let columns = 24 * Float(categoryCount) > rest.height ? 2 : 1
      let width = columns == 2 ? min(rest.width * 0.5, 232) : min(170, max(104, rest.width * 0.28))
      let place = rest.cutLeft(width)
      _ = rest.cutLeft(look.gap * 2)
      drawCategories(&pass, in: place, columns: columns)
    }
    if library.showsSets { drawSets(&pass, in: rest) } else { drawEntries(&pass, in: rest) }
  }

  /// Whether the chosen entry is described beside the list, and there is room for buttons beside the search.
  var hasDetails: Bool { width - 4 * look.gap > 640 }

  /// Draws the copy and paste buttons at the right of the search.
  private func drawExchange(_ pass: inout ScreenPass, _ area: inout Area) {
    for button in Self.exchange.reversed() {
      let name = UTF8Text(button.name).bytes
      let place = area.cutRight(TextMetrics.width(name, size: look.small, .semibold) + 20)
      _ = area.cutRight(look.gap)
      pass.list.frame(place, look[.border], radius: look.radius)
      pass.button(place, name, button.action, size: look.small)
    }
  }

  /// Draws the buttons of favorites and the like at the right of the search.
  private func drawShelves(_ pass: inout ScreenPass, _ area: inout Area) {
    for shelf in LibraryShelf.allCases.reversed()
    where shelf != .commons || !model.commons.address.isEmpty {
      pass.iconButton(
        area.cutRight(look.target), shelf.icon, shelf.title, .shelf(shelf), isOn: library.shelf == shelf)
    }
    _ = area.cutRight(look.gap)
  }

  private func drawSearch(_ pass: inout ScreenPass, _ area: Area) {
    let mark = pass.add(
      ScreenControl(
        role: .text, name: UTF8Text("Search").bytes, value: library.search.text, area: area, action: .search))
    pass.list.fill(area, look[.pane], radius: look.radius)
    pass.list.frame(area, look[library.search.text.isEmpty ? .border : .strong], radius: look.radius)
    Icon.search.draw(into: &pass.list, x: area.x + 20, y: area.middleY, size: look.text, look[.faint])
    let inner = Area(x: area.x + 40, y: area.y, width: area.width - 50, height: area.height)
    if library.search.text.isEmpty {
      let hint: StaticString =
        inner.width <= 14 * look.text
        ? "Search" : isCommons ? "Type words, Return searches" : "Type to search, Return loads"
      pass.text(UTF8Text(hint).bytes, in: inner, look[.faint])
    } else {
      pass.typedText(library.search, in: inner)
    }
    if mark.isFocused { pass.focusRing(area) }
  }

  /// The number of categories, with all of them and the set lists.
  private var categoryCount: Int { 1 + categories.count + (model.sets.isEmpty ? 0 : 1) }

  private func drawCategories(_ pass: inout ScreenPass, in area: Area, columns: Int) {
    let categories = [[]] + categories
    // All of them, lower where there is little room; those that are lower than a target may be are left out.
    let rows = (categoryCount + columns - 1) / columns
    let height = max(24, min(look.target, area.height / Float(rows)))
    let width = area.width / Float(columns)
    func place(_ index: Int) -> Area? {
      let place = Area(
        x: area.x + Float(index / rows) * width, y: area.y + Float(index % rows) * height, width: width,
        height: height)
      return place.bottom <= area.bottom + 0.5 ? place : nil
    }
    for (index, category) in categories.enumerated() {
      guard let place = place(index) else { continue }
      let isOn = category == library.category && !library.showsSets
      let name = category.isEmpty ? UTF8Text("All").bytes : category
      let mark = pass.add(
        ScreenControl(role: .tab, name: name, area: place, action: .category(index), isOn: isOn))
      if isOn || mark.isChosen { pass.list.fill(place, look[isOn ? .chosen : .pane], radius: look.radius) }
      pass.text(
        name, in: place.inset(10, 0), look[isOn ? .text : .faint], size: nil, isOn ? .semibold : .regular)
      if mark.isFocused { pass.focusRing(place) }
    }
    guard !model.sets.isEmpty, let place = place(categories.count) else { return }
    pass.button(place, UTF8Text("Set lists").bytes, .sets, role: .tab, isOn: library.showsSets)
  }

  private mutating func drawEntries(_ pass: inout ScreenPass, in area: Area) {
    let found = foundEntries
    let chosen = chosenEntry?.file
    let content = Float(found.count) * rowHeight
    if found.isEmpty {
      let hint: StaticString =
        switch library.shelf {
        case .favorites? where library.search.text.isEmpty: "No favorites yet: press the heart of a patch"
        case .recent? where library.search.text.isEmpty: "Nothing was loaded here yet"
        case .rated? where library.search.text.isEmpty: "No stars yet"
        case .commons? where model.commons.searched.isEmpty:
          "Type words and press Return to search the commons"
        default: "No matches"
        }
      pass.text(UTF8Text(hint).bytes, in: area.inset(12, 0), look[.faint])
      return
    }
    pass.beginScrolling(&library.scroll, of: content, in: area)
    for (index, entry) in found.enumerated() {
      let row = Area(
        x: area.x, y: area.y + Float(index) * rowHeight - library.scroll, width: area.width - 10,
        height: rowHeight)
      guard row.bottom > area.y + 1, row.y < area.bottom - 1 else { continue }
      drawEntry(entry, in: row, isChosen: entry.file == chosen, visible: area, &pass)
    }
    pass.endScrolling(library.scroll, of: content, in: area)
  }

  private func drawEntry(
    _ entry: ViewModel.Entry, in row: Area, isChosen: Bool, visible: Area, _ pass: inout ScreenPass
  ) {
    let isLoaded = entry.file == model.loaded
    // Only what is seen can be pressed.
    let top = max(row.y, visible.y)
    let seen = Area(x: row.x, y: top, width: row.width, height: min(row.bottom, visible.bottom) - top)
    let mark = pass.add(
      ScreenControl(
        role: .item, name: entry.name, value: entry.category, area: seen, action: .entry(entry.file),
        isOn: isChosen))
    let box = row.inset(0, 2)
    if isChosen || mark.isChosen {
      pass.list.fill(box, look[isChosen ? .chosen : .pane], radius: look.radius)
    }
    if isLoaded {
      pass.list.fill(Area(x: box.x, y: box.y + 8, width: 3, height: box.height - 16), look[.hand])
    }
    var inner = box.inset(14, 6)
    if model.plugin == .touch, isChosen || mark.isChosen {
      let place = inner.cutRight(look.text + 8)
      let icon: Icon = isPreviewed(entry) ? .stop : .play
      icon.draw(into: &pass.list, x: place.middleX, y: place.middleY, size: look.text, look[.hand])
    }
    drawMarks(of: entry, &inner, &pass)
    if !entry.picture.isEmpty {
      // Few patches have one, so names begin at the same place.
      let isAtRight = model.plugin == .touch
      let place = isAtRight ? inner.cutRight(inner.height) : inner.cutLeft(inner.height)
      drawThumbnail(entry.picture, place, &pass)
      if !isAtRight { _ = inner.cutLeft(look.gap) }
    }
    pass.text(
      entry.name, in: inner.cutTop(inner.height * 0.54), look[.text], size: nil,
      isLoaded ? .semibold : .regular)
    var tags: UTF8Text = "\(entry.category)"
    for tag in entry.tags where tag != entry.category { tags += "  ·  \(tag)" }
    pass.text(tags.bytes, in: inner, look[.faint], size: look.small)
    if mark.isFocused { pass.focusRing(seen) }
  }

  /// Draws a heart and stars at the right of a row.
  private func drawMarks(of entry: ViewModel.Entry, _ row: inout Area, _ pass: inout ScreenPass) {
    guard entry.isFavorite || entry.rating > 0 else { return }
    let size = look.small
    var place = row.cutRight(max(Float(entry.rating), 1) * size + 4)
    if entry.isFavorite {
      let top = entry.rating > 0 ? place.cutTop(place.height * 0.5) : place
      Icon.favorite.draw(
        into: &pass.list, x: top.right - size / 2, y: top.middleY, size: size, look[.hand])
    }
    drawStars(entry.rating, in: place, &pass)
  }

  /// Draws stars at the right of an area.
  private func drawStars(_ count: Int, in area: Area, _ pass: inout ScreenPass) {
    let size = look.small
    for star in 0..<count {
      Icon.star.draw(
        into: &pass.list, x: area.right - (Float(star) + 0.5) * size, y: area.middleY, size: size, look[.hand]
      )
    }
  }

  private mutating func drawDetails(_ pass: inout ScreenPass, _ area: Area, _ surface: SurfaceDrawing) {
    pass.list.fill(area, look[.pane], radius: look.radius)
    guard let entry = chosenEntry else {
      var rest = area.inset(look.gap * 1.5, look.gap * 1.5)
      return drawActions(&pass, &rest)
    }
    var rest = area.inset(look.gap * 1.5, look.gap * 1.5)
    var title = rest.cutTop(max(look.title * 1.6, look.target))
    if model.plugin == .touch {
      let isPreviewed = isPreviewed(entry)
      pass.iconButton(
        title.cutRight(look.target), isPreviewed ? .stop : .play, isPreviewed ? "Stop preview" : "Preview",
        .preview(entry.file), isOn: isPreviewed)
    }
    pass.iconButton(title.cutRight(look.target), .star, "Stars", .stars(entry.file), isOn: entry.rating > 0)
    pass.iconButton(
      title.cutRight(look.target), entry.isFavorite ? .favorite : .heart, "Favorite", .favorite(entry.file),
      isOn: entry.isFavorite)
    // A name that is longer than what the buttons leave stands below them.
    if TextMetrics.width(entry.name, size: look.title, .semibold) <= title.width {
      pass.text(entry.name, in: title, look[.text], size: look.title, .semibold)
    } else {
      for each in TextMetrics.lines(entry.name, size: look.title, .semibold, in: rest.width, limit: 2) {
        pass.text(each, in: rest.cutTop(look.title * 1.4), look[.text], size: look.title, .semibold)
      }
    }
    var tags: UTF8Text = "\(entry.category)"
    for tag in entry.tags where tag != entry.category { tags += "  ·  \(tag)" }
    var line = rest.cutTop(look.small * 1.8)
    drawStars(entry.rating, in: line.cutRight(5 * look.small), &pass)
    pass.text(tags.bytes, in: line, look[.hand], size: look.small)
    _ = rest.cutTop(look.gap)
    drawActions(&pass, &rest)
    let height = look.text * 1.5
    if model.plugin == .touch, rest.height > 2 * look.target + 2 * height {
      let pad = rest.cutBottom(min(130, rest.height * 0.4))
      _ = pass.add(
        ScreenControl(
          role: .surface, name: UTF8Text("Play").bytes, area: pad, action: .surface, hasFocus: false,
          gesture: .surface))
      surface(&pass.list, pad, &panel)
      pass.list.frame(pad, look[.border], radius: 4)
      // Above it, because names of parts and of notes lie on it.
      pass.text(
        "Touch to load and play", in: rest.cutBottom(look.small * 1.6), look[.faint], size: look.small)
      _ = rest.cutBottom(look.gap)
    } else if model.plugin == .toneMatrix, !entry.picture.isEmpty {
      var picture = rest.cutBottom(min(rest.width, rest.height * 0.55))
      drawThumbnail(entry.picture, picture.cutLeft(picture.height), &pass)
      _ = rest.cutBottom(look.gap)
    }
    guard rest.height >= height else { return }
    let lines = TextMetrics.lines(
      entry.text, size: look.text, in: rest.width, limit: Int(rest.height / height))
    for each in lines { pass.text(each, in: rest.cutTop(height), look[.text]) }
  }

  /// Typed letters search, wherever the pointer is.
  mutating func search(_ letters: [UInt8]) {
    library.showsSets = false
    library.search.type(letters)
  }

  /// Chooses the entry before or behind the chosen one.
  mutating func chooseNeighbour(_ step: Int) {
    let found = foundEntries
    guard !found.isEmpty else { return }
    let now = found.firstIndex { $0.file == chosenEntry?.file } ?? 0
    choose(min(max(now + step, 0), found.count - 1), of: found)
  }

  /// Chooses an entry, and scrolls to it.
  mutating func choose(_ next: Int, of found: [ViewModel.Entry]) {
    library.chosen = found[next].file
    let visible = height - 3 * look.target - 6 * look.gap
    let top = Float(next) * rowHeight
    library.scroll = min(max(library.scroll, top + rowHeight - visible), top)
  }
}
