// *Sandbox*: what it remembers, and what its controls do. Any thread.
import Controls
import Lanes
import Paint
import PanelModel
import Patches
import Toolkit
import World

/// The action of a control of *World*.
public enum SandboxAction: Equatable, Sendable {
  /// The room: fingers take bodies and throw them; while it is edited, they move their homes.
  case room
  /// Between playing and editing.
  case edit
  /// The thing that a press on the room adds while it is edited.
  case tool(SandboxTool)
  /// Of the chosen body: how it is fixed, its number, its removal.
  case pin, number, remove
  /// Gives the patch a part that plays the world.
  case letIn
  /// Gives the patch the world of another one, by its file.
  case world([UInt8])
}

/// A tool of the palette, for editing the world.
public enum SandboxTool: UInt8, CaseIterable, Sendable {
  case move = 0, ball, box, spring, orbit

  var title: StaticString {
    switch self {
    case .move: "Move"
    case .ball: "Ball"
    case .box: "Box"
    case .spring: "Spring"
    case .orbit: "Sun"
    }
  }
}

struct SandboxState: Sendable {
  /// A pointer that drags a body while the world is edited.
  struct Drag: Sendable {
    var pointer: Int32
    var x: Float
    var y: Float
  }

  var isEditing = false
  var tool = SandboxTool.move
  /// The body that is edited, by its place from 0, and as it is under the fingers.
  var chosen: Int?
  var edited: WorldBody?
  /// Fingers on the chosen body: the first one moves it, two change its size and its mass.
  var drags: [Drag] = []
  /// Where the first finger took it, from its middle, in meters.
  var taken: (x: Float, y: Float) = (0, 0)
  /// Two fingers on a body: their distance in meters when the second began, the body at that time, their
  /// direction, and their rotation since then, both in turns.
  var spread: (distance: Float, body: WorldBody, turns: Float, turned: Float)?
  /// The body from which a spring is being drawn.
  var springFrom: Int?
  /// The scroll offset of the library's worlds, in points; nil: not yet.
  var scroll: Float?
  /// Where numbered bodies were, oldest first.
  var trails: [[(x: Float, y: Float)]] = []

  /// The points of a trail.
  static var trailLength: Int { 40 }

  /// Follows the bodies of a live state.
  mutating func follow(_ live: LivePicture, _ world: PatchWorld) {
    guard live.bodies.count == world.bodies.count else {
      trails = []
      return
    }
    if trails.count != live.bodies.count {
      trails = [[(x: Float, y: Float)]](repeating: [], count: live.bodies.count)
    }
    for index in live.bodies.indices where world.bodies[index].body.number > 0 {
      let now = (x: live.bodies[index].x, y: live.bodies[index].y)
      // A body that comes back at the other side begins a new trail.
      if let last = trails[index].last,
        (last.x - now.x).magnitude > world.width / 3 || (last.y - now.y).magnitude > world.height / 3
      {
        trails[index] = []
      }
      trails[index].append(now)
      if trails[index].count > Self.trailLength { trails[index].removeFirst() }
    }
  }
}

/// The room on the screen.
struct SandboxFrame {
  /// The room's area in points.
  let area: Area
  /// Points of a metre.
  let scale: Float

  /// The largest room of these meters in an area.
  init(_ world: PatchWorld, in area: Area) {
    scale = min(area.width / world.width, area.height / world.height)
    let (width, height) = (world.width * scale, world.height * scale)
    self.area = Area(
      x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width: width,
      height: height)
  }

  func point(_ x: Float, _ y: Float) -> (x: Float, y: Float) {
    (x: area.x + x * scale, y: area.bottom - y * scale)
  }

  /// Metres of a point on the screen.
  func metres(_ x: Float, _ y: Float) -> (x: Float, y: Float) {
    (x: (x - area.x) / scale, y: (area.bottom - y) / scale)
  }
}

extension PerformanceScreens {
  /// Where a body is now: its live pose, or its home if none is known.
  func pose(_ index: Int) -> (x: Float, y: Float, cosine: Float, sine: Float) {
    let bodies = model.patch.world.bodies
    if !sandbox.isEditing, model.live.bodies.count == bodies.count {
      let live = model.live.bodies[index]
      return (live.x, live.y, live.cosine, live.sine)
    }
    let body = shownBody(index).body
    return (body.x, body.y, Scalar.sine(turns: body.angle + 0.25), Scalar.sine(turns: body.angle))
  }

  /// A body as it is under the fingers that edit it.
  func shownBody(_ index: Int) -> WorldBody {
    if index == sandbox.chosen, let edited = sandbox.edited { return edited }
    return model.patch.world.bodies[index]
  }

  /// The color of a body.
  func ink(of body: WorldBody) -> Ink {
    var hex: UInt32 = 0
    var digits = 0
    for letter in body.colour.dropFirst() {
      let digit: UInt8
      switch letter {
      case 48...57: digit = letter - 48
      case 65...70: digit = letter - 55
      case 97...102: digit = letter - 87
      default: continue
      }
      hex = hex << 4 | UInt32(digit)
      digits += 1
    }
    if digits == 6 { return Ink(hex) }
    return body.body.number > 0 ? look.accent(Int(body.body.number) - 1) : look[.strong]
  }

  /// The part that plays the world, if possible with fingers of any source, or nil if none does.
  var worldPart: PatchSplit? {
    let parts = model.patch.parts.filter { $0.playsWorld }
    return parts.first { $0.source.isEmpty } ?? parts.first
  }
}
