// The tab *Out* of *Matrix*: each output of the patch as a card, with what leaves it now. Any thread.
import Controls
import Instrument
import Paint
import PanelModel
import Patches
import RealTime
import Text
import Toolkit

extension SoundScreens {
  private var cardHeight: Float { look.text * 1.6 + look.small * 1.6 + 20 + max(28, look.target) }
  private var row: Float { look.target + 6 }
  private func columns(in area: Area) -> Int { area.width < 440 ? 2 : 3 }

  private func openHeight(of one: PatchOutput, in area: Area) -> Float {
    let columns = columns(in: area)
    let fields = OutputField.allCases.filter { $0.isThere(in: one.output) }.count
    let buttons = buttons(of: one, 0).count
    let rows = (fields + columns - 1) / columns + (buttons + columns - 1) / columns
    return cardHeight + Float(rows) * row + 2 * look.gap
  }

  mutating func drawOutputs(_ pass: inout ScreenPass, in area: Area) {
    var rest = area.inset(look.gap * 2, 0)
    let shelf = shelfWidth(in: area)
    let left = rest.cutLeft(shelf)
    if shelf > 0 { _ = rest.cutLeft(look.gap * 2) }
    // After the cards, so that a finger scrolls both.
    defer { if shelf > 0 { drawShelf(&pass, in: left, hint: "Search, drag to a card") } }
    let count = model.patch.outputs.count
    matrix.dropArea = rest
    matrix.showsOSC = model.patch.outputs.contains { $0.output.kind == .osc }
    guard count > 0 else {
      pass.text(
        "Add an output to play other instruments", in: rest, look[.faint], size: nil, .regular, .middle)
      return
    }
    if let awaited = matrix.awaitedOutput, awaited < count {
      (matrix.chosenOutput, matrix.isOutputSought, matrix.awaitedOutput) = (awaited, true, nil)
    }
    matrix.chosenOutput = min(matrix.chosenOutput, count - 1)
    var places: [Area] = []
    var y: Float = look.gap
    for place in 0..<count {
      let height = place == matrix.chosenOutput ? openHeight(of: output(place), in: rest) : cardHeight
      places.append(Area(x: rest.x, y: y, width: rest.width, height: height))
      y += height + look.gap
    }
    if matrix.isOutputSought {
      let open = places[matrix.chosenOutput]
      let least = open.bottom + look.gap - rest.height
      matrix.outputScroll = min(max(matrix.outputScroll, least), open.y - look.gap)
      matrix.isOutputSought = false
    }
    pass.beginScrolling(&matrix.outputScroll, of: y, in: rest)
    for (place, card) in places.enumerated() {
      let card = Area(
        x: card.x, y: card.y + rest.y - matrix.outputScroll, width: card.width, height: card.height)
      if card.bottom > rest.y && card.y < rest.bottom { drawOutput(place, in: card, visible: rest, &pass) }
    }
    pass.endScrolling(matrix.outputScroll, of: y, in: rest)
  }

  private func drawOutput(_ place: Int, in card: Area, visible: Area, _ pass: inout ScreenPass) {
    let one = output(place)
    let isOpen = place == matrix.chosenOutput
    let top = max(card.y, visible.y)
    let seen = Area(x: card.x, y: top, width: card.width, height: min(card.bottom, visible.bottom) - top)
    let mark = pass.add(
      ScreenControl(
        role: .item, name: Self.name(of: one, model).bytes, area: seen, action: .out(.open(place)),
        isOn: isOpen))
    pass.list.fill(card, look[isOpen ? .chosen : .pane], radius: look.radius)
    if mark.isFocused { pass.focusRing(seen) }
    var rest = card.inset(16, 10)
    let live = model.live.outputs.indices.contains(place) ? model.live.outputs[place] : nil
    drawTitle(of: one, live, in: rest.cutTop(look.text * 1.6), &pass)
    let track = rest.cutTop(max(28, look.target))
    if one.output.kind != .clock && one.output.kind != .machine {
      let (low, high) = (low(of: one), high(of: one))
      var bar = RangeBar(low: low, high: high, base: low, live: part(of: live, one, low))
      if isOpen && track.y > visible.y && track.bottom < visible.bottom {
        (bar.lowAction, bar.highAction) = (.out(.low(place)), .out(.high(place)))
      }
      pass.rangeBar(bar, in: track, look[one.output.isOn ? .sound : .faint], isStrong: isOpen)
    }
    drawCounts(of: one, live, in: rest.cutTop(look.small * 1.6), &pass)
    guard isOpen else { return }
    _ = rest.cutTop(look.gap)
    drawFields(of: one, place, in: rest, visible: visible, &pass)
  }

  /// Where the value that left last stands in the range, 0…1.
  private func part(of live: LiveSent?, _ one: PatchOutput, _ low: ControlValue) -> Float {
    guard let live, live.value.isFinite else { return .nan }
    let value =
      one.output.kind == .osc ? one.output.low + live.value * (one.output.high - one.output.low) : live.value
    var control = low
    control.value = value * Self.scale(of: one)
    return control.part
  }

  private func drawTitle(of one: PatchOutput, _ live: LiveSent?, in line: Area, _ pass: inout ScreenPass) {
    var rest = line
    let value = words(of: live, one)
    let right = rest.cutRight(TextMetrics.width(value, size: look.text, .semibold) + 8)
    // A value that came in is that of the other instrument.
    pass.text(
      value, in: right, look[live?.isIncoming == true ? .hand : .text], size: look.text, .semibold, .right)
    let source = Self.source(of: one, model).bytes
    let width = min(TextMetrics.width(source, size: look.text) + 1, rest.width * 0.48)
    pass.text(source, in: rest.cutLeft(width), look[one.output.isOn ? .hand : .faint])
    let to = UTF8Text("to").bytes
    _ = rest.cutLeft(9)
    pass.text(to, in: rest.cutLeft(TextMetrics.width(to, size: look.text) + 9), look[.faint])
    var words = Self.destination(of: one)
    if TextMetrics.width(words.bytes, size: look.text) > rest.width {
      words = Self.destination(of: one, isShort: true)
    }
    pass.text(words.bytes, in: rest, look[one.output.isOn ? .sound : .faint])
  }

  /// The value as the destination gets it.
  private func words(of live: LiveSent?, _ one: PatchOutput) -> [UInt8] {
    guard one.output.isOn else { return UTF8Text("off").bytes }
    guard let live, live.value.isFinite else { return UTF8Text("–").bytes }
    let steps = Float(one.output.kind.steps)
    switch one.output.kind {
    case .note: return ValueText.note(Int(live.value))
    case .osc:
      return ValueText.words(one.output.low + live.value * (one.output.high - one.output.low), .none).bytes
    case .port: return ValueText.words(live.value, .none).bytes
    default: return ("\(Int((live.value * steps).rounded()))" as UTF8Text).bytes
    }
  }

  /// The ends of the range, and what is wrong: no destination, a loop, or values that wait.
  private func drawCounts(of one: PatchOutput, _ live: LiveSent?, in line: Area, _ pass: inout ScreenPass) {
    if one.output.kind == .osc, let words = fault(ofDestination: one.destination) {
      return pass.text(words.bytes, in: line, look[.warning], size: look.small)
    }
    if let live, live.loops > 0 {
      let words: UTF8Text = "Loop: this output moves its own source (\(Int(live.loops)) times)"
      return pass.text(words.bytes, in: line, look[.warning], size: look.small)
    }
    if let live, live.delayed > 0 {
      let words: UTF8Text = "Too many messages: values waited \(Int(live.delayed)) times"
      return pass.text(words.bytes, in: line, look[.warning], size: look.small)
    }
    if one.output.kind == .clock || one.output.kind == .machine { return }
    let used: UTF8Text = "\(low(of: one).text) to \(high(of: one).text)"
    pass.text(used.bytes, in: line, look[.faint], size: look.small)
    guard let live, live.sent > 0 else { return }
    let sent: UTF8Text = "\(Int(live.sent)) sent"
    pass.text(sent.bytes, in: line, look[.faint], size: look.small, .regular, .right)
  }

  /// Why nothing reaches a destination of OSC, or nil if network.json names it or is not known yet.
  private func fault(ofDestination name: [UInt8]) -> UTF8Text? {
    if name.isEmpty { return "Nothing is sent: choose a destination with Address…" }
    guard model.room.isKnown, !model.room.destinations.contains(name) else { return nil }
    return "Nothing is sent: network.json has no destination “\(name)”"
  }

  private func buttons(
    of one: PatchOutput, _ place: Int
  ) -> [(name: StaticString, action: SoundAction, isOn: Bool?)] {
    let kind = one.output.kind
    var buttons: [(name: StaticString, action: SoundAction, isOn: Bool?)] = [
      ("On", .out(.toggle(place)), one.output.isOn)
    ]
    if kind != .clock && kind != .machine { buttons.append(("Source…", .out(.listSources(place)), nil)) }
    buttons.append(("Message…", .out(.listKinds(place)), nil))
    if kind != .clock { buttons.append(("Trigger…", .out(.listTriggers(place)), nil)) }
    if one.output.trigger != nil && kind != .machine { buttons.append(("End…", .out(.listEnds(place)), nil)) }
    if kind == .note { buttons.append(("Velocity…", .out(.listVelocities(place)), nil)) }
    if kind == .osc { buttons.append(("Address…", .out(.texts(place)), nil)) }
    buttons.append(("Remove", .out(.remove(place)), nil))
    return buttons
  }

  private func drawFields(
    of one: PatchOutput, _ place: Int, in rest: Area, visible: Area, _ pass: inout ScreenPass
  ) {
    let columns = columns(in: rest)
    let width = (rest.width - Float(columns - 1) * look.gap) / Float(columns)
    var y = rest.y
    func box(_ index: Int) -> Area {
      Area(
        x: rest.x + Float(index % columns) * (width + look.gap), y: y + Float(index / columns) * row,
        width: width, height: look.target)
    }
    let fields = OutputField.allCases.filter { $0.isThere(in: one.output) }
    for (index, field) in fields.enumerated() {
      let box = box(index)
      guard box.y >= visible.y && box.bottom <= visible.bottom else { continue }
      pass.bar(box, field.value(of: one.output), look[.sound], .out(.field(place, field)))
    }
    y += Float((fields.count + columns - 1) / columns) * row
    for (index, (name, action, isOn)) in buttons(of: one, place).enumerated() {
      let box = box(index)
      guard box.y >= visible.y && box.bottom <= visible.bottom else { continue }
      pass.list.frame(box, look[.border], radius: look.radius)
      pass.button(
        box, UTF8Text(name).bytes, action, role: isOn == nil ? .button : .toggle, isOn: isOn ?? false,
        size: look.small)
    }
  }

  /// What a controller that is dropped at a place does on this tab: it becomes the source of an output, or of a new
  /// one. Nil: nothing.
  public func dropped(_ source: Controller, at x: Float, _ y: Float) -> SoundAction? {
    guard showsOutputs, matrix.dropArea.contains(x, y) else { return nil }
    for control in controls.reversed() where control.area.contains(x, y) {
      if case .out(.open(let place)) = control.action { return .out(.source(place, source)) }
    }
    return .out(.use(source))
  }
}
