// The bar above all screens: what is loaded, the tabs, undo and redo. Any thread.
import Paint
import PanelModel
import Text
import Toolkit

extension View {
  /// The names of the tabs, and their widths.
  private func tabs(size: Float, around: Float) -> (names: [[UInt8]], widths: [Float]) {
    let names = screens.map { UTF8Text($0.title).bytes }
    return (names, names.map { TextMetrics.width($0, size: size, .semibold) + around })
  }

  /// The size of the tabs' names in the bar, and the room around each. Nil: in the bar they would be cut, or
  /// leave no room for the document's name, so they stand in rows below it.
  private var tabsInBar: (size: Float, around: Float)? {
    // Both arrows, A/B, undo and redo, and a name of some ten letters.
    let beside = model.plugin == .scene ? 160 : 5 * look.target + 150
    func fit(_ size: Float, _ around: Float) -> Bool {
      tabs(size: size, around: around).widths.reduce(beside, +) <= width
    }
    if fit(look.text, 24) { return (look.text, 24) }
    return look.size != .finger && fit(look.small, 12) ? (look.small, 12) : nil
  }

  /// The number of rows of tabs below the bar; 0: they are in it.
  private var tabRows: Int {
    if tabsInBar != nil { return 0 }
    let least = tabs(size: look.small, around: 12).widths.reduce(0, +)
    return max(1, Int((least / max(1, width - 2 * look.gap)).rounded(.up)))
  }

  /// The height of the bar.
  var barHeight: Float { look.target * Float(1 + tabRows) + 2 * look.gap }

  mutating func drawBar(_ pass: inout ScreenPass, _ area: Area) {
    pass.list.line(area.x, area.bottom, area.right, area.bottom, look[.line])
    var rest = area.inset(look.gap, look.gap)
    let rows = tabRows
    if rows > 0 {
      var below = rest.cutBottom(look.target * Float(rows))
      drawTabs(&pass, &below, rows: rows)
    }
    let side = look.target
    // A scene has no document that is edited here.
    let hasDocument = model.plugin != .scene
    if hasDocument {
      pass.iconButton(
        rest.cutRight(side), .redo, "Redo", value: ports.canRedo(model) ? [] : model.redoTitle, .redo,
        isEnabled: model.canRedo || ports.canRedo(model))
      pass.iconButton(
        rest.cutRight(side), .undo, "Undo", value: ports.canUndo(model) ? [] : model.undoTitle, .undo,
        isEnabled: model.canUndo || ports.canUndo(model))
    }
    if hasDocument {
      let isCompared = !model.side.isEmpty
      pass.button(
        rest.cutRight(side + 8), isCompared ? model.side : UTF8Text("A/B").bytes, .step(.compare),
        role: .toggle, isOn: isCompared, size: look.small)
    }
    if let (size, around) = tabsInBar {
      let (names, widths) = tabs(size: size, around: around)
      var row = rest.cutRight(widths.reduce(0, +))
      for (index, screen) in screens.enumerated() {
        drawTab(&pass, row.cutLeft(widths[index]), names[index], screen, size: size)
      }
    }
    if !hasDocument {
      pass.text(model.scene.name, in: rest.inset(6, 0), look[.text], size: look.title, .semibold)
      _ = rest.cutLeft(TextMetrics.width(model.scene.name, size: look.title, .semibold) + 12)
      return drawMessage(&pass, beside: rest)
    }
    let hasLibrary = !model.library.isEmpty
    pass.iconButton(rest.cutLeft(side), .previous, "Previous", .neighbour(-1), isEnabled: hasLibrary)
    let name = model.documentName
    let width = TextMetrics.width(name, size: look.title, .semibold)
    let dot: Float = model.isEdited ? 12 : 0
    // A long name is cut, so that the arrow behind it and *Share* have room.
    let title = rest.cutLeft(min(width + 12 + dot, max(0, rest.width - 2 * side)))
    let value = model.isEdited ? ("\(name), changed" as UTF8Text).bytes : name
    let mark = pass.add(
      ScreenControl(
        role: .button, name: UTF8Text("Loaded").bytes, value: value, area: title, action: .screen(.library)))
    var inner = title.inset(6, 0)
    if model.isEdited {
      let place = inner.cutRight(dot)
      pass.list.disc(place.right - 4, place.middleY, radius: 4, look[.hand])
    }
    let isLong = TextMetrics.width(name, size: look.title, .semibold) > inner.width
    pass.text(name, in: inner, look[.text], size: isLong ? look.text : look.title, .semibold)
    if mark.isFocused { pass.focusRing(title) }
    pass.iconButton(rest.cutLeft(side), .next, "Next", .neighbour(1), isEnabled: hasLibrary)
    if rest.width >= side { pass.iconButton(rest.cutLeft(side), .share, "Share", .share) }
    drawMessage(&pass, beside: rest)
  }

  /// The message: in the bar, if there is room for all of its lines; otherwise over the lower edge of the screen, for a
  /// while.
  private mutating func drawMessage(_ pass: inout ScreenPass, beside rest: Area) {
    if model.message.isEmpty { return }
    let ink = look[model.isRefusal ? .warning : .faint]
    var place = rest.inset(look.gap, 0)
    // Two lines may stand closer together than elsewhere.
    let lineHeight = max(look.small * 1.3, min(look.small * 1.6, place.height / 2))
    let most = max(1, Int(place.height / lineHeight))
    let lines = TextMetrics.lines(
      model.message, size: look.small, in: place.width - revertWidth - 1, limit: most + 1)
    let widest = lines.reduce(0 as Float) { max($0, TextMetrics.width($1, size: look.small)) } + 1
    // A word that is too long would be cut.
    let isWhole = Array(lines.joined(separator: [0x20])) == model.message
    guard isWhole, lines.count <= most, widest + revertWidth <= place.width else {
      return isMessageLong = true
    }
    var left = place.cutLeft(widest)
    _ = left.cutTop((left.height - lineHeight * Float(lines.count)) / 2)
    for line in lines { pass.text(line, in: left.cutTop(lineHeight), ink, size: look.small) }
    drawRevert(&pass, place)
  }

  /// The width of a message's Undo button with its gap, or 0 without one.
  private var revertWidth: Float {
    model.revert == nil
      ? 0 : TextMetrics.width(Self.revertName, size: look.small, .semibold) + 16 + 2 * look.gap
  }
  private static var revertName: [UInt8] { UTF8Text("Undo").bytes }

  /// Draws the message's Undo button at the left of an area.
  private func drawRevert(_ pass: inout ScreenPass, _ place: Area) {
    guard model.revert != nil else { return }
    let height = min(place.height, look.target)
    let button = Area(
      x: place.x + look.gap, y: place.middleY - height / 2, width: revertWidth - look.gap, height: height)
    pass.list.frame(button.inset(2, 2), look[.border], radius: look.radius)
    pass.button(button.inset(2, 2), Self.revertName, .revert, size: look.small)
  }

  /// The message that found no room in the bar: near the lower edge of the screen where it covers no button, else where
  /// it covers nothing that is played, else over the bar.
  mutating func drawLongMessage(_ pass: inout ScreenPass, in area: Area) {
    messageArea = nil
    guard isMessageLong, !isMessageOld else { return }
    let room = area.width - 6 * look.gap - revertWidth
    var lineHeight = look.small * 1.6
    var lines = TextMetrics.lines(model.message, size: look.small, in: room, limit: 3)
    let widest = lines.reduce(0 as Float) { max($0, TextMetrics.width($1, size: look.small)) }
    let height = max(Float(lines.count) * lineHeight, model.revert == nil ? 0 : look.target) + 2 * look.gap
    let width = widest + revertWidth + 4 * look.gap
    var box = Area(
      x: area.middleX - width / 2, y: area.bottom - height - look.target - 2 * look.gap, width: width,
      height: height)
    if let place =
      freePlace(for: box, in: area, pass.controls.filter { Self.isPressed($0) || Self.isPlayed($0) })
      ?? freePlace(for: box, in: area, pass.controls.filter(Self.isPlayed))
    {
      box = place
    } else {
      // As high as the bar, so its lines stand closer.
      box = Area(x: look.gap, y: look.gap / 2, width: width, height: barHeight - look.gap)
      lineHeight = min(lineHeight, max(look.small * 1.2, box.height / Float(lines.count)))
      lines = Array(lines.prefix(Int(box.height / lineHeight)))
    }
    messageArea = box
    pass.list.fill(box, look[.pane], radius: look.radius)
    pass.list.frame(box, look[model.isRefusal ? .warning : .strong], radius: look.radius)
    var rest = box.inset(2 * look.gap, 0)
    drawRevert(&pass, rest.cutRight(revertWidth))
    _ = rest.cutTop((rest.height - Float(lines.count) * lineHeight) / 2)
    for line in lines {
      pass.text(
        line, in: rest.cutTop(lineHeight), look[model.isRefusal ? .warning : .text], size: look.small)
    }
  }

  /// Whether a control is pressed or dragged.
  private static func isPressed(_ control: ScreenControl) -> Bool {
    switch control.role {
    case .button, .toggle, .tab, .slider, .list, .text, .rotary: true
    case .surface, .item, .cell: false
    }
  }

  /// Whether a control is played: a surface, a key, a bar that moves a port.
  private static func isPlayed(_ control: ScreenControl) -> Bool {
    control.role == .surface || control.gesture == .plays || control.gesture == .surface
      || control.port != nil
  }

  /// The lowest place for a message that covers no control of some; nil: there is none.
  private func freePlace(for box: Area, in area: Area, _ controls: [ScreenControl]) -> Area? {
    var place = box
    while controls.contains(where: { $0.area.meets(place) }) {
      place.y -= look.gap
      if place.y < area.y + look.gap { return nil }
    }
    return place
  }

  private func drawTab(
    _ pass: inout ScreenPass, _ place: Area, _ name: [UInt8], _ screen: ScreenName, size: Float
  ) {
    pass.button(place, name, .screen(screen), role: .tab, isOn: screen == self.screen, size: size)
  }

  /// The tabs in rows as wide as the screen.
  private func drawTabs(_ pass: inout ScreenPass, _ area: inout Area, rows: Int) {
    let (names, wanted) = tabs(size: look.small, around: 12)
    let count = (screens.count + rows - 1) / rows
    for row in 0..<rows {
      let places = screens.indices.dropFirst(row * count).prefix(count)
      var line = area.cutTop(look.target)
      let scale = line.width / max(1, places.reduce(0) { $0 + wanted[$1] })
      for index in places {
        drawTab(&pass, line.cutLeft(wanted[index] * scale), names[index], screens[index], size: look.small)
      }
    }
  }
}
