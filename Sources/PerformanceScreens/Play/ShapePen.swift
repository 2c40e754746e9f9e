// Draws the shapes of controllers on the surface. Any thread.
import Drawings
import Lanes
import Paint
import PanelModel
import Toolkit

/// Draws shapes in one color, and remembers where the drawing's label belongs.
struct ShapePen {
  var pass: PerformanceScreens.ScreenPass
  let area: Area
  var ink = Ink(0)
  /// 0…1: how strong the color is.
  var strength: Float = 1
  /// Where the label belongs; nil: nothing was drawn.
  var anchor: (x: Float, y: Float)?
  private let unit: Float

  /// - Parameter aspect: the width of the scene in heights.
  init(_ pass: PerformanceScreens.ScreenPass, _ area: Area, _ aspect: Float) {
    (self.pass, self.area) = (pass, area)
    unit = area.height
  }

  private func place(_ point: SurfacePoint) -> (x: Float, y: Float) {
    (area.x + point.x * unit, area.bottom - point.y * unit)
  }

  private var full: Ink { ink.faded(strength) }
  private var width: Float { 1.25 + strength }

  mutating func draw(_ shape: Shape) {
    switch shape {
    case .line(let from, let to):
      segment(from, to)
      anchor = middle(from, to)
    case .arrow(let from, let to): arrow(from, to)
    case .guide(let from, let to):
      let (a, b) = (place(from), place(to))
      pass.list.line(a.x, a.y, b.x, b.y, ink.faded(0.4 * strength), width: 1, dash: 4)
    case .angle(let corner, let from, let to): angle(corner, from, to)
    case .ring(let center, let radius, let part):
      let (x, y) = place(center)
      pass.list.ring(x, y, radius: radius * unit, ink.faded(0.18), width: 3)
      pass.list.dial(x, y, radius: radius * unit, part: part, full, width: 3)
      anchor = (x + radius * unit, y)
    case .disc(let center, let radius):
      let (x, y) = place(center)
      pass.list.disc(x, y, radius: radius * unit, ink.faded(0.12 * strength))
      pass.list.ring(x, y, radius: radius * unit, ink.faded(0.5 * strength), width: 1)
      anchor = (x + radius * unit, y)
    case .ellipse(let center, let major, let aspect):
      let (x, y) = place(center)
      let length = major.length * unit
      pass.list.oval(
        x, y, major: length, minor: length * aspect, turns: Scalar.turns(y: major.y, x: major.x))
      pass.list.append(.stroke(full, width: width, dash: 0))
      anchor = (x + length, y)
    case .area(let corners):
      let points = corners.map { place($0) }
      pass.list.polygon(points, ink.faded(0.05 + 0.07 * strength))
      pass.list.lines(points, ink.faded(0.35 * strength), width: 1, closed: true)
      if let center = center(of: points) { anchor = center }
    case .outline(let corners):
      let points = corners.map { place($0) }
      pass.list.lines(points, full, width: width, closed: true)
      if let first = points.first { anchor = first }
    case .curve(let points):
      let places = points.map { place($0) }
      pass.list.lines(places, full, width: width)
      if let last = places.last { anchor = last }
    case .trail(let points):
      pass.list.lines(points.map { place($0) }, ink.faded(0.25 * strength), width: 1)
    case .cross(let point):
      let (x, y) = place(point)
      pass.list.line(x - 8, y, x + 8, y, pass.look[.text], width: 1.5)
      pass.list.line(x, y - 8, x, y + 8, pass.look[.text], width: 1.5)
    case .body(let point):
      let (x, y) = place(point)
      pass.list.ring(x, y, radius: 18, pass.look[.faint], width: 1.5)
    case .touch, .otherTouch, .token: break  // The screen draws these.
    }
  }

  private mutating func segment(_ from: SurfacePoint, _ to: SurfacePoint) {
    let (a, b) = (place(from), place(to))
    pass.list.line(a.x, a.y, b.x, b.y, full, width: width)
  }

  private mutating func arrow(_ from: SurfacePoint, _ to: SurfacePoint) {
    segment(from, to)
    let way = to - from
    guard way.length > 0 else { return }
    // At least 6 points, also where the surface is small.
    let back = way * (-max(0.022, 6 / unit) / way.length)
    let side = back.quarterTurned * 0.6
    let (tip, a, b) = (place(to), place(to + back + side), place(to + back - side))
    pass.list.polygon([tip, a, b], full)
    anchor = tip
  }

  /// Anticlockwise from one direction to the other, with a disc at its end.
  private mutating func angle(_ corner: SurfacePoint, _ from: SurfacePoint, _ to: SurfacePoint) {
    let (x, y) = place(corner)
    let (a, b) = (from - corner, to - corner)
    let start = Scalar.turns(y: a.y, x: a.x)
    var end = Scalar.turns(y: b.y, x: b.x)
    if end < start { end += 1 }
    let radius = 0.085 * min(unit, 0.75 * area.width)
    // The list's angles run clockwise.
    pass.list.append(.arc(x: x, y: y, radius: radius, from: -end, to: -start))
    pass.list.append(.stroke(full, width: 3, dash: 0))
    pass.list.disc(
      x + radius * Scalar.sine(turns: end + 0.25), y - radius * Scalar.sine(turns: end), radius: 5, full)
    let middle = (start + end) / 2
    anchor = (
      x + radius * 1.3 * Scalar.sine(turns: middle + 0.25), y - radius * 1.3 * Scalar.sine(turns: middle)
    )
  }

  private func middle(_ from: SurfacePoint, _ to: SurfacePoint) -> (x: Float, y: Float) {
    place((from + to) * 0.5)
  }

  private func center(of points: [(x: Float, y: Float)]) -> (x: Float, y: Float)? {
    guard !points.isEmpty else { return nil }
    let count = Float(points.count)
    return (points.reduce(0) { $0 + $1.x } / count, points.reduce(0) { $0 + $1.y } / count)
  }
}

extension DrawList {
  /// An ellipse as the path: four curves.
  mutating func oval(_ x: Float, _ y: Float, major: Float, minor: Float, turns: Float) {
    let (cosine, sine) = (Scalar.sine(turns: turns + 0.25), Scalar.sine(turns: turns))
    func at(_ u: Float, _ v: Float) -> (Float, Float) {
      (x + u * major * cosine - v * minor * sine, y - u * major * sine - v * minor * cosine)
    }
    let k: Float = 0.552_284_75
    let start = at(1, 0)
    append(.move(start.0, start.1))
    let quarters: [[(Float, Float)]] = [
      [(1, k), (k, 1), (0, 1)], [(-k, 1), (-1, k), (-1, 0)], [(-1, -k), (-k, -1), (0, -1)],
      [(k, -1), (1, -k), (1, 0)],
    ]
    for quarter in quarters {
      let (a, b, c) = (
        at(quarter[0].0, quarter[0].1), at(quarter[1].0, quarter[1].1), at(quarter[2].0, quarter[2].1)
      )
      append(.curve(a.0, a.1, b.0, b.1, c.0, c.1))
    }
    append(.close)
  }
}
