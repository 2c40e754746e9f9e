// The pages beside the cells of *Grid*: the settings of the layer, of a row, of the chain, of the grid. Any
// thread.
import Controls
import Grids
import Paint
import PanelModel
import Text
import ToneMatrix
import Toolkit

extension GridScreens {
  mutating func drawPage(_ pass: inout ScreenPass, _ area: inout Area) {
    var tabs = area.cutTop(look.target)
    _ = area.cutTop(look.gap)
    let names = GridPage.allCases.map { UTF8Text($0.title).bytes }
    let least = min(look.target, tabs.width / Float(names.count))
    let widths = names.map { max(TextMetrics.width($0, size: look.small, .semibold), least) }
    let beside = (tabs.width - widths.reduce(0, +)) / Float(names.count)
    for (page, (name, width)) in zip(GridPage.allCases, zip(names, widths)) {
      pass.button(
        tabs.cutLeft(width + beside), name, .page(page), role: .tab, isOn: page == state.page,
        size: look.small)
    }
    switch state.page {
    case .layer: drawLayerPage(&pass, &area)
    case .row: drawRowPage(&pass, &area)
    case .pattern: drawPatternPage(&pass, &area)
    case .chain: drawSongPage(&pass, &area)
    case .more: drawGridPage(&pass, &area)
    case .lanes: drawLanesPage(&pass, &area)
    }
  }

  /// Returns the place of a line of a page. A low page has up to three columns.
  func line(_ index: Int, of count: Int, in area: Area) -> Area {
    let fitting = max(1, Int(area.height / (look.target + 4)))
    let columns = max(1, min(3, (count + fitting - 1) / fitting))
    let rows = (count + columns - 1) / columns
    let (width, height) = (
      area.width / Float(columns), min(look.target + 6, area.height / Float(max(1, rows)))
    )
    return Area(
      x: area.x + Float(index / rows) * width, y: area.y + Float(index % rows) * height,
      width: width - (columns > 1 ? look.gap : 0), height: height - 4)
  }

  func drawNumber(_ number: GridNumber, _ place: Area, _ pass: inout ScreenPass) {
    pass.bar(place, control(number), look.track(state.layer), .number(number))
  }

  func drawButton(
    _ place: Area, _ name: StaticString, _ action: GridAction, isOn: Bool = false, _ pass: inout ScreenPass
  ) {
    pass.list.frame(place, look[.border], radius: look.radius)
    pass.button(place, UTF8Text(name).bytes, action, role: .toggle, isOn: isOn, size: look.small)
  }

  /// Some buttons beside each other.
  func drawButtons(
    _ area: Area, _ buttons: [(StaticString, GridAction, Bool)], _ pass: inout ScreenPass
  ) {
    var rest = area
    let width = rest.width / Float(buttons.count)
    for (name, action, isOn) in buttons {
      drawButton(rest.cutLeft(width).inset(1.5, 0), name, action, isOn: isOn, &pass)
    }
  }

  private func drawLayerPage(_ pass: inout ScreenPass, _ area: inout Area) {
    let settings = LayerSettingRow.rows
    for (index, key) in settings.enumerated() {
      pass.bar(
        line(index, of: settings.count + 2, in: area),
        LayerSettingRow.control(key, of: shownLayer, state.layer),
        look.track(state.layer), .layerSetting(key))
    }
    drawButton(
      line(settings.count, of: settings.count + 2, in: area), "Rename the track", .layerName, &pass)
    if shownTracks < GridLimit.layers {
      drawButton(line(settings.count + 1, of: settings.count + 2, in: area), "Add track", .addLayer, &pass)
    }
  }

  private func drawRowPage(_ pass: inout ScreenPass, _ area: inout Area) {
    let row = shownLayer.rows[state.row]
    pass.text(
      ("Row \(state.row + 1): \(rowName(state.row))" as UTF8Text).bytes, in: area.cutTop(look.text * 2),
      look[.text], size: nil, .semibold)
    drawButtons(
      area.cutTop(look.target), [("Mute", .rowMute, row.isMuted), ("Solo", .rowSolo, row.isSolo)], &pass)
    _ = area.cutTop(look.gap)
    let numbers = GridNumber.ofRow + [.pulses, .turn, .density]
    let buttons = numbers.count
    for (index, number) in numbers.enumerated() {
      drawNumber(number, line(index, of: buttons + 2, in: area), &pass)
    }
    drawButtons(
      line(buttons, of: buttons + 2, in: area),
      [("Clear", .rowClear, false), ("Every 4th", .rowFill, false), ("Random", .rowRandom, false)], &pass)
    drawButtons(
      line(buttons + 1, of: buttons + 2, in: area),
      [("Rotate ←", .rotateRow(-1), false), ("Rotate →", .rotateRow(1), false)], &pass)
  }

  private func drawPatternPage(_ pass: inout ScreenPass, _ area: inout Area) {
    pass.text(
      ("Pattern \(shownPattern + 1)" as UTF8Text).bytes, in: area.cutTop(look.text * 2), look[.text],
      size: nil, .semibold)
    let numbers = GridNumber.ofPattern
    let count = numbers.count + 2
    for (index, number) in numbers.enumerated() {
      drawNumber(number, line(index, of: count, in: area), &pass)
    }
    drawButtons(
      line(numbers.count, of: count, in: area),
      [("Shuffle notes", .shuffle, false), ("Accents", .accents, state.showsAccents)], &pass)
    drawButtons(
      line(numbers.count + 1, of: count, in: area),
      [("Scale ↑", .degrees(1), false), ("Scale ↓", .degrees(-1), false)], &pass)
  }

  /// The buttons that export MIDI, and what a mouse does instead. A page has no folder to write to.
  private func drawExport(_ pass: inout ScreenPass, _ area: inout Area) {
    if model.page != nil || area.height < 5 * look.target { return }
    var below = area.cutBottom(look.target + look.small * 4.8)
    _ = area.cutBottom(look.gap)
    pass.words(
      UTF8Text("Export MIDI: press, or drag a button, a pattern or a track out of the window.").bytes,
      .faint, in: &below,
      limit: 2)
    drawButtons(
      below.cutTop(look.target),
      [("Pattern", .exportPattern, false), ("Track", .exportTrack, false), ("All", .exportAll, false)], &pass)
  }

  private mutating func drawSongPage(_ pass: inout ScreenPass, _ area: inout Area) {
    let hasSong = !model.grid.songs.isEmpty
    // In a narrow window a song needs the room.
    if !hasSong || width >= 900 { drawExport(&pass, &area) }
    if hasSong { return drawSong(&pass, &area) }
    let links = shownLayer.links
    if width < 900 {
      drawPatterns(&pass, area.cutTop(patternsHeight(in: area.width)), 0)
      _ = area.cutTop(look.gap)
      let tools = GridTool.allCases
      let place = area.cutTop(look.target)
      for (index, tool) in tools.enumerated() {
        let wide = place.width / Float(tools.count)
        pass.button(
          Area(x: place.x + Float(index) * wide, y: place.y, width: wide, height: place.height),
          UTF8Text(tool.title).bytes, .tool(tool), size: look.small)
      }
      _ = area.cutTop(look.gap)
    }
    if links.isEmpty {
      let words = UTF8Text(
        "A song has sections with a pattern for each track. Without one, a track plays these patterns."
      ).bytes
      for text in TextMetrics.lines(words, size: look.small, in: area.width, limit: 3) {
        pass.text(text, in: area.cutTop(look.small * 1.6), look[.faint], size: look.small)
      }
    }
    drawButton(area.cutTop(look.target), "New song", .song(.insert), &pass)
    _ = area.cutTop(look.gap)
    let count = links.count + 1
    for index in 0..<count {
      var place = line(index, of: count, in: area)
      guard index < links.count else {
        drawButton(place, "Add pattern", .addLink(shownPattern), &pass)
        continue
      }
      pass.iconButton(place.cutRight(look.target), .remove, "Remove", .removeLink(index))
      if model.page == nil {
        pass.iconButton(place.cutRight(look.target), .share, "Export section", .exportLink(index))
      }
      let half = place.width / 2
      drawNumber(.linkPattern(index), place.cutLeft(half).inset(1, 0), &pass)
      drawNumber(.linkBars(index), place.inset(1, 0), &pass)
    }
  }

  private func drawGridPage(_ pass: inout ScreenPass, _ area: inout Area) {
    let keys: [GridKey] = [.name, .author, .category, .howToPlay, .description, .seed]
    // The names need whole lines.
    for number in [GridNumber.switchAt, .padProfile] {
      drawNumber(number, area.cutTop(look.target), &pass)
      _ = area.cutTop(4)
    }
    // serialosc is on the machine of the plugin, not on that of a browser.
    let numbers = GridNumber.ofGrid.filter {
      $0 != .switchAt && $0 != .padProfile && ($0 != .monome || model.page == nil)
    }
    let count = keys.count + numbers.count
    for (index, key) in keys.enumerated() {
      var place = line(index, of: count, in: area)
      let mark = pass.add(
        ScreenControl(
          role: .text, name: ValueText.title(key.symbol), value: text(key), area: place,
          action: .text(key)))
      pass.list.fill(place, look[mark.isChosen ? .chosen : .pane], radius: look.radius)
      if mark.isFocused { pass.focusRing(place) }
      place = place.inset(look.gap + 2, 0)
      pass.text(
        ValueText.title(key.symbol), in: place.cutLeft(min(90, place.width * 0.4)), look[.faint],
        size: look.small)
      pass.text(text(key), in: place, look[.text])
    }
    for (index, number) in numbers.enumerated() {
      drawNumber(number, line(keys.count + index, of: count, in: area), &pass)
    }
  }
}
