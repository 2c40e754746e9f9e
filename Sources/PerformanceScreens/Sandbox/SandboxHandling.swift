// Pointers on the world of *World*: playing and editing. Any thread.
import Controls
import Lanes
import Matrix
import Music
import Paint
import PanelModel
import Patches
import RealTime
import Text
import Toolkit
import World

extension PerformanceScreens {
  /// A pointer on the room. While the world is played it is a touch in the part of the surface that plays it:
  /// its region is the room.
  mutating func handleRoom(
    _ pointer: ViewEvent.Pointer, _ area: Area, at seconds: Double, _ requests: inout [PanelRequest]
  ) {
    if sandbox.isEditing { return editRoom(pointer, area, &requests) }
    guard let part = worldPart else { return }
    let region = part.region
    // The surface of which the room is a part, so large that its region covers the room.
    let width = area.width / max(0.01, region.right - region.left)
    let height = area.height / max(0.01, region.top - region.bottom)
    let surface = Area(
      x: area.x - region.left * width, y: area.bottom + region.bottom * height - height, width: width,
      height: height)
    // A player at another side of the table sees the room turned; here it stands upright.
    var inside = pointer
    let at = part.turnedBack((pointer.x - area.x) / area.width, (area.bottom - pointer.y) / area.height)
    (inside.x, inside.y) = (area.x + at.x * area.width, area.bottom - at.y * area.height)
    if pointer.phase == .began {
      inside.x = min(max(inside.x, area.x + 0.5), area.right - 0.5)
      inside.y = min(max(inside.y, area.y + 0.5), area.bottom - 0.5)
    }
    panel.fingers.follow(inside, in: surface, at: seconds, &requests)
  }

  // While the world is edited.

  private mutating func editRoom(
    _ pointer: ViewEvent.Pointer, _ area: Area, _ requests: inout [PanelRequest]
  ) {
    let world = model.patch.world
    let frame = SandboxFrame(world, in: area)
    let at = frame.metres(pointer.x, pointer.y)
    switch pointer.phase {
    case .began: begin(pointer, at, 14 / frame.scale, &requests)
    case .moved:
      guard let drag = sandbox.drags.firstIndex(where: { $0.pointer == pointer.id }) else { return }
      (sandbox.drags[drag].x, sandbox.drags[drag].y) = at
      follow()
    case .ended, .cancelled:
      guard sandbox.drags.contains(where: { $0.pointer == pointer.id }) else { return }
      let had = sandbox.drags.count
      sandbox.drags.removeAll { $0.pointer == pointer.id }
      finish(hadTwo: had == 2, &requests)
    }
  }

  private mutating func begin(
    _ pointer: ViewEvent.Pointer, _ at: (x: Float, y: Float), _ reach: Float, _ requests: inout [PanelRequest]
  ) {
    // A second finger beside the first one takes the same body.
    if let index = sandbox.chosen, sandbox.drags.count == 1, model.patch.world.bodies.indices.contains(index)
    {
      sandbox.drags.append(SandboxState.Drag(pointer: pointer.id, x: at.x, y: at.y))
      let (dx, dy) = (at.x - sandbox.drags[0].x, at.y - sandbox.drags[0].y)
      sandbox.spread = (
        max(0.01, (dx * dx + dy * dy).squareRoot()), shownBody(index), Scalar.turns(y: dy, x: dx), 0
      )
      return
    }
    guard sandbox.drags.isEmpty else { return }
    let found = bodyNear(at, reach)
    switch sandbox.tool {
    case .ball where found == nil, .box where found == nil:
      add(sandbox.tool == .ball ? .circle : .box, at, &requests)
    case .orbit where found == nil:
      var field = WorldField()
      field.field.kind = .orbit
      (field.field.x, field.field.y, field.field.strength) = (at.x, at.y, 3)
      requests.append(.edit(.field(place: nil, field), revision: nil))
      sandbox.tool = .move
    case .spring: draw(springAt: at, found, &requests)
    default:
      (sandbox.chosen, sandbox.edited) = (found, nil)
      guard let index = found else { return }
      let body = model.patch.world.bodies[index]
      sandbox.edited = body
      sandbox.taken = (at.x - body.body.x, at.y - body.body.y)
      sandbox.drags = [SandboxState.Drag(pointer: pointer.id, x: at.x, y: at.y)]
    }
  }

  /// The nearest body with its edge within `reach` meters of a point.
  private func bodyNear(_ at: (x: Float, y: Float), _ reach: Float) -> Int? {
    var best: (index: Int, distance: Float)?
    for (index, entry) in model.patch.world.bodies.enumerated() {
      let (dx, dy) = (at.x - entry.body.x, at.y - entry.body.y)
      let distance = (dx * dx + dy * dy).squareRoot() - max(entry.body.halfWidth, entry.body.halfHeight)
      if distance < reach && distance < (best?.distance ?? .infinity) { best = (index, distance) }
    }
    return best?.index
  }

  private mutating func add(
    _ shape: BodyShape, _ at: (x: Float, y: Float), _ requests: inout [PanelRequest]
  ) {
    var entry = WorldBody()
    entry.body.shape = shape
    (entry.body.x, entry.body.y) = at
    (entry.body.halfWidth, entry.body.halfHeight, entry.body.bounce) = (0.18, 0.18, 0.5)
    entry.body.number = freeNumber
    requests.append(.edit(.body(place: nil, entry), revision: nil))
    sandbox.tool = .move
    sandbox.chosen = model.patch.world.bodies.count
    sandbox.edited = nil
  }

  /// The lowest number that no body has; 0: all are taken.
  private var freeNumber: UInt8 {
    for number in 1...UInt8(WorldDescription.numberLimit)
    where !model.patch.world.bodies.contains(where: { $0.body.number == number }) { return number }
    return 0
  }

  /// The first press of a spring takes a body, the second one another body, or a place.
  private mutating func draw(
    springAt at: (x: Float, y: Float), _ found: Int?, _ requests: inout [PanelRequest]
  ) {
    guard let from = sandbox.springFrom, from != found, from < model.patch.world.bodies.count else {
      (sandbox.springFrom, sandbox.chosen, sandbox.edited) = (found, found, nil)
      return
    }
    var entry = WorldSpring()
    entry.spring.from = Int16(from)
    entry.spring.to = found.map { Int16($0) } ?? -1
    (entry.spring.x, entry.spring.y, entry.spring.hertz) = (at.x, at.y, 1.5)
    requests.append(.edit(.spring(place: nil, entry), revision: model.revision))
    (sandbox.springFrom, sandbox.tool) = (nil, .move)
  }

  /// The body follows the fingers that hold it.
  private mutating func follow() {
    guard var entry = sandbox.edited, let first = sandbox.drags.first else { return }
    let world = model.patch.world
    if sandbox.drags.count == 2, var spread = sandbox.spread {
      let (dx, dy) = (sandbox.drags[1].x - first.x, sandbox.drags[1].y - first.y)
      let wide = (dx * dx + dy * dy).squareRoot() / spread.distance
      func sized(_ size: Float) -> Float {
        min(max(size * wide, BodyDescription.sizes.lowerBound), BodyDescription.sizes.upperBound)
      }
      entry.body.halfWidth = sized(spread.body.body.halfWidth)
      entry.body.halfHeight = sized(spread.body.body.halfHeight)
      // A quarter turn to the right makes it twice as dense.
      let turns = Scalar.turns(y: dy, x: dx)
      let step = turns - spread.turns
      (spread.turns, spread.turned) = (turns, spread.turned + step - step.rounded())
      sandbox.spread = spread
      let density = spread.body.body.density * Scalar.exp2(-4 * spread.turned)
      entry.body.density = min(
        max(density, BodyDescription.densities.lowerBound), BodyDescription.densities.upperBound)
    } else {
      entry.body.x = min(max(first.x - sandbox.taken.x, 0), world.width)
      entry.body.y = min(max(first.y - sandbox.taken.y, 0), world.height)
    }
    sandbox.edited = entry
  }

  /// Fingers have left the body: its change is requested.
  private mutating func finish(hadTwo: Bool, _ requests: inout [PanelRequest]) {
    guard let index = sandbox.chosen, let entry = sandbox.edited,
      model.patch.world.bodies.indices.contains(index)
    else { return }
    let old = model.patch.world.bodies[index]
    if hadTwo || sandbox.spread != nil {
      sandbox.drags = []
      sandbox.spread = nil
      if entry != old { requests.append(.edit(.body(place: index + 1, entry), revision: model.revision)) }
    } else if entry.body.x != old.body.x || entry.body.y != old.body.y {
      requests.append(
        .edit(.moveBody(place: index + 1, x: entry.body.x, y: entry.body.y), revision: model.revision))
    }
  }

  /// Handles a control beside the room.
  mutating func press(_ action: SandboxAction, _ requests: inout [PanelRequest]) {
    switch action {
    case .room: break
    case .edit:
      sandbox.isEditing.toggle()
      (sandbox.chosen, sandbox.edited, sandbox.drags, sandbox.spread) = (nil, nil, [], nil)
    case .tool(let tool): (sandbox.tool, sandbox.springFrom) = (tool, nil)
    case .world(let file):
      requests.append(.question(("{\"world\": \(JSON.quoted(file))}" as UTF8Text).bytes))
    case .letIn: letFingersIn(&requests)
    case .pin, .number, .remove: change(action, &requests)
    }
  }

  private mutating func change(_ action: SandboxAction, _ requests: inout [PanelRequest]) {
    guard let index = sandbox.chosen, model.patch.world.bodies.indices.contains(index) else { return }
    var entry = model.patch.world.bodies[index]
    switch action {
    case .remove:
      requests.append(.edit(.removeBody(place: index + 1), revision: model.revision))
      (sandbox.chosen, sandbox.edited) = (nil, nil)
      return
    case .pin:
      entry.body.pin =
        switch entry.body.pin {
        case .no: .turn
        case .turn: .place
        case .place: .slide
        case .slide, .swing: .no
        }
    case .number: entry.body.number = entry.body.number > 0 ? 0 : freeNumber
    default: return
    }
    requests.append(.edit(.body(place: index + 1, entry), revision: model.revision))
  }

  /// The upper part of the surface becomes the room, before all other parts, which keep what lies below.
  private func letFingersIn(_ requests: inout [PanelRequest]) {
    guard let parts = model.patch.partsWithSandbox.withUnsafeBytes({ try? JSON($0) }) else { return }
    requests.append(.edit(.member(PatchKey.parts.bytes, parts), revision: model.revision))
  }
}
