// Writes docs/images/controllers/*.svg: the registry's drawing of each controller, with touches and tokens as
// an example. Command-line tool; main thread.
import Controls
import Drawings
import Foundation

/// The example: four touches, of which the third stands out, tokens, bodies of a world, and all velocities.
private let example: DrawingScene = {
  func point(_ x: Float, _ y: Float) -> SurfacePoint { SurfacePoint(x / 3, y / 3) }
  var scene = DrawingScene(aspect: 4.0 / 3)
  let places = [(0.7, 0.7), (2.8, 0.5), (2.7, 2.2), (1.1, 1.9)] as [(Float, Float)]
  let starts = [(0.4, 1.2), (3.3, 1.1), (1.9, 1.1), (1.5, 2.5)] as [(Float, Float)]
  scene.touches = zip(places, starts).map { place, start in
    var touch = DrawingScene.Touch(at: point(place.0, place.1), from: point(start.0, start.1))
    touch.velocity = (touch.place - touch.start) * 2
    touch.pressure = 0.6
    touch.major = SurfacePoint(0.08, 0.05)
    touch.contactAspect = 0.6
    return touch
  }
  scene.own = 2
  // The way bends; the last velocity is not its direction as the crow flies.
  scene.touches[2].trail = [point(1.8, 1.5), point(1.95, 1.85), point(2.3, 2.1)]
  scene.touches[2].velocity = point(2.4, 1.2)
  let pieces = [
    (0.6, 2.4), (3.4, 1.4), (1.7, 0.6), (3.5, 2.4), (0.7, 0.6), (2.2, 1.8), (2.6, 0.5), (1.2, 1.5),
    (2.9, 1.1), (1.5, 2.5), (0.5, 1.5), (3.4, 0.5), (2.4, 2.5), (1.1, 1), (2.1, 1.2), (2.9, 1.8),
  ]
  for (slot, place) in pieces.enumerated() {
    var token = DrawingScene.Token(at: point(Float(place.0), Float(place.1)))
    token.direction = SurfacePoint(0.6, 0.8)
    token.velocity = SurfacePoint(0.8, -0.4)
    scene.tokens[slot] = token
  }
  let bodies = [
    (1.2, 1.9), (2.9, 0.8), (2.2, 2.3), (0.8, 0.7), (3.2, 2.2), (1.7, 1.1), (2.5, 1.5), (0.6, 1.5),
  ]
  for (index, at) in bodies.enumerated() {
    var body = DrawingScene.Token(at: point(Float(at.0), Float(at.1)))
    body.direction = SurfacePoint(0.8, 0.6)
    body.velocity = SurfacePoint(index & 1 == 0 ? 0.8 : -0.8, 0.5)
    scene.bodies[index] = body
  }
  return scene
}()

/// The pictures of one drawing: one for what stands still, twelve of a second for what moves.
private let pictureCount = 12

/// The example and the controller's value in one picture of twelve.
private func moment(_ index: Int, of controller: Controller) -> (DrawingScene, value: Float) {
  let drawing = controller.drawing
  let phase = Float(index) / Float(pictureCount)
  var scene = example
  scene.latest = (0..<96).map { wave(of: controller, Float($0) / 48 + phase) }
  scene.seconds = phase
  switch drawing {
  // A whole number of pulses in the second, so that the end of the loop meets its beginning.
  case .pulse, .allPulses: return (scene, 0.2)
  case .ring, .allRings, .acceleration, .pieceTurning:
    return (scene, (Float(index) + 1) / Float(pictureCount))
  case .turn: return (scene, 0.64)
  case .heading, .knob: return (scene, 0.62)
  case .gravity, .push, .magnet, .stick, .lever: return (scene, 0.86)
  case .button: return (scene, 1)
  default: return (scene, drawing.isAnimated ? 0.5 - 0.5 * cos(2 * .pi * phase) : 0.7)
  }
}

/// The value of a module at a time in its turns: an envelope, steps, a sine.
private func wave(of controller: Controller, _ time: Float) -> Float {
  let phase = time - time.rounded(.down)
  switch controller {
  case .env1, .env2, .env3, .env4:
    return phase < 0.1
      ? phase * 10 : phase < 0.6 ? 0.5 + 0.5 * exp(-12 * (phase - 0.1)) : 0.5 * exp(-10 * (phase - 0.6))
  case .seq1, .seq2, .seq3, .seq4: return [0.2, 0.9, 0.5, 0.7][Int(phase * 4)]
  default: return 0.5 + 0.5 * sin(2 * .pi * phase)
  }
}

/// The drawing of a controller; nil when it has no place in space or time.
func drawing(of controller: Controller) -> String? {
  let drawing = controller.drawing
  guard drawing != .none else { return nil }
  var pictures: [[Shape]] = []
  for index in 0..<(drawing.isAnimated ? pictureCount : 1) {
    let (scene, value) = moment(index, of: controller)
    var shapes: [Shape] = []
    drawing.shapes(in: scene, value: value) { shapes.append($0) }
    pictures.append(shapes)
  }
  // Shapes that all pictures share are drawn once.
  let still = pictures[0].filter { shape in pictures.allSatisfy { $0.contains(shape) } }
  let moving = pictures.map { $0.filter { !still.contains($0) }.unique }
  let isArrow = pictures.joined().contains { if case .arrow = $0 { true } else { false } }
  var lines = [
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"120\" height=\"92\" viewBox=\"0 0 120 92\" "
      + "role=\"img\">",
    "<title>\(controller.spec.name.string)</title>",
  ]
  if isArrow { lines.append(marker) }
  lines.append("<rect x=\"4\" y=\"4\" width=\"112\" height=\"84\" fill=\"#f7f7f4\" stroke=\"#333\"/>")
  lines += still.filter { !$0.isMark }.unique.map(svg)
  if drawing.isAnimated { lines += moving.indices.map { animated(moving[$0], $0) } }
  // Points are drawn above lines, and the touch that stands out above the others.
  lines += still.filter(\.isMark).unique.map(svg)
  return lines.joined(separator: "\n") + "\n</svg>\n"
}

/// One picture of a moving drawing: it is seen for a twelfth of a second.
private func animated(_ shapes: [Shape], _ index: Int) -> String {
  let seen = (0..<pictureCount).map { $0 == index ? "inline" : "none" }.joined(separator: ";")
  // A viewer without animation shows the middle picture.
  let display = index == pictureCount / 2 ? "inline" : "none"
  return """
    <g display="\(display)"><animate attributeName="display" values="\(seen)" dur="1s" calcMode="discrete" \
    repeatCount="indefinite"/>
    \(shapes.map(svg).joined(separator: "\n"))
    </g>
    """
}

extension Array where Element: Equatable {
  /// Each element once, where it stands last.
  fileprivate var unique: [Element] {
    indices.filter { index in !self[(index + 1)...].contains(self[index]) }.map { self[$0] }
  }
}

func drawingName(of controller: Controller) -> String {
  "images/controllers/\(controller.spec.symbol.string).svg"
}

private let marker =
  "<defs><marker id=\"a\" markerWidth=\"4\" markerHeight=\"4\" refX=\"3\" refY=\"2\" orient=\"auto\">"
  + "<path d=\"M0,0L4,2L0,4z\" fill=\"#c33\"/></marker></defs>"
private let bold = "stroke=\"#c33\" stroke-width=\"2\""
private let thin = "stroke=\"#888\" stroke-dasharray=\"3 2\""
private let border = "fill=\"#fff\" stroke=\"#333\" stroke-width=\"1.5\""
/// Units of the picture in a height of the surface.
private let height: Float = 84

private func number(_ value: Float) -> String {
  let rounded = (Double(value) * 10).rounded() / 10
  return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
}

private func x(_ point: SurfacePoint) -> String { number(4 + point.x * height) }
private func y(_ point: SurfacePoint) -> String { number(88 - point.y * height) }
private func pair(_ point: SurfacePoint) -> String { "\(x(point)),\(y(point))" }
private func pairs(_ points: [SurfacePoint]) -> String { points.map(pair).joined(separator: " ") }

private func line(_ a: SurfacePoint, _ b: SurfacePoint, _ style: String) -> String {
  "<line x1=\"\(x(a))\" y1=\"\(y(a))\" x2=\"\(x(b))\" y2=\"\(y(b))\" \(style)/>"
}

private func circle(_ at: SurfacePoint, _ radius: Float, _ style: String) -> String {
  "<circle cx=\"\(x(at))\" cy=\"\(y(at))\" r=\"\(number(radius))\" \(style)/>"
}

/// A part of a circle, anticlockwise between two directions in radians.
private func arc(_ at: SurfacePoint, _ radius: Float, from: Float, to: Float) -> String {
  let a = at + SurfacePoint(cos(from), sin(from)) * radius
  let b = at + SurfacePoint(cos(to), sin(to)) * radius
  let (isLarge, size) = (to - from > .pi ? 1 : 0, number(radius * height))
  return "<path d=\"M\(pair(a)) A\(size),\(size) 0 \(isLarge) 0 \(pair(b))\" fill=\"none\" \(bold)/>"
}

private func svg(_ shape: Shape) -> String {
  switch shape {
  case .line(let a, let b): return line(a, b, bold)
  case .arrow(let a, let b): return line(a, b, bold + " marker-end=\"url(#a)\"")
  case .guide(let a, let b): return line(a, b, thin)
  case .angle(let corner, let a, let b):
    let from = atan2(a.y - corner.y, a.x - corner.x)
    let to = atan2(b.y - corner.y, b.x - corner.x)
    return arc(corner, 0.15, from: from, to: to < from ? to + 2 * .pi : to)
  case .ring(let at, let radius, let part):
    guard part < 0.999 else { return circle(at, radius * height, "fill=\"none\" \(bold)") }
    return arc(at, radius, from: .pi / 2 - 2 * .pi * part, to: .pi / 2)
  case .disc(let at, let radius): return circle(at, radius * height, "fill=\"#c33\" fill-opacity=\"0.5\"")
  case .ellipse(let at, let major, let aspect):
    let turn = number(-atan2(major.y, major.x) * 180 / .pi)
    return """
      <ellipse cx="\(x(at))" cy="\(y(at))" rx="\(number(major.length * height))" \
      ry="\(number(major.length * aspect * height))" transform="rotate(\(turn) \(x(at)) \(y(at)))" \
      fill="none" \(bold)/>
      """
  case .area(let corners): return "<polygon points=\"\(pairs(corners))\" fill=\"#c33\" fill-opacity=\"0.3\"/>"
  case .outline(let corners): return "<polygon points=\"\(pairs(corners))\" fill=\"none\" \(bold)/>"
  case .curve(let points): return "<polyline points=\"\(pairs(points))\" fill=\"none\" \(bold)/>"
  case .trail(let points): return "<polyline points=\"\(pairs(points))\" fill=\"none\" \(thin)/>"
  case .touch(let at): return circle(at, 4, "fill=\"#c33\"")
  case .otherTouch(let at): return circle(at, 3.5, border)
  case .cross(let at):
    let (side, up) = (SurfacePoint(0.04, 0), SurfacePoint(0, 0.04))
    return "<path d=\"M\(pair(at - side))H\(x(at + side))M\(pair(at - up))V\(y(at + up))\" \(border)/>"
  case .body(let at): return circle(at, 5, border)
  case .token(let at):
    let corner = at + SurfacePoint(-0.06, 0.06)
    return "<rect x=\"\(x(corner))\" y=\"\(y(corner))\" width=\"10\" height=\"10\" \(border)/>"
  }
}
