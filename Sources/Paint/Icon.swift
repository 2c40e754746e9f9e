// Icons as paths, in a square from −1 to 1. Any thread.

/// A small drawing that stands for something. Each has a name in the control that shows it.
public enum Icon: CaseIterable, Sendable {
  case previous, next, undo, redo, menu, close, play, pause, stop, search, add, remove, check, up, down
  case heart, favorite, star, clock, share, globe

  private static var heartShape: [(Float, Float)] {
    [
      (0, 0.7), (-0.72, -0.02), (-0.76, -0.36), (-0.58, -0.6), (-0.3, -0.64), (-0.08, -0.5), (0, -0.32),
      (0.08, -0.5), (0.3, -0.64), (0.58, -0.6), (0.76, -0.36), (0.72, -0.02),
    ]
  }

  /// Draws it around a point; `size` is its width.
  public func draw(into list: inout DrawList, x: Float, y: Float, size: Float, _ ink: Ink) {
    let unit = size / 2
    let width = max(1.25, size / 10)
    func lines(_ points: [(Float, Float)], closed: Bool = false) {
      list.lines(points.map { (x + $0.0 * unit, y + $0.1 * unit) }, ink, width: width, closed: closed)
    }
    func area(_ points: [(Float, Float)]) {
      list.polygon(points.map { (x + $0.0 * unit, y + $0.1 * unit) }, ink)
    }
    switch self {
    case .previous: lines([(0.3, -0.65), (-0.3, 0), (0.3, 0.65)])
    case .next: lines([(-0.3, -0.65), (0.3, 0), (-0.3, 0.65)])
    case .undo, .redo:
      let side: Float = self == .undo ? 1 : -1
      list.append(.move(x - 0.7 * side * unit, y - 0.15 * unit))
      list.append(
        .curve(
          x - 0.2 * side * unit, y - 0.75 * unit, x + 0.8 * side * unit, y - 0.55 * unit,
          x + 0.7 * side * unit, y + 0.6 * unit))
      list.append(.stroke(ink, width: width, dash: 0))
      lines([(-0.75 * side, -0.7), (-0.75 * side, -0.1), (-0.15 * side, -0.1)])
    case .up: lines([(-0.65, 0.3), (0, -0.3), (0.65, 0.3)])
    case .down: lines([(-0.65, -0.3), (0, 0.3), (0.65, -0.3)])
    case .menu: for row in [Float(-0.5), 0, 0.5] { lines([(-0.7, row), (0.7, row)]) }
    case .close:
      lines([(-0.5, -0.5), (0.5, 0.5)])
      lines([(-0.5, 0.5), (0.5, -0.5)])
    case .play: area([(-0.45, -0.7), (0.75, 0), (-0.45, 0.7)])
    case .pause: for side in [Float(-0.35), 0.35] { lines([(side, -0.6), (side, 0.6)]) }
    case .stop: area([(-0.55, -0.55), (0.55, -0.55), (0.55, 0.55), (-0.55, 0.55)])
    case .search:
      list.ring(x - 0.15 * unit, y - 0.15 * unit, radius: 0.5 * unit, ink, width: width)
      lines([(0.22, 0.22), (0.7, 0.7)])
    case .add:
      lines([(-0.6, 0), (0.6, 0)])
      lines([(0, -0.6), (0, 0.6)])
    case .remove: lines([(-0.6, 0), (0.6, 0)])
    case .check: lines([(-0.6, 0.05), (-0.15, 0.5), (0.65, -0.5)])
    case .heart: lines(Self.heartShape, closed: true)
    case .favorite: area(Self.heartShape)
    case .star:
      area([
        (0, -0.8), (0.2, -0.275), (0.76, -0.247), (0.323, 0.105), (0.47, 0.647), (0, 0.34), (-0.47, 0.647),
        (-0.323, 0.105), (-0.76, -0.247), (-0.2, -0.275),
      ])
    case .clock:
      list.ring(x, y, radius: 0.7 * unit, ink, width: width)
      lines([(0, -0.42), (0, 0), (0.32, 0.18)])
    case .globe:
      list.ring(x, y, radius: 0.75 * unit, ink, width: width)
      lines([(-0.75, 0), (0.75, 0)])
      lines(
        [(0, -0.75), (0.3, -0.4), (0.36, 0), (0.3, 0.4), (0, 0.75), (-0.3, 0.4), (-0.36, 0), (-0.3, -0.4)],
        closed: true)
    case .share:
      lines([(-0.3, -0.1), (-0.6, -0.1), (-0.6, 0.75), (0.6, 0.75), (0.6, -0.1), (0.3, -0.1)])
      lines([(0, 0.35), (0, -0.75)])
      lines([(-0.32, -0.43), (0, -0.75), (0.32, -0.43)])
    }
  }
}
