// The labels of *Play*: what a relation is, and what it does to the sound now. None covers another.
// Any thread.
import Controls
import Drawings
import Paint
import PanelModel
import Patches
import Text
import Toolkit

/// A label of a relation.
struct PlayLabel {
  let used: PerformanceScreens.UsedController
  /// The color of the relation.
  let ink: Ink
  /// The position of its drawing, or nil if the label has a gauge instead.
  let anchor: (x: Float, y: Float)?
}

/// Which labels are wanted where, and which places are taken.
struct PlayLabels {
  let area: Area
  var wanted: [PlayLabel] = []
  var taken: [Area] = []

  init(_ area: Area) { self.area = area }

  /// A free place for a label near a point: the nearest of some around it; nil if all are taken.
  mutating func place(_ width: Float, _ height: Float, near anchor: (x: Float, y: Float)) -> Area? {
    let bounds = area.inset(8, 8)
    let sides: [(Float, Float)] = [
      (1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 1), (-1, -1), (-1, 1),
    ]
    for distance in [Float(14), 44, 84, 140] {
      for (x, y) in sides {
        var box = Area(
          x: anchor.x - width / 2 + x * (width / 2 + distance),
          y: anchor.y - height / 2 + y * (height / 2 + distance), width: width, height: height)
        // At an edge it moves along the edge.
        box.x = min(max(box.x, bounds.x), bounds.right - width)
        box.y = min(max(box.y, bounds.y), bounds.bottom - height - 22)
        if !taken.contains(where: { $0.meets(box) }) {
          taken.append(box.inset(-4, -4))
          return box
        }
      }
    }
    return nil
  }
}

extension PerformanceScreens {
  /// Draws the labels, strongest relations first. Those that don't fit are listed behind a "+N" button.
  /// - Parameter hidden: how many relations aren't drawn.
  func drawLabels(_ labels: PlayLabels, hidden: Int, _ pass: inout ScreenPass) {
    var labels = labels
    var waiting: [PlayLabel] = []
    for one in labels.wanted.ordered(by: { $0.used.reach > $1.used.reach }) {
      guard let anchor = one.anchor else {
        waiting.append(one)
        continue
      }
      let (width, height, texts) = label(of: one, most: labels.area.width - 24)
      guard let box = labels.place(width, height, near: anchor) else {
        waiting.append(one)
        continue
      }
      drawLeader(from: box, to: anchor, one.ink, &pass)
      draw(texts, of: one, in: box, &pass)
    }
    // Labels without space near their drawing, and gauges, are at the left, from above, then at the right.
    var tops = [labels.area.y + 44, labels.area.y + 44]
    var hidden = hidden
    for one in waiting {
      let (width, height, texts) = label(of: one, most: labels.area.width - 24)
      var isDrawn = false
      for (column, x) in [labels.area.x + 12, labels.area.right - 12 - width].enumerated() {
        while !isDrawn, tops[column] < labels.area.bottom - 100 {
          let box = Area(x: x, y: tops[column], width: width, height: height)
          tops[column] += 8
          if labels.taken.contains(where: { $0.meets(box) }) { continue }
          tops[column] += height
          labels.taken.append(box)
          draw(texts, of: one, in: box, &pass)
          isDrawn = true
        }
      }
      if !isDrawn { hidden += 1 }
    }
    guard hidden > 0 else { return }
    let words: UTF8Text = "+\(hidden)"
    let box = Area(
      x: labels.area.x + 12, y: labels.area.bottom - look.target - 12, width: max(44, look.target),
      height: look.target)
    pass.list.fill(box, look[.pane], radius: look.radius)
    pass.button(box, words.bytes, .relations)
  }

  /// A thin line from a label to its drawing, unless they touch.
  private func drawLeader(
    from box: Area, to anchor: (x: Float, y: Float), _ ink: Ink, _ pass: inout ScreenPass
  ) {
    let x = min(max(anchor.x, box.x), box.right)
    let y = min(max(anchor.y, box.y), box.bottom)
    guard (x - anchor.x).magnitude + (y - anchor.y).magnitude > 6 else { return }
    pass.list.line(x, y, anchor.x, anchor.y, ink.faded(0.5), width: 1)
  }

  /// Opens the list of all relations. Choosing one opens its connection.
  mutating func listRelations() {
    let items = relations.map { one in
      ListPopup<PerformanceAction>.Item(
        ("\(name(of: one.controller))  \(text(of: one.controller))" as UTF8Text).bytes,
        .relation(one.controller))
    }
    open(
      .list(
        ListPopup(title: UTF8Text("Relations").bytes, x: 12, y: height * 0.3, items: items)))
  }

  /// Draws a label. The mouse can drag its controller; fingers play the surface below.
  private func draw(_ texts: [[UInt8]], of one: PlayLabel, in box: Area, _ pass: inout ScreenPass) {
    let source = one.used.controller
    var control = ScreenControl(
      role: .item, name: model.name(of: source), area: box, action: PerformanceAction.relation(source),
      hasFocus: false)
    (control.source, control.isForMouse) = (source, true)
    let mark = pass.add(control)
    pass.list.fill(box, look[mark.isChosen ? .chosen : .pane].faded(0.94), radius: look.radius)
    pass.list.fill(Area(x: box.x, y: box.y + 4, width: 3, height: box.height - 8), one.ink, radius: 1.5)
    var rest = box.inset(10, 5)
    if let size = figureSize(of: one) {
      let figure = rest.cutLeft(size.width)
      _ = rest.cutLeft(8)
      drawFigure(of: source, in: figure.inset(0, (figure.height - size.height) / 2), one.ink, &pass)
    }
    for (index, text) in texts.enumerated() {
      pass.text(
        text, in: rest.cutTop(look.small * 1.5), look[index == 0 ? .hand : .sound], size: look.small)
    }
    if one.anchor == nil, figureSize(of: one) == nil { drawGauge(of: source, in: rest, one.ink, &pass) }
  }

  /// The size of the picture beside the texts of a label: the device as it moves, a knob, a stick. Nil: it has none.
  private func figureSize(of one: PlayLabel) -> (width: Float, height: Float)? {
    let drawing = one.used.controller.drawing
    guard one.anchor == nil, drawing.isGauge, drawing != .none, drawing != .curve else { return nil }
    switch drawing {
    case .knob, .stick, .lever, .button: return (look.small * 3, look.small * 3)
    default: return (look.small * 6, look.small * 4.5)
    }
  }

  private func drawFigure(of source: Controller, in area: Area, _ ink: Ink, _ pass: inout ScreenPass) {
    let scene = DrawingScene(aspect: area.width / max(1, area.height))
    var pen = ShapePen(pass, area, scene.aspect)
    pen.ink = ink
    source.drawing.shapes(in: scene, value: source.part(of: liveValue(source))) { pen.draw($0) }
    pass = pen.pass
  }

  /// Draws the recent values of a module as a curve, and of any other controller as a bar.
  private func drawGauge(of source: Controller, in area: Area, _ ink: Ink, _ pass: inout ScreenPass) {
    let values = play.history.first { $0.controller == source }?.values ?? []
    guard values.count > 1 else {
      let bar = Area(x: area.x, y: area.bottom - 4, width: area.width, height: 4)
      pass.list.fill(bar, look[.border], radius: 2)
      let part = source.part(of: liveValue(source))
      pass.list.fill(Area(x: bar.x, y: bar.y, width: bar.width * part, height: 4), ink, radius: 2)
      return
    }
    let step = area.width / Float(values.count - 1)
    pass.list.lines(
      values.enumerated().map { (area.x + Float($0) * step, area.bottom - 1 - $1 * (area.height - 2)) }, ink,
      width: 1.5)
  }

  /// Keeps the names of expressions, which are long to compute.
  mutating func nameExpressions() {
    let texts = model.patch.expressions + model.patch.expressionNames
    guard play.expressions != texts else { return }
    play.expressions = texts
    play.composed = model.patch.expressions.map { $0.isEmpty ? nil : Relation(in: $0) }
    play.expressionNames = (1...Controller.userLimit).map { model.title(of: .user($0)) }
  }

  private func name(of controller: Controller) -> [UInt8] {
    let place = (controller.userNumber ?? 0) - 1
    return play.expressionNames.indices.contains(place)
      ? play.expressionNames[place] : model.name(of: controller)
  }

  /// The text of a controller's value. Distances are shares of the diagonal.
  private func text(of controller: Controller) -> UTF8Text {
    let value = liveValue(controller)
    if controller.spec.unit == .diagonals { return "\(ValueText.fixed(value, decimals: 2)) of the diagonal" }
    return ValueText.words(value, controller.spec.unit)
  }

  /// The size, at most so wide, and the lines: the relation with its value, then at most two parameters with theirs.
  private func label(of one: PlayLabel, most: Float) -> (width: Float, height: Float, texts: [[UInt8]]) {
    let (used, controller) = (one.used, one.used.controller)
    var texts: [[UInt8]] = [("\(name(of: controller))  \(text(of: controller))" as UTF8Text).bytes]
    for destination in used.destinations.prefix(2) {
      texts.append(
        ("\(destination.title)  \(destination.text(of: liveValue(destination)))" as UTF8Text).bytes)
    }
    if used.destinations.count > 2 {
      texts.append(("and \(used.destinations.count - 2) more" as UTF8Text).bytes)
    }
    let longest = texts.reduce(Float(0)) { max($0, TextMetrics.width($1, size: look.small)) }
    let width = min(longest, most - 29 - (figureSize(of: one)?.width ?? 0))
    let height = look.small * 1.5 * Float(texts.count)
    if let figure = figureSize(of: one) {
      return (width + figure.width + 29, max(height, figure.height) + 10, texts)
    }
    let gauge: Float = one.anchor != nil ? 0 : controller.drawing == .curve ? 24 : 8
    return (width + 21, height + 10 + gauge, texts)
  }
}
