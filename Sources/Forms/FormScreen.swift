// *Patch* and *Details*: every key of the document, drawn from its form. Any thread.
import Controls
import Grids
import Matrix
import Paint
import PanelModel
import Patches
import Text
import Toolkit

extension FormEditor {
  /// Draws the whole form, with its sections.
  public mutating func draw(_ pass: inout ScreenPass, in area: Area) {
    refresh()
    var rest = area.inset(look.gap * 2, look.gap)
    let root = model.plugin == .touch ? PatchDocument.form : GridDocument.form
    // A part's name needs a line; a phone has no column for them, and opens parts from the page.
    let parts = root.fields.filter { Self.opens($0.form) }.count + 1
    let hasColumn = rest.width > 560 && rest.height >= Float(parts) * look.text
    if hasColumn {
      var column = rest.cutLeft(min(190, rest.width * 0.25))
      _ = rest.cutLeft(look.gap * 2)
      drawSections(root.fields, &pass, &column)
    }
    state.tunings.area = Area(x: 0, y: 0, width: 0, height: 0)
    if state.sounds != nil { return drawSounds(&pass, in: rest) }
    // The open element may be gone.
    while !state.path.isEmpty, resolve(state.path[...]) == nil { state.path.removeLast() }
    if state.path.count > 1 || rest.x < area.x + 60 && !state.path.isEmpty {
      drawPath(&pass, rest.cutTop(look.target))
      _ = rest.cutTop(look.gap)
    }
    if model.plugin == .touch, state.path == [.key(PatchKey.tuning.bytes)],
      let open = resolve(state.path[...]), case .object(let object) = open.field.form
    {
      return drawTuning(object.fields, open.json, &pass, in: rest)
    }
    state.scroll = min(max(0, state.scroll), state.most)
    var rows = RowLayout(rest, state.scroll)
    drawPage(&pass, &rows, listsParts: !hasColumn)
    state.most = max(0, rows.height - rest.height)
    rest.width += 8
    pass.list.scrollBar(state.scroll, of: rows.height, in: rest, look)
    pass.scrolled = rest
  }

  /// The keys of the document: first all that are one value, then one for each that has more in it.
  private func drawSections(_ fields: [DocumentField], _ pass: inout ScreenPass, _ column: inout Area) {
    let parts = fields.filter { Self.opens($0.form) }
    let height = min(look.target + 2, column.height / Float(parts.count + 1))
    func tab(_ name: [UInt8], _ path: [PathStep]) {
      let place = column.cutTop(height).inset(0, 1)
      let isOn = state.path.first == path.first
      let mark = pass.add(
        ScreenControl(role: .tab, name: name, area: place, action: .field(.open, path), isOn: isOn))
      if isOn || mark.isChosen { pass.list.fill(place, look[isOn ? .chosen : .pane], radius: look.radius) }
      pass.text(
        name, in: place.inset(10, 0), look[isOn ? .text : .faint], size: nil, isOn ? .semibold : .regular)
      if mark.isFocused { pass.focusRing(place) }
    }
    tab(UTF8Text("General").bytes, [])
    for field in parts { tab(Self.title(of: field), [.key(field.key)]) }
  }

  /// Where the open part stands: each step opens what it names.
  private func drawPath(_ pass: inout ScreenPass, _ line: Area) {
    var rest = line
    for depth in 0...state.path.count {
      let path = Array(state.path[..<depth])
      let name = depth == 0 ? UTF8Text("All").bytes : title(at: path)
      let width = TextMetrics.width(name, size: look.text, .semibold) + 20
      guard rest.width > width + 16 else { return }
      pass.button(
        rest.cutLeft(max(width, look.target)), name, .field(.open, path), isOn: depth == state.path.count)
      if depth < state.path.count {
        Icon.next.draw(into: &pass.list, x: rest.cutLeft(14).middleX, y: line.middleY, size: 9, look[.faint])
      }
    }
  }

  /// Whether a value has a page of its own.
  static func opens(_ form: DocumentForm) -> Bool {
    switch form {
    case .object, .list: true
    case .tuple(let fields): fields.contains { opens($0.form) }
    default: false
    }
  }

  // Names.

  public static func title(of field: DocumentField) -> [UInt8] {
    if !UTF8Text(field.title).bytes.isEmpty { return ("\(field.title) \(field.key)" as UTF8Text).bytes }
    switch field.form {
    case .value(let parameter): return parameter.title
    case .object(let object) where !object.short.isEmpty && object.short == PatchKey.Setting.base.bytes:
      if let parameter = Parameter.allCases.first(where: { $0.spec.symbol.isText(field.key) }) {
        return parameter.title
      }
    case .toggle:
      if let object = SoundObject(field.key) {
        return UTF8Text(object.description.name).bytes
      }
    default: break
    }
    if field.key == PatchKey.user.symbol { return UTF8Text("Expressions").bytes }
    if field.key == PatchKey.drawn.symbol { return UTF8Text("Drawn LFOs").bytes }
    for short: StaticString in ["cc", "osc", "scl", "kbm"] where field.key == short {
      return field.key.map { $0 & 0xDF }
    }
    return Self.words(field.key)
  }

  /// A symbol as people read it: with a capital, without underlines.
  private static func words(_ symbol: [UInt8]) -> [UInt8] {
    var words = symbol.map { $0 == UInt8(ascii: "_") ? 32 : $0 }
    if let first = words.first, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first { words[0] = first & 0xDF }
    if words.starts(with: UTF8Text("Midi").bytes) {
      words.replaceSubrange(1..<4, with: UTF8Text("IDI").bytes)
    } else if words.starts(with: UTF8Text("Mpe").bytes) {
      words.replaceSubrange(1..<3, with: UTF8Text("PE").bytes)
    }
    return words
  }

  public func title(at path: [PathStep]) -> [UInt8] {
    guard let last = path.last, let field = resolve(path[...])?.field else { return [] }
    if case .index(let index) = last, field.key.isEmpty { return ("\(index + 1)" as UTF8Text).bytes }
    return Self.title(of: field)
  }

  // The page.

  private mutating func drawPage(_ pass: inout ScreenPass, _ rows: inout RowLayout, listsParts: Bool) {
    pass.list.append(.clip(rows.area))
    defer { pass.list.append(.unclip) }
    guard let open = resolve(state.path[...]) else { return }
    switch open.field.form {
    case .object(let object):
      if state.path.isEmpty {
        drawSteps(&pass, &rows)
        for field in object.fields where listsParts || !Self.opens(field.form) {
          drawField(field, document.member(field.key), [.key(field.key)], &pass, &rows)
        }
        return
      }
      if state.path == [.key(PatchKey.wavetable.bytes)] {
        drawButton("Choose a wavetable…", .sounds(.browse(state.path)), &pass, &rows)
      } else if Self.isSample(state.path) {
        drawButton("Choose another file…", .sounds(.browse(state.path)), &pass, &rows)
        drawZones(of: [open.json ?? JSON(.null)], at: [state.path], &pass, &rows)
      }
      for field in object.fields {
        let value = open.json.flatMap { Self.member(of: $0, field.key, object) }
        if object.isSparse && value == nil { continue }
        drawField(field, value, state.path + [.key(field.key)], &pass, &rows)
      }
      if state.path.count == 2, state.path[0] == .key(PatchKey.shapes.bytes) {
        drawShape(open.json, state.path + [.key(PatchKey.Shape.points.bytes)], &pass, &rows)
      }
      if object.isSparse { drawButton("Add a value", .field(.pick, state.path), &pass, &rows) }
    case .tuple(let fields):
      for (index, field) in fields.enumerated() {
        drawField(field, open.json?.value(at: [.index(index)]), state.path + [.index(index)], &pass, &rows)
      }
    case .list(let most, let new, let form):
      let all = open.json?.elements ?? []
      let isSamples = state.path == [.key(PatchKey.samples.bytes)] && model.plugin == .touch
      if isSamples {
        drawZones(of: all, at: all.indices.map { state.path + [.index($0)] }, &pass, &rows)
        if all.count < most {
          drawButton("Add a sample…", .sounds(.browse(state.path)), &pass, &rows)
        }
      }
      for (index, one) in all.enumerated() {
        drawElement(
          DocumentField([], form(index, one)), one, state.path + [.index(index)], of: all.count,
          isFixed: UTF8Text(new).bytes.isEmpty, &pass, &rows)
      }
      if all.count < most && !UTF8Text(new).bytes.isEmpty {
        drawButton("Add", .field(.add, state.path), &pass, &rows)
      }
      if state.path == [.key(PatchKey.snapshots.bytes)] && model.plugin == .touch {
        drawMorph(&pass, &rows)
      }
    default: break
    }
  }

  /// A comparison of two documents.
  private func drawSteps(_ pass: inout ScreenPass, _ rows: inout RowLayout) {
    guard var place = rows.next(look.target) else { return }
    func button(_ name: StaticString, _ action: FormAction, _ place: Area) {
      pass.list.frame(place, look[.border], radius: look.radius)
      pass.button(place, UTF8Text(name).bytes, action)
    }
    if !model.side.isEmpty {
      button("Keep this version", .step(.choose), place.cutRight((place.width - 4) / 2))
      _ = place.cutRight(4)
    }
    button("Compare (A/B)", .step(.compare), place)
  }

  private func drawMorph(_ pass: inout ScreenPass, _ rows: inout RowLayout) {
    if model.patch.snapshots.count < Program.snapshotLimit {
      drawButton("Take a snapshot", .keepSnapshot, &pass, &rows)
    }
    guard let place = rows.next(look.target) else { return }
    pass.bar(place, panel.value(of: .morph, .base), look[.sound], .morph)
  }

  /// The example of a shape, which is drawn anew by a stroke.
  private func drawShape(_ json: JSON?, _ path: [PathStep], _ pass: inout ScreenPass, _ rows: inout RowLayout)
  {
    guard var pad = rows.next(220) else { return }
    pad.width = min(pad.width, 360)
    let mark = pass.add(
      ScreenControl(
        role: .cell, name: UTF8Text("Redraw the shape").bytes, area: pad, action: .field(.draw, path),
        gesture: .edits))
    pass.list.fill(pad, look[.pane], radius: look.radius)
    pass.list.frame(pad, look[mark.isChosen ? .strong : .border], radius: look.radius)
    if mark.isFocused { pass.focusRing(pad) }
    let known = json?.member(PatchKey.Shape.points.bytes)?.elements.compactMap { point -> SIMD2<Float>? in
      let ends = point.elements.compactMap { $0.real }
      return ends.count == 2 ? SIMD2(Float(ends[0]), Float(ends[1])) : nil
    }
    let points = (state.line.isEmpty ? known ?? [] : state.line).map {
      (x: pad.x + $0.x * pad.width, y: pad.bottom - $0.y * pad.height)
    }
    pass.list.lines(points, look[.hand], width: 3)
    if let first = points.first { pass.list.disc(first.x, first.y, radius: 5, look[.hand]) }
  }

  private func drawButton(
    _ name: StaticString, _ action: FormAction, _ pass: inout ScreenPass, _ rows: inout RowLayout
  ) {
    guard let place = rows.next(look.target) else { return }
    pass.list.frame(place, look[.border], radius: look.radius)
    pass.button(place, UTF8Text(name).bytes, action)
  }

  /// Draws an element of a list: its text, and buttons that move and remove it.
  private mutating func drawElement(
    _ field: DocumentField, _ json: JSON, _ path: [PathStep], of count: Int, isFixed: Bool,
    _ pass: inout ScreenPass, _ rows: inout RowLayout
  ) {
    guard case .index(let index)? = path.last else { return }
    let side = max(24, look.target)
    var buttons: Area?
    let isSnapshot = path.count == 2 && path[0] == .key(PatchKey.snapshots.bytes)
    if !isFixed {
      buttons = rows.side(3 * side + (isSnapshot ? 150 : 0), look.target)
    }
    drawField(field, json, path, &pass, &rows, title: ("\(index + 1)" as UTF8Text).bytes)
    rows.isNarrow = 0
    guard var buttons else { return }
    if isSnapshot {
      pass.button(buttons.cutLeft(75), UTF8Text("Go to it").bytes, .snapshot(index), size: look.small)
      pass.button(buttons.cutLeft(75), UTF8Text("Replace").bytes, .storeSnapshot(index), size: look.small)
    }
    let (up, down) = (buttons.cutLeft(side), buttons.cutLeft(side))
    if index > 0 { pass.iconButton(up, .up, "Move up", .field(.up, path)) }
    if index < count - 1 { pass.iconButton(down, .down, "Move down", .field(.down, path)) }
    pass.iconButton(buttons.cutLeft(side), .close, "Remove", .field(.take, path))
  }
}
