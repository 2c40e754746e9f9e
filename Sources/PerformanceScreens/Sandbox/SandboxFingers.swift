// *Sandbox*: fingers and tokens in the room, where the world has them. Any thread.
import Drawings
import Lanes
import Matrix
import Paint
import PanelModel
import Patches
import RealTime
import Text
import Toolkit
import World

extension PerformanceScreens {
  /// Draws the fingers that began in the part that plays the world, and the tokens, which are solid.
  func drawFingers(_ pass: inout ScreenPass, _ frame: SandboxFrame) {
    for solid in model.live.solids { draw(solid, &pass, frame) }
    guard let part = worldPart else { return }
    let area = frame.area
    for finger in model.live.fingers {
      let track = play.tracks.first { $0.number == finger.number }
      guard part.region.contains(x: track?.startX ?? finger.x, y: track?.startY ?? finger.y) else { continue }
      var inRoom = finger
      (inRoom.x, inRoom.y) = part.point(finger.x, finger.y)
      drawFinger(inRoom, &pass, in: area)
      // A finger that pushes is a disc, which may be larger or smaller than its mark.
      if model.patch.world.touch != .push { continue }
      let at = (area.x + inRoom.x * area.width, area.bottom - inRoom.y * area.height)
      let radius = WorldDescription.radius(
        ofFinger: finger.radius.isFinite ? finger.radius : 0, width: model.patch.world.width,
        height: model.patch.world.height)
      pass.list.ring(
        at.0, at.1, radius: radius * frame.scale, look.accent(Int(finger.number)).faded(0.7), width: 2)
    }
  }
}

extension PerformanceScreens {
  /// Draws what of a token is solid, with its number and its direction.
  private func draw(_ solid: LiveSolid, _ pass: inout ScreenPass, _ frame: SandboxFrame) {
    let (area, scale) = (frame.area, frame.scale)
    let (x, y) = (area.x + solid.x * scale, area.bottom - solid.y * scale)
    let (wide, high) = (solid.halfWidth * scale, solid.halfHeight * scale)
    if high > 0 {
      let corners = turnedCorners(x, y, wide, high, solid.cosine, solid.sine)
      pass.list.polygon(corners, look.tint(look[.hand], 0.3))
      pass.list.lines(corners, look[.hand], width: 2, closed: true)
    } else {
      pass.list.disc(x, y, radius: wide, look.tint(look[.hand], 0.3))
      pass.list.ring(x, y, radius: wide, look[.hand], width: 2)
    }
    let front = [
      (x: x + 0.7 * wide * solid.cosine, y: y - 0.7 * wide * solid.sine),
      (x: x + wide * solid.cosine, y: y - wide * solid.sine),
    ]
    pass.list.lines(front, look[.hand], width: 2, closed: false)
    let middle = Area(x: x - wide, y: y - wide, width: 2 * wide, height: 2 * wide)
    let number = ("\(Int(solid.slot))" as UTF8Text).bytes
    pass.text(number, in: middle, look[.text], size: look.text, .semibold, .middle)
  }

  /// Puts the numbered bodies into a scene: the room lies in the part that plays the world, or else on the
  /// whole surface.
  func placeBodies(in scene: inout DrawingScene, _ aspect: Float) {
    let (world, part) = (model.patch.world, worldPart ?? PatchSplit(map: model.patch.map))
    guard model.live.bodies.count == world.bodies.count else { return }
    func place(_ x: Float, _ y: Float) -> SurfacePoint {
      let at = part.turnedBack(x / world.width, y / world.height)
      let region = part.region
      return SurfacePoint(
        (region.left + at.x * (region.right - region.left)) * aspect,
        region.bottom + at.y * (region.top - region.bottom))
    }
    for (index, entry) in world.bodies.enumerated() where 1...8 ~= entry.body.number {
      let pose = model.live.bodies[index]
      var body = DrawingScene.Token(at: place(pose.x, pose.y))
      let ahead = place(pose.x + pose.cosine, pose.y + pose.sine) - body.place
      body.direction = ahead * (1 / max(ahead.length, 1e-6))
      if let last = sandbox.trails.indices.contains(index) ? sandbox.trails[index].suffix(2).first : nil {
        // Live frames come sixty times a second.
        body.velocity = (body.place - place(last.x, last.y)) * 60
      }
      scene.bodies[Int(entry.body.number) - 1] = body
    }
  }
}
