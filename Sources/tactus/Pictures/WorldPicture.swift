// Draws the world of a patch while a performance plays: the bodies as they are at the end, the trails of
// those with a number, a ring for each hit. Main thread.
import Foundation
import Patches
import Pictures
import World

struct WorldPicture {
  let title: String
  let world: PatchWorld
  let trace: ControllerTrace

  private typealias Style = PictureStyle
  private static let top = 64.0
  private static let side = 24.0

  private var scale: Double { (Style.width - 2 * Self.side) / Double(world.width) }
  private var height: Double { Self.top + Double(world.height) * scale + 44 }

  private func x(_ metres: Float) -> Double { Self.side + Double(metres) * scale }
  private func y(_ metres: Float) -> Double { Self.top + Double(world.height - metres) * scale }

  func write(to path: String) throws {
    let canvas = Canvas(width: Int(Style.width), height: Int(height), background: Style.background)
    canvas.text(title, Self.side, 30, size: 20, Style.text, bold: true)
    let room = Rectangle(
      x: x(0), y: y(world.height), width: x(world.width) - x(0), height: y(0) - y(world.height))
    canvas.fill(room, Style.pane)
    for entry in world.zones {
      let zone = entry.zone
      canvas.fill(
        Rectangle(
          x: x(zone.left), y: y(zone.top), width: x(zone.right) - x(zone.left),
          height: y(zone.bottom) - y(zone.top)),
        Style.grid)
    }
    drawTrails(on: canvas)
    if let last = trace.poses.last { drawBodies(last, on: canvas) }
    drawHits(on: canvas)
    let names = world.bodies.filter { $0.body.number > 0 }.map { entry in
      "\(entry.body.number) \(String(decoding: entry.name, as: UTF8.self))"
    }
    canvas.text(names.joined(separator: "   "), Self.side, height - 20, size: 14, Style.faint)
    let length = String(format: "%.1f s, %d hits", Double(trace.poses.count) * trace.step, trace.hits.count)
    canvas.text(length, Style.width - Self.side, 30, size: 14, Style.faint, .right)
    try canvas.write(to: path)
  }

  private func color(_ index: Int) -> Color {
    let number = Int(world.bodies[index].body.number)
    return number > 0 ? Style.finger(number - 1) : Style.faint
  }

  private func drawTrails(on canvas: Canvas) {
    for index in world.bodies.indices where world.bodies[index].body.number > 0 {
      for step in stride(from: 1, to: trace.poses.count, by: 1) {
        let (from, to) = (trace.poses[step - 1][index], trace.poses[step][index])
        // A body that comes back at the other side leaves no line.
        if abs(to.x - from.x) > world.width / 3 || abs(to.y - from.y) > world.height / 3 { continue }
        canvas.line(x(from.x), y(from.y), x(to.x), y(to.y), width: 1.5, color(index).faded(0.55))
      }
    }
  }

  private func drawBodies(_ poses: [ControllerTrace.Pose], on canvas: Canvas) {
    for entry in world.springs {
      let from = poses[Int(entry.spring.from)]
      let to = Int(entry.spring.to)
      let end = to >= 0 ? (poses[to].x, poses[to].y) : (entry.spring.x, entry.spring.y)
      canvas.line(x(from.x), y(from.y), x(end.0), y(end.1), width: 2, Style.faint)
    }
    for (index, pose) in poses.enumerated() {
      let body = world.bodies[index].body
      let (wide, high) = (body.halfWidth, body.halfHeight)
      if body.shape == .circle {
        canvas.disc(x(pose.x), y(pose.y), radius: Double(wide) * scale, color(index).faded(0.8))
        continue
      }
      let corners = [(-wide, -high), (wide, -high), (wide, high), (-wide, high)].map { u, v in
        (x(pose.x + u * pose.cosine - v * pose.sine), y(pose.y + u * pose.sine + v * pose.cosine))
      }
      for place in corners.indices {
        let (a, b) = (corners[place], corners[(place + 1) % 4])
        canvas.line(a.0, a.1, b.0, b.1, width: 4, color(index))
      }
    }
  }

  private func drawHits(on canvas: Canvas) {
    for hit in trace.hits where trace.poses.indices.contains(hit.step) {
      guard let index = world.bodies.firstIndex(where: { Int($0.body.number) == hit.number }) else {
        continue
      }
      let pose = trace.poses[hit.step][index]
      let radius = 6 + 20 * Double(hit.strength)
      for part in 0..<24 {
        let (a, b) = (Double(part) / 24 * 2 * .pi, Double(part + 1) / 24 * 2 * .pi)
        canvas.line(
          x(pose.x) + radius * cos(a), y(pose.y) + radius * sin(a), x(pose.x) + radius * cos(b),
          y(pose.y) + radius * sin(b), width: 1.5, Style.text.faded(0.35 + 0.5 * Double(hit.strength)))
      }
    }
  }
}
