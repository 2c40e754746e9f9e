// The world of a patch: its forces, its hands, its controllers, its triggers. Audio thread.
import Controls
import Lanes
import Matrix
import Music
import RealTime
import Touch
import World

extension TouchProcessor {
  /// Takes up the world of another patch; bodies that stand in both keep their motion.
  @_noLocks mutating func applyWorld() {
    if patch.pointee.hasWorld { world.apply(&patch.pointee.world) } else { world.apply(nil) }
    placeTokens()
    writeWorld()
  }

  /// Begins the world of the patch anew, without hands.
  @_noLocks mutating func beginWorld() {
    world.apply(nil)
    applyWorld()
  }

  /// Moves the world by a tick, with the parameters of the last evaluation.
  @_noLocks mutating func advanceWorld() {
    endStruckNotes()
    if !world.isPresent { return }
    let sound = sound(of: voices.lead)
    var forces = WorldForces()
    forces.gravity = sound.shared(.worldGravity)
    forces.gravityAngle = sound.shared(.worldGravityAngle)
    forces.damping = sound.shared(.worldDamping)
    forces.bounce = sound.shared(.worldBounce)
    forces.speed = sound.shared(.worldSpeed)
    forces.wind = sound.shared(.worldWind)
    forces.spin = sound.shared(.worldSpin)
    world.advance(forces)
    writeWorld()
    while let event = world.takeEvent() { fire(event) }
  }

  @_noLocks private mutating func fire(_ event: WorldEvent) {
    let trigger: Trigger =
      switch event.kind {
      case .hit: .bodyHit
      case .wall: .bodyWall
      case .grabbed: .bodyGrabbed
      case .released: .bodyReleased
      case .still: .bodyStill
      case .allStill: .worldStill
      case .entered: .bodyEntered
      case .left: .bodyLeft
      }
    // A body without a number is furniture: its events are no triggers.
    if event.number == 0 && trigger != .worldStill { return }
    fire(TriggerEvent(trigger, frame, number: Int(event.number)))
  }

  /// Writes the controllers of bodies and of the world; those at rest if there is none.
  @_noLocks func writeWorld() {
    for number in 1...Controller.bodyCount {
      let body = world.values(ofBody: number)
      let values = common.values + Int(Controller.body(number, .x).rawValue)
      values[0] = body.x
      values[1] = body.y
      values[2] = body.angle
      values[3] = body.turns
      values[4] = body.spin
      values[5] = body.speed
      values[6] = body.hit
    }
    let sums = world.sums
    common.values[Int(Controller.worldEnergy.rawValue)] = sums.energy
    common.values[Int(Controller.worldMeanSpeed.rawValue)] = sums.meanSpeed
    common.values[Int(Controller.worldContacts.rawValue)] = sums.contacts
    common.values[Int(Controller.worldHit.rawValue)] = sums.hit
  }

  // MARK: Hands

  /// A touch of a split that plays the world begins. The split's region covers the room.
  @_noLocks mutating func beginHand(_ slot: Int, _ part: Int) {
    let touch = sources.touches.touches[slot]
    let (x, y) = patch.pointee.parts[part].point(touch.x, touch.y)
    _ = world.begin(touch: Int32(slot), x: x, y: y, radius: touch.radius)
  }

  @_noLocks mutating func moveHand(_ slot: Int) {
    guard world.isTouched, let part = part(of: .touch(slot: slot)) else { return }
    let touch = sources.touches.touches[slot]
    let (x, y) = patch.pointee.parts[part].point(touch.x, touch.y)
    world.move(touch: Int32(slot), x: x, y: y)
  }

  /// Puts the tokens on the table into the world, where they are solid.
  @_noLocks mutating func placeTokens() {
    if !world.isPresent { return }
    var room: Int?
    for index in 0..<patch.pointee.partCount where patch.pointee.parts[index].playsWorld && room == nil {
      room = index
    }
    var share: Float = 1
    if let room {
      let region = patch.pointee.parts[room].region
      share = (region.right - region.left) * (region.top - region.bottom)
    }
    for token in 0..<Controller.tokenLimit {
      if sources.shared[.token(token, .present)] < 0.5 {
        world.lift(token: token)
        continue
      }
      var (x, y) = (sources.shared[.token(token, .x)], sources.shared[.token(token, .y)])
      if let room { (x, y) = patch.pointee.parts[room].point(x, y) }
      world.put(
        token: token, x: x, y: y, angle: sources.shared[.token(token, .angle)],
        outline: sources.outline(ofToken: token), share: share)
    }
  }

  /// Throws a body upwards as fast as the key or touch was struck: 7 m/s at full velocity.
  @_noLocks mutating func kick(_ number: Int) {
    let velocity = actingSlot >= 0 ? input(ofTouch: actingSlot).velocity : actingVelocity
    world.kick(number, speed: 7 * velocity)
  }

  /// Where a body of the patch's world is, by its place from 0: meters, and the cosine and the sine of its
  /// angle. Nil: there is none.
  @_noLocks public func pose(ofBody index: Int) -> (x: Float, y: Float, cosine: Float, sine: Float)? {
    guard 0..<world.bodyCount ~= index else { return nil }
    let pose = world.pose(index)
    return (pose.x, pose.y, pose.cosine, pose.sine)
  }

  @_noLocks mutating func showSolids(_ writer: inout LiveFrameWriter) {
    for token in 0..<Controller.tokenLimit {
      guard let solid = world.solid(token: token) else { continue }
      var shown = LiveSolid()
      shown.slot = UInt32(truncatingIfNeeded: token + 1)
      (shown.x, shown.y, shown.cosine, shown.sine) = (solid.x, solid.y, solid.cosine, solid.sine)
      (shown.halfWidth, shown.halfHeight) = (solid.halfWidth, solid.halfHeight)
      writer.add(shown)
    }
  }

  @_noLocks mutating func showBodies(_ writer: inout LiveFrameWriter) {
    for index in 0..<world.bodyCount {
      let pose = world.pose(index)
      var body = LiveBody()
      (body.x, body.y, body.cosine, body.sine) = (pose.x, pose.y, pose.cosine, pose.sine)
      writer.add(body)
    }
  }
}
