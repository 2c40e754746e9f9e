// *Grid*: the cells of a layer's pattern with the moving column; patterns, layers and edits around them. Any
// thread.
import Controls
import Grids
import Text
import ToneMatrix

extension View {
  /// The layer that is edited.
  var shownLayer: GridLayerDocument { model.grid.layers[grid.layer] }

  /// The pattern that is edited, from 0: the chosen one, or else the one that plays.
  var shownPattern: Int {
    grid.pattern
      ?? (model.live.layers.indices.contains(grid.layer)
        ? model.live.layers[grid.layer].pattern : shownLayer.pattern)
  }

  /// A cell as it is, or as it was painted a moment ago.
  func shownCell(_ step: Int, _ row: Int) -> GridCell {
    var cell = shownLayer.patterns[shownPattern][row, step]
    if let painted = grid.painted.last(where: { $0.step == step && $0.row == row }) {
      if !cell.isOn && painted.isOn { cell = GridCell(isOn: true) }
      cell.isOn = painted.isOn
      if let velocity = painted.velocity { cell.velocity = UInt8(velocity) }
    }
    return cell
  }

  func drawGrid(_ pass: inout ScreenPass, in area: Area) {
    var rest = area.inset(look.gap * 2, look.gap)
    drawLayers(&pass, rest.cutTop(look.target))
    _ = rest.cutTop(look.gap)
    var side = rest.width > 860 ? rest.cutRight(min(300, rest.width * 0.26)) : nil
    if side != nil { _ = rest.cutRight(look.gap * 2) }
    drawTools(&pass, rest.cutBottom(look.target))
    _ = rest.cutBottom(look.gap)
    drawPatterns(&pass, rest.cutBottom(look.target))
    _ = rest.cutBottom(look.gap)
    drawCells(&pass, in: rest)
    if side != nil { drawLayerSettings(&pass, &side!) }
  }

  // The four layers, each in its colour.

  private func drawLayers(_ pass: inout ScreenPass, _ area: Area) {
    var rest = area
    let isRolling = model.live.isRolling
    let tempo = model.live.tempo.isFinite ? ValueText.fixed(model.live.tempo, decimals: 0) : "–"
    let clock: UTF8Text = isRolling ? "\(tempo) bpm" : "stopped"
    let right = rest.cutRight(TextMetrics.width(clock.bytes, size: look.text) + 14)
    pass.text(clock.bytes, in: right, look[isRolling ? .sound : .faint], size: look.text, .regular, .right)
    let width = min(170, rest.width / Float(model.grid.layers.count) - look.gap)
    for (index, layer) in model.grid.layers.enumerated() {
      let place = rest.cutLeft(width)
      _ = rest.cutLeft(look.gap)
      let isOn = index == grid.layer
      let ink = look.accent(index)
      let mark = pass.add(
        ScreenControl(role: .tab, name: layer.name, area: place, action: .layer(index), isOn: isOn))
      pass.list.fill(place, isOn || mark.isChosen ? look[.chosen] : look[.pane], radius: look.radius)
      if isOn {
        pass.list.fill(Area(x: place.x + 8, y: place.bottom - 3, width: place.width - 16, height: 3), ink)
      }
      pass.list.disc(place.x + 16, place.middleY, radius: 5, layer.plays ? ink : look[.border])
      pass.text(
        layer.name, in: Area(x: place.x + 30, y: place.y, width: place.width - 36, height: place.height),
        look[isOn ? .text : .faint], size: look.text, isOn ? .semibold : .regular)
      if mark.isFocused { pass.focusRing(place) }
    }
  }

  // The cells.

  /// How wide the names of rows are.
  private var rowNameWidth: Float { look.small * 3.4 }

  private func drawCells(_ pass: inout ScreenPass, in area: Area) {
    let layer = shownLayer
    var inner = area
    let names = inner.cutLeft(rowNameWidth)
    let width = inner.width / Float(layer.steps)
    let height = inner.height / Float(layer.rowCount)
    let column = model.live.layers.indices.contains(grid.layer) ? model.live.layers[grid.layer].step : -1
    let moving = column >= 0 ? Int(column) : -1
    let ink = look.accent(grid.layer)
    for row in 0..<layer.rowCount {
      let y = inner.bottom - Float(row + 1) * height
      let isMuted = layer.rows[row].isMuted
      if height >= look.small || row.isMultiple(of: 2) {
        let key = Int(layer.pitch(ofRow: row).rounded()) + 12 * layer.octave
        pass.text(
          ValueText.note(key), in: Area(x: names.x, y: y, width: names.width - 8, height: height),
          look[.faint], size: min(look.small, max(9, height)), isMuted ? .regular : .regular, .right)
      }
      for step in 0..<layer.steps {
        let place = Area(x: inner.x + Float(step) * width, y: y, width: width, height: height)
        drawCell(shownCell(step, row), at: place, step, row, ink, isMoving: step == moving, isMuted, &pass)
      }
    }
    if moving >= 0 {
      let x = inner.x + Float(moving) * width
      pass.list.fill(Area(x: x, y: inner.y - 4, width: width, height: 2), look[.text])
    }
  }

  private func drawCell(
    _ cell: GridCell, at place: Area, _ step: Int, _ row: Int, _ ink: Ink, isMoving: Bool, _ isMuted: Bool,
    _ pass: inout ScreenPass
  ) {
    let layer = shownLayer
    let gap: Float = place.width > 14 && place.height > 14 ? 1.5 : 0.75
    let inner = place.inset(gap, gap)
    let radius = min(4, inner.width / 4, inner.height / 4)
    let key = ValueText.note(Int(layer.pitch(ofRow: row).rounded()) + 12 * layer.octave)
    let mark = pass.add(
      ScreenControl(
        role: .cell, name: ("step \(step + 1), \(key)" as UTF8Text).bytes,
        value: (cell.isOn ? "on, velocity \(velocity(of: cell))" : "off" as UTF8Text).bytes, area: place,
        action: .cell(step: step, row: row), isOn: cell.isOn))
    let isBeat = step % 4 == 0
    let empty =
      isMoving ? look[.chosen] : isBeat ? look[.pane] : look[.background].mixed(with: look[.pane], 0.6)
    pass.list.fill(inner, empty, radius: radius)
    if cell.isOn {
      let level = Float(velocity(of: cell)) / 127
      let chance = Float(cell.probability) / 100
      let shown = look[.background].mixed(
        with: ink, (isMuted ? 0.2 : 0.35 + 0.65 * level) * (0.45 + 0.55 * chance))
      // A long note reaches over the next cells; strikes within a step stand side by side; a delay moves
      // right.
      let late = Float(cell.delay) / 100 * place.width
      let count = Int(cell.ratchet)
      let wide = inner.width / Float(count)
      for hit in 0..<count {
        let isLast = hit == count - 1
        let x = inner.x + late + Float(hit) * wide
        let longer = isLast ? Float(max(1, cell.length) - 1) * place.width : 0
        let end = min(
          x + wide - (isLast ? 0 : 1.5) + longer, place.x + Float(layer.steps - step) * place.width - gap)
        pass.list.fill(
          Area(x: x, y: inner.y, width: max(1.5, end - x), height: inner.height), shown, radius: radius)
      }
      if isMoving { pass.list.frame(inner, look[.text], width: 1.5, radius: radius) }
      drawMarks(of: cell, in: inner, on: shown, &pass)
    }
    if mark.isChosen { pass.list.frame(inner, look[.strong], width: 1, radius: radius) }
    if mark.isFocused { pass.focusRing(inner) }
  }

  /// Chance as a small bar at the lower edge, a condition as figures.
  private func drawMarks(of cell: GridCell, in place: Area, on ground: Ink, _ pass: inout ScreenPass) {
    let ink = [look[.background], look[.text]].max { $0.contrast(with: ground) < $1.contrast(with: ground) }
    guard let ink, place.width > 16, place.height > 10 else { return }
    if cell.probability < 100 {
      let bar = Area(x: place.x + 4, y: place.bottom - 4, width: place.width - 8, height: 2)
      pass.list.fill(bar, ink.faded(0.35))
      pass.list.fill(
        Area(x: bar.x, y: bar.y, width: bar.width * Float(cell.probability) / 100, height: 2), ink)
    }
    if cell.of > 1 && ink.contrast(with: ground) >= 4.5 {
      let text = ("\(Int(cell.nth)):\(Int(cell.of))" as UTF8Text).bytes
      pass.text(text, in: place, ink, size: min(look.small, place.height * 0.7), .semibold, .middle)
    }
  }

  func velocity(of cell: GridCell) -> Int { cell.velocity == 0 ? shownLayer.velocity : Int(cell.velocity) }

  // Patterns and tools.

  private func drawPatterns(_ pass: inout ScreenPass, _ area: Area) {
    var rest = area
    _ = rest.cutLeft(rowNameWidth)
    let layer = shownLayer
    let width = rest.width / Float(layer.patterns.count)
    let ink = look.accent(grid.layer)
    let live = model.live.layers.indices.contains(grid.layer) ? model.live.layers[grid.layer] : nil
    for index in layer.patterns.indices {
      let place = rest.cutLeft(width).inset(2, 0)
      let isShown = index == shownPattern
      let isPlaying = index == (live?.pattern ?? layer.pattern)
      let isQueued = index == live?.queued
      let mark = pass.add(
        ScreenControl(
          role: .button, name: ("pattern \(index + 1)" as UTF8Text).bytes,
          value: (isPlaying
            ? "plays" : isQueued ? "waits" : layer.patterns[index].isEmpty ? "empty" : "" as UTF8Text)
            .bytes, area: place, action: .pattern(index), isOn: isShown))
      let isFull = !layer.patterns[index].isEmpty
      pass.list.fill(
        place, isPlaying ? look.tint(ink, 0.4) : isFull ? look[.chosen] : look[.pane], radius: look.radius)
      if isShown || isQueued || mark.isChosen {
        pass.list.frame(place, isShown ? ink : look[.strong], width: isShown ? 2 : 1, radius: look.radius)
      }
      pass.text(
        ("\(index + 1)" as UTF8Text).bytes, in: place, look[isFull || isPlaying ? .text : .faint],
        size: look.small, isPlaying ? .semibold : .regular, .middle)
      if mark.isFocused { pass.focusRing(place) }
    }
  }

  private func drawTools(_ pass: inout ScreenPass, _ area: Area) {
    var rest = area
    _ = rest.cutLeft(rowNameWidth)
    let tools = GridTool.allCases
    let width = min(96, rest.width / Float(tools.count))
    for tool in tools {
      let place = rest.cutLeft(width).inset(2, 0)
      pass.list.frame(place, look[.border], radius: look.radius)
      pass.button(place, UTF8Text(tool.title).bytes, .tool(tool), size: look.small)
    }
  }

  private func drawLayerSettings(_ pass: inout ScreenPass, _ area: inout Area) {
    let settings = LayerSettingRow.rows
    let height = min(look.target + 6, area.height / Float(settings.count))
    for key in settings {
      let row = area.cutTop(height)
      let place = Area(x: row.x, y: row.y, width: row.width, height: row.height - 4)
      let value = LayerSettingRow.value(key, of: shownLayer)
      let range = LayerSettingRow.range(key)
      let part = Float(value - range.lowerBound) / Float(max(1, range.upperBound - range.lowerBound))
      pass.bar(
        place, ValueText.title(key.symbol), value: LayerSettingRow.text(key, value), part: part,
        steps: range.upperBound - range.lowerBound, look.accent(grid.layer), .layerSetting(key))
    }
  }
}
