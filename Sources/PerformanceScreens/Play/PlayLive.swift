// The live part of *Play*: touches, what they are to one another, and what that does to the sound.
// Any thread.
import Controls
import Drawings
import Lanes
import Matrix
import Paint
import PanelModel
import Patches
import Text
import Toolkit

extension PerformanceScreens {
  /// A controller that the patch uses.
  struct UsedController {
    let controller: Controller
    /// 0…1: how much it moves its parameters now.
    let strength: Float
    /// The widest part of a parameter's range over which it moves it.
    let reach: Float
    /// The parameters that it moves, the one with the widest range first.
    let destinations: [Parameter]
  }

  /// More touches than these are a crowd, in which only as many, the newest, have relations and trails.
  static var crowd: Int { 5 }
  /// The most controllers that are drawn.
  private static var mostControllers: Int { 12 }
  /// The most relations of single touches that are drawn in a crowd.
  private static var mostRelations: Int { 16 }

  /// The drawn controllers in the order of the patch. If there are too many, the strongest are drawn.
  var usedControllers: [UsedController] {
    let found = relations
    if found.count <= Self.mostControllers { return found }
    let farthest = Array(found.indices).ordered { found[$0].reach > found[$1].reach }
    return Array(farthest.prefix(Self.mostControllers)).ordered(by: <).map { found[$0] }
  }

  /// The controllers that connections read, in the order of the patch.
  var relations: [UsedController] {
    var found: [UsedController] = []
    for each in model.patch.connections {
      let source = each.connection.source
      if found.contains(where: { $0.controller == source }) { continue }
      let all = model.patch.connections.map { $0.connection }.filter { $0.source == source && $0.amount != 0 }
      if all.isEmpty { continue }
      func reach(_ connection: Connection) -> Float {
        let destination = connection.destination
        return (destination.part(of: connection.high) - destination.part(of: connection.low)).magnitude
          * connection.amount.magnitude
      }
      let sorted = all.ordered { reach($0) > reach($1) }
      let spec = source.spec
      let way = (source.part(of: liveValue(source)) - source.part(of: spec.rest)).magnitude
      let widest = reach(sorted[0])
      let strength = min(1, 0.35 + 0.3 * min(1, widest) + 0.45 * way)
      found.append(
        UsedController(
          controller: source, strength: strength, reach: widest, destinations: sorted.map { $0.destination }))
    }
    // Relations that hands have named are shown before anything reads them.
    for number in 1...Controller.userLimit where !model.patch.expressionNames[number - 1].isEmpty {
      let controller = Controller.user(number)
      if relation(of: controller) == nil || found.contains(where: { $0.controller == controller }) {
        continue
      }
      found.append(UsedController(controller: controller, strength: 0.9, reach: 1, destinations: []))
    }
    return found
  }

  /// The touches as drawings need them, on an area.
  func drawingScene(in area: Area) -> DrawingScene {
    let aspect = area.width / max(1, area.height)
    let diagonal = (aspect * aspect + 1).squareRoot()
    var scene = DrawingScene(aspect: aspect)
    scene.seconds = Float(play.seconds)
    for finger in model.live.fingers {
      let track = play.tracks.first { $0.number == finger.number }
      var touch = DrawingScene.Touch(
        at: SurfacePoint(finger.x * aspect, finger.y),
        from: SurfacePoint((track?.startX ?? finger.x) * aspect, track?.startY ?? finger.y))
      if let velocity = track?.velocity { touch.velocity = SurfacePoint(velocity.x * aspect, velocity.y) }
      if finger.pressure.isFinite { touch.pressure = finger.pressure }
      if finger.radius.isFinite {
        let angle = finger.angle.isFinite ? finger.angle : 0
        touch.major =
          SurfacePoint(Scalar.sine(turns: angle + 0.25), Scalar.sine(turns: angle))
          * (finger.radius * diagonal)
        if finger.aspect.isFinite { touch.contactAspect = finger.aspect }
      }
      touch.trail = track.map { $0.points.map { SurfacePoint($0.x * aspect, $0.y) } } ?? []
      scene.touches.append(touch)
    }
    for piece in model.live.pieces where 1...Controller.tokenLimit ~= piece.slot {
      var token = DrawingScene.Token(at: SurfacePoint(piece.x * aspect, piece.y))
      token.direction = SurfacePoint(Scalar.sine(turns: piece.angle + 0.25), Scalar.sine(turns: piece.angle))
      scene.tokens[piece.slot - 1] = token
    }
    placeBodies(in: &scene, aspect)
    return scene
  }

  func drawLive(_ pass: inout ScreenPass, in area: Area, hasLabels: Bool) {
    var scene = drawingScene(in: area)
    let used = usedControllers
    var labels = PlayLabels(area)
    for finger in model.live.fingers {
      let (x, y) = (area.x + finger.x * area.width, area.bottom - finger.y * area.height)
      let radius = fingerRadius(finger, in: area) + 13
      labels.taken.append(Area(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius))
    }
    let fingers = model.live.fingers
    let newest = fingers.suffix(Self.crowd)
    for track in play.tracks where newest.contains(where: { $0.number == track.number }) {
      drawTrail(track, &pass, in: area)
    }
    var related = scene.touches.indices
    if fingers.count > Self.crowd {
      scene.crowd = Self.crowd
      let relations = max(1, used.reduce(0) { $0 + ($1.controller.category == .touch ? 1 : 0) })
      related = related.suffix(min(Self.crowd, max(1, Self.mostRelations / relations)))
    }
    for piece in model.live.pieces { labels.taken.append(drawToken(piece, &pass, in: area)) }
    // Relations of a single touch are drawn for every touch, with the label at the last one. Each relation
    // has a color.
    for (place, one) in used.enumerated() {
      let ink = look.accent(place)
      // Modules, macros, motion and other controllers without a position on the surface have a gauge in their label.
      let relation = relation(of: one.controller)
      if relation == nil, one.controller.drawing.isGauge {
        labels.wanted.append(PlayLabel(used: one, ink: ink, anchor: nil))
        continue
      }
      var pen = ShapePen(pass, area, scene.aspect)
      scene.latest = play.history.first { $0.controller == one.controller }?.values ?? []
      let value = one.controller.part(of: liveValue(one.controller))
      if let relation {
        (pen.ink, pen.strength) = (ink, one.strength)
        for index in isOfEachTouch(relation) ? related : max(0, scene.touches.count - 1)..<scene.touches.count
        {
          scene.own = index
          shapes(of: relation, in: scene, value: value) { pen.draw($0) }
        }
        if scene.touches.isEmpty { shapes(of: relation, in: scene, value: value) { pen.draw($0) } }
      } else if one.controller.category == .touch {
        for index in related {
          scene.own = index
          pen.ink = ink
          pen.strength = one.strength
          one.controller.drawing.shapes(in: scene, value: value) { pen.draw($0) }
        }
      } else {
        scene.own = max(0, scene.touches.count - 1)
        pen.ink = ink
        pen.strength = one.strength
        one.controller.drawing.shapes(in: scene, value: value) { pen.draw($0) }
      }
      pass = pen.pass
      // A label without space shows only its name, and only while its controller moves.
      let rest = one.controller.part(of: one.controller.spec.rest)
      if pen.anchor != nil || (value - rest).magnitude > 0.02 {
        labels.wanted.append(PlayLabel(used: one, ink: ink, anchor: pen.anchor))
      }
    }
    for finger in fingers.dropLast(Self.crowd) { drawFinger(finger, &pass, in: area, isQuiet: true) }
    for finger in newest { drawFinger(finger, &pass, in: area) }
    for finger in panel.fingers.all where finger.isPinned {
      let (x, y) = (area.x + finger.x * area.width, area.bottom - finger.y * area.height)
      pass.list.ring(x, y, radius: 5, look[.text], width: 2)
      pass.list.line(x, y + 5, x, y + 15, look[.text], width: 2)
    }
    drawActions(&pass, in: area, hasLabels: hasLabels)
    guard hasLabels else { return }
    if !model.live.fingers.isEmpty || !model.live.pieces.isEmpty {
      drawLabels(labels, hidden: relations.count - used.count, &pass)
    }
  }

  func fingerRadius(_ finger: LivePicture.Finger, in area: Area) -> Float {
    let diagonal = (area.width * area.width + area.height * area.height).squareRoot()
    let size = finger.radius.isFinite && finger.radius > 0 ? finger.radius * diagonal : 26
    return min(max(size, 20), 90, area.height * 0.16)
  }

  /// A touch: its contact, its number, its pressure as an arc outside. A quiet one, as the older ones of a
  /// crowd are, is a disc that is the brighter the harder it presses. One of a loop is a ghost: a dashed ring with the
  /// number of its layer.
  func drawFinger(
    _ finger: LivePicture.Finger, _ pass: inout ScreenPass, in area: Area, isQuiet: Bool = false
  ) {
    let (x, y) = (area.x + finger.x * area.width, area.bottom - finger.y * area.height)
    let ink = look.accent(Int(finger.number))
    let radius = fingerRadius(finger, in: area)
    let isOval = finger.aspect.isFinite && finger.aspect < 0.97 && finger.angle.isFinite
    if isOval {
      pass.list.oval(x, y, major: radius, minor: radius * finger.aspect, turns: finger.angle)
    } else {
      pass.list.circle(x, y, radius: radius)
    }
    if finger.layer > 0 {
      pass.list.append(.stroke(ink.faded(isQuiet ? 0.4 : 0.8), width: 2, dash: 5))
    } else if isQuiet {
      let pressure = finger.pressure.isFinite ? min(max(finger.pressure, 0), 1) : 0
      pass.list.append(.fill(look.tint(ink, 0.2 + 0.16 * pressure), isKept: false))
    } else {
      pass.list.append(.fill(look.tint(ink, 0.24), isKept: true))
      pass.list.append(.stroke(ink, width: 2, dash: 0))
      if finger.pressure.isFinite && finger.pressure > 0 {
        pass.list.dial(x, y, radius: radius + 7, part: finger.pressure, ink, width: 4)
      }
    }
    let number = finger.place > 0 ? finger.place : Int(finger.number)
    let words: UTF8Text = finger.layer > 0 ? "L\(finger.layer)" : "\(number)"
    pass.text(
      words.bytes, in: Area(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius),
      look[finger.layer > 0 ? .faint : .text],
      size: look.text, .semibold, .middle)
  }

  /// Where a touch came from: the thinner the longer ago, and its newer half brighter. Each half is filled with one
  /// ink: colors that change along the trail cost four times as much.
  private func drawTrail(_ track: PlayState.Track, _ pass: inout ScreenPass, in area: Area) {
    let points = track.points.map { (x: area.x + $0.x * area.width, y: area.bottom - $0.y * area.height) }
    guard points.count > 2 else { return }
    let (left, right) = taper(points)
    guard left.count > 1 else { return }
    let (ink, middle) = (look.accent(Int(track.number)), left.count / 2)
    pass.list.polygon(left[...middle] + right[...middle].reversed(), ink.faded(0.3))
    if middle < left.count - 1 {
      pass.list.polygon(left[middle...] + right[middle...].reversed(), ink.faded(0.58))
    }
  }

  /// The sides of a band along points that begins as a tip and ends 7 points wide.
  private func taper(
    _ points: [(x: Float, y: Float)]
  ) -> (left: [(x: Float, y: Float)], right: [(x: Float, y: Float)]) {
    var (left, right): ([(x: Float, y: Float)], [(x: Float, y: Float)]) = ([], [])
    for index in points.indices {
      let (before, after) = (points[max(0, index - 2)], points[min(points.count - 1, index + 2)])
      let (dx, dy) = (after.x - before.x, after.y - before.y)
      let length = (dx * dx + dy * dy).squareRoot()
      if length < 0.5 { continue }
      let half = 3.5 * Float(index) / Float(points.count - 1)
      let (nx, ny) = (-dy / length * half, dx / length * half)
      left.append((points[index].x + nx, points[index].y + ny))
      right.append((points[index].x - nx, points[index].y - ny))
    }
    return (left, right)
  }
}
