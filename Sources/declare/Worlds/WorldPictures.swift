// Writes docs/images/worlds/*.svg: the worlds of the factory patches as they begin, and the ways of their
// numbered bodies in the next seconds. Command-line tool; main thread.
import Controls
import Foundation
import Patches
import RealTime
import Text
import World

/// The picture of a patch's world and the name of its file, or nil if it has none.
func worldPicture(_ shipped: FactoryDocument) throws -> (name: String, text: String)? {
  var warnings: [DocumentError] = []
  let patch = try PatchDocument.read(Array(shipped.text.utf8), warnings: &warnings)
  if patch.world.bodies.isEmpty { return nil }
  let name = shipped.head.name.lowercased().replacing(" ", with: "-")
  return (name, WorldDrawing(patch).svg)
}

private struct WorldDrawing {
  let world: PatchWorld
  /// By place of the body: its way, in meters.
  var ways: [[(x: Float, y: Float)]]

  private static let seconds = 3
  private static let scale: Float = 100

  init(_ patch: PatchDocument) {
    world = patch.world
    ways = world.bodies.map { _ in [] }
    var memory = Arena(bytes: WorldEngine.bytes + 4096)
    var engine = WorldEngine(sampleRate: 48_000, memory: &memory)
    let description = world.compiled(seed: 1)
    withUnsafePointer(to: description) { engine.apply($0) }
    var forces = WorldForces()
    forces.gravity = patch[.worldGravity].base
    forces.damping = patch[.worldDamping].base
    // A world that keys move is shown as after a key.
    let jumps = patch.routes.contains { $0.route.action == .body1Kick }
    if jumps { engine.kick(1, speed: 6) }
    for tick in 0..<(Self.seconds * 1500) {
      if tick % 20 == 0 {
        for index in world.bodies.indices { ways[index].append((engine.pose(index).x, engine.pose(index).y)) }
      }
      engine.advance(forces)
    }
  }

  private func x(_ metres: Float) -> String { number(metres * Self.scale) }
  private func y(_ metres: Float) -> String { number((world.height - metres) * Self.scale) }
  private func number(_ value: Float) -> String { String(format: "%g", (Double(value) * 10).rounded() / 10) }

  var svg: String {
    let (width, height) = (number(world.width * Self.scale), number(world.height * Self.scale))
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\" width=\"400\">",
      "<rect width=\"\(width)\" height=\"\(height)\" fill=\"#191e2a\"/>",
    ]
    for entry in world.zones {
      let zone = entry.zone
      lines.append(
        "<rect x=\"\(x(zone.left))\" y=\"\(y(zone.top))\" "
          + "width=\"\(number((zone.right - zone.left) * Self.scale))\" "
          + "height=\"\(number((zone.top - zone.bottom) * Self.scale))\" fill=\"#4dd0b8\" opacity=\"0.2\"/>")
    }
    for entry in world.springs {
      let from = world.bodies[Int(entry.spring.from)].body
      let to = Int(entry.spring.to)
      let end =
        to >= 0 ? (world.bodies[to].body.x, world.bodies[to].body.y) : (entry.spring.x, entry.spring.y)
      lines.append(
        "<path d=\"M\(x(from.x)) \(y(from.y))L\(x(end.0)) \(y(end.1))\" "
          + "stroke=\"#98a1b3\" stroke-dasharray=\"4 3\"/>"
      )
    }
    for index in ways.indices where world.bodies[index].body.number > 0 { lines.append(way(index)) }
    lines += world.bodies.map { body($0) }
    return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  private func colour(_ entry: WorldBody) -> String {
    if !entry.colour.isEmpty { return String(decoding: entry.colour, as: UTF8.self) }
    let colours = ["#4fc3f7", "#ffb74d", "#f06292", "#81c784", "#ba9cf5", "#fff176", "#4dd0b8", "#ff8a65"]
    return entry.body.number > 0 ? colours[Int(entry.body.number) - 1] : "#98a1b3"
  }

  private func way(_ index: Int) -> String {
    var path = ""
    var last: (x: Float, y: Float)?
    for point in ways[index] {
      // A body that comes back at the other side begins a new line.
      let jumps = last.map { abs($0.x - point.x) > world.width / 3 || abs($0.y - point.y) > world.height / 3 }
      path += (jumps ?? true ? "M" : "L") + "\(x(point.x)) \(y(point.y))"
      last = point
    }
    return "<path d=\"\(path)\" fill=\"none\" stroke=\"\(colour(world.bodies[index]))\" opacity=\"0.7\"/>"
  }

  private func body(_ entry: WorldBody) -> String {
    let body = entry.body
    if body.shape == .circle {
      return "<circle cx=\"\(x(body.x))\" cy=\"\(y(body.y))\" r=\"\(number(body.halfWidth * Self.scale))\" "
        + "fill=\"\(colour(entry))\"/>"
    }
    let turn =
      body.angle == 0 ? "" : " transform=\"rotate(\(number(-360 * body.angle)) \(x(body.x)) \(y(body.y)))\""
    return "<rect x=\"\(x(body.x - body.halfWidth))\" y=\"\(y(body.y + body.halfHeight))\" "
      + "width=\"\(number(2 * body.halfWidth * Self.scale))\" "
      + "height=\"\(number(2 * body.halfHeight * Self.scale))\" "
      + "fill=\"\(colour(entry))\"\(turn)/>"
  }
}
