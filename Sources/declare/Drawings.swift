// Writes docs/images/controllers/*.svg: a drawing of each
// geometrical controller. Command-line tool; main thread.
import Controls
import Foundation

/// A point of a drawing: the surface is 4 wide and 3 high, y up, and its diagonal is 5.
private struct Place {
  let x: Double
  let y: Double
  init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
}

private enum Shape {
  case dot(Place), ring(Place), cross(Place), square(Place)
  case line(Place, Place), thin(Place, Place), arrow(Place, Place)
  /// The angle from +x to the direction of the second point as seen from the first.
  case angle(Place, Place)
  /// The angle at the first point between the directions of the other two.
  case corner(Place, Place, Place)
  case area([Place]), outline([Place])
  case way([Place])
}

/// The touches in all drawings, in the order in which they
/// began. The controllers of one touch are drawn for the third.
private let touches = [Place(0.7, 0.8), Place(3.3, 0.6), Place(2.7, 2.4), Place(1.2, 2.2)]
private let one = touches[2]
private let start = Place(1.9, 1.1)
private let center = Place(2, 1.5)
private let token = Place(0.8, 1.6)
private let mean = Place(
  touches.map(\.x).reduce(0, +) / 4, touches.map(\.y).reduce(0, +) / 4)

private let rings = touches.map { Shape.ring($0) }

private func distance(_ to: Place, _ mark: Shape) -> [Shape] { rings + [.dot(one), mark, .line(to, one)] }

private func angle(_ to: Place, _ mark: Shape) -> [Shape] {
  rings + [.dot(one), mark, .thin(to, Place(3.9, to.y)), .thin(to, one), .angle(to, one)]
}

private func shapes(of controller: Controller) -> [Shape]? {
  let speed = Place(3.3, 2.8)
  let axis = (Place(0.15, 1.72), Place(3.85, 1.28))
  let spread = rings + [.cross(mean)]
  return switch controller {
  case .touchX: rings + [.dot(one), .line(Place(0, one.y), one)]
  case .touchY: rings + [.dot(one), .line(Place(one.x, 0), one)]
  case .touchStartX: [.dot(one), .ring(start), .way([start, one]), .line(Place(0, start.y), start)]
  case .touchStartY: [.dot(one), .ring(start), .way([start, one]), .line(Place(start.x, 0), start)]
  case .touchXFromStart: [.dot(one), .ring(start), .way([start, one]), .line(start, Place(one.x, start.y))]
  case .touchYFromStart: [.dot(one), .ring(start), .way([start, one]), .line(start, Place(start.x, one.y))]
  case .touchDistanceFromStart: [.dot(one), .ring(start), .line(start, one)]
  case .touchAngleFromStart:
    [.dot(one), .ring(start), .thin(start, Place(3.9, start.y)), .thin(start, one), .angle(start, one)]
  case .touchDistanceToCenter: distance(center, .cross(center))
  case .touchAngleToCenter: angle(center, .cross(center))
  case .touchDistanceToEdge: rings + [.dot(one), .line(one, Place(one.x, 3))]
  case .touchDistanceToPrevious: distance(touches[1], .ring(touches[1]))
  case .touchAngleToPrevious: angle(touches[1], .ring(touches[1]))
  case .touchDistanceToFirst: distance(touches[0], .ring(touches[0]))
  case .touchAngleToFirst: angle(touches[0], .ring(touches[0]))
  case .touchDistanceToNearest: distance(touches[3], .ring(touches[3]))
  case .touchDistanceToCentroid: distance(mean, .cross(mean))
  case .touchAngleToCentroid: angle(mean, .cross(mean))
  case .touchDistanceToToken1: distance(token, .square(token))
  case .touchAngleToToken1: angle(token, .square(token))
  case .touchVertexAngle:
    rings + [
      .dot(one), .thin(one, touches[1]), .thin(one, touches[3]), .corner(one, touches[3], touches[1]),
    ]
  case .touchSpeed, .touchDirection: [.dot(one), .way([start, one]), .arrow(one, speed)]
  case .touchSpeedX: [.dot(one), .way([start, one]), .thin(one, speed), .arrow(one, Place(speed.x, one.y))]
  case .touchSpeedY: [.dot(one), .way([start, one]), .thin(one, speed), .arrow(one, Place(one.x, speed.y))]
  case .touchPathLength: [.dot(one), .ring(start), .line(start, Place(1.2, 2)), .line(Place(1.2, 2), one)]
  case .groupCentroidX: spread + [.line(Place(0, mean.y), mean)]
  case .groupCentroidY: spread + [.line(Place(mean.x, 0), mean)]
  case .groupCentroidDistance: spread + [.cross(center), .line(center, mean)]
  case .groupCentroidAngle:
    spread + [.cross(center), .thin(center, Place(3.9, center.y)), .angle(center, mean)]
  case .groupCentroidSpeed, .groupCentroidDirection:
    rings.map { $0 } + [.cross(mean), .arrow(mean, Place(mean.x + 0.8, mean.y + 0.4))]
  case .groupWidth: rings + [.line(Place(0.7, 0.3), Place(3.3, 0.3)), .thin(Place(0.7, 0), touches[0])]
  case .groupHeight: rings + [.line(Place(3.7, 0.6), Place(3.7, 2.4)), .thin(one, Place(4, 2.4))]
  case .groupHullArea: [.area(touches)] + rings
  case .groupHullPerimeter: [.outline(touches)] + rings
  case .groupSpread: spread + touches.map { .line(mean, $0) }
  case .groupSpreadMax: spread + [.line(mean, touches[1])]
  case .groupPairMean:
    rings + (0..<4).flatMap { a in (0..<a).map { .line(touches[a], touches[$0]) } }
  case .groupPairMin: rings + [.line(touches[3], touches[0])]
  case .groupPairMax: rings + [.line(touches[3], touches[1])]
  case .groupAlignment: rings + [.thin(axis.0, axis.1)]
  case .groupAxisAngle:
    rings + [.thin(axis.0, axis.1), .thin(axis.0, Place(3.9, axis.0.y)), .line(axis.0, axis.1)]
  case .groupRotation, .groupRotationSpeed: spread + turned(0.09, 1)
  case .groupScale, .groupScaleSpeed: spread + turned(0, 1.3)
  case .gestureShapeSize: [.way(spiral(0)), .line(Place(1.05, 1.5), Place(2.95, 1.5))]
  case .gestureShapeDirection:
    [
      .thin(center, spiral(0)[0]), .way(spiral(0)), .line(center, spiral(0.1)[0]), .dot(spiral(0.1)[0]),
    ]
  case .token12Distance:
    [.square(token), .square(Place(3, 2.2)), .line(token, Place(3, 2.2))]
  case .token12Angle:
    [
      .square(token), .square(Place(3, 2.2)), .thin(token, Place(3, 2.2)), .thin(token, Place(3.9, token.y)),
      .angle(token, Place(3, 2.2)),
    ]
  default: nil
  }
}

/// A line that a touch draws, turned by `turns`.
private func spiral(_ turns: Double) -> [Place] {
  (0...40).map { index in
    let part = Double(index) / 40
    let (angle, reach) = (2 * .pi * (turns - 1.5 * part), 1 - 0.6 * part)
    return Place(center.x + reach * cos(angle), center.y + reach * sin(angle))
  }
}

/// An arrow for each touch: where it goes when all turn and scale about the centroid.
private func turned(_ turns: Double, _ scale: Double) -> [Shape] {
  touches.map { touch in
    let (dx, dy) = (touch.x - mean.x, touch.y - mean.y)
    let (c, s) = (cos(2 * .pi * turns) * scale, sin(2 * .pi * turns) * scale)
    return .arrow(touch, Place(mean.x + c * dx - s * dy, mean.y + s * dx + c * dy))
  }
}

private func number(_ value: Double) -> String {
  let rounded = (value * 10).rounded() / 10
  return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
}

private func x(_ place: Place) -> String { number(4 + place.x * 28) }
private func y(_ place: Place) -> String { number(88 - place.y * 28) }
private func pair(_ place: Place) -> String { "\(x(place)),\(y(place))" }

private func line(_ a: Place, _ b: Place, _ style: String) -> String {
  "<line x1=\"\(x(a))\" y1=\"\(y(a))\" x2=\"\(x(b))\" y2=\"\(y(b))\" \(style)/>"
}

private func arc(_ at: Place, from: Double, to: Double) -> String {
  let reach = 0.45
  let a = Place(at.x + reach * cos(from), at.y + reach * sin(from))
  let b = Place(at.x + reach * cos(to), at.y + reach * sin(to))
  let isLarge = to - from > .pi ? 1 : 0
  return
    "<path d=\"M\(pair(a)) A\(number(reach * 28)),\(number(reach * 28)) 0 \(isLarge) 0 \(pair(b))\" "
    + "fill=\"none\" stroke=\"#c33\" stroke-width=\"2\"/>"
}

private func svg(_ shape: Shape) -> String {
  let bold = "stroke=\"#c33\" stroke-width=\"2\""
  let thin = "stroke=\"#888\" stroke-dasharray=\"3 2\""
  func direction(_ a: Place, _ b: Place) -> Double {
    let angle = atan2(b.y - a.y, b.x - a.x)
    return angle < 0 ? angle + 2 * .pi : angle
  }
  switch shape {
  case .dot(let at): return "<circle cx=\"\(x(at))\" cy=\"\(y(at))\" r=\"4\" fill=\"#c33\"/>"
  case .ring(let at):
    return
      "<circle cx=\"\(x(at))\" cy=\"\(y(at))\" r=\"3.5\" fill=\"#fff\" stroke=\"#333\" stroke-width=\"1.5\"/>"
  case .cross(let at):
    return
      "<path d=\"M\(pair(Place(at.x - 0.12, at.y)))H\(x(Place(at.x + 0.12, 0)))"
      + "M\(pair(Place(at.x, at.y - 0.12)))V\(y(Place(0, at.y + 0.12)))\" "
      + "stroke=\"#333\" stroke-width=\"1.5\"/>"
  case .square(let at):
    return
      "<rect x=\"\(x(Place(at.x - 0.18, 0)))\" y=\"\(y(Place(0, at.y + 0.18)))\" width=\"10\" height=\"10\" "
      + "fill=\"#fff\" stroke=\"#333\" stroke-width=\"1.5\"/>"
  case .line(let a, let b): return line(a, b, bold)
  case .thin(let a, let b): return line(a, b, thin)
  case .arrow(let a, let b): return line(a, b, bold + " marker-end=\"url(#a)\"")
  case .angle(let at, let to): return arc(at, from: 0, to: direction(at, to))
  case .corner(let at, let a, let b):
    return arc(at, from: min(direction(at, a), direction(at, b)), to: max(direction(at, a), direction(at, b)))
  case .area(let corners):
    return
      "<polygon points=\"\(corners.map(pair).joined(separator: " "))\" fill=\"#c33\" fill-opacity=\"0.3\" "
      + "stroke=\"none\"/>"
  case .outline(let corners):
    return "<polygon points=\"\(corners.map(pair).joined(separator: " "))\" fill=\"none\" \(bold)/>"
  case .way(let places):
    return "<polyline points=\"\(places.map(pair).joined(separator: " "))\" fill=\"none\" \(thin)/>"
  }
}

/// The drawing of a controller; nil when the controller is not geometrical.
func drawing(of controller: Controller) -> String? {
  guard let shapes = shapes(of: controller) else { return nil }
  let marker =
    "<defs><marker id=\"a\" markerWidth=\"6\" markerHeight=\"6\" refX=\"5\" refY=\"3\" orient=\"auto\">"
    + "<path d=\"M0,0L6,3L0,6z\" fill=\"#c33\"/></marker></defs>"
  let isArrow = shapes.contains { if case .arrow = $0 { true } else { false } }
  // Points are drawn above lines.
  let marks = shapes.filter {
    switch $0 {
    case .dot, .ring, .cross, .square: true
    default: false
    }
  }
  let rest = shapes.filter {
    switch $0 {
    case .dot, .ring, .cross, .square: false
    default: true
    }
  }
  return """
    <svg xmlns="http://www.w3.org/2000/svg" width="120" height="92" viewBox="0 0 120 92" role="img">
    <title>\(controller.spec.name.string)</title>
    \(isArrow ? marker + "\n" : "")<rect x="4" y="4" width="112" height="84" fill="#f7f7f4" stroke="#333"/>
    \((rest + marks).map(svg).joined(separator: "\n"))
    </svg>

    """
}

func drawingName(of controller: Controller) -> String {
  "images/controllers/\(controller.spec.symbol.string).svg"
}
