// The widgets of a patch as Pd and DroidParty draw them. Any thread.
import Lanes
import Paint
import PanelModel
import SceneFiles
import Text
import Toolkit

extension SceneScreens {
  func drawWidget(_ index: Int, _ paper: ScenePaper, _ pass: inout ScreenPass) {
    let board = model.scene.board
    let widget = board.widgets[index]
    let state = board.states[index]
    let area = paper.area(widget.area)
    var drawing = WidgetDrawing(
      area: area, scale: paper.scale, ground: Ink(widget.background.code), front: Ink(widget.foreground.code))
    switch widget.kind {
    case .bang: drawing.bang(isStruck: isStruck(index), &pass.list)
    case .toggle: drawing.toggle(isOn: state.number != 0, &pass.list)
    case .slider(let axis, let range, _):
      drawing.slider(axis, range.position(of: state.number), &pass.list)
    case .dragNumber(let digits, _, _):
      drawing.dragNumber(WidgetDrawing.number(state.number, digits), size: widget.label?.size, &pass.list)
    case .radio(let axis, let cells): drawing.radio(axis, cells, chosen: Int(state.number), &pass.list)
    case .meter(let hasScale): drawing.meter(state.number, hasScale: hasScale, &pass.list)
    case .panel: pass.list.fill(area, drawing.ground)
    case .number(let digits, _, _):
      let text = WidgetDrawing.number(state.number, digits)
      widget.isOurs ? drawing.word(text, &pass.list) : drawing.box(text, isList: false, &pass.list)
    case .symbol: drawing.box(SceneValue.words(state.words).text, isList: false, &pass.list)
    case .list: drawing.box(SceneValue.words(state.words).text, isList: true, &pass.list)
    case .comment(let text): drawing.comment(text, &pass.list)
    case .display: drawing.word(SceneValue.words(state.words).text, &pass.list)
    case .knob(let range, let travel, _):
      drawing.knob(range.position(of: state.number), isRound: travel < 0, &pass.list)
    case .ribbon: drawing.ribbon(state.words, &pass.list)
    case .tapList(let words):
      let place = Int(state.number)
      drawing.word(words.indices.contains(place) ? words[place] : [], &pass.list)
    case .touchArea: drawing.touchArea(isHeld: self.state.drags.contains { $0.widget == index }, &pass.list)
    case .wordButton:
      if isStruck(index) { drawing.ground = Ink(0xb8b8b8) }
      drawing.word(widget.label?.text ?? [], &pass.list)
    case .loadSave, .menuBang, .panelSwitch: break
    }
    if let label = widget.label, widget.kind != .wordButton {
      WidgetDrawing.text(
        label.text, x: area.x + label.x * paper.scale, middle: area.y + label.y * paper.scale,
        size: label.size * paper.scale, Ink(label.colour.code), &pass.list)
    }
    if widget.isMoved { addWidget(index, area, on: paper, &pass) }
  }

  private func isStruck(_ widget: Int) -> Bool { state.flashes.contains { $0.widget == widget } }
}

/// The drawing of one widget.
struct WidgetDrawing {
  var area: Area
  /// Points of a pixel of the patch.
  var scale: Float
  var ground: Ink
  var front: Ink
  private var line: Float { max(1, scale) }
  private static var border: Ink { Ink(0x000000) }

  init(area: Area, scale: Float, ground: Ink, front: Ink) {
    (self.area, self.scale, self.ground, self.front) = (area, scale, ground, front)
  }

  private func square(_ area: Area, _ list: inout DrawList) {
    list.fill(area, ground)
    list.frame(area, Self.border, width: line)
  }

  func bang(isStruck: Bool, _ list: inout DrawList) {
    square(area, &list)
    let radius = max(1, min(area.width, area.height) / 2 - line)
    if isStruck { list.disc(area.middleX, area.middleY, radius: radius, front) }
    list.ring(area.middleX, area.middleY, radius: radius - line / 2, Self.border, width: line)
  }

  func toggle(isOn: Bool, _ list: inout DrawList) {
    square(area, &list)
    guard isOn else { return }
    let size = area.width / scale
    let width = (size >= 60 ? 3 : size >= 30 ? 2 : 1) * scale
    let inner = area.inset(line + width, line + width)
    list.line(inner.x, inner.y, inner.right, inner.bottom, front, width: max(1, width))
    list.line(inner.x, inner.bottom, inner.right, inner.y, front, width: max(1, width))
  }

  func slider(_ axis: SceneAxis, _ part: Float, _ list: inout DrawList) {
    if axis == .horizontal {
      // The knob reaches beyond both ends.
      square(
        Area(x: area.x - 3 * scale, y: area.y, width: area.width + 5 * scale, height: area.height), &list)
      let x = area.x + part * (area.width - scale) + scale / 2
      list.fill(
        Area(x: x - 1.5 * scale, y: area.y + line, width: 3 * scale, height: area.height - 2 * line), front)
    } else {
      square(
        Area(x: area.x, y: area.y - 2 * scale, width: area.width, height: area.height + 5 * scale), &list)
      let y = area.bottom - part * (area.height - scale) - scale / 2
      list.fill(
        Area(x: area.x + line, y: y - 1.5 * scale, width: area.width - 2 * line, height: 3 * scale), front)
    }
  }

  func radio(_ axis: SceneAxis, _ cells: Int, chosen: Int, _ list: inout DrawList) {
    let side = axis == .horizontal ? area.height : area.width
    for cell in 0..<cells {
      let offset = Float(cell) * side
      // Neighbours share a border.
      let place =
        axis == .horizontal
        ? Area(x: area.x + offset, y: area.y, width: side + line, height: side)
        : Area(x: area.x, y: area.y + offset, width: side, height: side + line)
      square(place, &list)
      if cell == chosen { list.fill(place.inset(side / 4, side / 4), front) }
    }
  }

  /// A box with a cut corner. Pd fills those of its number only.
  private func card(_ corner: Float, isList: Bool, isFilled: Bool, _ list: inout DrawList) {
    var points: [(x: Float, y: Float)] = [
      (area.x, area.y), (area.right - corner, area.y), (area.right, area.y + corner),
      (area.right, area.bottom), (area.x, area.bottom),
    ]
    if isList {
      points[3] = (area.right, area.bottom - corner)
      points.insert((area.right - corner, area.bottom), at: 4)
    }
    if isFilled { list.polygon(points, ground) }
    list.lines(points, Self.border, width: line, closed: true)
  }

  func dragNumber(_ text: [UInt8], size: Float?, _ list: inout DrawList) {
    card(area.height / 4, isList: false, isFilled: true, &list)
    let half = area.height / 2
    list.lines(
      [(area.x, area.y), (area.x + half, area.middleY), (area.x, area.bottom)], front, width: line)
    Self.text(
      text, x: area.x + half + 2 * scale, middle: area.middleY,
      size: min((size ?? 12) * scale, area.height * 0.9), front, width: area.width - half - 4 * scale, &list)
  }

  func box(_ text: [UInt8], isList: Bool, _ list: inout DrawList) {
    card(area.height / 4, isList: isList, isFilled: false, &list)
    Self.text(
      text, x: area.x + 3 * scale, middle: area.middleY, size: area.height * 0.64, Self.border,
      width: area.width - 6 * scale, &list)
  }

  /// DroidParty: a word in the middle of a box.
  func word(_ text: [UInt8], _ list: inout DrawList) {
    square(area, &list)
    let size = min(area.height * 0.6, 40 * scale)
    let fitted = TextMetrics.fitted(text, size: size, .semibold, in: area.width - 4 * scale)
    let width = TextMetrics.width(fitted, size: size, .semibold)
    Self.text(fitted, x: area.middleX - width / 2, middle: area.middleY, size: size, Self.border, &list)
  }

  /// The words in as many lines as Pd has, smaller where these letters are wider than Pd's.
  func comment(_ text: [UInt8], _ list: inout DrawList) {
    let lines = max(1, (area.height / scale / 16).rounded())
    var size = area.height / lines * 0.72
    var parts: [[UInt8]] = []
    let words = text.split(separator: 0x20).map { Array($0) }
    for _ in 0..<12 {
      parts = TextMetrics.lines(text, size: size, .semibold, in: max(area.width, 1), limit: 1000)
      let isWhole = words.allSatisfy { TextMetrics.width($0, size: size, .semibold) <= area.width }
      if isWhole, parts.count <= Int(lines) { break }
      size *= 0.95
    }
    for (index, part) in parts.enumerated() {
      let middle = area.y + (Float(index) + 0.5) * area.height / lines
      Self.text(part, x: area.x + 2 * scale, middle: middle, size: size, Self.border, &list)
    }
  }

  func knob(_ part: Float, isRound: Bool, _ list: inout DrawList) {
    let radius = min(area.width, area.height) / 2 - line
    list.disc(area.middleX, area.middleY, radius: radius, ground)
    list.ring(area.middleX, area.middleY, radius: radius, Self.border, width: line)
    let turns = isRound ? 0.25 + part : 0.375 + 0.75 * part
    let (cosine, sine) = (Scalar.sine(turns: turns + 0.25), Scalar.sine(turns: turns))
    list.append(
      .arc(
        x: area.middleX, y: area.middleY, radius: radius * 0.78, from: isRound ? 0.25 : 0.375,
        to: max(turns, (isRound ? 0.25 : 0.375) + 0.001)))
    list.append(.stroke(front, width: max(1, radius * 0.16), dash: 0))
    list.line(
      area.middleX, area.middleY, area.middleX + cosine * radius * 0.9, area.middleY + sine * radius * 0.9,
      front, width: max(1.5, 2.5 * scale))
  }

  func ribbon(_ ends: [SceneAtom], _ list: inout DrawList) {
    square(area, &list)
    var numbers: [Float] = []
    for case .number(let number) in ends { numbers.append(min(max(number, 0), 1)) }
    guard numbers.count == 2, numbers[1] > numbers[0] else { return }
    list.fill(
      Area(
        x: area.x + numbers[0] * area.width, y: area.y + line, width: (numbers[1] - numbers[0]) * area.width,
        height: area.height - 2 * line), front.faded(0.75))
  }

  func touchArea(isHeld: Bool, _ list: inout DrawList) {
    list.fill(area, isHeld ? ground.mixed(with: front, 0.15) : ground)
    list.frame(area, Self.border, width: line)
  }

  /// The levels at which a meter's scale is written, from below, four lights apart.
  private static let marks: [(Float, StaticString)] = [
    (-99, "<-99"), (-50, "-50"), (-30, "-30"), (-20, "-20"), (-12, "-12"), (-6, "-6"), (-2, "-2"),
    (0, "-0dB"), (2, "+2"), (6, "+6"), (12, ">+12"),
  ]

  /// A meter of forty lights. Pd's meter gets decibels below the greatest level.
  func meter(_ level: Float, hasScale: Bool, _ list: inout DrawList) {
    square(area.inset(-scale, -scale), &list)
    var lit = 0
    for (index, mark) in Self.marks.enumerated().dropLast() where level >= mark.0 {
      let next = Self.marks[index + 1].0
      lit = index * 4 + Int(min(max((level - mark.0) / (next - mark.0), 0), 1) * 4)
    }
    let height = area.height / 40
    for light in 0..<min(lit, 40) {
      let code: UInt32 =
        light < 17
        ? 0x14e814 : light < 27 ? 0x14e814 : light < 33 ? 0xe8e828 : light < 35 ? 0xfcac44 : 0xfc2828
      list.fill(
        Area(
          x: area.x + area.width / 4, y: area.bottom - Float(light + 1) * height, width: area.width / 2,
          height: max(1, height - scale)), Ink(code))
    }
    guard hasScale else { return }
    for (index, mark) in Self.marks.enumerated() {
      let y = area.bottom - area.height * (Float(index) * 4 + 1) / 42
      Self.text(
        UTF8Text(mark.1).bytes, x: area.right + 4 * scale, middle: y, size: 10 * scale, Self.border, &list)
    }
  }

  // MARK: Texts

  /// A number in at most so many digits; a sign stands for what is too long.
  static func number(_ number: Float, _ digits: Int) -> [UInt8] {
    var text = ("\(number)" as UTF8Text).bytes
    // Six digits, as Pd has them.
    if number.magnitude < 1e6, number != number.rounded() {
      let factor: Float = number.magnitude >= 1000 ? 100 : number.magnitude >= 100 ? 1000 : 10_000
      let rounded = (number * factor).rounded() / factor
      let whole = rounded.rounded(.towardZero)
      var rest = Int(((rounded - whole).magnitude * factor).rounded())
      var places: [UInt8] = []
      var left = Int(factor)
      while left > 1 {
        left /= 10
        places.append(UInt8(48 + rest / left % 10))
        rest %= left
      }
      while places.last == 48 { places.removeLast() }
      text = (rounded < 0 && whole == 0 ? "-" : "" as UTF8Text).bytes + ("\(Int(whole))" as UTF8Text).bytes
      if !places.isEmpty { text += [UInt8(ascii: ".")] + places }
    }
    guard digits > 0, text.count > digits else { return text }
    let cut = Array(text.prefix(digits))
    // Digits behind the point may be left away, others not.
    if let point = text.firstIndex(of: UInt8(ascii: ".")), point <= digits {
      return cut.last == UInt8(ascii: ".") ? Array(cut.dropLast()) : cut
    }
    return [number < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+")]
  }

  static func text(
    _ text: [UInt8], x: Float, middle: Float, size: Float, _ ink: Ink, width: Float? = nil,
    _ list: inout DrawList
  ) {
    let fitted = width.map { TextMetrics.fitted(text, size: size, .semibold, in: max(1, $0)) } ?? text
    if fitted.isEmpty || size < 2 { return }
    list.append(
      .text(
        PlacedText(
          bytes: fitted, x: x, y: middle + TextMetrics.capHeight * size / 2, size: size, face: .semibold,
          ink: ink
        )))
  }
}
