// *Table*: the objects that lie on the table, as recognition sees them; the library; and a table that hands
// simulate. Any thread.
import Lanes
import Paint
import PanelModel
import Text
import Toolkit

extension PerformanceScreens {
  private typealias Point = ViewModel.Table.Point

  mutating func drawTable(_ pass: inout ScreenPass, in area: Area) {
    if table.isEmpty, let size = model.table.size, size.x > 0, size.y > 0 { table.size = size }
    var rest = area.inset(look.gap * 2, look.gap)
    drawTableHead(&pass, rest.cutTop(look.target))
    _ = rest.cutTop(look.gap)
    if !model.table.isSized { drawNoSize(&pass, &rest) }
    if let kept = table.kept, let index = model.table.library.firstIndex(where: { $0.name == kept }) {
      (table.chosen, table.kept) = (index, nil)
    }
    let isWide = rest.width > 1.1 * rest.height
    var side: Area
    if isWide {
      side = rest.cutRight(min(380, max(230, rest.width * 0.28)))
      _ = rest.cutRight(look.gap * 2)
    } else {
      let high = min(rest.width * table.size.y / table.size.x, rest.height * 0.6)
      side = rest
      rest = side.cutTop(high)
      _ = side.cutTop(look.gap)
    }
    // The text about the chosen object is below the table.
    let said = Float(2) * look.text * 1.7
    var below = isWide ? rest.cutBottom(said) : side.cutTop(said)
    let frame = TableFrame(table.size, in: rest)
    if isWide { below.y = frame.area.bottom + look.gap }
    drawChosen(&pass, below)
    drawSurface(&pass, frame)
    if let scan = model.table.scan { drawScan(scan, &pass, in: side) } else { drawObjects(&pass, in: side) }
  }

  private func drawTableHead(_ pass: inout ScreenPass, _ area: Area) {
    var rest = area
    func button(_ name: StaticString, _ action: TableAction, isOn: Bool = false, _ rest: inout Area) {
      let text = UTF8Text(name).bytes
      let place = rest.cutLeft(TextMetrics.width(text, size: look.small, .semibold) + 22)
      pass.list.frame(place, look[.border], radius: look.radius)
      pass.button(
        place, text, .table(action), role: action == .scan ? .toggle : .button, isOn: isOn, size: look.small)
      _ = rest.cutLeft(look.gap)
    }
    button("Scan", .scan, isOn: model.table.scan != nil, &rest)
    if let object = table.chosen, table.piece(object) != nil {
      button("Turn", .turn, &rest)
      button("Lift", .lift, &rest)
    }
    if table.pieces.count > 1 { button("Lift all", .liftAll, &rest) }
    pass.text(tableWords, in: rest.inset(look.gap, 0), look[.faint], size: look.small)
  }

  /// Without the size of a surface, nothing is recognized but what is put down here.
  private func drawNoSize(_ pass: inout ScreenPass, _ column: inout Area) {
    pass.words(
      UTF8Text("No surface has a size yet: real objects are recognized once it is known.").bytes, .warning,
      in: &column)
    let name = UTF8Text("Set the size of a surface").bytes
    let place = column.cutTop(look.target)
    let width = TextMetrics.width(name, size: look.small, .semibold) + 28
    let button = Area(x: place.x, y: place.y, width: min(width, place.width), height: place.height)
    pass.list.frame(button, look[.border], radius: look.radius)
    pass.button(button, name, .table(.settings), size: look.small)
    _ = column.cutTop(look.gap)
  }

  /// The instructions.
  private var tableWords: [UInt8] {
    if !model.table.isKnown { return UTF8Text("Waiting for the plugin…").bytes }
    if model.table.library.isEmpty { return [] }
    if table.pieces.isEmpty {
      return UTF8Text("Press an object to put it down here, or put a real one on your table.").bytes
    }
    return UTF8Text("Drag it; two fingers, the wheel or the handle turn it; off the table it is lifted.")
      .bytes
  }

  // The table.

  private func drawSurface(_ pass: inout ScreenPass, _ frame: TableFrame) {
    let area = frame.area
    _ = pass.add(
      ScreenControl(
        role: .surface, name: UTF8Text("Table").bytes, area: area, action: .table(.surface), hasFocus: false,
        gesture: .plays))
    pass.list.fill(area, look[.pane], radius: look.radius)
    pass.list.append(.clip(area))
    // A line each 10 cm.
    for line in 1..<max(2, Int(table.size.x / 100) + 1) {
      let x = frame.point(Point(Float(line) * 100, 0)).x
      pass.list.line(x, area.y, x, area.bottom, look[.line])
    }
    for line in 1..<max(2, Int(table.size.y / 100) + 1) {
      let y = frame.point(Point(0, Float(line) * 100)).y
      pass.list.line(area.x, y, area.right, y, look[.line])
    }
    for piece in table.pieces { drawPiece(piece, &pass, frame) }
    for detected in model.table.objects { drawDetected(detected, &pass, frame) }
    for touch in model.table.touches {
      let (x, y) = frame.point(touch.at)
      let radius = max(4, 5 * frame.scale)
      if touch.isPad {
        pass.list.disc(x, y, radius: radius, look[.background].faded(0.5))
        pass.list.ring(x, y, radius: radius, look[.text].faded(0.8), width: 1.5)
      } else {
        pass.list.disc(x, y, radius: radius, look[.hand])
      }
    }
    if let handle = handlePlace(frame), let index = table.piece(handle.object) {
      let (x, y) = frame.point(table.pieces[index].at)
      pass.list.line(x, y, handle.x, handle.y, look[.hand], width: 1.5)
      pass.list.disc(handle.x, handle.y, radius: 8, look[.background])
      pass.list.ring(handle.x, handle.y, radius: 8, look[.hand], width: 2)
    }
    for detected in model.table.objects { drawLabel(detected, &pass, frame) }
    pass.list.append(.unclip)
    pass.list.frame(area, look[.strong], width: 2, radius: look.radius)
    drawScale(&pass, frame)
  }

  private func drawScale(_ pass: inout ScreenPass, _ frame: TableFrame) {
    let area = frame.area
    guard area.width > 300, model.table.objects.isEmpty, table.isEmpty else { return }
    let text: UTF8Text = "\(Int(table.size.x.rounded())) × \(Int(table.size.y.rounded())) mm"
    var place = area.inset(10, 6)
    place = place.cutBottom(look.small * 1.6)
    let width = TextMetrics.width(text.bytes, size: look.small) + 12
    let box = Area(x: place.x, y: place.y, width: width, height: place.height)
    pass.list.fill(box, look[.background], radius: 4)
    pass.text(text.bytes, in: box, look[.faint], size: look.small, .regular, .middle)
  }

  private func corners(
    _ points: [Point], _ at: Point, _ turns: Float, _ frame: TableFrame
  ) -> [(x: Float, y: Float)] {
    points.map { frame.point(TableState.place($0, at, turns)) }
  }

  /// Draws an object that was put down: its outline and its pads.
  private func drawPiece(_ piece: TableState.Piece, _ pass: inout ScreenPass, _ frame: TableFrame) {
    guard model.table.library.indices.contains(piece.object) else { return }
    let definition = model.table.library[piece.object]
    let outline = corners(definition.shape, piece.at, piece.turns, frame)
    pass.list.polygon(outline, look[.chosen])
    pass.list.lines(outline, look[table.chosen == piece.object ? .hand : .strong], width: 1.5, closed: true)
    for pad in corners(definition.pads, piece.at, piece.turns, frame) {
      pass.list.ring(pad.x, pad.y, radius: max(5, 6 * frame.scale), look[.border], width: 1.5)
    }
  }

  /// Draws the recognized objects.
  private func drawDetected(
    _ detected: ViewModel.Table.DetectedObject, _ pass: inout ScreenPass, _ frame: TableFrame
  ) {
    let definition = model.table.library[detected.object]
    let ink = look.accent(detected.object)
    let isFollowed = detected.pads > 1
    let outline = corners(definition.shape, detected.at, detected.turns, frame)
    pass.list.polygon(outline, look.tint(ink, isFollowed ? 0.34 : 0.14))
    pass.list.lines(outline, isFollowed ? ink : ink.faded(0.6), width: isFollowed ? 2.5 : 1.5, closed: true)
    // The direction: from the centroid to the front.
    let (from, to) = (
      frame.point(detected.at),
      frame.point(TableState.place(Point(definition.reach * 0.8, 0), detected.at, detected.turns))
    )
    pass.list.line(from.x, from.y, to.x, to.y, ink, width: 2)
    pass.list.disc(to.x, to.y, radius: 4, ink)
  }

  /// Name and angle below the object.
  private func drawLabel(
    _ detected: ViewModel.Table.DetectedObject, _ pass: inout ScreenPass, _ frame: TableFrame
  ) {
    let definition = model.table.library[detected.object]
    let lowest = corners(definition.shape, detected.at, detected.turns, frame).map { $0.y }.max() ?? 0
    let x = frame.point(detected.at).x
    var text: UTF8Text = "\(definition.name)  \(Self.degrees(detected.turns))°"
    if !(detected.state == UTF8Text("lies").bytes) { text += "  \(detected.state)" }
    let width = TextMetrics.width(text.bytes, size: look.small, .semibold) + 14
    let height = look.small * 1.6
    let box = Area(
      x: min(max(x - width / 2, frame.area.x + 2), max(frame.area.x + 2, frame.area.right - width - 2)),
      y: min(lowest + 5, frame.area.bottom - height - 2), width: width, height: height)
    pass.list.fill(box, look[.background], radius: 4)
    pass.text(text.bytes, in: box, look[.text], size: look.small, .semibold, .middle)
  }

  static func degrees(_ turns: Float) -> Int { Int((turns * 360).rounded()) % 360 }

  // The library.

  /// Draws the chosen object.
  private func drawChosen(_ pass: inout ScreenPass, _ area: Area) {
    guard let object = table.chosen ?? model.table.objects.first?.object,
      model.table.library.indices.contains(object)
    else { return }
    let definition = model.table.library[object]
    var rest = area
    var line: UTF8Text = "\(definition.name)"
    if let number = token(of: object) { line += ", token \(number)" }
    line += ": sides \(Self.sides(definition)) mm"
    if let detected = model.table.objects.first(where: { $0.object == object }) {
      let tolerance: UTF8Text = ", tolerance \(ValueText.fixed(detected.tolerance, decimals: 1)) mm"
      if TextMetrics.width(line.bytes + tolerance.bytes, size: look.text) <= area.width { line += tolerance }
    }
    pass.text(line.bytes, in: rest.cutTop(look.text * 1.7), look[.text], size: look.text)
    guard definition.seen.count == 5 else { return }
    let seen = definition.seen
    var counts: UTF8Text = "recognized \(seen[0]), lifted \(seen[1]), filtered \(seen[2])"
    let pads: UTF8Text = ", pads lost \(seen[3]), found again \(seen[4])"
    if TextMetrics.width(counts.bytes + pads.bytes, size: look.small) <= area.width { counts += pads }
    pass.text(counts.bytes, in: rest.cutTop(look.text * 1.7), look[.faint], size: look.small)
  }

  /// The token of an object: the one that has its place, or the one that it asks for.
  private func token(of object: Int) -> Int? {
    if let detected = model.table.objects.first(where: { $0.object == object }) {
      let at = Point(detected.at.x / table.size.x, detected.at.y / table.size.y)
      func away(_ piece: LivePicture.Piece) -> Float {
        max((piece.x - at.x).magnitude, (piece.y - at.y).magnitude)
      }
      if let nearest = model.live.pieces.min(by: { away($0) < away($1) }), away(nearest) < 0.02 {
        return nearest.slot
      }
    }
    return model.table.library[object].number
  }

  private static func sides(_ definition: ViewModel.Table.Definition) -> UTF8Text {
    var text: UTF8Text = ""
    for (index, side) in definition.sides.enumerated() {
      text += index == 0 ? "\(Int(side.rounded()))" : " · \(Int(side.rounded()))"
    }
    return text
  }

  private mutating func drawObjects(_ pass: inout ScreenPass, in area: Area) {
    if model.table.library.isEmpty { return drawNoObjects(&pass, area) }
    let columns = max(1, Int(area.width / 270))
    let height = max(look.target * 1.5, look.text * 3.4) + 6
    let width = (area.width - 8) / Float(columns)
    let rows = (model.table.library.count + columns - 1) / columns
    let content = Float(rows) * height
    pass.beginScrolling(&table.scroll, of: content, in: area)
    for index in model.table.library.indices {
      let place = Area(
        x: area.x + Float(index % columns) * width,
        y: area.y + Float(index / columns) * height - table.scroll,
        width: width - (columns > 1 ? look.gap : 0), height: height - 6)
      drawObject(index, &pass, place, seen: area)
    }
    pass.endScrolling(table.scroll, of: content, in: area)
  }

  private func drawObject(_ index: Int, _ pass: inout ScreenPass, _ place: Area, seen: Area) {
    let definition = model.table.library[index]
    let detected = model.table.objects.first { $0.object == index }
    let isHere = table.piece(index) != nil
    var control = ScreenControl(
      role: .item, name: definition.name,
      value: detected.map { $0.state } ?? UTF8Text(isHere ? "put down" : "away").bytes, area: place,
      action: .table(.put(index)), isOn: isHere)
    let isSeen = control.cut(to: seen)
    let mark = pass.add(control)
    if !isSeen { return }
    pass.list.fill(place, look[isHere || mark.isChosen ? .chosen : .pane], radius: look.radius)
    var inner = place.inset(8, 4)
    let picture = inner.cutLeft(inner.height)
    _ = inner.cutLeft(10)
    let scale = picture.width / 2 / definition.reach
    let ink = detected == nil ? look[.faint] : look.accent(index)
    func at(_ point: Point) -> (x: Float, y: Float) {
      (picture.middleX + point.x * scale, picture.middleY - point.y * scale)
    }
    let outline = definition.shape.map { at($0) }
    if detected != nil { pass.list.polygon(outline, look.tint(ink, 0.3)) }
    pass.list.lines(outline, ink, width: 1.5, closed: true)
    for pad in definition.pads {
      let (x, y) = at(pad)
      pass.list.disc(x, y, radius: 2.5, ink)
    }
    let state = detected.map { $0.state } ?? (isHere ? UTF8Text("put down").bytes : [])
    var upper = inner.cutTop(inner.height / 2)
    let stateWidth = TextMetrics.width(state, size: look.small) + 4
    pass.text(
      state, in: upper.cutRight(stateWidth), look[detected == nil ? .faint : .text], size: look.small,
      .regular,
      .right)
    pass.text(definition.name, in: upper, look[.text], size: look.text, .semibold)
    var words: UTF8Text = "\(Self.sides(definition)) mm"
    if let detected {
      let (x, y) = (Int(detected.at.x.rounded()), Int(detected.at.y.rounded()))
      words = "\(Self.degrees(detected.turns))°  at \(x), \(y) mm  \(detected.pads) pads"
    }
    pass.text(words.bytes, in: inner, look[mark.isChosen || isHere ? .text : .faint], size: look.small)
    if mark.isFocused { pass.focusRing(place) }
  }

  private func drawNoObjects(_ pass: inout ScreenPass, _ area: Area) {
    guard model.table.isKnown else { return }
    var column = area
    pass.words(
      UTF8Text("No objects are known. Their definitions lie in ~/.local/share/tactus/tangibles.").bytes,
      .text, in: &column, limit: 4)
    _ = column.cutTop(look.gap)
    let name = UTF8Text("Take the cards of Tactus").bytes
    let width = TextMetrics.width(name, size: look.small, .semibold) + 28
    let place = column.cutTop(look.target)
    let button = Area(x: place.x, y: place.y, width: min(width, place.width), height: place.height)
    pass.list.frame(button, look[.border], radius: look.radius)
    pass.button(button, name, .table(.takeCards), size: look.small)
  }
}
