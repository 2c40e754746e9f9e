// Draws a trace: a strip for each controller, a color for each touch, the group in white. Main thread.
import Controls
import Foundation
import Pictures

struct TracePicture {
  let title: String
  let trace: ControllerTrace

  private typealias Style = PictureStyle
  private static let top = 76.0
  private static let strip = 96.0
  /// Each strip's name stands in the gap above it, where no curve is.
  private static let gap = 26.0
  /// More strips would be too thin to read.
  private static let limit = 60

  func write(to path: String) throws {
    let rows = trace.rows.prefix(Self.limit)
    let height = Self.top + Double(max(rows.count, 1)) * (Self.strip + Self.gap) + 40
    let canvas = Canvas(width: Int(Style.width), height: Int(height), background: Style.background)
    canvas.text(title, Style.left, 30, size: 20, Style.text, bold: true)
    canvas.text(
      "one colour a touch, in order of beginning · white: the group", Style.left + Style.plotWidth, 30,
      size: 13, Style.faint, .right)
    for (index, row) in rows.enumerated() {
      draw(
        row,
        in: Rectangle(
          x: Style.left, y: Self.top + Double(index) * (Self.strip + Self.gap), width: Style.plotWidth,
          height: Self.strip), on: canvas)
    }
    if rows.isEmpty {
      canvas.text("nothing moves", Style.width / 2, Self.top + 40, size: 15, Style.faint, .center)
    }
    for seconds in Style.labelled(length) {
      canvas.text(String(format: "%g s", seconds), x(seconds), height - 22, size: 13, Style.faint, .center)
    }
    try canvas.write(to: path)
  }

  private var length: Double { max(Double(trace.steps) * trace.step, trace.step) }

  private func x(_ seconds: Double) -> Double { Style.left + seconds / length * Style.plotWidth }

  /// Draws from the controller's least to its greatest natural value, or further if the values go beyond.
  private func draw(_ row: ControllerTrace.Row, in area: Rectangle, on canvas: Canvas) {
    let spec = row.controller.spec
    canvas.fill(area, Style.pane)
    for seconds in Style.labelled(length) {
      canvas.line(x(seconds), area.y, x(seconds), area.bottom, width: 1, Style.grid)
    }
    let values = row.values
    let low = min(spec.minimum, values.min() ?? spec.minimum)
    let high = max(spec.fullScale, values.max() ?? spec.fullScale)
    func y(_ value: Float) -> Double {
      area.bottom - 6 - Double((value - low) / max(high - low, 1e-9)) * (area.height - 12)
    }
    let unit = spec.unit.symbol.description
    canvas.text(
      String(format: "%g %@", high, unit as NSString), area.x - 6, area.y + 10, size: 11, Style.faint, .right)
    canvas.text(String(format: "%g", low), area.x - 6, area.bottom - 8, size: 11, Style.faint, .right)
    for (number, column) in row.used {
      let color = number == 0 ? Style.text : Style.finger(number - 1)
      for index in 1..<max(column.count, 1) {
        guard let from = column[index - 1], let to = column[index] else { continue }
        // A line across the strip is left out where a cyclic value wraps.
        if row.controller.isCyclic, abs(to - from) > (high - low) / 2 { continue }
        canvas.line(
          x(Double(index - 1) * trace.step), y(from), x(Double(index) * trace.step), y(to), width: 2, color)
      }
      if let first = column.firstIndex(where: { $0 != nil }), number > 0 {
        canvas.disc(x(Double(first) * trace.step), y(column[first]!), radius: 4, color)
      }
    }
    canvas.text(spec.symbol.string, area.x, area.y - 11, size: 13, Style.text, bold: true)
  }
}
