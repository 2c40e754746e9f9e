// *Table*: an object that is scanned, with its sides while it is turned. Any thread.
import Lanes
import Paint
import PanelModel
import Text
import Toolkit

extension PerformanceScreens {
  /// Sides, how certain they are, how much was turned, and what it is most like.
  func drawScan(_ scan: ViewModel.Table.Scan, _ pass: inout ScreenPass, in area: Area) {
    var column = area
    pass.text(
      scan.isDone ? "Scanned" : "An object is scanned", in: column.cutTop(look.title * 1.8), look[.text],
      size: look.title, .semibold)
    pass.words(scanWords(scan), .text, in: &column, limit: 4)
    _ = column.cutTop(look.gap)
    drawScannedPads(scan, &pass, &column)
    for (index, side) in scan.sides.enumerated() {
      var line = column.cutTop(look.text * 1.8)
      let name: StaticString = index == 0 ? "Short side" : index == 1 ? "Middle side" : "Long side"
      var value: UTF8Text = "\(ValueText.fixed(side, decimals: 1))"
      if scan.uncertainty >= 0 { value += " ± \(ValueText.fixed(scan.uncertainty, decimals: 1))" }
      value += " mm"
      let width = TextMetrics.width(value.bytes, size: look.text, .semibold) + 4
      pass.text(value.bytes, in: line.cutRight(width), look[.text], size: look.text, .semibold, .right)
      pass.text(name, in: line, look[.faint], size: look.small)
    }
    if let stretch = scan.stretch, stretch.magnitude >= 0.005 {
      let part = ValueText.fixed(stretch.magnitude * 100, decimals: 1)
      let way: StaticString = stretch > 0 ? "too wide" : "too narrow"
      pass.words(
        ("The surface reports itself \(part) % \(way): correct size_mm." as UTF8Text).bytes, .warning,
        in: &column)
    }
    if !scan.nearest.isEmpty {
      pass.words(
        ("\(Int(scan.percent.rounded())) % like \(scan.nearest)" as UTF8Text).bytes, .faint, in: &column)
    }
    if !scan.refused.isEmpty { pass.words(scan.refused, .warning, in: &column, limit: 5) }
    guard scan.isEnough, scan.refused.isEmpty else { return }
    _ = column.cutTop(look.gap)
    let place = column.cutTop(look.target)
    pass.list.frame(place, look[.strong], radius: look.radius)
    pass.button(place, UTF8Text("Keep it as an object").bytes, .table(.keep), isOn: true, size: look.text)
  }

  private func scanWords(_ scan: ViewModel.Table.Scan) -> [UInt8] {
    if scan.isDone { return UTF8Text("The scan has ended. Press Scan for another one.").bytes }
    if scan.state == UTF8Text("deformed").bytes {
      return UTF8Text("The touches do not move as one thing: put one object down alone.").bytes
    }
    if scan.state == UTF8Text("waiting").bytes {
      return scan.touches == 0
        ? UTF8Text("Put it down alone, and turn it once by hand.").bytes
        : ("\(scan.touches) touches lie there; an object has three." as UTF8Text).bytes
    }
    return scan.isEnough
      ? UTF8Text("Done. Turning on makes it more certain.").bytes : UTF8Text("Turn it once by hand.").bytes
  }

  /// The triangle that was found, in a ring that fills while it is turned.
  private func drawScannedPads(
    _ scan: ViewModel.Table.Scan, _ pass: inout ScreenPass, _ column: inout Area
  ) {
    let side = min(column.width, max(120, column.height * 0.34))
    let place = column.cutTop(side)
    _ = column.cutTop(look.gap)
    let (x, y, radius) = (place.middleX, place.middleY, side / 2 - 8)
    pass.list.ring(x, y, radius: radius, look[.line], width: 5)
    let part = min(1, scan.turned / 0.25)
    if part > 0 {
      pass.list.dial(x, y, radius: radius, part: part, look[scan.isEnough ? .sound : .hand], width: 5)
    }
    guard scan.pads.count == 3 else { return }
    let middle = (
      x: (scan.pads[0].x + scan.pads[1].x + scan.pads[2].x) / 3,
      y: (scan.pads[0].y + scan.pads[1].y + scan.pads[2].y) / 3
    )
    let reach =
      scan.pads.map { pad -> Float in
        let (dx, dy) = (pad.x - middle.x, pad.y - middle.y)
        return (dx * dx + dy * dy).squareRoot()
      }.max() ?? 1
    let scale = (radius - 24) / max(1, reach)
    let points = scan.pads.map { (x: x + ($0.x - middle.x) * scale, y: y - ($0.y - middle.y) * scale) }
    pass.list.polygon(points, look.tint(look[.sound], 0.2))
    pass.list.lines(points, look[.sound], width: 2, closed: true)
    for point in points { pass.list.disc(point.x, point.y, radius: 7, look[.sound]) }
  }
}
