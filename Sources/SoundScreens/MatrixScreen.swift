// *Matrix*: each connection as a card between what the hand does (left) and what the sound does (right). Any
// thread.
import Controls
import Matrix
import Music
import Paint
import PanelModel
import Patches
import Text
import Toolkit

extension SoundScreens {
  private var cardHeight: Float { look.text * 1.6 + look.small * 1.6 + 20 + max(28, look.target) }
  private var openHeight: Float {
    cardHeight + Float(isNarrowMatrix ? 11 : matrix.isLow ? 4 : 6) * (look.target + 6) + look.gap
  }
  /// On a telephone the settings of a connection stand in two columns.
  private var isNarrowMatrix: Bool { width < 480 }

  mutating func drawMatrix(_ pass: inout ScreenPass, in area: Area) {
    var area = area
    drawMatrixBar(&pass, area.cutTop(look.target + 2 * look.gap).inset(look.gap * 2, look.gap))
    if showsOutputs { return drawOutputs(&pass, in: area) }
    drawProposals(&pass, in: &area)
    let count = model.patch.connections.count
    if matrix.isOverview && count > 0 { return drawOverview(&pass, in: area.inset(look.gap * 2, look.gap)) }
    guard count > 0 else {
      pass.text(
        "This patch has no connections", in: area.inset(24, 24), look[.faint], size: nil, .regular, .middle)
      return
    }
    if let awaited = matrix.awaited, awaited < count { open(connection: awaited) }
    matrix.chosen = min(matrix.chosen, count - 1)
    var rest = area.inset(look.gap * 2, 0)
    matrix.isLow = false
    matrix.isLow = rest.width > 640 && openHeight + 2 * look.gap > rest.height
    let isWide = rest.width > 980 && !matrix.isLow
    let sources = isWide ? rest.cutLeft(rest.width * 0.22) : nil
    let sounds = isWide ? rest.cutRight(rest.width * 0.26) : nil
    if isWide { rest = rest.inset(56, 0) }
    let content = Float(count - 1) * (cardHeight + look.gap) + openHeight + 2 * look.gap
    if matrix.isSought { scrollToOpen(in: rest.height) }
    matrix.scroll = min(max(0, matrix.scroll), max(0, content - rest.height))
    pass.scrolled = rest
    pass.list.append(.clip(area))
    var places: [Area] = []
    var y = rest.y + look.gap - matrix.scroll
    for place in 0..<count {
      let height = place == matrix.chosen ? openHeight : cardHeight
      places.append(Area(x: rest.x, y: y, width: rest.width, height: height))
      y += height + look.gap
    }
    if let sources, let sounds { drawEnds(&pass, sources, sounds, places, area) }
    for (place, card) in places.enumerated() where card.bottom > area.y && card.y < area.bottom {
      drawCard(place, in: card, visible: area, &pass)
    }
    pass.list.append(.unclip)
  }

  /// As short a way as shows the open connection whole; of one that is higher than the list its beginning.
  private mutating func scrollToOpen(in height: Float) {
    let top = Float(matrix.chosen) * (cardHeight + look.gap)
    matrix.scroll = min(max(matrix.scroll, top + openHeight + 2 * look.gap - height), top)
    matrix.isSought = false
  }

  private func drawCard(_ place: Int, in card: Area, visible: Area, _ pass: inout ScreenPass) {
    let one = connection(place)
    let isOpen = place == matrix.chosen
    let top = max(card.y, visible.y)
    let seen = Area(x: card.x, y: top, width: card.width, height: min(card.bottom, visible.bottom) - top)
    let mark = pass.add(
      ScreenControl(
        role: .item, name: name(of: one).bytes, area: seen, action: .connection(place), isOn: isOpen))
    pass.list.fill(card, look[isOpen ? .chosen : .pane], radius: look.radius)
    if mark.isFocused { pass.focusRing(seen) }
    var rest = card.inset(16, 10)
    drawTitle(of: one, in: rest.cutTop(look.text * 1.6), isOpen: isOpen, &pass)
    let track = rest.cutTop(max(28, look.target))
    let destination = one.destination
    var bar = RangeBar(
      low: low(of: one), high: high(of: one),
      base: destination.control(model.patch[destination].base),
      live: destination.part(of: liveValue(destination)))
    if isOpen && track.y > visible.y && track.bottom < visible.bottom {
      (bar.lowAction, bar.highAction) = (.connectionLow(place), .connectionHigh(place))
    }
    pass.rangeBar(bar, in: track, look[.sound], isStrong: isOpen)
    drawRange(of: one, in: rest.cutTop(look.small * 1.6), &pass)
    guard isOpen else { return }
    _ = rest.cutTop(look.gap)
    drawFields(of: one, place, in: &rest, visible: visible, &pass)
  }

  private func drawTitle(of one: Connection, in line: Area, isOpen: Bool, _ pass: inout ScreenPass) {
    var rest = line
    let destination = one.destination
    let value = destination.text(of: liveValue(destination))
    let right = rest.cutRight(TextMetrics.width(value, size: look.text, .semibold) + 8)
    pass.text(value, in: right, look[.text], size: look.text, .semibold, .right)
    let source = model.name(of: one.source)
    let width = min(TextMetrics.width(source, size: look.text) + 1, rest.width * 0.48)
    pass.text(source, in: rest.cutLeft(width), look[.hand])
    let to = UTF8Text("to").bytes
    _ = rest.cutLeft(9)
    pass.text(to, in: rest.cutLeft(TextMetrics.width(to, size: look.text) + 9), look[.faint])
    pass.text(destination.title, in: rest, look[.sound])
  }

  /// The ends of the parameter's range, and the part of it that the connection uses, with the scale of its steps.
  private func drawRange(of one: Connection, in line: Area, _ pass: inout ScreenPass) {
    let spec = one.destination.spec
    pass.text(one.destination.text(of: spec.minimum), in: line, look[.faint], size: look.small)
    pass.text(
      one.destination.text(of: spec.maximum), in: line, look[.faint], size: look.small, .regular, .right)
    var used: UTF8Text = "\(one.destination.text(of: one.low)) to \(one.destination.text(of: one.high))"
    if let scale = Scale.allCases.first(where: { one.scaleMask != 0 && $0.semitones == one.scaleMask }) {
      used += ", \(ValueText.title(scale.symbol))"
    }
    let room = line.width * 0.26
    pass.text(used.bytes, in: line.inset(room, 0), look[.text], size: look.small, .regular, .middle)
  }

  /// Draws the settings, the curve and the buttons of the open connection: the curve below the settings and beside the
  /// buttons, or in a low window at the left of the settings.
  private func drawFields(
    of one: Connection, _ place: Int, in rest: inout Area, visible: Area, _ pass: inout ScreenPass
  ) {
    func isSeen(_ box: Area) -> Bool { box.y >= visible.y && box.bottom <= visible.bottom }
    let row = look.target + 6
    func cell(_ index: Int, of columns: Int, in area: Area) -> Area {
      let width = (area.width - Float(columns - 1) * look.gap) / Float(columns)
      return Area(
        x: area.x + Float(index % columns) * (width + look.gap), y: area.y + Float(index / columns) * row,
        width: width, height: look.target)
    }
    let columns = isNarrowMatrix ? 2 : 3
    var (settings, buttons, curve) = (rest, rest, rest)
    let rows = Float((ConnectionField.allCases.count + columns - 1) / columns)
    if matrix.isLow {
      curve = settings.cutLeft((rest.width - 3 * look.gap) / 4)
      _ = settings.cutLeft(look.gap)
      curve.height = rows * row - 6
    } else {
      let left = cell(0, of: columns, in: rest)
      curve = Area(x: rest.x, y: rest.y + rows * row + 2, width: left.width, height: 3 * row - look.gap)
      _ = buttons.cutLeft(left.width + look.gap)
    }
    buttons.y = rest.y + rows * row + (matrix.isLow ? 0 : 2)
    for (index, field) in ConnectionField.allCases.enumerated() {
      let box = cell(index, of: columns, in: settings)
      if isSeen(box) { pass.bar(box, field.value(of: one), look[.sound], .connectionField(place, field)) }
    }
    if isSeen(curve) { drawSlope(of: one, place, in: curve, &pass) }
    let all = self.buttons(of: one, place)
    for (index, (name, action, isOn)) in all.enumerated() {
      let box = cell(index, of: matrix.isLow ? all.count : columns - 1, in: buttons)
      guard isSeen(box) else { continue }
      pass.list.frame(box, look[.border], radius: look.radius)
      pass.button(
        box, UTF8Text(name).bytes, action, role: isOn == nil ? .button : .toggle, isOn: isOn ?? false,
        size: look.small)
    }
  }

  private func buttons(
    of one: Connection, _ place: Int
  ) -> [(name: StaticString, action: SoundAction, isOn: Bool?)] {
    var buttons: [(name: StaticString, action: SoundAction, isOn: Bool?)] = [
      ("Source…", .matrix(.listSources(place)), nil),
      ("Destination…", .matrix(.listDestinations(place)), nil),
      ("Remove", .disconnect(place), nil),
    ]
    if one.destination.spec.unit == .semitones {
      buttons.insert(("Scale…", .matrix(.listScales(place)), nil), at: 2)
    }
    if place < TouchPort.trimCount {
      buttons.insert(("Mute", .mute(place), trim(place) == 0), at: 0)
      buttons.insert(("Solo", .solo(place), matrix.solo?.place == place), at: 1)
    }
    return buttons
  }

  // The hand's controllers at the left, the sound's parameters at the right, and the lines between them.

  private func drawEnds(
    _ pass: inout ScreenPass, _ left: Area, _ right: Area, _ cards: [Area], _ visible: Area
  ) {
    let all = model.patch.connections.indices.map { connection($0) }
    var sources: [Controller] = []
    var sounds: [Parameter] = []
    for one in all {
      if !sources.contains(one.source) { sources.append(one.source) }
      if !sounds.contains(one.destination) { sounds.append(one.destination) }
    }
    let most = Float(max(sources.count, sounds.count, 1))
    let row = min(look.target + 14, max(24, (visible.height - 2 * look.gap) / most))
    func middle(_ area: Area, _ index: Int) -> Float { area.y + look.gap + (Float(index) + 0.5) * row }
    for isLast in [false, true] {
      for (place, one) in all.enumerated() where (place == matrix.chosen) == isLast {
        let (from, to) = (
          sources.firstIndex(of: one.source) ?? 0, sounds.firstIndex(of: one.destination) ?? 0
        )
        let card = cards[place]
        let y = card.y + min(cardHeight, card.height) / 2
        link(&pass, left.right + 8, middle(left, from), card.x, y, look[.hand], isStrong: isLast)
        link(&pass, card.right, y, right.x - 8, middle(right, to), look[.sound], isStrong: isLast)
      }
    }
    let open = all[matrix.chosen]
    for (index, source) in sources.enumerated() {
      let place = Area(x: left.x, y: middle(left, index) - row / 2, width: left.width, height: row)
      let value = ValueText.words(liveValue(source), source.spec.unit).bytes
      drawEnd(
        model.name(of: source), value, part: source.part(of: liveValue(source)), in: place, look[.hand],
        isOpen: source == open.source, &pass)
    }
    for (index, sound) in sounds.enumerated() {
      let place = Area(x: right.x, y: middle(right, index) - row / 2, width: right.width, height: row)
      drawEnd(
        sound.title, sound.text(of: liveValue(sound)), part: sound.part(of: liveValue(sound)), in: place,
        look[.sound], isOpen: sound == open.destination, &pass)
    }
  }

  private func drawEnd(
    _ name: [UInt8], _ value: [UInt8], part: Float, in place: Area, _ ink: Ink, isOpen: Bool,
    _ pass: inout ScreenPass
  ) {
    let inner = place.inset(8, 3)
    if isOpen { pass.list.fill(place.inset(0, 1), look[.pane], radius: look.radius) }
    var line = Area(x: inner.x, y: inner.y, width: inner.width, height: inner.height - 6)
    let number = line.cutRight(TextMetrics.width(value, size: look.small) + 8)
    pass.text(name, in: line, look[isOpen ? .text : .faint])
    pass.text(value, in: number, look[isOpen ? .text : .faint], size: look.small, .regular, .right)
    let bar = Area(x: inner.x, y: inner.bottom - 4, width: inner.width, height: 3)
    pass.list.fill(bar, look[.border], radius: 1.5)
    pass.list.fill(
      Area(x: bar.x, y: bar.y, width: bar.width * part, height: 3), ink.faded(isOpen ? 1 : 0.6), radius: 1.5)
  }

  private func link(
    _ pass: inout ScreenPass, _ x1: Float, _ y1: Float, _ x2: Float, _ y2: Float, _ ink: Ink, isStrong: Bool
  ) {
    let bend = (x2 - x1) / 2
    pass.list.append(.move(x1, y1))
    pass.list.append(.curve(x1 + bend, y1, x2 - bend, y2, x2, y2))
    pass.list.append(.stroke(ink.faded(isStrong ? 1 : 0.3), width: isStrong ? 2.5 : 1.25, dash: 0))
  }
}
