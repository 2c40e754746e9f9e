// The labels of *Play*: what a relation is, and what it does to the sound now. None covers another.
// Any thread.
import Controls
import Paint
import PanelModel
import Text
import Toolkit

/// Which labels are wanted where, and which places are taken.
struct PlayLabels {
  let area: Area
  /// A controller, and where its drawing is; nil: nowhere.
  var wanted: [(used: PerformanceScreens.UsedController, anchor: (x: Float, y: Float)?)] = []
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
  func drawLabels(_ labels: PlayLabels, _ pass: inout ScreenPass) {
    var labels = labels
    var waiting: [(used: UsedController, anchor: (x: Float, y: Float)?)] = []
    for one in labels.wanted {
      guard let anchor = one.anchor, drawLabel(one.used, near: anchor, &labels, &pass) else {
        waiting.append(one)
        continue
      }
    }
    // Labels without space near their drawing are at the left, from above.
    var y = labels.area.y + 44
    for one in waiting {
      while y < labels.area.bottom - 60 {
        let (width, height, texts) = label(of: one.used)
        let box = Area(x: labels.area.x + 12, y: y, width: width, height: height)
        y += height + 8
        if labels.taken.contains(where: { $0.meets(box) }) { continue }
        labels.taken.append(box)
        draw(texts, in: box, &pass)
        break
      }
    }
  }

  private func drawLabel(
    _ used: UsedController, near anchor: (x: Float, y: Float), _ labels: inout PlayLabels,
    _ pass: inout ScreenPass
  ) -> Bool {
    let (width, height, texts) = label(of: used)
    guard let box = labels.place(width, height, near: anchor) else { return false }
    draw(texts, in: box, &pass)
    return true
  }

  private func draw(_ texts: [[UInt8]], in box: Area, _ pass: inout ScreenPass) {
    pass.list.fill(box, look[.pane].faded(0.94), radius: look.radius)
    var rest = box.inset(10, 5)
    for (index, text) in texts.enumerated() {
      pass.text(
        text, in: rest.cutTop(look.small * 1.5), look[index == 0 ? .hand : .sound], size: look.small)
    }
  }

  /// The size and the lines: the relation with its value, then at most two parameters with theirs.
  private func label(of used: UsedController) -> (width: Float, height: Float, texts: [[UInt8]]) {
    let controller = used.controller
    let value = ValueText.words(liveValue(controller), controller.spec.unit)
    var texts: [[UInt8]] = [("\(controller.shortName)  \(value)" as UTF8Text).bytes]
    for destination in used.destinations.prefix(2) {
      texts.append(
        ("\(destination.title)  \(destination.text(of: liveValue(destination)))" as UTF8Text).bytes)
    }
    if used.destinations.count > 2 {
      texts.append(("and \(used.destinations.count - 2) more" as UTF8Text).bytes)
    }
    let width = texts.reduce(Float(0)) { max($0, TextMetrics.width($1, size: look.small)) }
    return (width + 21, look.small * 1.5 * Float(texts.count) + 10, texts)
  }
}
