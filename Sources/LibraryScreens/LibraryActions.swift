// Actions on documents of *Library*: preview, load, save, rename, duplicate, delete; set lists; pictures of
// grids. Any thread.
import Commons
import Controls
import Grids
import Paint
import PanelModel
import Patches
import Text
import Toolkit

/// The action of a control of *Library* or *Settings*.
public enum LibraryAction: Equatable, Sendable {
  /// Takes pointers as touches, with the chosen entry.
  case surface
  /// The field of the search; a category, 0 is all; an entry by its file; loads the chosen one.
  case search
  case category(Int)
  case entry([UInt8])
  case load
  /// Saves the document to the user's file that it was loaded from; asks for a name; replaces what has that name.
  case saveOwn, save
  case replace([UInt8])
  /// Loads the chosen entry to hear it.
  case hear
  /// Plays a phrase of the entry with this file without loading it, or ends that.
  case preview([UInt8])
  /// Copies the document as text; imports text from the clipboard.
  case share, importText
  /// Shows the user's favorites alone, or all again; likewise the others.
  case shelf(LibraryShelf)
  /// Marks the entry with this file as a favorite, or no more; gives it stars.
  case favorite([UInt8])
  case rate([UInt8], Int)
  /// Asks how many stars.
  case stars([UInt8])
  /// Chooses a template; begins a document with one.
  case new
  case template(LibraryTemplate)
  /// Of the entry with this file.
  case rename([UInt8])
  case duplicate([UInt8])
  case delete([UInt8])
  /// Asks for the address of a commons.
  case commons
  /// Asks under which license, from 0, the document with this file is given to a commons, and then for its author.
  case contribute([UInt8])
  case license([UInt8], Int)
  /// Shows the set lists; begins one, from 0.
  case sets
  case set(Int)
  /// Of *Settings*.
  case settings(SettingsAction)
}

extension LibraryScreens {
  /// Cuts the name of the document that plays off the bottom, with its buttons.
  private func drawSaving(_ pass: inout ScreenPass, _ rest: inout Area) {
    var line = rest.cutBottom(look.target + 4)
    let whole = line.width
    for button in [("Save as…", LibraryAction.save), ("Save", .saveOwn)] as [(StaticString, LibraryAction)] {
      let name = UTF8Text(button.0).bytes
      let width = TextMetrics.width(name, size: look.small, .semibold) + 24
      let place = line.cutRight(max(look.target, width)).inset(2, 2)
      pass.list.frame(place, look[.border], radius: look.radius)
      pass.button(place, name, button.1, size: look.small)
    }
    let name: UTF8Text = "Playing: \(model.documentName)"
    // Above the buttons, if it is longer than what they leave.
    let fits = TextMetrics.width(name.bytes, size: look.small, .regular) <= line.width - 4
    if !fits {
      line = rest.cutBottom(look.small * 1.6)
      line.width = whole
    }
    pass.text(name.bytes, in: line.inset(2, 0), look[.faint], size: look.small)
  }

  /// Cuts the buttons for the document that plays and for the chosen entry off the bottom, each at its place with its
  /// whole name: in one row or as many as they need. Only the user's own entries can be renamed and deleted.
  func drawActions(_ pass: inout ScreenPass, _ rest: inout Area) {
    // In a low window all buttons share their rows.
    let isLow = rest.height < 5 * (look.target + 4)
    if !isLow { drawSaving(&pass, &rest) }
    let entry = chosenEntry
    let file = entry?.file ?? []
    var buttons: [(name: StaticString, action: LibraryAction, isEnabled: Bool)] = [
      ("Load", .load, entry != nil), ("Duplicate…", .duplicate(file), entry != nil && !isCommons),
      ("Rename…", .rename(file), entry?.isOwn ?? false), ("Delete", .delete(file), entry?.isOwn ?? false),
    ]
    if isLow { buttons += [("Save", .saveOwn, true), ("Save as…", .save, true)] }
    if !hasDetails { buttons += Self.exchange.map { ($0.name, $0.action, true) } }
    if model.plugin == .toneMatrix {
      buttons.insert(("Preview", .hear, entry != nil), at: 1)
    }
    let size = look.small
    let widest = buttons.reduce(0 as Float) {
      max($0, TextMetrics.width(UTF8Text($1.name).bytes, size: size, .semibold) + 12)
    }
    let fitting = max(1, min(buttons.count, Int(rest.width / widest)))
    let rows = (buttons.count + fitting - 1) / fitting
    let columns = (buttons.count + rows - 1) / rows
    var area = rest.cutBottom(Float(rows) * (look.target + 4))
    _ = rest.cutBottom(look.gap)
    for row in 0..<rows {
      var line = area.cutTop(look.target)
      _ = area.cutTop(4)
      let width = line.width / Float(columns)
      for button in buttons[row * columns..<min(buttons.count, (row + 1) * columns)] {
        let place = line.cutLeft(width).inset(2, 0)
        let isLoad = button.action == .load
        if !isLoad || !button.isEnabled {
          pass.list.frame(place, look[button.isEnabled ? .border : .line], radius: look.radius)
        }
        pass.button(
          place, UTF8Text(button.name).bytes, button.action, isOn: isLoad && button.isEnabled,
          isEnabled: button.isEnabled, size: size)
      }
    }
  }

  /// The request for the file of an entry that is dragged out of the window, or nil if it can't be dragged out.
  public func export(of action: LibraryAction?) -> [UInt8]? {
    guard case .entry(let file)? = action else { return nil }
    return ("{\"export\": \(JSON.quoted(file))}" as UTF8Text).bytes
  }

  /// Whether an entry is previewed.
  func isPreviewed(_ entry: ViewModel.Entry?) -> Bool {
    entry.map { $0.file == model.previewed && !$0.file.isEmpty } ?? false
  }

  /// The buttons that copy and paste documents as text.
  static var exchange: [(name: StaticString, action: LibraryAction)] {
    [("New…", .new), ("Copy as text", .share), ("Paste text", .importText)]
  }

  /// A grid's sixteen by sixteen cells in the colors of their layers; the world of a patch.
  func drawThumbnail(_ picture: [UInt8], _ area: Area, _ pass: inout ScreenPass) {
    if model.plugin == .touch { return pass.list.worldThumbnail(picture, in: area, look) }
    guard picture.count == 256 else { return }
    let unit = min(area.width, area.height) / 16
    pass.list.fill(
      Area(x: area.x, y: area.y, width: 16 * unit, height: 16 * unit), look[.background], radius: 2)
    for (index, letter) in picture.enumerated() where letter > UInt8(ascii: "a") {
      let layers = Int(letter - UInt8(ascii: "a"))
      pass.list.fill(
        Area(
          x: area.x + Float(index % 16) * unit, y: area.y + Float(15 - index / 16) * unit, width: unit * 0.85,
          height: unit * 0.85), look.accent(layers.trailingZeroBitCount))
    }
  }

  func drawSets(_ pass: inout ScreenPass, in area: Area) {
    var rest = area
    for (index, name) in model.sets.enumerated() where rest.height >= look.target {
      pass.list.frame(
        Area(x: rest.x, y: rest.y, width: rest.width, height: look.target), look[.border], radius: look.radius
      )
      pass.button(rest.cutTop(look.target), name, .set(index))
      _ = rest.cutTop(4)
    }
  }

  /// The chosen entry is loaded to preview it.
  mutating func hear(_ requests: inout [PanelRequest]) {
    guard let entry = chosenEntry, entry.file != model.loaded else { return }
    requests.append(.load(file: entry.file))
  }

  public mutating func press(_ action: LibraryAction, at place: Area, _ requests: inout [PanelRequest]) {
    isStale = true
    let kind: StaticString = model.plugin == .touch ? "patch" : "grid"
    switch action {
    case .category(let index):
      library.category = index == 0 ? [] : categories[index - 1]
      library.showsSets = false
      library.scroll = 0
      return
    case .entry(let file):
      press(entry: file, &requests)
      return
    case .load: return loadChosen(&requests)
    case .search:
      _ = library.search.handle(.all, shift: false)
      return requests.append(.keyboard(true))
    case .settings(let action): return press(action, &requests)
    case .surface: return
    case .saveOwn where model.library.contains { $0.file == model.loaded && $0.isOwn }:
      return requests.append(.save(name: model.loaded))
    case .save, .saveOwn:
      return ask(
        Dialog(.save, "Save \(kind) as", "Save", TextEditing(model.documentName)), &requests)
    case .hear:
      hear(&requests)
      if !model.isPlaying { model.playOrPause(&requests) }
      return
    case .share: return share(&requests)
    case .importText:
      panel.imports = true
      if model.page != nil { say("Press Ctrl+V to paste the text of a \(kind).") }
      return requests.append(.paste)
    case .preview(let file): return preview(file, &requests)
    case .shelf(let shelf):
      library.shelf = library.shelf == shelf ? nil : shelf
      (library.scroll, library.showsSets) = (0, false)
      return
    case .favorite, .rate: return mark(action, &requests)
    case .stars(let file):
      guard let entry = model.library.first(where: { $0.file == file }) else { return }
      return open(
        .list(ListPopup(title: entry.name, x: place.x, y: place.bottom, items: Self.stars(of: entry))))
    case .new where model.plugin == .touch:
      let items =
        LibraryTemplate.allCases.map {
          ListPopup<LibraryAction>.Item(UTF8Text($0.title).bytes, .template($0))
        } + [ListPopup<LibraryAction>.Item(UTF8Text("From a commons…").bytes, .commons)]
      return open(
        .list(ListPopup(title: UTF8Text("New patch").bytes, x: place.x, y: place.bottom, items: items)))
    case .new: return begin(.empty, &requests)
    case .template(let template): return begin(template, &requests)
    case .commons:
      return ask(
        Dialog(
          .commons, "Address of a commons, https://…; empty: none", "Use",
          TextEditing(model.commons.address), mayBeEmpty: true,
          check: { Self.fault(inAddress: $0) }), &requests)
    case .contribute(let file):
      let items = Self.licenses.enumerated().map {
        ListPopup<LibraryAction>.Item(UTF8Text($0.element.symbol).bytes, .license(file, $0.offset))
      }
      return open(
        .list(
          ListPopup(
            title: UTF8Text("Others may use it under").bytes, x: place.x, y: place.bottom, items: items)))
    case .license:
      return ask(Dialog(action, "Author", "Pack", TextEditing(library.author)), &requests)
    case .sets:
      library.showsSets = true
      return
    case .set(let index):
      return requests.append(.question(("{\"set\": \(JSON.quoted(model.sets[index]))}" as UTF8Text).bytes))
    case .rename, .duplicate, .delete, .replace: break
    }
    guard let entry = chosenEntry else { return }
    switch action {
    case .rename:
      ask(Dialog(action, "Rename “\(entry.name)” to", "Rename", TextEditing(entry.file)), &requests)
    case .duplicate:
      let copy = TextEditing(entry.file + UTF8Text(" copy").bytes)
      ask(Dialog(action, "Copy “\(entry.name)” to", "Copy", copy), &requests)
    case .delete(let file): requests.append(.question(question("delete", [file])))
    default: break
    }
  }

  /// Copies the document as text. A page that plays alone shows its address as a QR code, too.
  public func share(_ requests: inout [PanelRequest]) {
    let text = model.plugin == .touch ? model.patch.shareText : model.grid.shareText
    let sounds = model.plugin == .touch ? model.patch.samples.count : 0
    let files: UTF8Text =
      sounds == 0
      ? "" : sounds == 1 ? " Its sound file isn’t in it." : " Its \(sounds) sound files aren’t in it."
    say(
      "“\(model.documentName)” is copied as text. Paste it into a message, or by Paste text elsewhere.\(files)"
    )
    requests.append(.copy(text))
    if model.page?.solo != nil { requests.append(.device(.code)) }
  }

  private func begin(_ template: LibraryTemplate, _ requests: inout [PanelRequest]) {
    requests.append(.question(("{\"new\": \"\(template.symbol)\"}" as UTF8Text).bytes))
  }

  /// Marks an entry. The list shows it at once.
  private func mark(_ action: LibraryAction, _ requests: inout [PanelRequest]) {
    func entry(_ file: [UInt8]) -> Int? { model.library.firstIndex { $0.file == file } }
    switch action {
    case .favorite(let file):
      guard let index = entry(file) else { return }
      model.library[index].isFavorite.toggle()
      let word: StaticString = model.library[index].isFavorite ? "1" : "0"
      requests.append(.question(question("favorite", [file, UTF8Text(word).bytes])))
    case .rate(let file, let stars):
      guard let index = entry(file) else { return }
      let rating = model.library[index].rating == stars ? 0 : stars
      model.library[index].rating = rating
      requests.append(.question(question("rate", [file, ("\(rating)" as UTF8Text).bytes])))
    default: break
    }
  }

  /// The numbers of stars in a list. The present one takes them away.
  private static func stars(of entry: ViewModel.Entry) -> [ListPopup<LibraryAction>.Item] {
    (1...5).reversed().map { stars in
      let name: UTF8Text = stars == 1 ? "1 star" : "\(stars) stars"
      return .init(name.bytes, .rate(entry.file, stars), isOn: entry.rating == stars)
    }
  }

  /// The menu of an entry: its marks, and what can be done with it.
  public mutating func openMenu(of action: LibraryAction, pointer: Int32, _ x: Float, _ y: Float) {
    guard case .entry(let file) = action, let entry = model.library.first(where: { $0.file == file }) else {
      return
    }
    library.chosen = file
    typealias Item = ListPopup<LibraryAction>.Item
    var items = [
      Item(UTF8Text("Load").bytes, .load),
      Item(UTF8Text("Favorite").bytes, .favorite(file), isOn: entry.isFavorite),
    ]
    items += Self.stars(of: entry)
    items.append(Item(UTF8Text("Duplicate…").bytes, .duplicate(file)))
    if entry.isOwn {
      items.append(Item(UTF8Text("Rename…").bytes, .rename(file)))
      items.append(Item(UTF8Text("Delete").bytes, .delete(file)))
      if model.page == nil { items.append(Item(UTF8Text("Give to a commons…").bytes, .contribute(file))) }
    }
    var list = ListPopup(title: entry.name, x: x, y: y, items: items)
    list.chosen = 0
    open(.list(list))
  }

  /// Loads the entry before or behind the loaded one, in the order of the search.
  public mutating func loadNeighbour(_ step: Int, _ requests: inout [PanelRequest]) {
    let found = foundEntries
    guard !found.isEmpty else { return }
    let now = found.firstIndex { $0.file == model.loaded } ?? (step > 0 ? -1 : 0)
    let next = (now + step + found.count) % found.count
    requests.append(.load(file: found[next].file))
    choose(next, of: found)
    if found.count < model.library.count {
      say("“\(found[next].name)”, \(next + 1) of \(found.count) that Library shows.")
    }
  }

  /// Chooses an entry. The second press loads a grid; a patch is previewed or stopped, and loaded by a double click.
  private mutating func press(entry file: [UInt8], _ requests: inout [PanelRequest]) {
    let isAgain = library.chosen == file
    library.chosen = file
    if model.plugin != .touch {
      if isAgain { requests.append(.load(file: file)) }
      return
    }
    defer { library.pressed = library.now }
    if isAgain, library.now - library.pressed < Self.doubleClick {
      return requests.append(.load(file: file))
    }
    preview(file, &requests)
  }

  /// The longest time between the presses of a double click, in seconds.
  private static var doubleClick: Double { 0.4 }

  /// Previews an entry, or ends its preview.
  private func preview(_ file: [UInt8], _ requests: inout [PanelRequest]) {
    let name = file == model.previewed ? [] : file
    model.previewed = name
    requests.append(.question(("{\"preview\": \(JSON.quoted(name))}" as UTF8Text).bytes))
  }

  /// Ends a preview when *Library* is left. One of which nothing was heard for long has ended.
  mutating func passPreview(isOpen: Bool, at seconds: Double, _ requests: inout [PanelRequest]) {
    library.now = seconds
    if model.previewed != library.previewed.file { library.previewed = (model.previewed, seconds) }
    if model.previewed.isEmpty { return }
    if !isOpen { preview(model.previewed, &requests) }
    let longest = isCommons ? Self.longestSound : Self.longestPreview
    if seconds - library.previewed.since > longest { model.previewed = [] }
    isStale = true
  }

  /// Seconds after which a preview has ended, if a page is not told; the same for the sound of a commons.
  private static var longestPreview: Double { 6 }
  private static var longestSound: Double { 21 }

  /// The licenses that a user's documents can have.
  private static var licenses: [CommonsLicense] { CommonsLicense.allCases.filter { $0 != .isc } }

  /// Returns what is wrong with the address of a commons; empty: none.
  private static func fault(inAddress text: [UInt8]) -> UTF8Text? {
    let heads: [StaticString] = ["https://", "http://localhost", "http://127.0.0.1"]
    if text.isEmpty || heads.contains(where: { text.starts(with: UTF8Text($0).bytes) }) { return nil }
    return "Write the whole address. It begins with https://."
  }

  private func loadChosen(_ requests: inout [PanelRequest]) {
    if let entry = chosenEntry { requests.append(.load(file: entry.file)) }
  }

  /// Handles keys while a text is searched.
  /// - Returns: whether the key meant the search.
  mutating func handleInSearch(_ key: ViewEvent.Key, shift: Bool, _ requests: inout [PanelRequest]) -> Bool {
    isStale = true
    switch key {
    case .enter where isCommons && library.search.text != model.commons.searched:
      requests.append(.question(("{\"commons\": \(JSON.quoted(library.search.text))}" as UTF8Text).bytes))
      requests.append(.keyboard(false))
    case .enter:
      loadChosen(&requests)
      // The next letter begins another search.
      _ = library.search.handle(.all, shift: false)
      requests.append(.keyboard(false))
    case .escape where !library.search.text.isEmpty: library.search = TextEditing()
    case .down: chooseNeighbour(1)
    case .up: chooseNeighbour(-1)
    case .pageDown: chooseNeighbour(8)
    case .pageUp: chooseNeighbour(-8)
    default: return !library.search.text.isEmpty && library.search.handle(key, shift: shift)
    }
    return true
  }

  /// Does what a dialog asked.
  public mutating func answer(_ action: LibraryAction, _ text: [UInt8], _ requests: inout [PanelRequest]) {
    switch action {
    case .save:
      if model.library.contains(where: { $0.file == text && $0.isOwn }) {
        return ask(Dialog(.replace(text), "Replace your “\(text)”?", "Replace"), &requests)
      }
      requests.append(.save(name: text))
    case .replace(let name): requests.append(.save(name: name))
    case .rename(let file): requests.append(.question(question("rename", [file, text])))
    case .duplicate(let file): requests.append(.question(question("copy", [file, text])))
    case .commons:
      library.shelf = text.isEmpty ? nil : .commons
      requests.append(.question(question("commons", [text])))
    case .license(let file, let index):
      library.author = text
      let license = UTF8Text(Self.licenses[index].symbol).bytes
      requests.append(.question(question("pack", [file, license, text])))
    case .settings(let action): answer(action, text, &requests)
    default: break
    }
  }
}
