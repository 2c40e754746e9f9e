// Actions on documents of *Library*: preview, load, save, rename, duplicate, delete; set lists; pictures of
// grids. Any thread.
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
  /// Copies the document as text; imports text from the clipboard.
  case share, importText
  /// Of the entry with this file.
  case rename([UInt8])
  case duplicate([UInt8])
  case delete([UInt8])
  /// Shows the set lists; begins one, from 0.
  case sets
  case set(Int)
  /// Of *Settings*.
  case settings(SettingsAction)
}

extension LibraryScreens {
  /// Cuts the buttons for the chosen entry off the bottom, each at its place with its whole name: in one row or as
  /// many as they need. Only the user's own entries can be renamed and deleted.
  func drawActions(_ pass: inout ScreenPass, _ rest: inout Area) {
    let entry = chosenEntry
    let file = entry?.file ?? []
    var buttons: [(name: StaticString, action: LibraryAction, isEnabled: Bool)] = [
      ("Load", .load, entry != nil), ("Duplicate…", .duplicate(file), entry != nil),
      ("Rename…", .rename(file), entry?.isOwn ?? false), ("Delete", .delete(file), entry?.isOwn ?? false),
      ("Save", .saveOwn, true), ("Save as…", .save, true),
    ]
    if !hasDetails { buttons += Self.exchange.map { ($0.name, $0.action, true) } }
    if model.plugin == .toneMatrix { buttons.insert(("Preview", .hear, entry != nil), at: 1) }
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

  /// The buttons that copy and paste documents as text.
  static var exchange: [(name: StaticString, action: LibraryAction)] {
    [("Copy as text", .share), ("Paste text", .importText)]
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
      // The first press chooses, the second loads.
      if library.chosen == file { requests.append(.load(file: file)) }
      library.chosen = file
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
    case .share:
      let text = model.plugin == .touch ? model.patch.shareText : model.grid.shareText
      say("“\(model.documentName)” is copied as text. Paste it into a message, or by Paste text elsewhere.")
      return requests.append(.copy(text))
    case .importText:
      panel.imports = true
      if model.page != nil { say("Press Ctrl+V to paste the text of a \(kind).") }
      return requests.append(.paste)
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

  private func loadChosen(_ requests: inout [PanelRequest]) {
    if let entry = chosenEntry { requests.append(.load(file: entry.file)) }
  }

  /// Handles keys while a text is searched.
  /// - Returns: whether the key meant the search.
  mutating func handleInSearch(_ key: ViewEvent.Key, shift: Bool, _ requests: inout [PanelRequest]) -> Bool {
    isStale = true
    switch key {
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
    case .settings(let action): answer(action, text, &requests)
    default: break
    }
  }
}
