// The shapes of which screens consist, as commands. Any thread.

extension DrawList {
  /// Fills an area, with round corners.
  public mutating func fill(_ area: Area, _ ink: Ink, radius: Float = 0) {
    path(area, radius: radius)
    append(.fill(ink, isKept: false))
  }

  /// Draws the border of an area, inside of it.
  public mutating func frame(_ area: Area, _ ink: Ink, width: Float = 1, radius: Float = 0) {
    path(area.inset(width / 2, width / 2), radius: max(0, radius - width / 2))
    append(.stroke(ink, width: width, dash: 0))
  }

  /// The border of an area as the path.
  public mutating func path(_ area: Area, radius: Float) {
    let r = min(radius, area.width / 2, area.height / 2)
    if r <= 0 {
      append(.move(area.x, area.y))
      append(.line(area.right, area.y))
      append(.line(area.right, area.bottom))
      append(.line(area.x, area.bottom))
    } else {
      append(.move(area.x + r, area.y))
      append(.arc(x: area.right - r, y: area.y + r, radius: r, from: 0.75, to: 1))
      append(.arc(x: area.right - r, y: area.bottom - r, radius: r, from: 0, to: 0.25))
      append(.arc(x: area.x + r, y: area.bottom - r, radius: r, from: 0.25, to: 0.5))
      append(.arc(x: area.x + r, y: area.y + r, radius: r, from: 0.5, to: 0.75))
    }
    append(.close)
  }

  public mutating func line(
    _ x1: Float, _ y1: Float, _ x2: Float, _ y2: Float, _ ink: Ink, width: Float = 1, dash: Float = 0
  ) {
    append(.move(x1, y1))
    append(.line(x2, y2))
    append(.stroke(ink, width: width, dash: dash))
  }

  public mutating func disc(_ x: Float, _ y: Float, radius: Float, _ ink: Ink) {
    circle(x, y, radius: radius)
    append(.fill(ink, isKept: false))
  }

  public mutating func ring(_ x: Float, _ y: Float, radius: Float, _ ink: Ink, width: Float = 1) {
    circle(x, y, radius: radius)
    append(.stroke(ink, width: width, dash: 0))
  }

  /// A part of a circle, clockwise from above: 0…1 of it.
  public mutating func dial(_ x: Float, _ y: Float, radius: Float, part: Float, _ ink: Ink, width: Float) {
    let part = min(max(part, 0), 1)
    if part >= 1 { return ring(x, y, radius: radius, ink, width: width) }
    if part == 0 { return }
    // The path begins at the arc, or a line would lead to it.
    append(.arc(x: x, y: y, radius: radius, from: -0.25, to: part - 0.25))
    append(.stroke(ink, width: width, dash: 0))
  }

  /// A whole circle as the path.
  public mutating func circle(_ x: Float, _ y: Float, radius: Float) {
    append(.arc(x: x, y: y, radius: radius, from: 0, to: 1))
    append(.close)
  }

  /// Draws from point to point.
  public mutating func lines(
    _ points: [(x: Float, y: Float)], _ ink: Ink, width: Float = 1, closed: Bool = false
  ) {
    guard points.count > 1 else { return }
    for (index, point) in points.enumerated() {
      append(index == 0 ? .move(point.x, point.y) : .line(point.x, point.y))
    }
    if closed { append(.close) }
    append(.stroke(ink, width: width, dash: 0))
  }

  /// Fills what lies between points.
  public mutating func polygon(_ points: [(x: Float, y: Float)], _ ink: Ink) {
    guard points.count > 2 else { return }
    for (index, point) in points.enumerated() {
      append(index == 0 ? .move(point.x, point.y) : .line(point.x, point.y))
    }
    append(.close)
    append(.fill(ink, isKept: false))
  }
}
