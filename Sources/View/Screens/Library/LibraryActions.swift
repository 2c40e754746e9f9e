// What is done with documents of *Library*: hear, load, save, rename, duplicate, delete; set lists; pictures
// of grids. Any thread.
import Controls
import Grids
import Paint
import Patches
import Text

/// What a control of *Library* does beside searching and choosing.
public enum LibraryAction: Equatable, Sendable {
  case save
  /// With the chosen entry.
  case hear, rename, duplicate, delete
  /// Shows the set lists; begins one, from 0.
  case sets
  case set(Int)
}

extension View {
  /// The buttons for the chosen entry; only the user's own can be renamed and deleted.
  func drawActions(_ pass: inout ScreenPass, _ area: Area) {
    let entry = chosenEntry
    var buttons: [(name: StaticString, action: ControlAction, isEnabled: Bool)] = [
      (entry?.file == model.loaded && entry != nil ? "Load again" : "Load", .load, entry != nil),
      ("Save as…", .shelf(.save), true), ("Duplicate…", .shelf(.duplicate), entry != nil),
      ("Rename…", .shelf(.rename), entry?.isOwn ?? false),
      ("Delete…", .shelf(.delete), entry?.isOwn ?? false),
    ]
    if model.plugin == .toneMatrix { buttons.insert(("Hear", .shelf(.hear), entry != nil), at: 0) }
    var rest = area
    let size = look.small
    let wanted = buttons.map { TextMetrics.width(UTF8Text($0.name).bytes, size: size, .semibold) + 16 }
    let used = zip(buttons, wanted).reduce(0 as Float) { $1.0.isEnabled ? $0 + $1.1 : $0 }
    let scale = area.width / max(1, used)
    for (index, button) in buttons.enumerated() where button.isEnabled {
      let place = rest.cutLeft(wanted[index] * min(scale, 1.6)).inset(2, 0)
      if button.action != .load { pass.list.frame(place, look[.border], radius: look.radius) }
      pass.button(place, UTF8Text(button.name).bytes, button.action, isOn: button.action == .load, size: size)
    }
  }

  /// A grid's sixteen by sixteen cells in the colours of their layers; the world of a patch.
  func drawThumbnail(_ picture: [UInt8], _ area: Area, _ pass: inout ScreenPass) {
    if model.plugin == .touch { return drawWorldThumbnail(picture, area, &pass) }
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
      pass.button(rest.cutTop(look.target), name, .shelf(.set(index)))
      _ = rest.cutTop(4)
    }
  }

  /// What is chosen is loaded to be heard.
  mutating func hear(_ wishes: inout [Wish]) {
    guard let entry = chosenEntry, entry.file != model.loaded else { return }
    wishes.append(.load(file: entry.file))
  }

  mutating func press(_ action: LibraryAction, _ wishes: inout [Wish]) {
    let kind: StaticString = model.plugin == .touch ? "patch" : "grid"
    switch action {
    case .save:
      let name = model.plugin == .touch ? model.patch.name : model.grid.name
      return ask(Dialog(.save, "Save this \(kind) among yours as", "Save", TextEditing(name)), &wishes)
    case .hear:
      hear(&wishes)
      if !isPlaying { playOrPause(&wishes) }
      return
    case .sets:
      library.showsSets = true
      return
    case .set(let index):
      return wishes.append(.question(("{\"set\": \(JSON.quoted(model.sets[index]))}" as UTF8Text).bytes))
    case .rename, .duplicate, .delete: break
    }
    guard let entry = chosenEntry else { return }
    switch action {
    case .rename:
      ask(
        Dialog(.rename(entry.file), "Rename “\(entry.name)” to", "Rename", TextEditing(entry.file)), &wishes)
    case .duplicate:
      let copy = TextEditing(entry.file + UTF8Text(" copy").bytes)
      ask(Dialog(.duplicate(entry.file), "Copy “\(entry.name)” to", "Copy", copy), &wishes)
    default: ask(Dialog(.delete(entry.file), "Delete “\(entry.name)” for good?", "Delete"), &wishes)
    }
  }
}
