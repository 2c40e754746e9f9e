// *Scenes*: the scenes of the folders, with pictures of their pages; what is done with them. Any thread.
import Paint
import PanelModel
import SceneFiles
import Text
import Toolkit

extension SceneScreens {
  mutating func drawScenes(_ pass: inout ScreenPass, in area: Area) {
    var rest = area.inset(look.gap * 2, look.gap)
    drawSceneTools(&pass, rest.cutTop(look.target))
    _ = rest.cutTop(look.gap)
    let shelf = model.scene.shelf
    if shelf.isEmpty {
      return pass.text(
        "There are no scenes yet.", in: rest, look[.faint], size: look.text, .regular, .middle)
    }
    let columns = max(1, Int((rest.width + look.gap) / 250))
    let wide = (rest.width - Float(columns - 1) * look.gap) / Float(columns)
    let high = (wide * 0.56).rounded() + look.text * 1.6 + look.small * 3.2
    // The folders: those of the user, then those of the bundle.
    var y: Float = 0
    var places: [(index: Int?, title: [UInt8], area: Area)] = []
    var groups: [(isOwn: Bool, folder: [UInt8])] = []
    for isOwn in [true, false] {
      for entry in shelf where entry.isOwn == isOwn {
        if !groups.contains(where: { $0.isOwn == isOwn && $0.folder == entry.folder }) {
          groups.append((isOwn, entry.folder))
        }
      }
    }
    for (isOwn, folder) in groups {
      let indices = shelf.indices.filter { shelf[$0].isOwn == isOwn && shelf[$0].folder == folder }
      let part = UTF8Text(isOwn ? "Your scenes" : "Scenes of the bundle")
      let title: UTF8Text = folder.isEmpty ? part : "\(part): \(folder)"
      let height = look.text * 2
      places.append((nil, title.bytes, Area(x: rest.x, y: y, width: rest.width, height: height)))
      y += height
      for (number, index) in indices.enumerated() {
        let column = number % columns
        places.append(
          (
            index, [],
            Area(x: rest.x + Float(column) * (wide + look.gap), y: y, width: wide, height: high)
          ))
        if column == columns - 1 || number == indices.count - 1 { y += high + look.gap }
      }
    }
    pass.beginScrolling(&state.scroll, of: y, in: rest)
    for (index, title, place) in places {
      var place = place
      place.y += rest.y - state.scroll
      guard place.bottom > rest.y + 1, place.y < rest.bottom - 1 else { continue }
      if let index {
        drawSceneCard(shelf[index], place, in: rest, &pass)
      } else {
        pass.text(title, in: place, look[.faint], size: look.small, .semibold)
      }
    }
    pass.endScrolling(state.scroll, of: y, in: rest)
  }

  /// Draws the tools for the chosen scene.
  private func drawSceneTools(_ pass: inout ScreenPass, _ area: Area) {
    var rest = area
    let chosen = chosenScene
    let path = chosen?.path ?? []
    let tools: [(StaticString, SceneTool, Bool)] = [
      ("Open", .open(path), chosen != nil), ("Copy", .copy(path), chosen != nil),
      ("Rename", .rename(path), chosen?.isOwn ?? false), ("Move", .move(path), chosen?.isOwn ?? false),
      ("Delete", .delete(path), chosen?.isOwn ?? false),
    ]
    let widths = tools.map { TextMetrics.width(UTF8Text($0.0).bytes, size: look.small, .semibold) }
    // On a narrow screen, the buttons are narrower, so that each name is whole.
    let gaps = look.gap * Float(tools.count - 1)
    let around = min(24, (rest.width - gaps - widths.reduce(0, +)) / Float(tools.count))
    for (index, (name, tool, isEnabled)) in tools.enumerated() {
      let text = UTF8Text(name).bytes
      let place = rest.cutLeft(widths[index] + around)
      pass.list.frame(place, look[.border], radius: look.radius)
      pass.button(place, text, .tool(tool), isEnabled: isEnabled, size: look.small)
      _ = rest.cutLeft(look.gap)
    }
    if let chosen {
      pass.text(chosen.about.isEmpty ? chosen.path : chosen.about, in: rest, look[.faint], size: look.small)
    } else if rest.width > 220, model.page == nil {
      pass.text("Drop a .zip of a scene here to install it.", in: rest, look[.faint], size: look.small)
    }
  }

  /// The scene that is chosen in the list.
  var chosenScene: SceneEntry? { model.scene.shelf.first { $0.path == state.chosen } }

  private func drawSceneCard(_ entry: SceneEntry, _ place: Area, in area: Area, _ pass: inout ScreenPass) {
    let (top, bottom) = (max(place.y, area.y), min(place.bottom, area.bottom))
    let isOn = entry.path == state.chosen
    let mark = pass.add(
      ScreenControl(
        role: .item, name: entry.name, value: entry.about,
        area: Area(x: place.x, y: top, width: place.width, height: bottom - top),
        action: .open(entry.path), isOn: isOn))
    pass.list.fill(place, look[isOn || mark.isChosen ? .chosen : .pane], radius: look.radius)
    if isOn { pass.list.frame(place, look[.hand], width: 2, radius: look.radius) }
    var rest = place.inset(look.gap, look.gap)
    let picture = rest.cutTop((place.width * 0.56).rounded() - look.gap)
    drawScenePicture(entry, picture, &pass)
    _ = rest.cutTop(4)
    var line = rest.cutTop(look.text * 1.5)
    let kind = line.cutRight(TextMetrics.width(entry.kind, size: look.small) + 4)
    pass.text(entry.name, in: line, look[.text], size: look.text, .semibold)
    pass.text(entry.kind, in: kind, look[.faint], size: look.small, .regular, .right)
    for text in TextMetrics.lines(entry.about, size: look.small, in: rest.width, limit: 2)
    where rest.height > look.small {
      pass.text(text, in: rest.cutTop(look.small * 1.35), look[.faint], size: look.small)
    }
    if mark.isFocused { pass.focusRing(place) }
  }

  /// The scene's own picture; without one its page as paper with its widgets as shapes.
  private func drawScenePicture(_ entry: SceneEntry, _ area: Area, _ pass: inout ScreenPass) {
    if !entry.thumb.isEmpty {
      return pass.list.append(.picture(PlacedPicture(path: entry.thumb, area: area, fills: false)))
    }
    let scale = min(area.width / entry.width, area.height / entry.height)
    let (wide, high) = (entry.width * scale, entry.height * scale)
    let paper = Area(
      x: area.middleX - wide / 2, y: area.y + (area.height - high) / 2, width: wide, height: high)
    pass.list.fill(paper, Ink(0xffffff), radius: 3)
    pass.list.append(.clip(paper))
    for (box, colour) in entry.picture {
      let place = Area(
        x: paper.x + box.x * scale, y: paper.y + box.y * scale, width: max(1.5, box.width * scale),
        height: max(1.5, box.height * scale))
      pass.list.fill(place, Ink(colour.code), radius: 1)
      pass.list.frame(place, Ink(0x2b3a42).faded(0.5), width: 0.75, radius: 1)
    }
    pass.list.append(.unclip)
  }

  mutating func press(_ tool: SceneTool, _ requests: inout [PanelRequest]) {
    guard let entry = chosenScene else { return }
    func ask(_ title: UTF8Text, _ button: StaticString, _ text: [UInt8]?, mayBeEmpty: Bool = false) {
      let typed = text.map { TextEditing($0) }
      self.ask(Dialog(.tool(tool), title, button, typed, mayBeEmpty: mayBeEmpty), &requests)
    }
    switch tool {
    case .open: requests.append(.openScene(entry.path))
    case .rename: ask("Rename “\(entry.name)” to", "Rename", entry.name)
    case .move:
      ask("Move “\(entry.name)” to folder (empty: top level)", "Move", entry.folder, mayBeEmpty: true)
    case .copy: ask("Copy “\(entry.name)” as", "Copy", entry.name + UTF8Text(" copy").bytes)
    case .delete: ask("Delete “\(entry.name)”? This can’t be undone.", "Delete", nil)
    }
  }

  /// Parses a text typed for a box: a word, or words and numbers.
  func sceneWords(_ text: [UInt8], _ widget: Int) -> SceneValue {
    if case .symbol = model.scene.board.widgets[widget].kind { return .words([.word(text)]) }
    return .words(
      text.split(separator: 0x20).map { word in
        let word = Array(word)
        return SceneAtom.number(of: word).map { .number($0) } ?? .word(word)
      })
  }
}

/// An action on a scene of the list, by its path.
public enum SceneTool: Equatable, Sendable {
  case open([UInt8])
  case rename([UInt8])
  case move([UInt8])
  case copy([UInt8])
  case delete([UInt8])
}
