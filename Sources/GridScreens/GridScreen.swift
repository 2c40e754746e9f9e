// *Grid*: the cells of a layer's pattern with the moving column; patterns, layers and edits around them. Any
// thread.
import Controls
import Grids
import Paint
import PanelModel
import Text
import ToneMatrix
import Toolkit

extension GridScreens {
  /// The layer that is edited.
  var shownLayer: GridLayerDocument { model.grid.layers[state.layer] }

  /// The pattern that is edited, from 0: the chosen one, or else the one that plays.
  var shownPattern: Int {
    state.pattern
      ?? (model.live.layers.indices.contains(state.layer)
        ? model.live.layers[state.layer].pattern : shownLayer.pattern)
  }

  /// Whether a fill-in plays.
  var isFilling: Bool { model.value(.fillIn) >= 0.5 }

  /// The steps of the pattern that is edited.
  var shownSteps: Int { shownLayer.steps(of: shownPattern) }

  /// A cell as it is, or as it was painted a moment ago.
  func shownCell(_ step: Int, _ row: Int) -> GridCell {
    state.painted.last { $0.step == step && $0.row == row }?.cell
      ?? shownLayer.patterns[shownPattern][row, step]
  }

  mutating func drawGrid(_ pass: inout ScreenPass, in area: Area) {
    if isSimple { return drawSimple(&pass, in: area) }
    state.row = min(state.row, shownLayer.rowCount - 1)
    state.songList = nil
    var rest = area.inset(look.gap * 2, look.gap)
    drawLayers(&pass, &rest)
    _ = rest.cutTop(look.gap)
    drawKitMessage(&pass, &rest)
    let isWide = rest.width > 860
    if isWide {
      var side = rest.cutRight(min(300, rest.width * 0.26))
      _ = rest.cutRight(look.gap * 2)
      drawPage(&pass, &side)
    }
    let tools = rest.cutBottom(look.target)
    _ = rest.cutBottom(look.gap)
    if state.isPageOpen && !isWide {
      drawPage(&pass, &rest)
      return drawTools(&pass, tools, isWide: isWide)
    }
    // A low window has the patterns on the page *Chain*.
    if rest.height > 6 * look.target {
      drawPatterns(&pass, rest.cutBottom(patternsHeight(in: rest.width - rowNameWidth)), rowNameWidth)
      _ = rest.cutBottom(look.gap)
    }
    if let lane = shownLane, rest.height > 200 {
      drawLane(&pass, lane, rest.cutBottom(look.target * 1.4))
      _ = rest.cutBottom(look.gap)
    }
    if state.showsAccents && rest.height > 200 {
      drawLane(&pass, .accents, rest.cutBottom(look.target * 1.4))
      _ = rest.cutBottom(look.gap)
    }
    drawCells(&pass, in: rest)
    drawTools(&pass, tools, isWide: isWide)
  }

  // The tracks, each in its color, and the clock: beside them, or below in a narrow window.

  /// The number of tracks that are shown: those of the grid, and those that were added and are still empty.
  var shownTracks: Int {
    min(max(model.usedTracks, state.addedTracks, state.layer + 1), GridLimit.layers)
  }

  private func drawLayers(_ pass: inout ScreenPass, _ area: inout Area) {
    var rest = area.cutTop(look.target)
    let isNarrow = rest.width < 700
    if !isNarrow {
      drawClock(&pass, rest.cutRight(min(rest.width * 0.44, 420)))
      _ = rest.cutRight(look.gap)
      if shownTracks < GridLimit.layers {
        pass.iconButton(rest.cutRight(look.target), .add, "Add track", .addLayer)
        _ = rest.cutRight(look.gap)
      }
    }
    // As many lines as are needed if the shown track takes half of one, and the others have room for their numbers.
    let others = (rest.width / 2 - look.gap) / (look.target * 0.8 + look.gap)
    let fitting = max(GridLimit.usualLayers, 1 + Int(others))
    let lines = (shownTracks + fitting - 1) / fitting
    let across = (shownTracks + lines - 1) / lines
    for first in stride(from: 0, to: shownTracks, by: across) {
      var line = rest
      if first > 0 {
        _ = area.cutTop(look.gap / 2)
        (line.y, line.height) = (area.y, look.target)
        _ = area.cutTop(look.target)
      }
      drawTracks(first..<min(first + across, shownTracks), line, &pass)
    }
    if isNarrow {
      _ = area.cutTop(look.gap)
      drawClock(&pass, area.cutTop(look.target))
    }
  }

  /// Draws a line of tracks. If their names don't fit, only the shown one has its name.
  private func drawTracks(_ tracks: Range<Int>, _ area: Area, _ pass: inout ScreenPass) {
    var rest = area
    let count = Float(tracks.count)
    let room = rest.width / count - look.gap
    let width = min(look.size == .finger ? 190 : 170, room)
    // On a narrow screen, a long name takes room from short ones.
    let needed = tracks.map {
      TextMetrics.width(model.grid.layers[$0].name, size: look.text, .semibold) + 34
    }
    let spare = max(0, room - needed.reduce(0, +) / count)
    let isEqual = needed.allSatisfy { $0 <= width } || spare == 0
    let isCompact = shownTracks > GridLimit.usualLayers && needed.contains { $0 > room }
    var wide = room
    if isCompact, tracks.contains(state.layer) {
      wide = min(needed[state.layer - tracks.lowerBound] + 2 * look.target + 2, rest.width / 2)
    }
    let narrow = isCompact && count > 1 ? (rest.width - wide - look.gap * count) / (count - 1) : room
    for (place, index) in tracks.enumerated() {
      if isCompact {
        let isShown = index == state.layer
        drawTrack(index, rest.cutLeft(isShown ? wide : narrow), isNumber: !isShown, &pass)
      } else {
        drawTrack(index, rest.cutLeft(isEqual ? width : needed[place] + spare), isNumber: false, &pass)
      }
      _ = rest.cutLeft(look.gap)
    }
  }

  /// Draws the tab of a track, with its switches if there is room beside the name.
  private func drawTrack(_ index: Int, _ area: Area, isNumber: Bool, _ pass: inout ScreenPass) {
    var place = area
    let layer = model.grid.layers[index]
    let isOn = index == state.layer
    let ink = look.track(index)
    let isStopped = isStopped(index)
    // If there is no room beside the name, *Play* on *Track* does the same.
    let side = min(
      look.target, (area.width - 36 - TextMetrics.width(layer.name, size: look.text, .semibold)) / 2)
    if !isNumber && side >= (look.size == .finger ? 44 : 24) {
      let solo = place.cutRight(side)
      let mute = place.cutRight(side)
      drawSwitch(
        mute, "M", "Mute \(layer.name)", .layerMute(index), isOn: !layer.plays, look[.warning], &pass)
      drawSwitch(
        solo, "S", "Solo \(layer.name)", .layerSolo(index), isOn: isSolo(index), look[.sound], &pass)
    }
    let mark = pass.add(
      ScreenControl(
        role: .tab, name: layer.name, value: UTF8Text(isStopped ? "stopped" : "").bytes, area: place,
        action: .layer(index), isOn: isOn))
    pass.list.fill(place, isOn || mark.isChosen ? look[.chosen] : look[.pane], radius: look.radius)
    if isOn {
      pass.list.fill(Area(x: place.x + 8, y: place.bottom - 3, width: place.width - 16, height: 3), ink)
    }
    if isNumber {
      drawSign(place.x + 9, place.middleY, radius: 4, layer.plays ? ink : look[.border], isStopped, &pass)
      pass.text(
        ("\(index + 1)" as UTF8Text).bytes,
        in: Area(
          x: place.x + 15, y: place.y, width: place.width - 17, height: place.height),
        look[.faint], size: look.small, .regular, .middle)
    } else {
      drawSign(place.x + 14, place.middleY, radius: 5, layer.plays ? ink : look[.border], isStopped, &pass)
      pass.text(
        layer.name, in: Area(x: place.x + 26, y: place.y, width: place.width - 32, height: place.height),
        look[isOn ? .text : .faint], size: look.text, isOn ? .semibold : .regular)
    }
    if mark.isFocused { pass.focusRing(place) }
  }

  /// Draws the sign of a track: a disc, or a square if it was stopped.
  private func drawSign(
    _ x: Float, _ y: Float, radius: Float, _ ink: Ink, _ isStopped: Bool, _ pass: inout ScreenPass
  ) {
    guard isStopped else { return pass.list.disc(x, y, radius: radius, ink) }
    pass.list.frame(
      Area(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius), ink, width: 1.5, radius: 1)
  }

  /// Draws a one-letter switch of a track: mute or solo.
  func drawSwitch(
    _ area: Area, _ letter: StaticString, _ name: UTF8Text, _ action: GridAction, isOn: Bool, _ ink: Ink,
    _ pass: inout ScreenPass
  ) {
    let mark = pass.add(
      ScreenControl(role: .toggle, name: name.bytes, area: area, action: action, isOn: isOn))
    let box = area.inset(2, max(2, (area.height - area.width) / 2 + 2))
    if isOn {
      pass.list.fill(box, look.tint(ink, 0.4), radius: 4)
    } else if mark.isChosen {
      pass.list.fill(box, look[.chosen], radius: 4)
    }
    pass.text(
      letter, in: area, look[isOn ? .text : .faint], size: look.small, isOn ? .semibold : .regular, .middle)
    if mark.isFocused { pass.focusRing(box) }
  }

  // The cells.

  /// The width of the names of rows.
  var rowNameWidth: Float {
    let isOfCents = if case .cents = shownLayer.scale { true } else { false }
    return look.small * (shownLayer.channel == 9 ? 6.4 : isOfCents ? 5 : shownLayer.playsTones ? 4.4 : 3.4)
  }

  /// The least width and height of a cell.
  var cellTarget: Float { look.size == .finger ? 44 : look.size == .medium ? 24 : 18 }

  /// The unique names of the rows: on the drum channel the drum (numbered if it occurs twice), otherwise the
  /// note with its deviation in cents, or the tone of the chord.
  var rowNames: [[UInt8]] {
    let layer = shownLayer
    var names: [[UInt8]] = []
    for row in 0..<layer.rowCount {
      let key = layer.key(ofRow: row)
      let pitch = layer.pitch(ofRow: row)
      let cents = Int((100 * (pitch - (pitch + 0.5).rounded(.down))).rounded())
      var name = (layer.channel == 9 ? DrumName.of(key) : nil) ?? ValueText.note(key)
      if layer.playsTones && layer.rows[row].note == nil {
        names.append(("tone \(row + 1)" as UTF8Text).bytes)
        continue
      }
      if cents != 0 { name += (cents > 0 ? "+\(cents)" : "\(cents)" as UTF8Text).bytes }
      var (number, unique) = (2, name)
      while names.contains(unique) {
        unique = ("\(name) \(number)" as UTF8Text).bytes
        number += 1
      }
      names.append(unique)
    }
    return names
  }

  func rowName(_ row: Int) -> [UInt8] { rowNames[row] }

  func cellName(_ step: Int, _ row: Int) -> [UInt8] { Self.cellName(step, rowName(row)) }

  private static func cellName(_ step: Int, _ row: [UInt8]) -> [UInt8] {
    ("step \(step + 1), \(row)" as UTF8Text).bytes
  }

  mutating func drawCells(_ pass: inout ScreenPass, in area: Area) {
    let layer = shownLayer
    var inner = area
    let names = inner.cutLeft(rowNameWidth)
    let width = max(cellTarget, inner.width / Float(shownSteps))
    let height = max(cellTarget, inner.height / Float(layer.rowCount))
    let (wide, high) = (width * Float(shownSteps), height * Float(layer.rowCount))
    state.canScroll = wide > inner.width + 1 || high > inner.height + 1
    // The column moves in the pattern that plays.
    let isPlaying =
      model.live.layers.indices.contains(state.layer) && shownPattern == playingPattern(state.layer)
    let column = isPlaying ? model.live.layers[state.layer].step : -1
    let moving = column >= 0 ? Int(column) : -1
    if state.follows, moving >= 0 {
      // The column is in view, with the one behind it.
      let at = Float(moving) * width
      if at < state.scrollX || at + 2 * width > state.scrollX + inner.width { state.scrollX = at }
    }
    state.scrollX = min(max(0, state.scrollX), max(0, wide - inner.width))
    state.scrollY = min(max(0, state.scrollY), max(0, high - inner.height))
    seekCursor(in: inner, width, height)
    let rowNames = rowNames
    let isSelected = state.anchor == nil ? nil : selection
    let ink = look.track(state.layer)
    if state.canScroll { pass.list.append(.clip(area.inset(-2, -5))) }
    for row in 0..<layer.rowCount {
      let y = inner.y + high - Float(row + 1) * height - state.scrollY
      guard y + height > inner.y + 1, y < inner.bottom - 1 else { continue }
      let settings = layer.rows[row]
      let isMuted = settings.isMuted
      drawRowName(
        row, rowNames[row], Area(x: names.x, y: y, width: names.width - 4, height: height), in: area, &pass)
      for step in 0..<shownSteps {
        let place = Area(x: inner.x + Float(step) * width - state.scrollX, y: y, width: width, height: height)
        guard place.right > inner.x + 1, place.x < inner.right - 1 else { continue }
        drawCell(
          shownCell(step, row), at: place, in: inner, step, row, rowNames[row], ink, isMoving: step == moving,
          isMuted || step < settings.first || step > settings.last,
          isSelected: isSelected?.steps.contains(step) ?? false && isSelected?.rows.contains(row) ?? false,
          &pass)
      }
    }
    if moving >= 0 {
      let x = inner.x + Float(moving) * width - state.scrollX
      if x >= inner.x - 1, x + width <= inner.right + 1 {
        pass.list.fill(Area(x: x, y: inner.y - 4, width: width, height: 2), look[.border])
        // The progress of the step.
        pass.list.fill(
          Area(x: x, y: inner.y - 4, width: width * (column - Float(moving)), height: 2), look[.text])
      }
    }
    if state.canScroll {
      pass.list.append(.unclip)
      drawScrollMarks(&pass, inner, wide, high)
    }
  }

  /// Keeps the cell that the keyboard reaches in view: after a key by scrolling, otherwise by choosing another one.
  private mutating func seekCursor(in area: Area, _ width: Float, _ height: Float) {
    state.cursor = (
      min(state.cursor.step, shownSteps - 1), min(state.cursor.row, shownLayer.rowCount - 1)
    )
    let high = height * Float(shownLayer.rowCount)
    let (x, y) = (Float(state.cursor.step) * width, high - Float(state.cursor.row + 1) * height)
    if state.isCursorSought {
      state.isCursorSought = false
      state.scrollX = min(max(state.scrollX, x + width - area.width), x)
      state.scrollY = min(max(state.scrollY, y + height - area.height), y)
      return
    }
    if x + 2 < state.scrollX || x + 2 > state.scrollX + area.width {
      state.cursor.step = min(shownSteps - 1, Int((state.scrollX / width).rounded(.up)))
    }
    if y + 2 < state.scrollY || y + height - 2 > state.scrollY + area.height {
      let row = Int(((high - state.scrollY - area.height) / height).rounded(.up))
      state.cursor.row = min(max(0, row), shownLayer.rowCount - 1)
    }
  }

  /// The steps and rows that are selected.
  private var selection: (steps: ClosedRange<Int>, rows: ClosedRange<Int>) {
    let (cursor, anchor) = (state.cursor, state.anchor ?? state.cursor)
    return (
      min(cursor.step, anchor.step)...max(cursor.step, anchor.step),
      min(cursor.row, anchor.row)...max(cursor.row, anchor.row)
    )
  }

  /// Where the part that is seen lies in the whole.
  private func drawScrollMarks(_ pass: inout ScreenPass, _ area: Area, _ wide: Float, _ high: Float) {
    if wide > area.width + 1 {
      pass.list.fill(
        Area(
          x: area.x + area.width * state.scrollX / wide, y: area.bottom + 1,
          width: area.width * area.width / wide, height: 3), look[.strong], radius: 1.5)
    }
    if high > area.height + 1 {
      pass.list.fill(
        Area(
          x: area.right + 1, y: area.y + area.height * state.scrollY / high, width: 3,
          height: area.height * area.height / high), look[.strong], radius: 1.5)
    }
  }

  /// The name of a row, which chooses it.
  private func drawRowName(
    _ row: Int, _ name: [UInt8], _ place: Area, in area: Area, _ pass: inout ScreenPass
  ) {
    let seen = Area(
      x: place.x, y: max(place.y, area.y), width: place.width,
      height: min(place.bottom, area.bottom) - max(place.y, area.y))
    let settings = shownLayer.rows[row]
    let isOn = row == state.row && state.page == .row
    let mark = pass.add(
      ScreenControl(
        role: .item, name: ("row \(row + 1), \(name)" as UTF8Text).bytes,
        value: UTF8Text(settings.isMuted ? "muted" : settings.isSolo ? "solo" : "").bytes, area: seen,
        action: .row(row), isOn: isOn, hasFocus: row == state.cursor.row))
    if isOn || mark.isChosen { pass.list.fill(place.inset(0, 1), look[isOn ? .chosen : .pane], radius: 4) }
    if place.height >= 11 {
      pass.text(
        name, in: place.inset(3, 0), look[isOn ? .text : .faint],
        size: min(look.small, max(9, place.height * 0.8)), settings.isSolo ? .semibold : .regular, .right)
    }
    if settings.isMuted {
      pass.list.line(place.x + 4, place.middleY, place.right - 2, place.middleY, look[.faint], width: 1)
    }
    if mark.isFocused { pass.focusRing(seen) }
  }

  private func drawCell(
    _ cell: GridCell, at place: Area, in area: Area, _ step: Int, _ row: Int, _ rowName: [UInt8], _ ink: Ink,
    isMoving: Bool, _ isMuted: Bool, isSelected: Bool, _ pass: inout ScreenPass
  ) {
    let gap: Float = place.width > 14 && place.height > 14 ? 1.5 : 0.75
    let inner = place.inset(gap, gap)
    let radius = min(4, inner.width / 4, inner.height / 4)
    // Only what is seen can be pressed.
    let (left, top) = (max(place.x, area.x), max(place.y, area.y))
    let seen = Area(
      x: left, y: top, width: min(place.right, area.right) - left,
      height: min(place.bottom, area.bottom) - top)
    let mark = pass.add(
      ScreenControl(
        role: .cell, name: Self.cellName(step, rowName),
        value: (cell.isOn ? "on, velocity \(velocity(of: cell))" : "off" as UTF8Text).bytes, area: seen,
        action: .cell(step: step, row: row), isOn: cell.isOn,
        hasFocus: step == state.cursor.step && row == state.cursor.row, gesture: .edits))
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
          x + wide - (isLast ? 0 : 1.5) + longer, place.x + Float(shownSteps - step) * place.width - gap)
        pass.list.fill(
          Area(x: x, y: inner.y, width: max(1.5, end - x), height: inner.height), shown, radius: radius)
      }
      if isMoving { pass.list.frame(inner, look[.text], width: 1.5, radius: radius) }
      drawMarks(of: cell, in: inner, on: shown, &pass)
    }
    if mark.isChosen || isSelected {
      pass.list.frame(inner, look[isSelected ? .focus : .strong], width: 1, radius: radius)
    }
    if mark.isFocused { pass.focusRing(inner) }
  }

  /// The conditions of a cell, as figures and letters.
  private func conditionWords(of cell: GridCell) -> UTF8Text {
    var words: UTF8Text = cell.of > 1 ? "\(Int(cell.nth)):\(Int(cell.of))" : ""
    func add(_ more: UTF8Text) { words = words.bytes.isEmpty ? more : "\(words) \(more)" }
    switch cell.moment {
    case .always: break
    case .fill: add("F")
    case .noFill: add("!F")
    }
    if let relation = cell.relation {
      let part: UTF8Text = relation.part == .row ? "R" : "T"
      let sign: UTF8Text = relation.plays ? "" : "!"
      add("\(sign)\(part)\(Int(relation.number) + 1)")
    }
    return words
  }

  /// Chance as a small bar at the lower edge, conditions as figures.
  private func drawMarks(of cell: GridCell, in place: Area, on ground: Ink, _ pass: inout ScreenPass) {
    let ink = [look[.background], look[.text]].max { $0.contrast(with: ground) < $1.contrast(with: ground) }
    guard let ink, place.width > 16, place.height > 10 else { return }
    if cell.probability < 100 {
      let bar = Area(x: place.x + 4, y: place.bottom - 4, width: place.width - 8, height: 2)
      pass.list.fill(bar, ink.faded(0.35))
      pass.list.fill(
        Area(x: bar.x, y: bar.y, width: bar.width * Float(cell.probability) / 100, height: 2), ink)
    }
    let text = conditionWords(of: cell).bytes
    if !text.isEmpty && ink.contrast(with: ground) >= 4.5 {
      pass.text(text, in: place, ink, size: min(look.small, place.height * 0.7), .semibold, .middle)
    }
  }

  func velocity(of cell: GridCell) -> Int { cell.velocity == 0 ? shownLayer.velocity : Int(cell.velocity) }

  // Patterns and tools.

  /// The rows of patterns: two where a row would have no room for the numbers.
  private func patternRows(in width: Float) -> Int {
    width / Float(shownLayer.patterns.count) < 1.6 * look.text ? 2 : 1
  }

  /// The height of the patterns.
  func patternsHeight(in width: Float) -> Float { look.target * Float(patternRows(in: width)) }

  func drawPatterns(_ pass: inout ScreenPass, _ area: Area, _ indent: Float) {
    var below = area
    _ = below.cutLeft(indent)
    let layer = shownLayer
    let rows = patternRows(in: below.width)
    let width = below.width / Float(layer.patterns.count / rows)
    var rest = below
    let ink = look.track(state.layer)
    let playing = isStopped(state.layer) ? -1 : playingPattern(state.layer)
    for index in layer.patterns.indices {
      if index % (layer.patterns.count / rows) == 0 { rest = below.cutTop(look.target) }
      let place = rest.cutLeft(width).inset(min(2, width * 0.05), rows == 1 ? 0 : 2)
      let isShown = index == shownPattern
      let isPlaying = index == playing
      let isQueued = !isPlaying && index == state.waiting[state.layer]
      let isFull = !layer.patterns[index].isEmpty
      let mark = pass.add(
        ScreenControl(
          role: .button, name: ("pattern \(index + 1)" as UTF8Text).bytes,
          value: UTF8Text(isPlaying ? "plays" : isQueued ? "waits" : isFull ? "" : "empty").bytes,
          area: place, action: .pattern(index), isOn: isShown))
      pass.list.fill(
        place, isPlaying ? look.tint(ink, 0.4) : isFull ? look[.chosen] : look[.pane], radius: look.radius)
      if isShown || isQueued || mark.isChosen {
        pass.list.frame(place, isShown ? ink : look[.strong], width: isShown ? 2 : 1, radius: look.radius)
      }
      pass.text(
        ("\(index + 1)" as UTF8Text).bytes, in: place, look[isFull || isPlaying ? .text : .faint],
        size: look.small, isPlaying ? .semibold : .regular, .middle)
      // The playing pattern has a triangle, the shown pattern a frame.
      if isPlaying {
        let size = min(8, place.width / 4)
        Icon.play.draw(into: &pass.list, x: place.x + size, y: place.y + size, size: size, look[.text])
      }
      if isQueued {
        pass.list.fill(
          Area(x: place.x + 4, y: place.y + 3, width: place.width - 8, height: 3), ink, radius: 1.5)
      }
      if mark.isFocused { pass.focusRing(place) }
    }
  }

  func drawTools(_ pass: inout ScreenPass, _ area: Area, isWide: Bool) {
    var rest = area
    if isWide { _ = rest.cutLeft(rowNameWidth) }
    let size = look.small
    func width(_ text: [UInt8]) -> Float { TextMetrics.width(text, size: size, .semibold) + 16 }
    let follow = UTF8Text("Follow").bytes
    let place = rest.cutRight(width(follow))
    pass.list.frame(place, look[.border], radius: look.radius)
    pass.button(place, follow, .follow, role: .toggle, isOn: state.follows, size: size)
    _ = rest.cutRight(4)
    let fillIn = UTF8Text("Fill-in").bytes
    let fillPlace = rest.cutRight(width(fillIn))
    pass.list.frame(fillPlace, look[.border], radius: look.radius)
    pass.button(fillPlace, fillIn, .fillIn, role: .toggle, isOn: isFilling, size: size)
    _ = rest.cutRight(4)
    if model.grid.isSimple {
      let less = UTF8Text("Less").bytes
      let place = rest.cutRight(width(less))
      pass.list.frame(place, look[.border], radius: look.radius)
      pass.button(place, less, .less, size: size)
      _ = rest.cutRight(4)
    }
    if !isWide {
      let place = rest.cutRight(width(UTF8Text("Options").bytes))
      pass.list.frame(place, look[.border], radius: look.radius)
      pass.button(
        place, UTF8Text("Options").bytes, state.isPageOpen ? .cells : .page(state.page), role: .toggle,
        isOn: state.isPageOpen, size: size)
      _ = rest.cutRight(4)
    }
    let tools = GridTool.allCases
    let names = tools.map { UTF8Text($0.title).bytes }
    let wanted = names.map { max(look.target + 4, width($0)) + 4 }
    // Tools without space are hidden: a narrow window has all of them on the page *Song*.
    for (index, tool) in tools.enumerated() where rest.width >= wanted[index] {
      let place = rest.cutLeft(wanted[index]).inset(2, 0)
      pass.list.frame(place, look[.border], radius: look.radius)
      pass.button(place, names[index], .tool(tool), size: size)
    }
  }
}
