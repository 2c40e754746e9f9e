// *Modules*: envelopes and LFOs as curves, sequencers as steps, each with its parameters. Any thread.
import Controls
import Forms
import Lanes
import Paint
import PanelModel
import Patches
import Signal
import Text
import Toolkit

/// A module: a source of automatic movement.
public enum ModuleName: Equatable, Sendable {
  /// 1…4 each.
  case envelope(Int), lfo(Int), sequencer(Int)

  static var all: [ModuleName] {
    (1...4).map { .envelope($0) } + (1...4).map { .lfo($0) } + (1...4).map { .sequencer($0) }
  }

  var title: [UInt8] {
    switch self {
    case .envelope(let number): ("Envelope \(number)" as UTF8Text).bytes
    case .lfo(let number): ("LFO \(number)" as UTF8Text).bytes
    case .sequencer(let number): ("Sequencer \(number)" as UTF8Text).bytes
    }
  }

  /// Where there is little room.
  var shortTitle: [UInt8] {
    switch self {
    case .envelope(let number): ("Env \(number)" as UTF8Text).bytes
    case .lfo: title
    case .sequencer(let number): ("Seq \(number)" as UTF8Text).bytes
    }
  }

  /// With what the symbols of its parameters begin.
  var prefix: [UInt8] {
    switch self {
    case .envelope(1): UTF8Text("amp_").bytes
    case .envelope(let number): ("env_\(number)_" as UTF8Text).bytes
    case .lfo(let number): ("lfo_\(number)_" as UTF8Text).bytes
    case .sequencer(let number): ("seq_\(number)_" as UTF8Text).bytes
    }
  }

  /// The controller that it is.
  var controller: Controller {
    switch self {
    case .envelope(1): .env1
    case .envelope(let number): Controller.member(number - 2, from: .env2)
    case .lfo(1): .lfo1
    case .lfo(let number): Controller.member(number - 2, from: .lfo2)
    case .sequencer(let number): Controller.member(number - 1, from: .seq1)
    }
  }
}

extension SoundScreens {
  /// The parameters of a module.
  static func parameters(of module: ModuleName) -> [Parameter] {
    let prefix = module.prefix
    return Parameter.inScreenOrder.filter { $0.spec.symbol.bytes.starts(with: prefix) }
  }

  /// The parameter of a module with the end of its symbol; nil if it has none.
  func parameter(_ end: StaticString) -> Parameter? {
    let symbol = modules.module.prefix + UTF8Text(end).bytes
    return Self.parameters(of: modules.module).first { $0.spec.symbol.isText(symbol) }
  }

  private func value(_ end: StaticString) -> Float { parameter(end).map { panel.setting($0).base } ?? 0 }

  mutating func drawModules(_ pass: inout ScreenPass, in area: Area) {
    var rest = area.inset(look.gap * 2, look.gap)
    let shelf = rest.cutRight(shelfWidth(in: rest))
    if shelf.width > 0 { _ = rest.cutRight(look.gap * 2) }
    defer { if shelf.width > 0 { drawShelf(&pass, in: shelf) } }
    var column = rest.cutLeft(min(170, rest.width * 0.25))
    _ = rest.cutLeft(look.gap * 2)
    // A phone on its side has no place for twelve targets below each other: then each kind has a column.
    let columns = column.height < Float(ModuleName.all.count) * look.target * 0.6 ? 3 : 1
    if columns > 1 {
      let added = rest.cutLeft(min(80, rest.width * 0.1))
      column.width = added.x + added.width - column.x - look.gap
    }
    let isNarrow = column.width / Float(columns) < 120
    let rows = ModuleName.all.count / columns
    let (wide, height) = (column.width / Float(columns), min(look.target + 4, column.height / Float(rows)))
    for (index, module) in ModuleName.all.enumerated() {
      let place = Area(
        x: column.x + Float(index / rows) * wide, y: column.y + Float(index % rows) * height, width: wide,
        height: height
      ).inset(0, 1)
      let isOn = module == modules.module
      var control = ScreenControl(
        role: .tab, name: module.title, area: place, action: SoundAction.module(module), isOn: isOn)
      control.source = module.controller
      let mark = pass.add(control)
      if isOn || mark.isChosen { pass.list.fill(place, look[isOn ? .chosen : .pane], radius: look.radius) }
      pass.text(
        isNarrow ? module.shortTitle : module.title, in: place.inset(columns > 1 ? 4 : 10, 0),
        look[isOn ? .text : .faint],
        size: nil, isOn ? .semibold : .regular)
      if mark.isFocused { pass.focusRing(place) }
    }
    let curve = rest.cutTop(min(260, rest.height * 0.45))
    _ = rest.cutTop(look.gap)
    pass.list.fill(curve, look[.pane], radius: look.radius)
    let inner = curve.inset(16, 16)
    if case .sequencer(let number) = modules.module { drawStep(&pass, in: &rest, number) }
    drawModule(&pass, in: inner)
    var scroll = modules.scroll
    drawParameters(Self.parameters(of: modules.module), &scroll, &pass, in: rest)
    modules.scroll = scroll
  }

  /// The picture of the open module.
  mutating func drawModule(_ pass: inout ScreenPass, in area: Area) {
    switch modules.module {
    case .envelope: drawEnvelope(&pass, in: area)
    case .lfo(let number): drawWave(&pass, in: area, number)
    case .sequencer(let number): drawSequence(&pass, in: area, number)
    }
  }

  /// The stages, each as wide as the root of its time, so that short ones can be seen.
  private mutating func drawEnvelope(_ pass: inout ScreenPass, in area: Area) {
    let sustain = value("sustain")
    let stages: [(time: Float, from: Float, to: Float, curve: Float)] = [
      (value("delay"), 0, 0, 0), (value("attack"), 0, 1, value("attack_curve")), (value("hold"), 1, 1, 0),
      (value("decay"), 1, sustain, value("decay_curve")), (0.25, sustain, sustain, 0),
      (value("release"), sustain, 0, value("release_curve")),
    ]
    let widths = stages.map { max(0, $0.time).squareRoot() }
    let total = max(0.001, widths.reduce(0, +))
    var points: [(x: Float, y: Float)] = [(area.x, area.bottom)]
    var x = area.x
    for (stage, width) in zip(stages, widths) where width > 0 {
      let wide = area.width * width / total
      pass.list.line(x, area.y, x, area.bottom, look[.line])
      let bend = 2 / (1 + 0.96 * stage.curve) - 1
      for step in 1...16 {
        let part = Float(step) / 16
        let level = stage.from + (stage.to - stage.from) * (part / (part + (1 - part) * bend))
        points.append((x + wide * part, area.bottom - level * area.height))
      }
      x += wide
    }
    pass.list.polygon(points + [(area.right, area.bottom)], look[.sound].faded(0.12))
    pass.list.lines(points, look[.sound], width: 2)
    drawLevel(&pass, in: area, from: 0)
    // The ends of the stages, which are dragged. Without a hold its end lies below that of the attack.
    modules.scale = area.width / total
    let ends: [(stage: EnvelopeStage, index: Int)] = [
      (.delay, 0), (.hold, 2), (.attack, 1), (.decay, 3), (.release, 5),
    ]
    let side = max(24, look.target)
    for (stage, index) in ends {
      guard let parameter = parameter(stage.symbol) else { continue }
      let x = area.x + widths[...index].reduce(0, +) * area.width / total
      let y = area.bottom - stages[index].to * area.height
      let control = ScreenControl(
        .slider, panel.value(of: parameter, .base),
        area: Area(x: x - side / 2, y: y - side / 2, width: side, height: side),
        action: .envelopePoint(stage), track: area, gesture: .edits)
      let mark = pass.add(control)
      pass.list.disc(x, y, radius: mark.isChosen ? 7 : 5, look[mark.isChosen ? .text : .sound])
      if mark.isFocused { pass.focusRing(control.area.inset(4, 4)) }
    }
  }

  /// The settings of the chosen step, and how the sequencer goes through its steps.
  private mutating func drawStep(_ pass: inout ScreenPass, in rest: inout Area, _ number: Int) {
    modules.step = min(modules.step, shownSequence(number).count - 1)
    let (step, count) = (modules.step, shownSequence(number).count)
    var rows = RowLayout(rest.cutRight(rest.width * 0.46), 0)
    _ = rest.cutRight(look.gap * 2)
    let path: [PathStep] = [
      .key(PatchKey.sequences.bytes), .key([UInt8](number.description.utf8)),
    ]
    let steps = path + [.key(PatchKey.Sequence.steps.bytes)]
    let order = path + [.key(PatchKey.Sequence.order.bytes)]
    drawForm(&pass) { form, pass in
      form.refresh()
      if let place = form.resolve(order[...]) { form.drawField(place.field, place.json, order, &pass, &rows) }
      if let place = rows.next(pass.look.small * 1.6) {
        pass.text(
          ("Step \(step + 1) of \(count)" as UTF8Text).bytes, in: place, pass.look[.faint],
          size: pass.look.small)
      }
      for key in PatchKey.Step.allCases {
        let path = steps + [.index(step), .key(key.bytes)]
        if let place = form.resolve(path[...]) {
          form.drawField(place.field, place.json, path, &pass, &rows)
        }
      }
      guard var line = rows.next(pass.look.target) else { return }
      pass.button(line.cutLeft(line.width / 2), UTF8Text("Add a step").bytes, .field(.add, steps))
      if count > 1 {
        pass.button(line, UTF8Text("Remove this step").bytes, .field(.take, steps + [.index(step)]))
      }
    }
  }

  /// One turn of the wave, or the 32 points that are drawn.
  private func drawWave(_ pass: inout ScreenPass, in area: Area, _ number: Int) {
    let names = parameter("wave")?.choices ?? []
    let index = min(max(Int(value("wave").rounded()), 0), max(0, names.count - 1))
    let isDrawn = index == names.count - 1
    pass.list.line(area.x, area.middleY, area.right, area.middleY, look[.border])
    let drawn = shownCurve(number)
    var points: [(x: Float, y: Float)] = []
    for step in 0...96 {
      let turn = Float(step) / 96
      let level: Float =
        switch index {
        case 0: Scalar.sine(turns: turn)
        case 1: turn < 0.25 ? 4 * turn : turn < 0.75 ? 2 - 4 * turn : 4 * turn - 4
        case 2: 1 - 2 * turn
        case 3: turn < 0.5 ? 1 : -1
        case 4: [0.4, -0.7, 0.9, -0.2, 0.1, -0.9, 0.6, -0.4][min(7, step / 12)]
        case 5: 0.6 * Scalar.sine(turns: 1.3 * turn) + 0.4 * Scalar.sine(turns: 2.9 * turn)
        default: drawn[min(31, step / 3)]
        }
      points.append((area.x + area.width * turn, area.middleY - level * area.height / 2))
    }
    pass.list.lines(points, look[.sound], width: 2)
    if isDrawn {
      drawPoints(&pass, in: area, drawn, centered: true) { .curvePoint(number, $0) }
    }
    drawLevel(&pass, in: area, from: -1)
  }

  private func drawSequence(_ pass: inout ScreenPass, in area: Area, _ number: Int) {
    let sequence = shownSequence(number)
    pass.list.line(area.x, area.middleY, area.right, area.middleY, look[.border])
    drawPoints(
      &pass, in: area, (0..<sequence.count).map { sequence.steps[$0].value }, centered: true
    ) { .sequenceStep(number, $0) }
    let width = area.width / Float(max(1, sequence.count))
    for index in 0..<sequence.count {
      let step = sequence.steps[index]
      let x = area.x + Float(index) * width
      if !step.isOn { pass.list.ring(x + width / 2, area.bottom + 6, radius: 3, look[.faint], width: 1.25) }
      if step.isTied { pass.list.line(x - 4, area.bottom + 6, x + 4, area.bottom + 6, look[.hand], width: 2) }
      if step.probability < 1 {
        pass.list.line(
          x + 3, area.y - 6, x + 3 + (width - 6) * step.probability, area.y - 6, look[.faint], width: 2)
      }
    }
    drawLevel(&pass, in: area, from: -1)
  }

  /// Bars of −1…1, which are dragged up and down.
  private func drawPoints(
    _ pass: inout ScreenPass, in area: Area, _ values: [Float], centered: Bool,
    _ action: (Int) -> SoundAction
  ) {
    let width = area.width / Float(max(1, values.count))
    for (index, value) in values.enumerated() {
      let place = Area(x: area.x + Float(index) * width, y: area.y, width: width, height: area.height)
      let mark = pass.add(
        ScreenControl(.cell, Self.point(index, value), area: place, action: action(index), gesture: .edits))
      let bar = place.inset(min(3, width / 6), 0)
      let top = area.middleY - value * area.height / 2
      let ink = mark.isChosen ? look[.text] : look[.sound]
      pass.list.fill(
        Area(x: bar.x, y: min(top, area.middleY), width: bar.width, height: (top - area.middleY).magnitude),
        ink.faded(0.35))
      pass.list.fill(Area(x: bar.x, y: top - 1.5, width: bar.width, height: 3), ink)
      if mark.isFocused { pass.focusRing(place) }
    }
  }

  /// Where the module is now: a mark at the right edge.
  private func drawLevel(_ pass: inout ScreenPass, in area: Area, from least: Float) {
    let level = (liveValue(modules.module.controller) - least) / (1 - least)
    guard level.isFinite else { return }
    let y = area.bottom - min(max(level, 0), 1) * area.height
    pass.list.line(area.x, y, area.right, y, look[.hand].faded(0.35), width: 1, dash: 4)
    pass.list.disc(area.right, y, radius: 5, look[.hand])
  }
}
