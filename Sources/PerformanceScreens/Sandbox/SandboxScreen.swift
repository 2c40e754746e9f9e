// *Sandbox*: the world of the patch with its bodies, springs, fields and hits; the keys stand under it, so
// that fingers play keys and bodies at once. Any thread.
import Controls
import Lanes
import Paint
import PanelModel
import Patches
import Text
import Toolkit
import World

extension PerformanceScreens {
  mutating func drawSandbox(_ pass: inout ScreenPass, in area: Area) {
    var rest = area
    let keysHeight = max(rest.height * 0.36, 2 * look.target + 40)
    if rest.height > 300 { drawKeys(&pass, in: rest.cutBottom(keysHeight)) }
    rest = rest.inset(look.gap * 2, look.gap)
    drawSandboxHead(&pass, rest.cutTop(look.target))
    _ = rest.cutTop(look.gap)
    drawWorlds(&pass, beside: &rest)
    drawRoom(&pass, SandboxFrame(model.patch.world, in: rest))
  }

  // The controls beside the room.

  private mutating func drawSandboxHead(_ pass: inout ScreenPass, _ area: Area) {
    var rest = area
    func button(_ name: StaticString, _ action: SandboxAction, isOn: Bool = false, _ rest: inout Area) {
      let text = UTF8Text(name).bytes
      let place = rest.cutLeft(TextMetrics.width(text, size: look.small, .semibold) + 22)
      pass.list.frame(place, look[.border], radius: look.radius)
      pass.button(place, text, .sandbox(action), role: .toggle, isOn: isOn, size: look.small)
      _ = rest.cutLeft(look.gap)
    }
    button("Edit", .edit, isOn: sandbox.isEditing, &rest)
    if worldPart == nil { button("Let fingers in", .letIn, &rest) }
    if sandbox.isEditing {
      for tool in SandboxTool.allCases {
        button(tool.title, .tool(tool), isOn: sandbox.tool == tool, &rest)
      }
      if let index = sandbox.chosen, model.patch.world.bodies.indices.contains(index) {
        button("Pin", .pin, isOn: shownBody(index).body.pin != .no, &rest)
        button("Number", .number, isOn: shownBody(index).body.number > 0, &rest)
        button("Remove", .remove, &rest)
      }
    }
    pass.text(sandboxWords, in: rest.inset(look.gap, 0), look[.faint], size: look.small)
  }

  /// The instructions for editing, or the chosen body.
  private var sandboxWords: [UInt8] {
    let world = model.patch.world
    guard sandbox.isEditing else {
      return world.bodies.isEmpty
        ? UTF8Text("An empty room: press Edit, then Ball, then the room.").bytes
        : ("bodies: \(world.bodies.count), springs: \(world.springs.count)" as UTF8Text).bytes
    }
    guard let index = sandbox.chosen, world.bodies.indices.contains(index) else {
      return UTF8Text("Drag a body; two fingers on it change its size and, turning, its mass.").bytes
    }
    let entry = shownBody(index)
    let mass = ValueText.fixed(entry.body.mass, decimals: 2)
    let size = ValueText.fixed(entry.body.halfWidth, decimals: 2)
    let name: UTF8Text =
      entry.name.isEmpty ? (entry.body.shape == .circle ? "ball" : "box") : UTF8Text(bytes: entry.name)
    let pin = UTF8Text(entry.body.pin.symbol)
    return ("\(name): size \(size) m, mass \(mass), pin \(pin)" as UTF8Text).bytes
  }

  // The room.

  private func drawRoom(_ pass: inout ScreenPass, _ frame: SandboxFrame) {
    let area = frame.area
    _ = pass.add(
      ScreenControl(
        role: .surface, name: UTF8Text("Room").bytes, area: area, action: .sandbox(.room), hasFocus: false,
        gesture: .edits))
    pass.list.fill(area, look[.pane])
    pass.list.append(.clip(area))
    drawZonesAndFields(&pass, frame)
    drawSprings(&pass, frame)
    for index in sandbox.trails.indices where !sandbox.isEditing { drawTrail(index, &pass, frame) }
    for index in model.patch.world.bodies.indices { drawBody(index, &pass, frame) }
    if !sandbox.isEditing { drawFingers(&pass, frame) }
    for index in model.patch.world.bodies.indices { drawName(of: index, &pass, frame) }
    pass.list.append(.unclip)
    let isClosed = model.patch.world.walls == .closed
    pass.list.frame(area, look[isClosed ? .strong : .line], width: isClosed ? 2 : 1)
  }

  private func drawZonesAndFields(_ pass: inout ScreenPass, _ frame: SandboxFrame) {
    for entry in model.patch.world.zones {
      let zone = entry.zone
      let (low, high) = (frame.point(zone.left, zone.bottom), frame.point(zone.right, zone.top))
      let place = Area(x: low.x, y: high.y, width: high.x - low.x, height: low.y - high.y)
      pass.list.fill(place, look[.sound].faded(0.12))
      pass.list.frame(place, look[.sound])
      if place.width > 60 { pass.text(entry.name, in: place, look[.faint], size: look.small) }
    }
    for entry in model.patch.world.fields {
      let field = entry.field
      let at = frame.point(field.x, field.y)
      switch field.kind {
      case .orbit:
        for ring in 1...3 {
          pass.list.ring(at.x, at.y, radius: Float(ring) * 0.28 * frame.scale, look[.line])
        }
      case .gravity, .wind:
        let (dx, dy) = (Scalar.sine(turns: field.direction + 0.25), Scalar.sine(turns: field.direction))
        for step in 0..<3 {
          let x = frame.area.x + frame.area.width * (0.25 + 0.25 * Float(step))
          pass.list.line(x, frame.area.middleY, x + 30 * dx, frame.area.middleY - 30 * dy, look[.line])
        }
      case .flock: break
      }
    }
  }

  /// A spring as a line that runs to and fro.
  private func drawSprings(_ pass: inout ScreenPass, _ frame: SandboxFrame) {
    let count = model.patch.world.bodies.count
    for entry in model.patch.world.springs where Int(entry.spring.from) < count {
      let (from, to) = (pose(Int(entry.spring.from)), Int(entry.spring.to))
      let end = 0..<count ~= to ? (x: pose(to).x, y: pose(to).y) : (x: entry.spring.x, y: entry.spring.y)
      let (a, b) = (frame.point(from.x, from.y), frame.point(end.x, end.y))
      let (dx, dy) = (b.x - a.x, b.y - a.y)
      let length = (dx * dx + dy * dy).squareRoot()
      guard length > 1 else { continue }
      let turns = 9
      let points = (0...turns).map { step -> (x: Float, y: Float) in
        let part = Float(step) / Float(turns)
        let way: Float = step == 0 || step == turns ? 0 : step.isMultiple(of: 2) ? 4 : -4
        return (x: a.x + part * dx - way * dy / length, y: a.y + part * dy + way * dx / length)
      }
      pass.list.lines(points, look[.border], width: 1.5)
    }
  }

  private func drawTrail(_ index: Int, _ pass: inout ScreenPass, _ frame: SandboxFrame) {
    let trail = sandbox.trails[index]
    guard trail.count > 1, model.patch.world.bodies.indices.contains(index) else { return }
    let ink = ink(of: model.patch.world.bodies[index])
    for step in 1..<trail.count {
      let (a, b) = (
        frame.point(trail[step - 1].x, trail[step - 1].y), frame.point(trail[step].x, trail[step].y)
      )
      pass.list.line(a.x, a.y, b.x, b.y, ink.faded(0.5 * Float(step) / Float(trail.count)), width: 2)
    }
  }

  private func drawBody(_ index: Int, _ pass: inout ScreenPass, _ frame: SandboxFrame) {
    let entry = shownBody(index)
    let (body, ink, pose) = (entry.body, ink(of: entry), pose(index))
    let at = frame.point(pose.x, pose.y)
    let (wide, high) = (body.halfWidth * frame.scale, body.halfHeight * frame.scale)
    let isChosen = sandbox.isEditing && sandbox.chosen == index
    if body.pin == .swing {
      let pivot = frame.point(body.pivotX, body.pivotY)
      pass.list.line(pivot.x, pivot.y, at.x, at.y, look[.strong], width: 2)
      pass.list.disc(pivot.x, pivot.y, radius: 3, look[.strong])
    }
    let edge = isChosen ? look[.focus] : ink.mixed(with: look[.text], 0.35)
    if body.shape == .circle {
      pass.list.disc(at.x, at.y, radius: wide, look.tint(ink, 0.75))
      pass.list.ring(at.x, at.y, radius: wide, edge, width: isChosen ? 2.5 : 1.5)
      pass.list.line(at.x, at.y, at.x + wide * pose.cosine, at.y - wide * pose.sine, edge)
    } else {
      let corners = turnedCorners(at.x, at.y, wide, high, pose.cosine, pose.sine)
      pass.list.polygon(corners, look.tint(ink, 0.75))
      pass.list.lines(corners, edge, width: isChosen ? 2.5 : 1.5, closed: true)
    }
    if body.pin == .turn || body.pin == .place {
      pass.list.disc(at.x, at.y, radius: body.pin == .turn ? 3 : 5, look[.background])
    }
    // A hit is a ring that fades.
    if body.number > 0 && !sandbox.isEditing {
      let hit = liveValue(Controller.body(Int(body.number), .hit))
      if hit > 0.02 {
        pass.list.ring(at.x, at.y, radius: wide + 5 + 14 * hit, look[.sound].faded(min(1, hit)), width: 2)
      }
    }
  }

  /// The name of a body stands above it, on a plate, because other bodies may be there.
  private func drawName(of index: Int, _ pass: inout ScreenPass, _ frame: SandboxFrame) {
    let entry = shownBody(index)
    let pose = pose(index)
    let at = frame.point(pose.x, pose.y)
    let wide = entry.body.halfWidth * frame.scale
    if entry.name.isEmpty || wide <= 12 { return }
    let width = TextMetrics.width(entry.name, size: look.small, .regular) + 8
    let label = Area(
      x: at.x - width / 2, y: at.y - wide - look.small * 1.5, width: width, height: look.small * 1.4)
    if label.y <= frame.area.y { return }
    pass.list.fill(label, look[.background], radius: look.radius)
    pass.text(entry.name, in: label, look[.faint], size: look.small, .regular, .middle)
  }
}
